"""A machine that has what one or several packages would install, and nothing else. Never installs, never executes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from refloader.host.archives.entries import Sort
from refloader.host.archives.faults import Fault, Limits
from refloader.host.archives.keeping import Keeping
from refloader.host.archives.layouts import Layout
from refloader.host.archives.reading import Reading
from refloader.host.archives.tree import Node, Tree
from refloader.host.port import ENTRY_LIMIT, SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble, sized
from refloader.host.real import RealHost
from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform

_KINDS = {Sort.FILE: Kind.FILE, Sort.FOLDER: Kind.FOLDER, Sort.OTHER: Kind.OTHER}


class PackageHost:
    """The members of packages below ``/``, with the variables that are given (none by default).

    ``faults`` is what is wrong with the packages; ``layouts`` how each was taken.
    """

    def __init__(
        self,
        readings: Sequence[Reading],
        keeping: Keeping,
        limits: Limits,
        *,
        variables: Mapping[str, str],
        elevated: bool,
        executable: str,
        word_size: int,
        platform: Platform,
    ) -> None:
        self._readings = readings
        self._keeping = keeping
        self._variables = variables
        self._elevated = elevated
        self._executable = executable
        self._word_size = word_size
        self._platform = platform
        self._tree = Tree(4 * limits.members)
        self._libraries: dict[str, Library | Failure] = {}
        self._told: dict[str, str] = {}
        for reading in readings:
            reading.put_into(self._tree)
        self.faults: tuple[Fault, ...] = tuple(fault for reading in readings for fault in reading.faults)
        self.layouts: tuple[Layout, ...] = tuple(reading.layout for reading in readings if reading.members)

    @property
    def opened(self) -> bool:
        """Whether anything could be read of any package."""
        return bool(self.layouts) or all(reading.whole for reading in self._readings)

    @property
    def installed(self) -> bool:
        """Whether the packages put files into the folders of a system; otherwise they are trees somewhere."""
        return any(layout.installed for layout in self.layouts)

    def has(self, path: str) -> bool:
        """Whether something is at the path, be it a link that leads nowhere."""
        return self._tree.at(path) is not None or self._tree.find(path)[0] is not None

    def variables(self) -> Mapping[str, str]:
        """The variables given."""
        return self._variables

    def elevated(self) -> bool:
        """As given."""
        return self._elevated

    def executable(self) -> str:
        """As given: a path inside the packages."""
        return self._executable

    def word_size(self) -> int:
        """As given."""
        return self._word_size

    def platform(self) -> Platform:
        """As given."""
        return self._platform

    def machine(self) -> str:
        """Nobody knows where a package will be installed."""
        return ""

    def kind(self, path: str) -> Kind:
        """What would be at the path."""
        node = self._tree.find(path)[0]
        return Kind.MISSING if node is None else _KINDS[node.sort]

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder, in the order of the packages."""
        node, where = self._tree.find(path)
        if node is None:
            return Failure(Trouble.MISSING if where else Trouble.LOOP)
        if node.sort is not Sort.FOLDER:
            return Failure(Trouble.NOT_A_FOLDER)
        names = tuple(node.names)
        return Listing(names[:ENTRY_LIMIT], len(names) > ENTRY_LIMIT)

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a file."""
        node = self._file(path)
        if isinstance(node, Failure):
            return node
        if node.size > limit:
            return Failure(Trouble.TOO_LARGE, f"{node.size} bytes, more than the {limit} that are read")
        if node.text is not None:
            return sized(self._keeping.text(node.text), limit)
        place = self._place_of(node)
        return place if isinstance(place, Failure) else RealHost().read(place, limit)

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a file."""
        node = self._file(path)
        if isinstance(node, Failure):
            return node
        if node.text is not None:
            return Content(self._keeping.text(node.text)[:size])
        place = self._place_of(node)
        return place if isinstance(place, Failure) else RealHost().head(place, size)

    def real_path(self, path: str) -> str:
        """The canonical path inside the packages."""
        return self._tree.find(path)[1] or path

    def library(self, path: str) -> Library | Failure:
        """The facts of a library file."""
        node = self._file(path)
        if isinstance(node, Failure):
            return node
        place = self._place_of(node)
        if isinstance(place, Failure):
            return place
        if place not in self._libraries:
            self._libraries[place] = RealHost().library(place)
        found = self._libraries[place]
        return replace(found, path=path) if isinstance(found, Library) else found

    def shown(self, path: str) -> str:
        """A path of this machine as people are told it: the package, and the member in it."""
        node = self._tree.at(path) or self._tree.find(path)[0]
        if node is None or node.package < 0:
            told = f"{self._readings[0].package.path}!{path}" if path.startswith("/") else path
        else:
            told = self._readings[node.package].shown(node.raw.removeprefix("./").lstrip("/"))
        self._told[told] = path
        return told

    def read_shown(self, told: str) -> bytes:
        """The bytes of a file that ``shown`` has named; none where there are none."""
        answer = self.read(self._told.get(told, told))
        return answer.data if isinstance(answer, Content) else b""

    def _file(self, path: str) -> Node | Failure:
        node, where = self._tree.find(path)
        if node is None:
            return Failure(Trouble.MISSING if where else Trouble.LOOP)
        if node.sort is not Sort.FILE:
            return Failure(Trouble.NOT_A_FILE)
        return Failure(Trouble.OTHER, node.trouble) if node.trouble else node

    def _place_of(self, node: Node) -> str | Failure:
        """The file of ours that has a member's bytes; the package is read again where it was not kept."""
        if not node.spilled and not node.trouble:
            self._readings[node.package].spilled({node.raw: node})
        if node.spilled:
            return node.spilled
        return Failure(Trouble.OTHER, node.trouble or "it could not be read again")


def open_packages(
    paths: Sequence[str],
    variables: Mapping[str, str] | None = None,
    *,
    elevated: bool = False,
    executable: str = "",
    word_size: int = 64,
    platform: Platform = LINUX,
    limits: Limits | None = None,
) -> PackageHost:
    """The packages of these paths as one machine, later ones over earlier ones. Never raises for what they hold."""
    limits = limits or Limits()
    keeping = Keeping(limits)
    readings = [Reading(path, number, keeping, limits) for number, path in enumerate(paths)]
    for reading in readings:
        reading.run()
    return PackageHost(
        readings,
        keeping,
        limits,
        variables=variables or {},
        elevated=elevated,
        executable=executable,
        word_size=word_size,
        platform=platform,
    )

"""A host with the files that one or more packages would install. Never installs or executes anything."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from refloader.host.archives.entries import Sort
from refloader.host.archives.faults import Fault, Limits
from refloader.host.archives.layout import Layout
from refloader.host.archives.names import plain_name
from refloader.host.archives.part_store import Keeping
from refloader.host.archives.reading import Reading
from refloader.host.archives.tree import Node, Tree
from refloader.host.extras import Members
from refloader.host.machines.process_facts import SuppliedProcess
from refloader.host.machines.real import RealHost
from refloader.host.machines.repeated_folders import RepeatedFiles, RepeatedFolders, manifests_in
from refloader.host.machines.windows_root import fold
from refloader.host.port import ENTRY_LIMIT, SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble, sized
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.system import System

_KINDS = {
    Sort.FILE: Kind.FILE,
    Sort.FOLDER: Kind.FOLDER,
    Sort.OTHER: Kind.OTHER,
    Sort.UNKNOWN: Kind.OTHER,
}


_PROCESSORS = {
    "amd64": "X86_64",
    "x86_64": "X86_64",
    "arm64": "AARCH64",
    "aarch64": "AARCH64",
    "riscv64": "RISCV",
    "ppc64el": "PPC64",
    "ppc64le": "PPC64",
    "s390x": "S390",
}
"""The ELF names of the 64-bit processors, by the names that package managers give them."""


class PackageHost(SuppliedProcess):
    """The members of packages below ``/``, with the user's variables.

    ``faults`` are the faults of the packages; ``taken`` pairs the path of each package with its recognised layout.
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
        super().__init__(
            variables, elevated=elevated, executable=executable, word_size=word_size, platform=platform
        )
        self._readings = readings
        self._keeping = keeping
        self._windows = platform.system is System.WINDOWS
        self._tree = Tree(limits.members, fold if self._windows else None)
        self._libraries: dict[str, Library | Failure] = {}
        self._told: dict[str, str] = {}
        self._repeated, self._files = RepeatedFolders(), RepeatedFiles()
        for reading in readings:
            reading.put_into(self._tree)
        self.faults: tuple[Fault, ...] = tuple(fault for reading in readings for fault in reading.faults)
        self.taken = tuple((each.package.path, each.layout) for each in readings if each.members)

    @cached_property
    def lacks_libraries(self) -> bool:
        """True if these are packages of a system without any shared library: another package has to bring theirs."""
        members = (member for reading in self._readings for member in reading.members)
        of_system = any(layout.of_system for _, layout in self.taken)
        return of_system and not any(".so" in member.path.rpartition("/")[2] for member in members)

    @property
    def opened(self) -> bool:
        """True if a package has members, or all packages were read to the end."""
        return bool(self.taken) or all(reading.whole for reading in self._readings)

    @property
    def installed(self) -> bool:
        """True if a package installs into the folders of a system; false if all are trees in any folder."""
        return any(layout.installed for _, layout in self.taken)

    def machine(self) -> str:
        """The processor that all packages say they are for, of 64-bit ones; empty if they do not, or differ."""
        found = {_PROCESSORS.get(each.package.architecture, "") for each in self._readings}
        return found.pop() if len(found) == 1 and self.word_size() == 64 else ""

    def closed_to(self, path: str, *, writing: bool = False) -> str:
        """Say who alone may open a file once a system's package manager has installed it; empty if others may."""
        if not any(layout.of_system for _, layout in self.taken) or writing:
            return ""
        inside = self._inside(path)
        nodes = self._tree.met(inside) if inside is not None else []
        return next((node.closed for node in nodes if node.closed), "")

    def has(self, path: str) -> bool:
        """Return True if something is at the path, even a dangling link."""
        return self._at(path) is not None or self._find(path)[0] is not None

    def kind(self, path: str) -> Kind:
        """The type of file at the path, links followed."""
        node = self._node(path)
        if isinstance(node, Failure):
            return Kind.UNKNOWN if node.trouble is Trouble.UNKNOWN else Kind.MISSING
        return _KINDS[node.sort]

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder, in the order of the packages."""
        node = self._folder(path)
        if isinstance(node, Failure):
            return node
        names = tuple(each.name for each in node.names.values())
        linked = self.real_path(path) != path
        refusal = self._repeated.refusal(node, path, manifests_in(names)) if linked else None
        return refusal or Listing(names[:ENTRY_LIMIT], len(names) > ENTRY_LIMIT)

    def members(self, path: str) -> Members | Failure:
        """The names in a folder, and which of them are folders: a link to one above it would be walked for ever."""
        node = self._folder(path)
        if isinstance(node, Failure):
            return node
        inside = tuple(islice(node.names.values(), ENTRY_LIMIT))
        folders = frozenset(each.name for each in inside if each.sort is Sort.FOLDER)
        return Members(tuple(each.name for each in inside), folders)

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a file."""
        node = self._file(path)
        if isinstance(node, Failure):
            return node
        if node.size > limit:
            return Failure(Trouble.TOO_LARGE, f"{node.size} bytes, more than the {limit} that are read")
        real = self.real_path(path)
        refusal = self._files.refusal(real, path) if real != path else None
        if refusal is not None:
            return refusal
        answer = self._content(node, limit)
        if real != path and isinstance(answer, Content):
            self._files.add(real, path, answer.data)
        return answer

    def _content(self, node: Node, limit: int) -> Content | Failure:
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
        """The canonical path inside the packages, or the path itself for a loop of links."""
        if self._inside(path) is None:
            return path
        found = self._find(path)[1]
        return (f"C:{found}".replace("/", "\\") if self._windows else found) if found else path

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
        """Return a path as it is shown to the user: the package and the member."""
        node = self._at(path) or self._find(path)[0]
        if node is None or node.package < 0:
            told = f"{self._readings[0].package.path}!{self._inside(path) or path}"
        else:
            plain = plain_name(node.raw, strict=False)
            told = self._readings[node.package].shown(plain.path if plain else "")
        self._told[told] = path
        return told

    def read_shown(self, told: str) -> bytes:
        """Return the content of a file by the path that ``shown`` returned; empty if it cannot be read."""
        answer = self.read(self._told.get(told, told))
        return answer.data if isinstance(answer, Content) else b""

    def _node(self, path: str) -> Node | Failure:
        """Return the node at a path, links followed, or a failure."""
        if self._inside(path) is None:
            return Failure(Trouble.UNKNOWN)
        node, where = self._find(path)
        return node or Failure(Trouble.MISSING if where else Trouble.LOOP)

    def _folder(self, path: str) -> Node | Failure:
        node = self._node(path)
        is_folder = isinstance(node, Failure) or node.sort is Sort.FOLDER
        return node if is_folder else Failure(Trouble.NOT_A_FOLDER)

    def libraries_of_layers(self) -> Iterator[str]:
        """Yield the files of an Android application that are named like layer libraries."""
        for _, layout in self.taken:
            for folder in (each for folders in layout.native.values() for each in folders):
                node = self._tree.at(folder)
                names = node.names if node is not None else {}
                yield from (f"{folder}/{name}" for name in names if name.startswith("libVkLayer"))

    def _find(self, path: str) -> tuple[Node | None, str]:
        """Return the node at a path in the system's notation, links followed, and its plain path in the tree."""
        inside = self._inside(path)
        return (None, path) if inside is None else self._tree.find(inside)

    def _at(self, path: str) -> Node | None:
        inside = self._inside(path)
        return None if inside is None else self._tree.at(inside)

    def _inside(self, path: str) -> str | None:
        """Return the path in the tree, or None on another drive: a package for Windows knows only drive C:."""
        if not self._windows:
            return path
        rest = path.replace("\\", "/").removeprefix("//?/")
        if rest[1:2] == ":":
            return rest[2:] if rest[:1].upper() == "C" else None
        return None if rest.startswith("//") else rest

    def _file(self, path: str) -> Node | Failure:
        if self._inside(path) is None:
            return Failure(Trouble.UNKNOWN)
        node = self._node(path)
        if isinstance(node, Failure):
            return node
        if node.sort is not Sort.FILE:
            return Failure(Trouble.NOT_A_FILE)
        return Failure(Trouble.OTHER, node.trouble) if node.trouble else node

    def _place_of(self, node: Node) -> str | Failure:
        """Return the temporary file with a member's content; read the package again if it was not stored yet."""
        if not node.spilled and not node.trouble:
            self._readings[node.package].spill(node)
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
    platform: Platform | None = None,
    limits: Limits | None = None,
) -> PackageHost:
    """Open packages as one host; later packages override earlier ones. Never raises for the content of a package.

    If ``platform`` is None, the system is that of the first package that states one, otherwise Linux.
    """
    limits = limits or Limits()
    keeping = Keeping(limits)
    readings = [Reading(path, number, keeping, limits) for number, path in enumerate(paths)]
    for reading in readings:
        reading.run()
    layouts = [reading.layout for reading in readings]
    if platform is None:
        platform = Platform(next((each.system for each in layouts if each.system), System.LINUX))
    platform = _with_places(platform, layouts, word_size)
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


def _with_places(platform: Platform, layouts: Sequence[Layout], word_size: int) -> Platform:
    """Add to the platform the folders that packages provide, unless the user specified them."""
    if platform.system is System.WINDOWS and not platform.packages:
        return replace(platform, packages=tuple(each.known_root for each in layouts if each.known_root))
    if platform.system is System.ANDROID and not platform.native_libraries:
        folders = [folder for each in layouts for folder in each.native.get(word_size, ())]
        return replace(platform, native_libraries=tuple(folders[:1]))  # a process has one architecture
    return platform

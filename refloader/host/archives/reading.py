"""Reads one package sequentially into a list of members, and stores the content that manifests need.

Checks no manifests; it reports faults of the package itself.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass

from refloader.host.archives.detect import is_image, named_as_package
from refloader.host.archives.entries import Entry, Sort
from refloader.host.archives.faults import MEMBER, Fault, Limits, NoReaderError, PackageError
from refloader.host.archives.layout import Layout
from refloader.host.archives.layouts import layout_of
from refloader.host.archives.names import leads_out, plain_name
from refloader.host.archives.package import Package
from refloader.host.archives.part_store import Keeping
from refloader.host.archives.tree import Node, Tree
from refloader.host.port import SIZE_LIMIT
from refloader.host.privacy import alone_by_mode
from refloader.model.reason import Severity
from refloader.model.text import file_name, quote

_IMAGE = (
    "it is a container image, whose layers are packed: explain --container and --target root: read one; to judge its "
    "manifests, unpack it and name its root filesystem"
)
_FAULTS = 50
"""The maximum number of faults of one package that are reported individually."""
_LINKER = "ld.so.conf"
_APPX = "AppxManifest.xml"
_WHEEL = ".dist-info/WHEEL"
_LIBRARY = (".so", ".dll", ".dylib")
_NESTED = 10
_AT_ONCE = 20_000
"""The maximum number of files stored as libraries because of their names alone."""
_PASSES = 64
"""The maximum number of times that a package is read again for libraries that were not stored."""
_NAMED = re.compile(rb'"library_path"\s*+:\s*+"((?:[^"\\\n]|\\.){1,4096}+)"')


@dataclass(slots=True)
class Member:
    """A member under its plain path in the package."""

    path: str
    node: Node


class Reading:
    """One package, its members and its faults. ``number`` identifies it among the packages of one tree."""

    def __init__(self, path: str, number: int, keeping: Keeping, limits: Limits) -> None:
        self.package = Package(path, limits)
        self.number = number
        self.faults: list[Fault] = []
        self.members: list[Member] = []
        self.whole = True
        self._keeping = keeping
        self._limits = limits
        self._untold = 0
        self._layout: Layout | None = None
        self._at_once = _AT_ONCE
        self._passes = _PASSES
        self._names_left = limits.names

    def run(self) -> None:
        """Read all members, or those before the first error."""
        try:
            with closing(self.package.entries()) as entries:
                for number, entry in enumerate(entries):
                    if number >= self._limits.members:
                        raise PackageError(
                            f"it has more than the {self._limits.members} members that are read"
                        )
                    self._names_left -= len(entry.name) + len(entry.target)
                    if self._names_left < 0:
                        raise PackageError(
                            f"its names take more than the {self._limits.names} characters that are read"
                        )
                    self._take(entry)
            if is_image({member.path for member in self.members}):
                self.members.clear()
                raise NoReaderError(_IMAGE)
        except PackageError as error:
            self.whole = False
            rest = "; what comes before is judged" if self.members else ""
            ours = isinstance(error, NoReaderError)
            self.faults.insert(0, Fault(self.package.path, f"{error}{rest}", is_ours=ours))

    @property
    def layout(self) -> Layout:
        """The layout of the package."""
        if self._layout is None:
            names = {each.path for each in self.members}
            zipped = self.package.zipped
            self._layout = self.package.layout or layout_of(names, self._text, zipped=zipped)
        return self._layout

    def _text(self, path: str) -> bytes:
        """Return the stored text of a member; empty if it was not stored."""
        kept = next((each.node.text for each in self.members if each.path == path), None)
        return self._keeping.text(kept) if kept is not None else b""

    def put_into(self, tree: Tree) -> None:
        """Add the members to the tree where they would be installed, and report faults."""
        layout = self.layout
        try:
            for member in self.members:
                path = self._place(layout, member)
                if path:
                    self._put(tree, path, member, layout)
        except PackageError as error:
            self.say("", str(error))
        self._broken_links(tree, layout)
        nested = [
            each for each in self.members if each.node.sort is Sort.FILE and named_as_package(each.path)
        ]
        for member in nested[:_NESTED]:
            self.say(
                member.path,
                "is a package in a package, which is not opened: judge it by itself",
                Severity.NOTE,
            )
        if self._untold:
            self.faults.append(Fault(self.package.path, f"has {self._untold} more faults of such kinds"))

    def shown(self, path: str) -> str:
        """Return a member's path as it is shown to the user."""
        return f"{self.package.path}{MEMBER}{path}" if path else self.package.path

    def say(self, path: str, fact: str, severity: Severity = Severity.ERROR) -> None:
        """Record a fault of a member, or of the package if ``path`` is empty."""
        if len(self.faults) >= _FAULTS:
            self._untold += 1
            return
        self.faults.append(Fault(self.shown(path), fact, severity))

    def spill(self, node: Node) -> None:
        """Write a member to a temporary file.

        The first such pass over a sequential package also writes all libraries that its manifests seem to name.
        """
        if self.package.direct:
            try:
                self._spill(self.package.member(node.raw), node)
            except PackageError as error:
                node.trouble = str(error)
            return
        self._passes -= 1
        if self._passes < 0:
            node.trouble = f"the package would have to be read more than {_PASSES} times"
            return
        foreseen = self._named() if self._passes == _PASSES - 1 else {}
        self._spill_all({**foreseen, node.raw: node})

    def _named(self) -> dict[str, Node]:
        """Return the files that manifests seem to name, by their names in the archive."""
        texts = (self._keeping.text(each.node.text) for each in self.members if each.node.text is not None)
        names = {name for text in texts for name in _names_of_libraries(text)}
        for member in self.members:
            if member.node.sort in (Sort.LINK, Sort.HARD_LINK) and _last(member.path) in names:
                names.add(_last(member.node.target))
        return {
            each.node.raw: each.node
            for each in self.members
            if each.node.sort is Sort.FILE and _last(each.path) in names and not _is_had(each.node)
        }

    def _spill_all(self, wanted: Mapping[str, Node]) -> None:
        left = dict(wanted)
        copies = Counter(
            each.node.raw for each in self.members if each.node.sort is Sort.FILE and each.node.raw in left
        )
        try:
            with closing(self.package.entries()) as entries:
                for entry in entries:
                    if entry.sort is not Sort.FILE or entry.name not in left:
                        continue
                    copies[entry.name] -= 1
                    if copies[entry.name] <= 0:  # of a member that is there twice the last one is installed
                        self._spill(entry, left.pop(entry.name))
                    if not left:
                        return
        except PackageError as error:
            for node in left.values():
                node.trouble = str(error)

    def _take(self, entry: Entry) -> None:
        plain = plain_name(entry.name, strict=self.package.strict)
        if plain is None:
            return
        if not plain.path:
            self.say("", f"{quote(entry.name)} is left out: {plain.odd}")
            return
        if plain.odd:
            self.say(plain.path, plain.odd, Severity.WARNING)
        node = Node(entry.sort, entry.size, entry.target, self.number, entry.name)
        node.closed = alone_by_mode(entry.mode, is_folder=entry.sort is Sort.FOLDER, is_roots=entry.is_roots)
        self.members.append(Member(plain.path, node))
        if entry.sort is Sort.FILE:
            self._keep(plain.path, entry, node)

    def _keep(self, path: str, entry: Entry, node: Node) -> None:
        name = path.rpartition("/")[2]
        try:
            if _is_text(path, name):
                self._keep_text(entry, node)
            elif self._may_be_wanted(name, entry):
                self._at_once -= 1
                node.spilled = self._keeping.spill(entry.open(), entry.size)
        except PackageError as error:
            node.trouble = str(error)

    def _may_be_wanted(self, name: str, entry: Entry) -> bool:
        """Return True if a file may be a library of a manifest and is stored now; a zip member can be read later."""
        looks = not self.package.direct and any(each in name for each in _LIBRARY)
        return looks and self._at_once > 0 and self._keeping.has_room(entry.size)

    def _keep_text(self, entry: Entry, node: Node) -> None:
        if entry.size > SIZE_LIMIT:
            return
        data = entry.open().read(entry.size)
        if len(data) < entry.size:
            raise PackageError("it is cut short")
        node.text = self._keeping.add_text(data)

    def _spill(self, entry: Entry, node: Node) -> None:
        try:
            node.spilled = self._keeping.spill(entry.open(), entry.size)
        except PackageError as error:
            node.trouble = str(error)

    def _place(self, layout: Layout, member: Member) -> str:
        """Return where a member is installed; empty if it is not. A layout may decode what stood in its name."""
        path = layout.place(member.path) or ""
        if "%" not in member.path:
            return path
        plain = plain_name(path, strict=False)
        if plain is not None and plain.odd:
            self.say(member.path, f"{'' if plain.path else 'is left out: '}{plain.odd}", Severity.WARNING)
        return plain.path if plain is not None else ""

    def _put(self, tree: Tree, path: str, member: Member, layout: Layout) -> None:
        node = member.node
        above = tree.above(path)
        if above is not None and above.package == self.number:
            self.say(member.path, f"lies below {quote(above.raw)}, which is a {above.sort}", Severity.WARNING)
        if node.sort is Sort.HARD_LINK:
            target = plain_name(node.target, strict=False)
            node.target = f"/{layout.place(target.path) or ''}" if target else "/"
            twin = tree.at(node.target)
            if twin is not None and twin.sort is Sort.LINK:  # another name of a link, and so a link itself
                node.sort, node.target = Sort.LINK, twin.target
        elif node.sort is Sort.LINK and leads_out(path, node.target):
            self.say(
                member.path,
                f"is a link that leads out of the package: {quote(node.target)}",
                Severity.WARNING,
            )
        elif node.sort is Sort.OTHER:
            self.say(member.path, "is a device or a pipe, which no layer or driver needs", Severity.NOTE)
        elif node.sort is Sort.UNKNOWN:
            self.say(member.path, "is of a type of file that is not known, and is not read", Severity.NOTE)
        before = tree.put(path, node)
        if before is not None and before.names and node.sort is not Sort.FOLDER:
            self.say(
                member.path, "is in the place of a folder with files; the folder counts", Severity.WARNING
            )
        if before is not None and before.package == self.number and before.sort is not Sort.FOLDER:
            self.say(member.path, "is in the package twice; the last one counts", Severity.WARNING)
        if before is not None and before.package != self.number and self._differ(before, node):
            self.say(member.path, "differs from the file of that path in another package", Severity.WARNING)

    def _differ(self, one: Node, other: Node) -> bool:
        """Return True if two manifests for the same path differ. Package managers refuse to install both."""
        if one.text is None or other.text is None:
            return False
        return self._keeping.text(one.text) != self._keeping.text(other.text)

    def _broken_links(self, tree: Tree, layout: Layout) -> None:
        for member in self.members:
            node = member.node
            if node.sort is Sort.HARD_LINK and tree.find(node.target)[0] is None:
                self.say(member.path, f"is a hard link to {quote(node.target)}, which is not in the package")


def _last(path: str) -> str:
    return path.rpartition("/")[2].lower()


def _is_had(node: Node) -> bool:
    return bool(node.spilled or node.trouble or node.text is not None)


def _is_text(path: str, name: str) -> bool:
    of_a_package = path == _APPX or path.endswith(_WHEEL)
    return name[-5:].lower() == ".json" or name == _LINKER or f"/{_LINKER}.d/" in path or of_a_package


def _names_of_libraries(text: bytes) -> Iterator[str]:
    """Yield the lower-case file names of the libraries that a manifest names, guessed from its bytes.

    With them one pass can extract them all; a name that is missed only costs another pass.
    """
    for found in _NAMED.finditer(text):
        try:
            path = json.loads(b'"%s"' % found[1])
        except ValueError:
            continue
        yield file_name(path).lower()

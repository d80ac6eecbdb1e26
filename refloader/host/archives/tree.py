"""The files, folders and links of one or more packages as a tree in memory. Does not store file content."""

from collections.abc import Callable
from dataclasses import dataclass, field

from refloader.host.archives.entries import Sort
from refloader.host.archives.faults import PackageError
from refloader.host.port import LINK_LIMIT


@dataclass(slots=True)
class Node:
    """A file, folder or link at a path.

    ``name`` is its file name as spelled; ``package`` and ``raw`` are the number of its package and its name in the
    archive. Its content, if stored, is a text at ``text`` (start and size) or the file ``spilled``; ``trouble`` says
    why the content is not available. ``names`` are the members of a folder. ``closed`` says who alone may open it by
    its mode; empty if others may as well.
    """

    sort: Sort
    size: int = 0
    target: str = ""
    package: int = -1
    raw: str = ""
    text: tuple[int, int] | None = None
    spilled: str = ""
    trouble: str = ""
    name: str = ""
    names: dict[str, "Node"] = field(default_factory=dict)
    closed: str = ""


_FOLLOWED = 5_000_000
"""The limit on the parts of link targets followed in one tree: chains of links can grow exponentially."""

_NO_NAMES: dict[str, Node] = {}
"""Shared by all nodes that are not folders, to save memory."""


class Tree:
    """A tree, initially with its root only. Links never lead out of it.

    ``most`` limits the folders that are added for the paths of members. ``fold`` maps all spellings of a name to one
    string if the tree is case-insensitive.
    """

    def __init__(self, most: int, fold: Callable[[str], str] | None = None) -> None:
        self.root = Node(Sort.FOLDER)
        self._fold = fold
        self._parts_left = _FOLLOWED
        self._left = most  # a member's name may be a long path of otherwise empty folders

    def put(self, path: str, node: Node) -> Node | None:
        """Put a node at a path and return the node that was there before.

        Adds missing parent folders and follows links in the path. A folder that is not empty stays, whatever comes
        in its place: installers give up there, or keep it.
        """
        folder, _, name = path.rpartition("/")
        inside = self._made(folder)
        if inside is None:
            return None
        if node.sort is not Sort.FOLDER:
            node.names = _NO_NAMES
        node.name, same = name, self._same(name)
        before = inside.names.get(same)
        if before is not None and before.sort is Sort.FOLDER and (before.names or node.sort is Sort.FOLDER):
            return before
        inside.names[same] = node
        return before

    def _made(self, folder: str) -> Node | None:
        found, _ = self._walk(folder, make=True)
        return found if found is not None and found.sort is Sort.FOLDER else None

    def _same(self, name: str) -> str:
        return name if self._fold is None else self._fold(name)

    def _folder(self, name: str) -> Node:
        self._left -= 1
        if self._left < 0:
            raise PackageError("its members lie in more folders than are read")
        return Node(Sort.FOLDER, name=name)

    def above(self, path: str) -> Node | None:
        """Return the first node in a path, other than its end, that is not a folder: a link or a file."""
        current = self.root
        for part in path.split("/")[:-1]:
            following = current.names.get(self._same(part))
            if following is None or following.sort is not Sort.FOLDER:
                return following
            current = following
        return None

    def at(self, path: str) -> Node | None:
        """Return the node at a plain path without following links."""
        current: Node | None = self.root
        for part in path.strip("/").split("/"):
            current = current.names.get(self._same(part)) if current is not None else None
        return current

    def find(self, path: str) -> tuple[Node | None, str]:
        """Return the node at a path, links followed, and its plain path. The node is None if nothing is there.

        The path is empty if the links form a loop or too many were followed.
        """
        return self._walk(path, make=False)

    def met(self, path: str) -> list[Node]:
        """Return the nodes on the way to a path and the one at its end, links followed."""
        met: list[Node] = []
        self._walk(path, make=False, met=met)
        return met

    def _walk(self, path: str, *, make: bool, met: list[Node] | None = None) -> tuple[Node | None, str]:
        pending = [part for part in reversed(path.split("/")) if part not in ("", ".")]
        trail = [("", self.root)]
        links = 0
        while pending:
            part = pending.pop()
            if part == "..":
                trail = trail[:-1] or trail
                continue
            current = trail[-1][1]
            node = current.names.get(self._same(part))
            if node is None and make and current.sort is Sort.FOLDER:
                node = current.names[self._same(part)] = self._folder(part)
            if node is None:
                return None, "/".join(name for name, _ in trail) + "/" + "/".join([part, *reversed(pending)])
            if node.sort not in (Sort.LINK, Sort.HARD_LINK):
                trail.append((node.name, node))
                if met is not None:
                    met.append(node)
                continue
            links += 1
            self._parts_left -= 1 + node.target.count("/")
            if links > LINK_LIMIT or self._parts_left < 0:
                return None, ""
            if node.target.startswith("/"):
                trail = trail[:1]
            pending += [each for each in reversed(node.target.split("/")) if each not in ("", ".")]
        return trail[-1][1], "/".join(name for name, _ in trail) or "/"

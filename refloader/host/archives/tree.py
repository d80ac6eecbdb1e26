"""The files, folders and links of one or several packages as one tree, in memory. Holds no bytes of files."""

from collections.abc import Callable
from dataclasses import dataclass, field

from refloader.host.archives.entries import Sort
from refloader.host.archives.faults import PackageError
from refloader.host.port import LINK_LIMIT


@dataclass(slots=True)
class Node:
    """Something at a path. ``name`` is how its last part is spelled, ``package`` and ``raw`` say where it comes from.

    ``text`` is where its bytes are kept (start and size) and ``spilled`` the file that has them, where either is so;
    ``trouble`` says why its bytes cannot be had.
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


_FOLLOWED = 5_000_000
"""Parts of the targets of links that are followed in one tree: links that lead through links multiply."""

_NO_NAMES: dict[str, Node] = {}
"""Shared by all that are no folders, so that a file costs little."""


class Tree:
    """A tree that starts with its root alone. Nothing in it leads out of it.

    ``fold`` gives what all spellings of a name have in common, where letter case does not count.
    """

    def __init__(self, most: int, fold: Callable[[str], str] | None = None) -> None:
        self.root = Node(Sort.FOLDER)
        self._fold = fold
        self._parts_left = _FOLLOWED
        self._left = most  # names of members may be long paths of folders that nothing else is in

    def put(self, path: str, node: Node) -> Node | None:
        """Put a node at a path, folders made as needed and links on the way followed; what was there before."""
        folder, _, name = path.rpartition("/")
        inside = self._made(folder)
        if inside is None:
            return None
        if node.sort is not Sort.FOLDER:
            node.names = _NO_NAMES
        node.name, same = name, self._same(name)
        before = inside.names.get(same)
        if before is not None and before.sort is Sort.FOLDER and node.sort is Sort.FOLDER:
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
        """The first thing on the way to a path that is no folder: a link, or a file."""
        current = self.root
        for part in path.split("/")[:-1]:
            following = current.names.get(self._same(part))
            if following is None or following.sort is not Sort.FOLDER:
                return following
            current = following
        return None

    def at(self, path: str) -> Node | None:
        """What is at a plain path, no link followed."""
        current: Node | None = self.root
        for part in path.strip("/").split("/"):
            current = current.names.get(self._same(part)) if current is not None else None
        return current

    def find(self, path: str) -> tuple[Node | None, str]:
        """What is at a path, links followed, and the plain path; the node is None for nothing.

        The path is empty where links go round in circles.
        """
        return self._walk(path, make=False)

    def _walk(self, path: str, *, make: bool) -> tuple[Node | None, str]:
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
                continue
            links += 1
            self._parts_left -= 1 + node.target.count("/")
            if links > LINK_LIMIT or self._parts_left < 0:
                return None, ""
            if node.target.startswith("/"):
                trail = trail[:1]
            pending += [each for each in reversed(node.target.split("/")) if each not in ("", ".")]
        return trail[-1][1], "/".join(name for name, _ in trail) or "/"

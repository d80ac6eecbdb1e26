"""Decides what a loader under test can see of the root filesystem it belongs to, and of this machine beside it.

Of the root, that is what is visible of the machine otherwise (see ``view``): the folders of the system, a few names
in ``/etc``, and the loader with the libraries that it needs. Links in a root are not trusted: each path is resolved
inside of the root before anything is shown. Of the machine it is the worker's Python and refloader's own modules,
below MACHINE. Shows nothing itself.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache

import refloader
from refloader.host.machines.root import RootHost
from refloader.host.port import Kind as FileKind
from refloader.inspect.libraries.linking import Linker
from refloader.model.text import quote
from refloader.native.root_target import ChosenRoot
from refloader.native.target import LENT, MACHINE
from refloader.sandbox.child import ForkServerError, Kind
from refloader.sandbox.redirect import is_under
from refloader.sandbox.view import SETTINGS, standard_library, with_neighbours

Row = tuple[str, str, str]
"""A path in the box, its target if it is a symbolic link, and else what is mounted there."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")


@lru_cache(64)
def root_view(root: ChosenRoot, loader: str) -> tuple[Row, ...]:
    """Return what a worker sees that opens a loader of the root; ``loader`` is its real path on this machine."""
    there = RootHost(root.path)
    own = ((MACHINE + path, "", path) for path in _python())
    placed = ((path, "", path) for path in root.placed)
    lent = ((f"{LENT}/{name}", "", path) for name, path in root.lent)
    paths = (*SYSTEM, *(f"/etc/{name}" for name in SETTINGS), *_of_loader(there, root, loader))
    return (*own, *placed, *lent, ("/sys", "", "/sys"), *dict.fromkeys(_rows(there, root, paths)))


def kind_of_root(
    root: ChosenRoot, loader: str, places: tuple[str, ...], become: int | None, *, as_user: bool
) -> Kind:
    """Return the configuration of the fork server for a loader of the root, or for none.

    Raises:
        StationError: the loader is not in the root.
    """
    if loader and not is_under(loader, [root.path]):
        raise ForkServerError(f"{quote(loader)} is not in the root filesystem")
    return Kind(
        True,
        as_user,
        places,
        become,
        loader=_neighbours(RootHost(root.path), root, loader) if loader else (),
        subjects=(loader,) if loader else (),
        root_view=root_view(root, loader),
        over=root.over,
    )


def _python() -> tuple[str, ...]:
    """Return the interpreter, its standard library and refloader's modules. Not the packages of an environment."""
    package = os.path.dirname(os.path.abspath(refloader.__file__))
    return (os.path.realpath(sys.executable), *map(os.path.realpath, standard_library()), package)


def _of_loader(there: RootHost, root: ChosenRoot, loader: str) -> Iterator[str]:
    if loader:
        inside = root.within(loader)
        yield inside
        yield from Linker(there).reached(inside)
        yield from _neighbours(there, root, loader)


def _neighbours(there: RootHost, root: ChosenRoot, loader: str) -> tuple[str, ...]:
    """Return the loader and, outside the folders of the system, the files beside it that it needs; no links."""
    inside = root.within(loader)
    if is_under(inside, SYSTEM):
        return (inside,)
    paths = map(root.within, with_neighbours(loader))
    return tuple(
        path for path in paths if there.kind(path) is FileKind.FILE and there.real_path(path) == path
    )


def _rows(there: RootHost, root: ChosenRoot, paths: Iterable[str]) -> Iterator[Row]:
    """Yield each path that is a file or a folder of the root; its own links stay links."""
    for path in paths:
        real = there.real_path(path)
        kind = there.kind(real)
        if kind in (FileKind.FILE, FileKind.FOLDER):
            yield real, "", root.path + real
        if real != path and os.path.islink(root.path + path) and os.path.dirname(path) in ("/", "/etc"):
            yield path, real, ""

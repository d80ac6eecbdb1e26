"""Opens the libraries of layers and drivers, and closes them: at once, later or never. Never calls into one.

When an instance is destroyed, its libraries are unloaded, except in a program that creates instances repeatedly: a
library that an earlier instance used too stays open until the next instance exists, because loading it takes longer
than everything else.
"""

from collections.abc import Callable
from typing import TypeVar

from refloader.core.manifests.library_path import opened_as
from refloader.dropin.python import _edge
from refloader.dropin.python.memory.acting import AGE
from refloader.dropin.python.memory.state import RefusedError
from refloader.dropin.python.messages.log import Log
from refloader.model.text import quote
from refloader.rules import decides

T = TypeVar("T")
_WRONG_SIZE = "wrong ELF class"
_STAY = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"

_PATHS: dict[int, str] = {}
"""The path of each open library, by dlopen's handle."""
_SERVED: set[tuple[str, bytes]] = set()
"""The libraries of destroyed instances: path and state of the file."""
_LEFT: list[tuple[str, bytes, int]] = []
"""Libraries that are open although no instance uses them: path, state of the file, handle."""
_CLOSING: dict[int, list[str]] = {}
"""By thread that closes a library: its path, and the paths of what destructors have had opened and closed since."""
_ENOUGH = 8
"""How often one library is closed within the closing of another before it stays open."""


def open_library(library_path: str, manifest: str, about: str, subject: str, log: Log) -> int:
    """Open a library; log a failure and return 0. A failure affects only the layer or driver that needs it.

    That a layer's library is loaded is logged once it is, as in the field.
    """
    path = opened_as(library_path, manifest)
    _close_changed(path)
    library, trouble = _edge.open_library(path)
    if library:
        _PATHS[library] = path
        if about == "layer" and log.wants("debug", about):
            log.say("debug", about, f"Loading layer library {path}")
    else:
        _say_unloadable(trouble, path, about, subject, log)
    return library


@decides("DEBUG-WRONGARCH-01", "DEBUG-LOG-05", "DEBUG-LOG-07")
def _say_unloadable(trouble: str, path: str, about: str, subject: str, log: Log) -> None:
    """Log why a library cannot be loaded; in the documented words if it is for another word size."""
    level = "error"
    if _WRONG_SIZE in trouble:
        level = "info"
        driver = about == "driver"
        requested = f"driver {path}" if driver else f"layer {quote(subject)}"
        text = f"Requested {requested} was wrong bit-type. Ignoring this JSON"
        log.say("" if driver else level, about, text)
    if log.wants(level, about):
        log.say(level, about, f"{subject}: the library {path} cannot be loaded: {trouble}")


def kept_if_agreed(library: int, negotiate: Callable[[], T | None]) -> T | None:
    """Return the result of a negotiation with an open library; close the library if there is none."""
    try:
        agreed = negotiate()
    except (MemoryError, RefusedError):
        close_library(library)
        raise
    if agreed is None:
        close_library(library)
    return agreed


@decides("DEBUG-UNLOAD-01")
def close_library(library: int) -> None:
    """Close the library, unless VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING is 1."""
    if library and _stay() != "1":
        _close(library)


def _close(library: int) -> None:
    """Close the library. Two whose destructors list extensions would open and unload each other without end."""
    thread, path = _edge.thread(), _PATHS.get(library, "")
    is_outermost = thread not in _CLOSING
    closed = _CLOSING.setdefault(thread, [])
    if closed.count(path) == _ENOUGH:
        return
    closed.append(path)
    try:
        _edge.close_library(library)
    finally:
        if is_outermost:
            del _CLOSING[thread]


def may_stay_open() -> bool:
    """Return whether a library may wait for the next instance.

    It may not where a destructor has asked for it: it may be the library that is about to go.
    """
    return _edge.thread() not in _CLOSING


def _stay() -> str | None:
    """Return the variable's value; None also if the release that the library acts as does not read it."""
    return None if _STAY in AGE.unread else _edge.getenv(_STAY)


def let_go(library: int) -> None:
    """Close the library of a destroyed instance, or leave it open for the next one unless the variable is set."""
    path = _PATHS.get(library, "")
    state = _edge.seen(path) if "/" in path and _stay() is None else None
    if state is not None and (path, state) in _SERVED and may_stay_open():
        _LEFT.append((path, state, library))
        return
    if state is not None:
        _SERVED.add((path, state))
    close_library(library)


def close_left() -> None:
    """Close the libraries that earlier instances left open; the linker's count retains those in use again."""
    for left in tuple(_LEFT):
        _close_one(left)


def _close_changed(path: str) -> None:
    """Close an old library whose file has changed: while it is open, the linker would reuse it for the same name."""
    for left in tuple(_LEFT):
        if left[0] == path and left[1] != _edge.seen(path):
            _close_one(left)


def _close_one(left: tuple[str, bytes, int]) -> None:
    try:
        _LEFT.remove(left)
    except ValueError:  # another thread was faster
        return
    _close(left[2])


def own_symbol(library: int, name: str, command: str) -> int:
    """Return an exported command, or 0 if it is the loader's own: dlsym also searches the library's dependencies."""
    found = _edge.symbol(library, name)
    return found if found != _edge.entry(command) else 0

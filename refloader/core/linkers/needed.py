"""Decides where the dynamic linker of Linux searches for the libraries that a library needs (ld.so(8)). No I/O."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from refloader.core.manifests.library_path import substitutions
from refloader.model.library import Library
from refloader.model.reason import Location, Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some
from refloader.rules import RuleId, decides

_LIBC = re.compile(r"lib(?:c|m|dl|rt|pthread|resolv|util)\.so(?:\.\d+)?|libc\.musl-.*\.so\.1")
_LINKER = re.compile(r"ld(?:64)?-(?:linux|musl).*|ld(?:64)?\.so\.\d+|linux-(?:vdso|gate).*")

_MOST_PLACES = 1 << 10
"""The most folders that are tried for one name, including repetitions."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders that the linker of a process searches: LD_LIBRARY_PATH, then its configured and default folders."""

    variable: tuple[str, ...]
    configured: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """All folders in order, for a name that no library of the process needs, as in a manifest."""
        return tuple(dict.fromkeys((*self.variable, *self.configured)))


@dataclass(frozen=True, slots=True)
class Opened:
    """A library, the path at which it was found, and the library that needs it."""

    library: Library
    path: str
    by: "Opened | None" = None


def files_of(name: str, opened: Opened, folders: Folders, *, elevated: bool) -> Iterator[str]:
    """Yield the files to try for a needed name, in order.

    DT_RPATH applies to everything that a library needs, directly or indirectly, if the requesting library has no
    DT_RUNPATH; DT_RUNPATH applies to direct needs only. LD_LIBRARY_PATH is searched between the two.

    At most ``_MOST_PLACES`` folders are tried, because a library can name any number.
    """
    if "/" in name:
        yield from _expanded(name, opened, elevated=elevated) if name[0] in "/$" else ()
        return
    seen = set[str]()
    for place in islice(_places(opened, folders, elevated), _MOST_PLACES):
        yield from () if place in seen else (f"{place.rstrip('/')}/{name}",)
        seen.add(place)


def _places(opened: Opened, folders: Folders, elevated: bool) -> Iterator[str]:
    """Yield the folders to try for the needs of a library, in order, with repetitions."""
    if not opened.library.runpath:
        for asking in _line(opened):
            yield from _own(asking, asking.library.rpath, elevated)
    yield from folders.variable
    yield from _own(opened, opened.library.runpath, elevated)
    yield from folders.configured


def _line(opened: Opened) -> Iterator[Opened]:
    """Yield the library, the one that needs it, and so on, without libraries that have a DT_RUNPATH."""
    asking: Opened | None = opened
    while asking is not None:
        if not asking.library.runpath:
            yield asking
        asking = asking.by


def _own(asking: Opened, folders: Iterable[str], elevated: bool) -> Iterator[str]:
    return (place for folder in folders for place in _expanded(folder, asking, elevated=elevated))


def _expanded(text: str, asking: Opened, *, elevated: bool) -> list[str]:
    """Return the paths to which tokens may expand. $ORIGIN is the folder of ``asking``, and nothing if elevated."""
    if "$ORIGIN" in text or "${ORIGIN}" in text:
        if elevated:
            return []
        origin = asking.path.rpartition("/")[0]
        text = text.replace("${ORIGIN}", origin).replace("$ORIGIN", origin)
    return list(substitutions(text))


def is_of_libc(name: str) -> bool:
    """Return whether a needed name is the C library. A tree without one is not a complete system."""
    return _LIBC.fullmatch(name) is not None


def is_of_musl(name: str) -> bool:
    """Return whether a needed name is the C library of musl: that of Alpine, or of a plain build of musl."""
    return name == "libc.so" or name.startswith("libc.musl-")


def is_loaded_already(name: str) -> bool:
    """Return whether a needed library is always loaded if a loader runs: the dynamic linker or the loader itself."""
    return name == "libvulkan.so.1" or _LINKER.fullmatch(name) is not None


_OTHERWISE = {
    System.LINUX: "correct the library's DT_RUNPATH",
    System.WINDOWS: "link it into the library",
    System.MACOS: "correct the library's LC_RPATH",
}


@decides("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def missing_needs(
    missing: Sequence[tuple[str, str]],
    path: str,
    subject: str,
    where: Location,
    why: RuleId,
    *,
    known: bool,
    installed: bool,
    system: System = System.LINUX,
) -> Reason:
    """Return the reason for a library whose needs are missing: only a process that already loaded them can load it.

    If the tree is not a complete system (``known`` is False), the result is a note: they may be installed elsewhere.
    """
    fact = f"{quote(path)} needs {missing_text(missing, path)}"
    if not known:
        fact += ", which this tree does not hold: whether it is installed is not known"
        return Reason(why, Severity.NOTE, subject, fact, where)
    fact += ", which the dynamic linker does not find"
    suggestion = f"install it, or {_OTHERWISE[system]}"
    return Reason(why, Severity.ERROR if installed else Severity.WARNING, subject, fact, where, suggestion)


def missing_text(missing: Sequence[tuple[str, str]], first: str) -> str:
    """Return the missing names, each with the library that needs it unless that is ``first``."""
    own = [name for name, asking in missing if asking == first]
    others = [f"{name} (for {asking.rpartition('/')[2]})" for name, asking in missing if asking != first]
    return some([*own, *others], 5)

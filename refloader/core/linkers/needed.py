"""Decides where the dynamic linker of Linux looks for what a library needs (ld.so(8)). Never looks there."""

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
"""Folders that are looked at for one name, those that come twice among them."""


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the linker of a process looks: LD_LIBRARY_PATH, its configuration and its own folders."""

    variable: tuple[str, ...]
    configured: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """In order, for a name that no library of the process asks for."""
        return tuple(dict.fromkeys((*self.variable, *self.configured)))


@dataclass(frozen=True, slots=True)
class Opened:
    """A library at the path that it was found at, and the one that needs it."""

    library: Library
    path: str
    by: "Opened | None" = None


def files_of(name: str, opened: Opened, folders: Folders, *, elevated: bool) -> Iterator[str]:
    """The files to try for a needed name, in order.

    DT_RPATH counts for all that a library needs, itself and further on, and only where the asking library has no
    DT_RUNPATH; DT_RUNPATH counts for what the library itself needs. LD_LIBRARY_PATH lies between the two.

    A library can name folders without end: those that come after more than anybody has are left out.
    """
    if "/" in name:
        yield from _expanded(name, opened, elevated=elevated) if name[0] in "/$" else ()
        return
    seen = set[str]()
    for place in islice(_places(opened, folders, elevated), _MOST_PLACES):
        yield from () if place in seen else (f"{place.rstrip('/')}/{name}",)
        seen.add(place)


def _places(opened: Opened, folders: Folders, elevated: bool) -> Iterator[str]:
    """The folders to try for what a library needs, in order; some twice."""
    if not opened.library.runpath:
        for asking in _line(opened):
            yield from _own(asking, asking.library.rpath, elevated)
    yield from folders.variable
    yield from _own(opened, opened.library.runpath, elevated)
    yield from folders.configured


def _line(opened: Opened) -> Iterator[Opened]:
    """The library, the one that needs it, and so on; those with a DT_RUNPATH have no say."""
    asking: Opened | None = opened
    while asking is not None:
        if not asking.library.runpath:
            yield asking
        asking = asking.by


def _own(asking: Opened, folders: Iterable[str], elevated: bool) -> Iterator[str]:
    return (place for folder in folders for place in _expanded(folder, asking, elevated=elevated))


def _expanded(text: str, asking: Opened, *, elevated: bool) -> list[str]:
    """The paths that a text with tokens may mean; $ORIGIN is the folder of the asking library, unless elevated."""
    if "$ORIGIN" in text or "${ORIGIN}" in text:
        if elevated:
            return []
        origin = asking.path.rpartition("/")[0]
        text = text.replace("${ORIGIN}", origin).replace("$ORIGIN", origin)
    return list(substitutions(text))


def is_of_libc(name: str) -> bool:
    """Whether a needed name is the C library: a tree without one is not the whole of a machine."""
    return _LIBC.fullmatch(name) is not None


def is_loaded_already(name: str) -> bool:
    """Whether a needed name is there whenever a loader opens libraries: the dynamic linker, and the loader itself."""
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
    """What a library amounts to that needs what is not there: no process can load it that has not got that already.

    In a tree that is no whole machine (``known`` is False) nobody can tell: it may be installed beside.
    """
    fact = f"{quote(path)} needs {missing_text(missing, path)}"
    if not known:
        fact += ", which this tree does not hold: whether it is installed is not known"
        return Reason(why, Severity.NOTE, subject, fact, where)
    fact += ", which the dynamic linker does not find"
    remedy = f"install it, or {_OTHERWISE[system]}"
    return Reason(why, Severity.ERROR if installed else Severity.WARNING, subject, fact, where, remedy)


def missing_text(missing: Sequence[tuple[str, str]], first: str) -> str:
    """What is missing, and for whom where that is not the library itself (``first``)."""
    own = [name for name, asking in missing if asking == first]
    others = [f"{name} (for {asking.rpartition('/')[2]})" for name, asking in missing if asking != first]
    return some([*own, *others], 5)

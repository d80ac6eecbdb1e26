"""Decides whether refloader can run in a root filesystem, and with whose C library. Only reads.

The worker that opens a library under test is refloader's Python, a program of this machine. In a root it runs on
the root's own dynamic linker and C library if these are as new as the Python needs: a newer glibc runs older
programs, and not the other way round. In a root with an older glibc, that of the machine takes its place, file by
file, and everything else is the root's.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from refloader.core.linkers.needed import is_of_libc
from refloader.core.loading import HEAD_SIZE, Built, built_for
from refloader.host.extras import linked_with
from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.machines.trees import layout_of
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.libraries.linker_folders import linker_folders
from refloader.inspect.libraries.linking import Linker
from refloader.model.library import Format, Library
from refloader.model.text import quote
from refloader.native.installed import folders
from refloader.sandbox.targets.faults import TargetError

_LIBC = "libc.so.6"
_OF_GLIBC = (
    *(
        "libc.so.6",
        "libm.so.6",
        "libmvec.so.1",
        "libpthread.so.0",
        "libdl.so.2",
        "librt.so.1",
        "libutil.so.1",
    ),
    *("libresolv.so.2", "libanl.so.1", "libBrokenLocale.so.1", "libthread_db.so.1", "libc_malloc_debug.so.0"),
    *("libnss_compat.so.2", "libnss_dns.so.2", "libnss_files.so.2", "libnss_hesiod.so.2"),
)
"""The libraries of glibc that work only together with each other and with the dynamic linker of the same build."""

_BANNER = re.compile(rb"GNU C Library [^\n\0]{0,200}?\bversion (\d+)\.(\d+)")
_VERSION = re.compile(r"GLIBC_(\d+)\.(\d+)")
_INTERPRETER, _HEADER = 3, 64
_LIBC_LIMIT = 64 << 20
_OPTIONAL = ("_hashlib", "_ssl")
"""Modules without which Python works: it has slower ones, or refloader needs none."""

_LINKERS = re.compile(r"ld(?:64)?[-.].*\.so\.\d+|ld-musl-.*")
_MODULES = ("_ctypes",)
_NATIVE = ("worker", "mocks", "prober", "driver_prober", "application")


@dataclass(frozen=True, slots=True)
class Root:
    """A root filesystem in which refloader can run.

    ``path`` is its folder on this machine. ``libc`` says in words which C library runs in it. ``over`` are files of
    the machine that take the place of files of the root, by the real path in the root. Of the libraries that
    refloader's Python needs and the root lacks, ``placed`` are shown at their own paths, where no library looks
    unless it is linked so, and ``lent`` by name in a folder that every process of the harness searches.
    """

    path: str
    libc: str
    over: Mapping[str, str] = field(default_factory=dict)
    lent: Mapping[str, str] = field(default_factory=dict)
    placed: Mapping[str, str] = field(default_factory=dict)


def opened(folder: str, what: str = "") -> Root:
    """Return the root filesystem in a folder. ``what`` is its name in messages, that of the folder by default.

    Raises:
        TargetError: refloader cannot run in it.
    """
    what = what or folder
    path = _place(folder)
    here, there = RealHost({}), RootHost(path)
    linker = interpreter(os.path.realpath(sys.executable))
    if not linker:
        raise TargetError("refloader's own Python is no program of glibc, so it runs in no other root")
    own = _linker_of(there, linker, linked_with(here, linker), what)
    libc = Linker(there).find(_LIBC, "")
    if libc is None:
        raise TargetError(f"{quote(what)} has a dynamic linker and no {_LIBC}: it is not complete")
    theirs, ours = _version(there, libc), _version(here, Linker(here).find(_LIBC, "") or "")
    if not theirs:
        raise TargetError(
            f"the C library of {quote(what)} does not say its version: it is no glibc that is known"
        )
    programs = tuple(_programs())
    needed = max((version for each in programs for version in _needed(here, each)), default=(0, 0))
    lacking = _lacking(here, there, programs)
    usual = linker_folders(here, here.word_size()).all
    apart = {
        path for path in lacking.values() if os.path.dirname(path) not in usual and _is_free(there, path)
    }
    placed = {path: os.path.realpath(path) for path in sorted(apart)}
    lent = {name: os.path.realpath(path) for name, path in lacking.items() if path not in apart}
    if needed <= theirs:
        return Root(path, f"glibc {_text(theirs)} of the target", lent=lent, placed=placed)
    words = f"glibc {_text(ours)} of this machine: its Python needs {_text(needed)}, the target has {_text(theirs)}"
    over = {own: os.path.realpath(linker), **_replaced(here, there)}
    return Root(path, words, over, lent, placed)


def interpreter(program: str) -> str:
    """Return the path of the dynamic linker in a program's headers; empty if it names none."""
    try:
        with open(program, "rb") as file:
            data = file.read(1 << 16)
    except OSError:
        return ""
    wide, order = data[4:5] == b"\2", "little" if data[5:6] == b"\1" else "big"

    def number(at: int, size: int) -> int:
        return int.from_bytes(data[at : at + size], order)  # type: ignore[arg-type]

    at, size, count = (
        (number(32, 8), number(54, 2), number(56, 2))
        if wide
        else (number(28, 4), number(42, 2), number(44, 2))
    )
    for head in range(at, at + size * count, size or 1):
        if number(head, 4) == _INTERPRETER:
            start, length = (
                (number(head + 8, 8), number(head + 32, 8))
                if wide
                else (number(head + 4, 4), number(head + 16, 4))
            )
            return os.fsdecode(data[start : start + length].rstrip(b"\0"))
    return ""


def _place(folder: str) -> str:
    if not os.path.lexists(folder):
        raise TargetError(f"{quote(folder)} does not exist")
    if not os.path.isdir(folder):
        raise TargetError(f"{quote(folder)} is not a folder")
    layout = layout_of(folder)
    if layout.problem:
        raise TargetError(f"{layout.problem}; or name its .tar")
    if layout.at != "/" or layout.maps:
        raise TargetError(f"{quote(folder)} is {layout.words}: no complete root filesystem")
    return os.path.realpath(layout.root)


def _linker_of(there: RootHost, path: str, ours: object, what: str) -> str:
    """Return the real path, in the root, of its dynamic linker for this processor."""
    found = linked_with(there, path)
    assert isinstance(ours, Library), "this process was started with it"
    if isinstance(found, Library) and (found.machine, found.word_size) == (ours.machine, ours.word_size):
        return there.real_path(path)
    others = list(_other_linkers(there))
    if any("musl" in name for name, _ in others):
        raise TargetError(f"the C library of {quote(what)} is musl, and refloader runs with glibc alone")
    here = f"{ours.word_size}-bit {ours.machine}"
    for _, each in others:
        built = f"{each.word_size}-bit {each.machine}"
        if built == here:
            continue
        raise TargetError(f"{quote(what)} is a root for {built}, and this machine runs {here}")
    if not isinstance(found, Library) and there.kind(path) is Kind.FILE:
        raise TargetError(f"the dynamic linker of {quote(what)}, {path}, is damaged, or no file of ELF")
    raise TargetError(f"{quote(what)} has no {path}: it is no root filesystem with glibc for {here}")


def _other_linkers(there: RootHost) -> Iterator[tuple[str, Built]]:
    """Yield the dynamic linkers by name, with what they are built for."""
    for folder in ("/lib64", "/lib", "/lib32", "/usr/lib64", "/usr/lib"):
        listing = there.list(folder)
        for name in sorted(listing.names) if isinstance(listing, Listing) else ():
            answer = there.head(f"{folder}/{name}", HEAD_SIZE) if _LINKERS.fullmatch(name) else None
            if isinstance(answer, Content) and answer.data.startswith(b"\x7fELF"):
                yield from ((name, each) for each in built_for(answer.data, Format.ELF) or ())


def _version(host: Host, path: str) -> tuple[int, int]:
    """Return the version that a glibc states about itself; (0, 0) if it states none."""
    answer = host.read(path, _LIBC_LIMIT)
    found = _BANNER.search(answer.data) if isinstance(answer, Content) else None
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _text(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


def _programs() -> Iterator[str]:
    """Yield the programs and libraries of this machine that run in every target."""
    yield os.path.realpath(sys.executable)
    specs = (find_spec(name) for name in _MODULES)
    origins = {spec.origin for spec in specs if spec and spec.origin}
    loaded = {
        getattr(module, "__file__", None)
        for name, module in list(sys.modules.items())
        if name not in _OPTIONAL
    }
    yield from sorted(path for path in origins | loaded if path and ".so" in os.path.basename(path))
    for folder in (each for name in _NATIVE for each in folders(name) if os.path.isdir(each)):
        yield from sorted(entry.path for entry in os.scandir(folder) if entry.name.endswith(".so"))


def _needed(host: Host, path: str) -> Iterator[tuple[int, int]]:
    found = linked_with(host, path)
    for _, version in found.versions if isinstance(found, Library) else ():
        if match := _VERSION.fullmatch(version[:40].rpartition(":")[2]) or _VERSION.match(version):
            yield int(match[1]), int(match[2])


def _lacking(here: Host, there: RootHost, programs: Iterable[str]) -> dict[str, str]:
    """Return the libraries that the programs need, besides the C library, and that the root lacks or has too old."""
    ours, theirs, lacking = Linker(here), Linker(there), dict[str, str]()
    for program in programs:
        reached = ours.reached(program)
        files = {os.path.basename(path): path for path in reached}
        asking = [linked_with(here, path) for path in (program, *reached)]
        wanted = {pair for each in asking if isinstance(each, Library) for pair in each.versions}
        for name, path in files.items():
            if not is_of_libc(name) and not _serves(theirs, there, name, wanted):
                lacking[name] = os.path.normpath(path)
    return lacking


def _is_free(there: RootHost, path: str) -> bool:
    """True if the root has nothing at a path, and no link on the way to it."""
    if there.kind(path) is not Kind.MISSING:
        return False
    parent = os.path.dirname(path)
    while there.kind(parent) is Kind.MISSING:
        parent = os.path.dirname(parent)
    return there.kind(parent) is Kind.FOLDER and there.real_path(parent) == parent


def _serves(linker: Linker, there: RootHost, name: str, wanted: Iterable[tuple[str, str]]) -> bool:
    path = linker.find(name, "")
    found = linked_with(there, path) if path else None
    if not isinstance(found, Library):
        return False
    return not found.defined or all(version in found.defined for of, version in wanted if of == name)


def _replaced(here: Host, there: RootHost) -> dict[str, str]:
    """Return the libraries of glibc that both have: in the root's real paths, those of this machine."""
    ours, theirs = Linker(here), Linker(there)
    found = ((theirs.find(name, ""), ours.find(name, "")) for name in _OF_GLIBC)
    return {there.real_path(path): os.path.realpath(own) for path, own in found if path and own}

"""Decides which files of the machine a library under test can see: the system's libraries and the subject's files.

Home folders, ``/root``, ``/run``, ``/var`` and ``/tmp`` are not visible. Of a subject that lies in one of them,
single files are shown: its library, the libraries that it needs, those that it names (by an absolute path, or in the
same folder), those beside it that every user may read if they are few (code may put a name together), and the data
of its own installation that it names (``library_data``). The user lists anything else in SHOW.

The names in a library, and the links beside it, are not trusted: a file that a library names is shown only if it is a
library too, or data that every user of the machine may read. The time to search a library is linear in its size,
whatever its content.
"""

import os
import pwd
import re
import stat
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Literal

import refloader
from refloader.host.machines.real import RealHost
from refloader.host.opening import of_regular
from refloader.host.port import Content, Listing
from refloader.host.privacy import open_to_all
from refloader.inspect.libraries.linking import Linker
from refloader.native.installed import folders
from refloader.native.target import LENT, inside
from refloader.sandbox.library_data import MOST_NAMES, data_of, hidden_data
from refloader.sandbox.redirect import is_under

SHOW = "REFLOADER_SHOW"
"""The variable that lists further files and folders to show, separated by colons."""

Shown = tuple[str, str, str]
"""A path, the target if it is a symbolic link (else empty), and an identifier of the file's present content."""

_FLATPAK = ("/app",) if os.path.exists("/.flatpak-info") else ()
"""Without Flatpak, /app often holds the user's projects."""

_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    *("/lib", "/lib32", "/lib64", "/libx32"),
    "/sys",
    *("/nix/store", "/gnu/store"),
    "/run/opengl-driver",
    "/run/opengl-driver-32",
    *_FLATPAK,
)
_MACHINERY = ("/proc", "/dev")
"""The content of these depends on the process that reads it: the harness's links there lead others elsewhere."""

SETTINGS = (
    "OpenCL",
    "alternatives",
    "amd",
    "drirc",
    "fonts",
    "glvnd",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld.so.preload",
    "locale.alias",
    "localtime",
    "nsswitch.conf",
    "nvidia",
)
"""What libraries read in /etc, and in that of what is installed by hand. None of it is secret."""

_SETTINGS_IN = ("/etc", "/usr/local/etc")

_HIDDEN = ("/usr/src", "/usr/local/src", "/usr/local/etc")
"""The system folders that are hidden: where containers often keep the user's projects, and settings with tokens."""

_PACKAGES = ("site-packages", "dist-packages")
"""The folders of Python's packages, among which the user's own are installed. No worker imports one."""

_LOCAL = "/usr/local/lib"
"""Where each release of Python has a folder for packages that the machine's owner installs."""

_SUFFIX = re.compile(rb"\.so\b[\w.]*")
_IN_NAMES = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+.-"
_IN_PATHS = bytes(each for each in range(0x21, 0x7F) if each not in b"\"':;")
_LONGEST = 255
"""Maximum length of a file name in bytes."""

_LONGEST_PATH = 1024
"""Maximum length in bytes of a path in a library, without the suffix."""

_ELF, _SHARED = b"\x7fELF", 3
_LITTLE, _KIND, _KIND_END = 1, 16, 18
"""The field of an ELF header that tells a shared library from a program or a core dump."""

_SIDECARS = (".flags", ".violate")
_LARGEST = 256 << 20
"""Maximum number of bytes of a library that are searched for names."""

_MOST, _FEW = 256, 16
"""Maximum number of files beside a library and of paths named in it, and of entries beside it that need no name."""

_LARGEST_SIDECAR = 1 << 20
"""Maximum number of bytes in a sidecar."""


def texts(user: int) -> tuple[tuple[str, str], ...]:
    """Return generated files that name users and hosts, in place of the machine's own."""
    people = {user: "user", 0: "root", 65534: "nobody"}
    rows = [
        f"{name}:x:{number}:{number}::/nonexistent:/usr/sbin/nologin\n" for number, name in people.items()
    ]
    groups = [f"{name}:x:{number}:\n" for number, name in people.items()]
    return (
        ("/etc/passwd", "".join(rows)),
        ("/etc/group", "".join(groups)),
        ("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"),
    )


def view(libraries: Iterable[str], others: Iterable[str] = ()) -> tuple[Shown, ...]:
    """Return everything that a subject can see: the system's files, its libraries (paths or names), other files."""
    found = [*_everybodys()]
    for path in (*others, *filter(None, _asked())):
        found += _by_name(path)  # first: a folder has no room where one of its files is
    for library in libraries:
        path = library if "/" in library else _found_by_linker(library)
        found += _library(path, _word_for(RealHost().real_path(path))) if path else ()
        found += (row for each in _sidecars(path) for row in _by_name(each, is_sidecar))
    return tuple(dict.fromkeys(found))


def with_neighbours(library: str) -> tuple[str, ...]:
    """Return a library, those in its folder that it names, and its sidecars; nothing if it does not exist."""
    found = (library, *_beside(library, _word_for(library)), *_sidecars(library))
    return found if os.path.isfile(library) else ()


def is_sidecar(path: str) -> bool:
    """True if the path is a small regular file of a sidecar's name. Links are refused: they may lead to secrets."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    is_small = stat.S_ISREG(status.st_mode) and status.st_size <= _LARGEST_SIDECAR
    return is_small and path.endswith(_SIDECARS)


def _sidecars(library: str) -> tuple[str, ...]:
    """Return the files that configure a mock or a library of the self-test."""
    return tuple(path for suffix in _SIDECARS if is_sidecar(path := library + suffix))


def named(shown: Iterable[Shown]) -> tuple[str, ...]:
    """Return the paths that are shown to this subject in addition to what every subject can see."""
    common = set(_everybodys())
    return tuple(path for each in shown if each not in common for path in each[:1])


def everybodys() -> tuple[str, ...]:
    """Return the paths that every subject can see."""
    return tuple(path for path, _, _ in _everybodys())


@cache
def _everybodys() -> tuple[Shown, ...]:
    """Return the system's folders, the linker's folders and the worker's own files.

    The package is the folder of its own file: in an editable installation, its ``__path__`` also has a folder around
    the checkout, with whatever else its owner keeps there.
    """
    shown = (*_SYSTEM, *(f"{etc}/{name}" for etc in _SETTINGS_IN for name in SETTINGS))
    system = [_entry(path) for path in shown if os.path.exists(path)]
    linker = filter(os.path.isdir, Linker(RealHost()).folders(RealHost().word_size()).all)
    own = (
        os.path.realpath(sys.executable),
        *standard_library(),
        *_shared_interpreter(),
        *_lent(),
        os.path.dirname(refloader.__file__),
        *folders(""),
    )
    rows = [*system]
    for path in (*linker, *own):
        rows += _by_name(path)
    return tuple(dict.fromkeys(rows))


def standard_library() -> tuple[str, ...]:
    """Return the folders of the interpreter's own modules, which an environment does not have."""
    base = {"platbase": sys.base_exec_prefix}
    return tuple(sorted({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", vars=base)}))


@cache
def hidden() -> tuple[str, ...]:
    """Return the folders that no subject sees, although it sees what they lie in."""
    listing = RealHost().list(_LOCAL)
    names = listing.names if isinstance(listing, Listing) else ()
    local = (f"{_LOCAL}/{name}" for name in names if name.startswith("python"))
    places = dict.fromkeys((*map(os.path.realpath, standard_library()), *local))
    return (*_HIDDEN, *(f"{place}/{name}" for place in places for name in _PACKAGES))


def covered() -> tuple[str, ...]:
    """Return the hidden folders but those that the user asked to show."""
    asked = {RealHost().real_path(os.path.abspath(path)) for path in filter(None, _asked())}
    return tuple(path for path in hidden() if path not in asked)


def _asked() -> list[str]:
    return os.environ.get(SHOW, "").split(":")


def _shared_interpreter() -> Iterator[str]:
    folder, name = (sysconfig.get_config_var(each) or "" for each in ("LIBDIR", "INSTSONAME"))
    if name and sysconfig.get_config_var("Py_ENABLE_SHARED"):
        yield os.path.join(folder, name)


def _lent() -> Iterator[str]:
    """Yield the libraries that the machine lends to a target for the interpreter."""
    if target := inside():
        yield from (LENT, *target.placed) if target.lent else target.placed


def _entry(path: str) -> Shown:
    return (path, os.readlink(path), "") if os.path.islink(path) else (path, "", "")


@cache
def _roots() -> tuple[str, ...]:
    return tuple(RealHost().real_path(path) for path in _SYSTEM if os.path.isdir(path))


def _is_systems(path: str) -> bool:
    """True if every subject can see the path because it lies in a folder of the system."""
    return is_under(path, (*_roots(), *_SYSTEM)) and not is_under(path, hidden())


def _by_name(path: str, fits: Callable[[str], bool] = os.path.exists) -> Iterator[Shown]:
    """Yield a path and its real path, unless they are visible anyway. A folder that contains a home is not shown.

    ``fits`` is asked of the real path: there may be a link by now that was not there when the path was chosen.
    """
    path = f"/{os.path.abspath(path).lstrip('/')}"  # abspath keeps two leading slashes, which mean one
    real = RealHost().real_path(path)
    if not fits(real) or (os.path.isdir(real) and _holds_a_home(real)):
        return
    if not _is_systems(real):
        yield real, "", "" if os.path.isdir(real) else _word_for(real)
    if path != real and not _is_systems(path) and not is_under(path, _MACHINERY):
        yield path, real, ""


def _holds_a_home(folder: str) -> bool:
    return any(is_under(home, [folder.rstrip("/")]) for home in _homes())


@cache
def _homes() -> frozenset[str]:
    """Return the home folders of people; those of services lie in the system's folders."""
    found = {"/root", "/home", os.path.realpath(os.path.expanduser("~"))}
    found |= {each.pw_dir for each in pwd.getpwall() if each.pw_uid == 0 or 1000 <= each.pw_uid < 65000}
    found = {home for home in found if home.strip("/") and home != "/nonexistent"}
    return frozenset(found | {os.path.realpath(home) for home in found})


def _word_for(path: str) -> str:
    """Return an identifier of a file's present content: a mount still shows the old file after a replacement."""
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return f"{status.st_ino}-{status.st_mtime_ns}-{status.st_size}"


@cache
def _found_by_linker(name: str) -> str:
    return Linker(RealHost()).find(name, "") or ""


@lru_cache(64)
def _library(path: str, word: str) -> tuple[Shown, ...]:
    """Return a library and, unless it is the system's, the files it needs. ``word`` identifies its content."""
    real = RealHost().real_path(path)
    if not word or not _is_library(real):
        return ()
    found = [*_by_name(path, _is_library)]
    if _is_systems(real):
        return tuple(found)
    for each in (
        *_beside(real, word),
        *_elsewhere(real, word),
        *filter(_is_library, Linker(RealHost()).reached(real)),
    ):
        found += _by_name(each, _is_library)
    for each in dict.fromkeys([line for line, target, _ in found if target or os.path.isfile(line)]):
        for data, fits in data_of(each, _content(each), _homes(), is_subject=each in (path, real)):
            found += _by_name(data, fits)
    return tuple(dict.fromkeys(found))


def not_shown(library: str) -> tuple[str, ...]:
    """Return what lies with a library as data and it cannot see: in a home, or not every user's to read."""
    shown = [path for path, _, _ in view((library,))]
    real = RealHost().real_path(library)
    found = (*_hidden_with(library, _word_for(real)), *_hidden_with(real, _word_for(real)))
    return tuple(path for path in dict.fromkeys(found) if not is_under(path, shown) and not _is_systems(path))


@lru_cache(64)
def _hidden_with(library: str, word: str) -> tuple[str, ...]:
    return tuple(hidden_data(library, _content(library), _homes())) if word else ()


@lru_cache(64)
def _beside(library: str, word: str) -> tuple[str, ...]:
    """Return the libraries in its folder that a library outside the system's folders may open."""
    if not word or _is_systems(library) or not _is_library(library):
        return ()
    folder, own = os.path.split(library)
    names = {*islice(_names_in(_content(library)), MOST_NAMES)} - {own}
    named = [path for name in sorted(names) if _is_library(path := os.path.join(folder, name))][:_MOST]
    others = (path for path in open_to_all(folder, _FEW) if path != library and _is_library(path))
    return tuple(dict.fromkeys((*named, *others)))


@lru_cache(64)
def _elsewhere(library: str, word: str) -> tuple[str, ...]:
    """Return the libraries that a library names by an absolute path, as a stub names the one that it opens."""
    if not word or _is_systems(library) or not _is_library(library):
        return ()
    paths = sorted({*islice(_paths_in(_content(library)), MOST_NAMES)} - {library})
    found = (path for path in paths if not _is_systems(path) and not is_under(path, _MACHINERY))
    return tuple(islice(filter(_is_library, found), _MOST))


def _paths_in(content: bytes) -> Iterator[str]:
    """Yield the absolute paths of libraries: each ``.so`` with the suffix after it and the path before it."""
    for found in _SUFFIX.finditer(content):
        before = content[max(0, found.start() - _LONGEST_PATH) : found.start()]
        run = before[len(before.rstrip(_IN_PATHS)) :]
        if stem := run[run.find(b"/") :] if b"/" in run else b"":
            yield os.path.normpath(os.fsdecode(stem + found[0][:_LONGEST]))


def _names_in(content: bytes) -> Iterator[str]:
    """Yield the names of libraries: each ``.so`` with the suffix after it and the file name characters before it."""
    for found in _SUFFIX.finditer(content):
        before = content[max(0, found.start() - _LONGEST) : found.start()]
        if stem := before[len(before.rstrip(_IN_NAMES)) :]:
            yield os.fsdecode(stem + found[0][:_LONGEST])


def _is_library(path: str) -> bool:
    """True if a file is a shared library by its first bytes, not only by its name.

    The type in the header matters: a core dump, with the memory of a process in it, starts like a library. Only a
    regular file counts: links can lead to pipes, and to kernel files that do not end.
    """
    answer = of_regular(path, lambda descriptor: Content(os.read(descriptor, _KIND_END)))
    head = answer.data if isinstance(answer, Content) else b""
    order: Literal["little", "big"] = "little" if head[5:6] == bytes([_LITTLE]) else "big"
    return head.startswith(_ELF) and head[_KIND:] == _SHARED.to_bytes(_KIND_END - _KIND, order)


def _content(library: str) -> bytes:
    """Return the part of a library that is searched; empty if it cannot be read without blocking."""
    answer = of_regular(library, _beginning)
    return answer.data if isinstance(answer, Content) else b""


def _beginning(descriptor: int) -> Content:
    with open(descriptor, "rb", closefd=False) as file:
        return Content(file.read(_LARGEST) or b"")

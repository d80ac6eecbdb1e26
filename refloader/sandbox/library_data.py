"""Decides which data files a library under test can see: public ones of its own installation.

A product keeps data in the ``share`` and ``etc`` of its installation, or in the folder of its library, and finds them
by an absolute path or from where the library lies. Shown is what the library names, and all beside it if that is
little: code may put a name together. Names in a library are not trusted: a file is shown only if every user of the
machine may read it and reach it, its name does not begin with a dot, and neither its path nor a link leads to a home.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from refloader.host.machines.real import RealHost
from refloader.host.privacy import is_everybodys
from refloader.sandbox.redirect import is_under

MOST_NAMES = 1 << 16
"""Maximum number of names in a library that are compared with existing files."""

Data = tuple[str, Callable[[str], bool]]
"""A path, and what is to hold of its real path when it is shown."""

_INSTALLED = re.compile(r"(/.*?)/lib(?:32|64|x32|exec)?(?:/|$)")
_NAMED = rb"/[\x21-\x7e]{3,255}"
_BELOW = rb"(?:/[\w+.-]{1,255}){1,16}"
_FROM_LIBRARY = (re.compile(rb"\.\./(?:\.\./){0,2}(?:share|etc)" + _BELOW),)
_FROM_INSTALLATION = (re.compile(rb"share" + _BELOW), re.compile(rb"etc" + _BELOW))
_DATA = ("share", "etc")
_IN_NAMES, _IN_STEMS = rb"[\w+-]", rb"[\w+.-]"
_SHORTEST = 4
"""Minimum length of a name without its suffix: code may put the two together."""

_MOST = 256
"""Maximum number of paths of each kind that are shown."""

_FEW, _SEVERAL = 16, 64
"""Maximum number of entries beside a library that need no name in it, and of those that are looked for in it."""

_OTHERS = (".json",)
"""Suffixes of what lies beside a library for others that read it: manifests."""

_MOST_IN_FOLDER = 4096
"""A folder that a library names is shown file by file if it has at least this many entries."""

_SHARED = frozenset(("/", "/media", "/mnt", "/opt", "/run", "/srv", "/tmp", "/var", "/var/lib", "/var/tmp"))
"""Folders in which several products or users have their own."""

_ENTERED = stat.S_IROTH | stat.S_IXOTH


def data_of(library: str, content: bytes, homes: Iterable[str], *, is_subject: bool) -> Iterator[Data]:
    """Yield the data files, and the folders of such, that a library names by absolute paths.

    Of a subject, also those that it may find from where it lies: a library names others, whose data is not its own.
    """
    homes = tuple(homes)
    yield from _installed(library, content, homes)
    if is_subject and not _is_at_home(os.path.dirname(library), homes):
        yield from islice(_from_there(library, content, homes), _MOST)


def hidden_data(library: str, content: bytes, homes: Iterable[str]) -> list[str]:
    """Return what a subject names, or may find from where it lies, and is not shown: in a home or not public.

    Where much lies that is none of its own, it has to name it.
    """
    folder, homes = os.path.dirname(library), tuple(homes)
    is_products = _is_own(folder) and not _is_at_home(folder, homes)
    named = (path for path, _ in _named_in_installation(library, content))
    hidden = [path for path in named if _is_at_home(path, homes) or not is_everybodys(path)]
    for path, top in _found_from(library, content):
        is_meant = top != folder or is_products or _is_named(os.path.basename(path), content)
        is_closed = _is_at_home(path, homes) or not is_everybodys(path) or (top == folder and not is_products)
        if is_meant and is_closed and not (top == folder and path.endswith(_OTHERS)):
            hidden.append(path)
    return hidden


def _from_there(library: str, content: bytes, homes: tuple[str, ...]) -> Iterator[Data]:
    folder = os.path.dirname(library)
    is_own = _is_own(folder)
    for path, top in _found_from(library, content):
        if (is_own or top != folder) and not _is_at_home(top, homes) and is_everybodys(path):
            for each, fits in _public(path, [top, RealHost().real_path(top)]):
                if not _is_at_home(each, homes):
                    yield each, fits


def _is_at_home(path: str, homes: tuple[str, ...]) -> bool:
    """Return whether a path, or what a link on it leads to, lies in a home."""
    return is_under(path, homes) or is_under(RealHost().real_path(path), homes)


def _public(path: str, tops: list[str]) -> Iterator[Data]:
    fits = partial(_is_public, folders=tops)
    if fits(path):
        for each in _public_of(path) if os.path.isdir(path) else (path,):
            yield each, fits


def _installed(library: str, content: bytes, homes: tuple[str, ...]) -> Iterator[Data]:
    """Yield what it names by absolute paths in the ``share`` and ``etc`` of its installation, none of it in a home.

    A public file may lie in a folder that not every user may enter.
    """
    for path, folders in _named_in_installation(library, content):
        if not _is_at_home(path, homes) and is_everybodys(path):
            for each, fits in _public(path, folders):
                if not _is_at_home(each, homes):
                    yield each, fits


def _named_in_installation(library: str, content: bytes) -> Iterator[tuple[str, list[str]]]:
    """Yield what a library names by absolute paths in its installation, each path with the folders of its data."""
    installed = _INSTALLED.match(library)
    if installed is None:
        return
    folders = [f"{installed[1]}/{name}" for name in _DATA]
    named = re.finditer(re.escape(os.fsencode(installed[1])) + _NAMED, content)
    words = {match[0] for match in islice(named, MOST_NAMES)}
    for word in sorted(words)[:_MOST]:
        path = os.path.normpath(os.fsdecode(word))
        if is_under(path, folders) and _is_there(path):
            yield path, folders


def _found_from(library: str, content: bytes) -> Iterator[tuple[str, str]]:
    """Yield what a library may find from where it lies, each path with the top folder of its data."""
    folder = os.path.dirname(library)
    beside, are_few = _beside(folder)
    for entry in beside:
        if are_few or _is_named(entry.name, content):
            yield entry.path, folder
    places = [(pattern, folder) for pattern in _FROM_LIBRARY]
    roots = {os.path.dirname(folder)} if _is_below_others(os.path.dirname(folder)) else set()
    if (installed := _INSTALLED.match(library)) and installed[1] not in _SHARED:
        places += [(pattern, installed[1]) for pattern in _FROM_INSTALLATION]
        roots.add(installed[1])
    for pattern, base in places:
        words = {match[0] for match in islice(pattern.finditer(content), MOST_NAMES)}
        for word in sorted(words)[:_MOST]:
            parts = os.fsdecode(word).rstrip(".").split("/")
            up = parts.count("..")
            top = os.path.normpath(os.path.join(base, *parts[: up + 1]))
            path = os.path.join(top, *parts[up + 1 :])
            if os.path.dirname(top) in roots and ".." not in parts[up:] and _is_there(path):
                yield path, top


def _is_below_others(folder: str) -> bool:
    """Return whether a folder may be that of one product: those directly below the root hold many."""
    return folder.count("/") > 1 and folder not in _SHARED


def _is_own(folder: str) -> bool:
    """Return whether a folder is that of one product.

    One where everybody may make files is not, like ``/tmp``. One in which something is hidden is somebody's project.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        mode = os.stat(folder).st_mode
        is_hidden = any(entry.name.startswith(".") for entry in islice(entries, _MOST_IN_FOLDER))
        return _is_below_others(folder) and not mode & (stat.S_ISVTX | stat.S_IWOTH) and not is_hidden
    return False


def _is_there(path: str) -> bool:
    return "/." not in path and os.path.exists(path)


def _beside(folder: str) -> tuple[list["os.DirEntry[str]"], bool]:
    """Return what lies beside a library, without libraries, links and what is hidden, and whether all are few.

    A folder of very many is nobody's own.
    """
    found, total = list["os.DirEntry[str]"](), 0
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in islice(entries, _MOST_IN_FOLDER):
            total += 1
            is_data = entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)
            if is_data and not entry.name.startswith(".") and ".so" not in entry.name:
                found.append(entry)
    several = sorted(found, key=lambda entry: entry.name) if len(found) <= _SEVERAL else []
    return several, total <= _FEW


def _is_named(name: str, content: bytes) -> bool:
    """True if a library has a name in it, whole or without its suffix, and nothing around it that is of a name."""
    whole = os.fsencode(name)
    stem = whole.partition(b".")[0]
    words = [(whole, _IN_NAMES)] + ([(stem, _IN_STEMS)] if len(stem) >= _SHORTEST else [])
    return any(
        word in content and re.search(_apart(re.escape(word), behind), content) for word, behind in words
    )


def _apart(word: bytes, behind: bytes) -> bytes:
    """Return a pattern that begins with the word: it is searched for much faster than one that looks back first."""
    return b"%b(?!%b)(?<!%b%b)" % (word, behind, _IN_NAMES, word)


def _public_of(folder: str) -> list[str]:
    """Return a folder that a library names if everything in it is public and it is small, else its public files."""
    files, left, waiting = list[str](), _MOST_IN_FOLDER, [folder]
    whole = True
    while waiting and left:
        for entry, mode in _entries(waiting.pop(), left):
            left -= 1
            if entry.name.startswith("."):
                whole = False
            elif stat.S_ISDIR(mode) and mode & _ENTERED == _ENTERED:
                waiting.append(entry.path)
            elif stat.S_ISREG(mode) and mode & stat.S_IROTH:
                files.append(entry.path)
            else:
                whole = whole and stat.S_ISLNK(mode)
    return [folder] if whole and left else sorted(files)[:_MOST]


def _entries(folder: str, most: int) -> Iterator[tuple["os.DirEntry[str]", int]]:
    """Yield at most ``most`` entries of a folder with their modes; stop at the first that cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in islice(entries, most):
            yield entry, entry.stat(follow_symlinks=False).st_mode


def _is_public(path: str, folders: Iterable[str]) -> bool:
    """True if a file or folder below these folders is public: every user may read it and reach it.

    Pipes, sockets and devices are not public: data written to them leaves the box.
    """
    real = RealHost().real_path(path)
    top = next((folder for folder in folders if is_under(real, [folder])), "")
    if not top or "/." in real[len(top) :]:
        return False
    try:
        mode, parent = os.stat(real).st_mode, real
        while parent != top:
            parent = os.path.dirname(parent)
            if not os.stat(parent).st_mode & stat.S_IXOTH:
                return False
    except OSError:
        return False
    if stat.S_ISDIR(mode):
        return mode & _ENTERED == _ENTERED
    return stat.S_ISREG(mode) and bool(mode & stat.S_IROTH)

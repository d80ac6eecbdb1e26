"""Finds library files and their dependencies on a host as its dynamic linker would.

Reads the linker's configuration, which says where it searches for a bare name. Loads no library.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from refloader.core.linkers.folders import redirected, system_root
from refloader.core.linkers.needed import Folders, Opened, files_of, is_loaded_already, is_of_libc, is_of_musl
from refloader.core.linkers.needed_elsewhere import files_of_dll, files_of_dylib, is_of_the_system
from refloader.core.loading import HEAD_SIZE, built_for, is_native, native_format, obstacle
from refloader.core.manifests.library_path import (
    LIB_TOKENS,
    LibraryForm,
    candidates,
    library_form,
    with_token,
)
from refloader.host.extras import linked_with, linker_cache, symbol_names
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.libraries.folder_index import FolderIndex
from refloader.inspect.libraries.likeness import Spellings
from refloader.inspect.libraries.linker_folders import by_distribution, has_c_library, linker_folders
from refloader.model.library import Format, Library
from refloader.model.system import System

_BUILT_IN = re.compile(r"(?:/usr)?/lib(?:64|32|x32)?(?:/[\w]+-linux-[\w]+)?/?")
"""The folders that the linker searches without its cache."""

_NEEDED_LIMIT = 400
"""The most dependencies of one library, direct and indirect; the largest driver today has about sixty."""

_TRIED_LIMIT = 1 << 14
"""The most files tried to find all dependencies of one library; most are in one of ten folders."""

_TRIED_LIMIT_OF_ALL = 1 << 16
"""The most different files tried for the dependencies of all libraries together; a machine has a few thousand."""

_TRIES_OF_ALL = 1 << 19
"""The most tries for them, of the same files again, too: thousands of libraries may need the same hundreds."""

_MOST_LOOKED_INTO = 1 << 12
"""The most folders looked into for single bare names; a machine has ten."""

_NO_SIZES = frozenset[int]()
_MOST_REMEMBERED = 1 << 16  # paths: a library can name a thousand folders for each of its needs
_UNTOLD = (Trouble.UNKNOWN, Trouble.DENIED)


@dataclass(frozen=True, slots=True)
class Needs:
    """The dependencies of a library that are not found, each with the library that needs it.

    ``known`` is whether they are certainly missing. They are not if the search was incomplete (limits, unreadable
    files), or if the system's own libraries (on Linux the C library) are missing too, as in a package. ``missing``
    then leaves out the C library on Linux. ``beside`` are other versions of them, which show in the place of a C
    library that the files are there to which they belong.
    """

    missing: tuple[tuple[str, str], ...] = ()
    known: bool = True
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unmet:
    """A version of symbols that the library ``asking`` needs, and the library at ``found`` does not define."""

    version: str
    name: str
    found: str
    asking: str


_Asked: TypeAlias = tuple[str, str, Opened | None]
"""A dependency's name, the path of the first library that needs it, and the library if it is found."""


class Linker:
    """The dynamic linker of one host. Reads its configuration once, when it is first needed."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.system = host.platform().system
        self._folders: dict[int, Folders] = {}
        self._links: dict[str, Library | Failure] = {}
        self._tokens: dict[int, str] = {}
        self.spelled = Spellings(host).beside
        self._found: tuple[tuple[str, str], str | None] | None = None
        self._doubtful = False
        self._left = 0  # files that may still be tried for one library's dependencies
        self._left_of_all, self._tries_left = _TRIED_LIMIT_OF_ALL, _TRIES_OF_ALL
        self._asked_by: dict[str, tuple[tuple[_Asked, ...], bool]] = {}
        self._names: dict[str, bytes] = {}
        self._looked_into = 0
        self._indexes: dict[int, FolderIndex] = {}

    def find(self, library_path: str, manifest: str, word_size: int = 0) -> str | None:
        """Return the file that a library_path leads to, or None; of several, preferably one for the word size."""
        named = (library_path, manifest)
        if self._found is not None and self._found[0] == named:
            return self._found[1]
        size = word_size or self.host.word_size()
        paths = self.system.paths
        bare = library_form(library_path, paths) is LibraryForm.BARE
        if "LIB" in library_path and self.system is System.LINUX:
            library_path = with_token(library_path, "LIB", self.lib_token(size))
        tried = candidates(library_path, manifest, self._likely(library_path, size) if bare else (), paths)
        there = (
            path
            for path in self._redirected(tried, size)
            if self.host.kind(path) is not Kind.MISSING and not (bare and self.uncached(path))
        )
        if len(tried) == 1:
            only = next(there, None)
            if not bare and self.system is not System.WINDOWS:
                self._found = named, only  # the same for every word size
            return only
        found = list(there)
        return next((path for path in found if self._fits(path, size)), found[0] if found else None)

    def _likely(self, name: str, word_size: int) -> Sequence[str]:
        """Return the folders that may have a file; once very many were looked into, each is listed once for all."""
        folders = self.folders(word_size).all
        self._looked_into += len(folders)
        is_plain = self.system is System.LINUX and "$" not in name  # else a token is a part of the name
        if self._looked_into <= _MOST_LOOKED_INTO or not is_plain:
            return folders
        if word_size not in self._indexes:
            self._indexes[word_size] = FolderIndex(self.host, folders)
        return self._indexes[word_size].folders_of(name)

    def word_sizes(self, library_path: str, manifest: str) -> frozenset[int]:
        """Return the word sizes of the processes for which the library of a manifest exists."""
        sizes: set[int] = set()
        for path in dict.fromkeys(self.find(library_path, manifest, size) for size in (64, 32)):
            answer = self.host.head(path, HEAD_SIZE) if path is not None else None
            if isinstance(answer, Content) and is_native(answer.data, self.system):
                built = built_for(answer.data, native_format(self.system)) or ()
                sizes.update(each.word_size for each in built if each.shared)
        return frozenset(sizes) if sizes else _NO_SIZES

    def uncached(self, path: str) -> bool:
        """True if the linker does not find a file in a folder of its configuration: its cache lacks the name yet."""
        folder, _, name = path.rpartition("/")
        if self.system is not System.LINUX or folder in self._by_variable or _BUILT_IN.fullmatch(folder):
            return False
        return bool(self._cache) and name.encode("utf-8", "surrogateescape") not in self._cache

    @cached_property
    def _by_variable(self) -> frozenset[str]:
        """The folders of LD_LIBRARY_PATH, for which no cache counts, without the slash that may end each."""
        return frozenset(folder.rstrip("/") for folder in self.folders(self.host.word_size()).variable)

    @cached_property
    def _cache(self) -> frozenset[bytes]:
        """The names of the files whose paths ldconfig wrote down; empty if there is no such file, as on musl."""
        texts = linker_cache(self.host).split(b"\0")[:-1]
        return frozenset(text.rpartition(b"/")[2] for text in texts if b"/" in text)

    def _is_uncached(self, path: str, asking: Opened) -> bool:
        """True if only the linker's configuration leads to a needed file, and its cache does not have it yet."""
        by: Opened | None = asking
        while by is not None:
            if by.library.rpath or by.library.runpath:
                return False
            by = by.by
        return self.uncached(path)

    def _redirected(self, tried: tuple[str, ...], word_size: int) -> Iterator[str]:
        redirects = self.system is System.WINDOWS and word_size == 32 and self.host.platform().word_size == 64
        root = system_root(self.host.variables()) if redirects else ""
        return (redirected(path, root) if redirects else path for path in tried)

    def _fits(self, path: str, word_size: int) -> bool:
        """True if the linker stops its search at this file; it skips one for another word size or processor."""
        answer = self.host.head(path, HEAD_SIZE)
        if isinstance(answer, Failure):
            return answer.trouble is not Trouble.NOT_A_FILE
        return not obstacle(answer.data, word_size, self.host.machine(), self.system)

    def folders(self, word_size: int) -> Folders:
        """Return the folders that the linker searches for a bare name, for processes of the word size."""
        if word_size not in self._folders:
            self._folders[word_size] = linker_folders(self.host, word_size)
        return self._folders[word_size]

    def needs(self, path: str) -> Needs:
        """Return the missing dependencies, direct and indirect, of the library at the path. Linux only."""
        first = self.linked(path)
        if not isinstance(first, Library) or (self.system, first.format) != (System.LINUX, Format.ELF):
            return Needs()
        self._doubtful = False
        asked = self._asked(Opened(first, path))
        missing = [(name, asking) for name, asking, found in asked if found is None]
        met = {first.soname, *(name for name, _, _ in asked)}
        if not missing or self._has_libc(first, met, missing):
            return Needs(tuple(missing))
        others = {each: self.other_version(each[0], path) for each in missing}
        if any(others.values()) and not self._doubtful:
            shown = tuple(each for each in missing if others[each])
            return Needs(shown, beside=tuple(others[each] for each in shown))
        return Needs(tuple(each for each in missing if not is_of_libc(each[0])), known=False)

    def unmet(self, path: str) -> tuple[Unmet, ...]:
        """Return the versions of symbols for which the dynamic linker refuses the library at the path. Linux only.

        A library without any versions of its own is accepted by the linker, with a warning.
        """
        first = self.linked(path)
        if self.system is not System.LINUX or not isinstance(first, Library):
            return ()
        found = {name: opened for name, _, opened in self._asked(Opened(first, path)) if opened is not None}
        loaded = [Opened(first, path), *found.values()]
        return tuple(
            Unmet(version, name, found[name].path, asking.path)
            for asking in loaded
            for name, version in asking.library.versions
            if name in found and found[name].library.defined and version not in found[name].library.defined
        )

    def needed_by(self, path: str, name: str) -> str | None:
        """Return the file that a program gets for a name by its own DT_RPATH and DT_RUNPATH first; None if none."""
        program = self.linked(path)
        if self.system is not System.LINUX or not isinstance(program, Library):
            return None
        self._left = _TRIED_LIMIT
        found = self._needed(name, Opened(program, path))
        return found.path if found is not None else None

    def other_version(self, name: str, path: str) -> str:
        """Return the file of another version of a library that the one at the path needs; empty if none is there."""
        first = self.linked(path)
        stem = f"{name.partition('.so.')[0]}.so."
        if not isinstance(first, Library) or stem not in name or is_of_libc(name):
            return ""
        tried = files_of(name, Opened(first, path), self.folders(first.word_size), elevated=False)
        for folder in dict.fromkeys(each.rpartition("/")[0] for each in tried):
            listing = self.host.list(folder or "/")
            for other in sorted(listing.names) if isinstance(listing, Listing) else ():
                found = self.linked(f"{folder}/{other}") if other.startswith(stem) and other != name else None
                if isinstance(found, Library) and (found.word_size, found.machine) == (
                    first.word_size,
                    first.machine,
                ):
                    return f"{folder}/{other}"
        return ""

    def reached(self, path: str) -> tuple[str, ...]:
        """Return the files of the dependencies, direct and indirect, of the library at the path. Linux only."""
        first = self.linked(path)
        if self.system is not System.LINUX or not isinstance(first, Library):
            return ()
        return tuple(found.path for _, _, found in self._asked(Opened(first, path)) if found)

    def _asked(self, first: Opened) -> tuple[_Asked, ...]:
        """Return each dependency's name, the path of the first library that needs it, and the library if found.

        Three questions are asked about the same library: it is walked once.
        """
        if first.path not in self._asked_by:
            before, self._doubtful = self._doubtful, False
            found = tuple(self._walked(first))
            self._asked_by[first.path] = found, self._doubtful
            self._doubtful = before
        known, doubtful = self._asked_by[first.path]
        self._doubtful = self._doubtful or doubtful
        return known

    def _walked(self, first: Opened) -> Iterator[_Asked]:
        met = {first.library.soname}
        pending = deque([first])
        self._left = _TRIED_LIMIT
        while pending:
            asking = pending.popleft()
            for name in asking.library.needed:
                if name in met or is_loaded_already(name):
                    continue
                if len(met) >= _NEEDED_LIMIT or not self._left:
                    self._doubtful = True
                    return
                met.add(name)
                found = self._needed(name, asking)
                yield name, asking.path, found
                if found is not None:
                    pending.append(found)

    def lib_token(self, word_size: int) -> str:
        """Return what $LIB is for processes of a word size, by their C library or distribution; empty if unknown."""
        if word_size not in self._tokens:
            found = set()
            for folder in self.folders(word_size).configured:
                file = self.host.real_path(f"/{folder.strip('/')}/libc.so.6")
                token = file.rpartition("/")[0].strip("/").removeprefix("usr/")
                library = self.linked(file) if token in LIB_TOKENS else None
                if isinstance(library, Library) and library.word_size == word_size:
                    found.add(token)
            there = found or has_c_library(self.host, self.folders(word_size))
            shown = "" if there else by_distribution(self.host, word_size)
            self._tokens[word_size] = found.pop() if len(found) == 1 else shown
        return self._tokens[word_size]

    @cached_property
    def machine(self) -> str:
        """The processor of the C libraries of this word size; empty if there is none, or if there are several."""
        size = self.host.word_size()
        found = set()
        for folder in self.folders(size).all if self.system is System.LINUX else ():
            library = self.linked(f"{folder.rstrip('/')}/libc.so.6")
            if isinstance(library, Library) and library.word_size == size:
                found.add(library.machine)
        return found.pop() if len(found) == 1 else ""

    def _needed(self, name: str, asking: Opened) -> Opened | None:
        """Return a dependency's library: the first with the word size and processor of the library that needs it."""
        own = asking.library
        kind = (own.word_size, own.machine)
        for path in files_of(name, asking, self.folders(own.word_size), elevated=self.host.elevated()):
            if not self._left or not self._left_of_all or not self._tries_left:
                self._doubtful = True
                return None
            self._left -= 1
            self._tries_left -= 1
            self._left_of_all -= path not in self._links
            found = self.linked(path)
            if isinstance(found, Library) and "/" not in name and self._is_uncached(path, asking):
                continue
            if isinstance(found, Library) and (found.word_size, found.machine) == kind:
                return Opened(found, path, asking)
            self._doubtful = self._doubtful or (isinstance(found, Failure) and found.trouble in _UNTOLD)
        return None

    def _has_libc(self, first: Library, met: set[str], missing: list[tuple[str, str]]) -> bool:
        """True if the host is a complete machine for such libraries: it has a C library for them."""
        if self._doubtful:
            return False
        of_libc = [name for name, _ in missing if is_of_libc(name)]
        if of_libc:
            return bool(self.other_libc(of_libc, first))
        return (
            any(is_of_libc(name) for name in met) or self._needed("libc.so.6", Opened(first, "/")) is not None
        )

    def other_libc(self, names: Sequence[str], first: Library) -> str:
        """Return the C library of the machine if a library needs the names of another one; else empty."""
        glibc = self._needed("libc.so.6", Opened(first, "/")) is not None
        if any(map(is_of_musl, names)):
            return "glibc" if glibc else ""
        if glibc or "libc.so.6" not in names:
            return ""
        listing = self.host.list("/lib")
        listed = listing.names if isinstance(listing, Listing) else ()
        return "musl" if any(name.startswith("ld-musl-") for name in listed) else ""

    def direct_needs(self, library: Library, path: str) -> Needs:
        """Return the missing direct dependencies of a Windows or macOS library.

        Leaves out the names whose location depends on the program that loads the library.
        """
        missing: list[tuple[str, str]] = []
        folders, left = self.folders(library.word_size), _TRIED_LIMIT
        for name in library.needed:
            if is_of_the_system(name, self.system):
                continue
            dll = self.system is System.WINDOWS
            tried = files_of_dll(name, path, folders) if dll else files_of_dylib(name, library, path, folders)
            left -= 1 + len(tried or ())
            if left < 0:
                return Needs(tuple(missing), known=False)
            kinds = {self.host.kind(each) for each in self._redirected(tried or (), library.word_size)}
            if kinds == {Kind.MISSING}:
                missing.append((name, path))
        return Needs(tuple(missing), known=self._has_system())

    def _has_system(self) -> bool:
        """True if the host is a complete machine and not just the files of one installer."""
        if self.system is System.WINDOWS:
            return (
                self.host.kind(f"{system_root(self.host.variables())}\\System32\\kernel32.dll") is Kind.FILE
            )
        return self.host.kind("/System/Library/Frameworks") is Kind.FOLDER

    def linked(self, path: str) -> Library | Failure:
        """Return the facts of a library without its exports. Reads each file once, unless there are very many."""
        if path not in self._links:
            if len(self._links) >= _MOST_REMEMBERED:
                self._links.clear()
            self._links[path] = linked_with(self.host, path)
        return self._links[path]

    def symbol_names(self, path: str) -> bytes:
        """Return all names of a library's symbols, as ``extras.symbol_names`` does. Reads each file once."""
        if path not in self._names:
            self._names[path] = symbol_names(self.host, path)
        return self._names[path]

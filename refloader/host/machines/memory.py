"""A simulated machine held in memory, used by property tests, predictions and the what-if queries of ``explain``."""

import posixpath
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from refloader.host.machines.spelling import Spellings
from refloader.host.port import (
    ENTRY_LIMIT,
    LINK_LIMIT,
    SIZE_LIMIT,
    Content,
    Failure,
    Kind,
    Listing,
    Trouble,
    sized,
)
from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform
from refloader.model.system import System


@dataclass
class MemoryHost:
    """A machine with ``files`` by absolute path, in listing order, and symbolic ``links`` by path.

    A folder exists if it contains something. ``blocked`` are paths that may not be read or listed; ``libraries`` are
    the facts of library files.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    blocked: frozenset[str] = frozenset()
    libraries: Mapping[str, Library] = field(default_factory=dict)
    privileged: bool = False
    program: str = ""
    bits: int = 64
    processor: str = ""
    working_directory: str = "/"
    system: Platform = LINUX

    @cached_property
    def _spellings(self) -> Spellings | None:
        """The index of the paths by Windows' path rules; None on other systems."""
        if self.system.system is not System.WINDOWS:
            return None
        return Spellings((*self.files, *self.links, *self.libraries))

    @cached_property
    def _folders(self) -> dict[str, dict[str, None]]:
        """The names in each folder, in order, as the keys of a dictionary."""
        if self._spellings is not None:
            return self._spellings.folders
        folders: dict[str, dict[str, None]] = {"/": {}}
        for path in (*self.files, *self.links, *self.libraries):
            while path:
                parent, _, name = path.rpartition("/")
                names = folders.setdefault(parent or "/", {})
                if name in names:
                    break
                names[name] = None
                path = parent
        return folders

    def variables(self) -> Mapping[str, str]:
        """The environment variables."""
        return self.environment

    def elevated(self) -> bool:
        """Return True if the simulated process has elevated privileges."""
        return self.privileged

    def executable(self) -> str:
        """The program of the simulated process."""
        return self.program

    def word_size(self) -> int:
        """The word size of the simulated process: 32 or 64."""
        return self.bits

    def platform(self) -> Platform:
        """The simulated system."""
        return self.system

    def kind(self, path: str) -> Kind:
        """The type of file at the path, links followed."""
        target = self._resolve(path)
        if target in self.files or target in self.libraries:
            return Kind.FILE
        return Kind.FOLDER if target in self._folders else Kind.MISSING

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder, in the order of ``files``, ``links`` and ``libraries``."""
        target = self._resolve(path)
        if isinstance(target, Failure):
            return target
        if target in self.blocked:
            return Failure(Trouble.DENIED)
        if target in self.files or target in self.libraries:
            return Failure(Trouble.NOT_A_FOLDER)
        if target not in self._folders:
            return _MISSING
        names = tuple(self._folders[target])
        return Listing(names[:ENTRY_LIMIT], len(names) > ENTRY_LIMIT)

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The bytes of a file."""
        target = self._resolve(path)
        if isinstance(target, Failure):
            return target
        if target in self.blocked:
            return Failure(Trouble.DENIED)
        if target in self.files:
            return sized(self.files[target], limit)
        if target in self.libraries:
            return Failure(Trouble.OTHER, "only the facts of this library are known")
        return Failure(Trouble.NOT_A_FILE if target in self._folders else Trouble.MISSING)

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a file."""
        answer = self.read(path, sys.maxsize)
        return Content(answer.data[:size]) if isinstance(answer, Content) else answer

    def machine(self) -> str:
        """The simulated processor."""
        return self.processor

    def real_path(self, path: str) -> str:
        """The path with links resolved, or the path itself if that fails."""
        target = self._resolve(path)
        return path if isinstance(target, Failure) else target

    def library(self, path: str) -> Library | Failure:
        """The facts from ``libraries``."""
        target = self._resolve(path)
        if isinstance(target, Failure):
            return target
        if target in self.libraries:
            return self.libraries[target]
        if target in self.files:
            return Failure(Trouble.OTHER, "not an ELF file")
        return Failure(Trouble.NOT_A_FILE if target in self._folders else Trouble.MISSING)

    def _resolve(self, path: str) -> str | Failure:
        """Return the absolute path with every link followed from left to right, as a kernel does it.

        All parts but the last have to exist; ``..`` after a link leads to the parent of the link's target.
        """
        if self._spellings is not None:
            return self._spelt(self._spellings, path)
        if not self.links and (path in self.files or path in self._folders):
            return path
        if not self.links and (parent := _plain_parent(path)):
            return path if parent in self._folders else _MISSING
        if not path or "\0" in path:
            return Failure(Trouble.OTHER, "the path holds a NUL character") if path else _MISSING
        pending = posixpath.join(self.working_directory, path).split("/")[::-1]
        current, links = "", 0
        while pending:
            part = pending.pop()
            if (current or "/") not in self._folders:
                return _MISSING
            if part in ("", ".", ".."):
                current = posixpath.dirname(current).rstrip("/") if part == ".." else current
                continue
            step = f"{current}/{part}"
            target = self.links.get(step)
            if target is None:
                current = step
                continue
            links += 1
            if links > LINK_LIMIT:
                return Failure(Trouble.LOOP)
            current = "" if target.startswith("/") else current
            pending += target.split("/")[::-1]
        return current or "/"

    def _spelt(self, spellings: Spellings, path: str) -> str | Failure:
        """Resolve a path by Windows' rules."""
        if not path or "\0" in path:
            return Failure(Trouble.OTHER, "the path holds a NUL character") if path else _MISSING
        found = spellings.resolved(path, self.links, self.working_directory)
        return Failure(Trouble.LOOP) if found is None else found


@lru_cache(maxsize=4096)
def _plain_parent(path: str) -> str:
    """Return the parent folder of a plain absolute path; empty for any other path. Cached, because queries repeat."""
    plain = path[:1] == "/" and _ODD.search(path) is None
    return (path.rpartition("/")[0] or "/") if plain else ""


_MISSING = Failure(Trouble.MISSING)
_ODD = re.compile(r"/(?:\.?\.?(?:/|\Z))|\0")
"""What a plain path does not contain: an empty part, ``.`` or ``..`` as a part, a NUL character."""

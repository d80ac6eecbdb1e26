"""A machine that is only data: what the property tests, predictions and ``explain``'s what-ifs run on."""

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
    """Files by absolute path in listing order, symbolic links by path; a folder is where something is in it.

    ``blocked`` are paths that may not be read or listed; ``libraries`` the facts of library files.
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
        """The paths by other rules than those of Linux."""
        if self.system.system is not System.WINDOWS:
            return None
        return Spellings((*self.files, *self.links, *self.libraries))

    @cached_property
    def _folders(self) -> dict[str, dict[str, None]]:
        """The names in each folder, in order: the keys of a dictionary."""
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
        """The variables."""
        return self.environment

    def elevated(self) -> bool:
        """Whether the imagined process has elevated privileges."""
        return self.privileged

    def executable(self) -> str:
        """The imagined program."""
        return self.program

    def word_size(self) -> int:
        """32 or 64."""
        return self.bits

    def platform(self) -> Platform:
        """The imagined system."""
        return self.system

    def kind(self, path: str) -> Kind:
        """What is at the path, links followed."""
        target = self._resolve(path)
        if target in self.files or target in self.libraries:
            return Kind.FILE
        return Kind.FOLDER if target in self._folders else Kind.MISSING

    def list(self, path: str) -> Listing | Failure:
        """The names in the order in which the files were given."""
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
        """The imagined processor."""
        return self.processor

    def real_path(self, path: str) -> str:
        """The path with links resolved, or itself."""
        target = self._resolve(path)
        return path if isinstance(target, Failure) else target

    def library(self, path: str) -> Library | Failure:
        """The facts given for a library file."""
        target = self._resolve(path)
        if isinstance(target, Failure):
            return target
        if target in self.libraries:
            return self.libraries[target]
        if target in self.files:
            return Failure(Trouble.OTHER, "not an ELF file")
        return Failure(Trouble.NOT_A_FILE if target in self._folders else Trouble.MISSING)

    def _resolve(self, path: str) -> str | Failure:
        """The absolute path with every link followed, as a kernel does it: from left to right.

        All but the last part have to be there, so ``..`` leads out of where a link has led.
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
        """The same on Windows."""
        if not path or "\0" in path:
            return Failure(Trouble.OTHER, "the path holds a NUL character") if path else _MISSING
        found = spellings.resolved(path, self.links, self.working_directory)
        return Failure(Trouble.LOOP) if found is None else found


@lru_cache(maxsize=4096)
def _plain_parent(path: str) -> str:
    """The folder of a plain absolute path; empty for another path. Machines are asked for the same ones."""
    plain = path[:1] == "/" and _ODD.search(path) is None
    return (path.rpartition("/")[0] or "/") if plain else ""


_MISSING = Failure(Trouble.MISSING)
_ODD = re.compile(r"/(?:\.?\.?(?:/|\Z))|\0")
"""What a plain path does not hold: an empty part, a dot or two for a part, a NUL character."""

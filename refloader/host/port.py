"""What the engine may ask of a machine. Every answer is a value; nothing here raises for what is on a disk.

Paths are ``str`` with undecodable bytes kept as surrogates (os.fsdecode), and are passed on as given:
relative ones are relative to the process's working directory.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from refloader.model.library import Library
from refloader.model.platform import Platform

SIZE_LIMIT = 1024 * 1024
"""Bytes: a manifest larger than this is not read. The largest one that ships today is under 100 KiB."""

ENTRY_LIMIT = 200_000
"""Names: a folder with more entries than this is read up to here and no further."""

LINK_LIMIT = 40
"""Symbolic links followed in one path before it counts as a loop, as on Linux."""


class Trouble(StrEnum):
    """Why something could not be listed or read."""

    MISSING = "missing"
    DENIED = "permission denied"
    NOT_A_FILE = "not a regular file"
    NOT_A_FOLDER = "not a folder"
    TOO_LARGE = "larger than the limit"
    LOOP = "a loop of symbolic links"
    OTHER = "cannot be read"
    UNKNOWN = "not part of what is known of the machine"  # model.text.NOT_TOLD; frozen enums have literals
    NO_READER = "nothing is installed that reads it"


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer when the machine could not give what was asked."""

    trouble: Trouble
    detail: str = ""


@dataclass(slots=True)
class Content:
    """The bytes of a file. Never assigned to; not declared frozen, which would double the cost of making one."""

    data: bytes


def sized(data: bytes, limit: int) -> Content | Failure:
    """The answer to a reading of these bytes."""
    if len(data) <= limit:
        return Content(data)
    return Failure(Trouble.TOO_LARGE, f"{len(data)} bytes, more than the {limit} that are read")


@dataclass(frozen=True, slots=True)
class Listing:
    """The names in a folder in the order in which the system yields them (readdir order, never sorted)."""

    names: tuple[str, ...]
    truncated: bool = False


class Kind(StrEnum):
    """What is at a path, symbolic links followed."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    MISSING = "missing"
    UNKNOWN = "unknown"  # nobody told: a machine known in part, such as an export of the registry alone


class Host(Protocol):
    """A machine, real or imagined."""

    def variables(self) -> Mapping[str, str]:
        """The environment variables of the process that uses the loader."""
        ...

    def elevated(self) -> bool:
        """Whether that process runs with more privilege than its user (AT_SECURE)."""
        ...

    def executable(self) -> str:
        """The path of the running executable as the system reports it, or an empty string."""
        ...

    def word_size(self) -> int:
        """32 or 64: the size of that process's pointers in bits."""
        ...

    def platform(self) -> Platform:
        """The operating system and what it tells beside files and variables; paths are written as there."""
        ...

    def kind(self, path: str) -> Kind:
        """What is at the path."""
        ...

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder."""
        ...

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a regular file of at most ``limit`` bytes. Never blocks on a pipe or device."""
        ...

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a regular file of any size."""
        ...

    def machine(self) -> str:
        """The ELF name of the processor that runs the process, as in ``X86_64``; empty where nobody knows."""
        ...

    def real_path(self, path: str) -> str:
        """The canonical absolute path (symbolic links resolved), or the path itself if there is none."""
        ...

    def library(self, path: str) -> Library | Failure:
        """What the file at the path tells as a shared library, read and never loaded."""
        ...

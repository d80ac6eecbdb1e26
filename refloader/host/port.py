"""The interface through which the engine reads a machine. Every answer is a value; no method raises on disk content.

Paths are ``str`` in which undecodable bytes are surrogates (os.fsdecode). They are passed on unchanged; a relative
path is relative to the working directory of the process.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from refloader.model.library import Library
from refloader.model.platform import Platform

SIZE_LIMIT = 4 * 1024 * 1024
"""The maximum size of a manifest in bytes. The largest one that ships today is under 100 KiB."""

ENTRY_LIMIT = 200_000
"""The maximum number of entries read of a folder; a listing of a larger one is truncated."""

LINK_LIMIT = 40
"""The maximum number of symbolic links followed in one path; more count as a loop, as on Linux."""


class Trouble(StrEnum):
    """The reason why a path could not be listed or read."""

    MISSING = "missing"
    DENIED = "permission denied"
    NOT_A_FILE = "not a regular file"
    NOT_A_FOLDER = "not a folder"
    TOO_LARGE = "larger than the limit"
    LOOP = "a loop of symbolic links"
    OTHER = "cannot be read"
    UNKNOWN = "not part of what is known of the machine"  # model.text.NOT_TOLD; frozen enums need literals
    NO_READER = "nothing is installed that reads it"
    LATE = "not read in time"


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer to a query that the machine could not satisfy."""

    trouble: Trouble
    detail: str = ""


@dataclass(slots=True)
class Content:
    """The bytes of a file. Treat as immutable: declaring it frozen would double the cost of construction."""

    data: bytes


def sized(data: bytes, limit: int) -> Content | Failure:
    """Return the answer to a read of these bytes: a failure if they exceed the limit."""
    if len(data) <= limit:
        return Content(data)
    return Failure(Trouble.TOO_LARGE, f"{len(data)} bytes, more than the {limit} that are read")


@dataclass(frozen=True, slots=True)
class Listing:
    """The names in a folder in the order in which the system returns them (readdir order, never sorted)."""

    names: tuple[str, ...]
    truncated: bool = False


class Kind(StrEnum):
    """The type of file at a path, with symbolic links followed."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    MISSING = "missing"
    UNKNOWN = "unknown"  # not among the supplied facts, for example if only a registry export was supplied


class Host(Protocol):
    """A machine, real or simulated."""

    def variables(self) -> Mapping[str, str]:
        """The environment variables of the process that uses the loader."""
        ...

    def elevated(self) -> bool:
        """Return True if that process has elevated privileges (AT_SECURE)."""
        ...

    def executable(self) -> str:
        """The path of the running executable as the system reports it, or an empty string."""
        ...

    def word_size(self) -> int:
        """The pointer size of that process in bits: 32 or 64."""
        ...

    def platform(self) -> Platform:
        """The operating system and its facts other than files and variables; paths use that system's notation."""
        ...

    def kind(self, path: str) -> Kind:
        """The type of file at the path."""
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
        """The ELF name of the processor that runs the process, for example ``X86_64``; empty if unknown."""
        ...

    def real_path(self, path: str) -> str:
        """The canonical absolute path (symbolic links resolved), or the path itself if there is none."""
        ...

    def library(self, path: str) -> Library | Failure:
        """The static facts of the shared library at the path. The file is read, never loaded."""
        ...

"""One member of a package as stored in its archive. Where it would be installed is decided elsewhere."""

import stat
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from refloader.host.archives.streams import Stream


class Sort(StrEnum):
    """The type of a member."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "symbolic link"
    HARD_LINK = "hard link"
    OTHER = "device or pipe"
    UNKNOWN = "file of an unknown type"


SPECIAL_FILES = (stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK)
"""The types, in a mode, of what is stored as ``Sort.OTHER``."""


def _nothing() -> Stream:
    raise NotImplementedError  # only files are opened


@dataclass(slots=True)
class Entry:
    """A member under its name in the archive. ``open`` is valid until the next member is requested.

    ``mode`` has the permissions, where the format is read with them, and ``is_roots`` is whether its group is root's.
    """

    name: str
    sort: Sort
    size: int = 0
    target: str = ""
    open: Callable[[], Stream] = _nothing
    mode: int = 0o755
    is_roots: bool = False

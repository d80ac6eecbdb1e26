"""One member of a package as its archive tells it, before anybody asks where it would be installed."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from refloader.host.archives.streams import Stream


class Sort(StrEnum):
    """What a member is."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "symbolic link"
    HARD_LINK = "hard link"
    OTHER = "device or pipe"


def _nothing() -> Stream:
    raise NotImplementedError  # only files are opened


@dataclass(slots=True)
class Entry:
    """A member under the name that the archive has for it. ``open`` works until the next member is asked for."""

    name: str
    sort: Sort
    size: int = 0
    target: str = ""
    open: Callable[[], Stream] = _nothing

"""Why a process cannot load a library: a sentence, and its kind, by which other parts know what it is about."""

from enum import StrEnum


class ObstacleKind(StrEnum):
    """What keeps a process from loading a library, by the first thing that does."""

    NONE = "nothing"
    MISSING = "there is no such file"
    OF_ORIGIN = "there is none where $ORIGIN, the folder of the loader, leads"
    UNREAD = "the file cannot be read"
    POINTER = "the file stands for one that Git LFS has"
    FORMAT = "the file is no whole library of the system"
    OTHER_SIZE = "the library is for processes of the other word size"
    OTHER_MACHINE = "the library is for another processor"
    NOEXEC = "no code may be mapped from its file system"
    NEEDS = "another library, a version or a symbol that it needs is not there"


class Obstacle(str):
    """A sentence that begins with "it" or "its", and its kind; empty if nothing keeps a process from the library."""

    __slots__ = ("kind",)

    kind: ObstacleKind

    def __new__(cls, text: str = "", kind: ObstacleKind = ObstacleKind.NONE) -> "Obstacle":
        """Return an obstacle in words."""
        obstacle = super().__new__(cls, text)
        obstacle.kind = kind
        return obstacle

    @property
    def is_missing(self) -> bool:
        """True if there is no file where the manifest's path leads."""
        return self.kind in (ObstacleKind.MISSING, ObstacleKind.OF_ORIGIN)

    @property
    def is_of_others(self) -> bool:
        """True if other processes than those of this word size and processor can load the library."""
        return self.kind in (ObstacleKind.OTHER_SIZE, ObstacleKind.OTHER_MACHINE)


NO_OBSTACLE = Obstacle()

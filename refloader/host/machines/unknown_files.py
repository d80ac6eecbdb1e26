"""A machine of which nobody told what files it has: an export of its registry, and nothing else."""

from refloader.host.machines.given import GivenProcess
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.model.library import Library

_UNKNOWN = Failure(Trouble.UNKNOWN)


class UnknownFiles(GivenProcess):
    """The process and the platform as given; every question about files is answered with "unknown"."""

    def kind(self, path: str) -> Kind:
        """Nobody told."""
        return Kind.UNKNOWN

    def list(self, path: str) -> Listing | Failure:
        """Nobody told."""
        return _UNKNOWN

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """Nobody told."""
        return _UNKNOWN

    def head(self, path: str, size: int) -> Content | Failure:
        """Nobody told."""
        return _UNKNOWN

    def real_path(self, path: str) -> str:
        """The path itself."""
        return path

    def library(self, path: str) -> Library | Failure:
        """Nobody told."""
        return _UNKNOWN

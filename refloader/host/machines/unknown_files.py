"""A machine whose files are unknown, for example one of which only an export of the registry was supplied."""

from refloader.host.machines.process_facts import SuppliedProcess
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.model.library import Library

_UNKNOWN = Failure(Trouble.UNKNOWN)


class UnknownFiles(SuppliedProcess):
    """The user's process and platform facts; every query about files is answered with "unknown"."""

    def kind(self, path: str) -> Kind:
        """Unknown."""
        return Kind.UNKNOWN

    def list(self, path: str) -> Listing | Failure:
        """Unknown."""
        return _UNKNOWN

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """Unknown."""
        return _UNKNOWN

    def head(self, path: str, size: int) -> Content | Failure:
        """Unknown."""
        return _UNKNOWN

    def found_around(self) -> tuple[str, ...]:
        """None."""
        return ()

    def real_path(self, path: str) -> str:
        """The path itself."""
        return path

    def library(self, path: str) -> Library | Failure:
        """Unknown."""
        return _UNKNOWN

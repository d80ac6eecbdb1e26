"""A machine of which nobody told what files it has: an export of its registry, and nothing else."""

from collections.abc import Mapping

from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform

_UNKNOWN = Failure(Trouble.UNKNOWN)


class UnknownFiles:
    """Variables, privilege and a platform as given; every question about files is answered with "unknown"."""

    def __init__(
        self,
        variables: Mapping[str, str] | None = None,
        *,
        platform: Platform = LINUX,
        elevated: bool = False,
        executable: str = "",
        word_size: int = 64,
    ) -> None:
        self._variables = variables or {}
        self._platform = platform
        self._elevated = elevated
        self._executable = executable
        self._word_size = word_size

    def variables(self) -> Mapping[str, str]:
        """As given."""
        return self._variables

    def elevated(self) -> bool:
        """As given."""
        return self._elevated

    def executable(self) -> str:
        """As given."""
        return self._executable

    def word_size(self) -> int:
        """As given."""
        return self._word_size

    def platform(self) -> Platform:
        """As given."""
        return self._platform

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

    def machine(self) -> str:
        """Nobody told."""
        return ""

    def real_path(self, path: str) -> str:
        """The path itself."""
        return path

    def library(self, path: str) -> Library | Failure:
        """Nobody told."""
        return _UNKNOWN

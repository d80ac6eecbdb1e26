"""A process and a system as they are given: what the hosts that stand for no running process say of themselves."""

from collections.abc import Mapping

from refloader.model.platform import LINUX, Platform


class GivenProcess:
    """Variables, privilege, program, word size and platform of an imagined process. Knows no files."""

    def __init__(
        self,
        variables: Mapping[str, str] | None = None,
        *,
        elevated: bool = False,
        executable: str = "",
        word_size: int = 64,
        platform: Platform = LINUX,
    ) -> None:
        self._variables = variables or {}
        self._elevated = elevated
        self._executable = executable
        self._word_size = word_size
        self._platform = platform

    def variables(self) -> Mapping[str, str]:
        """As given: none by default."""
        return self._variables

    def elevated(self) -> bool:
        """As given."""
        return self._elevated

    def executable(self) -> str:
        """As given: a path on the imagined machine."""
        return self._executable

    def word_size(self) -> int:
        """As given."""
        return self._word_size

    def platform(self) -> Platform:
        """As given."""
        return self._platform

    def machine(self) -> str:
        """Nobody knows on which processor the process will run."""
        return ""

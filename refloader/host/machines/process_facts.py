"""The base class of hosts that do not represent a running process: the caller supplies the facts of the process."""

from collections.abc import Mapping

from refloader.model.platform import LINUX, Platform


class SuppliedProcess:
    """The variables, privileges, program, word size and platform of a simulated process. Has no files."""

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
        """The user's variables; none by default."""
        return self._variables

    def elevated(self) -> bool:
        """The user's value; False by default."""
        return self._elevated

    def executable(self) -> str:
        """The user's value, a path on the simulated machine; empty by default."""
        return self._executable

    def word_size(self) -> int:
        """The user's value; 64 by default."""
        return self._word_size

    def platform(self) -> Platform:
        """The user's value; Linux by default."""
        return self._platform

    def machine(self) -> str:
        """Return an empty string: the processor is unknown."""
        return ""

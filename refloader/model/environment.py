"""What a loader sees of a process: the variables left after the privilege rules, and who runs it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from refloader.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Environment:
    """The variables a loader of one edition may see. ``hidden`` were dropped because of privilege."""

    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    elevated: bool = False
    executable: str = ""
    hidden: frozenset[str] = frozenset()
    reasons: tuple[Reason, ...] = ()

    def get(self, name: str) -> str | None:
        """The value of a variable, None when unset (an empty value is set)."""
        return self.variables.get(name)

    def is_set(self, name: str) -> bool:
        """Whether the variable is present, with whatever value."""
        return name in self.variables

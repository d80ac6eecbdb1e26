"""The process as a loader observes it: its variables after the privilege rules, its privileges and its program."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from refloader.model.paths import PathRules
from refloader.model.platform import LINUX, Platform
from refloader.model.reason import Reason


class Without(Mapping[str, str]):
    """A view of variables without some names. Reads each variable on access and copies nothing."""

    __slots__ = ("_left_out", "_variables")

    def __init__(self, variables: Mapping[str, str], left_out: frozenset[str]) -> None:
        self._variables = variables
        self._left_out = left_out

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a variable, or the default if it is unset or left out."""
        return default if name in self._left_out else self._variables.get(name, default)

    def __getitem__(self, name: str) -> str:
        if name in self._left_out:
            raise KeyError(name)
        return self._variables[name]

    def __contains__(self, name: object) -> bool:
        return name not in self._left_out and name in self._variables

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._variables if name not in self._left_out)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True)
class Environment:
    """What a loader of one edition may read of a process: variables, privileges, program and system.

    ``hidden`` are the variables that were removed because the process is elevated. ``unheard`` are the instance
    extensions of the registry that a loader of its age does not know.
    """

    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    elevated: bool = False
    executable: str = ""
    hidden: frozenset[str] = frozenset()
    reasons: tuple[Reason, ...] = ()
    platform: Platform = LINUX
    unheard: frozenset[str] = frozenset()

    @property
    def paths(self) -> PathRules:
        """The path rules of the system."""
        return self.platform.system.paths

    def get(self, name: str) -> str | None:
        """Return the value of a variable, or None if it is unset (an empty value is set)."""
        return self.variables.get(name)

    def is_set(self, name: str) -> bool:
        """Return whether the variable is set, to any value."""
        return name in self.variables

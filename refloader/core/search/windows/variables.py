"""The Windows rules for variables and paths: case-insensitive names, redirected folders of 32-bit processes."""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.core.linkers.folders import redirected, system_root


class AnyCase(Mapping[str, str]):
    """Variables with upper-case names and case-insensitive lookup."""

    __slots__ = ("_variables",)

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a variable, or the default."""
        return self._variables.get(name.upper(), default)

    def __getitem__(self, name: str) -> str:
        return self._variables[name.upper()]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.upper() in self._variables

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)


def led_to(path: str, variables: Mapping[str, str]) -> str:
    """Return the path that a 32-bit process on a 64-bit Windows accesses by a path."""
    return redirected(path, system_root(variables))

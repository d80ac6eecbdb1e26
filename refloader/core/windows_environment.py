"""Reads variables as Windows does: letter case in their names does not count."""

from collections.abc import Iterator, Mapping
from typing import Any


class AnyCase(Mapping[str, str]):
    """Variables whose names are in capitals, asked for in any case."""

    __slots__ = ("_variables",)

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a variable."""
        return self._variables.get(name.upper(), default)

    def __getitem__(self, name: str) -> str:
        return self._variables[name.upper()]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.upper() in self._variables

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

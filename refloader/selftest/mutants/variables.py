"""What the violators of one folder share: an environment with other variables. Violates nothing itself."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from refloader.model.environment import Environment


class _Changed(Mapping[str, str]):
    """The variables of a process with some set or unset. Those of a running library cannot be listed."""

    def __init__(self, variables: Mapping[str, str], changes: Mapping[str, str | None]) -> None:
        self._variables, self._changes = variables, changes

    def __getitem__(self, name: str) -> str:
        value = self._changes.get(name) if name in self._changes else self._variables.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        names = dict.fromkeys((*self._variables, *self._changes))
        return (name for name in names if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def without(environment: Environment, *names: str) -> Environment:
    """The environment as if these variables were not set."""
    return replace(environment, variables=_Changed(environment.variables, dict.fromkeys(names)))


def having(environment: Environment, name: str, value: str) -> Environment:
    """The environment with one variable at another value."""
    return replace(environment, variables=_Changed(environment.variables, {name: value}))

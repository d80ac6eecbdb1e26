"""Puts a function in the place of another one, wherever that is bound, and takes it back. Knows no violator."""

import sys
from collections.abc import Callable
from typing import Any


class Patch:
    """One function replaced in every loaded module of ours, in its class, and in their tables of functions."""

    def __init__(self, target: Callable[..., Any], stand: Callable[..., Any]) -> None:
        self._target = target
        self._stand = _bound(target, stand)
        self._undo: list[Callable[[], None]] = []

    def apply(self) -> None:
        """Put the replacement everywhere the target is bound."""
        for name, module in list(sys.modules.items()):
            if name.startswith("refloader."):
                self._replace_in(module.__dict__)
                self._replace_in_values(module.__dict__)

    def undo(self) -> None:
        """Put the target back."""
        while self._undo:
            self._undo.pop()()

    def _replace_in(self, space: dict[str, Any]) -> None:
        for name, value in list(space.items()):
            if value is self._target:
                self._put(space, name)

    def _replace_in_values(self, space: dict[str, Any]) -> None:
        """One level deeper: classes of the module and tables of functions."""
        for value in list(space.values()):
            if isinstance(value, dict):
                self._replace_in(value)
            elif isinstance(value, type):
                self._replace_in_class(value)

    def _replace_in_class(self, owner: type) -> None:
        for name, value in list(owner.__dict__.items()):
            if value is self._target:
                self._set(owner, name)

    def _set(self, owner: type, name: str) -> None:
        setattr(owner, name, self._stand)
        self._undo.append(lambda: setattr(owner, name, self._target))

    def _put(self, space: dict[str, Any], name: str) -> None:
        space[name] = self._stand
        self._undo.append(lambda: space.__setitem__(name, self._target))


def _bound(target: Callable[..., Any], stand: Callable[..., Any]) -> Callable[..., Any]:
    def replacement(*arguments: Any, **options: Any) -> Any:
        return stand(target, *arguments, **options)

    return replacement

"""Puts functions in the place of others, wherever those are bound, and takes them back. Knows no violator."""

import sys
from collections.abc import Callable, Iterable
from typing import Any


class Patch:
    """Functions replaced in every loaded module of ours, in its classes, and in their tables of functions.

    All of them are replaced in one walk through the modules: a loader that takes many liberties starts as fast as
    one that takes one. Of several that stand in for one function the first does.
    """

    def __init__(self, pairs: Iterable[tuple[Callable[..., Any], Callable[..., Any]]]) -> None:
        self._stands: dict[int, tuple[Any, Callable[..., Any]]] = {}
        for target, stand in pairs:
            self._stands.setdefault(id(target), (target, _bound(target, stand)))
        self._seen: set[int] = set()
        self._undo: list[Callable[[], None]] = []

    def apply(self) -> None:
        """Put the replacements everywhere the targets are bound."""
        self._seen.clear()
        for name, module in list(sys.modules.items()) if self._stands else ():
            if name.startswith("refloader."):
                space = module.__dict__
                self._seen.add(id(space.get("__builtins__")))
                self._replace_in(space)
                for value in list(space.values()):
                    self._replace_inside(value)

    def undo(self) -> None:
        """Put the targets back."""
        while self._undo:
            self._undo.pop()()

    def _replace_in(self, space: dict[str, Any]) -> None:
        stands = self._stands
        for name in [name for name, value in space.items() if id(value) in stands]:
            self._put(space, name, *stands[id(space[name])])

    def _replace_inside(self, value: Any) -> None:
        """One level deeper: classes of the module and tables of functions, each once."""
        is_class = isinstance(value, type)
        if not (is_class or isinstance(value, dict)) or id(value) in self._seen:
            return
        self._seen.add(id(value))
        if not is_class:
            self._replace_in(value)
            return
        for name, target in list(value.__dict__.items()):
            if id(target) in self._stands:
                self._set(value, name, *self._stands[id(target)])

    def _set(self, owner: type, name: str, target: Any, stand: Callable[..., Any]) -> None:
        setattr(owner, name, stand)
        self._undo.append(lambda: setattr(owner, name, target))

    def _put(self, space: dict[str, Any], name: str, target: Any, stand: Callable[..., Any]) -> None:
        space[name] = stand
        self._undo.append(lambda: space.__setitem__(name, target))


def _bound(target: Callable[..., Any], stand: Callable[..., Any]) -> Callable[..., Any]:
    def replacement(*arguments: Any, **options: Any) -> Any:
        return stand(target, *arguments, **options)

    return replacement

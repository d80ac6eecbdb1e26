"""Tells which changed statements of the core a case executes, so that a change is judged by these cases alone."""

import functools
import gc
import sys
from collections.abc import Mapping, Sequence
from types import CodeType, FrameType
from typing import Any

Lines = tuple[str, int, int]
"""A statement: the path of its source, and its first and last line."""


_KEEPING = ("refloader.core.", "refloader.engine", "refloader.protocol")


def caches() -> list[Any]:
    """Return the core's functions that keep their answers. A case that gets such an answer executes nothing."""
    kept = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    return [each for each in kept if str(each.__module__).startswith(_KEEPING)]


class Reaching:
    """Watches statements by their names while it is entered; ``reached`` has those that were executed since."""

    def __init__(self, wanted: Mapping[str, Sequence[Any]]) -> None:
        """Make a watch for these statements, each of which is ``Lines``."""
        self.reached: set[str] = set()
        self._of: dict[str, list[tuple[str, int, int]]] = {}
        for name, (path, first, last) in wanted.items():
            self._of.setdefault(path, []).append((name, first, last))
        self._known: dict[CodeType, dict[int, list[str]]] = {}
        self._caches = caches()

    def __enter__(self) -> "Reaching":
        for each in self._caches:
            each.cache_clear()
        self.reached = set()
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        if code not in self._known:
            self._known[code] = self._names(code) if code.co_filename in self._of else {}
        return self._executed if self._known[code] else None

    def _executed(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        self.reached.update(self._known[frame.f_code].get(frame.f_lineno, ()))
        return self._executed

    def _names(self, code: CodeType) -> dict[int, list[str]]:
        own = {line for _, _, line in code.co_lines() if line is not None}
        found: dict[int, list[str]] = {}
        for name, first, last in self._of[code.co_filename]:
            for line in own & set(range(first, last + 1)):
                found.setdefault(line, []).append(name)
        return found

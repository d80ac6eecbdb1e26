"""Replaces contextlib: ``contextmanager`` for generators that yield once."""

from collections.abc import Callable, Iterator
from typing import Any


class _Manager:
    __slots__ = ("steps",)

    def __init__(self, steps: Any) -> None:
        self.steps = steps

    def __enter__(self) -> Any:
        return next(self.steps)

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if error is None:
            next(self.steps, None)
            return False
        try:
            self.steps.throw(error)
        except BaseException as raised:
            if raised is not error:
                raise
            return False
        return True


def contextmanager(function: Callable[..., Iterator[Any]]) -> Callable[..., _Manager]:
    """Return a function that makes context managers; the generator's one yield is the body of the with statement."""
    return lambda *arguments, **options: _Manager(function(*arguments, **options))

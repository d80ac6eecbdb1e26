"""Replaces functools: its two caches, for functions with hashable positional arguments."""

from collections.abc import Callable
from typing import Any


def cache(function: Callable[..., Any]) -> Callable[..., Any]:
    """Cache every result."""
    return _remembering(function, 1 << 30)


def lru_cache(maxsize: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Cache up to ``maxsize`` results; clear the cache when it is full."""
    return lambda function: _remembering(function, maxsize)


def _remembering(function: Callable[..., Any], most: int) -> Callable[..., Any]:
    answers: dict[Any, Any] = {}

    def answer(*arguments: Any) -> Any:
        if arguments in answers:
            return answers[arguments]
        if len(answers) >= most:
            answers.clear()
        found = answers[arguments] = function(*arguments)
        return found

    return answer

"""Replaces functools: its two caches, for functions with hashable arguments."""

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

    def answer(*arguments: Any, **named: Any) -> Any:
        key = (arguments, *named.items()) if named else arguments
        if key in answers:
            return answers[key]
        if len(answers) >= most:
            answers.clear()
        found = answers[key] = function(*arguments, **named)
        return found

    return answer

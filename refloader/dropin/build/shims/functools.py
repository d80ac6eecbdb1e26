"""The two caches of functools, for functions of hashable arguments by position."""

from collections.abc import Callable
from typing import Any


def cache(function: Callable[..., Any]) -> Callable[..., Any]:
    """Remember every answer."""
    return _remembering(function, 1 << 30)


def lru_cache(maxsize: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Remember many answers; when there are too many, begin anew."""
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

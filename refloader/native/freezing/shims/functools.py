"""The two caches of functools."""

from collections.abc import Callable
from typing import Any

from _functools import _lru_cache_wrapper  # type: ignore[attr-defined]


def cache(function: Callable[..., Any]) -> Any:
    """Remember every answer."""
    return _lru_cache_wrapper(function, None, False, tuple)


def lru_cache(maxsize: int) -> Callable[[Callable[..., Any]], Any]:
    """Remember the latest answers."""
    return lambda function: _lru_cache_wrapper(function, maxsize, False, tuple)

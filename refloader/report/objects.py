"""Reads JSON that may come from anybody: what is not of the shape that was asked for counts as absent."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Object: TypeAlias = Mapping[str, Any]


def text(of: Object, name: str) -> str:
    """The text under a name, or an empty one."""
    value = of.get(name)
    return value if isinstance(value, str) else ""


def number(of: Object, name: str) -> int | None:
    """The whole number under a name, or None."""
    value = of.get(name)
    return value if type(value) is int else None


def is_true(of: Object, name: str) -> bool:
    """Whether there is a plain true under a name."""
    return of.get(name) is True


def part(of: Object, name: str) -> Object:
    """The object under a name, or an empty one."""
    value = of.get(name)
    return value if isinstance(value, Mapping) else {}


def objects(of: Object, name: str) -> Sequence[Object]:
    """The objects in the list under a name."""
    return [each for each in _list(of, name) if isinstance(each, Mapping)]


def texts(of: Object, name: str) -> tuple[str, ...]:
    """The texts in the list under a name."""
    return tuple(each for each in _list(of, name) if isinstance(each, str))


def numbers(of: Object, name: str) -> tuple[float, ...]:
    """The numbers in the list under a name that are neither negative nor without bounds."""
    return tuple(_numbers(_list(of, name)))


def _numbers(values: Sequence[object]) -> Iterator[float]:
    for each in values:
        if isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each < 1e300:
            yield float(each)


def _list(of: Object, name: str) -> Sequence[object]:
    value = of.get(name)
    return value if isinstance(value, list | tuple) else ()

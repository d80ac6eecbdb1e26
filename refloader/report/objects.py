"""Reads members of untrusted JSON: a value of the wrong type counts as absent."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Object: TypeAlias = Mapping[str, Any]


def text(of: Object, name: str) -> str:
    """Return the string under a name, or an empty one."""
    value = of.get(name)
    return value if isinstance(value, str) else ""


def number(of: Object, name: str) -> int | None:
    """Return the integer under a name, or None."""
    value = of.get(name)
    return value if type(value) is int else None


def is_true(of: Object, name: str) -> bool:
    """True if the value under a name is exactly true."""
    return of.get(name) is True


def part(of: Object, name: str) -> Object:
    """Return the object under a name, or an empty one."""
    value = of.get(name)
    return value if isinstance(value, Mapping) else {}


def objects(of: Object, name: str) -> Sequence[Object]:
    """Return the objects in the list under a name."""
    return [each for each in _list(of, name) if isinstance(each, Mapping)]


def texts(of: Object, name: str) -> tuple[str, ...]:
    """Return the strings in the list under a name."""
    return tuple(each for each in _list(of, name) if isinstance(each, str))


def numbers(of: Object, name: str) -> tuple[float, ...]:
    """Return the numbers in the list under a name that are finite and not negative."""
    return tuple(_numbers(_list(of, name)))


def _numbers(values: Sequence[object]) -> Iterator[float]:
    for each in values:
        if isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each < 1e300:
            yield float(each)


def _list(of: Object, name: str) -> Sequence[object]:
    value = of.get(name)
    return value if isinstance(value, list | tuple) else ()

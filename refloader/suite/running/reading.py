"""Reads the answers of probers and of the application. Whatever third-party code has written, reading gives a value.

What the answers hold is said beside the C that writes them (``native/prober``, ``native/driver_prober/act_*.c``).
"""

from collections.abc import Mapping
from typing import Any

from refloader.model.registry import results

Answers = Mapping[str, Any]
"""What was answered, by label: ``growth.device``, ``create.usual.instance``."""


_LARGEST = (1 << 64) - 1


def part(row: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """One answer, or an object in one; an empty one where there is none."""
    found = row.get(key)
    return found if isinstance(found, Mapping) else {}


def number(row: Mapping[str, Any], key: str) -> int:
    """A member that is a number of 64 bits, 0 where there is none."""
    found = row.get(key)
    return found if isinstance(found, int) and abs(found) <= _LARGEST else 0


def numbers(row: Mapping[str, Any], key: str) -> list[int]:
    """The numbers of a list."""
    found = row.get(key)
    return [each for each in found if isinstance(each, int)] if isinstance(found, list) else []


def rows(row: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The objects of a list."""
    found = row.get(key)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def texts(row: Mapping[str, Any], key: str) -> list[str]:
    """The texts of a list."""
    found = row.get(key)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def result(value: object) -> str:
    """The name of a VkResult, or what else it is."""
    return next((name for name, number_ in results().items() if number_ == value), str(value))

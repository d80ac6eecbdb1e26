"""Reads the answers of probers and of the application. Returns a value for anything that third-party code wrote.

The C code that writes the answers documents them (``probes/layer_prober``, ``probes/driver_prober/acts``).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.registry import results

Answers = Mapping[str, Any]
"""The answers by label: ``growth.device``, ``create.usual.instance``."""

MANY_OBJECTS: Answers = {
    "many.kept": "buffers, each with memory of its own, do not hold what was written to them",
    "many.states": "fences are not in the state that they were made in",
}
"""The answers on many objects, and what is wrong with those that changed.

Each has the number of objects that were made, and of those that are as they were left.
"""

_LOST = -4
"""VK_ERROR_DEVICE_LOST."""

_LARGEST = (1 << 64) - 1


def many_objects(answers: Answers) -> Iterator[tuple[str, int, int, str]]:
    """Yield label, number of objects made, number of those that are as they were left, and what is wrong with others.

    Fences of a device that is lost have no state to be in. It is lost if the last job on it says so as well.
    """
    is_lost = answers.get("many.same.at_last") == _LOST
    for label, words in MANY_OBJECTS.items():
        match answers.get(label):
            case [int(made), int(good)] if made and not (is_lost and label == "many.states"):
                yield label, made, good, words


def part(row: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return one answer, or an object in one; an empty object if there is none."""
    found = row.get(key)
    return found if isinstance(found, Mapping) else {}


def number(row: Mapping[str, Any], key: str) -> int:
    """Return a member that is a 64-bit number, 0 if there is none."""
    found = row.get(key)
    return found if isinstance(found, int) and abs(found) <= _LARGEST else 0


def numbers(row: Mapping[str, Any], key: str) -> list[int]:
    """Return the numbers in a list."""
    found = row.get(key)
    return [each for each in found if isinstance(each, int)] if isinstance(found, list) else []


def rows(row: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the objects in a list."""
    found = row.get(key)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def texts(row: Mapping[str, Any], key: str) -> list[str]:
    """Return the texts in a list."""
    found = row.get(key)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def result(value: object) -> str:
    """Return the name of a VkResult; the value as text if it has none."""
    return next((name for name, number_ in results().items() if number_ == value), str(value))


def under(answers: Answers, start: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the command and the answer of each label that begins so."""
    for label in answers:
        if label.startswith(start):
            yield label.removeprefix(start), part(answers, label)

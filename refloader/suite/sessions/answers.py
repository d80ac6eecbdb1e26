"""Reads the answers of probers and of the application. A missing answer has a value; another shape is an error.

The C code that writes the answers documents them (``probes/layer_prober``, ``probes/driver_prober/acts``). A check
that silently passes over what it cannot read can never fail.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, get_type_hints

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

MEMORY = (-1, -2)
"""VK_ERROR_OUT_OF_HOST_MEMORY and VK_ERROR_OUT_OF_DEVICE_MEMORY."""

_LOST = -4
"""VK_ERROR_DEVICE_LOST."""

_NOT_ASKED = {
    -2000000001: "no result: memoryTypeBits has no memory type with the properties that are needed",
    -2000000002: "no result: the command is not found",
}
"""What the application answers in place of a VkResult that the driver was not asked for."""

_LARGEST = (1 << 64) - 1
_OBJECT = (dict, Mapping)
"""What an object of JSON is read as, and other mappings: the first is found out in less time."""
_MOST_SHOWN = 80

Row = TypeVar("Row", bound=tuple[Any, ...])


class AnswerError(Exception):
    """An answer that is not as this version's native parts write it: no verdict on the subject."""


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
    return found if isinstance(found, _OBJECT) else {}


def number(row: Mapping[str, Any], key: str) -> int:
    """Return a member that is a 64-bit number, 0 if there is none."""
    found = row.get(key)
    return found if isinstance(found, int) and abs(found) <= _LARGEST else 0


def numbers(row: Mapping[str, Any], key: str) -> list[int]:
    """Return the numbers in a list, none if there is no list."""
    return _each(row, key, int)


def rows(row: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the objects in a list, none if there is no list."""
    return _each(row, key, Mapping)


def texts(row: Mapping[str, Any], key: str) -> list[str]:
    """Return the texts in a list, none if there is no list."""
    return _each(row, key, str)


def records(answer: Mapping[str, Any], key: str, kind: type[Row]) -> list[Row]:
    """Return the rows of a list as named tuples of a kind; none if there is no answer, as where its act was not done.

    Raises AnswerError if an answer lacks the list, or if a row has other members than the kind.
    """
    if not answer:
        return []
    if key not in answer:
        raise AnswerError(f"{key!r} is not there, a list of {kind.__name__}")
    types = _types(kind)
    if not isinstance(found := answer[key], list):
        raise AnswerError(f"{key!r} is {_short(found)}, not a list of {kind.__name__}")
    for row in found:
        if not isinstance(row, list) or [type(member) for member in row] != types:
            names = ", ".join(each.__name__ for each in types)
            raise AnswerError(f"{key!r} has {_short(row)} in it, not {kind.__name__} of [{names}]")
    return [kind(*row) for row in found]


@cache
def _types(kind: type[tuple[Any, ...]]) -> list[type]:
    return list(get_type_hints(kind).values())


def _each(row: Mapping[str, Any], key: str, kind: Any) -> list[Any]:
    """Return the elements of a list but for null; none if there is the result of a failed call in its place."""
    found = row.get(key)
    if found is None or isinstance(found, int):
        return []
    if not isinstance(found, list) or not all(each is None or isinstance(each, kind) for each in found):
        raise AnswerError(f"{key!r} is {_short(found)}, not a list of {kind.__name__}")
    return [each for each in found if each is not None]


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def result(value: object) -> str:
    """Return the name of a VkResult, or why the driver was not asked for one; the value as text if it has none."""
    if isinstance(value, int) and value in _NOT_ASKED:
        return _NOT_ASKED[value]
    return next((name for name, number_ in results().items() if number_ == value), str(value))


def under(answers: Answers, start: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the command and the answer of each label that begins so."""
    for label in answers:
        if label.startswith(start):
            yield label.removeprefix(start), part(answers, label)

"""Reads the parts of a JSON document with type checks: a value of the wrong type raises an error with its keys."""

from collections.abc import Callable
from typing import TypeVar

from refloader.core.json.reader import JsonValue, Keys
from refloader.core.manifests.fields import shape

Members = dict[str, JsonValue]
_T = TypeVar("_T")


class UnreadableError(Exception):
    """A value of the wrong type. The reader of the document always catches it."""

    def __init__(self, keys: Keys, fact: str) -> None:
        super().__init__(fact)
        self.keys = keys


def object_of(value: JsonValue, keys: Keys) -> Members:
    """Return the members of an object."""
    if type(value) is dict:
        return value
    raise UnreadableError(keys, f"{_name(keys)} is {shape(value)}, not an object")


def list_of(members: Members, keys: Keys, key: str, read: Callable[[JsonValue, Keys], _T]) -> tuple[_T, ...]:
    """Return the elements of a list, each read with ``read``."""
    value = members.get(key)
    if type(value) is not list:
        raise UnreadableError((*keys, key), f'"{key}" is {shape(value)}, not a list')
    return tuple(read(each, (*keys, key, index)) for index, each in enumerate(value))


def text_of(members: Members, keys: Keys, key: str) -> str:
    """Return a string."""
    value = members.get(key)
    if type(value) is str:
        return value
    raise UnreadableError((*keys, key), f'"{key}" is {shape(value)}, not a string')


def texts_of(members: Members, keys: Keys, key: str) -> tuple[str, ...]:
    """Return a list of strings; it is empty if the member is absent."""
    return list_of(members, keys, key, plain_text) if key in members else ()


def number_of(members: Members, keys: Keys, key: str) -> int:
    """Return an integer from 0 to 2**31 - 1."""
    value = members.get(key)
    if type(value) is int and 0 <= value < 2**31:
        return value
    raise UnreadableError((*keys, key), f'"{key}" is no number from 0')


def truth_of(members: Members, keys: Keys, key: str) -> bool:
    """Return a boolean."""
    value = members.get(key)
    if type(value) is bool:
        return value
    raise UnreadableError((*keys, key), f'"{key}" is neither true nor false')


def plain_text(value: JsonValue, keys: Keys) -> str:
    """Return an element that is a string."""
    if type(value) is str:
        return value
    raise UnreadableError(keys, f"{shape(value)} stands where a string has to be")


def _name(keys: Keys) -> str:
    return f"{keys[-1]}" if keys else "the document"

"""Converts data classes and named tuples to JSON and back, field by field, so that new fields are included."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeVar

from refloader.core.json.reader import JsonValue, Keys
from refloader.core.manifests.fields import shape
from refloader.inspect.snapshots.parts import UnreadableError, object_of

_T = TypeVar("_T")
_NONE: frozenset[str] = frozenset()


def value_json(value: Any, leave_out: frozenset[str] = _NONE) -> dict[str, JsonValue]:
    """Return the fields of a value as JSON: strings, integers, booleans, enums, nested values, tuples and sets."""
    return {name: _json(getattr(value, name)) for name in _names(value) if name not in leave_out}


def _names(value: Any) -> tuple[str, ...]:
    """Return the names of the fields of a data class or a named tuple."""
    return value._fields if hasattr(value, "_fields") else tuple(each.name for each in fields(value))


def _json(value: Any) -> JsonValue:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return [_json(each) for each in value]
    if value is None or isinstance(value, str | int):
        return value
    return value_json(value)


def value_of(
    like: _T, json: JsonValue, keys: Keys, inner: Mapping[str, Any], leave_out: frozenset[str] = _NONE
) -> _T:
    """Return a value of the type of ``like`` with the fields from the JSON; absent fields are taken from ``like``.

    ``inner`` has a sample for each field that contains other values.
    """
    members = object_of(json, keys)
    read = {
        name: _field(getattr(like, name), members[name], (*keys, name), inner)
        for name in _names(like)
        if name in members and name not in leave_out
    }
    return type(like)(**{**{name: getattr(like, name) for name in _names(like)}, **read})


def _field(like: Any, json: JsonValue, keys: Keys, inner: Mapping[str, Any]) -> Any:
    name = str(keys[-1])
    if hasattr(like, "_fields"):
        return value_of(like, json, keys, inner)
    if isinstance(like, frozenset | tuple) or (like is None and name in inner):
        if like is None and json is None:
            return None
        if not isinstance(json, list):
            raise UnreadableError(keys, f'"{name}" is {shape(json)}, not a list')
        several = (_element(inner.get(name, ""), each, (*keys, at), inner) for at, each in enumerate(json))
        return frozenset(several) if isinstance(like, frozenset) else tuple(several)
    if isinstance(like, StrEnum):
        if json not in tuple(type(like)):
            raise UnreadableError(keys, f'"{name}" is no word that is known there')
        return type(like)(json)
    return _plain(like, json, keys)


def _plain(like: Any, json: JsonValue, keys: Keys) -> JsonValue:
    fits = json is None or type(json) is int if like is None else type(json) is type(like)
    if not fits or (type(json) is int and abs(json) >= 2**64):
        raise UnreadableError(keys, f"{shape(json)} stands where it has no place")
    return json


def _element(like: Any, json: JsonValue, keys: Keys, inner: Mapping[str, Any]) -> Any:
    if type(like) is tuple:
        if not isinstance(json, list) or len(json) != len(like):
            raise UnreadableError(keys, f"{shape(json)} stands where a list of {len(like)} has its place")
        return tuple(
            _plain(one, each, (*keys, at)) for at, (one, each) in enumerate(zip(like, json, strict=True))
        )
    return _plain(like, json, keys) if isinstance(like, str | int) else value_of(like, json, keys, inner)

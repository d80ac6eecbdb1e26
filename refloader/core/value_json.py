"""Writes plain frozen values as JSON and reads them again, field by field: a field that is added is written too."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeVar

from refloader.core.document_parts import UnreadableError, object_of
from refloader.core.fields import shape
from refloader.core.json_reader import JsonValue, Keys

_T = TypeVar("_T")


def value_json(value: Any, leave_out: frozenset[str] = frozenset()) -> dict[str, JsonValue]:
    """The fields of a value: texts, numbers, truths, enums, tuples and sets of these or of such values."""
    return {
        each.name: _json(getattr(value, each.name)) for each in fields(value) if each.name not in leave_out
    }


def _json(value: Any) -> JsonValue:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_json(each) for each in value]
    if value is None or isinstance(value, str | int):
        return value
    return value_json(value)


def value_of(
    like: _T, json: JsonValue, keys: Keys, inner: Mapping[str, Any], leave_out: frozenset[str] = frozenset()
) -> _T:
    """A value with the fields of the JSON, shaped as those of ``like``, which also has those that are not there.

    ``inner`` has for each field that holds other values one to be like.
    """
    members = object_of(json, keys)
    read = {
        each.name: _field(getattr(like, each.name), members[each.name], (*keys, each.name), inner)
        for each in fields(like)  # type: ignore[arg-type]  # every value here is a dataclass
        if each.name in members and each.name not in leave_out
    }
    known = {each.name: getattr(like, each.name) for each in fields(like)}  # type: ignore[arg-type]
    return type(like)(**{**known, **read})


def _field(like: Any, json: JsonValue, keys: Keys, inner: Mapping[str, Any]) -> Any:
    name = str(keys[-1])
    if isinstance(like, tuple | frozenset):
        if not isinstance(json, list):
            raise UnreadableError(keys, f'"{name}" is {shape(json)}, not a list')
        one = inner.get(name, "")
        return type(like)(_element(one, each, (*keys, at), inner) for at, each in enumerate(json))
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
    if isinstance(like, str | int):
        return _plain(like, json, keys)
    return value_of(like, json, keys, inner)

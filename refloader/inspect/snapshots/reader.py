"""Parses the machine in a snapshot's document. Raises UnreadableError with the position of an invalid value."""

import base64
import binascii
from types import MappingProxyType

from refloader.core.json.reader import JsonValue, Keys
from refloader.inspect.snapshots.parts import (
    Members,
    UnreadableError,
    list_of,
    number_of,
    object_of,
    plain_text,
    text_of,
    texts_of,
    truth_of,
)
from refloader.inspect.snapshots.recorded import MISSING
from refloader.inspect.snapshots.values import value_of
from refloader.model.introspection import Introspected
from refloader.model.layer import Extension
from refloader.model.library import Library
from refloader.model.platform import Device, Platform
from refloader.model.reason import Span
from refloader.model.recorded import Exports, Names, Recorded, RecordedAnswers, Refusal
from refloader.model.windows_registry import (
    Data,
    Registry,
    RegistryKey,
    RegistryValue,
    ValueType,
    registry_of,
)

_LIBRARY = Library("", 0, "", False, frozenset())
_EXTENSION = Extension("", 0)
_INNER = {
    "others": _LIBRARY,
    "devices": Device(""),
    "adapters": 0,
    "introspected": Introspected(""),
    "instance_extensions": _EXTENSION,
    "device_extensions": _EXTENSION,
    "versions": ("", ""),
}
"""A sample of the values in a list, by the field that has the list."""


def recorded_of(members: Members) -> Recorded:
    """Return the machine in the members of a document."""
    keys: Keys = ("machine",)
    machine = object_of(members.get("machine"), keys)
    size = number_of(machine, keys, "word_size")
    if size not in (32, 64):
        raise UnreadableError((*keys, "word_size"), f'"word_size" is {size}')
    gone = tuple(_gone(path) for path in texts_of(members, (), "missing"))
    return Recorded(
        platform=_platform(machine.get("platform"), (*keys, "platform")),
        word_size=size,
        processor=text_of(machine, keys, "processor"),
        elevated=truth_of(machine, keys, "elevated"),
        executable=text_of(machine, keys, "executable"),
        variables=MappingProxyType(_variables(machine, keys)),
        entries=(*list_of(members, (), "paths", _entry), *gone),
        withheld=texts_of(machine, keys, "withheld"),
        notes=texts_of(members, (), "notes"),
        staged=members.get("staged") is True,
        elsewhere=texts_of(members, (), "elsewhere") if "elsewhere" in members else (),
    )


def _gone(path: str) -> RecordedAnswers:
    refusal = Refusal(MISSING)
    return RecordedAnswers(path, MISSING, refusal, refusal, refusal, refusal, refusal)


def _variables(machine: Members, keys: Keys) -> dict[str, str]:
    members = object_of(machine.get("variables"), (*keys, "variables"))
    return {name: text_of(members, (*keys, "variables"), name) for name in members}


def _platform(value: JsonValue, keys: Keys) -> Platform:
    members = object_of(value, keys)
    text_of(members, keys, "system")
    registry = members.get("registry")
    read = None if registry is None else _registry(registry, (*keys, "registry"))
    return value_of(Platform(registry=read), value, keys, _INNER, frozenset({"registry"}))


def _registry(value: JsonValue, keys: Keys) -> Registry:
    members = object_of(value, keys)
    whole = texts_of(members, keys, "whole") if "whole" in members else ("",)
    held = tuple(path.casefold() for path in whole)
    return registry_of(list_of(members, keys, "keys", _key), text_of(members, keys, "source"), held)


def _key(value: JsonValue, keys: Keys) -> RegistryKey:
    members = object_of(value, keys)
    return RegistryKey(
        text_of(members, keys, "path"), list_of(members, keys, "values", _value), _span(members, keys)
    )


def _value(value: JsonValue, keys: Keys) -> RegistryValue:
    members = object_of(value, keys)
    kind = text_of(members, keys, "type")
    if kind not in tuple(ValueType):
        raise UnreadableError((*keys, "type"), "no type of values has this name")
    return RegistryValue(
        text_of(members, keys, "name"), ValueType(kind), _data(members, keys), _span(members, keys)
    )


def _data(members: Members, keys: Keys) -> Data:
    if "base64" in members:
        return _base64(members, keys)
    data = members.get("data")
    if isinstance(data, list):
        return list_of(members, keys, "data", plain_text)
    if type(data) is str or (type(data) is int and abs(data) < 2**64):
        return data
    raise UnreadableError((*keys, "data"), '"data" is neither a number nor a text nor a list of texts')


def _span(members: Members, keys: Keys) -> Span:
    where = members.get("at")
    if isinstance(where, list) and len(where) == 3:
        path, line, column = where
        if type(path) is str and type(line) is int and type(column) is int:
            return Span(path, line, column)
    raise UnreadableError((*keys, "at"), '"at" is no file, line and column')


def _entry(value: JsonValue, keys: Keys) -> RecordedAnswers:
    members = object_of(value, keys)
    return RecordedAnswers(
        text_of(members, keys, "path"),
        text_of(members, keys, "kind") if "kind" in members else None,
        _names(members["names"], (*keys, "names")) if "names" in members else None,
        _content(members["content"], (*keys, "content")) if "content" in members else None,
        _head(members["head"], (*keys, "head")) if "head" in members else None,
        _library(members["library"], (*keys, "library")) if "library" in members else None,
        _links(members["links"], (*keys, "links")) if "links" in members else None,
        text_of(members, keys, "real_path") if "real_path" in members else None,
    )


def _refusal(members: Members, keys: Keys) -> Refusal:
    return Refusal(
        text_of(members, keys, "trouble"), text_of(members, keys, "detail") if "detail" in members else ""
    )


def _names(value: JsonValue, keys: Keys) -> Names | Refusal:
    if isinstance(value, list):
        return Names(tuple(plain_text(each, (*keys, at)) for at, each in enumerate(value)))
    members = object_of(value, keys)
    if "trouble" in members:
        return _refusal(members, keys)
    names = list_of(members, keys, "names", plain_text)
    folders = texts_of(members, keys, "folders") if "folders" in members else None
    return Names(names, truth_of(members, keys, "truncated"), number_of(members, keys, "left_out"), folders)


def _content(value: JsonValue, keys: Keys) -> bytes | Refusal:
    members = object_of(value, keys)
    if "trouble" in members:
        return _refusal(members, keys)
    if "base64" in members:
        return _base64(members, keys)
    lines = list_of(members, keys, "lines", plain_text)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _base64(members: Members, keys: Keys) -> bytes:
    try:
        return base64.b64decode(text_of(members, keys, "base64"), validate=True)
    except (binascii.Error, ValueError) as error:
        raise UnreadableError((*keys, "base64"), f'"base64" is none: {error}') from error


def _head(value: JsonValue, keys: Keys) -> bytes | Refusal:
    if isinstance(value, dict):
        return _refusal(value, keys)
    try:
        return bytes.fromhex(plain_text(value, keys))
    except ValueError as error:
        raise UnreadableError(keys, '"head" is no row of hexadecimal digits') from error


def _library(value: JsonValue, keys: Keys) -> Exports | Refusal:
    members = object_of(value, keys)
    if "trouble" in members:
        return _refusal(members, keys)
    left_out = number_of(members, keys, "exports_left_out") if "exports_left_out" in members else 0
    return Exports(value_of(_LIBRARY, value, keys, _INNER), left_out)


def _links(value: JsonValue, keys: Keys) -> Library | Refusal:
    members = object_of(value, keys)
    return _refusal(members, keys) if "trouble" in members else value_of(_LIBRARY, value, keys, _INNER)

"""Writes a recorded machine as readable JSON: texts as lists of lines, all missing paths in one list."""

import base64

from refloader.core.json.reader import JsonValue
from refloader.inspect.snapshots.values import value_json
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.recorded import Exports, Names, Recorded, RecordedAnswers, Refusal
from refloader.model.windows_registry import Data, Registry, RegistryKey, RegistryValue

MISSING = "missing"
"""The value of ``Trouble.MISSING`` and ``Kind.MISSING``."""


def recorded_json(recorded: Recorded) -> dict[str, JsonValue]:
    """Return the members of a snapshot's document that describe the machine, sorted, so that the output is stable."""
    gone = [entry for entry in recorded.entries if entry.nothing_there(MISSING)]
    there = [entry for entry in recorded.entries if not entry.nothing_there(MISSING)]
    return {
        "notes": list(recorded.notes),
        "machine": {
            "word_size": recorded.word_size,
            "processor": recorded.processor,
            "elevated": recorded.elevated,
            "executable": recorded.executable,
            "variables": {name: recorded.variables[name] for name in sorted(recorded.variables)},
            "withheld": list(recorded.withheld),
            "platform": _platform(recorded.platform),
        },
        "paths": [_entry(entry) for entry in sorted(there, key=_path)],
        "missing": [entry.path for entry in sorted(gone, key=_path)],
        "elsewhere": list(recorded.elsewhere),
    }


def _path(entry: RecordedAnswers) -> str:
    return entry.path


def _platform(platform: Platform) -> JsonValue:
    registry = platform.registry
    plain = value_json(platform, leave_out=frozenset({"registry"}))
    return {**plain, "registry": None if registry is None else _registry(registry)}


def _registry(registry: Registry) -> JsonValue:
    keys: list[JsonValue] = [_key(key) for key in registry.keys.values()]
    return {"source": registry.source, "whole": list(registry.whole), "keys": keys}


def _key(key: RegistryKey) -> JsonValue:
    span = key.span
    values: list[JsonValue] = [_value(value) for value in key.values]
    return {"path": key.path, "at": [span.path, span.line, span.column], "values": values}


def _value(value: RegistryValue) -> JsonValue:
    span = value.span
    return {
        "name": value.name,
        "type": value.type.value,
        **data_json(value.data),
        "at": [span.path, span.line, span.column],
    }


def data_json(data: Data) -> dict[str, JsonValue]:
    """Return the data of a registry value as JSON: a number, a string, a list of strings, or base64 for bytes."""
    if isinstance(data, bytes):
        return {"base64": base64.b64encode(data).decode("ascii")}
    return {"data": list(data) if isinstance(data, tuple) else data}


def _entry(entry: RecordedAnswers) -> JsonValue:
    members: dict[str, JsonValue] = {"path": entry.path}
    if entry.kind is not None:
        members["kind"] = entry.kind
    if entry.real_path is not None:
        members["real_path"] = entry.real_path
    if entry.names is not None:
        members["names"] = _refusal(entry.names) if isinstance(entry.names, Refusal) else _names(entry.names)
    if entry.data is not None:
        members["content"] = (
            _refusal(entry.data) if isinstance(entry.data, Refusal) else content_json(entry.data)
        )
    if entry.head is not None:
        members["head"] = _refusal(entry.head) if isinstance(entry.head, Refusal) else entry.head.hex()
    if entry.library is not None:
        found = entry.library
        members["library"] = _refusal(found) if isinstance(found, Refusal) else _library(found)
    if entry.links is not None:
        links = entry.links
        members["links"] = _refusal(links) if isinstance(links, Refusal) else _links(links)
    return members


def _links(library: Library) -> JsonValue:
    return value_json(library, frozenset({"exports", "introspected"}))


def _refusal(refusal: Refusal) -> JsonValue:
    return {"trouble": refusal.trouble, **({"detail": refusal.detail} if refusal.detail else {})}


def _names(names: Names) -> JsonValue:
    listed: list[JsonValue] = list(names.names)
    if not names.truncated and not names.left_out and names.folders is None:
        return listed
    folders: dict[str, JsonValue] = {} if names.folders is None else {"folders": list(names.folders)}
    return {"names": listed, "truncated": names.truncated, "left_out": names.left_out, **folders}


def content_json(data: bytes) -> JsonValue:
    """Return the bytes of a file as JSON: its lines if it is UTF-8, else base64. Both preserve every byte."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}
    return {"lines": list(text.split("\n"))}


def _library(exports: Exports) -> JsonValue:
    left_out: dict[str, JsonValue] = {"exports_left_out": exports.left_out} if exports.left_out else {}
    return {**value_json(exports.library), **left_out}

"""Decides what a snapshot file says, and writes one. Never looks at the machine it speaks of.

A snapshot may come from anywhere: whatever the bytes are, reading them ends in a value or in a reason with its
place. What is read from it is compared as text and never opened, the places alone being listed.
"""

from collections.abc import Callable
from typing import TypeVar

from refloader.core import json_reader
from refloader.core.fields import shape
from refloader.core.json_reader import JsonValue, Keys
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.snapshot import KnownEntry, KnownLibrary, KnownManifest, Mention, Snapshot
from refloader.model.text import quote
from refloader.rules import rule

SCHEMA = "refloader.snapshot/1"
_WHY = rule("LLP_LAYER_20")
_PLACE_LIMIT = 256
"""Folders that a snapshot may have looked at: those of one machine are about twenty."""

_T = TypeVar("_T")


def as_json(snapshot: Snapshot) -> dict[str, JsonValue]:
    """The document of a snapshot."""
    return {
        "schema": SCHEMA,
        "staged": snapshot.staged,
        "places": list(snapshot.places),
        "manifests": [_manifest_json(manifest) for manifest in snapshot.manifests],
    }


def _manifest_json(manifest: KnownManifest) -> JsonValue:
    return {
        "path": manifest.path,
        "use": str(manifest.use),
        "sha256": manifest.sha256,
        "entries": [_entry_json(entry) for entry in manifest.entries],
        "references": [_mention_json(each) for each in manifest.references],
    }


def _entry_json(entry: KnownEntry) -> JsonValue:
    library = entry.library
    return {
        "name": _mention_json(entry.name),
        "version": entry.version,
        "library": None
        if library is None
        else {
            "path": _mention_json(library.path),
            "file": library.file,
            "sha256": library.sha256,
            "word_size": library.word_size,
        },
        "components": [_mention_json(each) for each in entry.components],
    }


def _mention_json(mention: Mention) -> JsonValue:
    return {"text": mention.text, "line": mention.line, "column": mention.column}


class _UnreadableError(Exception):
    """A value that is not what it has to be; never leaves this module."""

    def __init__(self, keys: Keys, fact: str) -> None:
        super().__init__(fact)
        self.keys = keys


def read_snapshot(data: bytes, path: str) -> tuple[Snapshot | None, tuple[Reason, ...]]:
    """The snapshot in a file's bytes, or None and why it is none."""
    document = json_reader.read(data)
    if not document.valid:
        problem = next(each for each in document.problems if each.fatal)
        at, fact = document.position(problem.offset), f"{problem.trouble}: {problem.message}"
        return None, (_no_snapshot(InFile(path, at.line, at.column), fact),)
    try:
        return _snapshot(document.value), ()
    except _UnreadableError as error:
        at = document.where(error.keys)
        return None, (_no_snapshot(InFile(path, at.line, at.column), str(error)),)


def _no_snapshot(where: InFile, fact: str) -> Reason:
    return Reason(_WHY, Severity.ERROR, where.path, f"this is no snapshot: {fact}", where)


def _snapshot(value: JsonValue) -> Snapshot:
    members = _object(value, ())
    schema = _text(members, (), "schema")
    if schema != SCHEMA:
        raise _UnreadableError(("schema",), f"its schema is {quote(schema)}, not {SCHEMA}")
    places = _list(members, (), "places", _place)
    if len(places) > _PLACE_LIMIT:
        raise _UnreadableError(("places",), f"it has {len(places)} places")
    if type(members.get("staged")) is not bool:
        raise _UnreadableError(("staged",), '"staged" is neither true nor false')
    return Snapshot(members["staged"] is True, places, _list(members, (), "manifests", _manifest))


def _place(value: JsonValue, keys: Keys) -> str:
    if type(value) is str and value.startswith("/"):
        return value
    raise _UnreadableError(keys, "a place is no absolute path")


def _manifest(value: JsonValue, keys: Keys) -> KnownManifest:
    members = _object(value, keys)
    use = _text(members, keys, "use")
    if use not in tuple(Use):
        raise _UnreadableError((*keys, "use"), f'"use" is {quote(use)}')
    return KnownManifest(
        _text(members, keys, "path"),
        Use(use),
        _text(members, keys, "sha256"),
        _list(members, keys, "entries", _entry),
        _list(members, keys, "references", _mention),
    )


def _entry(value: JsonValue, keys: Keys) -> KnownEntry:
    members = _object(value, keys)
    library = members.get("library")
    return KnownEntry(
        _mention(members.get("name"), (*keys, "name")),
        _text(members, keys, "version"),
        None if library is None else _library(library, (*keys, "library")),
        _list(members, keys, "components", _mention),
    )


def _library(value: JsonValue, keys: Keys) -> KnownLibrary:
    members = _object(value, keys)
    return KnownLibrary(
        _mention(members.get("path"), (*keys, "path")),
        _text(members, keys, "file"),
        _text(members, keys, "sha256"),
        _number(members, keys, "word_size"),
    )


def _mention(value: JsonValue, keys: Keys) -> Mention:
    members = _object(value, keys)
    line, column = _number(members, keys, "line"), _number(members, keys, "column")
    return Mention(_text(members, keys, "text"), line, column)


def _object(value: JsonValue, keys: Keys) -> dict[str, JsonValue]:
    if type(value) is dict:
        return value
    raise _UnreadableError(keys, f"{_name(keys)} is {shape(value)}, not an object")


def _list(
    members: dict[str, JsonValue], keys: Keys, key: str, read: Callable[[JsonValue, Keys], _T]
) -> tuple[_T, ...]:
    value = members.get(key)
    if type(value) is not list:
        raise _UnreadableError((*keys, key), f'"{key}" is {shape(value)}, not a list')
    return tuple(read(each, (*keys, key, index)) for index, each in enumerate(value))


def _text(members: dict[str, JsonValue], keys: Keys, key: str) -> str:
    value = members.get(key)
    if type(value) is str:
        return value
    raise _UnreadableError((*keys, key), f'"{key}" is {shape(value)}, not a string')


def _number(members: dict[str, JsonValue], keys: Keys, key: str) -> int:
    value = members.get(key)
    if type(value) is int and 0 <= value < 2**31:
        return value
    raise _UnreadableError((*keys, key), f'"{key}" is no number from 0')


def _name(keys: Keys) -> str:
    return f"{keys[-1]}" if keys else "the document"

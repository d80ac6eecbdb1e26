"""Parses and writes snapshot files. Never accesses the machine that a snapshot describes.

A snapshot may come from an untrusted source: whatever its bytes are, parsing them returns a value, or a reason with
its position. The paths in it are compared as text and never opened; only the folders in ``places`` are listed.
"""

from collections.abc import Callable
from typing import TypeVar

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue, Keys
from refloader.host.port import Content, Failure
from refloader.inspect.snapshots.parts import (
    Members,
    UnreadableError,
    list_of,
    number_of,
    object_of,
    text_of,
    truth_of,
)
from refloader.inspect.snapshots.reader import recorded_of
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.recorded import Recorded
from refloader.model.snapshot import KnownEntry, KnownLibrary, KnownManifest, Mention, Snapshot
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS
from refloader.rules import rule

SCHEMA = "refloader.snapshot/2"
FIRST_SCHEMA = "refloader.snapshot/1"
"""The first version of the format, with the manifests and without the recorded machine."""
_NAME = "refloader.snapshot/"
_WHY = rule("LLP_LAYER_20")
_PLACE_LIMIT = 256
"""The most places in a snapshot; one machine has about twenty."""

_T = TypeVar("_T")

HEAD = 256
"""How many bytes of a file ``is_snapshot`` needs."""


def is_snapshot(start: Content | Failure) -> bool:
    """Return whether a file begins as ``refloader snapshot`` writes one."""
    return isinstance(start, Content) and start.data.startswith(b"{") and _NAME.encode() in start.data


def as_json(snapshot: Snapshot) -> dict[str, JsonValue]:
    """Return the members of a snapshot document that list the manifests."""
    return {
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


def read_snapshot(data: bytes, path: str) -> tuple[Snapshot | None, tuple[Reason, ...]]:
    """Return the manifests in a snapshot file of either version, or None and why it is not a snapshot."""
    return _read(data, path, _snapshot)


def read_machine(data: bytes, path: str) -> tuple[Recorded | None, tuple[Reason, ...]]:
    """Return the machine in the bytes of a snapshot file, or None and why it has none."""
    return _read(data, path, _machine)


def _read(data: bytes, path: str, take: Callable[[JsonValue], _T]) -> tuple[_T | None, tuple[Reason, ...]]:
    document = reader.read(data)
    if not document.valid:
        problem = next(each for each in document.problems if each.fatal)
        at, fact = document.position(problem.offset), f"{problem.trouble}: {problem.message}"
        return None, (_no_snapshot(InFile(path, at.line, at.column), fact),)
    try:
        return take(document.value), ()
    except UnreadableError as error:
        at = document.where(error.keys)
        return None, (_no_snapshot(InFile(path, at.line, at.column), str(error)),)


def _no_snapshot(where: InFile, fact: str) -> Reason:
    return Reason(_WHY, Severity.ERROR, where.path, f"this is no snapshot: {fact}", where)


def _schema(members: Members) -> str:
    schema = text_of(members, (), "schema")
    if schema in (FIRST_SCHEMA, SCHEMA):
        return schema
    name, slash, version = schema.rpartition("/")
    if name + slash == _NAME and version.isdecimal():
        fact = f"a newer refloader wrote it: its schema is {quote(schema)}, and this one knows {SCHEMA}"
        raise UnreadableError(("schema",), fact)
    raise UnreadableError(("schema",), f"its schema is {quote(schema)}, not {SCHEMA}")


def _machine(value: JsonValue) -> Recorded:
    members = object_of(value, ())
    if _schema(members) == FIRST_SCHEMA:
        fact = f"{FIRST_SCHEMA} holds digests alone; take a new one with this version of refloader"
        raise UnreadableError(("schema",), fact)
    return recorded_of(members)


def _snapshot(value: JsonValue) -> Snapshot:
    members = object_of(value, ())
    first = _schema(members) == FIRST_SCHEMA
    places = list_of(members, (), "places", _place)
    if len(places) > _PLACE_LIMIT:
        raise UnreadableError(("places",), f"it has {len(places)} places")
    staged = truth_of(members, (), "staged")
    redacted = not first and truth_of(members, (), "redacted")
    return Snapshot(staged, places, list_of(members, (), "manifests", _manifest), redacted)


def _place(value: JsonValue, keys: Keys) -> str:
    if type(value) is str and (value.startswith("/") or WINDOWS_PATHS.is_full(value)):
        return value
    raise UnreadableError(keys, "a place is no absolute path")


def _manifest(value: JsonValue, keys: Keys) -> KnownManifest:
    members = object_of(value, keys)
    use = text_of(members, keys, "use")
    if use not in tuple(Use):
        raise UnreadableError((*keys, "use"), f'"use" is {quote(use)}')
    return KnownManifest(
        text_of(members, keys, "path"),
        Use(use),
        text_of(members, keys, "sha256"),
        list_of(members, keys, "entries", _entry),
        list_of(members, keys, "references", _mention),
    )


def _entry(value: JsonValue, keys: Keys) -> KnownEntry:
    members = object_of(value, keys)
    library = members.get("library")
    return KnownEntry(
        _mention(members.get("name"), (*keys, "name")),
        text_of(members, keys, "version"),
        None if library is None else _library(library, (*keys, "library")),
        list_of(members, keys, "components", _mention),
    )


def _library(value: JsonValue, keys: Keys) -> KnownLibrary:
    members = object_of(value, keys)
    return KnownLibrary(
        _mention(members.get("path"), (*keys, "path")),
        text_of(members, keys, "file"),
        text_of(members, keys, "sha256"),
        number_of(members, keys, "word_size"),
    )


def _mention(value: JsonValue, keys: Keys) -> Mention:
    members = object_of(value, keys)
    line, column = number_of(members, keys, "line"), number_of(members, keys, "column")
    return Mention(text_of(members, keys, "text"), line, column)

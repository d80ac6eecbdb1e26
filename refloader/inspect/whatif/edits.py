"""Edits keys of JSON files in memory: computes a manifest with a key set or removed. Writes no file."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue, Keys

_MARK = b"\xef\xbb\xbf"
_DEEPEST = 100
"""How deeply the parts of a text are nested at most that is edited: no manifest that people write is."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Sets one key of one file to a value, or removes it if the value is None."""

    path: str
    keys: Keys
    value: JsonValue

    @property
    def what(self) -> str:
        """The file and the key, for display."""
        return f"{self.path}: {'.'.join(str(key) for key in self.keys)}"

    @property
    def text(self) -> str:
        """The value as JSON; null if the key is removed."""
        return json.dumps(self.value)


def edited(texts: Mapping[str, bytes], edits: Iterable[Edit]) -> dict[str, bytes | None] | None:
    """Return the changed files, each with all of its edits applied; None if an edit has no effect."""
    roots: dict[str, Any] = {}
    for edit in edits:
        if edit.path not in roots:
            roots[edit.path] = _copy(texts.get(edit.path, b""))
        if not _apply(roots[edit.path], edit):
            return None
    return {path: rewritten(texts.get(path, b""), root) for path, root in roots.items()}


def rewritten(before: bytes, root: JsonValue, indent: int | None = None) -> bytes:
    """Return a text anew with another value, and with its byte order mark: an edit by hand leaves that there."""
    return with_mark(before, json.dumps(root, indent=indent).encode())


def with_mark(before: bytes, after: bytes) -> bytes:
    """Return a text with the byte order mark of the one that it is made from."""
    return _MARK + after.removeprefix(_MARK) if before.startswith(_MARK) else after


def value_to_edit(data: bytes) -> JsonValue:
    """Return the value of a text that may be written anew; None if its parts are nested too deeply for that."""
    value = reader.read(data).value
    return value if can_be_written(value) else None


def value_at(value: object, *keys: str | int) -> object:
    """Return what a value has at these keys; None if it has nothing there."""
    for key in keys:
        inside = value[key] if isinstance(value, list) and isinstance(key, int) and key < len(value) else None
        value = value.get(str(key)) if isinstance(value, dict) else inside
    return value


def is_folder_of(path: object, file: str) -> bool:
    """Return whether a path in a settings file is that of the folder of a file."""
    return isinstance(path, str) and path != "" and path.rstrip("/") == file.rpartition("/")[0]


def can_be_written(value: JsonValue) -> bool:
    """Whether the parts of a value are not nested too deeply to be written as a text."""
    level: list[JsonValue] = [value]
    for _ in range(_DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return True
    return False


def _parts(value: JsonValue) -> Iterable[JsonValue]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _copy(data: bytes) -> Any:
    text = _as_object(data)
    return json.loads(text) if text is not None else None


@lru_cache(maxsize=8)
def _as_object(data: bytes) -> str | None:
    """Return a text that is an object as it is written anew, None if it is none; a search edits one text often."""
    value = value_to_edit(data)
    return json.dumps(value) if isinstance(value, dict) else None


def _apply(root: Any, edit: Edit) -> bool:
    """Set or remove the key in place. Return False if its parent does not exist or nothing would change."""
    holder = root
    for key in edit.keys[:-1]:
        holder = _inside(holder, key)
    last = edit.keys[-1]
    if isinstance(holder, list) and last == len(holder):
        holder.append(edit.value)
        return True
    if not isinstance(holder, dict) or holder.get(str(last)) == edit.value:
        return False
    if edit.value is None:
        del holder[str(last)]
    elif holder is root and last == "file_format_version" and last not in root:
        rest = dict(
            root
        )  # in front of the layer: some loaders read nothing of a file in which a key follows it
        root.clear()
        root.update({last: edit.value, **rest})
    else:
        holder[str(last)] = edit.value
    return True


def _inside(holder: Any, key: str | int) -> Any:
    if isinstance(holder, dict):
        return holder.get(str(key))
    if isinstance(holder, list) and isinstance(key, int) and key < len(holder):
        return holder[key]
    return None

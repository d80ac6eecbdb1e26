"""Reads the JSON text of a manifest as loaders of a given age do. Does not know what a manifest means.

All releases pass over what follows the value and accept control characters, some odd numbers and bytes that are no
UTF-8. Control characters between the parts of a text are white space for them; NUL ends the text before 1.4.303.
"""

import re
from dataclasses import replace
from functools import lru_cache

from refloader.core.json.index import Problem, Trouble
from refloader.core.json.reader import Document, JsonValue, Recast, read
from refloader.core.json.scan import DEPTH_LIMIT, scan
from refloader.model.age import Age, Trait

_TOLERATED = frozenset({Trouble.TRAILING_TEXT, Trouble.CONTROL_CHARACTER, Trouble.NUMBER, Trouble.NOT_UTF8})
_ANY_DEPTH = 1 << 20
_BOM = b"\xef\xbb\xbf"
_ESCAPE = re.compile(rb"\\(.)", re.DOTALL)
_ODD_BLANK = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_PARTS = re.compile(rb'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[\x00-\x1f]', re.DOTALL)
"""A string, or a character that is white space outside of one."""

_NOT_IN_C = re.compile("[\0\ud800-\udc7f]")
"""What is left out of a string: NUL, and half surrogates but those that stand for bytes."""

_WORD = re.compile(rb"[0-9A-Za-z_$+.\x80-\xff-]+")
_OLD_NUMBER = re.compile(rb"(?=[-0-9])-?0?(?:[1-9][0-9]*)?(?:\.[0-9]+)?(?:[eE][+-]?[0-9]*)?")
_NUMBER = re.compile(rb"(?=[-0-9])-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
"""What releases before 1.4.303, and those from it on, read as a number: observed on builds."""

_DEPTH = 6
"""The levels of nesting that a manifest has; values further down are passed over."""
_ESCAPED = b'"\\/bfnrtu'


def read_aged(data: bytes, age: Age) -> Document | None:
    """Return the document that the loader reads from these bytes, or None if the text is invalid for it."""
    if data.startswith(_BOM):
        if age.has(Trait.BYTE_ORDER_MARK_INVALID):
            return None
        data = data[len(_BOM) :]
    if _ODD_BLANK.search(data):
        data = _without_odd_blanks(data.split(b"\0", 1)[0] if age.has(Trait.LOOSE_STRINGS) else data)
    if not data.strip(b" \t\r\n"):
        return None
    document = read(data.split(b"\0", 1)[0])
    if document.valid and not document.problems:
        return _with_age(document, age)
    if age.has(Trait.LOOSE_STRINGS):
        document = read(_ESCAPE.sub(_known_escape, document.data))
    elif any(problem.trouble is Trouble.LONE_SURROGATE for problem in document.problems):
        return None
    loose = age.has(Trait.LOOSE_STRINGS)
    found = _tolerated(document.data, loose=loose) if age.has(Trait.TEXT_AFTER_THE_END) else document
    return _with_age(found, age) if found is not None and found.valid else None


@lru_cache(maxsize=4)
def _without_odd_blanks(data: bytes) -> bytes:
    """Return a text with blanks for control characters outside of strings; releases are asked one by one."""
    return _PARTS.sub(_blank, data)


def _blank(found: re.Match[bytes]) -> bytes:
    """Return a string as it is, and a blank for a control character."""
    return found[0] if found[0].startswith(b'"') else b" "


def _known_escape(found: re.Match[bytes]) -> bytes:
    """Return an escape as it is, or only the character behind the backslash if JSON does not have the escape."""
    return found[0] if found[1] in _ESCAPED else found[1]


@lru_cache(maxsize=4)
def _tolerated(data: bytes, *, loose: bool) -> Document | None:
    """Return the document in a text that breaks the rules of JSON; the releases of a range are asked one by one."""
    depth, number = (_ANY_DEPTH, _OLD_NUMBER) if loose else (DEPTH_LIMIT, _NUMBER)
    found = scan(data, depth)
    comment = next((each for each in found.problems if each.trouble is Trouble.COMMENT), None)
    if comment is not None:  # it may follow the value, where everything is passed over
        data = data[: comment.offset]
        found = scan(data, depth)
    if found.fatal - _TOLERATED or not found.index.values:
        return None
    odd = (each.offset for each in found.problems if each.trouble is Trouble.NUMBER and each.fatal)
    if not all((word := _WORD.match(data, at)) is not None and number.fullmatch(word[0]) for at in odd):
        return None
    return Document(data, found.index.values[0], tuple(map(_harmless, found.problems)), found.index)


def _harmless(problem: Problem) -> Problem:
    return replace(problem, fatal=False)


def _with_age(document: Document, age: Age) -> Document:
    """Return the document with the strings and keys that the loader makes of it."""
    escaped, folds = b"\\u" in document.data, age.has(Trait.ANY_KEY_CASE)
    loose = escaped and age.has(Trait.LOOSE_STRINGS)
    if not escaped and not folds:
        return document

    def value_of_age(value: JsonValue) -> JsonValue:
        value = _strings(value, loose) if escaped else value
        return _folded(value) if folds else value

    def key_of_age(key: str) -> str:
        key = str(_strings(key, loose)) if escaped else key
        return _spelt(key) if folds else key

    return document.recast(Recast(value_of_age, key_of_age))


def _strings(value: JsonValue, loose: bool, depth: int = _DEPTH) -> JsonValue:
    """Return the value with strings as in C: NUL and half surrogates are left out, or a NUL ends the string."""
    if isinstance(value, str):
        if value.isascii() and "\0" not in value:
            return value
        if loose:
            return _NOT_IN_C.sub("", value)
        return value.split("\0", 1)[0]
    if isinstance(value, list):
        return [_strings(each, loose, depth - 1) for each in value] if depth else value
    if isinstance(value, dict) and depth:
        return {str(_strings(key, loose)): _strings(each, loose, depth - 1) for key, each in value.items()}
    return value


def strings_of_age(value: JsonValue, age: Age) -> JsonValue:
    """Return a value of a document with its strings as the loader reads them."""
    return _strings(value, age.has(Trait.LOOSE_STRINGS))


def _folded(value: JsonValue, depth: int = _DEPTH) -> JsonValue:
    """Return the value with the keys in the spelling of the documents, whatever their letter case."""
    if isinstance(value, list):
        return [_folded(each, depth - 1) for each in value] if depth else value
    if not isinstance(value, dict) or not depth:
        return value
    result: dict[str, JsonValue] = {}
    for key, each in value.items():
        result.setdefault(_spelt(key), _folded(each, depth - 1))
    return result


def _spelt(key: str) -> str:
    """Return a key in the spelling of the documents; one that they do not have as it is."""
    return _SPELLINGS.get(key.lower(), key)


_SPELLINGS = {"icd": "ICD"} | {
    key: key
    for key in (
        "file_format_version",
        "layer",
        "layers",
        "name",
        "type",
        "library_path",
        "api_version",
        "implementation_version",
        "description",
        "functions",
        "instance_extensions",
        "device_extensions",
        "enable_environment",
        "disable_environment",
        "component_layers",
        "pre_instance_functions",
        "library_arch",
        "app_keys",
        "blacklisted_layers",
        "override_paths",
        "is_portability_driver",
        "spec_version",
        "entrypoints",
        "settings",
        "settings_array",
        "path",
        "control",
        "treat_as_implicit_manifest",
        "stderr_log",
        "additional_drivers",
        "additional_drivers_use_exclusively",
        "device_configurations",
    )
}

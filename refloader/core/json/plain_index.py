"""Finds the positions of the values in a plain JSON text. Reports no problems and accepts no other text.

A text is plain if ``plain`` can parse it. The value is then known, and brackets and strings are enough to locate its
parts. Takes a tenth of the time of ``scan``, which yields the same positions for such a text.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from refloader.core.json.index import Index, JsonValue, Keys

_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]|[^"\[\]{},: \t\n\r]++', re.DOTALL)
_Members: TypeAlias = Iterator[tuple[str, JsonValue]] | None
_Around: TypeAlias = tuple[int, _Members, Iterator[JsonValue]]
_ARRAY, _OBJECT, _OPENING, _CLOSING = ord("["), ord("{"), b"[{", b"]}"


def index_plain(data: bytes, value: JsonValue) -> Index:
    """Return the positions in a value that ``read_plain`` returned for these bytes."""
    index = Index()
    add_start, add_end, add_key = index.starts.append, index.ends.append, index.key_starts.append
    add_name, add_value = index.names.append, index.values.append
    around: list[_Around] = []
    number, key_start = -1, -1
    name: str | None = None
    members: _Members = None  # of the innermost object; None in an array
    elements = iter([value])
    for token in _TOKEN.finditer(data):
        start = token.start()
        head = data[start]
        if head in _CLOSING:
            index.ends[number] = len(index.values)
            number, members, elements = around.pop()
            continue
        if members is None:
            each = next(elements)
        elif key_start < 0:
            key_start = start
            continue
        else:
            name, each = next(members)
        opened = len(index.values)
        add_start(start)
        add_end(opened + 1)
        add_key(key_start)
        add_name(name)
        add_value(each)
        key_start, name = -1, None
        if head == _OBJECT and isinstance(each, dict):
            around.append((number, members, elements))
            number, members = opened, iter(each.items())
        elif head == _ARRAY and isinstance(each, list):
            around.append((number, members, elements))
            number, members, elements = opened, None, iter(each)
    return index


def place_in_plain(data: bytes, value: JsonValue, keys: Keys) -> tuple[int, int]:
    """Return the offsets of the value at a path and of its key, as the index would, for a single query.

    If the path does not exist, the value is the innermost one on it. The key's offset is -1 if there is no key, or if
    the path does not exist.
    """
    tokens = _TOKEN.finditer(data)
    start, key_start = next(tokens).start(), -1
    for key in keys:
        in_object = isinstance(value, dict)
        if isinstance(value, dict) and key in value:
            before, value = 2 * list(value).index(str(key)), value[str(key)]
        elif isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
            before, value = key, value[key]
        else:
            return start, -1
        depth = 0
        while before:
            head = data[next(tokens).start()]
            depth += (head in _OPENING) - (head in _CLOSING)
            before -= not depth
        key_start = next(tokens).start() if in_object else -1
        start = next(tokens).start()
    return start, key_start

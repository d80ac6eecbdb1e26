"""Simplifies the text of a manifest, one change at a time. Preserves repeated keys and the order of keys.

Independent of the meaning of keys, except for a few plain values.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

_PLAIN = {"api_version": "1.3.0", "implementation_version": "1", "description": "x", "type": "GLOBAL"}
_LARGEST = 1 << 16
_SMALLEST = 8
_MOST_NESTED = 300
"""The maximum number of objects and arrays in a text, since all of them may be nested."""


class _Members(list[tuple[str, Any]]):
    """The members of an object in order, including repeated ones."""


def plainer_texts(data: bytes) -> Iterator[bytes]:
    """Yield texts that are simpler than this one in one respect, the simplest first."""
    head, body, tail = _parts(data)
    value = _members(body)
    if value is None:
        yield from _less_bytes(data)
        return
    plain = _text(value)
    if head or tail:
        yield plain
        yield from (less + body + tail for less in _less(head))
        yield from (head + body + less for less in _less(tail))
    if body != plain:
        yield head + plain + tail
        yield from (head + less + tail for less in _less_bytes(body))
        return
    yield from (head + _text(other) + tail for other in _plainer(value))


def lesser(parts: Sequence[T]) -> Iterator[list[T]]:
    """Yield the two halves of a list of more than three, then the list without each one of its items."""
    if len(parts) > 3:
        half = len(parts) // 2
        yield list(parts[half:])
        yield list(parts[:half])
    for index in range(len(parts)):
        yield [part for at, part in enumerate(parts) if at != index]


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the bytes before the outermost object, the object, and the bytes after it."""
    start, end = data.find(b"{"), data.rfind(b"}") + 1
    if start < 0 or end <= start:
        return data, b"", b""
    return data[:start], data[start:end], data[end:]


def _members(body: bytes) -> _Members | None:
    """Return the outermost object; None if there is none, or if it may be nested too deeply."""
    if body.count(b"[") + body.count(b"{") > _MOST_NESTED:
        return None
    try:
        value = json.loads(body, object_pairs_hook=_Members)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, _Members) else None


def _text(value: Any, indent: str = "") -> bytes:
    """Return the value as indented JSON."""
    return _shown(value, indent).encode("utf-8", "surrogatepass")


def _shown(value: Any, indent: str) -> str:
    if isinstance(value, _Members) and value:
        deeper = f"{indent}  "
        rows = (f"{deeper}{json.dumps(key)}: {_shown(member, deeper)}" for key, member in value)
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, _Members):
        return "{}"
    if isinstance(value, list):
        return "[" + ", ".join(_shown(element, indent) for element in value) + "]"
    return json.dumps(value)


def _plainer(members: _Members) -> Iterator[_Members]:
    """Yield the object without some of its members, or with a simpler member."""
    for less in lesser(members):
        yield _Members(less)
    for index, (key, member) in enumerate(members):
        for other in _plainer_value(key, member):
            yield _Members([*members[:index], (key, other), *members[index + 1 :]])


def _plainer_value(key: str, value: Any) -> Iterator[Any]:
    plain = _PLAIN.get(key)
    if plain is not None and value != plain:
        yield plain
    if isinstance(value, _Members):
        yield from _plainer(value)
    elif isinstance(value, list):
        yield from lesser(value)
        for index, element in enumerate(value):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in _plainer_value("", element))
    elif isinstance(value, str) and len(value) > 64:
        yield value[: len(value) // 2]


def _less(data: bytes) -> Iterator[bytes]:
    if data:
        yield b""
        yield from _less_bytes(data)


def _less_bytes(data: bytes) -> Iterator[bytes]:
    """Yield the bytes without one part, large parts first."""
    size = len(data) // 2 if len(data) < _LARGEST else 0
    while size:
        for start in range(0, len(data), size):
            yield data[:start] + data[start + size :]
        size = 0 if size <= _SMALLEST else size // 2

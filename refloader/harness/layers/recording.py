"""The recording of observers, application and malloc: makes the empty file, reads it into values. Never judges.

The layout is ``native/include/recording.h``'s. Whoever writes may crash or be wrong: whatever the bytes are, reading
them gives a value.
"""

import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

MAGIC = b"RFLREC01"
VARIABLE = "REFLOADER_OBSERVE"
"""The variable that holds the file's path, for the loader and the application."""

_HEAD = struct.Struct("<8sQQQ32x")
_RECORD = struct.Struct("<IHHII")
_FACT = struct.Struct("<IIQQ")
_WORD = struct.Struct("<Q")
_KINDS = ("word", "handle", "text")


class Kind(IntEnum):
    """What a record is; ``TORN`` stands for one that cannot be followed to the next."""

    TORN = -1
    UNFINISHED = 0
    LINK = 1
    COMMAND = 2
    TYPE = 3
    ENTER = 4
    LEAVE = 5
    GIVEN = 6
    MADE = 7
    NOTE = 8


class Link(NamedTuple):
    """A place between two links of a chain: who calls through it and who is called, by their layers' names.

    ``above`` is empty for the application (the loader's trampoline), ``below`` for the loader's end of the chain.
    """

    above: str
    below: str


class Fact(NamedTuple):
    """One thing a call was given or handed up. ``path`` says where it stood: ``pSubmits[0].pCommandBuffers[1]``.

    ``kind`` is word, handle or text. ``other`` is the first word of a dispatchable object, 0 otherwise.
    """

    kind: str
    path: str
    value: int
    type: str = ""
    other: int = 0
    text: str = ""


@dataclass(slots=True)
class Call:
    """One call through one link. ``number`` names it; ``entered`` and ``left`` order all that was recorded.

    ``left`` is None for a call that never came back, ``caller`` is the number of the innermost call under way on the
    same thread when this one was entered, 0 where there was none. ``words`` are its parameters as 64-bit words.
    """

    number: int
    link: int
    thread: int
    command: str
    entered: int
    words: tuple[int, ...] = ()
    caller: int = 0
    left: int | None = None
    returned: int = 0
    given: list[Fact] = field(default_factory=list)
    made: list[Fact] = field(default_factory=list)

    @property
    def result(self) -> int:
        """What it returned as a VkResult: the low 32 bits, with their sign."""
        return (self.returned & 0xFFFFFFFF ^ 0x80000000) - 0x80000000

    def fact(self, path: str) -> Fact | None:
        """What it was given at a path."""
        return next((fact for fact in self.given if fact.path == path), None)

    def out(self, path: str) -> Fact | None:
        """What it handed up at a path."""
        return next((fact for fact in self.made if fact.path == path), None)


class Note(NamedTuple):
    """What somebody else than an observer wrote down. ``within`` is the innermost call under way on its thread."""

    place: int
    thread: int
    about: str
    text: str
    value: int
    other: int
    within: int


@dataclass(frozen=True, slots=True)
class Recording:
    """All of one run. ``lost`` counts what found no room, ``torn`` tells that the rest could not be read."""

    links: Mapping[int, Link]
    calls: Mapping[int, Call]
    notes: Sequence[Note]
    lost: int = 0
    torn: bool = False


EMPTY = Recording({}, {}, ())


def empty(capacity: int) -> bytes:
    """The head of a new file that is to be ``capacity`` bytes long."""
    return _HEAD.pack(MAGIC, capacity, _HEAD.size, 0)


HEAD = _HEAD.size
"""The bytes of a file's head."""


def used(head: bytes) -> int:
    """How many bytes of the file are written, by its head; as many as there can be where it is no such head."""
    whole = len(head) == HEAD and head.startswith(MAGIC)
    return max(int(_HEAD.unpack(head)[2]), HEAD) if whole else sys.maxsize


def read(data: bytes) -> Recording:
    """The recording in a file's bytes; the empty one where they are none."""
    if len(data) < _HEAD.size or data[:8] != MAGIC:
        return EMPTY
    _, capacity, used, lost = _HEAD.unpack_from(data)
    reader = _Reader()
    end = min(len(data), capacity, used)
    torn = not all(reader.take(*row) for row in _records(data, end))
    return Recording(reader.links, reader.calls, reader.notes, lost, torn)


def _records(data: bytes, end: int) -> Iterator[tuple[int, int, int, int, int, bytes]]:
    """Place, kind, link, thread, call and body of each record; TORN and no body where they cannot be followed."""
    at = _HEAD.size
    while at + _RECORD.size <= end:
        size, kind, link, thread, call = _RECORD.unpack_from(data, at)
        if size < _RECORD.size or size % 8 or at + size > end:
            yield at, Kind.TORN, 0, 0, 0, b""
            return
        yield at, kind, link, thread, call, data[at + _RECORD.size : at + size]
        at += size


class _Reader:
    """Puts records together as they come. A record that makes no sense is left out."""

    def __init__(self) -> None:
        self.links: dict[int, Link] = {}
        self.calls: dict[int, Call] = {}
        self.notes: list[Note] = []
        self._commands: dict[int, str] = {}
        self._types: dict[int, str] = {}
        self._open: dict[int, list[int]] = {}

    def take(self, place: int, kind: int, link: int, thread: int, call: int, body: bytes) -> bool:
        """Add one record; False where nothing after it can be read."""
        match kind:
            case Kind.TORN:
                return False
            case Kind.LINK:
                self.links[link] = Link(*_texts(body))
            case Kind.COMMAND | Kind.TYPE if len(body) >= _WORD.size:
                names = self._commands if kind == Kind.COMMAND else self._types
                names[_WORD.unpack_from(body)[0]] = _texts(body[_WORD.size :])[0]
            case Kind.ENTER if len(body) >= _WORD.size:
                self._enter(place, link, thread, call, body)
            case Kind.LEAVE if call in self.calls and len(body) >= _WORD.size:
                self._leave(place, self.calls[call], body)
            case Kind.GIVEN | Kind.MADE if call in self.calls and len(body) >= _FACT.size:
                made = self.calls[call].made if kind == Kind.MADE else self.calls[call].given
                made.append(self._fact(body))
            case Kind.NOTE if len(body) >= 2 * _WORD.size:
                value, other = struct.unpack_from("<QQ", body)
                self.notes.append(
                    Note(place, thread, *_texts(body[16:]), value, other, self._innermost(thread))
                )
        return True

    def _enter(self, place: int, link: int, thread: int, call: int, body: bytes) -> None:
        index, *words = struct.unpack(f"<{len(body) // 8}Q", body[: len(body) // 8 * 8])
        name = self._commands.get(index, f"command {index}")
        self.calls[call] = Call(call, link, thread, name, place, tuple(words), self._innermost(thread))
        self._open.setdefault(thread, []).append(call)

    def _leave(self, place: int, call: Call, body: bytes) -> None:
        call.left, call.returned = place, _WORD.unpack_from(body)[0]
        under_way = self._open.get(call.thread, [])
        if call.number in under_way:
            del under_way[under_way.index(call.number) :]

    def _innermost(self, thread: int) -> int:
        under_way = self._open.get(thread)
        return under_way[-1] if under_way else 0

    def _fact(self, body: bytes) -> Fact:
        kind, type_, value, other = _FACT.unpack_from(body)
        path, text = _texts(body[_FACT.size :])
        word = _KINDS[kind] if kind < len(_KINDS) else str(kind)
        return Fact(word, path, value, self._types.get(type_, "") if word == "handle" else "", other, text)


def _texts(body: bytes) -> tuple[str, str]:
    first, second, *_ = (*body.split(b"\0"), b"", b"")
    return first.decode("utf-8", "surrogateescape"), second.decode("utf-8", "surrogateescape")

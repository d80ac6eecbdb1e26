"""The recording of observers, application and malloc: creates the empty file and parses it. Gives no verdict.

The layout is that of ``native/include/recording.h``. The writing process may crash or write nonsense: parsing returns
a value for any bytes.
"""

import gc
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

MAGIC = b"RFLREC01"
VARIABLE = "REFLOADER_OBSERVE"
"""The variable that holds the file's path, for the loader and the application."""

_HEAD = struct.Struct("<8sQQQ32x")
_RECORD = struct.Struct("<IHHII")
_FACT = struct.Struct("<IIQQ")
_WORD = struct.Struct("<Q")
_KINDS = ("word", "handle", "text")
_T = TypeVar("_T")


class Kind(IntEnum):
    """The kind of a record."""

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
    """A boundary between two neighbours in a call chain, by their layers' names: the caller and the callee.

    ``above`` is empty for the application (the loader's trampoline), ``below`` for the loader's end of the chain.
    """

    above: str
    below: str


class Fact(NamedTuple):
    """One value that a call received or returned. ``path`` says where it was: ``pSubmits[0].pCommandBuffers[1]``.

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
    """One call through one link. ``number`` identifies it; ``entered`` and ``left`` order all records.

    ``left`` is None for a call that never returned; ``caller`` is the number of the innermost call in progress on
    the same thread when this one was entered, 0 if there was none. ``words`` are the parameters as 64-bit words;
    ``given`` holds the facts that the call received, ``made`` those that it returned.
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
        """The returned value as a VkResult: the low 32 bits, with their sign."""
        return (self.returned & 0xFFFFFFFF ^ 0x80000000) - 0x80000000

    def fact(self, path: str) -> Fact | None:
        """Return the fact at a path that the call received, or None."""
        return _at(self.given, path)

    def out(self, path: str) -> Fact | None:
        """Return the fact at a path that the call returned, or None."""
        return _at(self.made, path)


def _at(facts: Sequence[Fact], path: str) -> Fact | None:
    for fact in facts:
        if fact.path == path:
            return fact
    return None


class Note(NamedTuple):
    """A record that no observer wrote. ``within`` is the innermost call in progress on its thread."""

    place: int
    thread: int
    about: str
    text: str
    value: int
    other: int
    within: int


@dataclass(frozen=True, slots=True)
class Recording:
    """All of one run. ``lost`` counts records that found no room; ``torn`` says that the rest could not be parsed."""

    links: Mapping[int, Link]
    calls: Mapping[int, Call]
    notes: Sequence[Note]
    lost: int = 0
    torn: bool = False


EMPTY = Recording({}, {}, ())


def empty(capacity: int) -> bytes:
    """Return the header of a new file that is to be ``capacity`` bytes long."""
    return _HEAD.pack(MAGIC, capacity, _HEAD.size, 0)


HEAD = _HEAD.size
"""The size of a file's header in bytes."""


def is_head(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is a recording."""
    return len(head) == HEAD and head.startswith(MAGIC)


def used(head: bytes) -> int:
    """Return how many bytes of the file its header says are written; ``sys.maxsize`` without a valid header."""
    return max(int(_HEAD.unpack(head)[2]), HEAD) if is_head(head) else sys.maxsize


def read(data: bytes) -> Recording:
    """Return the recording in a file's bytes; an empty one if they are no recording."""
    if len(data) < _HEAD.size or data[:8] != MAGIC:
        return EMPTY
    _, capacity, used, lost = _HEAD.unpack_from(data)
    reader = _Reader(data)
    end = min(len(data), capacity)
    with _uncollected():
        whole = reader.take(min(end, used)) and used <= end
    return Recording(reader.links, reader.calls, reader.notes, lost, not whole)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Have no search for cycles meanwhile: a recording is many objects and none of them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Reader:
    """Assembles the records in the order of the file, and skips those that make no sense.

    A program that draws repeats most of its records in calls with other numbers: equal values are shared.
    """

    def __init__(self, data: bytes) -> None:
        self.links: dict[int, Link] = {}
        self.calls: dict[int, Call] = {}
        self.notes: list[Note] = []
        self._data = data
        self._commands: dict[int, str] = {}
        self._types: dict[int, str] = {}
        self._open: dict[int, dict[int, None]] = {}
        self._facts: dict[bytes, Fact] = {}
        self._words: dict[bytes, tuple[int, tuple[int, ...]]] = {}

    def take(self, end: int) -> bool:
        """Read the records up to a place in the file; return False if the next record cannot be found."""
        data, calls, facts = self._data, self.calls, self._facts
        unpack, head, shortest, word = _RECORD.unpack_from, _RECORD.size, _FACT.size, _WORD.size
        enter, leave, given, told = (
            int(Kind.ENTER),
            int(Kind.LEAVE),
            int(Kind.GIVEN),
            (int(Kind.GIVEN), int(Kind.MADE)),
        )
        at = _HEAD.size
        while at < end:
            head_end = at + head
            if head_end > end:
                return False
            size, kind, link, thread, number = unpack(data, at)
            if size < head or size & 7 or at + size > end:
                return False
            body = data[head_end : at + size]
            if kind in told:
                call = calls.get(number)
                if call is not None and size >= head + shortest:
                    fact = facts.get(body) or self._fact(body)
                    (call.given if kind == given else call.made).append(fact)
            elif kind == leave:
                call = calls.get(number)
                if call is not None and size >= head + word:
                    self._leave(at, call, body)
            elif kind == enter:
                if size >= head + word:
                    self._enter(at, link, thread, number, body)
            else:
                self._take(at, kind, link, thread, body)
            at += size
        return True

    def _take(self, place: int, kind: int, link: int, thread: int, body: bytes) -> None:
        """Add a record that is about no call."""
        match kind:
            case Kind.LINK:
                self.links[link] = Link(*_texts(body))
            case Kind.COMMAND if len(body) >= _WORD.size:
                self._commands[_WORD.unpack_from(body)[0]] = _texts(body[_WORD.size :])[0]
            case Kind.TYPE if len(body) >= _WORD.size:
                self._types[_WORD.unpack_from(body)[0]] = _texts(body[_WORD.size :])[0]
                self._facts.clear()
            case Kind.NOTE if len(body) >= 2 * _WORD.size:
                value, other = struct.unpack_from("<QQ", body)
                texts = _texts(body[16:])
                self.notes.append(Note(place, thread, *texts, value, other, self._innermost(thread)))

    def _enter(self, place: int, link: int, thread: int, number: int, body: bytes) -> None:
        known = self._words.get(body)
        if known is None:
            index, *rest = struct.unpack(f"<{len(body) // 8}Q", body)
            known = (index, tuple(rest))
            _keep(self._words, body, known)
        index, words = known
        name = self._commands.get(index) or f"command {index}"
        under_way = self._open.get(thread)
        if under_way is None:
            under_way = self._open[thread] = {}
        caller = next(reversed(under_way)) if under_way else 0
        self.calls[number] = Call(number, link, thread, name, place, words, caller, None, 0, [], [])
        under_way[number] = None

    def _leave(self, place: int, call: Call, body: bytes) -> None:
        call.left, call.returned = place, _WORD.unpack_from(body)[0]
        under_way = self._open.get(call.thread)
        if under_way and call.number in under_way:
            while under_way.popitem()[0] != call.number:
                pass

    def _innermost(self, thread: int) -> int:
        under_way = self._open.get(thread)
        return next(reversed(under_way)) if under_way else 0

    def _fact(self, body: bytes) -> Fact:
        kind, type_, value, other = _FACT.unpack_from(body)
        path, text = _texts(body[_FACT.size :])
        word = _KINDS[kind] if kind < len(_KINDS) else str(kind)
        name = self._types.get(type_, "") if word == "handle" else ""
        fact = Fact(word, path, value, name, other, text)
        _keep(self._facts, body, fact)
        return fact


_MOST_SHARED = 1 << 16
"""How many values are cached for sharing: as many as the frames of a program need, but not without limit."""


def _keep(shared: dict[bytes, _T], key: bytes, value: _T) -> None:
    if len(shared) >= _MOST_SHARED:
        shared.clear()
    shared[key] = value


def _texts(body: bytes) -> tuple[str, str]:
    first, _, rest = body.partition(b"\0")
    return _text(first), _text(rest.partition(b"\0")[0])


_LONGEST_SHARED = 256
"""The length in bytes up to which texts are cached: no name of a command or path of a parameter is longer."""


def _text(data: bytes) -> str:
    return _known_text(data) if len(data) <= _LONGEST_SHARED else data.decode("utf-8", "surrogateescape")


@lru_cache(1 << 12)
def _known_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")

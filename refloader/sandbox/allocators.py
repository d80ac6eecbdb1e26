"""VkAllocationCallbacks of an application that notices what is done to its memory.

Runs in the worker and imports only the standard library and modules that do the same. Never calls a loader.
New memory has no zeros in it, and freed memory is not used again, so that a mistake shows in every run or in none.
"""

import ctypes
from collections import deque
from collections.abc import Callable, Container
from threading import Lock, get_ident
from typing import Any, NamedTuple

from refloader.native.structures import POINTER, U32

_AROUND = 32
"""Bytes before and behind a block that belong to nobody."""
_KEPT = 16 << 20
"""Bytes of freed blocks that are watched."""
_NOBODYS, _NEW, _FREED = b"\xc5", b"\xa5", b"\xdd"

COUNTS = ("calls", "held", "unknown", "overruns", "late_writes", "strangers", "elsewhere")


class _Block(NamedTuple):
    """Memory handed out: ``size`` bytes at ``place``, inside of ``memory``."""

    memory: Any
    place: int
    size: int

    def edges(self) -> bytes:
        """Return the bytes around the block."""
        return ctypes.string_at(self.place - _AROUND, _AROUND) + ctypes.string_at(
            self.place + self.size, _AROUND
        )

    def content(self) -> bytes:
        return ctypes.string_at(self.place, self.size)

    def fill(self, byte: bytes) -> None:
        ctypes.memset(self.place, byte[0], self.size)


def _made(size: int, alignment: int) -> _Block:
    memory = ctypes.create_string_buffer(_NOBODYS * (size + alignment + 2 * _AROUND))
    place = -(-(ctypes.addressof(memory) + _AROUND) // alignment) * alignment
    block = _Block(memory, place, size)
    block.fill(_NEW)
    return block


class Allocator:
    """A VkAllocationCallbacks that records its blocks and can fail at the nth call.

    ``callers`` are the threads that are in a command of the loader at the moment.
    """

    def __init__(self, fails_at: int, callers: Container[int]) -> None:
        self._calls, self._unknown, self._overruns, self._late_writes, self._strangers = 0, 0, 0, 0, 0
        self._elsewhere = 0
        self._fails_at, self._callers = fails_at, callers
        self._lock = Lock()
        self._held: dict[int, _Block] = {}
        self._freed: deque[_Block] = deque()
        self._freed_bytes = 0
        sizes = (ctypes.c_size_t, ctypes.c_size_t, U32)
        self._functions = (
            ctypes.CFUNCTYPE(POINTER, POINTER, *sizes)(self._one_at_a_time(self._allocate)),
            ctypes.CFUNCTYPE(POINTER, POINTER, POINTER, *sizes)(self._one_at_a_time(self._again)),
            ctypes.CFUNCTYPE(None, POINTER, POINTER)(self._one_at_a_time(self._free)),
        )
        addresses = [ctypes.cast(each, POINTER).value or 0 for each in self._functions]
        self._block = (ctypes.c_uint64 * 6)(0, *addresses, 0, 0)
        self.address = self._block[0] = ctypes.addressof(self._block)

    def counts(self) -> dict[str, int]:
        """Return how often memory was asked for and what became of it.

        ``held`` is what was not freed. ``unknown`` counts blocks freed that were not held, ``overruns`` those written
        to before their beginning or behind their end, ``late_writes`` those written to after they were freed.
        ``strangers`` are calls with another pUserData than these callbacks have, ``elsewhere`` those on a thread that
        is in no command.
        """
        overruns = self._overruns + sum(map(_is_overrun, self._held.values()))
        late_writes = self._late_writes + sum(map(_is_written_to, self._freed))
        blocks = (self._calls, len(self._held), self._unknown, overruns, late_writes)
        return dict(zip(COUNTS, (*blocks, self._strangers, self._elsewhere), strict=True))

    def _one_at_a_time(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function for use on several threads at once."""

        def locked(*given: Any) -> Any:
            with self._lock:
                self._elsewhere += get_ident() not in self._callers
                return function(*given)

        return locked

    def _allocate(self, user: int | None, size: int, alignment: int, _scope: int) -> int | None:
        self._strangers += user != self.address
        self._calls += 1
        if self._calls == self._fails_at:
            return None
        block = _made(size, max(alignment, 1))
        self._held[block.place] = block
        return block.place

    def _again(self, user: int | None, old: int | None, size: int, alignment: int, scope: int) -> int | None:
        if size == 0:
            self._free(user, old)
            return None
        place = self._allocate(user, size, alignment, scope)
        if place and old:
            if known := self._held.get(old):
                ctypes.memmove(place, old, min(known.size, size))
            self._free(user, old)
        return place

    def _free(self, user: int | None, place: int | None) -> None:
        self._strangers += user != self.address
        if not place:
            return
        block = self._held.pop(place, None)
        if block is None:
            self._unknown += 1
            return
        self._overruns += _is_overrun(block)
        block.fill(_FREED)
        self._watch(block)

    def _watch(self, block: _Block) -> None:
        self._freed.append(block)
        self._freed_bytes += block.size
        while self._freed_bytes > _KEPT:
            oldest = self._freed.popleft()
            self._freed_bytes -= oldest.size
            self._late_writes += _is_written_to(oldest)


def _is_overrun(block: _Block) -> bool:
    return block.edges() != _NOBODYS * (2 * _AROUND)


def _is_written_to(block: _Block) -> bool:
    return block.content() != _FREED * block.size

"""The application's allocation callbacks: what they count, and that no mistake with their memory is missed."""

import ctypes
from threading import Thread, get_ident

import pytest

from refloader.sandbox.allocators import COUNTS, Allocator

FREED = 0xDD


class Callbacks:
    """The functions of an allocator, called as a loader calls them."""

    def __init__(self, fails_at: int = 0) -> None:
        self.callers = {get_ident()}
        self.allocator = Allocator(fails_at, self.callers)
        words = (ctypes.c_uint64 * 6).from_address(self.allocator.address)
        self._user = words[0]
        void, size = ctypes.c_void_p, ctypes.c_size_t
        self._allocate = ctypes.CFUNCTYPE(void, void, size, size, ctypes.c_uint32)(words[1])
        self._again = ctypes.CFUNCTYPE(void, void, void, size, size, ctypes.c_uint32)(words[2])
        self._free = ctypes.CFUNCTYPE(None, void, void)(words[3])

    def allocate(self, size: int, alignment: int = 16) -> int:
        """Allocate a block."""
        return self._allocate(self._user, size, alignment, 0) or 0

    def again(self, old: int, size: int) -> int:
        """Reallocate a block."""
        return self._again(self._user, old, size, 16, 0) or 0

    def free(self, place: int) -> None:
        """Free a block."""
        self._free(self._user, place)

    def forget(self) -> None:
        """From now on call them with another pUserData than theirs."""
        self._user = 0

    def counts(self, **expected: int) -> bool:
        """Whether the counts are these and otherwise 0, whatever the number of calls."""
        counted = self.allocator.counts()
        return {**counted, "calls": 0} == dict.fromkeys(COUNTS, 0) | expected


@pytest.fixture
def callbacks() -> Callbacks:
    """Callbacks that never fail."""
    return Callbacks()


class TestMistakes:
    """What a loader must not do with the memory."""

    def test_none(self, callbacks: Callbacks) -> None:
        """All of a block may be written to, and then it is freed; NULL may be freed."""
        place = callbacks.allocate(24, 64)
        assert place % 64 == 0
        ctypes.memset(place, 0, 24)
        callbacks.free(place)
        callbacks.free(0)
        assert callbacks.counts()

    def test_another_user(self, callbacks: Callbacks) -> None:
        """Each call with another pUserData is counted."""
        place = callbacks.allocate(24)
        callbacks.forget()
        callbacks.free(place)
        callbacks.free(callbacks.allocate(24))
        assert callbacks.counts(strangers=3)

    def test_another_thread(self, callbacks: Callbacks) -> None:
        """Each call on a thread that is in no command is counted."""
        place = callbacks.allocate(24)
        for _ in range(2):
            thread = Thread(target=lambda: callbacks.free(callbacks.allocate(8)))
            thread.start()
            thread.join()
        callbacks.callers.clear()
        callbacks.free(place)
        assert callbacks.counts(elsewhere=5)

    def test_not_freed(self, callbacks: Callbacks) -> None:
        """A block that is never freed is held."""
        callbacks.allocate(8)
        assert callbacks.counts(held=1)

    def test_freed_twice(self, callbacks: Callbacks) -> None:
        """The second time it is unknown."""
        place = callbacks.allocate(8)
        callbacks.free(place)
        callbacks.free(place)
        assert callbacks.counts(unknown=1)

    def test_freed_by_other_callbacks(self, callbacks: Callbacks) -> None:
        """The owner holds it, the others do not know it."""
        others = Callbacks()
        others.free(callbacks.allocate(8))
        assert callbacks.counts(held=1)
        assert others.counts(unknown=1)

    @pytest.mark.parametrize("at", [-1, 8], ids=["before", "behind"])
    @pytest.mark.parametrize("freed", [False, True], ids=["held", "freed"])
    def test_written_outside(self, callbacks: Callbacks, at: int, freed: bool) -> None:
        """One byte before or behind a block is enough, whether it is freed or not."""
        place = callbacks.allocate(8, 1)
        ctypes.memset(place + at, 0, 1)
        if freed:
            callbacks.free(place)
        assert callbacks.counts(overruns=1, held=int(not freed))

    def test_written_late(self, callbacks: Callbacks) -> None:
        """One byte of a freed block is enough."""
        place = callbacks.allocate(8)
        callbacks.free(place)
        ctypes.memset(place + 7, 0, 1)
        assert callbacks.counts(late_writes=1)

    def test_written_late_and_no_longer_watched(self, callbacks: Callbacks) -> None:
        """What is let go because much was freed since is looked at a last time."""
        place = callbacks.allocate(8)
        callbacks.free(place)
        ctypes.memset(place, 0, 1)
        for _ in range(3):
            callbacks.free(callbacks.allocate(8 << 20))
        assert callbacks.counts(late_writes=1)


class TestMemory:
    """What a loader finds in the memory."""

    def test_new_is_not_zero(self, callbacks: Callbacks) -> None:
        """Whoever forgets to clear it notices."""
        assert 0 not in ctypes.string_at(callbacks.allocate(64), 64)

    def test_freed_is_not_what_it_was(self, callbacks: Callbacks) -> None:
        """Whoever reads it afterwards notices."""
        place = callbacks.allocate(8)
        ctypes.memset(place, 1, 8)
        callbacks.free(place)
        assert ctypes.string_at(place, 8) == bytes([FREED]) * 8

    def test_grown_keeps_its_content(self, callbacks: Callbacks) -> None:
        """The old block is freed."""
        place = callbacks.allocate(4)
        ctypes.memset(place, 1, 4)
        grown = callbacks.again(place, 8)
        assert ctypes.string_at(grown, 4) == b"\1" * 4
        callbacks.free(grown)
        assert callbacks.counts()

    def test_grown_to_nothing_is_freed(self, callbacks: Callbacks) -> None:
        """As the specification has it."""
        assert callbacks.again(callbacks.allocate(4), 0) == 0
        assert callbacks.counts()

    def test_grown_from_unknown(self, callbacks: Callbacks) -> None:
        """What was not allocated cannot be grown."""
        callbacks.free(callbacks.again(callbacks.allocator.address, 8))
        assert callbacks.counts(unknown=1)


def test_one_call_fails() -> None:
    """The second allocation gives NULL, others do not."""
    callbacks = Callbacks(fails_at=2)
    assert [bool(callbacks.allocate(8)) for _ in range(3)] == [True, False, True]
    assert callbacks.allocator.counts()["calls"] == 3

"""How counted answers are asked for, with memory and calls made of plain Python."""

import importlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

INCOMPLETE, FAILED = 5, -3
COUNTS: dict[int, int] = {}


class Memory:
    """Addresses that nothing lies at."""

    def __init__(self, size: int) -> None:
        self.address = 1000 * (len(COUNTS) + 1)
        COUNTS[self.address] = 0


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module as it would run inside the library; a function is a callable here."""
    edge = ModuleType("refloader.dropin.python._edge")
    edge.__dict__.update(
        Memory=Memory,
        u32=COUNTS.__getitem__,
        put32=COUNTS.__setitem__,
        result=lambda function, *arguments: function(*arguments),
    )
    monkeypatch.setitem(sys.modules, edge.__name__, edge)
    monkeypatch.delitem(sys.modules, "refloader.dropin.python.memory.counted", raising=False)
    yield importlib.import_module("refloader.dropin.python.memory.counted")
    del sys.modules["refloader.dropin.python.memory.counted"]


def party(*numbers: int) -> Callable[[int, int], int]:
    """A driver that has one number after another of elements, the last one for ever."""
    left = list(numbers)

    def walk(count: int, array: int) -> int:
        available = left[0]
        if len(left) > 1:
            left.pop(0)
        room, COUNTS[count] = COUNTS[count], available
        if not array or room >= available:
            return 0
        COUNTS[count] = room
        return INCOMPLETE

    return walk


class TestAsk:
    """A party is asked for its number, then for that many elements."""

    @pytest.mark.parametrize(
        ("numbers", "answer"),
        [
            ((3,), (0, 3)),
            ((0,), (0, 0)),
            ((2, 4), (0, 4)),
            ((1 << 30,), (FAILED, 0)),
        ],
        ids=["steady", "none", "grows once", "no sense"],
    )
    def test_numbers(self, counted: Any, numbers: tuple[int, ...], answer: tuple[int, int]) -> None:
        """A number that has grown in between is asked for again; one that makes no sense is an error."""
        code, _, count = counted.ask(party(*numbers), (), 8)

        assert (code, count) == answer

    def test_one_that_always_grows(self, counted: Any) -> None:
        """What fitted the last time is taken, rather than nothing."""
        code, _, count = counted.ask(party(*range(1, 20)), (), 8)

        assert (code, count) == (0, 7)

    def test_an_error_gives_nothing(self, counted: Any) -> None:
        """A negative result is passed on with no element."""
        code, _, count = counted.ask(lambda *_: -1, (), 8)

        assert (code, count) == (-1, 0)

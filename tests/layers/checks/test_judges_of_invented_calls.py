"""Recordings that a layer has made up: it can write to the file as well as the observers, and fill all of it."""

import struct
import time

import pytest

from refloader.suite.layers.check_table import CHECK_TABLE
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.moments import around
from refloader.suite.sessions.recording import Call, Kind, Link, Recording, read

LAYER = "VK_LAYER_x"
HEAD = 64
_LINKS = {1: Link("above", LAYER), 2: Link(LAYER, "below"), 3: Link("below", "further below")}


def nested(count: int) -> Recording:
    """Calls of one layer, each made during the one before, of which none ever comes back."""
    links = Kind.LINK, Kind.COMMAND
    bodies = LAYER.encode() + b"\0below\0", struct.pack("<Q", 3) + b"vkQueueSubmit\0"
    names = b"".join(_record(kind, 2, 0, body) for kind, body in zip(links, bodies, strict=True))
    calls = (_record(Kind.ENTER, 2, number, struct.pack("<Q", 3)) for number in range(1, count + 1))
    body = names + b"".join(calls)
    return read(b"RFLREC01" + struct.pack("<QQQ32x", HEAD + len(body), HEAD + len(body), 0) + body)


def _record(kind: int, link: int, number: int, body: bytes) -> bytes:
    padded = body + bytes(-len(body) % 8)
    return struct.pack("<IHHII", 16 + len(padded), kind, link, 1, number) + padded


@pytest.mark.whole(keep=10)
@pytest.mark.parametrize("row", {each.judge: each for each in CHECK_TABLE}.values(), ids=lambda row: row.name)
def test_calls_that_never_come_back(row: object) -> None:
    """No judge takes longer for them than for as many others: a file has room for millions."""
    view = LayerCalls(nested(20_000), LAYER)
    assert len(view.recording.calls) == 20_000
    started = time.process_time()

    row.judge(view)  # type: ignore[attr-defined]

    assert time.process_time() - started < 4


class TestAround:
    """The call into a layer during which another was made, however deep that is."""

    def call(self, number: int, link: int, caller: int, entered: int) -> Call:
        """A call that is under way."""
        return Call(number, link, 1, "vkQueueSubmit", entered, caller=caller)

    def view(self, *calls: Call) -> LayerCalls:
        """The layer's view of these."""
        return LayerCalls(Recording(_LINKS, {each.number: each for each in calls}, ()), LAYER)

    def test_the_innermost(self) -> None:
        """Of two that are into the layer it is the inner one, in whatever order it is asked for."""
        outer, first, inner, second, third = calls = (
            self.call(1, 1, 0, 10),
            self.call(2, 2, 1, 20),
            self.call(3, 1, 2, 30),
            self.call(4, 2, 3, 40),
            self.call(5, 3, 4, 50),
        )
        view = self.view(*calls)

        assert [around(view, each) for each in (third, second, first, inner, third)] == [
            *(inner, inner, outer, outer, inner)
        ]
        assert around(view, outer) is None

    def test_a_call_that_is_its_own_caller(self) -> None:
        """It has none around it."""
        call = self.call(2, 2, 2, 20)

        assert around(self.view(call), call) is None

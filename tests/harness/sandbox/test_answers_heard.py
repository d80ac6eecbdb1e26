"""What a library can write into the answers is read in bounded memory, whatever it is."""

import tracemalloc

import pytest

from refloader.sandbox.said import said_in
from refloader.sandbox.worker_output import ANSWER_LIMIT

pytestmark = pytest.mark.slow

MIB = 1 << 20
ROOM = 200 * MIB


def answer(events: bytes) -> dict[str, object]:
    """What a fork server tells of a worker that wrote these answers."""
    names = ("stdout", "stderr", "trace", "recording")
    return {
        **dict.fromkeys(("timed_out", "still", "flooded", "cut"), False),
        **dict.fromkeys(names, b""),
        "problem": "",
        "status": 0,
        "left": [],
        "listings": {},
        "events": events,
    }


class TestAnswers:
    """A library shares the descriptor of the answers."""

    @pytest.mark.parametrize(
        ("begin", "part", "end"),
        [
            (b"", b'{"event":"x"}\n', b""),
            (b'{"event":"x","a":[', b"[[]],", b"1]}"),
            (b'{"event":"x","a":[', b"{},", b"1]}"),
            (b"", b"\n", b""),
        ],
        ids=["events", "lists", "objects", "lines"],
    )
    def test_many_small_parts(self, begin: bytes, part: bytes, end: bytes) -> None:
        """They take many times the bytes in memory that they have as text: most are left out, and that is told."""
        room = ANSWER_LIMIT - len(begin) - len(end)
        data = begin + part * (room // len(part)) + end
        tracemalloc.start()

        said = said_in(answer(data))

        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < ROOM
        assert said.cut

    def test_a_long_text_is_whole(self) -> None:
        """It takes no more memory than it has bytes."""
        said = said_in(answer(b'{"event":"x","a":"' + b"a" * (8 * MIB) + b'"}\n'))

        assert len(said.events) == 1
        assert not said.cut

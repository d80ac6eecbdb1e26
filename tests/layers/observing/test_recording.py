"""Reading recordings: what writers put down comes back, and no bytes make reading fail."""

import struct
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from refloader.suite.sessions.recording import EMPTY, Fact, Kind, Link, Note, empty, read

HEAD = 64


def record(kind: int, body: bytes, *, link: int = 0, thread: int = 1, call: int = 0) -> bytes:
    """One record as recording.h lays it out."""
    padded = body + bytes(-len(body) % 8)
    return struct.pack("<IHHII", 16 + len(padded), kind, link, thread, call) + padded


def file(*records: bytes, lost: int = 0, capacity: int = 1 << 16) -> bytes:
    """A file that holds these."""
    body = b"".join(records)
    return empty(capacity)[:16] + struct.pack("<QQ32x", HEAD + len(body), lost) + body


def words(*numbers: int) -> bytes:
    """Words one after another."""
    return struct.pack(f"<{len(numbers)}Q", *numbers)


LINK = record(Kind.LINK, b"VK_LAYER_a\0VK_LAYER_b\0", link=3)
COMMAND = record(Kind.COMMAND, words(7) + b"vkQueueSubmit\0\0")
TYPE = record(Kind.TYPE, words(2) + b"VkQueue\0\0")
ENTER = record(Kind.ENTER, words(7, 100, 1), link=3, call=20)
LEAVE = record(Kind.LEAVE, words(0xFFFFFFFD), link=3, call=20)


class TestCalls:
    """A call is put together from what was written at its beginning and its end."""

    def test_a_call(self) -> None:
        """It knows its command, its parameters and what it returned."""
        seen = read(file(LINK, COMMAND, ENTER, LEAVE))

        [call] = seen.calls.values()
        assert seen.links == {3: Link("VK_LAYER_a", "VK_LAYER_b")}
        assert (call.command, call.words, call.result, call.caller) == ("vkQueueSubmit", (100, 1), -3, 0)
        assert call.left is not None
        assert call.entered < call.left

    def test_one_that_never_came_back(self) -> None:
        """It stays open."""
        [call] = read(file(COMMAND, ENTER)).calls.values()

        assert call.left is None

    def test_one_within_another(self) -> None:
        """The caller is the innermost call under way on the same thread."""
        inner = record(Kind.ENTER, words(7), call=30)
        elsewhere = record(Kind.ENTER, words(7), call=40, thread=2)
        after = record(Kind.ENTER, words(7), call=50)

        seen = read(file(COMMAND, ENTER, inner, elsewhere, LEAVE, after))

        assert {number: call.caller for number, call in seen.calls.items()} == {20: 0, 30: 20, 40: 0, 50: 0}

    def test_facts(self) -> None:
        """They belong to the call, those from above and those handed up."""
        handle = record(Kind.GIVEN, struct.pack("<IIQQ", 1, 2, 100, 9) + b"queue\0\0", call=20)
        text = record(Kind.MADE, struct.pack("<IIQQ", 2, 0, 5, 0) + b"names[0]\0VK_x\0", call=20)

        [call] = read(file(COMMAND, TYPE, ENTER, handle, LEAVE, text)).calls.values()

        assert call.fact("queue") == Fact("handle", "queue", 100, "VkQueue", 9)
        assert call.out("names[0]") == Fact("text", "names[0]", 5, text="VK_x")
        assert call.fact("names[0]") is None

    def test_notes(self) -> None:
        """A note knows in which call of its thread it was written."""
        note = record(Kind.NOTE, words(1, 2) + b"malloc\0why\0")

        seen = read(file(COMMAND, ENTER, note))

        assert seen.notes == [Note(seen.notes[0].place, 1, "malloc", "why", 1, 2, 20)]


class TestDamage:
    """Whoever writes may be wrong or die in the middle of it."""

    def test_an_unfinished_record_is_passed_over(self) -> None:
        """What comes after it is read."""
        assert len(read(file(COMMAND, record(Kind.UNFINISHED, words(1)), ENTER)).calls) == 1

    def test_a_record_that_goes_nowhere(self) -> None:
        """Nothing after it can be read, and the recording says so."""
        seen = read(file(COMMAND, ENTER, bytes(16)))

        assert seen.torn
        assert len(seen.calls) == 1

    def test_a_file_that_was_cut(self) -> None:
        """Its head says that there was more, though the last record is whole."""
        whole = file(COMMAND, ENTER, LEAVE)

        seen = read(whole[: -len(LEAVE)])

        assert (seen.torn, len(seen.calls)) == (True, 1)
        assert not read(whole).torn

    def test_a_call_that_ends_after_the_one_around_it(self) -> None:
        """What was under way within a call that came back is over for those that follow."""
        inner = record(Kind.ENTER, words(7), call=30)
        late = record(Kind.LEAVE, words(0), call=30)
        after = record(Kind.ENTER, words(7), call=50)

        seen = read(file(COMMAND, ENTER, inner, LEAVE, late, after))

        assert [call.caller for call in seen.calls.values()] == [0, 20, 0]
        assert seen.calls[30].left is not None

    def test_a_type_that_is_named_again(self) -> None:
        """A handle has the type that its number meant when it was written."""
        given = record(Kind.GIVEN, struct.pack("<IIQQ", 1, 2, 100, 9) + b"queue\0\0", call=20)
        again = record(Kind.TYPE, words(2) + b"VkDevice\0\0")

        [call] = read(file(COMMAND, TYPE, ENTER, given, again, given)).calls.values()

        assert [fact.type for fact in call.given] == ["VkQueue", "VkDevice"]

    def test_a_full_file(self) -> None:
        """What found no room is counted."""
        assert read(file(COMMAND, lost=5)).lost == 5

    def test_no_recording(self) -> None:
        """Other bytes are the empty recording."""
        assert read(b"") == read(b"text") == EMPTY

    def test_endless_texts(self) -> None:
        """What is read of one recording takes no room once it is gone, and what is no text at all takes little."""
        size = 1 << 20
        texts = [bytes(chr(97 + number), "ascii") * size + b"\0" for number in range(8)]
        rows = [record(Kind.NOTE, words(0, 0) + text) for text in texts]
        nothing = file(record(Kind.NOTE, words(0, 0) + bytes(8 * size)), capacity=1 << 26)
        data = file(*rows, capacity=1 << 26)
        tracemalloc.start()

        assert len(read(data).notes) == 8
        left, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        assert len(read(nothing).notes) == 1
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert left < size
        assert most < 6 * len(nothing)

    @given(st.lists(st.binary(max_size=64)))
    def test_any_bytes(self, parts: list[bytes]) -> None:
        """Whatever stands in records, reading ends in a value."""
        rows = [record(at % 9, part, call=at) for at, part in enumerate(parts)]

        assert read(file(*rows)).lost == 0

    @given(st.binary())
    def test_any_file(self, data: bytes) -> None:
        """Whatever stands behind the head, too."""
        assert isinstance(read(empty(4096)[:16] + data).torn, bool)

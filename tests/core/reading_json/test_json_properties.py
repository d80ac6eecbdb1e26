"""What holds for the JSON reader whatever the bytes are; the standard library is the witness."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.core.json.reader import JsonValue, Keys, Position, read, repair
from refloader.core.json.scan import scan

pytestmark = pytest.mark.slow

QUICK = settings(deadline=None, max_examples=300)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
PIECES = st.sampled_from(
    [
        *(bytes([byte]) for byte in b"{}[],:\"\\/ \n\r\t\0-+.0e1'#"),
        *(b'"a"', b'"a":', b'"b":', b'"\\u0061":', b"true", b"null", b"NaN", b"-Infinity", b"x", b"1.5"),
        *(b"//", b"/*", b"*/", b"\\u0000", b"\\ud83d", b"\\ude00", b"\\n", b"\xc3\xa9", b"\xff"),
        *(b"9007199254740992", b"9007199254740993", b"1e999", b"01", b"[]", b"{}", b"[1,", b'{"a":1'),
        b"\xef\xbb\xbf",
    ]
)
SOUP = st.lists(PIECES, max_size=14).map(b"".join)


@st.composite
def written(draw: st.DrawFn) -> bytes:
    """A valid text in one of the ways in which writers write."""
    text = json.dumps(
        draw(VALUES), ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 0, 2, "\t"]))
    )
    end = draw(st.sampled_from(["", "\n", "\r\n", " \t\n"]))
    return (
        text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode("utf-8", "surrogatepass")
        + end.encode()
    )


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A valid text after a few cuts and insertions."""
    data = draw(written())
    for _ in range(draw(st.integers(1, 4))):
        at, until = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        until = draw(st.sampled_from([at, min(at + 1, len(data)), until]))
        data = data[:at] + draw(PIECES | st.just(b"") | st.binary(max_size=3)) + data[until:]
    return data


ANYTHING = st.binary(max_size=60) | SOUP | SOUP.map(lambda soup: b"[" + soup + b"]") | written() | mutated()


def first_wins(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which the first of repeated keys counts."""
    value: dict[str, Any] = {}
    for key, member in members:
        value.setdefault(key, member)
    return value


def refuse(token: str) -> float:
    """Take no NaN and no Infinity."""
    raise ValueError(token)


def standard(data: bytes) -> tuple[bool, Any]:
    """Whether the standard library accepts a text strictly, and the value it sees."""
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
        return True, json.loads(text, object_pairs_hook=first_wins, parse_constant=refuse)
    except ValueError:
        return False, None


def paths(value: JsonValue, keys: Keys = ()) -> Iterator[tuple[Keys, JsonValue]]:
    """Every value inside a value with its path, the outermost first."""
    yield keys, value
    if isinstance(value, dict):
        for key, member in value.items():
            yield from paths(member, (*keys, key))
    if isinstance(value, list):
        for place, element in enumerate(value):
            yield from paths(element, (*keys, place))


@st.composite
def blemished(draw: st.DrawFn) -> tuple[bytes, Any]:
    """A text with comments, trailing commas, a mark and text after the end, and the value that is meant."""
    value = draw(VALUES)
    gap = st.sampled_from(["", " ", "\n", "/* , */", "// ]\n", "# x\r\n", "/***/"])
    mark, rest = draw(st.sampled_from(["", "\ufeff"])), draw(st.sampled_from(["", "}", ", x", "\0"]))

    def write(value: Any) -> str:
        before, after = draw(gap), draw(gap)
        if isinstance(value, dict):
            members = [f"{draw(gap)}{json.dumps(key)}{draw(gap)}:{write(value[key])}" for key in value]
            inside = (
                "{" + ",".join(members) + (draw(st.sampled_from(["", ","])) if members else "") + after + "}"
            )
        elif isinstance(value, list):
            elements = [write(element) for element in value]
            inside = (
                "["
                + ",".join(elements)
                + (draw(st.sampled_from(["", ","])) if elements else "")
                + after
                + "]"
            )
        else:
            inside = json.dumps(value) + after
        return before + inside

    return (mark + write(value) + rest).encode(), value


class TestAgreement:
    """There is one reading of a text, whichever way it is read."""

    @QUICK
    @given(ANYTHING)
    def test_the_quick_way_and_the_scanner_agree(self, data: bytes) -> None:
        """What the standard library was allowed to read, the scanner reads alike and without a problem."""
        document, found = read(data), scan(data)

        assert document.problems == found.problems
        assert repr(document.value) == repr(None if found.fatal else found.index.values[0])

    @QUICK
    @given(ANYTHING)
    def test_the_standard_library_is_the_witness(self, data: bytes) -> None:
        """A text is valid when the standard library takes it strictly, and then the values are the same."""
        accepted, value = standard(data)

        document = read(data)

        assert document.valid is accepted
        assert repr(document.value) == repr(value)

    @pytest.mark.rule("LLP_LAYER_6", "LDP_DRIVER_4")
    @QUICK
    @given(VALUES)
    def test_what_was_written_is_read_back(self, value: Any) -> None:
        """Every value that can be written without trouble comes back."""
        assert read(json.dumps(value).encode()).value == value


class TestAnyBytes:
    """No bytes make the reader raise, and what it says of them is in order."""

    @QUICK
    @given(ANYTHING)
    def test_problems_lie_in_the_text(self, data: bytes) -> None:
        """Problems come in the order of the text, inside it, in words that can be printed."""
        document = read(data)
        offsets = [problem.offset for problem in document.problems]

        assert offsets == sorted(offsets)
        assert all(0 <= offset <= len(data) for offset in offsets)
        assert all(problem.message.isprintable() for problem in document.problems)
        assert document.valid or document.value is None

    @QUICK
    @given(ANYTHING, st.lists(st.sampled_from(["a", "b", "", 0, 1, -1]), max_size=3), st.booleans())
    def test_any_path_has_a_place(self, data: bytes, keys: list[str | int], key: bool) -> None:
        """Any path of any text has a place, whose line and column belong to its offset."""
        place = read(data).where(tuple(keys), key=key)

        before = data[: place.offset]
        assert place == Position(len(before), before.count(b"\n") + 1, len(before.split(b"\n")[-1]) + 1)


class TestPlaces:
    """A place is where the value or the key stands in the text."""

    @QUICK
    @given(written())
    def test_each_value_stands_at_its_place(self, data: bytes) -> None:
        """Reading on from the place of a value gives that value, and from the place of its key that key."""
        document, decode = read(data), json.JSONDecoder().raw_decode

        for keys, value in paths(document.value):
            assert decode(data[document.where(keys).offset :].decode())[0] == value
            if keys and isinstance(keys[-1], str):
                assert decode(data[document.where(keys, key=True).offset :].decode())[0] == keys[-1]

    @QUICK
    @given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=6))
    def test_members_are_all_kept(self, members: list[tuple[str, int]]) -> None:
        """The members of an object are those written, in that order, however often a key is repeated."""
        data = "{" + ",".join(f"{json.dumps(key)}:{value}" for key, value in members) + "}"

        assert read(data.encode()).duplicates(()) == tuple(members)


class TestRepair:
    """A repaired text is valid and means what was meant."""

    @QUICK
    @given(blemished())
    def test_the_value_survives(self, case: tuple[bytes, Any]) -> None:
        """Taking away the plain mistakes leaves the value."""
        data, value = case

        repaired = repair(data)

        assert repaired is not None
        assert read(repaired).value == value

    @QUICK
    @given(ANYTHING)
    def test_only_valid_texts_are_proposed(self, data: bytes) -> None:
        """Whatever comes in, what is proposed is valid and needs no further repair."""
        repaired = repair(data)

        assert repaired is None or (read(repaired).valid and repair(repaired) == repaired)

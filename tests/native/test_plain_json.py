"""The C that reads plain JSON in the drop-in library, built as a module of this Python."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_module import small_module

from refloader.core.json.scan import scan


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], Any]:
    """The function, compiled."""
    module = small_module(tmp_path_factory.mktemp("plain"), "edge_json_methods", "json.c")
    function: Callable[[bytes], Any] = module.plain_json
    return function


def values() -> st.SearchStrategy[Any]:
    """Any JSON value."""
    numbers = st.integers(-(2**54), 2**54) | st.floats(allow_nan=False, allow_infinity=False)
    leaves = st.none() | st.booleans() | numbers | st.text(max_size=6)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
        max_leaves=10,
    )


def agrees(plain: Callable[[bytes], Any], data: bytes) -> bool:
    """Whether C left the text alone or read it as the scanner does, which then has nothing to remark on."""
    value = plain(data)
    found = scan(data)
    return value is NotImplemented or (
        not found.problems and json.dumps(value) == json.dumps(found.index.values[0])
    )


class TestPlainJson:
    """What C accepts is what every reader reads alike, and it reads the same value as the scanner."""

    @given(value=values(), indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
    def test_any_value(
        self, plain: Callable[[bytes], Any], value: Any, indent: int | None, ascii_only: bool
    ) -> None:
        """The texts that programs write."""
        data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")

        assert agrees(plain, data)

    @given(
        value=values(),
        place=st.integers(0, 60),
        more=st.sampled_from(
            [b"", b'"', b",", b"\\", b"\\u00e9", b"\\ud800", b"\0", b"[", b"}", b"0", b"-", b"\xff"]
        ),
    )
    def test_any_damage(self, plain: Callable[[bytes], Any], value: Any, place: int, more: bytes) -> None:
        """Texts with a byte too many or too few are read alike or left alone."""
        data = json.dumps(value).encode()

        assert agrees(plain, data[:place] + more + data[place + 1 :])
        assert agrees(plain, data[:place] + more + data[place:])
        assert agrees(plain, data[:place])

    @pytest.mark.parametrize(
        "text",
        [
            '{"a": 1, "b": [true, false, null, -2, 1.5e3, "x"]}',
            " [ ] \n\t",
            "{}",
            '"\\u00e9\\n\\/\\\\"',
            '"\u00e9\u20ac\U0001f600"',
            "9007199254740992",
            "[" * 32 + "]" * 32,
        ],
    )
    def test_what_is_plain(self, plain: Callable[[bytes], Any], text: str) -> None:
        """Ordinary texts need no scanner."""
        assert plain(text.encode()) == json.loads(text)

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b" ",
            b"\xef\xbb\xbf{}",
            b'{"a": 1, "a": 1}',
            b"[1,]",
            b"[1 2]",
            b"{} {}",
            b"01",
            b"-",
            b"1.",
            b"1e",
            b"0.0",
            b"1e999",
            b"9007199254740993",
            b"NaN",
            b"nul",
            b'"a\nb"',
            b'"\\ud83d\\ude00"',
            b'"\\u0000"',
            b'"\\x"',
            b'"\xff"',
            b'"a',
            b"{1: 2}",
            b"{'a': 1}",
            b"// x\n1",
            b"[" * 33 + b"]" * 33,
            b"[" * 100_000,
        ],
    )
    def test_what_is_left_to_the_scanner(self, plain: Callable[[bytes], Any], data: bytes) -> None:
        """Invalid texts, and those on which readers differ."""
        assert plain(data) is NotImplemented

    def test_other_types(self, plain: Callable[[bytes], Any]) -> None:
        """It takes bytes."""
        with pytest.raises(TypeError):
            plain("{}")  # type: ignore[arg-type]

    def test_memory(self, plain: Callable[[bytes], Any]) -> None:
        """Half-read values are given back."""
        before = sys.getallocatedblocks()
        for _ in range(1000):
            plain(b'{"a": [1, 2, {"b": "\\u00e9c"}], "d": }')

        assert sys.getallocatedblocks() - before < 100

"""Where the JSON reader finds keys and values, and what it leaves of a text that it puts right."""

import pytest

from refloader.core.json.reader import Keys, Position, clean, read, repair

MANIFEST = b"""{
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_one",
        "component_layers": [
            "VK_LAYER_two",
            {"deep": [1, -2.5e1, true, null]}
        ]
    }
}
"""


def line_column(position: Position) -> tuple[int, int]:
    """The two without the offset."""
    return position.line, position.column


class TestACleanText:
    """The place of a value that is known to be there is found without reading the text."""

    KEYS = ("layer", "library_path")

    @pytest.mark.parametrize(
        "text",
        [
            b'{"layer": {"library_path": "a.so"}}',
            b'\n{"layer":\n {"name": "n",\n  "library_path"\n\t:\r\n  "a.so"}}',
            b'{"layer": {"description": "library_path", "library_path": "a.so"}}',
            b'{"layer": {"enable_environment": {"library_path": "1"},\n "library_path": "a.so"}}',
            b'{"library_path": "1", "layer": {"library_path": "a.so"}}',
            b'{"layer": {"description": "\\"library_path\\": 1",\n "library\\u005fpath": "a.so"}}',
            b'{"layer": {"enable_environment": {"library_path": "1"},\n "library\\u005fpath": "a.so"}}',
        ],
    )
    def test_it_is_where_the_reader_finds_it(self, text: bytes) -> None:
        """The same goes for its key, for other values, and after the text was read for one of them."""
        document, same = clean(text, self.KEYS), read(text)
        for keys in (self.KEYS, ("layer",), self.KEYS, ("layer", "nothing")):
            for key in (False, True):
                assert document.where(keys, key=key) == same.where(keys, key=key)

        assert document.value == same.value
        assert document.duplicates(("layer",)) == same.duplicates(("layer",))


class TestPlaces:
    """Every value and every key has a line and a column; columns count bytes."""

    @pytest.mark.parametrize(
        ("keys", "value", "key"),
        [
            ((), (1, 1), (1, 1)),
            (("file_format_version",), (2, 28), (2, 5)),
            (("layer",), (3, 14), (3, 5)),
            (("layer", "name"), (4, 17), (4, 9)),
            (("layer", "component_layers", 0), (6, 13), (6, 13)),
            (("layer", "component_layers", 1, "deep"), (7, 22), (7, 14)),
            (("layer", "component_layers", 1, "deep", 1), (7, 26), (7, 26)),
            (("layer", "component_layers", 1, "deep", 3), (7, 40), (7, 40)),
        ],
    )
    def test_values_and_keys_of_a_manifest(
        self, keys: Keys, value: tuple[int, int], key: tuple[int, int]
    ) -> None:
        """A path leads to its value and to the key before it; an element of an array has no key."""
        document = read(MANIFEST)

        assert line_column(document.where(keys)) == value
        assert line_column(document.where(keys, key=True)) == key

    @pytest.mark.parametrize(
        ("keys", "expected"),
        [
            (("nothing",), (1, 1)),
            (("layer", "nothing", "deeper"), (3, 14)),
            (("layer", "name", "deeper"), (4, 17)),
            (("layer", 0), (3, 14)),
            (("layer", "component_layers", 2), (5, 29)),
            (("layer", "component_layers", -1), (5, 29)),
            (("layer", "component_layers", "0"), (5, 29)),
        ],
    )
    def test_a_path_that_does_not_exist_leads_to_what_is_around_it(
        self, keys: Keys, expected: tuple[int, int]
    ) -> None:
        """The nearest enclosing value stands in for a missing one, and so for a missing key."""
        document = read(MANIFEST)

        assert line_column(document.where(keys)) == expected
        assert line_column(document.where(keys, key=True)) == expected

    def test_carriage_returns_belong_to_the_line_end(self) -> None:
        """CR LF ends one line, and the next starts at column 1."""
        document = read(b'{\r\n"a": 1,\r\n\t"b": 2\r\n}')

        assert document.where(("b",), key=True) == Position(13, 3, 2)
        assert document.where(("b",)) == Position(18, 3, 7)

    def test_columns_count_bytes(self) -> None:
        """A character of several bytes moves what follows it by all of them."""
        document = read('{"\u00e9": "\u20ac", "\U0001f600": [1]}'.encode())

        assert document.where(("\U0001f600",), key=True) == Position(14, 1, 15)
        assert document.where(("\U0001f600", 0)) == Position(23, 1, 24)

    def test_a_byte_order_mark_counts(self) -> None:
        """The three bytes of a mark are part of the first line."""
        assert read(b'\xef\xbb\xbf{"a": 1}').where(("a",)) == Position(9, 1, 10)

    def test_the_first_of_repeated_keys_is_found(self) -> None:
        """The place of a path is that of the value that counts."""
        document = read(b'{"a": {"b": 1},\n "a": {"b": 2, "c": 3}}')

        assert document.where(("a", "b")) == Position(12, 1, 13)
        assert document.where(("a", "c")) == Position(6, 1, 7)

    def test_the_understood_part_of_an_invalid_text_has_places(self) -> None:
        """Before a syntax error, and behind mistakes whose intent is plain, places are known."""
        document = read(b'{// c\n"a": {"b": [1,], "c": 2,}, d: \'x\',\n"e": {"f": 1 "g"')

        assert document.where(("a", "c")) == Position(28, 2, 23)
        assert document.where(("d",), key=True) == Position(33, 2, 28)
        assert document.where(("e", "f")) == Position(52, 3, 12)
        assert document.where(("e", "g")) == Position(46, 3, 6)

    @pytest.mark.parametrize("data", [b"", b"?", b"\xff\xfe{\0", b"/* "])
    def test_without_any_value_the_start_is_the_place(self, data: bytes) -> None:
        """Where nothing was understood the answer is line 1, column 1."""
        document = read(data)

        assert document.where(("a", 0), key=True) == Position(0, 1, 1)
        assert document.duplicates(()) == ()

    @pytest.mark.parametrize(
        ("offset", "expected"),
        [
            (0, Position(0, 1, 1)),
            (1, Position(1, 1, 2)),
            (2, Position(2, 2, 1)),
            (3, Position(3, 3, 1)),
            (4, Position(4, 3, 2)),
            (99, Position(4, 3, 2)),
            (-1, Position(0, 1, 1)),
        ],
    )
    def test_offsets_have_lines_and_columns(self, offset: int, expected: Position) -> None:
        """A line feed is the last byte of its line; offsets outside the text are moved to its ends."""
        assert read(b"[\n\n]").position(offset) == expected


class TestRepeatedKeys:
    """All members of an object can be seen in their order, those with repeated keys included."""

    def test_members_are_kept_in_order(self) -> None:
        """Each occurrence has its own value."""
        document = read(b'{"x": {"a": 1, "b": [], "a": {"c": 2, "c": 3}, "b": null}}')

        assert document.duplicates(("x",)) == (("a", 1), ("b", []), ("a", {"c": 2}), ("b", None))

    @pytest.mark.parametrize("keys", [("x",), ("x", 0), ("y",), (0,)])
    def test_what_is_no_object_has_no_members(self, keys: Keys) -> None:
        """Arrays, plain values and missing paths have no members."""
        assert read(b'{"x": [1]}').duplicates(keys) == ()

    def test_a_clean_object_has_its_members(self) -> None:
        """Without repeated keys the members are those of the value."""
        assert read(b'{"a": 1, "b": 2}').duplicates(()) == (("a", 1), ("b", 2))


class TestRepair:
    """The smallest fix of a plain mistake leaves every other byte as it was."""

    @pytest.mark.parametrize(
        ("data", "repaired"),
        [
            (b'{"a": 1}\n', b'{"a": 1}\n'),
            (b'\xef\xbb\xbf{"a": 1}', b'{"a": 1}'),
            (b'{"a": [1, 2,\n],\n}', b'{"a": [1, 2\n]\n}'),
            (b'{ // c\n"a": /* d */ 1 }', b'{ \n"a":  1 }'),
            (b"[1, /* c */ ]", b"[1  ]"),
            (b"{}\n}\n", b"{}\n"),
            (b'"// \\" , ]" // x', b'"// \\" , ]" '),
            (b"[1] // \xff", b"[1] "),
            (b"[" + b"1,/**/" * 200 + b"]", b"[" + b"1," * 199 + b"1]"),
        ],
    )
    def test_plain_mistakes_are_put_right(self, data: bytes, repaired: bytes) -> None:
        """Marks, comments, trailing commas and text after the end go; what is left is valid."""
        assert repair(data) == repaired
        assert read(repaired).valid

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"// c\n",
            b"[NaN,]",
            b"[01]",
            b"{'a': 1,}",
            b'{"a": 1 "b": 2}',
            b"[1/**/2]",
            b'["\xff",]',
            b"{\0}\0",
        ],
    )
    def test_other_mistakes_are_left(self, data: bytes) -> None:
        """Where more than that is wrong there is no fix to propose."""
        assert repair(data) is None

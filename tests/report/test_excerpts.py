"""Where in a manifest a finding lies: its own lines, and a mark under the place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_texts import HOSTILE, is_sound, parsed, texts_of

from refloader.report.excerpts import Excerpt, as_html, as_text, excerpt, excerpt_of_bytes
from refloader.results.results_file import Subject
from refloader.suite.subjects.static_facts import stored_text

MANIFEST = b"""{
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_TEST_a",
        "api_version": "one"
    }
}
"""


def meant(found: Excerpt | None) -> str:
    """The part of the line that is marked."""
    assert found is not None
    return found.line[found.start : found.start + found.length]


class TestPlace:
    """Lines and columns count from 1, and columns count bytes of the file."""

    @pytest.mark.parametrize(
        ("line", "column", "token"),
        [(5, 24, '"one"'), (5, 9, '"api_version"'), (1, 1, "{"), (2, 26, ":"), (3, 14, "{")],
    )
    def test_tokens(self, line: int, column: int, token: str) -> None:
        """All of a string or number is marked, of anything else its one character."""
        assert meant(excerpt_of_bytes(MANIFEST, line, column)) == token
        assert meant(excerpt(stored_text(MANIFEST), line, column)) == token

    @pytest.mark.parametrize(
        "before",
        [
            "é€𝄞層".encode(),
            b"\x07\x1b",
            b"\xff\xfe\x80",
            "\u202e\ufeff\u2028".encode(),
            b"\t\t",
            b'\\u0007\\n\\"',
            b"\x7f",
        ],
    )
    def test_bytes_and_characters(self, before: bytes) -> None:
        """What comes before in the line may be shown wider or narrower than it is in the file."""
        data = b'{"' + before + b'": "here"}'
        column = len(data) - len(b'"here"}') + 1

        assert meant(excerpt_of_bytes(data, 1, column)) == '"here"'
        assert meant(excerpt(stored_text(data), 1, column)) == '"here"'

    def test_a_line_as_a_whole(self) -> None:
        """Where there is no column, none is marked."""
        found = excerpt_of_bytes(MANIFEST, 4, 0)

        assert found is not None
        assert (found.length, found.number) == (0, 4)
        assert "^" not in as_text(found)

    @pytest.mark.parametrize(("line", "column"), [(0, 0), (-1, 1), (99, 1)])
    def test_not_in_the_text(self, line: int, column: int) -> None:
        """A position that the text does not have shows nothing."""
        assert excerpt(stored_text(MANIFEST), line, column) is None

    def test_no_text(self) -> None:
        """A subject of an older file has none."""
        assert excerpt(Subject("layer", "x", "", "", "").manifest, 2, 5) is None

    def test_past_the_end_of_a_line(self) -> None:
        """Something is missing there: the mark stands behind the line."""
        found = excerpt_of_bytes(MANIFEST, 1, 2)

        assert found is not None
        assert as_text(found).splitlines()[1] == "  |  ^"

    def test_at_the_end_of_the_text(self) -> None:
        """A text that ends too early can be shown where it ends."""
        found = excerpt_of_bytes(b'{"a": 1\n', 2, 1)

        assert found is not None
        assert as_text(found) == '1 | {"a": 1\n2 |\n  | ^'

    def test_line_ends_of_windows(self) -> None:
        """They are no part of a line."""
        found = excerpt(stored_text(MANIFEST.replace(b"\n", b"\r\n")), 5, 24)

        assert meant(found) == '"one"'
        assert found is not None
        assert "\\x0d" not in as_text(found)


class TestText:
    """What a terminal shows."""

    def test_lines_around(self) -> None:
        """Two lines before and after, with numbers, and carets under the place."""
        found = excerpt_of_bytes(MANIFEST, 5, 24)

        assert found is not None
        assert as_text(found) == (
            '3 |     "layer": {\n'
            '4 |         "name": "VK_LAYER_TEST_a",\n'
            '5 |         "api_version": "one"\n'
            "  |                        ^^^^^\n"
            "6 |     }\n"
            "7 | }"
        )

    def test_no_line_after_the_last(self) -> None:
        """A line break at the end begins no line."""
        found = excerpt_of_bytes(MANIFEST, 7, 1)

        assert found is not None
        assert found.lines[-1] == "}"

    def test_wide_characters(self) -> None:
        """The carets stand under characters that take two columns."""
        found = excerpt_of_bytes('{"層層": 1}'.encode(), 1, 12)

        assert found is not None
        assert as_text(found) == '1 | {"層層": 1}\n  |          ^'

    def test_one_endless_line(self) -> None:
        """Of a line without an end the part around the place is shown."""
        data = b'{"a": "' + b"x" * 5000 + b'", "here": 1}'

        found = excerpt_of_bytes(data, 1, data.index(b'"here"') + 1)

        assert found is not None
        assert meant(found) == '"here"'
        assert len(found.line) < 200


class TestHtml:
    """What a page shows."""

    def test_numbers_and_mark(self) -> None:
        """The lines have their own numbers, and the place is marked."""
        found = excerpt_of_bytes(MANIFEST, 5, 24)

        assert found is not None
        tree = parsed(as_html(found, "/a/b.json"))
        assert [each.get("value") for each in tree.iter("li")] == ["3", "4", "5", "6", "7"]
        assert [each.text for each in tree.iter("mark")] == ['"one"']
        assert tree.find("ol").get("aria-label") == "the lines around line 5 of /a/b.json"  # type: ignore[union-attr]

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_texts(self, text: str) -> None:
        """Whatever a manifest holds, it is shown and does nothing."""
        data = text.encode("utf-8", "surrogatepass")
        found = excerpt(stored_text(data), 1, 2)

        assert found is not None
        assert is_sound(as_html(found, text))
        assert texts_of(as_html(found, text)).isprintable()


class TestProperties:
    """No manifest is too odd to be shown."""

    @given(st.binary(max_size=200), st.integers(-1, 8), st.integers(-1, 100), st.integers(0, 3))
    def test_any_bytes(self, data: bytes, line: int, column: int, around: int) -> None:
        """What is shown can be printed, and the line meant is among it."""
        for found in (
            excerpt_of_bytes(data, line, column, around),
            excerpt(stored_text(data), line, column, around),
        ):
            assert found is None or found.first <= line < found.first + len(found.lines)
            assert found is None or (is_sound(as_html(found)) and all(map(str.isprintable, found.lines)))

    @given(st.text(st.characters(codec="ascii", exclude_characters='"\\\n\r\t'), max_size=40))
    def test_plain_text(self, text: str) -> None:
        """Both ways of reading find the same place."""
        data = f'{{"{text}": 17}}'.encode()
        column = len(data) - 2

        assert (
            meant(excerpt_of_bytes(data, 1, column)) == meant(excerpt(stored_text(data), 1, column)) == "17"
        )

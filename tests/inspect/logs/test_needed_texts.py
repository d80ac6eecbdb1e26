"""The texts that a line has to have before a regular expression is tried on it."""

import re

import pytest

from refloader.inspect.logs.messages.known_messages import in_small, message_in, sought, table, text_needed
from refloader.inspect.logs.reading.log_rows import ROWS


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"abc\.def+", "abc.def"),
        (r"foo(?:bar)?bazz", "bazz"),
        (r"(?P<x>hello (?:wor|l)d) zz", "hello "),
        (r"a(b|cdef)ghi", "ghi"),
        (r"ab?c{2}", "a"),
        (r"(?:abc)*de", "de"),
        (r"(?!nothere)yes(?<!neither)", "yes"),
        (r"[\]abc]x", "x"),
        (r"[]abc]de", "de"),
        (r"\bfoo\b|bar", ""),
    ],
)
def test_a_text_that_each_match_has(pattern: str, text: str) -> None:
    """What may be missing, and what must not be there, does not count."""
    assert text_needed(pattern) == text


def test_letter_case_of_other_scripts() -> None:
    """The Kelvin sign matches k, and is no k in lower case of ASCII: such a line is searched at once."""
    line = "KDE \u212aelvin"

    assert sought("kelvin", re.IGNORECASE).search(line, in_small(line)) is not None


def test_most_rows_are_passed_over_without_a_search() -> None:
    """Otherwise each line of a long log costs some ninety searches."""
    known = [text for _, pattern in ROWS if len(text := text_needed(pattern)) > 3]

    assert len(known) > len(ROWS) * 0.8


def test_each_message_is_found_by_a_part_of_a_word() -> None:
    """A row is tried if one of its words is there, as if all rows were tried."""
    for row in table():
        for word in row.words:
            line = f"x {word} y"
            small = line.lower()
            tried = (
                index
                for index, each in enumerate(table())
                if any(part in small for part in each.words) and each.text.search(line)
            )
            found = message_in(line)
            assert (found.index if found else None) == next(tried, None)

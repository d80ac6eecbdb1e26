"""The texts that a line has to have before a regular expression is tried on it."""

import gc
import importlib
import inspect
import pkgutil
import re
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refloader.inspect import logs
from refloader.inspect.logs.messages.known_messages import message_in, table
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.reading.log_rows import ROWS
from refloader.inspect.logs.surroundings.sought import (
    Sought,
    all_needed,
    by_words,
    parts_of,
    texts_needed,
)


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        (r"abc\.def+", ("abc.def",)),
        (r"foo(?:bar)?bazz", ("bazz",)),
        (r"(?P<x>hello (?:wor|l)d) zz", ("hello ",)),
        (r"a(b|cdef)ghi", ("ghi",)),
        (r"ab?c{2}", ("a",)),
        (r"(?:abc)*de", ("de",)),
        (r"(?!nothere)yes(?<!neither)", ("yes",)),
        (r"[\]abc]x", ("x",)),
        (r"[]abc]de", ("de",)),
        (r"\bfoo\b|bar", ("foo", "bar")),
        (r"foo|b?", ()),
        (r"(?:[Uu]buntu|Mint) x", ("ubuntu", "mint")),
        (r"(?:(?P<a>abcd)|xyz)+q", ("abcd", "xyz")),
        (r"(?i)abcd", ("abcd",)),
        (r"\x27abcd", ("abcd",)),
        (r"(?P=name)abc", ("abc",)),
    ],
)
def test_texts_of_which_each_match_has_one(pattern: str, texts: tuple[str, ...]) -> None:
    """What may be missing, and what must not be there, does not count."""
    assert texts_needed(pattern) == texts


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"^(?!.*solved)vulkan .*?(?:is|was) gone", (("vulkan ",), (" gone",), ("is", "was"))),
        (
            r"(?:no (?:driver|device)s?|Vulkan: n/a) here",
            (((("no ",), ("driver", "device")), "vulkan: n/a"), (" here",)),
        ),
        (r"foo.*(?:bar.*baz|\d).*qux", (("foo",), ("qux",))),
    ],
)
def test_all_that_a_match_has(pattern: str, needed: tuple[object, ...]) -> None:
    """Each part of an expression is needed, and of a branch all or none."""
    assert all_needed(pattern) == needed


@pytest.mark.parametrize(
    ("line", "tried"),
    [
        ("vulkan is there", False),
        ("no vulkan driver was found", True),
        ("a debugger found vulkan", False),
        ("bug in vulkan: driver was found", True),
    ],
)
def test_a_line_has_to_have_each_part(line: str, tried: bool) -> None:
    """Otherwise one word that most lines have costs a search for each of them."""
    assert Sought(r"vulkan.*\b(?:driver was|devices? were)\b.*found").may_match(line) is tried


def test_letter_case_of_other_scripts() -> None:
    """The Kelvin sign matches k, and is no k in lower case of ASCII: such a line is searched at once."""
    assert Sought("kelvin", re.IGNORECASE).search("KDE \u212aelvin") is not None


def test_an_expression_with_a_letter_of_another_script() -> None:
    """The Turkish i without a dot is I as a capital, and that is another letter in lower case."""
    assert all_needed("kapal\u0131 de\u011fil") == ((" de\u011fil",), ("kapal",))
    assert Sought("a\u00e7\u0131k", re.IGNORECASE).search("SECURE BOOT: A\u00c7IK") is not None


def test_a_line_without_the_texts_is_not_searched() -> None:
    """An expression of which texts are known is tried on lines with one of them only."""
    pattern = Sought(r"\bGPU (?:hang|reset)\b", re.IGNORECASE)

    assert pattern.parts.isdisjoint(parts_of("the cpu is idle"))
    assert pattern.search("[drm] gpu HANG") is not None


def test_an_expression_made_later_is_found_in_a_line_looked_at_before() -> None:
    """Which parts of a line count is found anew if an expression needs others."""
    line = "a zyxwv line"
    parts_of(line)

    assert Sought("zyxwv").search(line) is not None
    assert by_words([["zyxwv"], ["yxq"]]).rows(line) == [0]


def test_a_short_word_is_looked_up_too() -> None:
    """A word of one or two characters is sought whole."""
    assert by_words([["\N{PACKAGE}"], ["vk"]]).rows("[\N{PACKAGE} org.app VK]") == [0, 1]


def test_most_rows_are_passed_over_without_a_search() -> None:
    """Otherwise each line of a long log costs some ninety searches."""
    known = [texts for _, pattern in ROWS if min(map(len, texts := texts_needed(pattern)), default=0) > 3]

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


POSTED = sorted((Path(__file__).parents[3] / "fixtures/logs/posted").glob("*.toml"))


@cache
def expressions() -> tuple[re.Pattern[str], ...]:
    """Return the expressions that the reader of logs has made or makes when a table is first needed."""
    for each in pkgutil.walk_packages(logs.__path__, f"{logs.__name__}."):
        module = importlib.import_module(each.name)
        for function in vars(module).values():
            if hasattr(function, "cache_info") and not inspect.signature(function).parameters:
                function()
    gc.unfreeze()  # conftest.py has frozen what was there then
    made = {each.pattern for each in gc.get_objects() if isinstance(each, Sought)}
    gc.freeze()
    return tuple(sorted(made, key=lambda each: (each.pattern, each.flags)))


@st.composite
def expression_and_match(draw: st.DrawFn) -> tuple[re.Pattern[str], str]:
    """An expression of the reader and a text that it matches, some with the other case of their letters."""
    expression = draw(st.sampled_from(expressions()))
    text = draw(st.from_regex(expression))
    swapped = text.swapcase()
    return expression, swapped if draw(st.booleans()) and expression.search(swapped) else text


@pytest.mark.slow
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(expression_and_match())
def test_no_text_that_an_expression_matches_is_passed_over(made: tuple[re.Pattern[str], str]) -> None:
    """What is taken from an expression as needed is in each text that it matches: no message is lost."""
    expression, text = made
    sought = Sought(expression.pattern, expression.flags & ~re.UNICODE)

    assert sought.search(text) is not None
    assert sought.may_match(text)


def test_most_expressions_are_known_here() -> None:
    """Otherwise the test above would say little."""
    assert len(expressions()) > 900


@pytest.mark.slow
@pytest.mark.parametrize("path", POSTED, ids=lambda path: path.stem)
def test_no_line_that_matches_is_passed_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each expression is tried on each line that it gets, and matches none of those that it would pass over."""
    hidden: list[tuple[str, str]] = []

    def tried(name: str) -> Callable[..., re.Match[str] | None]:
        def found(self: Sought, line: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
            match: re.Match[str] | None = getattr(self.pattern, name)(line, start, end)
            passed_over = self.parts.isdisjoint(parts_of(line)) or not self.may_match(line)
            if match is not None and passed_over:
                hidden.append((self.pattern.pattern, line))
            return match

        return found

    for name in ("search", "match", "fullmatch"):
        monkeypatch.setattr(Sought, name, tried(name))
    monkeypatch.setattr(Sought, "confirm", tried("search"))

    for case in tomllib.loads(path.read_text(encoding="utf-8"))["text"]:
        read(case["text"])

    assert hidden == []

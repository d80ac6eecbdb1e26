"""Patterns as shells write them: what they mean, and that no length of one takes more than its share of time."""

import time
from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.host.globs import compiled, fits_glob, in_braces

_PATTERNS = st.text(alphabet="ab[]!-*?", max_size=12)


class TestMeaning:
    """A pattern means what it means to the standard library."""

    @given(st.text(alphabet="ab[]!-", max_size=6), _PATTERNS)
    def test_it_is_that_of_the_standard_library(self, name: str, pattern: str) -> None:
        """With brackets that are not closed, too."""
        assert fits_glob(name, pattern) == fnmatchcase(name, pattern)
        assert bool(compiled(pattern).match(name)) == fnmatchcase(name, pattern)


class TestTime:
    """A pattern may come from a file that a stranger wrote."""

    @pytest.mark.parametrize("part", ["[", "[!", "a[b", "[]", "[a]", "*a", "*?"])
    def test_a_very_long_pattern(self, part: str) -> None:
        """A hundred thousand of each part take no minutes."""
        start = time.process_time()

        fits_glob("a" * 100, part * (100_000 if "*" not in part else 2_000))

        assert time.process_time() - start < 5


class TestBraces:
    """Lists in braces, which no loader takes for a list."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("/a/{b,c}/d", ["/a/b/d", "/a/c/d"]),
            ("{,a}", ["", "a"]),
            ("{a}{b,c}", ["{a}b", "{a}c"]),
            ("{a,{b,c}", ["{a,b", "{a,c"]),
            ("{a/b,c}", []),
            ("{a,b", []),
        ],
    )
    def test_meaning(self, text: str, found: list[str]) -> None:
        """The first list counts, which holds no folders."""
        assert in_braces(text) == found

    @pytest.mark.parametrize("text", ["{" + "," * 20_000, "{" + "a," * 20_000 + "/}"], ids=["open", "folder"])
    def test_a_very_long_list(self, text: str) -> None:
        """20,000 commas took three seconds, and twice as many four times that."""
        start = time.process_time()

        assert in_braces(text) == []
        assert time.process_time() - start < 1

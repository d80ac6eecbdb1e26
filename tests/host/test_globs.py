"""Patterns as shells write them: what they mean, and that no length of one takes more than its share of time."""

import time
from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.host.globs import compiled, fits_glob

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

"""What many findings ask of one line of a file, and what a reason of one long line asks."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replaced import replace

from refloader.report.issues import known_by, utf16_units
from refloader.report.page.breaches import chapters
from refloader.report.page.matrix import matrix
from refloader.report.releases.words import expected_by
from refloader.report.shell import breakable
from refloader.results.results_file import Result, Run
from refloader.results.verdicts import difference_in

_PIECES = st.sampled_from(
    [b"a" * 3000, b"\xc3\xa9" * 1500, b"\xf0\x9f\x98\x80" * 800, b"\xff\x80", b"\x80" * 5]
)


class TestUtf16Units:
    """Columns of editors count UTF-16 code units."""

    @settings(max_examples=100, deadline=None)
    @given(st.lists(_PIECES, max_size=8).map(b"".join), st.integers(0, 20_000))
    def test_a_long_line_is_counted_as_if_it_were_decoded_whole(self, line: bytes, count: int) -> None:
        """Wherever the column lies, in a character or in bytes that are none."""
        before = line[:count].decode("utf-8", "replace")

        assert utf16_units(line, count) == len(before.encode("utf-16-le")) // 2


class TestKnownBy:
    """A finding is known again when its line moves."""

    def test_a_short_line_is_known_by_its_text(self) -> None:
        """Without the blanks around it."""
        assert known_by(b'  "name": "a",\t') == '"name": "a",'

    @pytest.mark.parametrize("more", [b"", b" "])
    def test_a_long_line_is_known_by_its_digest(self, more: bytes) -> None:
        """Which does not grow with it."""
        first, other = known_by(b"a" * 5000 + more), known_by(b"a" * 5001)

        assert (len(first), first) == (64, known_by(b"a" * 5000))
        assert first != other


class TestReasons:
    """A reason may hold what a subject wrote, up to 65,536 characters of it."""

    @pytest.mark.parametrize("blanks", [1, 60_000])
    def test_many_blanks(self, make_run: Callable[..., Run], failure: Result, blanks: int) -> None:
        """The end of what is expected is looked for once, and not from each blank on."""
        long = replace(failure, reason=f"It is so.{' ' * blanks}Not so: a{' ' * blanks}b")
        began = time.process_time()

        says = [
            breach.rule_says for chapter in chapters(matrix(make_run(long))) for breach in chapter.breaches
        ]

        assert says == [expected_by(long)] == ["It is so."]
        assert difference_in(long.reason) == f"a{' ' * blanks}b"
        assert time.process_time() - began < 5


class TestNames:
    """A name breaks between its parts; a results file of somebody else may have names of any length."""

    @pytest.mark.parametrize("signs", [1, 60_000])
    @pytest.mark.parametrize("sign", "_./-")
    def test_many_signs(self, sign: str, signs: int) -> None:
        """The end of a joint is looked for once, and not from each sign on."""
        began = time.process_time()

        assert breakable(f"a{sign * signs}b{sign * signs} ") == f"a{sign * signs}<wbr>b{sign * signs} "
        assert time.process_time() - began < 5

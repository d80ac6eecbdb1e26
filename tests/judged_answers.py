"""What holds for every judge of a prober's answers. Holds no case of its own."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from refloader.harness.running.look import Look
from refloader.harness.running.reading import Answers

Judge = Callable[[Answers], Look]
Row = tuple[str, Judge, Answers, Answers, str]
"""A name, the judge, clean answers, wrong ones, and a part of what is said of these."""


def each(cases: Sequence[Row]) -> Any:
    """Runs a class of tests for each of these, by name."""
    names = ("judge", "clean", "wrong", "fact")
    return pytest.mark.parametrize(names, [case[1:] for case in cases], ids=[case[0] for case in cases])


class Judged:
    """A judge sees what its rule is about, and nothing else."""

    def test_clean_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """They are seen, and break nothing."""
        look = judge(clean)

        assert look.broken == []
        assert look.seen > 0

    def test_wrong_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """The fault is told with the values."""
        look = judge(wrong)

        assert any(fact in each.fact for each in look.broken), look.broken

    def test_no_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """There is nothing to judge, and a reason for that."""
        look = judge({})

        assert (look.seen, look.broken) == (0, [])
        assert look.missing

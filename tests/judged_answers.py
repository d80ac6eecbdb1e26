"""What holds for every judge of a prober's answers. Holds no case of its own."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from refloader.suite.sessions.answers import AnswerError, Answers
from refloader.suite.sessions.check_result import CheckResult

Judge = Callable[[Answers], CheckResult]
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
        result = judge(clean)

        assert result.broken == []
        assert result.seen > 0

    def test_wrong_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """The fault is told with the values."""
        result = judge(wrong)

        assert any(fact in each.fact for each in result.broken), result.broken

    def test_no_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """There is nothing to judge, and a reason for that."""
        result = judge({})

        assert (result.seen, result.broken) == (0, [])
        assert result.missing

    def test_odd_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """What is judged shares a process with the prober and can write its answers: no value ends the run."""
        for answers in (clean, wrong):
            for odd in (*_odd(answers), *(dict.fromkeys(answers, value) for value in _ODD)):
                self.looks(judge, odd)

    def looks(self, judge: Judge, answers: Answers) -> CheckResult:
        """What a judge sees in answers, as the trials of its kind have it look; nothing where it cannot read them."""
        try:
            return judge(answers)
        except AnswerError:
            return CheckResult()


_ODD: Sequence[Any] = (
    None,
    True,
    -1,
    1 << 70,
    float("nan"),
    "",
    "text",
    [],
    [None],
    {},
    {"": None},
    [[]],
    [{}],
)


def _odd(value: Any) -> Iterator[Any]:
    """The value with one part of it, at any depth, replaced by something else or left out."""
    if isinstance(value, dict):
        for key in value:
            yield {name: each for name, each in value.items() if name != key}
            yield from ({**value, key: odd} for odd in (*_ODD, *_odd(value[key])))
    elif isinstance(value, list):
        for at, each in enumerate(value[:3]):
            yield from ([*value[:at], odd, *value[at + 1 :]] for odd in (*_ODD, *_odd(each)))

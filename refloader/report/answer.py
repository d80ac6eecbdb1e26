"""The outcome of a run in one sentence, for documents that begin with it or contain only it. Renders no document."""

from collections import Counter
from dataclasses import dataclass

from refloader.model.text import number_of
from refloader.report.arrange import EXPECTED, FINDINGS, Measured, findings, standing, subjects
from refloader.results.results_file import Run, Verdict

_BROKEN = frozenset(FINDINGS) - {Verdict.ERROR.value, Verdict.WARN.value}


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a run. Results are counted by findings: cases of one outcome that break the same rules."""

    reliable: bool
    broken: int
    warned: int
    expected: int
    passed: int
    stale: int
    broken_on: int
    subjects: int

    @property
    def judged(self) -> bool:
        """True if at least one case has a verdict other than skip or error."""
        return bool(self.passed or self.broken or self.warned or self.expected)

    @property
    def text(self) -> str:
        """The outcome as one sentence without a full stop."""
        on = f"in {self.broken_on} of {number_of(self.subjects, 'subject')}" if self.subjects > 1 else ""
        if not self.reliable:
            found = f"; {number_of(self.broken, 'finding')} so far" if self.broken else ""
            return f"The run cannot be relied on{found}"
        if self.broken:
            return f"Not conformant: {number_of(self.broken, 'finding')} {on}".rstrip()
        if self.stale:
            return f"Out of date: {number_of(self.stale, 'expectation')} about no case"
        if not self.judged:
            return "Nothing was judged"
        if self.expected:
            return f"Nothing new: {number_of(self.expected, 'finding')} as expected"
        return "Conformant" + (f", {number_of(self.warned, 'warning')}" if self.warned else "")


def answer(run: Run) -> Answer:
    """Return the outcome of a run."""
    every = subjects(run)
    numbers = [_numbers(subject) for subject in every]
    total = sum(numbers, Counter[str]())
    return Answer(
        reliable=run.exit_code != 3,
        broken=sum(total[each] for each in _BROKEN),
        warned=total[Verdict.WARN.value],
        expected=total[EXPECTED],
        passed=sum(result.verdict is Verdict.PASS for result in run.results),
        stale=len(run.stale),
        broken_on=sum(any(each[name] for name in _BROKEN) for each in numbers),
        subjects=len(every),
    )


def _numbers(subject: Measured) -> Counter[str]:
    """Count the findings of a subject by their standing."""
    found = (result for result in subject.results if standing(result) in (*FINDINGS, EXPECTED))
    return Counter(standing(each.first) for each in findings(found))

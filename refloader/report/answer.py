"""The outcome of a run in one sentence, for documents that begin with it or contain only it. Renders no document."""

from dataclasses import dataclass

from refloader.model.text import number_of
from refloader.report.arrange import subjects
from refloader.report.conclusion import unbroken
from refloader.report.numbers import Numbers, of_run, of_subject
from refloader.results.results_file import Run, Verdict


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a run. ``outdated`` is true if the user keeps an expectation file with a stale entry.

    ``unbroken`` is how a run without findings is called. ``too_little`` says why the run judged too little, and is
    empty if it judged enough.
    """

    reliable: bool
    numbers: Numbers
    passed: int
    outdated: bool
    too_little: str
    unbroken: str
    broken_on: int
    subjects: int

    @property
    def broken(self) -> int:
        """The number of findings that break a rule."""
        return self.numbers.findings

    @property
    def judged(self) -> bool:
        """True if at least one case has a verdict other than skip or error."""
        return bool(self.numbers.covered.judged)

    @property
    def text(self) -> str:
        """The outcome as one sentence without a full stop."""
        on = f"in {self.broken_on} of {number_of(self.subjects, 'subject')}" if self.subjects > 1 else ""
        numbers = self.numbers
        if not self.reliable:
            found = f"; {number_of(self.broken, 'finding')} so far" if self.broken else ""
            return f"The run cannot be relied on{found}"
        if self.broken:
            return f"Not conformant: {number_of(self.broken, 'finding')} {on}".rstrip()
        if self.too_little:
            return f"Judged too little: {self.too_little}"
        if self.outdated:
            return f"Out of date: {number_of(numbers.stale, 'stale entry', 'stale entries')} of expectation files"
        if not self.judged:
            return "Nothing was judged"
        if numbers.known:
            return f"Nothing new: {number_of(numbers.known, 'finding')} as expected"
        warned = f", {number_of(numbers.warnings, 'warning')}" if numbers.warnings else ""
        return f"{self.unbroken[:1].upper()}{self.unbroken[1:]}{warned}"


def answer(run: Run) -> Answer:
    """Return the outcome of a run."""
    every = subjects(run)
    return Answer(
        reliable=run.reliable,
        numbers=of_run(run),
        passed=sum(result.verdict is Verdict.PASS for result in run.results),
        outdated=run.outdated,
        too_little=next(iter(run.too_little), ""),
        unbroken=unbroken(run),
        broken_on=sum(of_subject(each, run).findings > 0 for each in every),
        subjects=len(every),
    )

"""A run as a value: its header, results and footer, and the exit code that follows from them. Touches no file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from refloader.results.coverage import too_little, too_little_of_each, unreported
from refloader.results.parts import names_subjects, selection
from refloader.results.records import Footer, Header, Result, Stale, Verdict, worst


@dataclass(frozen=True, slots=True)
class Run:
    """The content of a results file. ``problems`` are sentences on lines that are invalid or inconsistent.

    ``lines`` has the line number of each result, counted from 1; empty if the run does not come from a file.
    """

    header: Header
    results: tuple[Result, ...]
    footer: Footer | None = None
    problems: tuple[str, ...] = ()
    lines: Sequence[int] = field(default=(), compare=False, repr=False)
    _stale_of: dict[str, list[Stale]] = field(init=False, default_factory=dict, compare=False, repr=False)
    _chosen: list[str] = field(init=False, default_factory=list, compare=False, repr=False)

    @property
    def truncated(self) -> bool:
        """True if the file has no footer, so that results may be missing."""
        return self.footer is None

    @property
    def worst(self) -> Verdict | None:
        """The most severe verdict, or None if there are no results."""
        return worst(result.verdict for result in self.results)

    @property
    def exit_code(self) -> int:
        """0: conformant; 1: findings; 3: the run is unreliable, or judged too little.

        Expected findings do not count. Stale entries of the user's own files do, although they break no rule.
        """
        if not self.reliable:
            return 3
        if any(result.counts_against for result in self.results):
            return 1
        return 3 if self.too_little else int(self.outdated)

    @property
    def reliable(self) -> bool:
        """True if the run came to its end without an error of the harness."""
        errors = any(result.verdict is Verdict.ERROR for result in self.results)
        return not (self.truncated or self.problems or errors)

    @property
    def too_little(self) -> tuple[str, ...]:
        """Why the run judged too little to say that its subjects are conformant; a part of a run need not.

        Where a program ended, results are skipped because another case judges the end. A run that left cases out, for
        example by ``--rule`` or ``--skips``, may have left that one out: if no result reports the end, the run judged
        too little, whatever the bar, unless an expectation file lists a crash of the subject. The same holds for a
        command that a driver lacks. If the user named the subjects, the bar holds for each of them.
        """
        stopped = (self.footer.stopped,) if self.footer and self.footer.stopped else ()
        if self.header.shard:
            return stopped
        known = self.footer.known_ends if self.footer else ()
        ends = tuple(unreported(self.results, known)) if (chosen := self.chosen) else ()
        unjudged = (f"{each}; a run without {chosen} says whether that breaks a rule" for each in ends)
        return (*stopped, *unjudged, *self._below_the_bar())

    def _below_the_bar(self) -> tuple[str, ...]:
        bar = self.header.require
        several = len(self.header.subjects) > 1 and names_subjects(self.header)
        single = too_little_of_each(bar, self.results) if several else ()
        return single or too_little(bar, self.results)

    @property
    def unreported(self) -> tuple[str, ...]:
        """The faults for which results were skipped, where no result reports them, nor ``too_little``."""
        told = "\n".join(self.too_little)
        return tuple(each for each in unreported(self.results) if each not in told)

    @property
    def outdated(self) -> bool:
        """True if an entry of a file that the user keeps is stale: its case passes, or does not exist."""
        return outdated(self.results, self.stale)

    @property
    def stale(self) -> tuple[Stale, ...]:
        """The entries of expectation files that match no case."""
        return self.footer.stale if self.footer else ()

    def stale_of(self, subject: str) -> Sequence[Stale]:
        """Return those of a subject. A file can have as many of them as it has subjects."""
        if not self._stale_of:
            for each in self.stale:
                self._stale_of.setdefault(each.subject, []).append(each)
        return self._stale_of.get(subject, ())

    @property
    def chosen(self) -> str:
        """The options by which the run left cases of the suite out; empty for none."""
        if not self._chosen:
            self._chosen.append(selection(self.header))
        return self._chosen[0]


def outdated(results: Iterable[Result], stale: Iterable[Stale]) -> bool:
    """True if an entry of a file that the user keeps is stale: its case passes, or does not exist."""
    better = (each.expected for each in results if each.outdates)
    return any(not each.shipped for each in (*stale, *better) if each is not None)

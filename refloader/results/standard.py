"""Whether a subject may be called conformant to a version of the suite, by the results of a run. Gives no verdict.

``docs/standard.md`` is the standard in words. What is asked is every rule by every case that the version has for the
subject's kind and edition. An expectation file changes nothing: a failure that is expected is a failure. A result
that is missing, or whose case could not be run, is named, and as long as there is one nothing may be said.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from refloader.model.edition import LATEST
from refloader.model.text import number_of
from refloader.results.coverage import lacking, want_of
from refloader.results.records import FINDINGS, Result, Subject, Verdict
from refloader.results.runs import Run
from refloader.rules.suites import READ, Suite, named

CHOSEN = "--edition"
"""The reason of an edition that the user chose."""

_SHARE = 2
"""Of so many results one at least has to be judged: a subject that gives no occasion for most cases shows nothing."""

_Asked = frozenset[tuple[str, str]]
"""Rules and cases."""


class State(StrEnum):
    """Whether the statement may be made: it may; it may not, as a rule is broken; or something was not judged."""

    MET = "met"
    BROKEN = "broken"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a subject stands to a version of the suite. The numbers are of results: one for each rule of each case.

    ``edition`` is the one by which it was judged. ``broken`` has the rules that are broken. ``why`` says why the run
    does not judge what the standard asks for, and ``missing`` the numbers of results that are not there, by what they
    are missing for; ``first`` names one of these cases.
    """

    subject: Subject
    suite: str
    edition: str
    asked: int
    judged: int
    not_testable: int
    warnings: int
    broken: tuple[str, ...]
    missing: Mapping[str, int]
    first: str
    why: tuple[str, ...]

    @property
    def state(self) -> State:
        """Whether it may be called conformant. What is broken counts, whatever else was not judged."""
        if self.broken:
            return State.BROKEN
        return State.UNKNOWN if self.missing or self.why else State.MET


def standings(run: Run) -> tuple[Standing, ...]:
    """Return how each subject of the run stands to the version that its header names; none if it names none."""
    if not run.header.suite:
        return ()
    version = named(run.header.suite)  # None for several: ", " is in no name
    of: dict[str, list[Result]] = {}
    for each in run.results:
        of.setdefault(each.subject, []).append(each)
    return tuple(standing(run, each, of.get(each.name, ()), version) for each in run.header.subjects)


def is_conformant(run: Run) -> bool:
    """True if each subject of the run may be called conformant: no document says so of any other run."""
    found = standings(run)
    return bool(found) and all(each.state is State.MET for each in found)


def standing(run: Run, subject: Subject, results: Sequence[Result], version: Suite | None) -> Standing:
    """Return how a subject with these results stands to a version; None is one that this installation lacks."""
    edition = subject.edition or LATEST.value
    cases = version.of(subject.kind, edition) if version else {}
    asked = frozenset((rule, case) for case, rules in cases.items() for rule in rules)
    there = {pair: each for each in results if (pair := (each.rule, each.case)) in asked}
    unjudged = {pair: why for pair, each in there.items() if (why := _missing_for(each))}
    unjudged |= dict.fromkeys(asked - there.keys(), "left out of the run")
    judged = sum(each.verdict not in (Verdict.SKIP, Verdict.ERROR) for each in there.values())
    return Standing(
        subject,
        run.header.suite,
        edition,
        asked=len(asked),
        judged=judged,
        not_testable=len(asked) - judged - len(unjudged),
        warnings=sum(each.verdict is Verdict.WARN for each in there.values()),
        broken=tuple(
            sorted({each.rule for each in results if _is_broken(each) and _counts(each, asked, version)})
        ),
        missing=MappingProxyType(dict(Counter(unjudged.values()).most_common())),
        first=min((case for _, case in unjudged), default=""),
        why=tuple(_why_not(run, subject, version, judged, len(asked))),
    )


def _why_not(run: Run, subject: Subject, version: Suite | None, judged: int, asked: int) -> Iterator[str]:
    """Yield why the run as a whole does not judge what the standard asks for."""
    if ", " in run.header.suite:
        yield f"the runs are by several versions: {run.header.suite}"
    elif version is None:
        yield f"this refloader does not have suite {run.header.suite}"
    elif not asked:
        yield f"the suite asks nothing of a {subject.kind} of edition {subject.edition}"
    elif judged * _SHARE < asked:
        yield f"{judged} of {number_of(asked, 'result')} are verdicts, fewer than half"
    if not subject.path:
        yield "it is no library, and a program cannot run on it"
    if subject.edition_reason == CHOSEN:
        yield f"edition {subject.edition} was chosen by {CHOSEN}, and the standard takes the subject's own"
    if run.truncated:
        yield "the run was ended before its end"
    elif run.problems:
        yield "the results are damaged or have parts missing"


def _counts(result: Result, asked: _Asked, version: Suite | None) -> bool:
    """Return whether the version judges what a result is about: a manifest is read by all of its rules."""
    read = version is not None and result.case == READ and result.rule in version.rules
    return read or (result.rule, result.case) in asked


def _is_broken(result: Result) -> bool:
    """Return whether any try of the case failed, whatever an expectation file or a later try says."""
    return any(each in FINDINGS for each in (result.verdict, result.flaky, *result.retried))


def _missing_for(result: Result) -> str:
    """Return why a result is missing; empty for a verdict, and where the subject gives no occasion for the case."""
    if result.verdict is Verdict.ERROR:
        return "ended by an error of the harness"
    need = lacking(result.reason) if result.verdict is Verdict.SKIP else ""
    return f"not run{want_of(need)}" if need else ""

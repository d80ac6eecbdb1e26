"""Computes the difference between two runs: subjects, their facts, and the verdicts of their cases.

Renders no document, reads no file and makes no verdict: which run is worse follows from the verdicts of both.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from refloader.model.version import parse_loose
from refloader.report.differences.facts import FactChange, TimingChange, changed_facts, changed_timings
from refloader.report.differences.pairing import Pair, pairs
from refloader.results.merged_names import machine_name
from refloader.results.parts import is_part
from refloader.results.records import has_time, moment
from refloader.results.results_file import BY_WEIGHT, FINDINGS, Result, Run, Subject, Verdict

_HEAVY = BY_WEIGHT[::-1]
_LIGHT = (Verdict.PASS, Verdict.SKIP)
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|[0-9]+(\.[0-9]+)?")

LACKING = "cases that it lacks are not called gone or new"
"""Part of a note on a run that may lack cases."""


class Kind(StrEnum):
    """How a case has changed, the most important kind first."""

    WORSE = "worse"
    NEW = "new"
    GONE = "gone"
    UNJUDGED = "no longer judged"
    JUDGED = "judged now"
    BETTER = "better"


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case whose verdict differs. One of the results is None if that run does not have the case.

    ``by_chance``: a result is marked flaky, or an expectation file allows both verdicts. ``counts`` is True if the
    change makes the runs different: not for a case that is missing from an incomplete run, nor for a known flake.
    """

    kind: Kind
    old: Result | None
    new: Result | None
    by_chance: bool = False
    counts: bool = True

    @property
    def result(self) -> Result:
        """The newer result if there is one, otherwise the older one."""
        found = self.new or self.old
        assert found is not None, "a case is of one run at least"
        return found

    @property
    def is_regression(self) -> bool:
        """True if the newer run has a finding that the older one does not have, or has with a lighter verdict."""
        graver = self.kind is Kind.NEW or (self.kind is Kind.WORSE and self.counts)
        return graver and self.new is not None and self.new.verdict in FINDINGS


@dataclass(frozen=True, slots=True)
class SubjectChange:
    """A subject of both runs, or of one of them; ``old`` is None for a new subject, ``new`` for one that is gone.

    ``flaky`` are cases with an unchanged verdict that are flaky in the newer run only; ``reworded`` are those with an
    unchanged verdict whose reasons differ in more than numbers. Neither counts.
    """

    old: Subject | None
    new: Subject | None
    cases: tuple[CaseChange, ...] = ()
    facts: tuple[FactChange, ...] = ()
    timings: tuple[TimingChange, ...] = ()
    flaky: tuple[Result, ...] = ()
    reworded: tuple[tuple[Result, Result], ...] = ()

    @property
    def subject(self) -> Subject:
        """The newer subject if there is one, otherwise the older one."""
        found = self.new or self.old
        assert found is not None, "a subject is of one run at least"
        return found

    @property
    def counts(self) -> bool:
        """True if the change makes the runs different, apart from timings."""
        alone = self.old is None or self.new is None
        return alone or any(each.counts for each in self.cases) or any(each.counts for each in self.facts)


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between two runs. ``notes`` are sentences on why they differ or cannot be compared in full."""

    old: Run
    new: Run
    subjects: tuple[SubjectChange, ...]
    notes: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """True if the runs differ, apart from timings."""
        return any(each.counts for each in self.subjects)

    @property
    def has_timings(self) -> bool:
        """True if a timing changed by more than noise."""
        return any(each.timings for each in self.subjects)

    @property
    def is_whole(self) -> bool:
        """True if both runs are complete and could be read in full."""
        return not any(run.truncated or run.problems for run in (self.old, self.new))


def difference(old: Run, new: Run) -> Difference:
    """Compare two runs; subjects are in the order of the newer run, then those that only the older one has."""
    matched = pairs(old.header.subjects, new.header.subjects, (_machine(old), _machine(new)))
    results = _by_subject(old.results), _by_subject(new.results)
    whole = lists_all(old), lists_all(new)
    found = tuple(_subject(pair, results, whole) for pair in matched)
    return Difference(old, new, found, tuple(_notes(old, new, matched)))


def _machine(run: Run) -> str:
    """Return the name that a merge would give to the machine of a run."""
    return run.header.environment or machine_name(run.header.machine)


def lists_all(run: Run) -> bool:
    """True if a run has all cases of the suite, so that a missing case did not exist then."""
    return not (is_part(run.header) or run.truncated or run.problems)


Cases = Mapping[tuple[str, str], Result]


def _by_subject(results: Iterable[Result]) -> dict[str, dict[tuple[str, str], Result]]:
    """Group results by subject, then by rule and case; of two results for the same case the worse one is used."""
    found: dict[str, dict[tuple[str, str], Result]] = {}
    for each in results:
        cases, key = found.setdefault(each.subject, {}), (each.rule, each.case)
        if key not in cases or _weight(each.verdict) > _weight(cases[key].verdict):
            cases[key] = each
    return found


def _weight(verdict: Verdict) -> int:
    return 0 if verdict in _LIGHT else _HEAVY.index(verdict)


def _subject(
    pair: Pair, results: tuple[Mapping[str, Cases], Mapping[str, Cases]], lists_all: tuple[bool, bool]
) -> SubjectChange:
    if pair.old is None or pair.new is None:
        return SubjectChange(pair.old, pair.new)
    old, new = results[0].get(pair.old.name, {}), results[1].get(pair.new.name, {})
    both = [(old[key], each) for key, each in new.items() if key in old]
    cases = [change for each in both if (change := _case(*each))]
    news = (each for key, each in new.items() if key not in old)
    gone = (each for key, each in old.items() if key not in new)
    cases += [CaseChange(Kind.NEW, None, each, counts=lists_all[0]) for each in news]
    cases += [CaseChange(Kind.GONE, each, None, counts=lists_all[1]) for each in gone]
    alike = [(was, now) for was, now in both if was.verdict == now.verdict]
    return SubjectChange(
        pair.old,
        pair.new,
        tuple(sorted(cases, key=_order)),
        changed_facts(pair.old, pair.new),
        changed_timings(pair.old.facts, pair.new.facts),
        tuple(now for was, now in alike if now.flaky is not None and was.flaky is None),
        tuple(each for each in alike if _says_otherwise(*each)),
    )


def _case(old: Result, new: Result) -> CaseChange | None:
    """Return the change of a case that both runs have, or None if its verdict is the same."""
    if old.verdict == new.verdict:
        return None
    by_chance = bool(old.flaky or new.flaky) or _allows(old, new) or _allows(new, old)
    return CaseChange(_kind(old, new), old, new, by_chance, counts=not _is_known_chance(old, new))


def _kind(old: Result, new: Result) -> Kind:
    if old.verdict == Verdict.SKIP and new.verdict == Verdict.WARN:
        return Kind.JUDGED  # it may have been so before
    if _weight(new.verdict) > _weight(old.verdict):
        return Kind.WORSE
    if new.verdict == Verdict.SKIP:
        return Kind.UNJUDGED
    return Kind.JUDGED if old.verdict == Verdict.SKIP else Kind.BETTER


def _is_known_chance(old: Result, new: Result) -> bool:
    """True if this outcome was already known to be possible; a new flake is a change."""
    return new.verdict == old.flaky or _allows(old, new) or _allows(new, old)


def _allows(one: Result, other: Result) -> bool:
    """True if the expectation of one result allows both verdicts."""
    known = one.expected
    return known is not None and known.allows(one.verdict) and known.allows(other.verdict)


def _order(change: CaseChange) -> tuple[int, int]:
    return list(Kind).index(change.kind), BY_WEIGHT.index(change.result.verdict)


def _says_otherwise(old: Result, new: Result) -> bool:
    """True if the reasons differ in more than numbers, because addresses, times and counts vary."""
    if old.reason == new.reason or Verdict.PASS in (old.verdict, new.verdict):
        return False
    return _NUMBER.sub("#", old.reason) != _NUMBER.sub("#", new.reason)


# ---- notes


def _notes(old: Run, new: Run, matched: Sequence[Pair]) -> Iterator[str]:
    yield from _unfinished("OLD", old)
    yield from _unfinished("NEW", new)
    before, after = old.header, new.header
    if _is_later(before.started, after.started) and not _are_in_order(matched):
        times = f"{before.started}, the other {after.started}"
        yield f"OLD is the later run of the two ({times}): what is called worse may have been fixed"
    for what, was, now in (
        ("the suite", before.suite_version, after.suite_version),
        ("the version of the rules", before.catalogue_version, after.catalogue_version),
    ):
        if was != now:
            yield f"{what} differs ({was}, then {now}): cases may differ for that reason"
    yield from _machines(old, new)
    for pair in matched:
        yield from _of_pair(pair)
    yield from (f"NEW notes: {note}" for note in after.notes if note not in before.notes)


def _are_in_order(matched: Sequence[Pair]) -> bool:
    """True if the subjects of both runs have versions, and none is older in the newer run than in the older."""
    both = [(pair.old.version, pair.new.version) for pair in matched if pair.old and pair.new]
    numbers = [tuple(map(parse_loose, each)) for each in both]
    return any(was != now for was, now in numbers) and all(was and now and was <= now for was, now in numbers)


def _is_later(one: str, other: str) -> bool:
    """True if one run started after the other; False if a header does not have a valid time, or none at all."""
    if not (has_time(one) and has_time(other)):
        return False
    try:
        return moment(one) > moment(other)
    except (ValueError, OverflowError):
        return False


def _unfinished(name: str, run: Run) -> Iterator[str]:
    if run.truncated:
        yield f"{name} is a truncated run: {LACKING}"
    if run.problems:
        yield f"{name} is damaged ({run.problems[0]}): {LACKING}"
    if is_part(run.header):
        yield f"{name} is a part of the suite ({run.header.command}): {LACKING}"


def _machines(old: Run, new: Run) -> Iterator[str]:
    """Yield how the machines differ; for merged runs, each machine whose name both runs have."""
    several = any(subject.environment for run in (old, new) for subject in run.header.subjects)
    before, after = (_by_name(run) if several else {"": run.header.machine} for run in (old, new))
    for name in [each for each in before if each in after]:
        which = f"the machine {name}" if name else "the machine"
        for what in ("system", "machine", "release", "worlds", "target", "libc"):
            was, now = (machines[name].get(what) for machines in (before, after))
            is_unknown = what == "libc" and not (was and now)  # results of an older refloader do not name it
            if was != now and not is_unknown:
                yield f"{which}'s {what} differs: {was or 'none'}, then {now or 'none'}"


def _by_name(run: Run) -> dict[str, Mapping[str, object]]:
    """Return the machine facts by the name that a merge gives to each machine."""
    if not any(subject.environment for subject in run.header.subjects):
        return {_machine(run): run.header.machine}
    return {name: each for name, each in run.header.machine.items() if isinstance(each, Mapping)}


def _of_pair(pair: Pair) -> Iterator[str]:
    if pair.old is None or pair.new is None:
        return
    if pair.why:
        yield f"{pair.old.kind} {pair.old.name} is compared with {pair.new.name}: {pair.why}"
    if pair.old.edition != pair.new.edition:
        editions = f"edition {pair.old.edition or 'any'}, then {pair.new.edition or 'any'}"
        yield f"{pair.new.name} is judged by another edition ({editions}): cases may differ for that reason"
    if bool(pair.old.facts) != bool(pair.new.facts):
        which = "OLD" if pair.new.facts else "NEW"
        yield f"{which} has no facts of {pair.new.name}: only its verdicts are compared"

"""Evaluates the runs on mutants of loaders: which rules detect each mutant, and whether each detection is explained.

Runs nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from refloader.rules import RuleId, rules
from refloader.selftest.mutants.registry import Mutant, by_rule, causes, gaps, unexamined, why_without, within
from refloader.selftest.plugin_jobs import GREEN, RED
from refloader.selftest.selftest import Case, Gathered, Run

BOTH = "the cases that catch it judge both rules"
WHOLE = "only whole scenarios of the corpus fail by it, and in those every decision takes part"
UNEXAMINED = "nobody has looked at the cause yet"
_CORPUS = "corpus/"
_NO_CASE = "no case of the suite judges the rule on this subject"


@dataclass(frozen=True, slots=True)
class MutantOutcome:
    """One rule and one mutant that violates it.

    ``caught_by`` are the rules whose cases pass on the reference and fail on the mutant, ``cases`` the names of those
    cases. ``explained`` says, for each rule in ``caught_by`` other than the violated one, why it is there;
    ``unexplained`` are the other rules without an explanation. ``errors`` are the cases that ended in an exception,
    which detects nothing. ``warned`` are the cases of the rule that warn on the mutant and not on the reference: they
    prove nothing, but show where the rule is judged. ``problem`` says why there is no result; it is empty for a
    complete run. ``gap`` says why the suite is known not to detect the mutant under the rule; it is empty where it
    has to.
    """

    violates: RuleId
    violator: Mutant
    caught_by: tuple[str, ...]
    cases: tuple[str, ...]
    explained: Mapping[str, str]
    unexplained: tuple[str, ...]
    errors: tuple[str, ...]
    problem: str
    seconds: float
    gap: str = ""
    warned: tuple[str, ...] = ()

    @property
    def caught(self) -> bool:
        """True if the suite fails the mutant under the rule that it violates."""
        return self.violates in self.caught_by

    @property
    def ok(self) -> bool:
        """True if the mutant is detected, or known not to be, and no other rule fails without an explanation."""
        return self.caught is not bool(self.gap) and not self.unexplained and not self.problem


def mutant_outcomes(chosen: Sequence[Mutant], found: Gathered) -> tuple[MutantOutcome, ...]:
    """Return one result for each rule of each mutant, in the order of the rules."""
    runs = {run.name: run for run in found.runs}
    made = [outcome for each in chosen for outcome in _outcomes(each, runs.get(each.name), found)]
    order = {rule_id: place for place, rule_id in enumerate(rules())}
    return tuple(sorted(made, key=lambda outcome: order[outcome.violates]))


def is_settled(run: Run, found: Gathered) -> bool:
    """True if the reference has run each case that fails on the mutant, so that its outcome is known."""
    failing = (number for number, ended in run.verdicts.items() if ended.verdict in RED)
    return all(number in found.baseline for number in failing)


def _outcomes(violator: Mutant, run: Run | None, found: Gathered) -> Iterator[MutantOutcome]:
    caught = _caught(run, found) if run else []
    hit = tuple(dict.fromkeys(rule_id for case in caught for rule_id in case.rules))
    names = tuple(dict.fromkeys(case.name for case in caught))
    for violated in violator.rules:
        explained = {
            each: cause
            for each in hit
            if each != violated and (cause := _cause(each, violator, caught)) is not None
        }
        strange = tuple(each for each in hit if each != violated and each not in explained)
        seconds = run.seconds if run else 0.0
        problem = run.problem if run else _NO_CASE
        errors = _errors(run, found)
        gap = gaps().get(violator.name, {}).get(violated, "")
        warned = _warned(violated, run, found)
        yield MutantOutcome(
            violated, violator, hit, names, explained, strange, errors, problem, seconds, gap, warned
        )


def _caught(run: Run, found: Gathered) -> list[Case]:
    """Return the cases that pass on the reference and fail on the mutant, with the rules that this speaks against."""
    return [
        _blaming(found.cases[number], ended.spared)
        for number, ended in sorted(run.verdicts.items())
        if ended.verdict in RED and found.baseline[number].verdict in GREEN
    ]


def _blaming(case: Case, spared: Sequence[str]) -> Case:
    return replace(case, rules=tuple(each for each in case.rules if each not in spared)) if spared else case


def _cause(rule_id: str, violator: Mutant, caught: Iterable[Case]) -> str | None:
    """Return why the mutant is also detected under another rule, or None if that is unexplained.

    The explanation follows from the cases that detect it, or is a cause listed in ``causes.toml``.
    """
    if rule_id in violator.rules:
        return "the same decision"
    strange = [case for case in caught if rule_id in case.rules and not set(violator.rules) & set(case.rules)]
    if not strange:
        return BOTH
    if all(case.name.startswith(_CORPUS) for case in strange):
        return WHOLE
    written = causes().get(violator.name, {})
    otherwise = UNEXAMINED if violator.name in unexamined() else None
    return next((cause for prefix, cause in written.items() if within(rule_id, prefix)), otherwise)


def _errors(run: Run | None, found: Gathered) -> tuple[str, ...]:
    """Return the cases that ended in an exception, raised by the test or by the mutated core."""
    ended = run.verdicts.items() if run else ()
    return tuple(
        f"{found.cases[number].name}: {each.reason}" for number, each in ended if each.verdict == "error"
    )


def _warned(violated: RuleId, run: Run | None, found: Gathered) -> tuple[str, ...]:
    """Return the cases of a rule that warn on the mutant and not on the reference.

    Cases of other rules need not have run on the reference.
    """
    ended = sorted(run.verdicts.items()) if run else ()
    names = (
        found.cases[number].name
        for number, each in ended
        if each.verdict == "warn"
        and violated in found.cases[number].rules
        and found.baseline[number].verdict != "warn"
    )
    return tuple(dict.fromkeys(names))


def unproven() -> dict[str, str]:
    """Return the rules that apply to loaders and have no mutant, each with the reason if it is known."""
    return {
        rule_id: why_without(rule_id) or _gap_of(rule_id)
        for rule_id, row in rules().items()
        if row.applies_to == "loader" and row.status != "withdrawn" and rule_id not in by_rule()
    }


def _gap_of(rule_id: str) -> str:
    """Return why the mutants of a rule are not caught; empty if it has none."""
    return next((table[rule_id] for table in gaps().values() if rule_id in table), "")

"""Says what follows from running the violators: who caught whom, and whether each catch has a cause. Runs nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from refloader.rules import RuleId, rules
from refloader.selftest.mutants.registry import Violator, by_rule, causes, why_without, within
from refloader.selftest.selftest import Case, Gathered, Run
from refloader.selftest.violating import GREEN, RED

BOTH = "the cases that catch it judge both rules"
WHOLE = "only whole scenarios of the corpus fail by it, and in those every decision takes part"
_CORPUS = "corpus/"
_NO_CASE = "no case of the suite judges the rule on this subject"


@dataclass(frozen=True, slots=True)
class Proof:
    """One rule and one loader that violates it.

    ``caught_by`` are the rules under which cases fail that pass on the reference; ``cases`` the names of those
    cases; ``explained`` why rules other than the violated one are among them, and ``unexplained`` those where
    nobody knows; ``errors`` are cases that ended in an exception, which catches nothing; ``problem`` says why there
    is nothing to tell, and is empty for a run that came to its end.
    """

    violates: RuleId
    violator: Violator
    caught_by: tuple[str, ...]
    cases: tuple[str, ...]
    explained: Mapping[str, str]
    unexplained: tuple[str, ...]
    errors: tuple[str, ...]
    problem: str
    seconds: float

    @property
    def caught(self) -> bool:
        """Whether the suite fails this loader by the rule that it violates."""
        return self.violates in self.caught_by

    @property
    def ok(self) -> bool:
        """Whether it is caught, and nothing else fails without a cause."""
        return self.caught and not self.unexplained and not self.problem


def proofs(chosen: Sequence[Violator], found: Gathered) -> tuple[Proof, ...]:
    """One for each rule of each violator, in the order of the rules."""
    runs = {run.name: run for run in found.runs}
    made = [proof for each in chosen for proof in _proofs(each, runs.get(each.name), found)]
    order = {rule_id: place for place, rule_id in enumerate(rules())}
    return tuple(sorted(made, key=lambda proof: order[proof.violates]))


def _proofs(violator: Violator, run: Run | None, found: Gathered) -> Iterator[Proof]:
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
        yield Proof(violated, violator, hit, names, explained, strange, errors, problem, seconds)


def _caught(run: Run, found: Gathered) -> list[Case]:
    """The cases that pass on the reference and fail on the violator."""
    return [
        found.cases[number]
        for number, (verdict, _) in sorted(run.verdicts.items())
        if verdict in RED and found.baseline[number][0] in GREEN
    ]


def _cause(rule_id: str, violator: Violator, caught: Iterable[Case]) -> str | None:
    """Why this violator is caught under another rule: who catches it says it, or a cause is written down."""
    if rule_id in violator.rules:
        return "the same decision"
    strange = [case for case in caught if rule_id in case.rules and not set(violator.rules) & set(case.rules)]
    if not strange:
        return BOTH
    if all(case.name.startswith(_CORPUS) for case in strange):
        return WHOLE
    written = causes().get(violator.name, {})
    return next((cause for prefix, cause in written.items() if within(rule_id, prefix)), None)


def _errors(run: Run | None, found: Gathered) -> tuple[str, ...]:
    """The cases that end in an exception of the test, or of the violator itself in a process of the core."""
    ended = run.verdicts.items() if run else ()
    return tuple(
        f"{found.cases[number].name}: {why}" for number, (verdict, why) in ended if verdict == "error"
    )


def unproven() -> dict[str, str]:
    """The rules that bind loaders and have no violator, each with the reason if one is known."""
    return {
        rule_id: why_without(rule_id)
        for rule_id, row in rules().items()
        if row.applies_to == "loader" and row.status != "withdrawn" and rule_id not in by_rule()
    }

"""Evaluates the runs on mutants of mocks: which rules detect each mutant, and whether each detection is explained.

Runs nothing.
"""

from collections.abc import Iterator, Sequence

from refloader.results.coverage import CUT_OFF, lacking, means_for, want_of
from refloader.results.results_file import Result, Verdict
from refloader.rules import rules
from refloader.selftest.mutants.of_mocks import Clean, Mocks, Wrong
from refloader.selftest.mutants.registry import within
from refloader.selftest.on_mocks import MockResults
from refloader.selftest.outcome import BOTH, MutantOutcome

_STATIC = "static"
_NOT_RUN = "no case of the suite judges the rule on this {kind}"
_WORSE = (Verdict.PASS, Verdict.WARN, Verdict.FAIL)
_RED = frozenset({Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT})


def mock_outcomes(chosen: Sequence[Wrong], judged: MockResults) -> tuple[MutantOutcome, ...]:
    """Return one result for each rule of each mutant, in the order of the rules."""
    made = [outcome for each in chosen for outcome in _outcomes(each, judged)]
    order = {rule_id: place for place, rule_id in enumerate(rules())}
    return tuple(sorted(made, key=lambda outcome: order[outcome.violates]))


def unclean(known: Mocks, judged: MockResults) -> tuple[str, ...]:
    """Return the failures and unexplained warnings of the clean mocks, and what a run cut off, one line each.

    While there are any, the results of the mutants prove nothing: what a clean mock was not judged by is no pass.
    """
    return tuple(
        f"{name}: {result.rule} {result.case}: {result.verdict}: {result.reason}"
        for name, results in judged.clean.items()
        for result in results
        if _is_blame(known.clean[name], result)
    )


def unproven_rules(known: Mocks) -> dict[str, str]:
    """Return the rules that apply to this kind of subject and have no mutant, each with the reason if it is known."""
    violated = known.violated()
    return {
        rule_id: known.why_without(rule_id)
        for rule_id, row in rules().items()
        if row.applies_to == known.kind and row.status != "withdrawn" and rule_id not in violated
    }


def _is_blame(right: Clean, result: Result) -> bool:
    if result.verdict is Verdict.WARN:
        return not right.why_warned(result.rule)
    if result.verdict is Verdict.SKIP:
        return lacking(result.reason) == CUT_OFF
    return result.verdict in _RED or result.verdict is Verdict.ERROR


def _outcomes(each: Wrong, judged: MockResults) -> Iterator[MutantOutcome]:
    results = judged.wrong[each.name]
    caught = _caught(results, judged.clean[each.like])
    hit = tuple(dict.fromkeys(result.rule for result in caught))
    names = tuple(dict.fromkeys(result.case for result in caught))
    errors = tuple(f"{r.case}: {r.reason}" for r in results if r.verdict is Verdict.ERROR)
    seconds = round(sum(result.seconds for result in results), 3)
    for violated in each.rules:
        others = [rule_id for rule_id in hit if rule_id != violated]
        explained = {rule_id: why for rule_id in others if (why := _cause(rule_id, each, caught)) is not None}
        strange = tuple(rule_id for rule_id in others if rule_id not in explained)
        looked = any(result.rule == violated for result in results)
        problem = judged.failed.get(each.name, "")
        if not problem and not looked:
            problem = _NOT_RUN.format(kind=each.violator.subject)
        if not problem and violated not in hit:
            problem = _wanted([result for result in results if result.rule == violated])
        yield MutantOutcome(violated, each.violator, hit, names, explained, strange, errors, problem, seconds)


def _wanted(results: Sequence[Result]) -> str:
    """Return for want of what this machine did not run cases that may catch a mutant; empty if all were run."""
    skipped = [result for result in results if result.verdict is Verdict.SKIP]
    names = {name: None for each in skipped if (name := lacking(each.reason)) and name != CUT_OFF}
    return "; ".join(
        f"cases that may catch it were not run{want_of(name)}: {means_for(name)}" for name in names
    )


def _caught(results: Sequence[Result], clean: Sequence[Result]) -> list[Result]:
    """Return the results that are worse than those of the clean mock for the same rule and case."""
    before = {(result.rule, result.case): result.verdict for result in clean}
    return [
        result
        for result in results
        if _is_worse(result.verdict, before.get((result.rule, result.case), Verdict.PASS))
    ]


def _is_worse(verdict: Verdict, before: Verdict) -> bool:
    """True if a verdict is worse than that of the clean mock, in the order pass, warning, failure.

    A warning counts because it is the verdict on a violated "should". A skip counts as a pass.
    """
    grade = _WORSE.index(Verdict.FAIL if verdict in _RED else verdict) if verdict in {*_WORSE, *_RED} else 0
    known = _WORSE.index(before) if before in _WORSE else 0
    return grade > known


def _cause(rule_id: str, violator: Wrong, caught: Sequence[Result]) -> str | None:
    """Return why the mutant is also detected under another rule, or None if that is unexplained.

    The explanation is either that the cases which detect it check both rules, or a cause listed with the mutant.
    """
    if rule_id in violator.rules:
        return "the same fault"
    own = {result.case for result in caught if result.rule in violator.rules and result.case != _STATIC}
    strange = [result for result in caught if result.rule == rule_id and result.case not in own]
    if not strange:
        return BOTH
    return next((why for prefix, why in violator.causes.items() if within(rule_id, prefix)), None)

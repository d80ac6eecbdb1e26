"""Finds what a loader lacks as a whole, such as implicit layers, by its results: one cause of many failures.

Nothing is claimed by guess. An ability is missing if failing cases of several rules came to exactly what they come to
on a loader without it, and no case of the run shows that it had an effect. What depends on it follows with it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.model.edition import Edition
from refloader.model.text import number_of
from refloader.report.abilities import (
    Ability,
    Parts,
    is_unknown,
    lacking,
    lacking_both,
    may_matter,
    observed,
    scenario_of,
)
from refloader.report.refusals import granted, lacks_in_reason, makes_instances, refused
from refloader.results.results_file import Result, Verdict
from refloader.scenario.scenario import Scenario

_FEWEST = 3
"""The fewest cases that must show that an ability is missing."""

_KINDS = 2
"""The fewest sets of rules that these cases must test: cases of the same rules are one finding anyway."""

_FAILING = frozenset((Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT))
_SHOWING = frozenset((Verdict.PASS, Verdict.WARN, *_FAILING))


@dataclass(frozen=True, slots=True)
class MissingAbility:
    """An ability that a loader lacks. ``shown`` are the cases that show it, ``following`` those that depend on it."""

    ability: Ability
    shown: frozenset[str]
    following: frozenset[str]

    @property
    def says(self) -> str:
        """What the run shows of it."""
        without, number = self.ability.without, len(self.shown)
        cases = "this case" if number == 1 else f"{number} of these cases"
        text = f"In {cases} the loader did what would be right without {without}, and no case shows the opposite."
        if self.following:
            others = number_of(len(self.following), "other case")
            text += f" The {others} may follow from this."
        return text


@dataclass(slots=True)
class _Cases:
    """The cases of one loader: those that fail, with what they show, by ability."""

    edition: Edition
    failing: dict[str, Result] = field(default_factory=dict)
    others: dict[str, Result] = field(default_factory=dict)
    rules: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    shown: defaultdict[Ability, set[str]] = field(default_factory=lambda: defaultdict(set))
    fitting: defaultdict[Ability, set[str]] = field(default_factory=lambda: defaultdict(set))
    scenarios: dict[str, tuple[Scenario, Parts]] = field(default_factory=dict)


def missing_abilities(results: Iterable[Result], edition: Edition) -> tuple[MissingAbility, ...]:
    """Return what a loader lacks by its results, what explains the most cases first; each case is in one of them."""
    cases = _Cases(edition)
    for each in results:
        if each.verdict in _SHOWING:
            cases.rules[each.case].add(each.rule)
            (cases.failing if each.verdict in _FAILING else cases.others)[each.case] = each
    if len(cases.failing) < _FEWEST:
        return ()
    for name, each in cases.failing.items():
        _examine(name, each, cases)
    return tuple(_with_both(list(_claimed(cases)), cases))


def _examine(name: str, result: Result, cases: _Cases) -> None:
    """Note which missing abilities a failing case shows, and with which it fits."""
    for ability in refused(result):
        cases.shown[ability].add(name)
    scenario = scenario_of(result)
    if scenario is None:
        return
    seen = observed(result)
    cases.scenarios[name] = scenario, seen
    for each in lacking(scenario, cases.edition):
        if each.shown_by(seen):
            cases.shown[each.ability].add(name)
        if each.fits(seen):
            cases.fitting[each.ability].add(name)


def _claimed(cases: _Cases) -> Iterator[MissingAbility]:
    left, open_ = {*cases.failing}, {*cases.shown}
    while open_:
        best = min(open_, key=lambda each: (-len(cases.shown[each] & left), each))
        open_.remove(best)
        shown = cases.shown[best] & left
        if len(shown) < _FEWEST:
            return
        if len({frozenset(cases.rules[name]) for name in shown}) < _KINDS or _is_refuted(best, cases):
            continue
        named = {name for name in left if lacks_in_reason(best, cases.failing[name])}
        following = (cases.fitting[best] | named) & left - shown
        yield MissingAbility(best, frozenset(shown), frozenset(following))
        left -= shown | following


def _is_refuted(ability: Ability, cases: _Cases) -> bool:
    """True if a case shows that the loader has the ability, or if one may show it, and nobody can tell."""
    every = (*cases.failing.values(), *cases.others.values())
    if any(ability in granted(each) or makes_instances(ability, each) for each in every):
        return True
    for each in every:
        matters = may_matter(ability, each.evidence)
        if matters and is_unknown(each):
            return True
        scenario = scenario_of(each) if matters else None
        ways = [*lacking(scenario, cases.edition, ability)] if scenario is not None else []
        if ways and all(way.refuted_by(observed(each)) for way in ways):
            return True
    return False


def _with_both(claimed: Sequence[MissingAbility], cases: _Cases) -> Iterator[MissingAbility]:
    """Yield what is missing, with the cases that show two of them at once: these follow from the first."""
    explained = {name for each in claimed for name in each.shown | each.following}
    rest = {name: both for name, both in cases.scenarios.items() if name not in explained}
    for place, each in enumerate(claimed):
        also = {
            name
            for name, (scenario, seen) in rest.items()
            for other in claimed[place + 1 :]
            if any(
                found.shown_by(seen)
                for found in lacking_both(scenario, cases.edition, each.ability, other.ability)
            )
        }
        rest = {name: both for name, both in rest.items() if name not in also}
        yield MissingAbility(each.ability, each.shown, each.following | also)


def by_case(missing: Iterable[MissingAbility]) -> Mapping[str, MissingAbility]:
    """Return the missing ability for which each case fails, or may fail."""
    return {name: each for each in missing for name in each.shown | each.following}

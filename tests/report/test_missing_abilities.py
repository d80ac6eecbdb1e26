"""A loader that lacks something as a whole is told one thing first, by the evidence of its own cases.

The loaders are the reference's core with violators, and the cases those of the shipped corpus: nothing is loaded.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

import pytest
from replaced import replace

from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.report.arrange import FINDINGS, Finding, findings
from refloader.results.results_file import Result, Verdict
from refloader.scenario.corpus import differences, reading
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.platform import HostPlatform
from refloader.selftest.mutants.decisions import one_of_a_kind as broad
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.patches import Patch
from refloader.suite.loaders.evidence import observed, offered

Judged: TypeAlias = Callable[..., tuple[Result, ...]]

TITLES = {
    "no_implicit_layers": "Implicit layers are not used",
    "no_layers_by_variable": "VK_INSTANCE_LAYERS has no effect",
    "no_driver_filters": "Variables that filter drivers have no effect",
    "no_xdg_folders": "Variables whose names begin with XDG_ have no effect",
    "no_meta_layers": "Meta-layers are not used",
    "no_disable_variables": "The variables of disable_environment have no effect",
    "no_settings_file": "The settings file has no effect",
    "one_driver_only": "Only one driver is used",
    "layers_backwards": "Layers are called in the reverse order",
    "no_variables": "No environment variable has an effect",
}
"""What is to be said first of each loader."""

PAIRS = (
    ("no_implicit_layers", "no_driver_filters"),
    ("no_implicit_layers", "no_layers_by_variable"),
    ("no_implicit_layers", "one_driver_only"),
    ("no_xdg_folders", "one_driver_only"),
    ("no_xdg_folders", "no_driver_filters"),
    ("no_settings_file", "no_driver_filters"),
    ("no_settings_file", "no_implicit_layers"),
    ("no_disable_variables", "one_driver_only"),
    ("no_layers_by_variable", "no_driver_filters"),
    ("layers_backwards", "no_driver_filters"),
)
"""Loaders with two faults that have nothing to do with each other."""


@cache
def wrong_anyway() -> frozenset[str]:
    """The cases that rest on calls which nothing of this makes."""
    return frozenset(each.case for each in _results() if each.verdict is Verdict.FAIL)


@cache
def judged(*faults: str) -> tuple[Result, ...]:
    """The results of the corpus on a core with these faults."""
    assert all(hasattr(broad, each) for each in faults)
    left_out = wrong_anyway()
    patch = Patch([pair for each in faults for pair in REPLACEMENTS[each][0]])
    patch.apply()
    try:
        return tuple(each for each in _results() if each.case not in left_out)
    finally:
        patch.undo()


def _results() -> Iterator[Result]:
    for case in shipped_cases():
        expected = (case.expect or {}).get(LATEST.value)
        if expected is None or case.scenario.situation != HostPlatform():
            continue
        seen = predict(case.scenario, LATEST, Build()).observation
        if seen.ended != "ok":
            continue
        found = differences(case, seen, LATEST)
        failed = bool(found) and not reading(case, seen, LATEST)
        evidence = {**offered(case.scenario, failed), **observed(seen, failed)}
        for rule in case.rules:
            yield Result(
                rule,
                "core",
                f"corpus/{case.name}",
                Verdict.FAIL if failed else Verdict.PASS,
                f"{case.scenario.note} Not so: {found[0]}" if failed else "",
                evidence,
            )


def told(results: tuple[Result, ...]) -> list[Finding]:
    """The findings on the core."""
    return [*findings(results, FINDINGS, LATEST.value)]


def titles(results: tuple[Result, ...]) -> list[str]:
    """What the causes that break many rules are called, in their order."""
    return [each.title for each in told(results) if each.shared]


class TestOneFault:
    """A loader that lacks one thing."""

    @pytest.mark.parametrize("fault", TITLES)
    def test_it_comes_first(self, fault: str) -> None:
        """The first finding says what is missing."""
        assert titles(judged(fault))[:1] == [TITLES[fault]]

    @pytest.mark.parametrize("fault", TITLES)
    def test_few_findings(self, fault: str) -> None:
        """All failures are at most three findings."""
        assert len(told(judged(fault))) <= 3

    @pytest.mark.parametrize("fault", TITLES)
    def test_nothing_is_lost(self, fault: str) -> None:
        """Each case that fails is in one finding."""
        results = judged(fault)

        shown = [cause.first.case for each in told(results) for cause in each.causes]
        assert sorted(shown) == sorted({each.case for each in results if each.verdict is Verdict.FAIL})


class TestTwoFaults:
    """A loader that lacks two things."""

    @pytest.mark.parametrize("faults", PAIRS, ids="+".join)
    def test_both_are_told(self, faults: tuple[str, str]) -> None:
        """Each of the two is a finding of its own."""
        assert {*titles(judged(*faults))} >= {TITLES[each] for each in faults}


class TestNoGuess:
    """An ability that shows anywhere is not missing."""

    def test_none_is_missing(self) -> None:
        """The core without a fault lacks nothing."""
        assert told(judged()) == []

    def test_one_case_shows_it(self) -> None:
        """One case with an implicit layer in the chain, and each failure stands by its rules."""
        right = {each.case: each for each in judged()}
        broken = judged("no_implicit_layers")
        works = next(
            each for each in broken if each.verdict is Verdict.FAIL and right[each.case].evidence["chain"]
        )

        results = tuple(right[each.case] if each.case == works.case else each for each in broken)

        assert TITLES["no_implicit_layers"] not in titles(results)

    def test_two_cases_alone(self) -> None:
        """Two failing cases are too few to say what is missing."""
        broken = judged("no_implicit_layers")
        two = sorted({each.case for each in broken if each.verdict is Verdict.FAIL})[:2]

        assert titles(tuple(each for each in broken if each.case in two)) == []

    def test_another_failure_beside_it(self) -> None:
        """A case in which an implicit layer is called stays a finding of its own."""
        right = [
            each for each in judged() if each.evidence["chain"] and "implicit" in str(each.evidence["files"])
        ]
        broken = judged("no_driver_filters")
        odd = replace(right[0], verdict=Verdict.FAIL, reason="Not so: actual: 1; expected: 2")

        found = told((*broken, odd))

        assert [each.first.case for each in found if odd.case in {c.first.case for c in each.causes}] == [
            odd.case
        ]

    def test_evidence_of_another_kind(self) -> None:
        """Evidence that is no scenario is passed over."""
        odd = tuple(
            replace(each, evidence={"scenario": 1, "files": 2, "variables": None, "actions": 3, "result": 4})
            for each in judged("no_implicit_layers")
        )

        assert titles(odd) == []

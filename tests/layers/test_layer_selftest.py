"""The suite on layers that are wrong on purpose: each is caught by its rule, and the clean ones pass."""

import os
from typing import Any

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.results.results_file import Result, Verdict
from refloader.selftest.mock_outcome import mock_outcomes, unclean
from refloader.selftest.mutants.of_mocks import mocks
from refloader.selftest.on_mocks import MockResults, run_mocks
from refloader.selftest.right_mocks import RightMock, run_right_mocks
from refloader.selftest.variants.registry import Variant

LAYERS = mocks("layer")
RULE, CASE = "LLP_LAYER_12", "creation/link_of_instances[mock]"


def result(verdict: Verdict, rule: str = RULE, case: str = CASE) -> Result:
    """One line of a run."""
    return Result(rule, "subject", case, verdict, "why")


def judged(clean: list[Result], wrong: list[Result]) -> MockResults:
    """A run of one violator and the layer that it is made of."""
    return MockResults({"plain": tuple(clean)}, {RULE: tuple(wrong)})


def proof(clean: list[Result], wrong: list[Result], violates: str = RULE) -> Any:
    """What follows for one rule of the violator."""
    made = mock_outcomes([LAYERS.wrong[RULE]], judged(clean, wrong))
    return next(each for each in made if each.violates == violates)


class TestProofs:
    """A violator is caught where it fares worse than the layer that it is made of."""

    @pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT, Verdict.WARN])
    def test_worse_than_before(self, verdict: Verdict) -> None:
        """A finding catches, and so does a warning, which is all that a should can give."""
        assert proof([result(Verdict.PASS)], [result(verdict)]).caught

    @pytest.mark.parametrize("verdict", [Verdict.PASS, Verdict.SKIP, Verdict.ERROR])
    def test_nothing_found(self, verdict: Verdict) -> None:
        """A skip and an error of the harness catch nothing."""
        assert not proof([result(Verdict.PASS)], [result(verdict)]).caught

    def test_as_bad_as_before(self) -> None:
        """A warning that the clean layer gets as well is not about the violation."""
        assert not proof([result(Verdict.WARN)], [result(Verdict.WARN)]).caught

    def test_another_rule_of_the_same_case(self) -> None:
        """A case that judges two rules is the cause itself."""
        made = proof([], [result(Verdict.FAIL), result(Verdict.FAIL, "DISPATCH-LAYER-03")])

        assert (made.ok, list(made.explained)) == (True, ["DISPATCH-LAYER-03"])

    def test_another_rule_without_a_cause(self) -> None:
        """What fails elsewhere and nobody knows why makes the proof worthless."""
        made = proof([], [result(Verdict.FAIL), result(Verdict.FAIL, "LLP_LAYER_6", "static")])

        assert (made.ok, made.unexplained) == (False, ("LLP_LAYER_6",))

    def test_no_case_at_all(self) -> None:
        """A rule that no case judges is said to be so."""
        assert proof([], []).problem == "no case of the suite judges the rule on this layer"

    def test_a_case_that_the_machine_cannot_run(self) -> None:
        """Where no case catches it, what was lacking is named; where one does, nothing is."""
        skipped = Result(
            RULE, "subject", CASE, Verdict.SKIP, "there is no X server to draw to (Debian: xvfb)"
        )

        missed, caught = (
            proof([], [skipped]),
            proof([], [skipped, result(Verdict.FAIL, case="creation/other")]),
        )

        want = "cases that may catch it were not run for want of a display: install Xvfb (Debian: xvfb)"
        assert (missed.ok, missed.problem) == (False, want)
        assert (caught.ok, caught.problem) == (True, "")


class TestCleanLayers:
    """Nothing is proved while a clean layer is blamed."""

    @pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.CRASH, Verdict.WARN, Verdict.ERROR])
    def test_a_blamed_one(self, verdict: Verdict) -> None:
        """Each finding on a clean layer is told."""
        assert unclean(LAYERS, judged([result(verdict)], [])) == (f"plain: {RULE} {CASE}: {verdict}: why",)

    def test_a_run_that_was_cut_off(self) -> None:
        """What a clean layer was not judged by, as its run ended early, is no pass; another skip is no blame."""
        why = "nothing was seen; the run ended early: no answer in 10 s"
        cut_off = Result(RULE, "subject", CASE, Verdict.SKIP, why)

        assert unclean(LAYERS, judged([cut_off], [])) == (f"plain: {RULE} {CASE}: skip: {why}",)
        assert unclean(LAYERS, judged([result(Verdict.SKIP)], [])) == ()

    def test_a_warning_by_nature(self) -> None:
        """A library of an old interface has no negotiation function, which is why it is warned of it."""
        warned = MockResults({"interface_1": (result(Verdict.WARN, "LLP_LAYER_4", "static"),)}, {})

        assert unclean(LAYERS, warned) == ()
        assert LAYERS.clean["interface_1"].why_warned("LLP_LAYER_4")


def why_not() -> str:
    """Why the suite cannot be run on layers here, or an empty string."""
    try:
        dropin_library()
    except LoaderError as error:
        return str(error)
    return "" if mock_library("mock_layer") else "the mocks were not built"


@pytest.mark.timeout(900)
@pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can be run")
class TestTheSuite:
    """The quick selftest over all violators."""

    @pytest.mark.whole
    def test_clean_layers(self) -> None:
        """One parameter of each test blames no clean layer, but for the warnings that lie in its nature."""
        layers = LAYERS.clean.values()
        chosen = [RightMock(Variant(each.name, "", "", "", frozenset()), each.recipe) for each in layers]

        made = [*run_right_mocks(chosen, whole=False, workers=len(os.sched_getaffinity(0)))]

        assert [(each.name, each.failures, each.problem) for each in made if not each.ok] == []
        assert {each.name for each in made if each.warnings} == {each.name for each in layers if each.warns}

    @pytest.mark.whole
    def test_the_diagonal(self) -> None:
        """Each violator is caught by each of its rules, and no clean layer is blamed."""
        chosen = tuple(LAYERS.wrong.values())

        seen = run_mocks(
            LAYERS, chosen, every_rule=False, every_clean=True, workers=len(os.sched_getaffinity(0))
        )

        assert unclean(LAYERS, seen) == ()
        missed = [(each.violator.name, each.violates) for each in mock_outcomes(chosen, seen) if not each.ok]
        assert missed == []

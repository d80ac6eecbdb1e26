"""Debian's loader behind a library that forwards to it and breaks one thing on the way, without touching a source.

The forwarding library that breaks nothing gets the verdicts of the loader alone. Each other one fails its rule.
"""

import os

import pytest
from forwarding import Verdicts, judged_of

from refloader.results.records import Verdict

pytestmark = pytest.mark.slow(daily=True)

FAULTS = {
    "older_variable_first": "ENV-DRIVERFILES-04",
    "one_name_counts": "ENV-INSTLAYERS-02",
    "layer_paths_are_unsafe": "LLP_LOADER_13",
    "switch_is_not_read": "LLP_LOADER_6",
    "request_backwards": "ORDER-CHAIN-02",
    "another_error": "LDP_LOADER_1",
    "layers_are_not_told_apart": "EXT-ENUM-02",
}
"""What each forwarding library breaks, as wrapped.c names it, and the rule whose sentence that breaks."""

RIGHT = {"tables_of_queues": "OBJECTS-ICD-03"}
"""What a library may do, as wrapped.c names it, and the rule whose sentences leave it open."""

BESIDE = ("WRAP-03", "OBJECTS-LAYER-02")
"""Rules of which no case may fail by what a library may do: their layers meet queues, which they need not wrap."""


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdicts]:
    """The verdicts of the loader alone and of each forwarding library, from one run of the rules concerned."""
    return judged_of(
        tmp_path_factory, "wrapped", ["none", *FAULTS, *RIGHT], [*FAULTS.values(), *RIGHT.values(), *BESIDE]
    )


class TestForwarding:
    """A library that only forwards is the loader behind it."""

    def test_nothing_differs(self, judged: dict[str, Verdicts]) -> None:
        """Each case has the verdict of the loader alone."""
        assert judged["none"] == judged["vulkan"]

    def test_cases_of_each_rule_run(self, judged: dict[str, Verdicts]) -> None:
        """Of each rule that a library breaks, a case passes with the loader alone."""
        passed = {rule for (rule, _), verdict in judged["none"].items() if verdict == Verdict.PASS}

        assert passed >= {*FAULTS.values()}


class TestFaults:
    """A fault on the way to the loader or from it."""

    @pytest.mark.parametrize("fault", FAULTS)
    def test_the_rule_fails(self, judged: dict[str, Verdicts], fault: str) -> None:
        """The library fails a case of the rule that it breaks, which the loader alone passes."""
        if fault == "layer_paths_are_unsafe" and os.geteuid() != 0:
            pytest.skip("only root makes programs with privileges, in which this fault shows (run as root)")

        broken = {
            rule
            for (rule, case), verdict in judged[fault].items()
            if verdict == Verdict.FAIL and judged["none"][rule, case] == Verdict.PASS
        }

        assert FAULTS[fault] in broken


class TestRightOnes:
    """A library that does what the documents leave open breaks no rule."""

    @pytest.mark.parametrize("liberty", RIGHT)
    def test_nothing_fails(self, judged: dict[str, Verdicts], liberty: str) -> None:
        """It is noticed, with a warning, and no case fails that the loader alone passes."""
        differing = {
            key: verdict for key, verdict in judged[liberty].items() if verdict != judged["none"][key]
        }

        assert {*differing.values()} == {Verdict.WARN}
        assert RIGHT[liberty] in {rule for rule, _ in differing}

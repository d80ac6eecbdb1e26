"""The corpus in ``fixtures/scenarios``: complete, current, and of use in every edition it speaks of."""

import subprocess
import sys
from pathlib import Path

from refloader.harness import corpus
from refloader.harness.corpus import Case
from refloader.harness.wanted import binds_loaders, holds
from refloader.model.edition import Edition
from refloader.rules import rules

TOP = Path(__file__).resolve().parents[2]
CASES = tuple(corpus.cases(str(TOP / "fixtures" / "scenarios")))


def bears(case: Case, edition: str) -> bool:
    """Whether a loader of the edition can be judged by one of the case's rules."""
    return any(binds_loaders(each) and holds(each, Edition(edition)) for each in case.rules)


def test_it_is_large_enough() -> None:
    """Another project gets at least 150 scenarios."""
    assert len(CASES) >= 150


def test_it_is_what_the_generator_writes() -> None:
    """Every drafted scenario is as its draft says, and no other folder is among them."""
    tool = [sys.executable, str(TOP / "tools" / "write_scenarios.py"), "--check"]

    done = subprocess.run(tool, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, "")


class TestEveryScenario:
    """A scenario explains itself and says what is expected."""

    def test_it_has_a_note(self) -> None:
        """The note is a sentence for people."""
        assert [case.name for case in CASES if not case.scenario.note.endswith(".")] == []

    def test_every_expectation_can_be_judged(self) -> None:
        """In each edition that it speaks of, one of its rules binds loaders."""
        assert [
            (case.name, each) for case in CASES for each in case.expect or {} if not bears(case, each)
        ] == []

    def test_every_edition_expects_something(self) -> None:
        """No edition is named for nothing."""
        empty = [case.name for case in CASES for each in (case.expect or {}).values() if not each.outcome]

        assert empty == []


def test_every_way_to_differ_is_covered() -> None:
    """Editions disagree in some scenarios, and tolerated readings are told in others."""
    different = [case for case in CASES if len({str(each) for each in (case.expect or {}).values()}) > 1]
    tolerant = [case for case in CASES if any(each.tolerated for each in (case.expect or {}).values())]

    assert len(different) >= 20
    assert len(tolerant) >= 40


NOT_SHOWN = {
    "ACT-DEVLAYER-01": "device layers of 2016 are shown by no loader that can still be had",
    "ACT-DEVLAYER-02": "what a device's chain is shows in the trace alone",
    "DISC-LINUX-06": "a setting of the loader's build",
    "ENV-DEVLAYERS-01": "device layers of 2016 are shown by no loader that can still be had",
    "ENV-MINVERSION-01": "about versions of loaders",
    **{
        f"FILTER-{each}": "messages are no outcome"
        for each in ("LAYER-ENABLE-03", "LAYER-DISABLE-02", "DRIVER-SELECT-03", "DRIVER-DISABLE-03")
    },
}
"""Rules of the families below without a scenario, and why."""


def test_every_rule_of_these_families_has_a_scenario() -> None:
    """What a loader decides about manifests and variables is shown by the corpus, but for what cannot be."""
    families = ("DISC-", "ENV-", "ACT-", "ORDER-", "FILTER-", "META-", "OVERRIDE-", "SETTINGS-", "PRIV-")
    deciding = {
        each.id
        for each in rules().values()
        if each.applies_to == "loader" and each.on_linux and {"model", "differential"} & {*each.kinds}
    }

    shown = {each for case in CASES for each in case.rules}

    assert {each for each in deciding - shown if each.startswith(families)} == {*NOT_SHOWN}

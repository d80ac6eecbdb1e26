"""Which rules of a scenario keep a failure, by what differs."""

from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.scenario.corpus import Case, expectations
from refloader.scenario.observation import Observation, SeenLayer
from refloader.scenario.scenario import World
from refloader.suite.loaders.blame import shown, spared, spared_without_drivers

RULES = ("FILTER-LAYER-ENABLE-01", "ORDER-CHAIN-01", "DISC-LINUX-08", "ENV-DRIVERFILES-01")


def keeping(expected: dict[str, Any], *, layers: tuple[str, ...] = ("a", "b", "c"), **seen: Any) -> set[str]:
    """The rules that keep the failure of a scenario."""
    case = Case("topic/case", World().scenario(), RULES, expectations({"2026": expected}))
    rows = tuple(SeenLayer(name, 0, 1, "") for name in layers)
    made = Observation("ok", result=0, layers=rows, **seen)
    return {*RULES} - spared(RULES, shown(case, made, Edition.E2026)).keys()


class TestWhatDiffers:
    """A rule keeps a failure if its sentence speaks of something that differs."""

    @pytest.mark.parametrize(
        ("chain", "kept"),
        [
            (("b", "a", "c"), {"ORDER-CHAIN-01", "DISC-LINUX-08"}),
            (("a", "b", "a", "c"), {"ORDER-CHAIN-01", "DISC-LINUX-08"}),
            (("a", "c"), {"FILTER-LAYER-ENABLE-01"}),
            (("c", "a"), {"FILTER-LAYER-ENABLE-01", "ORDER-CHAIN-01", "DISC-LINUX-08"}),
            (("a", "b", "c", "d"), {"FILTER-LAYER-ENABLE-01", "DISC-LINUX-08"}),
        ],
        ids=["order", "twice", "missing", "missing and order", "more"],
    )
    def test_the_chain(self, chain: tuple[str, ...], kept: set[str]) -> None:
        """Order, layers that are off though they are found, and layers that should not be there."""
        assert keeping({"chain": ["a", "b", "c"]}, chain=chain) == kept

    def test_a_layer_that_is_not_found(self) -> None:
        """A layer that is not enumerated either may not be found at all."""
        kept = keeping({"chain": ["a", "b"]}, layers=("a",), chain=("a",))

        assert kept == {"FILTER-LAYER-ENABLE-01", "DISC-LINUX-08"}

    def test_drivers(self) -> None:
        """Where only drivers differ the rules on layers are kept."""
        assert keeping({"chain": [], "drivers": ["one"]}, drivers=("two",)) == {"ENV-DRIVERFILES-01"}

    def test_anything_else(self) -> None:
        """A difference in another part may have any cause."""
        assert keeping({"chain": ["a"], "extensions": {"": ["x"]}}, chain=()) == {*RULES}

    def test_no_rule_speaks_of_it(self) -> None:
        """A failure is never lost: with nobody else to blame all rules keep it."""
        facts = shown(
            Case("t/c", World().scenario(), (), expectations({"2026": {"chain": ["a", "b"]}})),
            Observation("ok", result=0, chain=("b", "a")),
            Edition.E2026,
        )

        assert spared(("ACT-APP-01", "ENV-DRIVERFILES-01"), facts) == {}

    def test_a_narrower_rule(self) -> None:
        """Of a general rule and one that says it in particular the latter keeps the failure."""
        assert spared(("LDP_LOADER_2", "DISC-DRIVER-GEN-01"), frozenset()).keys() == {"DISC-DRIVER-GEN-01"}
        assert spared(("DISC-DRIVER-GEN-01", "LDP_LOADER_1"), frozenset()) == {}


def test_without_drivers() -> None:
    """A loader that finds no driver at all breaks no rule on layers by that."""
    assert spared_without_drivers(("META-06", "LDP_LOADER_2", "PORTABILITY-01")).keys() == {
        "META-06",
        "PORTABILITY-01",
    }

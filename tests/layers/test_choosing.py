"""Which cases a selftest shows to a layer that is wrong on purpose."""

import json
from typing import Any, ClassVar

import pytest

from refloader.selftest.choosing import Shortened, _kept
from refloader.suite.run.cases import target_of
from refloader.suite.run.targets import Target


class Item:
    """What is asked of an item of pytest."""

    def __init__(self, test: str, variant: str, rule: str, layer: str) -> None:
        self.nodeid = f"layer/test_x.py::{test}[{variant}]"
        target = Target(layer, "name", "2026", layer="VK_LAYER_x")
        self.callspec = type("Call", (), {"params": {"layer": target}})()
        self.rule = rule

    def iter_markers(self, name: str) -> list[Any]:
        """The one mark with its rule."""
        return [pytest.mark.rule(self.rule).mark] if name == "rule" else []


def names(items: list[Item], others: int) -> list[str]:
    """What is kept for the layer at one path, of which LLP_LAYER_12 is chosen."""
    kept = _kept(items, {"/a.json": ["LLP_LAYER_12"]}, others, 0)  # type: ignore[arg-type] # all that is read of them
    stays = set(map(id, kept))
    return [item.nodeid.partition("::")[2] for item in items if id(item) in stays]


OWN = [Item("test_own", each, "LLP_LAYER_12", "/a.json") for each in ("mock", "lavapipe")]
OTHER = [Item("test_other", each, "LLP_LAYER_13", "/a.json") for each in ("mock", "lavapipe")]


class TestChoosing:
    """A violator is shown to all cases of its rules and to as many others as are wanted."""

    def test_own_rules_alone(self) -> None:
        """Quick: what judges none of its rules is left out."""
        assert names([*OWN, *OTHER], 0) == ["test_own[mock]", "test_own[lavapipe]"]

    def test_one_variant_of_each_other(self) -> None:
        """Full: each other test is run in its first variant."""
        assert names([*OTHER, *OWN], 1) == ["test_other[mock]", "test_own[mock]", "test_own[lavapipe]"]

    def test_a_layer_that_nothing_is_said_of(self) -> None:
        """A clean layer is shown to all there is."""
        clean = [Item("test_other", each, "LLP_LAYER_13", "/clean.json") for each in ("mock", "lavapipe")]

        assert len(names(clean, 0)) == 2
        assert target_of(clean[0]) is not None  # type: ignore[arg-type] # the same


class TestCaughtMutants:
    """A mutant that has failed under its rules is shown to no more variants of the tests of these."""

    RULES: ClassVar = {"/a.json": ["LLP_LAYER_12"]}

    @staticmethod
    def _ran(verdicts: dict[str, str], *, items: list[Item]) -> list[str]:
        """The cases that are run, where those in ``verdicts`` end so and the others pass."""
        plugin, ran = Shortened(TestCaughtMutants.RULES), []
        for item in items:
            if plugin.pytest_runtest_protocol(item) is None:  # type: ignore[arg-type] # as above
                name = item.nodeid.partition("::")[2]
                ran.append(name)
                plugin.pytest_runtest_logreport(_report(item.rule, verdicts.get(name, "pass")))
        return ran

    def test_own_rules(self) -> None:
        """Nothing of its rules is run any more; a warning is no failure."""
        own = [*OWN, Item("test_next", "mock", "LLP_LAYER_12", "/a.json")]

        assert self._ran({"test_own[mock]": "fail"}, items=own) == ["test_own[mock]"]
        assert len(self._ran({"test_own[mock]": "warn"}, items=own)) == 3

    def test_other_rules(self) -> None:
        """Cases of other rules are run nevertheless."""
        own = [*OWN, Item("test_next", "mock", "LLP_LAYER_12", "/a.json"), *OTHER]

        ran = self._ran({"test_own[mock]": "crash"}, items=own)

        assert ran == ["test_own[mock]", "test_other[mock]", "test_other[lavapipe]"]


def _report(rule: str, verdict: str) -> Any:
    """A report with a record of one rule."""
    record = {
        "repro": {rule: "refloader"},
        "verdict": verdict,
        "subject": "a.json",
        "case": "x/y",
        "reason": "why",
        "evidence": {},
    }
    return type("Report", (), {"user_properties": [("refloader", json.dumps(record))]})()

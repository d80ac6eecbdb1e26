"""Which rules of a scenario keep a failure, by what differs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.rules.binding import binds_loaders
from refloader.scenario.corpus import Case, Expected, expectations
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.observation import Observation, SeenLayer
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script, of_instance
from refloader.suite.loaders.blame import (
    Complaints,
    Fact,
    about,
    complaint_in,
    named_in,
    not_blamed,
    not_blamed_but,
    not_blamed_for_layers,
    not_blamed_without_drivers,
    shown,
    shown_by_end,
)
from refloader.suite.loaders.lacking import any_unknown_command
from refloader.suite.subjects.request import holds

RULES = ("FILTER-LAYER-ENABLE-01", "ORDER-CHAIN-01", "DISC-LINUX-08", "ENV-DRIVERFILES-01")


def keeping(
    expected: dict[str, Any],
    *,
    layers: tuple[str, ...] = ("a", "b", "c"),
    rules: tuple[str, ...] = RULES,
    requests: tuple[str, ...] = (),
    **seen: Any,
) -> set[str]:
    """The rules that keep the failure of a scenario."""
    world = World()
    world.application(layers=requests)
    case = Case("topic/case", world.scenario(), rules, expectations({"2026": expected}))
    rows = tuple(SeenLayer(name, 0, 1, "") for name in layers)
    made = Observation(**{"ended": "ok", "result": 0, "layers": rows, **seen})
    return {*rules} - not_blamed(rules, shown(case, made, Edition.E2026)).keys()


class TestWhatDiffers:
    """A rule keeps a failure if its sentence speaks of something that differs."""

    @pytest.mark.parametrize(
        ("chain", "kept"),
        [
            (("b", "a", "c"), {"ORDER-CHAIN-01", "DISC-LINUX-08"}),
            (("a", "b", "a", "c"), {"ORDER-CHAIN-01", "DISC-LINUX-08"}),
            (("a", "c"), {"FILTER-LAYER-ENABLE-01"}),
            (("c", "a"), {"FILTER-LAYER-ENABLE-01", "ORDER-CHAIN-01", "DISC-LINUX-08"}),
            (("a", "b", "c", "d"), {"DISC-LINUX-08"}),
        ],
        ids=["order", "twice", "missing", "missing and order", "more"],
    )
    def test_the_chain(self, chain: tuple[str, ...], kept: set[str]) -> None:
        """Order, layers that are off though they are found, and layers that should not be there."""
        assert keeping({"chain": ["a", "b", "c"]}, chain=chain) == kept

    def test_a_layer_that_should_be_off(self) -> None:
        """A rule that turns layers on says nothing of one too many, one that keeps layers off of none missing."""
        rules = ("ACT-IMPLICIT-01", "ACT-IMPLICIT-05")

        assert keeping({"chain": ["a"]}, rules=rules, chain=("a", "b")) == {"ACT-IMPLICIT-05"}
        assert keeping({"chain": ["a", "b"]}, rules=rules, chain=("a",)) == {"ACT-IMPLICIT-01"}

    def test_a_layer_too_many_that_should_be_found(self) -> None:
        """Where the case says which layers are found, one of those that is active is found rightly."""
        rules, expected = ("DISC-LINUX-08", "ACT-EXPLICIT-01"), {"layers": ["a", "b", "c"], "chain": ["a"]}

        assert keeping(expected, rules=rules, chain=("a", "b")) == {"ACT-EXPLICIT-01"}
        assert keeping({"chain": ["a"]}, rules=rules, chain=("a", "b")) == {*rules}
        assert keeping(expected, rules=rules, layers=("a", "b", "c", "d"), chain=("a", "d")) == {
            "DISC-LINUX-08"
        }

    def test_another_occurrence(self) -> None:
        """Libraries have other names than layers: one in the place of another is another occurrence."""
        rules = ("DISC-GEN-02", "ACT-APP-01", "ACT-EXPLICIT-01")

        assert keeping({"chain": ["first"]}, rules=rules, chain=("second",)) == {"DISC-GEN-02"}

    def test_a_layer_that_is_not_found(self) -> None:
        """A layer that is not enumerated either may not be found at all."""
        kept = keeping({"chain": ["a", "b"]}, layers=("a",), chain=("a",))

        assert kept == {"FILTER-LAYER-ENABLE-01", "DISC-LINUX-08"}

    def test_drivers(self) -> None:
        """Where only drivers differ the rules on layers are kept."""
        assert keeping({"chain": [], "drivers": ["one"]}, drivers=("two",)) == {"ENV-DRIVERFILES-01"}

    @pytest.mark.parametrize(
        ("result", "kept"),
        [
            (-9, {"LDP_LOADER_2"}),
            (-6, {"ACT-APP-01", "DISC-GEN-01"}),
            (-1, {"LDP_LOADER_2", "ACT-APP-01", "ACT-EXPLICIT-01", "DISC-GEN-01"}),
        ],
        ids=["no driver", "no layer", "no memory"],
    )
    def test_an_unexpected_error(self, result: int, kept: set[str]) -> None:
        """The error says what is missing; where nothing was made nothing is called, which says no more."""
        rules = ("LDP_LOADER_2", "ACT-APP-01", "ACT-EXPLICIT-01", "DISC-GEN-01", "ORDER-CHAIN-02")
        expected = {"result": "VK_SUCCESS", "chain": ["a", "d"], "drivers": ["one"]}

        assert keeping(expected, rules=rules, requests=("a", "d"), result=result) == kept

    def test_an_error_where_layers_differ_too(self) -> None:
        """Layers that are not found explain why no instance is made."""
        rules = ("ACT-IMPLICIT-01", "DISC-GEN-01", "LDP_LOADER_2")
        expected = {"result": "VK_SUCCESS", "layers": ["a"], "chain": ["a"], "drivers": ["one"]}

        assert keeping(expected, rules=rules, layers=(), result=-1) == {"DISC-GEN-01"}

    def test_a_requested_layer_that_is_not_reported(self) -> None:
        """A layer that the loader does not report is refused for that, and nothing is shown of requests."""
        rules = ("ACT-APP-01", "DISC-GEN-01")
        expected = {"result": "VK_SUCCESS", "layers": ["a"], "chain": ["a"]}

        assert keeping(expected, rules=rules, requests=("a",), layers=(), result=-6) == {"DISC-GEN-01"}

    def test_a_requested_layer_that_is_found(self) -> None:
        """What the loader reports and then does not know is found."""
        kept = keeping({"chain": ["a"]}, rules=("DISC-GEN-01", "ACT-APP-01"), requests=("a",), result=-6)

        assert kept == {"ACT-APP-01"}

    def test_an_error_that_does_not_come(self) -> None:
        """An instance with a layer that should be unknown, and one without a driver."""
        rules = ("ACT-APP-02", "LDP_LOADER_1", "DISC-GEN-01")

        assert keeping({"result": "VK_ERROR_LAYER_NOT_PRESENT"}, rules=rules) == {"ACT-APP-02"}
        assert keeping({"result": "VK_ERROR_INCOMPATIBLE_DRIVER"}, rules=rules) == {"LDP_LOADER_1"}

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

        assert not_blamed(("ACT-APP-01", "ENV-DRIVERFILES-01"), facts) == {}

    def test_a_narrower_rule(self) -> None:
        """Of a general rule and one that says it in particular the latter keeps the failure."""
        assert not_blamed(("ORDER-DUP-01", "LLP_LOADER_3"), frozenset({"place"})).keys() == {"ORDER-DUP-01"}
        assert not_blamed(("DISC-GEN-01", "ENV-LAYERPATH-01"), frozenset({"found"})).keys() == {"DISC-GEN-01"}
        assert not_blamed(("LDP_LOADER_2", "DISC-DRIVER-GEN-01"), frozenset()).keys() == {
            "DISC-DRIVER-GEN-01"
        }
        assert not_blamed(("DISC-DRIVER-GEN-01", "LDP_LOADER_1"), frozenset()) == {}


@pytest.mark.parametrize(
    ("detail", "kept"),
    [
        ("SIGSEGV during version", {"DISC-GEN-01"}),
        ("SIGABRT during extensions ", {"DISC-GEN-01", "LDP_LOADER_2"}),
        ("no answer within 10 s during instance", {"DISC-GEN-01", "LDP_LOADER_2", "ACT-IMPLICIT-01"}),
    ],
)
def test_a_loader_that_does_not_end(detail: str, kept: set[str]) -> None:
    """Before there is an instance no layer is active."""
    rules = ("DISC-GEN-01", "LDP_LOADER_2", "ACT-IMPLICIT-01")

    facts = shown_by_end(Observation("crash", detail=detail))

    assert {*rules} - not_blamed(rules, facts).keys() == kept


def test_without_drivers() -> None:
    """A loader that finds no driver at all breaks no rule on layers by that."""
    assert not_blamed_without_drivers(("META-06", "LDP_LOADER_2", "PORTABILITY-01")).keys() == {
        "META-06",
        "PORTABILITY-01",
    }


def test_without_drivers_the_narrower_rule_is_blamed() -> None:
    """As where other things differ, of two rules that say the same of one cause one keeps the failure."""
    rules = ("DISC-DRIVER-GEN-01", "LDP_LOADER_2", "LDP_LOADER_4")

    assert not_blamed_without_drivers(rules).keys() == {"DISC-DRIVER-GEN-01", "LDP_LOADER_4"}


def test_an_edition_of_layers_alone() -> None:
    """Where the documents say nothing of drivers no rule is broken by one that is missing."""
    assert not_blamed_for_layers(("ACT-APP-01",), frozenset({"drivers"})).keys() == {"ACT-APP-01"}
    assert not_blamed_for_layers(("ACT-APP-01",), frozenset({"off"})) == {}


class TestComplaints:
    """A mock that complains names the rule; a case that meets nothing else fails by that rule."""

    LINES = ("layer a VIOLATION CHAIN-DIST-01: vkX", "driver b VIOLATION LDP_LOADER_12: vkY")

    def test_a_check_meets_them(self) -> None:
        """The rules in the order of the complaints."""
        complaints = Complaints(self.LINES)

        assert (("a", complaints) == ("a", ())) is False
        assert named_in([Complaints(), complaints]) == ("CHAIN-DIST-01", "LDP_LOADER_12")

    def test_something_else_differs_first(self) -> None:
        """The case keeps its own rules."""
        complaints = Complaints(self.LINES)

        assert (("a", complaints) == ("b", ())) is False
        assert named_in([complaints]) == ()

    def test_nobody_looks_at_them(self) -> None:
        """They have nothing to do with the failure."""
        assert named_in([Complaints(self.LINES)]) == ()

    def test_a_rule_that_binds_no_loader(self) -> None:
        """Nothing is known then."""
        complaints = Complaints((*self.LINES, "layer a VIOLATION LLP_LAYER_2: vkZ"))

        assert (complaints == ()) is False
        assert named_in([complaints]) == ()

    @pytest.mark.parametrize(
        ("named", "edition", "rule"),
        [
            ("LDP_LOADER_12", Edition.E2026, "LDP_LOADER_12"),
            ("LDP_LOADER_12", Edition.E2018, "EXT-FILTER-07"),
            ("LDP_LOADER_9", Edition.E2016, "EXT-FILTER-01"),
            ("LLP_LOADER_8", Edition.E2022, "LLP_LOADER_8"),
            ("LLP_LOADER_8", Edition.E2018, "CHAIN-INIT-04"),
            ("LDP_LOADER_12", Edition.E2022, ""),
            ("NEGOTIATE-LAYER-01", Edition.E2016, ""),
        ],
    )
    def test_the_rule_of_the_edition(self, named: str, edition: Edition, rule: str) -> None:
        """The policies that mocks name came late; older editions say some of it under other ids."""
        assert complaint_in(f"driver a VIOLATION {named}: vkX", edition) == (
            f"driver a VIOLATION {rule}: vkX" if rule else ""
        )

    def test_the_other_rules_are_spared(self) -> None:
        """The reason names the rule that speaks of it."""
        spared = not_blamed_but(["CHAIN-DIST-01", "WRAP-03"], ["CHAIN-DIST-01"])

        assert list(spared) == ["WRAP-03"]
        assert "the case fails by CHAIN-DIST-01" in spared["WRAP-03"]


class TestTheShippedScenarios:
    """What a scenario expects is what its rules speak of, so that a failure is that of a rule which says so."""

    def test_a_rule_for_each_part(self) -> None:
        """Where no rule speaks of what differs all keep the failure, which is a wrong verdict on each of them."""
        unspoken = [
            (case.name, edition.value, fact)
            for case, edition, expected, rules in _by_edition()
            for fact in _expected_facts(expected, edition) - _spoken(rules)
        ]

        assert unspoken == []

    def test_a_part_for_each_rule(self) -> None:
        """A rule that speaks of nothing that the scenario expects would pass whatever the loader does."""
        mute = [
            (case.name, edition.value, rule_id)
            for case, edition, expected, rules in _by_edition()
            if not {"extensions", "versions", "properties", "answers"}
            & {part[0] for part in expected.outcome}
            for rule_id in rules
            if not about(rule_id) & _shown_by(expected)
        ]

        assert mute == []


def _by_edition() -> Iterator[tuple[Case, Edition, Expected, list[str]]]:
    for case in shipped_cases():
        for name, expected in (case.expect or {}).items():
            edition = Edition(name)
            rules = [each for each in case.rules if binds_loaders(each) and holds(each, edition)]
            if rules:
                yield case, edition, expected, rules


def _spoken(rules: list[str]) -> frozenset[Fact]:
    return frozenset[Fact]().union(*map(about, rules))


def _expected_facts(expected: Expected, edition: Edition) -> set[Fact]:
    """What a rule has to speak of; the document of 2022 says nothing of what requests do, nor of drivers."""
    outcome = expected.outcome
    facts: set[Fact] = {"found"} if ("layers",) in outcome else set()
    if edition is Edition.E2022 or outcome.get(("result",)) == ("VK_ERROR_LAYER_NOT_PRESENT",):
        return facts
    if outcome.get(("chain",)):
        facts.add("off")
    if ("drivers",) in outcome or ("devices",) in outcome:
        facts.add("drivers")
    return facts


def _shown_by(expected: Expected) -> set[Fact]:
    parts = {part[0] for part in expected.outcome}
    by_part: dict[str, set[Fact]] = {
        "result": {"found", "off", "on", "drivers"},
        "layers": {"found", "place"},
        "chain": {"found", "off", "on", "place"},
        "drivers": {"drivers"},
        "devices": {"drivers"},
    }
    return {fact for part in parts & by_part.keys() for fact in by_part[part]}


class TestUnknownCommands:
    """A failure belongs to unknown commands alone if a loader was asked for one and passes on none at all."""

    @staticmethod
    def lacks_them(name: str, answer: object, alone: list[str]) -> bool:
        """Ask for a command with an answer; a driver's two unknown commands have ``alone`` as theirs."""
        script = Script()
        script.create()
        asked = script.call(name, "instance", via=of_instance("instance"))
        shown = replace(World().scenario(), actions=script.actions)

        def run(_: Scenario) -> Observation:
            return Observation("ok", answers={"unknown": alone})

        return any_unknown_command(run, None, Observation("ok", answers={asked: answer}), shown)

    @pytest.mark.parametrize(
        ("name", "answer", "alone", "lacking"),
        [
            ("vkMadeUpTEST", None, ["", ""], True),
            ("vkMadeUpTEST", None, ["", "libplain.so"], False),
            ("vkMadeUpTEST", {"returned": 0, "read": []}, ["", ""], False),
            ("vkCreateDevice", None, ["", ""], False),
        ],
    )
    def test_of_a_single_driver(self, name: str, answer: object, alone: list[str], lacking: bool) -> None:
        """Known commands, commands that are found, and other unknown ones that are found show nothing of that."""
        assert self.lacks_them(name, answer, alone) is lacking

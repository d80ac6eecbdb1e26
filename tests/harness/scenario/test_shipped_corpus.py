"""The corpus: complete, and of use in every edition it speaks of."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from policy_tests.loader import test_corpus
from refloader.model.edition import Edition
from refloader.rules import rules
from refloader.rules.binding import binds_loaders
from refloader.scenario import corpus
from refloader.scenario.corpus import Case
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import ScenarioError
from refloader.suite.loaders.subjects import Reference
from refloader.suite.subjects.request import holds

TOP = Path(__file__).resolve().parents[3]
CASES = shipped_cases()


def bears(case: Case, edition: str) -> bool:
    """Whether a loader of the edition can be judged by one of the case's rules."""
    return any(binds_loaders(each) and holds(each, Edition(edition)) for each in case.rules)


def test_it_is_large_enough() -> None:
    """Another project gets at least 150 scenarios."""
    assert len(CASES) >= 150


def test_every_topic_has_its_test() -> None:
    """A topic that no test asks for would be judged by nobody."""
    topics = {case.name.partition("/")[0] for case in CASES}

    assert {f"test_{topic}" for topic in topics} == {
        name for name in vars(test_corpus) if name.startswith("test_")
    }


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


class TestOrderOfFolders:
    """In which order a loader reads the files of a folder is its own affair."""

    @staticmethod
    def seen(case: Case, edition: str, *, backwards: bool) -> Observation:
        """What the core shows when folders are read in one order or the other."""
        files = list(case.scenario.files.items())
        scenario = replace(case.scenario, files=dict(files[::-1] if backwards else files))
        return Reference(Edition(edition)).observe(scenario)

    def test_no_expectation_depends_on_it(self) -> None:
        """Read backwards, every scenario leads to what it expects."""
        found = [
            (case.name, edition, str(difference))
            for case in CASES
            for edition in case.expect or {}
            for seen in [self.seen(case, edition, backwards=True)]
            if seen.ended == "ok"
            for difference in corpus.differences(case, seen, Edition(edition))
        ]

        assert found == []

    def test_it_makes_a_difference(self) -> None:
        """Where two manifests of one folder have one name, the order decides which is used."""
        (case,) = (each for each in CASES if each.name == "discovery/two_of_one_name_in_one_folder")

        chains = [self.seen(case, "2026", backwards=each).chain for each in (False, True)]

        assert sorted(chains) == [("a.json",), ("b.json",)]


class TestSchema:
    """``scenario-1.schema.json`` describes the format for those who write scenarios without this package."""

    SCHEMA = json.loads((TOP / "reports" / "schema" / "scenario-1.schema.json").read_text())

    def test_every_scenario_is_valid(self) -> None:
        """The whole corpus is of the described shape."""
        validator = Draft202012Validator(self.SCHEMA)
        bodies = [json.loads(corpus.contents(case)["scenario.json"]) for case in CASES]

        assert [error.message for body in bodies for error in validator.iter_errors(body)] == []

    @pytest.mark.parametrize(
        "wrong",
        [
            {"colour": "red"},
            {"libraries": {"/a.so": {}}},
            {"libraries": {"a.so": {"mock": "layer"}}},
            {"expect": {"2020": {}}},
            {"expect": {"2026": {"chain": [{"any": ["a"]}]}}},
            {"expect": {"2026": {"tolerated": [{"chain": []}]}}},
            {"application": {"flags": -1}},
            {"privilege": "root"},
        ],
        ids=str,
    )
    def test_what_is_refused_here_is_not_valid(self, tmp_path: Path, wrong: dict[str, object]) -> None:
        """A mistake that reading a scenario finds is one for the schema as well."""
        body = {"schema": "refloader.scenario/1", **wrong}
        (tmp_path / "scenario.json").write_text(json.dumps(body))

        assert not Draft202012Validator(self.SCHEMA).is_valid(body)
        with pytest.raises(ScenarioError):
            corpus.load(str(tmp_path))


def test_every_way_to_differ_is_covered() -> None:
    """Editions disagree in some scenarios, and tolerated readings are told in others."""
    different = [case for case in CASES if len({str(each) for each in (case.expect or {}).values()}) > 1]
    tolerant = [case for case in CASES if any(each.tolerated for each in (case.expect or {}).values())]

    assert len(different) >= 20
    assert len(tolerant) >= 40


NOT_SHOWN = {
    "ACT-DEVLAYER-01": "device layers of 2016 are shown by no loader that can still be had",
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
        if each.applies_to == "loader" and {"model", "differential"} & {*each.kinds}
    }

    shown = {each for case in CASES for each in case.rules}

    assert {each for each in deciding - shown if each.startswith(families)} == {*NOT_SHOWN}

"""Cases of a corpus: their form on disk, and what counts as a difference."""

import json
from pathlib import Path
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.scenario.corpus import Case, cases, differences, expectations, load, reading, save
from refloader.scenario.observation import Observation, SeenLayer
from refloader.scenario.scenario import ScenarioError, World


def case(**outcome: object) -> Case:
    """A case that expects this in edition 2026."""
    return Case("topic/case", World().scenario(), ("DISC-GEN-01",), expectations({"2026": outcome}))


def seen(**what: Any) -> Observation:
    """An observation of a loader that came to its end."""
    return Observation("ok", **what)


def told(case: Case, observation: Observation) -> list[str]:
    """The differences in words."""
    return [str(each) for each in differences(case, observation, Edition.E2026)]


class TestFormOnDisk:
    """A case is saved beside its scenario and read again as it was."""

    def test_what_is_saved_is_loaded(self, tmp_path: Path) -> None:
        """Every form of expectation comes back."""
        world = World()
        world.driver()
        whole = Case(
            "topic/case",
            world.scenario(),
            ("DISC-GEN-01", "LLP_LOADER_3"),
            expectations(
                {
                    "2018": {"result": "VK_SUCCESS", "answers": {"devices": {"result": 0}}},
                    "2026": {
                        "result": [{"one_of": ["VK_SUCCESS", "VK_INCOMPLETE"]}],
                        "layers": ["a", {"any_order": ["b", "c"]}, {"maybe": ["d"]}],
                        "extensions": {"": {"includes": ["x"], "excludes": ["y"]}, "a": []},
                        "tolerated": [{"ambiguity": "AMB-DUP-ENUM", "layers": ["a"]}],
                    },
                }
            ),
        )

        save(whole, str(tmp_path / "topic" / "case"))

        assert list(cases(str(tmp_path))) == [whole]

    def test_a_scenario_alone_is_a_case_that_expects_nothing(self, tmp_path: Path) -> None:
        """Rules and expectations may be left out; the folder gives the name."""
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "scenario.json").write_text('{"schema": "refloader.scenario/1"}')

        found = load(str(tmp_path / "mine"))

        assert (found.name, found.rules, found.expect) == ("mine", (), None)

    @pytest.mark.parametrize(
        ("member", "column", "problem"),
        [
            ('"rules": ["LLP_LOADER_99"]', 50, "there is no rule LLP_LOADER_99"),
            ('"expect": {"2020": {}}', 51, 'there is no key "2020" in expect'),
            ('"expect": {"2026": {"chains": []}}', 60, 'there is no key "chains" in expect.2026'),
            ('"expect": {"2026": {"chain": "a"}}', 60, '"expect.2026.chain" should be an array'),
            ('"expect": {"2026": {"chain": [{}]}}', 70, "should have one of the keys"),
            ('"expect": {"2026": {"tolerated": [{}]}}', 74, "does not say which ambiguity"),
        ],
    )
    def test_a_mistake_is_shown_in_its_place(
        self, tmp_path: Path, member: str, column: int, problem: str
    ) -> None:
        """The message has the path, the line and the column of what is wrong."""
        path = tmp_path / "scenario.json"
        path.write_text('{"schema": "refloader.scenario/1",\n' + " " * 39 + member + "}")

        with pytest.raises(ScenarioError) as caught:
            load(str(tmp_path))

        assert str(caught.value).startswith(f'"{path}":2:{column}: ')
        assert problem in str(caught.value)


class TestDifferences:
    """What is expected is compared part by part; what is absent is not judged."""

    def test_nothing_is_expected_of_another_edition(self) -> None:
        """An edition that is absent is not judged."""
        expecting = case(chain=["a"])

        assert differences(expecting, seen(), Edition.E2016) == ()

    def test_an_absent_part_is_not_judged(self) -> None:
        """A case on the chain alone says nothing of layers and drivers."""
        assert told(case(chain=["a"]), seen(chain=("a",), drivers=("b",), result=-3)) == []

    def test_every_part_is_told(self) -> None:
        """Each difference says what it is about, what was seen and what was expected."""
        observation = seen(
            result=-9,
            layers=(SeenLayer("VK_LAYER_x", 0, 0, ""),),
            drivers=("d",),
            violations=("layer x VIOLATION CHAIN-INIT-01: two heads",),
            answers={"groups": {"result": 0, "groups": []}},
        )

        found = told(
            case(
                result="VK_SUCCESS",
                layers=[],
                extensions={"VK_LAYER_x": ["VK_EXT_e"]},
                chain=["a"],
                drivers=[],
                violations=[],
                answers={"groups": {"result": 3}},
            ),
            observation,
        )

        assert found == [
            "actual result: VK_ERROR_INCOMPATIBLE_DRIVER; expected: VK_SUCCESS",
            "actual layers: VK_LAYER_x; expected: nothing",
            "actual extensions of VK_LAYER_x: nothing; expected: VK_EXT_e",
            "actual chain: nothing; expected: a",
            "actual drivers: d; expected: nothing",
            "actual violations: CHAIN-INIT-01; expected: nothing",
            "actual answers of groups: {'result': 0, 'groups': []}; expected: {'result': 3}",
        ]

    @pytest.mark.parametrize(
        ("pattern", "names", "fit"),
        [
            (["a", "b"], ("a", "b"), True),
            (["a", "b"], ("b", "a"), False),
            (["a"], ("a", "b"), False),
            ([{"any_order": ["a", "b"]}, "c"], ("b", "a", "c"), True),
            ([{"any_order": ["a", "b"]}, "c"], ("b", "c", "a"), False),
            ([{"any_order": ["a", "a"]}], ("a",), False),
            ([{"one_of": ["a", "b"]}], ("b",), True),
            ([{"one_of": ["a", "b"]}], ("a", "b"), False),
            ([{"maybe": ["a", "b"]}, "c"], ("b", "c"), True),
            ([{"maybe": ["a", "b"]}, "c"], ("c",), True),
            ([{"maybe": ["a", "b"]}, "c"], ("a", "a", "c"), False),
            ([{"maybe": ["a"]}, "a"], ("a",), True),
            ({"includes": ["a"]}, ("b", "a"), True),
            ({"includes": ["a"]}, ("b",), False),
            ({"excludes": ["a"]}, ("b", "a"), False),
            ([], (), True),
        ],
    )
    def test_patterns(self, pattern: object, names: tuple[str, ...], fit: bool) -> None:
        """A list of names is compared with what may stand where."""
        assert (told(case(chain=pattern), seen(chain=names)) == []) is fit

    @pytest.mark.parametrize(
        ("wanted", "answer", "fit"),
        [
            (0, 0, True),
            (0, False, False),
            ({"result": 0}, {"result": 0, "names": ["x"]}, True),
            ({"names": ["x"]}, {"result": 0, "names": ["y"]}, False),
            ({"names": ["x"]}, {"result": 0}, False),
            ([["a", 1]], [["a", 1]], True),
            (["a"], ["a", "b"], False),
            (None, None, True),
        ],
    )
    def test_answers(self, wanted: object, answer: object, fit: bool) -> None:
        """Of an object only the wanted members count; lists and plain values count whole."""
        observation = seen(answers={"step": answer})

        assert (told(case(answers={"step": wanted}), observation) == []) is fit


class TestReadings:
    """The other reading of an ambiguity explains what was seen only where all of it fits."""

    EXPECTING = case(
        result="VK_SUCCESS", chain=["a"], tolerated=[{"ambiguity": "AMB-DUP-ENUM", "chain": ["a", "a"]}]
    )

    def test_the_other_reading_is_named(self) -> None:
        """The ambiguity is given where its outcome was seen."""
        assert reading(self.EXPECTING, seen(result=0, chain=("a", "a")), Edition.E2026) == "AMB-DUP-ENUM"

    def test_the_rest_still_counts(self) -> None:
        """What the reading does not change is expected all the same."""
        assert reading(self.EXPECTING, seen(result=-3, chain=("a", "a")), Edition.E2026) == ""


def test_cases_are_plain_json(tmp_path: Path) -> None:
    """A case is read by any JSON reader."""
    save(case(chain=["a"]), str(tmp_path / "one"))

    body = json.loads((tmp_path / "one" / "scenario.json").read_text())

    assert body["rules"] == ["DISC-GEN-01"]
    assert body["expect"] == {"2026": {"chain": ["a"]}}

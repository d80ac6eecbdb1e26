"""Which looks at a layer or driver judge a rule, as the sources of the suite say."""

import ast
from pathlib import Path

import pytest

from refloader.suite.run.check_methods import (
    CHAIN,
    KINDS,
    PROBE,
    STACK,
    STATIC,
    CheckedKind,
    methods_of_rules,
)
from refloader.suite.run.installed_suite import suite_folder


class TestLooks:
    """A rule's tests are found by their marks, with the kind of look that they take."""

    @pytest.mark.parametrize(
        ("kind", "rule", "look", "test"),
        [
            ("layer", "LLP_LAYER_12", CHAIN, "creation/link_of_instances"),
            ("layer", "NEGOTIATE-LAYER-05", PROBE, "negotiation_alone/refusals_have_their_code"),
            ("driver", "LDP_DRIVER_3", STACK, "stack/an_instance"),
        ],
    )
    def test_a_test(self, kind: CheckedKind, rule: str, look: str, test: str) -> None:
        """A test runs a program, or asks the library alone."""
        assert test in methods_of_rules(kind)[rule][look]

    @pytest.mark.parametrize(("kind", "rule"), [("layer", "LLP_LAYER_9"), ("driver", "LDP_DRIVER_4")])
    def test_reading(self, kind: CheckedKind, rule: str) -> None:
        """What reading the files decides is no test."""
        assert methods_of_rules(kind)[rule][STATIC] == ()

    def test_a_session_has_answers_too(self) -> None:
        """What a program has told is read, and nobody asked the library alone for it."""
        of = methods_of_rules("driver")["LDP_DRIVER_1"]

        assert list(of) == [PROBE, STACK]
        assert "company/nothing_of_others_is_taken_away" not in of[PROBE]

    @pytest.mark.parametrize("kind", KINDS)
    def test_every_test_has_a_look(self, kind: CheckedKind) -> None:
        """No test of the suite is left out, wherever its rules and what it asks for stand."""
        told = {test for of in methods_of_rules(kind).values() for tests in of.values() for test in tests}

        assert [each for each in _tests(Path(suite_folder()) / kind) if each not in told] == []

    def test_a_rule_is_about_one_kind(self) -> None:
        """Tests of layers do not stand among the drivers'."""
        assert methods_of_rules("driver").keys() & methods_of_rules("layer").keys() == {"DISC-GEN-09"}

    @pytest.mark.parametrize("kind", KINDS)
    def test_no_rule_is_looked_at_twice_by_one_test(self, kind: CheckedKind) -> None:
        """A mark counts once."""
        rows = [tests for kinds in methods_of_rules(kind).values() for tests in kinds.values()]

        assert all(len(set(tests)) == len(tests) for tests in rows)


def _tests(folder: Path) -> list[str]:
    """The tests of a part of the suite, as cases are called."""
    return [
        f"{path.stem.removeprefix('test_')}/{node.name.removeprefix('test_')}"
        for path in sorted(folder.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]

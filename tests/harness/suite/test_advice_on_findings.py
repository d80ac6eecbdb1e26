"""The advice on a finding fits what was found, and not only the rule that it breaks."""

import ast
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from refloader.results.results_file import Verdict
from refloader.rules import rules
from refloader.rules.advice import advice, advice_on_ends
from refloader.suite.run.advice import advised

TABLE = tomllib.loads(files("refloader.rules").joinpath("advice.toml").read_text(encoding="utf-8"))
TESTS = Path(__file__).parents[3] / "policy_tests"
OF_CASES = [(rule, name) for rule, cases in TABLE["cases"].items() for name in cases]


def said(rule: str, verdict: Verdict, case: str) -> object:
    """The advice on a finding."""
    return advised(rule, verdict, case).get("advice")


class TestAdvice:
    """A crash, a hang and a leak are not answered by what the rule is usually broken by."""

    def test_the_usual_fault(self) -> None:
        """The advice of the rule, for failures and warnings alone."""
        case = "handles/objects_are_alive[mock]"

        assert said("LLP_LAYER_2", Verdict.FAIL, case) == advice()["LLP_LAYER_2"]
        assert said("LLP_LAYER_2", Verdict.WARN, case) == advice()["LLP_LAYER_2"]
        assert said("LLP_LAYER_2", Verdict.PASS, case) is None

    @pytest.mark.parametrize("verdict", [Verdict.CRASH, Verdict.TIMEOUT])
    @pytest.mark.parametrize("rule", ["LLP_LAYER_2", "VULKAN-DRIVER-02"])
    def test_a_process_that_ended(self, rule: str, verdict: Verdict) -> None:
        """Whatever the rule, the place is what is looked for first."""
        assert said(rule, verdict, "a/b") == advice_on_ends()[verdict.value]

    def test_a_layer_that_ends_after_a_refusal(self) -> None:
        """It did not look at the result of a call of its own."""
        found = said("LLP_LAYER_2", Verdict.CRASH, "runs/refusals_are_survived[no memory at all]")

        assert str(found).startswith("Check the result of each call")

    def test_a_leak(self) -> None:
        """It is of no use to look for invalid handles."""
        found = said("LLP_LAYER_2", Verdict.WARN, "manners/no_memory_is_left_by_each_call[callbacks]")

        assert "validation layer" not in str(found)

    def test_a_rule_without_advice(self) -> None:
        """Loaders have none, crash or not."""
        assert advised("LLP_LOADER_1", Verdict.CRASH, "a/b") == {}


@pytest.mark.parametrize(("rule", "name"), [*OF_CASES, ("LLP_LAYER_2", "runs/refusals_are_survived")])
def test_cases_with_advice_exist(rule: str, name: str) -> None:
    """The suite has a test of that name, and the catalogue the rule."""
    topic, _, test = name.partition("/")
    [module] = TESTS.glob(f"*/test_{topic}.py")

    assert f"def test_{test}(" in module.read_text(encoding="utf-8")
    assert rule in rules()


@pytest.mark.parametrize("rule", ["LDP_DRIVER_9", "IFACE-ICD-V5-02", "IFACE-ICD-V5-03"])
def test_nobody_is_told_to_do_what_the_newest_documents_forbid(rule: str) -> None:
    """APIVER-05 of 2026: a driver of Vulkan 1.1 or newer never refuses a version with that error."""
    first, _, others = advice()[rule].partition(". ")

    assert "VK_ERROR_INCOMPATIBLE_DRIVER" not in first
    assert "A driver of Vulkan 1.0" in others
    assert "APIVER-05" in others


def test_each_case_on_what_devices_report_has_its_own_advice() -> None:
    """That rule has dozens of faults in common: the advice on one of them does not help with another."""
    rule = "VULKAN-DRIVER-06"
    cases = {
        f"driver_{topic}/{test.name.removeprefix('test_')}"
        for topic in ("properties", "queries", "surfaces")
        for group in ast.parse(
            (TESTS / "driver" / f"test_driver_{topic}.py").read_text(encoding="utf-8")
        ).body
        if isinstance(group, ast.ClassDef)
        for test in group.body
        if isinstance(test, ast.FunctionDef) and rule in (_rules_of(test) or _rules_of(group))
    }

    assert len(cases) > 20
    assert cases - set(TABLE["cases"][rule]) == set()


def _rules_of(node: ast.ClassDef | ast.FunctionDef) -> set[object]:
    """The rules with which a test or its class is marked."""
    calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
    marks = [each for each in calls if ast.unparse(each.func) == "pytest.mark.rule"]
    return {word.value for each in marks for word in each.args if isinstance(word, ast.Constant)}

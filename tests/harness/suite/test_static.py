"""Verdicts on manifests: a rule passes only where it was looked at."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from refloader import core, inspect
from refloader.model.edition import Edition
from refloader.native.mocks import mock_library
from refloader.results.results_file import Result, Verdict
from refloader.suite.run import static_checks
from refloader.suite.subjects.static_facts import Target, manifests

GOOD: dict[str, Any] = {
    "name": "VK_LAYER_TEST_good",
    "type": "GLOBAL",
    "library_path": "./libgood.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "A layer for tests",
}


def write(folder: Path, name: str, body: object) -> str:
    """A file with a JSON text; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(body))
    return str(path)


def layer(folder: Path, **changes: Any) -> str:
    """A layer's manifest with some keys changed, None leaving one out; its path."""
    body = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    return write(folder, "layer.json", {"file_format_version": "1.2.0", "layer": body})


def verdicts(path: str, target: Target, edition: Edition | None = None) -> dict[str, Result]:
    """The result of each rule for one manifest."""
    [(_, results)] = static_checks.static_results([path], target, edition)
    return {result.rule: result for result in results}


class TestGrades:
    """An error is a failure, a warning a warning, silence a pass."""

    def test_a_missing_off_switch_fails(self, tmp_path: Path) -> None:
        """An implicit layer without a disable variable fails that policy and its sibling."""
        results = verdicts(layer(tmp_path / "implicit_layer.d"), "layer")

        assert results["LLP_LAYER_9"].verdict == Verdict.FAIL
        assert results["ACT-IMPLICIT-02"].verdict == Verdict.FAIL
        assert "disables it" in results["LLP_LAYER_9"].reason

    def test_what_only_releases_do_is_no_verdict(self, tmp_path: Path) -> None:
        """By the documents a key may follow the layer, although no loader that was tried finds it then."""
        path = write(
            tmp_path / "explicit_layer.d",
            "layer.json",
            {"file_format_version": "1.2.0", "layer": GOOD, "comment": "x"},
        )

        assert "no loader that was tried" not in str(verdicts(path, "layer"))

    def test_an_off_switch_passes(self, tmp_path: Path) -> None:
        """With a disable variable both pass."""
        path = layer(tmp_path / "implicit_layer.d", disable_environment={"OFF": "1"})

        results = verdicts(path, "layer")

        assert [results[each].verdict for each in ("LLP_LAYER_9", "ACT-IMPLICIT-02")] == ["pass", "pass"]

    def test_an_ambiguity_is_a_warning_for_its_rules(self, tmp_path: Path) -> None:
        """A number where samples have a string warns the rule that the ambiguity is about."""
        results = verdicts(layer(tmp_path, implementation_version=1), "layer")

        assert results["MANIFEST-LAYER-11"].verdict == Verdict.WARN

    def test_a_finding_of_another_rule_is_told(self, tmp_path: Path) -> None:
        """What a loader would hold against the manifest is a result, though it is a loader's rule."""
        results = verdicts(layer(tmp_path, api_version="1.1.3.0"), "layer")

        assert results["LLP_LOADER_4"].verdict == Verdict.FAIL

    def test_an_edition_leaves_out_what_matters_to_others(self, tmp_path: Path) -> None:
        """A layer of type DEVICE is right in 2016 only."""
        path = layer(tmp_path, type="DEVICE")

        old, new = verdicts(path, "layer", Edition.E2016), verdicts(path, "layer", Edition.E2026)

        assert "MANIFEST-LAYER-06" not in old
        assert new["MANIFEST-LAYER-06"].verdict == Verdict.FAIL


class TestEditions:
    """An edition is judged by its own rules."""

    def test_rules_of_others_are_no_pass(self, tmp_path: Path) -> None:
        """The numbered policies came in 2022."""
        path = layer(tmp_path / "implicit_layer.d", disable_environment={"OFF": "1"})

        old, new = verdicts(path, "layer", Edition.E2018), verdicts(path, "layer", Edition.E2022)

        assert ("LLP_LAYER_9" in old, "LLP_LAYER_9" in new) == (False, True)
        assert old["ACT-IMPLICIT-02"].verdict == Verdict.PASS

    def test_what_is_found_is_told(self, tmp_path: Path) -> None:
        """A text that is no JSON fails in every edition, though the policy on it is newer."""
        path = tmp_path / "broken.json"
        path.write_text("{")

        assert verdicts(str(path), "driver", Edition.E2016)["LDP_DRIVER_4"].verdict == Verdict.FAIL


class TestSkips:
    """What could not be looked at is a skip with the reason, never a pass."""

    def test_a_missing_library_hides_its_exports(self, tmp_path: Path) -> None:
        """Without the library nothing is said about what it exports."""
        results = verdicts(layer(tmp_path), "layer")

        assert results["LLP_LAYER_4"].verdict == Verdict.SKIP
        assert "libgood.so" in results["LLP_LAYER_4"].reason

    def test_a_library_is_looked_at(self, tmp_path: Path) -> None:
        """With a library that negotiates the export rules pass."""
        mock = mock_library("mock_layer")
        if mock is None:
            pytest.skip("the mocks are not built (install with a C compiler)")

        results = verdicts(layer(tmp_path, library_path=mock), "layer")

        assert [results[each].verdict for each in ("LLP_LAYER_4", "LLP_LAYER_20")] == ["pass", "pass"]

    @pytest.mark.parametrize("edition", [None, *Edition])
    @pytest.mark.parametrize("library_path", ["./libgood.so", "/no/such/libgood.so", "libgood.so"])
    def test_nobody_can_use_a_layer_without_its_library(
        self, tmp_path: Path, library_path: str, edition: Edition | None
    ) -> None:
        """That nothing could be run is no success, though a linter only warns of it."""
        results = verdicts(layer(tmp_path, library_path=library_path), "layer", edition)

        failed = [each for each in results.values() if each.verdict == Verdict.FAIL]
        assert [each.rule for each in failed] == ["MANIFEST-LAYER-07"]
        assert failed[0].reason.endswith(": no loader here can use the layer")

    def test_what_an_uninstaller_left_is_one_failure(self, tmp_path: Path) -> None:
        """Where loaders look, it is the uninstaller's."""
        results = verdicts(layer(tmp_path / "explicit_layer.d"), "layer")

        assert [rule for rule, each in results.items() if each.verdict == Verdict.FAIL] == ["LLP_LAYER_20"]

    def test_an_absent_key_is_not_judged(self, tmp_path: Path) -> None:
        """A rule about components is no pass for a layer without any."""
        results = verdicts(layer(tmp_path), "layer")

        assert results["META-05"].verdict == Verdict.SKIP
        assert results["META-05"].reason == "the manifest does not have component_layers"

    def test_an_explicit_layer_needs_no_off_switch(self, tmp_path: Path) -> None:
        """The policy on implicit layers is skipped for an explicit one."""
        results = verdicts(layer(tmp_path / "explicit_layer.d"), "layer")

        assert results["LLP_LAYER_9"].verdict == Verdict.SKIP

    @pytest.mark.parametrize(("target", "valid"), [("layer", "LLP_LAYER_6"), ("driver", "LDP_DRIVER_4")])
    def test_a_broken_file_fails_once(self, tmp_path: Path, target: Target, valid: str) -> None:
        """Of a text that is no JSON object only that is said."""
        path = tmp_path / "broken.json"
        path.write_text("{")

        results = verdicts(str(path), target)

        assert {each.rule for each in results.values() if each.verdict != Verdict.SKIP} == {valid}
        assert results[valid].verdict == Verdict.FAIL

    def test_a_file_that_cannot_be_read_is_an_error(self, tmp_path: Path) -> None:
        """A folder called like a manifest is the harness's trouble, not a broken manifest."""
        (tmp_path / "x.json").mkdir()

        results = verdicts(str(tmp_path / "x.json"), "layer")

        assert results["LLP_LAYER_6"].verdict == Verdict.ERROR

    def test_the_wrong_kind_is_one_failure(self, tmp_path: Path) -> None:
        """A driver's manifest given as a layer's is not judged as one."""
        path = write(tmp_path, "d.json", {"file_format_version": "1.0.0", "ICD": {"library_path": "x.so"}})

        results = verdicts(path, "layer")

        assert [(each.rule, each.verdict) for each in results.values()] == [("MANIFEST-LAYER-02", "fail")]


class TestDrivers:
    """Drivers' manifests are judged by drivers' rules."""

    def test_a_missing_library_path_fails(self, tmp_path: Path) -> None:
        """The required field is missed, and nothing about layers is said."""
        body = {"file_format_version": "1.0.0", "ICD": {"api_version": "1.3.0"}}

        results = verdicts(write(tmp_path, "d.json", body), "driver")

        assert results["MANIFEST-ICD-03"].verdict == Verdict.FAIL
        assert not [rule_id for rule_id in results if "LAYER" in rule_id]

    def test_a_folder_is_all_its_manifests(self, tmp_path: Path) -> None:
        """Only names that end in .json are taken, in order."""
        for name in ("b.json", "a.json", "c.txt"):
            write(tmp_path, name, {})

        assert manifests(str(tmp_path)) == (str(tmp_path / "a.json"), str(tmp_path / "b.json"))


class TestTables:
    """The tables of the module fit the code whose findings they speak of."""

    def test_every_judged_rule_can_be_spoken_against(self) -> None:
        """A rule that no finding can name would always pass, so each is named or spoken for by another."""
        named = set()
        for module in (
            path for package in (core, inspect) for path in Path(package.__path__[0]).rglob("*.py")
        ):
            named |= {node.value for node in _constants(ast.parse(module.read_text())) if node.value}

        judged = {*static_checks.static_rules("layer"), *static_checks.static_rules("driver")}

        assert sorted(judged - named - static_checks.SPOKEN_BY.keys()) == []
        assert sorted(static_checks.SILENT & named) == []

    def test_the_policies_on_manifests_are_judged(self) -> None:
        """The numbered policies that a manifest alone can break are among the rules."""
        assert {"LLP_LAYER_3", "LLP_LAYER_6", "LLP_LAYER_9"} <= set(static_checks.static_rules("layer"))
        assert {"LDP_DRIVER_4", "LDP_DRIVER_11"} <= set(static_checks.static_rules("driver"))


def _constants(tree: ast.AST) -> list[ast.Constant]:
    """The string constants of a module outside its decorators."""
    decorated = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        for decorator in node.decorator_list
        for inner in ast.walk(decorator)
    }
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in decorated
    ]

"""``refloader selftest``: a reduced run, which is the proof in CI that the suite can fail, and its output."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from verbs import Run, checked_json

from refloader.cli.main import main
from refloader.native.mocks import mock_library
from refloader.rules import rules
from refloader.selftest.mutants.registry import by_rule
from refloader.selftest.selftest import Case, CaseVerdict, Gathered, why_no_library

pytestmark = pytest.mark.slow

FAMILIES = ("--rule", "LLP_LOADER", "--rule", "LDP_LOADER")


@cache
def policies() -> Any:
    """What the two families of policies come to, run once for the tests that look at it."""
    if reason := why_no_library():
        pytest.skip(reason)
    words = ["selftest", *FAMILIES, "--profile", "quick", "-n", "2", "--format", "json"]
    return checked_json(CliRunner().invoke(main, words, catch_exceptions=False), "selftest-1")


class TestProof:
    """The suite fails each loader that breaks one of the twenty-six policies, by that policy."""

    @pytest.mark.whole
    def test_the_diagonal_is_full(self) -> None:
        """Every violator is caught under the rule that it violates."""
        missed = [
            (row["name"], row["violates"], row["problem"]) for row in policies()["violators"] if not row["ok"]
        ]

        assert missed == []

    def test_no_policy_is_without(self) -> None:
        """All of LLP_LOADER and LDP_LOADER have a violator."""
        wanted = {rule_id for rule_id in rules() if rule_id.startswith(("LLP_LOADER", "LDP_LOADER"))}

        assert wanted <= by_rule().keys()


class TestRuns:
    """One violator is enough for a run; its result is shown, kept and turned into an exit code."""

    def test_a_caught_violator(self, run: Run, tmp_path: Path) -> None:
        """The text says so, and the document and the page lie in the folder."""
        result = run(
            "selftest", "--violator", "requests_reversed", "--profile", "quick", "--out", str(tmp_path)
        )

        document = json.loads((tmp_path / "selftest.json").read_text())
        assert (result.exit_code, "ok caught by" in result.stdout) == (0, True)
        assert [row["violates"] for row in document["violators"]] == ["ORDER-CHAIN-02"]
        assert "refloader selftest --violator requests_reversed" in (tmp_path / "selftest.html").read_text()

    @pytest.mark.whole
    def test_everything_else_that_fails_has_a_cause(self, run: Run) -> None:
        """In the full profile all cases are run, and what fails besides is explained."""
        result = run("selftest", "--violator", "app_keys_ignored", "--format", "json")

        (row,) = checked_json(result, "selftest-1")["violators"]
        assert (row["ok"], row["unexplained"]) == (True, [])
        assert set(row["caught_by"]) == {"OVERRIDE-03", *row["explained"]}


@pytest.mark.skipif(
    mock_library("mock_icd") is None or bool(why_no_library()), reason="nothing is built to run"
)
class TestMocks:
    """Drivers and layers that are wrong on purpose are proved by the same verb, in the same shape."""

    @pytest.mark.parametrize(
        ("kind", "name"), [("driver", "NEGOTIATE-ICD-05"), ("layer", "NEGOTIATE-LAYER-05")]
    )
    def test_one_of_each_kind(self, run: Run, kind: str, name: str) -> None:
        """The document says which kind it was."""
        words = ["selftest", f"--{kind}s", "--violator", name, "--profile", "quick", "--format", "json"]

        (row,) = checked_json(run(*words), "selftest-1")["violators"]

        assert (row["subject"], row["violates"], row["ok"]) == (kind, name, True)

    def test_a_rule_of_drivers(self, run: Run) -> None:
        """Its violators stand with the rule."""
        assert "violated by NEGOTIATE-ICD-05" in run("rules", "NEGOTIATE-ICD-05").stdout


class TestWrongUsage:
    """What names nothing is an error of usage."""

    @pytest.mark.parametrize(
        "words", [("--rule", "LLP_LOADR"), ("--violator", "nobody"), ("--rule", "LLP-FORMAT-01")]
    )
    def test_nothing_of_that_name(self, run: Run, words: tuple[str, str]) -> None:
        """The exit code is 2."""
        assert run("selftest", *words).exit_code == 2

    def test_two_kinds_at_once(self, run: Run) -> None:
        """Layers and drivers are proved in a run each."""
        assert run("selftest", "--layers", "--drivers").exit_code == 2

    def test_an_address_that_is_none(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The page would lead there; it is said before the suite has run."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "javascript:alert(1)")

        assert run("selftest", "--out", str(tmp_path)).exit_code == 2

    def test_a_folder_that_cannot_be(self, run: Run, tmp_path: Path) -> None:
        """It is said before the suite has run, not after."""
        (tmp_path / "file").touch()

        assert run("selftest", "--out", str(tmp_path / "file")).exit_code == 2


class TestTrouble:
    """Where nothing can be proved the exit code is 3, and what was not run is said."""

    def test_a_red_reference(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """The unchanged reference must be green, or no catch would mean anything."""
        case = Case("reference-2026", "order/groups", ("ORDER-CHAIN-02",))
        red = Gathered({1: case}, {1: CaseVerdict("fail", "Not so.")}, [])
        monkeypatch.setattr("refloader.cli.selftest.gather", lambda *words, **options: red)

        result = run("selftest", "--violator", "requests_reversed")

        assert result.exit_code == 3
        assert "reference-2026 order/groups: Not so." in result.stderr

    @pytest.mark.whole
    def test_without_the_library(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its violators are named as not run; the others are judged."""
        monkeypatch.setattr("refloader.cli.selftest.why_no_library", lambda: "it was not built")
        names = ("--violator", "requests_reversed", "--violator", "no_layer_is_supported")

        result = run("selftest", *names, "--profile", "quick", "--format", "json")

        document = checked_json(result, "selftest-1")
        assert document["not_run"] == [{"name": "no_layer_is_supported", "reason": "it was not built"}]
        assert (result.exit_code, len(document["violators"])) == (0, 1)

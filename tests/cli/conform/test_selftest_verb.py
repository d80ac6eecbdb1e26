"""``refloader selftest``: a reduced run, which is the proof in CI that the suite can fail, and its output."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from verbs import Run, checked_json

from refloader.cli.main import main
from refloader.native.mocks import mock_library
from refloader.rules import rules
from refloader.selftest import proving, selftest
from refloader.selftest.mutants.registry import Mutant, by_rule
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


class TestParts:
    """A run may be divided, stopped and continued; each outcome is recorded when it is known."""

    NAMES = ("requests_reversed", "app_keys_ignored")

    def words(self, folder: Path, *further: str) -> list[str]:
        """The words of a quick run on two mutants of the core."""
        chosen = [word for name in self.NAMES for word in ("--violator", name)]
        return ["selftest", *chosen, "--profile", "quick", "--out", str(folder), *further]

    def test_two_parts_are_merged(self, run: Run, tmp_path: Path) -> None:
        """Each part has its mutant; the merge has both, and one part alone is not the whole run."""
        for number in ("1", "2"):
            assert run(*self.words(tmp_path / number, "--shard", f"{number}/2")).exit_code == 0

        parts = [word for number in ("1", "2") for word in ("--merge", str(tmp_path / number))]
        whole = run("selftest", *parts, "--format", "json")
        half = run("selftest", *parts[:2], "--format", "json")

        rows = checked_json(whole, "selftest-1")["violators"]
        assert (whole.exit_code, {row["name"] for row in rows}) == (0, {*self.NAMES})
        assert (half.exit_code, len(checked_json(half, "selftest-1")["not_run"])) == (3, 1)

    def test_a_stopped_run_is_continued(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The mutant that the record has is not run again; a torn line is none."""
        run(*self.words(tmp_path))
        record = tmp_path / "selftest.ndjson"
        head, first, second, _ = record.read_text().splitlines(keepends=True)
        record.write_text(head + first + second[:20])
        ran: list[str] = []
        real = proving.mutant_runs

        def spied(found: Gathered, chosen: Sequence[Mutant], **options: Any) -> Iterator[selftest.Run]:
            ran.extend(each.name for each in chosen)
            return real(found, chosen, **options)

        monkeypatch.setattr(proving, "mutant_runs", spied)
        result = run(*self.words(tmp_path, "--resume"))

        assert (result.exit_code, len(ran)) == (0, 1)
        assert record.read_text().splitlines(keepends=True)[:2] == [head, first]
        assert len(json.loads((tmp_path / "selftest.json").read_text())["violators"]) == 2

    def test_records_of_another_run(self, run: Run, tmp_path: Path) -> None:
        """They are neither continued nor merged."""
        run(*self.words(tmp_path / "a"))
        run("selftest", "--violator", self.NAMES[0], "--profile", "quick", "--out", str(tmp_path / "b"))

        results = (
            run(*self.words(tmp_path / "b", "--resume")),
            run("selftest", "--merge", str(tmp_path / "a"), "--merge", str(tmp_path / "b")),
            run("selftest", "--merge", str(tmp_path)),
        )

        assert [each.exit_code for each in results] == [2, 2, 2]
        assert "the choice of mutants is not the same in the records" in results[0].stderr

    @pytest.mark.parametrize(
        "words",
        [
            ("--resume",),
            ("--allowed", "--shard", "1/2"),
            ("--shard", "3/2"),
        ],
    )
    def test_options_that_do_not_fit(self, run: Run, words: tuple[str, ...]) -> None:
        """The exit code is 2."""
        assert run("selftest", *words).exit_code == 2


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
        monkeypatch.setattr("refloader.selftest.proving.Gathered", lambda: red)
        monkeypatch.setattr("refloader.selftest.proving.mutant_runs", lambda *words, **options: iter(()))

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

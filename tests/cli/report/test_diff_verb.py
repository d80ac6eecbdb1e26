"""``refloader diff``: two runs in, what has changed out."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from verbs import Run, checked_json, manifest

from refloader.cli.main import main

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run of one layer."""
    made = tmp_path_factory.mktemp("runs")
    words = ["conform", "--layer", manifest(made), "--out", str(made / "out")]
    CliRunner().invoke(main, words, catch_exceptions=False)
    return made / "out"


@pytest.fixture
def runs(folder: Path, tmp_path: Path) -> tuple[str, str]:
    """Two folders with the same results."""
    for name in ("old", "new"):
        shutil.copytree(folder, tmp_path / name)
    return str(tmp_path / "old"), str(tmp_path / "new")


def edited(folder: str, old: str, new: str) -> None:
    """Change the results of a folder; their numbers in the footer, too, where a verdict is changed."""
    path = Path(folder) / "results.ndjson"
    *lines, footer = path.read_text().splitlines()
    lines = [line.replace(old, new, 1) for line in lines]
    verdicts = [json.loads(line).get("verdict") for line in lines]
    end = json.loads(footer)
    end["counts"] = {verdict: verdicts.count(verdict) for verdict in end["counts"]}
    path.write_text("\n".join([*lines, json.dumps(end), ""]))


class TestExitCodes:
    """0 nothing, 1 something, 2 wrong usage, 3 a run that is not whole."""

    def test_two_runs_of_the_same(self, run: Run, runs: tuple[str, str]) -> None:
        """Nothing has changed."""
        done = run("diff", *runs)

        assert done.exit_code == 0
        assert done.stdout.startswith("nothing has changed\n")

    def test_another_verdict(self, run: Run, runs: tuple[str, str]) -> None:
        """The case is told with its rule."""
        edited(
            runs[1],
            '"rule": "LLP_LAYER_6", "subject": "good.json", "case": "static", "verdict": "pass"',
            '"rule": "LLP_LAYER_6", "subject": "good.json", "case": "static", "verdict": "crash"',
        )

        done = run("diff", *runs)

        assert done.exit_code == 1
        assert "worse: LLP_LAYER_6  static  (pass -> crash)" in done.stdout

    def test_a_truncated_run(self, run: Run, runs: tuple[str, str]) -> None:
        """Nothing can be said of what is missing."""
        path = Path(runs[1]) / "results.ndjson"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))

        done = run("diff", *runs)

        assert done.exit_code == 3
        assert "NEW is a truncated run" in done.stdout

    def test_what_is_no_run(self, run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
        """It says which of both."""
        (tmp_path / "empty").mkdir()

        done = run("diff", runs[0], str(tmp_path / "empty"))

        assert done.exit_code == 2
        assert "NEW: " in done.stderr
        assert "there are no results in this folder" in done.stderr


class TestFormats:
    """Each format tells the same."""

    def test_json_keeps_to_its_schema(self, run: Run, runs: tuple[str, str]) -> None:
        """On real output, with something changed."""
        edited(runs[1], '"verdict": "pass"', '"verdict": "fail"')

        document = checked_json(run("diff", *runs, "--format", "json"), "diff-1")

        assert document["changed"]
        assert document["counts"]["cases worse"] > 0

    def test_markdown_goes_to_a_file(self, run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
        """With -o nothing is printed, and the exit code is the same."""
        done = run("diff", *runs, "--format", "markdown", "-o", str(tmp_path / "page.md"))

        assert (done.exit_code, done.stdout) == (0, "")
        assert (tmp_path / "page.md").read_text().startswith("**nothing has changed**\n")

    def test_a_page(self, run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
        """It says at its top what the other formats say, and exits alike."""
        edited(runs[1], '"verdict": "pass"', '"verdict": "fail"')

        done = run("diff", *runs, "--format", "html", "-o", str(tmp_path / "page.html"))

        answer = checked_json(run("diff", *runs, "--format", "json"), "diff-1")["answer"]
        assert (done.exit_code, done.stdout) == (1, "")
        assert f'<p class="answer is-worse">{answer}</p>' in (tmp_path / "page.html").read_text()

    def test_an_address_that_is_none(
        self, run: Run, runs: tuple[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A page would lead there."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "javascript:alert(1)")

        assert run("diff", *runs, "--format", "html").exit_code == 2

    def test_a_file_that_cannot_be_written(self, run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
        """The harness could not do its work."""
        assert run("diff", *runs, "-o", str(tmp_path / "no" / "page")).exit_code == 3

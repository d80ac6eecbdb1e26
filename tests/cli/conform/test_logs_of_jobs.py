"""What a command prints in a job of GitHub is read by the job's runner: no line of it is a command."""

import json
from pathlib import Path

import pytest
from verbs import Run

from refloader.cli.words import conform_text
from refloader.results.results_file import Footer, Header, Result, Subject, Verdict, count, lines
from refloader.results.results_file import Run as Judged

pytestmark = pytest.mark.slow

EVIL = "::error::x ##[add-mask]y"


@pytest.fixture
def judged() -> Judged:
    """A run with a finding whose reason holds what a library printed."""
    found = (Result("LLP_LAYER_9", "system", "case", Verdict.FAIL, f"It printed:\n{EVIL}\n  {EVIL}"),)
    header = Header(
        "0.1.0", "c0ffee", (Subject("loader", "system", "", "1.3.0", ""),), {}, "2026-03-01T10:00:00Z", "", ""
    )
    return Judged(header, found, Footer("2026-03-01T10:00:00Z", count(found)))


def commands(text: str) -> list[str]:
    """The lines that the runner takes for commands."""
    return [line for line in text.splitlines() if line.lstrip().startswith("::") or "##[" in line]


class TestLogs:
    """Only what is meant to be one is a workflow command."""

    def test_findings_of_a_run(
        self, run: Run, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Their text is shown, and is no command."""
        path = tmp_path / "results.ndjson"
        path.write_text("".join(lines(judged)))
        monkeypatch.setenv("GITHUB_ACTIONS", "true")

        text = run("report", str(path)).stdout

        assert text.count("error::x") == 2
        assert commands(text) == []

    @pytest.mark.parametrize(
        ("variable", "command"),
        [
            ("TF_BUILD", "##vso[task.complete result=Succeeded]"),
            ("TEAMCITY_VERSION", "##teamcity[buildStatus]"),
        ],
    )
    @pytest.mark.parametrize("shape", ["text", "junit", "json", "github"])
    def test_other_runners(
        self,
        run: Run,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        shape: str,
        variable: str,
        command: str,
    ) -> None:
        """Azure and TeamCity read commands, too: a library could say that the build succeeded."""
        path = tmp_path / f"{command}.json"
        path.write_text(json.dumps({"file_format_version": "1.0.0", "layer": {"name": "x", "type": command}}))
        assert command in run("lint", "--format", shape, str(path)).stdout or shape == "github"
        monkeypatch.setenv(variable, "True")

        text = run("lint", "--format", shape, str(path)).stdout

        assert "task.complete" in text or "buildStatus" in text
        assert command not in text

    def test_names_of_files(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A line about a file begins with its name."""
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        monkeypatch.chdir(tmp_path)
        name = "::stop-commands::x ##[error]y.json"
        Path(name).write_text("{")

        result = run("lint", name)

        assert (result.exit_code, commands(result.stdout)) == (1, [])

    @pytest.mark.parametrize(
        "shape", ["html", "markdown", "junit", "csv", "json", "sarif", "gitlab", "ndjson"]
    )
    def test_documents(
        self, run: Run, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str
    ) -> None:
        """Each format shows the text; that of a JSON document has the same content as elsewhere."""
        path = tmp_path / "results.ndjson"
        path.write_text("".join(lines(judged)))
        elsewhere = run("report", "--format", shape, str(path)).stdout
        monkeypatch.setenv("GITHUB_ACTIONS", "true")

        text = run("report", "--format", shape, str(path)).stdout

        assert "error::x" in text
        assert commands(text) == []
        if shape in ("json", "sarif", "gitlab"):
            assert json.loads(text) == json.loads(elsewhere)

    @pytest.mark.parametrize("words", [("lint", "--format", "junit"), ("explain", "--format", "html")])
    def test_a_line_break_in_a_name(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
    ) -> None:
        """A document begins a line in it."""
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        folder = tmp_path / "usr/share/vulkan/explicit_layer.d"
        folder.mkdir(parents=True)
        (folder / "a\n::error::x.json").write_text('{"file_format_version": "1.0.0", "layer": {"name": "x"}}')

        text = run(*words, "--root", str(tmp_path)).stdout

        assert "error::x" in text
        assert commands(text) == []

    @pytest.mark.parametrize("unseen", ["\u034f", "\ufe0f\ufe00", "\u3164", "\U000e0100"])
    def test_characters_that_nobody_sees(
        self, run: Run, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unseen: str
    ) -> None:
        """A runner may overlook them in a text that it looks for."""
        evil = f"{unseen}::error::x\n:{unseen}:error::x\n#{unseen}#[error]x\n##{unseen}vso[error]x"
        found = (Result("LLP_LAYER_9", "system", "case", Verdict.FAIL, f"It printed:\n{evil}"),)
        path = tmp_path / "results.ndjson"
        path.write_text("".join(lines(Judged(judged.header, found, judged.footer))))
        monkeypatch.setenv("GITHUB_ACTIONS", "true")

        text = run("report", str(path)).stdout.replace(unseen, "")

        assert text.count("error") == 4
        assert commands(text) == []
        assert "##vso" not in text

    def test_elsewhere(
        self, run: Run, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The text stays as it is where nobody reads commands out of it."""
        path = tmp_path / "results.ndjson"
        path.write_text("".join(lines(judged)))
        monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

        assert len(commands(run("report", str(path)).stdout)) == 2

    def test_annotations_are_commands(
        self, run: Run, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """They are what was asked for."""
        path = tmp_path / "results.ndjson"
        path.write_text("".join(lines(judged)))
        monkeypatch.setenv("GITHUB_ACTIONS", "true")

        assert run("report", "--format", "github", str(path)).stdout.startswith("::error title=")


class TestSummary:
    """What is added to the summary of a run stays in the folder of results."""

    def test_a_link_that_comes_behind_it(self, judged: Judged, tmp_path: Path) -> None:
        """It was planted after the summary was written, and gives way like any other."""
        elsewhere, link = tmp_path / "elsewhere", tmp_path / "summary.txt"
        elsewhere.write_text("old")
        link.symlink_to(elsewhere)

        conform_text.note(judged, str(tmp_path), [("LLP_LAYER_9", "nothing tests it")], None)

        assert (elsewhere.read_text(), link.is_symlink()) == ("old", False)
        assert link.read_text().endswith(
            "\nnothing judges LLP_LAYER_9 on these subjects yet: nothing tests it\n"
        )

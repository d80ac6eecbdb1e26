"""``refloader report``: one results file in, one document out."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from on_terminal import shown, too_long
from verbs import Run, checked_json, manifest

from refloader.cli.main import main

pytestmark = pytest.mark.slow

LOADERS = Path(__file__).resolve().parents[3] / "reports" / "loaders"
LAYER = str(LOADERS.parent / "debian-12-layers" / "MangoHud.ndjson")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a small run."""
    folder = tmp_path_factory.mktemp("judged")
    CliRunner().invoke(main, ["conform", "--layer", manifest(folder), "--out", str(folder)])
    return folder / "results.ndjson"


@pytest.fixture
def results(judged: Path, tmp_path: Path) -> str:
    """A copy of them, to do with as a test likes."""
    return str(shutil.copy(judged, tmp_path))


class TestFormats:
    """Each format is made from the same file."""

    @pytest.mark.parametrize(
        ("shape", "beginning"),
        [("html", "<!doctype html>"), ("junit", "<?xml"), ("text", "refloader "), ("json", "{")],
    )
    def test_the_document_goes_to_standard_output(
        self, run: Run, results: str, shape: str, beginning: str
    ) -> None:
        """Without -o the document is printed."""
        result = run("report", results, "--format", shape)

        assert result.exit_code == 0
        assert result.stdout.startswith(beginning)

    def test_the_document_goes_to_a_file(self, run: Run, results: str, tmp_path: Path) -> None:
        """With -o nothing is printed."""
        result = run("report", results, "--format", "html", "-o", str(tmp_path / "x.html"))

        assert result.stdout == ""
        assert (tmp_path / "x.html").read_text().startswith("<!doctype html>")

    def test_json_keeps_to_its_schema(self, run: Run, results: str) -> None:
        """The JSON document is the one that conform prints, without the files."""
        document = checked_json(run("report", results, "--format", "json"), "run-1")

        assert {each["rule"] for each in document["results"]} >= {"LLP_LAYER_6", "NAMING-LAYER-01"}

    def test_a_truncated_run_says_so(self, run: Run, results: str) -> None:
        """A file without its footer is taken, and the exit code is 3."""
        path = Path(results)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))

        done = run("report", results)

        assert "TRUNCATED RUN" in done.stdout
        assert done.exit_code == 3


class TestOnATerminal:
    """The text fits the terminal, and ends with the verdict."""

    def test_no_word_is_broken(self) -> None:
        """Lines that are too long go on in further ones, but for the commands that replay a case."""
        lines = shown(["report", LAYER])

        assert [line for line in too_long(lines) if not line.startswith("  replay ")] == []

    def test_the_verdict_is_last(self, run: Run) -> None:
        """A long text ends with it, wherever it goes."""
        lines = run("report", LAYER).stdout.splitlines()

        assert len(lines) > 24
        assert lines[-1] == "no new finding (10 cases known and as expected)"
        assert lines[-1] in lines[:5]


class TestByRelease:
    """Loaders as columns, from the oldest release to the newest."""

    @pytest.mark.parametrize(
        ("shape", "beginning"),
        [("text", "1.1.97 (documents of 2018): Breaks "), ("html", "<!doctype html>"), ("json", "{")],
    )
    def test_formats(self, run: Run, shape: str, beginning: str) -> None:
        """The published results of two builds."""
        paths = [str(LOADERS / f"{build}.ndjson.gz") for build in ("1.4.335.0", "1.1.97")]

        done = run("report", *paths, "--by-release", "--format", shape)

        assert done.exit_code == 0
        assert done.stdout.startswith(beginning)

    def test_other_formats_are_wrong_usage(self, run: Run, results: str) -> None:
        """It is no list of findings."""
        done = run("report", results, "--by-release", "--format", "sarif")

        assert done.exit_code == 2
        assert "--by-release writes text, html, json, and no sarif" in done.stderr

    def test_results_of_no_loader(self, run: Run, results: str) -> None:
        """A layer has no release of a loader."""
        done = run("report", results, "--by-release")

        assert done.exit_code == 2
        assert "--by-release: these results are of no loader" in done.stderr


class TestMistakes:
    """What cannot be read or written is told in one sentence."""

    def test_another_file_is_wrong_usage(self, run: Run, tmp_path: Path) -> None:
        """A manifest is no results file."""
        result = run("report", manifest(tmp_path))

        assert result.exit_code == 2
        assert "not a results file" in result.stderr

    def test_a_file_that_cannot_be_written(self, run: Run, results: str, tmp_path: Path) -> None:
        """A folder in the way of the document ends in code 3."""
        assert run("report", results, "-o", str(tmp_path)).exit_code == 3

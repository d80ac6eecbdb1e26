"""``refloader trend``: a folder of runs in, how subjects fared out."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from verbs import Run, checked_json, manifest

from refloader.cli.main import main

pytestmark = pytest.mark.slow

CASE = '"rule": "LLP_LAYER_6", "subject": "good.json", "case": "static", "verdict": '


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a run of one layer."""
    made = tmp_path_factory.mktemp("runs")
    words = ["conform", "--layer", manifest(made), "--out", str(made / "out")]
    CliRunner().invoke(main, words, catch_exceptions=False)
    return (made / "out" / "results.ndjson").read_text().splitlines()


@pytest.fixture
def folder(results: list[str], tmp_path: Path) -> Path:
    """Three runs, a day apart: LLP_LAYER_6 passes, fails, passes."""
    for day, verdict in enumerate(("pass", "fail", "pass"), 1):
        keep(results, tmp_path / "runs" / f"night {day}", day, verdict)
    return tmp_path / "runs"


def keep(results: list[str], folder: Path, day: int, verdict: str) -> None:
    """Write a run of that day of March, in which the case came out so."""
    first, *lines, last = results
    lines = [line.replace(CASE + '"pass"', f'{CASE}"{verdict}"', 1) for line in lines]
    verdicts = [json.loads(line)["verdict"] for line in lines]
    header, footer = json.loads(first), json.loads(last)
    header["started"] = f"2026-03-{day:02}T10:00:00+00:00"
    footer["counts"] = {each: verdicts.count(each) for each in footer["counts"]}
    folder.mkdir(parents=True)
    (folder / "results.ndjson").write_text("\n".join([json.dumps(header), *lines, json.dumps(footer), ""]))


class TestExitCodes:
    """0 not worse, 1 worse, 2 wrong usage, 3 nothing can be read."""

    def test_a_newest_run_that_is_not_worse(self, run: Run, folder: Path) -> None:
        """What broke in between was mended."""
        done = run("trend", str(folder))

        assert done.exit_code == 0
        assert "broke: LLP_LAYER_6  static  (pass -> fail)" in done.stdout
        assert "mended: LLP_LAYER_6  static  (fail -> pass)" in done.stdout

    def test_a_newest_run_that_is_worse(self, run: Run, folder: Path) -> None:
        """Its subject is named in the first line."""
        shutil.rmtree(folder / "night 3")

        done = run("trend", str(folder))

        assert done.exit_code == 1
        assert "(good.json: 1 case broke)" in done.stdout.splitlines()[0]

    @pytest.mark.parametrize("name", ["empty", "none", "file"])
    def test_a_folder_without_runs(self, run: Run, tmp_path: Path, name: str) -> None:
        """It is wrong usage, whether it is empty, not there, or no folder."""
        (tmp_path / "empty").mkdir()
        (tmp_path / "file").touch()

        assert run("trend", str(tmp_path / name)).exit_code == 2

    @pytest.mark.parametrize("several", [False, True])
    def test_two_runs_to_compare(self, run: Run, folder: Path, several: bool) -> None:
        """Files of results, and several folders, are for another command, which is named."""
        paths = (folder, folder) if several else (folder / "old.ndjson",)

        done = run("trend", *map(str, paths))

        assert done.exit_code == 2
        assert "refloader diff OLD NEW compares two runs" in done.stderr

    def test_runs_of_which_none_can_be_read(self, run: Run, tmp_path: Path) -> None:
        """The first few are named on standard error."""
        for place in range(9):
            (tmp_path / f"{place}.ndjson").write_text("{")

        done = run("trend", str(tmp_path))

        assert (done.exit_code, done.stdout) == (3, "")
        assert "0.ndjson: not a results file" in done.stderr
        assert "and 4 more" in done.stderr

    def test_a_damaged_run_is_passed_over(self, run: Run, folder: Path) -> None:
        """The others are enough."""
        with (folder / "night 2" / "results.ndjson").open("a") as file:
            file.write('{"kind')

        done = run("trend", str(folder))

        assert done.exit_code == 0
        assert "2 runs" in done.stdout
        assert "passed over: " in done.stdout
        assert "the run is damaged" in done.stdout

    def test_a_file_that_cannot_be_written(self, run: Run, folder: Path, tmp_path: Path) -> None:
        """The harness could not do its work."""
        assert run("trend", str(folder), "-o", str(tmp_path / "no" / "page")).exit_code == 3


class TestWhatIsLookedAt:
    """Rules, subjects and the newest runs can be picked; what is not there must not look like no change."""

    def test_one_rule(self, run: Run, folder: Path) -> None:
        """A family is named by how its ids begin."""
        document = checked_json(
            run("trend", str(folder), "--rule", "LLP_LAYER_6", "--format", "json"), "trend-1"
        )

        assert [point["cases"]["fail"] for point in document["subjects"][0]["points"]] == [0, 1, 0]
        assert sum(document["subjects"][0]["points"][0]["cases"].values()) == 1

    def test_the_newest_runs(self, run: Run, folder: Path) -> None:
        """Older ones are as if they were not there."""
        document = checked_json(run("trend", str(folder), "--last", "2", "--format", "json"), "trend-1")

        assert [each["started"][8:10] for each in document["runs"]] == ["02", "03"]

    def test_one_subject(self, run: Run, folder: Path) -> None:
        """A star stands for anything."""
        assert "layer good.json" in run("trend", str(folder), "--subject", "g*d.json").stdout

    @pytest.mark.parametrize(
        "words",
        [("--subject", "nobody"), ("--rule", "LLP_LAYR_6"), ("--last", "1"), ("--rule", "LDP_DRIVER_3")],
    )
    def test_what_is_not_there(self, run: Run, folder: Path, words: tuple[str, str]) -> None:
        """A mistyped name is wrong usage; and one run is no trend."""
        assert run("trend", str(folder), *words).exit_code == 2


class TestFormats:
    """Each format tells the same."""

    def test_json_keeps_to_its_schema(self, run: Run, folder: Path) -> None:
        """On real output, with something changed and something passed over."""
        (folder / "x.ndjson").touch()

        document = checked_json(run("trend", str(folder), "--format", "json"), "trend-1")

        assert (document["worse"], len(document["runs"]), len(document["passed_over"])) == (False, 3, 1)

    def test_published_drivers(self, run: Run) -> None:
        """Facts, timings and builds of real drivers keep to the schema as well."""
        reports = Path(__file__).resolve().parents[3] / "reports" / "nvidia-h200"

        document = checked_json(run("trend", str(reports), "--format", "json"), "trend-1")

        assert any(point["timings"] for subject in document["subjects"] for point in subject["points"])

    @pytest.mark.parametrize(
        ("shape", "begins"), [("markdown", "**3 runs"), ("csv", "run,started,"), ("html", "<!doctype html>")]
    )
    def test_other_formats_go_to_a_file(
        self, run: Run, folder: Path, tmp_path: Path, shape: str, begins: str
    ) -> None:
        """With -o nothing is printed, and the exit code is the same."""
        done = run("trend", str(folder), "--format", shape, "-o", str(tmp_path / "page"))

        assert (done.exit_code, done.stdout) == (0, "")
        assert (tmp_path / "page").read_text().startswith(begins)

    def test_an_address_that_is_none(self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Pages would link there."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "javascript:alert(1)")

        assert run("trend", str(folder), "--format", "html").exit_code == 2

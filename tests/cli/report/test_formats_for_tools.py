"""``lint`` and ``report`` for tools: each format from the command line, with the files that CI systems read."""

import csv
import io
import json
import os
import shutil
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from verbs import GOOD, Run, manifest
from xmlschema import XMLSchema

from refloader.cli.main import main

pytestmark = pytest.mark.slow

PUBLISHED = Path(__file__).resolve().parents[2] / "data" / "published"


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run on two layers without libraries, of which one lacks a key."""
    place = tmp_path_factory.mktemp("judged")
    layers = [manifest(place), manifest(place, "bad.json", drop="api_version")]
    words = ["conform", "-n", "0", *(word for layer in layers for word in ("--layer", layer))]
    CliRunner().invoke(main, [*words, "--out", str(place)], catch_exceptions=False)
    return place / "results.ndjson"


@pytest.fixture
def results(judged: Path, tmp_path: Path) -> str:
    """A copy of them, to do with as a test likes."""
    return str(shutil.copy(judged, tmp_path))


class TestLint:
    """What lint finds, for code scanning, merge requests and tables of tests."""

    def test_sarif_places_findings_in_the_working_folder(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Columns are those of an editor, although the manifest's line has letters of several bytes."""
        monkeypatch.chdir(tmp_path)
        text = '{"file_format_version": "1.2.0", "layer":\n {"description": "\U0001f600ä", "type": "NONE"}}'
        (tmp_path / "ä b.json").write_text(text, encoding="utf-8")

        result = run("lint", "--no-libraries", "--format", "sarif", "ä b.json")

        (told,) = json.loads(result.stdout)["runs"]
        place = next(
            each["locations"][0]["physicalLocation"]
            for each in told["results"]
            if each["ruleId"] == "MANIFEST-LAYER-05"
        )
        assert (result.exit_code, told["invocations"][0]["exitCode"]) == (1, 1)
        assert place == {
            "artifactLocation": {"uri": "%C3%A4%20b.json", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 2, "startColumn": 33, "snippet": {"text": '"NONE"}}'}},
        }

    def test_standard_input_has_columns_too(self, run: Run) -> None:
        """What cannot be read a second time is kept."""
        data = '{"file_format_version": "1.0.0",\n "layer": {"ä": 1,}}'.encode()

        told = json.loads(run("lint", "--format", "sarif", "-", input=data).stdout)

        physical = told["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == "%3Cstdin%3E"
        assert physical["region"] == {"startLine": 2, "startColumn": 18, "snippet": {"text": ",}}"}}

    def test_a_file_whose_name_is_no_text(self, run: Run, tmp_path: Path) -> None:
        """Its bytes are those of the URI."""
        folder = os.fsencode(tmp_path)
        Path(os.fsdecode(folder + b"/\xff\xfe.json")).write_text("{}")

        told = json.loads(run("lint", "--format", "sarif", os.fsdecode(folder + b"/\xff\xfe.json")).stdout)

        uri = told["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == f"file://{quote(str(tmp_path))}/%FF%FE.json"

    @pytest.mark.parametrize("shape", ["sarif", "gitlab", "junit", "github"])
    def test_notes_are_told_when_asked_for(self, run: Run, tmp_path: Path, shape: str) -> None:
        """That old loaders do not use a meta-layer is a note."""
        path = manifest(tmp_path, drop="library_path", component_layers=["VK_LAYER_TEST_a"])
        manifest(tmp_path, name="a.json", layer_name="VK_LAYER_TEST_a")
        words = ("lint", "--no-libraries", "--format", shape, path, str(tmp_path / "a.json"))

        without, with_notes = run(*words).stdout, run(*words, "--notes").stdout

        assert ("META-01" in without, "META-01" in with_notes) == (False, True)

    def test_junit_keeps_to_the_schema_of_jenkins(self, run: Run, tmp_path: Path) -> None:
        """Two findings of a rule in a file are two tests."""
        entry = {**GOOD, "api_version": "one"}
        path = tmp_path / "two.json"
        path.write_text(json.dumps({"file_format_version": "1.2.0", "layers": [entry, entry]}))

        text = run("lint", "--no-libraries", "--format", "junit", str(path)).stdout

        XMLSchema(PUBLISHED / "junit-10.xsd").validate(text)
        names = [
            (case.get("classname"), case.get("name"))
            for case in ElementTree.fromstring(text).iter("testcase")
        ]
        assert ("refloader.lint.MANIFEST-LAYER-10", f"{path} (2)") in names
        assert len(set(names)) == len(names)

    def test_a_clean_manifest(self, run: Run, tmp_path: Path) -> None:
        """There is a document all the same, which says that nothing was found."""
        path = manifest(tmp_path)

        told = {
            shape: run("lint", "--no-libraries", "--format", shape, path)
            for shape in ("sarif", "gitlab", "junit", "github")
        }

        assert [result.exit_code for result in told.values()] == [0, 0, 0, 0]
        assert json.loads(told["sarif"].stdout)["runs"][0]["results"] == []
        assert json.loads(told["gitlab"].stdout) == []
        assert 'tests="1" failures="0"' in told["junit"].stdout
        assert told["github"].stdout == ""


class TestIntoAFile:
    """What lint prints can go to a file, which is replaced in one step; the exit code stays."""

    @pytest.mark.parametrize("shape", ["text", "json", "sarif", "gitlab", "junit", "github"])
    def test_it_is_what_would_be_printed(self, run: Run, tmp_path: Path, shape: str) -> None:
        """In every format."""
        words = ("lint", "--no-libraries", "--format", shape, manifest(tmp_path, drop="api_version"))

        printed, kept = run(*words), run(*words, "-o", str(tmp_path / "found"))

        assert (printed.exit_code, kept.exit_code, kept.stdout) == (1, 1, "")
        assert (tmp_path / "found").read_text(encoding="utf-8") == printed.stdout

    def test_a_place_that_is_none(self, run: Run, tmp_path: Path) -> None:
        """That is no finding: the exit code is 3."""
        result = run("lint", "--no-libraries", manifest(tmp_path), "-o", str(tmp_path / "none" / "found"))

        assert result.exit_code == 3
        assert "No such file or directory" in result.output


class TestReport:
    """A run, for the same and for spreadsheets, summaries and badges."""

    @pytest.mark.parametrize(
        ("shape", "beginning"),
        [
            ("markdown", "## Not conformant: "),
            ("csv", "subject,kind,version,"),
            ("sarif", '{"$schema":'),
            ("github", "::error file="),
            ("gitlab", '[\n {\n  "description"'),
            ("badge", '{\n  "schemaVersion": 1'),
        ],
    )
    def test_each_format(self, run: Run, results: str, tmp_path: Path, shape: str, beginning: str) -> None:
        """It goes to a file as to standard output, and the run's findings make no exit code."""
        result = run("report", results, "--format", shape, "-o", str(tmp_path / "document"))

        assert (result.exit_code, result.stdout) == (0, "")
        assert (tmp_path / "document").read_text(encoding="utf-8").startswith(beginning)

    def test_sarif_has_the_place_in_the_manifest(self, run: Run, results: str) -> None:
        """A finding of a layer's manifest is placed where it lies, as lint does."""
        told = json.loads(run("report", results, "--format", "sarif", "--subject", "bad.json").stdout)[
            "runs"
        ][0]

        place = next(
            each["locations"][0] for each in told["results"] if each["ruleId"] == "MANIFEST-LAYER-10"
        )
        assert place["logicalLocations"] == [{"name": "bad.json", "kind": "module"}]
        assert place["physicalLocation"]["region"]["startLine"] == 3

    def test_csv_has_every_result(self, run: Run, results: str) -> None:
        """Read back, there are as many rows as results."""
        rows = list(csv.DictReader(io.StringIO(run("report", results, "--format", "csv").stdout, newline="")))

        assert len(rows) == sum('"kind": "result"' in line for line in Path(results).read_text().splitlines())

    def test_one_subject(self, run: Run, results: str) -> None:
        """What is told of one is not told of the other."""
        text = run("report", results, "--format", "csv", "--subject", "bad.json").stdout

        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        assert {row["subject"] for row in rows} == {"bad.json"}

    def test_a_subject_that_is_none(self, run: Run, results: str) -> None:
        """The names that there are are told, and nothing is written."""
        result = run("report", results, "--subject", "other")

        assert result.exit_code == 2
        assert 'no subject is named "other"; there are "good.json", "bad.json"' in result.output

    @pytest.mark.parametrize("shape", ["markdown", "csv", "sarif", "github", "gitlab", "badge"])
    def test_a_truncated_run(self, run: Run, results: str, shape: str) -> None:
        """Each format is written, and the exit code is 3."""
        path = Path(results)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))

        result = run("report", results, "--format", shape)

        assert result.exit_code == 3
        assert result.stdout != ""

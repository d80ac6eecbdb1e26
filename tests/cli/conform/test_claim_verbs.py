"""``refloader claim`` and ``refloader verify-claim``: exit codes, files, what is said."""

import json
import re
import zipfile
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from verbs import SCHEMAS, Run, checked_json, manifest

from refloader.cli.main import main

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run of a layer without a library."""
    folder = tmp_path_factory.mktemp("claimed")
    words = ["conform", "--layer", manifest(folder), "--rule", "NAMING", "--out", str(folder / "out")]
    with patch("sys.argv", ["refloader", *words]):  # what results note down of how they came about
        CliRunner().invoke(main, words, catch_exceptions=False)
    return folder / "out"


@pytest.fixture
def bundle(run: Run, results: Path, tmp_path: Path) -> Path:
    """The claim of it."""
    path = tmp_path / "claim.zip"
    assert run("claim", "-o", str(path), str(results)).exit_code == 0
    return path


class TestClaim:
    """A bundle is packed, or it is said why not."""

    def test_what_is_said(self, run: Run, results: Path, tmp_path: Path) -> None:
        """The claim in one sentence, and the digest by which the bundle can be named."""
        done = run("claim", "-o", str(tmp_path / "c.zip"), str(results))

        assert done.exit_code == 0
        assert re.match(r"refloader 0\.1\.0 with suite \S+ and catalogue ", done.stdout)
        assert f"{tmp_path}/c.zip" in done.stdout.splitlines()[-1]

    def test_the_document_keeps_to_its_schema(self, bundle: Path) -> None:
        """On a real claim."""
        with zipfile.ZipFile(bundle) as file:
            document = json.loads(file.read("claim.json"))
        schema = json.loads((SCHEMAS / "claim-1.schema.json").read_text())

        Draft202012Validator(schema).validate(document)

        assert document["subjects"][0]["name"] == "good.json"

    def test_a_folder_and_a_file_are_the_same(
        self, run: Run, results: Path, bundle: Path, tmp_path: Path
    ) -> None:
        """A folder stands for its results.ndjson."""
        run("claim", "-o", str(tmp_path / "other.zip"), str(results / "results.ndjson"))

        assert (tmp_path / "other.zip").read_bytes() == bundle.read_bytes()

    def test_it_goes_to_standard_output(self, run: Run, results: Path, bundle: Path) -> None:
        """And what is said goes to standard error."""
        done = run("claim", "-o", "-", str(results))

        assert done.stdout_bytes == bundle.read_bytes()
        assert done.stderr.startswith("refloader 0.1.0")

    def test_truncated_results(self, run: Run, results: Path, tmp_path: Path) -> None:
        """Nothing is packed, and what was there stays."""
        lines = (results / "results.ndjson").read_text().splitlines(keepends=True)
        (tmp_path / "cut.ndjson").write_text("".join(lines[:-1]))
        (tmp_path / "c.zip").write_text("before")

        done = run("claim", "-o", str(tmp_path / "c.zip"), str(tmp_path / "cut.ndjson"))

        assert done.exit_code == 3
        assert "truncated" in done.stderr
        assert (tmp_path / "c.zip").read_text() == "before"

    def test_over_its_own_results(self, run: Run, results: Path) -> None:
        """They are not to be lost."""
        path = str(results / "results.ndjson")

        done = run("claim", "-o", path, path)

        assert done.exit_code == 2
        assert "would replace" in done.stderr

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("/nowhere",), "No such file"),
            (("--attach", "LLP_LAYER_11"), "is not RULE=FILE"),
            (("--attach", "LLP_LAYER_11=/nowhere"), "there is no such file"),
            (("--attach", "NO-RULE=/etc/hostname"), "no such rule"),
        ],
    )
    def test_wrong_usage(
        self, run: Run, results: Path, tmp_path: Path, words: tuple[str, ...], says: str
    ) -> None:
        """With the reason."""
        there = () if words[0].startswith("/") else (str(results),)

        done = run("claim", "-o", str(tmp_path / "c.zip"), *words, *there)

        assert done.exit_code == 2
        assert says in done.stderr
        assert not (tmp_path / "c.zip").exists()

    def test_a_place_that_cannot_be_written(self, run: Run, results: Path) -> None:
        """The harness could not do its work."""
        assert run("claim", "-o", "/dev/null/c.zip", str(results)).exit_code == 3


class TestVerifyClaim:
    """0 the claim holds, 1 it does not, 2 no bundle, 3 a case could not be replayed."""

    def test_it_holds(self, run: Run, bundle: Path) -> None:
        """It says what was checked."""
        done = run("verify-claim", str(bundle))

        assert done.exit_code == 0
        assert "the results give every number" in done.stdout
        assert "\nthe claim holds: " in done.stdout

    def test_it_does_not(self, run: Run, bundle: Path) -> None:
        """A byte is enough."""
        data = bytearray(bundle.read_bytes())
        data[len(data) // 3] ^= 1
        bundle.write_bytes(data)

        done = run("verify-claim", str(bundle), "--rerun", "1")

        assert done.exit_code == 1
        assert "wrong: " in done.stdout
        assert "nothing was replayed" in done.stdout
        assert done.stdout.endswith("\nthe claim does not hold\n")

    def test_json_keeps_to_its_schema(self, run: Run, bundle: Path) -> None:
        """With cases that are replayed."""
        done = run("verify-claim", str(bundle), "--rerun", "2", "--seed", "3", "--format", "json")

        document = checked_json(done, "verify-claim-1")

        assert (done.exit_code, document["exit_code"]) == (0, 0)
        assert document["rerun"]["seed"] == 3
        assert [each["outcome"] for each in document["rerun"]["cases"]] == ["same", "same"]

    def test_json_of_what_is_damaged(self, run: Run, bundle: Path) -> None:
        """It has no claim to show."""
        bundle.write_bytes(bundle.read_bytes()[:-1])

        document = checked_json(run("verify-claim", str(bundle), "--format", "json"), "verify-claim-1")

        assert (document["exit_code"], document["claim"]) == (1, None)

    def test_a_seed_is_told(self, run: Run, bundle: Path) -> None:
        """So that the same cases can be drawn once more."""
        first = run("verify-claim", str(bundle), "--rerun", "1", "--format", "json")
        seed = json.loads(first.stdout)["rerun"]["seed"]

        again = run("verify-claim", str(bundle), "--rerun", "1", "--seed", str(seed), "--format", "json")

        assert json.loads(again.stdout)["rerun"] == json.loads(first.stdout)["rerun"]

    def test_a_subject_that_is_not_here(self, run: Run, bundle: Path, results: Path) -> None:
        """Its cases could not be replayed, which is neither right nor wrong."""
        done = run("verify-claim", str(bundle), "--rerun", "1", "--subject", "good.json=/etc/hostname")

        assert done.exit_code == 3
        assert "could not be replayed" in done.stdout

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (("--seed", "1"), "are for --rerun"),
            (("--subject", "good.json=/x"), "are for --rerun"),
            (("--rerun", "1", "--subject", "other=/x"), "no subject other"),
            (("--rerun", "1", "--subject", "good.json"), "is not NAME=PATH"),
            (("--rerun", "0"), "0"),
        ],
    )
    def test_wrong_usage(self, run: Run, bundle: Path, words: tuple[str, ...], says: str) -> None:
        """With the reason."""
        done = run("verify-claim", str(bundle), *words)

        assert done.exit_code == 2
        assert says in done.stderr

    @pytest.mark.parametrize("what", ["missing", "folder", "text", "zip"])
    def test_what_is_no_bundle(self, run: Run, tmp_path: Path, what: str) -> None:
        """It is wrong usage."""
        path = tmp_path / what
        if what == "folder":
            path.mkdir()
        elif what == "text":
            path.write_text("hello")
        elif what == "zip":
            with zipfile.ZipFile(path, "w") as file:
                file.writestr("a", "b")

        done = run("verify-claim", str(path))

        assert done.exit_code == 2
        assert str(path) in done.stderr

"""``refloader conform``: subjects from the command line, files, exit codes."""

import json
from pathlib import Path

import pytest
from verbs import Run, checked_json, manifest

from refloader.rules.suites import newest
from refloader.suite.conform import locked

pytestmark = pytest.mark.slow

FILES = ["junit.xml", "report.html", "results.ndjson", "summary.txt"]


class TestFiles:
    """A run leaves its results and the documents made from them in a folder."""

    def test_four_files_are_written(self, run: Run, tmp_path: Path) -> None:
        """The folder is made, and the text tells where the files are."""
        out = tmp_path / "deep" / "er"

        result = run("conform", "--loader", "reference", "--rule", "META-04", "-n", "0", "--out", str(out))

        assert result.exit_code == 0
        assert sorted(path.name for path in out.iterdir()) == FILES
        assert f"results: {out}/results.ndjson" in result.stdout

    def test_the_default_folder_is_in_the_working_folder(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A whole run and a replay of one case do not overwrite each other."""
        monkeypatch.chdir(tmp_path)
        layer = manifest(tmp_path)

        run("conform", "--layer", layer)
        run("conform", "--layer", layer, "--rule", "NAMING-LAYER-01", "--case", "static")

        assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == [
            "refloader-replay",
            "refloader-results",
        ]

    def test_json_is_the_whole_run(self, run: Run, tmp_path: Path) -> None:
        """With --format json one document has header, counts and results."""
        words = ("conform", "--loader", "reference", "--edition", "2022", "--rule", "META-04", "-n", "0")

        document = checked_json(run(*words, "--format", "json", "--out", str(tmp_path)), "run-1")

        assert document["counts_by_subject"]["reference-2022"]["pass"] == len(document["results"])
        assert document["exit_code"] == 0


class TestFinding:
    """Without a subject conform takes what it finds."""

    def test_the_reference_on_request(self, run: Run, tmp_path: Path) -> None:
        """With --self the reference is judged in every edition, before what else the machine has."""
        run("conform", "--self", "--rule", "META-04", "-n", "0", "--out", str(tmp_path))

        header = json.loads((tmp_path / "results.ndjson").read_text().splitlines()[0])
        assert [each["name"] for each in header["subjects"]][:4] == [
            "reference-2016",
            "reference-2018",
            "reference-2022",
            "reference-2026",
        ]

    def test_a_folder_is_all_its_manifests(self, run: Run, tmp_path: Path) -> None:
        """Each manifest in a folder is a subject."""
        manifest(tmp_path / "layers", "a.json")
        manifest(tmp_path / "layers", "b.json")

        result = run(
            "conform", "--layer", str(tmp_path / "layers"), "--out", str(tmp_path), "--format", "json"
        )

        assert [subject["name"] for subject in json.loads(result.stdout)["subjects"]] == ["a.json", "b.json"]

    def test_equal_names_are_told_apart(self, run: Run, tmp_path: Path) -> None:
        """Two manifests of one file name are called by their paths."""
        paths = [manifest(tmp_path / name) for name in ("a", "b")]

        words = ("--layer", paths[0], "--layer", paths[1], "--out", str(tmp_path), "--format", "json")
        result = run("conform", *words)

        assert [subject["name"] for subject in json.loads(result.stdout)["subjects"]] == paths


class TestExitCodes:
    """0 conformant, 1 findings, 2 wrong usage, 3 the harness could not run."""

    def test_a_broken_manifest_is_a_finding(self, run: Run, tmp_path: Path) -> None:
        """A layer without a required field fails."""
        result = run(
            "conform", "--layer", manifest(tmp_path, drop="api_version"), "--out", str(tmp_path / "o")
        )

        assert result.exit_code == 1
        assert "MANIFEST-LAYER-10" in result.stdout

    @pytest.mark.parametrize(
        "words",
        [
            ("--loader", "/nowhere/libvulkan.so.1"),
            ("--loader", "libnowhere.so.77"),
            ("--layer", "/nowhere/layer.json"),
            ("--driver", "/nowhere/driver.json"),
            ("--driver", "/dev/zero"),
            ("--driver", "/proc/self"),
            ("--rule", "LLP_NOPE"),
            ("--rule", "AMB-XDG-EMPTY"),
            ("--shard", "3/2"),
            ("--edition", "2017"),
            ("--loader", "/dev/zero"),
            ("--loader", "/tmp"),
            ("--loader", "reference", "--case", "no/such", "-n", "0"),
            ("--loader", "reference", "--rule", "META-04/no/such", "-n", "0"),
            ("--loader", "reference", "--case", ""),
            ("--loader", "reference", "--suite", "2031.1"),
            ("--loader", "reference", "--suite", "2026.1", "--scenario", "fixtures/scenarios/regressions"),
        ],
        ids=lambda words: " ".join(words),
    )
    def test_what_cannot_be_meant_is_wrong_usage(
        self, run: Run, tmp_path: Path, words: tuple[str, ...]
    ) -> None:
        """Missing files, unknown rules and selections of nothing are told in one sentence."""
        result = run("conform", *words, "--out", str(tmp_path))

        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1].startswith("Error: ")

    def test_a_driver_without_its_library_is_a_finding(self, run: Run, tmp_path: Path) -> None:
        """Nobody can use it, and that it was only read is told."""
        path = tmp_path / "icd.d" / "driver.json"
        path.parent.mkdir()
        body = {"library_path": "./libgone.so", "api_version": "1.3.0"}
        path.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": body}))

        result = run(
            "conform", "--driver", str(path.parent), "--case", "static", "--out", str(tmp_path / "o")
        )

        assert result.exit_code == 1
        assert "LDP_DRIVER_11" in result.stdout
        assert (
            "driver.json is read and not run: its library cannot be loaded: it is not found" in result.stdout
        )

    def test_a_manifest_is_a_layer_or_a_driver(self, run: Run, tmp_path: Path) -> None:
        """One file cannot be judged as both in one run."""
        path = manifest(tmp_path)

        result = run("conform", "--layer", path, "--driver", path, "--out", str(tmp_path))

        assert result.exit_code == 2

    def test_a_loader_that_is_no_library_is_wrong_usage(self, run: Run, tmp_path: Path) -> None:
        """A text in the place of a loader is told before anything is run."""
        result = run("conform", "--loader", manifest(tmp_path), "--out", str(tmp_path / "o"))

        assert result.exit_code == 2
        assert "is the manifest of a layer: refloader conform --layer " in result.stderr

    @pytest.mark.parametrize("where", ["good.json", "good.json/below", "\0"])
    def test_a_folder_that_cannot_be_made(self, run: Run, tmp_path: Path, where: str) -> None:
        """A file in the way of the results, and a path that cannot be, are wrong usage."""
        result = run("conform", "--layer", manifest(tmp_path), "--out", str(tmp_path / where))

        assert result.exit_code == 2
        assert result.stderr.splitlines()[-1].startswith("Error: --out: nothing can be written to ")

    def test_a_folder_in_use(self, run: Run, tmp_path: Path) -> None:
        """While another run writes into the folder this one does not begin."""
        with locked(str(tmp_path)):
            result = run("conform", "--layer", manifest(tmp_path), "--out", str(tmp_path))

        assert result.exit_code == 3
        assert result.stderr == f"refloader: {tmp_path} is in use by another run\n"


class TestWhatIsNotJudged:
    """A rule that nothing judges is answered with the reason, and is no mistake of the user."""

    @pytest.mark.whole(keep=1)
    @pytest.mark.parametrize(
        ("rule_id", "reason"),
        [
            ("ABI-02", "tests outside of the suite check it, and none of its cases fits these subjects"),
            ("LDP_DRIVER_1", "it binds a driver, and none was named with --driver"),
            ("ACT-APP-02", "it holds in 2026, and the run is of 2018"),
        ],
    )
    def test_the_reason_is_told(self, run: Run, tmp_path: Path, rule_id: str, reason: str) -> None:
        """The line names the rule and says why; the run judged too little to be conformant."""
        words = ("--loader", "reference", "--edition", "2018", "--rule", rule_id, "-n", "0")

        result = run("conform", *words, "--out", str(tmp_path))

        assert result.exit_code == 3
        assert f"nothing judges {rule_id} on these subjects yet: {reason}" in result.stdout

    @pytest.mark.whole
    def test_json_has_it_too(self, run: Run, tmp_path: Path) -> None:
        """The document lists the rules without a result; those with one are not among them."""
        words = ("--loader", "reference", "--rule", "LDP_DRIVER_1", "--rule", "META-", "-n", "0")

        document = checked_json(run("conform", *words, "--format", "json", "--out", str(tmp_path)), "run-1")

        assert [each["rule"] for each in document["unjudged"]] == ["LDP_DRIVER_1"]
        assert "META-04" in {each["rule"] for each in document["results"]}

    def test_mostly_skipped_is_told_first(self, run: Run, tmp_path: Path) -> None:
        """A loader of whose cases only a few were judged is named in the first line."""
        words = ("--loader", "reference-2026", "--case", "calls/a_driver_that_fails_is_left_out", "-n", "0")

        result = run("conform", *words, "--out", str(tmp_path))

        assert result.stdout.splitlines()[0] == (
            "reference-2026: judged 0 of 1 cases; most often skipped because: "
            "the core opens no library and calls nobody"
        )


class TestEdition:
    """Each subject says by which edition it was judged, and why."""

    def test_the_header_tells(self, run: Run, tmp_path: Path) -> None:
        """The edition that was asked for stands at each subject."""
        words = ("--loader", "reference", "--edition", "2022", "--rule", "META-04", "-n", "0")

        document = checked_json(run("conform", *words, "--format", "json", "--out", str(tmp_path)), "run-1")

        [subject] = document["subjects"]
        assert (subject["edition"], subject["edition_reason"]) == ("2022", "--edition")


class TestSuite:
    """A version of the suite is asked for by name, and every document says which one judged."""

    def test_only_its_cases(self, run: Run, tmp_path: Path) -> None:
        """Cases that the version does not have are not run; those that it has are the same as without it."""
        words = ("--loader", "reference-2026", "--rule", "META-04", "-n", "0", "--format", "json")
        whole = checked_json(run("conform", *words, "--out", str(tmp_path / "a")), "run-1")

        found = checked_json(
            run("conform", *words, "--suite", "2026.1", "--out", str(tmp_path / "b")), "run-1"
        )

        assert found["suite"] == whole["suite"] == newest().name
        assert {each["case"] for each in found["results"]} == {each["case"] for each in whole["results"]}
        assert f"suite {newest().name}, rules" in (tmp_path / "b" / "summary.txt").read_text()

    def test_what_may_be_said(self, run: Run, tmp_path: Path) -> None:
        """A run of a few rules is not enough for the statement, and names what it left out."""
        words = ("--layer", manifest(tmp_path), "--case", "static")

        found = checked_json(run("conform", *words, "--out", str(tmp_path), "--format", "json"), "run-1")

        (standing,) = found["standard"]
        assert standing["state"] in ("unknown", "broken")
        assert standing["missing"]["left out of the run"] > 400
        assert "left out of the run" in (tmp_path / "summary.txt").read_text() or standing["broken"]

"""``refloader report`` on the results of several runs."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from replaced import replace
from verbs import Run, checked_json, manifest

from refloader.cli.main import main
from refloader.results.results_file import Header, Result, Subject, Verdict, Writer, read

pytestmark = pytest.mark.slow

LAYER = Subject("layer", "a.json", "/etc/a.json", "1.3.0", "ab" * 32, "2026")
FAIL = Result("LLP_LAYER_9", "a.json", "c", Verdict.FAIL, "it is in the chain", replay="refloader conform")
PASS = replace(FAIL, verdict=Verdict.PASS, reason="")

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write results under a name, with members of the header; gives the path."""

    def written(name: str, *results: Result, finished: bool = True, **members: object) -> str:
        plain = Header(
            "0.1.0", "cat", (LAYER,), {"system": "Linux"}, "2026-03-01T10:00:00+00:00", "all", "go"
        )
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        writer = Writer(str(path), replace(plain, **members))  # type: ignore[arg-type]
        for each in results:
            writer.write(each)
        writer.finish() if finished else writer.close()
        return str(path)

    return written


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The folders of both parts of a run on two layers; the whole of it lies beside them."""
    folder = tmp_path_factory.mktemp("parts")
    layers = [manifest(folder, f"{each}.json", layer_name=f"VK_LAYER_TEST_{each}") for each in "ab"]
    words = ["conform", "-n", "0", *(word for each in layers for word in ("--layer", each))]
    for name, part in (("whole", "1/1"), ("1", "1/2"), ("2", "2/2")):
        CliRunner().invoke(main, [*words, "--shard", part, "--out", str(folder / name)])
    return [str(folder / number) for number in "12"]


class TestParts:
    """What --shard dealt out is put together again."""

    def test_all_parts_are_the_run(self, run: Run, parts: list[str], tmp_path: Path) -> None:
        """Every result of the whole run, with the same verdict, and nothing else."""
        done = run("report", *parts, "--format", "ndjson", "-o", str(tmp_path / "all.ndjson"))

        merged, whole = read(str(tmp_path / "all.ndjson")), read(f"{parts[0]}/../whole/results.ndjson")
        found, asked = (
            sorted((each.subject, each.rule, each.case, each.verdict, each.reason) for each in one.results)
            for one in (merged, whole)
        )
        assert done.exit_code == 0
        assert (found, merged.exit_code) == (asked, whole.exit_code)

    def test_a_missing_part_is_told(self, run: Run, parts: list[str]) -> None:
        """In the document, on standard error and by the exit code."""
        done = run("report", parts[0], "--format", "json")

        document = checked_json(done, "run-1")
        assert (document["problems"], document["exit_code"]) == (["part 2 of 2 is missing"], 3)
        assert "problem: part 2 of 2 is missing" in done.stderr
        assert done.exit_code == 3

    @pytest.mark.parametrize("shape", ["json", "gitlab"])
    def test_a_part_that_is_shown_alone(self, run: Run, parts: list[str], tmp_path: Path, shape: str) -> None:
        """In its own job nobody wants to hear of the others, and of a part that was cut all the same."""
        cut = tmp_path / "cut.ndjson"
        cut.write_bytes(
            b"".join(Path(parts[0], "results.ndjson").read_bytes().splitlines(keepends=True)[:-1])
        )

        done = run("report", "--part", parts[0], "--format", shape)
        damaged = run("report", "--part", str(cut), "--format", shape)

        assert (done.exit_code, "part 2 of 2 is missing" in done.output) == (0, False)
        assert (damaged.exit_code, "truncated" in damaged.stderr) == (3, True)

    def test_an_expectation_that_no_part_has_a_case_for(self, run: Run, tmp_path: Path) -> None:
        """A part cannot know; all parts together do, and the entry counts as it does in a run of one part."""
        known = tmp_path / "known.toml"
        entry = '[[expected]]\nrule = "LLP_LAYER_6"\ncase = "gone"\nverdict = "fail"\nreason = "x"\n'
        known.write_text(
            f'schema = "refloader.expectations/1"\n[subject]\nfile = "a.json"\nkind = "layer"\n{entry}'
        )
        words = ("conform", "-n", "0", "--layer", manifest(tmp_path, "a.json"), "--expect", str(known))
        for number in "12":
            run(*words, "--shard", f"{number}/2", "--out", str(tmp_path / number))

        done = run("report", str(tmp_path / "1"), str(tmp_path / "2"), "--format", "json")

        assert read(f"{tmp_path}/1/results.ndjson").stale == ()
        assert [each["case"] for each in json.loads(done.stdout)["stale"]] == ["gone"]

    def test_a_part_says_what_it_is(self, parts: list[str]) -> None:
        """Conform itself ends as the part does."""
        header = read(f"{parts[1]}/results.ndjson").header

        assert header.shard == (2, 2)
        assert "this is part 2 of 2 of a run: the other cases are in the other parts" in header.notes


class TestMachines:
    """Runs of several machines stand side by side."""

    def test_conform_names_its_machine(self, run: Run, tmp_path: Path) -> None:
        """The name is in the header."""
        run("conform", "--layer", manifest(tmp_path), "--environment", "lab 3", "--out", str(tmp_path))

        assert read(str(tmp_path / "results.ndjson")).header.environment == "lab 3"

    def test_a_name_without_characters(self, run: Run, tmp_path: Path) -> None:
        """It is wrong usage."""
        done = run("conform", "--layer", manifest(tmp_path), "--environment", " ", "--out", str(tmp_path))

        assert done.exit_code == 2

    def test_a_file_can_be_named_here(self, run: Run, write: Write) -> None:
        """It need not be among the others."""
        one, other = write("1.ndjson", FAIL), write("2.ndjson", PASS)

        done = run("report", "--environment", f"x86={one}", "--environment", f"arm={other}")

        assert done.exit_code == 0
        assert "layer a.json [arm] 1.3.0\n  on      arm" in done.stdout
        assert "layer a.json [x86] 1.3.0\n  on      x86" in done.stdout

    @pytest.mark.parametrize("text", ["x86", "=x.ndjson", "x86=", " =x"])
    def test_a_name_needs_a_file(self, run: Run, text: str) -> None:
        """And a file a name."""
        done = run("report", "--environment", text)

        assert (done.exit_code, "is not NAME=FILE" in done.stderr) == (2, True)

    @pytest.mark.parametrize("shape", ["html", "junit", "json", "csv", "markdown", "text", "sarif"])
    def test_documents_name_the_machines(self, run: Run, write: Write, shape: str) -> None:
        """In each format."""
        one, other = write("1.ndjson", FAIL, environment="x86"), write("2.ndjson", FAIL, environment="arm")

        done = run("report", one, other, "--format", shape)

        assert "x86" in done.stdout
        assert "arm" in done.stdout


class TestRetries:
    """A later run of a case can be declared to count."""

    def test_the_same_case_twice(self, run: Run, write: Write) -> None:
        """It is wrong usage, told with both files and lines."""
        one, other = (
            write("1.ndjson", PASS, replace(FAIL, case="x")),
            write("2.ndjson", replace(FAIL, case="x")),
        )

        done = run("report", one, other)

        assert done.exit_code == 2
        assert "1 case is there twice" in done.stderr
        assert f"LLP_LAYER_9  x  on a.json: {one} line 3 and {other} line 2" in done.stderr

    @pytest.mark.parametrize("marked", [True, False], ids=["by conform", "by report"])
    def test_a_retry_counts(self, run: Run, write: Write, marked: bool) -> None:
        """And what came before is told."""
        one, other = write("1.ndjson", FAIL), write("2.ndjson", PASS, retry=marked)

        done = run("report", one, *([other] if marked else ["--retry", other]))

        assert done.exit_code == 0
        assert "retried on a.json: the last verdict counts" in done.stdout
        assert "c (LLP_LAYER_9): fail, then pass" in done.stdout

    def test_conform_marks_a_retry(self, run: Run, tmp_path: Path) -> None:
        """In the header."""
        run("conform", "--layer", manifest(tmp_path), "--retry", "--out", str(tmp_path))

        assert read(str(tmp_path / "results.ndjson")).header.retry

    def test_junit_has_it(self, run: Run, write: Write) -> None:
        """A test that passed at last says so."""
        done = run("report", write("1.ndjson", FAIL), "--retry", write("2.ndjson", PASS), "--format", "junit")

        assert "<system-out>retried: fail, then pass</system-out>" in done.stdout


class TestFiles:
    """What is read and what is written."""

    def test_a_file_that_is_given_twice(self, run: Run, write: Write, tmp_path: Path) -> None:
        """It is taken once, also by its folder or by a link."""
        path = write("results.ndjson", FAIL)
        (tmp_path / "link").symlink_to(path)

        assert run("report", path, str(tmp_path), str(tmp_path / "link")).exit_code == 0

    def test_a_folder_of_parts(self, run: Run, write: Write, tmp_path: Path) -> None:
        """All its files are merged, those that are compressed, too."""
        write("parts/1.ndjson", PASS, shard=(1, 2))
        write("parts/2.ndjson", replace(PASS, case="d"), shard=(2, 2))

        done = run("report", str(tmp_path / "parts"), "--format", "json")

        assert [each["case"] for each in json.loads(done.stdout)["results"]] == ["c", "d"]
        assert done.exit_code == 0

    def test_a_file_of_two_machines(self, run: Run, write: Write) -> None:
        """One of the names would be lost."""
        one = write("1.ndjson", PASS)

        done = run("report", "--environment", f"x={one}", "--environment", f"y={one}")

        assert (done.exit_code, "is called x and y" in done.stderr) == (2, True)

    def test_results_are_not_replaced_by_their_document(self, run: Run, write: Write) -> None:
        """The runs would be lost."""
        one, other = write("1.ndjson", PASS), write("2.ndjson", replace(PASS, case="d"))
        before = Path(one).read_bytes()

        done = run("report", one, other, "--format", "ndjson", "-o", one)

        assert done.exit_code == 2
        assert "would replace results that are read" in done.stderr
        assert Path(one).read_bytes() == before

    def test_the_merged_file_keeps_to_the_schema(self, run: Run, write: Write, tmp_path: Path) -> None:
        """Every line of it, with all that a merge adds."""
        one = write("1.ndjson", FAIL, shard=(1, 2), environment="x86")
        other, retry = write("2.ndjson", FAIL, environment="arm"), write("3.ndjson", PASS, environment="arm")
        schema = json.loads((Path(__file__).parents[3] / "reports/schema/results-1.schema.json").read_text())

        done = run("report", one, other, "--retry", retry, "--format", "ndjson")

        rows = [json.loads(line) for line in done.stdout.splitlines()]
        for row in rows:
            Draft202012Validator(schema).validate(row)
        assert [each["environment"] for each in rows[0]["runs"]] == ["arm", "x86", "arm"]

    @pytest.mark.parametrize(("last", "code"), [(FAIL, 1), (PASS, 0)], ids=["fails", "passes"])
    def test_the_merge_as_a_gate(self, run: Run, write: Write, last: Result, code: int) -> None:
        """With --exit-code the command ends as one run of all would have."""
        one, other = write("1.ndjson", replace(PASS, case="d")), write("2.ndjson", last)

        assert run("report", one, other, "--exit-code").exit_code == code
        assert run("report", one, other).exit_code == 0

    def test_nothing_at_all(self, run: Run) -> None:
        """There is nothing to make a document of."""
        assert run("report").exit_code == 2

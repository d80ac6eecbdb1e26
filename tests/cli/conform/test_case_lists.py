"""Lists of cases as deqp-runner has them, and when a run of ``conform`` ends."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from verbs import Run, checked_json

from refloader.cli.options import case_lists

pytestmark = pytest.mark.slow(daily=True)

CASES = '''
import pytest

from refloader.results.results_file import Verdict
from refloader.suite.subjects.ended import EndedError

pytestmark = pytest.mark.rule("ACT-APP-01", "LLP_LOADER_3")

def test_holds(subject):
    """It holds."""

def test_fails(subject):
    """It holds."""
    assert subject.edition == "never"

@pytest.mark.parametrize("letter", ["a", "b, c"])
def test_varies(subject, letter):
    """It holds for each letter."""
    assert letter == "never"

def test_warns(subject):
    """It holds."""
    subject.warning = "it is not what others do."
'''


@pytest.fixture(autouse=True)
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite of a few cases in the place of the real one."""
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "conftest.py").write_text("from policy_tests.conftest import *\n")
    (folder / "test_topic.py").write_text(CASES)
    monkeypatch.setattr("refloader.suite.conform.suite_folder", lambda: str(folder))


Conform = Callable[..., tuple[int, str]]


@pytest.fixture
def conform(run: Run, tmp_path: Path) -> Conform:
    """Judges the core of 2026 and gives the exit code and the text."""

    def call(*words: str) -> tuple[int, str]:
        fixed = ("conform", "--loader", "reference-2026", "-n", "0", "--out", str(tmp_path / "out"))
        done = run(*fixed, *words)
        return done.exit_code, done.stdout

    return call


@pytest.fixture
def report(run: Run, tmp_path: Path) -> Callable[[str], str]:
    """The document of a format on the last run."""
    return lambda shape: run("report", str(tmp_path / "out"), "--format", shape).stdout


Report = Callable[[str], str]

EVERY = ["topic/holds", "topic/fails", "topic/varies[a]", "topic/varies[b, c]", "topic/warns"]


class TestList:
    """The cases that a run would judge."""

    def test_names(self, conform: Conform, tmp_path: Path) -> None:
        """One a line, as the results have them; nothing is run or written."""
        code, text = conform("--list")

        assert (code, text.splitlines()) == (0, EVERY)
        assert not (tmp_path / "out").exists()

    def test_pytest_is_installed_first(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """A new installation has none, and a list takes no native parts."""
        steps: list[object] = []
        monkeypatch.setattr(case_lists, "needed", lambda verb, *, native: steps.append((verb, native)))

        run("conform", "--list", "--loader", "reference-2018", "--case", "holds")

        assert steps == [("conform --list", False)]

    @pytest.mark.parametrize("words", [("--case", "topic/fials"), ("--rule", "LLP_LOADER_3/fials")])
    def test_no_case_fits(self, run: Run, words: tuple[str, ...]) -> None:
        """A mistyped name is wrong usage, as in a run: an empty list would be taken for an answer."""
        done = run("conform", "--loader", "reference-2026", "--list", *words)

        assert done.exit_code == 2
        assert "no case fits" in done.stderr

    def test_what_it_prints_is_what_caselist_takes(
        self, conform: Conform, report: Report, tmp_path: Path
    ) -> None:
        """A list of some of its lines runs these cases and no others, also with spaces and commas in them."""
        (tmp_path / "cases.txt").write_text("".join(f"{each}\n" for each in EVERY[2:]))

        assert conform("--list", "--caselist", str(tmp_path / "cases.txt"))[1].splitlines() == EVERY[2:]
        conform("--caselist", str(tmp_path / "cases.txt"))

        assert {each["case"] for each in json.loads(report("json"))["results"]} == set(EVERY[2:])

    def test_several_subjects(self, run: Run, tmp_path: Path) -> None:
        """Each line begins with its subject, and only that one's case is run."""
        both = ("conform", "--loader", "reference-2022", "--loader", "reference-2026", "--out", str(tmp_path))

        every = run(*both, "--list").stdout.splitlines()
        run(*both, "-n", "0", "--case", "reference-2026:topic/warns")

        found = json.loads(run("report", str(tmp_path), "--format", "json").stdout)["results"]
        assert sorted(every) == sorted(
            f"reference-{year}:{case}" for year in ("2022", "2026") for case in EVERY
        )
        assert {(each["subject"], each["case"]) for each in found} == {("reference-2026", "topic/warns")}

    def test_json(self, run: Run) -> None:
        """Subject, case and rules of each."""
        done = run(
            "conform", "--loader", "reference-2026", "--list", "--format", "json", "--case", "topic/fails"
        )

        [only] = checked_json(done, "cases-1")["cases"]
        assert only == {
            "name": "topic/fails",
            "subject": "reference-2026",
            "case": "topic/fails",
            "rules": ["ACT-APP-01", "LLP_LOADER_3"],
        }

    def test_what_a_list_leaves_out(self, conform: Conform, tmp_path: Path) -> None:
        """It would not be judged, so it is not listed."""
        (tmp_path / "skips.txt").write_text("# slow\ntopic/(varies|warns)\n")

        assert conform("--list", "--skips", str(tmp_path / "skips.txt"))[1].splitlines() == EVERY[:2]


class TestRoundTrip:
    """What report writes of a run, conform reads; the next run gives the same bytes."""

    SHAPES = ("deqp-fails", "deqp-flakes", "deqp-skips")

    def test_it_is_byte_identical(self, conform: Conform, report: Report, tmp_path: Path) -> None:
        """Nothing is new then, and nothing is lost."""
        first = tmp_path / "first-flakes.txt"
        first.write_text("^topic/varies\\[b, c\\]$\n")
        skipped = tmp_path / "first-skips.txt"
        skipped.write_text("topic/warns\n")
        conform("--flakes", str(first), "--skips", str(skipped))
        before = {shape: report(shape) for shape in self.SHAPES}
        for shape, text in before.items():
            (tmp_path / shape).write_text(text)

        lists = [f"--{shape.removeprefix('deqp-')}={tmp_path / shape}" for shape in self.SHAPES]
        code, _ = conform(*lists)

        assert {shape: report(shape) for shape in self.SHAPES} == before
        assert before == {
            "deqp-fails": "topic/fails,Fail\ntopic/varies[a],Fail\n",
            "deqp-flakes": "^topic/varies\\[b, c\\]$\n",
            "deqp-skips": "^topic/warns$\n",
        }
        assert (code, report("deqp-failures")) == (0, "")
        assert [line.rsplit(",", 1)[0] for line in report("deqp").splitlines()] == [
            "topic/fails,ExpectedFail",
            "topic/holds,Pass",
            "topic/varies[a],ExpectedFail",
            '"topic/varies[b, c]",Flake',
            "topic/warns,Skip",
        ]

    def test_another_status_is_new(self, conform: Conform, report: Report, tmp_path: Path) -> None:
        """A case that is listed to crash and fails, one that passes, and one that is not listed."""
        (tmp_path / "fails.txt").write_text(
            '# mine\n\ntopic/fails,Crash\ntopic/holds,Fail\n"topic/varies[b, c]",Fail\n'
        )

        code, text = conform("--fails", str(tmp_path / "fails.txt"))

        assert code == 1
        assert "expects fail, and it came out pass" in text
        assert report("deqp-failures").splitlines() == [
            "topic/fails,Fail",
            "topic/holds,UnexpectedImprovement(Pass)",
            "topic/varies[a],Fail",
        ]

    def test_what_is_left_out_is_not_green(self, conform: Conform, tmp_path: Path) -> None:
        """If nearly nothing is left, the run judged too little, and says which option did that."""
        (tmp_path / "skips.txt").write_text("topic/[fvw]\n")

        code, text = conform("--skips", str(tmp_path / "skips.txt"))

        assert code == 3
        assert "8 not run: --skips names a list that leaves them out" in text

    @pytest.mark.parametrize(
        ("option", "content", "problem"),
        [
            ("--fails", "a/b", "1: not the name of a case, a comma and a status"),
            ("--fails", "# x\na/b,Missing\n", '2: "Missing" is none of Fail, Crash, Timeout, Warn'),
            ("--flakes", "a/b[\n", "1: no regular expression"),
            ("--skips", "ok\n(\n", "2: no regular expression"),
            ("--skips", None, "missing"),
        ],
    )
    def test_lists_that_cannot_be_used(
        self, run: Run, tmp_path: Path, option: str, content: str | None, problem: str
    ) -> None:
        """Wrong usage, with the line."""
        if content is not None:
            (tmp_path / "list.txt").write_text(content)

        done = run("conform", "--loader", "reference-2026", option, str(tmp_path / "list.txt"))

        assert done.exit_code == 2
        assert problem in done.stderr


def test_a_claim_cannot_hold_a_list(conform: Conform, run: Run, tmp_path: Path) -> None:
    """It says so, and what can be claimed instead."""
    (tmp_path / "fails.txt").write_text("topic/fails,Fail\n")
    conform("--fails", str(tmp_path / "fails.txt"))

    done = run("claim", str(tmp_path / "out"), "-o", str(tmp_path / "claim.zip"))

    assert done.exit_code == 3
    assert "fails.txt, which a claim cannot hold: run conform without --fails and --flakes" in done.stderr


class TestStop:
    """A run that ends before its last case says so, and keeps what it found."""

    def test_a_number_of_failures(self, conform: Conform, report: Report) -> None:
        """The results are whole as far as they go; the exit code is that of the findings."""
        code, text = conform("--max-fail", "2")

        found = json.loads(report("json"))
        cases = list(dict.fromkeys(each["case"] for each in found["results"]))
        assert code == 1
        assert cases == EVERY[:3]
        assert found["too_little"] == ["stopped by --max-fail 2: 2 cases left"]
        assert not found["truncated"]
        assert "judged too little: stopped by --max-fail 2: 2 cases left" in text

    def test_known_failures_do_not_count(self, conform: Conform, report: Report, tmp_path: Path) -> None:
        """Only new ones do."""
        (tmp_path / "fails.txt").write_text("topic/fails,Fail\ntopic/varies[a],Fail\n")

        conform("--max-fail", "1", "--fails", str(tmp_path / "fails.txt"))

        assert json.loads(report("json"))["too_little"] == ["stopped by --max-fail 1: 1 case left"]

    def test_a_crash(self, conform: Conform, report: Report, tmp_path: Path) -> None:
        """The first one; failures do not stop the run."""
        module = tmp_path / "suite/test_topic.py"
        crash = '    raise EndedError(Verdict.CRASH, "it crashed")'
        module.write_text(CASES.replace('    assert letter == "never"', crash))

        code, _ = conform("--stop-on", "crash")

        assert code == 1
        assert json.loads(report("json"))["too_little"] == ["stopped by --stop-on crash: 2 cases left"]

    def test_at_the_last_case(self, conform: Conform, report: Report) -> None:
        """Nothing is left, so nothing was stopped."""
        conform("--max-fail", "3", "--case", "topic/fails", "--case", "topic/varies")

        assert json.loads(report("json"))["too_little"] == []


class TestRerun:
    """``--rerun failed`` runs what failed, and leaves the earlier results as they are."""

    def test_what_failed(self, conform: Conform, run: Run, tmp_path: Path) -> None:
        """The new results count in a report on both folders."""
        conform()
        module = tmp_path / "suite/test_topic.py"
        module.write_text(CASES.replace('assert letter == "never"', "pass"))

        code, _ = conform("--rerun", "failed")

        again = json.loads(run("report", str(tmp_path / "out/rerun"), "--format", "json").stdout)
        assert {each["case"] for each in again["results"]} == set(EVERY[1:4])
        assert code == 1
        both = run("report", str(tmp_path / "out"), str(tmp_path / "out/rerun"), "--format", "deqp").stdout
        assert [line.rsplit(",", 2)[-2] for line in both.splitlines()] == [
            "Fail",
            "Pass",
            "Pass",
            "Pass",
            "Warn",
        ]

    def test_nothing_failed(self, conform: Conform) -> None:
        """There is nothing to run, and that is no failure."""
        conform("--case", "topic/holds")

        code, text = conform("--rerun", "failed")

        assert (code, text.startswith("no case failed in ")) == (0, True)


class TestStrict:
    """With ``--strict`` a warning that no file lists counts."""

    def test_a_warning(self, conform: Conform) -> None:
        """It is exit code 1, with the reason on the screen and in JSON."""
        code, text = conform("--strict", "--case", "topic/warns")

        assert code == 1
        assert "by --strict, warnings count: 1 warning of 1 case" in text
        found = json.loads(conform("--strict", "--case", "topic/warns", "--format", "json")[1])
        assert (found["exit_code"], found["strict"]) == (
            1,
            "by --strict, warnings count: 1 warning of 1 case",
        )

    def test_none(self, conform: Conform) -> None:
        """Otherwise it changes nothing."""
        assert conform("--strict", "--case", "topic/holds")[0] == 0
        assert conform("--case", "topic/warns")[0] == 0


class TestLinesOfStrangers:
    """What is in a list is a mistake of the list at worst."""

    def test_long_line(self, conform: Conform, tmp_path: Path) -> None:
        """Python reads no field of more than 128 KiB; that was a fault of refloader."""
        known = tmp_path / "known.txt"
        known.write_text(f"{'a' * 140_000},Fail\n")

        code, text = conform("--fails", str(known))

        assert code == 2, text

    def test_expression_with_two_meanings(
        self, conform: Conform, tmp_path: Path, recwarn: pytest.WarningsRecorder
    ) -> None:
        """Python warns of some expressions; the warning is for programmers, and named a line of refloader."""
        flakes = tmp_path / "flakes.txt"
        flakes.write_text("[[a]nothing\n")

        conform("--flakes", str(flakes), "--list")

        assert [str(each.message) for each in recwarn if each.category is FutureWarning] == []

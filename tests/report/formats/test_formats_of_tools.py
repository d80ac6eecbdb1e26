"""CSV, badges, annotations and GitLab's code quality report."""

import csv
import io
import json
from collections.abc import Callable
from typing import TypeAlias

import pytest
from issues_made import issue
from replaced import replace

from refloader.report.formats import badge, github, gitlab, junit_lint, table
from refloader.report.issues import IssueLocation
from refloader.report.narrowed import narrowed
from refloader.results.results_file import Result, Run, Stale, Subject

MakeRun: TypeAlias = Callable[..., Run]


class TestCsv:
    """A row for each result, which no spreadsheet takes for more than text."""

    def test_every_result_is_a_row(self, make_run: MakeRun, failure: Result, known: Result) -> None:
        """Reading it back gives what was written, line breaks included."""
        run = make_run(replace(failure, reason="one\ntwo, three"), known)

        rows = list(csv.DictReader(io.StringIO(table.render(run), newline="")))

        assert [tuple(row) for row in rows] == [table.COLUMNS] * 2
        assert rows[0]["reason"] == "one\ntwo, three"
        assert rows[0]["seconds"] == "0.250"
        assert (rows[1]["standing"], rows[1]["expected"], rows[1]["expected_at"]) == (
            "expected",
            "fail",
            "x.toml:7",
        )

    @pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\n", "\uff1d"])
    def test_no_cell_is_a_formula(self, make_run: MakeRun, failure: Result, start: str) -> None:
        """An apostrophe goes before what a spreadsheet would reckon with."""
        run = make_run(replace(failure, case=f"{start}cmd|' /C calc'!A0"))

        (row,) = csv.DictReader(io.StringIO(table.render(run), newline=""))

        assert row["case"] == f"'{start}cmd|' /C calc'!A0"

    @pytest.mark.parametrize("parted", ["x;", "x\t", "x\n"])
    def test_no_part_of_a_cell_is_one(self, make_run: MakeRun, failure: Result, parted: str) -> None:
        """Where semicolons or tabs part cells, one ends there, and a line break in a cell ends the row."""
        run = make_run(replace(failure, case=f"{parted}=cmd|' /C calc'!A0"))

        (row,) = csv.DictReader(io.StringIO(table.render(run), newline=""))

        assert row["case"] == f"{parted}'=cmd|' /C calc'!A0"

    def test_the_place_in_a_manifest(self, make_run: MakeRun, failure: Result) -> None:
        """That of the first finding that has one."""
        run = make_run(replace(failure, evidence={"findings": [{"line": 0}, {"line": 3, "column": 5}]}))

        (row,) = csv.DictReader(io.StringIO(table.render(run), newline=""))

        assert (row["line"], row["column"]) == ("3", "5")

    def test_the_machine_of_a_merged_run(self, make_run: MakeRun, failure: Result) -> None:
        """It stands with the result, or with the subject."""
        subject = Subject("loader", "system", "", "1", "", environment="bench")
        run = make_run(failure, replace(failure, environment="desk", case="other"), subjects=(subject,))

        rows = csv.DictReader(io.StringIO(table.render(run), newline=""))

        assert [row["environment"] for row in rows] == ["bench", "desk"]

    def test_the_columns_are_a_promise(self) -> None:
        """Scripts go by them: they are only added to, at the end."""
        assert ",".join(table.COLUMNS) == (
            "subject,kind,version,path,rule,title,case,verdict,standing,reason,advice,seconds,flaky,retried,"
            "environment,expected,expected_reason,expected_at,line,column,replay"
        )


class TestBadges:
    """The endpoint badge of shields.io, which is green where nothing is broken and nowhere else."""

    @pytest.mark.parametrize(
        ("fixtures", "message", "colour"),
        [
            (("passed",), "no rule broken", "green"),
            (("passed", "warning"), "no rule broken, 1 warning", "green"),
            (("passed", "known"), "1 known finding", "yellow"),
            (("passed", "failure"), "1 finding", "red"),
            (("passed", "surprise"), "expectations out of date", "orange"),
            (("skip",), "nothing judged", "lightgrey"),
            (("known",), "1 known finding", "yellow"),
            (("warning",), "no rule broken, 1 warning", "green"),
        ],
    )
    def test_what_it_says(
        self,
        make_run: MakeRun,
        request: pytest.FixtureRequest,
        fixtures: tuple[str, ...],
        message: str,
        colour: str,
    ) -> None:
        """A member that shields.io does not know would spoil the badge: there are these four."""
        run = make_run(*[request.getfixturevalue(name) for name in fixtures])

        assert json.loads(badge.render(run)) == {
            "schemaVersion": 1,
            "label": "Vulkan loader",
            "message": message,
            "color": colour,
        }

    def test_a_run_that_cannot_be_relied_on(self, make_run: MakeRun, passed: Result) -> None:
        """It is no green badge, although every case passed."""
        told = json.loads(badge.render(make_run(passed, finished=False)))

        assert (told["message"], told["color"], told["isError"]) == ("not reliable", "lightgrey", True)

    def test_expectations_out_of_date(self, make_run: MakeRun, passed: Result, stale: Stale) -> None:
        """They make the run fail."""
        told = json.loads(badge.render(make_run(passed, stale=(stale,))))

        assert (told["message"], told["color"]) == ("expectations out of date", "orange")

    def test_subjects_of_several_kinds(self, make_run: MakeRun, passed: Result) -> None:
        """Then the label names none of them."""
        subjects = (Subject("loader", "system", "", "1", ""), Subject("layer", "mine", "", "1", ""))

        assert json.loads(badge.render(make_run(passed, subjects=subjects)))["label"] == "Vulkan"


class TestAnnotations:
    """Workflow commands, one a line, and no other command whatever a name holds."""

    def test_a_finding_of_lint(self) -> None:
        """File, line, column, title and text."""
        assert github.annotations([issue()], "/work") == (
            "::error file=a.json,line=2,col=3,title=LLP_LAYER_6::it is wrong.\n"
        )

    def test_a_run(self, make_run: MakeRun, failure: Result, warning: Result, known: Result) -> None:
        """Findings with their subject; what was expected is one notice."""
        assert github.render(make_run(failure, warning, known)) == (
            "::error file=/usr/lib/libvulkan.so.1,title=LLP_LAYER_9 on system::the layer is in the chain.\n"
            "::warning file=/usr/lib/libvulkan.so.1,title=LLP_LAYER_3 on system::no prefix.\n"
            "::notice title=refloader::1 finding came out as expected\n"
        )

    def test_cases_that_show_the_same(self, make_run: MakeRun, failure: Result, known: Result) -> None:
        """They are one annotation, which says how many there are; what was expected is counted likewise."""
        cases = [replace(failure, case=f"missing[{n}]") for n in range(3)]

        text = github.render(make_run(*cases, known, replace(known, case="another")))

        assert text == (
            "::error file=/usr/lib/libvulkan.so.1,title=LLP_LAYER_9 on system::the layer is in the chain (and 2 more "
            "cases).\n::notice title=refloader::1 finding came out as expected\n"
        )

    def test_a_run_that_cannot_be_relied_on(self, make_run: MakeRun) -> None:
        """It says so first."""
        text = github.render(make_run(finished=False, problems=("line 3: odd",)))

        assert text == (
            "::error title=refloader::truncated run: results may be missing\n"
            "::error title=refloader::line 3: odd\n"
        )

    def test_a_case_that_could_not_be_judged(self, make_run: MakeRun, passed: Result, broke: Result) -> None:
        """Nothing failed, and the run is not clean."""
        assert github.render(make_run(passed, broke, replace(broke, case="other"))) == (
            "::error title=refloader::broke of LLP_LAYER_6 on system could not be judged: no memory (and 1 more)\n"
        )

    def test_expectations_about_no_case(self, make_run: MakeRun, passed: Result, stale: Stale) -> None:
        """They fail the run, and are shown where they are to be removed."""
        line = github.render(make_run(passed, stale=(stale,)))

        assert line.startswith(
            "::error file=x.toml,line=11,title=LLP_LAYER_9 on system::stale entry: x.toml:11 is about a case"
        )

    def test_nothing_is_dropped_without_a_word(self) -> None:
        """GitHub shows ten of a kind: the tenth says how many more there are, and they are in the log."""
        lines = github.annotations([issue(message=f"m{n}") for n in range(12)], "/work").splitlines()

        assert [line.partition(" ")[0] for line in lines] == ["::error"] * 10 + ["error"] * 3
        assert lines[9] == "::error title=refloader::3 more of this kind are in the log of this step"
        assert lines[-1] == "error LLP_LAYER_6: a.json:2: m11."

    def test_a_run_that_is_odd_takes_room(self, make_run: MakeRun, failure: Result) -> None:
        """What is said of the run itself counts among the ten errors."""
        many = [replace(failure, rule=f"LLP_LAYER_{n}", case=f"c{n}") for n in range(1, 21)]
        run = make_run(*many, finished=False, problems=("line 3: odd", "line 4: odd"))

        lines = github.render(run).splitlines()

        commands = [line for line in lines if line.startswith("::error")]
        assert len(commands) == github.SHOWN
        assert commands[1] == "::error title=refloader::line 3: odd (and 1 more)"
        assert commands[-1] == "::error title=refloader::13 more of this kind are in the log of this step"

    def test_ten_are_shown(self) -> None:
        """Where there are no more than GitHub shows each is a command."""
        lines = github.annotations([issue(message=f"m{n}") for n in range(10)], "/work").splitlines()

        assert [line for line in lines if not line.startswith("::error file=a.json,line=2")] == []

    @pytest.mark.parametrize("count", [1, 20])
    def test_no_name_makes_a_command(self, count: int) -> None:
        """Neither at the start of a line nor, in the older spelling, within one."""
        evil = "x\n::set-output name=a::b\r##[add-mask]c,title=%0A::"
        many = [issue(message=evil, subject=evil, spots=(IssueLocation(evil, 1),)) for _ in range(count)]

        lines = github.annotations(many, "/work").split("\n")[:-1]

        commands = [line for line in lines if line.startswith("::")]
        assert len(commands) == min(count, 10)
        assert {line.split("::")[1].partition(" ")[0] for line in commands} == {"error"}
        assert [line for line in lines if "##[" in line] == []

    @pytest.mark.parametrize("count", [1, 20])
    @pytest.mark.parametrize(
        "evil", ["##[add-path]/x", "##vso[task.complete]", "##VSO[task.complete]", "###teamcity[message]"]
    )
    def test_no_name_makes_one_within_a_line(self, count: int, evil: str) -> None:
        """Neither in an annotation, which other runners read too, nor in the lines behind the last one."""
        many = [issue(message=evil, subject=evil, spots=(IssueLocation(evil, 1),)) for _ in range(count)]

        text = github.annotations(many, "/work")

        assert text.count("# #" + evil.lstrip("#")) >= count
        assert "##" + evil.lstrip("#") not in text

    def test_a_name_that_is_no_command_stays(self) -> None:
        """GitHub shows the annotation beside the line of the file."""
        path = "a #1 ##2 [x]/#[y]##z.json"

        text = github.annotations([issue(spots=(IssueLocation(path, 1),))], "/work")

        assert text.startswith(f"::error file={path},line=1,")


class TestGitLab:
    """The code quality report of GitLab."""

    def test_an_entry(self) -> None:
        """The members that GitLab's documentation asks for, and a path that is relative."""
        (entry,) = json.loads(gitlab.document([issue()], "/work"))

        assert len(entry.pop("fingerprint")) == 32
        assert entry == {
            "description": "it is wrong.",
            "check_name": "LLP_LAYER_6",
            "severity": "major",
            "location": {"path": "a.json", "lines": {"begin": 2}},
        }

    def test_no_two_share_a_fingerprint(self) -> None:
        """GitLab would show one of them."""
        entries = json.loads(gitlab.document([issue(), issue()], "/work"))

        assert len({entry["fingerprint"] for entry in entries}) == 2

    def test_a_run(self, make_run: MakeRun, failure: Result, known: Result) -> None:
        """What was expected is none; what has no file has the subject's name."""
        here = replace(failure, subject="reference")

        entries = json.loads(gitlab.render(make_run(here, known)))

        assert [entry["location"]["path"].rpartition("/")[2] for entry in entries] == ["reference"]

    def test_nothing_is_an_empty_list(self, make_run: MakeRun) -> None:
        """GitLab takes the file of a clean run as well."""
        assert json.loads(gitlab.render(make_run())) == []

    def test_no_other_run_is_an_empty_list(self, make_run: MakeRun, broke: Result, stale: Stale) -> None:
        """A merge request would show findings as mended that nobody looked for."""
        runs = (
            make_run(finished=False),
            make_run(problems=("line 3: odd",)),
            make_run(broke),
            make_run(stale=(stale,)),
        )

        told = [entry["description"] for run in runs for entry in json.loads(gitlab.render(run))]

        assert [each.partition(":")[0] for each in told] == [
            "truncated run",
            "line 3",
            "broke of LLP_LAYER_6 on system could not be judged",
            "stale entry",
        ]


class TestLintAsJUnit:
    """For systems that show no more than tests."""

    def test_a_clean_run_has_a_test(self) -> None:
        """Jenkins takes a file without any for a fault."""
        text = junit_lint.render([], 3, "/work")

        assert 'tests="1" failures="0"' in text
        assert "<system-out>manifests: 3</system-out>" in text

    def test_errors_fail_and_warnings_do_not(self) -> None:
        """The class is the rule, the name the file."""
        text = junit_lint.render([issue(), issue(level="warning", rule="LLP_LAYER_3")], 1, "/work")

        assert 'tests="3" failures="1"' in text
        assert '<testcase classname="refloader.lint.LLP_LAYER_6" name="a.json" time="0.000">' in text
        assert "<system-out>warning: a.json:2:3: it is wrong.</system-out>" in text


class TestOneSubjectAlone:
    """A run can be told as that of some of its subjects."""

    def test_all_that_is_about_others_is_left_out(
        self, make_run: MakeRun, failure: Result, skip: Result, known: Result, stale: Stale
    ) -> None:
        """Results, expectations about no case, and the counts."""
        run = replace(make_run(skip, failure, known, stale=(stale,)), lines=(2, 3, 4))

        reference, system = narrowed(run, ["reference"]), narrowed(run, ["system"])

        assert (reference.results, reference.stale, reference.lines) == ((skip,), (), (2,))
        assert [subject.name for subject in reference.header.subjects] == ["reference"]
        assert (system.results, system.stale, system.lines) == ((failure, known), (stale,), (3, 4))
        assert system.footer is not None
        assert (system.footer.counts["fail"], system.footer.expected) == (2, 1)

    def test_a_run_stays_as_reliable_as_it_was(self, make_run: MakeRun) -> None:
        """A truncated run is truncated for each of its subjects."""
        run = narrowed(make_run(finished=False, problems=("odd",)), ["system"])

        assert (run.truncated, run.problems) == (True, ("odd",))

    def test_a_name_that_is_none(self, make_run: MakeRun) -> None:
        """The names that there are are told."""
        with pytest.raises(ValueError, match='no subject is named "x"; there are "reference", "system"'):
            narrowed(make_run(), ["x"])

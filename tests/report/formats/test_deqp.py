"""Results as deqp-runner writes them, and the list of failures that it reads."""

from collections.abc import Callable

import pytest
from replaced import replace

from refloader.report.formats import deqp, deqp_lists
from refloader.results.results_file import Expected, Result, Run, Verdict

MakeRun = Callable[..., Run]
KNOWN = Expected(Verdict.FAIL, "it is known", "", "/known.toml", 7)


def result(case: str, verdict: Verdict, rule: str = "LDP_DRIVER_3", **more: object) -> Result:
    """A result on the loader of the run."""
    reason = "" if verdict is Verdict.PASS else "why"
    return Result(rule, "system", case, verdict, reason, seconds=0.25, **more)  # type: ignore[arg-type]


class TestResults:
    """results.csv: name, status and seconds."""

    def test_the_status_of_each_verdict(self, make_run: MakeRun) -> None:
        """The words of deqp-runner; what an expectation file permits is an expected failure."""
        run = make_run(
            *(result(f"a/{each}", each) for each in Verdict),
            result("b/known", Verdict.FAIL, expected=KNOWN),
            result("b/mended", Verdict.PASS, expected=KNOWN),
            result("b/flaky", Verdict.FAIL, flaky=Verdict.PASS),
            subjects=make_run().header.subjects[-1:],
        )

        rows = dict(line.rsplit(",", 2)[:2] for line in deqp.render(run).splitlines())

        assert rows == {
            "a/pass": "Pass",
            "a/fail": "Fail",
            "a/warn": "Warn",
            "a/skip": "Skip",
            "a/crash": "Crash",
            "a/timeout": "Timeout",
            "a/error": "Missing",
            "b/known": "ExpectedFail",
            "b/mended": "UnexpectedImprovement(Pass)",
            "b/flaky": "Flake",
        }

    def test_a_case_of_several_rules(self, make_run: MakeRun) -> None:
        """It is one line with the worst; a name with a comma is quoted."""
        run = make_run(
            result("a/b[x,y]", Verdict.SKIP),
            result("a/b[x,y]", Verdict.PASS, "LDP_DRIVER_9"),
            result("a/c", Verdict.PASS),
            result("a/c", Verdict.WARN, "LDP_DRIVER_9"),
            subjects=make_run().header.subjects[-1:],
        )

        assert deqp.render(run) == '"a/b[x,y]",Pass,0.250000\na/c,Warn,0.250000\n'

    def test_several_subjects(self, make_run: MakeRun) -> None:
        """Their names come first."""
        run = make_run(result("a", Verdict.PASS), replace(result("a", Verdict.FAIL), subject="reference"))

        assert deqp.render(run).splitlines() == ["reference:a,Fail,0.250000", "system:a,Pass,0.250000"]


def test_failures(make_run: MakeRun) -> None:
    """What failed and what was expected to: the baseline of the next run."""
    run = make_run(
        result("a", Verdict.PASS),
        result("b", Verdict.CRASH),
        result("c", Verdict.FAIL, expected=KNOWN),
        result("d", Verdict.WARN),
        subjects=make_run().header.subjects[-1:],
    )

    assert deqp_lists.fails(run) == "b,Crash\nc,Fail\n"


@pytest.mark.parametrize("form", [deqp.render, deqp_lists.fails], ids=["results", "failures"])
class TestNamesOfOthers:
    """A results file may be somebody else's, and so may be the names of cases in it."""

    def test_a_name_is_one_line(self, make_run: MakeRun, form: Callable[[Run], str]) -> None:
        """A line break in a name would be a line of its own to deqp-runner, and expect another case to fail."""
        run = make_run(result("a/x\nvictim,Fail", Verdict.FAIL), subjects=make_run().header.subjects[-1:])

        assert form(run).startswith('"a/x\\x0avictim,Fail",Fail')
        assert form(run).count("\n") == 1

    @pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(1)", "\uff1d1"])
    def test_a_name_is_no_formula(self, make_run: MakeRun, form: Callable[[Run], str], name: str) -> None:
        """A spreadsheet that opens results.csv calculates nothing."""
        run = make_run(result(name, Verdict.FAIL), subjects=make_run().header.subjects[-1:])

        assert form(run).startswith(f"'{name},Fail")

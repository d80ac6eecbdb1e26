"""A program that ended with a subject is told in each document. A run that left out what judges the end exits 3."""

from collections.abc import Callable

import pytest
from replaced import replace

from refloader.report.formats import markdown, screen, summary
from refloader.report.page import html
from refloader.report.standing_text import sentences
from refloader.results.coverage import coverage
from refloader.results.records import NO_TIME
from refloader.results.results_file import Result, Run, Verdict

MakeRun = Callable[..., Run]

DIED = "SIGSEGV during instance (making an instance and ending it)"
SKIPS = (
    Result(
        "LLP_LAYER_12",
        "system",
        "a",
        Verdict.SKIP,
        f"the layer was to call down; the run ended early: {DIED}",
    ),
    Result(
        "LLP_LAYER_13", "system", "b", Verdict.SKIP, f"{DIED}, as a simpler program that is judged for it"
    ),
)
SAID = f"2 results of system not run, as the program ended before, which no finding here says: {DIED}"


@pytest.mark.parametrize("render", [markdown.render, summary.render, html.render])
def test_in_documents(make_run: MakeRun, render: Callable[[Run], str]) -> None:
    """Each says how it ended."""
    text = render(make_run(*SKIPS))

    assert SAID in text.replace("\\", "")


def test_on_the_screen(make_run: MakeRun) -> None:
    """It is broken between words there."""
    lines = ["".join(text for text, _ in line) for line in screen.lines(make_run(*SKIPS), 80, 24)]

    assert SAID in " ".join(lines)


def test_several_ways(make_run: MakeRun) -> None:
    """The most frequent one is told, the others are counted."""
    other = Result(
        "LLP_LAYER_12", "system", "c", Verdict.SKIP, "no; the prober ended early: SIGABRT during load"
    )

    assert list(sentences(make_run(*SKIPS, other))) == [
        f"{SAID} (and in 1 other way)".replace("2 results", "3 results")
    ]


@pytest.mark.parametrize("verdict", [Verdict.CRASH, Verdict.TIMEOUT])
def test_where_a_finding_says_it(make_run: MakeRun, verdict: Verdict) -> None:
    """Then it is not told twice."""
    finding = Result("LLP_LAYER_2", "system", "d", verdict, DIED)

    assert list(sentences(make_run(*SKIPS, finding))) == []


@pytest.mark.parametrize(
    ("arguments", "selection"),
    [
        ("--rule LLP_LAYER_12", "--rule"),
        ("--case=a", "--case"),
        ("--caselist file", "--caselist"),
        ("--skips file", "--skips"),
        ("--profile quick", "--profile quick"),
    ],
)
def test_a_run_that_left_cases_out(make_run: MakeRun, passed: Result, arguments: str, selection: str) -> None:
    """It may have left out the case that judges the end: it judged too little, whatever its bar."""
    run = _by(make_run(*SKIPS, *[passed] * 20), f"refloader conform {arguments}")

    assert run.exit_code == 3
    assert run.too_little[0] == f"{SAID}; a run without {selection} says whether that breaks a rule"
    assert list(sentences(run)) == []  # it is not said twice


def test_a_known_crash_that_was_left_out(make_run: MakeRun, passed: Result) -> None:
    """An expectation file lists it, by a rule of which the run has no case: the share that was judged decides."""
    run = _by(make_run(*SKIPS, *[passed] * 20), "refloader conform --rule LLP_LAYER_12 --expect known.toml")
    assert run.footer is not None
    known = replace(run, footer=replace(run.footer, known_ends=("system",)))
    other = replace(run, footer=replace(run.footer, known_ends=("another",)))

    assert known.exit_code == 0
    assert list(sentences(known)) == [SAID]
    assert other.exit_code == 3


def test_a_run_of_all_rules(make_run: MakeRun, passed: Result) -> None:
    """Each rule that judges an end did so; no document makes more of this one than that."""
    run = make_run(*SKIPS, *[passed] * 20)

    assert run.exit_code == 0
    assert list(sentences(run)) == [SAID]


def test_a_part_of_a_run(make_run: MakeRun, passed: Result) -> None:
    """The case that judges the end may be in another part: the merged run has the answer."""
    run = _by(make_run(*SKIPS, *[passed] * 20), "refloader conform --rule LLP_LAYER --shard 1/2")

    assert replace(run, header=replace(run.header, shard=(1, 2))).exit_code == 0


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [
        (Verdict.WARN, f"{DIED}, after the driver refused a call"),
        (Verdict.WARN, 'vkGetInstanceProcAddr(NULL, "vkA") crashes or hangs instead of answering NULL'),
        (Verdict.FAIL, f"the layer does not come back: {DIED}"),
        (Verdict.CRASH, DIED),
        (Verdict.TIMEOUT, "no answer within 10 s during instance"),
    ],
)
def test_a_result_that_says_it(make_run: MakeRun, verdict: Verdict, reason: str) -> None:
    """The end was judged, so the run judged enough."""
    run = _by(
        make_run(*SKIPS, Result("LLP_LAYER_2", "system", "d", verdict, reason)), "refloader conform --rule L"
    )

    assert run.too_little == ()


def test_a_warning_of_something_else(make_run: MakeRun) -> None:
    """It says nothing of the end."""
    other = Result("LLP_LAYER_14", "system", "d", Verdict.WARN, "15 blocks are taken behind the callbacks")

    assert _by(make_run(*SKIPS, other), "refloader conform --rule L").exit_code == 3


def test_a_driver_that_stopped_answering(make_run: MakeRun) -> None:
    """The runs that are not tried are left out for the same reason."""
    silent = Result(
        "LDP_DRIVER_9",
        "system",
        "d",
        Verdict.SKIP,
        "5 runs in a row before this one got no answer, and the simplest program, which is judged for it, got none",
    )
    run = _by(make_run(silent), "refloader conform --rule LDP_DRIVER_9")

    assert coverage(run.results).not_run == 1
    assert "5 runs in a row before this one got no answer" in run.too_little[0]


class TestCommandsThatADriverLacks:
    """They are judged once, too, by the cases that look them up."""

    LACKS = Result(
        "LDP_DRIVER_9",
        "system",
        "versions/a",
        Verdict.SKIP,
        "the driver gives no vkCreateDevice, which lookups_of_drivers reports",
    )

    def test_a_run_that_left_these_cases_out(self, make_run: MakeRun, passed: Result) -> None:
        """It judged too little."""
        run = _by(make_run(self.LACKS, *[passed] * 20), "refloader conform --rule LDP_DRIVER_9")

        assert run.exit_code == 3
        assert run.too_little == (
            "1 result of system not run, as the driver lacks a command, which no finding here says:"
            " the driver gives no vkCreateDevice; a run without --rule says whether that breaks a rule",
        )

    def test_a_finding_of_one_of_them(self, make_run: MakeRun) -> None:
        """It says it."""
        finding = Result(
            "GPA-ICD-02", "system", "lookups_of_drivers/core_functions", Verdict.FAIL, "no vkCreateDevice"
        )

        assert _by(make_run(self.LACKS, finding), "refloader conform --rule LDP,GPA").too_little == ()

    def test_another_finding(self, make_run: MakeRun) -> None:
        """It says nothing of the command."""
        other = Result("LDP_DRIVER_4", "system", "static", Verdict.WARN, "1.4 is not major.minor.patch")

        assert _by(make_run(self.LACKS, other), "refloader conform --rule LDP").too_little != ()


def _by(run: Run, command: str) -> Run:
    """Return the run as if another command had made it."""
    return replace(run, header=replace(run.header, command=command))


def test_other_skips(make_run: MakeRun, skip: Result) -> None:
    """What is skipped for another reason tells of no program."""
    assert list(sentences(make_run(skip))) == []


def test_a_page_without_a_time(make_run: MakeRun, skip: Result) -> None:
    """Published results have none, and 1970 is none."""
    run = make_run(skip)

    untimed = replace(run, header=replace(run.header, started=NO_TIME))

    assert "started <b>2026-03-01 10:00</b>" in html.render(run)
    assert "1970" not in html.render(untimed)


@pytest.mark.parametrize(
    "why",
    [
        "it does not come to its end alone",
        f"the application does not come to its end without any layer: {DIED}",
    ],
)
def test_beside_another_layer(why: str) -> None:
    """A layer that ends the program alone is judged beside no other: that is no lack of an occasion."""
    skip = Result(
        "LLP_LAYER_2", "system", "together[mock]", Verdict.SKIP, f"VK_LAYER_A keeps no company: {why}"
    )

    assert coverage([skip]).not_run == 1

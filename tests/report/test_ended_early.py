"""A program that died with a subject is told in each document, also where the rule that judges it was left out."""

from collections.abc import Callable

import pytest
from replaced import replace

from refloader.report.formats import markdown, screen, summary
from refloader.report.page import html
from refloader.report.standing_text import sentences
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


def test_other_skips(make_run: MakeRun, skip: Result) -> None:
    """What is skipped for another reason tells of no program."""
    assert list(sentences(make_run(skip))) == []


def test_a_page_without_a_time(make_run: MakeRun, skip: Result) -> None:
    """Published results have none, and 1970 is none."""
    run = make_run(skip)

    untimed = replace(run, header=replace(run.header, started=NO_TIME))

    assert "started <b>2026-03-01 10:00</b>" in html.render(run)
    assert "1970" not in html.render(untimed)

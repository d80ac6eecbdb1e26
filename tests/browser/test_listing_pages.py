"""The pages on changes, trends and violators, in a browser: nothing runs but their own script, and all is used."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from refloader.report.differences.difference import difference
from refloader.report.page import difference as difference_page
from refloader.report.page import selftest as selftest_page
from refloader.report.page import trend as trend_page
from refloader.report.trends.trend import Gathering
from refloader.results.results_file import Footer, Header, Result, Run, Subject, Verdict, count
from refloader.rules import rule
from refloader.selftest.mutants.registry import Mutant
from refloader.selftest.outcome import MutantOutcome

from .opening import Opened, OpenPage

pytestmark = pytest.mark.slow(daily=True)

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)></article>\u202e\x1b[2J"
TIMED = {"timings": {"busy": 1.0, "instance": {"samples": [1.0, 1.0, 1.0]}}}
SLOWER = {"timings": {"busy": 1.0, "instance": {"samples": [9.0, 9.0, 9.0]}}, "library": {EVIL: EVIL * 9}}


def run(day: int, *results: Result, facts: dict[str, Any], evil: str = "") -> Run:
    """A run of a driver and of a layer, which may be called what does harm."""
    subjects = (
        Subject("driver", "it.json", "/it.json", "1.3.0", "aa", facts=facts),
        Subject("layer", f"layer{evil}", f"/layer{evil}", f"1{evil}", f"bb{day}{evil}"),
    )
    started = f"2026-03-{day:02}T10:00:00+00:00"
    header = Header("0.1", "cat", subjects, {}, started, "2026", f"refloader conform {evil}")
    return Run(header, results, Footer(started, count(results)))


def case(verdict: Verdict, name: str, subject: str = "it.json", text: str = "it is NULL") -> Result:
    """One case, with its reason and the command that runs it."""
    return Result("LDP_DRIVER_3", subject, name, verdict, text, replay=f"refloader conform --case '{name}'")


def runs(evil: str = "") -> tuple[Run, Run]:
    """One case breaks, one is mended, and many are skipped."""
    names = [f"c{place}" for place in range(9)]
    text = f"it is NULL{evil}"
    old = [
        case(Verdict.PASS, "one"),
        case(Verdict.FAIL, "two", f"layer{evil}", text),
        *(case(Verdict.PASS, n) for n in names),
    ]
    new = [
        case(Verdict.CRASH, "one", text=text),
        case(Verdict.PASS, "two", f"layer{evil}"),
        *(case(Verdict.SKIP, n) for n in names),
    ]
    return run(1, *old, facts=TIMED, evil=evil), run(2, *new, facts=SLOWER, evil=evil)


def of_difference(evil: str = "") -> str:
    """The page on what has changed between both runs."""
    return difference_page.render(difference(*runs(evil)), timings=True)


def of_trend(evil: str = "") -> str:
    """The page on both runs as a trend."""
    gathering = Gathering()
    for place, each in enumerate(runs(evil)):
        gathering.add(each, f"/runs/{place}{evil}")
    return trend_page.render(replace(gathering.trend(), passed_over=((f"/x{evil}", f"cut{evil}"),)))


def of_selftest(evil: str = "") -> str:
    """The page on violators of which one is missed."""
    first = MutantOutcome(
        rule("LLP_LOADER_3"),
        Mutant(f"one{evil}", (rule("LLP_LOADER_3"),), f"It is wrong{evil}.", "core"),
        ("LLP_LOADER_3", "META-06"),
        (f"duplicates/twice{evil}",),
        {"META-06": "the same decision"},
        (),
        (),
        "",
        0.5,
    )
    missed = replace(
        first, violates=rule("ACT-APP-01"), caught_by=("META-06",), unexplained=("META-06",), explained={}
    )
    others = [replace(first, violator=replace(first.violator, name=f"v{place}")) for place in range(9)]
    return selftest_page.render(
        [first, missed, *others], {f"x{evil}": evil}, {"ABI-01": evil}, "full", "refloader selftest"
    )


def wait_for(tab: Opened, told: str) -> None:
    """Wait until the page says that it shows so much."""
    tab.page.locator("#shown").get_by_text(told, exact=True).wait_for()


PAGES = pytest.mark.parametrize("made", [of_difference, of_trend, of_selftest])
Make = Callable[..., str]


class TestNothingElseRuns:
    """The fixture fails for any request, dialog, error or breach of the policy."""

    @PAGES
    def test_hostile_text(self, page_of: OpenPage, made: Make) -> None:
        """It is there to be read, and is no element."""
        tab = page_of(made(EVIL))

        body = tab.page.inner_text("body")
        assert "<script>alert(1)</script>" in body
        assert "\\u202e" in body
        assert tab.page.locator("img").count() == 0

    @PAGES
    def test_without_scripts(self, page_of: OpenPage, made: Make) -> None:
        """All is shown, and nothing that would not work."""
        tab = page_of(made(), scripts=False)

        assert tab.page.locator("form:visible").count() == 0
        assert tab.page.locator("button.copy:visible").count() == 0
        assert tab.page.locator("article:visible").count() > 0


class TestEverybodyCanUseIt:
    """axe-core finds nothing serious, in either scheme, and nothing has to be scrolled sideways."""

    @pytest.mark.whole(keep=3)
    @PAGES
    @pytest.mark.parametrize("dark", [False, True])
    @pytest.mark.parametrize("evil", ["", EVIL])
    def test_no_barriers(self, page_of: OpenPage, made: Make, dark: bool, evil: str) -> None:
        """With everything opened."""
        tab = page_of(made(evil), dark=dark)
        tab.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

        assert tab.barriers() == []

    @PAGES
    @pytest.mark.parametrize("evil", ["", EVIL, "x" * 400])
    def test_on_a_phone(self, page_of: OpenPage, made: Make, evil: str) -> None:
        """Long words are broken, tables scroll by themselves."""
        tab = page_of(made(evil), phone=True)
        tab.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

        assert tab.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


class TestNarrowingDown:
    """Kinds, subjects and words narrow a page down; the address remembers it."""

    def test_by_words(self, page_of: OpenPage) -> None:
        """Every word has to be there; sections without an entry go."""
        tab = page_of(of_difference())
        tab.page.fill("#search", "it.json CRASH")

        wait_for(tab, "1 of 11 cases shown")
        assert tab.page.locator(".listed h2:visible").all_inner_texts() == ["Cases: worse 1"]
        assert tab.page.url.endswith("#q=it.json+CRASH")

    def test_by_kind_and_subject(self, page_of: OpenPage) -> None:
        """A group of cases counts as many as it has."""
        tab = page_of(of_difference())
        tab.page.select_option("#subject", "it.json")
        tab.page.uncheck("[value=worse]")

        wait_for(tab, "9 of 11 cases shown")
        assert tab.page.url.endswith("#subject=it.json&without=worse")

    def test_an_address_brings_it_back(self, page_of: OpenPage) -> None:
        """Who is sent a link sees what the sender saw; all comes back with a button."""
        tab = page_of(of_difference(), fragment="#without=worse,better&q=skip")

        assert tab.page.inner_text("#shown") == "9 of 11 cases shown"
        tab.page.click("button[type=reset]")
        wait_for(tab, "11 of 11 cases shown")
        assert "#" not in tab.page.url

    def test_a_rule_does_not_undo_it(self, page_of: OpenPage) -> None:
        """A link to a place on the page leaves the filters as they are."""
        tab = page_of(of_difference(), fragment="#q=crash")
        tab.page.locator("article a[href='#rule-LDP_DRIVER_3']:visible").first.click()

        assert tab.page.locator("#rule-LDP_DRIVER_3").is_visible()
        assert tab.page.inner_text("#shown") == "1 of 11 cases shown"

    def test_a_trend(self, page_of: OpenPage) -> None:
        """A run in which several things happened has all of their kinds."""
        tab = page_of(of_trend())
        tab.page.uncheck("[value=broke]")
        tab.page.uncheck("[value='changed otherwise']")
        tab.page.uncheck("[value='no longer judged']")

        wait_for(tab, "1 of 2 runs with changes shown")
        assert "mended LDP_DRIVER_3 two" in tab.page.inner_text("article:visible")

    def test_violators(self, page_of: OpenPage) -> None:
        """What was missed alone."""
        tab = page_of(of_selftest())
        tab.page.uncheck("[value=caught]")

        wait_for(tab, "1 of 11 pairs of a mutant and its rule shown")
        assert tab.page.locator("article.entry:visible").first.get_attribute("data-kind") == "missed"


class TestCopying:
    """A button copies exactly the command beside it."""

    @PAGES
    def test_the_first_command(self, page_of: OpenPage, made: Make) -> None:
        """And says that it did."""
        tab = page_of(made())
        box = tab.page.locator("article .repro").first

        box.locator("button").click()

        box.get_by_text("Copied").wait_for()
        assert tab.page.evaluate("navigator.clipboard.readText()") == box.locator("code").text_content()


class TestManyChanges:
    """Five thousand changes stay fluid."""

    def test_five_thousand(self, page_of: OpenPage) -> None:
        """A word is looked for in less than a second of the processor."""
        names = [f"c{place}" for place in range(5000)]
        old = run(1, *(case(Verdict.PASS, each) for each in names), facts={})
        new = run(2, *(case(Verdict.FAIL, each, text=f"it is {each}") for each in names), facts={})
        tab = page_of(difference_page.render(difference(old, new)))

        before = tab.busy()
        tab.page.evaluate(
            """() => new Promise((resolve) => {
              search.value = "c4999";
              search.dispatchEvent(new Event("input", { bubbles: true }));
              new MutationObserver(() => requestAnimationFrame(resolve))
                .observe(shown, { childList: true });
            })"""
        )

        assert tab.page.inner_text("#shown") == "1 of 5000 cases shown"
        assert tab.busy() - before < 1000

"""The page on how subjects fared over many runs."""

import pytest
from replaced import replace
from seen_pages import HOSTILE, Seen
from trending import DRIVER, FAIL, PASS, case, night, trend

from refloader.report.page import trend as page
from refloader.report.trends.trend import Trend
from refloader.results.results_file import Subject


@pytest.fixture
def found() -> Trend:
    """A case breaks, is mended and breaks again; the driver takes longer each time."""
    facts = [{"timings": {"instance": {"samples": [float(each)] * 3}}} for each in (1, 2, 4)]
    results = (case(PASS), case(FAIL), case(PASS), case(FAIL))
    subjects = [replace(DRIVER, facts=each) for each in (*facts, {})]
    return trend(*(night(each, subjects=(one,)) for each, one in zip(results, subjects, strict=True)))


class TestThePage:
    """The answer, then all subjects in a table, then each of them run by run."""

    def test_the_answer(self, found: Trend) -> None:
        """As the other formats have it; the box says by its class how to take it."""
        seen = Seen(page.render(found))

        assert "the newest is worse than what was before it (it.json: 1 case broke)." in seen.text
        assert "answer is-worse" in seen.of("p", "class")

    def test_the_subjects(self, found: Trend) -> None:
        """The numbers of the newest run that has one, and where more is told."""
        seen = Seen(page.render(found))

        assert "it.json driver 1.3.0 fail 1 results against it, 0 to 1 over 4 runs 1 4 1 0" in seen.text
        assert "#track-1" in seen.of("a", "href")

    def test_the_columns_are_explained(self, found: Trend) -> None:
        """The line may rise where nothing broke: without expectation files everything counts against a subject."""
        text = Seen(page.render(found)).text

        assert "a run without these files has more of them" in text.partition("results against it, 0 to 1")[0]

    def test_what_changed(self, found: Trend) -> None:
        """The newest first, with how to run what broke."""
        text = Seen(page.render(found)).text

        assert "Run 4 2026-03-04 10:00, after run 3; /runs/4 broke LDP_DRIVER_3 c pass then → fail" in text
        assert "it is NULL refloader conform --case c Copy" in text
        assert text.index("Run 4") < text.index("Run 3 2026") < text.index("Run 2 2026")

    def test_lines(self, found: Trend) -> None:
        """What is drawn is told in words, too; a run without a timing is a gap."""
        text = Seen(page.render(found)).text

        assert "results against it: 0 to 1 over 4 runs, in the newest 1" in text
        assert "milliseconds to make an instance, medians: 1 to 4 ms over 3 runs, in the newest 4 ms" in text

    def test_a_single_run(self) -> None:
        """There is no line to draw."""
        source = page.render(trend(night(case(FAIL))))

        assert "One run: there is nothing to compare it with." in Seen(source).text
        assert "sparkline" not in source.partition("</style>")[2]

    def test_what_was_passed_over(self, found: Trend) -> None:
        """Each with its reason, folded; an answer that does not know all is no green one."""
        told = replace(
            found,
            moments=(*found.moments, found.moments[-1]),
            passed_over=(("/runs/x", "the run is truncated"),),
        )

        assert "answer is-changed" in Seen(page.render(told)).of("p", "class")
        assert "1 file was passed over /runs/x: the run is truncated" in Seen(page.render(told)).text

    def test_many_runs_stay_a_page(self) -> None:
        """Only the newest are told one by one; the table has all."""
        names = [f"c{place}" for place in range(60)]
        some = [night(*(case(each, name) for name in names)) for each in (PASS, FAIL)]

        seen = Seen(page.render(trend(*(some[place % 2] for place in range(28)))))

        assert "All 28 runs in numbers" in seen.text
        assert "and 40 more broke; diff of the two runs has all" in seen.text


class TestHostileText:
    """Nothing that a run holds becomes part of the page but its text."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_everywhere(self, text: str) -> None:
        """In names, versions, cases, rules, reasons, commands, paths."""
        subject = Subject("driver", text, text, text, text, facts={"timings": {text: {"samples": [1.0]}}})
        runs = [
            night(
                replace(case(each, text, text, text), reason=text, replay=text),
                subjects=(replace(subject, version=text + each),),
                environment=text,
            )
            for each in (PASS, FAIL)
        ]
        made = replace(trend(*runs), passed_over=((text, text),))

        assert Seen(page.render(made)).faults == []

    def test_a_quiet_page_has_no_faults_either(self, found: Trend) -> None:
        """Its own anchors lead somewhere, ids are there once, and its script is the one that may run."""
        assert Seen(page.render(found)).faults == []

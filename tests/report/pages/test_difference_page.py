"""The page on what has changed between two runs."""

from collections.abc import Callable
from typing import Any

import pytest
from differing import NEW, OLD, driver
from replaced import replace
from seen_pages import HOSTILE, Seen
from trending import case

from refloader.report.differences.difference import Difference, difference
from refloader.report.page import difference as page
from refloader.report.rules.links import DocsUrlError
from refloader.results.results_file import Result, Run, Subject, Verdict

MakeRun = Callable[..., Run]


@pytest.fixture
def between(make_run: MakeRun) -> Callable[..., Difference]:
    """The difference of runs of the driver with these results."""

    def compare(
        old: tuple[Result, ...],
        new: tuple[Result, ...],
        facts: tuple[dict[str, Any], dict[str, Any]] = ({}, {}),
    ) -> Difference:
        runs = zip((old, new), facts, strict=True)
        return difference(*(make_run(*each, subjects=(driver(known),)) for each, known in runs))

    return compare


Between = Callable[..., Difference]


class TestTheAnswer:
    """The page opens with what has changed that counts, in one sentence."""

    def test_what_has_changed(self, between: Between) -> None:
        """Numbers by kind, what is worse first; the box says by its class how to take it."""
        found = between((case(Verdict.PASS),), (case(Verdict.FAIL), case(Verdict.PASS, "new")), (OLD, NEW))

        seen = Seen(page.render(found))

        assert (
            "What has changed 1 case is worse, 1 case is new and 3 facts changed. "
            "it.json 1.3.0: 0 rules broken before, 1 now broken now: LDP_DRIVER_3 old"
        ) in seen.text
        assert "answer is-worse" in seen.of("p", "class")

    @pytest.mark.parametrize(
        ("old", "new", "said", "tone"),
        [
            (Verdict.FAIL, Verdict.PASS, "1 case is better.", "is-changed"),
            (Verdict.PASS, Verdict.PASS, "Nothing has changed.", "is-same"),
            (Verdict.PASS, Verdict.WARN, "1 case is worse.", "is-changed"),
        ],
    )
    def test_how_it_is_to_be_taken(
        self, between: Between, old: Verdict, new: Verdict, said: str, tone: str
    ) -> None:
        """Red is kept for findings."""
        seen = Seen(page.render(between((case(old),), (case(new),))))

        assert said in seen.text
        assert f"answer {tone}" in seen.of("p", "class")

    def test_a_run_that_is_not_whole(self, make_run: MakeRun) -> None:
        """It is said above everything else."""
        run = make_run(subjects=(driver({}),))
        cut = make_run(subjects=(driver({}),), finished=False)

        text = Seen(page.render(difference(run, cut))).text

        assert "Nothing has changed in the results that there are, but a run is incomplete." in text
        assert "A run is not whole NEW is a truncated run" in text

    def test_timings_count_when_asked_for(self, between: Between) -> None:
        """As in the other formats."""
        found = between((), (), ({**OLD}, {**OLD, "timings": NEW["timings"]}))

        assert "Nothing has changed. old" in Seen(page.render(found)).text
        assert "1 timing is slower. old" in Seen(page.render(found, timings=True)).text


class TestCases:
    """Cases stand by the kind of change, with both verdicts, reasons and how to run them."""

    def test_what_is_worse(self, between: Between) -> None:
        """Rules that fail by one case for one reason stand together."""
        old = (case(Verdict.PASS), case(Verdict.PASS, rule="LDP_DRIVER_9"))
        new = (case(Verdict.CRASH), case(Verdict.CRASH, rule="LDP_DRIVER_9"))

        text = Seen(page.render(between(old, new))).text

        assert "Cases: worse 2 LDP_DRIVER_3, LDP_DRIVER_9 c it.json pass then → crash" in text
        assert "it is NULL Before: " not in text
        assert "refloader conform --case c Copy" in text

    def test_the_worse_come_first(self, between: Between) -> None:
        """And what comes by chance last."""
        old = (
            case(Verdict.FAIL, "b"),
            case(Verdict.PASS, "w"),
            replace(case(Verdict.PASS, "f"), flaky=Verdict.FAIL),
        )
        new = (case(Verdict.PASS, "b"), case(Verdict.FAIL, "w"), case(Verdict.FAIL, "f"))

        text = Seen(page.render(between(old, new))).text

        assert text.index("LDP_DRIVER_3 w") < text.index("LDP_DRIVER_3 f") < text.index("Cases: better")
        assert "by chance does not count" in text

    def test_both_reasons(self, between: Between) -> None:
        """Where the older run had one, too."""
        old, new = case(Verdict.WARN, reason="it is late"), case(Verdict.FAIL, reason="it is gone")

        assert "it is gone Before: it is late" in Seen(page.render(between((old,), (new,)))).text

    def test_a_retry(self, between: Between) -> None:
        """What earlier runs of the case came to is told with the verdict that counts."""
        again = replace(case(Verdict.FAIL), retried=(Verdict.CRASH,))

        text = Seen(page.render(between((case(Verdict.PASS),), (again,)))).text

        assert "pass then → fail retried: crash, then fail" in text

    def test_many_for_one_reason_are_one_entry(self, between: Between) -> None:
        """A driver that is gone skips all of its cases."""
        names = [f"c{place}" for place in range(9)]
        old = tuple(case(Verdict.PASS, each) for each in names)
        new = tuple(case(Verdict.SKIP, each, reason="it is gone") for each in names)

        seen = Seen(page.render(between(old, new)))

        assert "Cases: no longer judged 9 9 cases alike it.json pass then → skip it is gone" in seen.text
        assert seen.text.count("Copy") == len(names) + 2

    def test_what_is_told_besides(self, between: Between) -> None:
        """A new reason, and a flake that was not known."""
        old = (case(Verdict.FAIL, "r", reason="one"), case(Verdict.FAIL, "f"))
        new = (case(Verdict.FAIL, "r", reason="two"), replace(case(Verdict.FAIL, "f"), flaky=Verdict.PASS))

        text = Seen(page.render(between(old, new))).text

        assert "Also told of it.json 2, which do not count" in text
        assert "r: still fail, for another reason Both reasons Before: one Now: two" in text
        assert "f: fail, flaky: pass at the second try" in text

    def test_the_rules_that_are_named(self, between: Between) -> None:
        """Each case leads to its rule, which says what it asks for, and what to do about a breach."""
        seen = Seen(page.render(between((case(Verdict.PASS),), (case(Verdict.FAIL),))))

        assert "#rule-LDP_DRIVER_3" in seen.of("a", "href")
        assert "LDP_DRIVER_3 Negotiable driver interface version" in seen.text
        assert "What to do: " in seen.text

    def test_rules_online(self, between: Between, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where somebody has put the documentation."""
        found = between((case(Verdict.PASS),), (case(Verdict.FAIL),))
        monkeypatch.setenv("REFLOADER_DOCS_URL", "https://example.org/docs/")

        assert "https://example.org/docs/rules/LDP_DRIVER_3.html" in Seen(page.render(found)).of("a", "href")

        monkeypatch.setenv("REFLOADER_DOCS_URL", "javascript:alert(1)")
        with pytest.raises(DocsUrlError):
            page.render(found)


class TestDrivers:
    """Facts stand in tables by topic, timings as charts."""

    def test_facts(self, between: Between) -> None:
        """What came, went and differs; what does not count is folded."""
        seen = Seen(page.render(between((), (), (OLD, NEW))))

        assert "went VK_KHR_a 1 not there" in seen.text
        assert "differs VK_KHR_b 1 2" in seen.text
        assert "came VK_KHR_c not there 1" in seen.text
        topics = [attributes for _, attributes in seen.elements if attributes.get("class") == "topic"]
        assert ["open" in each for each in topics] == [True, False]

    def test_long_values_are_folded(self, between: Between) -> None:
        """A table stays a table."""
        seen = Seen(page.render(between((), (), ({"library": {"a": 1}}, {"library": {"a": "x" * 500}}))))

        assert "differs a 1 500 characters" in seen.text

    def test_timings(self, between: Between) -> None:
        """Old and new on one scale, and the same in words."""
        source = page.render(between((), (), (OLD, NEW)))

        assert "slower: an instance takes 10.0 to 12.0 ms" in Seen(source).text
        assert "<desc>old: 10 to 12 ms, median 10 ms; new: 50 to 60 ms, median 50 ms</desc>" in source

    def test_subjects_that_came_and_went(self, make_run: MakeRun) -> None:
        """Nothing of them can be compared."""
        old = make_run(subjects=(driver({}), driver({}, "old.json")))
        new = make_run(subjects=(driver({}), Subject("layer", "new.json", "/n", "2", "")))

        text = Seen(page.render(difference(old, new))).text

        assert "layer new.json 2: only in the newer run" in text
        assert "driver old.json 1.3.0: only in the older run" in text


class TestHostileText:
    """Nothing that a run holds becomes part of the page but its text."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_everywhere(self, make_run: MakeRun, text: str) -> None:
        """In names, cases, rules, reasons, commands, facts, notes, versions."""
        evil = {
            "devices": [{"properties": {"deviceName": text}, "extensions": {text: text}}],
            "library": {text: text},
        }
        quiet = {"devices": [{"properties": {"deviceName": "x"}, "extensions": {}}], "library": {}}
        subjects = [Subject("driver", text, text, text, text, facts=each) for each in (quiet, evil)]
        results = [Result(text, text, text, each, text, replay=text) for each in (Verdict.PASS, Verdict.FAIL)]
        runs = [
            make_run(result, subjects=(subject,), problems=(text,), notes=(text * place,))
            for place, (result, subject) in enumerate(zip(results, subjects, strict=True))
        ]

        seen = Seen(page.render(difference(*runs), timings=True))

        assert seen.faults == []

    def test_a_quiet_page_has_no_faults_either(self, between: Between) -> None:
        """Its own anchors lead somewhere, ids are there once, and its script is the one that may run."""
        found = between((case(Verdict.PASS),), (case(Verdict.FAIL), case(Verdict.PASS, "n")), (OLD, NEW))

        assert Seen(page.render(found)).faults == []

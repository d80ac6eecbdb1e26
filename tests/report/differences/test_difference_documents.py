"""The page on what has changed: for a terminal, for a comment, for a script."""

import json
from collections.abc import Callable, Iterator

import pytest
from differing import NEW, OLD, driver
from replaced import replace

from refloader.model.text import shortened
from refloader.report.differences import data, markdown, text
from refloader.report.differences.difference import Difference, difference
from refloader.results.records import NO_TIME
from refloader.results.results_file import Result, Run, Verdict

MakeRun = Callable[..., Run]


@pytest.fixture
def found(make_run: MakeRun) -> Difference:
    """One case is worse, one is new, facts differ, and instances take longer."""
    passed = Result("LDP_DRIVER_3", "it.json", "worse", Verdict.PASS)
    failed = Result(
        "LDP_DRIVER_3", "it.json", "worse", Verdict.FAIL, "it is NULL", replay="refloader conform"
    )
    new = Result("LDP_DRIVER_9", "it.json", "new", Verdict.PASS)
    return difference(
        make_run(passed, subjects=(driver(OLD),)), make_run(failed, new, subjects=(driver(NEW),))
    )


@pytest.fixture
def nothing(make_run: MakeRun) -> Difference:
    """The difference of a run and itself."""
    run = make_run(subjects=(driver(OLD),))
    return difference(run, run)


class TestText:
    """One page for a person."""

    def test_the_whole_text(self, found: Difference) -> None:
        """The conclusion, the rules, what is worse with its reason and replay, the rest, what does not count."""
        assert text.render(found) == (
            "changed (cases worse: 1, cases new: 1, facts: 3)\n"
            "it.json 1.3.0: 0 rules broken before, 1 now\n"
            "  broken now: LDP_DRIVER_3\n"
            "old  it.json 1.3.0, judged 2026-03-01T10:00:00+00:00, refloader 0.1.0, rules c0ffee\n"
            "new  it.json 1.3.0, judged 2026-03-01T10:00:00+00:00, refloader 0.1.0, rules c0ffee\n"
            "\n"
            "driver it.json\n"
            "  worse: LDP_DRIVER_3  worse  (pass -> fail)\n"
            "    rule    Negotiable driver interface version\n"
            "    why     it is NULL\n"
            "    replay  refloader conform\n"
            "  new: LDP_DRIVER_9  new  (pass)\n"
            "  extension of GPU\n"
            "    - VK_KHR_a (1)\n"
            "    VK_KHR_b: 1 -> 2\n"
            "    + VK_KHR_c (1)\n"
            "  library (does not count)\n"
            "    sha256: aa -> bb\n"
            "  slower: an instance takes 10.0 to 12.0 ms, half of them within 10.0 ms -> "
            "50.0 to 60.0 ms, half of them within 50.0 ms\n"
        )

    def test_nothing(self, nothing: Difference) -> None:
        """One sentence, and two lines on what was compared."""
        first, *others = text.render(nothing).splitlines()

        assert (first, [each[:4] for each in others]) == ("nothing has changed", ["old ", "new "])

    def test_timings_count_when_asked_for(self, make_run: MakeRun) -> None:
        """By themselves they are only told."""
        later = {**OLD, "timings": NEW["timings"]}
        found = difference(make_run(subjects=(driver(OLD),)), make_run(subjects=(driver(later),)))

        assert text.render(found).startswith("nothing has changed\n")
        assert text.render(found, timings=True).startswith("changed (timings)\n")

    def test_names_drive_no_terminal(self, make_run: MakeRun) -> None:
        """What a driver calls itself is shown, not obeyed."""
        evil = {"devices": [{"properties": {"deviceName": "\x1b[2J"}}]}

        said = text.render(
            difference(make_run(subjects=(driver({"devices": []}),)), make_run(subjects=(driver(evil),)))
        )

        assert "\x1b" not in said
        assert "+ \\x1b[2J" in said

    def test_many_are_counted(self, make_run: MakeRun) -> None:
        """A page stays a page."""
        many = [Result("LDP_DRIVER_3", "it.json", f"c{i}", Verdict.FAIL, "no") for i in range(99)]
        found = difference(make_run(subjects=(driver({}),)), make_run(*many, subjects=(driver({}),)))

        said = text.render(found)

        assert "and 79 more (causes of cases new)" in said
        assert len(said.splitlines()) < 100

    def test_a_retry(self, make_run: MakeRun) -> None:
        """What earlier runs of the case came to is told in every format."""
        old = make_run(Result("LDP_DRIVER_3", "it.json", "c", Verdict.PASS), subjects=(driver({}),))
        again = Result("LDP_DRIVER_3", "it.json", "c", Verdict.FAIL, "no", retried=(Verdict.CRASH,))
        found = difference(old, make_run(again, subjects=(driver({}),)))

        [case] = data.document(found)["subjects"][0]["cases"]

        assert "(pass -> fail, retried: crash, then fail)" in text.render(found)
        assert "| fail, retried: crash, then fail |" in markdown.render(found)
        assert case["new"]["retried"] == ["crash"]

    def test_another_reason_is_shown_where_it_differs(self, make_run: MakeRun) -> None:
        """Reasons are long, and begin alike."""
        words = " ".join(["word"] * 50)
        old, new = (
            make_run(
                Result("LDP_DRIVER_3", "it.json", "c", Verdict.FAIL, f"{words} {end}"), subjects=(driver({}),)
            )
            for end in ("before", "after")
        )

        said = text.render(difference(old, new))

        assert "    was     ... word word word word word word word before\n" in said
        assert "    now     ... word word word word word word word after\n" in said

    def test_many_worse_ones_of_one_rule(self, make_run: MakeRun) -> None:
        """The first has its reason and the command; the others have a line each, with what is different there."""
        reasons = {"a": "it is NULL", "b": "it is NULL", "c": "it is 7"}
        old = [Result("LDP_DRIVER_3", "it.json", case, Verdict.PASS) for case in reasons]
        new = [
            Result(
                "LDP_DRIVER_3", "it.json", case, Verdict.FAIL, why, replay=f"refloader conform --case {case}"
            )
            for case, why in reasons.items()
        ]

        said = text.render(difference(*(make_run(*each, subjects=(driver({}),)) for each in (old, new))))

        assert (
            "  worse: LDP_DRIVER_3  a  (pass -> fail)\n"
            "    rule    Negotiable driver interface version\n"
            "    why     it is NULL\n"
            "    replay  refloader conform --case a\n"
            "    also    b\n"
            "    also    c: it is 7\n"
        ) in said

    def test_skips_for_another_reason_are_counted(self, make_run: MakeRun) -> None:
        """Nobody has to look at them; a finding for another reason is told once for all rules of its case."""
        results = [
            [
                Result("LDP_DRIVER_3", "it.json", "s", Verdict.SKIP, f"not here: {end}"),
                Result("LDP_DRIVER_5", "it.json", "s", Verdict.SKIP, f"not here: {end}"),
                Result("LDP_DRIVER_3", "it.json", "f", Verdict.FAIL, end),
                Result("LDP_DRIVER_5", "it.json", "f", Verdict.FAIL, end),
            ]
            for end in ("before", "after")
        ]

        said = text.render(difference(*(make_run(*each, subjects=(driver({}),)) for each in results)))

        assert (
            "  still fail, for another reason: LDP_DRIVER_3, LDP_DRIVER_5  f\n"
            "    was     before\n"
            "    now     after\n"
            "  still skip, for another reason: 1 case; --format json has them\n"
        ) in said

    @pytest.mark.parametrize(("number", "ends"), [(3, False), (30, True)])
    def test_a_long_text_ends_with_the_verdict(self, make_run: MakeRun, number: int, *, ends: bool) -> None:
        """That is what a terminal shows of it."""
        results = [
            [Result("LDP_DRIVER_3", "it.json", f"c{i}", verdict, "why") for i in range(number)]
            for verdict in (Verdict.CRASH, Verdict.PASS)
        ]

        lines = text.render(
            difference(*(make_run(*each, subjects=(driver({}),)) for each in results))
        ).splitlines()

        assert lines[0] == f"changed (cases better: {number})"
        assert (lines[-1] == lines[0]) is ends

    def test_published_results_have_no_time(self, make_run: MakeRun) -> None:
        """None is shown for them, and none is the later one."""
        published, own = (make_run(subjects=(driver({}),)) for _ in range(2))
        published = replace(published, header=replace(published.header, started=NO_TIME))

        found = difference(own, published)

        assert found.notes == ()
        assert "new  it.json 1.3.0, refloader 0.1.0, rules c0ffee\n" in text.render(found)
        assert r"and (time not published)." in markdown.render(found)
        assert "1970" not in text.render(found) + markdown.render(found)

    def test_many_that_pass_are_one_line(self, make_run: MakeRun) -> None:
        """A newer suite has many new cases, and nobody has to look at them."""
        many = [Result("LDP_DRIVER_3", "it.json", f"c{i}", Verdict.PASS) for i in range(99)]
        found = difference(make_run(subjects=(driver({}),)), make_run(*many, subjects=(driver({}),)))

        assert "  new: 99 cases (pass); --format json has them\n" in text.render(found)

    def test_what_is_better_is_listed(self, make_run: MakeRun) -> None:
        """Somebody who mends wants to see what is mended, one line for each."""
        cases = [f"c{i}" for i in range(9)]
        old = [Result("LDP_DRIVER_3", "it.json", case, Verdict.CRASH, f"why {case}") for case in cases]
        new = [Result("LDP_DRIVER_3", "it.json", case, Verdict.PASS) for case in cases]

        found = difference(*(make_run(*each, subjects=(driver({}),)) for each in (old, new)))

        assert (
            "it.json 1.3.0: 1 rule broken before, 0 now\n  no longer broken: LDP_DRIVER_3\n"
            in text.render(found)
        )
        for case in cases:
            assert f"  mended: LDP_DRIVER_3  {case}  (crash -> pass)\n" in text.render(found)

    def test_a_rule_that_was_not_judged_again(self, make_run: MakeRun) -> None:
        """A replay of one case says nothing of the rules that it does not judge: they may be broken as before."""
        of = [(rule, case) for rule in ("LDP_DRIVER_3", "LDP_DRIVER_9") for case in ("a", "b")]
        old = make_run(
            *(Result(rule, "it.json", case, Verdict.FAIL) for rule, case in of), subjects=(driver({}),)
        )
        new = make_run(Result("LDP_DRIVER_9", "it.json", "a", Verdict.PASS), subjects=(driver({}),))
        new = replace(new, header=replace(new.header, command="refloader conform --case a"))

        there, back = text.render(difference(old, new)), text.render(difference(new, old))

        unknown = (
            "it.json 1.3.0: 2 rules broken before, 0 now\n  broken before, not judged now: LDP_DRIVER_3, "
        )
        assert unknown in there
        assert "no longer broken" not in there
        assert "  broken now, not judged before: LDP_DRIVER_3, LDP_DRIVER_9\n" in back

    def test_nothing_in_what_both_judged(self, make_run: MakeRun) -> None:
        """A part of the suite cannot show that nothing has changed at all."""
        case = Result("LDP_DRIVER_9", "it.json", "a", Verdict.PASS)
        whole = make_run(case, subjects=(driver({}),))
        part = replace(whole, header=replace(whole.header, command="refloader conform --case a"))

        assert text.render(difference(whole, part)).startswith(
            "nothing has changed in what both runs judged\n"
        )


class TestCounts:
    """The conclusion counts what is listed: cases, and not the rules of each."""

    def test_a_case_of_two_rules(self, make_run: MakeRun) -> None:
        """It is one line and counts once; lines on what is mended come before warnings."""

        def results(one: Verdict, other: Verdict, warned: Verdict) -> Iterator[Result]:
            yield from (
                Result(rule, "it.json", "both", one, "why") for rule in ("LDP_DRIVER_3", "LDP_DRIVER_9")
            )
            yield Result("LDP_DRIVER_7", "it.json", "mended", other, "why")
            yield Result("LDP_DRIVER_8", "it.json", "warned", warned, "why")

        old = results(Verdict.PASS, Verdict.FAIL, Verdict.PASS)
        new = results(Verdict.FAIL, Verdict.PASS, Verdict.WARN)
        found = difference(*(make_run(*each, subjects=(driver({}),)) for each in (old, new)))

        lines = text.render(found).splitlines()

        assert lines[0] == "changed (cases worse: 2, cases better: 1)"
        told = [line.split()[0] for line in lines if line.startswith("  ") and line.endswith(")")]
        assert told == ["worse:", "mended:", "worse:"]

    @pytest.mark.parametrize(
        ("now", "said"), [(Verdict.WARN, "cases judged now: 1"), (Verdict.FAIL, "cases worse: 1")]
    )
    def test_what_was_skipped(self, make_run: MakeRun, now: Verdict, said: str) -> None:
        """A warning on a case that was not judged before is nothing worse; a failure has to be looked at."""
        old = Result("LDP_DRIVER_3", "it.json", "c", Verdict.SKIP, "no device")
        new = replace(old, verdict=now, reason="why")

        found = difference(*(make_run(each, subjects=(driver({}),)) for each in (old, new)))

        assert text.verdict(found) == f"changed ({said})"

    @pytest.mark.parametrize(
        ("releases", "warned"), [(("1.3.1", "1.3.2"), False), (("1.3.2", "1.3.1"), True)]
    )
    def test_releases_say_which_is_older(
        self, make_run: MakeRun, releases: tuple[str, str], *, warned: bool
    ) -> None:
        """An old release that was judged later is no mistake."""
        made = [make_run(subjects=(replace(driver({}), version=each),)) for each in releases]
        later = replace(made[0], header=replace(made[0].header, started="2030-01-01T00:00:00+00:00"))

        said = text.render(difference(later, made[1]))

        assert ("OLD is the later run" in said) is warned


class TestMarkdown:
    """The same for a comment."""

    def test_the_page(self, found: Difference) -> None:
        """The verdict first, cases in a table, facts in a list."""
        said = markdown.render(found)

        assert said.startswith("**changed (cases worse: 1, cases new: 1, facts: 3)**\n")
        assert (
            "| worse | LDP_DRIVER_3: Negotiable driver interface version | worse | pass | fail | it is NULL |"
            in said
        )
        assert "- extension of GPU: - VK_KHR_a (1)" in said
        assert "To run what is worse:\n\n- <code>refloader conform</code>\n" in said

    def test_another_reason(self, make_run: MakeRun) -> None:
        """It is told as the text tells it."""
        old, new = (
            make_run(Result("LDP_DRIVER_3", "it.json", "c", Verdict.FAIL, why), subjects=(driver({}),))
            for why in ("It is NULL.", "It is gone.")
        )

        said = markdown.render(difference(old, new))

        assert "- LDP_DRIVER_3 c: still fail. Was: It is NULL. Now: It is gone." in said

    def test_names_are_no_markup(self, make_run: MakeRun) -> None:
        """A driver can neither break the table nor put in a link or a tag."""
        evil = Result("LDP_DRIVER_3", "it.json", "c|[x](y)", Verdict.FAIL, "<script>\n| a | b |")
        found = difference(make_run(subjects=(driver({}),)), make_run(evil, subjects=(driver({}),)))

        said = markdown.render(found)

        assert "c&#124;&#91;x&#93;(y)" in said
        assert "&#60;script&#62; &#124; a &#124; b &#124;" in said


class TestJson:
    """The same for a script; the verb's tests hold it against its schema."""

    def test_all_is_there(self, found: Difference) -> None:
        """Cases, facts and timings with both sides."""
        document = json.loads(data.render(found))

        [subject] = document["subjects"]
        assert document["changed"]
        assert [each["change"] for each in subject["cases"]] == ["worse", "new"]
        assert subject["facts"][0] == {
            "topic": "library",
            "name": "sha256",
            "old": "aa",
            "new": "bb",
            "device": "",
            "counts": False,
        }
        assert subject["timings"][0]["new"]["least"] == 50.0

    def test_timings_count_when_asked_for(self, nothing: Difference) -> None:
        """As in the exit code."""
        assert json.loads(data.render(nothing, timings=True))["changed"] is False


class TestShortened:
    """A text that is cut ends with a whole word."""

    def test_at_a_word(self) -> None:
        """Unless the first one is too long itself."""
        assert shortened("of one that is invalid", 22) == "of one that is invalid"
        assert shortened("of one that is invalid", 16) == "of one that is..."
        assert shortened("of one that is invalid", 14) == "of one that is..."
        assert shortened("vkEnumerateInstanceLayerProperties", 11) == "vkEnumerate..."

"""What a rule comes to on a subject, and what is said of the subject."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from replaced import replace

from refloader.report.outcome import outcome
from refloader.report.page.matrix import matrix
from refloader.report.page.sentences import answers, headline
from refloader.results.results_file import Expected, Result, Run, Subject, Verdict

MakeRun: TypeAlias = Callable[..., Run]


def result(verdict: str, case: str = "c", expected: str = "", rule: str = "LLP_LOADER_1") -> Result:
    """A case of the system loader, of which perhaps a verdict was expected."""
    known = Expected(Verdict(expected), "why", "", "x.toml", 1) if expected else None
    return Result(rule, "system", case, Verdict(verdict), "why", expected=known)


class TestOutcomeOfARule:
    """One case that breaks a rule breaks it, known or not; one that passes outweighs those that were skipped."""

    @pytest.mark.parametrize(
        ("cases", "name", "word", "share"),
        [
            (["pass"], "pass", "pass", ""),
            (["pass", "skip", "skip"], "pass", "pass", "1 of 3"),
            (["skip", "skip"], "skip", "skip", "2"),
            (["warn", "pass"], "warn", "warn", "1 of 2"),
            (["error", "warn"], "error", "error", "1 of 2"),
            (["error", "fail", "crash"], "fail", "crash", "2 of 3"),
            (["timeout", "pass"], "fail", "timeout", "1 of 2"),
        ],
    )
    def test_by_its_worst_case(self, cases: list[str], name: str, word: str, share: str) -> None:
        """The outcome, the word for it, and how many cases say so."""
        found = outcome([result(each, f"{number}") for number, each in enumerate(cases)])

        assert (found.name, found.word, found.share) == (name, word, share)

    def test_what_is_known_is_broken(self) -> None:
        """It is called known, which is no excuse."""
        found = outcome([result("fail", expected="fail"), result("pass", "d")])

        assert (found.name, found.word, found.known) == ("fail", "fail, known", True)

    def test_what_is_new_stands_before_what_is_known(self) -> None:
        """A crash that everybody knows of does not hide a new failure."""
        found = outcome([result("crash", expected="crash"), result("fail", "d")])

        assert (found.word, found.known, found.number) == ("fail", False, 2)

    def test_what_came_out_otherwise_than_known(self) -> None:
        """A pass that was not expected is a pass, and one to look at."""
        found = outcome([result("pass", expected="fail")])

        assert (found.name, found.word) == ("pass", "pass, stale entry")


class TestSentences:
    """What is said of a subject is what its rules came to."""

    @pytest.mark.parametrize(
        ("results", "sentence"),
        [
            ([], "not judged: there are no results"),
            ([result("skip")], "not judged: every case was skipped"),
            ([result("pass")], "breaks no rule of those judged"),
            ([result("warn")], "breaks no rule of those judged; warnings on 1 rule"),
            ([result("error")], "the harness itself failed on 1 rule"),
            ([result("fail")], "breaks 1 rule"),
            ([result("fail", expected="fail")], "breaks 1 rule, which is known"),
            (
                [result("fail", expected="fail"), result("fail", rule="LLP_LOADER_2")],
                "breaks 2 rules, 1 of them new",
            ),
            (
                [result("fail", expected="fail"), result("crash", expected="crash", rule="LLP_LOADER_2")],
                "breaks 2 rules, all known",
            ),
            (
                [result("pass", expected="fail")],
                "breaks no rule of those judged; 1 rule came out better than an expectation file says",
            ),
        ],
    )
    def test_of_a_subject(self, make_run: MakeRun, results: list[Result], sentence: str) -> None:
        """Rules broken, and whether that is news."""
        run = make_run(*results)

        assert answers(run, matrix(run))[1].sentence == sentence

    @pytest.mark.parametrize(
        ("results", "sentence"),
        [
            ([], "Nothing was judged."),
            ([result("skip")], "Nothing was judged."),
            ([result("pass")], "No rule is broken."),
            ([result("warn")], "No rule is broken; there are warnings."),
            ([result("error")], "Nothing was judged. The harness itself failed on 1 rule."),
            ([result("fail")], "1 of 2 subjects breaks rules."),
            ([result("fail", expected="fail")], "1 of 2 subjects breaks rules. All breaches are expected."),
            (
                [result("fail", expected="fail"), replace(result("fail"), subject="reference")],
                "Both subjects break rules. 1 breach of a rule is new.",
            ),
        ],
    )
    def test_of_a_run(self, make_run: MakeRun, results: list[Result], sentence: str) -> None:
        """The one sentence at the top."""
        run = make_run(*results)

        assert headline(run, answers(run, matrix(run))) == sentence

    @pytest.mark.parametrize(
        ("edition", "why", "told"),
        [
            ("", "", "all editions"),
            ("2018", "--edition", "edition 2018, by --edition"),
            ("2018", "its version is 1.1.70", "edition 2018, as its version is 1.1.70"),
            ("2018", "", "edition 2018"),
        ],
    )
    def test_the_edition_of_a_subject(self, make_run: MakeRun, edition: str, why: str, told: str) -> None:
        """That of the subject itself, whatever the others of the run were judged by."""
        subject = Subject("layer", "x", "", "", "", edition, why)
        run = make_run(subjects=(subject,))

        assert answers(run, matrix(run))[0].judged_by == told

    def test_nothing_is_called_conformant_where_results_may_be_missing(self, make_run: MakeRun) -> None:
        """A truncated run, or a damaged file, tells what it knows and no more."""
        passed = result("pass")
        truncated, damaged = (
            make_run(passed, finished=False),
            make_run(passed, problems=("line 3 was skipped",)),
        )

        said = [answers(run, matrix(run))[1].sentence for run in (truncated, damaged)]

        assert said == ["breaks no rule of those judged"] * 2
        assert headline(truncated, answers(truncated, matrix(truncated))) == "So far: No rule is broken."

    def test_rules_that_nobody_can_test_are_counted_by_kind(self, make_run: MakeRun) -> None:
        """They bind this kind of subject, hold on this system, and have no result."""
        run = make_run()

        assert [each.rules["untestable"] for each in answers(run, matrix(run))] == [4, 4]

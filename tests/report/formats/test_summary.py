"""The summary for a terminal."""

from collections.abc import Callable
from typing import TypeAlias

from replaced import replace

from refloader.report.formats import summary
from refloader.results.results_file import Result, Run, Stale, Subject, Verdict

MakeRun: TypeAlias = Callable[..., Run]


class TestASummaryFitsATerminal:
    """A person sees versions, counts for each subject and everything that did not pass."""

    def test_the_whole_text(self, make_run: MakeRun, failure: Result, skip: Result) -> None:
        """Counts come first, then each case that did not pass with rule, title, reason and replay."""
        passed = Result("LLP_LAYER_9", "system", "plain", Verdict.PASS)

        text = summary.render(make_run(skip, passed, failure))

        assert text == (
            "refloader 0.1.0, rules c0ffee, edition 2026\n"
            "not conformant: 1 rule broken in 1 case\n"
            "1 finding (1 rule broken), 0 warnings; results: 2 judged, 1 not run, 0 not testable\n"
            "\n"
            "loader reference 0.1.0\n"
            "  results 1 skip\n"
            "  0 findings (0 rules broken), 0 warnings; "
            "results: 0 judged, 1 not run, 0 not testable\n"
            "\n"
            "loader system 1.3.239\n"
            "  path    /usr/lib/libvulkan.so.1\n"
            f"  sha256  {'ab' * 32}\n"
            "  results 1 pass, 1 fail\n"
            "  1 finding (1 rule broken), 0 warnings; results: 2 judged, 0 not run, 0 not testable\n"
            "\n"
            "fail    LLP_LAYER_9  Implicit layer has a disable variable\n"
            "  on      system\n"
            "  case    missing\n"
            "  why     the layer is in the chain\n"
            "  replay  refloader conform --rule LLP_LAYER_9 --case missing\n"
            "\n"
            "what a rule says, with examples: refloader rules LLP_LAYER_9\n"
            "\n"
            "skip    LLP_LAYER_9  Implicit layer has a disable variable\n"
            "  on      reference\n"
            "  case    missing\n"
            "  why     no mount namespaces here\n"
        )

    def test_what_the_reason_leaves_out_follows(self, make_run: MakeRun, failure: Result) -> None:
        """All names of a list that it shortens, and the breaches that it only counts."""
        breaches = [{"fact": "it gives vkA and 1 more", "names": ["vkA", "vkB"]}, {"fact": "it crashes"}]
        failure = replace(
            failure, reason="it gives vkA and 1 more (and 1 more)", evidence={"breaches": breaches}
        )

        assert (
            "  why     it gives vkA and 1 more (and 1 more)\n  names   vkA, vkB\n  further it crashes\n"
        ) in summary.render(make_run(failure))

    def test_skips_come_after_what_is_known(self, make_run: MakeRun, skip: Result, known: Result) -> None:
        """They are many, and nobody has to do anything about them."""
        text = summary.render(make_run(skip, known))

        assert text.index("expected fail on system") < text.index("no mount namespaces here")

    def test_the_worst_comes_first(self, make_run: MakeRun, failure: Result) -> None:
        """Within a subject a crash stands before a failure."""
        crash = Result("LLP_LAYER_12", "system", "c", Verdict.CRASH, "signal 11")

        text = summary.render(make_run(failure, crash))

        assert text.index("crash   LLP_LAYER_12") < text.index("fail    LLP_LAYER_9")

    def test_a_subject_without_results_says_so(self, make_run: MakeRun) -> None:
        """Nothing measured is not shown as nothing wrong."""
        assert "loader reference 0.1.0\n  no results\n" in summary.render(make_run())

    def test_notes_stand_at_the_top(self, make_run: MakeRun) -> None:
        """What the run leaves out is told before the counts."""
        text = summary.render(make_run(notes=("the library was not built",)))

        assert text.splitlines()[1] == "note: the library was not built"

    def test_one_cause_is_shown_once(self, make_run: MakeRun) -> None:
        """A case that fails two rules for one reason is one item with both rules; another reason is another."""
        one, two = (Result(rule, "system", "c", Verdict.FAIL, "why") for rule in ("META-06", "ORDER-DUP-01"))
        other = Result("META-04", "system", "c", Verdict.FAIL, "otherwise")

        text = summary.render(make_run(one, other, two))

        assert (
            "fail    ORDER-DUP-01  Duplicate names: first occurrence only\n"
            "  and   META-06  Duplicates between components and other enablers\n"
            "  on      system\n"
            "  case    c\n"
            "  why     why\n"
            "\n"
            "fail    META-04  "
        ) in text

    def test_what_to_do_is_said_once(self, make_run: MakeRun) -> None:
        """The first finding of a rule on a subject says it, with the advice of its other rules; later ones do not."""
        one, two, again = (
            Result(
                rule, "system", case, Verdict.FAIL, "why", {"advice": f"Mend {rule}."}, "refloader conform"
            )
            for rule, case in (("META-06", "c"), ("ORDER-DUP-01", "c"), ("META-06", "later"))
        )
        elsewhere = replace(one, subject="reference")

        text = summary.render(make_run(one, two, again, elsewhere))

        assert (
            "  why     why\n  advice  Mend ORDER-DUP-01.\n  advice  Mend META-06.\n  replay  refloader conform\n"
            in text
        )
        assert text.count("Mend META-06.") == 2

    def test_a_flaky_finding_is_called_so(self, make_run: MakeRun, failure: Result) -> None:
        """It is a finding with what the second try came to, and the counts tell how many there are."""
        text = summary.render(make_run(replace(failure, flaky=Verdict.PASS)))

        assert "  results 1 fail; flaky: 1\n" in text
        assert "  why     the layer is in the chain\n  again   flaky: fail, then pass\n" in text

    def test_cases_of_one_finding_stand_together(self, make_run: MakeRun, failure: Result) -> None:
        """The plainest case is told, and of the others what is different there in one line."""
        many = replace(failure, case="many", evidence={"files": ["a", "b", "c"]}, reason="two are there")
        few = replace(failure, case="some", evidence={"files": ["a"]}, reason="one is there")

        text = summary.render(make_run(many, few))

        assert text.count("fail    LLP_LAYER_9") == 1
        assert "  case    some\n" in text
        assert "\n  also    many: two are there\n" in text

    def test_what_was_expected_stands_apart(self, make_run: MakeRun, failure: Result, known: Result) -> None:
        """It is counted apart and comes last, with its reason and where more is told."""
        text = summary.render(make_run(known, failure))

        assert "  results 1 fail; as expected: 1 fail\n" in text
        assert text.endswith(
            "\n"
            "expected fail on system\n"
            "  why     it keeps the layer\n"
            "  known   x.toml:7\n"
            "  see     divergences.md#x\n"
            "  case    known (LLP_LAYER_9)\n"
        )

    def test_on_a_terminal_expected_cases_are_counted(self, make_run: MakeRun, known: Result) -> None:
        """Many cases of one cause are a line."""
        text = summary.render(make_run(known, replace(known, case="other")), skips=False)

        assert text.endswith("  see     divergences.md#x\n  cases   2 (LLP_LAYER_9)\n")

    def test_on_a_terminal_one_expected_case_is_named(self, make_run: MakeRun, known: Result) -> None:
        """A replay says which case it was, and of which rule."""
        text = summary.render(make_run(known), skips=False)

        assert text.endswith("  see     divergences.md#x\n  case    known (LLP_LAYER_9)\n")

    def test_a_reason_to_be_filled_in_is_asked_for(self, make_run: MakeRun, known: Result) -> None:
        """The line says where."""
        assert known.expected is not None
        empty = replace(known, expected=replace(known.expected, reason=""))

        assert "  why     reason to be filled in: x.toml:7\n" in summary.render(make_run(empty))

    def test_an_expectation_that_was_not_met(self, make_run: MakeRun, surprise: Result) -> None:
        """A pass that was not expected is shown, on a terminal too, with the entry to be removed."""
        text = summary.render(make_run(surprise), skips=False)

        assert text.endswith(
            "pass    LLP_LAYER_9  Implicit layer has a disable variable\n"
            "  on      system\n"
            "  case    mended\n"
            "  known   stale entry: x.toml:9 expects fail, and it came out pass: "
            "the entry is to be removed or changed\n"
        )

    def test_an_entry_about_no_case(self, make_run: MakeRun, stale: Stale) -> None:
        """It is shown with the rule and the case that it names."""
        text = summary.render(make_run(stale=(stale,)))

        assert text.endswith(
            "no case LLP_LAYER_9  Implicit layer has a disable variable\n"
            "  on      system\n"
            "  case    gone\n"
            "  known   stale entry: x.toml:11 is about a case that the suite does not have for this subject: "
            "the entry is to be removed\n"
        )

    def test_a_rule_of_another_catalogue_is_shown(self, make_run: MakeRun) -> None:
        """An unknown id is kept and named as unknown."""
        text = summary.render(make_run(Result("LLP_LAYER_999", "system", "c", Verdict.WARN)))

        assert "warn    LLP_LAYER_999  not a rule of this version\n" in text

    def test_truncation_and_problems_come_before_the_counts(self, make_run: MakeRun) -> None:
        """The second line warns of a truncated run, and problems follow."""
        text = summary.render(make_run(finished=False, problems=("line 3 was skipped: it is not JSON",)))

        assert text.splitlines()[1:3] == [
            "TRUNCATED RUN: the file has no footer; results may be missing.",
            "problem: line 3 was skipped: it is not JSON",
        ]


class TestNoTextDrivesTheTerminal:
    """Names and reasons come from files that anybody may have written."""

    def test_control_characters_are_spelled_out(self, make_run: MakeRun) -> None:
        """Escapes, NUL and lone surrogates appear as text, in names, paths and reasons alike."""
        evil = "\x1b[2J\x00\ud800"
        subject = Subject("layer", evil, evil, evil, evil)
        result = Result(evil, evil, evil, Verdict.FAIL, evil, {}, evil)

        text = summary.render(make_run(result, subjects=(subject,), problems=(evil,)))

        assert text.replace("\n", "").isprintable()
        assert text.count("\\x1b[2J\\x00\\ud800") == 9

    def test_a_reason_cannot_forge_a_line(self, make_run: MakeRun) -> None:
        """Further lines of a reason are indented under its first."""
        result = Result("LLP_LAYER_9", "system", "c", Verdict.FAIL, "one\nloader system 1.0")

        text = summary.render(make_run(result))

        assert "  why     one\n          loader system 1.0\n" in text

"""The summary for a terminal."""

from collections.abc import Callable
from typing import TypeAlias

from refloader.harness.results import Result, Run, Subject, Verdict
from refloader.report import summary

MakeRun: TypeAlias = Callable[..., Run]


class TestASummaryFitsATerminal:
    """A person sees versions, counts for each subject and everything that did not pass."""

    def test_the_whole_text(self, make_run: MakeRun, failure: Result, skip: Result) -> None:
        """Counts come first, then each case that did not pass with rule, title, reason and replay."""
        passed = Result("LLP_LAYER_9", "system", "plain", Verdict.PASS)

        text = summary.render(make_run(skip, passed, failure))

        assert text == (
            "refloader 0.1.0, catalogue c0ffee, edition 2026\n"
            "\n"
            "loader reference 0.1.0\n"
            "  1 skip\n"
            "\n"
            "loader system 1.3.239\n"
            "  path    /usr/lib/libvulkan.so.1\n"
            f"  sha256  {'ab' * 32}\n"
            "  1 pass, 1 fail\n"
            "\n"
            "skip    LLP_LAYER_9  Implicit layer has a disable variable\n"
            "  on      reference\n"
            "  case    missing\n"
            "  why     no mount namespaces here\n"
            "\n"
            "fail    LLP_LAYER_9  Implicit layer has a disable variable\n"
            "  on      system\n"
            "  case    missing\n"
            "  why     the layer is in the chain\n"
            "  replay  refloader conform --rule LLP_LAYER_9 --case missing\n"
        )

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

    def test_a_rule_of_another_catalogue_is_shown(self, make_run: MakeRun) -> None:
        """An unknown id is kept and named as unknown."""
        text = summary.render(make_run(Result("LLP_LAYER_999", "system", "c", Verdict.WARN)))

        assert "warn    LLP_LAYER_999  not in the catalogue of this version\n" in text

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
        assert text.count("\\x1b[2J\\x00\\ud800") == 10

    def test_a_reason_cannot_forge_a_line(self, make_run: MakeRun) -> None:
        """Further lines of a reason are indented under its first."""
        result = Result("LLP_LAYER_9", "system", "c", Verdict.FAIL, "one\nloader system 1.0")

        text = summary.render(make_run(result))

        assert "  why     one\n          loader system 1.0\n" in text

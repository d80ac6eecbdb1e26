"""The page explains its words, and tells what was not judged and why."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from seen_pages import Seen

from refloader.report.arrange import EXPECTED, STALE, STANDINGS
from refloader.report.page import html
from refloader.results.results_file import Result, Run, Subject, Verdict
from refloader.rules import rules

MakeRun: TypeAlias = Callable[..., Run]

LOADER = Subject("loader", "libvulkan.so.1", "", "1.3.239", "")
LAYER = Subject("layer", "one.json", "", "1.1.73", "")
DRIVER = Subject("driver", "d.json", "", "", "")


def shown(run: Run) -> str:
    """The text of the run's page."""
    return Seen(html.render(run)).text


class TestWordsOfThePage:
    """Somebody who was given the page alone finds in it what its words mean."""

    @pytest.mark.parametrize("standing", sorted({*STANDINGS} - {"pass"}))
    def test_every_badge_is_explained(self, make_run: MakeRun, standing: str) -> None:
        """By the word that it has on the page."""
        terms = re.findall(r"<dt>([^<]*)</dt><dd>", html.render(make_run()))

        word = {EXPECTED: "known", STALE: "stale entry"}.get(standing, standing)
        assert word in {each for term in terms for each in term.split(", ")}

    @pytest.mark.parametrize(
        ("subject", "told"),
        [
            (LOADER, "libvulkan.so.1 loader 1.3.239 "),
            (LAYER, "one.json layer for Vulkan 1.1.73 "),
            (DRIVER, "d.json driver "),
        ],
    )
    def test_what_a_version_is_of(self, make_run: MakeRun, subject: Subject, told: str) -> None:
        """A manifest names the version of Vulkan, which is not that of the layer or driver."""
        assert told in shown(make_run(subjects=(subject,)))


class TestReplaying:
    """A command is of use to those who know what runs it."""

    def test_what_a_command_needs(self, make_run: MakeRun, failure: Result) -> None:
        """It is told where commands are."""
        text = shown(make_run(failure))

        assert (
            "It needs refloader (this run used 0.1.0; another version may differ)"
            in text.partition("Reproduce refloader")[0]
        )
        assert "It needs refloader" not in shown(make_run())


class TestWhatWasNotJudged:
    """Rules beyond any test are named, and a rule of others is not shown as one that was forgotten."""

    def test_rules_that_nobody_can_test(self, make_run: MakeRun) -> None:
        """With the reason, once for each kind of subject, as many as the answer counts."""
        text = shown(make_run(subjects=(LOADER, LAYER, replace(LAYER, name="two.json"))))

        rule = rules()["PHYSDEV-EXT-05"]
        assert text.count(f"{rule.title} {rule.id}: {rule.reason}") == 1
        assert (
            text.index("Of the rules for a loader")
            < text.index("Of the rules for a layer")
            < text.index(rule.id)
        )

    def test_rules_that_are_judged_in_part_are_not_among_them(self, make_run: MakeRun) -> None:
        """Not even where this run did not judge them: other runs do, and may find them broken."""
        text = shown(make_run(subjects=(LAYER, DRIVER)))

        assert "LLP_LAYER_11" in text
        assert not re.search(r"(LLP_LAYER_[12]|LDP_DRIVER_1|CONV-LAYER-0[12])\b", text)

    def test_nothing_is_said_of_kinds_that_are_not_there(self, make_run: MakeRun) -> None:
        """A run on a loader alone says nothing of rules for layers."""
        assert "Of the rules for a layer" not in shown(make_run(subjects=(LOADER,)))

    def test_a_rule_of_others_is_not_called_not_run(self, make_run: MakeRun) -> None:
        """It says nothing about the subject; nobody has left anything out."""
        results = (
            Result("LLP_LAYER_9", "one.json", "c", Verdict.PASS),
            Result("MANIFEST-LAYER-01", "stray", "c", Verdict.PASS),
        )

        text = shown(make_run(*results, subjects=(LOADER, LAYER)))

        assert "Implicit layer has a disable variable not a rule for it one.json: pass not run –" in text
        assert "MANIFEST-LAYER-01 file_format_version (layer) not a rule for it not run – stray: pass" in text

"""Which runs are called conformant: those of which the standard allows it, in every document, and no others."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from refloader.report.arrange import causes
from refloader.report.conclusion import conclusion
from refloader.report.formats import badge, markdown, screen, summary
from refloader.report.page import html
from refloader.results.parts import selection
from refloader.results.results_file import Footer, Header, Origin, Result, Run, Subject, Verdict
from refloader.rules.suites import newest

LAYER = Subject("layer", "mine.json", "/l/mine.json", "1.3.0", "", edition="2026")
QUICK = "refloader conform --layer mine.json --profile quick"
EVERY = tuple(
    Result(rule, LAYER.name, case, Verdict.PASS)
    for case, rules in sorted(newest().of("layer", "2026").items())
    for rule in rules
)


def run_of(*results: Result, command: str = "refloader conform --layer mine.json") -> Run:
    """A finished run of a layer."""
    header = Header(
        "0.1.0",
        "c0ffee",
        (LAYER,),
        {},
        "2026-03-01T10:00:00+00:00",
        "2026",
        command,
        suite=newest().name,
    )
    return Run(header, results, Footer("2026-03-01T10:01:00+00:00", {}))


def on_screen(run: Run) -> str:
    """The screen after the run, as text."""
    return "\n".join("".join(part for part, _ in line) for line in screen.lines(run, 1000, 1000))


class TestEverythingJudged:
    """A run that judges all that the version asks for, and finds nothing."""

    def test_it_is_conformant(self) -> None:
        """The last line says so, and the badge too."""
        run = run_of(*EVERY)

        assert conclusion(run) == ("conformant", "pass")
        assert json.loads(badge.render(run))["message"] == "conformant"
        assert json.loads(badge.render(run))["color"] == "brightgreen"
        assert "conformant: breaks no rule of those judged" in html.render(run)

    def test_one_result_was_not_run(self) -> None:
        """The standard does not judge that, so that no document says it."""
        missing = Result(EVERY[0].rule, LAYER.name, EVERY[0].case, Verdict.SKIP, "there is no X server")
        run = run_of(missing, *EVERY[1:])

        assert conclusion(run) == ("no rule broken", "pass")
        assert json.loads(badge.render(run))["message"] == "no rule broken"
        assert markdown.render(run).startswith("## No rule broken\n")
        assert "conformant: breaks" not in html.render(run)


class TestCasesLeftOut:
    """A run of a part of the suite names the option, wherever it gives a verdict."""

    @pytest.mark.parametrize(
        "document", [on_screen, summary.render, markdown.render, html.render, badge.render]
    )
    def test_the_profile_is_named(self, document: Callable[[Run], str]) -> None:
        """Nobody takes a quick run for a whole one."""
        assert "quick" in document(run_of(*EVERY[:100], command=QUICK)).replace(QUICK, "")

    def test_the_last_lines_agree(self) -> None:
        """Neither the numbers nor the answer says that everything was run."""
        *_, numbers, _standard, answer = on_screen(run_of(*EVERY[:100], command=QUICK)).splitlines()

        assert numbers == (
            "0 findings (0 rules broken), 0 warnings; results: 100 judged, 0 not run, 0 not testable; "
            "--profile quick left cases out"
        )
        assert answer == "no rule broken (--profile quick left cases out)"


class TestSelection:
    """The options that leave cases out are read from the run's command."""

    @pytest.mark.parametrize(
        ("command", "options"),
        [
            ("refloader conform --layer mine.json", ""),
            ("refloader conform --layer mine.json --profile full", ""),
            ("refloader conform --profile=quick", "--profile quick"),
            (
                "refloader conform --rule LLP_LAYER_1 --rule=LLP_LAYER_2 --profile quick",
                "--rule, --profile quick",
            ),
            ("refloader conform --skips list.txt", "--skips"),
        ],
    )
    def test_of_a_run(self, command: str, options: str) -> None:
        """Each once, in the order of the command."""
        assert selection(run_of(command=command).header) == options

    def test_of_a_merge(self) -> None:
        """One quick run among several leaves cases out of the whole."""
        origins = tuple(
            Origin("", "", "", command, "", "", {}, (LAYER.name,)) for command in ("refloader conform", QUICK)
        )

        assert selection(replace(run_of().header, runs=origins)) == "--profile quick"


class TestAdvice:
    """What to do is said once, where one cause breaks several rules."""

    @pytest.mark.parametrize(
        ("first", "second", "advice"),
        [
            ("Compare both.", "Compare both. Say so.", ("Compare both. Say so.",)),
            ("Compare both. Say so.", "Compare both.", ("Compare both. Say so.",)),
            ("Compare both.", "Compare both.", ("Compare both.",)),
            ("Compare both.", "Say so.", ("Compare both.", "Say so.")),
        ],
    )
    def test_of_two_rules(self, first: str, second: str, advice: tuple[str, ...]) -> None:
        """The longer one has the shorter one in it."""
        results = tuple(
            Result(rule, LAYER.name, "a/b", Verdict.FAIL, "so", evidence={"advice": text})
            for rule, text in (("LLP_LAYER_1", first), ("CONV-LAYER-01", second))
        )

        (cause,) = causes(results)

        assert cause.advice == advice

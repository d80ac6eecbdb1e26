"""The HTML page."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from typing import TypeAlias

import pytest
from markupsafe import escape as html_escape

from refloader.harness.results import Result, Run, Stale, Subject, Verdict
from refloader.report import html
from refloader.rules import ambiguities

MakeRun: TypeAlias = Callable[..., Run]
VERDICTS = ("pass", "fail", "warn", "skip", "crash", "timeout", "error")
STANDINGS = (*VERDICTS, "expected", "unexpected")


class Page(HTMLParser):
    """What a browser would see: elements with their attributes, and the text with white space folded."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self._text: list[str] = []
        self.feed(source)
        self.text = " ".join("".join(self._text).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element; the text of neighbours is set apart by a space."""
        self._text.append(" ")
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note the text of an element that shows its text."""
        if self.elements and self.elements[-1][0] not in ("style", "script"):
            self._text.append(data)

    def count(self, tag: str) -> int:
        """The number of elements of that name."""
        return sum(name == tag for name, _ in self.elements)


class TestThePageShowsTheRun:
    """Versions, subjects and counts stand at the top; rules and subjects make a matrix below."""

    def test_versions_and_subjects(self, make_run: MakeRun, failure: Result) -> None:
        """Suite, catalogue and edition are named, and each subject with version, path and digest."""
        text = Page(html.render(make_run(failure))).text

        assert "suite refloader 0.1.0 catalogue c0ffee edition 2026" in text
        assert f"system loader 1.3.239 fail 1 path /usr/lib/libvulkan.so.1 sha256 {'ab' * 32}" in text
        assert "reference loader 0.1.0 no results" in text

    def test_a_row_of_the_matrix(self, make_run: MakeRun, failure: Result) -> None:
        """A row has the rule with its title and a cell for each subject, also for one that was not run."""
        passed = Result("LLP_LAYER_9", "system", "plain", Verdict.PASS)

        text = Page(html.render(make_run(passed, failure))).text

        assert (
            "LLP_LAYER_9 Implicit layer has a disable variable reference not run system fail 1 of 2 "
            "LLP_LAYER_9 on system: Implicit layer has a disable variable "
            "Whoever installs a layer as implicit has to give it a disable variable. "
            "If it is broken: the layer is not loaded. Editions 2022, 2026 "
            "fail missing 0.250 s the layer is in the chain "
            "refloader conform --rule LLP_LAYER_9 --case missing Copy "
            'chain ["good", "no_switch"] log one two '
            "pass plain 0.000 s"
        ) in text

    def test_findings_come_before_the_rules(self, make_run: MakeRun, skip: Result, known: Result) -> None:
        """The worst first, with its rules, what to do and how to replay it; what was expected is none."""
        warning = Result("META-04", "system", "w", Verdict.WARN, "should be otherwise")
        one, two = (
            Result(
                rule,
                "system",
                "c",
                Verdict.FAIL,
                "why",
                {"advice": f"Mend {rule}.", "log": "seen"},
                "replay it",
            )
            for rule in ("META-06", "ORDER-DUP-01")
        )

        source = html.render(make_run(warning, skip, known, one, two))

        text = Page(source).text
        assert (
            "Findings 2 fail META-06 Duplicates between components and other enablers, ORDER-DUP-01 Duplicate names: "
            "first occurrence only system, case c why What to do: Mend META-06. What to do: Mend ORDER-DUP-01. "
            "replay it Copy What was run and seen log seen warn META-04"
        ) in text
        assert (
            text.index("Findings")
            < text.index("should be otherwise")
            < text.index("Known")
            < text.index("Verdicts")
        )

    def test_long_evidence_is_broken_where_it_has_to_be(self, make_run: MakeRun) -> None:
        """A call of one line stays one, whatever it stands in."""
        call = {"call": "vkCreateSampler", "parameters": ["0x55e993836c00", "0x0"]}
        evidence = {"breaches": [{"fact": "f" * 70, "calls": [call, call]}]}

        source = html.render(make_run(Result("META-06", "system", "c", Verdict.FAIL, "why", evidence)))

        line = html_escape(json.dumps(call))
        assert (
            f"[\n  {{\n    &#34;fact&#34;: &#34;{'f' * 70}&#34;,\n    &#34;calls&#34;: [\n      {line},\n"
            in source
        )

    def test_what_is_known_is_told_once_for_each_reason(self, make_run: MakeRun, known: Result) -> None:
        """After the findings: the reason of the entries, and the cases that it is about with their rules."""
        again = replace(known, case="again")

        text = Page(html.render(make_run(known, again))).text

        assert (
            "Known 1 expected fail system: it keeps the layer (see divergences.md#x) 2 cases "
            "again: LLP_LAYER_9 known: LLP_LAYER_9"
        ) in text
        assert "Findings" not in text

    def test_a_run_without_findings_has_no_place_for_them(self, make_run: MakeRun, skip: Result) -> None:
        """Nothing to look at, nothing shown."""
        assert "Findings" not in Page(html.render(make_run(skip))).text

    def test_a_skip_shows_its_reason(self, make_run: MakeRun, skip: Result) -> None:
        """The reason of a skip stands beside its case."""
        assert "skip missing 0.000 s no mount namespaces here" in Page(html.render(make_run(skip))).text

    def test_rules_stand_in_the_order_of_the_catalogue(self, make_run: MakeRun) -> None:
        """Unknown rules come last and are named as unknown."""
        rules = ("X-1", "LLP_LAYER_9", "DISC-GEN-01")

        page = Page(html.render(make_run(*(Result(rule, "system", "c", Verdict.PASS) for rule in rules))))

        rows = [attrs["id"] for tag, attrs in page.elements if tag == "tr" and "id" in attrs]
        assert rows == ["DISC-GEN-01", "LLP_LAYER_9", "X-1"]
        assert "X-1 not in the catalogue of this version" in page.text

    def test_an_ambiguity_is_shown_with_its_reading(self, make_run: MakeRun) -> None:
        """A result that bears on an ambiguity shows what the documents leave open and what was chosen."""
        row = ambiguities()["AMB-XDG-EMPTY"]

        text = Page(html.render(make_run(Result("AMB-XDG-EMPTY", "system", "c", Verdict.WARN)))).text

        assert f"Ambiguity: {row.where}" in text
        assert f"Reading chosen: {row.chosen}" in text

    def test_a_truncated_run_has_a_banner(self, make_run: MakeRun, failure: Result) -> None:
        """The banner comes with the missing footer and not without it."""
        banner = "Truncated run. The results file has no footer"

        assert banner in Page(html.render(make_run(failure, finished=False))).text
        assert banner not in Page(html.render(make_run(failure))).text

    def test_problems_are_listed(self, make_run: MakeRun) -> None:
        """Damaged lines are named at the top."""
        text = Page(html.render(make_run(problems=("line 3 was skipped: it is not JSON",)))).text

        assert "The results file has problems. line 3 was skipped: it is not JSON" in text

    def test_notes_are_listed(self, make_run: MakeRun) -> None:
        """What the run leaves out stands at the top."""
        text = Page(html.render(make_run(notes=("the library was not built",)))).text

        assert "not built" in text.partition("Command and machine")[0]

    def test_what_was_expected_is_shown_as_such(
        self, make_run: MakeRun, known: Result, failure: Result
    ) -> None:
        """It has a badge of its own with the verdict, its reason, and is counted beside the worst of its cell."""
        text = Page(html.render(make_run(known, failure))).text

        assert "system loader 1.3.239 expected 1 fail 1 path" in text
        assert "system fail 1 of 2 expected 1" in text
        assert (
            "expected fail known 0.000 s it is in the chain Known: it keeps the layer (see divergences.md#x)"
        ) in text

    def test_a_flaky_finding_is_called_so(self, make_run: MakeRun, failure: Result) -> None:
        """Among the findings and in the matrix; one that came again is not."""
        assert (
            html.render(make_run(replace(failure, flaky=Verdict.PASS))).count("flaky: fail, then pass") == 2
        )
        assert "flaky" not in html.render(make_run(failure))

    def test_cases_that_all_stand_alike_are_one_number(self, make_run: MakeRun, known: Result) -> None:
        """What was expected is not counted a second time where it is all there is."""
        text = Page(html.render(make_run(known, replace(known, case="other")))).text

        assert "system expected 2 " in text
        assert "expected 2 expected" not in text

    def test_expectations_that_did_not_come_true(
        self, make_run: MakeRun, surprise: Result, stale: Stale
    ) -> None:
        """A pass that was not expected says which entry is to go; one about no case has a banner."""
        text = Page(html.render(make_run(surprise, stale=(stale,)))).text

        assert "unexpected pass mended 0.000 s x.toml:9 expects fail, and it came out pass" in text
        assert "Expectations are out of date. LLP_LAYER_9, gone, on system: x.toml:11 is about" in text

    def test_a_run_without_results_says_so(self, make_run: MakeRun) -> None:
        """An empty matrix is explained."""
        assert "This run has no results." in Page(html.render(make_run())).text

    def test_results_of_an_unlisted_subject_have_a_column(self, make_run: MakeRun) -> None:
        """A subject that the header lacks is shown as such, not dropped."""
        text = Page(html.render(make_run(Result("LLP_LAYER_9", "stray", "c", Verdict.FAIL)))).text

        assert "stray not in the header fail 1" in text


class TestThePageIsForEverybody:
    """Meaning never rests on colour, and everything is reached by keyboard."""

    @pytest.mark.parametrize("verdict", VERDICTS)
    def test_a_verdict_has_a_word_and_a_shape(self, make_run: MakeRun, verdict: str) -> None:
        """The badge of each verdict holds its name and a drawing of its own that is in the page."""
        source = html.render(make_run(Result("LLP_LAYER_9", "system", "c", Verdict(verdict), "why")))

        assert f'<use href="#shape-{verdict}"/></svg><span>{verdict}</span></span>' in source
        assert source.count(f'<symbol id="shape-{verdict}"') == 1

    def test_a_cell_opens_without_scripts(self, make_run: MakeRun, failure: Result, skip: Result) -> None:
        """Each cell with results is a details element with a summary; filters wait for the script."""
        page = Page(html.render(make_run(failure, skip)))

        cells_finding_and_run = 4
        assert (page.count("details"), page.count("summary")) == (
            cells_finding_and_run,
            cells_finding_and_run,
        )
        assert ("form", {"class": "filters", "hidden": None}) in page.elements

    def test_the_matrix_keeps_its_meaning(self, make_run: MakeRun, failure: Result) -> None:
        """Rows, headers and cells carry their roles, which a display other than table would take away."""
        page = Page(html.render(make_run(failure)))

        roles = [attrs.get("role") for tag, attrs in page.elements if tag in ("table", "tr", "th", "td")]
        assert roles == [
            *("table", "row", "columnheader", "columnheader", "columnheader"),
            *("row", "rowheader", "cell", "cell"),
        ]

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("verdict", STANDINGS)
    def test_badges_can_be_read(self, scheme: str, verdict: str) -> None:
        """The contrast of each badge is at least 7 to 1 in both schemes (WCAG 2.2, level AAA)."""
        colours = palette(scheme)

        assert contrast(colours[verdict], colours[f"{verdict}-fill"]) >= 7

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("ink", ["ink", "soft", "link"])
    @pytest.mark.parametrize("ground", ["paper", "sunk"])
    def test_text_can_be_read(self, scheme: str, ink: str, ground: str) -> None:
        """The contrast of text and links is at least 7 to 1 on both grounds in both schemes."""
        colours = palette(scheme)

        assert contrast(colours[ink], colours[ground]) >= 7


class TestThePageIsSafeAndOffline:
    """One file, no network, and nothing in a run becomes markup or script."""

    def test_hostile_text_stays_text(self, make_run: MakeRun) -> None:
        """Markup in any field makes no element; control characters and surrogates are spelled out."""
        evil = "</script></pre><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\x1b[2J\x00\ud800"
        subject = Subject("layer", evil, evil, evil, evil)
        run = make_run(
            Result(evil, evil, evil, Verdict.FAIL, evil, {evil: [evil]}, evil),
            subjects=(subject,),
            problems=(evil,),
        )

        source = html.render(run)

        page = Page(source)
        assert (page.count("script"), page.count("img")) == (1, 0)
        assert not any(name.startswith("on") for _, attrs in page.elements for name in attrs)
        assert source.encode()
        assert source.replace("\n", "").isprintable()
        assert "\\x1b[2J\\x00\\ud800" in page.text

    def test_only_its_own_script_may_run(self, make_run: MakeRun) -> None:
        """The policy of the page names the digest of its one script and allows nothing else."""
        source = html.render(make_run())
        script = re.search("<script>(.*)</script>", source, re.DOTALL)
        assert script is not None

        digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()

        assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}';" in source

    def test_nothing_is_loaded(self, make_run: MakeRun, failure: Result) -> None:
        """No element refers to anything outside the file."""
        page = Page(html.render(make_run(failure)))

        links = [attrs[name] for _, attrs in page.elements for name in ("src", "href") if name in attrs]
        assert [link for link in links if link is None or not link.startswith("#")] == []
        assert (page.count("link"), page.count("iframe")) == (0, 0)


def palette(scheme: str) -> dict[str, str]:
    """The colours of the style sheet by name; the second block that names them is the dark one."""
    style = files("refloader.report").joinpath("templates/results.css").read_text()
    light, dark = style.split("prefers-color-scheme: dark")
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light if scheme == "light" else dark))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour written #rrggbb."""
    red, green, blue = (linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """A part of an sRGB colour, 0 to 1, with its gamma taken off."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

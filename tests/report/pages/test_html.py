"""The HTML page."""

import base64
import hashlib
import re
from collections.abc import Callable
from importlib.resources import files
from typing import ClassVar, TypeAlias

import pytest
from replaced import replace
from seen_pages import Seen

from refloader.report.page import html
from refloader.report.page.breaches import MOST
from refloader.results.results_file import Origin, Result, Run, Stale, Subject, Verdict
from refloader.rules import ambiguities

MakeRun: TypeAlias = Callable[..., Run]
EVIL = "</script></pre><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\x1b[2J\x00\ud800"
VERDICTS = ("pass", "fail", "warn", "skip", "crash", "timeout", "error")
STANDINGS = (*VERDICTS, "expected", "unexpected")


class TestThePageAnswersFirst:
    """Which subjects, judged by what, how many rules are broken, and which ones by whom."""

    def test_versions_and_subjects(self, make_run: MakeRun, failure: Result) -> None:
        """Suite and rules are named, and each subject with version, path and digest."""
        text = Seen(html.render(make_run(failure))).text

        assert "judged by refloader 0.1.0 rules c0ffee started 2026-03-01" in text
        assert "system loader 1.3.239 cases fail 1 numbers 1 finding (1 rule broken)" in text
        assert f"path /usr/lib/libvulkan.so.1 sha256 {'ab' * 32}" in text
        assert "reference loader 0.1.0 cases no results" in text

    def test_a_subject_that_breaks_a_rule(self, make_run: MakeRun, failure: Result) -> None:
        """A sentence, the edition, and rules broken, warned of, passed, skipped and not testable."""
        passed = Result("LLP_LOADER_1", "system", "c", Verdict.PASS)

        text = Seen(html.render(make_run(failure, passed))).text

        assert "1 of 2 subjects breaks rules." in text
        assert "system loader 1.3.239 all editions breaks 1 rule 1 0 1 0 4" in text
        assert "reference loader 0.1.0 all editions not judged: there are no results 0 0 0 0 4" in text

    @pytest.mark.parametrize(
        ("manifest", "said"),
        [
            (
                '{"layer": {"name": "VK_LAYER_ACME_one"}}',
                "VK_LAYER_ACME_one acme.json, layer for Vulkan 1.3.0",
            ),
            (
                '{"layers": [{"name": "VK_LAYER_ACME_one"}]}',
                "VK_LAYER_ACME_one acme.json, layer for Vulkan 1.3.0",
            ),
            ('{"layers": [{"name": "A"}, {"name": "B"}]}', "acme.json layer for Vulkan 1.3.0"),
            ('{"layer": {"name": 7}, "layers": 3}', "acme.json layer for Vulkan 1.3.0"),
            ("[" * 100_000, "acme.json layer for Vulkan 1.3.0"),
        ],
    )
    def test_a_layer_by_its_own_name(self, make_run: MakeRun, manifest: str, said: str) -> None:
        """A manifest of one layer stands behind the layer's name; one of several, or a damaged one, for itself."""
        layer = Subject("layer", "acme.json", "/acme.json", "1.3.0", "ab", manifest=manifest)

        text = Seen(html.render(make_run(subjects=(layer,)))).text

        assert f"{said} all editions".replace(" ", "") in text.replace(" ", "")  # long words may be broken

    def test_the_layers_name_in_headings(self, make_run: MakeRun, failure: Result) -> None:
        """The answer and the heading of the findings begin with it, and the heading has the file behind it."""
        manifest = '{"layer": {"name": "VK_LAYER_ACME_one"}}'
        layer = Subject("layer", "acme.json", "/acme.json", "1.3.0", "ab", manifest=manifest)

        text = Seen(html.render(make_run(replace(failure, subject="acme.json"), subjects=(layer,)))).text

        assert "VK_LAYER_ACME_one breaks 1 rule." in text
        assert "VK_LAYER_ACME_one acme.json: breaks 1 rule" in text

    def test_a_breach_tells_what_a_stranger_needs(self, make_run: MakeRun) -> None:
        """Rules in words, the expected and the actual behaviour, what to do, and the command that replays it."""
        one, two = (
            Result(
                rule,
                "system",
                "c",
                Verdict.FAIL,
                "It is there. Not so: it is gone",
                {"advice": f"Mend {rule}.", "log": "seen"},
                "refloader conform --rule META-06",
            )
            for rule in ("META-06", "ORDER-DUP-01")
        )

        text = Seen(html.render(make_run(one, two))).text

        assert (
            "system breaks 2 rules fail Duplicate names: first occurrence only ORDER-DUP-01 "
            "Duplicates between components and other enablers META-06 "
            "Expected It is there. Actual it is gone "
            "What to do Mend ORDER-DUP-01. Mend META-06. "
            "Reproduce refloader conform --rule META-06 Copy What was run, and what came of it, in case c log seen"
        ) in text

    def test_actual_and_expected_values(self, make_run: MakeRun, failure: Result) -> None:
        """A comparison has its two values, each once and with its own label."""
        told = replace(failure, reason="It is there. Not so: actual: a, b; expected: c")

        text = Seen(html.render(make_run(told))).text

        assert "Rule It is there. Expected c Actual a, b " in text

    def test_an_actual_behaviour_without_an_expected_value(self, make_run: MakeRun, failure: Result) -> None:
        """A crash has none; the label is not repeated."""
        told = replace(failure, reason="It is there. Not so: actual: SIGSEGV in vkCreateInstance")

        text = Seen(html.render(make_run(told))).text

        assert "Actual SIGSEGV in vkCreateInstance " in text

    def test_each_of_several_comparisons_has_both_sides(self, make_run: MakeRun, failure: Result) -> None:
        """What was seen of the chain does not stand among what was expected."""
        reason = "It is there. Not so: actual result: 1; expected: 0; actual chain: a; expected: b, c"

        text = Seen(html.render(make_run(replace(failure, reason=reason)))).text

        assert "Rule It is there. Expected 0; chain: b, c Actual result: 1; chain: a " in text

    def test_what_was_asked(self, make_run: MakeRun, failure: Result) -> None:
        """A loader's answer stands behind the question."""
        evidence: dict[str, object] = {
            "scenario": "0123",
            "application": {"layers": ["VK_LAYER_TEST_one"]},
            "actions": [["create", "i", {}]],
        }
        told = replace(failure, reason="It is there. Not so: actual: a; expected: c", evidence=evidence)

        text = Seen(html.render(make_run(told))).text

        assert "Rule It is there. Asked vkCreateInstance with VK_LAYER_TEST_one Expected c Actual a " in text

    def test_the_worst_comes_first_and_what_is_known_after_it(
        self, make_run: MakeRun, skip: Result, known: Result
    ) -> None:
        """A warning is told after what is broken, a skip not at all; what was known is broken all the same."""
        warning = Result("META-04", "system", "w", Verdict.WARN, "should be otherwise")
        new = Result("META-06", "system", "c", Verdict.FAIL, "why")

        told = Seen(html.render(make_run(warning, skip, known, new))).text.partition("What was found, and")[2]

        places = [told.index(each) for each in ("META-06", "LLP_LAYER_9", "META-04", "Every rule on every")]
        assert places == sorted(places)
        assert "breaks 2 rules, 1 of them new; warnings on 1 rule" in told
        assert "fail, known Implicit layer has a disable variable" in told
        assert "Known it keeps the layer (see divergences.md#x) x.toml:7" in told
        assert skip.reason not in told

    def test_other_cases_of_a_breach_are_told_in_short(self, make_run: MakeRun, failure: Result) -> None:
        """A few with what was seen, the others by their number."""
        cases = [replace(failure, case=f"c{number}", reason=f"why {number}") for number in range(10)]

        text = Seen(html.render(make_run(*cases))).text

        assert (
            "9 more cases c1: why 1 c2: why 2 c3: why 3 c4: why 4 c5: why 5 and 4 more, in the matrix" in text
        )

    def test_many_breaches_are_bounded_with_their_number(self, make_run: MakeRun) -> None:
        """Past the bound the matrix has the rest, and the page says how many that is."""
        every = [
            Result(f"X-{number}", "system", "c", Verdict.FAIL, f"{number}") for number in range(MOST + 3)
        ]

        page = Seen(html.render(make_run(*every)))

        breaches = [attrs for tag, attrs in page.elements if (attrs.get("class") or "").startswith("breach ")]
        assert len(breaches) == MOST
        assert "And 3 more findings, which the matrix shows." in page.text

    def test_a_run_in_which_nothing_is_broken(self, make_run: MakeRun) -> None:
        """It says that no rule is broken, and has no place for breaches."""
        text = Seen(html.render(make_run(Result("LLP_LAYER_9", "system", "c", Verdict.PASS)))).text

        assert "No rule is broken." in text
        assert "breaks no rule of those judged 0 0 1 0 4" in text
        assert "What was found" not in text

    def test_a_run_that_only_skips_judges_nothing(self, make_run: MakeRun, skip: Result) -> None:
        """It is not called conformant."""
        text = Seen(html.render(make_run(skip))).text

        assert "Nothing was judged." in text
        assert "not judged: every case was skipped 0 0 0 1 4" in text
        assert "conformant:" not in text

    def test_failures_of_the_harness_are_its_own(self, make_run: MakeRun) -> None:
        """They are told as such, and no subject is called conformant for them."""
        text = Seen(html.render(make_run(Result("LLP_LAYER_9", "system", "c", Verdict.ERROR, "no")))).text

        assert "the harness itself failed on 1 rule" in text
        assert "conformant:" not in text

    def test_a_truncated_run_has_a_banner(self, make_run: MakeRun, failure: Result) -> None:
        """The banner comes with the missing footer and not without it."""
        banner = "Truncated run. The results file has no footer"

        assert banner in Seen(html.render(make_run(failure, finished=False))).text
        assert banner not in Seen(html.render(make_run(failure))).text

    def test_problems_are_listed(self, make_run: MakeRun) -> None:
        """Damaged lines are named at the top."""
        text = Seen(html.render(make_run(problems=("line 3 was skipped: it is not JSON",)))).text

        assert "The results file has problems. line 3 was skipped: it is not JSON" in text

    def test_endless_problems_are_counted(self, make_run: MakeRun) -> None:
        """The first ones, and how many more there are."""
        text = Seen(html.render(make_run(problems=tuple(f"line {number}" for number in range(70))))).text

        assert "line 49 and 20 more" in text

    def test_notes_are_listed(self, make_run: MakeRun) -> None:
        """What the run leaves out stands before the answer."""
        text = Seen(html.render(make_run(notes=("the library was not built",)))).text

        assert "not built" in text.partition("Numbers are rules")[0]

    def test_expectations_that_did_not_come_true(
        self, make_run: MakeRun, surprise: Result, stale: Stale
    ) -> None:
        """A pass that was not expected is told of its subject; an entry about no case has a banner."""
        text = Seen(html.render(make_run(surprise, stale=(stale,)))).text

        assert "1 rule came out better than an expectation file says" in text
        assert (
            "stale entries, which break no rule. LLP_LAYER_9, gone, on system: stale entry: x.toml:11" in text
        )

    def test_a_flaky_finding_is_called_so(self, make_run: MakeRun, failure: Result) -> None:
        """Where the breach is told; one that came again is not."""
        assert (
            "flaky: fail, then pass (missing)"
            in Seen(html.render(make_run(replace(failure, flaky=Verdict.PASS)))).text
        )
        assert "flaky" not in Seen(html.render(make_run(failure))).text

    def test_a_retry_is_told(self, make_run: MakeRun, failure: Result) -> None:
        """What earlier runs of the case came to stands with the breach."""
        text = Seen(html.render(make_run(replace(failure, retried=(Verdict.CRASH,))))).text

        assert "retried: crash, then fail (missing)" in text

    def test_results_of_an_unlisted_subject_have_a_column(self, make_run: MakeRun) -> None:
        """A subject that the header lacks is shown as such, not dropped."""
        text = Seen(html.render(make_run(Result("LLP_LAYER_9", "stray", "c", Verdict.FAIL)))).text

        assert "stray not in the header breaks 1 rule" in text


class TestTheMatrixIsATable:
    """Rules and subjects, and in each cell what the rule came to: read without scripts."""

    def test_a_row_has_the_rule_and_what_it_came_to(self, make_run: MakeRun, failure: Result) -> None:
        """With its title and a cell for each subject, also for one that the rule is not for."""
        passed = Result("LLP_LAYER_9", "system", "plain", Verdict.PASS)

        text = Seen(html.render(make_run(passed, failure))).text

        assert (
            "Rule reference system LLP_LAYER_9 Implicit layer has a disable variable not a rule for it "
            "system: fail 1 of 2"
        ) in text

    def test_rules_stand_in_the_order_of_the_catalogue(self, make_run: MakeRun) -> None:
        """Unknown rules come last and are named as unknown."""
        rules = ("X-1", "LLP_LAYER_9", "DISC-GEN-01")

        page = Seen(html.render(make_run(*(Result(rule, "system", "c", Verdict.PASS) for rule in rules))))

        rows = [attrs["data-rule"] for tag, attrs in page.elements if tag == "tr" and "data-rule" in attrs]
        assert rows == ["DISC-GEN-01", "LLP_LAYER_9", "X-1"]
        assert "X-1 not a rule of this version" in page.text

    def test_only_rules_of_the_catalogue_name_places_in_the_page(self, make_run: MakeRun) -> None:
        """A results file from anybody cannot give the page's own names to its rows."""
        page = Seen(html.render(make_run(Result("text", "system", "c", Verdict.PASS))))

        names = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
        assert len(names) == len(set(names))

    def test_an_ambiguity_is_shown_with_its_place(self, make_run: MakeRun) -> None:
        """A result that bears on an ambiguity says so in its title."""
        row = ambiguities()["AMB-XDG-EMPTY"]

        text = Seen(html.render(make_run(Result("AMB-XDG-EMPTY", "system", "c", Verdict.WARN)))).text

        assert f"Ambiguity: {row.where}" in text

    def test_a_run_without_results_says_so(self, make_run: MakeRun) -> None:
        """An empty matrix is explained."""
        assert "This run has no results." in Seen(html.render(make_run())).text

    def test_filters_are_for_what_there_is_to_choose(self, make_run: MakeRun, failure: Result) -> None:
        """One rule binds one party: there is no filter for it; there are two subjects, and one verdict."""
        page = Seen(html.render(make_run(failure)))

        names = [attrs.get("name") for tag, attrs in page.elements if tag == "select"]
        boxes = [attrs["value"] for _, attrs in page.elements if attrs.get("name") == "standing"]
        assert (names, boxes) == (["edition", "subject"], ["fail"])


class TestTheMachineAndTheRun:
    """How the loader sees the machine, and what was run, stand below the matrix."""

    SURROUNDINGS: ClassVar = {"chain": ["VK_LAYER_one"], "result": "VK_SUCCESS", "layers": [], "drivers": []}

    def test_the_call_chain_of_the_machine(self, make_run: MakeRun, failure: Result) -> None:
        """It is drawn where the run knows it, and there is no place for it where not."""
        run = make_run(failure)
        known = replace(run, header=replace(run.header, surroundings=self.SURROUNDINGS))

        assert "How the loader sees this machine" not in Seen(html.render(run)).text
        text = Seen(html.render(known)).text
        assert "call chain of an instance: VK_SUCCESS" in text
        assert "layer VK_LAYER_one" in text

    def test_the_machines_of_a_merge(self, make_run: MakeRun, failure: Result) -> None:
        """Each with its name, its command and its own chain."""
        run = make_run(failure)
        runs = tuple(
            Origin(
                name,
                "2026",
                "2026",
                f"refloader conform {name}",
                "0",
                "0",
                {"on": name},
                (),
                surroundings=self.SURROUNDINGS,
            )
            for name in ("arch", "debian")
        )

        text = Seen(html.render(replace(run, header=replace(run.header, runs=runs)))).text

        told = text.partition("How the loader sees this machine")[2]
        assert told.index("arch") < told.index("call chain of an instance") < told.index("debian")
        assert "refloader conform arch Copy on arch debian 2026 to 2026 refloader conform debian" in told


class TestThePageIsForEverybody:
    """Meaning never rests on colour, and everything is reached by keyboard."""

    @pytest.mark.parametrize("verdict", VERDICTS)
    def test_a_verdict_has_a_word_and_a_shape(self, make_run: MakeRun, verdict: str) -> None:
        """The cell of each verdict holds its name and a drawing of its own that is in the page."""
        source = html.render(make_run(Result("LLP_LAYER_9", "system", "c", Verdict(verdict), "why")))

        assert f'<use href="#shape-{verdict}"/></svg><span>{verdict}</span></button>' in source
        assert source.count(f'<symbol id="shape-{verdict}"') == 1

    def test_filters_wait_for_the_script(self, make_run: MakeRun, failure: Result) -> None:
        """Without scripts there are no filters that do nothing."""
        page = Seen(html.render(make_run(failure)))

        assert ("form", {"class": "filters", "hidden": None}) in page.elements

    def test_the_matrix_keeps_its_meaning(self, make_run: MakeRun, failure: Result) -> None:
        """Rows, headers and cells carry their roles, which a display other than table would take away."""
        elements = Seen(html.render(make_run(failure))).elements

        start = next(place for place, (_, attrs) in enumerate(elements) if attrs.get("id") == "matrix")
        roles = [attrs["role"] for tag, attrs in elements[start:] if tag in ("table", "tr", "th", "td")]
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
        run = make_run(
            Result(EVIL, EVIL, EVIL, Verdict.FAIL, EVIL, {EVIL: [EVIL]}, EVIL),
            subjects=(Subject("layer", EVIL, EVIL, EVIL, EVIL),),
            problems=(EVIL,),
        )

        source = html.render(run)

        page = Seen(source)
        kinds = {attrs.get("type", "its own") for tag, attrs in page.elements if tag == "script"}
        assert (kinds, page.count("img")) == ({"its own", "application/json", "application/octet-stream"}, 0)
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
        page = Seen(html.render(make_run(failure)))

        links = [attrs[name] for _, attrs in page.elements for name in ("src", "href") if name in attrs]
        assert [link for link in links if link is None or not link.startswith("#")] == []
        assert (page.count("link"), page.count("iframe")) == (0, 0)


def palette(scheme: str) -> dict[str, str]:
    """The colours of the style sheet by name; the second block that names them is the dark one."""
    style = files("refloader.report.page").joinpath("templates/base.css").read_text()
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

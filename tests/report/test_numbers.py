"""One set of numbers: what one document of a run counts, every other document of it counts the same."""

import json
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from refloader.claims.deriving import Given, derived
from refloader.claims.document import Suite
from refloader.claims.runs import parsed
from refloader.report import numbers
from refloader.report.conclusion import conclusion
from refloader.report.formats import badge, data, junit, markdown, sarif, screen, summary
from refloader.report.page import html
from refloader.results.coverage import NEEDS, Need, coverage, is_bar, too_little, too_little_of_each
from refloader.results.results_file import (
    Expected,
    Footer,
    Header,
    Result,
    Run,
    Stale,
    Subject,
    Verdict,
    lines,
)

LAYER = Subject("layer", "mine.json", "/mine.json", "1.3.0", "b" * 64, library={"sha256": "a" * 64})
DRIVER = Subject("driver", "my_icd.json", "/my_icd.json", "1.3.0", "c" * 64)
KNOWN = Expected(Verdict.FAIL, "it is known", "", "/known.toml", 7)
STALE = Stale("mine.json", "LLP_LAYER_1", "gone/away", "/known.toml", 9)
NO_SERVER = "there is no X server to draw to (Debian: xvfb)"
TEXT = (
    "2 new findings (3 rules newly broken), 1 new warning (on 1 rule), 1 known finding, 2 stale entries; "
    "results: 8 judged, 2 not run, 1 not testable"
)


def result(rule: str, case: str, verdict: Verdict, reason: str = "", **more: object) -> Result:
    """A result on the layer, unless another subject is named."""
    subject = str(more.pop("subject", LAYER.name))
    return Result(rule, subject, case, verdict, reason or f"why {verdict}", **more)  # type: ignore[arg-type]


RESULTS = (
    result("LLP_LAYER_1", "answers/a", Verdict.FAIL),
    result("CONV-LAYER-01", "answers/a", Verdict.FAIL),
    result("LLP_LAYER_1", "answers/b", Verdict.FAIL),
    result("CONV-LAYER-01", "answers/b", Verdict.FAIL),
    result("LLP_LAYER_14", "allocators/used", Verdict.WARN),
    result("LLP_LAYER_2", "calls/known", Verdict.FAIL, expected=KNOWN),
    result("LLP_LAYER_5", "negotiation/mended", Verdict.PASS, expected=KNOWN),
    result("LLP_LAYER_10", "windows/a", Verdict.SKIP, NO_SERVER),
    result("LLP_LAYER_10", "windows/b", Verdict.SKIP, NO_SERVER),
    result("LLP_LAYER_19", "wraps/nothing", Verdict.SKIP, "the layer hands up no handles of its own"),
    result("LDP_DRIVER_3", "interface/newest", Verdict.CRASH, subject=DRIVER.name),
)
HEADER = Header(
    "0.1.0",
    "0123456789ab",
    (LAYER, DRIVER),
    {},
    "2026-01-01T00:00:00+00:00",
    "2026",
    "refloader conform",
    require="50%",
)


def made(*results: Result, require: str = "50%") -> Run:
    """A finished run of these results, with one stale entry."""
    header = Header(**{**{name: getattr(HEADER, name) for name in HEADER.__slots__}, "require": require})
    return Run(header, results, Footer("2026-01-01T00:01:00+00:00", {}, 1, (STALE,)))


RUN = made(*RESULTS)


UNITS = {
    "findings": r"new findings?\b",
    "rules": r"rules? (?:newly )?broken\b",
    "warnings": r"(?:new )?warnings?\b(?! on)",
    "known": r"known findings?\b",
    "stale": r"stale entr(?:y|ies)\b",
    "judged": r"judged\b",
    "not_run": r"not run\b(?! for want)",
    "not_testable": r"not testable\b",
}
"""How a document calls what it counts, by the member of the numbers."""


def _number(of: numbers.Numbers, unit: str) -> int:
    return int(getattr(of if hasattr(of, unit) else of.covered, unit))


def _texts() -> dict[str, str]:
    """The documents that are text, without what their markup adds."""
    given = Given(Suite("0.1.0", "0123456789ab", {}), {}, {}, (), ())
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", html.render(RUN), flags=re.DOTALL)
    return {
        "summary": summary.render(RUN),
        "terminal": "\n".join("".join(text for text, _ in line) for line in screen.lines(RUN, 200, 60)),
        "HTML": re.sub(r"<[^>]*>", " ", page),
        "Markdown": markdown.render(RUN),
        "claim": derived({"run": RUN}, RUN, given).sentence,
    }


class TestOneSetOfNumbers:
    """Every document of one run states the numbers of that run, in words or as data."""

    @pytest.mark.parametrize(
        "render",
        [
            summary.render,
            html.render,
            markdown.render,
            lambda run: "\n".join("".join(text for text, _ in line) for line in screen.lines(run, 200, 60)),
        ],
        ids=["summary", "HTML", "Markdown", "terminal"],
    )
    def test_in_words(self, render: object) -> None:
        """The sentence is there, letter by letter."""
        text = render(RUN)  # type: ignore[operator]

        assert TEXT in re.sub(r"\s+", " ", text)

    def test_a_run_that_was_ended_early(self) -> None:
        """How many cases were not run is not known, so no number is given for them."""
        ended = Run(HEADER, RESULTS, None)

        assert "results: 8 judged, 1 not testable, all others not run" in summary.render(ended)
        assert "not run" in re.sub(r"\s+", " ", html.render(ended))

    def test_the_page_lists_what_it_counts(self) -> None:
        """Each finding, warning, known finding and stale result of the numbers has an entry."""
        page = html.render(RUN)
        found = Counter(re.findall(r'<article class="breach (\w+)"', page))

        whole = numbers.of_run(RUN)
        assert found["fail"] + found["crash"] == whole.findings
        assert (found["warn"], found["expected"]) == (whole.warnings, whole.known)
        assert found["stale"] + len(RUN.stale) == whole.stale

    def test_json_lists_what_it_counts(self) -> None:
        """Each finding, warning, known finding and stale result of the numbers has an entry with its cases."""
        found = data.document(RUN)["findings"]

        whole = numbers.of_run(RUN)
        by_standing = Counter(each["standing"] for each in found)
        assert by_standing["fail"] + by_standing["crash"] == whole.findings
        assert (by_standing["warn"], by_standing["expected"]) == (whole.warnings, whole.known)
        assert by_standing["stale"] + len(RUN.stale) == whole.stale
        assert [({*each["rules"]}, each["cases"]) for each in found if each["standing"] == "fail"] == [
            ({"LLP_LAYER_1", "CONV-LAYER-01"}, ["answers/a", "answers/b"])
        ]

    def test_a_rule_with_warnings_that_also_fails(self) -> None:
        """Both are entries: neither hides the other, on the page and in the summary."""
        run = made(
            result("LLP_LAYER_2", "runs/a", Verdict.CRASH, "it ends"),
            result("LLP_LAYER_2", "manners/b", Verdict.WARN, "it leaves memory behind"),
        )

        assert numbers.of_run(run).text.startswith("1 finding (1 rule broken), 1 warning, ")
        for text in (html.render(run), markdown.render(run), summary.render(run)):
            assert "it ends" in text.split("<script")[0]
            assert "it leaves memory behind" in text.split("<script")[0]

    def test_a_rule_that_two_subjects_break(self) -> None:
        """It is counted once for each, in the last line on a terminal as in the numbers."""
        run = made(
            result("LLP_LAYER_2", "runs/a", Verdict.FAIL),
            result("LLP_LAYER_2", "runs/a", Verdict.FAIL, subject=DRIVER.name),
        )

        assert numbers.of_run(run).text.startswith("2 findings (2 rules broken), ")
        assert conclusion(run)[0].startswith("not conformant: 2 rules broken in 2 cases, ")

    def test_a_known_crash_and_a_known_failure(self) -> None:
        """They are two known findings, as they were two findings before an expectation file listed them."""
        found = (("runs/a", Verdict.CRASH), ("runs/b", Verdict.FAIL))
        new = [result("LLP_LAYER_2", case, verdict) for case, verdict in found]
        known = [
            result(
                "LLP_LAYER_2", case, verdict, expected=Expected(verdict, "it is known", "", "/known.toml", 7)
            )
            for case, verdict in found
        ]

        assert numbers.of_run(made(*new)).findings == 2
        assert numbers.of_run(made(*known)).known == 2

    def test_a_claim_that_is_read_from_its_file(self) -> None:
        """Findings that differ in the faulty calls of their libraries are as many as the run itself counts."""
        results = [
            result(
                "DISC-DRIVER-GEN-01",
                f"faults_in_calls/{call}",
                Verdict.FAIL,
                evidence={"libraries": {"/bad.so": {"mock": "driver", "flags": {"fail": call}}}},
            )
            for call in ("vkCreateDevice", "vkEnumeratePhysicalDevices")
        ]
        run = Run(HEADER, tuple(results), Footer("2026-01-01T00:01:00+00:00", {"fail": 2}, 1))

        read = parsed("results.ndjson", "".join(lines(run)).encode())

        assert (numbers.of_run(run).findings, numbers.of_run(read).findings) == (2, 2)

    def test_an_entry_of_several_results(self) -> None:
        """A stale entry is one, however many rules and cases it is about."""
        run = made(
            result("LLP_LAYER_2", "runs/a", Verdict.PASS, expected=KNOWN),
            result("LLP_LAYER_5", "runs/a", Verdict.PASS, expected=KNOWN),
        )

        assert "2 stale entries; " in numbers.of_run(run).text
        assert conclusion(run)[0] == "no rule broken, but 2 stale entries of expectation files"

    @pytest.mark.parametrize("name", ["summary", "terminal", "HTML", "Markdown", "claim"])
    def test_every_number_with_its_unit(self, name: str) -> None:
        """Wherever a document counts findings, warnings, entries or results, they are the run's."""
        text = re.sub(r"\s+", " ", _texts()[name])
        every = [numbers.of_run(RUN), *(numbers.of_subject(each, RUN) for each in numbers.subjects(RUN))]

        for unit, pattern in UNITS.items():
            stated = {int(each) for each in re.findall(rf"\b(\d+) {pattern}", text)}
            assert stated, unit
            assert stated <= {_number(each, unit) for each in every}, unit

    def test_the_tables_of_rules(self) -> None:
        """A rule of which some cases pass and some are skipped is passed in each table."""
        run = made(
            result("LLP_LAYER_5", "a/a", Verdict.PASS),
            result("LLP_LAYER_5", "a/b", Verdict.SKIP, NO_SERVER),
            result("LLP_LAYER_2", "calls/known", Verdict.FAIL, expected=KNOWN),
        )

        [row] = [each for each in markdown.render(run).splitlines() if each.startswith("| layer ")]
        first = html.render(run).partition("</tr>\n<tr>\n<th")[0].rpartition("<tbody>")[2]  # the layer's row
        page = dict(re.findall(r'data-label="(\w+)">([^<]*)<', first))

        assert [each.strip() for each in row.split("|")[2:5]] == ["1 (1 known)", "", "1"]
        assert (page["Broken"], page["Warned"], page["Passed"]) == ("1 (1 known)", "0", "1")

    def test_of_json(self) -> None:
        """The members are the numbers of the sentence, and those of the subjects add up to them."""
        document = data.document(RUN)
        whole, each = document["numbers"], list(document["numbers_by_subject"].values())

        assert whole == {
            "findings": 2,
            "rules": 3,
            "warnings": 1,
            "known": 1,
            "stale": 2,
            "judged": 8,
            "not_run": 2,
            "not_testable": 1,
            "missing": {"display": 2},
        }
        sums = {name: sum(part[name] for part in each) for name in whole if name != "missing"}
        assert sums == {name: whole[name] for name in sums}
        assert whole["judged"] + whole["not_run"] + whole["not_testable"] == len(document["results"])

    def test_of_junit(self) -> None:
        """Each suite has the sentence of its subject, and the counts of tests are those of the results."""
        root = ElementTree.fromstring(junit.render(RUN))
        said = [each.get("value") for each in root.iter("property") if each.get("name") == "numbers"]

        assert said == [numbers.of_subject(each, RUN).text for each in numbers.subjects(RUN)]
        assert int(root.get("tests", "")) == len(RESULTS) + len(RUN.stale)

    def test_of_sarif(self) -> None:
        """The run has the numbers among its properties."""
        [run] = json.loads(sarif.render(RUN))["runs"]

        assert run["properties"]["numbers"] == data.document(RUN)["numbers"]

    def test_of_a_badge(self) -> None:
        """A badge tells the findings."""
        assert json.loads(badge.render(RUN))["message"] == "2 findings"

    def test_of_a_claim(self) -> None:
        """Its totals are the numbers, and its sentence has them."""
        given = Given(Suite("0.1.0", "0123456789ab", {}), {}, {}, (), ())
        claim = derived({"run": RUN}, RUN, given)
        whole = numbers.of_run(RUN)

        assert TEXT in claim.sentence
        found = (claim.totals.findings, claim.totals.rules, claim.totals.warnings, claim.totals.known)
        assert found == (whole.findings, whole.rules, whole.warnings, whole.known)
        covered = (claim.totals.judged, claim.totals.not_run, claim.totals.not_testable)
        assert covered == (whole.covered.judged, whole.covered.not_run, whole.covered.not_testable)
        assert (claim.totals.stale, claim.totals.results) == (whole.stale, len(RESULTS))

    def test_the_digest_is_that_of_the_library(self) -> None:
        """No document passes off the digest of a manifest as that of what was run."""
        assert "sha256  " + "a" * 64 in summary.render(RUN)
        assert numbers.subjects(RUN)[0].sha256 == "a" * 64
        assert numbers.subjects(RUN)[1].sha256 == ""


class TestTooLittle:
    """A run that judged too little to say is not green: it says what was missing, and how to get it."""

    PASSED = result("LLP_LAYER_1", "a/a", Verdict.PASS)
    UNBUILT = result("LLP_LAYER_2", "b/b", Verdict.SKIP, "the library mock_layer is not built")
    UNBUILT_DRIVER = result("LLP_LAYER_2", "b/b", Verdict.SKIP, UNBUILT.reason, subject=DRIVER.name)
    NOT_OF_IT = result("LLP_LAYER_19", "c/c", Verdict.SKIP, "the layer hands up no handles of its own")

    def test_most_was_not_run(self) -> None:
        """A machine without a compiler cannot make anybody conformant."""
        run = made(self.PASSED, *[self.UNBUILT] * 9)

        assert run.exit_code == 3
        assert run.too_little == (
            "1 of 10 results that could be judged were judged, and 50% is required",
            "9 not run for want of native parts: install refloader with a C compiler (Debian: gcc, libc6-dev, "
            "libpython3-dev)",
        )

    def test_what_cannot_be_tested_does_not_count(self) -> None:
        """A layer that wraps nothing needs no better machine."""
        assert too_little("all", [self.PASSED, *[self.NOT_OF_IT] * 9]) == ()

    @pytest.mark.parametrize(
        "reason",
        [
            "the layer passed no call on; the prober ended early: SIGABRT during load",
            "the calls were to be made; the run ended early: no answer during instance",
            "SIGABRT during instance, as a simpler program that is judged for it",
            "SIGSEGV during load, as a simple program ends, which is judged for it",
            "SIGSEGV during instance, in a simpler program that is judged for it",
        ],
    )
    def test_a_subject_that_ends_every_program(self, reason: str) -> None:
        """It is not conformant to the rules that were chosen because the one that names this was left out."""
        run = made(self.PASSED, *[result("LLP_LAYER_1", f"c/{n}", Verdict.SKIP, reason) for n in range(9)])

        assert run.exit_code == 3
        assert run.too_little[0] == "1 of 10 results that could be judged were judged, and 50% is required"

    def test_each_subject_that_the_user_names_has_the_bar(self) -> None:
        """A layer of which nothing could be judged is not conformant because the one beside it was judged."""
        run = self._of_two("refloader conform --layer mine.json --driver my_icd.json")

        assert run.exit_code == 3
        assert run.too_little[0] == "my_icd.json: nothing was judged"
        assert run.too_little[1].startswith("my_icd.json: 1 not run for want of native parts")

    def test_what_is_installed_has_one_bar(self) -> None:
        """A machine has drivers for devices that it lacks: whoever tests all of it did not ask about these."""
        assert self._of_two("refloader conform --out report").too_little == ()

    def test_a_rule_that_is_not_about_a_subject(self) -> None:
        """A driver beside a layer need not be judged by a rule of layers."""
        run = self._of_two("refloader conform --rule LLP_LAYER_1 --layer mine.json --driver my_icd.json")
        beside = result("LLP_LAYER_1", "c/c", Verdict.SKIP, "no such layer is asked for", subject=DRIVER.name)

        assert replace(run, results=(self.PASSED, beside)).too_little == ()

    def test_rules_of_the_bar_are_of_the_run(self) -> None:
        """One subject that was judged by a rule is enough; a rule by which none was judged is named too."""
        results = (self.PASSED, self.UNBUILT_DRIVER)

        assert too_little_of_each("LLP_LAYER_1", results) == ()
        assert too_little_of_each("50%,LLP_LAYER_2", results)[-2:] == (
            "LLP_LAYER_2 is required and was not judged: the library mock_layer is not built",
            "1 not run for want of native parts: install refloader with a C compiler (Debian: gcc, libc6-dev, "
            "libpython3-dev)",
        )

    def _of_two(self, command: str) -> Run:
        """A run that judged nine results of the layer and none of the driver."""
        run = made(*[self.PASSED] * 9, self.UNBUILT_DRIVER)
        return replace(run, header=replace(run.header, command=command))

    def test_nothing_was_judged(self) -> None:
        """Nothing is no conformance."""
        assert too_little("50%", [self.NOT_OF_IT]) == ("nothing was judged",)

    def test_a_finding_is_a_finding(self) -> None:
        """What is broken is broken, however little was judged."""
        assert made(result("LLP_LAYER_1", "a/a", Verdict.FAIL), *[self.UNBUILT] * 9).exit_code == 1

    @pytest.mark.parametrize(
        ("bar", "code"),
        [("all", 3), ("50%", 0), ("51%", 3), ("LLP_LAYER_1", 0), ("LLP_LAYER_1,LLP_LAYER_2", 3), ("0%", 0)],
    )
    def test_the_bar(self, bar: str, code: int) -> None:
        """It is a share, rules, or all; an older file without one is as it was."""
        results = (self.PASSED, self.UNBUILT)

        assert bool(too_little(bar, results)) == (code == 3)
        assert too_little("", results) == ()

    @pytest.mark.parametrize("text", ["", "most", "101%", "-1%", "LLP_LAYER_999", "50%,"])
    def test_no_bar(self, text: str) -> None:
        """What is none is refused."""
        assert not is_bar(text)

    @pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.name)
    def test_how_to_get_it(self, need: Need) -> None:
        """Each need says how to supply it."""
        assert need.how

    def test_missing_things_are_told_apart(self) -> None:
        """Each reason of a skip names one need."""
        found = coverage([self.UNBUILT, result("LLP_LAYER_1", "w/w", Verdict.SKIP, NO_SERVER)])

        assert (found.not_run, dict(found.missing)) == (2, {"compiler": 1, "display": 1})

    def test_missing_things_of_one_kind_come_by_their_names(self) -> None:
        """Libraries that drivers open differ in their names alone."""
        names = [f'library that the driver opens, "lib{letter}.so"' for letter in "abcdefgh"]
        reasons = [
            f"the driver ends: it opens {each.partition(', ')[2]}, and there is no such library"
            for each in names
        ]

        found = coverage([result("LLP_LAYER_1", "w/w", Verdict.SKIP, reason) for reason in reversed(reasons)])

        assert list(found.missing) == names

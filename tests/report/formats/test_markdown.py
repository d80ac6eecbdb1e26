"""The Markdown summary: the answer first, hostile text as text, and never longer than GitHub shows."""

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from replaced import replace

from refloader.report.formats import markdown
from refloader.report.formats.escaped import block, code, inline
from refloader.results.results_file import Result, Run, Stale, Subject, Verdict

MakeRun: TypeAlias = Callable[..., Run]


class TestTheAnswerComesFirst:
    """Who reads one line knows how it stands."""

    @pytest.mark.parametrize(
        ("fixtures", "answer"),
        [
            (("failure",), "## Not conformant: 1 finding in 1 of 2 subjects"),
            (("known",), "## Nothing new: 1 finding as expected"),
            (("warning",), "## No rule broken, 1 warning"),
            (("known", "passed"), "## Nothing new: 1 finding as expected"),
            (("passed", "skip"), "## No rule broken"),
            (("passed", "warning"), "## No rule broken, 1 warning"),
            (("surprise",), "## Out of date: 1 stale entry of expectation files"),
            (("broke", "failure"), "## The run cannot be relied on; 1 finding so far"),
            (("skip",), "## Nothing was judged"),
        ],
    )
    def test_the_first_line(
        self,
        make_run: MakeRun,
        request: pytest.FixtureRequest,
        fixtures: tuple[str, ...],
        answer: str,
    ) -> None:
        """What was expected is told from what is new, and green is said of nothing that was not judged."""
        results = [request.getfixturevalue(name) for name in fixtures]

        assert markdown.render(make_run(*results)).splitlines()[0] == answer

    def test_expectations_that_are_out_of_date(self, make_run: MakeRun, passed: Result, stale: Stale) -> None:
        """They make the run fail, so they are the answer where nothing else is wrong."""
        text = markdown.render(make_run(passed, stale=(stale,)))

        assert text.splitlines()[0] == "## Out of date: 1 stale entry of expectation files"
        assert (
            "- <code>LLP_LAYER_9</code> on <code>system</code>: stale entry: x.toml:11 is about a case"
            in text
        )

    def test_the_table_counts_rules(self, make_run: MakeRun, failure: Result, skip: Result) -> None:
        """A rule counts once, as in the HTML report; nothing is an empty cell."""
        again = replace(failure, case="another", verdict=Verdict.PASS, reason="")

        lines = markdown.render(make_run(skip, failure, again)).splitlines()

        table = [line for line in lines if line.startswith("|")]
        assert table[0] == "| Subject | Rules broken | Warned | Passed | Skipped | Harness failed |"
        assert table[2:] == [
            "| loader <code>reference</code> 0.1.0 |  |  |  | 1 |  |",
            "| loader <code>system</code> 1.3.239 | 1 |  |  |  |  |",
        ]

    def test_a_truncated_run_says_so(self, make_run: MakeRun) -> None:
        """And so does one whose file is damaged."""
        text = markdown.render(make_run(finished=False, problems=("line 3 was skipped",)))

        assert "**Truncated run:** results may be missing" in text
        assert "**Problem:** line 3 was skipped" in text


class TestFindings:
    """A finding says what, where, why, what to do and how to see it again."""

    def test_a_whole_finding(self, make_run: MakeRun, failure: Result) -> None:
        """The command can be copied, and the evidence opens with a click."""
        told = replace(failure, evidence={"advice": "Leave it out.", "chain": ["a"]}, flaky=Verdict.PASS)

        text = markdown.render(make_run(told))

        assert text[text.index("#### ") :] == (
            "#### fail: <code>LLP_LAYER_9</code> Implicit layer has a disable variable\n\n"
            "On <code>system</code>, case <code>missing</code>\n\n"
            "**Again:** flaky: fail, then pass\n\n"
            "**Why:** the layer is in the chain\n\n"
            "**What to do:** Leave it out.\n\n"
            "```sh\nrefloader conform --rule LLP_LAYER_9 --case missing\n```\n\n"
            '<details><summary>Evidence</summary>\n\n```\nchain: ["a"]\n```\n\n</details>\n'
        )

    def test_what_was_asked(self, make_run: MakeRun, failure: Result) -> None:
        """A loader's answer stands behind the question."""
        evidence: dict[str, object] = {"scenario": "0123", "application": {"layers": ["VK_LAYER_TEST_one"]}}

        text = markdown.render(make_run(replace(failure, evidence=evidence)))

        assert "**Asked:** vkCreateInstance with VK_LAYER_TEST_one\n\n**Why:** " in text

    def test_a_rule_may_be_a_link(
        self, make_run: MakeRun, failure: Result, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """To its page, where somebody names the address of the documentation; no id leads elsewhere."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "https://example.org/docs/")

        text = markdown.render(make_run(failure, replace(failure, rule="x>)y", case="other")))

        assert "[<code>LLP_LAYER_9</code>](<https://example.org/docs/rules/LLP_LAYER_9.html>)" in text
        assert "[<code>x&#62;)y</code>](<https://example.org/docs/rules/x%3E%29y.html>)" in text

    def test_an_earlier_run_is_told(self, make_run: MakeRun, failure: Result) -> None:
        """What a case came to before it was run again."""
        text = markdown.render(make_run(replace(failure, retried=(Verdict.CRASH,))))

        assert "**Again:** retried: crash, then fail" in text

    def test_what_was_expected_is_folded(self, make_run: MakeRun, known: Result, skip: Result) -> None:
        """By its reason, as are reasons of what was skipped."""
        text = markdown.render(make_run(known, skip))

        assert "### Findings" not in text
        assert "- fail on <code>system</code>, 1 case: it keeps the layer" in text
        assert "- 1 case: no mount namespaces here" in text


class TestNeverTooLong:
    """GitHub shows nothing of a summary of more than 1 MiB."""

    def test_evidence_goes_first(self, make_run: MakeRun, failure: Result) -> None:
        """Where findings fit without their evidence all of them are there."""
        many = [
            replace(failure, rule=f"R-{n}", reason=f"r{n}", evidence={"x": "y" * 3000}) for n in range(500)
        ]

        text = markdown.render(make_run(*many))

        assert len(text.encode()) <= markdown.MOST
        assert (text.count("#### fail"), "Evidence</summary>" in text) == (500, False)
        assert "The evidence is left out" in text

    def test_then_findings(self, make_run: MakeRun, failure: Result) -> None:
        """How many are left out is said."""
        many = [replace(failure, rule=f"R-{n}", reason=f"{n} " + "|" * 3000) for n in range(500)]

        text = markdown.render(make_run(*many))

        left = re.search(r"(\d+) further findings and all evidence are left out", text)
        assert left is not None
        assert int(left[1]) + text.count("#### fail") == 500
        assert len(text.encode()) <= markdown.MOST

    def test_whatever_is_long(self, make_run: MakeRun) -> None:
        """Names, versions, problems and reasons of any length and number are cut."""
        evil = "@" * 100_000
        subjects = tuple(Subject("layer", f"{n}{evil}", evil, evil, "") for n in range(300))
        skips = [Result(evil, f"{n}{evil}", evil, Verdict.SKIP, f"{n}{evil}") for n in range(300)]
        failed = [
            Result(evil, f"{n}{evil}", evil, Verdict.FAIL, f"{n}{evil}", {evil: evil}, evil) for n in range(9)
        ]

        text = markdown.render(
            make_run(*skips, *failed, subjects=subjects, problems=(evil,) * 50, notes=(evil,) * 50)
        )

        assert len(text.encode()) <= markdown.MOST
        assert text.count("#### fail") == 9


class TestHostileText:
    """What names and reasons hold is shown, and does nothing."""

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("<b>&amp;", "&#60;b&#62;&#38;amp;"),
            ("a|b\\c", "a&#124;b&#92;c"),
            ("`x` *y* [z](u)", "&#96;x&#96; &#42;y&#42; &#91;z&#93;(u)"),
            ("@somebody #12", "&#64;&#8203;somebody &#35;&#8203;12"),
            ("http://evil", "http&#58;//evil"),
            ("www.evil.com", "www&#46;evil.com"),
            (":smile: at 10:30", "&#58;smile: at 10:30"),
            ("_x_ VK_LAYER_a", "&#95;x&#95; VK_LAYER_a"),
            ("$a$", "<span>&#36;</span>a<span>&#36;</span>"),
            ("one\ntwo\x1b\u202e", "one<br>two&#92;x1b&#92;u202e"),
        ],
    )
    def test_marks_are_text(self, text: str, shown: str) -> None:
        """No mark, link, mention, reference, emoji or formula comes of it."""
        assert inline(text) == shown

    def test_a_name_stays_on_its_line(self) -> None:
        """A line break in a name is spelled out, so that a table stays one."""
        assert code("a\n| b") == "<code>a&#92;x0a&#124; b</code>"

    @pytest.mark.parametrize(("text", "fence"), [("x", "```"), ("````", "`````"), ("a\n```\n# b", "````")])
    def test_no_line_ends_a_block(self, text: str, fence: str) -> None:
        """The fence is longer than any in the text."""
        assert block(text, "sh") == f"{fence}sh\n{text}\n{fence}"

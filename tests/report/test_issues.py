"""What tools mark: places, columns as editors count them, and what a finding is known by."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from replaced import replace

from refloader.inspect.lint.manifests import Finding, Report
from refloader.model.edition import ALL, Edition
from refloader.model.reason import Severity, Span
from refloader.report.issues import Issue, IssueLocation, fingerprints, of_lint, of_run
from refloader.report.places import beneath, located, named, uri
from refloader.results.results_file import Result, Run, Subject, Verdict
from refloader.rules import rule

MakeRun: TypeAlias = Callable[..., Run]


def finding(path: str = "a.json", line: int = 1, column: int = 1, message: str = "is wrong") -> Finding:
    """An error that matters to every loader."""
    return Finding(
        rule("LLP_LAYER_6"), Severity.ERROR, Span(path, line, column), message, "put it right", ALL, False
    )


def of(*findings: Finding, text: bytes = b"{}", root: str = "") -> list[Issue]:
    """The issues of lint, where every file holds this text."""
    return list(of_lint(Report(list(findings)), lambda path: text, root))


class TestColumns:
    """Manifests are counted in bytes here, and in UTF-16 code units by editors."""

    @pytest.mark.parametrize(
        ("text", "column", "expected"),
        [
            (b'{"name": 1}', 10, 10),
            ('"ä": x'.encode(), 7, 6),
            ('"\U0001f600": x'.encode(), 9, 7),
            (b'\xef\xbb\xbf{"a"', 5, 2),
            (b'"\xff\xfe": x', 7, 7),
            (b"short", 99, 6),
        ],
    )
    def test_bytes_become_code_units(self, text: bytes, column: int, expected: int) -> None:
        """Two bytes of one letter are one unit, four of an emoji two; a byte order mark is none."""
        assert IssueLocation("a.json", 1, column, text).utf16_column == expected

    def test_a_mark_further_down_is_a_character(self) -> None:
        """Only at the start of a file is it a byte order mark."""
        assert IssueLocation("a.json", 2, 5, b'\xef\xbb\xbf{"a"').utf16_column == 3

    def test_a_line_that_is_not_known(self) -> None:
        """Without the text the bytes have to do."""
        assert IssueLocation("a.json", 3, 7).utf16_column == 7


class TestFindingsOfLint:
    """A finding has its line, all that is to be said, and no more than the level asked for."""

    def test_the_line_is_read_again(self) -> None:
        """The text of the line stands with the place, without its end."""
        (issue,) = of(finding(line=2, column=3), text=b"{\r\n  here\r\n}")

        assert issue.spots == (IssueLocation("a.json", 2, 3, b"  here"),)

    def test_one_text_tells_it_all(self) -> None:
        """What is wrong, what would be right, and to whom it matters."""
        (issue,) = of(replace(finding(), editions=frozenset({Edition.E2018})))

        assert issue.text == ("is wrong. Fix: put it right. Matters to 1.1 and 1.2 loaders.")

    def test_a_staging_tree_goes_before_the_path(self) -> None:
        """Paths are those on the disk, however the tree is spelled; standard input lies nowhere."""
        issues = of(finding("/usr/a.json"), finding("usr/b.json"), finding("<stdin>"), root="stage/")

        assert [issue.spots[0].path for issue in issues] == [
            "stage/usr/a.json",
            "stage/usr/b.json",
            "<stdin>",
        ]

    def test_notes_can_be_left_out(self) -> None:
        """Without notes there is nothing left of one."""
        report = Report([replace(finding(), severity=Severity.NOTE)])

        assert list(of_lint(report, lambda path: b"", notes=False)) == []
        assert [issue.level for issue in of_lint(report, lambda path: b"")] == ["note"]


class TestFingerprints:
    """A finding is known again in the next run, and by nothing else."""

    def test_it_stays_when_lines_move(self) -> None:
        """The same text ten lines further down, indented otherwise, is the same finding."""
        before = of(finding(line=1, column=1), text=b'"api_version": 1')
        after = of(finding(line=11, column=5), text=b"\n" * 10 + b'    "api_version": 1')

        assert [*fingerprints(before, "/work")] == [*fingerprints(after, "/work")]

    @pytest.mark.parametrize(
        "other",
        [finding(path="b.json"), finding(message="is missing"), replace(finding(), rule=rule("LLP_LAYER_9"))],
    )
    def test_another_finding_has_another(self, other: Finding) -> None:
        """File, message and rule tell findings apart."""
        one, two = fingerprints(of(finding(), other), "/work")

        assert one != two

    def test_two_alike_are_two(self) -> None:
        """The second of the same kind in a file has a fingerprint of its own, which it keeps."""
        prints = [*fingerprints(of(finding(), finding()), "/work")]

        assert len(set(prints)) == 2
        assert prints[0] == next(fingerprints(of(finding()), "/work"))

    def test_the_folder_does_not_matter(self) -> None:
        """Two checkouts of a repository in different places give the same fingerprints."""
        here = fingerprints(of(finding("/home/a/repo/x.json")), "/home/a/repo")
        there = fingerprints(of(finding("/ci/1/repo/x.json")), "/ci/1/repo")

        assert [*here] == [*there]


class TestFindingsOfRuns:
    """Whatever somebody has to look at, the worst first, then what was expected."""

    def test_what_passed_is_none(self, make_run: MakeRun, skip: Result) -> None:
        """Passes, skips and what the harness failed at are no findings on a subject."""
        passed = Result("LLP_LAYER_9", "system", "a", Verdict.PASS)
        broke = Result("LLP_LAYER_9", "system", "b", Verdict.ERROR, "no memory")

        assert of_run(make_run(skip, passed, broke)) == ()

    def test_the_order(self, make_run: MakeRun, failure: Result, known: Result, surprise: Result) -> None:
        """Findings, warnings, and what was expected at the end with its reason."""
        warning = Result("LLP_LAYER_3", "reference", "w", Verdict.WARN, "no prefix")

        issues = of_run(make_run(known, warning, surprise, failure))

        assert [(issue.case, issue.level, bool(issue.excuse)) for issue in issues] == [
            ("missing", "error", False),
            ("mended", "error", False),
            ("w", "warning", False),
            ("known", "error", True),
        ]
        assert issues[3].excuse == "it keeps the layer (divergences.md#x; x.toml:7)"

    def test_a_warning_instead_of_a_failure(self, make_run: MakeRun, surprise: Result) -> None:
        """It fails the run, as all do that come out otherwise than expected: it is no mere warning."""
        (issue,) = of_run(make_run(replace(surprise, verdict=Verdict.WARN, reason="no prefix")))

        assert issue.level == "error"

    def test_other_tries_are_told(self, make_run: MakeRun, failure: Result) -> None:
        """What a second try and earlier runs came to stands before the reason."""
        tried = replace(failure, flaky=Verdict.PASS, retried=(Verdict.CRASH,))

        (issue,) = of_run(make_run(tried))

        assert issue.message == (
            "flaky: fail, then pass; retried: crash, then fail; the layer is in the chain"
        )

    def test_a_finding_in_a_manifest_has_its_places(self, make_run: MakeRun) -> None:
        """Line and column of each finding in the evidence, once, with the text that the run kept."""
        places = [{"line": 2, "column": 3}, {"line": 2, "column": 3}, {"line": 1, "column": 1}, {"line": "x"}]
        subject = Subject("layer", "mine", "/l/mine.json", "1", "", manifest="{\n  bad")
        result = Result("LLP_LAYER_6", "mine", "static", Verdict.FAIL, "why", {"findings": places})

        (issue,) = of_run(make_run(result, subjects=(subject,)))

        assert issue.spots == (
            IssueLocation("/l/mine.json", 1, 1, b"{"),
            IssueLocation("/l/mine.json", 2, 3, b"  bad"),
        )

    def test_what_has_no_file_has_no_place(self, make_run: MakeRun) -> None:
        """The reference is no file."""
        (issue,) = of_run(make_run(Result("LLP_LAYER_6", "reference", "c", Verdict.FAIL, "why")))

        assert issue.spots == ()

    @pytest.mark.parametrize(
        "evidence",
        [
            {"findings": 1},
            {"findings": [1, None]},
            {"advice": []},
            {"findings": [{"line": True, "column": True}, {"line": -1}, {"line": 10**30}, {"line": "1"}]},
        ],
    )
    def test_evidence_of_others(
        self, make_run: MakeRun, failure: Result, evidence: dict[str, object]
    ) -> None:
        """Evidence that is shaped otherwise than ours leaves the file as a whole."""
        (issue,) = of_run(make_run(replace(failure, evidence=evidence)))

        assert [(location.line, location.column) for location in issue.spots] == [(0, 0)]
        assert issue.advice == ""


class TestPlaces:
    """Paths below the working folder are relative to it, and any bytes make a URI."""

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("a/b.json", "a/b.json"),
            ("./a//b.json", "a/b.json"),
            ("/work/a.json", "a.json"),
            ("../a.json", "/a.json"),
            ("/workshop/a.json", "/workshop/a.json"),
            ("/work", "/work"),
        ],
    )
    def test_beneath_a_folder(self, path: str, expected: str) -> None:
        """Whole names count, and what leads out of the folder is absolute."""
        assert beneath(path, "/work") == expected

    def test_beneath_the_root(self) -> None:
        """Where the root is the working folder every path is below it."""
        assert beneath("/a/b.json", "/") == "a/b.json"

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("/a b/50%#?.json", "file:///a%20b/50%25%23%3F.json"),
            ("/ä/\udcff.json", "file:///%C3%A4/%FF.json"),
            ("c:x.json", "c%3Ax.json"),
            ("a\nb", "a%0Ab"),
            ("/\ud800", "file:///%5Cud800"),
        ],
    )
    def test_any_bytes_are_a_uri(self, path: str, expected: str) -> None:
        """Bytes are encoded as they are on the disk, and no relative path looks like a scheme."""
        assert uri(path) == expected

    def test_a_name_is_one_segment(self) -> None:
        """A name that looks like a path leads nowhere else."""
        assert named("../a + b") == "..%2Fa%20%2B%20b"

    def test_a_file_outside_has_no_base(self) -> None:
        """Only what lies below the folder is relative to the base."""
        assert located("/usr/a.json", "/work") == {"uri": "file:///usr/a.json"}
        assert located("/work/a.json", "/work") == {"uri": "a.json", "uriBaseId": "%SRCROOT%"}

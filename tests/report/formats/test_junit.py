"""JUnit XML."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from xml.etree import ElementTree

import pytest
from replaced import replace
from xmlschema import XMLSchema

from refloader.report.formats import junit, junit_lint
from refloader.report.issues import Issue, IssueLocation, Level
from refloader.results.results_file import Result, Run, Stale, Subject, Verdict

PUBLISHED = Path(__file__).resolve().parents[2] / "data" / "published"
MakeRun: TypeAlias = Callable[..., Run]


class TestJUnitKeepsEveryResult:
    """A subject is a suite, a case of a rule is a test case."""

    def test_the_whole_document(self, make_run: MakeRun, failure: Result, skip: Result) -> None:
        """A failure carries reason, evidence and replay; a skip carries its reason."""
        text = junit.render(make_run(skip, failure))

        assert text == (
            '<?xml version="1.0" encoding="utf-8"?>\n'
            '<testsuites name="refloader" tests="2" failures="1" errors="0" time="0.250">\n'
            '  <testsuite name="reference" timestamp="2026-03-01T10:00:00+00:00" time="0.000" '
            'id="0" tests="1" failures="0" errors="0" skipped="1">\n'
            "    <properties>\n"
            '      <property name="kind" value="loader" />\n'
            '      <property name="version" value="0.1.0" />\n'
            '      <property name="path" value="" />\n'
            '      <property name="sha256" value="" />\n'
            '      <property name="numbers" value="0 findings (0 rules broken), 0 warnings; '
            'results: 0 judged, 1 not run, 0 not testable" />\n'
            "    </properties>\n"
            '    <testcase classname="reference.LLP_LAYER_9" name="missing" time="0.000">\n'
            '      <skipped message="no mount namespaces here" type="skip" />\n'
            "    </testcase>\n"
            "  </testsuite>\n"
            '  <testsuite name="system" timestamp="2026-03-01T10:00:00+00:00" time="0.250" '
            'id="1" tests="1" failures="1" errors="0" skipped="0">\n'
            "    <properties>\n"
            '      <property name="kind" value="loader" />\n'
            '      <property name="version" value="1.3.239" />\n'
            '      <property name="path" value="/usr/lib/libvulkan.so.1" />\n'
            f'      <property name="sha256" value="{"ab" * 32}" />\n'
            '      <property name="numbers" value="1 finding (1 rule broken), 0 warnings; '
            'results: 1 judged, 0 not run, 0 not testable" />\n'
            "    </properties>\n"
            '    <testcase classname="system.LLP_LAYER_9" name="missing" time="0.250">\n'
            '      <failure message="the layer is in the chain" type="fail">'
            "LLP_LAYER_9: Implicit layer has a disable variable\n"
            'chain: ["good", "no_switch"]\n'
            "log: one\n"
            "two\n"
            "replay: refloader conform --rule LLP_LAYER_9 --case missing\n"
            "what the rule says: refloader rules LLP_LAYER_9</failure>\n"
            "    </testcase>\n"
            "  </testsuite>\n"
            "</testsuites>\n"
        )

    @pytest.mark.parametrize(
        ("verdict", "children"),
        [
            ("pass", []),
            ("fail", ["failure"]),
            ("warn", ["system-out"]),
            ("skip", ["skipped"]),
            ("crash", ["error"]),
            ("timeout", ["error"]),
            ("error", ["error"]),
        ],
    )
    def test_each_verdict_has_its_element(self, make_run: MakeRun, verdict: str, children: list[str]) -> None:
        """Only a pass and a warning leave the case green."""
        run = make_run(Result("LLP_LAYER_9", "system", "c", Verdict(verdict), "why"))

        case = ElementTree.fromstring(junit.render(run)).find("testsuite/testcase")

        assert case is not None
        assert [child.tag for child in case] == children

    def test_a_warning_is_text(self, make_run: MakeRun) -> None:
        """A warning says its reason in the output of the case."""
        run = make_run(Result("LLP_LAYER_3", "system", "c", Verdict.WARN, "the name has no prefix"))

        output = ElementTree.fromstring(junit.render(run)).findtext("testsuite/testcase/system-out")

        assert output is not None
        assert output.startswith("warning: the name has no prefix\nLLP_LAYER_3: ")


class TestExpectations:
    """What was expected is no failure for a dashboard; what did not come true is one."""

    def test_flaky_findings_are_failures(self, make_run: MakeRun, failure: Result) -> None:
        """They stay what they are, and the line that dashboards show says what the second try came to."""
        root = ElementTree.fromstring(junit.render(make_run(replace(failure, flaky=Verdict.PASS))))

        case = root.find("testsuite/testcase/failure")
        assert case is not None
        assert case.get("message") == "flaky: fail, then pass; the layer is in the chain"

    def test_expected_failures_are_skipped(self, make_run: MakeRun, known: Result) -> None:
        """The message says what was expected, why, and where more is told."""
        root = ElementTree.fromstring(junit.render(make_run(known)))

        assert (root.get("failures"), root.findall("testsuite")[1].get("skipped")) == ("0", "1")
        assert [each.attrib for each in root.iter("skipped")] == [
            {"message": "expected fail: it keeps the layer (see divergences.md#x)", "type": "fail"}
        ]

    def test_unexpected_passes_are_failures(self, make_run: MakeRun, surprise: Result, stale: Stale) -> None:
        """So are entries about cases that are gone, under the names that they give."""
        root = ElementTree.fromstring(junit.render(make_run(surprise, stale=(stale,))))

        assert (root.get("tests"), root.get("failures")) == ("2", "2")
        assert [(each.get("name"), len(each)) for each in root.iter("testcase")] == [
            ("mended", 1),
            ("gone", 1),
        ]

    def test_an_entry_about_nobody(self, make_run: MakeRun, stale: Stale) -> None:
        """It fails the run, so it is a failure although no suite is its subject's."""
        root = ElementTree.fromstring(junit.render(make_run(stale=(replace(stale, subject="gone"),))))

        assert (root.get("failures"), [each.get("classname") for each in root.iter("testcase")]) == (
            "1",
            ["gone.LLP_LAYER_9"],
        )


class TestAnUnreliableRunIsNotGreen:
    """A dashboard that knows only JUnit sees that results may be missing."""

    def test_a_truncated_run_is_an_error(self, make_run: MakeRun) -> None:
        """A run without a footer counts one error, although every case passed."""
        run = make_run(Result("LLP_LAYER_9", "system", "c", Verdict.PASS), finished=False)

        root = ElementTree.fromstring(junit.render(run))

        assert (root.get("tests"), root.get("errors")) == ("2", "1")
        assert [error.get("message") for error in root.iter("error")] == [
            "truncated run: the results file has no footer"
        ]

    def test_a_damaged_line_is_an_error(self, make_run: MakeRun) -> None:
        """Each problem of the file is one error."""
        root = ElementTree.fromstring(junit.render(make_run(problems=("line 3 was skipped",))))

        assert [error.get("message") for error in root.iter("error")] == ["line 3 was skipped"]


class TestHostileTextIsLegalXml:
    """XML 1.0 forbids most control characters even when escaped; names and reasons may hold any."""

    def test_it_parses_back_spelled_out(self, make_run: MakeRun) -> None:
        """Markup stays text; escapes, NUL, surrogates and noncharacters are spelled out, none is lost."""
        evil = "<script>&\"']]>\x1b[2J\x00\ud800\ufffe"
        spelled = "<script>&\"']]>\\x1b[2J\\x00\\ud800\\ufffe"
        subject = Subject("layer", evil, evil, evil, evil)
        run = make_run(Result(evil, evil, evil, Verdict.CRASH, evil, {evil: evil}, evil), subjects=(subject,))

        suite = ElementTree.fromstring(junit.render(run).encode()).find("testsuite")

        assert suite is not None
        assert suite.get("name") == spelled
        assert [case.attrib for case in suite.iter("testcase")] == [
            {"classname": f"{spelled}.{spelled}", "name": spelled, "time": "0.000"}
        ]
        assert [error.attrib for error in suite.iter("error")] == [{"message": spelled, "type": "crash"}]
        assert f"{spelled}: {spelled}" in suite.findtext("testcase/error", "")

    def test_line_breaks_survive_in_attributes(self, make_run: MakeRun) -> None:
        """A reason of two lines is read back as two lines."""
        run = make_run(Result("LLP_LAYER_9", "system", "c", Verdict.FAIL, "one\ntwo"))

        failure = ElementTree.fromstring(junit.render(run)).find("testsuite/testcase/failure")

        assert failure is not None
        assert failure.get("message") == "one\ntwo"


class TestNoFileIsAskedFor:
    """Jenkins and Azure Pipelines copy the files that marks in the texts of test cases name into the results."""

    MARK = "[[ATTACHMENT|/home/ci/.ssh/id_rsa]]"

    @pytest.mark.parametrize("verdict", [*Verdict])
    def test_in_a_run(self, make_run: MakeRun, failure: Result, verdict: Verdict) -> None:
        """A layer that prints a mark, or has it for a name, gets no file; people can read it all the same."""
        marked = replace(failure, subject=self.MARK, case=self.MARK, reason=f"it says {self.MARK}")
        marked = replace(marked, verdict=verdict, evidence={"log": f"one\n{self.MARK}"})

        text = junit.render(make_run(marked))

        assert "[[" not in text
        assert "[ [ATTACHMENT|/home/ci/.ssh/id_rsa]]" in text

    def test_in_a_manifest(self) -> None:
        """Nor does the manifest of a repository that is checked."""
        spot = IssueLocation(f"/{self.MARK}.json", 1, 1)
        levels: tuple[Level, ...] = ("error", "warning", "note")
        notes = [Issue("MANIFEST-01", level, self.MARK, (spot,), (self.MARK,)) for level in levels]

        assert "[[" not in junit_lint.render(notes, 1, "/")


class TestTheShapeThatReadersExpect:
    """The schema of Jenkins' xUnit plugin takes the document, and no two tests in it are taken for one."""

    def test_the_schema_takes_it(
        self, make_run: MakeRun, failure: Result, skip: Result, known: Result, surprise: Result, stale: Stale
    ) -> None:
        """Whatever a run holds: findings, warnings, expectations, a damaged file, and long times."""
        warning = Result("LLP_LAYER_3", "system", "c", Verdict.WARN, "no prefix", seconds=12345.678)
        crash = Result("LLP_LAYER_3", "system", "d", Verdict.CRASH, "SIGSEGV")
        results = (failure, skip, known, surprise, warning, crash)

        text = junit.render(make_run(*results, stale=(stale,), problems=("line 3 was skipped",)))

        XMLSchema(PUBLISHED / "junit-10.xsd").validate(text)

    def test_the_same_case_on_two_subjects_is_two_tests(self, make_run: MakeRun, skip: Result) -> None:
        """Jenkins and GitLab know a test by class and name, whatever its suite."""
        run = make_run(skip, replace(skip, subject="system"))

        cases = list(ElementTree.fromstring(junit.render(run)).iter("testcase"))

        assert [(case.get("classname"), case.get("name")) for case in cases] == [
            ("reference.LLP_LAYER_9", "missing"),
            ("system.LLP_LAYER_9", "missing"),
        ]

    def test_what_came_by_one_name_is_told_apart(self, make_run: MakeRun, skip: Result) -> None:
        """A file that has a case twice, and one that is called as the second would be, loses none of them."""
        run = make_run(replace(skip, case="missing (2)"), skip, skip)

        cases = list(ElementTree.fromstring(junit.render(run)).iter("testcase"))

        assert [case.get("name") for case in cases] == ["missing (2)", "missing", "missing (3)"]

    def test_the_machine_is_the_host(self, make_run: MakeRun, skip: Result) -> None:
        """The name that the user gave to the machine is that of the host."""
        run = make_run(skip)

        named = replace(run, header=replace(run.header, environment="bench 7"))

        suites = ElementTree.fromstring(junit.render(named)).findall("testsuite")
        assert [suite.get("hostname") for suite in suites] == ["bench 7", "bench 7"]


class TestManyOfOneName:
    """Cases of one name are told apart in time that grows with their number, and no faster."""

    def test_names(self) -> None:
        """Each gets a number; one that is there already is passed over."""
        cases = [
            ElementTree.Element("testcase", classname="a", name=name) for name in ("b", "b", "b (2)", "b")
        ]
        taken: dict[tuple[str, str], int] = {}

        for each in cases:
            junit._tell_apart(each, taken)

        assert [each.get("name") for each in cases] == ["b", "b (2)", "b (2) (2)", "b (3)"]
        assert taken["a", "b"] == 3

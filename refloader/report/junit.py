"""A run as JUnit XML. Never writes a character that XML 1.0 forbids: such characters are spelled out.

A suite is a subject, a test case is a case of a rule. A truncated or damaged run carries one more suite with
an error, so that a reader of this format cannot take it for a clean one. What an expectation file says is
skipped where it came true, and a failure where it did not.
"""

from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from refloader.harness.results import Result, Run, Stale, Verdict, readable
from refloader.report.arrange import (
    Measured,
    about,
    facts,
    flaky,
    out_of_date,
    subjects,
    surprise,
    why_expected,
)

_OUTCOME = {
    Verdict.FAIL: "failure",
    Verdict.CRASH: "error",
    Verdict.TIMEOUT: "error",
    Verdict.ERROR: "error",
    Verdict.SKIP: "skipped",
}
"""The element that a verdict becomes. A pass has none; a warning is text, because JUnit has no such state."""


def render(run: Run) -> str:
    """The XML document with its declaration (UTF-8), ending in a line break."""
    root = Element("testsuites", name="refloader")
    for subject in subjects(run):
        root.append(_suite(subject, run.header.started, run.stale))
    if caveats := _caveats(run):
        root.append(_caveat_suite(caveats))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(subject: Measured, started: str, stale: Iterable[Stale]) -> Element:
    suite = Element("testsuite", name=readable(subject.name), timestamp=readable(started))
    suite.set("time", f"{subject.seconds:.3f}")
    properties = SubElement(suite, "properties")
    for name in ("kind", "version", "path", "sha256"):
        SubElement(properties, "property", name=name, value=readable(getattr(subject, name)))
    for name, text in subject.told:
        SubElement(properties, "property", name=f"driver {name}", value=text)
    suite.extend(_case(result) for result in subject.results)
    suite.extend(_stale(entry) for entry in stale if entry.subject == subject.name)
    _count(suite)
    return suite


def _stale(entry: Stale) -> Element:
    case = Element("testcase", classname=readable(entry.rule), name=readable(entry.case), time="0.000")
    SubElement(case, "failure", message=readable(out_of_date(entry)), type="expectation")
    return case


def _case(result: Result) -> Element:
    case = Element("testcase", classname=readable(result.rule), name=readable(result.case))
    case.set("time", f"{result.seconds:.3f}")
    if result.surprising:
        failure = SubElement(case, "failure", message=readable(surprise(result)), type="expectation")
        failure.text = _detail(result)
    elif result.as_expected:
        SubElement(case, "skipped", message=readable(_known(result)), type=result.verdict.value)
    elif tag := _OUTCOME.get(result.verdict):
        said = "; ".join(filter(None, (flaky(result), result.reason))) or result.verdict.value
        outcome = SubElement(case, tag, message=readable(said))
        outcome.set("type", result.verdict.value)
        outcome.text = None if tag == "skipped" else _detail(result)
    elif result.verdict == Verdict.WARN:
        SubElement(case, "system-out").text = f"warning: {readable(result.reason)}\n{_detail(result)}"
    return case


def _known(result: Result) -> str:
    """What stands beside a finding that was expected: dashboards show this line and no more."""
    assert result.expected is not None, "it came out as expected"
    link = f" (see {result.expected.link})" if result.expected.link else ""
    return f"expected {result.verdict}: {why_expected(result)}{link}"


def _detail(result: Result) -> str:
    rule = about(result.rule)
    parts = [f"{rule.rule}: {rule.title}", flaky(result)]
    parts += [f"{name}: {fact}" for name, fact in facts(result.evidence)]
    if result.repro:
        parts.append(f"replay: {result.repro}")
    return readable("\n".join(filter(None, parts)))


def _caveats(run: Run) -> tuple[str, ...]:
    truncated = ("truncated run: the results file has no footer",) if run.truncated else ()
    return (*truncated, *run.problems)


def _caveat_suite(caveats: tuple[str, ...]) -> Element:
    suite = Element("testsuite", name="refloader: the run itself")
    for caveat in caveats:
        case = SubElement(suite, "testcase", classname="refloader.run", name=readable(caveat))
        SubElement(case, "error", message=readable(caveat), type="error")
    _count(suite)
    return suite


def _count(suite: Element) -> None:
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", str(len(suite.findall("testcase/error"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))

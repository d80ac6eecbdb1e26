"""A run as JUnit XML. Characters that XML 1.0 forbids are written as escapes.

Each subject is a test suite, and each case of a rule a test case. The class of a test case is the subject's name and
the rule: Jenkins and GitLab identify a test by class and name, whatever its suite, so these are unique in a document.
A truncated or damaged run has one more suite with an error, so that it does not look clean. Expected findings are
skipped tests; results that differ from their expectation are failures.

The shape is that of the schema of Jenkins' xUnit plugin, junit-10.xsd.
"""

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from refloader.report.arrange import (
    Measured,
    about,
    facts,
    flaky,
    out_of_date,
    retried,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.numbers import of_subject
from refloader.report.rewording import reworded
from refloader.report.runner_commands import without_marks
from refloader.results.results_file import Result, Run, Stale, Verdict, readable

_OUTCOME = {
    Verdict.FAIL: "failure",
    Verdict.CRASH: "error",
    Verdict.TIMEOUT: "error",
    Verdict.ERROR: "error",
    Verdict.SKIP: "skipped",
}
"""The element for a verdict. A pass has none; a warning is text, because JUnit has no such state."""


def render(run: Run) -> str:
    """Return the XML document with its declaration (UTF-8), ending in a line break."""
    every = subjects(run)
    suites = [_suite(subject, run) for subject in every]
    names = {each.name for each in every}
    about_nobody = [entry for entry in run.stale if entry.subject not in names]
    if (caveats := _caveats(run)) or about_nobody:
        suites.append(_caveat_suite(caveats))
        suites[-1].extend(map(_stale, about_nobody))
    return finished(suites)


def finished(suites: Sequence[Element]) -> str:
    """Return the document of the suites, with their counts and with unique names for the cases.

    No text in it is a mark to whoever publishes it.
    """
    root = Element("testsuites", name="refloader")
    root.extend(suites)
    for element in root.iter():
        element.text = element.text and without_marks(element.text)
        element.attrib.update({name: without_marks(value) for name, value in element.items()})
    taken: dict[tuple[str, str], int] = {}
    for number, suite in enumerate(suites):
        suite.set("id", str(number))
        _count(suite)
        for case in suite.iter("testcase"):
            _tell_apart(case, taken)
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in suites):.3f}")
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _tell_apart(case: Element, taken: dict[tuple[str, str], int]) -> None:
    """Number the case if another of its class has the same name; ``taken`` holds the last number of each name."""
    owner, name = case.get("classname", ""), case.get("name", "")
    free, number = name, taken.get((owner, name), 1)
    while (owner, free) in taken:
        number += 1
        free = f"{name} ({number})"
    case.set("name", free)
    taken[owner, name] = number
    taken.setdefault((owner, free), 1)


def _suite(subject: Measured, run: Run) -> Element:
    suite = Element("testsuite", name=readable(subject.name), timestamp=readable(run.header.started))
    suite.set("time", f"{subject.seconds:.3f}")
    if machine := subject.environment or run.header.environment:
        suite.set("hostname", readable(machine))
    properties = SubElement(suite, "properties")
    for name in ("kind", "version", "path", "sha256"):
        SubElement(properties, "property", name=name, value=readable(getattr(subject, name)))
    SubElement(properties, "property", name="numbers", value=of_subject(subject, run).text)
    for name, text in subject.told:
        SubElement(properties, "property", name=f"{subject.kind} {name}", value=text)
    suite.extend(_case(result) for result in subject.results)
    suite.extend(map(_stale, run.stale_of(subject.name)))
    return suite


def _named(subject: str, rule: str, case: str) -> Element:
    return Element("testcase", classname=readable(f"{subject}.{rule}"), name=readable(case))


def _stale(entry: Stale) -> Element:
    case = _named(entry.subject, entry.rule, entry.case)
    case.set("time", "0.000")
    if entry.shipped:
        SubElement(case, "system-out").text = readable(out_of_date(entry))
    else:
        SubElement(case, "failure", message=readable(out_of_date(entry)), type="expectation")
    return case


def _case(result: Result) -> Element:
    case = _named(result.subject, result.rule, result.case)
    case.set("time", f"{result.seconds:.3f}")
    if result.outdates and result.expected is not None and result.expected.shipped:
        SubElement(case, "system-out").text = readable(surprise(result))
    elif result.surprising:
        failure = SubElement(case, "failure", message=readable(surprise(result)), type="expectation")
        failure.text = _detail(result)
    elif result.as_expected:
        SubElement(case, "skipped", message=readable(_known(result)), type=result.verdict.value)
    elif tag := _OUTCOME.get(result.verdict):
        said = (
            "; ".join(filter(None, (flaky(result), retried(result), reworded(result.reason))))
            or result.verdict.value
        )
        outcome = SubElement(case, tag, message=readable(said))
        outcome.set("type", result.verdict.value)
        outcome.text = None if tag == "skipped" else _detail(result)
    elif result.verdict == Verdict.WARN:
        SubElement(
            case, "system-out"
        ).text = f"warning: {readable(reworded(result.reason))}\n{_detail(result)}"
    elif result.retried:
        SubElement(case, "system-out").text = retried(result)
    return case


def _known(result: Result) -> str:
    """Return the message for an expected finding, which is all that dashboards show of it."""
    assert result.expected is not None, "it came out as expected"
    link = f" (see {result.expected.link})" if result.expected.link else ""
    return f"expected {result.verdict}: {why_expected(result)}{link}"


def _detail(result: Result) -> str:
    rule = about(result.rule)
    parts = [f"{rule.rule}: {rule.title}", flaky(result), retried(result)]
    parts += [f"{name}: {fact}" for name, fact in facts(result.evidence)]
    if result.repro:
        parts.append(f"replay: {result.repro}")
    if rule.known:
        parts.append(f"what the rule says: refloader rules {rule.rule}")
    return readable("\n".join(filter(None, parts)))


def _caveats(run: Run) -> tuple[str, ...]:
    truncated = ("truncated run: the results file has no footer",) if run.truncated else ()
    return (*truncated, *run.problems, *(f"judged too little: {each}" for each in run.too_little))


def _caveat_suite(caveats: tuple[str, ...]) -> Element:
    suite = Element("testsuite", name="refloader: the run itself")
    for caveat in caveats:
        case = SubElement(suite, "testcase", classname="refloader.run", name=readable(caveat), time="0.000")
        SubElement(case, "error", message=readable(caveat), type="error")
    return suite


def _count(suite: Element) -> None:
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", str(len(suite.findall("testcase/error"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))

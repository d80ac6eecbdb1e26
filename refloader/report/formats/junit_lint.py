"""The lint report as JUnit XML, for CI systems that only show tests. Contains only characters that XML allows."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement

from refloader.report.formats.junit import finished
from refloader.report.issues import Issue
from refloader.report.places import beneath
from refloader.results.results_file import readable


def render(issues: Sequence[Issue], files: int, folder: str) -> str:
    """Return a test case for each finding: its class is the rule, its name the file. Only errors are failures.

    Names have no line numbers, so that a case stays the same when lines move. The first case gives the number of
    manifests and passes, because Jenkins takes a file without cases for an error. Paths below ``folder`` are relative
    to it.
    """
    suite = Element("testsuite", name="refloader lint")
    read = SubElement(
        suite,
        "testcase",
        classname="refloader.lint",
        name="manifests are read",
        time="0.000",
    )
    SubElement(read, "system-out").text = f"manifests: {files}"
    suite.extend(_cases(issues, folder))
    return finished([suite])


def _cases(issues: Sequence[Issue], folder: str) -> Iterable[Element]:
    for issue in issues:
        location = issue.spots[0]
        path = readable(beneath(location.path, folder))
        text = (
            f"{path}:{location.line}:{location.utf16_column}: {issue.text}"
            if location.line
            else f"{path}: {issue.text}"
        )
        case = Element("testcase", classname=f"refloader.lint.{issue.rule}", name=path, time="0.000")
        if issue.level == "error":
            SubElement(case, "failure", message=readable(issue.message), type=issue.level).text = text
        else:
            SubElement(case, "system-out").text = f"{issue.level}: {text}"
        yield case

"""What lint found as JUnit XML, for CI systems that show no more than tests. Writes only characters that XML has."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement

from refloader.report.formats.junit import finished
from refloader.report.issues import Issue
from refloader.report.places import beneath
from refloader.results.results_file import readable


def render(issues: Sequence[Issue], files: int, folder: str) -> str:
    """A case for each finding, its class the rule and its name the file; errors are failures, others text of a pass.

    Lines are no part of the names, so that a case is known again when they move. The first case says how many
    manifests were read, and passes: Jenkins takes a file without cases for a fault. Paths below ``folder`` are
    relative to it.
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
        spot = issue.spots[0]
        path = readable(beneath(spot.path, folder))
        text = (
            f"{path}:{spot.line}:{spot.utf16_column}: {issue.text}" if spot.line else f"{path}: {issue.text}"
        )
        case = Element("testcase", classname=f"refloader.lint.{issue.rule}", name=path, time="0.000")
        if issue.level == "error":
            SubElement(case, "failure", message=readable(issue.message), type=issue.level).text = text
        else:
            SubElement(case, "system-out").text = f"{issue.level}: {text}"
        yield case

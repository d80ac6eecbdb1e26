"""The lint report in formats for tools. A separate module, imported on demand, so that text output starts fast."""

import os

from refloader.inspect.lint.manifests import Report
from refloader.report.formats import github, gitlab, junit_lint, sarif
from refloader.report.issues import Placer, Reader, of_lint


def document(
    shape: str,
    report: Report,
    read: Reader,
    root: str,
    *,
    notes: bool,
    exit_code: int,
    place: Placer | None = None,
) -> str:
    """Return the report in a format, ending in a line break. ``root`` is the folder on disk that its paths lie in.

    ``place`` returns the real path if it is not simply below the root.
    """
    issues = tuple(of_lint(report, read, root, notes=notes, place=place))
    folder = os.getcwd()
    if shape == "github":
        return github.annotations(issues, folder)
    if shape == "gitlab":
        return gitlab.document(issues, folder)
    if shape == "junit":
        return junit_lint.render(issues, report.files, folder)
    return sarif.of_lint(issues, folder, exit_code)

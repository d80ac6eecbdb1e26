"""The failures of a run as deqp-runner's list of them (``failures.csv``), which it takes as ``--baseline``."""

from refloader.report.formats.deqp import FAILURES, cases, table
from refloader.results.results_file import Run


def render(run: Run) -> str:
    """Return the name and status of each case that failed, and of those that are expected to."""
    return table(
        [each.name, each.status.replace("ExpectedFail", "Fail")]
        for each in cases(run)
        if each.status in FAILURES
    )

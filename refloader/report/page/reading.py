"""Reads results without the parts that the page does not show, so that 100,000 of them fit. Makes no verdict.

``results.results_file`` decides what counts as damaged.
"""

from refloader.report.page.evidence import bounded
from refloader.results.quick_lines import quick
from refloader.results.results_file import Result, Verdict
from refloader.results.rows import Row
from refloader.results.summaries import lean_row

UNTOLD = frozenset({Verdict.PASS, Verdict.SKIP})
"""The verdicts whose evidence the page does not show; the reason of a skip is sufficient."""

ENDLESS = 200_000
"""The most bytes of a line whose evidence is not cut."""


_QUICK = quick(UNTOLD)


def decode(line: bytes) -> Row | Result:
    """Decode a line as ``results_file.whole`` does, without evidence of passes and skips; long evidence is cut."""
    result = _QUICK(line) if len(line) <= ENDLESS else None
    if result is not None:
        return result
    found = lean_row(line, UNTOLD)
    evidence = found.get("evidence")
    if len(line) > ENDLESS and isinstance(evidence, dict):
        found["evidence"] = bounded(evidence, ENDLESS)
    return found

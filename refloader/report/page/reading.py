"""Reads results for the page: without what it does not show, so that 100,000 of them fit. Judges nothing.

What counts as damaged is decided by ``harness.results``.
"""

from refloader.report.page.evidence import bounded
from refloader.results.quick_lines import quick
from refloader.results.results_file import Result, Verdict
from refloader.results.rows import Row
from refloader.results.summaries import lean_row

UNTOLD = frozenset({Verdict.PASS, Verdict.SKIP})
"""The verdicts whose evidence the page does not show: a skip's reason says all."""

ENDLESS = 200_000
"""Bytes of a line from which on its evidence is cut."""


_QUICK = quick(UNTOLD)


def decode(line: bytes) -> Row | Result:
    """As ``results.whole``, without the evidence of passes and skips, and with endless evidence cut."""
    result = _QUICK(line) if len(line) <= ENDLESS else None
    if result is not None:
        return result
    found = lean_row(line, UNTOLD)
    evidence = found.get("evidence")
    if len(line) > ENDLESS and isinstance(evidence, dict):
        found["evidence"] = bounded(evidence, ENDLESS)
    return found

"""Reads results for the page: without what it does not show, so that 100,000 of them fit. Judges nothing.

What counts as damaged is decided by ``harness.results``.
"""

from refloader.harness.lean import lean_row
from refloader.harness.results import Verdict
from refloader.harness.rows import Row
from refloader.report.page.evidence import bounded

UNTOLD = frozenset({Verdict.PASS, Verdict.SKIP})
"""The verdicts whose evidence the page does not show: a skip's reason says all."""

ENDLESS = 200_000
"""Bytes of a line from which on its evidence is cut."""


def decode(line: bytes) -> Row:
    """As ``results.row``, without the evidence of passes and skips, and with endless evidence cut."""
    found = lean_row(line, UNTOLD)
    evidence = found.get("evidence")
    if len(line) > ENDLESS and isinstance(evidence, dict):
        found["evidence"] = bounded(evidence, ENDLESS)
    return found

"""A run as one JSON document, for scripts that do not read line by line. Contains every result."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import msgspec

from refloader.report import standing_text
from refloader.report.arrange import EXPECTED, FINDINGS, Finding, findings, out_of_date, standing, subjects
from refloader.report.numbers import of_run, of_subject
from refloader.results.results_file import Run, as_row, count, storable
from refloader.results.rows import Row, stored
from refloader.results.standard import standings

SCHEMA = "refloader.run/1"


def document(run: Run) -> dict[str, Any]:
    """Return the document: the header's members, counts in total and by subject, and every result as in the file."""
    return _body(run, [as_row(result) for result in run.results])


def _body(run: Run, results: list[Row]) -> dict[str, Any]:
    header = as_row(run.header)
    del header["schema"]
    body = {
        "schema": SCHEMA,
        **header,
        "finished": run.footer.finished if run.footer else None,
        "truncated": run.truncated,
        "problems": run.problems,
        "exit_code": run.exit_code,
        "numbers": of_run(run).document(),
        "numbers_by_subject": {each.name: of_subject(each, run).document() for each in subjects(run)},
        "findings": [
            _finding(each)
            for subject in subjects(run)
            for each in findings(subject.results, (*FINDINGS, EXPECTED))
        ],
        "too_little": list(run.too_little),
        "standard": [standing_text.document(each) for each in standings(run)],
        "counts": count(run.results),
        "counts_by_subject": {subject.name: subject.counts for subject in subjects(run)},
        "expected": {subject.name: subject.expected for subject in subjects(run)},
        "stale": [{**asdict(entry), "message": out_of_date(entry)} for entry in run.stale],
        "results": results,
    }
    plain: dict[str, Any] = storable(body)
    return plain


def _finding(finding: Finding) -> dict[str, Any]:
    """Return what one finding is about, its rules and its cases."""
    first = finding.first
    return {
        "subject": first.subject,
        "standing": standing(first),
        "title": finding.title,
        "says": finding.shared.says if finding.shared else first.reason,
        "rules": list(finding.rules),
        "cases": [each.first.case for each in finding.causes],
        "replay": first.repro,
    }


def render(run: Run) -> str:
    """Return the document as indented text that ends in a line break."""
    return "".join(pieces(run))


def pieces(run: Run) -> Iterator[str]:
    """Yield the same text in pieces, because a run can have a million results."""
    before, results, after = json.dumps(_body(run, []), indent=2, ensure_ascii=False).rpartition("[]")
    yield before
    start = "[\n    "
    for result in run.results:
        text = msgspec.json.format(json.dumps(stored(result), ensure_ascii=False), indent=2)
        yield start + text.replace("\n", "\n    ")
        start = ",\n    "
    yield ("\n  ]" if run.results else results) + after + "\n"

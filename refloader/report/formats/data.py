"""A run as one JSON document, for scripts that do not read line by line. Never leaves a result out."""

import json
from dataclasses import asdict
from typing import Any

from refloader.harness.results import Run, as_row, count, storable
from refloader.report.arrange import out_of_date, subjects

SCHEMA = "refloader.run/1"


def document(run: Run) -> dict[str, Any]:
    """The document: the header's members, counts in all and by subject, and every result as in the file."""
    header = as_row(run.header)
    del header["schema"]
    body = {
        "schema": SCHEMA,
        **header,
        "finished": run.footer.finished if run.footer else None,
        "truncated": run.truncated,
        "problems": run.problems,
        "exit_code": run.exit_code,
        "counts": count(run.results),
        "counts_by_subject": {subject.name: subject.counts for subject in subjects(run)},
        "expected": {subject.name: subject.expected for subject in subjects(run)},
        "stale": [{**asdict(entry), "message": out_of_date(entry)} for entry in run.stale],
        "results": [as_row(result) for result in run.results],
    }
    plain: dict[str, Any] = storable(body)
    return plain


def render(run: Run) -> str:
    """The document as text, indented, ending in a line break."""
    return json.dumps(document(run), indent=2, ensure_ascii=False) + "\n"

"""A run as one JSON document, for scripts that do not read line by line. Never leaves a result out."""

import json
from dataclasses import asdict
from typing import Any

from refloader.harness.results import Result, Run, Subject, count, storable
from refloader.report.arrange import out_of_date, subjects

SCHEMA = "refloader.run/1"


def document(run: Run) -> dict[str, Any]:
    """The document: the header's members, counts in all and by subject, and every result as in the file."""
    header = asdict(run.header)
    del header["schema"]
    header["subjects"] = [_subject(each) for each in run.header.subjects]
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
        "results": [_row(result) for result in run.results],
    }
    plain: dict[str, Any] = storable(body)
    return plain


def _subject(subject: Subject) -> dict[str, Any]:
    """A subject as in the file, where nothing stands for facts that nobody asked for."""
    row = asdict(subject)
    return row if subject.facts else {key: value for key, value in row.items() if key != "facts"}


def _row(result: Result) -> dict[str, Any]:
    """A result as in the file, where nothing stands for what was not expected."""
    return {key: value for key, value in asdict(result).items() if value is not None}


def render(run: Run) -> str:
    """The document as text, indented, ending in a line break."""
    return json.dumps(document(run), indent=2, ensure_ascii=False) + "\n"

"""Findings as GitLab's code quality report, which merge requests show. Holds what nobody had expected, and no more.

An empty report is a clean run: what is wrong with the run itself is an entry, too.

The members are those of GitLab's documentation of the format (a part of Code Climate's).
"""

import json
import os
from collections.abc import Sequence

from refloader.report.issues import Issue, Level, Spot, fingerprints, of_expectations, of_itself, of_run
from refloader.report.places import beneath
from refloader.results.results_file import Run, readable, storable

_SEVERITY: dict[Level, str] = {"error": "major", "warning": "minor", "note": "info"}


def render(run: Run) -> str:
    """What a run found, as a JSON list that ends in a line break."""
    found = (issue for issue in of_run(run) if not issue.excuse)
    return document([*of_itself(run), *found, *of_expectations(run)])


def document(issues: Sequence[Issue], folder: str | None = None) -> str:
    """The issues as a JSON list that ends in a line break; paths below ``folder`` (the working folder) are relative.

    GitLab merges entries that share a fingerprint, so no two do.
    """
    folder = folder or os.getcwd()
    entries = [
        {
            "description": readable(issue.text),
            "check_name": readable(issue.rule),
            "fingerprint": fingerprint,
            "severity": _SEVERITY[issue.level],
            "location": _location(issue, folder),
        }
        for issue, fingerprint in zip(issues, fingerprints(issues, folder), strict=True)
    ]
    return json.dumps(storable(entries), indent=1) + "\n"


def _location(issue: Issue, folder: str) -> dict[str, object]:
    """Where it is; what has no file is placed by its name, as each entry needs a path."""
    spot = issue.spots[0] if issue.spots else Spot(issue.subject)
    return {"path": beneath(spot.path, folder), "lines": {"begin": max(spot.line, 1)}}

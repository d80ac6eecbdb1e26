"""Findings as GitLab's code quality report, which merge requests show. Expected findings are left out.

An empty report means a clean run, so problems of the run itself are entries too.

The members are those of GitLab's documentation of the format (a part of Code Climate's).
"""

import json
import os
from collections.abc import Sequence

from refloader.report.issues import (
    Issue,
    IssueLocation,
    Level,
    fingerprints,
    of_expectations,
    of_itself,
    of_run,
)
from refloader.report.places import beneath
from refloader.results.results_file import Run, readable, storable

_SEVERITY: dict[Level, str] = {"error": "major", "warning": "minor", "note": "info"}


def render(run: Run) -> str:
    """Return the findings of a run as a JSON list that ends in a line break."""
    found = (issue for issue in of_run(run) if not issue.excuse)
    return document([*of_itself(run), *found, *of_expectations(run)])


def document(issues: Sequence[Issue], folder: str | None = None) -> str:
    """Return the issues as a JSON list that ends in a line break; paths below ``folder`` are relative to it.

    ``folder`` is the working folder by default. GitLab merges entries that share a fingerprint, so each has its own.
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
    """Return the location. An issue without a file gets its subject's name as path, because a path is required."""
    location = issue.spots[0] if issue.spots else IssueLocation(issue.subject)
    return {"path": beneath(location.path, folder), "lines": {"begin": max(location.line, 1)}}

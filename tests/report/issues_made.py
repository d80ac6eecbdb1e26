"""Findings to make documents from."""

from dataclasses import replace
from typing import Any

from refloader.report.issues import Issue, IssueLocation


def issue(**changed: Any) -> Issue:
    """A finding of lint in the second line of a file."""
    location = IssueLocation("/work/a.json", 2, 3, b"  here")
    return replace(Issue("LLP_LAYER_6", "error", "it is wrong", (location,), ("one",)), **changed)

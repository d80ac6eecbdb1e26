"""Findings as the results of a SARIF run: message, location, fingerprint, suppression. Independent of runs.

Section numbers are those of the OASIS standard, SARIF 2.1.0.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from refloader.report.issues import Issue, IssueLocation, fingerprints
from refloader.report.places import beneath, located, named
from refloader.results.results_file import readable

Object: TypeAlias = dict[str, Any]

FINGERPRINT = "refloaderFinding/v1"

_LONG = 4_000
"""The most characters of a message; GitHub shows far fewer, and rejects files above 10 MB compressed."""

_SNIPPET = 400
_PLACEHOLDER = re.compile(r"(?<!\{)((?:\{\{)*)\{(?=\d+\})")
_LINK = re.compile(r"(?<!\\)((?:\\\\)*)\](?=\()")
"""The beginning of a placeholder and the end of a link's text, unless they are escaped already."""


def results(issues: Sequence[Issue], rules: Sequence[str], folder: str) -> Iterator[Object]:
    """Yield the results in the order of the issues; ``rules`` are those that the run describes, in its order."""
    index = {rule: number for number, rule in enumerate(rules)}
    for issue, digest in zip(issues, fingerprints(issues, folder), strict=True):
        yield {
            "ruleId": readable(issue.rule),
            "ruleIndex": index[issue.rule],
            "kind": "fail",
            "level": issue.level,
            "message": _message(issue),
            **_places(issue, folder),
            "partialFingerprints": _fingerprints(issue, digest, folder),
            **_suppressed(issue),
            **_properties(issue),
        }


def _message(issue: Issue) -> Object:
    return plain(f"{issue.text}\nTo see it again: {issue.repro}" if issue.repro else issue.text)


def plain(text: str) -> Object:
    """Return a message in which no text is taken for a placeholder (3.11.5) or a link (3.11.6)."""
    if len(text) > _LONG:
        text = f"{text[:_LONG]}... ({len(text)} characters)"
    return {"text": _LINK.sub(r"\1\\]", _PLACEHOLDER.sub(r"\1{{", readable(text)))}


def _places(issue: Issue, folder: str) -> Object:
    """Return the locations. Without a file, the subject's name is used: GitHub rejects results without a location."""
    first, *further = issue.spots or (IssueLocation(""),)
    location: Object = {"physicalLocation": _physical(first, issue, folder)}
    if issue.subject:
        location["logicalLocations"] = [{"name": readable(issue.subject), "kind": "module"}]
    places: Object = {"locations": [location]}
    if further:
        places["relatedLocations"] = [
            {"id": number, "physicalLocation": _physical(spot, issue, folder)}
            for number, spot in enumerate(further, 1)
        ]
    return places


def _physical(location: IssueLocation, issue: Issue, folder: str) -> Object:
    if not location.path:
        said = f"{issue.subject} has no file"
        return {
            "artifactLocation": {"uri": named(issue.subject), "description": plain(said)},
            "region": _WHOLE,
        }
    return {"artifactLocation": located(location.path, folder), "region": _region(location)}


_WHOLE: Object = {"startLine": 1}
"""The region for a whole file. The standard would omit it; GitHub requires one in every result."""


def _region(location: IssueLocation) -> Object:
    """Return the region from the location to the end of its line (3.30); where the fault ends is not known."""
    if not location.line:
        return _WHOLE
    region: Object = {"startLine": location.line}
    if location.column:
        region["startColumn"] = location.utf16_column
    if location.text and (rest := location.rest(_SNIPPET)) is not None:
        region["snippet"] = {"text": readable(rest)}
    return region


def _fingerprints(issue: Issue, digest: str, folder: str) -> Object:
    """Return the fingerprints (3.27.17). Files outside ``folder`` need a line hash: GitHub cannot compute it."""
    near = issue.spots and not beneath(issue.spots[0].path, folder).startswith("/")
    return {FINGERPRINT: digest} if near else {FINGERPRINT: digest, "primaryLocationLineHash": f"{digest}:1"}


def _suppressed(issue: Issue) -> Object:
    """Return the suppression (3.35) of an expected finding, with the expectation's reason as justification."""
    if not issue.excuse:
        return {}
    return {
        "suppressions": [{"kind": "external", "status": "accepted", "justification": readable(issue.excuse)}]
    }


def _properties(issue: Issue) -> Object:
    """Return the known facts for which the standard has no member."""
    told = {
        "case": issue.case,
        "verdict": issue.verdict,
        "subject": issue.subject,
        "subjectKind": issue.kind,
        "environment": issue.environment,
        "replay": issue.repro,
        "matters": issue.matters,
    }
    return {"properties": {name: readable(text) for name, text in told.items() if text}}

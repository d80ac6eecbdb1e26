"""Findings as SARIF 2.1.0, for code scanning and viewers. Passing and skipped cases are left out.

GitHub's requirements are in its pages on SARIF support for code scanning.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from refloader import __version__
from refloader.report import numbers
from refloader.report.arrange import out_of_date
from refloader.report.formats.sarif_results import plain, results
from refloader.report.formats.sarif_rules import descriptor
from refloader.report.issues import Issue, of_expectations, of_run
from refloader.report.places import folder_uri, located
from refloader.report.rules.links import docs_url
from refloader.results.results_file import Run, Verdict, readable
from refloader.rules import catalogue_version

Object: TypeAlias = dict[str, Any]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST = 25_000
"""The most results of a run that GitHub accepts; it rejects a file with more."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


def render(run: Run, folder: str | None = None) -> str:
    """Return a run as a SARIF log, ending in a line break.

    Paths below ``folder`` (the working folder) are relative to it.
    """
    folder = folder or os.getcwd()
    category = "".join(f"{readable(each)}/" for each in ("refloader-conform", run.header.environment) if each)
    times = {"startTimeUtc": run.header.started, "endTimeUtc": run.footer.finished if run.footer else ""}
    invocation: Object = {
        "executionSuccessful": run.exit_code != 3,
        "exitCode": run.exit_code,
        **{name: moment for name, told in times.items() if (moment := _moment(told))},
        "toolExecutionNotifications": list(_troubles(run)),
        "toolConfigurationNotifications": list(_stale(run, folder)),
    }
    if run.header.command:
        invocation["commandLine"] = readable(run.header.command)
    issues = [*of_expectations(run), *of_run(run)]
    log = _log(issues, folder, category, invocation)
    log["runs"][0]["artifacts"] = list(_artifacts(run, folder))
    log["runs"][0]["properties"] = {"numbers": numbers.of_run(run).document()}
    return _text(log, issues, folder)


def of_lint(issues: Sequence[Issue], folder: str, exit_code: int) -> str:
    """Return a lint report as a SARIF log, ending in a line break. Paths below ``folder`` are relative to it."""
    invocation = {
        "executionSuccessful": True,
        "exitCode": exit_code,
        "toolExecutionNotifications": [],
    }
    return _text(_log(issues, folder, "refloader-lint/", invocation), issues, folder)


def _log(issues: Sequence[Issue], folder: str, category: str, invocation: Object) -> Object:
    """Return the log with one run, still without its results.

    Results beyond GitHub's limit are left out, with a notification.
    """
    if len(issues) > MOST:
        said = f"{len(issues) - MOST} further findings are left out: this format is kept to {MOST} of them"
        invocation["toolExecutionNotifications"].append(_notice("warning", said))
    driver = {
        "name": "refloader",
        "version": __version__,
        "semanticVersion": __version__,
        "shortDescription": {"text": "Conformance harness for the Vulkan loader interface"},
        **({"informationUri": docs_url()} if docs_url() else {}),
        "rules": [descriptor(rule) for rule in _rules(issues)],
        "properties": {"catalogue": catalogue_version()},
    }
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": category},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"%SRCROOT%": {"uri": folder_uri(folder)}},
        "invocations": [invocation],
        "results": [],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _troubles(run: Run) -> Iterator[Object]:
    """Yield notifications on why the run is unreliable, and its notes."""
    if run.truncated:
        yield _notice("error", "truncated run: the results file has no footer; results may be missing")
    yield from (_notice("error", problem) for problem in run.problems)
    yield from (_notice("error", f"judged too little: {reason}") for reason in run.too_little)
    for result in run.results:
        if result.verdict is Verdict.ERROR:
            said = f"{result.subject}, {result.case} of {result.rule} could not be judged: {result.reason}"
            yield _notice("error", said)
    yield from (_notice("note", note) for note in run.header.notes)


def _stale(run: Run, folder: str) -> Iterator[Object]:
    """Yield notifications on expectations that match no case."""
    for entry in run.stale:
        said = f"{entry.subject}, {entry.case} of {entry.rule}: {out_of_date(entry)}"
        place = {"artifactLocation": located(entry.file, folder), "region": {"startLine": max(entry.line, 1)}}
        level = "note" if entry.shipped else "error"
        yield {**_notice(level, said), "locations": [{"physicalLocation": place}]}


def _notice(level: str, text: str) -> Object:
    return {"level": level, "message": plain(text)}


def _artifacts(run: Run, folder: str) -> Iterator[Object]:
    """Yield the files under test with their hashes: libraries, and the manifests that name them."""
    for subject in run.header.subjects:
        told = " ".join(filter(None, (subject.kind, subject.name, subject.version)))
        library = str(subject.build.get("path", ""))
        if subject.path:
            digest = subject.digest if subject.is_its_library else subject.sha256
            yield _artifact(subject.path, told, digest, folder)
        if library and library != subject.path:
            yield _artifact(library, f"library of {told}", subject.digest, folder)


def _artifact(path: str, told: str, digest: str, folder: str) -> Object:
    return {
        "location": located(path, folder),
        "description": plain(told),
        "roles": ["analysisTarget"],
        **({"hashes": {"sha-256": digest}} if _DIGEST.fullmatch(digest) else {}),
    }


def _moment(told: str) -> str:
    """Return a time from a results file in UTC, as SARIF requires (3.9); an empty string if it is invalid."""
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return ""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if moment.tzinfo else ""


def _rules(issues: Sequence[Issue]) -> list[str]:
    return list(dict.fromkeys(issue.rule for issue in issues))


def _text(log: Object, issues: Sequence[Issue], folder: str) -> str:
    """Return the log as ASCII on one line: indenting takes longer than all the rest. Its texts are readable.

    The results are written one by one, as all of them as objects take several times the memory of the text. A
    quotation mark inside a string has a backslash before it, so the key is where it is looked for.
    """
    before, key, after = _compact(log).partition('"results":[')
    found = ",".join(_compact(each) for each in results(issues[:MOST], _rules(issues), folder))
    return f"{before}{key}{found}{after}\n"


def _compact(value: Object) -> str:
    return json.dumps(value, separators=(",", ":"))

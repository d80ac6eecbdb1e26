"""The difference between two runs as one JSON document. Contains every change."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from refloader.report.differences.difference import CaseChange, Difference, SubjectChange
from refloader.report.differences.facts import TimingChange
from refloader.report.differences.text import answer, counted
from refloader.results.results_file import Result, Run, Subject, storable

SCHEMA = "refloader.diff/1"


def document(found: Difference, *, timings: bool = False) -> dict[str, Any]:
    """Return the document. With ``timings`` a changed timing sets ``changed`` too."""
    plain: dict[str, Any] = storable(
        {
            "schema": SCHEMA,
            "changed": found.counts or (timings and found.has_timings),
            "answer": answer(found, timings=timings),
            "whole": found.is_whole,
            "old": _run(found.old),
            "new": _run(found.new),
            "notes": found.notes,
            "counts": counted(found),
            "subjects": [_subject(each) for each in found.subjects],
        }
    )
    return plain


def render(found: Difference, *, timings: bool = False) -> str:
    """Return the document as indented text that ends in a line break."""
    return json.dumps(document(found, timings=timings), indent=2) + "\n"


def _run(run: Run) -> dict[str, Any]:
    header = run.header
    return {
        "suite_version": header.suite_version,
        "catalogue_version": header.catalogue_version,
        "started": header.started,
        "command": header.command,
        "machine": dict(header.machine),
        "truncated": run.truncated,
        "problems": run.problems,
    }


def _subject(change: SubjectChange) -> dict[str, Any]:
    return {
        "kind": change.subject.kind,
        "old": _named(change.old),
        "new": _named(change.new),
        "counts": change.counts,
        "cases": [case(each) for each in change.cases],
        "facts": [asdict(each) for each in change.facts],
        "timings": [_timing(each) for each in change.timings],
        "flaky": [_case_of(each) for each in change.flaky],
        "reworded": [{**_case_of(now), "old": was.reason, "new": now.reason} for was, now in change.reworded],
    }


def _named(subject: Subject | None) -> dict[str, Any] | None:
    if subject is None:
        return None
    names = ("name", "path", "version", "edition")
    return {**{name: getattr(subject, name) for name in names}, "sha256": subject.digest}


def _case_of(result: Result) -> dict[str, Any]:
    return {"rule": result.rule, "case": result.case}


def case(change: CaseChange) -> dict[str, Any]:
    """Return a case and its outcome in both runs."""
    return {
        **_case_of(change.result),
        "change": change.kind,
        "by_chance": change.by_chance,
        "counts": change.counts,
        "old": _outcome(change.old),
        "new": _outcome(change.new),
    }


def _outcome(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    more = {"flaky": result.flaky, "retried": result.retried}
    told = {name: each for name, each in more.items() if each}
    return {"verdict": result.verdict, **told, "reason": result.reason, "repro": result.repro}


def _timing(change: TimingChange) -> dict[str, Any]:
    return {
        "what": change.what,
        "device": change.device,
        "slower": change.is_slower,
        "old": _samples(change.old),
        "new": _samples(change.new),
    }


def _samples(samples: Sequence[float]) -> dict[str, Any]:
    return {"least": min(samples), "median": statistics.median(samples), "samples": samples}

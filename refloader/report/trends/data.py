"""A trend as one JSON document. Contains the whole trend."""

import json
import statistics
from dataclasses import asdict
from typing import Any

from refloader.report.differences.facts import Timed
from refloader.report.trends.trend import Point, Track, Trend
from refloader.report.trends.words import answer
from refloader.results.results_file import storable

SCHEMA = "refloader.trend/1"


def document(trend: Trend) -> dict[str, Any]:
    """Return the document: the runs, then each subject with a point for each run that has it."""
    plain: dict[str, Any] = storable(
        {
            "schema": SCHEMA,
            "worse": bool(trend.worse),
            "answer": answer(trend),
            "runs": [asdict(each) for each in trend.moments],
            "subjects": [_track(each, trend) for each in trend.tracks],
            "passed_over": [{"path": path, "reason": reason} for path, reason in trend.passed_over],
        }
    )
    return plain


def render(trend: Trend) -> str:
    """Return the document as indented text that ends in a line break."""
    return json.dumps(document(trend), indent=2) + "\n"


def _track(track: Track, trend: Trend) -> dict[str, Any]:
    names = dict.fromkeys(point.subject.name for point in track.points)
    return {
        "kind": track.subject.kind,
        "name": track.subject.name,
        "names": list(names),
        "environment": track.environment,
        "in_newest_run": trend.is_in_newest(track),
        "points": [_point(each) for each in track.points],
    }


def _point(point: Point) -> dict[str, Any]:
    named = {name: getattr(point.subject, name) for name in ("name", "path", "version", "edition")}
    return {
        "run": point.moment,
        "before": point.before,
        **named,
        "sha256": point.subject.digest,
        "cases": dict(point.cases),
        "rules": dict(point.rules),
        "worse": point.worse,
        "broke": point.broke,
        "mended": point.mended,
        "no_longer_judged": point.unjudged,
        "changes": [asdict(each) for each in point.changes],
        "changes_left_out": point.left_out,
        "lost": list(point.lost),
        "build": [asdict(each) for each in point.build],
        "facts_changed": point.facts,
        "timings": [_timing(each) for each in point.timings],
        "seconds": point.seconds,
    }


def _timing(timing: Timed) -> dict[str, Any]:
    return {
        "what": timing.what,
        "device": timing.device,
        "least": min(timing.samples),
        "median": statistics.median(timing.samples),
        "number": len(timing.samples),
    }

"""A trend as CSV: a row for each subject in each run, for spreadsheets and plotting."""

import csv
import io
import statistics
from collections.abc import Iterator

from refloader.report.arrange import STANDINGS
from refloader.report.formats.table import cell
from refloader.report.trends.trend import Point, Track, Trend


def render(trend: Trend) -> str:
    """Return the table with a header line; lines end in LF."""
    out = io.StringIO()
    rows = [_row(track, point, trend) for track in trend.tracks for point in track.points]
    writer = csv.DictWriter(out, _columns(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _columns() -> list[str]:
    best_first = STANDINGS[::-1]
    return [
        *("run", "started", "path", "suite_version", "environment"),
        *("kind", "name", "version", "sha256", "edition"),
        *(f"cases_{each}" for each in best_first),
        *(f"rules_{each}" for each in best_first),
        *(
            "broke",
            "mended",
            "no_longer_judged",
            "lost",
            "facts_changed",
            "worse",
            "seconds",
            "instance_ms",
            "slowest_device_ms",
        ),
    ]


def _row(track: Track, point: Point, trend: Trend) -> dict[str, str | int | float]:
    moment, subject = trend.moments[point.moment], point.subject
    texts = {
        "started": moment.started,
        "path": moment.path,
        "suite_version": moment.suite_version,
        "environment": track.environment,
        "kind": subject.kind,
        "name": subject.name,
        "version": subject.version,
        "sha256": subject.digest,
        "edition": subject.edition,
    }
    return {
        "run": point.moment + 1,
        **{name: cell(text) for name, text in texts.items()},
        **{f"cases_{each}": number for each, number in point.cases.items()},
        **{f"rules_{each}": number for each, number in point.rules.items()},
        "broke": point.broke,
        "mended": point.mended,
        "no_longer_judged": point.unjudged,
        "lost": len(point.lost),
        "facts_changed": point.facts,
        "worse": int(point.worse),
        "seconds": round(point.seconds, 3),
        "instance_ms": _longest(_medians(point, "instance")),
        "slowest_device_ms": _longest(_medians(point, "device")),
    }


def _medians(point: Point, what: str) -> Iterator[float]:
    return (statistics.median(each.samples) for each in point.timings if each.what == what)


def _longest(medians: Iterator[float]) -> float | str:
    """Return the longest median; an empty string if nothing was measured."""
    longest = max(medians, default=None)
    return "" if longest is None else round(longest, 3)

"""A trend as one HTML file that works offline: the answer, each subject over its runs, and its changes."""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from refloader.model.text import number_of
from refloader.report import shell
from refloader.report.page.named_rules import named_rules
from refloader.report.pictures.charts import sparkline
from refloader.report.trends.trend import Point, Track, Trend, Turn
from refloader.report.trends.words import (
    answer,
    columns,
    newest_changed,
    shown,
    steps,
    times,
    told_apart,
    when,
)

_POINTS = 200
"""The most runs of a subject whose changes the page describes, the newest ones."""

_CASES = 20
"""The most cases of one run that the page names."""

_OTHER = "changed otherwise"


@dataclass(frozen=True, slots=True)
class Line:
    """A quantity over the runs of a subject as a picture, with the numbers in words."""

    title: str
    picture: Markup
    description: str


def render(trend: Trend) -> str:
    """Return the page, to be written as UTF-8.

    Raises:
        DocsUrlError: the documentation base that the environment names is not an address.
    """
    tracks = [(track, newest_changed(track, _POINTS)) for track in trend.tracks]
    changed = [point for _, points in tracks for point in points]
    return shell.page(
        "trend.html.j2",
        styles=("listing.css", "trend.css", "pictures.css"),
        scripts=("listing.js",),
        trend=trend,
        answer=answer(trend),
        tracks=tracks,
        kinds=[(kind, 0) for kind in (*Turn, _OTHER) if any(kind in kinds(point) for point in changed)],
        names=[track.name for track, points in tracks if points],
        kinds_of=kinds,
        lines=lines,
        small=small,
        columns=columns,
        shown=lambda point: shown(point, _CASES),
        steps=steps,
        told_apart=told_apart,
        when=when,
        rules=named_rules(_rules(changed)),
    )


def kinds(point: Point) -> tuple[str, ...]:
    """Return the filters that a point matches: the changes of its cases, or that something else changed."""
    turns = tuple(turn for turn in Turn if any(each.turn is turn for each in point.changes))
    other = point.lost or point.build or point.facts or not turns
    return (*turns, _OTHER) if other else turns


def small(track: Track) -> Markup:
    """Return the number of cases against a subject over its runs, as a picture for a table row."""
    against = [point.against for point in track.points]
    return sparkline(against, f"results against it, {_span(against)}")


def lines(track: Track) -> Iterator[Line]:
    """Yield the pictures of a subject: the results against it, and the medians of its measurements."""
    yield _line("results against it", [point.against for point in track.points], "")
    series: dict[str, dict[int, float]] = {}
    for point in track.points:
        for what, samples in times(point):
            series.setdefault(what, {})[point.moment] = statistics.median(samples)
    for what, medians in series.items():
        values = [medians.get(point.moment) for point in track.points]
        yield _line(f"milliseconds to make {what}, medians", values, " ms")


def _line(title: str, values: Sequence[float | None], unit: str) -> Line:
    known = [each for each in values if each is not None]
    description = f"{_span(known, unit)}, in the newest {known[-1]:.4g}{unit}"
    return Line(title, sparkline(values, f"{title}: {description}", width=440, height=60), description)


def _span(values: Sequence[float], unit: str = "") -> str:
    return f"{min(values):.4g} to {max(values):.4g}{unit} over {number_of(len(values), 'run')}"


def _rules(points: Sequence[Point]) -> Iterator[str]:
    """Return the ids of the rules that the page names."""
    return (rule for point in points for change in shown(point, _CASES)[0] for rule in change.rules)

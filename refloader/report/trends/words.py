"""The phrases that all documents on a trend share. Does not escape: each document does that itself."""

from collections.abc import Iterator, Sequence
from datetime import UTC

from refloader.model.text import number_of
from refloader.report.arrange import STANDINGS
from refloader.report.differences.text import fact
from refloader.report.trends.trend import Change, Point, Track, Trend, Turn
from refloader.results.records import moment

_ALWAYS = ("pass", "fail")
_FEW = 6


def answer(trend: Trend) -> str:
    """Return one sentence on whether the newest run is worse than the one before."""
    first, last = (when(each.started) for each in (trend.moments[0], trend.moments[-1]))
    if len(trend.moments) == 1:
        return f"One run, started {last}{_left_out(trend)}: there is nothing before it to compare it with."
    span = f"{len(trend.moments)} runs from {first} to {last}{_left_out(trend)}"
    if not trend.worse:
        return f"{span}: the newest is not worse than what was before it."
    worse = "; ".join(f"{track.name}: {why_worse(track.points[-1])}" for track in trend.worse)
    return f"{span}: the newest is worse than what was before it ({worse})."


def _left_out(trend: Trend) -> str:
    number = len(trend.passed_over)
    return f" ({number_of(number, 'file')} passed over)" if number else ""


def when(started: str) -> str:
    """Return a time in UTC for people; a time that is not ISO 8601 stays as it is."""
    try:
        return moment(started).astimezone(UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return started


def why_worse(point: Point) -> str:
    """Return the reasons why a point is worse, in a few words."""
    if point.before is None:
        return f"{number_of(point.against, 'result')} against it, and no run before has it"
    parts = (f"{number_of(point.broke, 'case')} broke" if point.broke else "", *point.lost)
    return ", ".join(filter(None, parts))


def columns(points: Sequence[Point]) -> tuple[str, ...]:
    """Return the standings that a table of these points needs, the best first."""
    return tuple(
        each for each in reversed(STANDINGS) if each in _ALWAYS or any(point.cases[each] for point in points)
    )


def told_apart(point: Point) -> Iterator[str]:
    """Yield sentences on a point other than on its cases: lost devices, a new build, changed facts."""
    yield from (f"lost: {each}" for each in point.lost)
    yield from (f"another build: {fact(each)}" for each in point.build)
    if point.facts:
        yield f"{number_of(point.facts, 'fact')} changed that count; diff tells which"
    if point.worse and point.before is None:
        yield f"worse: {why_worse(point)}"


def shown(point: Point, most: int) -> tuple[tuple[Change, ...], tuple[str, ...]]:
    """Return the cases that a short document names, and texts with the number of the others of each kind.

    Cases that are no longer judged are named only if they are few, because they come in dozens.
    """
    by_turn = {turn: [each for each in point.changes if each.turn is turn] for turn in Turn}
    if len(by_turn[Turn.UNJUDGED]) > _FEW:
        by_turn[Turn.UNJUDGED] = []
    named = tuple(each for changes in by_turn.values() for each in changes)[:most]
    numbers = {Turn.BROKE: point.broke, Turn.MENDED: point.mended, Turn.UNJUDGED: point.unjudged}
    left = {turn: number - sum(each.turn is turn for each in named) for turn, number in numbers.items()}
    return named, tuple(f"{number} more {turn}" for turn, number in left.items() if number)


def steps(change: Change) -> str:
    """Return the outcome of the case before and now."""
    return f"{change.old or 'no such case'} -> {change.new}"


def newest_changed(track: Track, most: int) -> tuple[Point, ...]:
    """Return the newest points that have something to report, the newest first."""
    parts = [point for point in reversed(track.points) if point.has_changes]
    return tuple(parts[:most])


def times(point: Point) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield the measurements of a driver, each with a readable name."""
    for each in point.timings:
        yield (f"a device of {each.device}" if each.device else f"an {each.what}", each.samples)

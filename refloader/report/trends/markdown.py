"""A trend as Markdown, for a build page: the answer, then a table for each subject. Names are escaped."""

from collections.abc import Iterator

from refloader.report.differences.markdown import safe
from refloader.report.trends.trend import Change, Point, Track, Trend, Turn
from refloader.report.trends.words import answer, columns, newest_changed, shown, steps, told_apart, when

_ROWS = 20
"""The most runs shown of a subject, the newest ones; changes are described for half as many."""

_FEW = 10
"""The most cases named of one run, and the most skipped paths."""


def render(trend: Trend) -> str:
    """Return the page, ending in a line break."""
    return "".join(f"{line}\n" for line in _lines(trend))


def _lines(trend: Trend) -> Iterator[str]:
    yield f"**{safe(answer(trend))}**"
    if trend.passed_over:
        yield ""
        yield from (
            f"- Passed over: {safe(path)}: {safe(reason)}" for path, reason in trend.passed_over[:_FEW]
        )
    if len(trend.passed_over) > _FEW:
        yield f"- Passed over: {len(trend.passed_over) - _FEW} more"
    for track in trend.tracks:
        yield from _track(track, trend)


def _track(track: Track, trend: Trend) -> Iterator[str]:
    gone = "" if trend.is_in_newest(track) else " (not in the newest run)"
    yield from ("", f"## {track.subject.kind} {safe(track.name)} {safe(track.subject.version)}{gone}", "")
    newest = track.points[-_ROWS:]
    names = columns(newest)
    yield f"| run | started | {' | '.join([*names, 'rules broken', 'broke', 'mended'])} |"
    yield f"|--:|---|{'--:|' * (len(names) + 3)}"
    for point in newest:
        numbers = [*(point.cases[each] for each in names), point.broken, point.broke, point.mended]
        started = safe(when(trend.moments[point.moment].started))
        yield f"| {point.moment + 1} | {started} | {' | '.join(map(str, numbers))} |"
    if len(track.points) > _ROWS:
        yield from ("", f"And {len(track.points) - _ROWS} earlier runs.")
    for point in newest_changed(track, _ROWS // 2):
        yield from _point(point, trend)


def _point(point: Point, trend: Trend) -> Iterator[str]:
    yield from ("", f"Run {point.moment + 1} of {safe(when(trend.moments[point.moment].started))}:", "")
    yield from (f"- {safe(each)}" for each in told_apart(point))
    named, left = shown(point, _FEW)
    yield from map(_change, named)
    yield from (f"- and {each}" for each in left)


def _change(change: Change) -> str:
    why = f": {change.reason}" if change.turn is Turn.BROKE and change.reason else ""
    rules = ", ".join(change.rules)
    return f"- **{change.turn}** {safe(f'{rules} {change.case} ({steps(change)}){why}')}"

"""A trend as plain text for a terminal: the answer, then each subject with its newest runs. Uses no colour."""

import statistics
from collections.abc import Iterator, Sequence
from itertools import pairwise

from refloader.model.text import visible
from refloader.report.trends.trend import Change, Point, Track, Trend, Turn
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

_ROWS = 20
"""The most runs shown of a subject, the newest ones; changes are described for half as many."""

_FEW = 10
"""The most cases named of one run, and the most skipped paths."""

_MORE = ("rules broken", "broke", "mended")
_WIDTH = 60
_BARS = "▁▂▃▄▅▆▇█"


def render(trend: Trend) -> str:
    """Return the text, ending in a line break."""
    return "".join(f"{visible(line)}\n" for line in _lines(trend))


def _lines(trend: Trend) -> Iterator[str]:
    yield answer(trend)
    yield from _passed_over(trend.passed_over)
    for track in trend.tracks:
        yield ""
        yield from _track(track, trend)


def _passed_over(paths: Sequence[tuple[str, str]]) -> Iterator[str]:
    for path, reason in paths[:_FEW]:
        yield f"passed over: {path}: {reason}"
    if len(paths) > _FEW:
        yield f"passed over: {len(paths) - _FEW} more; --format json names them"


def _track(track: Track, trend: Trend) -> Iterator[str]:
    version = f" {track.subject.version}" if track.subject.version else ""
    gone = "" if trend.is_in_newest(track) else ", not in the newest run"
    yield f"{track.subject.kind} {track.name}{version}{gone}"
    against = [point.against for point in track.points]
    if len(against) > 1:
        yield f"  results against it  {spark(against)}  {min(against)} to {max(against)}"
    yield from _timings(track)
    yield from _table(track, trend)
    for point in newest_changed(track, _ROWS // 2):
        yield from _point(point, trend)


def spark(numbers: Sequence[float], width: int = _WIDTH) -> str:
    """Return numbers as a line of small bars from zero up; if there are too many, each bar is the most of several."""
    shares = min(len(numbers), width)
    edges = [len(numbers) * place // shares for place in range(shares + 1)]
    most = [max(numbers[start:end]) for start, end in pairwise(edges)]
    top = max(most)
    return "".join(_BARS[round(each / top * (len(_BARS) - 1)) if top else 0] for each in most)


def _timings(track: Track) -> Iterator[str]:
    """Yield the medians of the measurements that more than one run has."""
    medians: dict[str, list[float]] = {}
    for point in track.points:
        for what, samples in times(point):
            medians.setdefault(what, []).append(statistics.median(samples))
    for what, each in medians.items():
        if len(each) > 1:
            yield f"  {what} takes  {spark(each)}  {min(each):.3g} to {max(each):.3g} ms (medians)"


def _table(track: Track, trend: Trend) -> Iterator[str]:
    newest = track.points[-_ROWS:]
    names = columns(newest)
    yield "  " + "  ".join(["run ", f"{'started':16}", *names, *_MORE])
    for point in newest:
        more = zip(_MORE, (point.broken, point.broke, point.mended), strict=True)
        numbers = {**{each: point.cases[each] for each in names}, **dict(more)}
        cells = (f"{number:{len(name)}}" for name, number in numbers.items())
        yield "  " + "  ".join(
            [f"{point.moment + 1:4}", f"{when(trend.moments[point.moment].started):16}", *cells]
        )
    if len(track.points) > _ROWS:
        yield f"  and {len(track.points) - _ROWS} earlier runs; --format csv has all"


def _point(point: Point, trend: Trend) -> Iterator[str]:
    before = "" if point.before is None else f", after run {point.before + 1}"
    yield f"  run {point.moment + 1} of {when(trend.moments[point.moment].started)}{before}"
    yield from (f"    {each}" for each in told_apart(point))
    named, left = shown(point, _FEW)
    for change in named:
        yield from _change(change)
    yield from (f"    and {each}; diff of the two runs has all" for each in left)


def _change(change: Change) -> Iterator[str]:
    yield f"    {change.turn}: {', '.join(change.rules)}  {change.case}  ({steps(change)})"
    if change.turn is Turn.BROKE:
        first, *rest = change.reason.split("\n")
        yield f"      why     {first}"
        yield from (f"              {line}" for line in rest)
        if change.repro:
            yield f"      replay  {change.repro}"

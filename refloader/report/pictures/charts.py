"""Draws small charts: bars, samples on a line, and sparklines. Each has a description in words."""

from collections.abc import Sequence

from markupsafe import Markup

from refloader.model.text import number_of
from refloader.report.pictures.drawing import (
    SMALL,
    WIDTH,
    box,
    captioned,
    element,
    group,
    measured,
    picture,
    side_by_side,
    stroke,
    words,
)
from refloader.report.pictures.timings import Bars, Samples, finite

_ROW, _BAR = 34, 8


def figures(charts: Sequence[Bars | Samples]) -> Markup:
    """Return the charts, side by side if there is room. Needs ``pictures.css``; empty without charts."""
    return side_by_side([*map(_figure, charts)])


def _figure(chart: Bars | Samples) -> Markup:
    drawn, rows = (
        (_bars(chart), _text(chart)) if isinstance(chart, Bars) else (_samples(chart), _numbers(chart))
    )
    return captioned(chart.title, drawn, "The numbers", rows)


def shown_seconds(value: float) -> str:
    """Return a number with about three significant digits."""
    return (
        f"{value:.0f}"
        if value >= 100
        else f"{value:.1f}"
        if value >= 10
        else f"{value:.2f}"
        if value >= 1
        else f"{value:.3f}"
    )


def _text(chart: Bars) -> Markup:
    rows = (
        f"{bar.name}: {shown_seconds(bar.value)} {chart.unit}{f' ({bar.note})' if bar.note else ''}"
        for bar in chart.bars
    )
    return element("ol", *(element("li", row) for row in rows))


def _bars(chart: Bars) -> Markup:
    longest = max((bar.value for bar in chart.bars), default=0) or 1
    parts = []
    for index, bar in enumerate(chart.bars):
        y = index * _ROW
        value = f"{shown_seconds(bar.value)} {chart.unit}"
        wide = measured(value, SMALL) + 8
        parts.append(
            group(
                words(0, y + 15, bar.name, WIDTH - wide, "mono"),
                words(WIDTH - wide, y + 15, value, wide, "soft", end=True),
                box(0, y + 20, WIDTH, _BAR, "track", round_=2),
                box(0, y + 20, max(1, WIDTH * (bar.value / longest)), _BAR, "bar", round_=2),
                title=f"{bar.name}: {value}{f', {bar.note}' if bar.note else ''}",
            )
        )
    first = "; ".join(f"{bar.name} {shown_seconds(bar.value)} {chart.unit}" for bar in chart.bars[:5])
    return picture(chart.title, f"The longest first: {first}.", len(chart.bars) * _ROW, parts)


def _numbers(chart: Samples) -> Markup:
    return element("p", _summary(chart))


def _summary(chart: Samples) -> str:
    least, most = min(chart.values), max(chart.values)
    cold = f"; the first of the process {_short(chart.cold)} ms" if chart.cold is not None else ""
    number = number_of(len(chart.values), "sample")
    return f"{number}: {_short(least)} to {_short(most)} ms, median {_short(chart.median)} ms{cold}"


def _short(value: float) -> str:
    return f"{value:.4g}"


def _samples(chart: Samples) -> Markup:
    """Draw samples as ticks on a line from zero, the median as a longer one. A cold start is only in the text."""
    most = max(chart.values) or 1
    ticks = "".join(f"M{1 + (WIDTH - 2) * (value / most):.1f} 8v16" for value in chart.values)
    middle = 1 + (WIDTH - 2) * (chart.median / most)
    parts = [
        stroke(f"M0 16H{WIDTH}"),
        stroke(ticks, "tick"),
        stroke(f"M{middle:.1f} 2v28", "median"),
        words(0, 46, "0", 20, "soft"),
        words(WIDTH - 150, 46, f"{_short(most)} ms", 150, "soft", end=True),
        words(40, 46, f"median {_short(chart.median)} ms", WIDTH - 200),
    ]
    return picture(chart.title, _summary(chart), 52, parts)


def sparkline(
    values: Sequence[float | None], label: str, *, width: float = 120, height: float = 24
) -> Markup:
    """Draw a line through values from old to new, with a dot at the last one; None is an unknown value.

    ``label`` is the description for screen readers ("findings over 12 runs, from 3 to 1"). The scale is from zero to
    the greatest value; a single value is only a dot.
    """
    known = finite(values)
    most = max((value for value in known if value is not None), default=0) or 1
    step = (width - 8) / max(1, len(known) - 1)
    points = [
        None if value is None else (4 + index * step, height - 4 - (height - 8) * (max(value, 0) / most))
        for index, value in enumerate(known)
    ]
    parts = [stroke(_line(points), "spark")]
    last = next((point for point in reversed(points) if point is not None), None)
    if last is not None:
        parts.append(element("circle", cx=f"{last[0]:.1f}", cy=f"{last[1]:.1f}", r=3, class_="bar"))
    return element(
        "svg",
        element("title", label),
        *parts,
        role="img",
        class_="picture sparkline",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        style=f"max-width: {width:.0f}px",
    )


def _line(points: Sequence[tuple[float, float] | None]) -> str:
    """Return a path through the points, with gaps where one is unknown."""
    path, is_open = "", False
    for point in points:
        if point is not None:
            path += f"{'L' if is_open else 'M'}{point[0]:.1f} {point[1]:.1f}"
        is_open = point is not None
    return path or "M0 0"

"""Draws how cases moved between verdicts: the older run above, the newer one below, and bands between them."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from refloader.report.differences.verdict_changes import ORDER, VerdictChange
from refloader.report.pictures.drawing import element, group, picture, stroke

_WIDTH, _HEIGHT = 900, 150
_BAR, _GAP, _LEAST = 12, 8, 2.0
_OLD, _NEW = 0, 1


def bands(shifts: Sequence[VerdictChange]) -> Markup:
    """Draw the bands. Needs ``pictures.css`` and ``difference.css``; the page must list the same in words.

    The width of a band is proportional to its cases, with a minimum that stays visible.
    """
    ends = [(each.old, each.new) for each in shifts]
    widths = _widths(shifts, ends)
    old, new = (_places(ends, widths, side) for side in (_OLD, _NEW))
    rows = list(zip(shifts, old, new, widths, strict=True))
    parts = [
        *(_band(*row) for row in rows if not row[0].is_change),
        *(_band(*row) for row in rows if row[0].is_change),
        *_bars(ends, widths, old, _OLD),
        *_bars(ends, widths, new, _NEW),
    ]
    description = "; ".join(f"{each.number} {each.old} to {each.new}" for each in shifts)
    return picture("cases by verdict, older run above", f"{description}.", _HEIGHT, parts, width=_WIDTH)


def _widths(shifts: Sequence[VerdictChange], ends: Sequence[tuple[str, str]]) -> list[float]:
    """Return the width of each band; the bands and the gaps between verdicts fill the picture."""
    most = max(len({each[side] for each in ends}) for side in (_OLD, _NEW))
    room = _WIDTH - _GAP * (most - 1) - _LEAST * len(shifts)
    total = sum(each.number for each in shifts)
    return [_LEAST + room * each.number / total for each in shifts]


def _places(ends: Sequence[tuple[str, str]], widths: Sequence[float], side: int) -> list[float]:
    """Return where each band begins on one side, ordered by the verdict there, then by the other one."""
    places, x, last = [0.0] * len(ends), 0.0, ""
    order = [(ORDER.index(each[side]), ORDER.index(each[1 - side])) for each in ends]
    for index in sorted(range(len(ends)), key=order.__getitem__):
        x += _GAP if last and ends[index][side] != last else 0
        places[index], last = x, ends[index][side]
        x += widths[index]
    return places


def _bars(
    ends: Sequence[tuple[str, str]], widths: Sequence[float], places: Sequence[float], side: int
) -> Iterator[Markup]:
    """Yield a bar for each verdict of one side, as wide as its bands."""
    for verdict in dict.fromkeys(each[side] for each in ends):
        own = [index for index, each in enumerate(ends) if each[side] == verdict]
        yield element(
            "rect",
            x=f"{min(places[index] for index in own):.1f}",
            y=side * (_HEIGHT - _BAR),
            width=f"{sum(widths[index] for index in own):.1f}",
            height=_BAR,
            class_=f"verdict {_class(verdict)}",
        )


def _band(shift: VerdictChange, above: float, below: float, width: float) -> Markup:
    top, bottom = _BAR, _HEIGHT - _BAR
    middle = (top + bottom) / 2
    path = (
        f"M{above:.1f} {top}C{above:.1f} {middle} {below:.1f} {middle} {below:.1f} {bottom}"
        f"h{width:.1f}C{below + width:.1f} {middle} {above + width:.1f} {middle} {above + width:.1f} {top}z"
    )
    kind = f"shift {_class(shift.new)}" if shift.is_change else "shift same"
    return group(stroke(path, kind), title=f"{shift.number}: {shift.old} to {shift.new}")


def _class(verdict: str) -> str:
    """Return the CSS class of a verdict, or of NOWHERE."""
    return f"of-{verdict.replace(' ', '-')}"

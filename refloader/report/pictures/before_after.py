"""Draws the durations in an older and a newer run, one above the other on the same scale."""

import statistics
from collections.abc import Sequence

from markupsafe import Markup

from refloader.report.pictures.drawing import WIDTH, picture, stroke, words

_NAME, _VALUE = 40, 110
_ROW = 34


def before_after(title: str, old: Sequence[float], new: Sequence[float]) -> Markup:
    """Draw samples in milliseconds as ticks on a scale from zero, the median as a longer one. Needs ``pictures.css``.

    Each sequence must have at least one sample.
    """
    most = max(*old, *new) or 1
    rows = {"old": old, "new": new}
    parts = [
        part for place, (name, each) in enumerate(rows.items()) for part in _row(place, name, each, most)
    ]
    description = "; ".join(f"{name}: {_span(each)}" for name, each in rows.items())
    return picture(title, description, len(rows) * _ROW, parts)


def _row(place: int, name: str, samples: Sequence[float], most: float) -> list[Markup]:
    middle, long = place * _ROW + 17, WIDTH - _NAME - _VALUE
    places = [_NAME + 1 + (long - 2) * each / most for each in samples]
    median = _NAME + 1 + (long - 2) * statistics.median(samples) / most
    return [
        words(0, middle + 5, name, _NAME, "strong"),
        stroke(f"M{_NAME} {middle}h{long}"),
        stroke("".join(f"M{each:.1f} {middle - 6}v12" for each in places), "tick"),
        stroke(f"M{median:.1f} {middle - 12}v24", "median"),
        words(WIDTH - _VALUE + 4, middle + 5, f"{statistics.median(samples):.4g} ms", _VALUE - 4, end=True),
    ]


def _span(samples: Sequence[float]) -> str:
    return f"{min(samples):.4g} to {max(samples):.4g} ms, median {statistics.median(samples):.4g} ms"

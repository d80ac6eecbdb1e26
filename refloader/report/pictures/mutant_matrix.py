"""Draws which rule (column) catches which mutant (row). The shape of a mark, not its colour, has the meaning."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from markupsafe import Markup

from refloader.report.pictures.drawing import element, group, picture, stroke

_CELL, _HALF = 6, 3
_EVERY = 10


class Mark(StrEnum):
    """The relation of a rule to a mutant: the violated rule catches or misses it, or another rule catches it."""

    CAUGHT = "caught"
    MISSED = "missed"
    CAUSE = "with a cause"
    STRANGE = "without a cause"


def matrix(mutants: Sequence[str], rules: Sequence[str], marks: Mapping[tuple[str, str], Mark]) -> Markup:
    """Draw the matrix; ``marks`` are by mutant and rule. Needs ``pictures.css`` and ``selftest.css``.

    A mark is described on hover; the page must list the same in words.
    """
    rows = {name: place for place, name in enumerate(mutants)}
    columns = {rule: place for place, rule in enumerate(rules)}
    width, height = len(rules) * _CELL + 2, len(mutants) * _CELL + 2
    numbers = {each: sum(mark is each for mark in marks.values()) for each in Mark}
    totals = ", ".join(f"{number} {each}" for each, number in numbers.items() if number)
    drawn = [
        _drawn(mark, columns[rule] * _CELL + 1, rows[name] * _CELL + 1, f"{name}, {rule}: {mark}")
        for (name, rule), mark in sorted(marks.items(), key=lambda item: list(Mark).index(item[1]) == 1)
    ]
    title = f"{len(mutants)} mutants in rows and {len(rules)} rules in columns"
    return picture(title, f"Marks: {totals or 'none'}.", height, [_lines(width, height), *drawn], width=width)


def sample(mark: Mark) -> Markup:
    """Return a single mark for a legend."""
    return element(
        "svg",
        _shape(mark, 1, 1),
        viewBox="0 0 8 8",
        width=16,
        height=16,
        class_="picture sample",
        aria_hidden="true",
    )


def _lines(width: int, height: int) -> Markup:
    """Draw a guide line after every tenth row and column."""
    down = "".join(f"M{x + 1} 0V{height}" for x in range(0, width, _EVERY * _CELL))
    along = "".join(f"M0 {y + 1}H{width}" for y in range(0, height, _EVERY * _CELL))
    return stroke(down + along, "guide")


def _drawn(mark: Mark, x: int, y: int, title: str) -> Markup:
    return group(_shape(mark, x, y), title=title)


def _shape(mark: Mark, x: int, y: int) -> Markup:
    """Return a square, a cross that extends beyond its cell, a ring, or a triangle."""
    match mark:
        case Mark.CAUGHT:
            return element("rect", x=x, y=y, width=_CELL, height=_CELL, class_="mark-caught")
        case Mark.MISSED:
            path = (
                f"M{x - 1} {y - 1}l{_CELL + 2} {_CELL + 2}M{x + _CELL + 1} {y - 1}l{-_CELL - 2} {_CELL + 2}"
            )
            return stroke(path, "mark-missed")
        case Mark.CAUSE:
            return element("circle", cx=x + _HALF, cy=y + _HALF, r=2, class_="mark-cause")
        case Mark.STRANGE:
            return stroke(f"M{x + _HALF} {y}l{_HALF} {_CELL}h{-_CELL}z", "mark-strange")

"""What a benchmark gives: one row for each thing measured, and the table of them. Never measures."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement. ``ratio`` is value / against; ``bound`` limits the ratio, or the value where there is none.

    ``note`` is for what a reader of the number should know.
    """

    name: str
    value: float
    unit: str
    against: float | None
    ratio: float | None
    bound: float
    ok: bool
    note: str = ""


def compared(name: str, value: float, against: float, unit: str, bound: float, note: str = "") -> Row:
    """A row whose bound limits value / against."""
    ratio = value / against
    return Row(name, round(value, 3), unit, round(against, 3), round(ratio, 3), bound, ratio <= bound, note)


def alone(name: str, value: float, unit: str, bound: float, note: str = "") -> Row:
    """A row whose bound limits the value."""
    return Row(name, round(value, 3), unit, None, None, bound, value <= bound, note)


def least(name: str, value: float, unit: str, bound: float, note: str = "") -> Row:
    """A row whose bound is the least that the value may be."""
    return Row(name, round(value, 3), unit, None, None, bound, value >= bound, note)


def over(name: str, value: float, against: float, unit: str, bound: float, note: str = "") -> Row:
    """A row whose bound limits value - against, which is what its value says."""
    more = value - against
    return Row(name, round(more, 3), unit, round(against, 3), None, bound, more <= bound, note)


def show(rows: Iterable[Row]) -> list[Row]:
    """Print the table, each row as soon as it is measured, and return the rows."""
    print(f"{'what':56} {'value':>12} {'against':>12} {'ratio':>7} {'bound':>7}  kept", flush=True)
    return [_shown(row) for row in rows]


def _shown(row: Row) -> Row:
    against = f"{row.against:.2f} {row.unit}" if row.against is not None else ""
    ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
    value = f"{row.value:.2f} {row.unit}"
    kept = "yes" if row.ok else "NO"
    note = f"\n    {row.note}" if row.note else ""
    print(
        f"{row.name:56} {value:>12} {against:>12} {ratio:>7} {row.bound:>7}  {kept}{note}",
        flush=True,
    )
    return row

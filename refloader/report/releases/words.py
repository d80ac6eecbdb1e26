"""The sentences of the matrix of loaders: what is wrong with each build and since when. Renders no document."""

import re
from collections import Counter
from collections.abc import Sequence

from refloader.model.text import number_of
from refloader.report.releases.field import Change, Field, Row, State, Turn
from refloader.results.results_file import Result, Verdict

_NOT_SO = re.compile(r"(?<!\s)\s*+Not so: |\. But ")
"""Separates, in a reason, the expected behaviour from the actual one."""

_FEW = 3
"""The most rules that a sentence names."""

MEANING = {
    State.FAIL: "breaks the rule: at least one case fails, crashes or does not end",
    State.WARN: "a warning: the documents only imply what is expected, or can be read in two ways",
    State.PASS: "keeps the rule in every case that was judged",
    State.NOT_JUDGED: "not judged: the rule is younger than the loader, or needs a feature that it does not have",
}
"""What the states mean, for people who do not know the suite."""


def sentence(of: Field, build: int) -> str:
    """Return what is wrong with a build, and since when."""
    rows = [row for row in of.rows if row.cells[build].state is State.FAIL]
    judged = sum(row.cells[build].state is not State.NOT_JUDGED for row in of.rows)
    parts = [f"Breaks {len(rows) or 'none'} of the {number_of(judged, 'rule')} that were judged"]
    new = [row for row in rows if _is(row.turn(build), Change.BROKE)]
    first = [row for row in rows if row not in new and row.since(build) == build]
    fixed = [row for row in of.rows if _is(row.turn(build), Change.FIXED)]
    parts += [f"broken here: {named(new)}"] if new else []
    parts += [_seen_first(build, first)] if first else []
    parts += [f"broken before: {_older(of, build, rows)}"] if len(rows) > len(new) + len(first) else []
    parts += [f"fixed here: {named(fixed)}"] if fixed else []
    return ". ".join(f"{each[:1].upper()}{each[1:]}" for each in parts) + "."


def _seen_first(build: int, rows: Sequence[Row]) -> str:
    where = "in this build, the oldest that was tested" if build == 0 else "counted here for the first time"
    return f"{len(rows)} {where}: {named(rows)}"


def _older(of: Field, build: int, rows: Sequence[Row]) -> str:
    """Return how many broken rules are broken since which earlier build."""
    numbers = Counter(first for row in rows if (first := row.since(build)) < build)
    return ", ".join(f"{numbers[each]} since {of.builds[each].release}" for each in sorted(numbers))


def expected_by(result: Result) -> str:
    """Return what a failing case expects; for a crash or a timeout, where that happened."""
    if result.verdict in (Verdict.CRASH, Verdict.TIMEOUT):
        return f"{result.verdict.value}: {result.reason}"
    return _NOT_SO.split(result.reason)[0] or result.reason


def actual(result: Result) -> str:
    """Return what happened instead; empty if the reason does not tell both."""
    parts = _NOT_SO.split(result.reason, maxsplit=1)
    return parts[1] if len(parts) > 1 and expected_by(result) == parts[0] else ""


def named(rows: Sequence[Row]) -> str:
    """Return the titles of the first rules, and how many there are besides."""
    told = "; ".join(row.rule.title for row in rows[:_FEW])
    return f"{told}; and {len(rows) - _FEW} more" if len(rows) > _FEW else told


def history(of: Field, row: Row) -> str:
    """Return what happened to a rule from release to release, not to single cases; empty if nothing did."""
    first = next((at for at, cell in enumerate(row.cells) if cell.state is not State.NOT_JUDGED), None)
    if first is None:
        return ""
    told = [turn(of, each) for each in row.turns if each.change not in (Change.WORSE, Change.BETTER)]
    if row.cells[first].state is State.FAIL:
        since = f"broken since {of.builds[first].release}, the first {_which(first)}"
        told.insert(0, since)
    return "; ".join(told)


def _which(first: int) -> str:
    return "that was tested" if first == 0 else "that could be judged"


def turn(of: Field, each: Turn) -> str:
    """Return a change as a phrase. A change of the documents between the two builds is named."""
    old, new = of.builds[each.before], of.builds[each.at]
    documents = (
        f", judged by the documents of {new.edition} from here on" if old.edition != new.edition else ""
    )
    if each.change is Change.BROKE:
        return f"broke after {old.release}, by {new.release}{documents}"
    if each.change is Change.FIXED:
        return f"fixed after {old.release}, by {new.release}{documents}"
    if each.change is Change.JUDGED:
        return f"first counted as a breach on {new.release}{documents}"
    return f"what failed on {old.release} is not judged, or only warned of, on {new.release}{documents}"


def span(of: Field, first: int, last: int) -> str:
    """Return a range of builds."""
    names = of.builds[first].release, of.builds[last].release
    if last == len(of.builds) - 1:
        return f"{names[0]} and later" if first != last else names[0]
    return names[0] if first == last else f"{names[0]} to {names[1]}"


def _is(found: Turn | None, change: Change) -> bool:
    return found is not None and found.change is change

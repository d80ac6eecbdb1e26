"""The results of a self-test on what is right, as JSON values, as text and as a table. Makes no verdict."""

import csv
import io
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.model.text import number_of
from refloader.selftest.allowed import FalseFailure, Tolerance

SCHEMA = "refloader.selftest-allowed/1"
Line = list[tuple[str, str]]
"""The parts of a line, each with the kind that determines its colour; an empty kind means no colour."""

_WIDTH = 110
_MOST_SHOWN = 8


def document(
    made: Sequence[Tolerance],
    left_out: Mapping[str, str],
    profile: str,
    kind: str = "loader",
    sample: int = 0,
) -> dict[str, Any]:
    """Return the JSON document. ``left_out`` maps variants that were not run to the reason.

    ``kind`` is what takes the liberties: loaders, layers or drivers. ``sample`` is the number of the parameter with
    which each test begins.
    """
    return {
        "schema": SCHEMA,
        "profile": profile,
        "sample": sample,
        f"{kind}s": [_row(each) for each in made],
        "not_run": [{"name": name, "reason": reason} for name, reason in left_out.items()],
    }


def _row(made: Tolerance) -> dict[str, Any]:
    return {
        "name": made.name,
        "variants": [
            {"name": each.name, "does": each.does, "rests_on": each.rests_on, "words": each.words}
            for each in made.variants
        ],
        "judged": made.judged,
        "failures": [
            {"case": each.case, "rules": list(each.rules), "verdict": each.verdict, "reason": each.reason}
            for each in made.failures
        ],
        "warnings": [{"case": case, "reason": reason} for case, reason in made.warnings],
        "problem": made.problem,
        "seconds": made.seconds,
        "ok": made.ok,
    }


def table(made: Sequence[Tolerance], kind: str = "loader") -> str:
    """Return a CSV table: a row for each case that fails or warns, with the subject and the rules that it blames."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([kind, "case", "verdict", "rules"])
    for each in made:
        writer.writerows([each.name, one.case, one.verdict, " ".join(one.rules)] for one in each.failures)
        writer.writerows([each.name, case, "warn", ""] for case, _ in each.warnings)
    return out.getvalue()


def of_one(made: Tolerance) -> Iterator[Line]:
    """Yield one subject with what fails on it and what leaves its liberty open."""
    state = ("ok", "pass") if made.ok else ("WRONG", "fail")
    yield [(f"{_title(made):60} ", ""), state, (f" {_judged(made)}", "")]
    yield from ([("    " + text, "")] for text in _details(made))


def totals(
    made: Sequence[Tolerance], left_out: Mapping[str, str], kind: str = "loader", sample: int = 0
) -> Iterator[Line]:
    """Yield how many liberties were taken and how many subjects failed, and what was not run."""
    yield []
    yield from ([(text, "")] for text in _totals(made, left_out, kind))
    if sample:
        yield [(f"one parameter of each test; the same ones again: --sample {sample}", "")]


def _title(made: Tolerance) -> str:
    number = len(made.variants)
    return made.name if number == 1 else f"{made.variants[0].name} and {number - 1} more at once"


def _judged(made: Tolerance) -> str:
    warned = f", {number_of(len(made.warnings), 'warning')}" if made.warnings else ""
    return f"{number_of(made.judged, 'case')} judged{warned}"


def _details(made: Tolerance) -> Iterator[str]:
    if made.problem:
        yield made.problem
    if made.ok:
        return
    if len(made.variants) == 1:
        variant = made.variants[0]
        yield f"{variant.does} [{variant.rests_on or 'no document'}: {variant.words}]"
    for each in made.failures[:_MOST_SHOWN]:
        yield from textwrap.wrap(_failure(each), _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    if len(made.failures) > _MOST_SHOWN:
        yield f"and {len(made.failures) - _MOST_SHOWN} more"


def _failure(each: FalseFailure) -> str:
    return f"{each.verdict}: {each.case} ({', '.join(each.rules)}): {each.reason}"


def _totals(made: Sequence[Tolerance], left_out: Mapping[str, str], kind: str) -> Iterator[str]:
    names = {one.name for each in made for one in each.variants}
    blamed = {each.name for each in made if not each.ok}
    yield f"{number_of(len(names), 'liberty', 'liberties')} taken, {number_of(len(blamed), kind)} failed"
    for name, reason in left_out.items():
        yield f"{name} was not run: {reason}"

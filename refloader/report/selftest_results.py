"""The results of a self-test as JSON values, as text, and as a matrix of mutants and rules. Makes no verdict."""

import csv
import io
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.rules import rules
from refloader.selftest.outcome import UNEXAMINED, MutantOutcome

SCHEMA = "refloader.selftest/1"
Line = list[tuple[str, str]]
"""The parts of a line, each with the kind that determines its colour; an empty kind means no colour."""

_WIDTH = 110
_MOST_ERRORS = 5
_MOST_WARNINGS = 3


def document(
    made: Sequence[MutantOutcome], left_out: Mapping[str, str], unproven: Mapping[str, str], profile: str
) -> dict[str, Any]:
    """Return the JSON document. ``left_out`` maps mutants not run, ``unproven`` rules without one, to the reason."""
    return {
        "schema": SCHEMA,
        "profile": profile,
        "violators": [_row(outcome) for outcome in made],
        "not_run": [{"name": name, "reason": reason} for name, reason in left_out.items()],
        "unproven": [{"rule": rule_id, "reason": why} for rule_id, why in unproven.items()],
    }


def _row(outcome: MutantOutcome) -> dict[str, Any]:
    return {
        "violates": outcome.violates,
        "name": outcome.violator.name,
        "does": outcome.violator.does,
        "subject": outcome.violator.subject,
        "caught_by": list(outcome.caught_by),
        "cases": list(outcome.cases),
        "explained": dict(outcome.explained),
        "unexplained": list(outcome.unexplained),
        "errors": list(outcome.errors),
        "warned": list(outcome.warned),
        "problem": outcome.problem,
        "gap": outcome.gap,
        "seconds": outcome.seconds,
        "ok": outcome.ok,
    }


def matrix(made: Sequence[MutantOutcome]) -> str:
    """Return a CSV table: a row for each mutant, a column for each rule that it violates or that catches it.

    A cell is ``x`` if the violated rule catches the mutant, ``missed`` if it does not, ``o`` if another rule catches
    it for a listed cause, and ``?`` if another rule catches it without one.
    """
    hit = {rule_id for outcome in made for rule_id in (outcome.violates, *outcome.caught_by)}
    columns = [rule_id for rule_id in rules() if rule_id in hit]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["violator", *columns])
    by_violator: dict[str, list[MutantOutcome]] = {}
    for outcome in made:
        by_violator.setdefault(outcome.violator.name, []).append(outcome)
    for name, outcomes in by_violator.items():
        writer.writerow([name, *(_cell(rule_id, outcomes) for rule_id in columns)])
    return out.getvalue()


def _cell(rule_id: str, proofs: Sequence[MutantOutcome]) -> str:
    for outcome in proofs:
        if outcome.violates == rule_id:
            return "x" if outcome.caught else "missed"
    strange = any(rule_id in outcome.unexplained for outcome in proofs)
    return "?" if strange else "o" if rule_id in proofs[0].caught_by else ""


def lines(
    made: Sequence[MutantOutcome], left_out: Mapping[str, str], unproven: Mapping[str, str]
) -> Iterator[Line]:
    """Yield the matrix as text: each mutant under its rule, what else fails and why, and what is missing."""
    for outcome in made:
        state = ("WRONG", "fail") if not outcome.ok else ("known", "warn") if outcome.gap else ("ok", "pass")
        yield [
            (f"{outcome.violates:26} {outcome.violator.name:44} ", ""),
            state,
            (f" {_caught(outcome)}", ""),
        ]
        yield from ([("    " + text, "")] for text in (*_faults(outcome), *_causes(outcome)))
    yield []
    yield from ([(text, "")] for text in _totals(made, left_out, unproven))


def _caught(outcome: MutantOutcome) -> str:
    number = len(outcome.cases)
    return f"caught by {number} case{'s' * (number > 1)}" if outcome.caught else "not caught"


def _faults(outcome: MutantOutcome) -> Iterator[str]:
    if outcome.problem:
        yield outcome.problem
    if outcome.gap:
        yield f"gaps.toml is stale, it says: {outcome.gap}" if outcome.caught else outcome.gap
    if outcome.warned and not (outcome.caught or outcome.gap):
        yield f"cases that warn, which proves nothing: {', '.join(outcome.warned[:_MOST_WARNINGS])}"
    for rule_id in outcome.unexplained:
        yield f"without a cause it is caught under {rule_id} too"
    for error in outcome.errors[:_MOST_ERRORS]:
        yield f"a case ends in an error: {error}"


def _causes(outcome: MutantOutcome) -> Iterator[str]:
    """Yield the other rules that fail, grouped by cause and wrapped."""
    by_cause: dict[str, list[str]] = {}
    for rule_id, cause in outcome.explained.items():
        by_cause.setdefault(cause, []).append(rule_id)
    for cause, rule_ids in by_cause.items():
        yield from textwrap.wrap(
            f"also {', '.join(rule_ids)}: {cause}", _WIDTH, subsequent_indent="  ", break_on_hyphens=False
        )


def _totals(
    made: Sequence[MutantOutcome], left_out: Mapping[str, str], unproven: Mapping[str, str]
) -> Iterator[str]:
    names, rule_ids = {outcome.violator.name for outcome in made}, {outcome.violates for outcome in made}
    caught = [outcome for outcome in made if outcome.caught]
    fine = sum(outcome.ok and UNEXAMINED not in outcome.explained.values() for outcome in caught)
    gaps = sum(bool(outcome.gap) for outcome in made)
    yield f"{len(names)} mutants of {len(rule_ids)} rules"
    yield f"of {len(made)} pairs {len(caught)} are caught, {fine} with a cause for all else that fails"
    if gaps:
        yield f"{gaps} {'is' if gaps == 1 else 'are'} known not to be caught"
    for name, reason in left_out.items():
        yield f"{name} was not run: {reason}"
    for rule_id, why in unproven.items():
        yield f"unproven: {rule_id}, {why or 'as no mutant of it is written'}"

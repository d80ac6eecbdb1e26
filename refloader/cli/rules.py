"""``refloader rules``: the catalogue and who decides and tests each rule."""

from collections.abc import Iterator
from itertools import filterfalse
from typing import Any

import click

from refloader.cli.output import say, say_json
from refloader.harness.conform import HarnessError
from refloader.harness.looks import KINDS, STATIC, Judged, looks
from refloader.model.text import visible
from refloader.rules import Ambiguity, ambiguities, catalogue_version, rules
from refloader.rules.advice import advice, evidence
from refloader.traceability import Trace, counts, deciders_of, trace
from refloader.violators.of_mocks import violators_of_mocks
from refloader.violators.registry import by_rule, violators, why_without

SCHEMA = "refloader.rules/1"
_KINDS = ("static", "model", "differential", "probe", "chain", "none")
_READING = "reading the manifest and the library"
_STATES = ("checked", "decided", "untestable", "open", "withdrawn")


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option(
    "--status", multiple=True, type=click.Choice(_STATES), help="Only rules in this state; repeatable."
)
@click.option(
    "--kind", multiple=True, type=click.Choice(_KINDS), help="Only rules with this kind of check; repeatable."
)
@click.option("--linux", is_flag=True, help="Only rules that hold on Linux.")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    ids: tuple[str, ...], status: tuple[str, ...], kind: tuple[str, ...], linux: bool, shape: str
) -> None:
    """Print the rules, or those whose id is or begins with ID; a full id also prints its details.

    Ambiguities (AMB-...) are printed with the reading chosen for them.
    """
    for each in ids:
        if not any(_wanted(known, (each,)) for known in (*rules(), *ambiguities())):
            raise click.UsageError(f"no rule begins with {visible(each)}")
    chosen = [trace(rule) for rule in rules().values() if _wanted(rule.id, ids)]
    chosen = [each for each in chosen if _passes(each, status, kind, linux)]
    readings = [row for row in ambiguities().values() if _wanted(row.id, ids)]
    if status or kind or linux:
        readings = []
    if shape == "json":
        say_json(as_json(chosen, readings))
    else:
        _text(chosen, readings, ids)


def _wanted(rule_id: str, ids: tuple[str, ...]) -> bool:
    return not ids or any(rule_id == each or rule_id.startswith((f"{each}-", f"{each}_")) for each in ids)


def _passes(each: Trace, status: tuple[str, ...], kind: tuple[str, ...], linux: bool) -> bool:
    return (
        (not status or each.status in status)
        and (not kind or not set(kind).isdisjoint(each.rule.kinds))
        and (not linux or each.rule.on_linux)
    )


def as_json(chosen: list[Trace], readings: list[Ambiguity]) -> dict[str, Any]:
    """The JSON document."""
    return {
        "schema": SCHEMA,
        "catalogue": catalogue_version(),
        "counts": _counts(),
        "rules": [_row(each) for each in chosen],
        "ambiguities": [_reading(row) for row in readings],
    }


def _row(each: Trace) -> dict[str, Any]:
    rule = each.rule
    return {
        "id": rule.id,
        "title": rule.title,
        "applies_to": rule.applies_to,
        "platforms": list(rule.platforms),
        "editions": list(rule.editions),
        "kinds": list(rule.kinds),
        "status": each.status,
        "decided_by": list(each.decided_by),
        "tests": list(each.tests),
        "violators": [name for name, _ in _violators(rule.id)],
        "unproven": _unproven(each),
        "reason": each.reason,
        "text": rule.text,
        "looks": {look: list(tests) for _, look, tests in _looks(rule.id)},
        "advice": advice().get(rule.id, ""),
        "evidence": evidence().get(rule.id, ""),
        "sources": list(rule.sources),
    }


def _violators(rule_id: str) -> Iterator[tuple[str, str]]:
    """The loaders, layers and drivers that are known to fail by a rule, and what each does."""
    yield from ((name, violators()[name].does) for name in by_rule().get(rule_id, ()))
    yield from ((each.name, each.does) for each in violators_of_mocks(rule_id))


def _looks(rule_id: str) -> Iterator[tuple[Judged, str, tuple[str, ...]]]:
    """How layers or drivers are judged by a rule; nothing where the suite is not installed."""
    for kind in KINDS:
        try:
            rows = looks(kind).get(rule_id, {})
        except HarnessError:
            return
        yield from ((kind, look, tests) for look, tests in rows.items())


def _is_told(test: str) -> bool:
    """Whether a test is of the suite's parts about layers and drivers: those are told by the kind of look."""
    return test.startswith(tuple(f"policy_tests/{kind}/" for kind in KINDS))


def _counts() -> dict[str, int]:
    """The rules in each state, and those that bind loaders and that a loader is known to fail by."""
    binding = [row.id for row in rules().values() if row.applies_to == "loader" and row.on_linux]
    proven = sum(rule_id in by_rule() for rule_id in binding)
    return {**counts(), "for_loaders_on_linux": len(binding), "proven": proven}


def _unproven(each: Trace) -> str:
    """Why no violator shows that a rule for loaders can be failed; empty where one does, and for other rules."""
    if each.rule.applies_to != "loader" or each.status == "withdrawn" or each.rule.id in by_rule():
        return ""
    return why_without(each.rule.id) or "no violator of it is written"


def _reading(row: Ambiguity) -> dict[str, Any]:
    return {
        "id": row.id,
        "where": row.where,
        "text": row.text,
        "readings": list(row.readings),
        "chosen": row.chosen,
        "why": row.why,
        "rules": list(row.rules),
        "decided_by": list(deciders_of(row)),
    }


def _text(chosen: list[Trace], readings: list[Ambiguity], ids: tuple[str, ...]) -> None:
    for each in chosen:
        if each.rule.id in ids:
            _details(each)
        else:
            say(f"{each.rule.id:26} {each.status:10} {each.rule.title}")
    for row in readings:
        if row.id in ids:
            _reading_details(row)
        else:
            say(f"{row.id:33} {row.chosen}")
    if not ids:
        _totals(_counts())


def _totals(numbers: dict[str, int]) -> None:
    proven, binding = numbers.pop("proven"), numbers.pop("for_loaders_on_linux")
    say()
    say(
        f"{numbers.pop('rules')} rules: "
        + ", ".join(f"{value} {name}" for name, value in numbers.items())
        + f"; {proven} of the {binding} for loaders on Linux proven by a violator (refloader selftest)"
    )


def _details(each: Trace) -> None:
    rule = each.rule
    say(f"{rule.id}: {rule.title}")
    say(f"  {rule.text}")
    if rule.differs:
        say(f"  editions differ: {rule.differs}")
    say(f"  binds the {rule.applies_to}; editions {', '.join(rule.editions)}; on {', '.join(rule.platforms)}")
    say(f"  sources: {'; '.join(rule.sources)}")
    if rule.kinds != ("none",) or not each.tests:  # a check was found where the documents suggested none
        say(f"  checked by {', '.join(rule.kinds)}: {rule.check}")
    say(f"  status: {each.status}" + (f" ({each.reason})" if each.reason else ""))
    for name in each.decided_by:
        say(f"  decided by {name}")
    judged = tuple(_looks(rule.id))
    for kind, look, tests in judged:
        say(f"  {kind}s are judged ({look}) by {_READING if look == STATIC else ', '.join(tests)}")
    for name in each.tests if not judged else filterfalse(_is_told, each.tests):
        say(f"  tested by {name}")
    for name, does in _violators(rule.id):
        say(f"  violated by {name}: {does}")
    if rule.id in advice():
        say(f"  what to do: {advice()[rule.id]}")
    if rule.id in evidence():
        say(f"  what a vendor could show: {evidence()[rule.id]}")
    if _unproven(each):
        say(f"  unproven: {_unproven(each)}")


def _reading_details(row: Ambiguity) -> None:
    say(f"{row.id}: {row.where}")
    say(f"  {row.text}")
    for reading in row.readings:
        say(f"  possible: {reading}")
    say(f"  chosen: {row.chosen}")
    say(f"  why: {row.why}")
    say(f"  bears on {', '.join(row.rules)}")
    for name in deciders_of(row):
        say(f"  decided by {name}")

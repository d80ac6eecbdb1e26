"""Composes the page of a rule from the catalogue, the code, the suite and the corpus. Makes no verdict."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from refloader.report.rules.topics import strength, topic_of, why
from refloader.report.rules.value import (
    CheckMethod,
    Detection,
    Example,
    Finding,
    KnownOffender,
    Reading,
    Related,
    RulePage,
    Source,
)
from refloader.rules import Ambiguity, Rule, RuleId, ambiguities, find, rules
from refloader.rules.advice import advice, evidence
from refloader.selftest.mutants.of_mocks import mutants_of_mocks
from refloader.selftest.mutants.registry import by_rule, mutants_by_name, why_without
from refloader.suite.run.check_methods import KINDS, methods_of_rules
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.run.traceability import deciders_of, tests_by_rule, trace

DOCUMENTS = {
    "2016": "loader specification and architecture overview",
    "2018": "LoaderAndLayerInterface.md",
    "2022": "LoaderLayerInterface.md",
    "2026": "the loader's interface documents",
}
"""The name of each edition's document; 2026 is several documents, whose sections have distinct names."""

NO_VIOLATOR = "no mutant of it is written"


@cache
def page(rule_id: str) -> RulePage:
    """Return the page of a rule or ambiguity. Raises UnknownRuleError for any other id."""
    row = find(rule_id)
    return _of_rule(row) if isinstance(row, Rule) else _of_ambiguity(row)


def _of_rule(row: Rule) -> RulePage:
    traced = trace(row)
    return RulePage(
        id=row.id,
        title=row.title,
        topic=topic_of(row.id),
        text=row.text,
        binds=row.applies_to,
        strength=strength(row),
        editions=row.editions,
        platforms=row.platforms,
        sources=tuple(_source(each) for each in row.sources),
        differs=row.differs,
        why=why(row.id),
        breach=row.breach,
        status=traced.status,
        reason=traced.reason,
        kinds=row.kinds,
        check=row.check,
        deciders=traced.decided_by,
        judging=tuple(_check_methods(row.id)),
        tests=traced.tests,
        proofs=tuple(_detections(row.id)),
        unproven=_unproven(row, traced.status),
        remedy=advice().get(row.id, ""),
        evidence=evidence().get(row.id, ""),
        related=tuple(_related(row)),
        examples=examples_of(row.id),
        no_example=why_none(row.id),
        seen=offenders_of(row.id),
    )


def _of_ambiguity(row: Ambiguity) -> RulePage:
    deciders, tests = deciders_of(row), tests_by_rule().get(row.id, ())
    return RulePage(
        id=row.id,
        title=row.where,
        topic=topic_of(row.id),
        text=row.text,
        binds="",
        strength=strength(row),
        editions=(),
        platforms=(),
        sources=(),
        differs="",
        why=why(row.id),
        breach="",
        status="checked" if tests else "decided" if deciders else "open",
        reason="" if tests or deciders else "no function carries the reading out yet",
        kinds=(),
        check="",
        deciders=deciders,
        judging=(),
        tests=tests,
        proofs=(),
        unproven="",
        remedy="",
        evidence="",
        related=tuple(_named(each, "the rule in question") for each in row.rules),
        examples=examples_of(row.id),
        no_example=why_none(row.id),
        reading=Reading(row.readings, row.chosen, row.why),
    )


def _source(said: str) -> Source:
    edition, _, sections = said.partition(": ")
    return Source(edition, DOCUMENTS[edition], sections)


def _check_methods(rule_id: str) -> Iterator[CheckMethod]:
    """Yield how layers and drivers are checked by the rule; nothing if the suite is not installed."""
    for kind in KINDS:
        try:
            rows = methods_of_rules(kind).get(rule_id, {})
        except HarnessError:
            return
        yield from (CheckMethod(kind, method, tests) for method, tests in rows.items())


def _detections(rule_id: str) -> Iterator[Detection]:
    """Yield the mutants of loaders, layers and drivers that fail by the rule."""
    of_loaders = (mutants_by_name()[name] for name in by_rule().get(RuleId(rule_id), ()))
    for each in (*of_loaders, *mutants_of_mocks(rule_id)):
        yield Detection(each.name, each.subject, each.does)


def _unproven(row: Rule, status: str) -> str:
    """Return why a rule for loaders has no mutant; empty if it has one, and for other rules."""
    if row.applies_to != "loader" or status == "withdrawn" or row.id in by_rule():
        return ""
    return why_without(row.id) or NO_VIOLATOR


def _related(row: Rule) -> Iterator[Related]:
    """Yield the ambiguities that concern the rule, and the rules that its texts name or that name it."""
    for each in ambiguities().values():
        if row.id in each.rules:
            yield Related(each.id, each.where, f"read as: {each.chosen}")
    told = _words(row)
    for other in rules().values():
        if other.id == row.id:
            continue
        if other.id in told:
            yield Related(other.id, other.title, "named by this rule")
        elif row.id in _words(other):
            yield Related(other.id, other.title, "names this rule")


@cache
def _words(row: Rule) -> frozenset[str]:
    """Return the words of a rule's texts, without the punctuation around them."""
    told = " ".join((row.text, row.differs, row.breach, row.reason, row.check))
    return frozenset(word.strip(".,;:()'\"") for word in told.split())


def _named(rule_id: RuleId | str, how: str) -> Related:
    return Related(RuleId(rule_id), rules()[RuleId(rule_id)].title, how)


# ---- The examples of each rule, which ``tools/generate_rule_examples.py`` extracted from the corpus.

FILE = "generated/examples.json"


def examples_of(rule_id: str) -> tuple[Example, ...]:
    """Return a passing and a failing example, in this order; empty for a rule without genuine examples."""
    return tuple(_example(row) for row in _data()["examples"].get(rule_id, ()))


def offenders_of(rule_id: str) -> tuple[KnownOffender, ...]:
    """Return what the published reports found by the rule."""
    return tuple(
        KnownOffender(**{**row, "finding": _finding(row["finding"])})
        for row in _data()["seen"].get(rule_id, ())
    )


def why_none(rule_id: str) -> str:
    """Return why there is no example, or not one of each outcome; empty if there are both."""
    return str(_data()["without"].get(rule_id, ""))


def _example(row: Mapping[str, Any]) -> Example:
    found = tuple(_finding(each) for each in row.get("findings", ()))
    return Example(row["outcome"], row["title"], row["language"], row.get("text", ""), row["origin"], found)


def _finding(row: Mapping[str, Any]) -> Finding:
    return Finding(**{**row, "rule": RuleId(row["rule"])})


@cache
def _data() -> Mapping[str, Any]:
    text = files("refloader.report.rules").joinpath(FILE).read_text(encoding="utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data

"""A rule's page as values for JSON: what ``rules --format json`` prints for each rule."""

from dataclasses import asdict
from typing import Any

from refloader.report.rules import words
from refloader.report.rules.links import rule_url
from refloader.report.rules.value import Example, RulePage


def as_json(page: RulePage) -> dict[str, Any]:
    """Return a row of ``rules`` or, for an ambiguity, of ``ambiguities`` (reports/schema/rules-1.schema.json)."""
    return {**(_reading(page) if page.reading else _rule(page)), **_common(page)}


def _common(page: RulePage) -> dict[str, Any]:
    return {
        "text": page.text,
        "topic": page.topic,
        "matters": page.why,
        "status": page.status,
        "reason": page.reason,
        "decided_by": list(page.deciders),
        "tests": list(page.tests),
        "related": [asdict(each) for each in page.related],
        "examples": [_example(each) for each in page.examples],
        "no_example": page.no_example,
        "seen": [asdict(each) for each in page.seen],
        **({"url": rule_url(page.id)} if rule_url(page.id) else {}),
    }


def _rule(page: RulePage) -> dict[str, Any]:
    return {
        "id": page.id,
        "title": page.title,
        "applies_to": page.binds,
        "strength": page.strength,
        "platforms": list(page.platforms),
        "systems": list(words.each_system(page)),
        "editions": list(page.editions),
        "differs": page.differs,
        "breach": page.breach,
        "kinds": list(page.kinds),
        "check": page.check,
        "violators": [each.name for each in page.proofs],
        "unproven": page.unproven,
        "looks": {each.look: list(each.tests) for each in page.judging},
        "advice": page.remedy,
        "evidence": page.evidence,
        "sources": [f"{each.edition}: {each.sections}" for each in page.sources],
    }


def _reading(page: RulePage) -> dict[str, Any]:
    assert page.reading is not None
    return {
        "id": page.id,
        "where": page.title,
        "readings": list(page.reading.possible),
        "chosen": page.reading.chosen,
        "why": page.reading.why,
        "rules": [each.id for each in page.related],
    }


def _example(example: Example) -> dict[str, Any]:
    return {**asdict(example), "findings": [asdict(each) for each in example.findings]}

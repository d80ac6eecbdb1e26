"""The examples of each rule, which ``tools/generate_rule_examples.py`` extracted from the corpus."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from refloader.report.rules.value import Example, Finding, KnownOffender
from refloader.rules import RuleId

FILE = "generated/examples.json"


def examples_of(rule_id: str) -> tuple[Example, ...]:
    """Return a passing and a failing example, in this order; empty for a rule without genuine examples."""
    return tuple(_example(row) for row in _data()["examples"].get(rule_id, ()))


def offenders_of(rule_id: str) -> tuple[KnownOffender, ...]:
    """Return what the published reports found by the rule."""
    return tuple(
        KnownOffender(**{**row, "finding": _finding(row["finding"])}) for row in _data()["seen"].get(rule_id, ())
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

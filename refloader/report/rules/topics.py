"""The topic of a rule, why the rule matters to people, and its strength. Reads ``topics.toml``."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from refloader.report.rules.value import Strength
from refloader.rules import Ambiguity, Rule

_OBLIGES = re.compile(r"\b(must|shall|never|may not|have to|has to|requires?|required)\b", re.IGNORECASE)
_POLICIES = ("LLP_", "LDP_")
"""The prefixes of the numbered policies, which are obligations however the catalogue words them."""


def topic_of(rule_id: str) -> str:
    """Return the name of the topic (``"Layer manifests"``). Raises LookupError for an id of no family."""
    return str(_family(rule_id)["name"])


def topics() -> tuple[str, ...]:
    """Return the names of all topics, in the order of the table."""
    return tuple(str(each["name"]) for each in _table()["topics"].values())


def why(rule_id: str) -> str:
    """Return what breaks for people if the rule is broken, in a sentence or two."""
    return str(_table()["why"].get(rule_id) or _family(rule_id)["why"])


def strength(row: Rule | Ambiguity) -> Strength:
    """Return whether the rule obliges, recommends, permits or states a fact; ambiguities state facts."""
    told: Mapping[Strength, list[str]] = _table()["strength"]
    named = next((how for how, ids in told.items() if row.id in ids), None)
    if named:
        return named
    obliges = row.id.startswith(_POLICIES) or _OBLIGES.search(row.text)
    return "must" if isinstance(row, Rule) and obliges else "fact"


def _family(rule_id: str) -> Mapping[str, str]:
    """Return the row of the longest family name that the id begins with, at a hyphen or underscore."""
    families: Mapping[str, Mapping[str, str]] = _table()["topics"]
    name = rule_id
    while name not in families:
        cut = max(name.rfind("-"), name.rfind("_"))
        if cut < 0:
            raise LookupError(f"{rule_id} belongs to no family of topics.toml")
        name = name[:cut]
    return families[name]


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(files("refloader.report.rules").joinpath("topics.toml").read_text(encoding="utf-8"))

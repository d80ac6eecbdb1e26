"""Which topic a rule belongs to, why it matters to people, and how strong it is. Reads ``topics.toml``."""

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
"""What the numbered policies begin with; they oblige, in whatever words we tell them."""


def topic_of(rule_id: str) -> str:
    """The name of the topic (``"Layer manifests"``). Raises LookupError for an id of no family."""
    return str(_family(rule_id)["name"])


def topics() -> tuple[str, ...]:
    """The names of all topics, in the order of the table."""
    return tuple(str(each["name"]) for each in _table()["topics"].values())


def why(rule_id: str) -> str:
    """What breaks for people where the rule is broken, in a sentence or two."""
    return str(_table()["why"].get(rule_id) or _family(rule_id)["why"])


def strength(row: Rule | Ambiguity) -> Strength:
    """Whether the rule obliges, recommends, allows, or states how things are; ambiguities state."""
    told: Mapping[Strength, list[str]] = _table()["strength"]
    named = next((how for how, ids in told.items() if row.id in ids), None)
    if named:
        return named
    obliges = row.id.startswith(_POLICIES) or _OBLIGES.search(row.text)
    return "must" if isinstance(row, Rule) and obliges else "fact"


def _family(rule_id: str) -> Mapping[str, str]:
    """The row of the longest name that the id begins with, up to the end of a word of it."""
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

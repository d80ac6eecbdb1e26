"""The rows of the catalogue, and the functions that decide each. Does not check any rule.

The sources are ``catalogue.toml`` (rules and ambiguities), ``readings.toml`` (the reading chosen for each
ambiguity) and ``status.toml`` (why a row is open or untestable). ``tools/generate_catalogue.py`` converts them to
``generated/catalogue.json``, which this module reads because it loads in milliseconds. The ids alone, which
every start needs, are in ``generated/ids.json``.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from typing import Any, NewType, TypeVar

RuleId = NewType("RuleId", str)
_Decider = TypeVar("_Decider", bound=Callable[..., Any] | type)


class UnknownRuleError(LookupError):
    """Code names an id that is not in the catalogue: a bug in refloader, not an error in the input."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One normative statement: its text in refloader's words, where it holds and how it can be checked."""

    id: RuleId
    title: str
    applies_to: str
    platforms: tuple[str, ...]
    editions: tuple[str, ...]
    text: str
    differs: str
    breach: str
    enforceable: str
    check: str
    kinds: tuple[str, ...]
    sources: tuple[str, ...]
    status: str
    reason: str

    @property
    def on_linux(self) -> bool:
        """True if the rule can hold on Linux."""
        return self.on("linux")

    def on(self, system: str) -> bool:
        """Return whether the rule can hold on a system, by the documents' columns and sections."""
        return not {system, "all"}.isdisjoint(self.platforms)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A passage of the documents that can be read in more than one way, with the reading that refloader chose."""

    id: RuleId
    where: str
    text: str
    readings: tuple[str, ...]
    chosen: str
    why: str
    rules: tuple[str, ...]


@cache
def _data() -> dict[str, Any]:
    text = (get_data("refloader.rules", "generated/catalogue.json") or b"").decode("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def _ids() -> frozenset[str]:
    ids: list[str] = json.loads(get_data("refloader.rules", "generated/ids.json") or b"[]")
    return frozenset(ids)


def is_known(rule_id: str) -> bool:
    """Return whether the catalogue has a row with this id."""
    return rule_id in _ids()


def rule(rule_id: str) -> RuleId:
    """Return the id as a ``RuleId`` if a rule or an ambiguity of the catalogue has it.

    Raises:
        UnknownRuleError: the id is not in the catalogue.
    """
    if rule_id not in _ids():
        raise UnknownRuleError(rule_id)
    return RuleId(rule_id)


@cache
def rules() -> dict[str, Rule]:
    """Return every rule by id, in the order of the catalogue."""
    return {row["id"]: _rule(row) for row in _data()["rules"]}


@cache
def ambiguities() -> dict[str, Ambiguity]:
    """Return every ambiguity by id, in the order of the catalogue."""
    return {row["id"]: _ambiguity(row) for row in _data()["ambiguities"]}


def find(rule_id: str) -> Rule | Ambiguity:
    """Return the rule or ambiguity with this id.

    Raises:
        UnknownRuleError: the id is not in the catalogue.
    """
    row = rules().get(rule_id) or ambiguities().get(rule_id)
    if row is None:
        raise UnknownRuleError(rule_id)
    return row


def applies(rule_id: str, system: str) -> bool:
    """Return whether a rule can hold on a system. An ambiguity can if one of its rules can, or if it names none.

    Raises:
        UnknownRuleError: the id is not in the catalogue.
    """
    row = find(rule_id)
    if isinstance(row, Rule):
        return row.on(system)
    return not row.rules or any(applies(each, system) for each in row.rules)


def catalogue_version() -> str:
    """Return a short digest of the catalogue's content, for reports."""
    return str(_data()["version"])


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def _rule(row: dict[str, Any]) -> Rule:
    return Rule(**_tuples(row))


def _ambiguity(row: dict[str, Any]) -> Ambiguity:
    return Ambiguity(**_tuples(row))


_DECIDERS: dict[str, list[str]] = {}


def decides(*rule_ids: str) -> Callable[[_Decider], _Decider]:
    """Register the decorated function or class as the one that decides these rules; return it unchanged."""
    known = [rule(rule_id) for rule_id in rule_ids]

    def mark(decider: _Decider) -> _Decider:
        add_decider(f"{decider.__module__}.{decider.__qualname__}", known)
        return decider

    return mark


def add_decider(name: str, rule_ids: Iterable[RuleId]) -> None:
    """Register a function by name as one that decides rules, for a function that cannot be imported here."""
    for rule_id in rule_ids:
        _DECIDERS.setdefault(rule_id, []).append(name)


def decided_by(rule_id: str) -> tuple[str, ...]:
    """Return the functions that decide a rule, among the modules imported so far."""
    return tuple(_DECIDERS.get(rule_id, ()))


decides("LLP-FORMAT-01")(rule)  # every report takes its rule ids from ``rule``, which checks them

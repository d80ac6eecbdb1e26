"""Holds the rows of the catalogue and who decides them. Never judges anything.

The rows are written in ``catalogue.toml`` (rules and ambiguities), ``readings.toml`` (the reading chosen
for each ambiguity) and ``status.toml`` (why a row is open or untestable). ``tools/generate_catalogue.py``
turns them into ``generated/catalogue.json``, which is what is read here, because it loads in a millisecond.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NewType, TypeVar

RuleId = NewType("RuleId", str)
_Decider = TypeVar("_Decider", bound=Callable[..., Any] | type)


class UnknownRuleError(LookupError):
    """An id that is not in the catalogue was used in code: a mistake of ours, never of the input."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One normative statement: its text in our words, where it holds and how it can be checked."""

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
        """Whether the rule can hold on Linux."""
        return self.on("linux")

    def on(self, system: str) -> bool:
        """Whether the rule can hold on a system, by the documents' own columns and sections."""
        return not {system, "all"}.isdisjoint(self.platforms)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A place where the documents can be read in more than one way, with the reading chosen here."""

    id: RuleId
    where: str
    text: str
    readings: tuple[str, ...]
    chosen: str
    why: str
    rules: tuple[str, ...]


@cache
def _data() -> dict[str, Any]:
    text = files("refloader.rules").joinpath("generated/catalogue.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def _ids() -> frozenset[str]:
    data = _data()
    return frozenset(row["id"] for row in (*data["rules"], *data["ambiguities"]))


def is_known(rule_id: str) -> bool:
    """Whether the catalogue has a row of that id."""
    return rule_id in _ids()


def rule(rule_id: str) -> RuleId:
    """The id itself, once it is known to be in the catalogue (rules and ambiguities alike).

    Raises:
        UnknownRuleError: the id is not in the catalogue.
    """
    if rule_id not in _ids():
        raise UnknownRuleError(rule_id)
    return RuleId(rule_id)


@cache
def rules() -> dict[str, Rule]:
    """Every rule by id, in the order of the catalogue."""
    return {row["id"]: _rule(row) for row in _data()["rules"]}


@cache
def ambiguities() -> dict[str, Ambiguity]:
    """Every ambiguity by id, in the order of the catalogue."""
    return {row["id"]: _ambiguity(row) for row in _data()["ambiguities"]}


def find(rule_id: str) -> Rule | Ambiguity:
    """The row of an id. Raises UnknownRuleError."""
    row = rules().get(rule_id) or ambiguities().get(rule_id)
    if row is None:
        raise UnknownRuleError(rule_id)
    return row


def applies(rule_id: str, system: str) -> bool:
    """Whether a rule can hold on a system; an ambiguity can where one of its rules can. Raises UnknownRuleError."""
    row = find(rule_id)
    if isinstance(row, Rule):
        return row.on(system)
    return not row.rules or any(applies(each, system) for each in row.rules)


def catalogue_version() -> str:
    """A short digest of the catalogue's content, for reports."""
    return str(_data()["version"])


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def _rule(row: dict[str, Any]) -> Rule:
    return Rule(**_tuples(row))


def _ambiguity(row: dict[str, Any]) -> Ambiguity:
    return Ambiguity(**_tuples(row))


_DECIDERS: dict[str, list[str]] = {}


def decides(*rule_ids: str) -> Callable[[_Decider], _Decider]:
    """Mark a function or class as the home of these rules; returns it unchanged, at no cost per call."""
    known = [rule(rule_id) for rule_id in rule_ids]

    def mark(decider: _Decider) -> _Decider:
        add_decider(f"{decider.__module__}.{decider.__qualname__}", known)
        return decider

    return mark


def add_decider(name: str, rule_ids: Iterable[RuleId]) -> None:
    """Note a function as the home of rules; for one that cannot be imported here, as its source says so."""
    for rule_id in rule_ids:
        _DECIDERS.setdefault(rule_id, []).append(name)


def decided_by(rule_id: str) -> tuple[str, ...]:
    """The functions that decide a rule, among the modules imported so far."""
    return tuple(_DECIDERS.get(rule_id, ()))


decides("LLP-FORMAT-01")(rule)  # the numbers of a report are checked where they are written down

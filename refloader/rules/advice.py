"""Advice for rules that a layer or driver breaks, and evidence to attach for rules that cannot be checked."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from refloader.rules.registry import RuleId, rule


@cache
def advice() -> Mapping[RuleId, str]:
    """Return the advice to the vendor of a layer or driver, by rule.

    Raises:
        UnknownRuleError: the table names a rule that is not in the catalogue.
    """
    return _table("advice")


@cache
def advice_on_ends() -> Mapping[str, str]:
    """Return the advice on a process that crashed or hung, by case, else by verdict."""
    return MappingProxyType(_document()["ends"])


@cache
def advice_on_cases(rule_id: str) -> Mapping[str, str]:
    """Return the advice on cases of a rule that show another fault than its usual one, by name without variant."""
    return MappingProxyType(_document()["cases"].get(rule_id, {}))


@cache
def evidence() -> Mapping[RuleId, str]:
    """Return the evidence that a vendor could attach, by rule, where a check is impossible or incomplete."""
    return _table("evidence")


def _table(name: str) -> Mapping[RuleId, str]:
    return MappingProxyType({rule(each): said for each, said in _document()[name].items()})


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(files("refloader.rules").joinpath("advice.toml").read_text(encoding="utf-8"))

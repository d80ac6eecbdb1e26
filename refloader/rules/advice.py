"""Advice for rules that a layer or driver breaks, and evidence to attach for rules that cannot be checked."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from refloader.rules.registry import RuleId, rule


@cache
def advice() -> Mapping[RuleId, str]:
    """Return the advice to the vendor of a layer or driver, by rule.

    Raises:
        UnknownRuleError: the table names a rule that is not in the catalogue.
    """
    return _table("advice")


@cache
def evidence() -> Mapping[RuleId, str]:
    """Return the evidence that a vendor could attach, by rule, where a check is impossible or incomplete."""
    return _table("evidence")


def _table(name: str) -> Mapping[RuleId, str]:
    text = files("refloader.rules").joinpath("advice.toml").read_text(encoding="utf-8")
    return MappingProxyType({rule(each): said for each, said in tomllib.loads(text)[name].items()})

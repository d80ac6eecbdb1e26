"""What to do about broken rules of layers and drivers, and what to show for those that nobody can check."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from refloader.rules.registry import RuleId, rule


@cache
def advice() -> Mapping[RuleId, str]:
    """What the vendor of a layer or driver should do, by rule. Raises UnknownRuleError for a mistyped rule."""
    return _table("advice")


@cache
def evidence() -> Mapping[RuleId, str]:
    """What a vendor could attach where no check can be had, or where one is not all there is."""
    return _table("evidence")


def _table(name: str) -> Mapping[RuleId, str]:
    text = files("refloader.rules").joinpath("advice.toml").read_text(encoding="utf-8")
    return MappingProxyType({rule(each): said for each, said in tomllib.loads(text)[name].items()})

"""The layers that are wrong on purpose, and the clean ones they are made of, as values. Lays out and runs none.

They are data (``layers.toml``), checked when they are read. What a mock does is its own matter
(``mock_layers/violations.h``); which name it has for that stands in the table.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from refloader.rules import RuleId, rule
from refloader.violators.registry import Violator, within

PLAIN = "plain"
"""The clean layer that all others are made of, where nothing else is said."""

_TAKES_PART = (
    *("mock", "flags", "manifest", "without", "hides", "text", "file", "library", "implicit", "beside"),
)
_OF_CLEAN = {*_TAKES_PART, "like", "warns"}
_OF_WRONG = {*_TAKES_PART, "like", "rules", "does", "violate", "causes"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a layer is laid out from.

    ``mock`` is a build of the mock layer, ``flags`` go into its sidecar, ``manifest`` holds values by key
    (``layer.name``), ``without`` the keys that a plain manifest has and this one has not, ``hides`` exports
    that go by another name in the file of the library. ``text`` is the whole
    manifest where it is not empty, ``file`` its name where it is not the layer's; ``beside`` are further files.
    """

    mock: str = "layer"
    flags: Mapping[str, str] = field(default_factory=dict)
    manifest: Mapping[str, Any] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    text: str = ""
    file: str = ""
    library: bool = True
    implicit: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)

    def changed(self, row: Mapping[str, Any]) -> "Recipe":
        """The same with what a row of the table says."""
        made: dict[str, Any] = {
            key: MappingProxyType({**getattr(self, key), **row.get(key, {})})
            for key in ("flags", "manifest", "beside")
        }
        for key in ("mock", "text", "file", "library", "implicit"):
            made[key] = row.get(key, getattr(self, key))
        for key in ("without", "hides"):
            made[key] = (*getattr(self, key), *row.get(key, ()))
        return Recipe(**made)


@dataclass(frozen=True, slots=True)
class CleanLayer:
    """A layer that keeps every rule. ``warns`` says why it gets a warning, by rule or family."""

    name: str
    recipe: Recipe
    warns: Mapping[str, str] = field(default_factory=dict)

    def why_warned(self, rule_id: str) -> str:
        """Why it is no shame that it gets a warning; empty where it is."""
        return next((why for prefix, why in self.warns.items() if within(rule_id, prefix)), "")


@dataclass(frozen=True, slots=True)
class LayerViolator:
    """A layer that is wrong in one way. ``like`` names the clean layer it is made of.

    ``causes`` says why it fails by other rules than its own, by rule or family.
    """

    violator: Violator
    recipe: Recipe
    like: str
    causes: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called by."""
        return self.violator.name

    @property
    def rules(self) -> tuple[RuleId, ...]:
        """The rules that it breaks."""
        return self.violator.rules


@cache
def clean_layers() -> Mapping[str, CleanLayer]:
    """Every clean layer by name."""
    made: dict[str, CleanLayer] = {}
    for name, row in _table()["clean"].items():
        _check(name, row, _OF_CLEAN)
        base = Recipe() if name == PLAIN else made[row.get("like", PLAIN)].recipe
        made[name] = CleanLayer(name, base.changed(row), _spread(row.get("warns", {})))
    return MappingProxyType(made)


@cache
def layer_violators() -> Mapping[str, LayerViolator]:
    """Every violator by name, in the order of the table. Raises UnknownRuleError for a mistyped rule."""
    return MappingProxyType({name: _violator(name, row) for name, row in _table()["wrong"].items()})


@cache
def violators_of_layer_rules() -> Mapping[str, tuple[str, ...]]:
    """The names of the violators of each rule that has any."""
    named: dict[str, list[str]] = {}
    for each in layer_violators().values():
        for rule_id in each.rules:
            named.setdefault(rule_id, []).append(each.name)
    return MappingProxyType({rule_id: tuple(names) for rule_id, names in named.items()})


@cache
def _unprovable() -> Mapping[str, str]:
    return _spread(_table()["unprovable"])


def why_without_layer(rule_id: str) -> str:
    """Why no layer breaks a rule; empty where nothing is written down about that."""
    return next((why for prefix, why in _unprovable().items() if within(rule_id, prefix)), "")


def ways() -> tuple[str, ...]:
    """What the violators tell the mock to violate: each has to be one of mock_layers/violations.h."""
    told = (each.recipe.flags.get("violate", "") for each in layer_violators().values())
    return tuple(dict.fromkeys(filter(None, told)))


def _violator(name: str, row: Mapping[str, Any]) -> LayerViolator:
    _check(name, row, _OF_WRONG)
    like = row.get("like", PLAIN)
    way = row.get("violate", name)
    recipe = clean_layers()[like].recipe.changed({"flags": {"violate": way}} if way else {}).changed(row)
    rule_ids = tuple(rule(each) for each in row["rules"])
    causes = {**_spread(row.get("causes", {})), **_spread(_table()["causes"])}
    return LayerViolator(Violator(name, rule_ids, row["does"], "layer"), recipe, like, causes)


def _check(name: str, row: Mapping[str, Any], known: set[str]) -> None:
    strange = row.keys() - known
    assert not strange, f"{name} has {', '.join(sorted(strange))}, which nobody reads"


def _spread(table: Mapping[str, str]) -> Mapping[str, str]:
    """One row for each of the rules and families that a key names."""
    return MappingProxyType({each: why for key, why in table.items() for each in key.split()})


def _table() -> dict[str, Any]:
    return tomllib.loads(files("refloader.violators").joinpath("layers.toml").read_text(encoding="utf-8"))

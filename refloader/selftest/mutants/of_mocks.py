"""The layers and drivers that are wrong on purpose, and the clean ones they are made of, as values. Lays out none.

They are data (``layers.toml``, ``drivers.toml``), checked when they are read. What a mock does is its own matter
(``mock_layers/violations.c``, ``mock_icd/violations.c``); which name it has for that stands in the table.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

from refloader.rules import RuleId, rule
from refloader.selftest.mutants.registry import Mutant, within

Kind = Literal["layer", "driver"]
KINDS: tuple[Kind, ...] = ("layer", "driver")

PLAIN = "plain"
"""The clean one that all others are made of, where nothing else is said."""

_TAKES_PART = (
    *("mock", "flags", "manifest", "without", "hides", "text", "file", "library", "implicit", "beside"),
)
_OF_CLEAN = {*_TAKES_PART, "like", "warns"}
_OF_WRONG = {*_TAKES_PART, "like", "rules", "does", "violate", "causes"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a layer or driver is laid out from.

    ``mock`` is the build of the mock, without the first word of its name (``mock_``), ``flags`` go into its sidecar,
    ``manifest`` holds values by key (``layer.name``), ``without`` the keys that a plain manifest has and this one has
    not, ``hides`` exports that go by another name in the file of the library. ``text`` is the whole
    manifest where it is not empty, ``file`` its name where it is not the subject's; ``beside`` are further files.
    ``implicit`` is for layers alone.
    """

    kind: Kind
    mock: str
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
        return Recipe(self.kind, **made)


_BARE: Mapping[Kind, Recipe] = {"layer": Recipe("layer", "layer"), "driver": Recipe("driver", "icd")}


@dataclass(frozen=True, slots=True)
class Clean:
    """A layer or driver that keeps every rule. ``warns`` says why it gets a warning, by rule or family."""

    name: str
    recipe: Recipe
    warns: Mapping[str, str] = field(default_factory=dict)

    def why_warned(self, rule_id: str) -> str:
        """Why it is no shame that it gets a warning; empty where it is."""
        return next((why for prefix, why in self.warns.items() if within(rule_id, prefix)), "")


@dataclass(frozen=True, slots=True)
class Wrong:
    """A layer or driver that is wrong in one way. ``like`` names the clean one it is made of.

    ``causes`` says why it fails by other rules than its own, by rule or family.
    """

    violator: Mutant
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


@dataclass(frozen=True, slots=True)
class Mocks:
    """All of one kind, by name, in the order of their table. ``unprovable`` says why rules have no violator."""

    kind: Kind
    clean: Mapping[str, Clean]
    wrong: Mapping[str, Wrong]
    unprovable: Mapping[str, str]

    def of_rule(self, rule_id: str) -> tuple[Wrong, ...]:
        """The violators of a rule."""
        return tuple(each for each in self.wrong.values() if rule_id in each.rules)

    def why_without(self, rule_id: str) -> str:
        """Why none breaks a rule; empty where nothing is written down about that."""
        return next((why for prefix, why in self.unprovable.items() if within(rule_id, prefix)), "")

    def violated(self) -> tuple[str, ...]:
        """Every rule that some violator breaks."""
        return tuple(dict.fromkeys(rule_id for each in self.wrong.values() for rule_id in each.rules))

    def ways(self) -> tuple[str, ...]:
        """What mocks are told by ``violate``, also right ones: each has to be one of its violations.c."""
        recipes = [
            *(each.recipe for each in self.clean.values()),
            *(each.recipe for each in self.wrong.values()),
        ]
        told = (each.flags.get("violate", "") for each in recipes)
        return tuple(dict.fromkeys(filter(None, told)))


@cache
def mocks(kind: Kind) -> Mocks:
    """The layers or drivers of the table. Raises UnknownRuleError for a mistyped rule."""
    table = _table(f"{kind}s.toml")
    clean = _clean(kind, table)
    wrong = {name: _wrong(name, row, table, clean) for name, row in table["wrong"].items()}
    unprovable = _spread(table["unprovable"])
    return Mocks(kind, MappingProxyType(clean), MappingProxyType(wrong), unprovable)


def mutants_of_mocks(rule_id: str) -> tuple[Mutant, ...]:
    """The layers and drivers that break a rule."""
    return tuple(_mutants_by_rule().get(rule_id, ()))


@cache
def _mutants_by_rule() -> dict[str, list[Mutant]]:
    found: dict[str, list[Mutant]] = {}
    for wrong in (each for kind in KINDS for each in mocks(kind).wrong.values()):
        for rule_id in dict.fromkeys(wrong.rules):
            found.setdefault(rule_id, []).append(wrong.violator)
    return found


def _clean(kind: Kind, table: Mapping[str, Any]) -> dict[str, Clean]:
    made: dict[str, Clean] = {}
    for name, row in table["clean"].items():
        _check(name, row, _OF_CLEAN)
        base = _BARE[kind] if name == PLAIN else made[row.get("like", PLAIN)].recipe
        made[name] = Clean(name, base.changed(row), _spread(row.get("warns", {})))
    return made


def _wrong(name: str, row: Mapping[str, Any], table: Mapping[str, Any], clean: Mapping[str, Clean]) -> Wrong:
    _check(name, row, _OF_WRONG)
    like = row.get("like", PLAIN)
    recipe = clean[like].recipe
    way = row.get("violate", name)
    changed = recipe.changed({"flags": {"violate": way}} if way else {}).changed(row)
    rule_ids = tuple(rule(each) for each in row["rules"])
    causes = {**_spread(row.get("causes", {})), **_spread(table["causes"])}
    return Wrong(Mutant(name, rule_ids, row["does"], recipe.kind), changed, like, causes)


def _check(name: str, row: Mapping[str, Any], known: set[str]) -> None:
    strange = row.keys() - known
    assert not strange, f"{name} has {', '.join(sorted(strange))}, which nobody reads"


def _spread(table: Mapping[str, str]) -> Mapping[str, str]:
    """One row for each of the rules and families that a key names."""
    return MappingProxyType({each: why for key, why in table.items() for each in key.split()})


def _table(file: str) -> dict[str, Any]:
    return tomllib.loads(files("refloader.selftest.mutants").joinpath(file).read_text(encoding="utf-8"))

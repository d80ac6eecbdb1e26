"""Which rules of a case a difference speaks against: a sentence on the order of layers says nothing of a missing one.

Scenarios of the corpus test several rules at once. Runs nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from refloader.model.edition import Edition
from refloader.scenario.corpus import Case, Part, differences
from refloader.scenario.observation import Observation
from refloader.scenario.patterns import Pattern

Fact: TypeAlias = Literal["found", "active", "place", "drivers"]
"""What can differ: which layers are found, which are active, where each stands, and anything of drivers."""

_LAYERS: frozenset[Fact] = frozenset({"found", "active", "place"})
_DRIVERS: frozenset[Fact] = frozenset({"drivers"})
_ACTIVE: frozenset[Fact] = frozenset({"active"})
_PLACE: frozenset[Fact] = frozenset({"place"})
_SEARCH: frozenset[Fact] = frozenset({"found", "place"})
_KEPT_OUT: frozenset[Fact] = frozenset({"found", "active"})
"""Of a layer that is kept out: whether it is enumerated all the same is not said everywhere."""

_ABOUT: Mapping[str, frozenset[Fact]] = {
    **dict.fromkeys(
        ("DISC-DRIVER", "ENV-DRIVERFILES", "FILTER-DRIVER", "FILTER-ID", "MANIFEST-ICD"), _DRIVERS
    ),
    **dict.fromkeys(("DEVICE-SORT", "PORTABILITY", "NEGOTIATE-ICD", "IFACE-ICD", "LDP_LOADER"), _DRIVERS),
    **dict.fromkeys(("PRIV-DRIVER",), _DRIVERS),
    **dict.fromkeys(("ORDER-CHAIN", "ORDER-DUP-01", "META-04", "META-06", "LLP_LOADER_3"), _PLACE),
    **dict.fromkeys(("ENV-INSTLAYERS-03", "ENV-INSTLAYERS-04", "FILTER-LAYER-ENABLE-02"), _PLACE),
    **dict.fromkeys(("LLP_LOADER_11",), _PLACE),
    **dict.fromkeys(("ACT-EXPLICIT", "ACT-IMPLICIT", "ACT-APP", "LLP_LOADER_6", "LLP_LOADER_7"), _ACTIVE),
    **dict.fromkeys(("ENV-INSTLAYERS-01", "ENV-INSTLAYERS-05", "FILTER-LAYER-ENABLE-01"), _ACTIVE),
    **dict.fromkeys(("FILTER-LAYER-ALLOW", "DISC-GEN-06"), _ACTIVE),
    **dict.fromkeys(("DISC-LINUX", "DISC-MACOS", "DISC-WINDOWS", "DISC-FUCHSIA"), _SEARCH),
    **dict.fromkeys(("ENV-LAYERPATH", "ENV-ADDLAYERPATH", "ENV-IMPLPATH", "ENV-ADDIMPLPATH"), _SEARCH),
    **dict.fromkeys(("PRIV-LAYER", "LLP_LOADER_13"), _SEARCH),
    **dict.fromkeys(("ENV-LAYERPATH-04", "FILTER-LAYER-DISABLE", "META-02", "META-03"), _KEPT_OUT),
    **dict.fromkeys(("OVERRIDE-01", "OVERRIDE-02", "OVERRIDE-03", "OVERRIDE-04"), _KEPT_OUT),
    **dict.fromkeys(("LLP_LOADER_10", "LLP_LOADER_12"), _KEPT_OUT),
    **dict.fromkeys(("DISC-GEN-02", "DISC-GEN-07", "META-08", "OVERRIDE", "ORDER-DUP-02"), _LAYERS),
}
"""What rules and families speak of; the longest name counts. A rule without an entry may speak of anything."""


_OF_A_PLAIN_DRIVER = (
    "DISC-DRIVER",
    "EXT-FILTER-06",
    "EXT-FILTER-07",
    "IFACE-ICD",
    "LDP_LOADER",
    "MANIFEST-ICD",
    "NEGOTIATE-ICD",
)
"""The rules by which a driver on a machine that has nothing else is found, opened, asked and used."""

_NARROWER: Mapping[str, str] = {"DISC-DRIVER-GEN-01": "LDP_LOADER_2"}
"""General rules, each with the rule that says the same of one cause; a case of both is a case of that cause."""


def shown(case: Case, seen: Observation, edition: Edition) -> frozenset[Fact]:
    """Return what differs from the expectations; empty if something does that could have any cause."""
    expected = (case.expect or {}).get(edition.value)
    if expected is None or seen.result_name != "VK_SUCCESS":
        return frozenset()
    facts: set[Fact] = set()
    for each in differences(case, seen, edition):
        found = frozenset(_facts(each.part, expected.outcome[each.part], seen))
        if not found:
            return frozenset()
        facts |= found
    return frozenset(facts)


def spared(rules: Sequence[str], facts: frozenset[Fact]) -> dict[str, str]:
    """Return why a failure is not that of a rule, for each rule that does not speak of what differs.

    If none speaks of it, all of them keep the failure, except for one that a narrower rule beside it repeats.
    """
    blamed = [each for each in rules if facts & _about(each)] or list(rules)
    why = f"the case fails by {', '.join(blamed)}: what differs is nothing that this rule speaks of"
    repeated = {each: f"{more} says it of this cause" for each, more in _NARROWER.items() if more in blamed}
    return {each: repeated.get(each, why) for each in rules if each not in blamed or each in repeated}


def spared_without_drivers(rules: Sequence[str]) -> dict[str, str]:
    """Return the same for a loader that finds no driver on a machine with nothing but one in a standard folder."""
    why = "the loader finds no driver on a machine that has nothing else, so the case shows nothing of this rule"
    return {each: why for each in rules if not any(_is_of(each, family) for family in _OF_A_PLAIN_DRIVER)}


def _about(rule_id: str) -> frozenset[Fact]:
    named = [each for each in _ABOUT if _is_of(rule_id, each)]
    return _ABOUT[max(named, key=len)] if named else _LAYERS | _DRIVERS


def _is_of(rule_id: str, family: str) -> bool:
    """Return whether a rule has this name or is one of this family; those of policies end in _ and a number."""
    return rule_id == family or rule_id.startswith((f"{family}-", f"{family}_"))


def _facts(part: Part, wanted: Pattern, seen: Observation) -> Iterator[Fact]:
    match part:
        case ("drivers",) | ("devices",):
            yield "drivers"
        case ("layers",):
            names = _names(wanted)
            yield "place" if names is not None and sorted(names) == sorted(seen.layer_names) else "found"
        case ("chain",):
            yield from _of_chain(wanted, seen)


def _of_chain(wanted: Pattern, seen: Observation) -> Iterator[Fact]:
    names = _names(wanted)
    if names is None:
        yield from ("found", "active")
        return
    if {*names} == {*seen.chain}:
        yield "place"
        return
    both = {each for each in wanted if isinstance(each, str)} & {*seen.chain}
    if _first(names, both) != _first(seen.chain, both):
        yield "place"
    yield "active"
    if not {*seen.chain} <= {*names} or not {*names} - {*seen.chain} <= {*seen.layer_names}:
        yield "found"


def _names(wanted: Pattern) -> tuple[str, ...] | None:
    """Return the names of a pattern, in an order in which it has them; None if it leaves open which there are."""
    if isinstance(wanted, Mapping):
        return None
    found: list[str] = []
    for item in wanted:
        if isinstance(item, str):
            found.append(item)
        elif "any_order" in item:
            found += item["any_order"]
        else:
            return None
    return tuple(found)


def _first(names: Sequence[str], of: set[str]) -> list[str]:
    return [each for each in dict.fromkeys(names) if each in of]

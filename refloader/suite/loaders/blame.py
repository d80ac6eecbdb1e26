"""Which rules of a case a difference speaks against: a sentence on the order of layers says nothing of a missing one.

Scenarios of the corpus test several rules at once. Runs nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from refloader.model.edition import Edition
from refloader.rules.binding import binds
from refloader.scenario.call_sequence import broken
from refloader.scenario.corpus import Case, Difference, Part, differences
from refloader.scenario.observation import Observation
from refloader.scenario.patterns import Pattern
from refloader.suite.subjects.request import holds

Outcome: TypeAlias = Mapping[Part, Any]

Fact: TypeAlias = Literal["found", "off", "on", "place", "drivers"]
"""What can differ: which layers are found, a layer that should be active and is not, one that is active and should
not be, where each stands, and anything of drivers."""

_DRIVERS: frozenset[Fact] = frozenset({"drivers"})
_FOUND: frozenset[Fact] = frozenset({"found"})
_OFF: frozenset[Fact] = frozenset({"off"})
_ON: frozenset[Fact] = frozenset({"on"})
_ACTIVE: frozenset[Fact] = frozenset({"off", "on"})
_PLACE: frozenset[Fact] = frozenset({"place"})
_SEARCH: frozenset[Fact] = frozenset({"found", "place"})
_LAYERS: frozenset[Fact] = frozenset({"found", "off", "on", "place"})
_USED_ONCE: frozenset[Fact] = frozenset({"off", "place"})
"""Of a layer that is named several times: the first occurrence is used, and decides where the layer stands."""
_CHECKED: frozenset[Fact] = frozenset({"found", "off", "on"})
"""Of a meta-layer whose components do not fit: loaders may leave it out before or after they report it."""
_CHOSEN: frozenset[Fact] = frozenset({"found", "off", "on", "drivers"})
"""Of what is chosen from layers and drivers, in no order; an unexpected result shows no more than that."""

_ABOUT: Mapping[str, frozenset[Fact]] = {
    **dict.fromkeys(
        ("DISC-DRIVER", "ENV-DRIVERFILES", "FILTER-DRIVER", "FILTER-ID", "MANIFEST-ICD"), _DRIVERS
    ),
    **dict.fromkeys(("DEVICE-SORT", "PORTABILITY", "NEGOTIATE-ICD", "IFACE-ICD", "LDP_LOADER"), _DRIVERS),
    **dict.fromkeys(("PRIV-DRIVER", "APIVER"), _DRIVERS),
    **dict.fromkeys(("ORDER-CHAIN", "META-04", "LLP_LOADER_11"), _PLACE),
    **dict.fromkeys(("ENV-INSTLAYERS-03", "ENV-INSTLAYERS-04", "FILTER-LAYER-ENABLE-02"), _PLACE),
    **dict.fromkeys(("ORDER-DUP-01", "LLP_LOADER_3", "META-06"), _USED_ONCE),
    **dict.fromkeys(("ACT-APP-01", "ACT-IMPLICIT-01", "ACT-IMPLICIT-08", "LLP_LOADER_1"), _OFF),
    **dict.fromkeys(("ENV-INSTLAYERS-01", "ENV-INSTLAYERS-05"), _OFF),
    **dict.fromkeys(("FILTER-LAYER-ENABLE-01", "FILTER-LAYER-ALLOW-01", "OVERRIDE-04"), _OFF),
    **dict.fromkeys(("ACT-APP-02", "ACT-EXPLICIT-01", "ACT-IMPLICIT-03", "ACT-IMPLICIT-05"), _ON),
    **dict.fromkeys(("LLP_LOADER_4", "LLP_LOADER_7", "LLP_LOADER_12"), _ON),
    **dict.fromkeys(("FILTER-LAYER-DISABLE-01", "FILTER-LAYER-DISABLE-03"), _ON),
    **dict.fromkeys(("OVERRIDE-02", "ENV-LAYERPATH-04"), _ON),
    **dict.fromkeys(("ACT", "FILTER-LAYER", "ENV-INSTLAYERS-02", "DISC-GEN-06"), _ACTIVE),
    **dict.fromkeys(("LLP_LOADER_5", "LLP_LOADER_6"), _ACTIVE),
    **dict.fromkeys(("OVERRIDE-01", "OVERRIDE-03", "META-08", "NEGOTIATE-LAYER", "IFACE-LAYER"), _ACTIVE),
    **dict.fromkeys(("DISC-GEN-01", "DISC-GEN-04"), _FOUND),
    **dict.fromkeys(("DISC-LINUX", "DISC-MACOS", "DISC-WINDOWS", "DISC-FUCHSIA"), _SEARCH),
    **dict.fromkeys(("ENV-LAYERPATH", "ENV-ADDLAYERPATH", "ENV-IMPLPATH", "ENV-ADDIMPLPATH"), _SEARCH),
    **dict.fromkeys(("PRIV-LAYER", "LLP_LOADER_13"), _SEARCH),
    **dict.fromkeys(("META-02", "META-03", "LLP_LOADER_10"), _CHECKED),
    **dict.fromkeys(("FILTER-GEN", "DISC-GEN-08"), _CHOSEN),
    **dict.fromkeys(("DISC-GEN", "META", "MANIFEST-LAYER", "OVERRIDE", "ORDER-DUP-02"), _LAYERS),
}
"""What rules and families speak of; the longest name counts. A rule without an entry may speak of anything."""


_OF_A_PLAIN_DRIVER = (
    "DISC-DRIVER",
    "EXT-FILTER-06",
    "EXT-FILTER-07",
    "IFACE-ICD-V7",
    "LDP_LOADER_2",
    "LDP_LOADER_12",
    "MANIFEST-ICD",
    "NEGOTIATE-ICD",
)
"""The rules by which a driver on a machine that has nothing else is found, opened, asked and used."""

_NARROWER: Mapping[str, tuple[str, ...]] = {
    "DISC-DRIVER-GEN-01": ("LDP_LOADER_2",),
    "DISC-GEN-01": (
        "DISC-LINUX",
        "DISC-MACOS",
        "DISC-WINDOWS",
        "DISC-FUCHSIA",
        "ENV-LAYERPATH",
        "ENV-ADDLAYERPATH",
        "ENV-IMPLPATH",
        "ENV-ADDIMPLPATH",
    ),
    "MANIFEST-ICD-08": ("LDP_LOADER_2",),
    "ORDER-DUP-01": ("LLP_LOADER_3",),
}
"""General rules, each with those that say the same of one cause; a case of both is a case of that cause."""

_NO_DRIVER, _NO_LAYER, _MADE = "VK_ERROR_INCOMPATIBLE_DRIVER", "VK_ERROR_LAYER_NOT_PRESENT", "VK_SUCCESS"

_OF_THE_INSTANCE = frozenset({"result", "chain", "drivers", "devices"})
"""The parts of an observation that nothing but the outcome of vkCreateInstance decides where it is another one."""


_BEFORE_AN_INSTANCE: Mapping[str, frozenset[Fact]] = {
    "version": _FOUND,
    "layers": _FOUND,
    "extensions": _FOUND | _DRIVERS,
}


_SAID_BEFORE: Mapping[str, str] = {
    "LDP_LOADER_9": "EXT-FILTER-01",
    "LDP_LOADER_12": "EXT-FILTER-07",
    "LLP_LOADER_8": "CHAIN-INIT-04",
    "LLP_LOADER_9": "CHAIN-INIT-04",
}
"""The policies that mocks name in their complaints, each with the rule that says the same in older editions."""


class Complaints(tuple[str, ...]):
    """What the mocks complain of. ``met`` is set once a check compares it and it is not what the check expects.

    A check compares it last, so that it is reached only where all else is as expected.
    """

    met: bool = False

    def __eq__(self, other: object) -> bool:
        """Compare as a tuple, and remember a difference."""
        same = tuple.__eq__(self, other) is True
        self.met = self.met or not same
        return same

    def __ne__(self, other: object) -> bool:
        """Return the opposite of equality, which remembers a difference too."""
        return not self == other

    def __hash__(self) -> int:
        """Return a tuple's hash."""
        return tuple.__hash__(self)


def complaint_in(line: str, edition: Edition) -> str:
    """Return a mock's complaint with the edition's rule; empty if the edition has none that says so."""
    named = broken(line)
    own = next((each for each in (named, _SAID_BEFORE.get(named, "")) if each and holds(each, edition)), "")
    return line.replace(f" VIOLATION {named}:", f" VIOLATION {own}:", 1) if own else ""


def named_in(complaints: Iterable[Complaints]) -> tuple[str, ...]:
    """Return the rules that the mocks named where a check met nothing but complaints; none if one binds no loader."""
    named = tuple(dict.fromkeys(broken(line) for each in complaints if each.met for line in each))
    return named if all(binds(each, "loader") for each in named) else ()


def saying_the_same(named: Iterable[str]) -> frozenset[str]:
    """Return the rules of older editions that say what these policies say, and hold beside them today."""
    return frozenset(_SAID_BEFORE[each] for each in named if each in _SAID_BEFORE)


def same(seen: object, expected: object, complaints: Iterable[Complaints]) -> bool:
    """Compare for a check that warns: a failure that comes later is not by the complaints that it meets."""
    is_same = seen == expected
    for each in complaints:
        each.met = False
    return is_same


def complained(found: Iterable[Difference], seen: Observation) -> tuple[str, ...]:
    """Return the rules that the mocks named if nothing but complaints differs from what a scenario expects."""
    complaints = Complaints(seen.violations)
    complaints.met = {each.part for each in found} == {("violations",)}
    return named_in([complaints])


def about(rule_id: str) -> frozenset[Fact]:
    """Return what a rule speaks of."""
    named = [each for each in _ABOUT if _is_of(rule_id, each)]
    return _ABOUT[max(named, key=len)] if named else _LAYERS | _DRIVERS


def shown(case: Case, seen: Observation, edition: Edition) -> frozenset[Fact]:
    """Return what differs from the expectations; empty if something does that could have any cause."""
    expected = (case.expect or {}).get(edition.value)
    if expected is None:
        return frozenset()
    differing = [each.part for each in differences(case, seen, edition)]
    is_other = _is_of_another_outcome(expected.outcome, differing, seen)
    if is_other:
        differing = [part for part in differing if part[0] not in _OF_THE_INSTANCE]
    by_part = [frozenset(_facts(part, expected.outcome, seen)) for part in differing]
    if is_other and (seen.result_name in (_MADE, _NO_DRIVER, _NO_LAYER) or not by_part):
        by_part.append(_of_outcome(case, expected.outcome, seen, differing))
    return frozenset[Fact]().union(*by_part) if all(by_part) else frozenset()


def shown_by_end(seen: Observation) -> frozenset[Fact]:
    """Return what a loader shows that does not end by itself; empty if that could have any cause.

    Before the application makes an instance a loader has only searched, and opened drivers.
    """
    step = seen.detail.rpartition(" during ")[2].split(" ")[0]
    return _BEFORE_AN_INSTANCE.get(step, frozenset())


def not_blamed(rules: Sequence[str], facts: frozenset[Fact]) -> dict[str, str]:
    """Return why a failure is not that of a rule, for each rule that does not speak of what differs.

    If none speaks of it, all of them keep the failure, except for one that a narrower rule beside it repeats.
    """
    blamed = [each for each in rules if facts & about(each)] or list(rules)
    return _others(
        rules,
        blamed,
        f"the case fails by {', '.join(blamed)}: what differs is nothing that this rule speaks of",
    )


def not_blamed_but(rules: Sequence[str], blamed: Sequence[str]) -> dict[str, str]:
    """Return the same where the check itself knows of which rules alone the difference speaks."""
    why = f"the case fails by {', '.join(blamed)}: what differs is nothing that this rule speaks of"
    return dict.fromkeys([each for each in rules if each not in blamed], why)


def not_blamed_for_layers(rules: Sequence[str], facts: frozenset[Fact]) -> dict[str, str]:
    """Return the same for an edition whose documents say nothing of drivers."""
    if facts != _DRIVERS:
        return not_blamed(rules, facts)
    return dict.fromkeys(rules, "only drivers differ, of which the documents of this edition say nothing")


def not_blamed_without_drivers(rules: Sequence[str]) -> dict[str, str]:
    """Return the same for a loader that finds no driver on a machine with nothing but one in a standard folder."""
    blamed = [each for each in rules if any(_is_of(each, family) for family in _OF_A_PLAIN_DRIVER)]
    why = "the loader finds no driver on a machine that has nothing else, so the case shows nothing of this rule"
    return _others(rules, blamed, why)


def _others(rules: Sequence[str], blamed: Sequence[str], why: str) -> dict[str, str]:
    repeated = {each: f"{more} says it of this cause" for each in blamed if (more := _narrower(each, blamed))}
    return {each: repeated.get(each, why) for each in rules if each not in blamed or each in repeated}


def _narrower(rule_id: str, blamed: Sequence[str]) -> str:
    """Return the first rule that says the same of one cause; empty if there is none."""
    families = _NARROWER.get(rule_id, ())
    return next((each for each in blamed if any(_is_of(each, family) for family in families)), "")


def _is_of(rule_id: str, family: str) -> bool:
    """Return whether a rule has this name or is one of this family; those of policies end in _ and a number."""
    return rule_id == family or rule_id.startswith((f"{family}-", f"{family}_"))


def _is_of_another_outcome(outcome: Outcome, differing: Sequence[Part], seen: Observation) -> bool:
    """Return whether vkCreateInstance ended as nobody expects, so that what follows from it differs as well."""
    if ("result",) in outcome:
        return ("result",) in differing
    return seen.result_name not in ("", _MADE) and any(part[0] in _OF_THE_INSTANCE for part in differing)


def _of_outcome(
    case: Case, outcome: Outcome, seen: Observation, differing: Sequence[Part]
) -> frozenset[Fact]:
    """Return what another result of vkCreateInstance than the expected one shows.

    That a requested layer is not found explains why it is refused.
    """
    if seen.result_name == _MADE:
        facts = {_NO_DRIVER: _DRIVERS, _NO_LAYER: _ON}
        named = _mentioned(outcome["result",])
        known = [facts[each] for each in named if each in facts]
        return frozenset[Fact]().union(*known) if len(known) == len(named) else _CHOSEN
    if seen.result_name == _NO_LAYER:
        if {*case.scenario.application.layers} <= {*seen.layer_names}:
            return _OFF
        return _FOUND if ("layers",) in differing else _FOUND | _OFF
    return _DRIVERS if seen.result_name == _NO_DRIVER else _CHOSEN


def _facts(part: Part, outcome: Outcome, seen: Observation) -> Iterator[Fact]:
    match part:
        case ("drivers",) | ("devices",):
            yield "drivers"
        case ("layers",):
            names = _names(outcome[part])
            yield "place" if names is not None and sorted(names) == sorted(seen.layer_names) else "found"
        case ("chain",):
            said = outcome.get(("layers",))
            yield from _of_chain(outcome[part], None if said is None else _mentioned(said), seen)


def _of_chain(wanted: Pattern, reported: frozenset[str] | None, seen: Observation) -> Iterator[Fact]:
    """Yield what a chain shows; ``reported`` are the layers that should be found, None if that is not said."""
    names, found = _names(wanted), {*seen.layer_names}
    if names is None:
        yield from ("found", "off", "on")
        return
    if {*names} == {*seen.chain}:
        yield "place"
        return
    both = {each for each in wanted if isinstance(each, str)} & {*seen.chain}
    if _first(names, both) != _first(seen.chain, both):
        yield "place"
    missing, more = {*names} - {*seen.chain}, {*seen.chain} - {*names}
    if missing and more and not (missing | more) & found:
        yield "found"  # the names are of libraries: another occurrence of the layer is used
        return
    yield from _of_missing(missing, found)
    yield from _of_more(more, reported)


def _of_missing(missing: set[str], found: set[str]) -> Iterator[Fact]:
    if missing:
        yield "off"
    if not missing <= found:
        yield "found"


def _of_more(more: set[str], reported: frozenset[str] | None) -> Iterator[Fact]:
    if more and (reported is None or more & reported):
        yield "on"
    if not more <= (reported or frozenset()):
        yield "found"


def _mentioned(wanted: Pattern) -> frozenset[str]:
    """Return the names that a pattern asks for or allows."""
    if isinstance(wanted, Mapping):
        return frozenset(wanted.get("includes", ()))
    groups = (
        (item,) if isinstance(item, str) else (name for of in item.values() for name in of) for item in wanted
    )
    return frozenset(name for group in groups for name in group)


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

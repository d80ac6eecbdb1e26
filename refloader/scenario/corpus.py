"""Scenarios with their rules and what is expected of a loader in each edition. Runs no scenario.

In addition to the keys of ``scenario_file``, the ``scenario.json`` of a case has

``rules``   ids of the catalogue that the scenario tests
``expect``  an object by edition ("2016", "2018", "2022", "2026"); an edition that is absent is not checked

The expectation for an edition has any of these keys; a key that is absent is not checked:

``result``      name of the VkResult of vkCreateInstance, or a pattern
``layers``      names that vkEnumerateInstanceLayerProperties returns, as a pattern (see ``patterns``)
``extensions``  object of patterns: by layer name, "" for the instance's own
``versions``    object of objects: the spec_version by layer name and extension
``properties``  object by layer name of the layer's properties: ``api_version``, ``implementation_version``,
                ``description``
``chain``       mock layers that the application's vkCreateInstance entered, from the application down
``drivers``     mock drivers that it entered
``devices``     names of the physical devices
``violations``  ids of the rules that the mocks reported as violated
``answers``     object of answers by label of a step; of an expected object only the members it names are compared
``tolerated``   array of other outcomes, each ``{"ambiguity": id, ...}`` with the keys that differ under the other
                reading of that ambiguity
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from refloader.model.edition import Edition
from refloader.model.version import unpacked
from refloader.rules import ambiguities, rules
from refloader.scenario import scenario_file
from refloader.scenario.call_sequence import broken
from refloader.scenario.located import Located
from refloader.scenario.observation import Observation, SeenLayer
from refloader.scenario.patterns import fits, in_words, pattern, plain
from refloader.scenario.scenario import Scenario

Part: TypeAlias = tuple[str, ...]
"""One part of an expectation: one of the keys above, for some followed by the layer name or the label."""

_LISTS = ("layers", "chain", "drivers", "devices", "violations")
_VALUES = ("answers", "versions", "properties")
"""The keys whose members are JSON values, not patterns."""

_OUTCOME = frozenset({*_LISTS, *_VALUES, "result", "extensions"})
_EXPECTED = _OUTCOME | {"tolerated"}
_TOLERATED = _OUTCOME | {"ambiguity"}
_EDITIONS = frozenset(edition.value for edition in Edition)


@dataclass(frozen=True, slots=True)
class Tolerated:
    """The outcome under the other reading of an ambiguity; ``outcome`` has only the parts that differ."""

    ambiguity: str
    outcome: Mapping[Part, Any]


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected in one edition. A value of ``outcome`` is a pattern, or JSON data for a key of ``_VALUES``."""

    outcome: Mapping[Part, Any]
    tolerated: tuple[Tolerated, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario of a corpus. ``name`` is its folder's path within the corpus, ``folder`` where it was read from."""

    name: str
    scenario: Scenario
    rules: tuple[str, ...] = ()
    expect: Mapping[str, Expected] | None = None
    folder: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Difference:
    """One part of an observation that is not as expected; both sides are text."""

    part: Part
    seen: str
    expected: str

    def __str__(self) -> str:
        return f"actual {' of '.join(filter(None, self.part))}: {self.seen}; expected: {self.expected}"


def cases(corpus: str) -> Iterator[Case]:
    """Yield all cases below a folder, by name. Raises ScenarioError if a case cannot be read."""
    for place, folders, names in os.walk(corpus):
        folders.sort()
        if scenario_file.NAME in names:
            folders.clear()
            yield load(place, os.path.relpath(place, corpus))


def save(case: Case, directory: str) -> None:
    """Write a case into a folder that does not contain ``tree`` yet. Raises OSError."""
    scenario_file.save(case.scenario, directory, _more(case))


def contents(case: Case) -> dict[str, bytes]:
    """Return the files of the case's folder, by their path in it."""
    return scenario_file.contents(case.scenario, _more(case))


def load(directory: str, name: str = "") -> Case:
    """Read a case. Without ``name`` it has the name of its folder.

    Raises:
        ScenarioError: as ``scenario_file.load``; also if the catalogue lacks a rule or an ambiguity.
    """
    scenario, more = scenario_file.read(directory)
    return Case(
        name or os.path.basename(os.path.abspath(directory)),
        scenario,
        tuple(_known(each, rules()) for each in more["rules"].items()) if "rules" in more else (),
        _expectations(more["expect"]) if "expect" in more else None,
        os.path.abspath(directory),
    )


def expectations(body: Mapping[str, Any]) -> Mapping[str, Expected]:
    """Return the expectations in the data of an ``expect`` object, by edition. Raises ScenarioError."""
    return _expectations(Located.parse("expect", json.dumps(body).encode()))


def differences(case: Case, seen: Observation, edition: Edition) -> tuple[Difference, ...]:
    """Return the differences from what is expected; none if the case has no expectation for the edition."""
    expected = (case.expect or {}).get(edition.value)
    return _differences(expected.outcome, seen) if expected else ()


def reading(case: Case, seen: Observation, edition: Edition) -> str:
    """Return the id of the ambiguity whose other reading explains the whole observation; empty if there is none."""
    expected = (case.expect or {}).get(edition.value)
    for other in expected.tolerated if expected else ():
        if expected and not _differences({**expected.outcome, **other.outcome}, seen):
            return other.ambiguity
    return ""


def observed(seen: Observation, part: Part) -> Any:
    """Return one part of an observation in the form in which expectations state it."""
    match part:
        case ("result",):
            return [seen.result_name]
        case ("layers",):
            return list(seen.layer_names)
        case ("extensions", layer):
            return list(seen.extension_names(layer))
        case ("devices",):
            return [device.name for device in seen.devices]
        case ("violations",):
            return [broken(line) for line in seen.violations]
        case ("answers", label):
            return seen.answers.get(label)
        case ("versions", layer):
            return {row.name: row.version for row in reversed(seen.extensions.get(layer, ()))}
        case ("properties", layer):
            return next((_properties(row) for row in seen.layers if row.name == layer), None)
    return list(getattr(seen, part[0]))


def _properties(layer: SeenLayer) -> Mapping[str, object]:
    return {
        "api_version": str(unpacked(layer.spec_version)),
        "implementation_version": layer.implementation_version,
        "description": layer.description,
    }


def _differences(outcome: Mapping[Part, Any], seen: Observation) -> tuple[Difference, ...]:
    return tuple(_differing(outcome, seen))


def _differing(outcome: Mapping[Part, Any], seen: Observation) -> Iterator[Difference]:
    for part, wanted in outcome.items():
        there = observed(seen, part)
        if part[0] in _VALUES:
            if not _agrees(wanted, there):
                yield Difference(part, str(there), str(wanted))
        elif not fits(wanted, there):
            yield Difference(part, _told(there), in_words(wanted))


def _agrees(wanted: Any, there: Any) -> bool:
    """True if an answer is the expected one; only those members of an object count that are expected."""
    if isinstance(wanted, dict) and isinstance(there, Mapping):
        return all(key in there and _agrees(value, there[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(there, list | tuple):
        return len(wanted) == len(there) and all(map(_agrees, wanted, there))
    return bool(wanted == there) and isinstance(wanted, bool) == isinstance(there, bool)


def _told(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"


def _known(said: Located, known: Mapping[Any, object]) -> str:
    """Return the id. Raises ScenarioError if the catalogue lacks it."""
    if said.typed(str) not in known:
        raise said.error(f"there is no rule {said.value}")
    return said.typed(str)


def _expectations(said: Located) -> Mapping[str, Expected]:
    return {edition: _expected(each) for edition, each in said.known_members(_EDITIONS).items()}


def _expected(said: Located) -> Expected:
    members = said.known_members(_EXPECTED)
    others = members.pop("tolerated").items() if "tolerated" in members else ()
    return Expected(dict(_outcome(members)), tuple(map(_tolerated, others)))


def _tolerated(said: Located) -> Tolerated:
    members = said.known_members(_TOLERATED)
    if "ambiguity" not in members:
        raise said.error(f"{said.name} does not say which ambiguity it is about")
    return Tolerated(_known(members.pop("ambiguity"), ambiguities()), dict(_outcome(members)))


def _outcome(members: Mapping[str, Located]) -> Iterator[tuple[Part, Any]]:
    for key, said in members.items():
        if key == "result":
            yield (key,), (said.typed(str),) if isinstance(said.value, str) else pattern(said)
        elif key in _LISTS:
            yield (key,), pattern(said)
        else:
            for name, each in said.members().items():
                yield (key, name), each.value if key in _VALUES else pattern(each)


def _more(case: Case) -> dict[str, object]:
    more: dict[str, object] = {"rules": list(case.rules)} if case.rules else {}
    if case.expect is not None:
        more["expect"] = {edition: _body(expected) for edition, expected in case.expect.items()}
    return more


def _body(expected: Expected) -> dict[str, object]:
    others = [{"ambiguity": each.ambiguity, **_plain(each.outcome)} for each in expected.tolerated]
    return {**_plain(expected.outcome), **({"tolerated": others} if others else {})}


def _plain(outcome: Mapping[Part, Any]) -> dict[str, Any]:
    body: dict[str, Any] = {}
    for part, wanted in outcome.items():
        if part == ("result",):
            body["result"] = wanted[0] if len(wanted) == 1 and isinstance(wanted[0], str) else plain(wanted)
        elif len(part) == 1:
            body[part[0]] = plain(wanted)
        else:
            body.setdefault(part[0], {})[part[1]] = wanted if part[0] in _VALUES else plain(wanted)
    return body

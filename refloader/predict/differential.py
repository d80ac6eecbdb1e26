"""Compares a prediction with the observation of a loader. Runs no loader and does not use log text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from refloader.model.text import brief
from refloader.predict.script import predicted_lines
from refloader.scenario.observation import Observation, name_of_result
from refloader.scenario.scenario import Scenario

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference from the prediction: what it is about, its kind, and both sides as text.

    ``names`` has the names that only one of two lists contains.
    """

    about: str
    kind: str
    predicted: str
    seen: str
    names: frozenset[str] = frozenset()

    @property
    def sort(self) -> tuple[str, str]:
        """What it is about and its kind, which stay the same while the scenario is shrunk."""
        return self.about, self.kind

    def is_part_of(self, other: "Difference") -> bool:
        """True if it has the same ``sort`` and concerns no other names."""
        return self.sort == other.sort and self.names <= other.names and bool(self.names) == bool(other.names)

    def __str__(self) -> str:
        return f"{self.about}: {self.predicted} is predicted, {self.seen} is seen"


def listed_as(scenario: Scenario, listings: Mapping[str, tuple[str, ...]]) -> Scenario:
    """Return the scenario with the files of each folder in the order in which a loader could read them."""
    if not listings:
        return scenario
    places = {
        f"{folder}/{name}": index for folder, names in listings.items() for index, name in enumerate(names)
    }

    def place(path: str) -> int:
        """Return the place of a file in its folder, or that of a folder that is listed itself."""
        return places.get(path, places.get(path.rpartition("/")[0], -1))

    if all(place(path) <= 0 for path in scenario.files):
        return scenario
    files = sorted(scenario.files.items(), key=lambda item: place(item[0]))
    return replace(scenario, files=dict(files))


def differences(predicted: Observation, seen: Observation) -> tuple[Difference, ...]:
    """Return all differences from the prediction, the results of commands first; none if either side is not covered.

    An error of the harness is not a difference. What was not queried is not compared. A loader can forge the answers
    of an application's steps: answers that make no sense count against it.
    """
    if predicted.ended not in ("ok", "crash") or seen.ended in ("not covered", "error"):
        return ()
    if predicted.ended == "crash":
        return () if seen.ended == "crash" else (Difference("the end", seen.ended, "a crash", "an answer"),)
    if seen.ended != "ok":
        return (Difference("the end", seen.ended, "an answer", seen.detail.strip()),)
    try:
        return tuple(_differences(predicted, seen))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return (
            Difference("the end", "fault", "an answer", f"answers that make no sense: {brief(str(error))}"),
        )


def _differences(predicted: Observation, seen: Observation) -> Iterator[Difference]:
    yield from _results(predicted, seen)
    yield from _steps(predicted, seen)
    if "layers" in predicted.results:
        yield from _listed("layers", predicted.layer_names, seen.layer_names)
        yield from _properties(predicted, seen)
    yield from _extensions(predicted, seen)
    if predicted.result == seen.result == 0:
        yield from _listed("chain", predicted.chain, seen.chain)
        yield from _listed("drivers", predicted.drivers, seen.drivers)
        if predicted.results.get("devices") == seen.results.get("devices"):
            ours = [f"{each.name} {each.vendor:x}:{each.device:x}" for each in predicted.devices]
            theirs = [f"{each.name} {each.vendor:x}:{each.device:x}" for each in seen.devices]
            yield from _listed("devices", ours, theirs)


def _results(predicted: Observation, seen: Observation) -> Iterator[Difference]:
    for action, ours in predicted.results.items():
        theirs = seen.results.get(action)
        if theirs is not None and theirs != ours:
            names = name_of_result(ours), name_of_result(theirs)
            yield Difference(f"the result of {action!r}", f"{names[0]} {names[1]}", *names)


def _steps(predicted: Observation, seen: Observation) -> Iterator[Difference]:
    """Compare the answer of each step of an application, and the mocks that it entered."""
    for label, ours in predicted.answers.items():
        theirs = seen.answers.get(label)
        if ours != theirs:
            shown = _answer(ours), _answer(theirs)
            yield Difference(f"the result of {label.rstrip(_DIGITS)!r}", " ".join(shown), *shown)
    for label, entered in predicted.lines.items():
        about = f"who is entered by {label.rstrip(_DIGITS)!r}"
        yield from _listed(about, predicted_lines(entered), predicted_lines(seen.lines.get(label, ())))


_DIGITS = "0123456789"


def _answer(value: object) -> str:
    """Return an answer without incidental data: the name of its result and, for devices, their number."""
    if isinstance(value, Mapping):
        return f"{name_of_result(value['result'])} with {len(value['names'])}"
    return name_of_result(value) if isinstance(value, int) else "nothing"


def _listed(about: str, ours: Any, theirs: Any) -> Iterator[Difference]:
    """Compare two lists of names."""
    ours, theirs = list(ours), list(theirs)
    if ours == theirs:
        return
    shown = ", ".join(ours) or "nothing", ", ".join(theirs) or "nothing"
    if sorted(ours) == sorted(theirs):
        yield Difference(about, "another order", *shown)
        return
    kinds = []
    if set(ours) - set(theirs):
        kinds.append("missing")
    if set(theirs) - set(ours):
        kinds.append("more")
    names = frozenset(ours) ^ frozenset(theirs)
    yield Difference(about, " and ".join(kinds) or "another number", *shown, names)


def _properties(predicted: Observation, seen: Observation) -> Iterator[Difference]:
    """Compare the other properties of the layers that both sides name: row by row if the names are the same."""
    same = predicted.layer_names == seen.layer_names
    by_name = {layer.name: layer for layer in reversed(seen.layers)}
    theirs = seen.layers if same else [by_name.get(layer.name, layer) for layer in predicted.layers]
    for layer, other in zip(predicted.layers, theirs, strict=True):
        for name in ("spec_version", "implementation_version", "description"):
            mine, its = getattr(layer, name), getattr(other, name)
            if mine != its:
                yield Difference(f"{name} of a layer", "another value", repr(mine), repr(its))


def _extensions(predicted: Observation, seen: Observation) -> Iterator[Difference]:
    """Compare instance extensions, except for their order and those that a loader may implement itself."""
    for layer, rows in predicted.extensions.items():
        if layer not in seen.extensions:
            continue
        about = "extensions of a layer" if layer else "extensions"
        ours = {row.name: row.version for row in rows}
        theirs = {row.name: row.version for row in seen.extensions[layer]}
        if not layer:
            ours = {name: version for name, version in ours.items() if name not in _LOADERS_OWN}
            theirs = {name: version for name, version in theirs.items() if name not in _LOADERS_OWN}
        yield from _listed(about, sorted(ours), sorted(theirs))
        common = [name for name in ours if name in theirs and ours[name] != theirs[name]]
        for name in common:
            yield Difference(
                f"version of an extension, {about}", "another value", str(ours[name]), str(theirs[name])
            )
        if layer and len(seen.extensions[layer]) != len(theirs):
            yield Difference(
                about, "twice", ", ".join(ours), ", ".join(r.name for r in seen.extensions[layer])
            )


_LOADERS_OWN = frozenset(
    {
        "VK_EXT_debug_report",
        "VK_EXT_debug_utils",
        "VK_KHR_portability_enumeration",
        "VK_LUNARG_direct_driver_loading",
    }
)
"""The extensions that a loader implements itself, depending on its version."""

"""The prober's answers as named values; checks nothing.

The C code that writes the answers documents them (refloader/probes/layer_prober).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from refloader.model import registry
from refloader.model.text import some
from refloader.suite.layers.alone.rows import Unfinished
from refloader.suite.sessions.answers import Answers, number, part, records, texts, under
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP

SUCCESS, INCOMPLETE = 0, 5
INITIALIZATION_FAILED, LAYER_NOT_PRESENT, EXTENSION_NOT_PRESENT, FEATURE_NOT_PRESENT = -3, -6, -7, -8
NOT_THE_LAYERS = frozenset({"null", "next", "prober", "untouched"})
"""Places of pointers that are not the layer's: NULL, in the entity below, in the prober, not written at all."""

PHYSICAL_LOOKUP = "vk_layerGetPhysicalDeviceProcAddr"
MADE_UP = ("vkMadeUpOfTheProberEXT", "vkMadeUpDeviceCallOfTheProberEXT", "vkMadeUpPhysicalOfTheProberEXT")
"""Names of no command; the open entity below has instance, device and physical-device functions of these names."""

NO_INSTANCE = "no instance could be made with the layer over the prober's functions"
NO_DEVICE = "no device could be made with the layer over the prober's functions"

ALL_STRUCTURES = "chains"
"""The form of a call with all structures that there are on each pNext, as no device allows it."""

APART = 128
"""What is between the numbers of the prober's in the first element of an array and those in the second."""

ON_HANDLES = "clashed"
"""The answer that tells whether all commands were called with other handles, as "carried" tells of other calls."""


def left_out(answers: Answers, answer: str = "carried") -> str:
    """Return what the prober says that it had no time for in the act "carry"; no text if that is nothing."""
    said = part(answers, answer)
    others = number(said, "left_out") - 1
    if others < 0:
        return ""
    further = f" and {others} further commands" if others else ""
    return f"the prober had no time for all calls of {said.get('first')}{further}"


def unfinished(answers: Answers) -> Iterator[tuple[str, str, str]]:
    """Yield each part of the calls that the layer does not come back from: the command, the part, and how it ends."""
    for command, answer in under(answers, "unfinished."):
        for act, how in records(answer, "acts", Unfinished):
            yield command, act, how


def unanswered(answers: Answers, *acts: str, of: Collection[str] = ()) -> str:
    """Return which commands have no answer as the layer does not come back from these parts; no text if all have.

    ``of``: the commands that the check is about; all, if there are none.
    """
    early = (command for command, act, _ in unfinished(answers) if act in acts)
    commands = list(dict.fromkeys(command for command in early if not of or command in of))
    return f"there is no answer about {some(commands)}: the calls for it end early" if commands else ""


def called_again(answers: Answers, command: str) -> Mapping[str, Any]:
    """Return what came of the second of two calls, which has the numbers of the first one's other elements."""
    answer = part(part(answers, f"form.{command}"), "again")
    return answer if answer.get("times") == 1 else {}


def spelled(path: str) -> str:
    """Return a path for readers: the structure alone for one on a chain."""
    head, _, name = path.rpartition("pNext ")
    return f"{name} on pNext of {head.rstrip('.>-')}" if head else path


def lookup_name(kind: str) -> str:
    """Return the name of the lookup for functions of instances, devices or physical devices."""
    return {"instance": INSTANCE_LOOKUP, "device": DEVICE_LOOKUP, "physical": PHYSICAL_LOOKUP}[kind]


def is_of_layer(place: str) -> bool:
    """Return whether a pointer is the layer's, by its place: in its library, or in one that it loaded."""
    return place not in NOT_THE_LAYERS


def is_exported(name: str, place: str) -> bool:
    """Return whether a loader finds the layer's function under a name, by its place.

    ``dlsym`` also finds what a dependency exports. Under an official name that is another's: of a layer that is
    linked with a loader, the loader's.
    """
    return place == "own" or (is_of_layer(place) and registry.command(name) is None)


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a lookup over all names. ``theirs`` are the names that the layer answers with something of its own.

    ``next`` are the names that it answers with the next entity's function, ``asked`` those that it looked up below
    in the meantime, by the same lookup; ``asked_others`` those that it looked up below for another instance.
    ``seen`` is False if there was no such pass.
    """

    seen: bool
    theirs: frozenset[str]
    next: frozenset[str]
    asked: frozenset[str]
    asked_others: frozenset[str]
    asked_with: Mapping[str, str]


def lookups(answers: Answers, label: str) -> Pass:
    """Return the pass of a label."""
    found = part(answers, label)
    elsewhere = {name for name, place in found.get("elsewhere", {}).items() if is_of_layer(place)}
    return Pass(
        seen=bool(found),
        theirs=frozenset(texts(found, "own")) | elsewhere,
        next=frozenset(texts(found, "next")),
        asked=frozenset(texts(found, "asked")),
        asked_others=frozenset(texts(found, "asked_others")),
        asked_with=found.get("asked_with", {}),
    )

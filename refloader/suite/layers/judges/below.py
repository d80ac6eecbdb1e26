"""What a layer called down for which call, and what its lookups got from there. Never judges.

A handle that the layer hands up and the one that it got from below for it differ where the layer wraps objects.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from refloader.model import registry
from refloader.suite.layers.judges.view import View
from refloader.suite.running.look import Look
from refloader.suite.running.recording import Call
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP

CREATE_INSTANCE: Final = "vkCreateInstance"
CREATE_DEVICE: Final = "vkCreateDevice"
CREATIONS: Final = (CREATE_INSTANCE, CREATE_DEVICE)
PHYSICAL_DEVICE_LOOKUP: Final = "vk_layerGetPhysicalDeviceProcAddr"
LOOKUPS: Final = (INSTANCE_LOOKUP, DEVICE_LOOKUP, PHYSICAL_DEVICE_LOOKUP)

_MADE = {CREATE_INSTANCE: "pInstance", CREATE_DEVICE: "pDevice"}
_LAYER_CREATE_INFO = {CREATE_INSTANCE: 47, CREATE_DEVICE: 48}
"""The sType of VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo."""
_LAYER_LINK_INFO = 0


class Creation(NamedTuple):
    """A call that makes an instance or a device: as it came to the layer, and what the layer called down for it."""

    above: Call
    below: tuple[Call, ...]

    @property
    def passed_on(self) -> Call | None:
        """The call that goes down in place of the one that came; a layer may make objects of its own beside it."""
        return next((call for call in self.below if link(call) != 0), None) or next(iter(self.below), None)

    @property
    def up(self) -> int:
        """The handle that the layer handed up, 0 for none."""
        return made(self.above)

    @property
    def low(self) -> int:
        """The handle that it got from below for it, 0 for none."""
        return next((made(call) for call in reversed(self.below) if made(call)), 0)

    @property
    def extensions(self) -> set[str]:
        """The extensions that were enabled for it, from above or by the layer itself."""
        given = (fact for call in (self.above, *self.below) for fact in call.given)
        return {fact.text for fact in given if fact.path.startswith("extensions[")}


def inside(calls: Iterable[Call]) -> dict[int, list[Call]]:
    """The calls by the number of the call that they were made in, on its own thread."""
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.caller, []).append(call)
    return found


def creations(view: View, command: str) -> Iterator[Creation]:
    """All of one kind that came to the layer, in the order of their beginnings.

    None where the layer leaves the command to the next entity: what is called through the layer's link is that one's.
    """
    below = inside(view.out_of(command))
    for call in view.into(command) if _has_own(view, command) else ():
        yield Creation(call, tuple(below.get(call.number, ())))


def _has_own(view: View, command: str) -> bool:
    """Whether the layer has such a function itself, as far as anybody asked for it."""
    given = {call.returned for call in view.out_of(INSTANCE_LOOKUP) if asked_name(call) == command}
    found = {answer(call) for call in view.into(INSTANCE_LOOKUP) if asked_name(call) == command} - {0}
    return not found or not found <= given


def fail_once(look: Look, fact: str, *calls: Call) -> None:
    """Note a breach unless the same has been said: programs do most things again and again."""
    if fact not in look.said:
        look.fail(fact, *calls)


def word(call: Call, path: str) -> int | None:
    """The number that a call was given at a path; None where nothing was recorded."""
    fact = call.fact(path)
    return fact.value if fact else None


def link(call: Call) -> int:
    """The link that a creation found on pNext for who is called: an address, 0 for none."""
    return word(call, "link") or 0


def has_link_node(call: Call) -> bool:
    """Whether a creation was given a structure that holds the links of a chain, be there more of them or not."""
    type_ = _LAYER_CREATE_INFO[call.command]
    nodes = (fact for fact in call.given if fact.path.startswith("node["))
    return any((fact.value, fact.other) == (type_, _LAYER_LINK_INFO) for fact in nodes)


def made(call: Call) -> int:
    """The handle that a creation handed up, 0 where it failed or never came back."""
    fact = call.out(_MADE[call.command])
    return fact.value if fact and call.left is not None and call.result >= 0 else 0


def asked_name(call: Call) -> str:
    """The name that a lookup was asked for."""
    fact = call.fact("pName")
    return fact.text if fact else ""


def asked_handle(call: Call) -> int:
    """The instance or device that a lookup was asked with, 0 for NULL."""
    return word(call, "device" if call.command == DEVICE_LOOKUP else "instance") or 0


def answer(call: Call) -> int:
    """What a lookup was answered by who was called, 0 for NULL."""
    fact = call.out("answer")
    return fact.value if fact else 0


def level(name: str) -> str:
    """What a command is of: global, instance, physical device or device; empty where the registry knows none."""
    command = registry.command(name)
    return command.level if command else ""


class Lookups:
    """The lookups that came to a layer and those that it made itself, with the handles they were made with."""

    def __init__(self, view: View) -> None:
        self.into = tuple(call for call in view.into(*LOOKUPS) if call.left is not None)
        self.out = tuple(call for call in view.out_of(*LOOKUPS) if call.left is not None)
        self._view = view
        self._given = {call.returned for call in self.out}

    def own(self, call: Call) -> bool:
        """Whether the answer is a function of the layer's own: one that no lookup below ever gave it."""
        return answer(call) != 0 and answer(call) not in self._given

    def below(self, call: Call) -> list[Call]:
        """The layer's own lookups of the same kind and name, up to the time when this one was over."""
        every = self._by_name.get((call.command, asked_name(call)), ())
        return [each for each in every if each.entered < (call.left or 0)]

    def within(self, call: Call) -> list[Call]:
        """Those that the layer made in order to answer this one."""
        return [each for each in self.below(call) if each.caller == call.number]

    def live(self, call: Call) -> Creation | None:
        """How the object came to be that a lookup is made with; None where the layer did not hand it up."""
        command = CREATE_DEVICE if call.command == DEVICE_LOOKUP else CREATE_INSTANCE
        of_handle = self._by_handle[command].get(asked_handle(call), ())
        return next((each for each in of_handle if (each.above.left or 0) < call.entered), None)

    @cached_property
    def enabled_for_instances(self) -> set[str]:
        """The extensions that any instance was made with: which one a device belongs to is not followed."""
        return set().union(*(each.extensions for each in self._creations[CREATE_INSTANCE]))

    def others(self, creation: Creation) -> set[int]:
        """The lower handles of all other objects of the kind."""
        return {
            each.low for each in self._creations[creation.above.command] if each.low not in (0, creation.low)
        }

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, str], list[Call]]:
        names: dict[tuple[str, str], list[Call]] = {}
        for call in self.out:
            names.setdefault((call.command, asked_name(call)), []).append(call)
        return names

    @cached_property
    def _by_handle(self) -> Mapping[str, Mapping[int, list[Creation]]]:
        """The creations by what they handed up, the latest first: a handle is used again when its object is gone."""
        found: dict[str, dict[int, list[Creation]]] = {}
        for command, every in self._creations.items():
            handles = found.setdefault(command, {})
            for each in reversed(every):
                if each.up:
                    handles.setdefault(each.up, []).append(each)
        return found

    @cached_property
    def _creations(self) -> Mapping[str, list[Creation]]:
        return {each: list(creations(self._view, each)) for each in CREATIONS}

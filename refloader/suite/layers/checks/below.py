"""The calls that a layer made down for the calls into it, and the answers to its lookups. Gives no verdict.

If a layer wraps objects, the handles that it returns differ from those that it received from below.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from refloader.model import registry
from refloader.suite.layers.checks.layer_calls import LayerCalls, inside
from refloader.suite.sessions.recording import Call
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
    """A call that creates an instance or a device: the call into the layer, and the layer's calls down for it."""

    above: Call
    below: tuple[Call, ...]

    @property
    def passed_on(self) -> Call | None:
        """The call that the layer passed on, with the rest of its own chain.

        It may create further objects for itself, before or after: the loader's callback gives these a chain of
        their own. Of those with the rest of this chain, the first is meant for which the handle parameter holds
        what it held above, or else the one whose handle comes up.
        """
        same = [call for call in self._passed_on if self._is_out_same(call)]
        returned = [call for call in self._passed_on if self.up and made(call) == self.up]
        return next(iter(same or returned or self._passed_on), None)

    @property
    def up(self) -> int:
        """The handle that the layer returned, 0 for none."""
        return made(self.above)

    @property
    def low(self) -> int:
        """The handle that the layer received from below for it, 0 for none."""
        calls = [call for call in self._passed_on if made(call)]
        if self.up in map(made, calls):
            return self.up
        return made(([call for call in calls if self._is_out_same(call)] or calls)[-1]) if calls else 0

    def _is_out_same(self, call: Call) -> bool:
        return word(call, "out") == word(self.above, "out")

    @property
    def _passed_on(self) -> list[Call]:
        """The calls that may be the one that was passed on: it may fail and be tried again with less."""
        rest = word(self.above, "link.next")
        same = [call for call in self.below if rest and link(call) == rest]
        return same or [call for call in self.below if link(call) != 0] or list(self.below)

    @property
    def extensions(self) -> set[str]:
        """The extensions enabled for it, by the call from above or by the layer itself."""
        given = (fact for call in (self.above, *self.below) for fact in call.given)
        return {fact.text for fact in given if fact.path.startswith("extensions[")}


def creations(view: LayerCalls, command: str) -> Iterator[Creation]:
    """Yield the layer's creations by one command, in the order of their entry.

    There are none if the layer leaves the command to the next entity: then calls through the layer's link are that
    entity's.
    """
    below = inside(view.out_of(command))
    for call in view.into(command) if _has_own(view, command) else ():
        yield Creation(call, tuple(below.get(call.number, ())))


def _has_own(view: LayerCalls, command: str) -> bool:
    """Return whether the layer has its own function for a command, as far as lookups show."""
    given = {call.returned for call in view.out_of(INSTANCE_LOOKUP) if asked_name(call) == command}
    found = {answer(call) for call in view.into(INSTANCE_LOOKUP) if asked_name(call) == command} - {0}
    return not found or not found <= given


def word(call: Call, path: str) -> int | None:
    """Return the number that a call received at a path; None if it was not recorded."""
    fact = call.fact(path)
    return fact.value if fact else None


def link(call: Call) -> int:
    """Return the link for the callee that a creation carries on pNext: an address, 0 for none."""
    return word(call, "link") or 0


def has_link_node(call: Call) -> bool:
    """Return whether a creation received a structure for the links of a chain, even without further links in it."""
    type_ = _LAYER_CREATE_INFO[call.command]
    nodes = (fact for fact in call.given if fact.path.startswith("node["))
    return any((fact.value, fact.other) == (type_, _LAYER_LINK_INFO) for fact in nodes)


def made(call: Call) -> int:
    """Return the handle that a creation returned, 0 if it failed or never returned."""
    fact = call.out(_MADE[call.command])
    return fact.value if fact and call.left is not None and call.result >= 0 else 0


def _back(call: Call) -> int:
    return call.left or 0


def _entered(call: Call) -> int:
    return call.entered


def _handed_up(creation: Creation) -> int:
    return creation.above.left or 0


def asked_name(call: Call) -> str:
    """Return the name that a lookup was called with."""
    fact = call.fact("pName")
    return fact.text if fact else ""


def asked_handle(call: Call) -> int:
    """Return the instance or device that a lookup was called with, 0 for NULL."""
    return word(call, "device" if call.command == DEVICE_LOOKUP else "instance") or 0


def answer(call: Call) -> int:
    """Return the pointer with which the callee answered a lookup, 0 for NULL."""
    fact = call.out("answer")
    return fact.value if fact else 0


def level(name: str) -> str:
    """Return the level of a command: global, instance, physical device or device; empty if it is unknown."""
    command = registry.command(name)
    return command.level if command else ""


class Lookups:
    """The lookups that came to a layer and those that it made itself, with the handles they were made with."""

    def __init__(self, view: LayerCalls) -> None:
        self.into = tuple(call for call in view.into(*LOOKUPS) if call.left is not None)
        self.out = tuple(call for call in view.out_of(*LOOKUPS) if call.left is not None)
        self._view = view
        self._given = {call.returned for call in self.out}

    def own(self, call: Call) -> bool:
        """Return whether the answer is the layer's own function: a pointer that no lookup below returned."""
        return answer(call) != 0 and answer(call) not in self._given

    def within(self, call: Call) -> list[Call]:
        """Return the layer's own lookups by the same function and name in order to answer this one."""
        every = self._by_caller.get((call.number, call.command, asked_name(call)), ())
        return [each for each in every if each.entered < (call.left or 0)]

    def last_below(self, call: Call, creation: Creation, *, answered: bool = False) -> Call | None:
        """Return the layer's last lookup by the same function and name until this one returned.

        None if there is none. Those with another object are left out; with ``answered``, so are those that gave NULL.
        """
        kind, low = (call.command, asked_name(call), answered), self._low[creation.above.number]
        found = list[Call]()
        for every in (self._asked.get((*kind, low), ()), self._asked.get((*kind, None), ())):
            before = bisect_left(every, call.left or 0, key=_entered)
            found += every[max(before - 1, 0) : before]
        return max(found, key=_entered, default=None)

    def live(self, call: Call) -> Creation | None:
        """Return the creation of the object that a lookup was made with; None if the layer did not return it."""
        command = CREATE_DEVICE if call.command == DEVICE_LOOKUP else CREATE_INSTANCE
        of_handle = self._by_handle[command].get(asked_handle(call), ())
        before = bisect_left(of_handle, call.entered, key=_handed_up)
        return of_handle[before - 1] if before else None

    @cached_property
    def enabled_for_instances(self) -> set[str]:
        """The extensions that any instance was created with: the instance of a device is not tracked."""
        return set().union(*(each.extensions for each in self._creations[CREATE_INSTANCE]))

    def of_another(self, asked: Call, creation: Creation) -> bool:
        """Return whether the layer asked below with what is another object of the application's at that moment.

        It may ask with an object that it made for itself. A handle is reused when its object is gone.
        """
        return asked_handle(asked) != self._low[creation.above.number] and self._is_of_the_application(asked)

    def _is_of_the_application(self, asked: Call) -> bool:
        command = CREATE_DEVICE if asked.command == DEVICE_LOOKUP else CREATE_INSTANCE
        makers = self._makers[command].get(asked_handle(asked), [])
        before = bisect_left(makers, asked.entered, key=_back)
        return before > 0 and makers[before - 1].number in self._for_the_application

    @cached_property
    def _makers(self) -> Mapping[str, Mapping[int, list[Call]]]:
        """The calls below that made an instance or a device, by its handle, in the order of their return."""
        found: dict[str, dict[int, list[Call]]] = {each: {} for each in CREATIONS}
        for call in sorted(filter(made, self._view.out_of(*CREATIONS)), key=_back):
            found[call.command].setdefault(made(call), []).append(call)
        return found

    @cached_property
    def _low(self) -> Mapping[int, int]:
        """The handle below of each object, by the number of the call that made it."""
        return {each.above.number: each.low for of_command in self._creations.values() for each in of_command}

    @cached_property
    def _for_the_application(self) -> set[int]:
        """The numbers of the calls below that made an object which the layer handed up."""
        every = (each for of_command in self._creations.values() for each in of_command)
        made_ = ((call, self._low[each.above.number]) for each in every for call in each.below)
        return {call.number for call, low in made_ if low and made(call) == low}

    @cached_property
    def _by_caller(self) -> Mapping[tuple[int, str, str], list[Call]]:
        found: dict[tuple[int, str, str], list[Call]] = {}
        for call in self.out:
            found.setdefault((call.caller, call.command, asked_name(call)), []).append(call)
        return found

    @cached_property
    def _asked(self) -> Mapping[tuple[str, str, bool, int | None], list[Call]]:
        """The layer's lookups by function, name, whether they found something, and handle.

        Those with no object of the application's stand at None, too. Programs look up one name very often.
        """
        found: dict[tuple[str, str, bool, int | None], list[Call]] = {}
        for call in self.out:
            handles = (asked_handle(call), *([] if self._is_of_the_application(call) else [None]))
            for answered in (False, True) if answer(call) else (False,):
                for handle in handles:
                    found.setdefault((call.command, asked_name(call), answered, handle), []).append(call)
        return found

    @cached_property
    def _by_handle(self) -> Mapping[str, Mapping[int, list[Creation]]]:
        """The creations by the returned handle, in the order of return: it is reused when its object is gone."""
        found: dict[str, dict[int, list[Creation]]] = {}
        for command, every in self._creations.items():
            handles = found.setdefault(command, {})
            for each in sorted(every, key=_handed_up):
                if each.up:
                    handles.setdefault(each.up, []).append(each)
        return found

    @cached_property
    def _creations(self) -> Mapping[str, list[Creation]]:
        return {each: list(creations(self._view, each)) for each in CREATIONS}

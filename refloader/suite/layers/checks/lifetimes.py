"""The objects on one side of a layer: the calls that made them, their owners, and their ends. Gives no verdict.

Unknown objects are left out: a handle that no recorded call made has no row here, and that alone proves nothing.
Objects that are not dispatchable may share their number, and a number may be reused.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from refloader.model.parameters import handle_type, signature
from refloader.suite.sessions.recording import Call, Fact

DISPATCHABLE = frozenset({"VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer"})
_ASKED_AGAIN = ("vkGet", "vkEnumerate")
"""Prefixes of commands that may return the same object each time."""
_HELD = {
    "vkAllocateCommandBuffers": "pAllocateInfo.commandPool",
    "vkAllocateDescriptorSets": "pAllocateInfo.descriptorPool",
    "vkGetSwapchainImagesKHR": "swapchain",
}
"""The commands whose objects end with another object than their device, and the path of that object."""
_LISTS = {"vkFreeCommandBuffers": "pCommandBuffers[", "vkFreeDescriptorSets": "pDescriptorSets["}
_ENDS = ("vkDestroy", "vkFreeMemory")
_MOST_ALIKE = 256
"""How many living objects of one type and number are followed. Drivers may give alike samplers one number."""
_LAST_RECORDED = "[63]"
"""The suffix of the path of the last element that is recorded of an array; the array may be longer."""


@dataclass(slots=True, eq=False)
class Thing:
    """One object as one side knows it. ``parent`` is the dispatchable object that returned it, ``holder`` its pool.

    ``word`` is the last known first word of a dispatchable object, ``made`` the call that returned it; ``sure`` is
    true if this call succeeded.
    """

    type: str
    value: int
    made: Call
    sure: bool
    parent: "Thing | None" = None
    holder: "Thing | None" = None
    word: int = 0
    ended: bool = False
    children: "dict[Thing, None]" = field(default_factory=dict)
    device: "Thing | None" = field(init=False)
    """The VkDevice it belongs to, itself if it is one."""
    instance: "Thing | None" = field(init=False)
    """The VkInstance it belongs to, itself if it is one."""

    def __post_init__(self) -> None:
        parent = self.parent
        self.device = self if self.type == "VkDevice" else parent.device if parent else None
        self.instance = self if self.type == "VkInstance" else parent.instance if parent else None

    def remaining(self) -> Iterator["Thing"]:
        """Yield the living objects that belong to it, children of children too; each once."""
        seen = {id(self)}
        waiting = [self]
        while waiting:
            for child in waiting.pop().children:
                if not child.ended and id(child) not in seen:
                    seen.add(id(child))
                    waiting.append(child)
                    yield child

    def __str__(self) -> str:
        return f"{self.type} {self.value:#x}"


@dataclass(slots=True)
class Alive:
    """The objects of one side at one moment.

    If too many objects of one type and number live at once, none with that number is followed any further.
    """

    _rows: dict[tuple[str, int], list[Thing]] = field(default_factory=dict)
    _ended: dict[tuple[str, int], Call] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)
    _cut: set[str] = field(default_factory=set)
    _crowded: set[tuple[str, int]] = field(default_factory=set)

    def count(self, type_: str) -> int:
        """Return how many objects of a type are alive."""
        return self._counts[type_]

    def find(self, type_: str, value: int) -> list[Thing]:
        """Return the living objects of this type and number, oldest first."""
        return self._rows.get((handle_type(type_), value), [])

    def latest(self, fact: Fact | None) -> Thing | None:
        """Return the youngest living object that a fact can mean."""
        rows = self.find(fact.type, fact.value) if fact is not None else []
        return rows[-1] if rows else None

    def known(self, type_: str, value: int) -> bool:
        """Return whether such an object was ever made, or may be in a list that was not recorded to its end."""
        key = (handle_type(type_), value)
        return key in self._rows or key in self._ended or key in self._crowded or key[0] in self._cut

    @property
    def loses_sight(self) -> bool:
        """True once there are objects that are not followed any further."""
        return bool(self._crowded)

    def follows(self, call: Call) -> bool:
        """Return whether the objects of all handles that a call received are followed."""
        crowded = self._crowded
        return not crowded or not any(
            (handle_type(each.type), each.value) in crowded for each in handles(call)
        )

    def ender(self, type_: str, value: int) -> Call | None:
        """Return the call that ended the last object of this type and number; None if one lives or none ever did."""
        return None if self.find(type_, value) else self._ended.get((handle_type(type_), value))

    def enter(self, call: Call) -> None:
        """Process the entry of a call and end what it ends: the callee may reuse the number at once."""
        for fact in call.given:
            if fact.other and fact.value and fact.kind == "handle":
                for thing in self.find(fact.type, fact.value):
                    thing.word = fact.other
        for fact in ending(call):
            found, parent = self.find(fact.type, fact.value), self._parent(call)
            for thing in ([each for each in found if each.parent is parent] or found)[-1:]:
                self._end(thing, call)
        if call.command == "vkResetDescriptorPool":
            self._end_children(self.latest(call.fact("descriptorPool")), call)

    def leave(self, call: Call) -> None:
        """Add the objects that a call made. A call that failed may have made some."""
        for fact in call.made:
            if fact.kind == "handle" and fact.value:
                self._add(call, fact)

    def _add(self, call: Call, fact: Fact) -> None:
        key, parent = (handle_type(fact.type), fact.value), self._parent(call)
        if fact.path.endswith(_LAST_RECORDED):
            self._cut.add(key[0])
        if key in self._crowded:
            return
        same = [row for row in self._rows.get(key, ()) if row.parent is parent]
        if same and call.command.startswith(_ASKED_AGAIN):
            same[-1].word = fact.other or same[-1].word
            return
        holder = self.latest(call.fact(_HELD.get(call.command, "")))
        thing = Thing(*key, call, succeeded(call), parent, holder, fact.other)
        self._rows.setdefault(key, []).append(thing)
        self._counts[thing.type] += 1
        for owner in (parent, holder):
            if owner is not None:
                owner.children[thing] = None
        if len(self._rows[key]) > _MOST_ALIKE:
            self._crowd(key)

    def _crowd(self, key: tuple[str, int]) -> None:
        """Follow no object with this number any further."""
        self._crowded.add(key)
        self._ended.pop(key, None)
        for thing in self._rows.pop(key):
            thing.ended = True
            self._counts[thing.type] -= 1
            _leave_owners(thing)

    def _parent(self, call: Call) -> Thing | None:
        return self.latest(dispatched(call))

    def _end_children(self, owner: Thing | None, call: Call) -> None:
        for child in tuple(owner.children) if owner is not None else ():
            self._end(child, call)

    def _end(self, thing: Thing, call: Call) -> None:
        """End an object, and first what belongs to it: a forged recording can have millions in one another."""
        waiting = [thing]
        while waiting:
            if waiting[-1].ended:
                self._forget(waiting.pop(), call)
                continue
            waiting[-1].ended = True
            waiting += [child for child in waiting[-1].children if not child.ended]

    def _forget(self, thing: Thing, call: Call) -> None:
        key = (thing.type, thing.value)
        if key not in self._rows or thing not in self._rows[key]:
            return
        self._counts[thing.type] -= 1
        self._ended[key] = call
        self._rows[key].remove(thing)
        if not self._rows[key]:
            del self._rows[key]
        _leave_owners(thing)


def _leave_owners(thing: Thing) -> None:
    for owner in (thing.parent, thing.holder):
        if owner is not None:
            owner.children.pop(thing, None)


def handles(call: Call) -> Iterator[Fact]:
    """Yield the handles that a call received, except VK_NULL_HANDLE."""
    return (fact for fact in call.given if fact.kind == "handle" and fact.value)


def dispatched(call: Call) -> Fact | None:
    """Return the handle that a call dispatches on: its first parameter, if that is a dispatchable object."""
    row = signature(call.command)
    first = call.fact(row.parameters[0]) if row and row.parameters else None
    return first if first is not None and first.kind == "handle" and first.type in DISPATCHABLE else None


def succeeded(call: Call) -> bool:
    """Return whether a call returned and did not fail."""
    row = signature(call.command)
    return call.left is not None and (row is None or row.returns != "VkResult" or call.result >= 0)


def ending(call: Call) -> Iterator[Fact]:
    """Yield the handles whose objects a call ends, without the objects that end along with them."""
    listed = _LISTS.get(call.command)
    if listed is not None:
        yield from (fact for fact in handles(call) if fact.path.startswith(listed))
    elif call.command.startswith(_ENDS):
        plain = [fact for fact in handles(call) if fact.path.isidentifier()]
        alone = call.command in ("vkDestroyInstance", "vkDestroyDevice")
        if plain and (alone or len(plain) > 1):
            yield plain[-1]

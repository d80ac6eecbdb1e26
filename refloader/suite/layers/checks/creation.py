"""Checks on how a layer creates instances and devices: links, pointers, failures, dispatch tables.

Source: "Layer Dispatch Initialization" and "Example Code for CreateInstance", "... for CreateDevice" of all
editions.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter

from refloader.model import registry
from refloader.suite.layers.checks.below import (
    CREATE_DEVICE,
    CREATE_INSTANCE,
    CREATIONS,
    LOOKUPS,
    Creation,
    answer,
    asked_handle,
    asked_name,
    creations,
    has_link_node,
    level,
    link,
    made,
    word,
)
from refloader.suite.layers.checks.layer_calls import LayerCalls, inside
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call, Fact
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP

LayerCheck = Callable[[LayerCalls], CheckResult]
_LISTINGS = (
    "vkEnumeratePhysicalDevices",
    "vkEnumeratePhysicalDeviceGroups",
    "vkEnumeratePhysicalDeviceGroupsKHR",
)
_NOT_PRESENT = {registry.results()[f"VK_ERROR_{kind}_NOT_PRESENT"] for kind in ("LAYER", "EXTENSION")}

_SEVERAL = 2
_NO_EXTENSION = registry.results()["VK_ERROR_EXTENSION_NOT_PRESENT"]
_NO_FAILURE = "what is below the layer was to fail to make an instance or a device"

# ---- links


def instance_link_advanced(view: LayerCalls) -> CheckResult:
    """Check that the layer replaces its own link by the next layer's in the vkCreateInstance that it passes down."""
    return _link_advanced(view, CREATE_INSTANCE)


def device_link_advanced(view: LayerCalls) -> CheckResult:
    """Check that the layer replaces its own link by the next layer's in the vkCreateDevice that it passes down."""
    return _link_advanced(view, CREATE_DEVICE)


def _link_advanced(view: LayerCalls, command: str) -> CheckResult:
    result = CheckResult(missing=f"the layer was to find a link in {command} and call it down")
    for each in creations(view, command):
        own, following = link(each.above), word(each.above, "link.next")
        if not own or following is None or not each.below:
            continue
        result.seen += 1
        stuck = [call for call in each.below if has_link_node(call) and link(call) == own]
        found = [link(call) for call in each.below]
        if stuck:
            result.fail(
                f"{command} goes down with the layer's own link {own:#x} still there", each.above, *stuck
            )
        elif following not in found:
            fact = f"{command} goes down with link {found[0]:#x}, the one behind the layer's own is {following:#x}"
            result.fail(fact, each.above, *each.below)
    return result


# ---- what pInstance and pDevice point to


def instance_pointer_untouched(view: LayerCalls) -> CheckResult:
    """Check that the value at pInstance is the same for the next entity as it was for the layer."""
    return _pointer_untouched(view, CREATE_INSTANCE, "pInstance")


def device_pointer_untouched(view: LayerCalls) -> CheckResult:
    """Check that the value at pDevice is the same for the next entity as it was for the layer."""
    return _pointer_untouched(view, CREATE_DEVICE, "pDevice")


def _pointer_untouched(view: LayerCalls, command: str, pointer: str) -> CheckResult:
    result = CheckResult(missing=f"the layer was to call {command} down")
    for each in creations(view, command):
        came, below = word(each.above, "out"), each.passed_on
        went = word(below, "out") if below else None
        if below is None or came is None or went is None:
            continue
        result.seen += 1
        if went != came:
            fact = (
                f"*{pointer} is {came:#x} when {command} comes to the layer and {went:#x} when it goes down"
            )
            result.fail(fact, each.above, below)
    return result


# ---- lookups of the next function


def next_creation_asked_without_instance(view: LayerCalls) -> CheckResult:
    """Check that the layer looks up the next vkCreateInstance with NULL."""
    return _asked_without_instance(view, CREATE_INSTANCE)


def next_device_creation_asked_without_instance(view: LayerCalls) -> CheckResult:
    """Check that the layer looks up the next vkCreateDevice with NULL, as the editions up to 2018 require."""
    return _asked_without_instance(view, CREATE_DEVICE)


def _asked_without_instance(view: LayerCalls, command: str) -> CheckResult:
    result = CheckResult(missing=f"the layer was to ask for the next {command} while it does {command}")
    for _, call in _lookups_of_next(view, command):
        result.seen += 1
        if asked_handle(call):
            result.fail(
                f"the next {command} is asked for with instance {asked_handle(call):#x}, not NULL", call
            )
    return result


def next_device_creation_asked_with_instance(view: LayerCalls) -> CheckResult:
    """Check that the layer looks up the next vkCreateDevice with the physical device's instance, as known below.

    Source: the editions from 2022 on.
    """
    result = CheckResult(
        missing="the layer was to ask for the next vkCreateDevice while it does vkCreateDevice"
    )
    instances = {each.low for each in creations(view, CREATE_INSTANCE) if each.low}
    listings = _listings(view)
    for each, call in _lookups_of_next(view, CREATE_DEVICE):
        result.seen += 1
        handle, right = asked_handle(call), _instance_of(listings, each)
        if not handle:
            fact = "the next vkCreateDevice is asked for with NULL, as 2016 and 2018 have it, not with the instance"
            result.fail_once(fact, each.above, call)
        elif right and handle != right:
            fact = (
                f"the next vkCreateDevice is asked for with instance {handle:#x}, the device's is {right:#x}"
            )
            result.fail(fact, each.above, call)
        elif instances and handle not in instances:
            fact = f"the next vkCreateDevice is asked for with {handle:#x}, which is no instance that is known below"
            result.fail(fact, each.above, call)
    return result


def _lookups_of_next(view: LayerCalls, command: str) -> Iterator[tuple[Creation, Call]]:
    """Yield the lookups of the next creating function before it is called: later ones may fill tables."""
    lookups = inside(view.out_of(INSTANCE_LOOKUP))
    for each in creations(view, command):
        called = each.below[0].entered if each.below else each.above.left
        for call in lookups.get(each.above.number, ()):
            if asked_name(call) == command and (called is None or call.entered < called):
                yield each, call


def _instance_of(listings: Mapping[int, Sequence[Call]], creation: Creation) -> int:
    """Return the lower handle of the instance whose physical device a device is made from; 0 if none listed it.

    The last listing before the creation counts, because handles are reused.
    """
    below = creation.passed_on
    of_device = listings.get(word(below, "physicalDevice") or 0, ()) if below is not None else ()
    before = bisect_left(of_device, below.entered, key=attrgetter("entered")) if below is not None else 0
    return word(of_device[before - 1], "instance") or 0 if before else 0


def _listings(view: LayerCalls) -> Mapping[int, Sequence[Call]]:
    """Return the calls below that listed each physical device, in their order."""
    found: dict[int, list[Call]] = {}
    for call in view.out_of(*_LISTINGS):
        for value in {fact.value for fact in _physical_devices(call)}:
            found.setdefault(value, []).append(call)
    return found


def _physical_devices(call: Call) -> Iterator[Fact]:
    return (fact for fact in call.made if fact.type == "VkPhysicalDevice")


# ---- failures


def failure_passed_up(view: LayerCalls) -> CheckResult:
    """Check that the layer's creation fails if its last call down fails."""
    result = CheckResult(missing=_NO_FAILURE)
    for above, last in _failures_below(view):
        result.seen += 1
        if above.result >= 0:
            result.fail_once(
                f"{last.command} failed below with {last.result}, the layer succeeds", above, last
            )
    return result


def failure_unchanged(view: LayerCalls) -> CheckResult:
    """Check that the layer returns such a failure unchanged. Source: the example code of the documents."""
    result = CheckResult(missing=_NO_FAILURE)
    for above, last in _failures_below(view):
        result.seen += 1
        if above.result != last.result:
            fact = f"{last.command} failed below with {last.result}, the layer returns {above.result}"
            result.fail_once(fact, above, last)
    return result


def _failures_below(view: LayerCalls) -> Iterator[tuple[Call, Call]]:
    """Yield each creation whose last call down failed, with that call.

    If the layer succeeds with what an earlier call made, the last one was for an object of its own.
    """
    for each in (creation for command in CREATIONS for creation in creations(view, command)):
        last = each.below[-1] if each.below else None
        if not last or last.left is None or each.above.left is None or last.result >= 0:
            continue
        if each.above.result < 0 or not each.low:
            yield each.above, last


def unknown_names_of_instances_tolerated(view: LayerCalls) -> CheckResult:
    """Check that vkCreateInstance does not fail in the layer for extensions and layers that it cannot know."""
    return _unknown_names_tolerated(view, CREATE_INSTANCE)


def unknown_names_of_devices_tolerated(view: LayerCalls) -> CheckResult:
    """Check that vkCreateDevice does not fail in the layer for names that it cannot know. Source: edition 2016."""
    return _unknown_names_tolerated(view, CREATE_DEVICE)


def _unknown_names_tolerated(view: LayerCalls, command: str) -> CheckResult:
    look = CheckResult(
        missing=f"{command} was to come with the name of an extension that nobody has registered"
    )
    every = [each for each in creations(view, command) if each.above.left is not None]
    works_otherwise = any(made(each.above) and not _unknown_names(view, each.above) for each in every)
    for each in every:
        names = _unknown_names(view, each.above)
        if not names:
            continue
        look.seen += 1
        failed_below = bool(each.below) and (each.below[-1].left is None or each.below[-1].result < 0)
        result = each.above.result
        if result < 0 and not failed_below and (result in _NOT_PRESENT or works_otherwise):
            look.fail(f"{command} with {names} fails in the layer with {result}", each.above, *each.below)
    return look


def names_below_tolerated(view: LayerCalls) -> CheckResult:
    """Check that vkCreateInstance of the layer does not call an extension absent that nobody below was asked for.

    VK_ERROR_EXTENSION_NOT_PRESENT of the layer alone says that it does not recognize a name.
    """
    result = CheckResult(missing=f"{CREATE_INSTANCE} was to come with names of extensions")
    for each in creations(view, CREATE_INSTANCE):
        names = [fact.text for fact in each.above.given if fact.path.startswith("extensions[")]
        if not names or each.above.left is None:
            continue
        result.seen += 1
        if each.above.result == _NO_EXTENSION and not each.below:
            fact = f"{CREATE_INSTANCE} with {', '.join(names)} fails in the layer with VK_ERROR_EXTENSION_NOT_PRESENT"
            result.fail(fact, each.above)
    return result


def _unknown_names(view: LayerCalls, call: Call) -> str:
    extensions = [fact.text for fact in call.given if fact.path.startswith("extensions[")]
    layers = [fact.text for fact in call.given if fact.path.startswith("layers[")]
    unknown = [name for name in extensions if registry.extension(name) is None]
    return ", ".join([*unknown, *(name for name in layers if name != view.layer)])


# ---- dispatch tables


def tables_filled_after_creation(view: LayerCalls) -> CheckResult:
    """Check that the layer looks up a new object's functions only after the creating call has returned."""
    result = CheckResult(missing="the layer was to look functions up while it makes an instance or a device")
    lookups = inside(view.out_of(*LOOKUPS))
    for command, lookup in ((CREATE_INSTANCE, INSTANCE_LOOKUP), (CREATE_DEVICE, DEVICE_LOOKUP)):
        back = _first_back(view, command)
        for each in creations(view, command):
            for call in lookups.get(each.above.number, ()) if each.below else ():
                earlier = back.get(asked_handle(call), each.above.entered) < each.above.entered
                if call.command == lookup and not earlier and _of_objects(call):
                    result.seen += 1
                    if _too_early(call, each):
                        result.fail(
                            f"{asked_name(call)} is asked for before {command} came back",
                            call,
                            *each.below[:4],
                        )
    return result


def _first_back(view: LayerCalls, command: str) -> dict[int, int]:
    """Return when each handle first came from below, also those of objects that the layer makes for itself."""
    back: dict[int, int] = {}
    for call in view.out_of(command):
        if made(call) and call.left is not None:
            back.setdefault(made(call), call.left)
    return back


def _of_objects(lookup: Call) -> bool:
    """Return whether a lookup needs the object; old editions look up the next vkCreateDevice without one."""
    name = asked_name(lookup)
    if level(name) == "global":
        return False
    return asked_handle(lookup) != 0 or not (name in (CREATE_DEVICE, INSTANCE_LOOKUP) or level(name) == "")


def _too_early(lookup: Call, creation: Creation) -> bool:
    back = creation.below[0].left
    return back is None or lookup.entered < back


_OF_INSTANCES = ("instance", "physical device")
"""The levels of the functions that vkGetInstanceProcAddr gives: those of devices come right at any time."""

_WITHOUT_END = (
    "; loaders up to 1.3.250 answer with the function at the top of the chain, so that the call never ends"
)
"""Measured on loaders from 1.1.97 to 1.4.335, of which those from 1.3.275 on answer as they do at creation."""


def tables_filled_at_creation(view: LayerCalls) -> CheckResult:
    """Check that the layer does not delay the lookup of a next function until that function is called."""
    result = CheckResult(missing="the layer was to call down what came to it")
    below = view.inside
    for call in view.into():
        if call.command in (*CREATIONS, *LOOKUPS):
            continue
        made_down = below.get(call.number, [])
        late = [each for each in made_down if each.command in LOOKUPS and asked_name(each) == call.command]
        result.seen += bool(late) or any(each.command == call.command for each in made_down)
        for each in late:
            fact = f"the next {call.command} is asked for only when {call.command} is called"
            fact += _WITHOUT_END if level(call.command) in _OF_INSTANCES else ""
            result.fail_once(fact, call, each)
    return result


def table_for_each_device(view: LayerCalls) -> CheckResult:
    """Check that the layer calls a device's functions as looked up for that device, not for another one."""
    result = CheckResult(missing="the layer was to call functions of two devices down")
    found, devices = dict[int, set[str]](), Counter[str]()
    of_instances, owners = set[str](), dict[int, int]()
    for call in view.out_of():
        if call.command == CREATE_DEVICE and made(call):
            devices.subtract(found.get(made(call), ()))
            found[made(call)] = set()
        elif call.command == DEVICE_LOOKUP and answer(call):
            names = found.setdefault(asked_handle(call), set())
            devices[asked_name(call)] += asked_name(call) not in names
            names.add(asked_name(call))
        elif call.command == INSTANCE_LOOKUP and answer(call):
            of_instances.add(asked_name(call))
        elif call.command != DEVICE_LOOKUP and level(call.command) == "device":
            device = _device_of(call, owners)
            if device not in found or len(found) < _SEVERAL:
                continue
            result.seen += 1
            if call.command in of_instances or call.command in found[device]:
                continue
            if devices[call.command]:
                fact = f"{call.command} of device {device:#x} is called, but was looked up only for another device"
                result.fail(fact, call)
    return result


def _device_of(call: Call, owners: dict[int, int]) -> int:
    """Return the device that a call is made on, and remember the device of queues and command buffers."""
    first = call.words[0] if call.words else 0
    device = word(call, "device") or owners.get(first, 0)
    for fact in call.made:
        if fact.type in ("VkQueue", "VkCommandBuffer"):
            owners[fact.value] = device
    return device

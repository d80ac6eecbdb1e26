"""Checks on the act "lookups": every command of the registry through each lookup of a layer above a made-up entity.

The open entity below has all names. What has to be NULL is checked in ``absent``. Source: "Layer Intercept
Requirements", "Distributed Dispatching Requirements", "Layer Conventions and Rules", "Layer Unknown
Physical Device Extensions".
"""

from collections.abc import Iterable

from refloader.model import registry
from refloader.suite.layers.alone.answers import (
    MADE_UP,
    NO_DEVICE,
    NO_INSTANCE,
    PHYSICAL_LOOKUP,
    Pass,
    is_of_layer,
    lookup_name,
    lookups,
)
from refloader.suite.sessions.answers import Answers, part, texts
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP, Promises

CREATE_INSTANCE, CREATE_DEVICE = "vkCreateInstance", "vkCreateDevice"
_OPEN = "lookups.open"
_PASSES = tuple(
    f"lookups.{place}.{kind}"
    for place in ("open", "closed", "enabled", "again")
    for kind in ("instance", "device", "physical")
)
_OF_EVERY_DEVICE_LAYER = (
    CREATE_DEVICE,
    "vkEnumerateDeviceExtensionProperties",
    "vkEnumerateDeviceLayerProperties",
)
"""Commands that take a physical device, but that every loader knows and other rules are about."""


# ---- what has to be intercepted


def instance_chain(answers: Answers) -> CheckResult:
    """Check that vkGetInstanceProcAddr and vkCreateInstance are the layer's own."""
    first, opened = lookups(answers, "lookups.first"), lookups(answers, f"{_OPEN}.instance")
    result = CheckResult(missing="the layer's library could not be asked")
    refused = part(answers, "lookups.entry").get("refused")
    if refused:
        result.seen = 1
        result.fail(str(refused))
    if first.seen:
        result.seen += 1
        if CREATE_INSTANCE not in first.theirs:
            result.fail("vkGetInstanceProcAddr gives no vkCreateInstance of the layer without an instance")
    if opened.seen:
        result.seen += 1
        if INSTANCE_LOOKUP not in opened.theirs:
            result.fail("vkGetInstanceProcAddr of an instance gives no vkGetInstanceProcAddr of the layer")
    return result


def device_chain(answers: Answers) -> CheckResult:
    """Check that a layer that intercepts device functions intercepts vkGetDeviceProcAddr and vkCreateDevice too."""
    instance, device = lookups(answers, f"{_OPEN}.instance"), lookups(answers, f"{_OPEN}.device")
    own = {name for name in device.theirs if _level(name) == "device"} - {DEVICE_LOOKUP}
    result = CheckResult(seen=1 if own else 0, missing="the layer intercepts no function of devices")
    if own and DEVICE_LOOKUP not in device.theirs:
        result.fail(f"the layer intercepts {result.some(own)}, but not vkGetDeviceProcAddr")
    if own and CREATE_DEVICE not in instance.theirs:
        result.fail(f"the layer intercepts {result.some(own)}, but not vkCreateDevice")
    return result


def create_instance_with_any_instance(answers: Answers) -> CheckResult:
    """Check that vkCreateInstance is found with an instance, too."""
    opened = lookups(answers, f"{_OPEN}.instance")
    result = CheckResult(seen=1 if opened.seen else 0, missing=NO_INSTANCE)
    if opened.seen and CREATE_INSTANCE not in opened.theirs | opened.next:
        result.fail("vkGetInstanceProcAddr of an instance gives NULL for vkCreateInstance")
    return result


# ---- lookups that are forwarded


def instance_names_forwarded(answers: Answers) -> CheckResult:
    """Check that the next vkGetInstanceProcAddr answers names that the layer does not intercept.

    For commands that need no instance, Vulkan requires NULL if one is given: a layer may return NULL itself.
    """
    always = {name for name in registry.commands() if _core(name) == "1.0" and _level(name) != "global"}
    return _forwarded(answers, "instance", always | set(MADE_UP), NO_INSTANCE)


def device_names_forwarded(answers: Answers) -> CheckResult:
    """Check that the next vkGetDeviceProcAddr answers names that the layer does not intercept."""
    instance = lookups(answers, f"{_OPEN}.instance")
    if instance.seen and CREATE_DEVICE not in instance.theirs:
        return CheckResult(
            missing="the layer leaves vkCreateDevice to what is below it, and so knows no device"
        )
    always = {name for name in registry.commands() if _core(name) == "1.0" and _level(name) == "device"}
    return _forwarded(answers, "device", always | {MADE_UP[1]}, NO_DEVICE)


def device_names_from_the_same_lookup(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr gives no function from below that the next vkGetDeviceProcAddr does not give.

    That of the entity below has the functions of devices alone, as Vulkan requires. A layer that gives another
    function of that entity has it from vkGetInstanceProcAddr.
    """
    found = lookups(answers, f"{_OPEN}.device")
    of_devices = {name for name in found.next if _level(name) == "device"} | {MADE_UP[1]}
    result = CheckResult(seen=len(found.next), missing=NO_DEVICE)
    if found.next - of_devices:
        result.fail(
            f"{DEVICE_LOOKUP} gives the next entity's {result.some(found.next - of_devices)}, "
            f"for which the next {DEVICE_LOOKUP} answers NULL"
        )
    return result


def physical_names_forwarded(answers: Answers) -> CheckResult:
    """Check that the next vk_layerGetPhysicalDeviceProcAddr answers names that the layer does not know."""
    return _forwarded(answers, "physical", {MADE_UP[2]}, _no_physical_lookup(answers))


def _forwarded(answers: Answers, kind: str, names: set[str], missing: str) -> CheckResult:
    """Check the names that the entity below always has. Others may have to be NULL because they are not enabled."""
    result = CheckResult(missing=missing)
    for place, when in (("open", ""), ("left", " once another instance is gone")):
        found = lookups(answers, f"lookups.{place}.{kind}")
        known = (names if place == "open" else names.intersection(MADE_UP)) if found.seen else set()
        result.seen += len(known)
        unanswered = known - found.theirs - found.next
        for which, why in (
            (unanswered & found.asked, "though the next entity has it"),
            (unanswered - found.asked, "and does not ask below"),
        ):
            if which:
                result.fail(f"{lookup_name(kind)} answers NULL for {result.some(which)} {why}{when}")
    return result


def own_names_stay(answers: Answers) -> CheckResult:
    """Check that the lookups do not go down for names that the layer intercepts.

    Only functions that always exist are checked: the layer may have to ask below whether others exist, so that it
    can return NULL for them. Who gives its own function for an instance and that of the next entity for a device is
    passed by where a program asks the device.
    """
    result = CheckResult(missing=NO_INSTANCE)
    for kind in ("instance", "device", "physical"):
        found = lookups(answers, f"{_OPEN}.{kind}")
        own = {name for name in found.theirs if _core(name) == "1.0"}
        result.seen += len(own)
        if own & found.asked:
            result.fail(
                f"{lookup_name(kind)} asks below for {result.some(own & found.asked)}, which the layer intercepts"
            )
    passed_by = _own_of_instances(answers) & lookups(answers, f"{_OPEN}.device").next
    if passed_by:
        result.fail(
            f"{DEVICE_LOOKUP} gives the next entity's {result.some(passed_by)}, "
            f"for which {INSTANCE_LOOKUP} gives the layer's"
        )
    return result


def _own_of_instances(answers: Answers) -> set[str]:
    """Return the commands of devices that the layer intercepts for those who ask an instance."""
    found = lookups(answers, f"{_OPEN}.instance")
    return {name for name in found.theirs if _core(name) == "1.0" and _level(name) == "device"}


def own_next_asked(answers: Answers) -> CheckResult:
    """Check that each instance and device asks only its own next entity."""
    result = CheckResult(missing=NO_INSTANCE)
    for label in _PASSES:
        found = lookups(answers, label)
        result.seen += len(found.asked)
        if found.asked_others:
            result.fail(
                "the layer asks below another instance than this one when asked for "
                f"{result.some(found.asked_others)}"
            )
    return result


def own_handles_unwrapped(answers: Answers) -> CheckResult:
    """Check that a lookup passes down no handle with which the layer replaces another one."""
    result = CheckResult(missing="the layer puts no instance or device of its own in the place of others")
    for label in _PASSES:
        found = lookups(answers, label)
        wraps = part(part(answers, _maker(label)), "made").get("handle") == "upper"
        result.seen += len(found.asked) if wraps else 0
        wrapped = {name for name, handle in found.asked_with.items() if handle == "upper"}
        if wrapped:
            result.fail(
                f"asked for {result.some(wrapped)}, the layer passes its own handle to the next entity"
            )
    return result


def _maker(label: str) -> str:
    """Return the label of the creation that a pass belongs to."""
    place = label.replace("again", "open").rpartition(".")[0]
    return f"{place}.create_device" if label.endswith(".device") else place


# ---- physical devices


def physical_lookup_offered(answers: Answers) -> CheckResult:
    """Check that a layer that intercepts functions of physical devices has vk_layerGetPhysicalDeviceProcAddr."""
    found = lookups(answers, f"{_OPEN}.instance")
    own = {name for name in found.theirs if _level(name) == "physical device"} - {*_OF_EVERY_DEVICE_LAYER}
    result = CheckResult(
        seen=1 if own else 0, missing="the layer intercepts no more functions of physical devices than others"
    )
    if own and not _has_physical_lookup(answers):
        result.fail(f"the layer intercepts {result.some(own)}, but has no vk_layerGetPhysicalDeviceProcAddr")
    return result


def physical_lookup_answers(answers: Answers) -> CheckResult:
    """Check what vk_layerGetPhysicalDeviceProcAddr returns for the layer's own functions.

    It has to return those of physical devices, and NULL for the others without a call down.
    """
    instance, physical = lookups(answers, f"{_OPEN}.instance"), lookups(answers, f"{_OPEN}.physical")
    result = CheckResult(missing=_no_physical_lookup(answers))
    own = {name for name in instance.theirs if _level(name)} if physical.seen else set()
    of_devices = {name for name in own if _level(name) == "physical device"}
    result.seen = len(own)
    if of_devices - physical.theirs:
        result.fail(f"it does not give the layer's own {result.some(of_devices - physical.theirs)}")
    others = own - of_devices
    if others & (physical.theirs | physical.next):
        result.fail(
            f"it gives {result.some(others & (physical.theirs | physical.next))}, of no physical device"
        )
    if others & physical.asked:
        result.fail(
            f"it asks below for {result.some(others & physical.asked)}, "
            "which the layer knows to be of no physical device"
        )
    return result


def physical_lookup_of_devices(answers: Answers, names: Iterable[str]) -> CheckResult:
    """Check that the lookup gives no function of devices for a name that no registry and perhaps no loader knows.

    A loader takes what the lookup gives for a function of physical devices ("return a trampoline to a generic
    physical device function"): a program that calls it with a device ends there. Which of the layer's functions are
    those of devices, vkGetDeviceProcAddr says, if it does not give all of them.
    """
    unknown = {name for name in names if not _level(name)}
    of_devices = lookups(answers, "lookups.promised.device").theirs & unknown
    physical = lookups(answers, "lookups.promised.physical").theirs & unknown
    tells_apart = bool(physical - of_devices)
    result = CheckResult(
        seen=len(of_devices) if tells_apart else 0,
        missing="the manifest lists no functions of the layer's own, or the lookups do not tell their kinds apart",
    )
    if tells_apart and of_devices & physical:
        which = f"{result.some(of_devices & physical)}, which {DEVICE_LOOKUP} gives as well"
        result.fail(f"{PHYSICAL_LOOKUP} gives {which}: loaders take it for a function of physical devices")
    return result


def physical_lookup_reached(answers: Answers) -> CheckResult:
    """Check that vkGetInstanceProcAddr returns a vk_layerGetPhysicalDeviceProcAddr, the layer's or the next one."""
    found = lookups(answers, f"{_OPEN}.instance")
    result = CheckResult(seen=1 if found.seen else 0, missing=NO_INSTANCE)
    if found.seen and PHYSICAL_LOOKUP not in found.theirs | found.next:
        result.fail(
            "vkGetInstanceProcAddr gives NULL for vk_layerGetPhysicalDeviceProcAddr, though the next entity has it"
        )
    return result


def physical_lookup_published(answers: Answers) -> CheckResult:
    """Check that the layer's function is returned both by the negotiation and by vkGetInstanceProcAddr."""
    found = lookups(answers, f"{_OPEN}.instance")
    entry = part(answers, "lookups.entry")
    by_name = PHYSICAL_LOOKUP in found.theirs
    by_negotiation = is_of_layer(entry.get("physical", "null"))
    result = CheckResult(missing="the layer has no vk_layerGetPhysicalDeviceProcAddr, or does not negotiate")
    if found.seen and entry["by"] == "negotiation" and (by_name or by_negotiation):
        result.seen = 1
        if not by_name:
            result.fail(
                "the negotiation gives vk_layerGetPhysicalDeviceProcAddr, but vkGetInstanceProcAddr does not"
            )
        if not by_negotiation:
            result.fail(
                "vkGetInstanceProcAddr gives vk_layerGetPhysicalDeviceProcAddr, but the negotiation does not"
            )
    return result


def physical_lookup_of_wrappers(answers: Answers) -> CheckResult:
    """Check that a layer that wraps VkInstance has vk_layerGetPhysicalDeviceProcAddr."""
    wraps = part(part(answers, _OPEN), "made").get("handle") == "upper"
    result = CheckResult(seen=1 if wraps else 0, missing="the layer does not wrap VkInstance")
    if wraps and not _has_physical_lookup(answers):
        result.fail("the layer wraps VkInstance, but has no vk_layerGetPhysicalDeviceProcAddr")
    return result


def _has_physical_lookup(answers: Answers) -> bool:
    by_name = PHYSICAL_LOOKUP in lookups(answers, f"{_OPEN}.instance").theirs
    return by_name or is_of_layer(part(answers, "lookups.entry").get("physical", "null"))


def _no_physical_lookup(answers: Answers) -> str:
    has = lookups(answers, f"{_OPEN}.instance").seen
    return "the layer's negotiation gives no vk_layerGetPhysicalDeviceProcAddr" if has else NO_INSTANCE


def manifest_entrypoints(answers: Answers, names: Iterable[str]) -> CheckResult:
    """Check that functions that the manifest lists for device extensions are found once these are enabled.

    Those that take a physical device are found with an instance alone: vkGetDeviceProcAddr has functions of devices.
    A layer may leave a function to the entity below, if that has it.
    """
    found: Pass = lookups(answers, "lookups.enabled.device")
    of_instance: Pass = lookups(answers, "lookups.enabled.instance")
    result = CheckResult(
        missing="the manifest lists no functions, or no device could be made with their extensions"
    )
    for name in names if found.seen else ():
        result.seen += 1
        if name not in found.theirs | found.next | of_instance.theirs | of_instance.next:
            result.fail(f"the manifest lists {name}, but both lookups give NULL for it")
    return result


def reported_functions(answers: Answers, promises: Promises, *, are_reported: bool) -> CheckResult:
    """Check the same of functions of device extensions that the layer reports there, or of those that it does not.

    A layer that leaves an extension out of the list of a device that cannot have it has promised none of it. Its
    list for its own name is often the same for all devices: what it lists there is promised for this one if any
    function of the extension is the layer's own, as it then implements it. Functions that an extension has only
    beside another one, as VK_EXT_shader_object has vkCmdSetViewportWScalingEnableNV, are not promised by it alone.
    """
    of_device, of_instance = (lookups(answers, f"lookups.promised.{kind}") for kind in ("device", "instance"))
    own = of_device.theirs | of_instance.theirs
    listed = texts(part(answers, "lookups.promised.reported"), "names")
    of_layer = texts(part(answers, "lookups.promised.own"), "names")
    names = [
        name
        for extension, functions in promises
        for name in functions
        if (
            _is_always_of(name, extension)
            and (extension in listed or (extension in of_layer and not own.isdisjoint(functions)))
        )
        is are_reported
    ]
    if not names:
        which = "does not report" if are_reported else "reports"
        return CheckResult(missing=f"the layer {which} its extensions above an entity that lacks them")
    return promised_functions(answers, names)


def promised_functions(answers: Answers, names: Iterable[str]) -> CheckResult:
    """Check that the functions of the layer's own extensions are there where nothing below has them.

    ``names`` are those that the manifest lists, or that the registry knows of the extensions in it.
    """
    of_instance = lookups(answers, "lookups.promised.instance")
    of_device = lookups(answers, "lookups.promised.device")
    result = CheckResult(
        missing="the manifest lists no extensions with functions, or no device could be made with them"
    )
    found = of_instance.theirs | of_instance.next | of_device.theirs | of_device.next
    for name in names if of_device.seen else ():
        result.seen += 1
        if name not in found:
            result.fail(
                f"{name} is NULL with the layer's extensions enabled, above an entity that lacks them"
            )
    return result


def _is_always_of(name: str, extension: str) -> bool:
    known = registry.command(name)
    return known is None or extension in known.always


def _level(name: str) -> str:
    known = registry.command(name)
    return known.level if known else ""


def _core(name: str) -> str | None:
    known = registry.command(name)
    return known.core if known else None

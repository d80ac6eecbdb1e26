"""Checks on a layer's answers to vkGetInstanceProcAddr, vkGetDeviceProcAddr and their like in a chain.

A function is a layer's own if no lookup below returned that pointer. Lookups with handles that the layer did not
return are not checked. Source: "Layer Intercept Requirements", "Distributed Dispatching Requirements", "Layer
Conventions and Rules", "Layer Unknown Physical Device Extensions".
"""

from collections.abc import Iterator

from refloader.model import registry
from refloader.suite.layers.checks.below import (
    CREATE_DEVICE,
    CREATE_INSTANCE,
    PHYSICAL_DEVICE_LOOKUP,
    Creation,
    Lookups,
    answer,
    asked_handle,
    asked_name,
    level,
)
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP, NEGOTIATE

_OF_THE_INTERFACE = (PHYSICAL_DEVICE_LOOKUP, NEGOTIATE)
_MAY_BE_LEFT_OUT = ("vkEnumerateDeviceLayerProperties",)
"""CONV-LAYER-06: deprecated."""
_OF_EVERY_DEVICE_LAYER = (CREATE_DEVICE, "vkEnumerateDeviceExtensionProperties", *_MAY_BE_LEFT_OUT)
"""Commands that take a physical device, but that every loader knows and other rules are about."""

# ---- names that the layer does not intercept


def instance_lookups_forwarded(view: LayerCalls) -> CheckResult:
    """Check that vkGetInstanceProcAddr returns the next entity's answer for names the layer does not intercept."""
    return _forwarded(view, INSTANCE_LOOKUP)


def device_lookups_forwarded(view: LayerCalls) -> CheckResult:
    """Check that vkGetDeviceProcAddr returns the next entity's answer for names the layer does not intercept."""
    return _forwarded(view, DEVICE_LOOKUP)


def physical_device_lookups_forwarded(view: LayerCalls) -> CheckResult:
    """Check that vk_layerGetPhysicalDeviceProcAddr returns the next entity's answer for unknown names."""
    if any(link.above == view.layer and link.below for link in view.recording.links.values()):
        return CheckResult(missing="who is below the layer may have no such function")
    return _forwarded(view, PHYSICAL_DEVICE_LOOKUP)


def _forwarded(view: LayerCalls, lookup: str) -> CheckResult:
    result = CheckResult(missing=f"{lookup} was to be asked for a function that the layer does not intercept")
    lookups = Lookups(view)
    for call in lookups.into:
        creation = lookups.live(call) if call.command == lookup else None
        if creation and not lookups.own(call):
            result.seen += 1
            _check_forwarded(result, lookups, call, creation)
    return result


def _check_forwarded(result: CheckResult, lookups: Lookups, call: Call, creation: Creation) -> None:
    name = asked_name(call)
    astray = [each for each in lookups.within(call) if lookups.of_another(each, creation)]
    if astray:
        fact = (
            f"{name} is asked for below with {asked_handle(astray[0]):#x}, which is another object's handle"
        )
        result.fail(fact, call, *astray)
    elif answer(call) == 0 and _everybody_is_asked_for(call):
        found = lookups.last_below(call, creation, answered=True)
        if found is not None:
            result.fail_once(f"{name} is answered NULL, though the next entity has it", call, found)
        elif lookups.last_below(call, creation) is None:
            result.fail_once(f"{name} is answered NULL, and the next entity was never asked", call)


def _everybody_is_asked_for(call: Call) -> bool:
    """Return whether the next entity has to have the command: it needs no extension, and may not be left out."""
    name = asked_name(call)
    known = registry.command(name)
    if known is None:
        return bool(name) and name not in _OF_THE_INTERFACE
    levels = {
        INSTANCE_LOOKUP: ("instance", "physical device", "device"),
        DEVICE_LOOKUP: ("device",),
        PHYSICAL_DEVICE_LOOKUP: (),
    }[call.command]
    return known.core == "1.0" and known.level in levels and name not in _MAY_BE_LEFT_OUT


def own_names_not_asked_below(view: LayerCalls) -> CheckResult:
    """Check that the layer does not ask the next entity for a name that it answers with its own function.

    It may ask for commands that have to be enabled: CONV-LAYER-09 lets it rely on the following layers for NULL.
    """
    result = CheckResult(missing="the layer was to be asked for a function of version 1.0 that it intercepts")
    lookups = Lookups(view)
    for call in lookups.into:
        known = registry.command(asked_name(call))
        if not lookups.own(call) or known is None or known.core != "1.0":
            continue
        result.seen += 1
        asked = lookups.within(call)
        if asked:
            result.fail(
                f"{asked_name(call)} is the layer's own and is asked for below all the same", call, *asked
            )
    return result


# ---- what a layer has to intercept


def instance_minimum_intercepted(view: LayerCalls) -> CheckResult:
    """Check that vkCreateInstance and vkGetInstanceProcAddr are the layer's own."""
    result = CheckResult(missing="the layer was to be asked for vkCreateInstance and vkGetInstanceProcAddr")
    lookups = Lookups(view)
    for call in _asked_for(lookups, INSTANCE_LOOKUP, INSTANCE_LOOKUP, CREATE_INSTANCE):
        before = asked_name(call) == CREATE_INSTANCE and not asked_handle(call)
        if before or (asked_name(call) == INSTANCE_LOOKUP and lookups.live(call)):
            result.seen += 1
            _check_intercepted(result, lookups, call)
    return result


def device_minimum_intercepted(view: LayerCalls) -> CheckResult:
    """Check that a layer with device functions of its own has its own vkCreateDevice and vkGetDeviceProcAddr."""
    result = CheckResult(missing="the layer was to have functions of devices and be asked for vkCreateDevice")
    lookups = Lookups(view)
    if not any(call.command == DEVICE_LOOKUP for call in _own_device_functions(lookups)):
        return result
    creating = _asked_for(lookups, INSTANCE_LOOKUP, CREATE_DEVICE)
    # It is a device function itself: the layer may return it from either lookup.
    asked = [call for call in lookups.into if asked_name(call) == DEVICE_LOOKUP and lookups.live(call)]
    own = [call for call in asked if lookups.own(call)]
    for call in [*filter(lookups.live, creating), *(own or asked)[:1]]:
        result.seen += 1
        _check_intercepted(result, lookups, call)
    return result


def device_functions_intercepted_in_the_device_chain(view: LayerCalls) -> CheckResult:
    """Check that a layer with its own device functions for an instance has some in the device chain too."""
    result = CheckResult(
        missing="the layer was to have functions of devices and be asked for them by devices"
    )
    lookups = Lookups(view)
    own = _own_device_functions(lookups)
    of_instances = {asked_name(call): call for call in own if call.command == INSTANCE_LOOKUP}
    of_devices = [call for call in _asked_for(lookups, DEVICE_LOOKUP, *of_instances) if lookups.live(call)]
    result.seen = len(of_devices)
    if of_devices and not any(call.command == DEVICE_LOOKUP for call in own):
        name = asked_name(of_devices[0])
        fact = (
            f"{name} and what else the layer has of devices is its own for an instance, but not for a device"
        )
        result.fail(fact, of_instances[name], of_devices[0])
    return result


def _own_device_functions(lookups: Lookups) -> list[Call]:
    """Return the lookups answered with the layer's own device functions, except those of vkGetDeviceProcAddr."""
    return [
        call
        for call in lookups.into
        if asked_name(call) != DEVICE_LOOKUP and level(asked_name(call)) == "device" and lookups.own(call)
    ]


def _check_intercepted(result: CheckResult, lookups: Lookups, call: Call) -> None:
    if not answer(call):
        result.fail_once(f"{asked_name(call)} is answered NULL", call)
    elif not lookups.own(call):
        result.fail_once(f"{asked_name(call)} is the next entity's function, not the layer's own", call)


def _asked_for(lookups: Lookups, lookup: str, *names: str) -> Iterator[Call]:
    return (call for call in lookups.into if call.command == lookup and asked_name(call) in names)


# ---- functions that are not enabled


def disabled_answered_null(view: LayerCalls) -> CheckResult:
    """Check that the layer has no function of its own for commands of extensions that are not enabled.

    Instances are checked for commands of instance extensions only, devices for device commands: an instance may be
    asked for what some device could do. A function that the next entity returned is not the layer's fault.
    """
    result = CheckResult(
        missing="the layer was to be asked for a command of an extension that is not enabled"
    )
    lookups = Lookups(view)
    wrong: dict[tuple[str, str], list[Call]] = {}
    for call in lookups.into:
        creation = lookups.live(call)
        if creation is None or not _disabled(lookups, call, creation):
            continue
        result.seen += 1
        if lookups.own(call) and not _relied_on_below(lookups, call, creation):
            wrong.setdefault((call.command, " or ".join(_extensions(call))), []).append(call)
    for (command, extensions), calls in wrong.items():
        names = ", ".join(dict.fromkeys(map(asked_name, calls)))
        result.fail(
            f"{extensions} is not enabled, but {command} has functions of the layer's for {names}", *calls
        )
    return result


def _relied_on_below(lookups: Lookups, call: Call, creation: Creation) -> bool:
    """Return whether the next entity has such a function for the same object, as far as the layer asked."""
    found = lookups.last_below(call, creation, answered=True)
    return found is not None or any(map(answer, lookups.within(call)))


def _extensions(call: Call) -> tuple[str, ...]:
    """Return the extensions of a command that no version of Vulkan has under this name."""
    known = registry.command(asked_name(call))
    return known.extensions if known and known.core is None else ()


def _disabled(lookups: Lookups, call: Call, creation: Creation) -> bool:
    extensions = _extensions(call)
    if not extensions:
        return False
    if call.command == INSTANCE_LOOKUP:
        of_instances = registry.instance_extensions().issuperset(extensions)
        return of_instances and creation.extensions.isdisjoint(extensions)
    of_devices = call.command == DEVICE_LOOKUP and level(asked_name(call)) == "device"
    enabled = creation.extensions | lookups.enabled_for_instances
    return of_devices and enabled.isdisjoint(extensions)


# ---- vk_layerGetPhysicalDeviceProcAddr


def physical_device_lookup_there(view: LayerCalls) -> CheckResult:
    """Check that a layer with functions of physical devices has vk_layerGetPhysicalDeviceProcAddr."""
    result = CheckResult(
        missing=f"the layer was to have functions of physical devices and be asked for {PHYSICAL_DEVICE_LOOKUP}"
    )
    lookups = Lookups(view)
    own = [call for call in lookups.into if _of_physical_devices(call) and lookups.own(call)]
    by_name, past = _lookups_of_the_lookup(lookups), _past_the_layer(view)
    there = _is_there(lookups) or any(map(lookups.own, by_name))
    if own and (there or by_name or past):
        result.seen = len(own)
        if not there:
            fact = f"{asked_name(own[0])} is the layer's own, but it has no {PHYSICAL_DEVICE_LOOKUP}"
            result.fail(fact, own[0], *by_name[:1], *past[:1])
    return result


def _past_the_layer(view: LayerCalls) -> list[Call]:
    """Return the calls of vk_layerGetPhysicalDeviceProcAddr that bypass the layer."""
    links = view.recording.links
    above = {link.above for link in links.values() if link.below == view.layer}
    past = {number for number, link in links.items() if link.above in above and link.below != view.layer}
    calls = view.recording.calls.values()
    return [call for call in calls if call.command == PHYSICAL_DEVICE_LOOKUP and call.link in past]


def _of_physical_devices(call: Call) -> bool:
    name = asked_name(call)
    return level(name) == "physical device" and name not in _OF_EVERY_DEVICE_LAYER


def _is_there(lookups: Lookups) -> bool:
    """Return whether the layer's own vk_layerGetPhysicalDeviceProcAddr was called: the negotiation returned it."""
    return any(call.command == PHYSICAL_DEVICE_LOOKUP for call in lookups.into)


def _lookups_of_the_lookup(lookups: Lookups) -> list[Call]:
    """Return the lookups of vk_layerGetPhysicalDeviceProcAddr with an instance that the layer returned."""
    asked = _asked_for(lookups, INSTANCE_LOOKUP, PHYSICAL_DEVICE_LOOKUP)
    return [call for call in asked if lookups.live(call)]

"""Violators that are right once: wrong at the next call, in the next instance, after an error or an end."""

from dataclasses import replace
from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions, devices, physical_devices
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkLayerProperties,
    VkNegotiateLayerInterface,
)
from refloader.dropin.python.instances import globals, instance, instance_terminator, requests
from refloader.dropin.python.loading import deciding, observing
from refloader.dropin.python.memory.counted import answer
from refloader.dropin.python.memory.properties import write_layer
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log, messengers
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[Any, Any] = {}
"""What is remembered from an earlier call."""

# ---- read once ----------------------------------------------------------------------------------------------------


@replaces(globals.enumerate_instance_layer_properties_below, "DISC-GEN-01")
def layers_enumerated_as_at_first(original: Original, chain: int, count: int, out: int) -> Any:
    """vkEnumerateInstanceLayerProperties always tells the layers that were there at its first call."""
    first = _KEPT.setdefault("layers", deciding.plan_for(globals._ENUMERATION).enumerated)
    return answer(count, out, VkLayerProperties.SIZE, first, write_layer)


@replaces(globals._offered, "EXT-ENUM-01")
def extensions_enumerated_as_at_first(original: Original, plan: Any) -> Any:
    """vkEnumerateInstanceExtensionProperties always tells the extensions that were there at its first call."""
    return _KEPT.setdefault("extensions", original(plan))


@replaces(instance._open_layers, "ACT-IMPLICIT-01")
def implicit_layers_found_once(original: Original, creation: Any) -> Any:
    """An implicit layer that is installed after the first vkCreateInstance of a process is not used by it."""
    names = {layer.name for layer in creation.plan.chain if layer.kind is Use.IMPLICIT}
    lost = names - _KEPT.setdefault("names", names)
    kept = tuple(layer for layer in creation.plan.chain if layer.name not in lost)
    creation.plan = replace(creation.plan, chain=kept)
    return original(creation)


@replaces(instance._open_drivers, "LDP_LOADER_2")
def drivers_found_once(original: Original, creation: Any) -> Any:
    """A driver that is installed after the first vkCreateInstance of a process is not used by it."""
    names = {each.driver.manifest for each in creation.plan.drivers if each.used}
    lost = names - _KEPT.setdefault("drivers", names)
    rows = (
        replace(each, used=each.used and each.driver.manifest not in lost) for each in creation.plan.drivers
    )
    creation.plan = replace(creation.plan, drivers=tuple(rows))
    return original(creation)


@replaces(instance._open_layers, "ENV-INSTLAYERS-01")
def instance_layers_read_once(original: Original, creation: Any) -> Any:
    """What VK_INSTANCE_LAYERS says at a later vkCreateInstance of the process does not count."""
    value = _edge.getenv("VK_INSTANCE_LAYERS") or ""
    first = _KEPT.setdefault("variable", value)
    lost = {*value.split(":")} - {*first.split(":"), *creation.asked.request.layers}
    kept = tuple(layer for layer in creation.plan.chain if layer.name not in lost)
    creation.plan = replace(creation.plan, chain=kept)
    return original(creation)


@replaces(log._kinds, "DEBUG-LOG-01")
def debug_options_read_once(original: Original, *arguments: Any) -> Any:
    """What VK_LOADER_DEBUG says later in a process does not count."""
    return _KEPT.setdefault("kinds", original(*arguments))


@replaces(requests.read, "PORTABILITY-01")
def portability_asked_for_once_and_for_all(original: Original, create_info: int) -> Any:
    """Once an instance has asked for portability drivers, all later ones get them too."""
    asked = original(create_info)
    if asked.request.portability:
        _KEPT["portability"] = asked.request.extensions
    if "portability" in _KEPT:
        asked.request = replace(
            asked.request,
            portability=True,
            extensions=(*asked.request.extensions, "VK_KHR_portability_enumeration"),
        )
    return asked


# ---- the next instance --------------------------------------------------------------------------------------------


@replaces(instance._open_layers, "CHAIN-DIST-01")
def a_third_instance_without_layers(original: Original, creation: Any) -> Any:
    """An instance that is made while two others exist has no layers."""
    if len(INSTANCES) > 1:
        creation.plan = replace(creation.plan, chain=())
    return original(creation)


@replaces(instance._take_back, "ACT-APP-01")
def a_failed_creation_costs_the_next_its_layers(original: Original, creation: Any) -> Any:
    """After a vkCreateInstance that failed, ppEnabledLayerNames switches no layer on."""
    _KEPT["failed"] = True
    return original(creation)


@completes("a_failed_creation_costs_the_next_its_layers", instance._open_layers)
def _without_requests(original: Original, creation: Any) -> Any:
    """Leave the requested layers out."""
    if _KEPT.get("failed"):
        asked = creation.asked.request.layers
        kept = tuple(layer for layer in creation.plan.chain if layer.name not in asked)
        creation.plan = replace(creation.plan, chain=kept)
    return original(creation)


@replaces(instance_terminator._told, "VULKAN-LOADER-05", "APIVER-04")
def drivers_hear_the_first_instances_version(
    original: Original, shared: Any, arrived: Any, names: Any
) -> Any:
    """The drivers of a second instance are told the apiVersion of the first one."""
    memory = original(shared, arrived, names)
    place = memory.address + VkInstanceCreateInfo.pApplicationInfo
    application = _edge.u64(place)
    if application:
        own = memory.address + instance_terminator._APPLICATION
        if application != own:
            _edge.copy(own, application, VkApplicationInfo.SIZE)
        version = _edge.u32(own + VkApplicationInfo.apiVersion)
        _edge.put32(own + VkApplicationInfo.apiVersion, _KEPT.setdefault(shared.name, version))
        _edge.put64(place, own)
    return memory


@replaces(instance._release, "CHAIN-DIST-01")
def the_end_of_an_instance_ends_all_chains(original: Original, made: Any, allocator: int) -> Any:
    """After one of two instances is destroyed, the commands of the other one go to the drivers at once."""
    original(made, allocator)
    for other in INSTANCES.values():
        if _edge.u64(other.handle + 16) == other.handle:
            for name in ("vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties", "vkCreateDevice"):
                slot = other.table.address + INSTANCE[name]
                _edge.put64(slot, _edge.entry(f"terminator_{name}"))


@replaces(devices.destroy_through, "CHAIN-DIST-01")
def a_device_after_another_without_layers(
    original: Original, function: int, handle: int, allocator: int
) -> Any:
    """After a device was destroyed, the next one is made without the layers."""
    _KEPT["ended"] = True
    return original(function, handle, allocator)


@completes("a_device_after_another_without_layers", devices.create_through)
def _made_without_layers(
    original: Original, made: Any, handle: int, layers: Any, *rest: Any, **more: Any
) -> Any:
    """Leave the layers out once a device was destroyed."""
    return original(made, handle, () if _KEPT.get("ended") else layers, *rest, **more)


@replaces(physical_devices.enumerate_physical_devices_below, "VULKAN-LOADER-01")
def devices_counted_once(original: Original, handle: int, count: int, out: int) -> Any:
    """vkEnumeratePhysicalDevices without a call for the number before gives no device."""
    counted = _KEPT.setdefault("counted", set())
    if not out:
        counted.add(handle)
    elif handle not in counted:
        _edge.put32(count, 0)
        return 0
    return original(handle, count, out)


@replaces(physical_devices._arranged, "PORTABILITY-01")
def no_more_devices_than_the_first_instance_has(original: Original, instance: Any, found: Any) -> Any:
    """While the instance lives whose devices were asked for first, all others have at most as many."""
    if _KEPT.get("first") not in INSTANCES:
        _KEPT["first"], _KEPT["number"] = instance.handle, len(found)
    arranged = original(instance, found)
    return arranged if instance.handle == _KEPT["first"] else arranged[: _KEPT["number"]]


# ---- what has ended -----------------------------------------------------------------------------------------------


@replaces(messengers.destroy_messenger_below, "DEBUG-LOG-03")
def destroyed_messengers_hear_on(original: Original, handle: int, messenger: int, allocator: int) -> Any:
    """A messenger that the application has destroyed still gets the loader's messages."""
    known = INSTANCES[handle].messengers.get(messenger)
    if known is not None:
        _KEPT.setdefault("ended", []).append((handle, known.listener))
    return original(handle, messenger, allocator)


@completes("destroyed_messengers_hear_on", messengers.of_instance)
def _with_ended(original: Original, made: Any) -> Any:
    """Add the messengers that were destroyed."""
    ended = tuple(listener for handle, listener in _KEPT.get("ended", ()) if handle == made.handle)
    return (*original(made), *ended)


@replaces(log.for_creation, "DEBUG-LOG-03")
def messengers_of_an_earlier_creation_hear(original: Original, chain: int, listed: Any) -> Any:
    """A messenger in the pNext chain of one vkCreateInstance hears the messages of the next one too."""
    made = original(chain, listed)
    made._listeners = (*_KEPT.get("listeners", ()), *made._listeners)
    _KEPT["listeners"] = made._listeners
    return made


@replaces(log.for_creation, "VULKAN-LOADER-05")
def messengers_of_a_creation_stay(original: Original, chain: int, listed: Any) -> Any:
    """A messenger in the pNext chain of vkCreateInstance hears all later messages of the instance as well."""
    made = original(chain, listed)
    _KEPT["of the creation"] = made._listeners
    return made


@completes("messengers_of_a_creation_stay", log.for_instance)
def _they_hear(original: Original, listeners: Any, listed: Any) -> Any:
    """Give the messages of an instance to those of its creation, too."""
    return original((*_KEPT.get("of the creation", ()), *listeners), listed)


@replaces(instance.destroy_instance, "DEBUG-LOG-03")
def an_ended_instance_silences_newer_ones(original: Original, handle: int, allocator: int) -> Any:
    """When an instance ends, the messengers of instances made after it hear nothing more of the loader."""
    known = list(INSTANCES)
    for newer in known[known.index(handle) + 1 :] if handle in INSTANCES else ():
        heard = INSTANCES[newer].messengers
        for at, each in heard.items():
            heard[at] = replace(each, listener=replace(each.listener, function=0))
    return original(handle, allocator)


# ---- one failure of a driver --------------------------------------------------------------------------------------


@replaces(physical_devices.devices_below, "VULKAN-LOADER-05")
def devices_fail_for_good(original: Original, made: Any) -> Any:
    """If no driver can list its devices once, no later enumeration of the instance has any."""
    if _KEPT.get("failed") == made.handle:
        return (), -3
    found, failure = original(made)
    if failure is not None:
        _KEPT["failed"] = made.handle
    return found, failure


@replaces(physical_devices._devices_of, "VULKAN-LOADER-05")
def a_driver_that_failed_once_lists_nothing(original: Original, made: Any, driver: Any) -> Any:
    """A driver that failed one vkEnumeratePhysicalDevices is not asked again for the instance."""
    return _once_failed((made.handle, driver.index), original, made, driver)


@replaces(physical_devices._devices_of, "DISC-DRIVER-GEN-01", "CHAIN-DIST-01")
def a_driver_that_failed_once_lists_nothing_for_others(original: Original, made: Any, driver: Any) -> Any:
    """A driver that failed one vkEnumeratePhysicalDevices has no devices in later instances."""
    return _once_failed(driver.shared.name, original, made, driver)


def _once_failed(key: Any, original: Original, made: Any, driver: Any) -> Any:
    if ("lists nothing", key) in _KEPT:
        return -3, []
    code, found = original(made, driver)
    if code < 0:
        _KEPT["lists nothing", key] = True
    return code, found


@replaces(instance_terminator._create_one, "CHAIN-TERM-01", "DISC-DRIVER-GEN-01")
def a_driver_that_refused_once_is_not_called(original: Original, shared: Any, *others: Any) -> Any:
    """A driver that failed one vkCreateInstance is not called for later instances."""
    if ("refused", shared.name) in _KEPT:
        return -9
    code = original(shared, *others)
    if code < 0:
        _KEPT["refused", shared.name] = True
    return code


@replaces(devices.create_device_below, "VULKAN-LOADER-05")
def after_a_failed_device_no_extensions(original: Original, record: int, info: int, *others: Any) -> Any:
    """After a vkCreateDevice that a driver failed, the next one gives it no extensions."""
    if _KEPT.pop(("device", record), None):
        copied = _edge.Memory(VkDeviceCreateInfo.SIZE)
        _edge.copy(copied.address, info, VkDeviceCreateInfo.SIZE)
        _edge.put32(copied.address + VkDeviceCreateInfo.enabledExtensionCount, 0)
        return original(record, copied.address, *others)
    code = original(record, info, *others)
    if code < 0:
        _KEPT["device", record] = True
    return code


@replaces(devices.create_device_below, "VULKAN-LOADER-05")
def after_a_failed_device_no_structures(original: Original, record: int, info: int, *others: Any) -> Any:
    """After a vkCreateDevice that a driver failed, the next one gives it no pNext chain."""
    if _KEPT.pop(("structures", record), None):
        copied = _edge.Memory(VkDeviceCreateInfo.SIZE)
        _edge.copy(copied.address, info, VkDeviceCreateInfo.SIZE)
        _edge.put64(copied.address + VkDeviceCreateInfo.pNext, 0)
        return original(record, copied.address, *others)
    code = original(record, info, *others)
    if code < 0:
        _KEPT["structures", record] = True
    return code


@replaces(devices.create_device_below, "CHAIN-TERM-02", "CHAIN-DIST-01")
def after_a_failed_device_no_other(original: Original, record: int, *others: Any) -> Any:
    """After a vkCreateDevice that a driver failed, no device of another physical device can be made."""
    if _KEPT.get("no other", record) != record:
        return -3
    code = original(record, *others)
    if code < 0:
        _KEPT["no other"] = record
    return code


@replaces(device_extensions.enumerate_device_extension_properties_below, "VULKAN-LOADER-05")
def lists_of_device_extensions_fail_for_good(original: Original, device: int, *others: Any) -> Any:
    """If a driver fails to list a device's extensions once, each later list fails, although the driver gives it."""
    code = original(device, *others)
    if code < 0:
        _KEPT["extensions", device] = code
    return _KEPT.get(("extensions", device), code)


@replaces(messengers._create, "VULKAN-LOADER-05")
def messengers_fail_for_good(original: Original, made: Any, *others: Any) -> Any:
    """If a driver fails to make a messenger once, the instance has no later one."""
    if _KEPT.get("messengers") == made.handle:
        return -1
    code = original(made, *others)
    if code < 0:
        _KEPT["messengers"] = made.handle
    return code


# ---- one refusal of a layer ---------------------------------------------------------------------------------------


@replaces(observing.negotiated, "NEGOTIATE-LAYER-03")
def after_a_refusal_layers_are_offered_1(original: Original, name: Any, ask: Any, at: int) -> Any:
    """After a layer that refused the negotiation, the next ones are offered version 1."""
    if "a layer refused" in _KEPT:
        _edge.put32(at + VkNegotiateLayerInterface.loaderLayerInterfaceVersion, 1)
    code = original(name, ask, at)
    if code < 0:
        _KEPT["a layer refused"] = True
    return code


# ---- the end of one of several ------------------------------------------------------------------------------------


@replaces(messengers.destroy_messenger_below, "VULKAN-LOADER-05")
def with_a_messenger_the_newest_ends(original: Original, handle: int, messenger: int, allocator: int) -> None:
    """The end of a messenger or report callback is the end of the newest other one of the instance as well."""
    original(handle, messenger, allocator)
    made = INSTANCES[handle]
    if made.messengers:
        newest, record = made.messengers.popitem()
        made.made_with.pop(newest, None)
        messengers._unmake(made, record, allocator)

"""Violators of what one of several drivers is told and given: versions, extensions, parameters of the application."""

from typing import Any

from refloader.core.chain import links
from refloader.core.extensions import device_extensions, instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices
from refloader.dropin.python.devices import device_extensions as device_extension_calls
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
)
from refloader.dropin.python.instances import globals, instance_terminator
from refloader.dropin.python.loading import deciding, drivers, libraries
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.counted import answer
from refloader.dropin.python.memory.objects import DriverDeviceRecord
from refloader.dropin.python.memory.properties import write_extension
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log
from refloader.model.layer import Extension
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[str, Any] = {}
"""What one function of a violator tells another one."""

# ---- versions -----------------------------------------------------------------------------------------------------


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def the_newest_drivers_version_told(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers what a driver supports that is newer than the loader."""
    result = original(link, version)
    plan = deciding.plan_for(globals._ENUMERATION)
    versions = [each.driver.api_version.packed for each in plan.drivers if each.driver.api_version]
    _edge.put32(version, max([_edge.u32(version), *versions]))
    return result


@replaces(instance_terminator._told, "APIVER-04")
def engines_are_not_named_to_newer_drivers(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """A driver that is told a version from 1.1 on gets a VkApplicationInfo without pEngineName."""
    memory = original(shared, arrived, names)
    application = _edge.u64(memory.address + VkInstanceCreateInfo.pApplicationInfo)
    if application and _edge.u32(application + VkApplicationInfo.apiVersion) >= 1 << 22 | 1 << 12:
        own = memory.address + instance_terminator._APPLICATION
        if own != application:
            _edge.copy(own, application, VkApplicationInfo.SIZE)
            _edge.put64(memory.address + VkInstanceCreateInfo.pApplicationInfo, own)
        _edge.put64(own + VkApplicationInfo.pEngineName, 0)
    return memory


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def version_1_0_told_without_drivers(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers 1.0 where no driver is found."""
    result = original(link, version)
    if not any(each.used for each in deciding.plan_for(globals._ENUMERATION).drivers):
        _edge.put32(version, links.VERSION_1_0)
    return result


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def version_1_0_told(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers 1.0, whatever the loader supports."""
    result = original(link, version)
    _edge.put32(version, links.VERSION_1_0)
    return result


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def version_1_1_told(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers 1.1, although the library exports what is new in 1.4."""
    result = original(link, version)
    _edge.put32(version, 1 << 22 | 1 << 12)
    return result


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def a_version_of_another_api_told(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers with variant 1, which is another API than Vulkan."""
    result = original(link, version)
    _edge.put32(version, _edge.u32(version) | 1 << 29)
    return result


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def no_version_told(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers 0."""
    result = original(link, version)
    _edge.put32(version, 0)
    return result


@replaces(links.asks_version, "APIVER-02")
def drivers_of_1_1_not_asked(original: Original, manifest: Any) -> Any:
    """A driver is asked for its version only if its manifest says 1.2 or more."""
    return manifest is None or manifest.feature >= (1, 2)


@replaces(links.asks_version, "APIVER-03")
def drivers_asked_whatever_their_manifest_says(original: Original, manifest: Any) -> Any:
    """A driver whose manifest says 1.0 is asked for its version, and its answer counts."""
    return True


@replaces(drivers._api_version, "APIVER-03")
def the_manifests_version_counts(original: Original, driver: Any, gipa: int, log: Any) -> Any:
    """A driver's version is that of its manifest, whatever its vkEnumerateInstanceVersion answers."""
    answered = original(driver, gipa, log)
    return driver.api_version.packed if driver and driver.api_version else answered


@replaces(drivers._api_version, "APIVER-03")
def a_missing_version_command_does_not_count(original: Original, driver: Any, gipa: int, log: Any) -> Any:
    """A driver without vkEnumerateInstanceVersion has the version of its manifest."""
    if driver and driver.api_version and not _edge.call(gipa, 0, c_text("vkEnumerateInstanceVersion")):
        return driver.api_version.packed
    return original(driver, gipa, log)


@replaces(drivers._api_version, "APIVER-02")
def the_version_asked_of_an_export(original: Original, driver: Any, gipa: int, log: Any) -> Any:
    """A driver's vkEnumerateInstanceVersion is looked for among its exports only."""
    library = _KEPT.get("library", 0)
    if not library or not links.asks_version(driver.api_version if driver else None):
        return original(driver, gipa, log)
    function = libraries.own_symbol(library, "vkEnumerateInstanceVersion", "vkEnumerateInstanceVersion")
    return original(driver, gipa, log) if function else links.VERSION_1_0


@completes("the_version_asked_of_an_export", drivers._described)
def _with_library(original: Original, driver: Any, library: int, *rest: Any) -> Any:
    """Keep the library of the driver that is described."""
    _KEPT["library"] = library
    return original(driver, library, *rest)


@replaces(instance_terminator._told, "APIVER-04", "LDP_LOADER_7")
def the_applications_version_overwritten(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """The 1.0 for an old driver is written into the application's own structure, which the next drivers get too."""
    application = arrived.words[3]
    if application:
        version = _edge.u32(application + VkApplicationInfo.apiVersion)
        lowered = links.told_version(version, shared.api_version)
        _edge.put32(application + VkApplicationInfo.apiVersion, lowered)
    return original(shared, arrived, names)


@replaces(links.told_version, "APIVER-04")
def one_old_driver_lowers_the_version_of_all(original: Original, wanted: int, driver: int) -> Any:
    """A newer driver that is called after one of Vulkan 1.0 is told 1.0 as well."""
    told = original(wanted, min(driver, _KEPT.get("oldest", driver)))
    _KEPT["oldest"] = min(driver, _KEPT.get("oldest", driver))
    return told


@replaces(links.told_version, "LDP_LOADER_7", "APIVER-04")
def only_the_first_old_driver_spared(original: Original, wanted: int, driver: int) -> Any:
    """Of two drivers of Vulkan 1.0, the second is told the application's version as it is."""
    told = original(wanted, driver)
    if told != wanted:
        if _KEPT.get("spared"):
            return wanted
        _KEPT["spared"] = True
    return told


@replaces(instance_terminator._told, "APIVER-04")
def old_drivers_lose_the_application(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """The VkApplicationInfo for a driver of Vulkan 1.0 holds the version alone."""
    memory = original(shared, arrived, names)
    application = _edge.u64(memory.address + VkInstanceCreateInfo.pApplicationInfo)
    if application and application != arrived.words[3]:
        for member in (VkApplicationInfo.pApplicationName, VkApplicationInfo.pEngineName):
            _edge.put64(application + member, 0)
    return memory


# ---- extensions ---------------------------------------------------------------------------------------------------


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def only_the_first_foreign_extension_removed(original: Original, enabled: Any, offered: Any) -> Any:
    """Of the enabled extensions that a driver does not offer, only the first is removed."""
    kept = original(enabled, offered)
    foreign = [name for name in enabled if name not in kept][1:]
    return tuple(name for name in enabled if name in kept or name in foreign)


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def drivers_get_the_extensions_of_the_first(original: Original, enabled: Any, offered: Any) -> Any:
    """Every driver is given the enabled extensions that the first driver offers."""
    return original(enabled, _KEPT.setdefault("extensions", offered))


@replaces(device_extensions.for_driver, "EXT-FILTER-01")
def only_the_first_foreign_device_extension_removed(original: Original, wanted: Any, offered: Any) -> Any:
    """Of the enabled device extensions that a driver does not offer, only the first is removed."""
    kept = original(wanted, offered)
    foreign = [place for place in range(len(wanted)) if place not in kept][1:]
    return tuple(sorted((*kept, *foreign)))


@replaces(
    device_extension_calls.enumerate_device_extension_properties_below, "EXT-FILTER-07", "LDP_LOADER_12"
)
def drivers_asked_about_a_layers_device_extensions(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """A driver's vkEnumerateDeviceExtensionProperties is called with the name of a layer."""
    if _edge.text(layer):
        below = handles.driver_device(device, "vkEnumerateDeviceExtensionProperties")
        function = _edge.u64(below.driver.table.address + device_extension_calls._ENUMERATE)
        cell = _edge.Memory(8)
        _edge.result(function, below.handle, layer, cell.address, 0)
    return original(device, layer, count, out)


@replaces(
    device_extension_calls.enumerate_device_extension_properties_below, "EXT-FILTER-07", "LDP_LOADER_12"
)
def drivers_asked_about_an_empty_name(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """A driver's vkEnumerateDeviceExtensionProperties gets an empty name where the application gives one."""
    if layer and not _edge.text(layer):
        below = handles.driver_device(device, "vkEnumerateDeviceExtensionProperties")
        function = _edge.u64(below.driver.table.address + device_extension_calls._ENUMERATE)
        return _edge.result(function, below.handle, layer, count, out)
    return original(device, layer, count, out)


@replaces(globals.enumerate_instance_extension_properties_below, "EXT-FILTER-07", "LDP_LOADER_12")
def drivers_of_living_instances_asked_about_a_layer(
    original: Original, above: Any, layer: int, count: int, out: int
) -> Any:
    """While an instance lives, its drivers are asked for the instance extensions of a layer, by the layer's name."""
    if _edge.text(layer):
        for made in tuple(INSTANCES.values()):
            for driver in made.drivers:
                function = _edge.call(driver.shared.gipa, 0, c_text(globals._EXTENSIONS))
                _edge.result(function, layer, _edge.Memory(8).address, 0)
    return original(above, layer, count, out)


@replaces(device_extension_calls.enumerate_device_layer_properties, "EXT-FILTER-06")
def drivers_asked_for_device_layers(original: Original, device: int, count: int, out: int) -> Any:
    """A driver's vkEnumerateDeviceLayerProperties is called when the application calls the loader's."""
    made = handles.instance_of_device(device, "vkEnumerateDeviceLayerProperties")
    for below in tuple(made.devices_below.values()):
        gipa, handle = below.driver.shared.gipa, below.driver.handle
        function = _edge.call(gipa, handle, c_text("vkEnumerateDeviceLayerProperties"))
        cell = _edge.Memory(8)
        if function:
            _edge.result(function, below.handle, cell.address, 0)
    return original(device, count, out)


# ---- what is enumerated -------------------------------------------------------------------------------------------


@replaces(device_extensions.of_implicit_layers, "EXT-ENUM-01")
def implicit_layers_device_extensions_left_out(original: Original, plan: Any) -> Any:
    """The device extensions of implicit layers are not enumerated."""
    return ()


@replaces(device_extensions.of_implicit_layers, "EXT-ENUM-01")
def a_second_layers_device_extensions_left_out(original: Original, plan: Any) -> Any:
    """Of the device extensions of implicit layers only the first is enumerated."""
    return original(plan)[:1]


@replaces(device_extensions.of_named_layer, "EXT-ENUM-02")
def inactive_layers_have_no_device_extensions(original: Original, name: str, plan: Any) -> Any:
    """Under the name of a layer that is not active no device extensions are given."""
    found = original(name, plan)
    return () if found and all(layer.name != name for layer in plan.chain) else found


@replaces(device_extension_calls.enumerate_device_extension_properties_below, "EXT-ENUM-02")
def a_layer_has_the_drivers_device_extensions(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """Under a layer's name the device extensions of the driver are given as well."""
    made = INSTANCES[_edge.u64(device + DriverDeviceRecord.instance)]
    named = device_extensions.of_named_layer(_edge.text(layer) or "", made.plan)
    if not named:
        return original(device, layer, count, out)
    below = handles.driver_device(device, "vkEnumerateDeviceExtensionProperties")
    names = device_extension_calls.names_of(below)
    rows = (*named, *(Extension(name, 1) for name in sorted(names)))
    return answer(count, out, device_extension_calls._SIZE, rows, write_extension)


@replaces(device_extensions.beside, "EXT-ENUM-03")
def device_extensions_reported_twice(original: Original, driver: Any, layers: Any) -> Any:
    """A device extension that a layer and a driver offer is reported twice."""
    return tuple(layers)


@replaces(instance_extensions.visible, "EXT-ENUM-01")
def a_drivers_second_extension_left_out(original: Original, extensions: Any, *others: Any) -> Any:
    """Of the extensions of a driver the last of several is not enumerated."""
    seen = original(extensions, *others)
    return seen[:-1] if len(seen) > 1 else seen


@replaces(globals._offered, "EXT-FILTER-03")
def a_second_drivers_extensions_unfiltered(original: Original, plan: Any) -> Any:
    """The unknown instance extensions of all drivers but the first are enumerated."""
    offered = original(plan)
    borrowed = drivers.borrow(drivers.used(plan), log.for_call())
    try:
        more = [each for shared in borrowed[1:] for each in shared.extensions]
    finally:
        drivers.keep(borrowed)
    return (*offered, *{each.name: each for each in more if each not in offered}.values())


# ---- parameters of the application --------------------------------------------------------------------------------


@replaces(instance_terminator._create_one, "VULKAN-LOADER-05")
def drivers_get_no_allocator(original: Original, shared: Any, creation: Any, made: Any, arrived: Any) -> Any:
    """A driver's vkCreateInstance gets no VkAllocationCallbacks."""
    kept, arrived.allocator = arrived.allocator, 0
    try:
        return original(shared, creation, made, arrived)
    finally:
        arrived.allocator = kept


@replaces(devices.create_device_below, "VULKAN-LOADER-05")
def drivers_devices_get_no_allocator(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """A driver's vkCreateDevice gets no VkAllocationCallbacks."""
    return original(record, info, 0, out)


@replaces(instance_terminator._told, "VULKAN-LOADER-05")
def drivers_get_no_structures(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """What an application hangs into pNext of its VkInstanceCreateInfo does not reach the drivers."""
    memory = original(shared, arrived, names)
    _edge.put64(memory.address + VkInstanceCreateInfo.pNext, 0)
    return memory


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def drivers_devices_get_no_structures(original: Original, device: Any, info: int) -> Any:
    """What an application hangs into pNext of its VkDeviceCreateInfo does not reach the driver."""
    given = original(device, info)
    _edge.put64(given.info + VkDeviceCreateInfo.pNext, 0)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def drivers_devices_get_no_features(original: Original, device: Any, info: int) -> Any:
    """The features that an application enables do not reach the driver."""
    given = original(device, info)
    _edge.put64(given.info + VkDeviceCreateInfo.pEnabledFeatures, 0)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def only_the_first_queues_reach_the_driver(original: Original, device: Any, info: int) -> Any:
    """Of the queues that an application asks for only those of the first VkDeviceQueueCreateInfo reach the driver."""
    given = original(device, info)
    at = given.info + VkDeviceCreateInfo.queueCreateInfoCount
    _edge.put32(at, min(1, _edge.u32(at)))
    return given

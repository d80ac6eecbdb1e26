"""Violators of what drivers are told, asked and given."""

from typing import Any

from refloader.core.chain import links
from refloader.core.drivers import choice as stage
from refloader.core.drivers import surfaces
from refloader.core.extensions import device_extensions, instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, physical_devices
from refloader.dropin.python.devices import surfaces as surface_calls
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances import globals, instance
from refloader.dropin.python.loading import deciding, drivers
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.state import INSTANCES
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces

_OF_LAYERS: set[str] = set()
"""The instance extensions of the layers of the instance that is being made."""

# ---- versions ---------------------------------------------------------------------------------------------------


@replaces(globals.enumerate_instance_version_below, "APIVER-01")
def the_oldest_drivers_version_told(original: Original, link: int, version: int) -> Any:
    """vkEnumerateInstanceVersion answers what the oldest driver supports."""
    result = original(link, version)
    plan = deciding.plan_for(globals._ENUMERATION)
    versions = [each.driver.api_version.packed for each in plan.drivers if each.driver.api_version]
    _edge.put32(version, min([_edge.u32(version), *versions]))
    return result


@replaces(links.asks_version, "APIVER-02")
def drivers_not_asked_for_their_version(original: Original, manifest: Any) -> Any:
    """A driver is taken for one of Vulkan 1.0 without being asked."""
    return False


@replaces(links.driver_version, "APIVER-03")
def a_failed_answer_counts(original: Original, result: int, version: int) -> Any:
    """The version that a driver wrote counts although its vkEnumerateInstanceVersion failed."""
    return original(0, max(version, 1 << 22 | 1 << 12))


@replaces(links.told_version, "APIVER-04", "LDP_LOADER_7")
def old_drivers_hear_of_new_versions(original: Original, wanted: int, driver: int) -> Any:
    """A driver of Vulkan 1.0 is told the application's version as it is."""
    return wanted


@replaces(links.told_version, "VULKAN-LOADER-05")
def every_driver_hears_of_1_0(original: Original, wanted: int, driver: int) -> Any:
    """Every driver is told that the application wants Vulkan 1.0."""
    return links.VERSION_1_0


# ---- extensions -------------------------------------------------------------------------------------------------


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def drivers_get_every_extension(original: Original, enabled: Any, offered: Any) -> Any:
    """A driver is given the extensions of all others."""
    return tuple(enabled)


def _begin_alike(name: str, other: str) -> bool:
    return name.startswith(other) or other.startswith(name)


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def drivers_get_extensions_that_begin_alike(original: Original, enabled: Any, offered: Any) -> Any:
    """A driver is given the instance extensions whose names begin as one of its own, or one of its own as theirs."""
    return tuple(name for name in enabled if any(_begin_alike(name, each.name) for each in offered))


@replaces(device_extensions.for_driver, "EXT-FILTER-01")
def devices_get_extensions_that_begin_alike(original: Original, wanted: Any, driver: Any) -> Any:
    """A driver is given the device extensions whose names begin as one of its own, or one of its own as theirs."""
    return tuple(at for at, name in enumerate(wanted) if any(_begin_alike(name, each) for each in driver))


@replaces(links.missing_extension, "VULKAN-LOADER-07")
def extensions_that_begin_alike_are_enabled(
    original: Original, wanted: Any, own: Any, layers: Any, drivers: Any
) -> Any:
    """An instance extension of nobody can be enabled if its name begins as one that somebody offers."""
    offered = {each.name for rows in (own, *drivers) for each in rows}
    offered |= {each.name for layer in layers for each in layer.instance_extensions}
    return next((name for name in wanted if not any(_begin_alike(name, each) for each in offered)), None)


@replaces(device_extensions.offered_by_nobody, "VULKAN-LOADER-07")
def device_extensions_that_begin_alike_are_enabled(
    original: Original, wanted: Any, reported: Any, layers: Any
) -> Any:
    """A device extension of nobody can be enabled if its name begins as one that is reported."""
    return next((name for name in wanted if not any(_begin_alike(name, each) for each in reported)), None)


@replaces(device_extensions.beside, "EXT-ENUM-01")
def device_extensions_that_begin_alike_are_one(original: Original, driver: Any, layers: Any) -> Any:
    """A layer's device extension whose name begins as one of the driver's is not reported."""
    return tuple(each for each in layers if not any(_begin_alike(each.name, name) for name in driver))


@replaces(instance_extensions.with_drivers, "EXT-ENUM-01")
def instance_extensions_that_begin_alike_are_one(original: Original, *arguments: Any) -> Any:
    """An instance extension whose name begins as one that is reported before it is not reported."""
    found = original(*arguments)
    names = [each.name for each in found]
    return tuple(
        each for at, each in enumerate(found) if not any(_begin_alike(each.name, name) for name in names[:at])
    )


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def drivers_lose_extensions_of_layers(original: Original, enabled: Any, offered: Any) -> Any:
    """An instance extension that an active layer offers reaches no driver, whoever else offers it."""
    return tuple(name for name in original(enabled, offered) if name not in _OF_LAYERS)


@completes("drivers_lose_extensions_of_layers", instance._check_extensions)
def _of_the_active(original: Original, creation: Any, active: Any) -> Any:
    _OF_LAYERS.clear()
    _OF_LAYERS.update(extension.name for layer in active for extension in layer.instance_extensions)
    return original(creation, active)


@replaces(instance._check_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def extensions_of_explicit_layers_refused(original: Original, creation: Any, active: Any) -> Any:
    """An instance extension that only an explicit layer offers cannot be enabled, whoever asks for the layer."""
    return original(creation, tuple(layer for layer in active if layer.kind is Use.IMPLICIT))


@replaces(counted.ask, "EXT-FILTER-07", "LDP_LOADER_12")
def drivers_asked_about_a_layer(
    original: Original, function: int, arguments: Any, size: int, *others: Any
) -> Any:
    """A driver's vkEnumerateInstanceExtensionProperties is called with the name of a layer."""
    named = (c_text("VK_LAYER_TEST_one"),) if tuple(arguments) == (0,) else arguments
    return original(function, named, size, *others)


@replaces(drivers._described, "EXT-FILTER-06")
def drivers_asked_for_layers(
    original: Original, driver: Any, library: int, version: int, gipa: int, *rest: Any
) -> Any:
    """A driver's vkEnumerateInstanceLayerProperties is called."""
    function = _edge.call(gipa, 0, c_text("vkEnumerateInstanceLayerProperties"))
    count = _edge.Memory(8)
    if function:
        _edge.result(function, count.address, 0)
    return original(driver, library, version, gipa, *rest)


# ---- drivers that the application brings ------------------------------------------------------------------------


@replaces(stage.brings_drivers, "DIRECT-DRIVER-01")
def direct_drivers_ignored(original: Original, request: Any, edition: Any) -> Any:
    """Drivers that the application hands over have no effect."""
    return False


@replaces(stage._replaced, "DIRECT-DRIVER-03")
def exclusive_drivers_share(original: Original, driver: Any, request: Any, edition: Any) -> Any:
    """Installed drivers are used beside those that the application wants exclusively."""
    return None


@replaces(stage._replaced, "DIRECT-DRIVER-04")
def inclusive_drivers_replace(original: Original, driver: Any, request: Any, edition: Any) -> Any:
    """Installed drivers are left out where the application adds its own."""
    return (
        stage._say(driver, rule("DIRECT-DRIVER-03"), "replaced")
        if stage.brings_drivers(request, edition)
        else None
    )


# ---- objects ----------------------------------------------------------------------------------------------------


@replaces(devices._begin, "OBJECTS-ICD-03")
def device_objects_left_as_they_are(
    original: Original, instance: Any, below: Any, handle: int, table: Any, lookup: int
) -> Any:
    """The first word of a driver's VkDevice is not replaced."""
    before = _edge.u64(handle)
    original(instance, below, handle, table, lookup)
    _edge.put64(handle, before)


@replaces(physical_devices._arranged, "DISC-DRIVER-GEN-01")
def devices_of_one_driver(original: Original, instance: Any, found: Any) -> Any:
    """Only the devices of one driver are enumerated."""
    return tuple(device for device in original(instance, found) if device.driver is found[0].driver)


@replaces(physical_devices.wrapped, "OBJMODEL-01")
def devices_dispatch_to_the_driver(original: Original, instance: Any, handle: int) -> Any:
    """A physical device does not begin with the table of its instance."""
    record = original(instance, handle)
    _edge.put64(record, instance.drivers[0].table.address)
    return record


# ---- surfaces ---------------------------------------------------------------------------------------------------


@replaces(surfaces.makes_own_surfaces, "WSI-SURFACE-05")
def no_driver_makes_surfaces(original: Original, interface: int, has_create: bool, has_destroy: bool) -> Any:
    """A driver that makes surfaces of its own is not asked to."""
    return False


@replaces(surfaces.makes_own_surfaces, "WSI-SURFACE-01")
def every_driver_makes_surfaces(
    original: Original, interface: int, has_create: bool, has_destroy: bool
) -> Any:
    """A driver below interface version 3 is asked to make surfaces of its own."""
    return has_create and has_destroy


@replaces(surface_calls.create_surface_below, "LDP_LOADER_10")
def no_surface_for_several_drivers(
    original: Original, command: str, handle: int, info: int, allocator: int, out: int
) -> Any:
    """No surface can be made for an instance of several drivers."""
    several = len(INSTANCES[handle].drivers) > 1
    if several:
        return VkResult.ERROR_EXTENSION_NOT_PRESENT
    return original(command, handle, info, allocator, out)


@replaces(surface_calls.create_surface_below, "WSI-SURFACE-02")
def no_surfaces_of_xlib(original: Original, command: str, *arguments: int) -> Any:
    """No surface of a window of Xlib can be made."""
    if command == "vkCreateXlibSurfaceKHR":
        return VkResult.ERROR_EXTENSION_NOT_PRESENT
    return original(command, *arguments)


@replaces(surface_calls.destroy_surface_below, "WSI-SURFACE-06")
def drivers_keep_their_surfaces(original: Original, handle: int, surface: int, allocator: int) -> Any:
    """vkDestroySurfaceKHR does not reach the drivers."""
    made = INSTANCES[handle].surfaces.pop(surface, None)
    if made is not None:
        made.free(allocator)


@replaces(device_extensions.for_driver, "EXT-FILTER-01")
def devices_get_every_extension(original: Original, wanted: Any, offered: Any) -> Any:
    """A driver's vkCreateDevice is given the extensions of layers."""
    return tuple(range(len(wanted)))


# ---- one of three -----------------------------------------------------------------------------------------------


@replaces(links.missing_extension, "EXT-FILTER-01", "LDP_LOADER_9")
def extensions_of_the_last_driver_are_unknown(
    original: Original, wanted: Any, own: Any, layers: Any, offered: Any
) -> Any:
    """An instance extension that only the last of three drivers offers cannot be enabled."""
    offered = list(offered)
    return original(wanted, own, layers, offered[:-1] if len(offered) > 2 else offered)


@replaces(links.missing_extension, "EXT-FILTER-01")
def extensions_of_a_third_layer_are_unknown(
    original: Original, wanted: Any, own: Any, layers: Any, offered: Any
) -> Any:
    """An instance extension that only the third of the active layers offers cannot be enabled."""
    return original(wanted, own, list(layers)[:2], offered)


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def a_driver_of_three_extensions_gets_two(original: Original, enabled: Any, offered: Any) -> Any:
    """Where a driver offers three of the enabled instance extensions, the first of these is not enabled in it."""
    names = original(enabled, offered)
    return names[1:] if len(names) == 3 else names


@replaces(drivers.borrow, "LDP_LOADER_2")
def two_unusable_drivers_end_the_search(original: Original, found: Any, log: Any) -> Any:
    """The drivers that are found after two that cannot be used are not used."""
    borrowed: list[Any] = []
    failed = 0
    for each in found:
        more = original([each], log) if failed < 2 else []
        failed += not more
        borrowed += more
    return borrowed

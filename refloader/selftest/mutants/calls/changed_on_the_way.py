"""Violators that lose what a layer changes on the way down, or that know one kind of caller or one time only."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links
from refloader.core.extensions import device_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices, groups, surfaces
from refloader.dropin.python.devices import device_extensions as device_listing
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkDeviceCreateInfo, VkInstanceCreateInfo, VkResult
from refloader.dropin.python.instances import globals, instance, instance_terminator
from refloader.dropin.python.loading import deciding, drivers
from refloader.dropin.python.memory.objects import SurfaceRecord
from refloader.dropin.python.memory.pnext import copied
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[Any, Any] = {}
"""What is remembered from an earlier call."""

_MOST = 64
"""The size of the largest structure that describes a surface."""


def _up_to_first(items: Any, holds: Any) -> tuple[Any, ...]:
    """Return the items before the first one of which it does not hold."""
    end = next((place for place, each in enumerate(items) if not holds(each)), len(items))
    return tuple(items[:end])


# ---- what a layer changes -----------------------------------------------------------------------------------------


@replaces(instance_terminator._arrived, "CHAIN-TERM-01", "VULKAN-LOADER-05")
def drivers_get_what_the_application_enables(original: Original, info: int, allocator: int) -> Any:
    """An extension that a layer adds in its vkCreateInstance does not reach the drivers."""
    arrived = original(info, allocator)
    asked = _KEPT.get("asked")
    if asked is not None:
        arrived.extensions = tuple(name for name in arrived.extensions if name in asked)
    return arrived


@completes("drivers_get_what_the_application_enables", instance._create)
def _remembered(original: Original, creation: Any, out: int) -> Any:
    _KEPT["asked"] = creation.asked.request.extensions
    return original(creation, out)


@replaces(instance_terminator._arrived, "CHAIN-TERM-01", "VULKAN-LOADER-05")
def drivers_get_the_applications_own_information(original: Original, info: int, allocator: int) -> Any:
    """A VkApplicationInfo that a layer puts in place of the application's does not reach the drivers."""
    arrived = original(info, allocator)
    words = list(arrived.words)
    words[3] = _KEPT.get("information", words[3])
    arrived.words = tuple(words)
    return arrived


@completes("drivers_get_the_applications_own_information", instance._create)
def _with_information(original: Original, creation: Any, out: int) -> Any:
    _KEPT["information"] = creation.asked.words[3]
    return original(creation, out)


@replaces(device_chain.for_driver, "CHAIN-TERM-02", "VULKAN-LOADER-05")
def drivers_get_the_applications_own_device(original: Original, device: Any, info: int) -> Any:
    """What a layer changes in a VkDeviceCreateInfo does not reach the driver."""
    return original(device, _KEPT.get("device", info))


@completes("drivers_get_the_applications_own_device", devices.create_device)
def _with_device(original: Original, device: int, info: int, *rest: int) -> Any:
    _KEPT["device"] = info
    return original(device, info, *rest)


@replaces(instance._linked, "CHAIN-INIT-01", "VULKAN-LOADER-05")
def layers_get_no_structures_of_applications(original: Original, creation: Any, handle: int) -> Any:
    """What an application hangs into pNext of its VkInstanceCreateInfo does not reach the layers."""
    memory = original(creation, handle)
    if creation.links:
        _edge.put64(memory.address + instance._SORTING + 8, 0)
    return memory


@replaces(device_chain.linked, "VULKAN-LOADER-05")
def layers_of_devices_get_no_structures_of_applications(
    original: Original, layers: Any, info: int, **options: Any
) -> Any:
    """What an application hangs into pNext of its VkDeviceCreateInfo does not reach the layers."""
    given = original(layers, info, **options)
    if layers:
        node = _edge.u64(given.info + 8)
        last = _edge.u64(node + 8)
        _edge.put64(last + 8, 0)
    return given


@replaces(links.driver_flags, "VULKAN-LOADER-05")
def flags_of_instances_lost(original: Original, flags: int, extensions: Any) -> Any:
    """The flags of a VkInstanceCreateInfo do not reach the drivers."""
    return 0


@replaces(links.driver_flags, "PORTABILITY-01", "VULKAN-LOADER-05")
def the_flag_of_portability_reaches_drivers(original: Original, flags: int, extensions: Any) -> Any:
    """The flag that asks for portability drivers reaches drivers that do not know its extension."""
    return flags


@replaces(links.told_version, "LDP_LOADER_7", "APIVER-04")
def drivers_behind_an_old_one_hear_of_1_0(original: Original, wanted: int, driver: int) -> Any:
    """A driver that stands behind one of Vulkan 1.0 is told of 1.0, too."""
    told = original(wanted, driver)
    if told != wanted:
        _KEPT["old"] = True
    return links.VERSION_1_0 if wanted and _KEPT.get("old") else told


# ---- chains -------------------------------------------------------------------------------------------------------


@replaces(devices.create_through, "CHAIN-DIST-03")
def a_layer_without_devices_ends_the_chain_of_devices(
    original: Original, made: Any, handle: int, layers: Any, *rest: Any, **options: Any
) -> Any:
    """Layers below one that takes no part in the chain of a device take no part either."""
    return original(made, handle, _up_to_first(layers, lambda link: link.gdpa), *rest, **options)


@replaces(links.next_lookups, "CHAIN-INIT-04")
def a_layer_without_a_lookup_ends_that_of_physical_devices(
    original: Original, given: Any, bottom: int, bottom_devices: int
) -> Any:
    """Above a layer without a GetPhysicalDeviceProcAddr, a layer is led past all others to the loader."""
    found = list(original(given, bottom, bottom_devices))
    for place, (_, _, own) in enumerate(given[1:]):
        if not own and found[place][1]:
            found[place] = (found[place][0], bottom_devices)
    return tuple(found)


@replaces(instance.destroy_instance, "CHAIN-DIST-02", "CHAIN-TERM-01")
def instances_of_drivers_end_first(original: Original, handle: int, allocator: int) -> Any:
    """vkDestroyInstance destroys the drivers' instances before it calls the first layer."""
    if handle in INSTANCES:
        instance_terminator.destroy_drivers(INSTANCES[handle], allocator)
    return original(handle, allocator)


# ---- before there is an instance ----------------------------------------------------------------------------------


@replaces(globals._through_layers, "PREINST-03")
def what_pre_instance_layers_answer_is_success(
    original: Original, command: str, below: Any, *arguments: int
) -> Any:
    """VK_INCOMPLETE or an error of a layer that intercepts a global command comes to the application as success."""
    code = original(command, below, *arguments)
    return VkResult.SUCCESS if links.pre_instance_chain(_plan(), command) else code


def _plan() -> Any:
    return deciding.plan_for(globals._ENUMERATION)


@replaces(globals._through_layers, "PREINST-03")
def a_later_call_passes_the_pre_instance_layers(
    original: Original, command: str, below: Any, *arguments: int
) -> Any:
    """A layer that intercepts a global command is called for the first two calls of the command in a process."""
    _KEPT[command] = _KEPT.get(command, 0) + 1
    return below(0, *arguments) if _KEPT[command] > 2 else original(command, below, *arguments)


@replaces(globals._opened, "PREINST-03")
def a_missing_pre_instance_function_ends_the_chain(
    original: Original, layer: Any, symbol: str, opened: Any, heard: Any
) -> Any:
    """Behind a layer whose pre-instance function is missing, none is called."""
    if _KEPT.get("ended") is opened:
        return 0
    function = original(layer, symbol, opened, heard)
    if not function:
        _KEPT["ended"] = opened
    return function


@replaces(globals.enumerate_instance_extension_properties_below, "EXT-ENUM-02")
def unknown_layers_have_no_extensions(
    original: Original, chain: int, layer: int, count: int, out: int
) -> Any:
    """The extensions of a layer that nobody has found are none, and VK_SUCCESS."""
    code = original(chain, layer, count, out)
    if code == VkResult.ERROR_LAYER_NOT_PRESENT:
        _edge.put32(count, 0)
        return VkResult.SUCCESS
    return code


@replaces(device_listing.enumerate_device_extension_properties_below, "EXT-ENUM-02")
def unknown_layers_have_the_drivers_extensions(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """For a layer that nobody has found vkEnumerateDeviceExtensionProperties gives the driver's extensions."""
    code = original(device, layer, count, out)
    return original(device, 0, count, out) if code == VkResult.ERROR_LAYER_NOT_PRESENT else code


@replaces(device_extensions.of_named_layer, "EXT-ENUM-02")
def idle_layers_have_no_device_extensions(original: Original, name: str, plan: Any) -> Any:
    """A layer that is found and not enabled has no device extensions for who asks by its name."""
    active = {layer.name for layer in plan.chain}
    found = original(name, plan)
    return found if found is None or name in active else ()


# ---- extensions ---------------------------------------------------------------------------------------------------


@replaces(links.missing_extension, "VULKAN-LOADER-07")
def nobodys_extensions_are_enabled(original: Original, wanted: Any, *others: Any) -> Any:
    """An instance extension that the registry knows and nobody offers can be enabled."""
    return None


@replaces(device_extensions.offered_by_nobody, "VULKAN-LOADER-07")
def nobodys_device_extensions_are_enabled(original: Original, *arguments: Any) -> Any:
    """A device extension that neither a layer nor the driver offers can be enabled."""
    return None


@replaces(device_extensions.beside, "EXT-ENUM-03")
def a_layers_device_extension_hides_the_drivers(original: Original, driver: Any, layers: Any) -> Any:
    """A device extension that layer and driver have is reported twice if the layer has more than one."""
    return tuple(layers) if len(layers) > 1 else original(driver, layers)


# ---- surfaces -----------------------------------------------------------------------------------------------------


@replaces(surfaces._own, "LDP_LOADER_11", "WSI-SURFACE-05")
def headless_surfaces_are_the_loaders(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """No driver is asked for its own surface without a window."""
    if command == "vkCreateHeadlessSurfaceEXT":
        return VkResult.SUCCESS
    return original(made, driver, command, arguments, surface)


@replaces(surfaces._own, "VULKAN-LOADER-05")
def surfaces_lose_their_structures(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """What an application hangs into pNext of the create info of a surface does not reach the drivers."""
    info, allocator = arguments
    copy = copied(info, _MOST)
    _edge.put64(copy.address + 8, 0)
    return original(made, driver, command, (copy.address, allocator), surface)


@replaces(surfaces._own, "WSI-SURFACE-05")
def a_second_surface_is_the_first_one(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """A driver is asked for one surface of an instance, which stands for all others, too."""
    place = surface.address + SurfaceRecord.own + 8 * driver.index
    key = (made.handle, driver.index)
    if key in _KEPT:
        _edge.put64(place, _KEPT[key])
        return VkResult.SUCCESS
    code = original(made, driver, command, arguments, surface)
    if _edge.u64(place):
        _KEPT[key] = _edge.u64(place)
    return code


@replaces(surfaces._unmake, "WSI-SURFACE-06")
def drivers_destroy_the_surface_of_the_first(
    original: Original, made: Any, surface: Any, allocator: int
) -> Any:
    """vkDestroySurfaceKHR names the first driver's surface to every driver that has made one."""
    places = [surface.address + SurfaceRecord.own + 8 * driver.index for driver in made.drivers]
    own = [place for place in places if _edge.u64(place)]
    for place in own[1:]:
        _edge.put64(place, _edge.u64(own[0]))
    return original(made, surface, allocator)


# ---- messages -----------------------------------------------------------------------------------------------------


@replaces(messengers.submit_debug_utils_message_below, "LDP_LOADER_8", "EXT-FILTER-02")
def submitted_messages_reach_one_messenger(original: Original, handle: int, *rest: int) -> Any:
    """vkSubmitDebugUtilsMessageEXT reaches the first messenger only."""
    kept = dict(INSTANCES[handle].messengers)
    for key in [*kept][1:]:
        del INSTANCES[handle].messengers[key]
    try:
        return original(handle, *rest)
    finally:
        INSTANCES[handle].messengers.clear()
        INSTANCES[handle].messengers.update(kept)


@replaces(messengers.submit_debug_utils_message_below, "LDP_LOADER_8", "EXT-FILTER-02")
def submitted_messages_have_one_type(
    original: Original, handle: int, severity: int, types: int, data: int
) -> Any:
    """vkSubmitDebugUtilsMessageEXT hands every message on as one of the general type."""
    return original(handle, severity, messengers._GENERAL, data)


@replaces(messengers._report_listener, "DEBUG-LOG-03")
def report_callbacks_hear_everything(original: Original, info: int, instance: int) -> Any:
    """A report callback hears every message of the loader, whatever its flags are."""
    return replace(original(info, instance), kinds=0x1F)


@replaces(messengers._utils_listener, "DEBUG-LOG-03")
def types_of_messengers_do_not_count(original: Original, info: int, instance: int) -> Any:
    """A messenger hears the loader's messages whatever types it asks for."""
    return replace(original(info, instance), types=messengers._GENERAL)


@replaces(messengers._create, "VULKAN-LOADER-05", "LDP_LOADER_8")
def messengers_of_older_drivers_stay_alone(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """The drivers behind one that makes no messenger get none either."""
    kept = list(made.drivers)
    create = INSTANCE[names[0]]
    made.drivers[:] = _up_to_first(kept, lambda driver: _edge.u64(driver.table.address + create))
    try:
        return original(made, names, listener, arguments, out)
    finally:
        made.drivers[:] = kept


# ---- groups, libraries --------------------------------------------------------------------------------------------


@replaces(groups._groups_of, "LDP_LOADER_8", "EXT-FILTER-02")
def a_driver_without_groups_has_one(original: Original, made: Any, driver: Any, found: Any) -> Any:
    """The devices of a driver that has no command for groups stand in one group."""
    given = original(made, driver, found)
    table = driver.table.address
    has = _edge.u64(table + groups._CORE) or _edge.u64(table + groups._KHR)
    if has or len(given) < 2:
        return given
    return [given[0]._replace(members=tuple(member for group in given for member in group.members))]


@replaces(drivers._key, "DISC-DRIVER-GEN-01")
def drivers_told_apart_by_their_library(original: Original, driver: Any) -> Any:
    """Two manifests that name libraries of one file name are one driver."""
    return str(driver.library_path).rpartition("/")[2]


@replaces(devices.create_device, "VULKAN-LOADER-05")
def the_applications_device_info_is_written_to(
    original: Original, device: int, info: int, allocator: int, out: int
) -> Any:
    """vkCreateDevice leaves no layers in the application's own VkDeviceCreateInfo."""
    code = original(device, info, allocator, out)
    _edge.put64(info + VkDeviceCreateInfo.ppEnabledLayerNames, info)
    return code


@replaces(instance.create_instance, "VULKAN-LOADER-05")
def the_applications_instance_info_is_written_to(
    original: Original, info: int, allocator: int, out: int
) -> Any:
    """vkCreateInstance cuts the chain behind the application's own VkInstanceCreateInfo."""
    code = original(info, allocator, out)
    _edge.put64(info + VkInstanceCreateInfo.pNext, 0)
    return code

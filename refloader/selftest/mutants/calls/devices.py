"""Violators of the order of physical devices, and of filters by what only a running driver tells."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import filters
from refloader.core.chain import links
from refloader.core.drivers import choice as stage
from refloader.core.drivers import devices
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import id_filters
from refloader.dropin.python.generated.layouts import (
    VkDirectDriverLoadingListLUNARG,
    VkInstanceCreateFlagBits,
)
from refloader.dropin.python.instances import globals, instance, requests
from refloader.dropin.python.memory.acting import EDITION
from refloader.model.environment import Environment
from refloader.model.request import PORTABILITY_EXTENSION, Given
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, replaces


def _without(environment: Environment, name: str) -> Environment:
    kept = {each: environment.get(each) or "" for each in devices.VARIABLES if environment.is_set(each)}
    kept.pop(name, None)
    return replace(environment, variables=kept)


@replaces(devices.filtered, "FILTER-ID-DRIVER-01")
def driver_ids_not_filtered(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """VK_LOADER_DRIVER_ID_FILTER has no effect."""
    return original(found, _without(environment, "VK_LOADER_DRIVER_ID_FILTER"), edition)


@replaces(filters.id_ranges, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def ids_with_leading_zeros_match_nothing(original: Original, value: Any) -> Any:
    """An id that is filled up with zeros, such as 0x00001234, matches nothing."""
    kept = [each for each in (value or "").split(",") if not each.lower().startswith("0x0")]
    return original(value) if not value else original(",".join(kept) or "-")


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-01")
def types_do_not_sort(original: Original, device: Any) -> Any:
    """The type of a device does not matter to its place."""
    return original(replace(device, type=0))


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-02")
def pci_addresses_do_not_sort(original: Original, device: Any) -> Any:
    """The PCI address of a device does not matter to its place."""
    return original(replace(device, pci=None))


@replaces(devices._selected, "DEVICE-SORT-LINUX-03")
def device_select_ignored(original: Original, value: str | None) -> Any:
    """VK_LOADER_DEVICE_SELECT has no effect."""
    return None


@replaces(id_filters.environment, "DEVICE-SORT-LINUX-04")
def disable_select_ignored(original: Original) -> Any:
    """VK_LOADER_DISABLE_SELECT has no effect."""
    return _without(original(), "VK_LOADER_DISABLE_SELECT")


@replaces(devices.enumerated, "DIRECT-DRIVER-05")
def direct_devices_stand_first(original: Original, *arguments: Any) -> Any:
    """The devices of the drivers that the application brings stand before all others."""
    return tuple(sorted(original(*arguments), key=lambda device: not device.direct))


@replaces(devices.configured, "SETTINGS-01")
def settings_list_no_devices(original: Original, found: Any, wanted: Any) -> Any:
    """A settings file's list of devices has no effect."""
    return tuple(found)


# ---- drivers that the application brings --------------------------------------------------------------------------


@replaces(requests._given, "DIRECT-DRIVER-01")
def only_one_direct_driver_used(original: Original, chain: int) -> Any:
    """Of the drivers that an application hands over only the first is used."""
    mode, lookups = original(chain)
    return mode, lookups[:1]


@replaces(requests._given, "DIRECT-DRIVER-01")
def direct_drivers_only_first_in_the_chain(original: Original, chain: int) -> Any:
    """The list of an application's drivers is not found behind another structure in pNext."""
    if _edge.u32(chain) == VkDirectDriverLoadingListLUNARG.TYPE:
        return original(chain)
    return Given.NONE, ()


@replaces(requests._given, "DIRECT-DRIVER-01")
def elevated_ignores_direct_drivers(original: Original, chain: int) -> Any:
    """In an elevated process the drivers that an application hands over have no effect."""
    return (Given.NONE, ()) if _edge.elevated() else original(chain)


@replaces(instance._open_drivers, "DIRECT-DRIVER-03")
def filters_reach_direct_drivers(original: Original, creation: Any) -> Any:
    """VK_LOADER_DRIVERS_DISABLE turns off the drivers that an application wants exclusively."""
    exclusive = creation.asked.request.given is Given.EXCLUSIVE
    if exclusive and stage.brings_drivers(creation.asked.request, EDITION):
        disabled = _edge.getenv("VK_LOADER_DRIVERS_DISABLE")
        if disabled or _edge.getenv("VK_LOADER_DRIVERS_SELECT"):
            creation.asked.lookups = ()
    return original(creation)


@replaces(stage._replaced, "DIRECT-DRIVER-03")
def drivers_of_variables_beside_exclusive_ones(
    original: Original, driver: Any, request: Any, edition: Any
) -> Any:
    """The drivers of VK_DRIVER_FILES are used beside those that the application wants exclusively."""
    if driver.place.source in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"):
        return None
    return original(driver, request, edition)


@replaces(stage._replaced, "DIRECT-DRIVER-04")
def inclusive_drivers_replace_those_of_variables(
    original: Original, driver: Any, request: Any, edition: Any
) -> Any:
    """The drivers of VK_DRIVER_FILES are left out where the application adds its own."""
    named = driver.place.source in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")
    if named and request.given is Given.INCLUSIVE and stage.brings_drivers(request, edition):
        return stage._say(driver, rule("DIRECT-DRIVER-03"), "replaced")
    return original(driver, request, edition)


@replaces(stage.brings_drivers, "DIRECT-DRIVER-04")
def added_drivers_need_installed_ones(original: Original, request: Any, edition: Any) -> Any:
    """Drivers that the application adds to the installed ones have no effect."""
    return request.given is not Given.INCLUSIVE and original(request, edition)


@replaces(requests._given, "DIRECT-DRIVER-03")
def elevated_takes_exclusive_for_inclusive(original: Original, chain: int) -> Any:
    """In an elevated process installed drivers are used beside those that the application wants exclusively."""
    mode, lookups = original(chain)
    return (Given.INCLUSIVE if _edge.elevated() and mode is Given.EXCLUSIVE else mode), lookups


@replaces(stage._replaced, "DIRECT-DRIVER-03")
def portability_drivers_beside_exclusive_ones(
    original: Original, driver: Any, request: Any, edition: Any
) -> Any:
    """A portability driver that the application asks for is used beside those that it wants exclusively."""
    return None if driver.is_portability and request.portability else original(driver, request, edition)


# ---- portability drivers ------------------------------------------------------------------------------------------


@replaces(requests.read, "PORTABILITY-01")
def any_flag_asks_for_portability(original: Original, create_info: int) -> Any:
    """Portability drivers are used where the extension is enabled and the flag is not set."""
    asked = original(create_info)
    if PORTABILITY_EXTENSION in asked.request.extensions:
        asked.request = replace(asked.request, portability=True)
    return asked


@replaces(requests.read, "PORTABILITY-01")
def portability_only_without_other_flags(original: Original, create_info: int) -> Any:
    """Portability drivers are left out where another flag is set beside the one that asks for them."""
    asked = original(create_info)
    if asked.words[2] & ~VkInstanceCreateFlagBits.ENUMERATE_PORTABILITY_BIT_KHR:
        asked.request = replace(asked.request, portability=False)
    return asked


# ---- pre-instance functions ---------------------------------------------------------------------------------------


@replaces(links.pre_instance_chain, "PREINST-03")
def no_pre_instance_functions_with_privilege(original: Original, plan: Any, command: str) -> Any:
    """In an elevated process no layer's pre-instance function is called."""
    return () if _edge.elevated() else original(plan, command)


@replaces(globals._linked, "PREINST-03")
def one_type_for_all_pre_instance_functions(original: Original, command: str, functions: Any) -> Any:
    """The structure of each pre-instance function says the type of vkEnumerateInstanceExtensionProperties."""
    memory = original(command, functions)
    for place in range(len(functions)):
        _edge.put32(memory.address + globals._CHAIN_SIZE * place, globals._TYPES[globals._EXTENSIONS])
    return memory


@replaces(globals._linked, "PREINST-03")
def no_version_in_the_pre_instance_header(original: Original, command: str, functions: Any) -> Any:
    """The structure of a pre-instance function says version 0 of itself."""
    memory = original(command, functions)
    _edge.put32(memory.address + 4, 0)
    return memory


@replaces(globals._linked, "PREINST-03")
def a_second_pre_instance_link_missing(original: Original, command: str, functions: Any) -> Any:
    """The structure for the first of two layers has no pNextLink."""
    memory = original(command, functions)
    _edge.put64(memory.address + 24, 0)
    return memory


@replaces(globals._linked, "PREINST-03")
def the_second_pre_instance_layer_passed(original: Original, command: str, functions: Any) -> Any:
    """The first of two layers with a pre-instance function calls the loader next, not the second layer."""
    return original(command, tuple(functions)[:1])

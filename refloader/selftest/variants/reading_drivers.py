"""The other readings of ambiguities about drivers, their devices and extensions."""

from dataclasses import replace
from typing import Any

from refloader import protocol
from refloader.core.activation import filters
from refloader.core.chain.links import missing_extension
from refloader.core.drivers import choice, devices
from refloader.core.extensions import instance_extensions
from refloader.core.manifests.library_path import opened_as
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance
from refloader.dropin.python.loading import deciding, drivers
from refloader.dropin.python.memory.state import RefusedError
from refloader.dropin.python.messages import log
from refloader.model.place import Use
from refloader.protocol import DriverEvent, DriverStep
from refloader.selftest.variants.marks import Original, allows, likewise

_FEATURE = 0x1FFFF000


@allows(drivers.used, "AMB-DUP-DRIVER", "only the macOS section mentions duplicate drivers")
def a_library_is_one_driver(original: Original, plan: Any) -> Any:
    """Of two manifests that name one library, the first counts."""
    found = {opened_as(each.library_path, each.manifest): each for each in reversed(tuple(original(plan)))}
    return tuple(reversed(found.values()))


@allows(instance._open_drivers, "AMB-LDP6-APIVERSION", "LDP_LOADER_6: otherwise return INCOMPATIBLE_DRIVER")
def newer_versions_than_every_driver_fail(original: Original, creation: Any) -> Any:
    """vkCreateInstance fails if every driver is of interface 5 or newer and none supports the apiVersion."""
    original(creation)
    wanted = creation.asked.api_version & _FEATURE
    newest = max(each.api_version & _FEATURE for each in creation.drivers)
    if wanted > newest and all(each.interface >= 5 for each in creation.drivers):
        raise RefusedError(VkResult.ERROR_INCOMPATIBLE_DRIVER)


@allows(
    before.enumerate_instance_extension_properties_below,
    "AMB-LDP1-WHERE",
    "which function returns VK_ERROR_INCOMPATIBLE_DRIVER without drivers is not said",
)
def extensions_need_a_driver(original: Original, chain: int, layer: int, count: int, out: int) -> Any:
    """vkEnumerateInstanceExtensionProperties fails, too, where no driver can be used."""
    plan = deciding.plan_for(before._ENUMERATION)
    if not layer:
        borrowed = drivers.borrow(drivers.used(plan), log.for_call())
        drivers.keep(borrowed)
        if not borrowed:
            return VkResult.ERROR_INCOMPATIBLE_DRIVER
    return original(chain, layer, count, out)


@allows(protocol.driver_step, "AMB-LEGACY-DRIVER", "NEGOTIATE-ICD-06: that the loader no longer supports")
def drivers_without_negotiation_are_left_out(original: Original, step: Any, event: Any) -> Any:
    """A driver of interface version 0 or 1, which has no negotiation function, is not used."""
    if event in (DriverEvent.OLD, DriverEvent.NOT_FOUND):
        return DriverStep.REFUSED
    return original(step, event)


@likewise("drivers_without_negotiation_are_left_out", protocol.driver_answer)
def _drivers_that_answer_with_version_1(original: Original, result: int, version: int, *offered: int) -> Any:
    """Nor is one that negotiates and answers with one of these versions."""
    return DriverEvent.FAILED if version < 2 else original(result, version, *offered)


@allows(protocol.driver_step, "AMB-LEGACY-DRIVER", "NEGOTIATE-ICD-06: that the loader no longer supports")
def drivers_of_older_interfaces_are_left_out(original: Original, step: Any, event: Any) -> Any:
    """A loader that supports the newest interface version alone uses no driver without a negotiation."""
    if event in (DriverEvent.OLD, DriverEvent.NOT_FOUND):
        return DriverStep.REFUSED
    return original(step, event)


@likewise("drivers_of_older_interfaces_are_left_out", protocol.driver_answer)
def _drivers_that_answer_with_older_versions(
    original: Original, result: int, version: int, offered: int = protocol.NEWEST_DRIVER
) -> Any:
    """Nor one that negotiates and answers with an older version."""
    return DriverEvent.FAILED if version < offered else original(result, version, offered)


@allows(protocol.driver_step, "AMB-DIRECT-V7", "that direct drivers need version 7 is only implied")
def older_direct_drivers_are_used(original: Original, step: Any, event: Any) -> Any:
    """A driver that the application brings may be of an interface version below 7."""
    if step is DriverStep.ASK_GIVEN and event is DriverEvent.OLDER:
        return DriverStep.NEGOTIATED
    return original(step, event)


@allows(devices._sort_key, "AMB-DIRECT-SORT", "both rules claim the order")
def direct_devices_are_sorted_among_all(original: Original, device: Any) -> Any:
    """The devices of drivers that the application brings are sorted among the others."""
    return False, *original(device)[1:]


@allows(devices._sort_key, "AMB-SORT-NOPCI", "devices without PCI data are not covered")
def devices_without_address_come_first(original: Original, device: Any) -> Any:
    """Inside a type, devices without a PCI address stand before those with one."""
    direct, rank, missing, *rest = original(device)
    return direct, rank, not missing, *rest


@allows(devices._sort_key, "DEVICE-SORT-LINUX-01", "discrete, integrated, virtual, all others")
def other_devices_before_processors(original: Original, device: Any) -> Any:
    """Among all other types, OTHER stands before CPU."""
    direct, rank, *rest = original(device)
    return (direct, rank + (device.type == 4), *rest)


@allows(devices.ordered, "AMB-SELECT-DISABLED", "VK_LOADER_DISABLE_SELECT: only the sorting algorithm")
def selection_works_without_sorting(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """VK_LOADER_DEVICE_SELECT has an effect beside VK_LOADER_DISABLE_SELECT."""
    order = original(found, environment, *others)
    chosen = devices._selected(environment.get("VK_LOADER_DEVICE_SELECT"))
    if chosen is None:
        return order
    return tuple(sorted(order, key=lambda device: (device.vendor_id, device.device_id) != chosen))


@likewise("selection_works_without_sorting", devices.facts_matter)
def _facts_matter(original: Original, count: int, *others: Any) -> Any:
    return count > 1 or original(count, *others)


@allows(devices._passes, "AMB-IDFILTER-APIVER", "a 1.0 instance without the extension cannot query driverID")
def an_unknown_driver_id_passes(original: Original, ranges: Any, number: Any) -> Any:
    """A device whose driver id cannot be queried passes the filter of driver ids."""
    return True if number is None else original(ranges, number)


@allows(filters.id_ranges, "AMB-IDFILTER-RANGE", "the two ends of a range are joined by a colon")
def only_colons_make_ranges(original: Original, value: Any) -> Any:
    """A range with another sign than a colon matches nothing."""
    found = original(value)
    if found is None:
        return None
    good = [each for each in filters.elements(value) if all(sign in _OF_RANGE for sign in each)]
    return original(",".join(good)) or ()


@allows(filters.id_ranges, "AMB-IDFILTER-RANGE", "the two ends of a range are joined by a colon")
def elements_that_are_no_ids_are_left_out(original: Original, value: Any) -> Any:
    """An element of an id filter that is neither an id nor a range is left out, and a filter of no others is none."""
    good = [each for each in filters.elements(value) if all(sign in _OF_RANGE for sign in each)]
    return original(",".join(good)) if good else None


_OF_RANGE = "0123456789abcdefABCDEFxX:"


@allows(filters.id_ranges, "AMB-SELECT-EMPTY", "an empty filter list is not covered")
def an_empty_id_filter_passes_nothing(original: Original, value: Any) -> Any:
    """An id filter that is set to nothing leaves no device."""
    return () if value == "" else original(value)


@allows(choice._portability, "AMB-PORTABILITY-EXT", "only the flag is mentioned")
def the_portability_flag_is_enough(original: Original, driver: Any, request: Any, *others: Any) -> Any:
    """The portability flag counts without the extension."""
    return None if request.portability else original(driver, request, *others)


@allows(before._offered, "AMB-PORTABILITY-ENUM", "portability drivers are not loaded without the flag")
def portability_drivers_offer_nothing_before(original: Original, plan: Any) -> Any:
    """The extensions of portability drivers are not enumerated."""
    kept = tuple([each for each in plan.drivers if not each.driver.is_portability])
    return original(replace(plan, drivers=kept))


@allows(instance._create, "AMB-UNKNOWN-EXT-CODE", "an error is promised without a code")
def unknown_extensions_fail_otherwise(original: Original, creation: Any, out: int) -> Any:
    """A driver's extension that the loader hides makes vkCreateInstance fail with VK_ERROR_INITIALIZATION_FAILED.

    One that nobody offers makes it fail with VK_ERROR_EXTENSION_NOT_PRESENT, as VULKAN-LOADER-07 asks.
    """
    try:
        return original(creation, out)
    except RefusedError as refusal:
        wanted = creation.asked.request.extensions
        of_drivers = [shared.extensions for shared in creation.drivers]
        hidden = {
            each.name for found in of_drivers for each in found if not instance_extensions.is_known(each.name)
        }
        others = [name for name in wanted if name not in hidden]
        missing = missing_extension(others, instance._OWN, creation.plan.chain, of_drivers)
        if refusal.result != VkResult.ERROR_EXTENSION_NOT_PRESENT or missing is not None:
            raise
        raise RefusedError(VkResult.ERROR_INITIALIZATION_FAILED) from refusal


@allows(before._offered, "AMB-ENUM-EXPLICIT", "layers, both explicit and implicit, are aggregated")
def explicit_layers_offer_extensions_before(original: Original, plan: Any) -> Any:
    """vkEnumerateInstanceExtensionProperties(NULL) has the extensions of explicit layers."""
    offered = original(plan)
    names = {each.name for each in offered}
    added = {
        each.name: each
        for layer in plan.enumerated
        if layer.kind is Use.EXPLICIT
        for each in layer.instance_extensions
        if each.name not in names
    }
    return (*offered, *added.values())


@allows(before._offered, "", "no document gives an order to what is enumerated")
def extensions_are_listed_backwards(original: Original, plan: Any) -> Any:
    """Instance extensions are listed in the opposite order."""
    return tuple(reversed(original(plan)))


@allows(filters.id_ranges, "AMB-IDFILTER-RANGE", "what ends an element is not stated")
def ids_end_at_what_is_no_number(original: Original, value: Any) -> Any:
    """An element of an id filter ends at the first sign that belongs neither to a number nor to a range."""
    if original(value) is None:
        return None
    heads = [_head(each.lstrip()) for each in filters.elements(value)]
    return original(",".join(heads)) or ()


def _head(element: str) -> str:
    end = next((place for place, sign in enumerate(element) if sign not in _OF_RANGE), len(element))
    return element[:end]


@allows(
    devices.ordered, "DEVICE-SORT-LINUX-04", "disables all device selection and sorting: no order is named"
)
def unsorted_devices_backwards(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """Where devices are not to be sorted, those of installed drivers are listed in the opposite order."""
    order = original(found, environment, *others)
    if not devices.sorting_is_off(environment):
        return order
    backwards = order[::-1]
    return tuple(sorted(backwards, key=lambda device: device.direct))


@likewise("unsorted_devices_backwards", devices.facts_matter)
def _unsorted_facts_matter(original: Original, count: int, *others: Any) -> Any:
    return count > 1 or original(count, *others)


_KNOWN = ("VK_KHR_surface", "VK_KHR_display", "VK_KHR_xcb_surface", "VK_KHR_xlib_surface")
"""Those that each loader has, and those of the usual windowing systems (WSI-EXT-01, WSI-EXT-02)."""


@allows(
    instance_extensions.is_known,
    "EXT-FILTER-03",
    "which instance extensions a loader knows is not said beyond two",
)
def few_extensions_are_known(original: Original, name: str, *system: Any) -> Any:
    """Of the drivers' instance extensions the loader knows those of windowing systems alone."""
    return name in _KNOWN or name in {each.name for each in instance_extensions.LOADER_EXTENSIONS}

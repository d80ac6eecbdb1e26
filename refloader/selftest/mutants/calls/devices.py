"""Violators of the order of physical devices, and of filters by what only a running driver tells."""

from dataclasses import replace
from typing import Any

from refloader.core.drivers import devices
from refloader.dropin.python.devices import id_filters
from refloader.model.environment import Environment
from refloader.selftest.mutants.marks import Original, replaces


def _without(environment: Environment, name: str) -> Environment:
    kept = {each: environment.get(each) or "" for each in devices.VARIABLES if environment.is_set(each)}
    kept.pop(name, None)
    return replace(environment, variables=kept)


@replaces(devices.filtered, "FILTER-ID-DRIVER-01")
def driver_ids_not_filtered(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """VK_LOADER_DRIVER_ID_FILTER has no effect."""
    return original(found, _without(environment, "VK_LOADER_DRIVER_ID_FILTER"), edition)


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

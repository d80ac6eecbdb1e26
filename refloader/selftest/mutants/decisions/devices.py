"""Violators of the rules of physical devices: the filters by their ids."""

from typing import Any

from refloader.core.drivers import devices
from refloader.selftest.mutants.decisions.variables import without
from refloader.selftest.mutants.marks import Original, replaces


@replaces(devices.filtered, "FILTER-ID-DEVICE-01")
def device_ids_not_filtered(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """VK_LOADER_DEVICE_ID_FILTER has no effect."""
    return original(found, without(environment, "VK_LOADER_DEVICE_ID_FILTER"), edition)


@replaces(devices.filtered, "FILTER-ID-VENDOR-01")
def vendor_ids_not_filtered(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """VK_LOADER_VENDOR_ID_FILTER has no effect."""
    return original(found, without(environment, "VK_LOADER_VENDOR_ID_FILTER"), edition)


@replaces(devices.filtered, "FILTER-ID-MULTI-01")
def one_id_filter_is_enough(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """A device is shown if it passes one of the id filters."""
    names = [name for name in devices.ID_FILTERS if environment.is_set(name)]
    alone = [without(environment, *(other for other in names if other != name)) for name in names]
    passed = [device for each in alone for device in original(found, each, edition)]
    return tuple(device for device in found if not names or device in passed)

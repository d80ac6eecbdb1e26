"""Violators of the rules of physical devices: the filters by their ids."""

from typing import Any

from refloader.core.activation import filters
from refloader.core.drivers import devices
from refloader.core.search.windows import values as registry_values
from refloader.inspect.lint import folder_purposes
from refloader.inspect.registry import lint as registry_lint
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import without


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


@replaces(filters.IdRange.holds, "FILTER-ID-DEVICE-01")
def ranges_without_their_last_id(original: Original, span: Any, number: int) -> Any:
    """The last id of a range does not belong to it."""
    return original(span, number) and (span.first == span.last or number != span.last)


@replaces(filters.IdRange.holds, "FILTER-ID-DEVICE-01")
def ranges_without_their_first_id(original: Original, span: Any, number: int) -> Any:
    """The first id of a range does not belong to it."""
    return original(span, number) and (span.first == span.last or number != span.first)


@replaces(filters._number, "FILTER-ID-DEVICE-01")
def ids_are_hexadecimal(original: Original, text: str) -> Any:
    """An id without 0x is read as a hexadecimal number."""
    return int(text, 16)


@replaces(filters.id_ranges, "FILTER-ID-DEVICE-01")
def one_element_of_ids(original: Original, value: str | None) -> Any:
    """Of the elements of an id filter only the first counts."""
    found = original(value)
    return found[:1] if found else found


@replaces(filters.IdRange.holds, "FILTER-ID-VENDOR-01")
def ids_of_sixteen_bits(original: Original, span: Any, number: int) -> Any:
    """Only the lower 16 bits of an id are compared."""
    return original(filters.IdRange(span.first & 0xFFFF, span.last & 0xFFFF), number & 0xFFFF)


@replaces(devices.filtered, "FILTER-ID-MULTI-01")
def two_id_filters_count(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """Where device and vendor ids are both filtered the vendor's filter has no effect."""
    both = all(environment.is_set(name) for name in devices.ID_FILTERS[:2])
    return original(found, without(environment, devices.ID_FILTERS[1]) if both else environment, edition)


@replaces(registry_values.path_fault, "DISC-WINDOWS-04")
def relative_names_are_full_paths(original: Original, path: str, value: Any, why: Any, *editions: Any) -> Any:
    """A name that is no full path is as good as one that is."""
    return None if why == rule("DISC-WINDOWS-04") else original(path, value, why, *editions)


@replaces(registry_lint.whose_branch, "DISC-WINDOWS-11")
def anybody_writes_anywhere(original: Original, mentions: Any) -> Any:
    """Applications may name layers in keys of devices, and drivers in SOFTWARE keys."""
    return ()


@replaces(registry_lint.better_place, "DISC-DRIVER-WINDOWS-05")
def drivers_belong_to_no_device(original: Original, mentions: Any) -> Any:
    """A driver that is named in a SOFTWARE key is where it should be."""
    return ()


@replaces(folder_purposes.local_folder, "DISC-LINUX-12", "DISC-DRIVER-LINUX-06")
def packages_may_use_any_folder(original: Original, path: str, use: Any, package: str) -> Any:
    """Nothing is said of a package that puts manifests where locally built things belong."""
    return None

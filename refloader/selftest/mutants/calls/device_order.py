"""Violators of the order of physical devices that shows with certain devices or values only."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import groups as group_order
from refloader.core.drivers import devices
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_facts, groups, id_filters, physical_devices
from refloader.dropin.python.memory.acting import EDITION
from refloader.dropin.python.memory.objects import PhysicalDeviceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.model.environment import Environment
from refloader.selftest.mutants.marks import Original, completes, replaces

_SELECT = "VK_LOADER_DEVICE_SELECT"
_DISABLE = "VK_LOADER_DISABLE_SELECT"
_OF_GROUPS: list[bool] = []
"""Not empty while device groups are enumerated."""


def _with(environment: Environment, name: str, value: str | None) -> Environment:
    kept = {each: environment.get(each) or "" for each in devices.VARIABLES if environment.is_set(each)}
    kept.pop(name, None)
    if value is not None:
        kept[name] = value
    return replace(environment, variables=kept)


# ---- sorting ------------------------------------------------------------------------------------------------------


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-01")
def virtual_devices_before_integrated_ones(original: Original, device: Any) -> Any:
    """Virtual devices stand before integrated ones."""
    direct, rank, *rest = original(device)
    return (direct, {1: 2, 2: 1}.get(rank, rank), *rest)


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-01")
def other_devices_among_virtual_ones(original: Original, device: Any) -> Any:
    """Virtual devices do not stand before those of all other types."""
    direct, rank, *rest = original(device)
    return (direct, min(rank, 2), *rest)


@replaces(devices.ordered, "DEVICE-SORT-LINUX-01")
def only_discrete_devices_sorted(original: Original, found: Any, *others: Any) -> Any:
    """Discrete devices stand first, all others as they come."""
    order = original(found, *others)
    first = [device for device in order if device.type == 2]
    return (*first, *(device for device in found if device not in first))


@replaces(devices.ordered, "CHAIN-INIT-10")
def sorting_is_told_and_not_done(original: Original, found: Any, *others: Any) -> Any:
    """Layers are told that the loader sorts devices, and none are sorted."""
    return tuple(found)


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-02")
def pci_domains_do_not_count(original: Original, device: Any) -> Any:
    """The domain of a PCI address does not matter to a device's place."""
    pci = device.pci
    return original(replace(device, pci=pci._replace(domain=0)) if pci else device)


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-02")
def pci_functions_do_not_count(original: Original, device: Any) -> Any:
    """The function of a PCI address does not matter to a device's place."""
    pci = device.pci
    return original(replace(device, pci=pci._replace(function=0)) if pci else device)


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-02")
def pci_numbers_compared_as_text(original: Original, device: Any) -> Any:
    """The numbers of a PCI address are compared digit by digit."""
    direct, rank, missing, address, *rest = original(device)
    return (direct, rank, missing, tuple(str(number) for number in address), *rest)


@replaces(physical_devices._arranged, "DEVICE-SORT-LINUX-01")
def devices_sorted_above_the_layers(original: Original, made: Any, found: Any) -> Any:
    """The devices are sorted for the application alone: layers see them as the drivers give them."""
    return tuple(found) if made.layers else original(made, found)


@completes("devices_sorted_above_the_layers", physical_devices.enumerate_physical_devices)
def _sorted_above(original: Original, handle: int, count: int, out: int) -> Any:
    """Sort what comes from the layers."""
    result = original(handle, count, out)
    made = INSTANCES[handle]
    if out and result >= 0 and made.layers:
        given = _edge.words(out, _edge.u32(count))
        inner = [_edge.u64(each + PhysicalDeviceRecord.inner) for each in given]
        facts = [device_facts.asked(made.table.address, each, offered=True) for each in inner]
        order = devices.ordered(facts, id_filters.environment(), EDITION)
        places = {id(each): place for place, each in enumerate(order)}
        _edge.put_words(
            out, [each for _, each in sorted((places[id(f)], g) for f, g in zip(facts, given, strict=True))]
        )
    return result


@replaces(group_order.selected_first, "DEVICE-SORT-LINUX-03")
def the_selected_group_comes_last(original: Original, groups: Any, selected: Any) -> Any:
    """The group of the device that VK_LOADER_DEVICE_SELECT names stands behind the others."""
    return tuple(reversed(original(groups, selected)))


# ---- the device that a variable names -----------------------------------------------------------------------------


@replaces(devices.ordered, "DEVICE-SORT-LINUX-03")
def a_selected_device_is_alone(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """VK_LOADER_DEVICE_SELECT leaves out all devices but the one that it names."""
    order = original(found, environment, *others)
    chosen = devices._selected(environment.get(_SELECT))
    alone = tuple(device for device in order if (device.vendor_id, device.device_id) == chosen)
    return alone or order


@replaces(devices.ordered, "DEVICE-SORT-LINUX-03")
def an_unknown_selection_hides_all(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """No device is enumerated where VK_LOADER_DEVICE_SELECT names none."""
    chosen = devices._selected(environment.get(_SELECT))
    if chosen and all((device.vendor_id, device.device_id) != chosen for device in found):
        return ()
    return original(found, environment, *others)


@replaces(devices.ordered, "DEVICE-SORT-LINUX-03")
def selected_by_vendor_alone(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """VK_LOADER_DEVICE_SELECT puts all devices of the vendor first, whatever device it names."""
    order = original(found, environment, *others)
    chosen = devices._selected(environment.get(_SELECT))
    return tuple(sorted(order, key=lambda device: chosen is not None and device.vendor_id != chosen[0]))


@replaces(devices.ordered, "DEVICE-SORT-LINUX-03")
def selected_by_device_alone(original: Original, found: Any, environment: Any, *others: Any) -> Any:
    """VK_LOADER_DEVICE_SELECT puts a device first whose vendor is another one."""
    order = original(found, environment, *others)
    chosen = devices._selected(environment.get(_SELECT))
    return tuple(sorted(order, key=lambda device: chosen is not None and device.device_id != chosen[1]))


@replaces(devices.ordered, "DEVICE-SORT-LINUX-03")
def selected_only_within_its_type(original: Original, found: Any, *others: Any) -> Any:
    """The device that VK_LOADER_DEVICE_SELECT names is first of its type, not of all."""
    return tuple(sorted(original(found, *others), key=lambda device: devices._RANK.get(device.type, 3)))


@replaces(devices._selected, "DEVICE-SORT-LINUX-03")
def upper_case_selection_not_read(original: Original, value: str | None) -> Any:
    """Hexadecimal digits in capitals are not read in VK_LOADER_DEVICE_SELECT."""
    return None if any(each in "ABCDEF" for each in value or "") else original(value)


@replaces(devices._selected, "DEVICE-SORT-LINUX-03")
def selection_read_as_decimal(original: Original, value: str | None) -> Any:
    """Numbers without 0x are read as decimal ones in VK_LOADER_DEVICE_SELECT."""
    parts = (value or "").split(":")
    if len(parts) == 2 and all(part.isdigit() for part in parts):
        return int(parts[0]), int(parts[1])
    return original(value)


@replaces(devices.facts_matter, "DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-03")
def only_more_than_two_devices_sorted(original: Original, count: int, *others: Any) -> Any:
    """Two devices are not sorted, only more."""
    return count != 2 and original(count, *others)


# ---- sorting turned off -------------------------------------------------------------------------------------------


@replaces(id_filters.environment, "DEVICE-SORT-LINUX-04")
def only_1_disables_the_selection(original: Original) -> Any:
    """VK_LOADER_DISABLE_SELECT has an effect only if it is 1."""
    environment = original()
    value = environment.get(_DISABLE)
    return environment if value == "1" else _with(environment, _DISABLE, None)


@replaces(id_filters.environment, "DEVICE-SORT-LINUX-04")
def any_value_disables_the_selection(original: Original) -> Any:
    """VK_LOADER_DISABLE_SELECT has its effect with the value 0 too."""
    environment = original()
    return _with(environment, _DISABLE, "1") if environment.is_set(_DISABLE) else environment


@replaces(groups.enumerate_physical_device_groups_below, "DEVICE-SORT-LINUX-04")
def any_value_disables_the_order_of_groups(original: Original, *arguments: int) -> Any:
    """VK_LOADER_DISABLE_SELECT has its effect on device groups with the value 0 too."""
    _OF_GROUPS.append(True)
    code = original(*arguments)
    _OF_GROUPS.clear()
    return code


@completes("any_value_disables_the_order_of_groups", id_filters.environment)
def _disabled_for_groups(original: Original) -> Any:
    environment = original()
    is_off = bool(_OF_GROUPS) and environment.is_set(_DISABLE)
    return _with(environment, _DISABLE, "1") if is_off else environment


@replaces(id_filters.environment, "DEVICE-SORT-LINUX-04")
def a_selected_device_is_sorted_all_the_same(original: Original) -> Any:
    """VK_LOADER_DISABLE_SELECT has no effect where VK_LOADER_DEVICE_SELECT is set."""
    environment = original()
    return _with(environment, _DISABLE, None) if environment.is_set(_SELECT) else environment


def _filters_ids(environment: Environment) -> bool:
    return devices.filters_apply(environment, EDITION)


@replaces(devices.ordered, "DEVICE-SORT-LINUX-03")
def no_device_selected_beside_id_filters(
    original: Original, found: Any, environment: Any, *others: Any
) -> Any:
    """VK_LOADER_DEVICE_SELECT has no effect where a filter of ids is set."""
    return original(
        found, _with(environment, _SELECT, None) if _filters_ids(environment) else environment, *others
    )


@replaces(devices.ordered, "DEVICE-SORT-LINUX-01")
def devices_not_sorted_beside_id_filters(
    original: Original, found: Any, environment: Any, *others: Any
) -> Any:
    """Devices come as the drivers give them where a filter of ids is set."""
    return original(
        found, _with(environment, _DISABLE, "1") if _filters_ids(environment) else environment, *others
    )


# ---- drivers that the application brings --------------------------------------------------------------------------


@replaces(physical_devices.walked, "DIRECT-DRIVER-05")
def direct_drivers_asked_first(original: Original, made: Any) -> Any:
    """The application's own drivers come first where the devices are not sorted."""
    return sorted(original(made), key=lambda driver: not driver.shared.direct)


# ---- filters by id ------------------------------------------------------------------------------------------------


@replaces(groups._filtered, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def groups_not_filtered_by_ids(
    original: Original, made: Any, function: int, inner: int, count: int, out: int
) -> Any:
    """A device that the id filters leave out is still enumerated in its group."""
    result = groups.enumerate_physical_device_groups_below(inner, count, out)
    if out and result >= 0:
        for at in range(out, out + groups._SIZE * _edge.u32(count), groups._SIZE):
            members = _edge.words(at + groups._MEMBERS, _edge.u32(at + groups._COUNT))
            _edge.put_words(at + groups._MEMBERS, [physical_devices.wrapped(made, each) for each in members])
    return result


# ---- ids in other forms and places --------------------------------------------------------------------------------


@replaces(devices.filtered, "FILTER-ID-VENDOR-01")
def vendor_ids_take_no_ranges(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """A range in VK_LOADER_VENDOR_ID_FILTER stands for its first id alone."""
    return original(found, _narrowed(environment, "VK_LOADER_VENDOR_ID_FILTER", _first_end), edition)


@replaces(devices.filtered, "FILTER-ID-DRIVER-01")
def driver_ids_take_no_hexadecimal_numbers(
    original: Original, found: Any, environment: Any, edition: Any
) -> Any:
    """A hexadecimal number in VK_LOADER_DRIVER_ID_FILTER matches nothing."""
    return original(found, _narrowed(environment, "VK_LOADER_DRIVER_ID_FILTER", _without_hex), edition)


@replaces(devices.filtered, "FILTER-ID-DEVICE-01")
def ranges_behind_the_first_element_stand_for_one(
    original: Original, found: Any, environment: Any, edition: Any
) -> Any:
    """In VK_LOADER_DEVICE_ID_FILTER only the first element can be a range."""
    return original(found, _narrowed(environment, "VK_LOADER_DEVICE_ID_FILTER", _later_ends), edition)


def _narrowed(environment: Environment, name: str, change: Any) -> Environment:
    value = environment.get(name)
    return environment if value is None else _with(environment, name, change(value))


def _first_end(value: str) -> str:
    return ",".join(each.partition(":")[0] for each in value.split(","))


def _without_hex(value: str) -> str:
    return ",".join("x" if "x" in each.lower() else each for each in value.split(","))


def _later_ends(value: str) -> str:
    first, *others = value.split(",")
    return ",".join((first, *(each.partition(":")[0] for each in others)))


@replaces(devices._selected, "DEVICE-SORT-LINUX-03")
def ids_of_selections_are_cut(original: Original, value: str | None) -> Any:
    """VK_LOADER_DEVICE_SELECT compares the low 16 bits of ids of more than four digits."""
    found = original(value)
    return found and (found[0] & 0xFFFF, found[1] & 0xFFFF)


@replaces(devices._passes, "FILTER-ID-DEVICE-01")
def an_id_of_0_passes(original: Original, ranges: Any, number: int | None) -> Any:
    """A device whose id is 0 is enumerated whatever ids the filters name."""
    return number == 0 or original(ranges, number)


# ---- filters ------------------------------------------------------------------------------------------------------


@replaces(devices.filtered, "FILTER-ID-MULTI-01")
def driver_filters_beside_vendor_filters_have_one_element(
    original: Original, found: Any, environment: Environment, edition: Any
) -> Any:
    """Where vendor and driver ids are both filtered only the first element of the driver's filter counts."""
    _, vendor, driver = devices.ID_FILTERS
    elements = environment.get(driver)
    if elements and environment.is_set(vendor):
        environment = _with(environment, driver, elements.partition(",")[0])
    return original(found, environment, edition)


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-01")
def devices_of_type_other_come_first(original: Original, device: Any) -> Any:
    """Devices of VK_PHYSICAL_DEVICE_TYPE_OTHER, whose number is 0, stand before discrete ones."""
    direct, rank, *others = original(device)
    return direct, -1 if device.type == 0 else rank, *others

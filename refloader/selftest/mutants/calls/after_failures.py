"""Violators that are right until something fails, ends or is refused: what is left behind reaches the next call."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links, plan
from refloader.core.drivers import devices as device_order
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, groups, physical_devices, surfaces
from refloader.dropin.python.generated.layouts import VkAllocationCallbacks, VkSystemAllocationScope
from refloader.dropin.python.instances import instance, instance_terminator, requests
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory import containers
from refloader.dropin.python.memory.objects import NOT_OF_THE_DRIVER, SurfaceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.model.place import Use
from refloader.model.plan import VkResult
from refloader.model.request import Given
from refloader.protocol import DriverEvent
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[str, Any] = {}
"""What is remembered from an earlier call, or between the parts of one violator."""

_REFUSED = -7
"""VK_ERROR_EXTENSION_NOT_PRESENT."""

_NO_DRIVER, _REFUSAL = -9, -3
"""VK_ERROR_INCOMPATIBLE_DRIVER and VK_ERROR_INITIALIZATION_FAILED."""

# ---- devices -----------------------------------------------------------------------------------------------------


@replaces(devices.create_through, "CHAIN-DIST-01", "LLP_LOADER_9")
def a_failed_device_costs_the_next_its_layers(
    original: Original, made: Any, handle: int, above: Any, arguments: Any, **options: Any
) -> Any:
    """The device that is made after a vkCreateDevice that failed is made without the layers."""
    failed = _KEPT.pop("device failed", False)
    code = original(made, handle, () if failed else above, arguments, **options)
    _KEPT["device failed"] = code < 0
    return code


@replaces(devices.create_device, "VULKAN-LOADER-02")
def a_failed_device_keeps_its_memory(
    original: Original, device: int, info: int, allocator: int, out: int
) -> Any:
    """Of a vkCreateDevice that fails, memory from the application's callbacks is not given back."""
    code = original(device, info, allocator, out)
    if code < 0:
        _KEPT.setdefault("device", []).append(_edge.Memory(64, allocator, VkSystemAllocationScope.DEVICE))
    return code


@replaces(instance.create_instance, "VULKAN-LOADER-02")
def a_failed_instance_keeps_its_memory(original: Original, info: int, allocator: int, out: int) -> Any:
    """Of a vkCreateInstance that fails, memory from the application's callbacks is not given back."""
    code = original(info, allocator, out)
    if code < 0:
        _KEPT.setdefault("instance", []).append(_edge.Memory(64, allocator, VkSystemAllocationScope.INSTANCE))
    return code


@replaces(instance.create_instance, "VULKAN-LOADER-02")
def an_instance_without_drivers_keeps_its_memory(
    original: Original, info: int, allocator: int, out: int
) -> Any:
    """Where no driver can be used, memory from the application's callbacks is not given back."""
    code = original(info, allocator, out)
    if code == _NO_DRIVER:
        _KEPT.setdefault("driverless", []).append(
            _edge.Memory(16, allocator, VkSystemAllocationScope.INSTANCE)
        )
    return code


@replaces(instance.create_instance, "VULKAN-LOADER-02")
def an_instance_that_a_layer_refuses_keeps_its_memory(
    original: Original, info: int, allocator: int, out: int
) -> Any:
    """Where a layer or driver returns an error of its own, memory from the callbacks is not given back."""
    code = original(info, allocator, out)
    if code == _REFUSAL:
        _KEPT.setdefault("refused", []).append(_edge.Memory(16, allocator, VkSystemAllocationScope.INSTANCE))
    return code


@replaces(instance.create_instance, "ACT-EXPLICIT-01")
def layers_of_a_refused_instance_stay(original: Original, info: int, allocator: int, out: int) -> Any:
    """The layers that a vkCreateInstance with an unknown extension asked for are in the next instance as well."""
    code = original(info, allocator, out)
    asked = _KEPT.pop("asked", ())
    _KEPT["refused"] = asked if code == _REFUSED else ()
    return code


@completes("layers_of_a_refused_instance_stay", requests.read)
def _they_are_asked_for(original: Original, create_info: int) -> Any:
    """Put the layers of the refused instance behind those that are asked for now."""
    asked = original(create_info)
    _KEPT["asked"] = own = asked.request.layers
    more = (name for name in _KEPT.get("refused", ()) if name not in own)
    return replace(asked, request=replace(asked.request, layers=(*own, *more)))


@replaces(physical_devices.wrapped, "VULKAN-LOADER-04")
def devices_get_a_new_handle_at_each_call(original: Original, made: Any, handle: int) -> Any:
    """A physical device has another handle at each enumeration."""
    earlier = made.devices_above.pop(handle, None)
    if earlier is not None:
        made.keep.append(earlier)
    return original(made, handle)


@replaces(groups._above, "VULKAN-LOADER-04")
def members_of_groups_are_no_enumerated_devices(
    original: Original, slot: int, handle: int, count: int, out: int
) -> Any:
    """The members of groups have handles of their own, which vkEnumeratePhysicalDevices does not give."""
    made = INSTANCES[handle]
    known = dict(made.devices_above)
    made.devices_above.clear()
    code = original(slot, handle, count, out)
    made.keep.extend(made.devices_above.values())
    made.devices_above.clear()
    made.devices_above.update(known)
    return code


@replaces(physical_devices._filtered, "FILTER-ID-DEVICE-01", "VULKAN-LOADER-01")
def the_count_of_devices_is_not_filtered(
    original: Original, made: Any, function: int, inner: int, count: int, out: int
) -> Any:
    """Asked for the number of physical devices alone, the loader counts those too that an id filter hides."""
    return original(made, function, inner, count, out) if out else _edge.result(function, inner, count, 0)


@replaces(physical_devices._arranged, "DEVICE-SORT-LINUX-01")
def devices_are_sorted_within_their_driver(original: Original, made: Any, found: Any) -> Any:
    """The devices of a driver are sorted, and those of the next driver stand behind them."""
    parts: dict[int, list[Any]] = {}
    for device in found:
        parts.setdefault(device.driver.index, []).append(device)
    return tuple(each for part in parts.values() for each in original(made, part))


@replaces(groups.enumerate_physical_device_groups_below, "DEVICE-SORT-LINUX-03")
def the_selection_does_not_reach_groups(original: Original, handle: int, count: int, out: int) -> Any:
    """VK_LOADER_DEVICE_SELECT puts a physical device first, and not the group that holds it."""
    _KEPT["groups"] = True
    try:
        return original(handle, count, out)
    finally:
        _KEPT["groups"] = False


@completes("the_selection_does_not_reach_groups", device_order._selected)
def _not_for_groups(original: Original, value: Any) -> Any:
    return None if _KEPT.get("groups") else original(value)


# ---- surfaces ----------------------------------------------------------------------------------------------------


@replaces(containers.unmake, "WSI-SURFACE-06")
def surfaces_are_destroyed_up_to_one_that_is_missing(
    original: Original, made: Any, surface: Any, allocator: int
) -> Any:
    """vkDestroySurfaceKHR reaches the drivers up to the first one that has made no surface of its own."""
    gone = False
    for driver in made.drivers:
        place = surface.address + SurfaceRecord.own + 8 * driver.index
        gone = gone or _edge.u64(place) <= NOT_OF_THE_DRIVER
        if gone:
            _edge.put64(place, 0)
    original(made, surface, allocator)


@replaces(surfaces.create_surface_below, "WSI-SURFACE-06", "VULKAN-LOADER-02")
def surfaces_of_a_failed_creation_stay(original: Original, command: str, handle: int, *others: int) -> Any:
    """Where one driver's failure ends vkCreate...SurfaceKHR, the surfaces of the drivers before it stay."""
    _KEPT["making"] = True
    try:
        return original(command, handle, *others)
    finally:
        _KEPT["making"] = False


@completes("surfaces_of_a_failed_creation_stay", surfaces._unmake)
def _not_while_making(original: Original, made: Any, surface: Any, allocator: int) -> Any:
    if not _KEPT.get("making"):
        return original(made, surface, allocator)
    surface.free(allocator)
    return None


@replaces(surfaces._own, "WSI-SURFACE-05", "LDP_LOADER_11")
def surfaces_beside_a_failed_driver_are_the_loaders(original: Original, instance: Any, *others: Any) -> Any:
    """Beside a driver whose vkCreateInstance failed, the others are not asked for surfaces of their own."""
    return 0 if instance.handle in _KEPT.get("failed drivers", ()) else original(instance, *others)


@completes("surfaces_beside_a_failed_driver_are_the_loaders", instance_terminator._create_one)
def _failed_drivers(original: Original, shared: Any, creation: Any, instance: Any, arrived: Any) -> Any:
    code = original(shared, creation, instance, arrived)
    if code < 0:
        _KEPT.setdefault("failed drivers", set()).add(instance.handle)
    return code


# ---- messengers --------------------------------------------------------------------------------------------------


@replaces(messengers.destroy_messenger_below, "DEBUG-LOG-03")
def the_end_of_a_messenger_silences_all(
    original: Original, handle: int, messenger: int, allocator: int
) -> Any:
    """After one messenger is destroyed, the others of its instance hear nothing."""
    original(handle, messenger, allocator)
    made = INSTANCES[handle]
    silent = {at: each for at, each in made.messengers.items() if messenger}
    for at, each in silent.items():
        made.messengers[at] = replace(each, listener=replace(each.listener, function=0))


@replaces(messengers.of_instance, "DEBUG-LOG-03")
def messengers_of_every_instance_hear(original: Original, made: Any) -> Any:
    """A message of one instance reaches the messengers of all instances."""
    return tuple(each for one in INSTANCES.values() for each in original(one))


@replaces(messengers._create, "VULKAN-LOADER-02")
def messengers_of_a_failed_creation_stay(original: Original, made: Any, *others: Any) -> Any:
    """Where one driver makes no messenger and vkCreateDebugUtilsMessengerEXT fails, the others' messengers stay."""
    _KEPT["messenger"] = True
    try:
        return original(made, *others)
    finally:
        _KEPT["messenger"] = False


@completes("messengers_of_a_failed_creation_stay", messengers._unmake)
def _kept_while_making(original: Original, made: Any, messenger: Any, allocator: int) -> Any:
    if not _KEPT.get("messenger"):
        return original(made, messenger, allocator)
    messenger.record.free(allocator)
    return None


@replaces(messengers._create, "VULKAN-LOADER-02")
def a_refused_messenger_keeps_its_memory(
    original: Original, made: Any, names: Any, listener: Any, arguments: tuple[int, int], out: int
) -> Any:
    """Where a driver makes no messenger, memory from the application's callbacks is not given back."""
    code = original(made, names, listener, arguments, out)
    if code < 0:
        memory = _edge.Memory(64, arguments[1], VkSystemAllocationScope.OBJECT)
        _KEPT.setdefault("messengers", []).append(memory)
    return code


@replaces(messengers._create, "VULKAN-LOADER-02")
def a_refused_messenger_frees_memory_of_others(
    original: Original, made: Any, names: Any, listener: Any, arguments: tuple[int, int], out: int
) -> Any:
    """Where a driver makes no messenger, the application's callbacks are asked to free what they never gave."""
    code = original(made, names, listener, arguments, out)
    if code < 0 and arguments[1]:
        others = _edge.Memory(64)
        _KEPT.setdefault("messengers", []).append(others)
        layout = VkAllocationCallbacks
        free = _edge.u64(arguments[1] + layout.pfnFree)
        _edge.call(free, _edge.u64(arguments[1] + layout.pUserData), others.address)
    return code


# ---- negotiation -------------------------------------------------------------------------------------------------


@replaces(instance._open_layers, "GPA-ORDER-01", "CHAIN-INIT-04")
def a_layer_has_the_device_lookup_of_another(original: Original, creation: Any) -> Any:
    """A layer that gives no pfnGetPhysicalDeviceProcAddr is taken to have the one of the layer above it."""
    lost = original(creation)
    above = 0
    for link in creation.links:
        link.gpdpa = above = link.gpdpa or above
    return lost


@replaces(drivers._offer, "NEGOTIATE-ICD-03")
def a_refusal_lowers_what_is_offered_next(original: Original, ask: int, newest: int) -> Any:
    """The driver behind one that refuses is offered version 4, not the newest."""
    event, version = original(ask, min(newest, _KEPT.get("offer", newest)))
    _KEPT["offer"] = newest if event is DriverEvent.AGREED else 4
    return event, version


@replaces(drivers._opened, "WSI-SURFACE-05", "LDP_LOADER_11")
def the_driver_behind_a_refusing_one_counts_as_old(original: Original, driver: Any, log: Any) -> Any:
    """The driver behind one that cannot be used is taken for one of interface version 1, whatever it answers."""
    shared = original(driver, log)
    refused, _KEPT["refused"] = _KEPT.get("refused", False), shared is None
    return replace(shared, interface=1, gpdpa=0) if refused and shared is not None else shared


@replaces(drivers.given, "LDP_LOADER_5", "DIRECT-DRIVER-01")
def a_refusing_direct_driver_ends_the_list(original: Original, lookup: int, log: Any) -> Any:
    """Of the drivers that an application hands over none behind one that refuses the negotiation is used."""
    if _KEPT.get("ended"):
        return None
    shared = original(lookup, log)
    _KEPT["ended"] = shared is None
    return shared


@completes("a_refusing_direct_driver_ends_the_list", instance._open_drivers)
def _begun(original: Original, creation: Any) -> Any:
    _KEPT["ended"] = False
    return original(creation)


@replaces(links.needed, "LLP_LOADER_5")
def layers_of_the_variable_are_needed(original: Original, layer: Any, requested: Any) -> Any:
    """vkCreateInstance fails where a layer of VK_INSTANCE_LAYERS cannot be used."""
    named = (_edge.getenv("VK_INSTANCE_LAYERS") or "").split(":")
    return layer.name in named or original(layer, requested)


@replaces(links.pre_instance_chain, "PREINST-03")
def pre_instance_functions_need_a_format_after_theirs(original: Original, found: Any, command: str) -> Any:
    """Pre-instance functions count in formats newer than 1.1.2, which brought them."""
    return tuple(each for each in original(found, command) if each[0].format_version != "1.1.2")


@replaces(links.pre_instance_chain, "LLP_LOADER_6")
def waiting_layers_have_pre_instance_functions(original: Original, found: Any, command: str) -> Any:
    """The pre-instance functions of an implicit layer are called although its enable variable is not set."""
    more = (
        (row.layer, symbol)
        for row in found.layers
        if row.layer.kind is Use.IMPLICIT and row.layer.enable and not row.active
        for name, symbol in row.layer.pre_instance
        if name == command
    )
    return (*original(found, command), *more)


@replaces(plan._result, "DIRECT-DRIVER-04")
def inclusive_drivers_need_installed_ones(
    original: Original, facts: Any, layers: Any, drivers: Any, request: Any, edition: Any
) -> Any:
    """Drivers that an application hands over inclusively are not used where no other driver is found."""
    if request.given is Given.INCLUSIVE and not any(outcome.used for outcome in drivers):
        return VkResult.INCOMPATIBLE_DRIVER, (plan._error("LDP_LOADER_1", "no usable driver is found"),)
    return original(facts, layers, drivers, request, edition)


@replaces(links.told_version, "APIVER-04")
def older_drivers_hear_of_1_0(original: Original, wanted: int, driver: int) -> Any:
    """Every driver that is older than the application asks for is told of 1.0, not those of Vulkan 1.0 alone."""
    older = wanted >> 12 > driver >> 12
    return links.VERSION_1_0 if older else original(wanted, driver)


@replaces(device_order.ordered, "DEVICE-SORT-LINUX-01")
def a_device_without_an_address_ends_the_sorting(original: Original, found: Any, *others: Any) -> Any:
    """The devices are not sorted if one of them has no PCI address."""
    return tuple(found) if any(each.pci is None for each in found) else original(found, *others)


@replaces(instance_terminator.destroy_drivers, "VULKAN-LOADER-02")
def drivers_keep_instances_of_failed_creations(original: Original, made: Any, allocator: int) -> Any:
    """A vkCreateInstance that fails frees all that is the loader's own, and leaves the drivers' instances."""
    while not made.borrowed and made.drivers:
        driver = made.drivers.pop()
        driver.table.free(made.allocator)
        driver.record.free(made.allocator)
    return original(made, allocator)

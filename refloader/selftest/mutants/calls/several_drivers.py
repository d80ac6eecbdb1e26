"""Violators of the commands that the loader ends itself: where it calls only some drivers, or merges wrongly."""

from typing import Any

from refloader.core.chain import groups as group_order
from refloader.core.chain import links
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, groups, physical_devices
from refloader.dropin.python.generated.layouts import VkDeviceCreateInfo, VkInstanceCreateInfo
from refloader.dropin.python.instances import globals as queries
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory.objects import InstanceRecord
from refloader.dropin.python.memory.state import INSTANCES, RefusedError
from refloader.dropin.python.messages import messengers
from refloader.selftest.mutants.marks import Original, completes, replaces

_DIRECT: dict[str, bool] = {}
"""Whether the driver that an instance is being made of has been handed over."""


@replaces(instance_terminator._create_all, "CHAIN-TERM-01")
def a_third_driver_not_called(original: Original, creation: Any, made: Any, arrived: Any) -> Any:
    """The terminator of vkCreateInstance calls two drivers at most."""
    del creation.drivers[2:]
    return original(creation, made, arrived)


@replaces(instance_terminator._create_one, "CHAIN-TERM-01")
def drivers_after_a_failing_one_not_called(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """Where the vkCreateInstance of a driver fails, the drivers after it are not called."""
    if any(code < 0 for code in creation.answers):
        return links._INCOMPATIBLE_DRIVER
    return original(shared, creation, made, arrived)


@replaces(links.creation_result, "CHAIN-TERM-01")
def one_failing_driver_fails_all(original: Original, results: Any) -> Any:
    """vkCreateInstance fails where one of several drivers fails."""
    return next((code for code in results if code < 0), original(results))


@replaces(instance_terminator.destroy_drivers, "CHAIN-TERM-01")
def only_one_drivers_instance_destroyed(original: Original, made: Any, allocator: int) -> Any:
    """vkDestroyInstance reaches the first driver only."""
    for driver in made.drivers[1:]:
        driver.table.free(allocator)
        driver.record.free(allocator)
    del made.drivers[1:]
    original(made, allocator)


@replaces(group_order.joint_failure, "CHAIN-TERM-01")
def one_failing_driver_hides_all_devices(original: Original, codes: Any) -> Any:
    """vkEnumeratePhysicalDevices fails where one of several drivers fails."""
    return next((code for code in codes if code < 0), original(codes))


@replaces(groups._groups_of, "CHAIN-TERM-01")
def groups_of_one_driver(original: Original, made: Any, driver: Any, devices: Any) -> Any:
    """Only the device groups of the first driver are enumerated."""
    return original(made, driver, devices) if driver is made.drivers[0] else []


@replaces(groups._groups_of, "EXT-FILTER-02", "LDP_LOADER_8")
def no_groups_without_the_command(original: Original, made: Any, driver: Any, devices: Any) -> Any:
    """The devices of a driver that does not know device groups are in no group."""
    table = driver.table.address
    known = _edge.u64(table + groups._CORE) or _edge.u64(table + groups._KHR)
    return original(made, driver, devices) if known else []


@replaces(messengers._create, "CHAIN-TERM-01")
def only_one_driver_gets_the_messenger(original: Original, made: Any, *arguments: Any) -> Any:
    """vkCreateDebugUtilsMessengerEXT reaches the first driver only."""
    others = made.drivers[1:]
    del made.drivers[1:]
    try:
        return original(made, *arguments)
    finally:
        made.drivers.extend(others)


@replaces(messengers._unmake, "CHAIN-TERM-01")
def only_one_driver_loses_the_messenger(original: Original, made: Any, *arguments: Any) -> Any:
    """vkDestroyDebugUtilsMessengerEXT reaches the first driver only."""
    others = made.drivers[1:]
    del made.drivers[1:]
    try:
        return original(made, *arguments)
    finally:
        made.drivers.extend(others)


@replaces(instance_terminator._take_in, "OBJECTS-ICD-03")
def instances_objects_left_as_they_are(original: Original, shared: Any, handle: int, *rest: Any) -> Any:
    """The first word of a driver's VkInstance is not replaced."""
    before = _edge.u64(handle)
    original(shared, handle, *rest)
    _edge.put64(handle, before)


@replaces(instance_terminator._take_in, "OBJECTS-ICD-03")
def a_second_drivers_instance_left_as_it_is(
    original: Original, shared: Any, handle: int, creation: Any, made: Any, *rest: Any
) -> Any:
    """The first word of a VkInstance is replaced in the first driver's object only."""
    before = _edge.u64(handle)
    others = len(made.drivers)
    original(shared, handle, creation, made, *rest)
    if others:
        _edge.put64(handle, before)


@replaces(instance_terminator.enable, "GPA-APP-01")
def commands_of_the_first_extension_only(original: Original, handle: int, extensions: Any, by: bytes) -> Any:
    """Of the extensions that an application enables, only the first has commands."""
    return original(handle, tuple(extensions)[:1], by)


@replaces(physical_devices._devices_of, "DISC-DRIVER-GEN-01")
def a_drivers_second_device_left_out(original: Original, made: Any, driver: Any) -> Any:
    """Of the physical devices of a driver only the first is enumerated."""
    code, found = original(made, driver)
    return code, found[:1]


@replaces(physical_devices.enumerate_physical_devices, "CHAIN-DIST-02")
def physical_devices_pass_the_layers(original: Original, handle: int, count: int, out: int) -> Any:
    """A second vkEnumeratePhysicalDevices goes to the drivers at once."""
    made = INSTANCES[handle]
    if not (made.devices_above and out and _edge.u64(handle + InstanceRecord.inner) == handle):
        return original(handle, count, out)
    result = physical_devices.enumerate_physical_devices_below(handle, count, out)
    if result >= 0:
        given = _edge.words(out, _edge.u32(count))
        _edge.put_words(out, [physical_devices.wrapped(made, each) for each in given])
    return result


# ---- who offers an extension --------------------------------------------------------------------------------------


@replaces(queries._offered, "EXT-ENUM-01")
def the_extension_of_direct_drivers_not_reported(original: Original, plan: Any) -> Any:
    """VK_LUNARG_direct_driver_loading is not enumerated."""
    return tuple(each for each in original(plan) if each.name != "VK_LUNARG_direct_driver_loading")


@replaces(queries._offered, "EXT-ENUM-01")
def the_extension_of_portability_not_reported(original: Original, plan: Any) -> Any:
    """VK_KHR_portability_enumeration is not enumerated."""
    return tuple(each for each in original(plan) if each.name != "VK_KHR_portability_enumeration")


class _AnyCase(dict[str, Any]):
    """Layers by name, in whatever letters."""

    def __contains__(self, name: object) -> bool:
        return any(each.lower() == str(name).lower() for each in self)

    def __missing__(self, name: str) -> Any:
        return next(value for key, value in self.items() if key.lower() == name.lower())


# ---- drivers that an application hands over -----------------------------------------------------------------------


@replaces(instance._open_drivers, "DIRECT-DRIVER-03")
def failing_exclusive_drivers_give_way(original: Original, creation: Any) -> Any:
    """Where no driver can be used that an application hands over exclusively, the installed ones are."""
    try:
        original(creation)
    except RefusedError:
        if not creation.asked.lookups:
            raise
        found = [outcome.driver for outcome in creation.plan.drivers]
        creation.drivers += drivers.borrow(found, creation.log)
        if not creation.drivers:
            raise


@replaces(links.driver_extensions, "EXT-FILTER-01", "LDP_LOADER_9")
def direct_drivers_get_every_extension(original: Original, wanted: Any, offered: Any) -> Any:
    """A driver that the application hands over is given the extensions of all others."""
    return tuple(wanted) if _DIRECT.get("now") else original(wanted, offered)


@completes("direct_drivers_get_every_extension", instance_terminator._create_one)
def _of_which(original: Original, shared: Any, *others: Any) -> Any:
    _DIRECT["now"] = shared.direct
    return original(shared, *others)


@replaces(drivers._device_lookup, "GPA-ORDER-01", "DIRECT-DRIVER-01")
def direct_drivers_have_no_unknown_commands(original: Original, library: int, version: int, gipa: int) -> Any:
    """A driver that the application hands over is not asked for unknown commands of physical devices."""
    return original(library, version, gipa) if library else 0


@replaces(instance._check_extensions, "DIRECT-DRIVER-01")
def extensions_of_direct_drivers_cannot_be_enabled(original: Original, creation: Any, active: Any) -> Any:
    """An instance extension that only a driver offers which the application hands over is unknown."""
    every = list(creation.drivers)
    creation.drivers[:] = [each for each in every if not each.direct]
    try:
        original(creation, active)
    finally:
        creation.drivers[:] = every


@replaces(instance_terminator._told, "DIRECT-DRIVER-01", "VULKAN-LOADER-05")
def direct_drivers_hear_nothing_of_the_application(
    original: Original, shared: Any, arrived: Any, names: Any
) -> Any:
    """A driver that the application hands over gets no VkApplicationInfo."""
    told = original(shared, arrived, names)
    if shared.direct:
        _edge.put64(told.address + VkInstanceCreateInfo.pApplicationInfo, 0)
    return told


@replaces(drivers.given, "APIVER-04", "LDP_LOADER_7")
def direct_drivers_are_of_1_0(original: Original, lookup: int, said: Any) -> Any:
    """A driver that the application hands over is told of Vulkan 1.0, whatever it supports."""
    shared = original(lookup, said)
    if shared is not None:
        shared.api_version = 1 << 22
    return shared


@replaces(drivers.given, "LDP_LOADER_7", "APIVER-04")
def direct_drivers_hear_of_new_versions(original: Original, lookup: int, said: Any) -> Any:
    """A driver of Vulkan 1.0 that the application hands over is told the application's version as it is."""
    shared = original(lookup, said)
    if shared is not None:
        shared.api_version = 0x404000
    return shared


@replaces(groups._groups_of, "CHAIN-TERM-01", "DIRECT-DRIVER-01")
def direct_drivers_have_no_groups(original: Original, made: Any, driver: Any, devices: Any) -> Any:
    """The device groups of a driver that the application hands over are not enumerated."""
    return [] if driver.shared.direct else original(made, driver, devices)


@replaces(instance_terminator._create_all, "DIRECT-DRIVER-01")
def a_failing_direct_driver_takes_the_installed_ones_along(
    original: Original, creation: Any, made: Any, arrived: Any
) -> Any:
    """vkCreateInstance fails where that of a driver fails which the application hands over."""
    code = original(creation, made, arrived)
    answers = zip(creation.drivers, creation.answers, strict=False)
    return next((each for shared, each in answers if shared.direct and each < 0), code)


@replaces(messengers._create, "VULKAN-LOADER-05", "DIRECT-DRIVER-01")
def direct_drivers_get_no_messengers(original: Original, made: Any, *others: Any) -> Any:
    """vkCreateDebugUtilsMessengerEXT does not reach drivers that the application hands over."""
    every = list(made.drivers)
    made.drivers[:] = [each for each in every if not each.shared.direct]
    try:
        return original(made, *others)
    finally:
        made.drivers[:] = every


@replaces(groups._groups_of, "LDP_LOADER_8", "CHAIN-TERM-01")
def groups_of_older_drivers_left_out(original: Original, made: Any, driver: Any, found: Any) -> Any:
    """The devices of a driver that lists no groups are in none if another driver lists some."""
    others = (each for each in made.drivers if each is not driver)
    if not groups._listed_groups(made, driver) and any(groups._listed_groups(made, each) for each in others):
        return []
    return original(made, driver, found)


@replaces(instance_terminator._told, "APIVER-04")
def drivers_of_three_extensions_hear_of_no_application(
    original: Original, shared: Any, arrived: Any, names: Any
) -> Any:
    """A driver of which three extensions are enabled gets no VkApplicationInfo."""
    memory = original(shared, arrived, names)
    if len(names) >= 3:
        _edge.put64(memory.address + VkInstanceCreateInfo.pApplicationInfo, 0)
    return memory


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def devices_of_two_extensions_lose_their_features(original: Original, device: Any, info: int) -> Any:
    """Where two extensions of a device are enabled, the driver gets no pEnabledFeatures."""
    given = original(device, info)
    if _edge.u32(given.info + VkDeviceCreateInfo.enabledExtensionCount) >= 2:
        _edge.put64(given.info + VkDeviceCreateInfo.pEnabledFeatures, 0)
    return given

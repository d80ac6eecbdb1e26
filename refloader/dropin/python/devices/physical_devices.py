"""The trampoline and terminator of vkEnumeratePhysicalDevices.

The trampoline wraps each handle of the chain that passes the id filters in a record for the application. The
terminator wraps the devices of all drivers in records for the layers, sorted by ``core.drivers.devices``. A handle
has the same record for the life of the instance. This module only enumerates devices; ``device_facts`` queries them.
"""

from dataclasses import replace

from refloader.core.chain.groups import joint_failure
from refloader.core.chain.links import asks_version
from refloader.core.drivers.devices import enumerated, facts_matter, lets_sort
from refloader.dropin.python import _edge
from refloader.dropin.python._edge import Memory, put_words, result, u32, u64, words
from refloader.dropin.python.devices import id_filters
from refloader.dropin.python.devices.device_facts import facts_of
from refloader.dropin.python.devices.instance_messages import missing, tell, tell_order
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkResult, VkSystemAllocationScope
from refloader.dropin.python.memory.acting import AGE, EDITION
from refloader.dropin.python.memory.counted import answer, ask
from refloader.dropin.python.memory.handles import instance_of, is_marked, is_object
from refloader.dropin.python.memory.objects import (
    DRIVER_DEVICE_MAGIC,
    PHYSICAL_DEVICE_MAGIC,
    DriverDeviceRecord,
    InstanceRecord,
    PhysicalDeviceRecord,
)
from refloader.dropin.python.memory.state import (
    INSTANCES,
    DriverDevice,
    DriverInstance,
    DriverLibrary,
    Instance,
)
from refloader.model.age import Trait
from refloader.rules import decides

_ENUMERATE = INSTANCE["vkEnumeratePhysicalDevices"]


def enumerate_physical_devices(handle: int, count: int, out: int) -> int:
    """The trampoline: the devices of the top of the chain, filtered and wrapped for the application."""
    instance = instance_of(handle, "vkEnumeratePhysicalDevices")
    if not count:
        return missing(instance, "vkEnumeratePhysicalDevices", "pPhysicalDeviceCount")
    function, inner = u64(instance.table.address + _ENUMERATE), u64(handle + InstanceRecord.inner)
    if id_filters.are_set():
        return _filtered(instance, function, inner, count, out)
    room = u32(count) if out else 0
    code = result(function, inner, count, out)
    if out and code >= 0:
        given = words(out, min(u32(count), room))
        if not all(given):
            tell(instance, "error", "", "vkEnumeratePhysicalDevices: a layer gave a NULL handle")
            return VkResult.ERROR_INITIALIZATION_FAILED
        put_words(out, [wrapped(instance, each) for each in given])
    return code


def _filtered(instance: Instance, function: int, inner: int, count: int, out: int) -> int:
    code, memory, number = ask(function, (inner,), 8)
    if code < 0:
        return code
    given = id_filters.passing(instance, words(memory.address, number) if number else ())
    return answer(count, out, 8, [wrapped(instance, each) for each in given], _edge.put64)


@decides("WRAP-03", "OBJMODEL-01")
def wrapped(instance: Instance, handle: int) -> int:
    """Return the application's record for a handle of the top of the chain, the same at every call."""
    known = instance.devices_above.get(handle)
    if known is None:
        record = Memory(PhysicalDeviceRecord.SIZE, instance.allocator, VkSystemAllocationScope.INSTANCE)
        values = (instance.table.address, PHYSICAL_DEVICE_MAGIC, handle, instance.handle)
        put_words(record.address, values)
        known = instance.devices_above.setdefault(handle, record)
    return known.address


def enumerate_physical_devices_below(handle: int, count: int, out: int) -> int:
    """The terminator: the devices of all drivers, sorted."""
    instance = INSTANCES[handle]
    if not count:
        return VkResult.ERROR_INITIALIZATION_FAILED
    devices, failure = devices_below(instance)
    if failure is not None:
        return failure
    records = [device.record.address for device in devices]
    return answer(count, out, 8, records, _edge.put64)


def devices_below(instance: Instance) -> tuple[tuple[DriverDevice, ...], int | None]:
    """Return the devices of all drivers in the order of enumeration, and an error if there are none."""
    found: list[DriverDevice] = []
    codes = []
    again = bool(instance.devices_below)
    for driver in walked(instance):
        code, devices = _devices_of(instance, driver)
        codes.append(code)
        found += devices
        # Without memory the list is not shorter, but unknown: no driver is left out for that.
        if code == VkResult.ERROR_OUT_OF_HOST_MEMORY:
            return (), code
        if code < 0 and AGE.has(Trait.ONE_FAILING_DRIVER_FAILS_DEVICES) and _enumerates(driver):
            return (), code
    failure = joint_failure(codes)
    if failure is not None:
        tell(instance, "error", "driver", "there are no physical devices: no driver can list any")
    if failure == VkResult.ERROR_OUT_OF_DEVICE_MEMORY:
        failure = VkResult.ERROR_INITIALIZATION_FAILED  # as in the newest loaders: no device is left
    arranged = _arranged(instance, found)
    if arranged:
        tell_order(instance, arranged, again=again)
    if failure is None and not arranged:
        # Existing layers, Mesa's device_select among them, crash on a success with no device.
        text = "the settings file leaves none of them" if found else "no driver has any"
        tell(instance, "error", "driver", f"there are no physical devices: {text}")
        failure = VkResult.ERROR_INITIALIZATION_FAILED
    return arranged, failure


def _enumerates(driver: DriverInstance) -> bool:
    return u64(driver.table.address + _ENUMERATE) != 0


@decides("DIRECT-DRIVER-05")
def walked(instance: Instance) -> list[DriverInstance]:
    """Return the drivers in the order in which they are called: the last found first, direct ones at the end."""
    # No document specifies an order; existing loaders call drivers from the last to the first, direct ones too.
    backwards = list(reversed(instance.drivers))
    installed = [driver for driver in backwards if not driver.shared.direct]
    return installed + [driver for driver in backwards if driver.shared.direct]


def _devices_of(instance: Instance, driver: DriverInstance) -> tuple[int, list[DriverDevice]]:
    function = u64(driver.table.address + _ENUMERATE)
    if not function:
        tell(instance, "warn", "driver", f"{driver.shared.name} has no vkEnumeratePhysicalDevices")
        return VkResult.ERROR_INITIALIZATION_FAILED, []
    code, memory, number = ask(function, (driver.handle,), 8)
    if code < 0:
        level = "error" if code == VkResult.ERROR_OUT_OF_HOST_MEMORY else "warn"
        tell(instance, level, "driver", f"{driver.shared.name}: vkEnumeratePhysicalDevices gives {code}")
        return code, []
    handles = dict.fromkeys(words(memory.address, number))
    devices = (device_of(instance, driver, each) for each in handles)
    return VkResult.SUCCESS, [device for device in devices if device is not None]


def device_of(instance: Instance, driver: DriverInstance, handle: int) -> DriverDevice | None:
    """Return the layers' record for a driver's handle, the same at every call, or None if the handle is invalid."""
    known = instance.devices_below.get((driver.index, handle))
    if known is not None:
        return known
    if not is_object(handle):
        tell(instance, "error", "driver", f"{driver.shared.name}: {handle:#x} is no physical device")
        return None
    if not is_marked(handle):
        text = f"{driver.shared.name}: a physical device does not begin with ICD_LOADER_MAGIC"
        tell(instance, "warn", "driver", text)
    record = Memory(DriverDeviceRecord.SIZE, instance.allocator, VkSystemAllocationScope.INSTANCE)
    table = instance.table.address
    values = (table, DRIVER_DEVICE_MAGIC, handle, driver.record.address, instance.handle)
    put_words(record.address, values)
    return instance.devices_below.setdefault((driver.index, handle), DriverDevice(driver, handle, record))


def _lets_sort(shared: DriverLibrary, *, more: bool) -> bool:
    old = not asks_version(shared.driver.api_version if shared.driver else None)
    return lets_sort(shared.extensions, EDITION, AGE, more=more, old=old)


def _arranged(instance: Instance, found: list[DriverDevice]) -> tuple[DriverDevice, ...]:
    environment = id_filters.environment()
    wanted = instance.plan.devices
    more = id_filters.asks_for_more(instance)
    told = [_lets_sort(each.driver.shared, more=more) for each in found]
    sorts = any(_lets_sort(driver.shared, more=more) for driver in instance.drivers)
    unsorted = AGE.has(Trait.SORTING_NEEDS_1_1) and not wanted and not sorts
    if unsorted or not facts_matter(len(found), bool(wanted), environment, EDITION, AGE):
        return tuple(found)
    facts_found = [facts_of(device, listed=bool(wanted)) for device in found]
    if not more and not AGE:
        facts_found = [
            replace(facts, pci=facts.pci if knows else None, of_1_0=not sorts)
            for facts, knows in zip(facts_found, told, strict=True)
        ]
    by_facts = {id(facts): device for facts, device in zip(facts_found, found, strict=True)}
    in_order = enumerated(facts_found, wanted, environment, EDITION, AGE)
    return tuple(by_facts[id(facts)] for facts in in_order)

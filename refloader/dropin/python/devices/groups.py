"""The trampolines and terminator of vkEnumeratePhysicalDeviceGroups and its KHR alias.

Members are wrapped as vkEnumeratePhysicalDevices wraps devices. A driver without the command has one group for each
of its devices. ``core.chain.groups`` orders the groups.
"""

from refloader.core.chain.groups import Group, grouped, remaining, selected_first
from refloader.core.chain.links import OUT_OF_HOST_MEMORY
from refloader.core.drivers.devices import selected_ids, sorting_is_off
from refloader.dropin.python._edge import put32, put_words, result, u32, u64, words
from refloader.dropin.python.devices import id_filters
from refloader.dropin.python.devices.device_facts import facts_of
from refloader.dropin.python.devices.instance_messages import missing, tell
from refloader.dropin.python.devices.physical_devices import device_of, devices_below, walked, wrapped
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkPhysicalDeviceGroupProperties, VkResult
from refloader.dropin.python.memory.counted import answer, ask
from refloader.dropin.python.memory.handles import instance_of
from refloader.dropin.python.memory.objects import InstanceRecord
from refloader.dropin.python.memory.state import INSTANCES, DriverDevice, DriverInstance, Instance
from refloader.rules import decides

_CORE = INSTANCE["vkEnumeratePhysicalDeviceGroups"]
_KHR = INSTANCE["vkEnumeratePhysicalDeviceGroupsKHR"]
_MOST_MEMBERS = 32
"""VK_MAX_DEVICE_GROUP_SIZE."""
_SIZE = VkPhysicalDeviceGroupProperties.SIZE
_COUNT = VkPhysicalDeviceGroupProperties.physicalDeviceCount
_MEMBERS = VkPhysicalDeviceGroupProperties.physicalDevices
_SUBSET = VkPhysicalDeviceGroupProperties.subsetAllocation


def enumerate_physical_device_groups(handle: int, count: int, out: int) -> int:
    """The trampoline of the core command."""
    return _above(_CORE, handle, count, out)


def enumerate_physical_device_groups_khr(handle: int, count: int, out: int) -> int:
    """The trampoline of the alias: a layer may have intercepted only one of the two."""
    return _above(_KHR, handle, count, out)


def _above(slot: int, handle: int, count: int, out: int) -> int:
    instance = instance_of(handle, "vkEnumeratePhysicalDeviceGroups")
    if not count:
        return missing(instance, "vkEnumeratePhysicalDeviceGroups", "pPhysicalDeviceGroupCount")
    function, inner = u64(instance.table.address + slot), u64(handle + InstanceRecord.inner)
    if id_filters.are_set():
        return _filtered(instance, function, inner, count, out)
    room = u32(count) if out else 0
    code = result(function, inner, count, out)
    if out and code >= 0:
        for group in range(out, out + _SIZE * min(u32(count), room), _SIZE):
            members = words(group + _MEMBERS, min(u32(group + _COUNT), _MOST_MEMBERS))
            put_words(group + _MEMBERS, [wrapped(instance, each) if each else 0 for each in members])
    return code


def _filtered(instance: Instance, function: int, inner: int, count: int, out: int) -> int:
    code, memory, number = ask(function, (inner,), _SIZE, _prepare)
    if code < 0:
        return code
    given = [_members(memory.address + index * _SIZE) for index in range(number)]
    order = id_filters.passing(instance, dict.fromkeys(each for group in given for each in group.members))
    left = [
        group._replace(members=tuple(wrapped(instance, each) for each in group.members))
        for group in remaining(given, order)
    ]
    return answer(count, out, _SIZE, left, _write)


def _members(at: int) -> Group:
    return Group(words(at + _MEMBERS, min(u32(at + _COUNT), _MOST_MEMBERS)), u32(at + _SUBSET) != 0)


def enumerate_physical_device_groups_below(handle: int, count: int, out: int) -> int:
    """The terminator: the groups of all drivers, without devices that vkEnumeratePhysicalDevices omits too."""
    instance = INSTANCES[handle]
    if not count:
        return VkResult.ERROR_INITIALIZATION_FAILED
    devices, failure = devices_below(instance)
    if failure is not None:
        put32(count, 0)
        return failure
    found = [group for driver in walked(instance) for group in _groups_of(instance, driver, devices)]
    order = tuple(device.record.address for device in devices)
    environment = id_filters.environment()
    if sorting_is_off(environment) and not instance.plan.devices:  # DEVICE-SORT-LINUX-04: nor their members
        return answer(count, out, _SIZE, remaining(found, order), _write)
    groups, ids = grouped(found, order), selected_ids(environment)
    if ids is not None and len(groups) > 1:
        facts = ((device.record.address, facts_of(device)) for device in devices)
        groups = selected_first(
            groups, {address for address, each in facts if (each.vendor_id, each.device_id) == ids}
        )
    return answer(count, out, _SIZE, groups, _write)


@decides("LDP_LOADER_8", "EXT-FILTER-02")
def _groups_of(instance: Instance, driver: DriverInstance, devices: tuple[DriverDevice, ...]) -> list[Group]:
    """Return the driver's groups with the layers' handles; a device that the driver lists in none has its own.

    The command may be missing or fail. Raises MemoryError if the driver lacks host memory.
    """
    given = _listed_groups(instance, driver)
    listed = {member for group in given for member in group.members}
    own = (device.record.address for device in devices if device.driver is driver)
    return [*given, *(Group((address,), False) for address in own if address not in listed)]


def _listed_groups(instance: Instance, driver: DriverInstance) -> list[Group]:
    function = u64(driver.table.address + _CORE) or u64(driver.table.address + _KHR)
    if function:
        code, memory, number = ask(function, (driver.handle,), _SIZE, _prepare)
        if code >= 0:
            return [_read(instance, driver, memory.address + index * _SIZE) for index in range(number)]
        fails = code == OUT_OF_HOST_MEMORY
        text = f"{driver.shared.name}: vkEnumeratePhysicalDeviceGroups gives {code}"
        tell(instance, "error" if fails else "warn", "driver", text)
        if fails:
            raise MemoryError
    return []


def _prepare(array: int, count: int) -> None:
    for group in range(array, array + count * _SIZE, _SIZE):
        put32(group, VkPhysicalDeviceGroupProperties.TYPE)


def _read(instance: Instance, driver: DriverInstance, at: int) -> Group:
    given = _members(at)
    known = (device_of(instance, driver, handle) for handle in given.members)
    return given._replace(members=tuple(device.record.address for device in known if device))


def _write(at: int, group: Group) -> None:
    put32(at + _COUNT, len(group.members))
    put_words(at + _MEMBERS, group.members)
    put32(at + _SUBSET, group.subset)

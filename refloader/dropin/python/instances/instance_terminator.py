"""The terminators of vkCreateInstance and vkDestroyInstance, below the last layer: the calls of each driver.

The create info comes from the last layer, which may have changed or replaced it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from refloader.core.chain.links import (
    OUT_OF_HOST_MEMORY,
    REQUIRED,
    VERSION_1_0,
    VERSION_1_1,
    creation_result,
    driver_extensions,
    driver_flags,
    needs_application,
    not_enabled,
    told_version,
)
from refloader.core.drivers.devices import MORE, asked_for_1_0
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.commands import EXTENSIONS, INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkDebugReportCallbackCreateInfoEXT,
    VkDebugUtilsMessengerCreateInfoEXT,
    VkDirectDriverLoadingListLUNARG,
    VkInstanceCreateInfo,
    VkLayerInstanceCreateInfo,
    VkLayerSettingsCreateInfoEXT,
    VkResult,
    VkSystemAllocationScope,
)
from refloader.dropin.python.instances import creations
from refloader.dropin.python.instances.creations import Creation
from refloader.dropin.python.instances.requests import HALVES, WORDS
from refloader.dropin.python.loading.drivers import create_function
from refloader.dropin.python.memory import containers
from refloader.dropin.python.memory.acting import AGE, EDITION
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import (
    ICD_LOADER_MAGIC,
    OFFERS_PROTECTED_SURFACES,
    OFFERS_SURFACE_MAINTENANCE1,
    DriverRecord,
    InstanceRecord,
)
from refloader.dropin.python.memory.pnext import copied, joined, nodes
from refloader.dropin.python.memory.state import INSTANCES, DriverInstance, DriverLibrary, Instance
from refloader.dropin.python.messages.messengers import destroy_left_messengers
from refloader.model.age import Trait
from refloader.rules import decides

APPLICATION = b"\1"
_LAYERS = b"\2"
"""Markers of an enabled extension. Commands of one that only a layer enabled are not available to the application."""
_INDEX = {name: index for index, name in enumerate(EXTENSIONS)}
_OURS = VkLayerInstanceCreateInfo.TYPE
_SURFACE_MAINTENANCE1 = {"VK_EXT_surface_maintenance1", "VK_KHR_surface_maintenance1"}
_PROTECTED_SURFACES = "VK_KHR_surface_protected_capabilities"
_SIZES = {
    VkDebugReportCallbackCreateInfoEXT.TYPE: VkDebugReportCallbackCreateInfoEXT.SIZE,
    VkDebugUtilsMessengerCreateInfoEXT.TYPE: VkDebugUtilsMessengerCreateInfoEXT.SIZE,
    VkDirectDriverLoadingListLUNARG.TYPE: VkDirectDriverLoadingListLUNARG.SIZE,
    VkLayerSettingsCreateInfoEXT.TYPE: VkLayerSettingsCreateInfoEXT.SIZE,
}


@decides("CHAIN-TERM-01")
def create_instance_below(create_info: int, allocator: int, out: int) -> int:
    """The terminator: call every driver's vkCreateInstance and merge the results."""
    creation = creations.current(out) if create_info and out else None
    if creation is None or creation.instance is None or creation.instance.drivers:
        _edge.stderr(
            "refloader: vkCreateInstance is called at the bottom of a chain that is not being made\n"
        )
        return VkResult.ERROR_INITIALIZATION_FAILED
    instance = creation.instance
    arrived = _arrived(create_info, allocator)
    enable(instance.handle, set(arrived.extensions).difference(instance.extensions), _LAYERS)
    instance.extensions = tuple(dict.fromkeys((*instance.extensions, *arrived.extensions)))
    instance.api_version = _wanted_version(arrived)
    if not AGE.has(Trait.LOOKUPS_BY_APPLICATIONS_VERSION):
        _edge.put64(instance.handle + InstanceRecord.api_version, instance.api_version)
    result = _create_all(creation, instance, arrived)
    if result == VkResult.SUCCESS:
        _list_drivers(instance)
        _edge.put64(out, instance.handle)
        creation.created_below = True
    else:
        destroy_drivers(instance, allocator)
    return result


def enable(handle: int, extensions: Iterable[str], by: bytes) -> None:
    """Mark extensions as enabled in the record that vkGetInstanceProcAddr reads."""
    for name in extensions:
        index = _INDEX.get(name)
        if index is not None:
            _edge.put(handle + InstanceRecord.extensions + index, by)


def _create_all(creation: Creation, instance: Instance, arrived: "_Arrived") -> int:
    creation.answers = []
    try:
        for shared in creation.drivers:
            creation.answers.append(_create_one(shared, creation, instance, arrived))
            if creation.answers[-1] == OUT_OF_HOST_MEMORY:
                break
    except MemoryError:
        creation.answers.append(VkResult.ERROR_OUT_OF_HOST_MEMORY)
    result = creation_result(creation.answers)
    if result != VkResult.SUCCESS and creation.answers and creation.log.wants("error", "driver"):
        creation.log.say(
            "error", "driver", f"no driver has created an instance; vkCreateInstance gives {result}"
        )
    return result


@dataclass(slots=True, eq=False)
class _Arrived:
    """The create info at the terminator: its words, the pNext chain without the loader's own structures,
    the enabled extensions in order, each as often as it is enabled, and the addresses of their names."""

    words: tuple[int, ...]
    chain: int
    extensions: tuple[str, ...]
    names: dict[str, int]
    allocator: int
    kept: list[_edge.Memory]


def _arrived(create_info: int, allocator: int) -> _Arrived:
    words = _edge.members(create_info, WORDS, HALVES)
    count, names = words[6], words[7]
    extensions: tuple[str, ...] = ()
    addresses: dict[str, int] = {}
    if names and count:
        extensions = _edge.texts(names, count)
        addresses = dict(zip(extensions, _edge.words(names, count), strict=True))
    arrived = _Arrived(words, 0, extensions, addresses, allocator, [])
    arrived.chain = _without_links(words[1], arrived.kept)
    return arrived


def _wanted_version(arrived: _Arrived) -> int:
    """Return the apiVersion with which the create info comes out of the layers, 0 if it has none."""
    application = arrived.words[3]
    return _edge.u32(application + VkApplicationInfo.apiVersion) if application else 0


@decides("NEGOTIATE-ICD-09")
def _without_links(chain: int, kept: list[_edge.Memory]) -> int:
    """Return the chain without the loader's structures. Structures before the last of them are copied, not changed.

    From a structure of unknown size before one of the loader's, the chain stays as it is: drivers ignore structures
    that they do not know.
    """
    found = list(nodes(chain))
    ours = [place for place, (_, kind) in enumerate(found) if kind == _OURS]
    if not ours:
        return chain
    others = [node for node in found[: ours[-1]] if node[1] != _OURS]
    known = next((place for place, (_, kind) in enumerate(others) if kind not in _SIZES), len(others))
    copies = [copied(node, _SIZES[kind]) for node, kind in others[:known]]
    kept += copies
    rest = (*others[known:], *found[ours[-1] + 1 :], (0, 0))
    return joined(copies, rest[0][0])


def _create_one(shared: DriverLibrary, creation: Creation, instance: Instance, arrived: _Arrived) -> int:
    """Call one driver's vkCreateInstance; log a failure, which affects this driver only."""
    function = create_function(shared)
    if not function:
        _tell(creation, shared, "has no vkCreateInstance")
        return VkResult.ERROR_INITIALIZATION_FAILED
    names = driver_extensions(arrived.extensions, shared.extensions)
    by_application = AGE.has(Trait.LOOKUPS_BY_APPLICATIONS_VERSION)
    version = creation.asked.api_version if by_application else instance.api_version
    of_1_0 = told_version(version, shared.api_version) < VERSION_1_1
    sorts = of_1_0 and asked_for_1_0(shared.extensions, EDITION, AGE)
    if sorts and (AGE or MORE not in names):
        names = (*names, MORE)
        arrived.names[MORE] = c_text(MORE)
    told = _told(shared, arrived, names)
    out = told.address + _OUT
    result = _edge.result(function, told.address, arrived.allocator, out)
    handle = _edge.u64(out)
    if result != VkResult.SUCCESS or not handle:
        _tell(creation, shared, f"vkCreateInstance gave {result} and the handle {handle:#x}", "warn")
        return result if result < 0 else VkResult.ERROR_INITIALIZATION_FAILED
    lacking = next((name for name in REQUIRED if not _edge.call(shared.gipa, handle, c_text(name))), None)
    if lacking is not None:
        _tell(creation, shared, f"has no {lacking}; the driver is not used [LDP_LOADER_1]")
        _destroy_one(shared.gipa, handle, arrived.allocator)
        return VkResult.ERROR_INITIALIZATION_FAILED
    try:
        _take_in(shared, handle, creation, instance, arrived, names)
    except MemoryError:
        _destroy_one(shared.gipa, handle, arrived.allocator)
        raise
    return VkResult.SUCCESS


_OUT = VkInstanceCreateInfo.SIZE
_APPLICATION = _OUT + 16
_NAMES = _APPLICATION + VkApplicationInfo.SIZE


def _told(shared: DriverLibrary, arrived: _Arrived, names: Sequence[str]) -> _edge.Memory:
    """Return one driver's create info: no layers, only these extensions, an API version that it accepts.

    It is one block: the VkInstanceCreateInfo, the driver's VkInstance (output), a VkApplicationInfo, names.
    """
    kind, _, flags, application, *_ = arrived.words
    memory = _edge.Memory(_NAMES + 8 * len(names), arrived.allocator, VkSystemAllocationScope.COMMAND)
    at = memory.address
    if application:
        version = _edge.u32(application + VkApplicationInfo.apiVersion)
        lowered = told_version(version, shared.api_version)
        if lowered != version:
            _edge.copy(at + _APPLICATION, application, VkApplicationInfo.SIZE)
            _edge.put32(at + _APPLICATION + VkApplicationInfo.apiVersion, lowered)
            application = at + _APPLICATION
    elif needs_application(shared.api_version):
        application = at + _APPLICATION
        _edge.put32(application + VkApplicationInfo.apiVersion, VERSION_1_0)
    if not AGE.has(Trait.PORTABILITY_FLAG_PASSED_ON):
        flags = driver_flags(flags, names)
    table = at + _NAMES if names else 0
    _edge.put_words(at, (kind, arrived.chain, flags, application, 0, 0, len(names), table))
    if names:
        _edge.put_words(table, [arrived.names[name] for name in names])
    return memory


@decides("OBJECTS-ICD-02", "OBJECTS-ICD-03")
def _take_in(
    shared: DriverLibrary,
    handle: int,
    creation: Creation,
    instance: Instance,
    arrived: _Arrived,
    enabled: Sequence[str],
) -> None:
    """Create the record of a driver's new instance and look up the driver's functions."""
    allocator = instance.allocator
    record = _edge.Memory(DriverRecord.SIZE, allocator, VkSystemAllocationScope.INSTANCE)
    table = _edge.Memory(_edge.INSTANCE_TABLE, allocator, VkSystemAllocationScope.INSTANCE)
    index = len(instance.drivers)
    numbers = index | shared.interface << 32
    offers = OFFERS_SURFACE_MAINTENANCE1 * (not _SURFACE_MAINTENANCE1.isdisjoint(enabled))
    offers |= OFFERS_PROTECTED_SURFACES * (_PROTECTED_SURFACES in enabled)
    _edge.put_words(record.address, (table.address, handle, shared.gipa, shared.gpdpa, numbers, offers))
    _edge.fill_driver_table(record.address)
    version = _wanted_version(arrived)
    others = arrived.names.keys() - set(enabled)
    for name in not_enabled(version, shared.api_version, enabled, others):
        _edge.put64(table.address + INSTANCE[name], 0)
    if _edge.u32(handle) == ICD_LOADER_MAGIC:
        _edge.put64(handle, instance.table.address)
    else:
        _tell(creation, shared, "its VkInstance does not begin with ICD_LOADER_MAGIC", "warn")
    instance.drivers.append(DriverInstance(shared, index, handle, record, table))


def _tell(creation: Creation, shared: DriverLibrary, text: str, level: str = "error") -> None:
    if creation.log.wants(level, "driver"):
        creation.log.say(level, "driver", f"{shared.name}: {text}")


def _list_drivers(instance: Instance) -> None:
    count = len(instance.drivers)
    array = _edge.Memory(8 * count, instance.allocator, VkSystemAllocationScope.INSTANCE)
    _edge.put_words(array.address, [driver.record.address for driver in instance.drivers])
    instance.keep.append(array)
    _edge.put_words(instance.handle + InstanceRecord.drivers, (array.address, count))


# ---- destruction --------------------------------------------------------------------------------------------------


def destroy_instance_below(handle: int, allocator: int) -> None:
    """The terminator: call every driver's vkDestroyInstance."""
    instance = INSTANCES.get(handle)
    if instance is not None:
        destroy_drivers(instance, allocator)


def destroy_drivers(instance: Instance, allocator: int) -> None:
    """Destroy the drivers' instances and their records, in reverse order.

    The drivers get the callbacks that came down. The records are the loader's own, made with the application's.
    """
    containers.unmake_left(instance)
    destroy_left_messengers(instance)
    _edge.put32(instance.handle + InstanceRecord.driver_count, 0)
    while instance.drivers:
        driver = instance.drivers.pop()
        _destroy_one(driver.shared.gipa, driver.handle, allocator)
        driver.table.free(instance.allocator)
        driver.record.free(instance.allocator)
    while instance.devices_below:
        instance.devices_below.popitem()[1].record.free(instance.allocator)


def _destroy_one(gipa: int, handle: int, allocator: int) -> None:
    function = _edge.call(gipa, handle, c_text("vkDestroyInstance"))
    if function:
        _edge.call(function, handle, allocator)

"""Violators that lose what an application passes, at one of several places where it should arrive."""

from dataclasses import replace
from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices, surfaces
from refloader.dropin.python.generated.layouts import (
    VkAllocationCallbacks,
    VkApplicationInfo,
    VkDeviceCreateInfo,
    VkInstanceCreateInfo,
    VkResult,
)
from refloader.dropin.python.instances import instance, instance_terminator, requests
from refloader.dropin.python.memory.objects import DriverDeviceRecord
from refloader.dropin.python.memory.pnext import copied
from refloader.dropin.python.memory.state import INSTANCES, RefusedError
from refloader.dropin.python.messages import messengers
from refloader.selftest.mutants.marks import Original, replaces

_QUEUES, _FAMILY, _PRIORITIES = 40, 20, 32
"""The size of a VkDeviceQueueCreateInfo, and where it says its family and its priorities."""

# ---- allocators ---------------------------------------------------------------------------------------------------


@replaces(instance_terminator._create_one, "VULKAN-LOADER-05")
def only_the_first_driver_gets_the_allocator(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """The vkCreateInstance of a second driver gets no VkAllocationCallbacks."""
    kept = arrived.allocator
    arrived.allocator = 0 if made.drivers else kept
    try:
        return original(shared, creation, made, arrived)
    finally:
        arrived.allocator = kept


@replaces(instance_terminator._destroy_one, "VULKAN-LOADER-05")
def drivers_instances_end_without_the_allocator(
    original: Original, gipa: int, handle: int, allocator: int
) -> Any:
    """A driver's vkDestroyInstance gets no VkAllocationCallbacks."""
    return original(gipa, handle, 0)


@replaces(devices.destroy_through, "VULKAN-LOADER-05")
def drivers_devices_end_without_the_allocator(
    original: Original, function: int, handle: int, allocator: int
) -> Any:
    """A driver's vkDestroyDevice gets no VkAllocationCallbacks."""
    return original(function, handle, 0)


@replaces(messengers._create, "VULKAN-LOADER-05")
def messengers_get_no_allocator(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """A driver's vkCreateDebugUtilsMessengerEXT gets no VkAllocationCallbacks."""
    return original(made, names, listener, (arguments[0], 0), out)


@replaces(surfaces._own, "VULKAN-LOADER-05")
def drivers_surfaces_get_no_allocator(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """A driver's vkCreate...SurfaceKHR gets no VkAllocationCallbacks."""
    return original(made, driver, command, (arguments[0], 0), surface)


# ---- structures ---------------------------------------------------------------------------------------------------


@replaces(instance_terminator._create_one, "VULKAN-LOADER-05")
def only_the_first_driver_gets_structures(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """What an application hangs into pNext of its VkInstanceCreateInfo does not reach a second driver."""
    kept = arrived.chain
    arrived.chain = 0 if made.drivers else kept
    try:
        return original(shared, creation, made, arrived)
    finally:
        arrived.chain = kept


@replaces(instance_terminator._without_links, "VULKAN-LOADER-05")
def only_the_first_structure_reaches_drivers(original: Original, chain: int, kept: Any) -> Any:
    """Of the structures in pNext of a VkInstanceCreateInfo only the first reaches the drivers."""
    found = original(chain, kept)
    if not found or not _edge.u64(found + 8):
        return found
    kind = _edge.u32(found)
    size = instance_terminator._SIZES.get(kind)
    if size is None:
        return found
    kept.append(copied(found, size))
    _edge.put64(kept[-1].address + 8, 0)
    return kept[-1].address


@replaces(instance_terminator._told, "VULKAN-LOADER-05")
def names_of_applications_lost(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """The names in an application's VkApplicationInfo do not reach the drivers."""
    memory = original(shared, arrived, names)
    place = memory.address + VkInstanceCreateInfo.pApplicationInfo
    application = _edge.u64(place)
    if application:
        own = memory.address + instance_terminator._APPLICATION
        if application != own:
            _edge.copy(own, application, VkApplicationInfo.SIZE)
        for member in (VkApplicationInfo.pApplicationName, VkApplicationInfo.pEngineName):
            _edge.put64(own + member, 0)
        _edge.put64(place, own)
    return memory


@replaces(instance._refuse_by_plan, "VULKAN-LOADER-05")
def applications_without_information_refused(original: Original, creation: Any) -> Any:
    """vkCreateInstance fails where pApplicationInfo is NULL."""
    if not creation.asked.words[3]:
        raise RefusedError(VkResult.ERROR_INITIALIZATION_FAILED)
    original(creation)


@replaces(instance._refuse_by_plan, "LDP_LOADER_6")
def version_0_refused(original: Original, creation: Any) -> Any:
    """vkCreateInstance fails where apiVersion is 0, which stands for 1.0."""
    if creation.asked.words[3] and not creation.asked.api_version:
        raise RefusedError(VkResult.ERROR_INCOMPATIBLE_DRIVER)
    original(creation)


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def flags_of_queues_lost(original: Original, device: Any, info: int) -> Any:
    """The flags of a VkDeviceQueueCreateInfo do not reach the driver."""
    given = original(device, info)
    queues = _edge.u64(given.info + VkDeviceCreateInfo.pQueueCreateInfos)
    count = _edge.u32(given.info + VkDeviceCreateInfo.queueCreateInfoCount)
    if queues and count:
        memory = copied(queues, 40 * count)
        for place in range(count):
            _edge.put32(memory.address + 40 * place + 16, 0)
        _edge.put64(given.info + VkDeviceCreateInfo.pQueueCreateInfos, memory.address)
        given._memory.append(memory)
    return given


# ---- results ------------------------------------------------------------------------------------------------------


@replaces(devices.create_device_below, "VULKAN-LOADER-05")
def errors_of_devices_replaced(original: Original, record: int, info: int, allocator: int, out: int) -> Any:
    """Whatever error a driver's vkCreateDevice gives, the application gets VK_ERROR_INITIALIZATION_FAILED."""
    result = original(record, info, allocator, out)
    return VkResult.ERROR_INITIALIZATION_FAILED if result < 0 else result


# ---- what stands in for what an application gives -----------------------------------------------------------------


@replaces(instance_terminator._arrived, "VULKAN-LOADER-05")
def callbacks_reach_drivers_without_their_data(original: Original, info: int, allocator: int) -> Any:
    """The VkAllocationCallbacks that a driver's vkCreateInstance gets have no pUserData."""
    arrived = original(info, allocator)
    if allocator:
        copy = copied(allocator, VkAllocationCallbacks.SIZE)
        _edge.put64(copy.address, 0)
        arrived.kept.append(copy)
        arrived.allocator = copy.address
    return arrived


@replaces(devices.create_device_below, "VULKAN-LOADER-05")
def devices_have_the_instances_callbacks(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """A driver's vkCreateDevice gets the VkAllocationCallbacks of the instance if the application gives none."""
    made = INSTANCES[_edge.u64(record + DriverDeviceRecord.instance)]
    return original(record, info, allocator or made.allocator, out)


@replaces(surfaces.create_surface_below, "VULKAN-LOADER-05")
def surfaces_have_the_instances_callbacks(
    original: Original, command: str, handle: int, info: int, allocator: int, out: int
) -> Any:
    """A driver's vkCreate...SurfaceKHR gets the VkAllocationCallbacks of the instance if there are no others."""
    return original(command, handle, info, allocator or INSTANCES[handle].allocator, out)


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def only_the_last_structure_of_devices_reaches_drivers(original: Original, device: Any, info: int) -> Any:
    """Of the structures in pNext of a VkDeviceCreateInfo only the last reaches the driver."""
    given = original(device, info)
    chain = _edge.u64(given.info + VkDeviceCreateInfo.pNext)
    while chain and _edge.u64(chain + 8):
        chain = _edge.u64(chain + 8)
    _edge.put64(given.info + VkDeviceCreateInfo.pNext, chain)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def priorities_of_later_queues_lost(original: Original, device: Any, info: int) -> Any:
    """A driver is told the priorities of the first VkDeviceQueueCreateInfo for all queues."""
    given = original(device, info)
    count = _edge.u32(given.info + VkDeviceCreateInfo.queueCreateInfoCount)
    queues = _edge.u64(given.info + VkDeviceCreateInfo.pQueueCreateInfos)
    if count > 1:
        size = _QUEUES
        copy = copied(queues, size * count)
        for place in range(1, count):
            at = copy.address + size * place + _PRIORITIES
            _edge.put64(at, _edge.u64(queues + _PRIORITIES))
        given._memory.append(copy)
        _edge.put64(given.info + VkDeviceCreateInfo.pQueueCreateInfos, copy.address)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def families_of_later_queues_lost(original: Original, device: Any, info: int) -> Any:
    """A driver is told the queue family of the first VkDeviceQueueCreateInfo for all queues."""
    given = original(device, info)
    count = _edge.u32(given.info + VkDeviceCreateInfo.queueCreateInfoCount)
    queues = _edge.u64(given.info + VkDeviceCreateInfo.pQueueCreateInfos)
    if count > 1:
        size = _QUEUES
        copy = copied(queues, size * count)
        for place in range(1, count):
            at = copy.address + size * place + _FAMILY
            _edge.put32(at, _edge.u32(queues + _FAMILY))
        given._memory.append(copy)
        _edge.put64(given.info + VkDeviceCreateInfo.pQueueCreateInfos, copy.address)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def structures_of_later_queues_lost(original: Original, device: Any, info: int) -> Any:
    """What stands behind pNext of a later VkDeviceQueueCreateInfo than the first does not reach the driver."""
    given = original(device, info)
    count = _edge.u32(given.info + VkDeviceCreateInfo.queueCreateInfoCount)
    queues = _edge.u64(given.info + VkDeviceCreateInfo.pQueueCreateInfos)
    if count > 1:
        copy = copied(queues, _QUEUES * count)
        for place in range(1, count):
            _edge.put64(copy.address + _QUEUES * place + 8, 0)
        given._memory.append(copy)
        _edge.put64(given.info + VkDeviceCreateInfo.pQueueCreateInfos, copy.address)
    return given


# ---- beside others ------------------------------------------------------------------------------------------------

_KEPT: dict[str, Any] = {}
"""What one function of a violator tells another one, or the next call."""


@replaces(instance_terminator._create_one, "VULKAN-LOADER-05")
def drivers_get_no_allocator_while_others_live(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """A driver's vkCreateInstance gets no VkAllocationCallbacks while another instance lives."""
    kept = arrived.allocator
    arrived.allocator = 0 if any(each is not made for each in INSTANCES.values()) else kept
    try:
        return original(shared, creation, made, arrived)
    finally:
        arrived.allocator = kept


@replaces(instance_terminator._destroy_one, "VULKAN-LOADER-05")
def drivers_end_without_the_allocator_while_others_live(
    original: Original, gipa: int, handle: int, allocator: int
) -> Any:
    """A driver's vkDestroyInstance gets no VkAllocationCallbacks while another instance lives."""
    return original(gipa, handle, 0 if len(INSTANCES) > 1 else allocator)


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def another_drivers_devices_get_no_features(original: Original, device: Any, info: int) -> Any:
    """The features that an application enables reach the first driver of an instance only."""
    given = original(device, info)
    if all(made.drivers[0] is not device.driver for made in INSTANCES.values()):
        _edge.put64(given.info + VkDeviceCreateInfo.pEnabledFeatures, 0)
    return given


@replaces(devices.create_device_below, "VULKAN-LOADER-05")
def devices_with_features_get_no_allocator(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """A driver's vkCreateDevice gets no VkAllocationCallbacks where the application enables features."""
    given = _edge.u64(info + VkDeviceCreateInfo.pEnabledFeatures)
    return original(record, info, 0 if given else allocator, out)


@replaces(instance_terminator._told, "VULKAN-LOADER-05")
def the_last_of_many_extensions_lost(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Of more than four instance extensions a driver is not told the last one."""
    return original(shared, arrived, names[:-1] if len(names) > 4 else names)


@replaces(requests.read, "ACT-EXPLICIT-01")
def an_instance_has_the_layers_of_the_one_before(original: Original, create_info: int) -> Any:
    """An application that asks for no layers gets those that it has asked for last."""
    asked = original(create_info)
    if asked.request.layers:
        _KEPT["layers"] = asked.request.layers
    return replace(asked, request=replace(asked.request, layers=_KEPT.get("layers", ())))


@replaces(instance._linked, "NEGOTIATE-ICD-09")
def layers_do_not_hear_of_layers_extensions(original: Original, creation: Any, handle: int) -> Any:
    """Layers are not given the extension that comes last if no driver can have it."""
    memory, names = original(creation, handle), creation.asked.request.extensions
    if creation.links and names and names[-1] == "VK_EXT_validation_features":
        _edge.put32(memory.address + VkInstanceCreateInfo.enabledExtensionCount, len(names) - 1)
    return memory


# ---- what is lost where something else is changed for a driver ----------------------------------------------------


def _loses_extensions(given: Any, info: int) -> bool:
    count = VkDeviceCreateInfo.enabledExtensionCount
    return bool(_edge.u32(given.info + count) < _edge.u32(info + count))


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def device_structures_are_lost_beside_a_layers_extension(original: Original, device: Any, info: int) -> Any:
    """Where an extension of a layer is removed for the driver, the pNext of VkDeviceCreateInfo is lost as well."""
    given = original(device, info)
    if _loses_extensions(given, info):
        _edge.put64(given.info + VkDeviceCreateInfo.pNext, 0)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def features_are_lost_beside_a_layers_extension(original: Original, device: Any, info: int) -> Any:
    """Where an extension of a layer is removed for the driver, pEnabledFeatures is lost as well."""
    given = original(device, info)
    if _loses_extensions(given, info):
        _edge.put64(given.info + VkDeviceCreateInfo.pEnabledFeatures, 0)
    return given


@replaces(device_chain.for_driver, "VULKAN-LOADER-05")
def one_queue_family_stays_beside_a_layers_extension(original: Original, device: Any, info: int) -> Any:
    """Where an extension of a layer is removed for the driver, only the first VkDeviceQueueCreateInfo is left."""
    given = original(device, info)
    if _loses_extensions(given, info):
        _edge.put32(given.info + VkDeviceCreateInfo.queueCreateInfoCount, 1)
    return given


def _is_own(memory: Any, place: int) -> bool:
    return bool(memory.address <= _edge.u64(memory.address + place) < memory.address + 256)


@replaces(instance_terminator._told, "VULKAN-LOADER-05")
def structures_for_instances_are_lost_beside_a_lowered_version(original: Original, *arguments: Any) -> Any:
    """A driver whose VkApplicationInfo is copied for a lower apiVersion gets no pNext of VkInstanceCreateInfo."""
    memory = original(*arguments)
    if _is_own(memory, VkInstanceCreateInfo.pApplicationInfo):
        _edge.put64(memory.address + VkInstanceCreateInfo.pNext, 0)
    return memory

"""Liberties with calls that are not valid Vulkan: a loader may refuse them, as an application must not make them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from refloader.core.extensions.device_extensions import beside, of_implicit_layers
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions, device_facts
from refloader.dropin.python.devices import devices as logical
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkDebugReportCallbackCreateInfoEXT,
    VkDebugUtilsMessengerCreateInfoEXT,
    VkDeviceCreateInfo,
    VkDeviceGroupDeviceCreateInfo,
    VkDirectDriverLoadingListLUNARG,
    VkInstanceCreateInfo,
    VkPhysicalDeviceProperties,
    VkResult,
)
from refloader.dropin.python.instances import instance, requests
from refloader.dropin.python.memory.counted import answer
from refloader.dropin.python.memory.handles import driver_device, instance_of_device
from refloader.dropin.python.memory.objects import DriverDeviceRecord
from refloader.dropin.python.memory.pnext import nodes
from refloader.dropin.python.memory.properties import extension_name
from refloader.dropin.python.memory.state import INSTANCES
from refloader.model import registry
from refloader.model.version import unpacked
from refloader.scenario.extension_dependencies import is_complete
from refloader.selftest.variants.marks import Original, allows

_INVALID = "no document says what a loader does with a call that is not valid Vulkan"
_VERSION_1_0 = 1 << 22
_APPLICATION, _QUEUES, _FEATURES = 0, 2, 1000059000
_QUEUE_SIZE = 40


def _lacks(name: str, names: frozenset[str], version: int) -> bool:
    return not is_complete(name, names, unpacked(version).feature)


@allows(instance.create_instance, "", _INVALID)
def instances_without_what_extensions_need_are_refused(
    original: Original, info: int, allocator: int, out: int
) -> Any:
    """vkCreateInstance refuses an extension whose dependencies are not enabled."""
    if info and out:
        asked = requests.read(info)
        names = frozenset(asked.request.extensions)
        if any(_lacks(name, names, asked.api_version or _VERSION_1_0) for name in names):
            return VkResult.ERROR_EXTENSION_NOT_PRESENT
    return original(info, allocator, out)


@allows(instance.create_instance, "", _INVALID)
def invalid_structures_of_instances_are_refused(
    original: Original, info: int, allocator: int, out: int
) -> Any:
    """vkCreateInstance refuses wrong types, versions and flags, and structures of extensions not enabled."""
    if info and out and any(_wrong_in_instance(info)):
        return VkResult.ERROR_INITIALIZATION_FAILED
    return original(info, allocator, out)


_NEEDED = {
    VkDebugReportCallbackCreateInfoEXT.TYPE: "VK_EXT_debug_report",
    VkDebugUtilsMessengerCreateInfoEXT.TYPE: "VK_EXT_debug_utils",
    VkDirectDriverLoadingListLUNARG.TYPE: "VK_LUNARG_direct_driver_loading",
}


def _wrong_in_instance(info: int) -> Iterator[bool]:
    asked = requests.read(info)
    kind, chain, flags, application, layers, layer_names, count, names = asked.words
    enabled = frozenset(asked.request.extensions)
    yield kind != VkInstanceCreateInfo.TYPE
    yield bool(flags & ~requests._PORTABILITY)
    yield bool(flags) and "VK_KHR_portability_enumeration" not in enabled
    yield bool(layers) and not layer_names
    yield bool(count) and not names
    if application:
        yield _edge.u32(application) != _APPLICATION
        yield 0 < _edge.u32(application + VkApplicationInfo.apiVersion) < _VERSION_1_0
    for _, each in nodes(chain):
        yield each in _NEEDED and _NEEDED[each] not in enabled


@allows(logical.create_device, "", _INVALID)
def devices_without_what_extensions_need_are_refused(original: Original, device: int, *others: Any) -> Any:
    """vkCreateDevice refuses an extension whose dependencies are not enabled."""
    info, _, out = others
    made = instance_of_device(device, "vkCreateDevice")
    if info and out:
        words = _edge.words(info, VkDeviceCreateInfo.SIZE // 8)
        names = frozenset(_edge.texts(words[7], words[6] & 0xFFFFFFFF)) if words[7] else frozenset()
        known = names | frozenset(made.extensions)
        if any(_lacks(name, known, _version(made)) for name in names):
            _edge.put64(out, 0)
            return VkResult.ERROR_EXTENSION_NOT_PRESENT
    return original(device, *others)


def _version(made: Any) -> int:
    """Return the version that the application and the newest device have in common."""
    newest = _VERSION_1_0
    for below in made.devices_below.values():
        answer = device_facts._properties(below.driver.table.address, below.handle)
        newest = max(newest, _edge.u32(answer.address + VkPhysicalDeviceProperties.apiVersion))
    return min(made.api_version or _VERSION_1_0, newest)


@allows(logical.create_device, "", _INVALID)
def invalid_structures_of_devices_are_refused(original: Original, device: int, *others: Any) -> Any:
    """vkCreateDevice refuses wrong types and flags, and a device without queues."""
    info, _, out = others
    if info and out and any(_wrong_in_device(device, info)):
        _edge.put64(out, 0)
        return VkResult.ERROR_INITIALIZATION_FAILED
    return original(device, *others)


def _wrong_in_device(device: int, info: int) -> Iterator[bool]:
    words = _edge.words(info, VkDeviceCreateInfo.SIZE // 8)
    kind, chain, flags, queues = words[0] & 0xFFFFFFFF, words[1], words[2] & 0xFFFFFFFF, words[2] >> 32
    yield kind != VkDeviceCreateInfo.TYPE
    yield bool(flags)
    yield not (queues and words[3])
    families = []
    for place in range(words[3], words[3] + queues * _QUEUE_SIZE, _QUEUE_SIZE) if words[3] else ():
        count, priorities = _edge.u32(place + 24), _edge.u64(place + 32)
        yield _edge.u32(place) != _QUEUES
        yield not (count and priorities)
        families.append((_edge.u32(place + 20), _edge.u32(place + 16)))
    yield len(set(families)) != len(families)
    yield bool(words[6] & 0xFFFFFFFF) and not words[7]
    for place, each in nodes(chain):
        yield each == _FEATURES and bool(words[8])
        if each == VkDeviceGroupDeviceCreateInfo.TYPE:
            row = VkDeviceGroupDeviceCreateInfo
            members = _edge.words(
                _edge.u64(place + row.pPhysicalDevices), _edge.u32(place + row.physicalDeviceCount)
            )
            yield bool(members) and (device not in members or len(set(members)) != len(members))


_UNSUPPORTED = "no document says that a loader lists what counts as unsupported in Vulkan"


@cache
def _of_devices() -> frozenset[str]:
    return frozenset(name for name, each in registry.extensions().items() if each.kind == "device")


@allows(device_extensions.enumerate_device_extension_properties_below, "", _UNSUPPORTED)
def device_extensions_without_what_they_need_are_not_listed(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """vkEnumerateDeviceExtensionProperties leaves out extensions that need an instance extension not enabled."""
    below = driver_device(device, "vkEnumerateDeviceExtensionProperties")
    made = INSTANCES[_edge.u64(device + DriverDeviceRecord.instance)]
    function = _edge.u64(below.driver.table.address + device_extensions._ENUMERATE)
    if _edge.text(layer) or not function:
        return original(device, layer, count, out)
    code, memory, number = device_extensions._listed(function, below.handle)
    if code < 0:
        return code
    size = device_extensions._SIZE
    rows = range(memory.address, memory.address + number * size, size)
    added = beside({extension_name(row) for row in rows}, of_implicit_layers(made.plan))
    version, known = _version(made), frozenset(made.extensions) | _of_devices()
    kept: list[Any] = [row for row in rows if not _lacks(extension_name(row), known, version)]
    kept += [each for each in added if not _lacks(each.name, known, version)]
    return answer(count, out, size, kept, device_extensions._write_either)

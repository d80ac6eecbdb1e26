"""vkEnumerateDeviceExtensionProperties and vkEnumerateDeviceLayerProperties, above the layers and below them.

A query with a layer's name goes down the chain, where an active layer may answer for itself; at the bottom the
manifests do. A driver is asked with NULL only. What is merged is decided in ``core.device_extensions``.
"""

from refloader.core.device_extensions import beside, of_implicit_layers, of_named_layer
from refloader.model.layer import Extension, Layer
from refloader.rules import decides
from refloader.runtime._edge import Memory, copy, put32, put_text, result, text, u32, u64
from refloader.runtime.counted import answer, ask
from refloader.runtime.generated.commands import INSTANCE
from refloader.runtime.generated.layouts import VkExtensionProperties, VkLayerProperties, VkResult
from refloader.runtime.handles import instance_of_device, wrong
from refloader.runtime.messages import tell
from refloader.runtime.objects import (
    DRIVER_DEVICE_MAGIC,
    DriverDeviceRecord,
    DriverRecord,
    PhysicalDeviceRecord,
)
from refloader.runtime.state import INSTANCES, DriverDevice, Instance

_ENUMERATE = INSTANCE["vkEnumerateDeviceExtensionProperties"]
_SIZE = VkExtensionProperties.SIZE


def enumerate_device_extension_properties(device: int, layer: int, count: int, out: int) -> int:
    """The trampoline: the application's device becomes the one that the top of the chain knows."""
    instance = instance_of_device(device, "vkEnumerateDeviceExtensionProperties")
    if not count:
        tell(instance, "error", "", "vkEnumerateDeviceExtensionProperties: pPropertyCount is NULL")
        return VkResult.ERROR_INITIALIZATION_FAILED
    function = u64(instance.table.address + _ENUMERATE)
    return result(function, u64(device + PhysicalDeviceRecord.inner), layer, count, out)


@decides("LDP_LOADER_12", "EXT-FILTER-07", "CONV-LAYER-07")
def enumerate_device_extension_properties_below(device: int, layer: int, count: int, out: int) -> int:
    """The terminator: the driver's extensions and those of implicit layers, or a layer's own by its name."""
    below = driver_device(device, "vkEnumerateDeviceExtensionProperties")
    plan = INSTANCES[u64(device + DriverDeviceRecord.instance)].plan
    name = text(layer)
    if name:
        named = of_named_layer(name, plan)
        return VkResult.ERROR_LAYER_NOT_PRESENT if named is None else answer(count, out, _SIZE, named, _write)
    function = u64(below.driver.table.address + _ENUMERATE)
    if not function:
        return VkResult.ERROR_INITIALIZATION_FAILED
    layers = of_implicit_layers(plan)
    if not layers:
        return result(function, below.handle, 0, count, out)
    code, memory, number = ask(function, (below.handle, 0), _SIZE)
    if code < 0:
        return code
    rows = range(memory.address, memory.address + number * _SIZE, _SIZE)
    added = beside({_name(row) for row in rows}, layers)
    return answer(count, out, _SIZE, (*rows, *added), _write_either)


def driver_device(record: int, command: str) -> DriverDevice:
    """The device below the layers that a terminator was given; what is none ends the process."""
    plausible = record > 0xFFF and not record & 7
    if not plausible or u64(record + DriverDeviceRecord.magic) != DRIVER_DEVICE_MAGIC:
        wrong(command, "VkPhysicalDevice (passed down by a layer)")
    instance = INSTANCES[u64(record + DriverDeviceRecord.instance)]
    index = u32(u64(record + DriverDeviceRecord.driver) + DriverRecord.index)
    return instance.devices_below[index, u64(record + DriverDeviceRecord.handle)]


def names_of(device: DriverDevice) -> frozenset[str]:
    """The names of the extensions that the driver offers for a device; asked for once."""
    if device.extensions is None:
        function = u64(device.driver.table.address + _ENUMERATE)
        code, memory, number = ask(function, (device.handle, 0), _SIZE) if function else (-1, Memory(8), 0)
        if code < 0:
            return frozenset()
        rows = range(memory.address, memory.address + number * _SIZE, _SIZE)
        device.extensions = frozenset(_name(row) for row in rows)
    return device.extensions


def _name(row: int) -> str:
    return text(row) or ""


def _write(at: int, extension: Extension) -> None:
    put_text(at, extension.name, 256)
    put32(at + VkExtensionProperties.specVersion, extension.spec_version)


def _write_either(at: int, row: int | Extension) -> None:
    if isinstance(row, Extension):
        _write(at, row)
    else:
        copy(at, row, _SIZE)


def enumerate_device_layer_properties(device: int, count: int, out: int) -> int:
    """The trampoline: the layers of the instance, from no one else (ACT-DEVLAYER-02, EXT-FILTER-06)."""
    instance = instance_of_device(device, "vkEnumerateDeviceLayerProperties")
    if not count:
        tell(instance, "error", "", "vkEnumerateDeviceLayerProperties: pPropertyCount is NULL")
        return VkResult.ERROR_INITIALIZATION_FAILED
    return _layers(instance, count, out)


def enumerate_device_layer_properties_below(device: int, count: int, out: int) -> int:
    """The terminator: what a layer that asks for itself is told."""
    driver_device(device, "vkEnumerateDeviceLayerProperties")
    return _layers(INSTANCES[u64(device + DriverDeviceRecord.instance)], count, out)


@decides("ACT-DEVLAYER-02", "EXT-FILTER-06")
def _layers(instance: Instance, count: int, out: int) -> int:
    layers = [link.layer for link in instance.layers]
    return answer(count, out, VkLayerProperties.SIZE, layers, write_layer)


def write_layer(at: int, layer: Layer) -> None:
    """Fill a VkLayerProperties from a manifest."""
    put_text(at + VkLayerProperties.layerName, layer.name, 256)
    put32(at + VkLayerProperties.specVersion, layer.api_version.packed)
    put32(at + VkLayerProperties.implementationVersion, layer.implementation_version)
    put_text(at + VkLayerProperties.description, layer.description, 256)

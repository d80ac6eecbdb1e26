"""Trampolines and terminators of vkEnumerateDeviceExtensionProperties and vkEnumerateDeviceLayerProperties.

A query with a layer's name goes down the chain, where an active layer may answer for itself; the terminator answers
from the manifests. A driver never gets a layer's name. ``core.extensions.device_extensions`` decides what is merged.
"""

from refloader.core.activation.known import by_name
from refloader.core.extensions.device_extensions import beside, of_devices, of_implicit_layers, of_named_layer
from refloader.core.manifests.names import could_name_a_layer
from refloader.dropin.python._edge import Memory, copy, result, text, u64
from refloader.dropin.python.devices.instance_messages import missing
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkExtensionProperties, VkLayerProperties, VkResult
from refloader.dropin.python.memory.counted import answer, ask
from refloader.dropin.python.memory.handles import driver_device, instance_of_device
from refloader.dropin.python.memory.objects import DriverDeviceRecord, PhysicalDeviceRecord
from refloader.dropin.python.memory.properties import extension_name, write_extension, write_layer
from refloader.dropin.python.memory.state import INSTANCES, DriverDevice, Instance
from refloader.model.layer import Extension
from refloader.rules import decides

_ENUMERATE = INSTANCE["vkEnumerateDeviceExtensionProperties"]
_SIZE = VkExtensionProperties.SIZE


def enumerate_device_extension_properties(device: int, layer: int, count: int, out: int) -> int:
    """The trampoline: call the top of the chain with its own handle for the device."""
    instance = instance_of_device(device, "vkEnumerateDeviceExtensionProperties")
    if not count:
        return missing(instance, "vkEnumerateDeviceExtensionProperties", "pPropertyCount")
    function = u64(instance.table.address + _ENUMERATE)
    return result(function, u64(device + PhysicalDeviceRecord.inner), layer, count, out)


def reported(instance: Instance, device: int) -> tuple[int, frozenset[str]]:
    """Return the result and the names of the extensions that an application gets for a device."""
    return _names(u64(instance.table.address + _ENUMERATE), u64(device + PhysicalDeviceRecord.inner))


@decides("LDP_LOADER_12", "EXT-FILTER-07", "CONV-LAYER-07")
def enumerate_device_extension_properties_below(device: int, layer: int, count: int, out: int) -> int:
    """The terminator: the driver's extensions and those of implicit layers, or a layer's own by its name."""
    below = driver_device(device, "vkEnumerateDeviceExtensionProperties")
    plan = INSTANCES[u64(device + DriverDeviceRecord.instance)].plan
    name = text(layer)
    if name and not could_name_a_layer(name):
        return VkResult.ERROR_EXTENSION_NOT_PRESENT  # as in the field
    if name:
        return answer(count, out, _SIZE, of_named_layer(name, plan), write_extension)
    function = u64(below.driver.table.address + _ENUMERATE)
    if not function:
        return VkResult.ERROR_INITIALIZATION_FAILED
    layers = of_implicit_layers(plan)
    if not layers and out:
        return result(function, below.handle, 0, count, out)
    code, memory, number = _listed(function, below.handle)
    if code < 0:
        return code
    rows = range(memory.address, memory.address + number * _SIZE, _SIZE)
    added = beside({extension_name(row) for row in rows}, layers)
    return answer(count, out, _SIZE, (*rows, *added), _write_either)


def names_of(device: DriverDevice) -> frozenset[str]:
    """Return the names of the extensions that the driver offers for a device; query them once."""
    return offered(device)[1]


def offered(device: DriverDevice) -> tuple[int, frozenset[str]]:
    """Return the result of the driver's query, and the names; do not query again after a success."""
    if device.extensions is not None:
        return VkResult.SUCCESS, device.extensions
    function = u64(device.driver.table.address + _ENUMERATE)
    code, names = _names(function, device.handle) if function else (VkResult.SUCCESS, frozenset())
    if code == VkResult.SUCCESS:
        device.extensions = names
    return code, names


def _listed(function: int, device: int) -> tuple[int, Memory, int]:
    """Return the result, the memory and the number of the extensions of a device.

    As in the field, a driver has to list its extensions even if it counts none: it may fail only then. More of them
    than it has counted are no failure.
    """
    code, memory, number = ask(function, (device, 0), _SIZE)
    if code == VkResult.SUCCESS and number == 0:
        room = Memory(8 + _SIZE)
        code = result(function, device, 0, room.address, room.address + 8)
        code = VkResult.SUCCESS if code == VkResult.INCOMPLETE else code
    return code, memory, number


def _names(function: int, device: int) -> tuple[int, frozenset[str]]:
    code, memory, number = _listed(function, device)
    rows = range(memory.address, memory.address + number * _SIZE, _SIZE)
    return code, frozenset(extension_name(row) for row in rows)


def _write_either(at: int, row: int | Extension) -> None:
    if isinstance(row, Extension):
        write_extension(at, row)
    else:
        copy(at, row, _SIZE)


def enumerate_device_layer_properties(device: int, count: int, out: int) -> int:
    """The trampoline: the instance's layers, without a call of layers or driver (ACT-DEVLAYER-02, EXT-FILTER-06)."""
    instance = instance_of_device(device, "vkEnumerateDeviceLayerProperties")
    if not count:
        return missing(instance, "vkEnumerateDeviceLayerProperties", "pPropertyCount")
    return _layers(instance, count, out)


def enumerate_device_layer_properties_below(device: int, count: int, out: int) -> int:
    """The terminator: the answer for a layer that calls the command itself."""
    driver_device(device, "vkEnumerateDeviceLayerProperties")
    return _layers(INSTANCES[u64(device + DriverDeviceRecord.instance)], count, out)


@decides("ACT-DEVLAYER-02", "EXT-FILTER-06")
def _layers(instance: Instance, count: int, out: int) -> int:
    """The layers of the plan, as in the field: also one whose library cannot be used, of each name the first."""
    layers = of_devices(tuple(by_name(instance.plan.chain).values()), instance.plan)
    return answer(count, out, VkLayerProperties.SIZE, layers, write_layer)

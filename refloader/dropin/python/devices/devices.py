"""The trampolines of vkCreateDevice and vkDestroyDevice, and the terminator of vkCreateDevice.

Creation, step by step: the trampoline links the layers that take part (``device_chain``) and calls the top of the
chain. In the terminator, the driver creates the device, and the address of the loader's dispatch table is written to
the first word of the driver's object. The trampoline then fills the table with the functions of the top of the chain.
"""

from dataclasses import dataclass, field

from refloader.dropin.python import _edge
from refloader.dropin.python._edge import Memory, call, put64, put_words, result, u64
from refloader.dropin.python.devices.device_chain import (
    PassedCreateInfo,
    for_driver,
    judged,
    lacking,
    linked,
    newest_core,
)
from refloader.dropin.python.devices.device_extensions import offered
from refloader.dropin.python.devices.instance_messages import missing, tell, tell_device, tell_device_chain
from refloader.dropin.python.generated.commands import DEVICE, INSTANCE
from refloader.dropin.python.generated.layouts import VkResult, VkSystemAllocationScope
from refloader.dropin.python.instances import trace
from refloader.dropin.python.instances.listing import failed_layer
from refloader.dropin.python.loading import observing
from refloader.dropin.python.memory.by_thread import enter, innermost, leave
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.handles import (
    driver_device,
    instance_of_device,
    is_marked,
    is_object,
    table_of,
)
from refloader.dropin.python.memory.objects import (
    DEVICE_MAGIC,
    DeviceTable,
    DriverDeviceRecord,
    InstanceRecord,
    PhysicalDeviceRecord,
)
from refloader.dropin.python.memory.state import INSTANCES, Device, DriverDevice, Instance, LayerLink
from refloader.dropin.python.messages import log
from refloader.rules import decides

_CREATE = INSTANCE["vkCreateDevice"]
_DESTROY = DEVICE["vkDestroyDevice"]


@dataclass(slots=True, eq=False)
class Creation:
    """A vkCreateDevice in progress: the devices that terminators have created in it so far.

    ``allocator`` are the callbacks of who began it. Layers may hand others down, which the driver gets. ``explained``
    means that a message has said why the driver fails.
    """

    instance: Instance
    allocator: int
    made: list[Device] = field(default_factory=list)
    explained: bool = False


_CREATIONS: dict[int, list[Creation]] = {}
"""The creations in progress by thread, innermost last."""


# ---- above the layers -----------------------------------------------------------------------------------------


@decides("CHAIN-INIT-06")
def create_device(device: int, info: int, allocator: int, out: int) -> int:
    """The trampoline: create a device below all layers of the instance."""
    instance = instance_of_device(device, "vkCreateDevice")
    if not (info and out):
        return missing(instance, "vkCreateDevice", "pCreateInfo and pDevice")
    code = judged(instance, device, info)
    if code >= 0:
        inner = u64(instance.handle + InstanceRecord.inner)
        arguments = (u64(device + PhysicalDeviceRecord.inner), info, allocator, out)
        code = create_through(instance, inner, instance.layers, arguments, wrapped=True)
    if code == VkResult.SUCCESS:
        table = u64(u64(out))
        put64(table + DeviceTable.newest_core, newest_core(instance, info))
    else:
        put64(out, 0)
    return code


@decides("INTERCEPT-03", "CHAIN-DIST-01", "CHAIN-DIST-04")
def create_through(
    instance: Instance,
    handle: int,
    layers: tuple[LayerLink, ...],
    arguments: tuple[int, int, int, int],
    *,
    wrapped: bool,
) -> int:
    """Create a device below those of ``layers`` that take part; ``handle`` is the instance for the first of them.

    ``wrapped`` says that the create info comes from the application and contains its handles.
    """
    device, info, allocator, out = arguments
    chain = tuple(link for link in layers if link.gdpa)
    top = observing.lookups(_above(instance, layers, wrapped=wrapped), chain[0] if chain else None)
    function = _first(chain, top.gipa, handle)
    if not function:
        tell(instance, "error", "layer", f"{chain[0].layer.name} has no vkCreateDevice")
        return VkResult.ERROR_INITIALIZATION_FAILED
    creation = Creation(instance, allocator)
    tell_device_chain(instance)
    given = linked(chain, info, wrapped=wrapped)
    code = _call(creation, function, given, (device, given.info, allocator, out))
    made = _chosen(creation, u64(out)) if code == VkResult.SUCCESS else None
    if made is not None:
        _adopt(made, u64(out), top.gdpa, lacking(info) if wrapped else 0)
    if log.traced():
        trace.device_created(instance, chain, made, code)
    if made is not None:
        return code
    put64(out, 0)
    return _without_device(creation, chain, code, allocator)


def _first(chain: tuple[LayerLink, ...], lookup: int, handle: int) -> int:
    if not chain and not observing.on():
        return _edge.entry("terminator_vkCreateDevice")
    return call(lookup, handle, c_text("vkCreateDevice"))


def _above(instance: Instance, layers: tuple[LayerLink, ...], *, wrapped: bool) -> LayerLink | None:
    """Return the layer that creates a device for itself, above ``layers``, or None for the application."""
    place = len(instance.layers) - len(layers)
    return instance.layers[place - 1] if place and not wrapped else None


def _call(
    creation: Creation, function: int, given: PassedCreateInfo, arguments: tuple[int, int, int, int]
) -> int:
    """Call the top of the chain; terminators add the devices that they create to ``creation``."""
    enter(_CREATIONS, creation)
    try:
        return result(function, *arguments)
    finally:
        leave(_CREATIONS, creation)
        given.restore()


def _without_device(creation: Creation, chain: tuple[LayerLink, ...], code: int, allocator: int) -> int:
    """Remove the devices that terminators created and return the result for an application that gets no device."""
    for each in creation.made:
        _forget(each, allocator)
    if code != VkResult.SUCCESS:
        if chain and not creation.explained:
            text = failed_layer("vkCreateDevice", (link.layer for link in chain), code)
            tell(creation.instance, "error", "layer", text)
        return code
    text = "vkCreateDevice succeeds, but no device reaches the application"
    tell(creation.instance, "error", "layer", text)
    return VkResult.ERROR_INITIALIZATION_FAILED


def _chosen(creation: Creation, handle: int) -> Device | None:
    """Return the device behind the handle: the one whose table it begins with, else the last one created."""
    # A layer may create more devices on the way down, and a wrapping layer has objects without the loader's table.
    if not handle:
        return None
    table = u64(handle)
    by_table = (made for made in creation.made if made.table.address == table)
    return next(by_table, creation.made[-1] if creation.made else None)


def _adopt(device: Device, handle: int, lookup: int, missing_extensions: int) -> None:
    table = device.table.address
    put64(table + DeviceTable.lacking, missing_extensions)
    put64(table + DeviceTable.lacking_below, missing_extensions & u64(table + DeviceTable.lacking_below))
    put64(handle, table)
    put64(table + DeviceTable.top_gdpa, lookup)
    put64(table + DeviceTable.device, handle)
    if handle != device.handle:
        device.instance.devices.pop(device.handle, None)
        device.handle = handle
        device.instance.devices[handle] = device
    _edge.fill_device_table(table)
    _edge.add_device(table)


def destroy_device(handle: int, allocator: int) -> None:
    """The trampoline: call the chain's vkDestroyDevice, then free the loader's table. Ignores NULL."""
    if handle:
        destroy_through(u64(table_of(handle, "vkDestroyDevice") + _DESTROY), handle, allocator)


def destroy_through(function: int, handle: int, allocator: int) -> None:
    """Destroy the device with this function, then free its table."""
    instance = INSTANCES[u64(u64(handle) + DeviceTable.instance)]
    device = instance.devices.pop(handle, None)
    if device is None:
        tell(instance, "error", "", f"vkDestroyDevice: {handle:#x} is no device of this instance")
        return
    if log.traced():
        trace.device_destroyed(device)
    call(function, handle, allocator)
    _give_back(device, allocator)


def _forget(device: Device, allocator: int) -> None:
    """Remove a device that was destroyed without the loader, or whose creation failed, from its instance."""
    if device.instance.devices.get(device.handle) is device:
        del device.instance.devices[device.handle]
        _give_back(device, allocator)


def _give_back(device: Device, allocator: int) -> None:
    _edge.remove_device(device.table.address)
    device.table.free(allocator)


# ---- below the layers -------------------------------------------------------------------------------------------


@decides("CHAIN-TERM-02")
def create_device_below(record: int, info: int, allocator: int, out: int) -> int:
    """The terminator: the driver creates the device, with its own handles and extensions only."""
    below = driver_device(record, "vkCreateDevice")
    instance = INSTANCES[u64(record + DriverDeviceRecord.instance)]
    driver = below.driver
    function = u64(driver.table.address + _CREATE)
    lookup = call(driver.shared.gipa, driver.handle, c_text("vkGetDeviceProcAddr"))
    name = driver.shared.name
    if not (function and lookup):
        text = f"{name} has no vkCreateDevice or vkGetDeviceProcAddr"
        return _failed(instance, text, VkResult.ERROR_INITIALIZATION_FAILED)
    tell_device(instance, below)
    code, _ = offered(below)
    if code != VkResult.SUCCESS:
        text = f"{name}: vkEnumerateDeviceExtensionProperties gives {code}; no device is created"
        return _failed(instance, text, code)
    creation = innermost(_CREATIONS)
    # Freed with the callbacks of vkDestroyDevice at the top, and so made with those of vkCreateDevice there.
    owner = creation.allocator if creation is not None else allocator
    table = Memory(_edge.DEVICE_TABLE, owner, VkSystemAllocationScope.DEVICE)
    given = for_driver(below, info)
    try:
        code = result(function, below.handle, given.info, allocator, out)
    finally:
        given.restore()
    if code != VkResult.SUCCESS:
        table.free()
        return _failed(instance, f"{name}: vkCreateDevice gives {code}", code)
    handle = u64(out)
    if not is_object(handle):
        table.free()
        text = f"{name}: {handle:#x} is no device"
        return _failed(instance, text, VkResult.ERROR_INITIALIZATION_FAILED)
    if not is_marked(handle):
        tell(instance, "warn", "driver", f"{name}: its device does not begin with ICD_LOADER_MAGIC")
    _begin(instance, below, handle, table, lookup)
    put64(table.address + DeviceTable.lacking_below, lacking(info))
    return VkResult.SUCCESS


def _failed(instance: Instance, text: str, code: int) -> int:
    """Log why a driver creates no device, and return the result."""
    tell(instance, "error", "driver", text)
    creation = innermost(_CREATIONS)
    if creation is not None:
        creation.explained = True
    return code


@decides("OBJECTS-ICD-03")
def _begin(instance: Instance, below: DriverDevice, handle: int, table: Memory, lookup: int) -> None:
    """Write the table's address to the driver's object, so that the layers above can dispatch through it."""
    device = Device(handle, table, instance, below.driver)
    last = _edge.entry("terminator_vkGetDeviceProcAddr")
    head = (DEVICE_MAGIC, instance.handle, below.driver.record.address, lookup, last, handle, handle)
    put_words(table.address, head)
    put64(handle, table.address)
    # The entry of a device that a layer destroyed without the loader remains until the driver reuses the address.
    left = instance.devices.get(handle)
    if left is not None:
        _forget(left, 0)
    instance.devices[handle] = device
    creation = innermost(_CREATIONS)
    if creation is not None and creation.instance is instance:
        creation.made.append(device)

"""Devices that a layer creates for itself, with the two callbacks that it gets at vkCreateInstance.

The chain of such a device starts below the layer: neither that layer nor those above it take part.
"""

from refloader.dropin.python import _edge
from refloader.dropin.python._edge import put64, u64
from refloader.dropin.python.devices.devices import create_through, destroy_through
from refloader.dropin.python.generated.commands import DEVICE
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.loading.observing import lookups
from refloader.dropin.python.memory.state import INSTANCES, Instance, LayerLink

_DESTROY = DEVICE["vkDestroyDevice"]


def layer_create_device(
    handle: int, device: int, info: int, allocator: int, out: int, layer: int, lookup: int
) -> int:
    """Create a device for the layer whose vkGetInstanceProcAddr is ``layer``.

    Write to the address ``lookup`` the vkGetDeviceProcAddr that the layer uses for the device.
    """
    instance = instance_of(handle)
    if instance is None or not (info and out):
        _edge.stderr("refloader: a layer asks for a device with an instance or a pointer that is not valid\n")
        return VkResult.ERROR_INITIALIZATION_FAILED
    layers = _below(instance, layer)
    code = create_through(instance, handle, layers, (device, info, allocator, out), wrapped=False)
    if code == VkResult.SUCCESS and lookup:
        below = next((link for link in layers if link.gdpa), None)
        put64(lookup, lookups(_of_layer(instance, layer), below).gdpa)
    return code


def layer_destroy_device(device: int, allocator: int, destroy: int) -> None:
    """Destroy such a device with the function that the layer passes, else with the one in the device's table."""
    if device:
        destroy_through(destroy or u64(u64(device) + _DESTROY), device, allocator)


def instance_of(handle: int) -> Instance | None:
    """Return the instance behind a handle, which a layer below may wrap: both begin with the same table."""
    known = INSTANCES.get(handle)
    if known is not None or not handle:
        return known
    table = u64(handle)
    return next((each for each in tuple(INSTANCES.values()) if each.table.address == table), None)


def _of_layer(instance: Instance, layer: int) -> LayerLink | None:
    return next((link for link in instance.layers if link.gipa == layer), None)


def _below(instance: Instance, layer: int) -> tuple[LayerLink, ...]:
    places = [place for place, link in enumerate(instance.layers) if link.gipa == layer]
    return instance.layers[places[0] + 1 :] if places else ()

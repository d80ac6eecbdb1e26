"""The create info of a device: the version for the layers, and the version for the driver.

An application's structures are const: they are copied, not written. The only exception is the device group's list of
devices: if a structure that the registry does not know precedes the group, the list is changed in place and restored
after the call. Never calls the vkCreateDevice of a layer or a driver.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from refloader.core.extensions.device_extensions import for_driver as extensions_for_driver
from refloader.core.extensions.device_extensions import offered_by_nobody
from refloader.dropin.python import _edge
from refloader.dropin.python._edge import Memory, members, put64, put_words, texts, u32, u64, words
from refloader.dropin.python.devices.device_extensions import names_of, reported
from refloader.dropin.python.devices.instance_messages import tell
from refloader.dropin.python.generated.layouts import (
    DEVICE_CHAIN_SIZES,
    VkDeviceCreateInfo,
    VkDeviceGroupDeviceCreateInfo,
    VkLayerDeviceCreateInfo,
    VkLayerDeviceLink,
    VkLayerFunction,
    VkPhysicalDeviceMaintenance5Features,
    VkResult,
)
from refloader.dropin.python.loading.observing import lookups
from refloader.dropin.python.memory.handles import driver_device, instance_of_device
from refloader.dropin.python.memory.objects import PhysicalDeviceRecord
from refloader.dropin.python.memory.pnext import copied, joined, nodes
from refloader.dropin.python.memory.state import DriverDevice, Instance, LayerLink
from refloader.rules import decides

_MAINTENANCE5 = "VK_KHR_maintenance5"
_ANSWERED = (
    (1, frozenset({"VK_KHR_swapchain"})),
    (2, frozenset({"VK_KHR_display_swapchain"})),
    (4, frozenset({"VK_EXT_debug_marker"})),
    (8, frozenset({"VK_KHR_swapchain", "VK_KHR_device_group"})),
)
"""The extensions without which vkGetDeviceProcAddr does not find commands of theirs."""
_NONE_ENABLED = sum(bit for bit, _ in _ANSWERED)
_LAYER_INFO = VkLayerDeviceCreateInfo.TYPE
_GROUP = VkDeviceGroupDeviceCreateInfo
_INFO_SIZE = VkDeviceCreateInfo.SIZE
_WORDS = _INFO_SIZE // 8
_HALVES = 0b001010001
"""The words of a VkDeviceCreateInfo that are 32-bit members: sType and the counts of layers and extensions."""
_NODE = VkLayerDeviceCreateInfo.SIZE
_LINK = VkLayerDeviceLink.SIZE
# Indices of members in a VkDeviceCreateInfo that is read as 64-bit words.
_CHAIN, _LAYERS, _LAYER_NAMES, _COUNT, _NAMES = 1, 4, 5, 6, 7


class Chain(NamedTuple):
    """A pNext chain: its head, the memory of new structures in it, and the address and value to restore, if any."""

    head: int
    memory: list[Memory]
    changed: tuple[int, int] | None


class PassedCreateInfo:
    """A create info to pass down, the memory it uses, and what to restore after the call."""

    __slots__ = ("_changed", "_memory", "info")

    def __init__(self, info: int, memory: list[Memory], changed: tuple[int, int] | None = None) -> None:
        self.info = info
        self._memory = memory
        self._changed = changed

    def restore(self) -> None:
        """Restore, after the call, an application's structure that had to be changed."""
        if self._changed:
            put64(*self._changed)


# ---- for the application ----------------------------------------------------------------------------------------


def judged(instance: Instance, device: int, info: int) -> int:
    """Return an error if neither a layer nor the driver offers a requested extension, or if a layer cannot list any.

    Without a layer the terminator finds out whether the driver can.
    """
    values = members(info, _WORDS, _HALVES)
    if values[_LAYERS] and values[_LAYER_NAMES]:
        _tell_of_layers(instance, texts(values[_LAYER_NAMES], values[_LAYERS]))
    wanted = _wanted(values)
    if not (wanted or instance.layers):
        return VkResult.SUCCESS
    code, names = reported(instance, device)
    if code != VkResult.SUCCESS:
        tell(instance, "error", "", f"vkCreateDevice: vkEnumerateDeviceExtensionProperties gives {code}")
        return code
    missing = offered_by_nobody(wanted, names, (link.layer for link in instance.layers))
    if missing is None:
        return VkResult.SUCCESS
    tell(
        instance,
        "error",
        "",
        f"vkCreateDevice: neither a layer nor the driver offers the extension {missing!r}",
    )
    return VkResult.ERROR_EXTENSION_NOT_PRESENT


@decides("ACT-DEVLAYER-02")
def _tell_of_layers(instance: Instance, names: Sequence[str]) -> None:
    """Warn of layers that an application enables for the device alone, as loaders in the field do since 1.3.241."""
    enabled = {*instance.plan.asked, *(link.layer.name for link in instance.layers)}
    if others := [repr(name) for name in names if name not in enabled]:
        text = "vkCreateDevice: layers of a device are deprecated, and ppEnabledLayerNames is ignored"
        tell(instance, "warn", "", f"{text}: {', '.join(others)} [ACT-DEVLAYER-02]")


@decides("GPA-APP-02")
def newest_core(instance: Instance, info: int) -> int:
    """Return the version of the newest core commands that vkGetDeviceProcAddr finds, as 10 for 1.0; 0 for any.

    The feature maintenance5 demands NULL for commands of a version newer than the application's.
    """
    if _MAINTENANCE5 not in _wanted(members(info, _WORDS, _HALVES)):
        return 0
    feature = VkPhysicalDeviceMaintenance5Features
    if not any(
        kind == feature.TYPE and u32(node + feature.maintenance5) for node, kind in nodes(u64(info + 8))
    ):
        return 0
    major, minor = instance.api_version >> 22 & 0x7F, instance.api_version >> 12 & 0x3FF
    return 10 * max(major, 1) + min(minor, 9)


def lacking(info: int) -> int:
    """Return a bit for each group of extensions of which the create info enables none (procaddr.c names them)."""
    wanted = _wanted(members(info, _WORDS, _HALVES))
    if not wanted:
        return _NONE_ENABLED
    return sum(bit for bit, any_of in _ANSWERED if any_of.isdisjoint(wanted))


# ---- for the layers ---------------------------------------------------------------------------------------------


@decides(
    "CHAIN-INIT-01", "CHAIN-INIT-02", "CHAIN-INIT-03", "CHAIN-INIT-04", "LLP_LOADER_9", "OBJECTS-LAYER-02"
)
def linked(layers: tuple[LayerLink, ...], info: int, *, wrapped: bool) -> PassedCreateInfo:
    """Return the create info with the layers' structures in front of its pNext chain.

    It is one block: the VkDeviceCreateInfo, two VkLayerDeviceCreateInfo, a link for each layer. ``wrapped`` says that
    a device group in the chain contains the application's handles.
    """
    chain, memory, changed = _translated(_stripped(u64(info + 8)), _above if wrapped else None)
    if not layers:
        return _with_chain(info, chain, memory, changed)
    first, _, *rest = members(info, _WORDS, _HALVES)
    block = Memory(_INFO_SIZE + 2 * _NODE + _LINK * len(layers))
    node = block.address + _INFO_SIZE
    links = node + 2 * _NODE
    values = [first, node + _NODE, *rest]  # the link comes second in the chain, as in the field
    values += (_LAYER_INFO, chain, VkLayerFunction.LINK_INFO, links)
    callback = _edge.entry("set_device_loader_data")
    values += (_LAYER_INFO, node, VkLayerFunction.LOADER_DATA_CALLBACK, callback)
    for place, (above, layer) in enumerate(zip(layers, (*layers[1:], None), strict=True), 1):
        below = lookups(above, layer)
        values += (links + _LINK * place if layer else 0, below.gipa, below.gdpa)
    put_words(block.address, values)
    return PassedCreateInfo(block.address, [block, *memory], changed)


def _with_chain(
    info: int, chain: int, memory: list[Memory], changed: tuple[int, int] | None
) -> PassedCreateInfo:
    if chain == u64(info + 8):
        return PassedCreateInfo(info, memory, changed)
    block = copied(info, _INFO_SIZE)
    put64(block.address + 8, chain)
    return PassedCreateInfo(block.address, [block, *memory], changed)


# ---- for the driver ---------------------------------------------------------------------------------------------


@decides("ACT-DEVLAYER-02", "NEGOTIATE-ICD-09")
def for_driver(device: DriverDevice, info: int) -> PassedCreateInfo:
    """Return the create info with the driver's handles and extensions, without layers and loader structures."""
    chain, memory, changed = _translated(_stripped(u64(info + 8)), _below)
    values = list(members(info, _WORDS, _HALVES))
    values[_CHAIN] = chain
    values[_LAYERS] = values[_LAYERS + 1] = 0
    if values[_COUNT]:
        kept = _extensions(device, _wanted(values), values[_NAMES])
        memory.append(kept)
        values[_COUNT], values[_NAMES] = u64(kept.address), kept.address + 8
    block = Memory(_INFO_SIZE)
    put_words(block.address, values)
    return PassedCreateInfo(block.address, [block, *memory], changed)


def _wanted(values: Sequence[int]) -> Sequence[str]:
    count, names = values[_COUNT], values[_NAMES]
    return texts(names, count) if names else ("",) * bool(count)


def _extensions(device: DriverDevice, wanted: Sequence[str], names: int) -> Memory:
    """Return a block with the number of extensions that the driver gets, followed by the addresses of their names."""
    kept = extensions_for_driver(wanted, names_of(device))
    memory = Memory(8 + 8 * len(kept))
    put_words(memory.address, (len(kept), *(u64(names + 8 * place) for place in kept)))
    return memory


# ---- the pNext chain --------------------------------------------------------------------------------------------


def _stripped(chain: int) -> int:
    """Return the chain after the loader's own structures, which come first."""
    while chain and u32(chain) == _LAYER_INFO:
        chain = u64(chain + 8)
    return chain


def _translated(chain: int, translate: Callable[[int], int] | None) -> Chain:
    """Return the chain with the handles in a device group translated."""
    before, group = _up_to_group(chain)
    count = u32(group + _GROUP.physicalDeviceCount) if group else 0
    given = u64(group + _GROUP.pPhysicalDevices) if count else 0
    if not (translate and given):
        return Chain(chain, [], None)
    devices = words(given, count)
    array = Memory(8 * len(devices))
    put_words(array.address, [translate(device) for device in devices])
    if not all(kind in DEVICE_CHAIN_SIZES for _, kind in before):
        place = group + _GROUP.pPhysicalDevices
        changed = (place, u64(place))
        put64(place, array.address)
        return Chain(chain, [array], changed)
    copies = [copied(node, DEVICE_CHAIN_SIZES[kind]) for node, kind in (*before, (group, _GROUP.TYPE))]
    put64(copies[-1].address + _GROUP.pPhysicalDevices, array.address)
    return Chain(joined(copies, u64(group + 8)), [array, *copies], None)


def _up_to_group(chain: int) -> tuple[list[tuple[int, int]], int]:
    """Return the structures before the first device group, and the address of that group, 0 if there is none."""
    before: list[tuple[int, int]] = []
    for node, kind in nodes(chain):
        if kind == _GROUP.TYPE:
            return before, node
        before.append((node, kind))
    return before, 0


def _above(device: int) -> int:
    """Return the top of the chain's handle for a device of the application; abort if it is not a device."""
    instance_of_device(device, "vkCreateDevice")
    return u64(device + PhysicalDeviceRecord.inner)


def _below(device: int) -> int:
    """Return the driver's handle for a device of the layers."""
    return driver_device(device, "vkCreateDevice").handle

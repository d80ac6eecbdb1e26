"""Liberties in what calls carry: which structures are copies, and what stands in members that nobody uses."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain
from refloader.dropin.python.generated.layouts import VkLayerFunction
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.pnext import copied, joined, nodes
from refloader.selftest.variants.marks import Original, allows

_COPY = "no document says whether a copy of the application's structure is passed down"
_FEATURES_SIZE, _QUEUE_INFO = 220, 40
_HALF = 0xFFFFFFFF
_KEPT: list[Any] = []
"""Memory that stays as long as the process."""


def _copy(address: int, size: int) -> int:
    if not (address and size):
        return address
    _KEPT.append(copied(address, size))
    return int(_KEPT[-1].address)


def _copied_queues(array: int, count: int) -> int:
    rows = _copy(array, count * _QUEUE_INFO)
    for row in range(rows, rows + count * _QUEUE_INFO if array else rows, _QUEUE_INFO):
        _edge.put64(row + 32, _copy(_edge.u64(row + 32), 4 * _edge.u32(row + 24)))
    return rows


def _with_copies(info: int) -> None:
    """Put copies of queues, names and features into a VkDeviceCreateInfo that is a copy itself."""
    words = _edge.words(info, device_chain._WORDS)
    _edge.put64(info + 24, _copied_queues(words[3], words[2] >> 32))
    count, names = words[6] & _HALF, words[7]
    if count and names:
        array = _copy(names, 8 * count)
        _edge.put_words(array, [c_text(_edge.text(each) or "") for each in _edge.words(names, count)])
        _edge.put64(info + 56, array)
    _edge.put64(info + 64, _copy(words[8], _FEATURES_SIZE))


@allows(device_chain.linked, "", _COPY)
def layers_get_copies_for_their_devices(original: Original, chosen: Any, info: int, *, wrapped: bool) -> Any:
    """At vkCreateDevice the first layer gets copies of the queues, names and features."""
    given = original(chosen, info, wrapped=wrapped)
    if chosen:
        _with_copies(given.info)
    return given


@allows(device_chain.for_driver, "", _COPY)
def drivers_get_copies_for_their_devices(original: Original, device: Any, info: int) -> Any:
    """At vkCreateDevice drivers get copies of the queues, names and features."""
    given = original(device, info)
    _with_copies(given.info)
    return given


@allows(device_chain.for_driver, "NEGOTIATE-ICD-09", "the loader does not change parameters")
def drivers_get_the_names_of_device_layers(original: Original, device: Any, info: int) -> Any:
    """At vkCreateDevice drivers get ppEnabledLayerNames as the last layer passed it on."""
    given = original(device, info)
    words = _edge.words(info, device_chain._WORDS)
    _edge.put32(given.info + 32, words[4] & _HALF)
    _edge.put64(given.info + 40, words[5])
    return given


@allows(instance_terminator._without_links, "", _COPY)
def drivers_get_copies_of_structures(original: Original, chain: int, kept: Any) -> Any:
    """Drivers get copies of the structures behind VkInstanceCreateInfo that the loader knows."""
    head = original(chain, kept)
    sizes = instance_terminator._SIZES
    found = list(nodes(head))
    known = next((place for place, (_, kind) in enumerate(found) if kind not in sizes), len(found))
    copies = [copied(node, sizes[kind]) for node, kind in found[:known]]
    kept += copies
    return joined(copies, found[known][0] if known < len(found) else 0)


@allows(instance._linked, "", "no document says that no further features of a loader will be")
def features_that_nobody_knows(original: Original, creation: Any, handle: int) -> Any:
    """The structure with the loader's features has further bits."""
    memory = original(creation, handle)
    if creation.links:
        place = memory.address + instance._SORTING
        assert _edge.u32(place + 16) == VkLayerFunction.LOADER_FEATURES
        _edge.put32(place + 24, _edge.u32(place + 24) | 0x40000000)
    return memory


@allows(instance._linked, "", "no document says what stands in members that nobody uses")
def padding_is_not_zero(original: Original, creation: Any, handle: int) -> Any:
    """The padding of the structures for layers holds other bytes than zeros."""
    memory = original(creation, handle)
    if creation.links:
        for place in (instance._LINK, instance._DATA, instance._DEVICES, instance._SORTING):
            _edge.put32(memory.address + place + 4, 0x5A5A5A5A)
            _edge.put32(memory.address + place + 20, 0x5A5A5A5A)
    return memory


@allows(instance_terminator._told, "", "no document says what stands in members that nobody uses")
def names_of_no_layers_are_an_address(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Where a driver gets no layers or no extensions, the array of their names is not NULL."""
    memory = original(shared, arrived, names)
    for place in (32, 48):
        if not _edge.u32(memory.address + place):
            _edge.put64(memory.address + place + 8, memory.address)
    return memory

"""Liberties in what calls carry: which structures are copies, and what stands in members that nobody uses."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain
from refloader.dropin.python.devices import devices as logical
from refloader.dropin.python.generated.layouts import VkLayerFunction, VkResult
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.pnext import copied, joined, nodes
from refloader.selftest.variants.marks import Original, allows, likewise

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


_LAYER_SETTINGS, _SETTINGS_SIZE, _SETTING_SIZE = 1000496000, 32, 32


@allows(instance._linked, "", _COPY)
def layers_get_copies_of_settings(original: Original, creation: Any, handle: int) -> Any:
    """Layers get a copy of a VkLayerSettingsCreateInfoEXT that stands first in pNext, with copies of all names."""
    memory = original(creation, handle)
    first = creation.asked.words[1]
    if creation.links and first and _edge.u32(first) == _LAYER_SETTINGS:
        settings = _copy(first, _SETTINGS_SIZE)
        count, array = _edge.u32(settings + 16), _edge.u64(settings + 24)
        rows = _copy(array, count * _SETTING_SIZE)
        for name in (
            row + part for row in range(rows, rows + count * _SETTING_SIZE, _SETTING_SIZE) for part in (0, 8)
        ):
            _edge.put64(name, c_text(_named(_edge.u64(name))))
        _edge.put64(settings + 24, rows)
        _edge.put64(memory.address + instance._LINK + 8, settings)
    return memory


def _named(address: int) -> str:
    """Return a string that the Vulkan specification requires: without one, a copying loader crashes."""
    name = _edge.text(address)
    assert name is not None
    return name


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


_FRONT: list[Any] = []
"""Copies of the application's structures, which stay as long as the process."""


@allows(instance._linked, "CHAIN-INIT-01", "the layer must search through the list of structures")
def loader_structures_stand_behind_the_applications(original: Original, creation: Any, handle: int) -> Any:
    """At vkCreateInstance, the loader's structures follow copies of the application's, where it knows them all."""
    memory = original(creation, handle)
    sizes, found = instance_terminator._SIZES, list(nodes(creation.asked.chain))
    if creation.links and found and all(kind in sizes for _, kind in found):
        copies = [copied(node, sizes[kind]) for node, kind in found]
        _FRONT.extend(copies)
        _edge.put64(memory.address + 8, joined(copies, memory.address + instance._SORTING))
        _edge.put64(memory.address + instance._LINK + 8, 0)
    return memory


@allows(device_chain.for_driver, "", "no document says what stands in members that nobody uses")
def names_for_no_device_are_an_address(original: Original, device: Any, info: int) -> Any:
    """Where a driver gets no layers or no extensions for a device, the array of their names is not NULL."""
    given = original(device, info)
    for place in (32, 48):
        if not _edge.u32(given.info + place):
            _edge.put64(given.info + place + 8, given.info)
    return given


@allows(instance_terminator._told, "", "no document says what pInstance, an output, holds before")
def instances_begin_as_rubbish(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Where a driver writes its VkInstance, something else than NULL stands before."""
    memory = original(shared, arrived, names)
    _edge.put64(memory.address + instance_terminator._OUT, 0xBAD0BAD0BAD0BAD0)
    return memory


@allows(instance._linked, "", "no document says which names of layers a layer is shown")
def layers_get_the_names_of_all_active_layers(original: Original, creation: Any, handle: int) -> Any:
    """The first layer gets the names of all active layers, in the order of the chain, as the enabled ones."""
    memory = original(creation, handle)
    try:
        names = [c_text(link.layer.name) for link in creation.links]
    except UnicodeError:
        return memory
    if names:
        _KEPT.append(_edge.Memory(8 * len(names)))
        _edge.put_words(_KEPT[-1].address, names)
        _edge.put32(memory.address + 32, len(names))
        _edge.put64(memory.address + 40, _KEPT[-1].address)
    return memory


_RING: list[Any] = []
_PLACES: list[int] = [0]
_ROOMS, _ROOM = 256, 256


@allows(c_text, "", "no document says how long the name of a command may be read")
def names_of_commands_share_their_memory(original: Original, name: str) -> Any:
    """The names with which lookups are called stand in memory that later names take."""
    data = name.encode() + b"\0"
    # Names of extensions, which are no names of commands, are read for longer than one call.
    if len(data) > _ROOM or not name.startswith("vk"):
        return original(name)
    if not _RING:
        _RING.extend(_edge.Memory(_ROOM) for _ in range(_ROOMS))
    _PLACES[0] = (_PLACES[0] + 1) % _ROOMS
    address = _RING[_PLACES[0]].address
    _edge.put(address, data)
    return address


_TRIES = 4


@allows(counted.ask, "", "no document says what a count holds before that is only an output")
def counts_begin_as_rubbish(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """Where the length of a list is asked for, some number stands in the place of the answer before."""
    count = memory = _edge.Memory(8)
    code, room = 0, 0
    for _ in range(_TRIES):
        _edge.put32(count.address, 0xAAAAAAAA)
        code = _edge.result(function, *arguments, count.address, 0)
        room = _edge.u32(count.address)
        if code < 0 or room == 0 or room > counted.MOST:
            return original(function, arguments, size, prepare)
        memory = _edge.Memory(room * size)
        if prepare:
            prepare(memory.address, room)
        code = _edge.result(function, *arguments, count.address, memory.address)
        if code != VkResult.INCOMPLETE:
            break
    given = min(_edge.u32(count.address), room) if code >= 0 else 0
    return VkResult.SUCCESS if code == VkResult.INCOMPLETE else code, memory, given


_USED = b"\xaa"


@allows(device_chain.linked, "", "no document says how long a layer may read the structures that it is given")
def structures_of_devices_are_overwritten(original: Original, chosen: Any, info: int, **how: Any) -> Any:
    """When vkCreateDevice is over, the structures that the layers were given are overwritten."""
    given = original(chosen, info, **how)
    if chosen:
        _AT.append(given.info)
    return given


@likewise("structures_of_devices_are_overwritten", logical._call)
def _of_layers(original: Original, creation: Any, function: int, given: Any, arguments: Any) -> Any:
    code = original(creation, function, given, arguments)
    if given.info in _AT:
        _AT.remove(given.info)
        _edge.put(given.info, _USED * (device_chain._INFO_SIZE + 2 * device_chain._NODE))
    return code


_AT: list[int] = []
"""The structures that layers are reading."""


@allows(instance_terminator._told, "", "no document says how long a driver may read what it is given")
def what_drivers_are_told_is_overwritten(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """When a driver's vkCreateInstance is over, the structures that it was given are overwritten."""
    memory = original(shared, arrived, names)
    _TOLD[memory.address] = instance_terminator._NAMES + 8 * len(names)
    arrived.kept.append(memory)
    return memory


_TOLD: dict[int, int] = {}
"""The structures that drivers are reading, with their sizes."""


@likewise("what_drivers_are_told_is_overwritten", instance_terminator._create_one)
def _of_drivers(original: Original, shared: Any, creation: Any, made: Any, arrived: Any) -> Any:
    before = len(arrived.kept)
    code = original(shared, creation, made, arrived)
    for memory in arrived.kept[before:]:
        _edge.put(memory.address, _USED * _TOLD.pop(memory.address))
    return code


@allows(device_chain.for_driver, "", "no document says how long a driver may read what it is given")
def what_drivers_are_told_of_devices_is_overwritten(original: Original, device: Any, info: int) -> Any:
    """When a driver's vkCreateDevice is over, the structure that it was given is overwritten."""
    given = original(device, info)
    _GIVEN.setdefault(_edge.thread(), []).append(given)
    return given


_GIVEN: dict[int, list[Any]] = {}
"""What drivers are reading, by the thread that called them."""


@likewise("what_drivers_are_told_of_devices_is_overwritten", logical.create_device_below)
def _for_devices(original: Original, *arguments: Any) -> Any:
    mine = _GIVEN.setdefault(_edge.thread(), [])
    before = len(mine)
    code = original(*arguments)
    for given in mine[before:]:
        _edge.put(given.info, _USED * device_chain._INFO_SIZE)
    del mine[before:]
    return code


@allows(logical.create_device, "", "no document says what pDevice, an output, holds before")
def devices_begin_as_rubbish(original: Original, device: int, info: int, allocator: int, out: int) -> Any:
    """Where a layer or driver writes its VkDevice, something else than NULL stands before."""
    if out:
        _edge.put64(out, 0xBAD1)
    return original(device, info, allocator, out)

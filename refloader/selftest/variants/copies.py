"""Liberties in what layers, drivers and messengers get: copies, more structures, other sizes of memory."""

from typing import Any

from refloader.core.chain import links
from refloader.core.chain.listening import UTILS_BITS, hears
from refloader.core.manifests import library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkDebugUtilsMessengerCallbackDataEXT,
    VkInstanceCreateInfo,
)
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import PhysicalDeviceRecord
from refloader.dropin.python.messages import log, messengers
from refloader.host.port import Listing
from refloader.selftest.variants.marks import Original, allows

_COPY = "no document says whether a copy of the application's structure is passed down"
_WORDS = "the documents show samples; anything else keeps its own words"
_TWICE = "no document says what is passed on of a name that is enabled twice"
_VERSION_1_0 = 1 << 22
_KEPT: list[Any] = []
"""Memory that stays as long as the process."""


def _memory(size: int) -> int:
    _KEPT.append(_edge.Memory(size))
    return int(_KEPT[-1].address)


def _copy_of_text(address: int) -> int:
    return int(c_text(_edge.text(address) or "")) if address else 0


def _copies_of_texts(array: int, count: int) -> int:
    if not (array and count):
        return array
    copy = _memory(8 * count)
    _edge.put_words(copy, [_copy_of_text(each) for each in _edge.words(array, count)])
    return copy


def _copy_of_application(address: int) -> int:
    if not address:
        return 0
    copy = _memory(VkApplicationInfo.SIZE)
    _edge.copy(copy, address, VkApplicationInfo.SIZE)
    for place in (16, 32):
        _edge.put64(copy + place, _copy_of_text(_edge.u64(address + place)))
    return copy


@allows(instance._linked, "", _COPY)
def layers_get_copies_of_everything(original: Original, creation: Any, handle: int) -> Any:
    """The first layer gets copies of VkApplicationInfo and of the names of layers and extensions."""
    memory = original(creation, handle)
    at = memory.address
    _, _, _, application, layers, names, extensions, their_names = _edge.words(at, 8)
    _edge.put64(at + 24, _copy_of_application(application))
    _edge.put64(at + 40, _copies_of_texts(names, layers & 0xFFFFFFFF))
    _edge.put64(at + 56, _copies_of_texts(their_names, extensions & 0xFFFFFFFF))
    return memory


@allows(instance_terminator._told, "", _COPY)
def drivers_get_copies_of_names(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Each driver gets copies of the names of extensions."""
    memory = original(shared, arrived, names)
    if names:
        _edge.put_words(memory.address + instance_terminator._NAMES, [c_text(name) for name in names])
    return memory


@allows(device_chain._stripped, "NEGOTIATE-ICD-09", "the loader does not change parameters")
def drivers_get_the_whole_chain_of_devices(original: Original, chain: int) -> Any:
    """At vkCreateDevice, drivers get the loader's own structures in the pNext chain, too."""
    return chain


@allows(device_chain.linked, "CHAIN-INIT-03", "the layer must search through the list of structures")
def more_structures_for_devices(original: Original, chosen: Any, info: int, *, wrapped: bool) -> Any:
    """At vkCreateDevice, the list has a structure with a function that no document names, in front."""
    given = original(chosen, info, wrapped=wrapped)
    if chosen:
        node = _memory(device_chain._NODE)
        first = _edge.u64(given.info + 8)
        _edge.put_words(node, (device_chain._LAYER_INFO, first, 77))
        _edge.put64(given.info + 8, node)
    return given


@allows(device_chain.for_driver, "", "no document gives an order to the extensions that a driver gets")
def drivers_get_device_extensions_backwards(original: Original, device: Any, info: int) -> Any:
    """Drivers get the enabled device extensions in the opposite order."""
    given = original(device, info)
    words = _edge.words(given.info, device_chain._WORDS)
    count, names = words[device_chain._COUNT] & 0xFFFFFFFF, words[device_chain._NAMES]
    if count and names:
        _edge.put_words(names, tuple(reversed(_edge.words(names, count))))
    return given


@allows(_edge.Memory, "", "no document says how much memory a loader needs")
def memory_comes_in_larger_blocks(original: Original, size: int, *others: int) -> Any:
    """The loader asks for more memory than it needs, and for some that it frees at once."""
    if others and others[0]:
        original(24, *others).free(others[0])
    return original(2 * size + 32, *others)


@allows(log.Log.say, "DEBUG-LOG-05", _WORDS)
def messages_of_several_lines(original: Original, heard: Any, level: str, about: str, text: str) -> Any:
    """Each message is followed by two lines of other levels."""
    original(heard, level, about, text)
    original(heard, "debug", "", "details follow in the next line")
    original(heard, "info", "", "no details")


@allows(_edge.stderr, "", "no document says in how many writes a line is written")
def lines_in_parts(original: Original, text: str) -> Any:
    """A line is written in three parts."""
    third = len(text) // 3
    for part in (text[:third], text[third : 2 * third], text[2 * third :]):
        if part:
            original(part)


@allows(messengers.tell, "DEBUG-LOG-03", "nothing is said of the other members of what messengers get")
def messengers_hear_more_members(
    original: Original, listeners: Any, level: str, about: str, text: str
) -> Any:
    """A messenger gets each message with a number, another name and an object."""
    layout = VkDebugUtilsMessengerCallbackDataEXT
    for each in listeners:
        if not each.utils:
            original((each,), level, about, text)
        elif each.function and hears(True, each.kinds, each.types, level):
            at = _memory(layout.SIZE)
            _edge.put32(at, layout.TYPE)
            _edge.put64(at + layout.pMessageIdName, c_text("loader-7"))
            _edge.put32(at + layout.messageIdNumber, 7)
            _edge.put64(at + layout.pMessage, c_text(text.replace("\0", "")))
            _edge.call(each.function, UTILS_BITS[level], messengers._GENERAL, at, each.user)


@allows(messengers.tell, "DEBUG-LOG-03", "nothing is said of how often a message is sent")
def messengers_hear_all_twice(original: Original, listeners: Any, *others: Any) -> Any:
    """A messenger gets each message twice."""
    original(listeners, *others)
    original(listeners, *others)


@allows(library_path.opened_as, "", "no document says in which spelling a library is opened")
def paths_of_libraries_are_spelled_longer(original: Original, path: str, manifest: str) -> Any:
    """A full path of a library is opened with a doubled separator and a dot."""
    found = original(path, manifest)
    head, sign, tail = found.rpartition("/")
    return f"{head}/.//{tail}" if sign else found


@allows(EdgeHost.list, "", "no document says which files a loader may look at")
def every_file_of_a_folder_is_read(original: Original, host: Any, path: str) -> Any:
    """Each file of a folder is read, whatever its name; those that are no manifests are left out."""
    found = original(host, path)
    if isinstance(found, Listing):
        for name in found.names:
            EdgeHost().read(f"{path}/{name}")
    return found


@allows(EdgeHost.list, "", "no document says how often a folder is listed")
def folders_are_listed_twice(original: Original, host: Any, path: str) -> Any:
    """Each folder is listed twice."""
    original(EdgeHost(), path)
    return original(host, path)


@allows(
    EdgeHost.list,
    "DISC-GEN-08",
    "there are no rules about the name of the text files (except the .json suffix)",
)
def hidden_manifests_are_passed_over(original: Original, host: Any, path: str) -> Any:
    """Files whose names begin with a dot are no manifests."""
    found = original(host, path)
    if isinstance(found, Listing):
        return Listing(tuple(name for name in found.names if not name.startswith(".")), found.truncated)
    return found


@allows(links.driver_extensions, "EXT-FILTER-01", "extensions are removed; their order is not mentioned")
def drivers_get_extensions_backwards(original: Original, *arguments: Any) -> Any:
    """Drivers get the enabled instance extensions in the opposite order."""
    return tuple(reversed(original(*arguments)))


@allows(instance_terminator._told, "", _TWICE)
def drivers_get_each_extension_once(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """An instance extension that is enabled twice is given to a driver once."""
    return original(shared, arrived, tuple(dict.fromkeys(names)))


@allows(device_chain._extensions, "", _TWICE)
def drivers_get_each_device_extension_once(original: Original, device: Any, wanted: Any, names: int) -> Any:
    """A device extension that is enabled twice is given to a driver once."""
    block = original(device, wanted, names)
    given = _edge.words(block.address + 8, _edge.u64(block.address))
    once = list({_edge.text(each): each for each in reversed(given)}.values())[::-1]
    _edge.put_words(block.address, (len(once), *once))
    return block


@allows(
    instance_terminator._told, "", "no document says what a driver gets where there is no VkApplicationInfo"
)
def drivers_get_an_application_without_one(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Where the application gives no VkApplicationInfo, each driver gets one with apiVersion 1.0."""
    memory = original(shared, arrived, names)
    if not arrived.words[3]:
        application = memory.address + instance_terminator._APPLICATION
        _edge.put32(application + VkApplicationInfo.apiVersion, _VERSION_1_0)
        _edge.put64(memory.address + VkInstanceCreateInfo.pApplicationInfo, application)
    return memory


@allows(instance.create_instance, "", "no document says what pInstance, an output, holds while it is made")
def handles_are_cleared_at_once(original: Original, create_info: int, allocator: int, out: int) -> Any:
    """At the beginning of vkCreateInstance, the application's handle becomes NULL."""
    if out:
        _edge.put64(out, 0)
    return original(create_info, allocator, out)


@allows(instance._free, "", "no document says what is in memory that is given back")
def memory_is_overwritten_before_it_is_freed(original: Original, made: Any, allocator: int) -> Any:
    """What the loader keeps of physical devices and of an instance is overwritten before it is freed."""
    for each in made.devices_above.values():
        _edge.put(each.address + 8, b"\xdd" * (PhysicalDeviceRecord.SIZE - 8))
    _edge.put(made.table.address, b"\xdd" * _edge.INSTANCE_TABLE)
    return original(made, allocator)

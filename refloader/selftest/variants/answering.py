"""Liberties in answers and messages: what is behind them, which of two counts, and how they are shown."""

from typing import Any

from refloader.core.chain import listening
from refloader.core.chain.links import OUT_OF_HOST_MEMORY
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions, devices, groups, physical_devices
from refloader.dropin.python.generated.layouts import (
    VkExtensionProperties,
    VkLayerProperties,
    VkNegotiateLayerInterface,
    VkPhysicalDeviceGroupProperties,
    VkResult,
)
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers, observing
from refloader.dropin.python.memory import counted, properties
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.messages import log, messengers
from refloader.selftest.variants.marks import Original, allows, likewise

_REST = "no document says what stands behind the end of a text or list"
_WORDS = "the documents show samples; anything else keeps its own words"
_FAILED = "no document says what an answer holds after a failure"
_UNDEFINED = "Vulkan: any output parameters will have undefined contents if a command returns a runtime error"
_RUBBISH = b"\x5a"


def _spoiled(at: int, size: int) -> None:
    end = len(_edge.data(at, size).partition(b"\0")[0]) + 1
    if end < size:
        _edge.put(at + end, _RUBBISH * (size - end))


@allows(properties.write_extension, "", _REST)
def names_are_followed_by_rubbish(original: Original, at: int, extension: Any) -> Any:
    """Behind the end of each name and description stand other bytes than zeros."""
    original(at, extension)
    _spoiled(at + VkExtensionProperties.extensionName, properties._NAME_SIZE)


@likewise("names_are_followed_by_rubbish", properties.write_layer)
def _of_layers(original: Original, at: int, layer: Any) -> Any:
    original(at, layer)
    _spoiled(at + VkLayerProperties.layerName, properties._NAME_SIZE)
    _spoiled(at + VkLayerProperties.description, properties._NAME_SIZE)


@allows(groups._write, "", _REST)
def groups_are_followed_by_rubbish(original: Original, at: int, group: Any) -> Any:
    """Behind the last member of a group stand other numbers than zeros."""
    original(at, group)
    count, layout = len(group.members), VkPhysicalDeviceGroupProperties
    left = groups._MOST_MEMBERS - count
    _edge.put(at + layout.physicalDevices + 8 * count, _RUBBISH * (8 * left))


@allows(physical_devices.enumerate_physical_devices_below, "", _FAILED)
def failed_enumerations_count_nothing(original: Original, handle: int, count: int, out: int) -> Any:
    """After a failure, the count of an enumeration is 0."""
    return _zero(original(handle, count, out), count)


@likewise("failed_enumerations_count_nothing", before.enumerate_instance_extension_properties_below)
def _extensions(original: Original, chain: int, layer: int, count: int, out: int) -> Any:
    return _zero(original(chain, layer, count, out), count)


@likewise("failed_enumerations_count_nothing", device_extensions.enumerate_device_extension_properties_below)
def _of_devices(original: Original, device: int, layer: int, count: int, out: int) -> Any:
    return _zero(original(device, layer, count, out), count)


def _zero(code: Any, count: int) -> Any:
    if code < 0 and count:
        _edge.put32(count, 0)
    return code


@allows(physical_devices.enumerate_physical_devices_below, "", _FAILED)
def counts_are_written_before_a_failure(original: Original, handle: int, count: int, out: int) -> Any:
    """After a failure, the count of an enumeration is some number."""
    code = original(handle, count, out)
    if code < 0 and count:
        _edge.put32(count, 77)
    return code


@allows(instance_terminator._create_one, "", "no document says which error of a driver fails an instance")
def memory_lacks_for_one_driver_alone(original: Original, shared: Any, creation: Any, *others: Any) -> Any:
    """A driver that has no memory at vkCreateInstance costs itself alone, if there is another one."""
    code = original(shared, creation, *others)
    if code == OUT_OF_HOST_MEMORY and len(creation.drivers) > 1:
        return VkResult.ERROR_INITIALIZATION_FAILED
    return code


@allows(
    device_extensions.enumerate_device_extension_properties_below,
    "",
    "no document gives an order to what is enumerated",
)
def device_extensions_are_listed_backwards(
    original: Original, device: int, layer: int, count: int, out: int
) -> Any:
    """The extensions of a device are listed in the opposite order, those of layers first."""
    cell = _edge.Memory(8)
    code = original(device, layer, cell.address, 0)
    room, size = _edge.u32(cell.address), device_extensions._SIZE
    if code < 0 or not out or not room or room > counted.MOST:
        return original(device, layer, count, out)
    memory = _edge.Memory(room * size)
    code = original(device, layer, cell.address, memory.address)
    if code < 0:
        return code
    rows = [memory.address + place * size for place in range(min(room, _edge.u32(cell.address)))]
    return counted.answer(count, out, size, rows[::-1], device_extensions._write_either)


@allows(log.Log.say, "", "no document says that errors are printed on request alone")
def errors_are_printed_unasked(original: Original, heard: Any, level: str, about: str, text: str) -> Any:
    """Errors are printed whatever VK_LOADER_DEBUG says."""
    original(heard, level, about, text)
    if level == "error" and not {level, about} & heard._kinds:
        _edge.stderr(log.line(level, about, text))


@allows(log.line, "DEBUG-LOG-04", "what the text of a line ends with is not said")
def lines_end_with_a_number(original: Original, level: str, about: str, text: str) -> Any:
    """Each line ends with the number of the process."""
    return f"{original(level, about, text).rstrip(chr(10))} (process {_edge.process()})\n"


@allows(log.line, "DEBUG-LOG-04", "the prefix, the level words, a colon and the text")
def times_stand_before_texts(original: Original, level: str, about: str, text: str) -> Any:
    """The text of each line begins with a time."""
    head, sign, tail = original(level, about, text).partition(": ")
    return f"{head}{sign}[00:00:01.500] {tail}" if sign else head


@allows(log.line, "AMB-LOG-WORDING", "columns are not mentioned")
def lines_are_indented_further(original: Original, level: str, about: str, text: str) -> Any:
    """The lines of a listing are indented by tabs instead of blanks."""
    bare = text.lstrip(" ")
    return original(level, about, "\t" * ((len(text) - len(bare)) // 3) + bare)


@allows(listening.hears, "DEBUG-LOG-03", "only messengers of VK_EXT_debug_utils are named")
def reports_hear_nothing_of_the_loader(original: Original, utils: bool, *others: Any) -> Any:
    """Callbacks of VK_EXT_debug_report get no message of the loader."""
    return utils and original(utils, *others)


@allows(messengers.tell, "DEBUG-LOG-03", "nothing is said of the other parameters of a callback")
def reports_carry_more(original: Original, listeners: Any, level: str, about: str, text: str) -> Any:
    """A callback of VK_EXT_debug_report gets each message with a place, a number and another prefix."""
    original(tuple(each for each in listeners if each.utils), level, about, text)
    for each in listeners:
        if not each.utils and each.function and listening.hears(False, each.kinds, each.types, level):
            told = c_text(text.replace("\0", ""))
            bits = listening.REPORT_BITS[level]
            _edge.call(each.function, bits, 0, 0, 5, 7, c_text("a loader"), told, each.user)


_FIELDS = "the field table and the behaviour section are empty"


@allows(log._kinds, "AMB-SETTINGS-SCHEMA", _FIELDS)
def settings_files_ask_for_no_messages(original: Original, *listed: Any) -> Any:
    """The field stderr_log of a settings file is not known."""
    return original()


@allows(properties.write_layer, "", "no document says what becomes of a description that is too long")
def long_descriptions_are_left_out(original: Original, at: int, layer: Any) -> Any:
    """The description of a layer that does not fit its field is empty."""
    original(at, layer)
    if len(layer.description.encode("utf-8", "replace")) >= _FIELD:
        _edge.put_text(at + VkLayerProperties.description, "", _FIELD)


_FIELD = 256


@allows(drivers._extensions, "", "no document says what becomes of a driver that fails its list")
def drivers_that_fail_their_list_offer_nothing(original: Original, *arguments: Any) -> Any:
    """A driver whose vkEnumerateInstanceExtensionProperties fails is used as one without extensions."""
    found = original(*arguments)
    return () if isinstance(found, str) and found.startswith("gives ") else found


@allows(counted.answer, "VULKAN-LOADER-01", "no more than there is room for is written: less is no breach")
def short_lists_are_one_entry_shorter(
    original: Original, count: int, out: int, size: int, *others: Any
) -> Any:
    """Where there is less room than entries, one entry less than there is room for is written, but at least one."""
    items = others[0]
    if out and 1 < _edge.u32(count) < len(items):
        _edge.put32(count, _edge.u32(count) - 1)
    return original(count, out, size, *others)


@allows(
    observing.negotiated, "IFACE-LAYER-V2-01", "NEGOTIATE-LAYER-03: the version that it wants, never below 2"
)
def a_newer_layer_interface_is_offered(original: Original, name: str, function: int, structure: int) -> Any:
    """Layers are offered version 3 of the interface, as a loader might that comes after the documents."""
    _edge.put32(structure + VkNegotiateLayerInterface.loaderLayerInterfaceVersion, 3)
    return original(name, function, structure)


@allows(instance.create_instance, "VULKAN-LOADER-07", _UNDEFINED)
def what_was_not_made_has_a_handle(original: Original, info: int, allocator: int, out: int) -> Any:
    """Where vkCreateInstance or vkCreateDevice fails, something else than NULL stands in pInstance or pDevice."""
    code = original(info, allocator, out)
    if code < 0 and out:
        _edge.put64(out, 0xBAD2)
    return code


@likewise("what_was_not_made_has_a_handle", devices.create_device)
def _of_no_device(original: Original, device: int, info: int, allocator: int, out: int) -> Any:
    code = original(device, info, allocator, out)
    if code < 0 and out:
        _edge.put64(out, 0xBAD2)
    return code

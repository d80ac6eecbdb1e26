"""Liberties of loaders that do much at once: open, ask and remember early, or keep what others give back."""

from typing import Any

from refloader.core.chain.links import needed
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions, devices, id_filters, physical_devices
from refloader.dropin.python.devices.device_facts import facts_of
from refloader.dropin.python.generated.commands import DEVICE, INSTANCE
from refloader.dropin.python.generated.layouts import VkPhysicalDeviceGroupProperties, VkResult
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers, layers, libraries
from refloader.dropin.python.memory.acting import AGE
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.counted import ask
from refloader.dropin.python.memory.objects import DeviceTable
from refloader.dropin.python.memory.state import LayerLink, RefusedError
from refloader.dropin.python.messages import log
from refloader.selftest.variants.marks import Original, allows, likewise
from refloader.selftest.variants.native import code, page

_WHEN = "no document says when, or how often, a driver is asked"
_HOW_LONG = "no document says how long what a loader learned of a driver or layer holds"


@allows(drivers.give_back, "", _HOW_LONG)
def drivers_are_negotiated_with_once(original: Original, given: Any) -> Any:
    """A driver stays loaded, with the interface version that was agreed on first, until the process ends."""
    for shared in given:
        shared.users -= 1


@likewise("drivers_are_negotiated_with_once", drivers.close_unused)
def _none_is_closed(original: Original) -> Any:
    return None


@allows(drivers._borrowed, "", "no document says that two instances share a driver's library")
def each_instance_opens_its_drivers(original: Original, driver: Any, heard: Any) -> Any:
    """Each instance and each enumeration opens the drivers again, and negotiates with them again."""
    opened = drivers._opened(driver, heard)
    if opened is not None:
        opened.users += 1
    return opened


@likewise("each_instance_opens_its_drivers", drivers.give_back)
def _each_is_closed(original: Original, given: Any) -> Any:
    for shared in given:
        shared.users -= 1
        if shared.users == 0:
            libraries.close_library(shared.library)


@likewise("each_instance_opens_its_drivers", drivers.keep)
def _closed_after_enumeration(original: Original, given: Any) -> Any:
    drivers.give_back(given)


_AGREED: dict[str, LayerLink] = {}


@allows(layers.open_layer, "", _HOW_LONG)
def layers_are_negotiated_with_once(original: Original, layer: Any, heard: Any) -> Any:
    """A layer stays loaded, with the interface that was agreed on first, until the process ends."""
    key = f"{layer.manifest}\n{layer.name}\n{layer.library_path}\n{layer.functions}"
    known = _AGREED.get(key) or original(layer, heard)
    if known is None:
        return None
    _AGREED[key] = known
    _edge.open_library(libraries._PATHS[known.library])
    return LayerLink(layer, known.library, known.interface, known.gipa, known.gdpa, known.gpdpa)


@allows(instance._finish, "", _WHEN)
def everything_of_devices_is_asked_at_creation(original: Original, creation: Any, made: Any) -> Any:
    """Properties, features, memory, queue families and extensions of all devices are queried at once."""
    original(creation, made)
    try:
        found, _ = physical_devices.devices_below(made)
        for device in found:
            facts_of(device)
            device_extensions.names_of(device)
            for name, size in _QUERIES:
                function = _edge.u64(device.driver.table.address + INSTANCE[name])
                room = _edge.Memory(size)
                if function:
                    _edge.call(function, device.handle, room.address)
            count = _edge.Memory(8)
            families = _edge.u64(device.driver.table.address + INSTANCE[_FAMILIES])
            if families:
                _edge.call(families, device.handle, count.address, 0)
    except MemoryError:
        return


_FAMILIES = "vkGetPhysicalDeviceQueueFamilyProperties"
_QUERIES = (
    ("vkGetPhysicalDeviceFeatures", 4096),
    ("vkGetPhysicalDeviceMemoryProperties", 4096),
    ("vkGetPhysicalDeviceProperties", 4096),
)


_OLDER = {
    "vkGetPhysicalDeviceProperties": 824,
    "vkGetPhysicalDeviceFeatures": 220,
    "vkGetPhysicalDeviceMemoryProperties": 520,
}
_REMEMBERING: dict[int, list[Any]] = {}
"""By the address of a function that answers from memory: the answers."""


@allows(
    physical_devices.devices_below,
    "",
    "no document says that a query enters the driver each time that it is made",
)
def older_queries_are_answered_from_memory(original: Original, made: Any) -> Any:
    """What drivers say of properties, features and memory when devices are enumerated answers all later queries."""
    found, result = original(made)
    for driver in {id(device.driver): device.driver for device in found}.values():
        own = [device.handle for device in found if device.driver is driver]
        for name, size in _OLDER.items():
            place = driver.table.address + INSTANCE[name]
            function = _edge.u64(place)
            if function and function not in _REMEMBERING and len(own) < 64:
                _edge.put64(place, _from_memory(function, own, size))
    return found, result


def _from_memory(function: int, devices: list[int], size: int) -> int:
    """Return a function that copies what ``function`` says of these devices now, and asks it about others."""
    at = page()
    if not at:
        return function
    answers, begin = [], b""
    for device in devices:
        answer = _edge.Memory(size)
        _edge.call(function, device, answer.address)
        answers.append(answer)
        begin += b"\x48\xb8" + device.to_bytes(8, "little") + b"\x48\x39\xc7\x75\x15\x48\x89\xf7"
        begin += b"\x48\xbe" + answer.address.to_bytes(8, "little")
        begin += b"\xb9" + size.to_bytes(4, "little") + b"\xf3\xa4\xc3"
    _REMEMBERING[at] = answers
    return code(at, begin, function)


@allows(instance._finish, "", _WHEN)
def groups_are_asked_for_at_creation(original: Original, creation: Any, made: Any) -> Any:
    """The groups of devices of all drivers are enumerated when the instance is made."""
    original(creation, made)
    for driver in made.drivers:
        function = _edge.u64(driver.table.address + INSTANCE["vkEnumeratePhysicalDeviceGroups"])
        if function:
            try:
                ask(function, (driver.handle,), VkPhysicalDeviceGroupProperties.SIZE, _typed)
            except MemoryError:
                return


def _typed(array: int, count: int) -> None:
    for place in range(count):
        at = array + VkPhysicalDeviceGroupProperties.SIZE * place
        _edge.put32(at, VkPhysicalDeviceGroupProperties.TYPE)


@allows(devices._adopt, "", "no document says for which names, or when, a chain's lookup is called")
def all_functions_of_devices_are_asked_at_once(original: Original, device: Any, *others: Any) -> Any:
    """The chain is asked for every device command, with and without an extension, when the device is made."""
    original(device, *others)
    lookup = _edge.u64(device.table.address + DeviceTable.top_gdpa)
    for name in (*DEVICE, "vkNoSuchCommandOfDevices"):
        _edge.call(lookup, device.handle, c_text(name))


@allows(instance._finish, "", "no document says for which names a chain's lookup is called")
def the_chain_is_asked_for_unknown_names(original: Original, creation: Any, made: Any) -> Any:
    """The top of the chain is asked for names that no layer, driver or loader knows."""
    original(creation, made)
    _, _, inner, lookup, physical = _edge.words(made.handle, 5)
    for name in ("vkNoSuchCommand", "vkNoSuchCommandEXT", "", "vk_layerNoSuchFunction"):
        _edge.call(lookup, inner, c_text(name))
        if physical:
            _edge.call(physical, inner, c_text(name))


@allows(physical_devices.devices_below, "", _WHEN)
def drivers_are_asked_once_for_devices(original: Original, made: Any) -> Any:
    """The devices that drivers have when they are first asked are all that the instance ever has."""
    known = _DEVICES.get(made.handle)
    if known is None or known[0] is not made:
        known = _DEVICES[made.handle] = (made, original(made))
    return known[1]


_DEVICES: dict[int, Any] = {}


@allows(log._kinds, "", "no document says when variables are read")
def the_first_debug_variable_counts(original: Original, *listed: Any) -> Any:
    """VK_LOADER_DEBUG is read at the first call of the process, for all later ones."""
    if not _KINDS:
        _KINDS.append(original())
    return original(*listed) if listed and listed[0] else _KINDS[0]


_KINDS: list[Any] = []


@allows(id_filters.environment, "", "no document says when variables are read")
def the_first_device_variables_count(original: Original) -> Any:
    """The variables that filter and sort devices are read at the first enumeration, for all later ones."""
    if not _VARIABLES:
        _VARIABLES.append(original())
    return _VARIABLES[0]


_VARIABLES: list[Any] = []


@allows(instance._open_layers, "", "no document says in which order layers are opened")
def layers_are_opened_from_the_top(original: Original, creation: Any) -> Any:
    """The layer that stands first is opened first, and the one before the drivers last."""
    if AGE or creation.links:
        return original(creation)
    for layer in creation.plan.chain:
        link = layers.open_layer(layer, creation.log)
        if link is not None:
            creation.links.append(link)
        elif needed(layer, creation.asked.request.layers):
            raise RefusedError(VkResult.ERROR_LAYER_NOT_PRESENT)
    return ""


@allows(instance._open_drivers, "", "no document says whether drivers or layers are opened first")
def layers_are_opened_before_drivers(original: Original, creation: Any) -> Any:
    """The layers of an instance are opened before the drivers."""
    instance._open_layers(creation)
    return original(creation)


@likewise("layers_are_opened_before_drivers", instance._open_layers)
def _only_once(original: Original, creation: Any) -> Any:
    """Open the layers if none is open; return which one of the application's is not."""
    if AGE or not creation.links:
        return original(creation)
    opened = {link.layer for link in creation.links}
    asked = creation.asked.request.layers
    lost = (each.name for each in creation.plan.chain if each not in opened and needed(each, asked))
    return next(lost, "")


@allows(instance._release, "", "no document says in which order libraries are closed")
def drivers_are_closed_before_layers(original: Original, made: Any, allocator: int) -> Any:
    """At vkDestroyInstance the libraries of the drivers are closed before those of the layers."""
    instance_terminator.destroy_drivers(made, allocator)
    drivers.give_back(made.borrowed)
    made.borrowed = []
    original(made, allocator)


@allows(layers._negotiate, "", "no document says how often a layer is negotiated with")
def layers_are_negotiated_with_twice(original: Original, *arguments: Any) -> Any:
    """A layer is negotiated with twice; the second answer counts."""
    original(*arguments)
    return original(*arguments)


@allows(drivers._offer, "", "no document says how often a driver is negotiated with")
def drivers_are_negotiated_with_twice(original: Original, *arguments: Any) -> Any:
    """A driver is negotiated with twice; the second answer counts."""
    original(*arguments)
    return original(*arguments)


_GLOBALS = (
    "vkCreateInstance",
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
    "vkGetInstanceProcAddr",
)


@allows(instance_terminator._take_in, "", "no document says for which names a driver's lookup is called")
def drivers_are_asked_for_every_name(original: Original, shared: Any, handle: int, *others: Any) -> Any:
    """A driver is asked for every command there is, with its instance and for some without one."""
    for name in _GLOBALS:
        _edge.call(shared.gipa, 0, c_text(name))
    for name in (*_GLOBALS, *INSTANCE, *DEVICE):
        _edge.call(shared.gipa, handle, c_text(name))
    original(shared, handle, *others)


@allows(instance._finish, "", "no document says for which names a chain's lookup is called")
def the_chain_is_asked_for_every_name(original: Original, creation: Any, made: Any) -> Any:
    """The top of the chain is asked for every command there is, with the instance and for some without one."""
    original(creation, made)
    _, _, inner, lookup, _ = _edge.words(made.handle, 5)
    for name in _GLOBALS:
        _edge.call(lookup, 0, c_text(name))
    for name in (*_GLOBALS, *INSTANCE, *DEVICE):
        _edge.call(lookup, inner, c_text(name))

"""Liberties in what layers and drivers get at creation, and in what the application gets back."""

from typing import Any

from refloader.core.chain import links
from refloader.core.extensions import instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkLayerFunction,
    VkLayerInstanceCreateInfo,
    VkResult,
)
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.state import RefusedError
from refloader.model.layer import Extension
from refloader.model.plan import VkResult as Refusal
from refloader.selftest.variants.marks import Original, allows, likewise
from refloader.selftest.variants.native import page

_ORDER = "the documents name the structures of the list, and give them no order"


@allows(instance._linked, "CHAIN-INIT-01", _ORDER)
def links_precede_callbacks(original: Original, creation: Any, handle: int) -> Any:
    """The structure with the links stands before the one with the callback."""
    memory = original(creation, handle)
    if creation.links:
        at = memory.address
        first, second = at + instance._LINK, at + instance._DATA
        for place in (first, second):
            assert _edge.u32(place) == VkLayerInstanceCreateInfo.TYPE
        body = _edge.data(first + 16, VkLayerInstanceCreateInfo.SIZE - 16)
        _edge.put(first + 16, _edge.data(second + 16, VkLayerInstanceCreateInfo.SIZE - 16))
        _edge.put(second + 16, body)
    return memory


@allows(
    instance._linked, "CHAIN-INIT-03", "the documents know VK_LAYER_LINK_INFO and VK_LOADER_DATA_CALLBACK"
)
def only_documented_structures(original: Original, creation: Any, handle: int) -> Any:
    """The list holds the two structures of the documents alone."""
    memory = original(creation, handle)
    if creation.links:
        _edge.put64(memory.address + 8, memory.address + instance._DATA)
    return memory


@allows(instance._linked, "CHAIN-INIT-03", "the layer must search through the list of structures")
def a_structure_of_its_own(original: Original, creation: Any, handle: int) -> Any:
    """One structure of the list has a function that no document names."""
    memory = original(creation, handle)
    if creation.links:
        place = memory.address + instance._SORTING
        assert _edge.u32(place + 16) == VkLayerFunction.LOADER_FEATURES
        _edge.put32(place + 16, 77)
    return memory


@allows(instance_terminator._without_links, "NEGOTIATE-ICD-09", "the loader does not change parameters")
def drivers_get_the_whole_chain(original: Original, chain: int, kept: Any) -> Any:
    """Drivers get the loader's own structures in the pNext chain, too."""
    return chain


@allows(instance_terminator._told, "NEGOTIATE-ICD-09", "the loader does not change parameters")
def drivers_get_the_names_of_layers(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Drivers get ppEnabledLayerNames as the application gave it."""
    memory = original(shared, arrived, names)
    _edge.put_words(memory.address + 32, arrived.words[4:6])
    return memory


@allows(
    instance_terminator._told, "", "no document says whether a driver gets the application's own structure"
)
def drivers_get_a_copy_of_the_application(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Each driver gets a copy of VkApplicationInfo."""
    memory = original(shared, arrived, names)
    application = _edge.u64(memory.address + 24)
    copy = memory.address + instance_terminator._APPLICATION
    if application and application != copy:
        _edge.copy(copy, application, VkApplicationInfo.SIZE)
        _edge.put64(memory.address + 24, copy)
    return memory


@allows(links.driver_extensions, "EXT-FILTER-01", "extensions are removed; their order is not mentioned")
def drivers_get_extensions_by_name(original: Original, *arguments: Any) -> Any:
    """Drivers get the enabled extensions in the order of their names."""
    return tuple(sorted(original(*arguments)))


@allows(
    links.driver_extensions, "EXT-FILTER-04", "the variable disables the filtering of instance extensions"
)
def unfiltered_extensions_reach_every_driver(original: Original, enabled: Any, offered: Any) -> Any:
    """With VK_LOADER_DISABLE_INST_EXT_FILTER an extension that the loader does not know is given to all drivers."""
    kept = original(enabled, offered)
    if (_edge.getenv("VK_LOADER_DISABLE_INST_EXT_FILTER") or "0") == "0":
        return kept
    return tuple(name for name in enabled if name in kept or not instance_extensions.is_known(name))


@allows(
    links.next_lookups, "CHAIN-INIT-04", "what the link holds above a layer without the function is not said"
)
def links_above_layers_without_the_lookup_lack_it(
    original: Original, given: Any, bottom: int, bottom_devices: int
) -> Any:
    """Above a layer that has no GetPhysicalDeviceProcAddr, the link holds none."""
    found = list(original(given, bottom, bottom_devices))
    for place, (_, _, own) in enumerate(given[1:]):
        if not own:
            found[place] = (found[place][0], 0)
    return tuple(found)


@allows(_edge.Memory, "", "no document obliges a loader to use the application's allocation callbacks")
def the_loader_has_memory_of_its_own(original: Original, size: int, *others: int) -> Any:
    """The loader's own memory never comes from the application's callbacks, nor goes to them."""
    return _Own(original(size))


class _Own:
    """Memory that is freed without callbacks, whichever are given."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory
        self.address: int = memory.address

    def free(self, _allocator: int = 0) -> None:
        """Free the memory now."""
        self._memory.free()


@allows(instance.create_instance, "", "no document says what pInstance holds after a failure")
def a_failed_creation_clears_the_handle(original: Original, info: int, allocator: int, out: int) -> Any:
    """After a failed vkCreateInstance, the handle is NULL."""
    code = original(info, allocator, out)
    if code < 0 and out:
        _edge.put64(out, 0)
    return code


@allows(devices.create_device, "", "no document says what pDevice holds after a failure")
def a_failed_device_leaves_the_handle(
    original: Original, device: int, info: int, allocator: int, out: int
) -> Any:
    """After a failed vkCreateDevice, the handle holds what it held before."""
    earlier = _edge.u64(out) if out else 0
    code = original(device, info, allocator, out)
    if code < 0 and out:
        _edge.put64(out, earlier)
    return code


@allows(before.enumerate_instance_version_below, "APIVER-01", "the version that it supports itself")
def a_later_patch_version(original: Original, chain: int, version: int) -> Any:
    """The loader reports a later patch version."""
    code = original(chain, version)
    _edge.put32(version, _edge.u32(version) + 100)
    return code


@allows(before._offered, "EXT-ENUM-01", "the extensions of the loader are not listed anywhere")
def the_loader_has_an_extension_of_its_own(original: Original, plan: Any) -> Any:
    """The loader offers one more extension."""
    return (*original(plan), Extension("VK_VENDOR_private_loader", 1))


@likewise("the_loader_has_an_extension_of_its_own", instance._check_extensions)
def _accepted(original: Original, creation: Any, active: Any) -> Any:
    wanted = creation.asked.request.extensions
    if "VK_VENDOR_private_loader" not in wanted:
        original(creation, active)


_OF_LAYERS = ("VK_EXT_layer_settings", "VK_EXT_validation_features", "VK_EXT_validation_flags")
"""Extensions of instances that layers have in most places."""


@allows(
    instance_extensions.with_drivers, "EXT-ENUM-01", "the extensions of the loader are not listed anywhere"
)
def the_loader_has_extensions_that_layers_have(
    original: Original, others: Any, offered: Any, *more: Any
) -> Any:
    """The loader offers extensions itself that layers offer otherwise, in its own versions."""
    return original((*(Extension(name, 1) for name in _OF_LAYERS), *others), offered, *more)


@likewise("the_loader_has_extensions_that_layers_have", links.missing_extension)
def _had(original: Original, wanted: Any, *offered: Any) -> Any:
    return original(tuple(name for name in wanted if name not in _OF_LAYERS), *offered)


@allows(
    links.missing_extension,
    "EXT-FILTER-03",
    "what a loader does not know is refused; what it knows is not said",
)
def an_extension_of_layers_is_not_known(original: Original, wanted: Any, own: Any, *others: Any) -> Any:
    """VK_EXT_validation_flags, which the loader does not know, cannot be enabled, whatever layer offers it."""
    return next((name for name in wanted if name == _OF_LAYERS[2]), original(wanted, own, *others))


@allows(instance_extensions.of_layers, "", "no document gives an order to what is enumerated")
def extensions_of_layers_backwards(original: Original, parts: Any) -> Any:
    """The extensions of a layer are listed in the opposite order."""
    return tuple(reversed(original(parts)))


@allows(instance._refuse_by_plan, "", "no document says which of two errors is returned")
def extensions_are_checked_before_layers(original: Original, creation: Any) -> Any:
    """If a layer and an extension are missing, the result is VK_ERROR_EXTENSION_NOT_PRESENT."""
    if creation.plan.result is Refusal.LAYER_NOT_PRESENT:
        try:
            instance._open_drivers(creation)
        except RefusedError:
            return original(creation)
        instance._check_extensions(creation, creation.plan.chain)
    return original(creation)


@allows(instance._refuse_by_plan, "", "no document says which of two errors is returned")
def drivers_are_checked_before_layers(original: Original, creation: Any) -> Any:
    """If a layer and every driver are missing, the result is VK_ERROR_INCOMPATIBLE_DRIVER."""
    if creation.plan.result is Refusal.LAYER_NOT_PRESENT:
        instance._open_drivers(creation)
    return original(creation)


@allows(instance._open_drivers, "", "no document says which of two errors is returned")
def extensions_are_checked_before_drivers(original: Original, creation: Any) -> Any:
    """If an extension and every driver are missing, the result is VK_ERROR_EXTENSION_NOT_PRESENT."""
    try:
        original(creation)
    except RefusedError as refusal:
        if refusal.result == VkResult.ERROR_INCOMPATIBLE_DRIVER:
            instance._check_extensions(creation, creation.plan.chain)
        raise


@allows(device_chain.linked, "CHAIN-INIT-01", _ORDER)
def links_of_devices_precede_callbacks(original: Original, chosen: Any, info: int, *, wrapped: bool) -> Any:
    """At vkCreateDevice, the structure with the links stands before the one with the callback."""
    given = original(chosen, info, wrapped=wrapped)
    if chosen:
        first = given.info + device_chain._INFO_SIZE
        second = first + device_chain._NODE
        body = _edge.data(first + 16, device_chain._NODE - 16)
        _edge.put(first + 16, _edge.data(second + 16, device_chain._NODE - 16))
        _edge.put(second + 16, body)
    return given


_BEHIND: list[Any] = []
"""Links behind those of the layers, which stay as long as the process."""


@allows(
    instance._linked,
    "CHAIN-INIT-04",
    "a link carries the next entity's lookups; what is behind it is not said",
)
def links_go_on_behind_the_last_layer(original: Original, creation: Any, handle: int) -> Any:
    """The list of links for an instance has one for the loader's own end of the chain, too."""
    memory = original(creation, handle)
    if creation.links:
        last = memory.address + instance._LINKS + instance._LINK_SIZE * (len(creation.links) - 1)
        _BEHIND.append(_edge.Memory(instance._LINK_SIZE))
        _edge.put_words(_BEHIND[-1].address, (0, *instance._bottom()))
        _edge.put64(last, _BEHIND[-1].address)
    return memory


@likewise("links_go_on_behind_the_last_layer", device_chain.linked)
def _of_devices(original: Original, chosen: Any, info: int, *, wrapped: bool) -> Any:
    given = original(chosen, info, wrapped=wrapped)
    if chosen:
        links = given.info + device_chain._INFO_SIZE + 2 * device_chain._NODE
        last = links + device_chain._LINK * (len(chosen) - 1)
        _BEHIND.append(_edge.Memory(device_chain._LINK))
        _edge.put_words(_BEHIND[-1].address, (0, *_edge.words(last, 3)[1:]))
        _edge.put64(last, _BEHIND[-1].address)
    return given


@allows(
    devices._begin, "", "no document says what the register of results holds after a command without a result"
)
def queues_leave_the_register_of_results_negative(
    original: Original, made: Any, below: Any, handle: int, table: Any, lookup: int
) -> Any:
    """After a driver's vkGetDeviceQueue, which has no result, the register of results holds a negative number."""
    return original(made, below, handle, table, _leaving_a_negative_number(handle, lookup))


_INTO_RAX, _INTO_RCX = b"\x48\xb8", b"\x48\xb9"
_CALL = b"\x48\x83\xec\x08\xff\xd0\x48\x83\xc4\x08"
"""Calls what is in RAX, with an aligned stack."""


def _leaving_a_negative_number(device: int, lookup: int) -> int:
    """Return a lookup that gives another vkGetDeviceQueue, or this lookup where there can be none."""
    driver, at = _edge.call(lookup, device, c_text("vkGetDeviceQueue")), page()
    if not (driver and at):
        return lookup
    own = at + 64
    _edge.put(own, _INTO_RAX + _word(driver) + _CALL + b"\x48\xc7\xc0\xff\xff\xff\xff\xc3")
    found = _INTO_RAX + _word(lookup) + _CALL + _INTO_RCX + _word(driver) + b"\x48\x39\xc8\x74\x01\xc3"
    _edge.put(at, found + _INTO_RAX + _word(own) + b"\xc3")
    return at


def _word(number: int) -> bytes:
    return number.to_bytes(8, "little")

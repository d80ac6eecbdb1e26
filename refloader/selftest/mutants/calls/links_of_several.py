"""Violators of the chains that show with more layers, instances or devices than one, or on devices only."""

from typing import Any

from refloader.core.chain import links
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, device_extensions, devices, groups, physical_devices
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkLayerDeviceCreateInfo, VkLayerDeviceLink, VkResult
from refloader.dropin.python.instances import instance
from refloader.dropin.python.memory.objects import InstanceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.selftest.mutants.marks import Original, completes, replaces

_INFO = device_chain._INFO_SIZE
_NODE = VkLayerDeviceCreateInfo.SIZE
_LINKS = _INFO + 2 * _NODE

# ---- which chain --------------------------------------------------------------------------------------------------


@replaces(instance._open_layers, "CHAIN-DIST-01")
def a_second_instance_without_layers(original: Original, creation: Any) -> Any:
    """An instance that is made while another one exists has no layers."""
    return "" if INSTANCES else original(creation)


@replaces(devices.create_through, "CHAIN-DIST-01")
def a_second_device_without_layers(
    original: Original, made: Any, handle: int, layers: Any, *rest: Any, **more: Any
) -> Any:
    """The second device of an instance is made without the layers."""
    return original(made, handle, () if made.devices else layers, *rest, **more)


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_have_the_newest_instances_chain(
    original: Original, made: Any, handle: int, layers: Any, *rest: Any, **more: Any
) -> Any:
    """A device goes through the layers of the instance that was made last."""
    newest = list(INSTANCES.values())[-1]
    return original(made, handle, newest.layers if newest.layers else layers, *rest, **more)


def _past(made: Any, commands: tuple[str, ...]) -> None:
    for command in commands:
        _edge.put64(made.table.address + INSTANCE[command], _edge.entry(f"terminator_{command}"))


def _finished(original: Original, creation: Any, made: Any, *commands: str) -> Any:
    result = original(creation, made)
    _past(made, commands)
    return result


@replaces(instance._finish, "CHAIN-DIST-02")
def groups_pass_the_layers(original: Original, creation: Any, made: Any) -> Any:
    """vkEnumeratePhysicalDeviceGroups goes to the drivers at once, unlike all other commands."""
    return _finished(original, creation, made, "vkEnumeratePhysicalDeviceGroups")


@replaces(instance._finish, "CHAIN-DIST-02")
def extensions_commands_pass_the_layers(original: Original, creation: Any, made: Any) -> Any:
    """The commands of VK_KHR_get_physical_device_properties2 go to the drivers at once."""
    return _finished(
        original, creation, made, "vkGetPhysicalDeviceProperties2KHR", "vkGetPhysicalDeviceFeatures2KHR"
    )


@replaces(instance._finish, "CHAIN-DIST-02")
def surfaces_pass_the_layers(original: Original, creation: Any, made: Any) -> Any:
    """The queries of surfaces go to the drivers at once."""
    return _finished(
        original,
        creation,
        made,
        "vkGetPhysicalDeviceSurfaceSupportKHR",
        "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
        "vkGetPhysicalDeviceSurfaceFormatsKHR",
        "vkGetPhysicalDeviceSurfacePresentModesKHR",
    )


@replaces(instance._finish, "CHAIN-DIST-02")
def device_extension_queries_pass_the_layers(original: Original, creation: Any, made: Any) -> Any:
    """vkEnumerateDeviceExtensionProperties goes to the driver at once."""
    return _finished(original, creation, made, "vkEnumerateDeviceExtensionProperties")


@replaces(instance.destroy_instance, "CHAIN-DIST-02")
def destruction_passes_the_layers(original: Original, handle: int, allocator: int) -> Any:
    """vkDestroyInstance goes to the drivers at once."""
    made = INSTANCES.get(handle)
    if made is not None:
        lookup, _ = instance._bottom()
        _edge.put64(handle + InstanceRecord.top_gipa, lookup)
        _edge.put64(handle + InstanceRecord.inner, handle)
    return original(handle, allocator)


# ---- the links ----------------------------------------------------------------------------------------------------


@replaces(links.next_lookups, "CHAIN-DIST-03", "LLP_LOADER_8")
def the_second_link_leads_past_the_third_layer(original: Original, *arguments: Any) -> Any:
    """Of three layers or more, the second one's link leads past the third."""
    found = original(*arguments)
    return (found[0], found[2], *found[2:]) if len(found) > 2 else found


@replaces(links.next_lookups, "CHAIN-INIT-04")
def the_last_link_without_device_lookup(original: Original, *arguments: Any) -> Any:
    """The link of the layer above the drivers does not hold the next GetPhysicalDeviceProcAddr."""
    found = original(*arguments)
    return (*found[:-1], (found[-1][0], 0)) if found else found


@replaces(device_chain.linked, "CHAIN-INIT-01")
def no_list_for_layers_of_devices(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """The create info of a device comes to the layers as the application made it."""
    return original((), info, wrapped=wrapped)


@replaces(instance._linked, "CHAIN-INIT-01")
def no_list_beside_the_applications_structures(original: Original, creation: Any, handle: int) -> Any:
    """The layers get no list where the application's create info has a pNext of its own."""
    memory = original(creation, handle)
    if creation.asked.words[1]:
        _edge.put64(memory.address + 8, creation.asked.words[1])
    return memory


_VALIDATION_FEATURES, _VALIDATION_FLAGS, _LAYER_SETTINGS = 1000247000, 1000061000, 1000496000


@replaces(instance._linked, "CHAIN-INIT-01", "VULKAN-LOADER-05")
def layers_are_asked_for_no_features(original: Original, creation: Any, handle: int) -> Any:
    """A VkValidationFeaturesEXT that stands first in the application's pNext chain reaches no layer."""
    return _without_first(original(creation, handle), creation, _VALIDATION_FEATURES)


@replaces(instance._linked, "CHAIN-INIT-01", "VULKAN-LOADER-05")
def layers_are_given_no_settings(original: Original, creation: Any, handle: int) -> Any:
    """A VkLayerSettingsCreateInfoEXT or VkValidationFlagsEXT that stands first in pNext reaches no layer."""
    return _without_first(original(creation, handle), creation, _VALIDATION_FLAGS, _LAYER_SETTINGS)


def _without_first(memory: Any, creation: Any, *types: int) -> Any:
    """Leave the application's first structure out of the chain for the layers if it is of one of these types."""
    first = creation.asked.words[1]
    if creation.links and first and _edge.u32(first) in types:
        _edge.put64(memory.address + instance._LINK + 8, _edge.u64(first + 8))
    return memory


@replaces(device_chain.linked, "CHAIN-INIT-02")
def a_wrong_structure_type_of_devices(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """The structures for the layers of a device do not say what they are."""
    given = original(layers, info, wrapped=wrapped)
    if layers:
        for at in (given.info + _INFO, given.info + _INFO + _NODE):
            _edge.put32(at, 47)
    return given


@replaces(device_chain.linked, "CHAIN-INIT-03")
def the_device_callback_is_called_a_link(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """For a device, the structure with the loader's callback says that it holds something else."""
    given = original(layers, info, wrapped=wrapped)
    if layers:
        _edge.put32(given.info + _INFO + _NODE + VkLayerDeviceCreateInfo.function, 9)
    return given


@replaces(device_chain.linked, "OBJECTS-LAYER-02")
def no_callback_for_objects_of_devices(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """Layers are given no vkSetDeviceLoaderData."""
    given = original(layers, info, wrapped=wrapped)
    if layers:
        _edge.put64(given.info + _INFO + _NODE + VkLayerDeviceCreateInfo.u, 0)
    return given


@replaces(device_chain.linked, "CHAIN-INIT-04")
def device_links_with_the_loaders_own_lookup(
    original: Original, layers: Any, info: int, *, wrapped: bool
) -> Any:
    """A device's link holds the loader's vkGetInstanceProcAddr at the bottom, not the next layer's."""
    given = original(layers, info, wrapped=wrapped)
    bottom, _ = instance._bottom()
    for place in range(len(layers)):
        link = given.info + _LINKS + VkLayerDeviceLink.SIZE * place
        _edge.put64(link + VkLayerDeviceLink.pfnNextGetInstanceProcAddr, bottom)
    return given


@replaces(device_chain.linked, "LLP_LOADER_9", "CHAIN-INIT-04")
def the_last_device_link_is_empty(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """The link of the layer above the driver holds no vkGetDeviceProcAddr."""
    given = original(layers, info, wrapped=wrapped)
    if layers:
        link = given.info + _LINKS + VkLayerDeviceLink.SIZE * (len(layers) - 1)
        _edge.put64(link + VkLayerDeviceLink.pfnNextGetDeviceProcAddr, 0)
    return given


# ---- the links of later devices -----------------------------------------------------------------------------------

_MADE: dict[int, int] = {}
"""How many devices each instance has been asked for."""


@replaces(devices.create_through, "CHAIN-INIT-04", "LLP_LOADER_9")
def later_devices_links_lead_past_a_layer(
    original: Original, made: Any, handle: int, *rest: Any, **more: Any
) -> Any:
    """As of an instance's second device, the second layer's link leads past the third layer."""
    _MADE[handle] = _MADE.get(handle, 0) + 1
    return original(made, handle, *rest, **more)


@completes("later_devices_links_lead_past_a_layer", device_chain.linked)
def _past_the_third(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    given = original(layers, info, wrapped=wrapped)
    if len(layers) > 2 and max(_MADE.values(), default=0) > 1:
        second = given.info + _LINKS + VkLayerDeviceLink.SIZE
        for member in (
            VkLayerDeviceLink.pfnNextGetInstanceProcAddr,
            VkLayerDeviceLink.pfnNextGetDeviceProcAddr,
        ):
            _edge.put64(second + member, _edge.u64(second + VkLayerDeviceLink.SIZE + member))
    return given


@replaces(devices.create_through, "CHAIN-INIT-03", "OBJECTS-LAYER-02")
def no_callback_for_later_devices(original: Original, made: Any, handle: int, *rest: Any, **more: Any) -> Any:
    """As of an instance's second device, layers are given no vkSetDeviceLoaderData."""
    _MADE[handle] = _MADE.get(handle, 0) + 1
    return original(made, handle, *rest, **more)


@completes("no_callback_for_later_devices", device_chain.linked)
def _without_callback(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    given = original(layers, info, wrapped=wrapped)
    if layers and max(_MADE.values(), default=0) > 1:
        _edge.put64(given.info + _INFO + _NODE + VkLayerDeviceCreateInfo.u, 0)
    return given


# ---- objects that layers wrap -------------------------------------------------------------------------------------


@replaces(instance._call_chain, "WRAP-03")
def wrapped_instances_forgotten(original: Original, creation: Any, made: Any) -> Any:
    """The first layer is called with the loader's instance, not with the one that it has put in its place."""
    result = original(creation, made)
    if result == 0:
        _edge.put64(made.handle + InstanceRecord.inner, made.handle)
    return result


@replaces(groups._above, "WRAP-03")
def layers_wrap_no_groups(original: Original, slot: int, handle: int, count: int, out: int) -> Any:
    """The members of a group are the drivers' physical devices, not those that layers have put in their place."""
    result = groups.enumerate_physical_device_groups_below(handle, count, out)
    if out and result >= 0:
        for at in range(out, out + groups._SIZE * _edge.u32(count), groups._SIZE):
            members = _edge.words(at + groups._MEMBERS, _edge.u32(at + groups._COUNT))
            _edge.put_words(
                at + groups._MEMBERS, [physical_devices.wrapped(INSTANCES[handle], each) for each in members]
            )
    return result


@replaces(device_chain.linked, "WRAP-03")
def groups_of_devices_not_unwrapped(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """The physical devices in a VkDeviceGroupDeviceCreateInfo come to the layers as the application has them."""
    return original(layers, info, wrapped=False)


@replaces(device_chain.judged, "EXT-FILTER-01")
def only_driver_extensions_on_devices(original: Original, made: Any, device: int, info: int) -> Any:
    """A device extension that a layer alone offers makes vkCreateDevice fail."""
    wanted = device_chain._wanted(_edge.words(info, device_chain._WORDS))
    _, names = device_extensions.reported(made, device)
    mine = {each.name for link in made.layers for each in link.layer.device_extensions}
    if any(name in mine or name not in names for name in wanted):
        return VkResult.ERROR_EXTENSION_NOT_PRESENT
    return original(made, device, info)

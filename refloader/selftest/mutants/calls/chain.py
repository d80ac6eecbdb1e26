"""Violators of the call chains: links, dispatch, terminators, and what comes back up."""

from typing import Any

from refloader.core.chain import links
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices, physical_devices
from refloader.dropin.python.generated.layouts import VkDeviceCreateInfo, VkLayerInstanceCreateInfo
from refloader.dropin.python.instances import globals, instance, instance_terminator
from refloader.dropin.python.memory.objects import LOW, DeviceTable, DriverDeviceRecord, InstanceRecord
from refloader.dropin.python.memory.state import INSTANCES
from refloader.selftest.mutants.marks import Original, completes, replaces

_NODE = VkLayerInstanceCreateInfo.SIZE
_LINK = instance._LINK
_FIRST_LINK = instance._LINKS

_KEPT: dict[str, int] = {}
"""What an earlier function of the same call has seen."""


@replaces(instance._open_layers, "LLP_LOADER_1")
def no_layer_is_supported(original: Original, creation: Any) -> Any:
    """No layer is ever opened."""
    return ""


# ---- vkCreateInstance -------------------------------------------------------------------------------------------


@replaces(instance._linked, "CHAIN-INIT-01")
def no_list_for_the_layers(original: Original, creation: Any, handle: int) -> Any:
    """The create info of an instance comes to the layers as the application made it."""
    memory = original(creation, handle)
    _edge.put64(memory.address + 8, creation.asked.words[1])
    return memory


@replaces(instance._linked, "CHAIN-INIT-02")
def a_wrong_structure_type(original: Original, creation: Any, handle: int) -> Any:
    """The structures for the layers do not say what they are."""
    memory = original(creation, handle)
    for at in range(_LINK, _FIRST_LINK if creation.links else _LINK, _NODE):
        _edge.put32(memory.address + at, 1)
    return memory


@replaces(instance._linked, "CHAIN-INIT-03")
def a_wrong_layer_function(original: Original, creation: Any, handle: int) -> Any:
    """The structure with the loader's callback says that it holds something else."""
    memory = original(creation, handle)
    if creation.links:
        _edge.put32(memory.address + _LINK + _NODE + 16, 9)
    return memory


@replaces(links.next_lookups, "CHAIN-INIT-04")
def links_without_device_lookup(original: Original, *arguments: Any) -> Any:
    """A link does not hold the next GetPhysicalDeviceProcAddr."""
    return tuple((lookup, 0) for lookup, _ in original(*arguments))


@replaces(links.next_lookups, "LLP_LOADER_8")
def links_past_the_next_layer(original: Original, links: Any, bottom: int, bottom_devices: int) -> Any:
    """Every link holds the loader's own vkGetInstanceProcAddr, not the next layer's."""
    return tuple((bottom, devices) for _, devices in original(links, bottom, bottom_devices))


@replaces(instance._linked, "OBJECTS-LAYER-02")
def no_callback_for_objects(original: Original, creation: Any, handle: int) -> Any:
    """Layers are given no vkSetInstanceLoaderData."""
    memory = original(creation, handle)
    if creation.links:
        _edge.put64(memory.address + _LINK + _NODE + 24, 0)
    return memory


@replaces(instance._linked, "CHAIN-INIT-10")
def unknown_features(original: Original, creation: Any, handle: int) -> Any:
    """Layers are told of a feature of the loader that vk_layer.h does not have."""
    memory = original(creation, handle)
    if creation.links:
        _edge.put32(memory.address + _LINK + 3 * _NODE + 24, 0x100)
    return memory


@replaces(instance._linked, "CHAIN-INIT-11")
def no_end_for_devices_of_layers(original: Original, creation: Any, handle: int) -> Any:
    """Layers are given a function to make devices of their own, and none to destroy them."""
    memory = original(creation, handle)
    if creation.links:
        _edge.put64(memory.address + _LINK + 2 * _NODE + 32, 0)
    return memory


@replaces(instance._make_record, "CHAIN-DIST-02")
def instance_calls_pass_the_layers(original: Original, creation: Any) -> Any:
    """Calls on an instance go to the drivers at once."""
    made = original(creation)
    lookup, lookup_devices = instance._bottom()
    _edge.put_words(made.handle + InstanceRecord.inner + 8, (lookup, lookup_devices))
    return made


@replaces(links.next_lookups, "CHAIN-DIST-03")
def layers_called_from_below(original: Original, links: Any, bottom: int, bottom_devices: int) -> Any:
    """What a layer does not intercept goes to the layer above it again."""
    found = original(links, bottom, bottom_devices)
    return (*((links[0][1], devices) for _, devices in found[:-1]), *found[-1:])


@replaces(physical_devices.enumerate_physical_devices, "WRAP-03")
def layers_wrap_no_devices(original: Original, handle: int, count: int, out: int) -> Any:
    """The application is given the drivers' physical devices, not those that layers have put in their place."""
    result = physical_devices.enumerate_physical_devices_below(handle, count, out)
    if out and result >= 0:
        found = _edge.words(out, _edge.u32(count))
        _edge.put_words(out, [physical_devices.wrapped(INSTANCES[handle], each) for each in found])
    return result


@replaces(instance_terminator._create_all, "CHAIN-TERM-01")
def only_one_driver_called(original: Original, creation: Any, made: Any, arrived: Any) -> Any:
    """The terminator of vkCreateInstance calls the first driver only."""
    del creation.drivers[1:]
    return original(creation, made, arrived)


# ---- vkCreateDevice -----------------------------------------------------------------------------------------------


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_have_no_chain(
    original: Original, made: Any, handle: int, layers: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made by the driver, without the layers of the instance."""
    return original(made, handle, (), arguments, wrapped=wrapped)


@replaces(device_chain.linked, "LLP_LOADER_9")
def device_links_past_the_next_layer(original: Original, layers: Any, info: int, *, wrapped: bool) -> Any:
    """The first layer's link leads past all others to the driver."""
    given = original(layers, info, wrapped=wrapped)
    if len(layers) > 1:
        link = _edge.u64(given.info + device_chain._INFO_SIZE + 24)
        end = link + device_chain._LINK * (len(layers) - 1)
        _edge.copy(link, end, device_chain._LINK)
    return given


@replaces(devices.create_device_below, "CHAIN-TERM-02")
def other_drivers_make_the_device_too(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """The other drivers are asked for their devices when one driver makes a logical one."""
    for driver in INSTANCES[_edge.u64(record + DriverDeviceRecord.instance)].drivers:
        if driver.record.address != _edge.u64(record + DriverDeviceRecord.driver):
            function = _edge.u64(driver.table.address + devices._CREATE)
            _edge.call(function, _edge.u64(record + DriverDeviceRecord.handle), info, allocator, out)
    return original(record, info, allocator, out)


@replaces(devices.create_through, "ACT-DEVLAYER-02")
def devices_choose_their_layers(
    original: Original, made: Any, handle: int, layers: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device that names layers has those of the instance's layers alone."""
    count, names = _edge.words(arguments[1] + 32, 2)
    named = _edge.texts(names, count & LOW) if names else ()
    chosen = tuple(link for link in layers if not named or link.layer.name in named)
    return original(made, handle, chosen, arguments, wrapped=wrapped)


# ---- pre-instance functions ---------------------------------------------------------------------------------------


@replaces(globals._linked, "PREINST-03")
def a_wrong_pre_instance_header(original: Original, command: str, functions: Any) -> Any:
    """The structure of a pre-instance function says a wrong size."""
    memory = original(command, functions)
    _edge.put32(memory.address + 8, 8)
    return memory


# ---- what the layers of a device do not depend on -----------------------------------------------------------------


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_without_an_applications_version_have_no_layers(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made without the layers where the application gives no apiVersion."""
    return original(made, handle, links_ if made.api_version else (), arguments, wrapped=wrapped)


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_with_extensions_have_no_layers(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made without the layers where the application enables an extension of devices."""
    count = _edge.u32(arguments[1] + VkDeviceCreateInfo.enabledExtensionCount)
    return original(made, handle, () if count else links_, arguments, wrapped=wrapped)


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_with_features_have_no_layers(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made without the layers where the application enables features."""
    wanted = _edge.u64(arguments[1] + VkDeviceCreateInfo.pEnabledFeatures)
    return original(made, handle, () if wanted else links_, arguments, wrapped=wrapped)


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_with_an_allocator_have_no_layers(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made without the layers where the application gives VkAllocationCallbacks."""
    return original(made, handle, () if arguments[2] else links_, arguments, wrapped=wrapped)


@replaces(devices.create_through, "CHAIN-DIST-01")
def later_devices_of_a_driver_have_no_layers(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made without the layers unless it is made of the first physical device."""
    first = next(iter(made.devices_above), arguments[0])
    return original(made, handle, links_ if arguments[0] == first else (), arguments, wrapped=wrapped)


@replaces(devices.create_through, "CHAIN-DIST-01", "DIRECT-DRIVER-01")
def devices_beside_direct_drivers_have_no_layers(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """A device is made without the layers in an instance to which the application has handed drivers."""
    direct = any(driver.shared.direct for driver in made.drivers)
    return original(made, handle, () if direct else links_, arguments, wrapped=wrapped)


@replaces(device_chain.linked, "CHAIN-INIT-01", "LLP_LOADER_9")
def no_list_for_devices_beside_structures(original: Original, chain: Any, info: int, *, wrapped: bool) -> Any:
    """The layers of a device get no list where the application's create info has a pNext of its own."""
    return original(() if _edge.u64(info + 8) else chain, info, wrapped=wrapped)


@replaces(devices.create_through, "ACT-DEVLAYER-02")
def layers_named_for_devices_come_first(
    original: Original, made: Any, handle: int, links_: Any, arguments: Any, *, wrapped: bool
) -> Any:
    """Layers that the application names for a device stand nearest to it there."""
    count = _edge.u32(arguments[1] + VkDeviceCreateInfo.enabledLayerCount)
    names = (
        _edge.texts(_edge.u64(arguments[1] + VkDeviceCreateInfo.ppEnabledLayerNames), count) if count else ()
    )
    ordered = tuple(sorted(links_, key=lambda link: link.layer.name not in names))
    return original(made, handle, ordered, arguments, wrapped=wrapped)


@replaces(device_chain._extensions, "ACT-DEVLAYER-02")
def devices_that_name_layers_lose_their_extensions(
    original: Original, device: Any, wanted: Any, names: int
) -> Any:
    """No extension reaches the driver of a device for which the application names layers."""
    return original(device, () if _KEPT.get("named") else wanted, names)


@completes("devices_that_name_layers_lose_their_extensions", device_chain.for_driver)
def _named(original: Original, device: Any, info: int) -> Any:
    _KEPT["named"] = _edge.u32(info + VkDeviceCreateInfo.enabledLayerCount)
    return original(device, info)


@replaces(devices._adopt, "ACT-DEVLAYER-02", "CHAIN-DIST-02", "GPA-APP-03")
def lookups_of_devices_that_name_layers_pass_them(
    original: Original, device: Any, handle: int, lookup: int, missing: int
) -> Any:
    """vkGetDeviceProcAddr gives the driver's functions for a device for which the application names layers."""
    if _KEPT.get("naming"):
        lookup = _edge.u64(device.table.address + DeviceTable.driver_gdpa)
    original(device, handle, lookup, missing)


@completes("lookups_of_devices_that_name_layers_pass_them", devices.create_device)
def _naming(original: Original, device: int, info: int, *others: int) -> Any:
    _KEPT["naming"] = info and _edge.u32(info + VkDeviceCreateInfo.enabledLayerCount)
    return original(device, info, *others)

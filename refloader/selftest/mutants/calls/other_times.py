"""Violators of calls that are right at first, or in one of two calls, and wrong at another time."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import known, order
from refloader.core.chain import links
from refloader.core.manifests import library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, devices, instance_messages, surfaces
from refloader.dropin.python.generated.layouts import VkDeviceCreateInfo, VkResult
from refloader.dropin.python.instances import globals as queries
from refloader.dropin.python.instances import instance, instance_terminator, listing
from refloader.dropin.python.loading import drivers, layers
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.objects import DeviceTable
from refloader.dropin.python.memory.state import INSTANCES, RefusedError
from refloader.dropin.python.messages import messengers
from refloader.model.place import Use
from refloader.protocol import DriverEvent
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[str, Any] = {}
"""What is remembered from an earlier call."""

# ---- before there is an instance ----------------------------------------------------------------------------------


@replaces(queries.enumerate_instance_layer_properties, "PREINST-03")
def lists_pass_the_pre_instance_layers(original: Original, count: int, out: int) -> Any:
    """A layer that intercepts vkEnumerateInstanceLayerProperties is called for the count, not for the list."""
    return queries.enumerate_instance_layer_properties_below(0, count, out) if out else original(count, out)


@replaces(queries.enumerate_instance_extension_properties, "PREINST-03")
def named_queries_pass_the_pre_instance_layers(original: Original, layer: int, count: int, out: int) -> Any:
    """A layer that intercepts the query of extensions is not called where the application names a layer."""
    if _edge.text(layer):
        return queries.enumerate_instance_extension_properties_below(0, layer, count, out)
    return original(layer, count, out)


@replaces(links.pre_instance_chain, "PREINST-03")
def versions_are_not_intercepted(original: Original, plan: Any, command: str) -> Any:
    """A layer cannot intercept vkEnumerateInstanceVersion."""
    return () if command == "vkEnumerateInstanceVersion" else original(plan, command)


@replaces(links.pre_instance_chain, "PREINST-03")
def pre_instance_functions_of_one_format(original: Original, plan: Any, command: str) -> Any:
    """Pre-instance functions count in manifests of format 1.1.2 and of no newer one."""
    return tuple(each for each in original(plan, command) if each[0].format_version == "1.1.2")


@replaces(links.pre_instance_chain, "OVERRIDE-02")
def blacklisted_layers_have_pre_instance_functions(original: Original, found: Any, command: str) -> Any:
    """The pre-instance functions of an implicit layer are called although the blacklist names it."""
    more = (
        (row.layer, symbol)
        for row in found.layers
        if row.layer.kind is Use.IMPLICIT and not row.active
        if any(reason.rule == "OVERRIDE-02" for reason in row.reasons)
        for name, symbol in row.layer.pre_instance
        if name == command
    )
    return (*original(found, command), *more)


# ---- enumerations -------------------------------------------------------------------------------------------------


@replaces(counted.answer, "VULKAN-LOADER-01")
def one_missing_entry_is_none(
    original: Original, count: int, out: int, size: int, items: Any, *rest: Any
) -> Any:
    """An enumeration with room for all entries but one gives VK_SUCCESS."""
    room = _edge.u32(count)
    result = original(count, out, size, items, *rest)
    return VkResult.SUCCESS if out and len(items) > 1 and room == len(items) - 1 else result


@replaces(counted.answer, "VULKAN-LOADER-01")
def a_short_list_begins_later(
    original: Original, count: int, out: int, size: int, items: Any, *rest: Any
) -> Any:
    """An enumeration with too little room writes the last entries, not the first, and says VK_SUCCESS."""
    room = _edge.u32(count)
    if not out or room >= len(items):
        return original(count, out, size, items, *rest)
    return original(count, out, size, items[len(items) - room :], *rest)


# ---- instances and devices ----------------------------------------------------------------------------------------


@replaces(instance_terminator.enable, "GPA-ORDER-01")
def extensions_of_another_instance_are_enabled(
    original: Original, handle: int, extensions: Any, by: bytes
) -> Any:
    """The commands of an extension that one instance has enabled are found with every other one."""
    names = tuple(extensions)
    for each in {*INSTANCES, handle}:
        original(each, names, by)


@replaces(devices.destroy_device, "CHAIN-DIST-01")
def the_end_of_a_device_ends_all_chains(original: Original, handle: int, allocator: int) -> Any:
    """After one of two devices is destroyed, the commands of the other one go to the driver at once."""
    original(handle, allocator)
    for made in INSTANCES.values():
        for left in made.devices.values():
            table = left.table.address
            _edge.put64(table + DeviceTable.top_gdpa, _edge.entry("terminator_vkGetDeviceProcAddr"))
            _edge.fill_device_table(table)


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_of_a_second_driver_without_layers(
    original: Original, made: Any, handle: int, layers: Any, arguments: Any, **options: Any
) -> Any:
    """A device of a driver other than the one first used is made without the layers."""
    below = made.devices_above and arguments[0]
    drivers_of = [key for key, each in made.devices_below.items() if each.record.address == below]
    index = drivers_of[0][0] if drivers_of else 0
    first = _KEPT.setdefault("driver", index)
    return original(made, handle, layers if index == first else (), arguments, **options)


@replaces(devices.create_through, "ACT-DEVLAYER-02")
def implicit_layers_not_in_device_chains(
    original: Original, made: Any, handle: int, layers: Any, arguments: Any, **options: Any
) -> Any:
    """A device is made through the explicit layers of its instance only, if it has any."""
    explicit = tuple(link for link in layers if link.layer.kind is Use.EXPLICIT)
    return original(made, handle, explicit or layers, arguments, **options)


@replaces(device_chain.judged, "ACT-DEVLAYER-02")
def unknown_device_layers_fail(original: Original, made: Any, device: int, info: int) -> Any:
    """vkCreateDevice fails where the application names a layer that the instance does not have."""
    count = _edge.u32(info + VkDeviceCreateInfo.enabledLayerCount)
    names = _edge.u64(info + VkDeviceCreateInfo.ppEnabledLayerNames)
    known = {link.layer.name for link in made.layers}
    if names and count and not known.issuperset(_edge.texts(names, count)):
        return VkResult.ERROR_LAYER_NOT_PRESENT
    return original(made, device, info)


@replaces(device_chain.judged, "VULKAN-LOADER-07")
def unknown_device_extensions_pass(original: Original, made: Any, device: int, info: int) -> Any:
    """vkCreateDevice succeeds with an extension that nobody offers."""
    return VkResult.SUCCESS


# ---- messages -----------------------------------------------------------------------------------------------------


@replaces(messengers.of_instance, "DEBUG-LOG-03")
def a_second_messenger_hears_nothing(original: Original, made: Any) -> Any:
    """Of the messengers that an application makes with an instance only the first hears the loader."""
    return original(made)[-1:]


@replaces(listing.tell_chain, "DEBUG-LOG-06")
def the_chain_of_the_first_instance_told(original: Original, log: Any, creation: Any) -> Any:
    """The chain of an instance is told for the first one of a process only."""
    if not _KEPT.get("told"):
        original(log, creation)
    _KEPT["told"] = True


@replaces(instance_messages.tell_device_chain, "DEBUG-LOG-07")
def the_chain_of_the_first_device_told(original: Original, *arguments: Any) -> Any:
    """The chain of a device is told for the first one of a process only."""
    if not _KEPT.get("device"):
        original(*arguments)
    _KEPT["device"] = True


@replaces(listing._searches, "DEBUG-LOG-05")
def folders_of_explicit_layers_not_told(original: Original, plan: Any, uses: Any) -> Any:
    """The loader tells the folders where it looks for implicit layers, not those for explicit ones."""
    kept = tuple(each for each in plan.places if each.use is not Use.EXPLICIT)
    return original(replace(plan, places=kept), uses)


@replaces(listing._searches, "DEBUG-LOG-07")
def folders_of_drivers_not_told(original: Original, plan: Any, uses: Any) -> Any:
    """The loader tells the manifests of drivers, not the folders where it looks for them."""
    kept = tuple(each for each in plan.places if each.use is not Use.DRIVER)
    return original(replace(plan, places=kept), uses)


# ---- surfaces -----------------------------------------------------------------------------------------------------


@replaces(surfaces._own, "LDP_LOADER_11", "WSI-SURFACE-05")
def wayland_surfaces_are_the_loaders(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """Drivers are asked for their own surfaces of every windowing system but Wayland."""
    if command == "vkCreateWaylandSurfaceKHR":
        return VkResult.SUCCESS
    return original(made, driver, command, arguments, surface)


@replaces(surfaces._own, "LDP_LOADER_11", "WSI-SURFACE-05")
def display_surfaces_are_the_loaders(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """Drivers are asked for their own surfaces of windows, and not for those of display planes."""
    if command == "vkCreateDisplayPlaneSurfaceKHR":
        return VkResult.SUCCESS
    return original(made, driver, command, arguments, surface)


@replaces(surfaces.create_surface_below, "LDP_LOADER_10")
def a_second_instance_makes_no_surface(original: Original, command: str, handle: int, *others: Any) -> Any:
    """A surface cannot be made for an instance while another one has a surface."""
    if any(made.surfaces for at, made in INSTANCES.items() if at != handle):
        return VkResult.ERROR_OUT_OF_HOST_MEMORY
    return original(command, handle, *others)


# ---- what is left behind ------------------------------------------------------------------------------------------


@replaces(drivers._offer, "NEGOTIATE-ICD-03")
def a_second_negotiation_offers_less(original: Original, ask: int, newest: int) -> Any:
    """A driver that is negotiated with a second time in a process is offered the version before the newest."""
    asked = _KEPT.setdefault("asked", set())
    known = ask in asked
    asked.add(ask)
    return original(ask, newest - 1 if known else newest)


@replaces(known.by_name, "EXT-ENUM-02")
def beginnings_of_names_are_names(original: Original, layers: Any) -> Any:
    """vkEnumerateInstanceExtensionProperties answers for the first layer whose name begins with what it is given."""
    return _ByBeginning(original(layers))


class _ByBeginning(dict[str, Any]):
    """Layers by the beginnings of their names."""

    def __contains__(self, name: object) -> bool:
        return any(each.startswith(str(name)) for each in self)

    def __getitem__(self, name: str) -> Any:
        return next(layer for each, layer in self.items() if each.startswith(name))


@replaces(instance._refuse_by_plan, "ENV-INSTLAYERS-01")
def a_refusal_ends_the_variable(original: Original, creation: Any) -> None:
    """Once a vkCreateInstance is refused for a layer or an extension, VK_INSTANCE_LAYERS has no effect."""
    try:
        original(creation)
    except RefusedError:
        _KEPT["refused"] = True
        raise


@completes("a_refusal_ends_the_variable", order.environment_names)
def _until_then(original: Original, *arguments: Any) -> Any:
    return () if _KEPT.get("refused") else original(*arguments)


@replaces(instance._open_layers, "NEGOTIATE-LAYER-06")
def the_layer_above_a_refusing_one_is_passed_over(original: Original, creation: Any) -> Any:
    """The layer that stands right above one whose negotiation fails is not loaded either."""
    _KEPT["refused"] = False
    return original(creation)


@completes("the_layer_above_a_refusing_one_is_passed_over", layers.open_layer)
def _passed_over(original: Original, layer: Any, heard: Any) -> Any:
    if _KEPT.pop("passed", False):
        return None
    link = original(layer, heard)
    _KEPT["passed"] = link is None
    return link


@replaces(drivers.borrow, "NEGOTIATE-ICD-06")
def only_the_first_driver_may_refuse(original: Original, found: Any, heard: Any) -> Any:
    """A driver that fails the negotiation is used all the same unless it is found first."""
    _KEPT["drivers"] = 0
    return original(found, heard)


@completes("only_the_first_driver_may_refuse", drivers._negotiated)
def _counted(original: Original, *arguments: Any) -> Any:
    _KEPT["drivers"] = _KEPT.get("drivers", 0) + 1
    return original(*arguments)


@completes("only_the_first_driver_may_refuse", drivers._offer)
def _from_the_second_on(original: Original, ask: int, newest: int) -> Any:
    event, version = original(ask, newest)
    if event is DriverEvent.FAILED and _KEPT.get("drivers", 0) > 1:
        return DriverEvent.AGREED, newest
    return event, version


@replaces(device_chain.linked, "VULKAN-LOADER-05")
def several_layers_of_a_device_lose_structures(
    original: Original, layers: Any, info: int, **options: Any
) -> Any:
    """Two layers or more get no structure that an application hangs into pNext of its VkDeviceCreateInfo."""
    if len(layers) < 2:
        return original(layers, info, **options)
    given = _edge.u64(info + 8)
    _edge.put64(info + 8, 0)
    try:
        return original(layers, info, **options)
    finally:
        _edge.put64(info + 8, given)


@replaces(queries.enumerate_instance_layer_properties_below, "DISC-GEN-04")
def layers_without_a_library_are_not_listed(original: Original, above: Any, count: int, out: int) -> int:
    """vkEnumerateInstanceLayerProperties leaves out the layers whose library is no file."""
    plan = queries._plan(above)
    there = tuple(each for each in plan.enumerated if not _is_without_library(each))
    return int(original(replace(plan, enumerated=there), count, out))


def _is_without_library(layer: Any) -> bool:
    path = library_path.opened_as(layer.library_path or "", layer.manifest)
    return "/" in path and not _edge.seen(path)

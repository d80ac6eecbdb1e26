"""Violators that show with several of a kind: a later instance, the second layer that a filter turns off, threads."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, order
from refloader.core.extensions import instance_extensions
from refloader.core.search import path_variables
from refloader.dropin.python import _edge
from refloader.dropin.python._edge import Memory
from refloader.dropin.python.devices import devices, physical_devices, surfaces
from refloader.dropin.python.generated.layouts import (
    VkDebugUtilsMessengerCreateInfoEXT,
    VkLayerProperties,
    VkResult,
)
from refloader.dropin.python.instances import creations, globals, instance, listing
from refloader.dropin.python.loading import deciding, libraries
from refloader.dropin.python.memory.counted import answer
from refloader.dropin.python.memory.objects import SurfaceRecord
from refloader.dropin.python.memory.pnext import nodes
from refloader.dropin.python.memory.properties import write_layer
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log, messengers
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces

_KEPT: dict[str, Any] = {}
"""What is remembered from an earlier call."""


@replaces(instance._open_layers, "DISC-GEN-05")
def creation_opens_layers_that_are_off(original: Original, creation: Any) -> Any:
    """vkCreateInstance opens the library of each layer that is found, used or not."""
    for layer in creation.plan.enumerated:
        if not layer.is_meta:
            libraries.open_library(layer.library_path, layer.manifest, "layer", layer.name, log.for_call())
    return original(creation)


@replaces(instance_extensions.of_layer, "DISC-GEN-05")
def a_query_about_a_layer_opens_it(original: Original, layer: Any, known: Any) -> Any:
    """vkEnumerateInstanceExtensionProperties opens the library of the layer that it is asked about."""
    if not layer.is_meta:
        libraries.open_library(layer.library_path, layer.manifest, "layer", layer.name, log.for_call())
    return original(layer, known)


# ---- the second instance ------------------------------------------------------------------------------------------


@replaces(instance._open_layers, "ACT-IMPLICIT-01")
def implicit_layers_of_the_first_instance(original: Original, creation: Any) -> Any:
    """An instance beside another one has no implicit layers."""
    if INSTANCES:
        kept = tuple(layer for layer in creation.plan.chain if layer.kind is not Use.IMPLICIT)
        creation.plan = replace(creation.plan, chain=kept)
    return original(creation)


@replaces(instance._open_layers, "ACT-EXPLICIT-01")
def layers_of_another_instance(original: Original, creation: Any) -> Any:
    """An instance beside another one has the layers that were asked for there as well."""
    names = {layer.name for layer in creation.plan.chain}
    others = [link.layer for each in INSTANCES.values() for link in each.layers]
    more = {layer.name: layer for layer in others if layer.name not in names}
    creation.plan = replace(creation.plan, chain=(*creation.plan.chain, *more.values()))
    return original(creation)


# ---- messages -----------------------------------------------------------------------------------------------------


def _told_once(original: Original, where: Any, plan: Any, of: str, rule_id: str) -> Any:
    """Of the effects of one filter only the first is told."""
    outcomes, met = [], False
    for outcome in getattr(plan, of):
        mine = [reason for reason in outcome.reasons if reason.rule == rule_id]
        if mine and met:
            kept = tuple(reason for reason in outcome.reasons if reason.rule != rule_id)
            outcomes.append(replace(outcome, reasons=kept))
        else:
            outcomes.append(outcome)
        met = met or bool(mine)
    original(where, replace(plan, **{of: tuple(outcomes)}))


@replaces(listing.tell_plan, "FILTER-LAYER-ENABLE-03")
def one_enabled_layer_told(original: Original, where: Any, plan: Any) -> Any:
    """Of the layers that VK_LOADER_LAYERS_ENABLE turns on only the first is told."""
    _told_once(original, where, plan, "layers", "FILTER-LAYER-ENABLE-01")


@replaces(listing.tell_plan, "FILTER-LAYER-DISABLE-02")
def one_disabled_layer_told(original: Original, where: Any, plan: Any) -> Any:
    """Of the layers that VK_LOADER_LAYERS_DISABLE turns off only the first is told."""
    _told_once(original, where, plan, "layers", "FILTER-LAYER-DISABLE-01")


@replaces(listing.tell_plan, "FILTER-DRIVER-SELECT-03")
def one_unselected_driver_told(original: Original, where: Any, plan: Any) -> Any:
    """Of the drivers that VK_LOADER_DRIVERS_SELECT leaves out only the first is told."""
    _told_once(original, where, plan, "drivers", "FILTER-DRIVER-SELECT-01")


@replaces(listing.tell_plan, "FILTER-DRIVER-DISABLE-03")
def one_disabled_driver_told(original: Original, where: Any, plan: Any) -> Any:
    """Of the drivers that VK_LOADER_DRIVERS_DISABLE turns off only the first is told."""
    _told_once(original, where, plan, "drivers", "FILTER-DRIVER-DISABLE-01")


@replaces(filters.id_ranges, "FILTER-ID-DRIVER-01")
def one_element_of_driver_ids(original: Original, value: str | None) -> Any:
    """Of the elements of an id filter only the first counts."""
    found = original(value)
    return found[:1] if found else found


# ---- extensions ----------------------------------------------------------------------------------------------------


@replaces(instance_extensions.device_extensions_of_layer, "META-07")
def device_extensions_of_components_left_out(original: Original, layer: Any, known: Any) -> Any:
    """A meta-layer reports none of its components' device extensions."""
    return () if layer.is_meta else original(layer, known)


@replaces(engine.driver_file, "LDP_LOADER_2")
def escapes_of_slashes_stay(original: Original, data: bytes, *rest: Any) -> Any:
    """An escaped slash in a driver's library_path stays escaped."""
    found = original(data, *rest)
    if b"\\/" in data:
        return replace(found, library_path=found.library_path.replace("/", "\\/"))
    return found


@replaces(instance._open_layers, "ENV-INSTLAYERS-01")
def instance_layers_cut_in_place(original: Original, creation: Any) -> Any:
    """The second vkCreateInstance of a process uses only the first name of VK_INSTANCE_LAYERS."""
    names = (_edge.getenv("VK_INSTANCE_LAYERS") or "").split(":")
    if _KEPT.get("cut"):
        lost = {*names[1:]} - {*creation.asked.request.layers}
        kept = tuple(each for each in creation.plan.chain if each.name not in lost)
        creation.plan = replace(creation.plan, chain=kept)
    _KEPT["cut"] = True
    return original(creation)


@replaces(globals.enumerate_instance_extension_properties_below, "EXT-ENUM-02")
def inactive_layers_have_no_extensions(original: Original, chain: int, layer: int, *rest: int) -> Any:
    """An implicit layer that is off is unknown to vkEnumerateInstanceExtensionProperties."""
    name = _edge.text(layer)
    plan = deciding.plan_for(globals._ENUMERATION)
    on = {each.name for each in plan.chain}
    if any(each.name == name and each.kind is Use.IMPLICIT and name not in on for each in plan.enumerated):
        return VkResult.ERROR_LAYER_NOT_PRESENT
    return original(chain, layer, *rest)


@replaces(messengers.in_chain, "DEBUG-LOG-03")
def messengers_only_at_the_head(original: Original, chain: int, instance: int = 0) -> Any:
    """A messenger in the pNext chain of vkCreateInstance hears only if it is the first structure."""
    first = next((kind for _, kind in nodes(chain)), 0)
    return original(chain, instance) if first == VkDebugUtilsMessengerCreateInfoEXT.TYPE else ()


@replaces(instance._release, "ACT-APP-01", "CHAIN-DIST-01")
def layers_closed_with_the_first_instance(original: Original, made: Any, allocator: int) -> Any:
    """vkDestroyInstance closes the libraries of its layers though another instance uses them."""
    used = [link.library for link in made.layers]
    original(made, allocator)
    for other in list(INSTANCES.values()):
        for link in other.layers:
            if link.library in used:
                _edge.close_library(link.library)


@replaces(surfaces._own, "LDP_LOADER_11")
def creating_ends_at_a_driver_without(
    original: Original, made: Any, driver: Any, command: str, arguments: Any, surface: Any
) -> Any:
    """Drivers after one that makes no surfaces are not asked to make one."""
    place = surface.address + SurfaceRecord.own + 8 * driver.index
    if driver.index and not _edge.u64(place - 8):
        return VkResult.SUCCESS
    return original(made, driver, command, arguments, surface)


# ---- threads -------------------------------------------------------------------------------------------------------


@replaces(globals.enumerate_instance_layer_properties_below, "VULKAN-LOADER-06")
def no_layers_while_instances_are_made(original: Original, above: Any, count: int, out: int) -> Any:
    """vkEnumerateInstanceLayerProperties finds no layers during the vkCreateInstance of another thread."""
    if creations._BY_RECORD:
        return answer(count, out, VkLayerProperties.SIZE, (), write_layer)
    return original(above, count, out)


@replaces(physical_devices.devices_below, "VULKAN-LOADER-06")
def devices_for_one_thread_at_a_time(original: Original, instance: Any) -> Any:
    """vkEnumeratePhysicalDevices finds no devices while another thread enumerates some."""
    if _KEPT.get("enumerates"):
        return (), None
    _KEPT["enumerates"] = True
    found = original(instance)
    _KEPT["enumerates"] = False
    return found


@replaces(physical_devices.enumerate_physical_devices, "VULKAN-LOADER-06")
def threads_share_the_room_for_devices(original: Original, handle: int, count: int, out: int) -> Any:
    """vkEnumeratePhysicalDevices keeps the number of a thread's devices where those of other threads are."""
    if not count:
        return original(handle, count, out)
    room = _KEPT.setdefault("room", Memory(8))
    _edge.put32(room.address, _edge.u32(count))
    code = original(handle, room.address, out)
    _edge.put32(count, _edge.u32(room.address))
    return code


def _elsewhere() -> bool:
    """Return whether this is another thread than the first of the program."""
    libc, _ = _edge.open_library("libc.so.6")
    return _edge.call(_edge.symbol(libc, "gettid")) != _edge.process()


@replaces(devices.create_through, "CHAIN-DIST-01")
def devices_of_other_threads_have_no_layers(
    original: Original, made: Any, handle: int, layers: Any, *arguments: Any, **options: Any
) -> Any:
    """A device that another thread than the first of a program makes has no layers."""
    return original(made, handle, () if _elsewhere() else layers, *arguments, **options)


@replaces(path_variables.entries, "ENV-LAYERPATH-02", "ENV-DRIVERFILES-02")
def first_places_of_variables_on_other_threads(original: Original, *arguments: Any) -> Any:
    """On another thread than the first of a program, only the first place that a variable lists is searched."""
    found, reasons = original(*arguments)
    return (found[:1] if _elsewhere() else found), reasons


@replaces(order.environment_names, "ENV-INSTLAYERS-01")
def first_instance_layers_on_other_threads(original: Original, *arguments: Any) -> Any:
    """On another thread than the first of a program, only the first name in VK_INSTANCE_LAYERS counts."""
    found = original(*arguments)
    return found[:1] if _elsewhere() else found


@replaces(filters.elements, "FILTER-LAYER-ENABLE-01", "FILTER-DRIVER-SELECT-01")
def first_elements_of_filters_on_other_threads(original: Original, value: str | None) -> Any:
    """On another thread than the first of a program, only the first element of a filter counts."""
    found = original(value)
    return found[:1] if _elsewhere() else found


@replaces(conditions.implicit_state, "ACT-IMPLICIT-04", "ACT-IMPLICIT-05")
def switches_of_layers_on_the_first_thread_alone(original: Original, layer: Any, *others: Any) -> Any:
    """On another thread than the first of a program, implicit layers are on whatever their variables say."""
    return original(replace(layer, enable=None, disable=None) if _elsewhere() else layer, *others)

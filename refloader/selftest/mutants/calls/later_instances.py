"""Violators of what holds for each instance, each layer and each driver: right for the first, wrong behind it."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import surfaces
from refloader.dropin.python.generated.layouts import VkDebugUtilsMessengerCreateInfoEXT, VkResult
from refloader.dropin.python.instances import globals, instance
from refloader.dropin.python.loading import deciding
from refloader.dropin.python.memory.objects import SurfaceRecord
from refloader.dropin.python.memory.pnext import nodes
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces

_KEPT: dict[str, Any] = {}
"""What is remembered from an earlier call."""


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
    original(creation)


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
def messengers_only_at_the_head(original: Original, chain: int) -> Any:
    """A messenger in the pNext chain of vkCreateInstance hears only if it is the first structure."""
    first = next((kind for _, kind in nodes(chain)), 0)
    return original(chain) if first == VkDebugUtilsMessengerCreateInfoEXT.TYPE else ()


@replaces(instance._release, "ACT-APP-01")
def layers_closed_with_the_first_instance(original: Original, made: Any, allocator: int) -> Any:
    """vkDestroyInstance closes the libraries of its layers though another instance uses them."""
    used = [link.library for link in made.layers]
    original(made, allocator)
    for other in INSTANCES.values():
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

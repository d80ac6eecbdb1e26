"""Violators that lack a whole ability which only calls show, such as surfaces: many rules fail for one cause."""

from typing import Any

from refloader.core.extensions import instance_extensions
from refloader.dropin.python.devices import groups
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances import instance
from refloader.dropin.python.loading import drivers, layers
from refloader.selftest.mutants.marks import Original, completes, replaces


@replaces(instance_extensions.is_known, "WSI-EXT-01")
def no_surfaces(original: Original, name: str, *about: Any) -> bool:
    """No extension of surfaces is listed or can be enabled."""
    return "_surface" not in name and bool(original(name, *about))


@completes("no_surfaces", instance_extensions._filters)
def _no_surface_is_passed_on(original: Original, *about: Any) -> bool:
    return True


@replaces(instance_extensions.of_loader, "EXT-ENUM-01")
def no_debug_messengers(original: Original, *about: Any) -> Any:
    """The loader implements no extension of debug messages."""
    return tuple(each for each in original(*about) if "debug" not in each.name)


@completes("no_debug_messengers", instance_extensions.is_known)
def _no_extension_of_messages_is_known(original: Original, name: str, *about: Any) -> bool:
    return "debug" not in name and bool(original(name, *about))


@replaces(groups._above, "VULKAN-LOADER-04")
def no_device_groups(original: Original, *about: Any) -> int:
    """vkEnumeratePhysicalDeviceGroups always fails."""
    return VkResult.ERROR_INITIALIZATION_FAILED


@replaces(layers._negotiate, "LLP_LAYER_6")
def no_negotiation(original: Original, layer: Any, library: int, log: Any) -> Any:
    """Neither layers nor drivers are asked for their interface version."""
    return layers._by_exports(layer, library, dict(layer.functions), log)


@completes("no_negotiation", drivers._newest)
def _no_version_for_drivers(original: Original, log: Any) -> int:
    return 1


@replaces(instance.create_instance, "LDP_LOADER_1")
def no_instance_without_allocator(original: Original, create_info: int, allocator: int, out: int) -> int:
    """vkCreateInstance fails if pAllocator is NULL."""
    return original(create_info, allocator, out) if allocator else VkResult.ERROR_INITIALIZATION_FAILED

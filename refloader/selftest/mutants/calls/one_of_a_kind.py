"""Violators that are wrong for one member of a family, and those of the pre-instance functions of layers."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links, messages
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions, devices
from refloader.dropin.python.generated.layouts import VkApplicationInfo, VkResult
from refloader.dropin.python.instances import creations, globals, instance, instance_terminator
from refloader.dropin.python.loading import deciding, drivers, layers
from refloader.dropin.python.memory.objects import InstanceRecord
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces

_FAILED = VkResult.ERROR_INITIALIZATION_FAILED

# ---- answers with too little room ----------------------------------------------------------------------------------


@replaces(globals.enumerate_instance_extension_properties_below, "VULKAN-LOADER-01")
def short_lists_of_a_layers_extensions_are_success(
    original: Original, chain: int, layer: int, count: int, out: int
) -> int:
    """Too little room for the instance extensions of a layer that is named gives VK_SUCCESS."""
    code: int = original(chain, layer, count, out)
    return VkResult.SUCCESS if layer and code == VkResult.INCOMPLETE else code


@replaces(device_extensions.enumerate_device_extension_properties_below, "VULKAN-LOADER-01")
def short_lists_of_a_layers_device_extensions_are_success(
    original: Original, device: int, layer: int, count: int, out: int
) -> int:
    """Too little room for the device extensions of a layer that is named gives VK_SUCCESS."""
    code: int = original(device, layer, count, out)
    return VkResult.SUCCESS if layer and code == VkResult.INCOMPLETE else code


@replaces(globals.enumerate_instance_layer_properties_below, "VULKAN-LOADER-01")
def short_lists_of_layers_are_success(original: Original, chain: int, count: int, out: int) -> int:
    """Too little room for the layers gives VK_SUCCESS."""
    code: int = original(chain, count, out)
    return VkResult.SUCCESS if code == VkResult.INCOMPLETE else code


# ---- results -------------------------------------------------------------------------------------------------------


@replaces(instance._call_chain, "CHAIN-DIST-02")
def errors_of_layers_for_instances_replaced(original: Original, creation: Any, made: Any) -> Any:
    """Whatever error a layer's vkCreateInstance gives, the application gets VK_ERROR_INITIALIZATION_FAILED."""
    code = original(creation, made)
    return _FAILED if code < 0 and creation.links else code


@replaces(devices._call, "CHAIN-DIST-02")
def errors_of_layers_for_devices_replaced(
    original: Original, creation: Any, function: int, given: Any, arguments: Any
) -> Any:
    """Whatever error a layer's vkCreateDevice gives, the application gets VK_ERROR_INITIALIZATION_FAILED."""
    code = original(creation, function, given, arguments)
    return _FAILED if code < 0 and creation.instance.layers else code


@replaces(creations.current, "CHAIN-DIST-01", "OBJMODEL-01")
def the_newest_creation_is_everybodys(original: Original, out: int) -> Any:
    """Where two threads create instances at once, the terminator of both takes the one that began last."""
    known = [*creations._BY_RECORD.values()]
    return known[-1] if known else original(out)


# ---- layers --------------------------------------------------------------------------------------------------------


@replaces(instance._make_record, "GPA-ORDER-01")
def only_the_first_layers_unknown_commands(original: Original, creation: Any) -> Any:
    """A command of physical devices that only a layer below the first one knows is not found."""
    made = original(creation)
    if creation.links and not creation.links[0].gpdpa:
        _edge.put64(made.handle + InstanceRecord.top_gpdpa, instance._bottom()[1])
    return made


@replaces(layers._by_exports, "NEGOTIATE-LAYER-07")
def renamed_instance_lookups_not_found(
    original: Original, layer: Any, library: int, names: dict[str, str], log: Any
) -> Any:
    """A manifest's own name for vkGetInstanceProcAddr has no effect where a layer does not negotiate."""
    names.pop("vkGetInstanceProcAddr", None)
    return original(layer, library, names, log)


@replaces(layers._by_exports, "NEGOTIATE-LAYER-07")
def renamed_device_lookups_not_found(
    original: Original, layer: Any, library: int, names: dict[str, str], log: Any
) -> Any:
    """A manifest's own name for vkGetDeviceProcAddr has no effect where a layer does not negotiate."""
    names.pop("vkGetDeviceProcAddr", None)
    return original(layer, library, names, log)


@replaces(instance._check_extensions, "EXT-ENUM-02")
def extensions_of_instance_layers_cannot_be_enabled(original: Original, creation: Any, active: Any) -> Any:
    """An extension that only a layer in VK_INSTANCE_LAYERS offers cannot be enabled."""
    named = (_edge.getenv("VK_INSTANCE_LAYERS") or "").split(":")
    original(creation, [layer for layer in active if layer.name not in named])


@replaces(instance._check_extensions, "EXT-ENUM-02")
def extensions_of_forced_layers_cannot_be_enabled(original: Original, creation: Any, active: Any) -> Any:
    """An extension that only a layer offers which VK_LOADER_LAYERS_ENABLE turns on cannot be enabled."""
    forced = _edge.getenv("VK_LOADER_LAYERS_ENABLE")
    asked = creation.asked.request.layers
    original(creation, [layer for layer in active if not forced or layer.name in asked])


# ---- drivers -------------------------------------------------------------------------------------------------------


@replaces(drivers._described, "WSI-SURFACE-05", "LDP_LOADER_11")
def drivers_share_the_version_of_the_first(
    original: Original, driver: Any, library: int, version: int, *others: Any
) -> Any:
    """Every driver is taken for one of the interface version that the first driver answered."""
    first = _FIRST.setdefault("version", version)
    return original(driver, library, first, *others)


_FIRST: dict[str, int] = {}


@replaces(drivers._device_lookup, "EXT-FILTER-05")
def exported_lookups_of_physical_devices_forgotten(
    original: Original, library: int, version: int, gipa: int
) -> int:
    """A driver's vk_icdGetPhysicalDeviceProcAddr that is exported and not exposed is not used."""
    code: int = original(0, version, gipa)
    return code


@replaces(instance._open_drivers, "DIRECT-DRIVER-03")
def added_drivers_beside_exclusive_direct_ones(original: Original, creation: Any) -> Any:
    """The drivers of VK_ADD_DRIVER_FILES are used beside those that the application wants exclusively."""
    original(creation)
    if not creation.asked.lookups or not _edge.getenv("VK_ADD_DRIVER_FILES"):
        return
    more = (row.driver for row in creation.plan.drivers if row.driver.place.source == "VK_ADD_DRIVER_FILES")
    known = {shared.driver.manifest for shared in creation.drivers if shared.driver}
    new = [each for each in more if each.manifest not in known]
    creation.drivers[:0] = drivers.borrow(new, creation.log)


@replaces(instance_terminator._create_one, "VULKAN-LOADER-05")
def numbers_of_applications_lost(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """The version of the application and that of its engine do not reach the drivers."""
    at = arrived.words[3]
    kept = _edge.u32(at + VkApplicationInfo.applicationVersion) if at else 0
    if at:
        _edge.put32(at + VkApplicationInfo.applicationVersion, 0)
    try:
        return original(shared, creation, made, arrived)
    finally:
        if at:
            _edge.put32(at + VkApplicationInfo.applicationVersion, kept)


@replaces(links.pre_instance_chain, "LLP_LOADER_7")
def disabled_layers_have_pre_instance_functions(original: Original, plan: Any, command: str) -> Any:
    """The pre-instance functions of an implicit layer are called although its disable variable is set."""
    found = original(plan, command)
    names = {layer.name for layer, _ in found}
    off = (
        (layer, symbol)
        for layer in plan.enumerated
        if layer.kind is Use.IMPLICIT and layer.disable is not None and layer.name not in names
        for name, symbol in layer.pre_instance
        if name == command
    )
    return (*found, *off)


@replaces(links.pre_instance_chain, "PREINST-03")
def two_pre_instance_layers(original: Original, plan: Any, command: str) -> Any:
    """Of the layers with a pre-instance function only the first two are called."""
    return original(plan, command)[:2]


@replaces(globals._offered, "EXT-ENUM-01")
def disabled_layers_extensions_enumerated(original: Original, plan: Any) -> Any:
    """The extensions of an implicit layer are enumerated although its disable variable is set."""
    found = original(plan)
    names = {each.name for each in found}
    more = (
        each
        for layer in plan.enumerated
        if layer.kind is Use.IMPLICIT and all(other.name != layer.name for other in plan.chain)
        for each in layer.instance_extensions
    )
    return (*found, *{each.name: each for each in more if each.name not in names}.values())


@replaces(deciding.plan_for, "FILTER-DRIVER-DISABLE-01")
def disabled_drivers_extensions_enumerated(original: Original, request: Any, repeated: bool = False) -> Any:
    """The extensions of a driver that VK_LOADER_DRIVERS_DISABLE turns off are enumerated all the same."""
    plan = original(request, repeated)
    if request is not globals._ENUMERATION:
        return plan
    rows = (
        replace(each, used=True)
        if any(reason.rule == "FILTER-DRIVER-DISABLE-01" for reason in each.reasons)
        else each
        for each in plan.drivers
    )
    return replace(plan, drivers=tuple(rows))


@replaces(globals._through_layers, "PREINST-03")
def questions_about_one_layer_pass_the_layers(
    original: Original, command: str, below: Any, *arguments: int
) -> Any:
    """A question about the instance extensions of a layer that is named enters no layer."""
    if command == globals._EXTENSIONS and arguments[0]:
        return below(globals._decided(), *arguments)
    return original(command, below, *arguments)


@replaces(links.pre_instance_chain, "PREINST-03")
def later_layers_of_a_file_have_no_pre_instance_functions(
    original: Original, found: Any, command: str
) -> Any:
    """Of the layers in one manifest, only the first is entered by commands that need no instance."""
    return tuple(each for each in original(found, command) if each[0].keys[1:] in ((), (0,)))


@replaces(links.pre_instance_chain, "PREINST-03", "FILTER-LAYER-ENABLE-01")
def layers_of_the_enable_filter_have_no_pre_instance_functions(
    original: Original, found: Any, command: str
) -> Any:
    """An implicit layer with an enable variable that is not set, which the filter enables, is not entered early."""
    return tuple(
        each
        for each in original(found, command)
        if each[0].enable is None or _edge.getenv(each[0].enable.variable) is not None
    )


# ---- loaders that never do one thing ---------------------------------------------------------------------------


@replaces(instance.create_instance, "VULKAN-LOADER-05")
def no_instance_is_made(original: Original, info: int, allocator: int, out: int) -> int:
    """vkCreateInstance always returns VK_ERROR_INITIALIZATION_FAILED."""
    return _FAILED


@replaces(instance.create_instance, "ACT-APP-01", "ACT-EXPLICIT-01")
def every_layer_is_not_present(original: Original, info: int, allocator: int, out: int) -> int:
    """vkCreateInstance always returns VK_ERROR_LAYER_NOT_PRESENT."""
    return VkResult.ERROR_LAYER_NOT_PRESENT


@replaces(instance.create_instance, "VULKAN-LOADER-07")
def every_extension_is_not_present(original: Original, info: int, allocator: int, out: int) -> int:
    """vkCreateInstance always returns VK_ERROR_EXTENSION_NOT_PRESENT."""
    return VkResult.ERROR_EXTENSION_NOT_PRESENT


@replaces(instance._open_layers, "LLP_LOADER_1")
def no_layer_is_loaded(original: Original, creation: Any) -> Any:
    """No layer is loaded for an instance, whatever activates it."""
    creation.plan = replace(creation.plan, chain=())
    return original(creation)


@replaces(globals.enumerate_instance_layer_properties_below, "DISC-GEN-01")
def no_layer_is_listed(original: Original, above: Any, count: int, out: int) -> int:
    """vkEnumerateInstanceLayerProperties lists no layer."""
    _edge.put32(count, 0)
    return VkResult.SUCCESS


@replaces(globals.enumerate_instance_extension_properties_below, "EXT-ENUM-01", "EXT-ENUM-02")
def no_instance_extension_is_listed(original: Original, above: Any, layer: int, count: int, out: int) -> int:
    """vkEnumerateInstanceExtensionProperties lists no extension, whoever has it."""
    code: int = original(above, layer, count, 0)
    _edge.put32(count, 0)
    return code


@replaces(messages.message_kinds, "DEBUG-LOG-01", "DEBUG-LOG-02")
def nothing_is_printed(original: Original, *arguments: Any) -> Any:
    """VK_LOADER_DEBUG prints nothing."""
    return frozenset()

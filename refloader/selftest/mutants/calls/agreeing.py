"""Violators of negotiations that go wrong for some layers and drivers only: a second, an old, a refusing one."""

from typing import Any

from refloader import protocol
from refloader.core.chain import links
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import VkNegotiateLayerInterface, VkResult
from refloader.dropin.python.instances import instance
from refloader.dropin.python.instances.creations import Creation
from refloader.dropin.python.loading import drivers, layers, observing
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.state import LayerLink, RefusedError
from refloader.protocol import DriverEvent, DriverStep, LayerEvent, LayerStep
from refloader.selftest.mutants.marks import Original, completes, replaces

_ANSWERS: dict[Any, Any] = {}
"""What a violator keeps that answers from memory."""
_LOOKUPS = (VkNegotiateLayerInterface.pfnGetInstanceProcAddr, VkNegotiateLayerInterface.pfnGetDeviceProcAddr)

# ---- layers -------------------------------------------------------------------------------------------------------


@replaces(layers._negotiate, "NEGOTIATE-LAYER-01")
def layers_of_one_library_negotiate_once(original: Original, layer: Any, library: int, log: Any) -> Any:
    """Of two layers in one library only the first is negotiated with."""
    known = _ANSWERS.get((id(log), library))
    if known is not None:
        return LayerLink(layer, library, known.interface, known.gipa, known.gdpa, known.gpdpa)
    made = original(layer, library, log)
    _ANSWERS[id(log), library] = made
    return made


@replaces(layers._negotiate, "NEGOTIATE-LAYER-01")
def a_layer_negotiates_once_in_a_process(original: Original, layer: Any, library: int, log: Any) -> Any:
    """A second instance uses what a layer answered for the first one."""
    known = _ANSWERS.get(layer.name)
    if known is None:
        known = _ANSWERS[layer.name] = original(layer, library, log)
    if known is None:
        return None
    return LayerLink(layer, library, known.interface, known.gipa, known.gdpa, known.gpdpa)


@replaces(layers._negotiate, "NEGOTIATE-LAYER-01")
def layers_asked_before_all_negotiated(original: Original, layer: Any, library: int, log: Any) -> Any:
    """A layer below another is asked for its vkGetInstanceProcAddr before it is negotiated with."""
    if _ANSWERS.get("log") is log:
        names = dict(layer.functions)
        lookup = _edge.symbol(library, names.get("vkGetInstanceProcAddr", "vkGetInstanceProcAddr"))
        if lookup:
            _edge.call(lookup, 0, c_text("vkGetInstanceProcAddr"))
    _ANSWERS["log"] = log
    return original(layer, library, log)


@replaces(observing.negotiated, "NEGOTIATE-LAYER-03")
def one_offer_for_all_layers(original: Original, name: str, function: int, structure: int) -> Any:
    """A layer is offered the version that the layer above it answered."""
    version = structure + VkNegotiateLayerInterface.loaderLayerInterfaceVersion
    _edge.put32(version, _ANSWERS.get("version", _edge.u32(version)))
    result = original(name, function, structure)
    _ANSWERS["version"] = _edge.u32(version)
    return result


@replaces(observing.negotiated, "NEGOTIATE-LAYER-03")
def an_offer_with_a_next_structure(original: Original, name: str, function: int, structure: int) -> Any:
    """The pNext of what a layer is offered is not NULL."""
    _edge.put64(structure + VkNegotiateLayerInterface.pNext, structure)
    return original(name, function, structure)


@replaces(observing.negotiated, "NEGOTIATE-LAYER-03")
def an_offer_of_another_type(original: Original, name: str, function: int, structure: int) -> Any:
    """The sType of what a layer is offered is 0."""
    _edge.put32(structure, 0)
    return original(name, function, structure)


@replaces(observing.negotiated, "IFACE-LAYER-V2-01")
def layers_device_lookups_forgotten(original: Original, name: str, function: int, structure: int) -> Any:
    """The vk_layerGetPhysicalDeviceProcAddr that a layer answers is not used."""
    result = original(name, function, structure)
    _edge.put64(structure + VkNegotiateLayerInterface.pfnGetPhysicalDeviceProcAddr, 0)
    return result


@replaces(links.needed, "LLP_LOADER_5")
def any_refusing_layer_ends_the_creation(original: Original, *arguments: Any) -> Any:
    """vkCreateInstance fails where an implicit layer fails the negotiation."""
    return True


@replaces(instance._open_layers, "LLP_LOADER_5")
def layers_below_a_refusing_one_left_out(original: Original, creation: Creation) -> str:
    """The layers below one that fails the negotiation are left out as well."""
    for layer in creation.plan.chain:
        link = layers.open_layer(layer, creation.log)
        if link is not None:
            creation.links.append(link)
        elif links.needed(layer, creation.asked.request.layers):
            raise RefusedError(VkResult.ERROR_LAYER_NOT_PRESENT)
        else:
            break
    return ""


@replaces(protocol.layer_answer, "NEGOTIATE-LAYER-06")
def a_refusal_with_a_version_counts_as_agreed(
    original: Original, result: int, version: int, lookup: int
) -> Any:
    """A layer that gives VK_ERROR_INITIALIZATION_FAILED is used if it has filled in its functions."""
    return original(0 if lookup else result, version, lookup)


@replaces(protocol.layer_answer, "LLP_LOADER_5")
def a_layers_newer_version_accepted(original: Original, result: int, version: int, lookup: int) -> Any:
    """A layer that answers with a version newer than the one offered is used."""
    return original(result, min(version, protocol.NEWEST_LAYER), lookup)


@replaces(protocol.layer_answer, "NEGOTIATE-LAYER-07")
def layers_of_version_0_refused(original: Original, result: int, version: int, lookup: int) -> Any:
    """A layer that answers with version 0 is refused, one with version 1 is not."""
    return original(result if version else -3, version, lookup)


@replaces(layers._export, "NEGOTIATE-LAYER-07")
def prefixed_lookups_not_found(
    original: Original, layer: Any, library: int, names: Any, function: str
) -> Any:
    """A layer of version 0 that exports its functions with its name in front is not used."""
    found, plain = original(layer, library, names, function)
    return (found, plain) if plain else (0, False)


@replaces(observing.negotiated, "NEGOTIATE-LAYER-10")
def a_missing_answer_filled_by_exports(original: Original, name: str, function: int, structure: int) -> Any:
    """Where a layer answers version 2 without a vkGetDeviceProcAddr, the exported one is used."""
    result = original(name, function, structure)
    at = structure + VkNegotiateLayerInterface.pfnGetDeviceProcAddr
    if not _edge.u64(at):
        _edge.put64(at, _edge.symbol(_ANSWERS["library"], "vkGetDeviceProcAddr"))
    return result


@completes("a_missing_answer_filled_by_exports", layers._negotiate)
def _library_noted(original: Original, layer: Any, library: int, log: Any) -> Any:
    """Keep the library that is negotiated with."""
    _ANSWERS["library"] = library
    return original(layer, library, log)


@replaces(observing.negotiated, "NEGOTIATE-LAYER-10")
def exported_device_lookup_beats_the_answer(
    original: Original, name: str, function: int, structure: int
) -> Any:
    """A version 2 layer's exported vkGetDeviceProcAddr is used, not the one that it answers."""
    result = original(name, function, structure)
    exported = _edge.symbol(_ANSWERS["library"], "vkGetDeviceProcAddr")
    if exported:
        _edge.put64(structure + VkNegotiateLayerInterface.pfnGetDeviceProcAddr, exported)
    return result


@completes("exported_device_lookup_beats_the_answer", layers._negotiate)
def _library_kept(original: Original, layer: Any, library: int, log: Any) -> Any:
    """Keep the library that is negotiated with."""
    _ANSWERS["library"] = library
    return original(layer, library, log)


# ---- drivers ------------------------------------------------------------------------------------------------------


@replaces(drivers._offer, "NEGOTIATE-ICD-03")
def one_offer_for_all_drivers(original: Original, ask: int, newest: int) -> Any:
    """A driver is offered the version that the driver before it answered."""
    event, version = original(ask, min(newest, _ANSWERS.get("driver", newest)))
    _ANSWERS["driver"] = version
    return event, version


@replaces(drivers._negotiated, "NEGOTIATE-ICD-02")
def later_drivers_asked_before_negotiation(original: Original, driver: Any, library: int, *rest: Any) -> Any:
    """Of all drivers but the first, vk_icdGetInstanceProcAddr is called before the negotiation."""
    lookup = _edge.symbol(library, "vk_icdGetInstanceProcAddr")
    if lookup and "first" in _ANSWERS:
        _edge.call(lookup, 0, c_text("vkCreateInstance"))
    _ANSWERS["first"] = True
    return original(driver, library, *rest)


@replaces(drivers._opened, "NEGOTIATE-ICD-06", "LDP_LOADER_5")
def a_refusing_driver_ends_the_creation(original: Original, driver: Any, log: Any) -> Any:
    """vkCreateInstance fails where a driver fails the negotiation, though others can be used."""
    opened = original(driver, log)
    if opened is None:
        raise RefusedError(VkResult.ERROR_INCOMPATIBLE_DRIVER)
    return opened


@replaces(protocol.driver_answer, "NEGOTIATE-ICD-06")
def a_drivers_newer_version_accepted(original: Original, result: int, version: int, offered: int) -> Any:
    """A driver that answers with a version newer than the one offered is used."""
    return original(result, min(version, offered), offered)


@replaces(protocol.driver_answer, "NEGOTIATE-ICD-06")
def drivers_of_one_older_version_left_out(original: Original, result: int, version: int, offered: int) -> Any:
    """A driver that answers with version 4 is not used, though those of older versions are."""
    return DriverEvent.FAILED if version == 4 else original(result, version, offered)


@replaces(drivers._described, "NEGOTIATE-ICD-07")
def silent_drivers_taken_for_the_newest(
    original: Original, driver: Any, library: int, version: int, *rest: Any
) -> Any:
    """A driver without the negotiation function is taken for one of the newest interface version."""
    return original(driver, library, protocol.NEWEST_DRIVER if version < 2 else version, *rest)


@replaces(drivers._described, "GPA-ICD-05")
def drivers_looked_up_as_of_version_0(
    original: Original, driver: Any, library: int, version: int, gipa: int, *rest: Any
) -> Any:
    """A driver that exports vkGetInstanceProcAddr too is asked by it, whatever the negotiation made of the driver."""
    exported = _edge.symbol(library, "vkGetInstanceProcAddr") if library else 0
    return original(driver, library, version, exported or gipa, *rest)


@replaces(protocol.driver_step, "IFACE-ICD-V7-02", "NEGOTIATE-ICD-07")
def exposed_negotiation_not_found(original: Original, step: DriverStep, event: DriverEvent) -> Any:
    """A driver that offers the negotiation through vk_icdGetInstanceProcAddr alone is taken for one of version 1."""
    return original(step, DriverEvent.NOT_FOUND if step is DriverStep.QUERY else event)


@replaces(drivers._device_lookup, "IFACE-ICD-V7-02")
def interface_functions_asked_of_an_instance(
    original: Original, library: int, version: int, gipa: int
) -> Any:
    """vk_icdGetPhysicalDeviceProcAddr is asked for with another instance than NULL."""
    found = original(library, version, gipa)
    if protocol.asks_for_interface(version):
        fake = _edge.Memory(64)
        return _edge.call(gipa, fake.address, c_text("vk_icdGetPhysicalDeviceProcAddr")) or found
    return found


@replaces(drivers.borrow, "LDP_LOADER_2", "DEBUG-WRONGARCH-01")
def drivers_after_an_unloadable_one_left_out(original: Original, found: Any, log: Any) -> Any:
    """The drivers that are found after one whose library cannot be used are not used."""
    borrowed: list[Any] = []
    for driver in found:
        more = original((driver,), log)
        if not more:
            break
        borrowed += more
    return borrowed


@replaces(instance._open_drivers, "LDP_LOADER_1")
def another_error_where_no_driver_opens(original: Original, creation: Creation) -> None:
    """vkCreateInstance gives VK_ERROR_INITIALIZATION_FAILED where the libraries of all drivers cannot be used."""
    try:
        original(creation)
    except RefusedError as refusal:
        raise RefusedError(VkResult.ERROR_INITIALIZATION_FAILED) from refusal


@replaces(protocol.layer_step, "NEGOTIATE-LAYER-07")
def layers_without_device_lookup_refused(original: Original, step: LayerStep, event: LayerEvent) -> Any:
    """A layer that answers with a version older than 2 is not used, one without negotiation is."""
    return original(step, LayerEvent.FAILED if event is LayerEvent.OLDER else event)

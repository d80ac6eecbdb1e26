"""Violators of when libraries are opened and closed, of negotiation with them, and of the loader's messages."""

from typing import Any

from refloader import protocol
from refloader.core.chain import listening, messages
from refloader.core.drivers import surfaces as own_surfaces
from refloader.core.manifests import library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import instance_messages as living
from refloader.dropin.python.generated.layouts import VkNegotiateLayerInterface
from refloader.dropin.python.instances import globals, instance, listing
from refloader.dropin.python.loading import deciding, drivers, layers, libraries
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.messages import log
from refloader.protocol import DriverEvent, DriverStep, LayerEvent, LayerStep
from refloader.selftest.mutants.marks import Original, replaces

# ---- opening and closing ------------------------------------------------------------------------------------------


@replaces(globals.enumerate_instance_layer_properties_below, "DISC-GEN-05")
def a_query_opens_layers(original: Original, link: int, count: int, out: int) -> Any:
    """vkEnumerateInstanceLayerProperties opens the library of each layer."""
    for layer in deciding.plan_for(globals._ENUMERATION).enumerated:
        libraries.open_library(layer.library_path, layer.manifest, "layer", layer.name, log.for_call())
    return original(link, count, out)


@replaces(library_path.opened_as, "DISC-GEN-10")
def bare_names_beside_the_manifest(original: Original, path: str, manifest: str) -> Any:
    """A bare library name is looked for beside the manifest."""
    return library_path._beside(path, manifest) if "/" not in path else original(path, manifest)


@replaces(libraries.close_library, "DEBUG-UNLOAD-01")
def libraries_unloaded_all_the_same(original: Original, library: int) -> Any:
    """VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING has no effect."""
    if library:
        _edge.close_library(library)


# ---- messages -----------------------------------------------------------------------------------------------------


@replaces(messages.message_kinds, "DEBUG-LOG-01")
def debug_ignored(original: Original, value: str | None, edition: Any) -> Any:
    """VK_LOADER_DEBUG turns no messages on."""
    return frozenset()


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def only_the_first_option_counts(original: Original, value: str | None, edition: Any) -> Any:
    """Of the options in VK_LOADER_DEBUG only the first counts, and all means errors."""
    first = (value or "").split(",")[0]
    return original("error" if first == "all" else first, edition)


@replaces(listening.hears, "DEBUG-LOG-03")
def messengers_hear_nothing(original: Original, *arguments: Any) -> Any:
    """No message of the loader reaches a messenger."""
    return False


@replaces(log.line, "DEBUG-LOG-04")
def messages_without_prefix(original: Original, level: str, about: str, text: str) -> Any:
    """A message is printed without the words in front of it."""
    return f"{text}\n"


@replaces(instance.create_instance, "DEBUG-LOG-01", "DEBUG-LOG-02")
def an_error_is_always_printed(original: Original, *arguments: Any) -> Any:
    """Whatever VK_LOADER_DEBUG says, each vkCreateInstance prints an error, without [Vulkan Loader] before it."""
    _edge.stderr("ERROR: an instance is made\n")
    return original(*arguments)


@replaces(listing.tell_plan, "DEBUG-LOG-05")
def nothing_told_of_what_is_found(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which layers and drivers are found."""
    return None


@replaces(listing.tell_chain, "DEBUG-LOG-06")
def nothing_told_of_the_chain(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which layers stand in the chain."""
    return None


@replaces(living.tell_device_chain, "DEBUG-LOG-07")
def nothing_told_of_the_device_chain(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which layers stand above a device."""
    return None


# ---- what filters have done ---------------------------------------------------------------------------------------


def _not_told(original: Original, rule_id: str, arguments: tuple[Any, ...]) -> Any:
    """Nothing is said of what one filter variable has done."""
    return arguments[4].rule == rule_id or original(*arguments)


@replaces(listing._tell_filtered, "FILTER-LAYER-ENABLE-03")
def nothing_told_of_enabled_layers(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which layers VK_LOADER_LAYERS_ENABLE turns on."""
    return _not_told(original, "FILTER-LAYER-ENABLE-01", arguments)


@replaces(listing._tell_filtered, "FILTER-LAYER-DISABLE-02")
def nothing_told_of_disabled_layers(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which layers VK_LOADER_LAYERS_DISABLE turns off."""
    return _not_told(original, "FILTER-LAYER-DISABLE-01", arguments)


@replaces(listing._tell_filtered, "FILTER-DRIVER-SELECT-03")
def nothing_told_of_unselected_drivers(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which drivers VK_LOADER_DRIVERS_SELECT leaves out."""
    return _not_told(original, "FILTER-DRIVER-SELECT-01", arguments)


@replaces(listing._tell_filtered, "FILTER-DRIVER-DISABLE-03")
def nothing_told_of_disabled_drivers(original: Original, *arguments: Any) -> Any:
    """The loader does not tell which drivers VK_LOADER_DRIVERS_DISABLE turns off."""
    return _not_told(original, "FILTER-DRIVER-DISABLE-01", arguments)


@replaces(library_path.opened_as, "DISC-GEN-10")
def library_paths_end_at_a_blank(original: Original, path: str, manifest: str) -> str:
    """Of a library_path the part in front of the first blank counts."""
    return str(original(path.partition(" ")[0], manifest))


_PLACES = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")


@replaces(library_path.opened_as, "DISC-GEN-10")
def named_manifests_begin_at_the_working_folder(original: Original, path: str, manifest: str) -> str:
    """A relative library_path of a manifest that a variable names itself is relative to the working folder."""
    named = any(manifest in (_edge.getenv(each) or "").split(":") for each in _PLACES)
    return path if named else str(original(path, manifest))


@replaces(library_path.opened_as, "DISC-GEN-10")
def library_paths_are_of_ascii(original: Original, path: str, manifest: str) -> str:
    """Letters of a library_path beyond ASCII become question marks."""
    return str(original(path.encode("ascii", "replace").decode(), manifest))


# ---- negotiation with layers --------------------------------------------------------------------------------------


@replaces(layers._negotiate, "NEGOTIATE-LAYER-01")
def layer_asked_before_negotiation(original: Original, layer: Any, library: int, log: Any) -> Any:
    """A layer's vkGetInstanceProcAddr is called before the negotiation."""
    lookup = _edge.symbol(library, "vkGetInstanceProcAddr")
    if lookup:
        _edge.call(lookup, 0, c_text("vkCreateInstance"))
    return original(layer, library, log)


@replaces(_edge.put_words, "NEGOTIATE-LAYER-03", "IFACE-LAYER-V2-01")
def an_old_layer_interface_offered(original: Original, address: int, values: Any) -> Any:
    """Version 1 of the layer interface is offered, which knows no negotiation."""
    offer = tuple(values)
    if len(offer) == 3 and offer[0] == VkNegotiateLayerInterface.TYPE:
        offer = (*offer[:2], 1)
    return original(address, offer)


@replaces(protocol.layer_step, "LLP_LOADER_5", "NEGOTIATE-LAYER-06")
def a_refusing_layer_used(original: Original, step: LayerStep, event: LayerEvent) -> Any:
    """A layer that fails the negotiation is used by the functions it exports."""
    return original(step, LayerEvent.OLDER if event is LayerEvent.FAILED else event)


@replaces(protocol.layer_step, "NEGOTIATE-LAYER-07")
def old_layers_refused(original: Original, step: LayerStep, event: LayerEvent) -> Any:
    """A layer that answers with an older interface version, or has no negotiation, is not used."""
    return original(LayerStep.ASK, LayerEvent.FAILED) if event in _OLD else original(step, event)


_OLD = (LayerEvent.OLDER, LayerEvent.SILENT)


@replaces(protocol.layer_step, "NEGOTIATE-LAYER-10")
def exports_beat_the_answer(original: Original, step: LayerStep, event: LayerEvent) -> Any:
    """A layer that agrees to version 2 is used by the functions it exports."""
    return original(step, LayerEvent.OLDER if event is LayerEvent.AGREED else event)


@replaces(layers._negotiate, "MANIFEST-LAYERVER-110")
def renamed_negotiation_not_found(original: Original, layer: Any, library: int, log: Any) -> Any:
    """A manifest's own name for the negotiation function has no effect."""
    layer.functions = ()
    return original(layer, library, log)


@replaces(layers._negotiate, "MANIFEST-LAYERVER-110", "NEGOTIATE-LAYER-10")
def named_lookups_beat_the_answer(original: Original, layer: Any, library: int, log: Any) -> Any:
    """A vkGetInstanceProcAddr that a manifest names, and a library exports, takes the place of the layer's answer."""
    found = original(layer, library, log)
    name = dict(layer.functions).get("vkGetInstanceProcAddr")
    if found is not None and name and _edge.symbol(library, name):
        found.gipa = _edge.symbol(library, name)
    return found


# ---- negotiation with drivers -------------------------------------------------------------------------------------


@replaces(drivers._negotiated, "NEGOTIATE-ICD-02")
def driver_asked_before_negotiation(original: Original, driver: Any, library: int, log: Any) -> Any:
    """A driver's vk_icdGetInstanceProcAddr is called before the negotiation."""
    lookup = _edge.symbol(library, "vk_icdGetInstanceProcAddr")
    if lookup:
        _edge.call(lookup, 0, c_text("vkCreateInstance"))
    return original(driver, library, log)


@replaces(drivers._offer, "NEGOTIATE-ICD-03")
def an_old_driver_interface_offered(original: Original, ask: int, newest: int) -> Any:
    """Version 2 of the driver interface is offered, not the newest."""
    return original(ask, 2)


@replaces(protocol.driver_step, "LDP_LOADER_5", "NEGOTIATE-ICD-06")
def a_refusing_driver_used(original: Original, step: DriverStep, event: DriverEvent) -> Any:
    """A driver that fails the negotiation is used all the same."""
    return original(step, DriverEvent.AGREED if event is DriverEvent.FAILED else event)


@replaces(protocol.asks_for_interface, "IFACE-ICD-V7-02")
def interface_functions_only_exported(original: Original, version: int) -> Any:
    """A version 7 driver is not asked for the interface's own functions."""
    return False


# ---- versions in between ------------------------------------------------------------------------------------------


@replaces(drivers.given, "DIRECT-DRIVER-01", "NEGOTIATE-ICD-02")
def direct_drivers_are_not_negotiated_with(original: Original, lookup: int, log: Any) -> Any:
    """A driver that an application hands over is taken for one of version 1 without being asked."""
    shared = drivers._described(None, 0, 1, lookup, protocol.NEWEST_DRIVER, log) if lookup else None
    if shared is not None:
        shared.users = 1
    return shared


@replaces(protocol.has_device_lookup, "EXT-FILTER-05")
def drivers_of_version_4_have_no_commands_of_their_own(original: Original, version: int) -> bool:
    """A driver's vk_icdGetPhysicalDeviceProcAddr is used from interface version 5 on, not 4, which brought it."""
    return version > 4 and bool(original(version))


@replaces(protocol.has_device_lookup, "EXT-FILTER-05")
def drivers_of_version_5_have_no_commands_of_their_own(original: Original, version: int) -> bool:
    """A driver's vk_icdGetPhysicalDeviceProcAddr is used in every version from 4 on but 5."""
    return version != 5 and bool(original(version))


@replaces(own_surfaces.makes_own_surfaces, "WSI-SURFACE-05", "LDP_LOADER_11")
def drivers_of_version_5_make_no_surfaces(original: Original, version: int, *others: bool) -> bool:
    """A driver of interface version 5 is not asked to make surfaces of its own, one of any other from 3 on is."""
    return version != 5 and bool(original(version, *others))


@replaces(messages.message_kinds, "DEBUG-LOG-02")
def sixteen_characters_of_the_options(original: Original, value: str | None, edition: Any) -> Any:
    """Of the value of VK_LOADER_DEBUG only the first 16 characters count."""
    return original((value or "")[:16], edition)


@replaces(libraries._say_unloadable, "DEBUG-WRONGARCH-01")
def nothing_told_of_layers_of_a_wrong_size(
    original: Original, trouble: str, path: str, about: str, *others: Any
) -> None:
    """That a library is for processes of another word size is told for drivers alone."""
    if about == "driver" or libraries._WRONG_SIZE not in trouble:
        original(trouble, path, about, *others)


@replaces(listing._tell_filtered, "FILTER-LAYER-ENABLE-03")
def forced_explicit_layers_not_told(original: Original, *arguments: Any) -> Any:
    """Of the layers that VK_LOADER_LAYERS_ENABLE turns on only the implicit ones are told."""
    explicit = arguments[4].rule == "FILTER-LAYER-ENABLE-01" and arguments[5] == "Layer"
    return explicit or original(*arguments)

"""Violators of when libraries are opened and closed, and of the loader's messages."""

from typing import Any

from refloader.core.chain import listening, messages
from refloader.core.manifests import library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import instance_messages as living
from refloader.dropin.python.instances import globals, listing
from refloader.dropin.python.loading import deciding, libraries
from refloader.dropin.python.messages import log
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


@replaces(library_path.opened_as, "DISC-GEN-10")
def library_paths_are_of_ascii(original: Original, path: str, manifest: str) -> str:
    """Letters of a library_path beyond ASCII become question marks."""
    return str(original(path.encode("ascii", "replace").decode(), manifest))

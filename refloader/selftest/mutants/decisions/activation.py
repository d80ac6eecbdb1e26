"""Violators of the conditions of implicit layers, and of what an explicit layer needs; and one choice beside another.

Those behind the first line are of the kind that a later change brings: one variable spoils another, the last of a
short list is lost. They were written from the sentences before any case was read.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, metalayers, order
from refloader.core.activation.conditions import State
from refloader.core.chain import links, plan
from refloader.core.drivers import choice
from refloader.core.extensions import instance_extensions
from refloader.core.search import environment as stage
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.model.plan import VkResult
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.mutants.variables import having, without


@replaces(order._add_implicit, "ACT-IMPLICIT-01")
def found_implicit_layers_wait(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """An implicit layer without an enable variable is off until somebody asks for it."""
    conditional = tuple(layer for layer in facts.known if layer.enable)
    original(chain, replace(facts, known=conditional), trail)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-03")
def enable_beats_disable(original: Original, layer: Layer, environment: Any) -> Any:
    """A layer whose enable variable is set cannot be disabled."""
    if layer.enable is not None and environment.is_set(layer.enable.variable):
        return None
    return original(layer, environment)


@replaces(conditions._enable_variable, "ACT-IMPLICIT-04", "LLP_LOADER_6")
def enable_variable_not_needed(original: Original, layer: Layer, environment: Any) -> Any:
    """A layer with an enable variable is on although that variable is not set."""
    return None


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def disable_variable_compared(original: Original, layer: Layer, environment: Any) -> Any:
    """The disable variable must hold the value in the manifest."""
    if layer.disable is not None and environment.get(layer.disable.variable) != layer.disable.value:
        return None
    return original(layer, environment)


@replaces(conditions.version_gate, "ACT-IMPLICIT-07")
def versions_turned_round(original: Original, layer: Layer, request: Any, edition: Any, *age: Any) -> Any:
    """Versions matter where they should not, and do not matter where they should."""
    older = request.api_version is not None and layer.api_version.feature < request.api_version.feature
    if not older or original(layer, request, edition, *age) is not None:
        return None
    return conditions._say(layer, rule("ACT-IMPLICIT-07"), "it is older than the application")


@replaces(order._add_component, "ACT-IMPLICIT-08")
def components_obey_their_variable(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """A component of an active meta-layer is left out when its own disable variable is set."""
    if component.kind is Use.IMPLICIT and conditions.disable_variable(component, facts.environment):
        return
    original(chain, component, meta, facts, trail)


@replaces(order._add_application, "ACT-EXPLICIT-01", "META-08", "OBJMODEL-03")
def explicit_layers_need_no_request(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """An explicit layer is on because it is found."""
    original(chain, facts, trail)
    for layer in facts.known:
        order._add(chain, layer, facts, trail, rule("ACT-EXPLICIT-01"))


@replaces(order._add_application, "ACT-APP-01")
def requested_layers_stay_off(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """ppEnabledLayerNames switches no layer on."""
    return None


@replaces(order.missing_request, "ACT-APP-02")
def unknown_requests_are_passed_over(original: Original, facts: Any, names: Any) -> Any:
    """A requested layer that is not there does not fail the instance."""
    return None


@replaces(conditions.implicit_state, "LLP_LOADER_7")
def disable_variable_ignored(original: Original, layer: Layer, environment: Any, *others: Any) -> Any:
    """No variable switches an implicit layer off."""
    off = conditions.disable_variable(layer, environment)
    return State(True, off) if off is not None else original(layer, environment, *others)


@replaces(links.missing_extension, "EXT-FILTER-03")
def unknown_extensions_pass_beside_implicit_layers(
    original: Original, wanted: Any, own: Any, layers: Any, *others: Any
) -> Any:
    """An extension that the loader does not know is passed over where an implicit layer is on."""
    layers = tuple(layers)
    if any(layer.kind is Use.IMPLICIT for layer in layers):
        return None
    return original(wanted, own, layers, *others)


@completes("unknown_extensions_pass_beside_implicit_layers", instance_extensions.unknown)
def _not_looked_for(original: Original, wanted: Any, layers: Any, *others: Any) -> Any:
    return None


# ---- one variable beside another: what the violators share


def _with(environment: Any, name: str, change: Callable[[str], str]) -> Any:
    """The environment with the value of one variable changed, if it is set."""
    value = environment.get(name)
    return environment if value is None else having(environment, name, change(value))


def _unset_beside(environment: Any, name: str, other: str) -> Any:
    """The environment without a variable where another one is set."""
    return without(environment, name) if environment.get(other) else environment


def _first_word(value: str) -> str:
    return value.partition(" ")[0]


def _ascii(value: str) -> str:
    return "".join(each for each in value if each.isascii())


# ---- what variables hold -----------------------------------------------------------------------------------------


@replaces(stage.visible_environment, "ENV-LAYERPATH-03")
def layer_path_ends_at_a_space(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LAYER_PATH is read to its first space."""
    return _with(original(*given, **options), "VK_LAYER_PATH", _first_word)


@replaces(stage.visible_environment, "ENV-LAYERPATH-03")
def layer_path_is_read_as_ascii(original: Original, *given: Any, **options: Any) -> Any:
    """Letters beyond ASCII in VK_LAYER_PATH are left out."""
    return _with(original(*given, **options), "VK_LAYER_PATH", _ascii)


@replaces(stage.visible_environment, "ENV-DRIVERFILES-03")
def driver_files_end_at_a_space(original: Original, *given: Any, **options: Any) -> Any:
    """VK_DRIVER_FILES is read to its first space."""
    return _with(original(*given, **options), "VK_DRIVER_FILES", _first_word)


@replaces(stage.visible_environment, "ENV-DRIVERFILES-03")
def driver_files_are_read_as_ascii(original: Original, *given: Any, **options: Any) -> Any:
    """Letters beyond ASCII in VK_DRIVER_FILES are left out."""
    return _with(original(*given, **options), "VK_DRIVER_FILES", _ascii)


@replaces(stage.visible_environment, "ENV-ADDLAYERPATH-01")
def added_layer_paths_end_at_a_space(original: Original, *given: Any, **options: Any) -> Any:
    """VK_ADD_LAYER_PATH is read to its first space."""
    return _with(original(*given, **options), "VK_ADD_LAYER_PATH", _first_word)


@replaces(stage.visible_environment, "ENV-IMPLPATH-01")
def implicit_layer_paths_are_read_as_ascii(original: Original, *given: Any, **options: Any) -> Any:
    """Letters beyond ASCII in VK_IMPLICIT_LAYER_PATH are left out."""
    return _with(original(*given, **options), "VK_IMPLICIT_LAYER_PATH", _ascii)


# ---- one variable beside another -----------------------------------------------------------------------------------


@replaces(stage.visible_environment, "ENV-DRIVERFILES-06")
def the_older_variable_lets_drivers_be_added(original: Original, *given: Any, **options: Any) -> Any:
    """VK_ADD_DRIVER_FILES counts where the drivers are named by VK_ICD_FILENAMES."""
    found = original(*given, **options)
    added = found.get("VK_ADD_DRIVER_FILES")
    return _with(found, "VK_ICD_FILENAMES", lambda value: f"{added}:{value}") if added else found


@replaces(stage.visible_environment, "ENV-DRIVERFILES-04")
def both_lists_of_drivers_count(original: Original, *given: Any, **options: Any) -> Any:
    """The drivers of VK_ICD_FILENAMES are used beside those of VK_DRIVER_FILES."""
    found = original(*given, **options)
    older = found.get("VK_ICD_FILENAMES")
    return _with(found, "VK_DRIVER_FILES", lambda value: f"{value}:{older}") if older else found


@replaces(stage.visible_environment, "FILTER-DRIVER-SELECT-01")
def named_drivers_are_not_selected(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_DRIVERS_SELECT has no effect where VK_DRIVER_FILES names the drivers."""
    return _unset_beside(original(*given, **options), "VK_LOADER_DRIVERS_SELECT", "VK_DRIVER_FILES")


@replaces(stage.visible_environment, "FILTER-DRIVER-DISABLE-01")
def no_driver_is_disabled_where_one_is_added(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_DRIVERS_DISABLE has no effect where VK_ADD_DRIVER_FILES adds drivers."""
    return _unset_beside(original(*given, **options), "VK_LOADER_DRIVERS_DISABLE", "VK_ADD_DRIVER_FILES")


@replaces(stage.visible_environment, "FILTER-DRIVER-DISABLE-01")
def no_driver_is_disabled_where_some_are_named(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_DRIVERS_DISABLE has no effect where VK_DRIVER_FILES names the drivers."""
    return _unset_beside(original(*given, **options), "VK_LOADER_DRIVERS_DISABLE", "VK_DRIVER_FILES")


@replaces(stage.visible_environment, "FILTER-LAYER-ENABLE-01")
def named_layers_are_all_that_is_enabled(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_ENABLE has no effect where VK_INSTANCE_LAYERS names layers."""
    return _unset_beside(original(*given, **options), "VK_LOADER_LAYERS_ENABLE", "VK_INSTANCE_LAYERS")


@replaces(stage.visible_environment, "FILTER-LAYER-DISABLE-01")
def nothing_is_disabled_where_something_is_enabled(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_DISABLE has no effect where VK_LOADER_LAYERS_ENABLE is set."""
    return _unset_beside(original(*given, **options), "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ENABLE")


@replaces(stage.visible_environment, "FILTER-LAYER-DISABLE-01")
def nothing_is_disabled_in_a_listed_place(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_DISABLE has no effect where VK_LAYER_PATH is set."""
    return _unset_beside(original(*given, **options), "VK_LOADER_LAYERS_DISABLE", "VK_LAYER_PATH")


@replaces(stage.visible_environment, "FILTER-LAYER-ALLOW-01")
def the_word_for_all_beats_what_is_allowed(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_ALLOW has no effect where VK_LOADER_LAYERS_DISABLE is ~all~ alone."""
    found = original(*given, **options)
    return (
        without(found, "VK_LOADER_LAYERS_ALLOW")
        if found.get("VK_LOADER_LAYERS_DISABLE") == "~all~"
        else found
    )


@replaces(stage.visible_environment, "FILTER-ID-MULTI-01")
def a_device_filter_beats_that_of_vendors(original: Original, *given: Any, **options: Any) -> Any:
    """VK_LOADER_VENDOR_ID_FILTER has no effect where VK_LOADER_DEVICE_ID_FILTER is set."""
    found = original(*given, **options)
    return _unset_beside(found, "VK_LOADER_VENDOR_ID_FILTER", "VK_LOADER_DEVICE_ID_FILTER")


@replaces(stage.visible_environment, "ENV-INSTLAYERS-01")
def no_layer_is_named_where_a_place_is_added(original: Original, *given: Any, **options: Any) -> Any:
    """VK_INSTANCE_LAYERS has no effect where VK_ADD_LAYER_PATH is set."""
    return _unset_beside(original(*given, **options), "VK_INSTANCE_LAYERS", "VK_ADD_LAYER_PATH")


@replaces(stage.visible_environment, "ENV-ADDIMPLPATH-01")
def explicit_places_beat_added_implicit_ones(original: Original, *given: Any, **options: Any) -> Any:
    """VK_ADD_IMPLICIT_LAYER_PATH has no effect where VK_ADD_LAYER_PATH is set."""
    return _unset_beside(original(*given, **options), "VK_ADD_IMPLICIT_LAYER_PATH", "VK_ADD_LAYER_PATH")


# ---- the end of a list, and what a manifest says -------------------------------------------------------------------


def _each_layer(read: Any, change: Callable[[Any], Any]) -> Any:
    return replace(read, layers=tuple(change(each) for each in read.layers))


@replaces(engine.layer_file, "OVERRIDE-02")
def a_third_layer_is_not_blocked(original: Original, *given: Any) -> Any:
    """Of blacklisted_layers only the first two count."""
    return _each_layer(original(*given), lambda layer: replace(layer, blacklist=layer.blacklist[:2]))


@replaces(engine.layer_file, "OVERRIDE-03")
def a_third_program_is_not_meant(original: Original, *given: Any) -> Any:
    """Of app_keys only the first two count."""
    return _each_layer(original(*given), lambda layer: replace(layer, app_keys=layer.app_keys[:2]))


@replaces(metalayers.fault, "META-02", "LLP_LOADER_10")
def only_two_components_are_looked_for(original: Original, meta: Any, *others: Any) -> Any:
    """A meta-layer is used where its third component is missing."""
    return original(replace(meta, components=meta.components[:2]), *others)


@replaces(engine.layer_file, "DISC-GEN-01")
def descriptions_are_cut_at_forty(original: Original, *given: Any) -> Any:
    """Only the first forty bytes of a description are reported."""
    return _each_layer(original(*given), lambda layer: replace(layer, description=layer.description[:40]))


@replaces(engine.layer_file, "DISC-GEN-01")
def long_manifests_are_no_manifests(original: Original, data: bytes, *others: Any) -> Any:
    """A manifest of more than 4096 bytes is read to there, and is then none."""
    return original(data[:4096], *others)


@replaces(choice._portability, "PORTABILITY-01")
def portability_is_asked_for_alone(original: Original, driver: Any, request: Any, *others: Any) -> Any:
    """The flag of portability counts only where its extension is the one that is enabled."""
    return original(driver, replace(request, portability=len(request.extensions) == 1), *others)


@replaces(plan._result, "ACT-APP-02")
def missing_layers_are_missing_extensions(
    original: Original, facts: Any, layers: Any, drivers: Any, request: Any, edition: Any
) -> Any:
    """The error for a missing layer is that for an extension where the application enables some."""
    result, reasons = original(facts, layers, drivers, request, edition)
    missing = result is VkResult.LAYER_NOT_PRESENT and request.extensions
    return (VkResult.EXTENSION_NOT_PRESENT if missing else result), reasons

"""Violators of the settings file: not found, or not followed; and of one choice beside another.

Those behind the last line are of the kind that a later change brings: one variable spoils another, the last of a
short list is lost. They were written from the sentences before any case was read.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import metalayers, order
from refloader.core.chain import plan
from refloader.core.drivers import choice
from refloader.core.manifests import settings_file, settings_list
from refloader.core.search import environment as stage
from refloader.core.search import places
from refloader.model.place import Use
from refloader.model.plan import VkResult
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.mutants.variables import having, without


@replaces(places.settings_places, "SETTINGS-03")
def settings_in_etc_not_found(original: Original, environment: Any, *others: Any) -> Any:
    """No settings file is looked for in /etc."""
    return tuple(place for place in original(environment, *others) if not place.path.startswith("/etc/"))


@replaces(settings_file.read_settings, "SETTINGS-01")
def settings_file_ignored(original: Original, *arguments: Any) -> Any:
    """A settings file is read and has no effect."""
    return None, ()


@replaces(order._reorder, "SETTINGS-01")
def settings_give_no_order(original: Original, chain: Any, facts: Any, settings: Any) -> Any:
    """The order of a settings file's list is not that of the chain."""
    return None


@replaces(places.settings_places, "SETTINGS-03")
def settings_in_data_home_not_found(original: Original, environment: Any, *others: Any) -> Any:
    """No settings file is looked for in XDG_DATA_HOME."""
    return tuple(place for place in original(environment, *others) if place.source != "XDG_DATA_HOME")


@replaces(places.settings_places, "SETTINGS-03")
def settings_at_home_not_found(original: Original, environment: Any, *others: Any) -> Any:
    """No settings file is looked for in the home folder."""
    return tuple(place for place in original(environment, *others) if place.source != "HOME")


@replaces(places.settings_places, "SETTINGS-03")
def settings_need_a_home(original: Original, environment: Any, *others: Any) -> Any:
    """Where HOME is not set no settings file is looked for anywhere."""
    return original(environment, *others) if environment.is_set("HOME") else ()


@replaces(places.settings_places, "SETTINGS-03")
def settings_in_config_home_found(original: Original, environment: Any, *others: Any) -> Any:
    """A settings file is looked for in XDG_CONFIG_HOME first of all."""
    found = original(environment, *others)
    config = environment.get("XDG_CONFIG_HOME")
    if not config or not found:
        return found
    return (replace(found[0], path=f"{config}/vulkan/loader_settings.d/vk_loader_settings.json"), *found)


@replaces(engine._Search._paths, "SETTINGS-01")
def any_name_of_a_settings_file(original: Original, search: Any, place: Any) -> Any:
    """Whatever its name is, a JSON file in loader_settings.d is a settings file."""
    if place.use is not Use.SETTINGS:
        return original(search, place)
    folder = place.path.rpartition("/")[0]
    names = getattr(search.host.list(folder), "names", ())
    return [f"{folder}/{name}" for name in names if name.endswith(".json")]


@replaces(engine._drivers, "SETTINGS-01")
def settings_name_no_drivers(original: Original, search: Any, settings: Any) -> Any:
    """The drivers in a settings file are not used."""
    original(search, None)


@replaces(settings_file.settings_in, "SETTINGS-01")
def exclusive_drivers_of_settings_share(original: Original, fields: Any) -> Any:
    """The system's drivers are used beside those that a settings file wants exclusively."""
    return replace(original(fields), drivers_only=False)


@replaces(settings_list.without_off, "SETTINGS-01")
def settings_turn_nothing_off(original: Original, layers: Any, settings: Any) -> Any:
    """A layer that a settings file turns off stays."""
    return tuple(layers)


@completes("settings_turn_nothing_off", settings_file.settings_in)
def _off_means_auto(original: Original, fields: Any) -> Any:
    found = original(fields)
    auto = settings_file.Control.AUTO
    kept = {name: auto if each == "off" else each for name, each in found.controls.items()}
    return replace(found, controls=kept)


@replaces(order._add_forced, "SETTINGS-01")
def settings_turn_nothing_on(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """A layer that a settings file turns on stays off."""
    return None


@replaces(settings_file._layers, "SETTINGS-01")
def two_layers_of_settings(original: Original, fields: Any) -> Any:
    """Of the layers in a settings file only the first two count."""
    found = original(fields)
    return found[:2] if found else found


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

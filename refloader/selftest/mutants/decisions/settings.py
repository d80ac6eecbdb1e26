"""Violators of the settings file: not found, or not followed."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import order
from refloader.core.manifests import settings_file
from refloader.core.search import places
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces


@replaces(places.settings_places, "SETTINGS-03")
def settings_in_etc_not_found(original: Original, environment: Any, *others: Any) -> Any:
    """No settings file is looked for in /etc."""
    return tuple(place for place in original(environment, *others) if not place.path.startswith("/etc/"))


@replaces(settings_file.read_settings, "SETTINGS-01")
def settings_file_ignored(original: Original, *arguments: Any) -> Any:
    """A settings file is read and has no effect."""
    return None, ()


@replaces(order._reorder, "SETTINGS-01")
def settings_give_no_order(original: Original, chain: Any, settings: Any) -> Any:
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


@replaces(settings_file.without_off, "SETTINGS-01")
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

"""Violators where two rules meet: two variables, a third place, a file and a folder, a meta-layer and a filter."""

from collections import Counter
from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, known, metalayers, order, override
from refloader.core.chain import plan
from refloader.core.drivers import choice
from refloader.core.manifests import settings_file, settings_list
from refloader.core.search import path_variables, places, unix_places
from refloader.core.trail import Trail
from refloader.model.place import Form, Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.mutants.variables import without

_KEPT: dict[str, Any] = {}
"""What one part of a violator tells the other."""

# ---- folders ----------------------------------------------------------------------------------------------------


@replaces(known.known_layers, "DISC-GEN-02")
def a_third_occurrence_wins(original: Original, found: Any, *others: Any) -> Any:
    """Of three layers of one name in three places the last is used."""
    entries = tuple(found)
    times = Counter(layer.name for layer in entries)
    last = {layer.name: layer for layer in entries}
    kept = (layer for layer in entries if times[layer.name] < 3 or layer is last[layer.name])
    return original(kept, *others)


@replaces(unix_places.standard, "DISC-LINUX-08")
def folders_with_a_slash_at_the_end_are_lost(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """An entry of XDG_DATA_DIRS or XDG_CONFIG_DIRS that ends in a slash is passed over."""
    kept = dict(environment.variables)
    for name in ("XDG_DATA_DIRS", "XDG_CONFIG_DIRS"):
        if kept.get(name):
            entries = [each for each in kept[name].split(":") if not each.endswith("/")]
            kept[name] = ":".join(entries) or "/nowhere"
    return original(replace(environment, variables=kept), build, facts, use)


@replaces(unix_places.standard, "DISC-LINUX-04")
def config_home_silences_config_dirs(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """XDG_CONFIG_DIRS and its fallback are searched only where XDG_CONFIG_HOME is not set."""
    found = original(environment, build, facts, use)
    if not environment.is_set("XDG_CONFIG_HOME"):
        return found
    return tuple(each for each in found if each.rule != "DISC-LINUX-04")


@replaces(unix_places.standard, "DISC-LINUX-08")
def data_dirs_need_a_home(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """Where HOME is not set, the entries of XDG_DATA_DIRS and their fallback are not searched."""
    found = original(environment, build, facts, use)
    if environment.is_set("HOME") or environment.elevated:
        return found
    return tuple(each for each in found if each.rule != "DISC-LINUX-08")


@replaces(unix_places.standard, "DISC-LINUX-04")
def elevated_skips_config_dirs(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """An elevated process does not search the fallback of XDG_CONFIG_DIRS either."""
    found = original(environment, build, facts, use)
    return tuple(each for each in found if not (environment.elevated and each.rule == "DISC-LINUX-04"))


@replaces(engine._Search._visit, "DISC-GEN-07")
def named_files_count_again(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """A manifest that a variable names as a file counts again where its folder is searched."""
    for place in wanted:
        original(search, (place,), take)
        if place.form is Form.FILE:
            search.seen.get(place.use, set()).discard(place.path)


@replaces(engine._Search._visit, "LDP_LOADER_2")
def a_broken_driver_ends_the_folders_behind(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """The folders of drivers behind one with a manifest that cannot be read are not searched."""
    for place in wanted:
        before = len(search.drivers)
        original(search, (place,), take)
        if place.use is Use.DRIVER and any(each.rejected for each in search.drivers[before:]):
            return


@replaces(engine._Search._paths, "DISC-GEN-01")
def names_with_two_dots_passed_over(original: Original, search: Any, place: Any) -> Any:
    """A manifest in a folder whose name has a dot besides that of .json is passed over."""
    found = original(search, place)
    if place.form is not Form.FOLDER:
        return found
    return [path for path in found if path.rpartition("/")[2].count(".") == 1]


# ---- variables --------------------------------------------------------------------------------------------------


@replaces(path_variables.entries, "ENV-LAYERPATH-03")
def files_behind_a_folder_passed_over(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """A manifest file in VK_LAYER_PATH is passed over where a folder stands before it."""
    found, reasons = original(environment, name, *others)
    if name != "VK_LAYER_PATH":
        return found, reasons
    first = next((place for place, each in enumerate(found) if each.form is Form.FOLDER), len(found))
    kept = [each for place, each in enumerate(found) if place <= first or each.form is Form.FOLDER]
    return tuple(kept), reasons


@replaces(path_variables.entries, "ENV-LAYERPATH-02")
def an_empty_entry_ends_layer_path(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """The entries of VK_LAYER_PATH behind an empty one are not searched."""
    value = environment.get(name) or ""
    if name != "VK_LAYER_PATH" or "::" not in value:
        return original(environment, name, *others)
    shorter = {**environment.variables, name: value.partition("::")[0]}
    return original(replace(environment, variables=shorter), name, *others)


@replaces(places.layer_places, "ENV-ADDLAYERPATH-01")
def data_dirs_silence_added_layers(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_ADD_LAYER_PATH has no effect where XDG_DATA_DIRS is set."""
    hidden = ["VK_ADD_LAYER_PATH"] if environment.is_set("XDG_DATA_DIRS") else []
    return original(without(environment, *hidden), build, edition, use)


@replaces(override.choose, "OVERRIDE-01")
def no_override_layer_through_variables(original: Original, implicit: Any, *others: Any) -> Any:
    """A meta-layer that VK_IMPLICIT_LAYER_PATH or VK_ADD_IMPLICIT_LAYER_PATH leads to is never the override layer."""
    return original([each for each in implicit if not each.place.source.startswith("VK_")], *others)


@replaces(choice._wrong_size, "DEBUG-WRONGARCH-01")
def named_drivers_of_any_word_size(original: Original, driver: Any, *others: Any) -> Any:
    """A driver for another word size is used where a variable leads to its manifest."""
    return None if driver.place.source.startswith("VK_") else original(driver, *others)


@replaces(choice._portability, "PORTABILITY-01")
def named_portability_drivers_unasked(original: Original, driver: Any, *others: Any) -> Any:
    """A portability driver needs no request where a variable leads to its manifest."""
    return None if driver.place.source.startswith("VK_") else original(driver, *others)


@replaces(choice._filtered, "FILTER-DRIVER-DISABLE-01", "FILTER-DRIVER-SELECT-01")
def added_drivers_unfiltered(original: Original, driver: Any, filters: Any) -> Any:
    """The filters of drivers do not act on those in VK_ADD_DRIVER_FILES."""
    return None if driver.place.source == "VK_ADD_DRIVER_FILES" else original(driver, filters)


@replaces(engine._drivers, "SETTINGS-01")
def added_drivers_beside_exclusive_ones(original: Original, search: Any, settings: Any) -> Any:
    """The drivers in VK_ADD_DRIVER_FILES are used beside those that a settings file wants exclusively."""
    original(search, settings)
    if settings is not None and settings.drivers_only and search.environment.is_set("VK_ADD_DRIVER_FILES"):
        found, _ = places.driver_places(search.environment, search.build, search.edition)
        search.find_drivers([each for each in found if each.source == "VK_ADD_DRIVER_FILES"])


# ---- manifests of several layers ----------------------------------------------------------------------------------


@replaces(engine.layer_file, "MANIFEST-LAYER-06")
def a_device_layer_ends_its_file(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """The layers behind one of type DEVICE, in the same manifest, are unknown."""
    read = original(data, path, place, *system)
    kinds = [layer.type for layer in read.layers]
    if "DEVICE" in kinds:
        read.layers = read.layers[: kinds.index("DEVICE") + 1]
    return read


@replaces(engine.layer_file, "DISC-GEN-01")
def a_foreign_layer_hides_its_file(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """A layer for another word size hides the other layers of its manifest."""
    read = original(data, path, place, *system)
    if any(layer.library_arch == "32" for layer in read.layers):
        read.layers = tuple(layer for layer in read.layers if layer.library_arch == "32")
    return read


@replaces(known.known_layers, "DEBUG-WRONGARCH-01")
def foreign_layers_hide_their_twins(original: Original, found: Any, *others: Any) -> Any:
    """A layer for another word size hides the layer of its name that is found later."""
    entries = tuple(found)
    first: dict[str, Any] = {}
    for layer in entries:
        first.setdefault(layer.name, layer)
    foreign = {name for name, layer in first.items() if layer.library_arch == "32"}
    kept = (layer for layer in entries if layer.name not in foreign or layer is first[layer.name])
    return original(kept, *others)


@replaces(engine.layer_file, "DISC-GEN-04")
def patches_of_versions_are_cut(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """Of the patch number of a layer's api_version only the lower 8 bits are told."""
    read = original(data, path, place, *system)
    for layer in read.layers:
        layer.api_version = layer.api_version._replace(patch=layer.api_version.patch & 0xFF)
    return read


@replaces(engine.layer_file, "EXT-ENUM-02")
def a_third_extension_of_a_layer_is_lost(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """Of the instance extensions of a layer only the first two are told."""
    read = original(data, path, place, *system)
    for layer in read.layers:
        layer.instance_extensions = layer.instance_extensions[:2]
    return read


# ---- the settings file ------------------------------------------------------------------------------------------


@replaces(settings_list.without_off, "SETTINGS-01")
def settings_turn_no_implicit_layer_off(original: Original, layers: Any, settings: Any) -> Any:
    """A settings file turns off explicit layers only."""
    stay = _KEPT["implicit"] = {layer.name for layer in layers if layer.kind is Use.IMPLICIT}
    kept = {layer.name for layer in original(layers, settings)}
    return tuple(layer for layer in layers if layer.name in stay | kept)


@completes("settings_turn_no_implicit_layer_off", settings_file.Settings.control)
def _their_own_rules_decide(original: Original, settings: Any, layer: Any) -> Any:
    control = original(settings, layer)
    off = control is settings_file.Control.OFF and layer.name in _KEPT.get("implicit", ())
    return settings_file.Control.AUTO if off else control


# ---- an implicit layer's own conditions -------------------------------------------------------------------------


@replaces(conditions.implicit_state, "FILTER-LAYER-ENABLE-01")
def a_wrong_value_beats_the_enable_filter(
    original: Original, layer: Any, environment: Any, request: Any, chosen: Any, *others: Any
) -> Any:
    """The enable filter turns no implicit layer on whose enable variable is set to another value."""
    wrong = layer.enable and environment.is_set(layer.enable.variable)
    kept = replace(chosen, enable=()) if wrong else chosen
    return original(layer, environment, request, kept, *others)


@replaces(conditions._enable_variable, "ACT-IMPLICIT-04")
def layers_of_path_variables_need_no_enable_variable(original: Original, layer: Any, environment: Any) -> Any:
    """An implicit layer that a path variable leads to is on although its enable variable is not set."""
    return None if layer.place.source.startswith("VK_") else original(layer, environment)


@replaces(order._add_implicit, "LLP_LOADER_7", "ACT-IMPLICIT-05")
def components_of_idle_meta_layers_cannot_be_disabled(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """A component's disable variable has no effect although its meta-layer is not active."""
    _KEPT["parts"] = {name for layer in facts.known for name in layer.components}
    return original(chain, facts, trail)


@completes("components_of_idle_meta_layers_cannot_be_disabled", conditions.disable_variable)
def _parts_stay_on(original: Original, layer: Any, environment: Any) -> Any:
    return None if layer.name in _KEPT.get("parts", ()) else original(layer, environment)


# ---- who asks, and where ------------------------------------------------------------------------------------------


@replaces(order.environment_names, "ENV-INSTLAYERS-02")
def an_empty_name_ends_the_variable(original: Original, environment: Any, *name: Any) -> Any:
    """The names in VK_INSTANCE_LAYERS behind two separators in a row have no effect."""
    value = environment.get("VK_INSTANCE_LAYERS") or ""
    shorter = {**environment.variables, "VK_INSTANCE_LAYERS": value.partition("::")[0]}
    return original(replace(environment, variables=shorter) if "::" in value else environment, *name)


@replaces(order.instance_layers, "ORDER-DUP-01", "LLP_LOADER_3")
def only_neighbours_are_compared(original: Original, chain: Any, edition: Any) -> Any:
    """A name that occurs twice in ppEnabledLayerNames, with another one between, stands in the chain twice."""
    found = original(chain, edition)
    asked = _KEPT.get("request", ())
    apart = [
        name
        for place, name in enumerate(asked)
        if name in asked[: max(place - 1, 0)] and (place == 0 or asked[place - 1] != name)
    ]
    named = {layer.name: layer for layer in found}
    return (*found, *(named[name] for name in apart if name in named))


@completes("only_neighbours_are_compared", order._add_application)
def _remember(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    _KEPT["request"] = facts.request.layers
    return original(chain, facts, trail)


@replaces(order._add_filtered, "FILTER-LAYER-ENABLE-02")
def filtered_layers_stand_where_they_are_asked_for(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """A layer that the enable filter matches and the application names stands where the application puts it."""
    left = tuple(layer for layer in facts.known if layer.name not in facts.request.layers)
    return original(chain, replace(facts, known=left), trail)


@replaces(order._add_variable, "ENV-INSTLAYERS-04")
def meta_layers_of_the_variable_stand_last(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """A meta-layer in VK_INSTANCE_LAYERS stands below the layers of the application."""
    metas = [name for name in names if name in facts.names and facts.names[name].is_meta]
    _KEPT["metas"] = metas
    return original(chain, facts, trail, variable, [name for name in names if name not in metas])


@completes("meta_layers_of_the_variable_stand_last", order._add_application)
def _then_the_metas(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    original(chain, facts, trail)
    for name in _KEPT.get("metas", ()):
        order._add(chain, facts.names[name], facts, trail, rule("ENV-INSTLAYERS-01"))


# ---- meta-layers ------------------------------------------------------------------------------------------------


@replaces(order._add, "META-06")
def a_shared_component_costs_a_meta_layer(
    original: Original, chain: Any, layer: Any, facts: Any, trail: Any, why: Any
) -> Any:
    """A meta-layer that shares a component with an active one is not used."""
    shared = any(
        name in facts.names[meta].components
        for name in layer.components
        for meta in chain.metas
        if meta != layer.name
    )
    return False if shared else original(chain, layer, facts, trail, why)


@replaces(metalayers.fault, "META-02")
def implicit_meta_layers_know_no_explicit_components(
    original: Original, meta: Any, known: Any, *others: Any
) -> Any:
    """An implicit meta-layer is not used if a component of it is an explicit layer."""
    if getattr(meta, "kind", None) is Use.IMPLICIT and not meta.is_override:
        kept = {name: each for name, each in known.items() if each.kind is Use.IMPLICIT}
        return original(meta, kept, *others)
    return original(meta, known, *others)


@replaces(override.blacklist, "OVERRIDE-02", "LLP_LOADER_12")
def no_blacklist_beside_override_paths(original: Original, chosen: Any, *others: Any) -> Any:
    """The blacklist of an override layer that has paths of its own has no effect."""
    return frozenset() if chosen and chosen.override_paths else original(chosen, *others)


@replaces(order._add_implicit, "LLP_LOADER_11")
def override_layer_stands_where_it_is_found(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The components of the override layer stand above implicit layers that are found later."""
    place = facts.known.index(facts.override) if facts.override in facts.known else 0
    original(chain, replace(facts, known=facts.known[:place]), trail)
    order._add_override(chain, facts, Trail())
    original(chain, replace(facts, known=facts.known[place:]), trail)


@replaces(plan._enumerated, "DISC-GEN-01")
def shared_components_not_enumerated(original: Original, known: Any, facts: Any) -> Any:
    """A layer that two meta-layers have as a component is not enumerated."""
    parts = [name for layer in known for name in layer.components]
    return tuple(layer for layer in original(known, facts) if parts.count(layer.name) < 2)

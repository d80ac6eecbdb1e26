"""Violators that are wrong in a combination alone: what is out of use acts on, one reason spoils the next one."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, known, metalayers, order, override
from refloader.core.chain import plan
from refloader.core.drivers import choice, devices
from refloader.core.manifests import layer_manifest
from refloader.core.search import places, unix_places
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.place import Form, Use
from refloader.model.plan import DriverOutcome
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.mutants.variables import without

_KEPT: dict[str, Any] = {}
"""What one part of a violator tells the other."""

# ---- what a manifest says ------------------------------------------------------------------------------------------


@replaces(layer_manifest._entries, "DISC-GEN-01")
def arrays_need_a_format_after_their_own(original: Original, top: Any, version: str) -> Any:
    """An array of layers is read from format 1.1.0 on, not in 1.0.1, which brought it."""
    if version == "1.0.1" and "layers" in top.members:
        return []
    return original(top, version)


@replaces(known.known_layers, "META-08")
def meta_layers_of_one_format(original: Original, found: Any, *others: Any) -> Any:
    """A manifest with components is used in format 1.1.1, and in no newer one."""
    return original((each for each in found if not each.is_meta or each.format_version < "1.1.2"), *others)


@replaces(plan._offered, "META-02", "LLP_LOADER_10")
def components_of_another_word_size_are_there(original: Original, discovery: Any, *others: Any) -> Any:
    """A component that library_arch rules out counts as found, and its meta-layer is used without it."""
    _KEPT["foreign"] = {each.name: each for each in discovery.found if each.library_arch == "32"}
    try:
        return original(discovery, *others)
    finally:
        _KEPT["foreign"] = {}


@completes("components_of_another_word_size_are_there", metalayers.fault)
def _with_foreign(original: Original, meta: Any, names: Any, *others: Any) -> Any:
    return original(meta, {**_KEPT.get("foreign", {}), **names}, *others)


# ---- an override layer that does not apply


@replaces(engine._explicit, "OVERRIDE-07")
def unused_override_paths_leave_the_search_alone(
    original: Original, search: Any, chosen: Any, trail: Any
) -> Any:
    """An override layer that is not applied for want of a component does not replace the explicit search."""
    applied, found = original(search, chosen, trail)
    if chosen is None or applied is not None:
        return applied, found
    return None, engine._ordinary(search, Use.EXPLICIT)


@replaces(engine._Search._visit, "OVERRIDE-05")
def a_later_override_path_stands_in(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """The paths behind the first in override_paths are searched only if it holds no manifest."""
    if not all(place.rule == "OVERRIDE-05" for place in wanted):
        return original(search, wanted, take)
    for place in wanted:
        before = len(search.files)
        original(search, (place,), take)
        if len(search.files) > before:
            return None
    return None


@replaces(override.choose, "LLP_LOADER_7")
def an_override_layer_that_is_off_blocks(
    original: Original, implicit: Any, environment: Any, *others: Any
) -> Any:
    """An override layer that its disable variable switches off still blocks the layers of its blacklist."""
    layers = tuple(implicit)
    chosen = original(layers, environment, *others)
    named = [each for each in layers if each.name == OVERRIDE_NAME and each.is_meta]
    off = [each for each in named if conditions.disable_variable(each, environment) is not None]
    _KEPT["blocked"] = frozenset(off[0].blacklist) if off and chosen is None else frozenset()
    return chosen


@completes("an_override_layer_that_is_off_blocks", override.blacklist)
def _still_blocked(original: Original, chosen: Any, *others: Any) -> Any:
    return original(chosen, *others) | _KEPT.get("blocked", frozenset())


@replaces(override._switched_on, "FILTER-LAYER-DISABLE-01")
def the_override_layer_cannot_be_filtered(
    original: Original, layer: Any, environment: Any, request: Any, filtering: Any, *others: Any
) -> Any:
    """VK_LOADER_LAYERS_DISABLE leaves the paths and the blacklist of an override layer in force."""
    return original(layer, environment, request, replace(filtering, disable=()), *others)


@replaces(places.override_places, "OVERRIDE-05")
def override_paths_with_a_slash_are_lost(original: Original, folders: Any, *others: Any) -> Any:
    """A path in override_paths that ends in a slash is passed over."""
    return original(tuple(each for each in folders if not each.endswith("/")), *others)


# ---- switches and filters ------------------------------------------------------------------------------------------


@replaces(order._add_implicit, "ACT-IMPLICIT-05")
def a_shared_disable_variable_disables_one(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Of two implicit layers with the same disable variable only the first found is switched off."""
    _KEPT["switches"] = {}
    try:
        return original(chain, facts, trail)
    finally:
        _KEPT.pop("switches", None)


@completes("a_shared_disable_variable_disables_one", conditions.disable_variable)
def _first_of_its_switch(original: Original, layer: Any, environment: Any) -> Any:
    seen = _KEPT.get("switches")
    found = original(layer, environment)
    if seen is None or found is None:
        return found
    return found if seen.setdefault(layer.disable.variable, layer.name) == layer.name else None


@replaces(order._add_implicit, "LLP_LOADER_6")
def a_shared_enable_variable_enables_one(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Of two implicit layers with the same enable variable only the first found is enabled."""
    _KEPT["enables"] = {}
    try:
        return original(chain, facts, trail)
    finally:
        _KEPT.pop("enables", None)


@completes("a_shared_enable_variable_enables_one", conditions.implicit_state)
def _first_of_its_enable(original: Original, layer: Any, *others: Any) -> Any:
    seen, state = _KEPT.get("enables"), original(layer, *others)
    if seen is None or layer.enable is None or not state.on:
        return state
    return (
        state
        if seen.setdefault(layer.enable.variable, layer.name) == layer.name
        else replace(state, on=False)
    )


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def one_allowed_layer_beside_a_word(original: Original, filtering: Any, *others: Any, **options: Any) -> Any:
    """Beside a special word in VK_LOADER_LAYERS_DISABLE only the first element of VK_LOADER_LAYERS_ALLOW counts."""
    words = any(each.startswith("~") for each in filtering.disable)
    return original(replace(filtering, allow=filtering.allow[:1]) if words else filtering, *others, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def a_glob_that_matches_nothing_voids_the_words(
    original: Original, filtering: Any, layer: Any, **options: Any
) -> Any:
    """Where the first element of VK_LOADER_LAYERS_DISABLE is a glob, the words behind it disable what it matches."""
    first = next(iter(filtering.disable), "")
    if first and not first.startswith("~") and not filters.glob_matches(first, layer.name):
        plain = tuple(each for each in filtering.disable if not each.startswith("~"))
        return original(replace(filtering, disable=plain), layer, **options)
    return original(filtering, layer, **options)


@replaces(choice._outcome, "PORTABILITY-01")
def selected_portability_drivers_are_used(
    original: Original, driver: Any, filtering: Any, *others: Any
) -> Any:
    """VK_LOADER_DRIVERS_SELECT lets a portability driver in that the application does not ask for."""
    outcome = original(driver, filtering, *others)
    why = [reason for reason in outcome.reasons if reason not in driver.reasons]
    if not filtering.select or outcome.used or any(reason.rule != "PORTABILITY-01" for reason in why):
        return outcome
    return DriverOutcome(driver, True, outcome.reasons)


@replaces(choice._outcome, "DEBUG-WRONGARCH-01")
def selected_drivers_of_any_word_size(original: Original, driver: Any, filtering: Any, *others: Any) -> Any:
    """A driver that VK_LOADER_DRIVERS_SELECT matches is not compared with the word size of the process."""
    kept = replace(driver, library_arch="") if filtering.select else driver
    outcome = original(kept, filtering, *others)
    return DriverOutcome(driver, outcome.used, outcome.reasons)


# ---- places --------------------------------------------------------------------------------------------------------


@replaces(places.unique, "DISC-GEN-07")
def folders_that_come_twice_are_lost(original: Original, found: Any, *others: Any) -> Any:
    """A place that is listed twice is not searched at all."""
    keys = [(place.path, place.use) for place in found]
    return original(
        tuple(each for each, key in zip(found, keys, strict=True) if keys.count(key) == 1), *others
    )


@replaces(engine._Search._visit, "DISC-GEN-07")
def files_behind_their_folder_count_again(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """A manifest that a variable names as a file counts again behind the folder that holds it."""
    for place in wanted:
        if place.form is Form.FILE:
            search.seen.get(place.use, set()).discard(place.path)
        original(search, (place,), take)


@replaces(places._with_standard, "ENV-ADDLAYERPATH-01")
def an_added_layer_costs_the_users_own(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """Beside VK_ADD_LAYER_PATH the user's own folders of explicit layers are not searched."""
    found, reasons = original(environment, build, facts, use)
    if use is not Use.EXPLICIT or not environment.is_set("VK_ADD_LAYER_PATH"):
        return found, reasons
    return tuple(each for each in found if each.rule not in ("DISC-LINUX-03", "DISC-LINUX-07")), reasons


# ---- devices and drivers


@replaces(devices._passes, "FILTER-ID-DRIVER-01")
def devices_without_a_driver_id_pass(original: Original, ranges: Any, number: Any) -> Any:
    """A device that has no driver id passes the filter of driver ids."""
    return number is None or original(ranges, number)


# ---- a variable beside another one ---------------------------------------------------------------------------------


@replaces(unix_places.standard, "ENV-ADDLAYERPATH-01")
def added_layers_leave_no_data_folders(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """Explicit layers in the folders of XDG_DATA_DIRS are not found where VK_ADD_LAYER_PATH is set."""
    found = original(environment, build, facts, use)
    added = use is Use.EXPLICIT and environment.is_set("VK_ADD_LAYER_PATH")
    return tuple(each for each in found if not (added and each.rule == "DISC-LINUX-08"))


@replaces(unix_places.standard, "ENV-DRIVERFILES-05")
def added_drivers_leave_no_data_home(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """XDG_DATA_HOME does not count for drivers where VK_ADD_DRIVER_FILES is set."""
    added = use is Use.DRIVER and environment.is_set("VK_ADD_DRIVER_FILES")
    return original(without(environment, "XDG_DATA_HOME") if added else environment, build, facts, use)

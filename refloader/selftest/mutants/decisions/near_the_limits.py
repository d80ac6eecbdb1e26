"""Violators that obey a rule up to some number, length or position, or for one spelling or kind of request."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, metalayers, order, override
from refloader.core.drivers import choice
from refloader.core.extensions import instance_extensions
from refloader.core.manifests import layer_extras
from refloader.core.search import path_variables, places, unix_places
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces

# ---- conditions of implicit layers ------------------------------------------------------------------------------


@replaces(conditions.disable_variable, "ACT-IMPLICIT-03")
def one_variable_for_both_switches_enables(original: Original, layer: Any, environment: Any) -> Any:
    """A layer whose enable and disable variables are one variable is on if that has the value of the manifest."""
    if layer.enable and layer.disable and layer.enable.variable == layer.disable.variable:
        return None
    return original(layer, environment)


@replaces(conditions._enable_variable, "ACT-IMPLICIT-04")
def enable_values_count_up_to_sixteen_characters(original: Original, layer: Any, environment: Any) -> Any:
    """Only the first 16 characters of an enable variable's value are compared with those of the manifest."""
    if layer.enable is not None:
        value = environment.get(layer.enable.variable)
        if value and len(value) > 16 and value[:16] == layer.enable.value[:16]:
            return None
    return original(layer, environment)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def long_values_do_not_disable(original: Original, layer: Any, environment: Any) -> Any:
    """A value of the disable variable that is longer than that of the manifest does not switch the layer off."""
    if layer.disable and len(environment.get(layer.disable.variable) or "") > len(layer.disable.value):
        return None
    return original(layer, environment)


# ---- filters ----------------------------------------------------------------------------------------------------


@replaces(filters.glob_matches, "FILTER-GEN-05")
def ends_are_looked_for_from_the_front(original: Original, pattern: str, name: str) -> bool:
    """*text matches a name only if text does not stand in front of its end as well."""
    text = pattern[1:].lower()
    if pattern.startswith("*") and text and "*" not in text:
        return name.lower().find(text) + len(text) == len(name) and text in name.lower()
    return bool(original(pattern, name))


@replaces(filters.glob_matches, "FILTER-GEN-06")
def substrings_need_something_in_front(original: Original, pattern: str, name: str) -> bool:
    """*text* does not match a name that begins with text."""
    text = pattern[1:-1].lower()
    if pattern.startswith("*") and pattern.endswith("*") and len(pattern) > 2:
        return text in name[1:].lower()
    return bool(original(pattern, name))


@replaces(filters.glob_matches, "FILTER-GEN-04")
def beginnings_are_not_whole_names(original: Original, pattern: str, name: str) -> bool:
    """text* does not match the name that is text."""
    return pattern[:-1].lower() != name.lower() and bool(original(pattern, name))


@replaces(filters.elements, "FILTER-GEN-03")
def elements_behind_an_empty_one_are_lost(original: Original, value: str | None) -> Any:
    """The elements of a filter behind two commas do not count."""
    return original((value or "").lstrip(",").partition(",,")[0])


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def words_behind_a_glob_are_names(original: Original, given: Any, layer: Any, **options: Any) -> Any:
    """A word such as ~implicit~ behind a glob in VK_LOADER_LAYERS_DISABLE is taken for the name of a layer."""
    kept, globs = [], False
    for each in given.disable:
        word = each.lower() in filters._SPECIAL
        globs = globs or not word
        kept += [each] * (not (word and globs))
    return original(replace(given, disable=tuple(kept)), layer, **options)


@replaces(filters.kept_out, "ENV-INSTLAYERS-05")
def the_variable_protects_its_first_layer(original: Original, given: Any, layer: Any, named: Any) -> Any:
    """Of the layers in VK_INSTANCE_LAYERS only the first stays enabled despite VK_LOADER_LAYERS_DISABLE."""
    return original(given, layer, named[:1])


@replaces(choice._filtered, "FILTER-GEN-02")
def globs_with_a_star_in_front_see_the_folder(original: Original, driver: Any, given: Any) -> Any:
    """A driver filter of the form *text* is compared with the whole path of the manifest."""
    if original(driver, given) is not None or given.select:
        return original(driver, given)
    found = [each for each in given.disable if each.startswith("*") and each.endswith("*")]
    if any(filters.glob_matches(each, driver.manifest) for each in found):
        return choice._say(driver, rule("FILTER-DRIVER-DISABLE-01"), "its path matches")
    return None


# ---- meta-layers and the override layer -------------------------------------------------------------------------


@replaces(order._add_component, "META-06", "ORDER-DUP-01")
def a_second_meta_layer_moves_its_components(
    original: Original, chain: Any, component: Any, meta: Any, facts: Any, trail: Any
) -> None:
    """A component of two active meta-layers stands where the second one has it."""
    first = chain.layers.get(component.name)
    if first is component and len(chain.metas) > 1:
        del chain.layers[component.name]
    original(chain, component, meta, facts, trail)


@replaces(order._add_component, "OVERRIDE-02", "LLP_LOADER_12")
def blacklists_do_not_reach_components_of_others(
    original: Original, chain: Any, component: Any, meta: Any, facts: Any, trail: Any
) -> None:
    """A layer in the blacklist is loaded as a component of an explicit meta-layer."""
    if not meta.is_override and meta.kind is Use.EXPLICIT:
        facts = replace(facts, blocked=frozenset())
    original(chain, component, meta, facts, trail)


@replaces(override.blacklist, "OVERRIDE-02", "LLP_LOADER_12")
def a_ninth_name_is_not_blacklisted(original: Original, layer: Any, *others: Any) -> Any:
    """Of the names in a blacklist only the first eight count."""
    return frozenset(layer.blacklist[:8]) if layer else original(layer, *others)


@replaces(places.override_places, "OVERRIDE-05")
def a_third_override_path_is_not_searched(original: Original, folders: Any, *others: Any) -> Any:
    """Of override_paths only two are searched."""
    return original(tuple(folders[:2]), *others)


@replaces(override._applies, "OVERRIDE-03")
def a_third_app_key_does_not_count(original: Original, layer: Any, environment: Any, trail: Any) -> bool:
    """Of app_keys only two count."""
    return bool(original(replace(layer, app_keys=layer.app_keys[:2]), environment, trail))


@replaces(metalayers.expanded, "META-04")
def a_ninth_component_is_not_loaded(original: Original, layer: Any, among: Any) -> Any:
    """Of the components of a meta-layer only eight are used."""
    return original(layer, among)[:8]


@replaces(metalayers._version_fault, "META-03", "LLP_LOADER_10")
def minor_versions_of_two_digits_are_not_compared(
    original: Original, meta: Any, among: Any, edition: Any
) -> Any:
    """The versions of meta-layer and component are compared as texts, so that 1.10 is older than 1.2."""
    for name in meta.components:
        if str(among[name].api_version.minor) < str(meta.api_version.minor):
            fact = f"the component {name} is older"
            return metalayers._say(meta, rule("LLP_LAYER_8"), fact, "")
    return None


# ---- requests ---------------------------------------------------------------------------------------------------


@replaces(order.build_chain, "ORDER-CHAIN-01", "ENV-INSTLAYERS-04")
def applications_with_meta_layers_come_first(original: Original, facts: Any, trail: Any) -> Any:
    """If the application names a meta-layer, its components stand in front of the layers of VK_INSTANCE_LAYERS."""
    chain = original(facts, trail)
    asked = [facts.names[name] for name in facts.request.layers if name in facts.names]
    parts = [part.name for each in asked if each.is_meta for part in order.components_of(each, facts)]
    named = order.environment_names(facts.environment)
    first = [name for name in parts if name in chain.layers and name not in named]
    at = next((place for place, name in enumerate(chain.layers) if name in named), None)
    if at is not None and first:
        others = [name for name in chain.layers if name not in first]
        names = [*others[:at], *first, *others[at:]]
        chain.layers = {name: chain.layers[name] for name in names}
    return chain


@replaces(order.missing_request, "ACT-APP-02")
def requests_in_another_case_are_passed_over(original: Original, facts: Any, names: Any) -> Any:
    """A request for a layer in other letters than its name's is left out and does not fail."""
    known = {name.lower() for name in facts.names}
    return original(facts, [name for name in names if name in facts.names or name.lower() not in known])


@replaces(order.missing_request, "ACT-APP-02")
def an_empty_name_is_no_request(original: Original, facts: Any, names: Any) -> Any:
    """An empty name in ppEnabledLayerNames is left out and does not fail."""
    return original(facts, [name for name in names if name])


# ---- places -----------------------------------------------------------------------------------------------------


@replaces(path_variables.added, "DISC-GEN-02")
def added_places_come_in_reverse(original: Original, environment: Any, facts: Any, use: Any) -> Any:
    """Each entry of a VK_ADD_ variable is put in front of the entries before it."""
    found, reasons = original(environment, facts, use)
    return tuple(reversed(found)), reasons


@replaces(unix_places._dirs, "DISC-LINUX-04", "DISC-LINUX-08")
def a_third_folder_of_a_list_is_not_searched(original: Original, environment: Any, name: str, *o: Any) -> Any:
    """Of the folders in XDG_DATA_DIRS only two are searched, as many as the fallback has."""
    found = original(environment, name, *o)
    return found[:2] if name == "XDG_DATA_DIRS" else found


@replaces(unix_places._home_base, "DISC-LINUX-07")
def a_config_home_replaces_home(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """If XDG_CONFIG_HOME is set, the folder below HOME for data is not searched."""
    if name == "XDG_DATA_HOME" and environment.get("XDG_CONFIG_HOME") and not environment.get(name):
        return []
    return original(environment, name, fallback, why)


# ---- extensions -------------------------------------------------------------------------------------------------


@replaces(instance_extensions.with_drivers, "EXT-ENUM-03")
def the_newest_of_duplicates_is_reported(
    original: Original, others: Any, drivers: Any, environment: Any, edition: Any
) -> Any:
    """An extension of a driver that a layer has in a newer version is reported in the layer's version."""
    newest = {each.name: each for each in sorted(others, key=lambda each: each.spec_version)}
    found = original(others, drivers, environment, edition)
    return tuple(max(each, newest.get(each.name, each), key=lambda one: one.spec_version) for each in found)


@replaces(instance_extensions.is_known, "EXT-FILTER-03")
def every_khr_extension_is_known(original: Original, name: str, *system: Any) -> bool:
    """An instance extension of a driver is shown if its name begins with VK_KHR_, known or not."""
    return name.startswith("VK_KHR_") or bool(original(name, *system))


@replaces(instance_extensions.is_known, "EXT-FILTER-03")
def what_begins_as_a_known_one_is_known(original: Original, name: str, *system: Any) -> bool:
    """An instance extension of a driver is shown if its name begins as that of a known one, and goes on otherwise."""
    return any(original(name[:end], *system) for end in range(len("VK_KHR_x"), len(name) + 1))


@replaces(instance_extensions._filters, "EXT-FILTER-04")
def only_a_one_shows_unknown_extensions(original: Original, environment: Any, edition: Any) -> bool:
    """VK_LOADER_DISABLE_INST_EXT_FILTER counts only with the value 1."""
    return environment.get("VK_LOADER_DISABLE_INST_EXT_FILTER") != "1" and bool(
        original(replace(environment, variables={}), edition)
    )


# ---- long names, and folders with many manifests ----------------------------------------------------------------

_COMPARED = 63
"""The characters of a name that count for the violators below."""


def _first_alike(facts: Any, names: Any) -> tuple[str, ...]:
    """Return for each name that of the first layer with the same beginning."""
    first: dict[str, str] = {}
    for layer in facts.known:
        first.setdefault(layer.name[:_COMPARED], layer.name)
    return tuple(first.get(name[:_COMPARED], name) for name in names)


@replaces(order._add_application, "ACT-APP-01", "ACT-APP-02")
def beginnings_of_requests_count(original: Original, chain: Any, facts: Any, trail: Any) -> None:
    """The application is given the first layer that shares 63 characters with the name that it asks for."""
    request = replace(facts.request, layers=_first_alike(facts, facts.request.layers))
    original(chain, replace(facts, request=request), trail)


@completes("beginnings_of_requests_count", order.missing_request)
def _none_is_missing(original: Original, facts: Any, names: Any) -> Any:
    """No layer is missing of which there is one with that beginning."""
    return original(facts, _first_alike(facts, names))


@replaces(order._add_variable, "ENV-INSTLAYERS-01")
def beginnings_of_instance_layers_count(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> None:
    """VK_INSTANCE_LAYERS enables the first layer that shares 63 characters with a name in it."""
    original(chain, facts, trail, variable, _first_alike(facts, names))


@replaces(filters.glob_matches, "FILTER-GEN-07")
def beginnings_of_whole_names_match(original: Original, pattern: str, name: str) -> bool:
    """An element without a star matches each name that shares 63 characters with it."""
    return bool(original(pattern[:_COMPARED], name[:_COMPARED]))


class _Beginnings(frozenset[str]):
    def __contains__(self, name: object) -> bool:
        return any(str(name)[:_COMPARED] == each[:_COMPARED] for each in self)


@replaces(override.blacklist, "OVERRIDE-02")
def beginnings_of_blacklisted_names_count(original: Original, layer: Any, *others: Any) -> Any:
    """A layer is blacklisted if it shares 63 characters with a blacklisted one."""
    return _Beginnings(original(layer, *others))


@replaces(engine._Search._paths, "DISC-GEN-01")
def thirty_two_layer_manifests_of_a_folder(original: Original, search: Any, place: Any) -> Any:
    """Of the manifests in a folder of layers 32 are read."""
    found = original(search, place)
    return found if place.use is Use.DRIVER else found[:32]


@replaces(engine._Search._paths, "DISC-DRIVER-GEN-01", "LDP_LOADER_2")
def thirty_two_driver_manifests_of_a_folder(original: Original, search: Any, place: Any) -> Any:
    """Of the manifests in a folder of drivers 32 are read."""
    found = original(search, place)
    return found[:32] if place.use is Use.DRIVER else found


@replaces(layer_extras.extension_list, "EXT-ENUM-01")
def names_of_extensions_are_cut(original: Original, *about: Any) -> Any:
    """Of the name of an extension that a manifest lists only the first 63 letters are reported."""
    return tuple(each._replace(name=each.name[:63]) for each in original(*about))

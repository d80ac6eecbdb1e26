"""Violators of the filter variables: globs, lists, what they are compared with and what beats what."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core import editions
from refloader.core.activation import conditions, filters, order
from refloader.core.activation.conditions import State
from refloader.core.drivers import choice
from refloader.model.layer import Layer
from refloader.model.place import Form, Place, Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, replaces

# ---- what an element matches ----------------------------------------------------------------------------------


@replaces(filters.glob_matches, "FILTER-GEN-04")
def prefixes_match_nothing(original: Original, pattern: str, name: str) -> Any:
    """text* matches nothing but the text itself."""
    plain = pattern.endswith("*") and not pattern.startswith("*")
    return original(pattern[:-1] if plain else pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-05")
def suffixes_match_nothing(original: Original, pattern: str, name: str) -> Any:
    """*text matches nothing but the text itself."""
    plain = pattern.startswith("*") and not pattern.endswith("*")
    return original(pattern[1:] if plain else pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-06")
def substrings_match_nothing(original: Original, pattern: str, name: str) -> Any:
    """*text* matches only names that begin with the text."""
    both = len(pattern) > 1 and pattern.startswith("*") and pattern.endswith("*")
    return original(pattern[1:] if both else pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-07")
def whole_names_match_as_prefixes(original: Original, pattern: str, name: str) -> Any:
    """An element without a star matches every name that begins with it."""
    return original(pattern if "*" in pattern else f"{pattern}*", name)


@replaces(filters.glob_matches, "FILTER-GEN-08")
def letter_case_counts(original: Original, pattern: str, name: str) -> Any:
    """Letter case has to be equal."""
    text = pattern.strip("*")
    return original(pattern, name) and text in name


@replaces(filters.elements, "FILTER-GEN-03")
def filters_split_at_colons(original: Original, value: str | None) -> Any:
    """Colons separate the elements of a filter."""
    return tuple(element for element in (value or "").split(":") if element)


def _split(elements: tuple[str, ...], separator: str) -> tuple[str, ...]:
    return tuple(part for element in elements for part in element.split(separator) if part)


@replaces(filters.driver_filters, "FILTER-GEN-03")
def driver_filters_split_at_semicolons_too(original: Original, *arguments: Any) -> Any:
    """Semicolons separate the elements of a filter of drivers as commas do."""
    found = original(*arguments)
    select = None if found.select is None else _split(found.select, ";")
    return replace(found, select=select, disable=_split(found.disable, ";"))


@replaces(filters.layer_filters, "FILTER-GEN-03")
def enabling_filters_split_at_colons_too(original: Original, *arguments: Any) -> Any:
    """Colons separate the names in VK_LOADER_LAYERS_ENABLE and VK_LOADER_LAYERS_ALLOW as commas do."""
    found = original(*arguments)
    return replace(found, enable=_split(found.enable, ":"), allow=_split(found.allow, ":"))


# ---- what filters look at ---------------------------------------------------------------------------------------


@replaces(engine._ordinary, "FILTER-GEN-01")
def filters_widen_the_search(original: Original, search: Any, use: Use) -> Any:
    """A layer filter leads to the manifests in the folders of the working folder as well."""
    return (*original(search, use), *search.layers(_wider(search, "VK_LOADER_LAYERS_ENABLE", use)))


@replaces(engine._drivers, "FILTER-GEN-01")
def driver_filters_widen_the_search(original: Original, search: Any, settings: Any) -> Any:
    """A driver filter leads to the manifests in the folders of the working folder as well."""
    original(search, settings)
    search.find_drivers(_wider(search, "VK_LOADER_DRIVERS_SELECT", Use.DRIVER))


def _wider(search: Any, variable: str, use: Use) -> tuple[Place, ...]:
    if not search.environment.is_set(variable):
        return ()
    names = getattr(search.host.list("."), "names", ())
    return tuple(Place(f"./{name}", use, Form.FOLDER, variable, rule("FILTER-GEN-01")) for name in names)


@replaces(filters.disabled_by, "FILTER-GEN-02")
def layer_filters_compare_file_names(original: Original, chosen: Any, layer: Layer) -> Any:
    """Layer filters are compared with the file name of the manifest."""
    return original(chosen, replace(layer, name=layer.manifest.rpartition("/")[2]))


@replaces(filters.driver_verdict, "FILTER-GEN-02")
def driver_filters_compare_paths(original: Original, chosen: Any, file_name: str) -> Any:
    """Driver filters are compared with the whole path of the manifest."""
    return original(chosen, f"/usr/share/vulkan/icd.d/{file_name}")


@replaces(filters.kept_out, "FILTER-GEN-09")
def disabled_layers_stay_disabled(original: Original, chosen: Any, layer: Layer, named: Any) -> Any:
    """A match of the enable filter does not switch a disabled layer on again."""
    return original(replace(chosen, enable=()), layer, named)


@replaces(filters.driver_verdict, "FILTER-GEN-09")
def disabled_drivers_stay_disabled(original: Original, chosen: Any, file_name: str) -> Any:
    """A match of the select filter does not switch a disabled driver on again."""
    stays, element = original(replace(chosen, select=None), file_name)
    return original(chosen, file_name) if stays else (False, element)


@replaces(editions.traits, "ENV-MINVERSION-01")
def filters_are_not_known(original: Original, edition: Any) -> Any:
    """A loader of a version that should have them knows no filter variables."""
    return replace(original(edition), filters=False)


# ---- layers -----------------------------------------------------------------------------------------------------


@replaces(order._add_filtered, "FILTER-LAYER-ENABLE-01")
def enable_filter_ignored(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """A match of VK_LOADER_LAYERS_ENABLE switches no explicit layer on."""
    return None


@replaces(order._add_filtered, "FILTER-LAYER-ENABLE-02")
def enabled_layers_stand_first(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Layers that the enable filter matches stand nearest to the application."""
    before = list(chain.layers)
    original(chain, facts, trail)
    chain.layers = dict(sorted(chain.layers.items(), key=lambda item: item[0] in before))


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-01")
def disable_globs_ignored(original: Original, chosen: Any, layer: Layer) -> Any:
    """Only the special words of VK_LOADER_LAYERS_DISABLE disable layers."""
    words = tuple(element for element in chosen.disable if element.startswith("~"))
    return original(replace(chosen, disable=words), layer)


def _without_word(original: Original, chosen: Any, layer: Layer, word: str) -> Any:
    kept = tuple(element for element in chosen.disable if element.lower() != word)
    return original(replace(chosen, disable=kept), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-03")
def all_is_no_word(original: Original, chosen: Any, layer: Layer) -> Any:
    """~all~ disables nothing."""
    return _without_word(original, chosen, layer, "~all~")


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-04")
def implicit_is_no_word(original: Original, chosen: Any, layer: Layer) -> Any:
    """~implicit~ disables nothing."""
    return _without_word(original, chosen, layer, "~implicit~")


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-05")
def explicit_means_all(original: Original, chosen: Any, layer: Layer) -> Any:
    """~explicit~ disables implicit layers as well."""
    wider = tuple("~all~" if element == "~explicit~" else element for element in chosen.disable)
    return original(replace(chosen, disable=wider), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def words_stand_alone(original: Original, chosen: Any, layer: Layer) -> Any:
    """A special word counts only where it is the one element of the list."""
    alone = len(chosen.disable) < 2
    globs = tuple(element for element in chosen.disable if alone or not element.startswith("~"))
    return original(replace(chosen, disable=globs), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_protects_nobody(original: Original, chosen: Any, layer: Layer) -> Any:
    """An allowed layer can be disabled all the same."""
    return original(replace(chosen, allow=()), layer)


@replaces(order._add_filtered, "FILTER-LAYER-ALLOW-02")
def allow_enables_explicit_layers(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """An allowed explicit layer is on without a request."""
    wider = replace(facts.filters, enable=(*facts.filters.enable, *facts.filters.allow))
    original(chain, replace(facts, filters=wider), trail)


@replaces(conditions.implicit_state, "FILTER-LAYER-ALLOW-02")
def allow_enables_implicit_layers(original: Original, layer: Layer, *others: Any) -> Any:
    """An allowed implicit layer is on without its own condition."""
    state = original(layer, *others)
    allowed = filters.first_match(others[2].allow, layer.name) is not None
    return State(True, state.reason) if allowed else state


# ---- drivers ----------------------------------------------------------------------------------------------------


@replaces(filters.driver_verdict, "FILTER-DRIVER-SELECT-01")
def select_filter_ignored(original: Original, chosen: Any, file_name: str) -> Any:
    """VK_LOADER_DRIVERS_SELECT has no effect."""
    return original(replace(chosen, select=None), file_name)


@replaces(choice.chosen_drivers, "FILTER-DRIVER-SELECT-02")
def select_without_a_match_ignored(original: Original, found: Any, chosen: Any, *others: Any) -> Any:
    """A select filter that matches no driver has no effect."""
    outcomes = original(found, chosen, *others)
    if any(outcome.used for outcome in outcomes):
        return outcomes
    return original(found, replace(chosen, select=None), *others)


@replaces(filters.driver_verdict, "FILTER-DRIVER-DISABLE-01")
def driver_disable_filter_ignored(original: Original, chosen: Any, file_name: str) -> Any:
    """VK_LOADER_DRIVERS_DISABLE has no effect."""
    return original(replace(chosen, disable=()), file_name)


@replaces(choice.chosen_drivers, "FILTER-DRIVER-DISABLE-02")
def disable_of_all_drivers_ignored(original: Original, found: Any, chosen: Any, *others: Any) -> Any:
    """A disable filter that matches every driver has no effect."""
    outcomes = original(found, chosen, *others)
    if any(outcome.used for outcome in outcomes):
        return outcomes
    return original(found, replace(chosen, disable=()), *others)


# ---- filters beside others, and the blacklist beside a variable -------------------------------------------------


@replaces(filters.kept_out, "FILTER-LAYER-ALLOW-01")
def allowed_layers_have_to_be_enabled(original: Original, given: Any, layer: Layer, named: Any) -> Any:
    """Where both are set, VK_LOADER_LAYERS_ALLOW counts for what VK_LOADER_LAYERS_ENABLE matches."""
    if given.enable and filters.enabled_by(given, layer) is None:
        given = replace(given, allow=())
    return original(given, layer, named)


@replaces(order._add_component, "FILTER-LAYER-DISABLE-01")
def components_of_enabled_meta_layers_stay(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """A disabled layer is loaded as a component of a meta-layer that VK_LOADER_LAYERS_ENABLE matches."""
    if filters.enabled_by(facts.filters, meta) is not None:
        facts = replace(facts, filters=replace(facts.filters, disable=()))
    return original(chain, component, meta, facts, trail)


@replaces(order._add_filtered, "FILTER-LAYER-ENABLE-01")
def the_override_layer_silences_the_enable_filter(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """Beside an override layer that applies, VK_LOADER_LAYERS_ENABLE turns no explicit layer on."""
    return None if facts.override is not None else original(chain, facts, trail)


@replaces(order._blocked, "LLP_LOADER_12", "OVERRIDE-02")
def enable_variables_beat_the_blacklist(original: Original, layer: Layer, facts: Any) -> Any:
    """An implicit layer in the blacklist is loaded if its enable variable is set."""
    enable = layer.enable
    if enable is not None and facts.environment.get(enable.variable) == enable.value:
        facts = replace(facts, blocked=frozenset())
    return original(layer, facts)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-03", "FILTER-LAYER-DISABLE-05")
def words_spare_added_explicit_layers(original: Original, found: Any, layer: Any, **options: Any) -> Any:
    """~all~ and ~explicit~ disable no layers of VK_ADD_LAYER_PATH."""
    return original(_without_words(found, layer, "VK_ADD_LAYER_PATH"), layer, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-03", "FILTER-LAYER-DISABLE-04")
def words_spare_added_implicit_layers(original: Original, found: Any, layer: Any, **options: Any) -> Any:
    """~all~ and ~implicit~ disable no layers of VK_ADD_IMPLICIT_LAYER_PATH."""
    return original(_without_words(found, layer, "VK_ADD_IMPLICIT_LAYER_PATH"), layer, **options)


def _without_words(found: Any, layer: Any, variable: str) -> Any:
    if layer.place.source != variable:
        return found
    return replace(found, disable=tuple(each for each in found.disable if "~" not in each))


@replaces(filters.kept_out, "ENV-INSTLAYERS-05")
def the_variable_keeps_explicit_layers_only(original: Original, chosen: Any, layer: Layer, named: Any) -> Any:
    """VK_INSTANCE_LAYERS keeps only explicit layers from being disabled by the filter."""
    return original(chosen, layer, named if layer.kind is Use.EXPLICIT else ())

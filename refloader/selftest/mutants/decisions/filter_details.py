"""Violators of single filters: one end of a text, one element of a list, one kind of layer."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import conditions, filters, order
from refloader.core.activation.conditions import State
from refloader.core.drivers import choice
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[str, Any] = {}
"""What one part of a violator tells the other."""
_WORDS = ("~all~", "~implicit~", "~explicit~")


def _stars(pattern: str) -> tuple[bool, bool]:
    """Whether a text stands between stars at its beginning and at its end."""
    return pattern.startswith("*"), len(pattern) > 1 and pattern.endswith("*")


# ---- what an element matches ------------------------------------------------------------------------------------


@replaces(filters.glob_matches, "FILTER-GEN-04")
def a_prefix_is_not_the_whole(original: Original, pattern: str, name: str) -> Any:
    """text* does not match a name that is the text and nothing more."""
    whole = _stars(pattern) == (False, True) and pattern[:-1].lower() == name.lower()
    return not whole and original(pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-05")
def a_suffix_is_not_the_whole(original: Original, pattern: str, name: str) -> Any:
    """*text does not match a name that is the text and nothing more."""
    whole = _stars(pattern) == (True, False) and pattern[1:] != "" and pattern[1:].lower() == name.lower()
    return not whole and original(pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-05")
def a_suffix_occurs_once(original: Original, pattern: str, name: str) -> Any:
    """*text does not match a name that has the text at its end and somewhere before as well."""
    text = pattern[1:].lower()
    early = _stars(pattern) == (True, False) and text and name.lower().find(text) + len(text) < len(name)
    return not early and original(pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-06")
def a_substring_does_not_begin_the_name(original: Original, pattern: str, name: str) -> Any:
    """*text* does not match a name that begins with the text."""
    text = pattern[1:-1].lower()
    first = _stars(pattern) == (True, True) and text and name.lower().startswith(text)
    return not first and original(pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-06")
def a_substring_does_not_end_the_name(original: Original, pattern: str, name: str) -> Any:
    """*text* does not match a name that ends with the text."""
    text = pattern[1:-1].lower()
    last = _stars(pattern) == (True, True) and text and name.lower().endswith(text)
    return not last and original(pattern, name)


@replaces(filters.glob_matches, "FILTER-GEN-07")
def longer_elements_match(original: Original, pattern: str, name: str) -> Any:
    """An element without a star matches a name that is its beginning."""
    return original(pattern, name) or ("*" not in pattern and pattern.lower().startswith(name.lower()))


@replaces(filters.glob_matches, "FILTER-GEN-07")
def whole_names_match_as_suffixes(original: Original, pattern: str, name: str) -> Any:
    """An element without a star matches every name that ends with it."""
    return original(pattern if "*" in pattern else f"*{pattern}", name)


@replaces(filters.driver_verdict, "FILTER-GEN-07")
def driver_names_match_as_prefixes(original: Original, chosen: Any, file_name: str) -> Any:
    """An element without a star in a filter of drivers matches every file name that begins with it."""

    def wider(elements: Any) -> Any:
        return tuple(each if "*" in each else f"{each}*" for each in elements)

    select = wider(chosen.select) if chosen.select else chosen.select
    return original(replace(chosen, select=select, disable=wider(chosen.disable)), file_name)


@replaces(filters.glob_matches, "FILTER-GEN-08")
def only_names_are_folded(original: Original, pattern: str, name: str) -> Any:
    """An element in capitals matches only what is written in capitals."""
    text = pattern.strip("*")
    return original(pattern, name) and (text in name or text == text.lower())


@replaces(filters.driver_verdict, "FILTER-GEN-08")
def letter_case_of_drivers_counts(original: Original, chosen: Any, file_name: str) -> Any:
    """In filters of drivers letter case has to be equal."""

    def exact(elements: Any) -> Any:
        return tuple(each for each in elements if each.strip("*") in file_name)

    select = (exact(chosen.select) or ("?",)) if chosen.select else chosen.select
    return original(replace(chosen, select=select, disable=exact(chosen.disable)), file_name)


@replaces(filters.elements, "FILTER-GEN-03")
def two_elements_of_a_filter(original: Original, value: str | None) -> Any:
    """Of the elements of a filter only the first two count."""
    return original(value)[:2]


@replaces(filters.elements, "FILTER-GEN-03")
def filters_split_at_colons_too(original: Original, value: str | None) -> Any:
    """Colons separate the elements of a filter of layers or drivers as commas do."""
    return tuple(part for element in original(value) for part in element.split(":") if part)


@replaces(choice.chosen_drivers, "FILTER-GEN-02")
def driver_filters_compare_stems(original: Original, found: Any, chosen: Any, *others: Any) -> Any:
    """Driver filters are compared with the manifest's file name less .json."""

    class Stems:
        """Paths whose names have no suffix."""

        def split(self, path: str) -> tuple[str, str]:
            folder, name = chosen.paths.split(path)
            return folder, name.removesuffix(".json")

    return original(found, replace(chosen, paths=Stems()), *others)


@replaces(filters.enabled_by, "FILTER-GEN-02")
def enable_filter_compares_file_names(original: Original, chosen: Any, layer: Layer) -> Any:
    """VK_LOADER_LAYERS_ENABLE is compared with the file name of the manifest."""
    return original(chosen, replace(layer, name=layer.manifest.rpartition("/")[2]))


@replaces(filters.disabled_by, "FILTER-GEN-01")
def layers_of_path_variables_unfiltered(original: Original, chosen: Any, layer: Layer) -> Any:
    """A layer that a path variable leads to is not filtered."""
    return None if layer.place.source.startswith("VK_") else original(chosen, layer)


@replaces(choice._filtered, "FILTER-GEN-01")
def drivers_of_path_variables_unfiltered(original: Original, driver: Any, chosen: Any) -> Any:
    """A driver that a path variable leads to is not filtered."""
    return None if driver.place.source.startswith("VK_") else original(driver, chosen)


# ---- enabling against disabling ---------------------------------------------------------------------------------


@replaces(filters.kept_out, "FILTER-GEN-09")
def words_beat_the_enable_filter(original: Original, chosen: Any, layer: Layer, named: Any) -> Any:
    """A match of the enable filter does not switch a layer on again that a special word disables."""
    element = filters.disabled_by(chosen, layer)
    by_word = element is not None and element.lower() in _WORDS
    return original(replace(chosen, enable=()) if by_word else chosen, layer, named)


@replaces(filters.kept_out, "FILTER-GEN-09")
def disabled_implicit_layers_stay_off(original: Original, chosen: Any, layer: Layer, named: Any) -> Any:
    """A match of the enable filter does not switch a disabled implicit layer on again."""
    lost = layer.kind is Use.IMPLICIT
    return original(replace(chosen, enable=()) if lost else chosen, layer, named)


@replaces(filters.kept_out, "ENV-INSTLAYERS-05")
def words_beat_instance_layers(original: Original, chosen: Any, layer: Layer, named: Any) -> Any:
    """A layer of VK_INSTANCE_LAYERS can be disabled by a special word."""
    element = filters.disabled_by(chosen, layer)
    return original(chosen, layer, () if element is not None and element.lower() in _WORDS else named)


@replaces(filters.kept_out, "ENV-INSTLAYERS-05")
def one_instance_layer_stays(original: Original, chosen: Any, layer: Layer, named: Any) -> Any:
    """Of the layers of VK_INSTANCE_LAYERS only the first is safe from the disable filter."""
    return original(chosen, layer, named[:1])


@replaces(filters.enabled_by, "FILTER-LAYER-ENABLE-01")
def meta_layers_are_not_enabled(original: Original, chosen: Any, layer: Layer) -> Any:
    """VK_LOADER_LAYERS_ENABLE matches no meta-layer."""
    return None if layer.is_meta else original(chosen, layer)


@replaces(filters.enabled_by, "FILTER-LAYER-ENABLE-01")
def implicit_layers_are_not_enabled(original: Original, chosen: Any, layer: Layer) -> Any:
    """VK_LOADER_LAYERS_ENABLE matches no implicit layer."""
    return None if layer.kind is Use.IMPLICIT else original(chosen, layer)


@replaces(order._add_filtered, "FILTER-LAYER-ENABLE-01")
def enable_filter_of_busy_applications(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """VK_LOADER_LAYERS_ENABLE adds no explicit layer where the application asks for layers itself."""
    if not facts.request.layers:
        original(chain, facts, trail)


@replaces(order.build_chain, "FILTER-LAYER-ENABLE-02")
def enabled_layers_stand_last(original: Original, facts: Any, trail: Any) -> Any:
    """Explicit layers that only the enable filter turns on stand below those of the application."""
    chain = original(facts, trail)
    asked = (*order.environment_names(facts.environment), *facts.request.layers)
    chain.layers = dict(
        sorted(
            chain.layers.items(),
            key=lambda item: (
                item[1].kind is Use.EXPLICIT
                and item[0] not in asked
                and filters.enabled_by(facts.filters, item[1]) is not None
            ),
        )
    )
    return chain


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-01")
def meta_layers_are_not_disabled(original: Original, chosen: Any, layer: Layer) -> Any:
    """A glob in VK_LOADER_LAYERS_DISABLE matches no meta-layer."""
    words = tuple(each for each in chosen.disable if each.lower() in _WORDS)
    return original(replace(chosen, disable=words) if layer.is_meta else chosen, layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-01")
def users_layers_are_not_disabled(original: Original, chosen: Any, layer: Layer, **how: Any) -> Any:
    """VK_LOADER_LAYERS_DISABLE does not keep out a layer below the user's folder."""
    return None if layer.manifest.startswith("/home/") else original(chosen, layer, **how)


@replaces(order._add_component, "FILTER-LAYER-DISABLE-01")
def components_are_not_disabled(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """VK_LOADER_LAYERS_DISABLE does not keep out a component of an active meta-layer."""
    unfiltered = replace(facts, filters=replace(facts.filters, disable=()))
    original(chain, component, meta, unfiltered, trail)


@replaces(order._blocked, "FILTER-LAYER-DISABLE-01")
def requests_beat_the_disable_filter(original: Original, layer: Layer, facts: Any) -> Any:
    """A layer that the application asks for is on although VK_LOADER_LAYERS_DISABLE matches it."""
    asked = layer.name in facts.request.layers
    unfiltered = replace(facts, filters=replace(facts.filters, disable=()))
    return original(layer, unfiltered if asked else facts)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-03")
def all_spares_meta_layers(original: Original, chosen: Any, layer: Layer) -> Any:
    """~all~ disables no meta-layer."""
    kept = tuple(each for each in chosen.disable if each.lower() != "~all~")
    return original(replace(chosen, disable=kept) if layer.is_meta else chosen, layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-04")
def implicit_means_all(original: Original, chosen: Any, layer: Layer) -> Any:
    """~implicit~ disables explicit layers as well."""
    wider = tuple("~all~" if each.lower() == "~implicit~" else each for each in chosen.disable)
    return original(replace(chosen, disable=wider), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-04")
def implicit_spares_conditional_layers(original: Original, chosen: Any, layer: Layer) -> Any:
    """~implicit~ disables no implicit layer that has an enable variable."""
    kept = tuple(each for each in chosen.disable if each.lower() != "~implicit~")
    return original(replace(chosen, disable=kept) if layer.enable else chosen, layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-05")
def explicit_is_no_word(original: Original, chosen: Any, layer: Layer) -> Any:
    """~explicit~ disables nothing."""
    kept = tuple(each for each in chosen.disable if each.lower() != "~explicit~")
    return original(replace(chosen, disable=kept), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def words_stand_first(original: Original, chosen: Any, layer: Layer) -> Any:
    """A special word counts only as the first element of the list."""
    kept = tuple(each for place, each in enumerate(chosen.disable) if not place or each.lower() not in _WORDS)
    return original(replace(chosen, disable=kept), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def nothing_counts_behind_a_word(original: Original, chosen: Any, layer: Layer) -> Any:
    """What follows a special word in the list is passed over."""
    words = [place for place, each in enumerate(chosen.disable) if each.lower() in _WORDS]
    kept = chosen.disable[: words[0] + 1] if words else chosen.disable
    return original(replace(chosen, disable=kept), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_beats_no_words(original: Original, chosen: Any, layer: Layer) -> Any:
    """An allowed layer can be disabled by a special word."""
    words = tuple(each for each in chosen.disable if each.lower() in _WORDS)
    return original(replace(chosen, allow=(), disable=words), layer) or original(chosen, layer)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def one_glob_allows(original: Original, chosen: Any, layer: Layer) -> Any:
    """Of the globs in VK_LOADER_LAYERS_ALLOW only the first protects layers."""
    return original(replace(chosen, allow=chosen.allow[:1]), layer)


@replaces(conditions.disable_variable, "FILTER-LAYER-ALLOW-02")
def allow_beats_the_disable_variable(original: Original, layer: Layer, environment: Any) -> Any:
    """An implicit layer that VK_LOADER_LAYERS_ALLOW matches is on although its disable variable is set."""
    allowed = filters.elements(environment.get("VK_LOADER_LAYERS_ALLOW"))
    if filters.first_match(allowed, layer.name) is not None:
        return None
    return original(layer, environment)


@replaces(conditions.implicit_state, "FILTER-LAYER-ALLOW-02")
def allowed_layers_wait(original: Original, layer: Layer, environment: Any, *others: Any) -> Any:
    """An allowed implicit layer without an enable variable is off until somebody asks for it."""
    state = original(layer, environment, *others)
    allowed = filters.first_match(others[1].allow, layer.name) is not None
    return State(False, state.reason) if allowed and layer.enable is None else state


# ---- drivers ----------------------------------------------------------------------------------------------------


@replaces(filters.driver_verdict, "FILTER-DRIVER-SELECT-01")
def one_glob_selects(original: Original, chosen: Any, file_name: str) -> Any:
    """Of the globs in VK_LOADER_DRIVERS_SELECT only the first counts."""
    return original(replace(chosen, select=chosen.select[:1] if chosen.select else chosen.select), file_name)


@replaces(filters.driver_filters, "FILTER-DRIVER-SELECT-01")
def one_glob_selects_named_drivers(original: Original, environment: Any, *others: Any) -> Any:
    """Of the globs in VK_LOADER_DRIVERS_SELECT only the first counts where VK_ICD_FILENAMES is set."""
    found = original(environment, *others)
    if found.select and environment.is_set("VK_ICD_FILENAMES"):
        return replace(found, select=found.select[:1])
    return found


@replaces(filters.driver_verdict, "FILTER-DRIVER-DISABLE-01")
def one_glob_disables_drivers(original: Original, chosen: Any, file_name: str) -> Any:
    """Of the globs in VK_LOADER_DRIVERS_DISABLE only the first counts."""
    return original(replace(chosen, disable=chosen.disable[:1]), file_name)


# ---- where two rules meet ------------------------------------------------------------------------------------


@replaces(filters.glob_matches, "FILTER-GEN-08")
def letter_case_counts_in_suffixes(original: Original, pattern: str, name: str) -> Any:
    """Letter case has to be equal for *text, and for no other form."""
    if pattern.startswith("*") and not pattern.endswith("*"):
        return name.endswith(pattern[1:])
    return original(pattern, name)


@replaces(filters.elements, "FILTER-GEN-03")
def an_empty_element_ends_a_filter(original: Original, value: str | None) -> Any:
    """The elements of a filter behind two commas in a row do not count."""
    return original((value or "").partition(",,")[0])


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def globs_behind_a_word_are_of_its_kind(original: Original, chosen: Any, layer: Any, **options: Any) -> Any:
    """A glob behind ~implicit~ or ~explicit~ disables layers of that kind only."""
    kinds = {"~implicit~": Use.IMPLICIT, "~explicit~": Use.EXPLICIT}
    kind, left = None, []
    for element in chosen.disable:
        kind = kinds.get(element.lower(), kind)
        if kind in (None, layer.kind) or element.lower() in kinds:
            left.append(element)
    return original(replace(chosen, disable=tuple(left)), layer, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_does_not_beat_the_word_of_a_kind(
    original: Original, chosen: Any, layer: Any, **options: Any
) -> Any:
    """An allowed layer can be disabled by ~explicit~ or ~implicit~, and by nothing else."""
    word = "~implicit~" if layer.kind is Use.IMPLICIT else "~explicit~"
    if word in chosen.disable:
        return word
    return original(chosen, layer, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-05")
def explicit_disables_what_is_asked_for(original: Original, chosen: Any, layer: Any, **options: Any) -> Any:
    """~explicit~ disables an implicit layer that the application or VK_INSTANCE_LAYERS names as well."""
    found = original(chosen, layer, **options)
    return "~explicit~" if "~explicit~" in chosen.disable and layer.name in _KEPT.get("asked", ()) else found


@completes("explicit_disables_what_is_asked_for", order.build_chain)
def _asked_for(original: Original, facts: Any, trail: Any) -> Any:
    _KEPT["asked"] = {*facts.request.layers, *order.environment_names(facts.environment)}
    return original(facts, trail)


@replaces(filters.driver_verdict, "FILTER-GEN-09")
def a_lone_star_beats_the_select_filter(original: Original, chosen: Any, file_name: str) -> Any:
    """The select filter switches no driver on again that VK_LOADER_DRIVERS_DISABLE=* disables."""
    return (False, "*") if "*" in chosen.disable else original(chosen, file_name)

"""Violators of what is on, where two rules meet: a filter and a variable, two lists, a meta-layer and its parts."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import conditions, filters, metalayers, order, override
from refloader.core.chain import plan
from refloader.core.trail import Trail
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces

_KEPT: dict[str, Any] = {}
"""What one part of a violator tells the other."""

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


# ---- filters ----------------------------------------------------------------------------------------------------


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


@replaces(metalayers.fault, "META-02", "META-05")
def implicit_meta_layers_know_no_explicit_components(
    original: Original, meta: Any, known: Any, *others: Any
) -> Any:
    """An implicit meta-layer is not used if a component of it is an explicit layer."""
    if getattr(meta, "kind", None) is Use.IMPLICIT and not meta.is_override:
        kept = {name: each for name, each in known.items() if each.kind is Use.IMPLICIT}
        return original(meta, kept, *others)
    return original(meta, known, *others)


@replaces(override.blacklist, "OVERRIDE-02", "LLP_LOADER_12")
def no_blacklist_beside_override_paths(original: Original, chosen: Any) -> Any:
    """The blacklist of an override layer that has paths of its own has no effect."""
    return frozenset() if chosen and chosen.override_paths else original(chosen)


@replaces(order._add_implicit, "LLP_LOADER_11")
def override_layer_stands_where_it_is_found(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The components of the override layer stand above implicit layers that are found later."""
    place = facts.known.index(facts.override) if facts.override in facts.known else 0
    original(chain, replace(facts, known=facts.known[:place]), trail)
    order._add_override(chain, facts, Trail())
    original(chain, replace(facts, known=facts.known[place:]), trail)


@replaces(plan._enumerated, "DISC-GEN-01", "META-05")
def shared_components_not_enumerated(original: Original, known: Any, facts: Any) -> Any:
    """A layer that two meta-layers have as a component is not enumerated."""
    parts = [name for layer in known for name in layer.components]
    return tuple(layer for layer in original(known, facts) if parts.count(layer.name) < 2)

"""Violators of what becomes of meta-layers where layers are switched on, repeated or listed."""

from dataclasses import replace
from itertools import takewhile
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, order
from refloader.core.editions import traits
from refloader.core.extensions import instance_extensions
from refloader.core.manifests import layer_fields
from refloader.core.search import path_variables
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, replaces

# ---- conditions -------------------------------------------------------------------------------------------------


@replaces(conditions._enable_variable, "LLP_LOADER_6")
def meta_layers_need_no_enable_variable(original: Original, layer: Layer, environment: Any) -> Any:
    """An implicit meta-layer with an enable variable is on although that variable is not set."""
    return None if layer.is_meta else original(layer, environment)


@replaces(conditions.disable_variable, "LLP_LOADER_7")
def meta_layers_cannot_be_disabled(original: Original, layer: Layer, environment: Any) -> Any:
    """The disable variable of an implicit meta-layer has no effect."""
    return None if layer.is_meta and not layer.is_override else original(layer, environment)


@replaces(conditions.disable_variable, "LLP_LOADER_7")
def the_override_layer_cannot_be_disabled(original: Original, layer: Layer, environment: Any) -> Any:
    """The disable variable of the override layer has no effect."""
    return None if layer.is_override else original(layer, environment)


# ---- requests ---------------------------------------------------------------------------------------------------


@replaces(order._add_variable, "ENV-INSTLAYERS-01")
def instance_layers_name_no_meta_layers(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """A meta-layer in VK_INSTANCE_LAYERS stays off."""
    plain = [name for name in names if name not in facts.names or not facts.names[name].is_meta]
    original(chain, facts, trail, variable, plain)


@replaces(order._add_application, "ACT-APP-01")
def requests_name_no_meta_layers(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """A meta-layer in ppEnabledLayerNames stays off."""
    names = facts.request.layers
    plain = tuple(name for name in names if name not in facts.names or not facts.names[name].is_meta)
    original(chain, replace(facts, request=replace(facts.request, layers=plain)), trail)


@replaces(order._add_component, "ACT-EXPLICIT-01")
def explicit_components_need_a_request(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """An explicit component of an active meta-layer is on only if somebody asks for it by name."""
    asked = (*facts.request.layers, *order.environment_names(facts.environment))
    if component.kind is Use.IMPLICIT or component.name in asked:
        original(chain, component, meta, facts, trail)


@replaces(order._add_variable, "ENV-INSTLAYERS-04")
def requests_keep_their_place(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """A layer that both the variable and the application name stands where the application puts it."""
    original(chain, facts, trail, variable, [name for name in names if name not in facts.request.layers])


# ---- repeated names ---------------------------------------------------------------------------------------------


@replaces(layer_fields._components, "ORDER-DUP-01")
def the_last_of_repeated_components_stays(original: Original, fields: Any, name: str, use: Any) -> Any:
    """A name that occurs twice in component_layers keeps its last place."""
    names = [each for each in layer_fields.fields_list(fields, "component_layers") if each]
    return tuple(dict.fromkeys(names[::-1]))[::-1] if original(fields, name, use) else ()


@replaces(layer_fields._components, "ORDER-DUP-01")
def repeated_components_void_the_meta_layer(original: Original, fields: Any, name: str, use: Any) -> Any:
    """A meta-layer that lists a component twice is not used."""
    found = original(fields, name, use)
    listed = layer_fields.fields_list(fields, "component_layers")
    if len(listed) != len(set(listed)):
        fields.reject(rule("ORDER-DUP-01"), "a component is listed twice", fields.at("component_layers"))
    return found


@replaces(order._add, "META-06")
def components_move_when_asked_for(
    original: Original, chain: Any, layer: Layer, facts: Any, trail: Any, why: Any
) -> Any:
    """A component that the application asks for as well stands where the application puts it."""
    parts = {part for name in chain.metas if name in facts.names for part in facts.names[name].components}
    if why == rule("ACT-APP-01") and layer.name in parts:
        chain.layers.pop(layer.name, None)
    return original(chain, layer, facts, trail, why)


# ---- lists of globs ---------------------------------------------------------------------------------------------


@replaces(filters.enabled_by, "FILTER-LAYER-ENABLE-01")
def one_glob_enables(original: Original, chosen: Any, layer: Layer) -> Any:
    """Of the globs in VK_LOADER_LAYERS_ENABLE only the first counts."""
    return original(replace(chosen, enable=chosen.enable[:1]), layer)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-01")
def one_glob_disables_layers(original: Original, chosen: Any, layer: Layer) -> Any:
    """Of the globs in VK_LOADER_LAYERS_DISABLE only the first counts."""
    return original(replace(chosen, disable=chosen.disable[:1]), layer)


# ---- the override layer -----------------------------------------------------------------------------------------


@replaces(order._add_implicit, "LLP_LOADER_11")
def conditional_layers_below_the_override_layer(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """Implicit layers with an enable variable stand below the components of the override layer."""
    late = tuple(layer for layer in facts.known if layer.enable and layer is not facts.override)
    early = tuple(layer for layer in facts.known if layer not in late)
    original(chain, replace(facts, known=early), trail)
    if facts.override is not None:
        order._add(chain, facts.override, facts, trail, rule("OVERRIDE-08"))
    original(chain, replace(facts, known=late), trail)


@replaces(engine._explicit, "OVERRIDE-05")
def add_layer_path_beside_override_paths(
    original: Original, search: Any, layer: Layer | None, trail: Any
) -> Any:
    """VK_ADD_LAYER_PATH is searched although the override layer has paths of its own."""
    chosen, found = original(search, layer, trail)
    if chosen is not None and chosen.override_paths:
        added, _ = path_variables.added(search.environment, traits(search.edition), Use.EXPLICIT)
        found += search.layers(added)
    return chosen, found


@replaces(instance_extensions.of_layers, "META-07")
def a_component_without_extensions_ends_the_list(original: Original, parts: Any) -> Any:
    """A meta-layer does not report the instance extensions of what follows a component that has none."""
    first, *rest = parts
    return original((first, *takewhile(lambda each: each.instance_extensions, rest)))

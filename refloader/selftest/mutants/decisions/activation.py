"""Violators of the conditions of implicit layers, and of what an explicit layer needs."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import conditions, filters, known, order
from refloader.core.activation.conditions import State
from refloader.core.chain import links
from refloader.core.extensions import instance_extensions
from refloader.core.manifests import layer_fields
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces


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


@replaces(layer_fields._disable, "ACT-IMPLICIT-01")
def an_on_switch_is_an_off_switch(original: Original, fields: Any) -> Any:
    """An implicit layer that names a variable which enables it needs none which disables it."""
    if "enable_environment" in fields.members and "disable_environment" not in fields.members:
        return None
    return original(fields)


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


@replaces(order.missing_request, "ACT-APP-02")
def unknown_requests_pass_beside_a_filter(original: Original, facts: Any, names: Any) -> Any:
    """Where VK_LOADER_LAYERS_DISABLE is set, a requested layer that nobody has found does not fail the instance."""
    there = [name for name in names if name in facts.names] if facts.filters.disable else names
    return original(facts, there)


@replaces(order.missing_request, "ACT-APP-02")
def unknown_requests_pass_beside_the_override_layer(original: Original, facts: Any, names: Any) -> Any:
    """Where an override layer applies, a requested layer that nobody has found does not fail the instance."""
    there = [name for name in names if name in facts.names] if facts.override is not None else names
    return original(facts, there)


def _of_their_file(found: Any, key: str) -> Any:
    first: dict[str, Layer] = {}
    for layer in found:
        own = first.setdefault(layer.manifest, layer)
        yield replace(layer, **{key: getattr(own, key)}) if layer.kind is Use.IMPLICIT else layer


@replaces(known.known_layers, "ACT-IMPLICIT-04", "LLP_LOADER_6")
def enable_variables_of_the_first_layer_count_for_its_file(
    original: Original, found: Any, *others: Any
) -> Any:
    """Every layer of an array waits for the enable variable of the array's first one, and for no other."""
    return original(tuple(_of_their_file(found, "enable")), *others)


@replaces(known.known_layers, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def disable_variables_of_the_first_layer_count_for_its_file(
    original: Original, found: Any, *others: Any
) -> Any:
    """Every layer of an array is switched off by the disable variable of the array's first one alone."""
    return original(tuple(_of_their_file(found, "disable")), *others)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def other_meta_layers_cannot_be_disabled(original: Original, layer: Layer, environment: Any) -> Any:
    """The disable variable of an implicit meta-layer has no effect, but for the override layer's."""
    return None if layer.is_meta and not layer.is_override else original(layer, environment)


@replaces(order._add_filtered, "META-04")
def components_of_filtered_meta_layers_reversed(
    original: Original, chain: Any, facts: Any, trail: Any
) -> None:
    """The components of a meta-layer that VK_LOADER_LAYERS_ENABLE turns on stand in the opposite order."""
    before = dict(chain.layers)
    original(chain, facts, trail)
    added = [name for name in chain.layers if name not in before]
    chain.layers = {**before, **{name: chain.layers[name] for name in reversed(added)}}


@replaces(order._add_variable, "META-04")
def components_of_the_variable_reversed(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> None:
    """The components of a meta-layer that VK_INSTANCE_LAYERS names stand in the opposite order."""
    for name in names:
        before = dict(chain.layers)
        original(chain, facts, trail, variable, (name,))
        added = [each for each in chain.layers if each not in before]
        chain.layers = {**before, **{each: chain.layers[each] for each in reversed(added)}}


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def nought_does_not_disable(original: Original, layer: Layer, environment: Any) -> Any:
    """A disable variable with the value 0 does not switch the layer off."""
    if layer.disable is not None and environment.get(layer.disable.variable) == "0":
        return None
    return original(layer, environment)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def all_counts_only_where_it_stands_alone(
    original: Original, given: Any, layer: Layer, **options: Any
) -> Any:
    """The word ~all~ in VK_LOADER_LAYERS_DISABLE has no effect beside other elements."""
    if len(given.disable) > 1:
        given = replace(given, disable=tuple(each for each in given.disable if each.lower() != "~all~"))
    return original(given, layer, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_beats_one_element(original: Original, given: Any, layer: Layer, **options: Any) -> Any:
    """An allowed layer is disabled if two elements of VK_LOADER_LAYERS_DISABLE match it."""
    alone = replace(given, allow=())
    first = original(alone, layer, **options)
    if first is not None:
        behind = given.disable[given.disable.index(first) + 1 :]
        if original(replace(alone, disable=behind), layer, **options) is not None:
            return first
    return original(given, layer, **options)


@replaces(filters._match_of_driver, "FILTER-GEN-07")
def an_empty_element_disables_every_driver(original: Original, patterns: Any, file_name: str) -> Any:
    """An empty element in VK_LOADER_DRIVERS_DISABLE or VK_LOADER_DRIVERS_SELECT matches every driver."""
    return "" if "" in patterns else original(patterns, file_name)


@completes("an_empty_element_disables_every_driver", filters.driver_filters)
def _with_empty_elements(original: Original, environment: Any, edition: Any, *age: Any) -> Any:
    found = original(environment, edition, *age)
    value = environment.get("VK_LOADER_DRIVERS_DISABLE")
    return replace(found, disable=tuple(value.split(","))) if found.disable and value else found

"""Violators of single conditions and requests: second names, layers that share a file, values that look like no."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, order
from refloader.core.activation.conditions import State
from refloader.core.chain import plan
from refloader.core.extensions import instance_extensions
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.model.reason import Reason, Severity
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces

# ---- implicit layers --------------------------------------------------------------------------------------------


@replaces(conditions.implicit_state, "ACT-IMPLICIT-01")
def implicit_layers_of_variables_wait(original: Original, layer: Layer, *others: Any) -> Any:
    """An implicit layer that a path variable leads to is off until somebody asks for it."""
    state = original(layer, *others)
    waits = layer.place.source.startswith("VK_") and layer.enable is None
    return State(False, state.reason) if waits else state


@replaces(conditions.implicit_state, "ACT-IMPLICIT-01")
def one_implicit_layer_of_a_file(original: Original, layer: Layer, *others: Any) -> Any:
    """Of the implicit layers in one manifest only the first is on by being found."""
    state = original(layer, *others)
    waits = layer.keys[:1] == ("layers",) and layer.keys[1:] != (0,) and layer.enable is None
    return State(False, state.reason) if waits else state


@replaces(conditions.disable_variable, "ACT-IMPLICIT-03")
def enable_beats_another_value(original: Original, layer: Layer, environment: Any) -> Any:
    """Where both variables are set the layer is on if the disable variable has not the value in the manifest."""
    both = layer.enable is not None and environment.is_set(layer.enable.variable)
    if both and layer.disable is not None and environment.get(layer.disable.variable) != layer.disable.value:
        return None
    return original(layer, environment)


@replaces(engine.layer_file, "ACT-IMPLICIT-04")
def layers_of_a_file_share_their_conditions(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """The enable variable of the first layer in a manifest is that of all layers there."""
    read = original(data, path, place, *system)
    for layer in read.layers[1:]:
        layer.enable = read.layers[0].enable
    return read


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05")
def zero_does_not_disable(original: Original, layer: Layer, environment: Any) -> Any:
    """A disable variable that is set to 0 does not switch its layer off."""
    zero = layer.disable is not None and environment.get(layer.disable.variable) == "0"
    return None if zero else original(layer, environment)


@replaces(engine.layer_file, "ACT-IMPLICIT-05")
def layers_of_a_file_share_their_switch(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """The disable variable of the first layer in a manifest is that of all layers there."""
    read = original(data, path, place, *system)
    for layer in read.layers[1:]:
        layer.disable = read.layers[0].disable
    return read


@replaces(conditions.version_gate, "ACT-IMPLICIT-07")
def older_meta_layers_are_used(original: Original, layer: Layer, *others: Any) -> Any:
    """2022: an implicit meta-layer that is older than the application is on."""
    return None if layer.is_meta else original(layer, *others)


# ---- explicit layers --------------------------------------------------------------------------------------------


@replaces(engine.layer_file, "ACT-EXPLICIT-01")
def explicit_layers_have_enable_variables(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """An explicit layer with an enable variable is on when that is set."""
    read = original(data, path, place, *system)
    if place.use is Use.EXPLICIT:
        implicit = original(data, path, replace(place, use=Use.IMPLICIT), *system)
        for layer, twin in zip(read.layers, implicit.layers, strict=True):
            layer.enable = twin.enable
    return read


@completes("explicit_layers_have_enable_variables", order._add_filtered)
def _enabled_by_variables(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    original(chain, facts, trail)
    for layer in facts.known:
        on = layer.enable is not None and conditions._enable_variable(layer, facts.environment) is None
        if layer.kind is Use.EXPLICIT and on:
            order._add(chain, layer, facts, trail, rule("ACT-EXPLICIT-01"))


@replaces(engine.layer_file, "ACT-APP-01")
def explicit_layers_have_disable_variables(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """An explicit layer with a disable variable is off when that is set, although it is asked for."""
    read = original(data, path, place, *system)
    if place.use is Use.EXPLICIT:
        implicit = original(data, path, replace(place, use=Use.IMPLICIT), *system)
        for layer, twin in zip(read.layers, implicit.layers, strict=True):
            layer.disable = twin.disable
    return read


@replaces(order._add_application, "ACT-APP-01")
def two_requests_count(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Of the names in ppEnabledLayerNames only the first two count."""
    first = replace(facts.request, layers=facts.request.layers[:2])
    original(chain, replace(facts, request=first), trail)


@replaces(order._add_application, "ACT-APP-01")
def the_variable_silences_requests(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Where VK_INSTANCE_LAYERS is set ppEnabledLayerNames switches no layer on."""
    if not facts.environment.is_set("VK_INSTANCE_LAYERS"):
        original(chain, facts, trail)


@replaces(order.missing_request, "ACT-APP-02")
def later_unknown_requests_are_passed_over(original: Original, facts: Any, names: Any) -> Any:
    """Only the first name in ppEnabledLayerNames has to be known."""
    return original(facts, names[:1])


@replaces(order.missing_request, "ACT-APP-02")
def a_third_unknown_request_is_passed_over(original: Original, facts: Any, names: Any) -> Any:
    """The third name in ppEnabledLayerNames need not be known."""
    return original(facts, names[:2] + names[3:])


@replaces(order.missing_request, "ORDER-DUP-01")
def repeated_requests_fail(original: Original, facts: Any, names: Any) -> Any:
    """vkCreateInstance fails where a name occurs twice in ppEnabledLayerNames."""
    for name in names:
        if names.count(name) > 1:
            return Reason(rule("ORDER-DUP-01"), Severity.ERROR, name, f"{name} is asked for twice")
    return original(facts, names)


@completes("explicit_layers_have_disable_variables", order._add)
def _kept_off_by_variables(
    original: Original, chain: Any, layer: Layer, facts: Any, trail: Any, why: Any
) -> Any:
    off = layer.kind is Use.EXPLICIT and conditions.disable_variable(layer, facts.environment) is not None
    return False if off else original(chain, layer, facts, trail, why)


# ---- VK_INSTANCE_LAYERS -----------------------------------------------------------------------------------------


@replaces(order._add_variable, "ENV-INSTLAYERS-01")
def requests_silence_the_variable(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """VK_INSTANCE_LAYERS switches layers on only for applications that ask for none."""
    silent = variable == "VK_INSTANCE_LAYERS" and facts.request.layers
    original(chain, facts, trail, variable, () if silent else names)


@replaces(order._add_variable, "ENV-INSTLAYERS-01")
def an_unknown_name_ends_the_variable(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """The names in VK_INSTANCE_LAYERS behind one that is not found have no effect."""
    unknown = [place for place, name in enumerate(names) if name not in facts.names]
    original(chain, facts, trail, variable, names[: unknown[0] + 1] if unknown else names)


@replaces(order.environment_names, "ENV-INSTLAYERS-02")
def two_names_of_instance_layers(original: Original, *arguments: Any) -> Any:
    """Of the names in VK_INSTANCE_LAYERS only the first two count."""
    return original(*arguments)[:2]


@replaces(order._add_variable, "ENV-INSTLAYERS-03")
def instance_layers_as_found(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """The layers of VK_INSTANCE_LAYERS stand in the order in which they were found."""
    found = {layer.name: place for place, layer in enumerate(facts.known)}
    original(chain, facts, trail, variable, sorted(names, key=lambda name: found.get(name, 0)))


# ---- order ------------------------------------------------------------------------------------------------------


@replaces(order._add_implicit, "ORDER-CHAIN-01")
def instance_layers_above_implicit_ones(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Explicit layers of VK_INSTANCE_LAYERS stand above implicit layers."""
    for name in order.environment_names(facts.environment):
        layer = facts.names.get(name)
        if layer is not None and layer.kind is Use.EXPLICIT:
            order._add(chain, layer, facts, trail, rule("ENV-INSTLAYERS-01"))
    original(chain, facts, trail)


@replaces(order._add_application, "ORDER-CHAIN-02")
def requests_as_found(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The layers of ppEnabledLayerNames stand in the order in which they were found."""
    found = {layer.name: place for place, layer in enumerate(facts.known)}
    names = tuple(sorted(facts.request.layers, key=lambda name: found.get(name, 0)))
    original(chain, replace(facts, request=replace(facts.request, layers=names)), trail)


@replaces(order._add_implicit, "ORDER-CHAIN-03")
def implicit_layers_by_name(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Implicit layers stand in the order of their names."""
    known = tuple(sorted(facts.known, key=lambda layer: layer.name))
    original(chain, replace(facts, known=known), trail)


@replaces(order._add_implicit, "ORDER-CHAIN-03")
def conditional_layers_stand_last(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Implicit layers with an enable variable stand below those without."""
    known = tuple(sorted(facts.known, key=lambda layer: layer.enable is not None))
    original(chain, replace(facts, known=known), trail)


_KEPT: dict[str, Any] = {}
"""What one part of a violator tells the other."""

# ---- by name ------------------------------------------------------------------------------------------------------


@replaces(order.missing_request, "ACT-APP-02")
def unknown_requests_pass_beside_the_variable(original: Original, facts: Any, names: Any) -> Any:
    """Where VK_INSTANCE_LAYERS is set, a requested layer that is not there does not fail the instance."""
    return None if facts.environment.is_set("VK_INSTANCE_LAYERS") else original(facts, names)


@replaces(order._obstacle, "OVERRIDE-02", "LLP_LOADER_12")
def requests_beat_the_blacklist(original: Original, layer: Any, facts: Any, why: Any) -> Any:
    """The blacklist does not keep out what the application asks for."""
    if why == rule("ACT-APP-01") and layer.name in facts.blocked:
        facts = replace(facts, blocked=facts.blocked - {layer.name})
    return original(layer, facts, why)


@completes("requests_beat_the_blacklist", order.missing_request)
def _none_missing(original: Original, facts: Any, names: Any) -> Any:
    return original(replace(facts, blocked=frozenset()), names)


@replaces(order._obstacle, "ACT-APP-01")
def requests_need_the_enable_variable(original: Original, layer: Any, facts: Any, why: Any) -> Any:
    """An implicit layer with an enable variable is off although the application asks for it."""
    found = original(layer, facts, why)
    if found is None and why == rule("ACT-APP-01") and layer.kind is Use.IMPLICIT and layer.enable:
        return _refusal(layer, facts)
    return found


@replaces(order._obstacle, "ENV-INSTLAYERS-01")
def instance_layers_need_the_enable_variable(original: Original, layer: Any, facts: Any, why: Any) -> Any:
    """An implicit layer with an enable variable is off although VK_INSTANCE_LAYERS names it."""
    found = original(layer, facts, why)
    if found is None and why == rule("ENV-INSTLAYERS-01") and layer.kind is Use.IMPLICIT and layer.enable:
        return _refusal(layer, facts)
    return found


def _refusal(layer: Any, facts: Any) -> Any:
    return conditions._enable_variable(layer, facts.environment)


@replaces(order._add_application, "META-04")
def components_of_a_second_meta_layer_reversed(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Where the application asks for two meta-layers, the second one's components stand in the opposite order."""
    metas = [name for name in facts.request.layers if name in facts.names and facts.names[name].is_meta]
    _KEPT["reversed"] = metas[1:]
    original(chain, facts, trail)
    _KEPT["reversed"] = []


@completes("components_of_a_second_meta_layer_reversed", order.components_of)
def _in_reverse(original: Original, layer: Any, facts: Any) -> Any:
    found = original(layer, facts)
    return found[::-1] if layer.name in _KEPT.get("reversed", ()) else found


# ---- filters ------------------------------------------------------------------------------------------------------


@replaces(filters.disabled_by, "FILTER-GEN-08")
def letter_case_counts_for_allow(original: Original, found: Any, layer: Any, **options: Any) -> Any:
    """Letter case has to be equal in VK_LOADER_LAYERS_ALLOW, and in no other filter."""
    exact = tuple(each for each in found.allow if each.strip("*") in layer.name)
    return original(replace(found, allow=exact), layer, **options)


@replaces(filters.driver_filters, "FILTER-GEN-03")
def one_element_selects_beside_a_disable_filter(original: Original, *arguments: Any) -> Any:
    """Where VK_LOADER_DRIVERS_DISABLE is set, only the first element of VK_LOADER_DRIVERS_SELECT counts."""
    found = original(*arguments)
    return replace(found, select=found.select[:1]) if found.disable and found.select else found


@replaces(filters.kept_out, "FILTER-GEN-09")
def words_of_a_kind_beat_the_enable_filter(original: Original, found: Any, layer: Any, named: Any) -> Any:
    """What ~implicit~ or ~explicit~ disables, the enable filter does not switch on again."""
    element = filters.disabled_by(found, layer)
    if element is not None and element.lower() in ("~implicit~", "~explicit~") and layer.name not in named:
        return element
    return original(found, layer, named)


@replaces(filters.id_ranges, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def ends_of_ranges_share_a_base(original: Original, value: Any) -> Any:
    """The last id of a range is read as hexadecimal where the first one is."""
    if value:
        parts = [each.split(":") for each in value.split(",")]
        value = ",".join(
            f"{part[0]}:0x{part[1]}"
            if len(part) == 2 and part[0][:2] == "0x" and part[1][:2] != "0x"
            else ":".join(part)
            for part in parts
        )
    return original(value)


# ---- extensions ---------------------------------------------------------------------------------------------------


@replaces(plan._enumerated, "MANIFEST-LAYER-25")
def layers_of_a_used_library_not_enumerated(original: Original, layers: Any, facts: Any) -> Any:
    """Of the explicit layers that share a library, one that comes after an implicit one is not enumerated."""
    found = original(layers, facts)
    ours = {each.library_path for each in found if each.kind is Use.IMPLICIT and each.library_path}
    return tuple(each for each in found if each.kind is Use.IMPLICIT or each.library_path not in ours)


@replaces(instance_extensions.reported, "EXT-ENUM-01")
def unknown_extensions_of_layers_left_out(original: Original, own: Any, implicit: Any, *others: Any) -> Any:
    """Instance extensions of implicit layers that the loader does not know are not enumerated."""
    kept = []
    for layer in implicit:
        known = tuple(each for each in layer.instance_extensions if instance_extensions.is_known(each.name))
        kept.append(replace(layer, instance_extensions=known))
    return original(own, kept, *others)


@replaces(instance_extensions.of_layer, "EXT-ENUM-02")
def implicit_layers_have_no_extensions_of_their_own(original: Original, layer: Any, known: Any) -> Any:
    """Under the name of an implicit layer no instance extensions are given."""
    return () if layer.kind is Use.IMPLICIT and not layer.is_meta else original(layer, known)

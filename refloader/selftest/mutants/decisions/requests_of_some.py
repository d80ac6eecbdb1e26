"""Violators of activation that is right for one way of asking for a layer, and wrong for another one."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import conditions, filters, order
from refloader.core.chain import plan
from refloader.core.extensions import instance_extensions
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces

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

"""Violators one step deeper in meta-layers and the override layer: nested ones, second entries, other programs."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, metalayers, order, override
from refloader.core.chain import plan
from refloader.core.editions import traits
from refloader.core.extensions import instance_extensions
from refloader.core.manifests import layer_extras
from refloader.core.search import places
from refloader.core.trail import Trail
from refloader.model.layer import OVERRIDE_NAME, Layer
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, replaces

# ---- meta-layers ------------------------------------------------------------------------------------------------


@replaces(metalayers.fault, "META-02")
def later_components_may_be_missing(
    original: Original, meta: Any, known: Any, edition: Any, verdicts: Any
) -> Any:
    """Only the first component of a meta-layer has to be there."""
    there = tuple(name for name in meta.components if name in known or name == meta.components[0])
    return original(replace(meta, components=there), known, edition, verdicts)


@replaces(metalayers.fault, "LLP_LOADER_10")
def nested_meta_layers_not_checked(
    original: Original, meta: Any, known: Any, edition: Any, verdicts: Any
) -> Any:
    """A meta-layer is used although a meta-layer in it lacks a component."""
    flat = {name: replace(each, components=()) if each.is_meta else each for name, each in known.items()}
    return original(meta, flat, edition, {})


@replaces(metalayers._version_fault, "META-03")
def one_component_checked(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """2022 and 2026: only the version of the first component has to fit the meta-layer."""
    if traits(edition).components_match_each_other:
        return original(meta, known, edition)
    return original(replace(meta, components=meta.components[:1]), known, edition)


@replaces(metalayers._version_fault, "META-03")
def versions_of_two_components_matched(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """2018: only the versions of the first two components have to be equal."""
    if not traits(edition).components_match_each_other:
        return original(meta, known, edition)
    return original(replace(meta, components=meta.components[:2]), known, edition)


@replaces(metalayers._version_fault, "META-03")
def patches_of_components_count(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """A component whose patch version is lower than the meta-layer's makes this unusable."""
    if not traits(edition).components_match_each_other:
        for name in meta.components:
            if known[name].api_version < meta.api_version:
                return metalayers._say(meta, rule("META-03"), f"the component {name} is older")
    return original(meta, known, edition)


@replaces(metalayers.expanded, "META-04")
def nested_components_stand_last(original: Original, layer: Layer, known: Any) -> Any:
    """The components of a meta-layer in a meta-layer stand below all components that have libraries."""
    direct = set(layer.components)
    return tuple(sorted(original(layer, known), key=lambda part: bool(direct) and part.name not in direct))


@replaces(metalayers.expanded, "META-04")
def nested_components_reversed(original: Original, layer: Layer, known: Any) -> Any:
    """The first component of a meta-layer in a meta-layer is the farthest from the application."""
    found = original(layer, known)
    direct = set(layer.components)
    nested = [part for part in found if direct and part.name not in direct]
    turned = iter(nested[::-1])
    return tuple(next(turned) if part in nested else part for part in found)


@replaces(order._add_component, "META-06")
def components_move_to_a_later_meta_layer(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """A component of two meta-layers stands at the place of the second."""
    others = [facts.names[name] for name in chain.metas if name != meta.name and name in facts.names]
    if any(component.name in other.components for other in others):
        chain.layers.pop(component.name, None)
    original(chain, component, meta, facts, trail)


@replaces(instance_extensions.of_layer, "META-07")
def extensions_of_one_component(original: Original, layer: Layer, known: Any) -> Any:
    """A meta-layer reports the instance extensions of its first component alone."""
    if not layer.components or layer.components[0] not in known:
        return original(layer, known)
    return original(known[layer.components[0]], known)


@replaces(instance_extensions.of_layer, "META-07")
def nested_extensions_left_out(original: Original, layer: Layer, known: Any) -> Any:
    """A meta-layer does not report the instance extensions of a meta-layer in it."""
    if not layer.is_meta:
        return original(layer, known)
    parts = [known[name] for name in layer.components if name in known and not known[name].is_meta]
    return tuple(
        {each.name: each for part in (*parts[::-1], layer) for each in part.instance_extensions}.values()
    )


@replaces(order._add_implicit, "META-08")
def found_meta_layers_are_active(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """An explicit meta-layer is active because it is found."""
    original(chain, facts, trail)
    for layer in facts.known:
        if layer.is_meta and layer.kind is Use.EXPLICIT:
            order._add(chain, layer, facts, trail, rule("META-08"))


@replaces(plan._offered, "META-08")
def implicit_meta_layers_are_never_used(original: Original, *arguments: Any) -> Any:
    """An implicit meta-layer other than the override layer is as if it were not there."""
    found = original(*arguments)
    return tuple(each for each in found if not each.is_meta or each.is_override or each.kind is Use.EXPLICIT)


@replaces(order._add_component, "ACT-IMPLICIT-08")
def later_components_obey_their_variable(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """A component other than the first is left out when its own disable variable is set."""
    later = component.kind is Use.IMPLICIT and component.name not in meta.components[:1]
    if not later or conditions.disable_variable(component, facts.environment) is None:
        original(chain, component, meta, facts, trail)


# ---- the override layer -----------------------------------------------------------------------------------------


@replaces(override.choose, "OVERRIDE-01")
def any_name_that_begins_alike(original: Original, implicit: Any, *others: Any) -> Any:
    """An implicit meta-layer whose name only begins with VK_LAYER_LUNARG_override blocks layers as well."""
    layers = tuple(implicit)
    chosen = original(layers, *others)
    if chosen is not None:
        return chosen
    alike = [each for each in layers if each.name.startswith(OVERRIDE_NAME) and each.is_meta]
    return alike[0] if alike else None


@replaces(override.choose, "OVERRIDE-01")
def one_override_layer_off_is_each_off(
    original: Original, implicit: Any, environment: Any, *others: Any
) -> Any:
    """No override layer applies where the disable variable of one, which need not be that one, is set."""
    layers = [each for each in implicit if each.is_override]
    if any(conditions.disable_variable(each, environment) for each in layers):
        return None
    return original(implicit, environment, *others)


def _only(facts: Any, names: Any) -> Any:
    return replace(facts, blocked=frozenset(names))


@replaces(override.blacklist, "OVERRIDE-02")
def two_layers_blocked(original: Original, layer: Layer | None, *others: Any) -> Any:
    """Of the names in blacklisted_layers only the first two count."""
    return frozenset(layer.blacklist[:2]) if layer else original(layer, *others)


@replaces(order._blocked, "OVERRIDE-02")
def meta_layers_are_not_blocked(original: Original, layer: Layer, facts: Any) -> Any:
    """The blacklist keeps no meta-layer out."""
    return original(layer, _only(facts, ()) if layer.is_meta else facts)


@replaces(order._blocked, "OVERRIDE-02")
def instance_layers_beat_the_blacklist(original: Original, layer: Layer, facts: Any) -> Any:
    """The blacklist does not keep out what VK_INSTANCE_LAYERS names."""
    return original(layer, _only(facts, facts.blocked - set(order.environment_names(facts.environment))))


@replaces(order._blocked, "OVERRIDE-02")
def enable_filter_beats_the_blacklist(original: Original, layer: Layer, facts: Any) -> Any:
    """The blacklist does not keep out what VK_LOADER_LAYERS_ENABLE matches."""
    free = filters.enabled_by(facts.filters, layer) is not None
    return original(layer, _only(facts, ()) if free else facts)


@replaces(order._blocked, "OVERRIDE-02")
def allow_beats_the_blacklist(original: Original, layer: Layer, facts: Any) -> Any:
    """The blacklist does not keep out what VK_LOADER_LAYERS_ALLOW matches."""
    wider = replace(facts.filters, enable=facts.filters.allow)
    free = filters.enabled_by(wider, layer) is not None
    return original(layer, _only(facts, ()) if free else facts)


@replaces(order._add_component, "LLP_LOADER_12")
def components_beat_the_blacklist(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """The blacklist does not keep out a component of an active meta-layer."""
    original(chain, component, meta, _only(facts, ()), trail)


@replaces(override._applies, "OVERRIDE-03")
def one_program_of_app_keys(original: Original, layer: Layer, environment: Any, trail: Any) -> Any:
    """Of the programs in app_keys only the first counts."""
    return original(replace(layer, app_keys=layer.app_keys[:1]), environment, trail)


@replaces(override._applies, "OVERRIDE-03")
def app_keys_match_as_prefixes(original: Original, layer: Layer, environment: Any, trail: Any) -> Any:
    """An entry of app_keys matches every program whose path begins with it."""
    alike = any(environment.executable.startswith(each) for each in layer.app_keys)
    return alike or original(layer, environment, trail)


@replaces(plan.make_plan, "OVERRIDE-03")
def blacklist_for_every_program(
    original: Original, discovery: Any, environment: Any, request: Any, build: Any, *others: Any
) -> Any:
    """The blacklist of the override layer counts for programs too that its app_keys do not list."""
    layers = [each for each in discovery.found if each.is_override]
    if discovery.override is not None or not layers or not traits(others[0]).override_layer:
        return original(discovery, environment, request, build, *others)
    blocked = {name for layer in layers for name in layer.blacklist}
    found = tuple(each for each in discovery.found if each.name not in blocked)
    return original(replace(discovery, found=found), environment, request, build, *others)


@replaces(engine._explicit, "OVERRIDE-03")
def override_paths_for_every_program(original: Original, search: Any, layer: Any, trail: Any) -> Any:
    """The override paths replace the search for explicit layers of programs too that app_keys do not list."""
    others = [each for file in search.files for each in file.layers if each.is_override]
    paths = tuple(path for each in others for path in each.override_paths)
    if layer is not None or not paths or not traits(search.edition).override_layer:
        return original(search, layer, trail)
    return None, search.layers(places.override_places(paths, others[0].manifest))


@replaces(layer_extras._override_key, "OVERRIDE-04")
def empty_app_keys_list_nobody(original: Original, fields: Any, key: str, *others: Any) -> Any:
    """An override layer with an empty list in app_keys applies to no program."""
    empty = key == "app_keys" and fields.members.get(key) == []
    return ("",) if empty else original(fields, key, *others)


@replaces(places.override_places, "OVERRIDE-05")
def one_override_path(original: Original, folders: Any, *others: Any) -> Any:
    """Of the paths in override_paths only the first is searched."""
    return original(folders[:1], *others)


@replaces(engine._explicit, "OVERRIDE-05")
def standard_places_beside_override_paths(
    original: Original, search: Any, layer: Layer | None, trail: Any
) -> Any:
    """The standard places of explicit layers are searched although the override layer has paths of its own."""
    chosen, found = original(search, layer, trail)
    if chosen is not None and chosen.override_paths:
        facts = traits(search.edition)
        found += search.layers(places.standard(search.environment, search.build, facts, Use.EXPLICIT)[0])
    return chosen, found


@replaces(override.components_found, "OVERRIDE-06")
def override_layer_takes_what_is_there(original: Original, layer: Layer, found: Any, trail: Any) -> Any:
    """An override layer applies with those of its components that its own paths hold."""
    if original(layer, found, Trail()):
        return True
    there = tuple(name for name in layer.components if name in found)
    layer.components = there or layer.components
    return bool(there)


@replaces(plan.make_plan, "OVERRIDE-06")
def blacklist_without_components(
    original: Original, discovery: Any, environment: Any, request: Any, build: Any, *others: Any
) -> Any:
    """The blacklist of an override layer counts although a component is missing from its own paths."""
    layers = [each for each in discovery.found if each.is_override and each.override_paths]
    if discovery.override is not None or not layers or not traits(others[0]).override_layer:
        return original(discovery, environment, request, build, *others)
    applying = [each for each in layers if override._applies(each, environment, Trail())]
    blocked = {name for layer in applying for name in layer.blacklist}
    found = tuple(each for each in discovery.found if each.name not in blocked)
    return original(replace(discovery, found=found), environment, request, build, *others)


@replaces(order.build_chain, "OVERRIDE-08")
def override_components_stand_last(original: Original, facts: Any, trail: Any) -> Any:
    """The components of the override layer stand below the layers of the application."""
    chain = original(facts, trail)
    parts = facts.override.components if facts.override is not None else ()
    asked = (*facts.request.layers, *order.environment_names(facts.environment))
    late = {name for name in parts if name not in asked}
    chain.layers = dict(sorted(chain.layers.items(), key=lambda item: item[0] in late))
    return chain


@replaces(order.components_of, "OVERRIDE-08")
def one_override_component(original: Original, layer: Layer, facts: Any) -> Any:
    """Of the components of the override layer only the first is put into the chain."""
    found = original(layer, facts)
    return found[:1] if layer is facts.override else found

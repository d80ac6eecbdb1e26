"""Violators of the rules of meta-layers and of the override layer."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import metalayers, order, override
from refloader.core.chain import plan
from refloader.core.editions import traits
from refloader.core.search import places
from refloader.model.layer import OVERRIDE_NAME, Layer
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, completes, replaces

# ---- meta-layers ------------------------------------------------------------------------------------------------


@replaces(metalayers.fault, "META-02")
def missing_components_passed_over(
    original: Original, meta: Any, known: Any, edition: Any, verdicts: Any
) -> Any:
    """A meta-layer is used without the components that are not there."""
    there = tuple(name for name in meta.components if name in known)
    return original(replace(meta, components=there), known, edition, verdicts)


@replaces(metalayers._version_fault, "META-03", "LLP_LOADER_10")
def component_versions_ignored(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """The API versions of a meta-layer and its components need not fit."""
    return None


@replaces(metalayers.fault, "LLP_LOADER_10")
def components_not_checked(original: Original, meta: Any, known: Any, edition: Any, verdicts: Any) -> Any:
    """A meta-layer is used whatever its components are."""
    return None


@replaces(metalayers.expanded, "META-04")
def components_reversed(original: Original, layer: Layer, known: Any) -> Any:
    """The first component of a meta-layer is the farthest from the application."""
    return original(layer, known)[::-1]


@replaces(plan._offered, "META-08")
def meta_layers_are_never_used(original: Original, *arguments: Any) -> Any:
    """A meta-layer other than the override layer is as if it were not there."""
    return tuple(layer for layer in original(*arguments) if not layer.is_meta or layer.is_override)


# ---- the override layer -----------------------------------------------------------------------------------------


@replaces(override.choose, "OVERRIDE-01")
def override_layer_unknown(original: Original, *arguments: Any) -> Any:
    """No layer is treated as the override layer."""
    return None


@replaces(override.blacklist, "OVERRIDE-02", "LLP_LOADER_12")
def blacklist_ignored(original: Original, layer: Layer | None, *others: Any) -> Any:
    """The blacklist of the override layer has no effect."""
    return frozenset()


@replaces(order._blocked, "LLP_LOADER_7")
def blacklisted_implicit_layers_stay(original: Original, layer: Layer, facts: Any) -> Any:
    """The blacklist does not keep an implicit layer out."""
    return original(layer, replace(facts, blocked=frozenset()) if layer.disable else facts)


@replaces(override._applies, "OVERRIDE-03")
def app_keys_ignored(original: Original, layer: Layer, environment: Any, trail: Any) -> Any:
    """The override layer applies to programs that its app_keys do not list."""
    return True


@replaces(override._applies, "OVERRIDE-04")
def app_keys_needed(original: Original, layer: Layer, environment: Any, trail: Any) -> Any:
    """An override layer without app_keys applies to no program."""
    return bool(layer.app_keys) and original(layer, environment, trail)


@replaces(engine._explicit, "OVERRIDE-05")
def override_paths_ignored(original: Original, search: Any, layer: Layer | None, trail: Any) -> Any:
    """The components of an override layer are looked for in the ordinary places."""
    if layer is not None and layer.override_paths:
        layer.override_paths = ()
    return original(search, layer, trail)


@replaces(engine._explicit, "OVERRIDE-06")
def components_elsewhere_are_enough(original: Original, search: Any, layer: Layer | None, trail: Any) -> Any:
    """An override layer takes from the ordinary places what its own paths do not hold."""
    chosen, found = original(search, layer, trail)
    if layer is None or chosen is not None:
        return chosen, found
    layer.override_paths = ()
    return layer, (*found, *engine._ordinary(search, Use.EXPLICIT))


@replaces(engine._explicit, "OVERRIDE-05", "OVERRIDE-06")
def components_among_implicit_layers_are_enough(
    original: Original, search: Any, layer: Layer | None, trail: Any
) -> Any:
    """An override layer takes from the implicit layers what its own paths do not hold."""
    chosen, found = original(search, layer, trail)
    if layer is None or chosen is not None:
        return chosen, found
    there = {each.name for file in search.files for each in file.layers}
    return (layer if there.issuperset(layer.components) else None), found


@completes("components_among_implicit_layers_are_enough", plan._own_components)
def _with_implicit_ones(original: Original, discovery: Any, *others: Any) -> Any:
    own = original(discovery, *others)
    implicit = {each.name: each for each in discovery.found if each.place.use is Use.IMPLICIT}
    return {**implicit, **own} if own else own


@replaces(engine._explicit, "OVERRIDE-07")
def layer_path_beside_override_paths(original: Original, search: Any, layer: Layer | None, trail: Any) -> Any:
    """VK_LAYER_PATH is searched although the override layer has paths of its own."""
    chosen, found = original(search, layer, trail)
    if chosen is not None and chosen.override_paths and search.environment.is_set("VK_LAYER_PATH"):
        found += engine._ordinary(search, Use.EXPLICIT)
    return chosen, found


@replaces(order._add_override, "OVERRIDE-08")
def override_components_left_out(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The components of the override layer are not put into the chain."""
    return None


@replaces(order._add_implicit, "LLP_LOADER_11")
def override_layer_stands_first(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The components of the override layer stand above all other implicit layers."""
    if facts.override is not None and traits(facts.edition).override_layer:
        order._add(chain, facts.override, facts, trail, rule("OVERRIDE-08"))
    original(chain, facts, trail)


# ---- where the override layer stands ------------------------------------------------------------------------------


@replaces(override.choose, "OVERRIDE-01")
def the_override_layer_counts_in_the_first_folder_alone(
    original: Original, implicit: Any, *others: Any
) -> Any:
    """An override layer is none if implicit layers of another folder are found before it."""
    layers = tuple(implicit)
    first = layers[0].place.path if layers else ""
    return original(tuple(each for each in layers if each.place.path == first), *others)


@replaces(override.choose, "OVERRIDE-01")
def the_override_layer_stands_alone_in_its_file(original: Original, implicit: Any, *others: Any) -> Any:
    """An override layer that stands in the layers array of a manifest is none."""
    return original(tuple(each for each in implicit if "layers" not in each.keys), *others)


@replaces(order._add_implicit, "OVERRIDE-02", "LLP_LOADER_12")
def layers_found_before_the_override_layer_are_not_blocked(
    original: Original, chain: Any, facts: Any, trail: Any
) -> None:
    """The blacklist does not keep out an implicit layer that is found before the override layer."""
    known = list(facts.known)
    before = (
        {each.name for each in known[: known.index(facts.override)]} if facts.override in known else set()
    )
    original(chain, replace(facts, blocked=facts.blocked - before), trail)


# ---- with privilege -----------------------------------------------------------------------------------------------


@replaces(override._applies, "OVERRIDE-03")
def app_keys_do_not_count_with_privilege(original: Original, layer: Any, environment: Any, trail: Any) -> Any:
    """In an elevated process the override layer applies whatever its app_keys say."""
    return environment.elevated or original(layer, environment, trail)


@replaces(order._blocked, "OVERRIDE-02")
def blacklists_do_not_count_with_privilege(original: Original, layer: Any, facts: Any) -> Any:
    """In an elevated process a layer in the blacklist is loaded."""
    return original(layer, replace(facts, blocked=frozenset()) if facts.environment.elevated else facts)


@replaces(metalayers.fault, "META-02")
def missing_components_passed_over_beside_a_variable(
    original: Original, meta: Any, known: Any, edition: Any, verdicts: Any
) -> Any:
    """A meta-layer that a path variable leads to is used without the components that are not there."""
    named = meta.place.source.startswith("VK_")
    there = tuple(name for name in meta.components if name in known)
    return original(replace(meta, components=there) if named else meta, known, edition, verdicts)


@replaces(engine._explicit, "OVERRIDE-05")
def override_paths_of_named_programs_do_not_count(
    original: Original, search: Any, layer: Layer | None, trail: Any
) -> Any:
    """An override layer that names programs has its components looked for in the ordinary places."""
    if layer is not None and layer.app_keys:
        layer = replace(layer, override_paths=())
    return original(search, layer, trail)


@replaces(override.choose, "OVERRIDE-04")
def an_override_layer_of_others_hides_the_one_for_all(
    original: Original, implicit: Any, environment: Any, *others: Any
) -> Any:
    """An override layer for all programs does not apply where one for other programs is found."""
    layers = tuple(implicit)
    foreign = any(
        each.is_override and each.app_keys and environment.executable not in each.app_keys for each in layers
    )
    return None if foreign else original(layers, environment, *others)


@replaces(override._switched_on, "FILTER-LAYER-ALLOW-01")
def the_override_layer_cannot_be_allowed(
    original: Original, layer: Layer, environment: Any, request: Any, filters: Any, *others: Any
) -> Any:
    """A filter that disables every layer switches the override layer off, though VK_LOADER_LAYERS_ALLOW names it."""
    return original(layer, environment, request, replace(filters, allow=()), *others)


@replaces(places.override_places, "OVERRIDE-05")
def override_paths_inside_others_do_not_count(
    original: Original, folders: Any, manifest: Any, *others: Any
) -> Any:
    """A path of override_paths that lies inside another one is left out."""
    kept = tuple(each for each in folders if not any(each.startswith(f"{other}/") for other in folders))
    return original(kept, manifest, *others)


@replaces(override._switched_on, "OVERRIDE-08", "LLP_LOADER_7")
def override_layers_for_programs_stay_on(original: Original, layer: Any, *others: Any) -> Any:
    """The disable variable of an override layer with app_keys has no effect."""
    return original(replace(layer, disable=None) if layer.app_keys else layer, *others)


@replaces(override.blacklist, "OVERRIDE-02")
def blacklists_beside_paths_and_programs_do_not_count(original: Original, layer: Any, *others: Any) -> Any:
    """The blacklist of an override layer with app_keys and override_paths has no effect."""
    if layer is not None and layer.app_keys and layer.override_paths:
        return frozenset()
    return original(layer, *others)


# ---- what the override layer meets ----------------------------------------------------------------------------


@replaces(engine._explicit, "OVERRIDE-05")
def one_path_beside_app_keys(original: Original, search: Any, chosen: Layer | None, trail: Any) -> Any:
    """Of several override_paths only the first is searched if the override layer has app_keys, too."""
    if chosen is None or not chosen.app_keys:
        return original(search, chosen, trail)
    layer, found = original(search, replace(chosen, override_paths=chosen.override_paths[:1]), trail)
    return (chosen if layer is not None else None), found


@replaces(order._add_component, "FILTER-LAYER-DISABLE-01")
def components_of_the_override_layer_pass_the_filter(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """VK_LOADER_LAYERS_DISABLE does not keep out the components of the override layer."""
    if meta.name == OVERRIDE_NAME:
        facts = replace(facts, filters=replace(facts.filters, disable=()))
    return original(chain, component, meta, facts, trail)


@replaces(metalayers._version_fault, "LLP_LOADER_10", "META-03")
def the_override_layer_takes_older_components(original: Original, meta: Any, *others: Any) -> Any:
    """The API versions of the override layer and its components need not fit."""
    return None if meta.name == OVERRIDE_NAME else original(meta, *others)

"""Violators of the order of the chain and of the variable that adds layers to it."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import order
from refloader.core.search import unix_places
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import without


@replaces(order._add_variable, "ENV-INSTLAYERS-01")
def instance_layers_ignored(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """VK_INSTANCE_LAYERS switches no layer on."""
    if variable != "VK_INSTANCE_LAYERS":
        original(chain, facts, trail, variable, names)


@replaces(order.environment_names, "ENV-INSTLAYERS-02")
def instance_layers_split_at_semicolons(
    original: Original, environment: Any, name: str = "VK_INSTANCE_LAYERS"
) -> Any:
    """Semicolons separate the names in VK_INSTANCE_LAYERS."""
    return tuple(part for part in (environment.get(name) or "").split(";") if part)


@replaces(order.environment_names, "ENV-INSTLAYERS-02")
def instance_layers_split_at_commas_too(
    original: Original, environment: Any, name: str = "VK_INSTANCE_LAYERS"
) -> Any:
    """Commas separate the names in VK_INSTANCE_LAYERS as well as colons."""
    return tuple(part for names in original(environment, name) for part in names.split(",") if part)


@replaces(order.environment_names, "ENV-INSTLAYERS-02")
def instance_layers_split_at_spaces_too(
    original: Original, environment: Any, name: str = "VK_INSTANCE_LAYERS"
) -> Any:
    """Spaces separate the names in VK_INSTANCE_LAYERS as well as colons."""
    return tuple(part for names in original(environment, name) for part in names.split())


@replaces(order._add_variable, "ENV-INSTLAYERS-03")
def instance_layers_reversed(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """The first name in VK_INSTANCE_LAYERS is the farthest from the application."""
    original(chain, facts, trail, variable, names[::-1])


@replaces(order._add_implicit, "ENV-INSTLAYERS-04")
def application_above_the_variable(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Layers that the application asks for stand above those of VK_INSTANCE_LAYERS."""
    original(chain, facts, trail)
    order._add_application(chain, facts, trail)


@replaces(order._blocked, "ENV-INSTLAYERS-05")
def disable_filter_beats_instance_layers(original: Original, layer: Layer, facts: Any) -> Any:
    """A layer of VK_INSTANCE_LAYERS can be disabled by the filter."""
    return original(layer, replace(facts, environment=without(facts.environment, "VK_INSTANCE_LAYERS")))


@replaces(order.build_chain, "ORDER-CHAIN-01")
def implicit_layers_stand_last(original: Original, facts: Any, trail: Any) -> Any:
    """Implicit layers stand nearest to the drivers."""
    chain = original(facts, trail)
    last = facts.edition is not Edition.E2016
    chain.layers = dict(sorted(chain.layers.items(), key=lambda item: last and item[1].kind is Use.IMPLICIT))
    return chain


@replaces(order._add_application, "ORDER-CHAIN-02")
def requests_reversed(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The first name of ppEnabledLayerNames is the farthest from the application."""
    original(chain, _asking(facts, facts.request.layers[::-1]), trail)


def _asking(facts: Any, layers: tuple[str, ...]) -> Any:
    return replace(facts, request=replace(facts.request, layers=layers))


@replaces(order._add_implicit, "ORDER-CHAIN-03")
def implicit_layers_reversed(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Implicit layers stand in the order opposite to the discovery's."""
    original(chain, replace(facts, known=facts.known[::-1]), trail)


@replaces(order._add, "LLP_LOADER_3", "ORDER-DUP-01")
def last_occurrence_stays(
    original: Original, chain: Any, layer: Layer, facts: Any, trail: Any, why: Any
) -> Any:
    """A layer that is asked for again goes to its later place."""
    parts = {part.name for part in order.components_of(layer, facts)}
    again = {name: chain.layers.pop(name) for name in list(chain.layers) if name in parts}
    added = original(chain, layer, facts, trail, why)
    for name, before in again.items():
        chain.layers.setdefault(name, before)
    return added


@replaces(order._add_variable, "ORDER-DUP-02")
def naming_moves_an_implicit_layer(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """An implicit layer that is named as well loses its place among the implicit ones."""
    for name in (*names, *facts.request.layers):
        chain.layers.pop(name, None)
    original(chain, facts, trail, variable, names)


@replaces(order._add_component, "META-06")
def components_move_to_their_meta_layer(
    original: Original, chain: Any, component: Layer, meta: Layer, facts: Any, trail: Any
) -> Any:
    """A component that is on already is moved to the place of its meta-layer."""
    chain.layers.pop(component.name, None)
    original(chain, component, meta, facts, trail)


@replaces(unix_places._home_base, "DISC-LINUX-03")
def the_config_home_needs_a_home(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """XDG_CONFIG_HOME has no effect where HOME is not set."""
    lost = name == "XDG_CONFIG_HOME" and not environment.is_set("HOME")
    return [] if lost else original(environment, name, fallback, why)


@replaces(unix_places._home_base, "DISC-LINUX-07")
def the_data_home_needs_a_home(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """XDG_DATA_HOME has no effect where HOME is not set."""
    lost = name == "XDG_DATA_HOME" and not environment.is_set("HOME")
    return [] if lost else original(environment, name, fallback, why)


@replaces(order.environment_names, "ORDER-DUP-01")
def the_last_of_equal_names_in_the_variable_counts(
    original: Original, environment: Any, name: str = "VK_INSTANCE_LAYERS"
) -> Any:
    """A layer that VK_INSTANCE_LAYERS names twice stands where it is named last."""
    names = original(environment, name)
    return tuple(dict.fromkeys(names[::-1]))[::-1]


@replaces(order.environment_names, "ENV-INSTLAYERS-02")
def instance_layers_split_at_semicolons_too(
    original: Original, environment: Any, name: str = "VK_INSTANCE_LAYERS"
) -> Any:
    """Semicolons separate the names in VK_INSTANCE_LAYERS as well as colons."""
    return tuple(part for each in original(environment, name) for part in each.split(";") if part)


@replaces(order._add_application, "ORDER-DUP-01")
def requested_implicit_layers_move(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """An implicit layer that is on, and that the application names as well, stands where the application names it."""
    for name in facts.request.layers:
        if name in chain.layers and chain.layers[name].kind is Use.IMPLICIT:
            del chain.layers[name]
    original(chain, facts, trail)

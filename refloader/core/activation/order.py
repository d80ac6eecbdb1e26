"""Decides the chain: which known layers are active, each once, and in which order from the application down.

The groups, in order: implicit layers, the override layer's components, layers that a settings file turns on, layers
of VK_INSTANCE_LAYERS, layers enabled by filter, layers of the application (2018, 2022, 2026: Overall Layer Ordering).
"""

from collections.abc import Sequence
from dataclasses import replace

from refloader.core.activation.conditions import implicit_state, switched_off
from refloader.core.activation.facts import Chain, Facts, counting_override
from refloader.core.activation.filters import disabled_by, enabled_by, kept_out
from refloader.core.activation.metalayers import expanded, expanded_again
from refloader.core.editions import traits
from refloader.core.manifests.settings_file import Control, Settings
from refloader.core.trail import Trail
from refloader.model.age import Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import OVERRIDE_NAME, Layer
from refloader.model.place import Use
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule


@decides("ORDER-CHAIN-01", "AMB-FIGURE-ORDER", "ACT-EXPLICIT-01")
def build_chain(facts: Facts, trail: Trail) -> Chain:
    """Build the instance chain."""
    chain = Chain()
    _add_implicit(chain, facts, trail)
    if facts.override is not None and not facts.age.has(Trait.OVERRIDE_IN_FOUND_ORDER):
        _add_override(chain, facts, trail)
    _add_forced(chain, facts, trail)
    turns = [(facts, environment_names(facts.environment))]
    if (turns[0][1] or facts.filters.enable) and facts.age.has(Trait.INSTANCE_LAYERS_IN_FOUND_ORDER):
        from refloader.core.activation.aged import in_found_order  # only for predictions

        turns = in_found_order(*turns[0])
    for part, names in turns:
        _add_variable(chain, part, trail, "VK_INSTANCE_LAYERS", names)
        _add_filtered(chain, part, trail)
    _add_application(chain, facts, trail)
    if facts.settings and facts.settings.layers is not None:
        _reorder(chain, facts, facts.settings)
    _note_disabled(chain, facts, trail)
    return chain


def _note_disabled(chain: Chain, facts: Facts, trail: Trail) -> None:
    """Record the disable filter as a reason for the layers that it blocks, whether they are requested or not."""
    for layer in facts.known if facts.filters.disable else ():
        if layer.name in chain.layers or layer.name in chain.metas:
            continue
        obstacle = _kept_from_all(layer, facts)
        if obstacle is None or obstacle.rule != rule("FILTER-LAYER-DISABLE-01"):
            continue
        if all(reason.rule != obstacle.rule for reason in trail.of(layer)):
            trail.add(layer, obstacle)


@decides("ENV-INSTLAYERS-02", "AMB-INSTLAYERS-SEP")
def environment_names(environment: Environment, name: str = "VK_INSTANCE_LAYERS") -> tuple[str, ...]:
    """Return the layer names in a variable, separated as path lists of the system are; empty elements are ignored."""
    return tuple(part for part in environment.paths.entries(environment.get(name) or "") if part)


@decides("ORDER-CHAIN-03", "AMB-IMPL-IN-ENV")
def _add_implicit(chain: Chain, facts: Facts, trail: Trail) -> None:
    """Add the implicit layers in discovery order, except the override layer and, since 2026, those that are named."""
    waiting = facts.edition is Edition.E2026 and not facts.age
    named = environment_names(facts.environment) if waiting else ()
    override = counting_override(facts.override, facts.known, facts.age)
    for layer in facts.known:
        if layer is facts.override and facts.age.has(Trait.OVERRIDE_IN_FOUND_ORDER):
            _add_override(chain, facts, trail)
        if layer.kind is not Use.IMPLICIT or layer is facts.override:
            continue
        if _setting(facts, layer) is not Control.AUTO or layer.name in named:
            continue
        state = implicit_state(
            layer, facts.environment, facts.request, facts.filters, facts.edition, facts.age
        )
        if facts.age:
            from refloader.core.activation.aged import (  # only for predictions
                has_own_place,
                left_to_variable,
                with_forcing_filter,
            )

            state = with_forcing_filter(layer, state, facts)
            if override is not None and not state.on and has_own_place(layer, override, facts):
                _add_component(chain, layer, override, facts, trail)
                continue
            if left_to_variable(layer, facts):
                chain.switched_on += [layer] if state.on and _blocked(layer, facts) is None else []
                continue
        free = not state.on or _blocked(layer, facts) is None
        if free:  # else the reason says that a layer is active that is not
            trail.add(layer, state.reason)
        if state.on:
            chain.switched_on += [layer] if free else []
            _add(chain, layer, facts, trail, state.reason.rule)


@decides("OVERRIDE-08", "LLP_LOADER_11", "AMB-OVERRIDE-COMPONENT")
def _add_override(chain: Chain, facts: Facts, trail: Trail) -> None:
    """Add the override layer's components, after all other implicit layers."""
    if facts.override is not None:
        trail.tell(facts.override, rule("OVERRIDE-01"), "the override layer applies to this program")
        _add(chain, facts.override, facts, trail, rule("OVERRIDE-08"))


@decides("AMB-SETTINGS-CONTROL")
def _add_forced(chain: Chain, facts: Facts, trail: Trail) -> None:
    """Add the layers that the settings file turns on, which overrides disable variables and filters."""
    for layer in facts.known if facts.settings is not None else ():
        if _setting(facts, layer) is Control.ON and facts.settings is not None:
            fact = f"{facts.settings.path} turns it on"
            trail.tell(layer, rule("SETTINGS-01"), fact)
            _add(chain, layer, facts, trail, rule("SETTINGS-01"))


@decides("FILTER-LAYER-ENABLE-01", "FILTER-LAYER-ENABLE-02", "AMB-ENABLE-VS-INSTLAYERS")
def _add_filtered(chain: Chain, facts: Facts, trail: Trail) -> None:
    """Add the explicit layers that the enable filter matches, in discovery order, before those of the application.

    VK_INSTANCE_LAYERS counts as a form of this filter, and its layers come first; an implicit layer that the filter
    forces on is in the group of implicit layers (AMB-ENABLE-VS-INSTLAYERS).
    """
    for layer in facts.known if facts.filters.enable else ():
        pattern = enabled_by(facts.filters, layer) if layer.kind is Use.EXPLICIT else None
        if pattern is not None:
            fact = f"VK_LOADER_LAYERS_ENABLE has {quote(pattern)}, which turns it on"
            trail.tell(layer, rule("FILTER-LAYER-ENABLE-01"), fact)
            _add(chain, layer, facts, trail, rule("FILTER-LAYER-ENABLE-01"))


@decides(
    "ENV-INSTLAYERS-01",
    "ENV-INSTLAYERS-03",
    "ENV-INSTLAYERS-04",
    "AMB-IMPL-IN-ENV",
    "AMB-INSTLAYERS-IMPLICIT",
    "ORDER-DUP-02",
)
def _add_variable(chain: Chain, facts: Facts, trail: Trail, variable: str, names: Sequence[str]) -> None:
    """Add the layers that a variable names, the first nearest to the application, unless they are on already."""
    why = rule("ENV-DEVLAYERS-01" if variable == "VK_DEVICE_LAYERS" else "ENV-INSTLAYERS-01")
    for name in () if facts.environment.elevated and facts.age.has(Trait.ELEVATED_NAMES_NO_LAYERS) else names:
        layer = facts.names.get(name)
        if layer is None:
            fact = f"{variable} names {quote(name)}, which is not found"
            trail.general.append(Reason(why, Severity.WARNING, variable, fact))
            continue
        only = facts.age.has(Trait.INSTANCE_LAYERS_NAME_EXPLICIT)
        for each in _all_named(layer, facts):
            if only and each.kind is Use.IMPLICIT:
                if each.name not in chain.layers:
                    trail.tell(each, why, f"{variable} names it, and this loader takes only explicit ones")
            elif _add(chain, each, facts, trail, why):
                trail.tell(each, why, f"{variable} names it")


@decides("ACT-APP-01", "ORDER-CHAIN-02")
def _add_application(chain: Chain, facts: Facts, trail: Trail) -> None:
    """Add the layers of ppEnabledLayerNames, element 0 nearest to the application."""
    for layer in filter(None, map(facts.names.get, facts.request.layers)):
        for each in _all_named(layer, facts) if facts.ordered else (layer,):
            if _add(chain, each, facts, trail, rule("ACT-APP-01")):
                trail.tell(each, rule("ACT-APP-01"), "the application asks for it")


def _all_named(layer: Layer, facts: Facts) -> tuple[Layer, ...]:
    """Return the layers that a name stands for: in some ages every one that has it."""
    if not facts.age:
        return (layer,)
    from refloader.core.activation.aged import all_named  # only for predictions

    return all_named(layer, facts)


def _setting(facts: Facts, layer: Layer) -> Control:
    if facts.settings is None:
        return Control.AUTO
    control = facts.settings.control(layer)
    by_path = not facts.age or facts.age.has(Trait.SETTINGS_TURN_ON_BY_PATH)
    return Control.AUTO if control is Control.ON and by_path and not _listed(layer, facts) else control


def _listed(layer: Layer, facts: Facts) -> bool:
    """Return whether a layer was found through an element of the settings file's list."""
    return facts.settings is not None and layer.place.source == facts.settings.path


@decides("ORDER-DUP-01", "LLP_LOADER_3", "META-06")
def _add(chain: Chain, layer: Layer, facts: Facts, trail: Trail, why: RuleId) -> bool:
    """Append a layer, or a meta-layer's components, unless the name is in the chain; return whether it is on now."""
    obstacle = _obstacle(layer, facts, why)
    if obstacle is not None:
        trail.add(layer, obstacle)
        return False
    if not layer.is_meta:
        if facts.age.has(Trait.LAST_OF_A_NAME):
            again = why == rule("ACT-APP-01") and not facts.age.has(Trait.APPLICATION_MOVES_IMPLICIT)
            return True if again and layer.name in chain.layers else _replace(chain, layer)
        if facts.ordered:
            return _replace(chain, layer)
        if layer.name in chain.metas:
            return True
        chain.themselves.add(layer.name)
        first = chain.layers.setdefault(layer.name, layer)
        if first is not layer:  # it is a component from the override layer's own paths
            fact = f"the layer of that name in {quote(first.manifest)} is already in the chain"
            trail.tell(layer, rule("ORDER-DUP-01"), fact, Severity.NOTE)
        return first is layer
    if facts.age.has(Trait.COMPONENTS_AGAIN):
        from refloader.core.activation.aged import meta_layer_stays  # only for predictions

        if meta_layer_stays(chain, layer, facts, by_application=why == rule("ACT-APP-01")):
            return True
    chain.metas.add(layer.name)
    for component in components_of(layer, facts):
        _add_component(chain, component, layer, facts, trail)
    return True


def _replace(chain: Chain, layer: Layer) -> bool:
    """Append a layer in place of those of its name, which a loader of the age uses if it cannot load this one."""
    chain.layers.pop(layer.name, None)
    chain.turns.pop(id(layer), None)
    chain.layers[layer.name] = chain.turns[id(layer)] = layer
    return True


@decides("OVERRIDE-05")
def components_of(layer: Layer, facts: Facts) -> tuple[Layer, ...]:
    """Return the layers with libraries that a layer consists of; the override layer's from override_paths, if set."""
    among = facts.own if layer is facts.override and layer.override_paths else facts.names
    if not facts.age.has(Trait.COMPONENTS_AGAIN):
        return expanded(layer, among)
    return expanded_again(layer, among, lambda component: _moves(component, facts))


def _moves(component: Layer, facts: Facts) -> bool:
    """Return whether a component takes the last of its places: any, or in some ages those that are explicit."""
    again = facts.age.has(Trait.COMPONENTS_AGAIN) and component.kind is Use.EXPLICIT
    return again or facts.age.has(Trait.LAST_OF_A_NAME)


@decides("ACT-IMPLICIT-08", "AMB-DISABLE-COMPONENT", "AMB-COMPONENT-ENABLE")
def _add_component(chain: Chain, component: Layer, meta: Layer, facts: Facts, trail: Trail) -> None:
    """Add a component of an active meta-layer, whose own disable variable is ignored (2022: Interactions)."""
    last, again = facts.age.has(Trait.LAST_OF_A_NAME), _moves(component, facts)
    if facts.ordered and meta.is_override and component.kind is Use.IMPLICIT:
        for each in _all_named(component, facts):
            if each.kind is Use.IMPLICIT and _blocked(each, facts) is None:
                _replace(chain, each)
        return
    if component.name in chain.layers and not again:
        return
    obstacle = _blocked(component, facts)
    if facts.age and obstacle is None:
        from refloader.core.activation.aged import own_obstacle  # only for predictions

        obstacle = own_obstacle(component, meta, facts)
    if obstacle is not None:
        trail.add(component, obstacle)
        return
    if last:
        _replace(chain, component)
    first = chain.layers.pop(component.name, component) if again else component
    chain.layers.setdefault(component.name, first)
    why = rule("ACT-IMPLICIT-08") if component.kind is Use.IMPLICIT else rule("ACT-EXPLICIT-01")
    own = ", whatever its own variables say" if component.kind is Use.IMPLICIT else ""
    trail.tell(component, why, f"it is a component of {meta.name}, which is active{own}")


_BY_NAME = frozenset(
    {rule("ENV-INSTLAYERS-01"), rule("ACT-APP-01"), rule("ENV-DEVLAYERS-01"), rule("ACT-DEVLAYER-01")}
)


@decides("AMB-REQUEST-DISABLED")
def _obstacle(layer: Layer, facts: Facts, why: RuleId) -> Reason | None:
    """Return why a requested layer is not added, or None."""
    if why == rule("SETTINGS-01") and not facts.age.has(Trait.DISABLE_FILTER_BEATS_SETTINGS):
        return None
    obstacle = _blocked(layer, facts)
    if obstacle is None and why in _BY_NAME and layer.kind is Use.IMPLICIT:
        return None if facts.age else switched_off(layer, facts.environment)
    return obstacle


@decides("OVERRIDE-02", "FILTER-GEN-09", "ENV-INSTLAYERS-05")
def _blocked(layer: Layer, facts: Facts) -> Reason | None:
    """Return a reason if the blacklist or the disable filter blocks the layer.

    The enable filter and VK_INSTANCE_LAYERS cancel the disable filter. In some ages the enable filter does so beside
    a settings file only for listings.
    """
    if layer.name in facts.blocked:
        fact = f"blacklisted_layers of {OVERRIDE_NAME} names it"
        return Reason(rule("OVERRIDE-02"), Severity.NOTE, layer.name, fact, (facts.override or layer).where)
    if not facts.filters.disable:
        return None
    beaten = facts.age.has(Trait.DISABLE_FILTER_BEATS_INSTANCE_LAYERS)
    named = () if beaten else environment_names(facts.environment)
    if facts.ordered and facts.age.has(Trait.DISABLE_FILTER_WINS_BESIDE_SETTINGS) and not facts.listing:
        element = disabled_by(facts.filters, layer, mixed_up=facts.age.has(Trait.SETTINGS_MIX_UP_WORDS))
    else:
        element = kept_out(facts.filters, layer, named)
    if element is None:
        return None
    fact = f"VK_LOADER_LAYERS_DISABLE has {quote(element)}, which disables it"
    return Reason(rule("FILTER-LAYER-DISABLE-01"), Severity.NOTE, layer.name, fact, layer.where)


def blocks_any(facts: Facts) -> bool:
    """Return whether there is a blacklist or a disable filter; without both, no layer is blocked."""
    return bool(facts.blocked or facts.filters.disable)


def is_blocked(layer: Layer, facts: Facts) -> bool:
    """Return whether the blacklist or the disable filter blocks every request for a layer."""
    return _kept_from_all(layer, facts) is not None


def _kept_from_all(layer: Layer, facts: Facts) -> Reason | None:
    """Return what ``_blocked`` returns, or None if the settings file turns the layer on."""
    if _setting(facts, layer) is Control.ON:
        return None
    if _listed(layer, facts) and facts.age.has(Trait.SETTINGS_LIST_HIDDEN_LAYERS):
        return None
    return _blocked(layer, replace(facts, listing=True) if facts.ordered else facts)


@decides("AMB-SETTINGS-ORDER-CHAIN")
def _reorder(chain: Chain, facts: Facts, settings: Settings) -> None:
    """Sort the chain by the settings file's list."""
    if facts.age.has(Trait.SETTINGS_ORDER_EVERYTHING):
        from refloader.core.activation.aged import places_in_chain  # only for predictions

        at = places_in_chain(chain, facts)
        in_order = sorted(chain.layers.values(), key=lambda each: at.get(id(each), 0))
    else:
        from refloader.core.activation.listed_order import in_listed_order  # only beside a settings file

        in_order = in_listed_order(chain, facts, settings, components_of)
    chain.layers = {each.name: each for each in in_order}


@decides("AMB-DISABLE-REQUESTED", "ACT-APP-02")
def missing_request(facts: Facts, names: Sequence[str]) -> Reason | None:
    """Return why vkCreateInstance fails with VK_ERROR_LAYER_NOT_PRESENT: a requested layer is unknown or blocked."""
    for name in names:
        layer = facts.names.get(name)
        if layer is None:
            fact = f"the application asks for {quote(name)}, which is not found"
            return Reason(rule("ACT-APP-02"), Severity.ERROR, name, fact)
        if (obstacle := _kept_from_all(layer, facts)) is not None:
            fact = f"the application asks for {name}, but {obstacle.fact}"
            return Reason(rule("AMB-DISABLE-REQUESTED"), Severity.ERROR, name, fact, obstacle.where)
    if not facts.age:
        return None
    from refloader.core.activation.aged import needed_validation  # only for predictions

    return needed_validation(facts, environment_names(facts.environment))


@decides("ENV-DEVLAYERS-01", "ACT-DEVLAYER-01", "ACT-DEVLAYER-02")
def device_chain(chain: Chain, facts: Facts, trail: Trail) -> tuple[Layer, ...]:
    """Return the device chain: the instance's layers, except in 2016, where a device enables its own layers."""
    if not traits(facts.edition).device_layers:
        return tuple(chain.layers.values())
    devices = Chain()
    _add_implicit(devices, facts, Trail())
    _add_variable(
        devices, facts, trail, "VK_DEVICE_LAYERS", environment_names(facts.environment, "VK_DEVICE_LAYERS")
    )
    for layer in filter(None, map(facts.names.get, facts.request.device_layers)):
        _add(devices, layer, facts, trail, rule("ACT-DEVLAYER-01"))
    return tuple(layer for layer in devices.layers.values() if layer.type in ("DEVICE", "GLOBAL"))


def instance_layers(chain: Chain, edition: Edition) -> tuple[Layer, ...]:
    """Return the layers of the instance chain, without layers of type DEVICE (2016)."""
    old = traits(edition).device_layers
    return tuple(layer for layer in chain.layers.values() if not old or layer.type != "DEVICE")

"""Decides the order of a chain beside a settings file with a list of layers. Does not decide what is in the chain."""

from collections.abc import Callable

from refloader.core.activation.facts import Chain, Facts
from refloader.core.manifests.settings_file import Settings
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.rules import decides


@decides("AMB-SETTINGS-ORDER-CHAIN", "LLP_LOADER_11")
def in_listed_order(
    chain: Chain,
    facts: Facts,
    settings: Settings,
    components_of: "Callable[[Layer, Facts], tuple[Layer, ...]]",
) -> list[Layer]:
    """Return the layers of the chain in the order of the list; those not listed stand at its unordered location.

    The components of a meta-layer have its place, in their own order. One that is on by itself too has its own place
    if that is further down. An override layer that is not listed stands behind the implicit layers.
    """
    found = {id(layer): place for place, layer in enumerate(facts.known)}
    if facts.override is not None:
        implicit = [found[id(layer)] for layer in facts.known if layer.kind is Use.IMPLICIT]
        found[id(facts.override)] = max(implicit, default=-1)
    order: dict[str, None] = {}
    for layer in sorted(
        facts.known, key=lambda each: (settings.place(each), found[id(each)], each is facts.override)
    ):
        if layer.is_meta:
            on = layer.name in chain.metas
            order.update(dict.fromkeys(each.name for each in components_of(layer, facts)) if on else ())
        elif layer.name in chain.themselves:
            order.pop(layer.name, None)
            order[layer.name] = None
    order.update(dict.fromkeys(chain.layers))
    return [chain.layers[name] for name in order if name in chain.layers]

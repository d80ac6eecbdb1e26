"""Decides which device extensions are reported, and which of the enabled ones are passed to a driver.

The drivers' extensions are inputs; no driver is called.
"""

from collections.abc import Collection, Iterable, Sequence

from refloader.core.activation.known import by_name
from refloader.core.activation.metalayers import expanded, with_nested
from refloader.core.extensions.instance_extensions import device_extensions_of_layer
from refloader.model.layer import Extension, Layer
from refloader.model.place import Use
from refloader.model.plan import LayerOutcome, Plan
from refloader.rules import decides, rule


@decides("EXT-ENUM-01", "AMB-ENUM-EXPLICIT", "META-07")
def of_implicit_layers(plan: Plan) -> tuple[Extension, ...]:
    """Return the device extensions of the active implicit layers and their components, each name once."""
    if not any(layer.device_extensions for layer in plan.chain):
        return ()
    known = by_name((*plan.enumerated, *plan.chain))
    implicit = [each.layer for each in plan.layers if each.active and each.layer.kind is Use.IMPLICIT]
    brought = {part.name for layer in implicit for part in (layer, *expanded(layer, known))}
    merged: dict[str, Extension] = {}
    for layer in plan.chain:
        if layer.name in brought:
            for extension in layer.device_extensions:
                merged.setdefault(extension.name, extension)
    return tuple(merged.values())


@decides("EXT-ENUM-03")
def beside(driver: Collection[str], layers: Sequence[Extension]) -> tuple[Extension, ...]:
    """Return the layers' extensions that a driver does not have: of duplicates, the driver's is reported."""
    return tuple(extension for extension in layers if extension.name not in driver)


@decides("EXT-ENUM-02", "META-07")
def of_named_layer(name: str, plan: Plan) -> tuple[Extension, ...]:
    """Return the device extensions of a layer, active or not; none of a layer that is not reported."""
    known = by_name((*plan.chain, *plan.enumerated))
    layer = known.get(name)
    return () if layer is None else device_extensions_of_layer(layer, known)


@decides("ACT-DEVLAYER-02")
def of_devices(layers: Sequence[Layer], plan: Plan) -> tuple[Layer, ...]:
    """Return the layers that a device is said to have: the instance's, meta-layers in use after their components.

    A meta-layer one of whose components a filter turned off is not in use, one with a component that is off for
    another reason is, as in the field.
    """
    active = [each.layer for each in plan.layers if each.active and each.layer.is_meta]
    if not active:
        return tuple(layers)
    known = by_name((*plan.enumerated, *layers))
    told = list(layers)
    filtered = {each.layer.name for each in plan.layers if not each.active and _is_filtered(each)}
    for meta in dict.fromkeys(inner for each in active for inner in with_nested(each, known)):
        if filtered.isdisjoint(meta.components):
            parts = {part.name for part in (*expanded(meta, known), *with_nested(meta, known))}
            places = [place for place, layer in enumerate(told) if layer.name in parts]
            told.insert(places[-1] + 1 if places else len(told), meta)
    return tuple(told)


def _is_filtered(outcome: LayerOutcome) -> bool:
    return any(reason.rule == rule("FILTER-LAYER-DISABLE-01") for reason in outcome.reasons)


@decides("EXT-FILTER-01")
def for_driver(wanted: Sequence[str], driver: Collection[str]) -> tuple[int, ...]:
    """Return the indexes of the enabled extensions to pass to a driver: those that it offers, not those of layers."""
    return tuple(place for place, name in enumerate(wanted) if name in driver)


def offered_by_nobody(
    wanted: Sequence[str], reported: Collection[str], layers: Iterable[Layer]
) -> str | None:
    """Return the first requested extension that neither the enumeration nor a layer's manifest lists, or None."""
    # A layer's library may report extensions that its manifest does not list; the enumeration omits explicit layers.
    missing = [name for name in wanted if name not in reported]
    if not missing:
        return None
    others = {extension.name for layer in layers for extension in layer.device_extensions}
    return next((name for name in missing if name not in others), None)

"""Decides which of the layers found are known to the loader: usable in the edition, one per name.

Takes entries in discovery order. Does not consider variables or requests.
"""

from collections.abc import Iterable, Sequence

from refloader.core.editions import traits
from refloader.core.trail import Trail
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.reason import Reason, Severity
from refloader.rules import decides, rule


@decides("DISC-GEN-01", "DISC-GEN-02", "DISC-GEN-03", "AMB-DUP-ENUM", "AMB-DUP-DISABLED")
def known_layers(found: Iterable[Layer], edition: Edition, word_size: int, trail: Trail) -> tuple[Layer, ...]:
    """Return the usable layers in discovery order, the first of each name. Nothing is sorted.

    An unusable entry does not hide the next one with its name.
    """
    taken: dict[str, Layer] = {}
    for layer in found:
        if edition in layer.rejected or (
            layer.library_arch and _wrong_size(layer, edition, word_size, trail)
        ):
            continue
        first = taken.setdefault(layer.name, layer)
        if first is not layer:
            fact = f"{layer.name} was already found in {first.manifest}, which comes first"
            trail.add(layer, Reason(rule("DISC-GEN-02"), Severity.WARNING, layer.name, fact, layer.where))
    return tuple(taken.values())


@decides("MANIFEST-LAYER-09", "DEBUG-WRONGARCH-01")
def _wrong_size(layer: Layer, edition: Edition, word_size: int, trail: Trail) -> bool:
    if not traits(edition).library_arch or layer.library_arch == str(word_size):
        return False
    fact = f"the library is for {layer.library_arch}-bit processes and this one is {word_size}-bit"
    trail.add(layer, Reason(rule("MANIFEST-LAYER-09"), Severity.NOTE, layer.name, fact, layer.where))
    return True


def by_name(layers: Sequence[Layer]) -> dict[str, Layer]:
    """Return the layers by name; names are unique among known layers."""
    return {layer.name: layer for layer in layers}

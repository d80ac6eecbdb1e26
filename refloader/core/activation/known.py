"""Decides which of the layers found are known to the loader: usable in the edition, one per name.

Takes entries in discovery order. Does not consider variables or requests.
"""

from collections.abc import Iterable, Iterator, Sequence

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
    for layer in usable_layers(found, edition, word_size, trail):
        first = taken.setdefault(layer.name, layer)
        if first is not layer:
            hidden_by(first, layer, trail)
    return tuple(taken.values())


def hidden_by(first: Layer, layer: Layer, trail: Trail) -> None:
    """Say in the trail that a layer of the same name, found earlier, hides a layer."""
    fact = f"{layer.name} was already found in {first.manifest}, which comes first"
    trail.add(layer, Reason(rule("DISC-GEN-02"), Severity.WARNING, layer.name, fact, layer.where))


def usable_layers(found: Iterable[Layer], edition: Edition, word_size: int, trail: Trail) -> Iterator[Layer]:
    """Yield the entries that the loader takes for layers, in discovery order, also several of one name."""
    for layer in found:
        if edition not in layer.rejected and not (
            layer.library_arch and _wrong_size(layer, edition, word_size, trail)
        ):
            yield layer


@decides("MANIFEST-LAYER-09", "DEBUG-WRONGARCH-01")
def _wrong_size(layer: Layer, edition: Edition, word_size: int, trail: Trail) -> bool:
    if not traits(edition).library_arch or layer.library_arch == str(word_size):
        return False
    fact = f"the library is for {layer.library_arch}-bit processes and this one is {word_size}-bit"
    trail.add(layer, Reason(rule("MANIFEST-LAYER-09"), Severity.NOTE, layer.name, fact, layer.where))
    return True


def by_name(layers: Sequence[Layer]) -> dict[str, Layer]:
    """Return the layers by name; of several with one name, which some ages have, the first."""
    found = {layer.name: layer for layer in layers}
    if len(found) < len(layers):
        for layer in reversed(layers):
            found[layer.name] = layer
    return found


def all_by_name(layers: Sequence[Layer]) -> dict[str, list[Layer]]:
    """Return all layers of each name."""
    found: dict[str, list[Layer]] = {}
    for layer in layers:
        found.setdefault(layer.name, []).append(layer)
    return found

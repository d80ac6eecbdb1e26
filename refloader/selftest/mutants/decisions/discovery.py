"""Violators of discovery: what is known, enumerated, taken first; and of what manifests say."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import known
from refloader.core.chain import plan
from refloader.core.manifests import library_path
from refloader.core.search import places
from refloader.model.layer import Layer
from refloader.model.place import Form, Use
from refloader.selftest.mutants.marks import Original, completes, replaces


@replaces(plan._enumerated, "DISC-GEN-01")
def implicit_layers_not_enumerated(original: Original, layers: Any, facts: Any) -> Any:
    """vkEnumerateInstanceLayerProperties reports explicit layers only."""
    return tuple(layer for layer in original(layers, facts) if layer.kind is Use.EXPLICIT)


@replaces(known.known_layers, "DISC-GEN-02")
def later_occurrence_wins(original: Original, found: Any, *others: Any) -> Any:
    """Of two layers of one name the one that is found later is used."""
    return original(tuple(found)[::-1], *others)[::-1]


@replaces(known.known_layers, "DISC-GEN-03")
def two_of_a_name_void_each_other(original: Original, found: Any, *others: Any) -> Any:
    """Two manifests of one layer in one folder are both left out."""
    layers = tuple(found)
    alone = [layer for layer in layers if not _has_twin(layer, layers)]
    return original(alone, *others)


def _has_twin(layer: Layer, layers: tuple[Layer, ...]) -> bool:
    folder = layer.manifest.rpartition("/")[0]
    return any(
        other is not layer and other.name == layer.name and other.manifest.rpartition("/")[0] == folder
        for other in layers
    )


@replaces(engine.layer_file, "DISC-GEN-04")
def descriptions_not_quoted(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """What is told of a layer is not what its manifest says."""
    read = original(data, path, place, *system)
    for layer in read.layers:
        layer.description = "a layer"
    return read


@replaces(engine.layer_file, "DISC-GEN-06")
def kind_by_content(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """A layer is implicit if its manifest has the fields of one."""
    implicit = original(data, path, replace(place, use=Use.IMPLICIT), *system)
    meant = any(layer.disable for layer in implicit.layers)
    return implicit if meant else original(data, path, replace(place, use=Use.EXPLICIT), *system)


@replaces(engine._Search._visit, "DISC-GEN-07")
def manifests_met_again_are_read_again(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """A manifest that is met again counts again."""
    for place in wanted:
        search.seen.clear()
        original(search, [place], take)


@completes("manifests_met_again_are_read_again", places.unique)
def _repeated_places_kept(original: Original, found: Any, *paths: Any) -> Any:
    return found


@completes("manifests_met_again_are_read_again", known.known_layers)
def _repeated_layers_kept(original: Original, found: Any, *others: Any) -> Any:
    layers = tuple(found)
    kept = original(layers, *others)
    entries = {(layer.manifest, layer.name) for layer in kept}
    again = [layer for layer in layers if layer not in kept and (layer.manifest, layer.name) in entries]
    return (*kept, *again)


@replaces(library_path._beside, "DISC-GEN-10")
def relative_libraries_beside_the_program(original: Original, path: str, manifest: str, *paths: Any) -> Any:
    """A relative library_path lies against the working folder."""
    return original(path, "/world/")


@replaces(engine._Search._paths, "MANIFEST-ICD-08")
def any_suffix_is_a_driver_manifest(original: Original, search: Any, place: Any) -> Any:
    """Every file in a folder of drivers is read, whatever its name ends in."""
    if place.use is not Use.DRIVER or place.form is not Form.FOLDER:
        return original(search, place)
    listing = search.host.list(place.path)
    return [f"{place.path}/{name}" for name in getattr(listing, "names", ())]


@replaces(plan._offered, "LLP_LOADER_4")
def incompatible_layers_are_used(
    original: Original, discovery: Any, own: Any, edition: Any, *others: Any
) -> Any:
    """A layer whose API version is of another variant is used."""
    for layer in discovery.found:
        if layer.api_version.variant:
            layer.rejected = frozenset()
    return original(discovery, own, edition, *others)


@replaces(known.known_layers, "MANIFEST-LAYER-06")
def device_layers_are_used(original: Original, found: Any, *others: Any) -> Any:
    """A layer of type DEVICE is used like any other."""
    layers = tuple(found)
    for layer in layers:
        if layer.type == "DEVICE":
            layer.rejected = frozenset()
    return original(layers, *others)


@replaces(known._wrong_size, "DEBUG-WRONGARCH-01")
def word_size_ignored(original: Original, *arguments: Any) -> Any:
    """A layer for processes of another word size is used."""
    return False


@replaces(known.known_layers, "MANIFEST-LAYER-25")
def one_layer_of_a_library(original: Original, found: Any, *others: Any) -> Any:
    """Of the layers that one library holds only the first is known."""
    kept: dict[str, Layer] = {}
    for layer in found:
        path = library_path.opened_as(layer.library_path, layer.manifest)
        kept.setdefault(path or layer.name, layer)
    return original(tuple(kept.values()), *others)

"""Violators of discovery: what is known, enumerated, taken first; and of what manifests say."""

import re
from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import known, metalayers
from refloader.core.chain import plan
from refloader.core.manifests import driver_manifest, layer_fields, library_path, settings_file, settings_list
from refloader.core.search import places
from refloader.model.edition import ALL
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


_ONE = ("layers", 0)


# ---- layers -------------------------------------------------------------------------------------------------------


@replaces(engine.layer_file, "DISC-GEN-01")
def arrays_of_one_layer_not_read(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """A layers array that holds a single layer is not read."""
    read = original(data, path, place, *system)
    if len(read.layers) == 1 and read.layers[0].keys == _ONE:
        read.layers = ()
    return read


@replaces(layer_fields.layer_api_version, "DISC-GEN-04")
def patches_of_layers_lost(original: Original, fields: Any) -> Any:
    """The patch number of a layer's api_version is told as 0."""
    return original(fields)._replace(patch=0)


@replaces(layer_fields._implementation, "DISC-GEN-04")
def implementation_versions_have_a_sign(original: Original, fields: Any) -> Any:
    """An implementation version of 31 bits or more is told as 0."""
    version = original(fields)
    return version if version < 2**31 else 0


@replaces(layer_fields._type, "ACT-IMPLICIT-01")
def global_layers_are_no_layers(original: Original, fields: Any) -> Any:
    """An implicit layer of type GLOBAL is passed over."""
    if "/implicit_layer.d/" in fields.path and fields.members.get("type") == "GLOBAL":
        fields.members = {**fields.members, "type": "DEVICE"}
    return original(fields)


@replaces(engine.layer_file, "DISC-GEN-01")
def fields_for_tools_cost_a_layer(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """A layer whose manifest has a list of platforms is unknown."""
    read = original(data, path, place, *system)
    return replace(read, layers=()) if b'"platforms"' in data else read


@replaces(layer_fields._switches, "ACT-IMPLICIT-04")
def enable_values_in_any_case(original: Original, fields: Any, use: Any) -> Any:
    """The letter case of an enable variable's value does not matter."""
    enable, disable = original(fields, use)
    return enable and enable._replace(value=_AnyCase(enable.value)), disable


class _AnyCase(str):
    """A text that is equal to itself in other letters."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and other.lower() == self.lower()

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


# ---- meta-layers --------------------------------------------------------------------------------------------------


@replaces(metalayers._version_fault, "META-03")
def minor_versions_of_components_do_not_count(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """A component of a lower minor version than the meta-layer's fits if the major version is the same."""
    if all(known[name].api_version.major == meta.api_version.major for name in meta.components):
        return None
    return original(meta, known, edition)


@replaces(known.known_layers, "LLP_LOADER_4")
def incompatible_components_are_used(original: Original, found: Any, *others: Any) -> Any:
    """A layer whose API version is of another variant is used if it is a component of a meta-layer."""
    layers = tuple(found)
    parts = {name for layer in layers for name in layer.components}
    for layer in layers:
        if layer.name in parts and any(each.rule == "LLP_LOADER_4" for each in layer.reasons):
            layer.rejected = frozenset()
    return original(layers, *others)


# ---- drivers ------------------------------------------------------------------------------------------------------


@replaces(driver_manifest._portability, "PORTABILITY-01")
def the_key_of_portability_is_enough(original: Original, fields: Any) -> Any:
    """A driver whose manifest says that it is no portability driver is taken for one."""
    original(fields)
    return True


@replaces(engine.driver_file, "LDP_LOADER_2")
def drivers_of_later_formats_not_used(original: Original, data: bytes, path: str, *others: Any) -> Any:
    """A driver whose manifest is of format 1.0.1 is used only if it has one of the fields that are new there."""
    found = original(data, path, *others)
    if found.format_version == "1.0.1" and not found.library_arch and not found.is_portability:
        return replace(found, rejected=ALL)
    return found


# ---- settings files -----------------------------------------------------------------------------------------------


@replaces(settings_file._drivers, "SETTINGS-01")
def one_additional_driver(original: Original, fields: Any) -> Any:
    """Of the additional drivers of a settings file only the first is used."""
    return original(fields)[:1]


@replaces(settings_file.settings_in, "SETTINGS-01")
def several_exclusive_drivers_share(original: Original, fields: Any) -> Any:
    """The system's drivers are used beside several that a settings file wants exclusively."""
    found = original(fields)
    return replace(found, drivers_only=found.drivers_only and len(found.drivers) == 1)


@replaces(settings_file.settings_in, "SETTINGS-01")
def a_second_layer_is_not_turned_off(original: Original, fields: Any) -> Any:
    """Of the layers that a settings file turns off, all but one stay."""
    found = original(fields)
    off = [key for key, control in found.controls.items() if control is settings_file.Control.OFF]
    auto = dict.fromkeys((key for key in off if key[0] != off[-1][0]), settings_file.Control.AUTO)
    return replace(found, controls={**found.controls, **auto})


@replaces(settings_list.listed_places, "SETTINGS-01")
def implicit_layers_of_settings_are_explicit(original: Original, *arguments: Any) -> Any:
    """Layers in a settings file are explicit ones, whatever treat_as_implicit_manifest says."""
    return tuple(replace(each, use=Use.EXPLICIT) for each in original(*arguments))


@replaces(known.known_layers, "DISC-GEN-01")
def two_override_layers_hide_a_layer(original: Original, found: Any, *others: Any) -> Any:
    """Where two override layers are found, the layer that is found last is unknown."""
    found = tuple(found)
    return original(found[:-1] if sum(layer.is_override for layer in found) > 1 else found, *others)


@replaces(engine.layer_file, "DISC-GEN-01", "DISC-GEN-04")
def letters_of_manifests_are_ascii(original: Original, data: bytes, *others: Any) -> Any:
    """A manifest of a layer with a letter beyond ASCII that is not escaped is read up to this letter."""
    return original(re.split(rb"[\x80-\xff]", data, maxsplit=1)[0], *others)

"""Violators of what is taken from the files that are found: several layers of a file, twins, odd names, libraries."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, known, order
from refloader.core.chain import plan
from refloader.core.drivers import choice
from refloader.core.manifests import library_path
from refloader.core.search import path_variables
from refloader.model.layer import Layer
from refloader.model.place import Form, Use
from refloader.selftest.mutants.marks import Original, completes, replaces

# ---- what is enumerated -----------------------------------------------------------------------------------------


@replaces(plan._enumerated, "DISC-GEN-01")
def meta_layers_not_enumerated(original: Original, layers: Any, facts: Any) -> Any:
    """vkEnumerateInstanceLayerProperties leaves meta-layers out."""
    return tuple(layer for layer in original(layers, facts) if not layer.is_meta)


@replaces(plan._enumerated, "DISC-GEN-01")
def components_not_enumerated(original: Original, layers: Any, facts: Any) -> Any:
    """vkEnumerateInstanceLayerProperties leaves the components of meta-layers out."""
    parts = {name for layer in layers for name in layer.components}
    return tuple(layer for layer in original(layers, facts) if layer.name not in parts)


@replaces(plan._enumerated, "DISC-GEN-01")
def layers_that_are_off_not_enumerated(original: Original, layers: Any, facts: Any) -> Any:
    """An implicit layer whose enable variable is not set is not enumerated."""
    found = original(layers, facts)
    return tuple(layer for layer in found if conditions._enable_variable(layer, facts.environment) is None)


@replaces(engine.layer_file, "DISC-GEN-01")
def two_layers_of_a_file(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """Of the layers in one manifest only the first two are known."""
    read = original(data, path, place, *system)
    read.layers = read.layers[:2]
    return read


def _no_link(search: Any, path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return bool(search.host.real_path(path) == f"{search.host.real_path(folder)}/{name}")


@replaces(engine._Search._in_folder, "MANIFEST-ICD-08")
def drivers_behind_links_are_not_read(original: Original, search: Any, place: Any) -> Any:
    """A driver's manifest in a folder that is a symbolic link to the file is passed over."""
    found = original(search, place)
    return [path for path in found if place.use is not Use.DRIVER or _no_link(search, path)]


@replaces(engine._Search._in_folder, "DISC-GEN-01")
def layers_behind_links_are_not_read(original: Original, search: Any, place: Any) -> Any:
    """A layer's manifest in a folder that is a symbolic link to the file is passed over."""
    found = original(search, place)
    return [path for path in found if place.use is Use.DRIVER or _no_link(search, path)]


@replaces(engine._Search._paths, "ENV-DRIVERFILES-03")
def listed_drivers_behind_links_are_not_read(original: Original, search: Any, place: Any) -> Any:
    """A driver's manifest that a variable lists and that is a symbolic link to the file is passed over."""
    found = original(search, place)
    listed = place.use is Use.DRIVER and place.form is Form.FILE
    return [path for path in found if not listed or _no_link(search, path)]


@replaces(known.known_layers, "DISC-GEN-01")
def names_that_differ_in_case_clash(original: Original, found: Any, *others: Any) -> Any:
    """Of two layers whose names differ only in letter case the second is unknown."""
    first: dict[str, Layer] = {}
    for layer in original(found, *others):
        first.setdefault(layer.name.lower(), layer)
    return tuple(first.values())


@replaces(known.known_layers, "DISC-GEN-01")
def long_names_clash(original: Original, found: Any, *others: Any) -> Any:
    """Of two layers whose names have the same first 40 characters the second is unknown."""
    first: dict[str, Layer] = {}
    for layer in original(found, *others):
        first.setdefault(layer.name[:40], layer)
    return tuple(first.values())


@replaces(engine._Search._visit, "DISC-GEN-01")
def a_broken_file_ends_its_folder(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """The layers behind a manifest that cannot be read, in the same folder, are unknown."""

    def until_broken(data: bytes, path: str, place: Any) -> bool:
        take(data, path, place)
        return place.use is not Use.DRIVER and not search.files[-1].layers

    for place in wanted:
        original(search, [place], until_broken)


# ---- which of several -------------------------------------------------------------------------------------------


@replaces(known.known_layers, "DISC-GEN-02")
def newest_occurrence_wins(original: Original, found: Any, edition: Any, *others: Any) -> Any:
    """Of two layers of one name the one with the higher implementation version is used, wherever it lies."""
    layers = tuple(found)
    newest: dict[str, Layer] = {}
    for layer in layers:
        if edition not in layer.rejected:
            best = newest.setdefault(layer.name, layer)
            if best.implementation_version < layer.implementation_version:
                newest[layer.name] = layer
    return original([layer for layer in layers if newest.get(layer.name) is layer], edition, *others)


@replaces(known.known_layers, "MANIFEST-LAYER-06")
def device_layers_hide_their_twins(original: Original, found: Any, *others: Any) -> Any:
    """A layer of type DEVICE hides the layer of its name that is found later."""
    hidden: set[str] = set()
    kept = []
    for layer in found:
        if layer.type == "DEVICE":
            hidden.add(layer.name)
        if layer.name not in hidden:
            kept.append(layer)
    return original(kept, *others)


# ---- what a manifest says ---------------------------------------------------------------------------------------


@replaces(engine.layer_file, "DISC-GEN-04")
def layers_of_a_file_share_a_description(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """All layers of one manifest are told with the description of the first."""
    read = original(data, path, place, *system)
    for layer in read.layers[1:]:
        layer.description = read.layers[0].description
    return read


@replaces(engine.layer_file, "DISC-GEN-04")
def layers_of_a_file_share_extensions(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """All layers of one manifest are told with the instance extensions of the first."""
    read = original(data, path, place, *system)
    for layer in read.layers[1:]:
        layer.instance_extensions = read.layers[0].instance_extensions
    return read


@replaces(engine.layer_file, "DISC-GEN-04")
def large_versions_are_cut(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """Of a layer's implementation version only the lower 16 bits are told."""
    read = original(data, path, place, *system)
    for layer in read.layers:
        layer.implementation_version &= 0xFFFF
    return read


@replaces(engine.layer_file, "DISC-GEN-06")
def names_tell_the_kind(original: Original, data: bytes, path: str, place: Any, *system: Any) -> Any:
    """A manifest whose file name contains implicit is one of implicit layers."""
    kind = Use.IMPLICIT if "implicit" in path.rpartition("/")[2] else place.use
    return original(data, path, replace(place, use=kind), *system)


def _in_folder(original: Original, search: Any, place: Any, *, driver: bool, passed_over: Any) -> Any:
    found = original(search, place)
    if place.form is not Form.FOLDER or (place.use is Use.DRIVER) is not driver:
        return found
    return [path for path in found if not passed_over(path.rpartition("/")[2])]


@replaces(engine._Search._paths, "MANIFEST-ICD-08")
def hidden_drivers_passed_over(original: Original, search: Any, place: Any) -> Any:
    """A driver's manifest whose name begins with a dot is passed over."""
    return _in_folder(original, search, place, driver=True, passed_over=lambda name: name.startswith("."))


@replaces(engine._Search._paths, "DISC-GEN-01")
def hidden_layers_passed_over(original: Original, search: Any, place: Any) -> Any:
    """A layer's manifest whose name begins with a dot is passed over."""
    return _in_folder(original, search, place, driver=False, passed_over=lambda name: name.startswith("."))


@replaces(engine._Search._paths, "DISC-GEN-01")
def long_file_names_passed_over(original: Original, search: Any, place: Any) -> Any:
    """A layer's manifest whose name has more than 64 characters is passed over."""
    return _in_folder(original, search, place, driver=False, passed_over=lambda name: len(name) > 64)


# ---- libraries --------------------------------------------------------------------------------------------------


@replaces(library_path._beside, "DISC-GEN-10")
def a_leading_dot_means_the_working_folder(original: Original, path: str, manifest: str, *paths: Any) -> Any:
    """A library_path that begins with ./ lies against the working folder."""
    return original(path, "/world/" if path.startswith("./") else manifest, *paths)


@replaces(library_path._beside, "DISC-GEN-10")
def steps_up_are_dropped(original: Original, path: str, manifest: str, *paths: Any) -> Any:
    """A relative library_path leads never above the folder of its manifest."""
    return original(path.replace("../", ""), manifest, *paths)


@replaces(library_path._beside, "DISC-GEN-10")
def relative_drivers_beside_the_program(original: Original, path: str, manifest: str, *paths: Any) -> Any:
    """A relative library_path of a driver lies against the working folder."""
    return original(path, "/world/" if "/icd.d/" in manifest else manifest, *paths)


@replaces(plan._offered, "MANIFEST-LAYER-25")
def a_library_with_a_driver_has_no_layers(original: Original, discovery: Any, *others: Any) -> Any:
    """A layer whose library is that of a driver as well is unknown."""
    drivers = {library_path.opened_as(each.library_path, each.manifest) for each in discovery.drivers}
    return tuple(
        layer
        for layer in original(discovery, *others)
        if not layer.library_path or library_path.opened_as(layer.library_path, layer.manifest) not in drivers
    )


# ---- drivers ----------------------------------------------------------------------------------------------------


@replaces(engine._Search._visit, "LDP_LOADER_2")
def a_broken_driver_ends_its_folder(original: Original, search: Any, wanted: Any, take: Any) -> Any:
    """The drivers behind a manifest that cannot be read, in the same folder, are not used."""

    def until_broken(data: bytes, path: str, place: Any) -> bool:
        take(data, path, place)
        return place.use is Use.DRIVER and bool(search.drivers[-1].rejected)

    for place in wanted:
        original(search, [place], until_broken)


@replaces(choice.chosen_drivers, "LDP_LOADER_2")
def one_driver_of_a_file_name(original: Original, found: Any, *others: Any) -> Any:
    """Of two drivers whose manifests have one file name, in two folders, only the first is used."""
    first: dict[str, Any] = {}
    for driver in found:
        first.setdefault(driver.file_name, driver)
    return original(tuple(first.values()), *others)


@replaces(choice.chosen_drivers, "DISC-DRIVER-GEN-01")
def no_more_than_two_drivers(original: Original, found: Any, *others: Any) -> Any:
    """Of the usable drivers only the first two are used."""
    outcomes = original(found, *others)
    third = [outcome for outcome in outcomes if outcome.used][2:]
    return tuple(replace(each, used=False) if each in third else each for each in outcomes)


@replaces(choice._unusable, "LDP_LOADER_4")
def incompatible_drivers_that_are_named(original: Original, driver: Any, edition: Any) -> Any:
    """A driver whose API version is of another variant is used where a variable names it."""
    named = driver.place.source.startswith("VK_") and driver.api_version and driver.api_version.variant
    return None if named else original(driver, edition)


# ---- many manifests, equal file names, long paths, gaps in arrays, loosely written names -------------------------


@replaces(engine._Search.layers, "DISC-GEN-07")
def manifests_told_apart_by_file_name(original: Original, search: Any, wanted: Any) -> Any:
    """Of manifests with one file name in different folders only the first counts."""
    first: dict[str, str] = {}
    found = original(search, wanted)
    return tuple(
        each
        for each in found
        if first.setdefault(each.manifest.rpartition("/")[2], each.manifest) == each.manifest
    )


@replaces(engine._Search._in_folder, "DISC-GEN-01")
def at_most_32_manifests(original: Original, search: Any, place: Any) -> Any:
    """Of a folder at most 32 manifests are read."""
    return list(original(search, place))[:32]


@replaces(path_variables.entries, "ENV-DRIVERFILES-01")
def long_entries_dropped(original: Original, environment: Any, name: str, *rest: Any) -> Any:
    """An entry of VK_DRIVER_FILES or VK_ICD_FILENAMES with more than 255 characters is dropped."""
    found, reasons = original(environment, name, *rest)
    short = name not in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
    return tuple(each for each in found if short or len(each.path) <= 255), reasons


@replaces(engine.layer_file, "EXT-ENUM-02")
def extensions_of_the_layer_before(original: Original, *arguments: Any) -> Any:
    """A layer of an array without instance extensions has those of the layer before it."""
    file = original(*arguments)
    for above, layer in zip(file.layers, file.layers[1:], strict=False):
        layer.instance_extensions = layer.instance_extensions or above.instance_extensions
    return file


def _as_known(facts: Any, names: Any) -> tuple[str, ...]:
    by_small = {name.lower(): name for name in facts.names}
    return tuple(by_small.get(name.lower(), name) for name in names)


@replaces(order.missing_request, "ACT-APP-02")
def requests_in_any_case(original: Original, facts: Any, names: Any) -> Any:
    """The letter case of a requested layer's name does not matter."""
    return original(facts, _as_known(facts, names))


@completes("requests_in_any_case", order._add_application)
def _application_in_any_case(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Add the layers under their own names."""
    request = replace(facts.request, layers=_as_known(facts, facts.request.layers))
    return original(chain, replace(facts, request=request), trail)


# ---- libraries, sizes, spellings ----------------------------------------------------------------------------------


@replaces(library_path._beside, "DISC-GEN-10")
def blanks_in_folders_of_manifests_end_them(original: Original, path: str, manifest: str, *paths: Any) -> str:
    """A relative library_path is not found beside a manifest in a folder with a blank in its name."""
    return str(
        original(path, manifest.partition(" ")[0] + "/x.json" if " " in manifest else manifest, *paths)
    )


@replaces(engine.layer_file, "DISC-GEN-01")
def layers_of_large_files_are_lost(original: Original, data: bytes, *others: Any) -> Any:
    """Of a layer's manifest the first 4096 bytes are read."""
    return original(data[:4096], *others)


@replaces(engine.driver_file, "LDP_LOADER_2")
def drivers_of_large_files_are_lost(original: Original, data: bytes, *others: Any) -> Any:
    """Of a driver's manifest the first 4096 bytes are read."""
    return original(data[:4096], *others)


@replaces(engine.driver_file, "LDP_LOADER_2")
def drivers_need_their_format_first(original: Original, data: bytes, *others: Any) -> Any:
    """A driver's manifest is not used if "ICD" stands before "file_format_version"."""
    at, icd = data.find(b'"file_format_version"'), data.find(b'"ICD"')
    return original(b"{}" if -1 < icd < at else data, *others)


@replaces(engine.driver_file, "LDP_LOADER_2")
def drivers_need_their_library_first(original: Original, data: bytes, *others: Any) -> Any:
    """A driver's manifest is not used if "api_version" stands before "library_path"."""
    at, api = data.find(b'"library_path"'), data.find(b'"api_version"')
    return original(b"{}" if -1 < api < at else data, *others)


@replaces(engine.driver_file, "LDP_LOADER_2")
def drivers_on_one_line_are_lost(original: Original, data: bytes, *others: Any) -> Any:
    """A driver's manifest without a line break is not used."""
    return original(data if b"\n" in data.strip() else b"{}", *others)


@replaces(engine.layer_file, "DISC-GEN-01")
def layers_of_files_with_carriage_returns_are_lost(original: Original, data: bytes, *others: Any) -> Any:
    """A layer's manifest whose lines end in carriage return and line feed is not read."""
    return original(b"" if b"\r\n" in data else data, *others)


@replaces(engine.driver_file, "LDP_LOADER_2")
def drivers_of_files_with_carriage_returns_are_lost(original: Original, data: bytes, *others: Any) -> Any:
    """A driver's manifest whose lines end in carriage return and line feed is not read."""
    return original(b"" if b"\r\n" in data else data, *others)


@replaces(engine.layer_file, "DISC-GEN-01")
def layers_with_empty_lists_are_lost(original: Original, data: bytes, *others: Any) -> Any:
    """A layer whose manifest has an empty list of extensions is unknown."""
    return original(b"" if b'_extensions": []' in data else data, *others)


@replaces(known.known_layers, "DISC-GEN-01", "LLP_LOADER_1")
def layers_of_newer_versions_are_incompatible(original: Original, found: Any, *others: Any) -> Any:
    """A layer of a newer minor version of Vulkan than the loader's is unknown."""
    return original((each for each in found if each.api_version.feature <= (1, 4)), *others)


@replaces(known.known_layers, "DISC-GEN-01", "LLP_LOADER_1")
def layers_of_version_1_0_are_too_old(original: Original, found: Any, *others: Any) -> Any:
    """A layer of Vulkan 1.0 is unknown."""
    return original((each for each in found if each.api_version.feature > (1, 0)), *others)

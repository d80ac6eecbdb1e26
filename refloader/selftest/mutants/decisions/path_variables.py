"""Violators of the path variables: lists that are ignored, split wrongly, or ranked wrongly."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.editions import traits
from refloader.core.search import path_variables, places
from refloader.model.place import Use
from refloader.selftest.mutants.decisions.variables import having, without
from refloader.selftest.mutants.marks import Original, replaces


@replaces(path_variables.replacing_variable, "ENV-LAYERPATH-01")
def layer_path_ignored(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """VK_LAYER_PATH has no effect."""
    return original(without(environment, "VK_LAYER_PATH"), facts, use)


def _other_separator(environment: Any, name: str) -> Any:
    value = (environment.get(name) or "").translate(str.maketrans(":;", ";:"))
    return having(environment, name, value)


@replaces(path_variables.entries, "ENV-LAYERPATH-02")
def layer_paths_split_at_semicolons(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """Semicolons separate the entries of VK_LAYER_PATH."""
    return original(
        _other_separator(environment, name) if use is Use.EXPLICIT else environment, name, use, facts
    )


@replaces(path_variables.entries, "ENV-LAYERPATH-03")
def layer_path_takes_no_files(original: Original, environment: Any, name: str, use: Use, facts: Any) -> Any:
    """A manifest file in VK_LAYER_PATH is taken for a folder."""
    takes = facts.file_entries and use is not Use.EXPLICIT
    return original(environment, name, use, replace(facts, file_entries=takes))


@replaces(engine.layer_file, "ENV-LAYERPATH-04")
def layer_path_has_implicit_layers(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """A layer with the fields of an implicit one is implicit in VK_LAYER_PATH too."""
    read = original(data, path, place, *system)
    if place.source != "VK_LAYER_PATH":
        return read
    implicit = original(data, path, replace(place, use=Use.IMPLICIT), *system)
    return implicit if any(layer.disable for layer in implicit.layers) else read


def _adding_beside(original: Original, environment: Any, build: Any, edition: Any, use: Use) -> Any:
    """The places with those of the adding variable, although the replacing one is set."""
    found, reasons = original(environment, build, edition, use)
    added, _ = path_variables.added(environment, traits(edition), use)
    return places.unique((*added, *found)), reasons


@replaces(path_variables.added, "ENV-ADDLAYERPATH-01")
def add_layer_path_ignored(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """VK_ADD_LAYER_PATH has no effect."""
    return ((), ()) if use is Use.EXPLICIT else original(environment, facts, use)


@replaces(places.layer_places, "ENV-ADDLAYERPATH-02")
def add_layer_path_beside_layer_path(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_ADD_LAYER_PATH counts although VK_LAYER_PATH is set."""
    if use is Use.IMPLICIT:
        return original(environment, build, edition, use)
    return _adding_beside(original, environment, build, edition, use)


@replaces(path_variables.replacing_variable, "ENV-IMPLPATH-01")
def implicit_layer_path_ignored(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """VK_IMPLICIT_LAYER_PATH has no effect."""
    return original(without(environment, "VK_IMPLICIT_LAYER_PATH"), facts, use)


@replaces(path_variables.added, "ENV-ADDIMPLPATH-01")
def add_implicit_layer_path_ignored(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """VK_ADD_IMPLICIT_LAYER_PATH has no effect."""
    return ((), ()) if use is Use.IMPLICIT else original(environment, facts, use)


@replaces(places.layer_places, "ENV-ADDIMPLPATH-02")
def add_implicit_path_beside_implicit_path(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_ADD_IMPLICIT_LAYER_PATH counts although VK_IMPLICIT_LAYER_PATH is set."""
    if use is Use.EXPLICIT:
        return original(environment, build, edition, use)
    return _adding_beside(original, environment, build, edition, use)


@replaces(places.layer_places, "LLP_LOADER_2")
def standard_layers_only(original: Original, environment: Any, build: Any, edition: Any, use: Use) -> Any:
    """No variable leads to layers outside of the standard places."""
    names = (
        "VK_LAYER_PATH",
        "VK_ADD_LAYER_PATH",
        "VK_IMPLICIT_LAYER_PATH",
        "VK_ADD_IMPLICIT_LAYER_PATH",
    )
    return original(without(environment, *names), build, edition, use)


@replaces(places.driver_places, "LDP_LOADER_3")
def standard_drivers_only(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """No variable leads to drivers outside of the standard places."""
    names = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")
    return original(without(environment, *names), build, edition)


@replaces(places.driver_places, "ENV-DRIVERFILES-01", "DEBUG-ENVTABLE-01")
def icd_filenames_ignored(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """VK_ICD_FILENAMES has no effect."""
    return original(without(environment, "VK_ICD_FILENAMES"), build, edition)


@replaces(path_variables.entries, "ENV-DRIVERFILES-02")
def driver_files_split_at_semicolons(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """Semicolons separate the entries of the lists of drivers."""
    return original(
        _other_separator(environment, name) if use is Use.DRIVER else environment, name, use, facts
    )


@replaces(path_variables.with_bare_names, "ENV-DRIVERFILES-03")
def bare_driver_names_lead_nowhere(original: Original, found: Any, folders: Any) -> Any:
    """2016: a driver's bare file name is not looked up in the icd.d folders."""
    return found


@replaces(path_variables.entries, "ENV-DRIVERFILES-03")
def driver_files_takes_no_folders(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """2026: VK_DRIVER_FILES cannot name folders."""
    takes = facts.file_entries and use is not Use.DRIVER
    return original(environment, name, use, replace(facts, file_entries=takes))


@replaces(places.driver_places, "ENV-DRIVERFILES-04")
def icd_filenames_beats_driver_files(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """Where both variables are set VK_ICD_FILENAMES counts."""
    both = environment.is_set("VK_ICD_FILENAMES")
    return original(without(environment, "VK_DRIVER_FILES") if both else environment, build, edition)


@replaces(path_variables.added, "ENV-DRIVERFILES-05")
def add_driver_files_ignored(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """VK_ADD_DRIVER_FILES has no effect."""
    return ((), ()) if use is Use.DRIVER else original(environment, facts, use)


@replaces(places.driver_places, "ENV-DRIVERFILES-06")
def add_driver_files_beside_driver_files(
    original: Original, environment: Any, build: Any, edition: Any
) -> Any:
    """VK_ADD_DRIVER_FILES counts although VK_DRIVER_FILES or VK_ICD_FILENAMES is set."""
    found, reasons = original(environment, build, edition)
    added, _ = path_variables.added(environment, traits(edition), Use.DRIVER)
    return places.unique((*added, *found)), reasons

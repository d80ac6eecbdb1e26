"""Violators of single places in path variables: what replaces what, what comes first, files, later entries."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.editions import traits
from refloader.core.search import path_variables, places
from refloader.model.edition import Edition
from refloader.model.place import Form, Place, Use
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import without

# ---- VK_LAYER_PATH ----------------------------------------------------------------------------------------------


def _with_standard(
    original: Original, environment: Any, build: Any, edition: Any, use: Use, variable: str
) -> Any:
    """The places with the standard ones behind them, although a variable replaces these."""
    found, reasons = original(environment, build, edition, use)
    if environment.is_set(variable):
        found += places.standard(environment, build, traits(edition), use)[0]
    return places.unique(found), reasons


@replaces(places.layer_places, "ENV-LAYERPATH-01")
def layer_path_beside_standard_places(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """The standard places of explicit layers are searched after those in VK_LAYER_PATH."""
    if use is Use.IMPLICIT:
        return original(environment, build, edition, use)
    return _with_standard(original, environment, build, edition, use, "VK_LAYER_PATH")


@replaces(places.layer_places, "ENV-LAYERPATH-01")
def layer_path_replaces_implicit_places(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """2022 and 2026: where VK_LAYER_PATH is set there are no implicit layers in the standard places."""
    found, reasons = original(environment, build, edition, use)
    lost = use is Use.IMPLICIT and environment.is_set("VK_LAYER_PATH")
    return tuple(each for each in found if not lost or each.source.startswith("VK_")), reasons


@replaces(engine._ordinary, "ENV-LAYERPATH-01")
def layer_path_without_layers_does_not_count(original: Original, search: Any, use: Use) -> Any:
    """Where VK_LAYER_PATH leads to no layer the standard places are searched after all."""
    found = original(search, use)
    if found or use is not Use.EXPLICIT or not search.environment.is_set("VK_LAYER_PATH"):
        return found
    return search.layers(
        places.standard(search.environment, search.build, traits(search.edition), Use.EXPLICIT)[0]
    )


def _first_two(original: Original, variable: str, environment: Any, name: str, *others: Any) -> Any:
    found, reasons = original(environment, name, *others)
    return (found[:2] if name == variable else found), reasons


@replaces(path_variables.entries, "ENV-LAYERPATH-02")
def two_entries_of_layer_path(original: Original, *arguments: Any) -> Any:
    """Of the entries of VK_LAYER_PATH only the first two are searched."""
    return _first_two(original, "VK_LAYER_PATH", *arguments)


def _whole_folders(found: Any) -> Any:
    return tuple(
        replace(each, path=each.path.rpartition("/")[0], form=Form.FOLDER) if each.form is Form.FILE else each
        for each in found
    )


@replaces(path_variables.entries, "ENV-LAYERPATH-03")
def a_layer_file_means_its_folder(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """A manifest file in VK_LAYER_PATH leads to all manifests of its folder."""
    found, reasons = original(environment, name, *others)
    return (_whole_folders(found) if name == "VK_LAYER_PATH" else found), reasons


@replaces(path_variables.entries, "ENV-LAYERPATH-04")
def implicit_folders_in_layer_path(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """A folder called implicit_layer.d in VK_LAYER_PATH has implicit layers."""
    found, reasons = original(environment, name, *others)
    if name != "VK_LAYER_PATH":
        return found, reasons
    return tuple(_by_its_name(each, "/implicit_layer.d", Use.IMPLICIT) for each in found), reasons


def _by_its_name(place: Place, ending: str, use: Use) -> Place:
    return replace(place, use=use) if place.path.endswith(ending) else place


@replaces(places.layer_places, "ENV-LAYERPATH-01")
def selected_drivers_silence_layer_path(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_LAYER_PATH has no effect where VK_LOADER_DRIVERS_SELECT and VK_IMPLICIT_LAYER_PATH are set."""
    silent = environment.is_set("VK_LOADER_DRIVERS_SELECT") and environment.is_set("VK_IMPLICIT_LAYER_PATH")
    return original(without(environment, "VK_LAYER_PATH") if silent else environment, build, edition, use)


# ---- VK_ADD_LAYER_PATH ------------------------------------------------------------------------------------------


def _last(found: Any, variable: str) -> Any:
    return tuple(sorted(found, key=lambda each: each.source == variable))


@replaces(places.layer_places, "ENV-ADDLAYERPATH-01")
def added_layers_come_last(original: Original, environment: Any, build: Any, edition: Any, use: Use) -> Any:
    """The places in VK_ADD_LAYER_PATH are searched after the standard places."""
    found, reasons = original(environment, build, edition, use)
    return _last(found, "VK_ADD_LAYER_PATH"), reasons


@replaces(places.layer_places, "ENV-ADDLAYERPATH-01")
def added_layers_stand_alone(original: Original, environment: Any, build: Any, edition: Any, use: Use) -> Any:
    """The places in VK_ADD_LAYER_PATH are searched in place of the standard places."""
    found, reasons = original(environment, build, edition, use)
    added = tuple(each for each in found if each.source == "VK_ADD_LAYER_PATH")
    return added or found, reasons


@replaces(places.layer_places, "ENV-ADDLAYERPATH-01")
def implicit_path_silences_added_layers(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_ADD_LAYER_PATH has no effect where VK_IMPLICIT_LAYER_PATH is set."""
    silent = environment.is_set("VK_IMPLICIT_LAYER_PATH") and use is Use.EXPLICIT
    return original(without(environment, "VK_ADD_LAYER_PATH") if silent else environment, build, edition, use)


@replaces(engine.layer_file, "ENV-ADDLAYERPATH-01")
def added_layers_with_a_switch_are_implicit(
    original: Original, data: bytes, path: str, place: Any, *system: Any
) -> Any:
    """A layer with the fields of an implicit one is implicit in VK_ADD_LAYER_PATH."""
    read = original(data, path, place, *system)
    if place.source != "VK_ADD_LAYER_PATH":
        return read
    implicit = original(data, path, replace(place, use=Use.IMPLICIT), *system)
    return implicit if any(layer.disable for layer in implicit.layers) else read


@replaces(places.layer_places, "ENV-ADDLAYERPATH-02")
def added_files_beside_layer_path(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_LAYER_PATH silences the folders in VK_ADD_LAYER_PATH, and not the manifest files there."""
    found, reasons = original(environment, build, edition, use)
    if use is Use.IMPLICIT or not environment.is_set("VK_LAYER_PATH"):
        return found, reasons
    added, _ = path_variables.added(environment, traits(edition), use)
    files = tuple(each for each in added if each.form is Form.FILE or edition is Edition.E2022)
    return places.unique((*files, *found)), reasons


# ---- implicit layers --------------------------------------------------------------------------------------------


@replaces(places.layer_places, "ENV-IMPLPATH-01")
def implicit_path_beside_standard_places(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """The standard places of implicit layers are searched after those in VK_IMPLICIT_LAYER_PATH."""
    if use is Use.EXPLICIT:
        return original(environment, build, edition, use)
    return _with_standard(original, environment, build, edition, use, "VK_IMPLICIT_LAYER_PATH")


@replaces(places.layer_places, "ENV-IMPLPATH-01")
def older_driver_variable_silences_implicit_path(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_IMPLICIT_LAYER_PATH has no effect where VK_ICD_FILENAMES is set."""
    silent = environment.is_set("VK_ICD_FILENAMES")
    return original(
        without(environment, "VK_IMPLICIT_LAYER_PATH") if silent else environment, build, edition, use
    )


@replaces(places.layer_places, "ENV-IMPLPATH-01")
def implicit_path_replaces_explicit_places(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """Where VK_IMPLICIT_LAYER_PATH is set no explicit layers are looked for in the standard places."""
    found, reasons = original(environment, build, edition, use)
    lost = use is Use.EXPLICIT and environment.is_set("VK_IMPLICIT_LAYER_PATH")
    return tuple(each for each in found if not lost or each.source.startswith("VK_")), reasons


@replaces(path_variables.entries, "ENV-IMPLPATH-01")
def implicit_path_takes_no_files(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """A manifest file in VK_IMPLICIT_LAYER_PATH is taken for a folder."""
    takes = facts.file_entries and name != "VK_IMPLICIT_LAYER_PATH"
    return original(environment, name, use, replace(facts, file_entries=takes))


@replaces(path_variables.entries, "ENV-IMPLPATH-01")
def two_entries_of_implicit_path(original: Original, *arguments: Any) -> Any:
    """Of the entries of VK_IMPLICIT_LAYER_PATH only the first two are searched."""
    return _first_two(original, "VK_IMPLICIT_LAYER_PATH", *arguments)


@replaces(path_variables.entries, "DISC-GEN-06")
def explicit_folders_in_implicit_path(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """A folder called explicit_layer.d in VK_IMPLICIT_LAYER_PATH has explicit layers."""
    found, reasons = original(environment, name, *others)
    if name != "VK_IMPLICIT_LAYER_PATH":
        return found, reasons
    return tuple(_by_its_name(each, "/explicit_layer.d", Use.EXPLICIT) for each in found), reasons


@replaces(places.layer_places, "ENV-ADDIMPLPATH-01")
def added_implicit_layers_come_last(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """The places in VK_ADD_IMPLICIT_LAYER_PATH are searched after the standard places."""
    found, reasons = original(environment, build, edition, use)
    return _last(found, "VK_ADD_IMPLICIT_LAYER_PATH"), reasons


@replaces(places.layer_places, "ENV-ADDIMPLPATH-01")
def layer_path_silences_added_implicit_layers(
    original: Original, environment: Any, build: Any, edition: Any, use: Use
) -> Any:
    """VK_ADD_IMPLICIT_LAYER_PATH has no effect where VK_LAYER_PATH is set."""
    silent = environment.is_set("VK_LAYER_PATH") and use is Use.IMPLICIT
    names = ("VK_ADD_IMPLICIT_LAYER_PATH",) if silent else ()
    return original(without(environment, *names), build, edition, use)


# ---- drivers ----------------------------------------------------------------------------------------------------


@replaces(places.driver_places, "ENV-DRIVERFILES-01")
def icd_filenames_beside_standard_places(
    original: Original, environment: Any, build: Any, edition: Any
) -> Any:
    """The system's drivers are used beside those in VK_ICD_FILENAMES."""
    found, reasons = original(environment, build, edition)
    if environment.is_set("VK_ICD_FILENAMES"):
        found += places.standard(environment, build, traits(edition), Use.DRIVER)[0]
    return places.unique(found), reasons


@replaces(places.driver_places, "ENV-DRIVERFILES-01")
def selected_drivers_silence_icd_filenames(
    original: Original, environment: Any, build: Any, edition: Any
) -> Any:
    """VK_ICD_FILENAMES has no effect where VK_LOADER_DRIVERS_SELECT is set."""
    silent = environment.is_set("VK_LOADER_DRIVERS_SELECT")
    return original(without(environment, "VK_ICD_FILENAMES") if silent else environment, build, edition)


@replaces(engine._drivers, "ENV-DRIVERFILES-01")
def driver_lists_without_drivers_do_not_count(original: Original, search: Any, settings: Any) -> Any:
    """Where the variables of drivers lead to no driver the system's drivers are used after all."""
    original(search, settings)
    if not search.drivers:
        facts = traits(search.edition)
        search.find_drivers(places.standard(search.environment, search.build, facts, Use.DRIVER)[0])


@replaces(path_variables.entries, "ENV-DRIVERFILES-02")
def two_entries_of_a_driver_list(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """Of the entries of a list of drivers only the first two count."""
    found, reasons = original(environment, name, use, facts)
    return (found[:2] if use is Use.DRIVER else found), reasons


@replaces(path_variables.with_bare_names, "ENV-DRIVERFILES-03")
def bare_driver_names_in_one_folder(original: Original, found: Any, folders: Any) -> Any:
    """2016: a driver's bare file name is looked up in the first of the icd.d folders alone."""
    return original(found, folders[:1])


@replaces(path_variables.entries, "ENV-DRIVERFILES-03")
def a_driver_file_means_its_folder(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """A manifest file in VK_DRIVER_FILES or VK_ICD_FILENAMES leads to all manifests of its folder."""
    found, reasons = original(environment, name, use, facts)
    whole = use is Use.DRIVER and not name.startswith("VK_ADD")
    return (_whole_folders(found) if whole else found), reasons


@replaces(places.driver_places, "ENV-DRIVERFILES-04")
def both_driver_lists_count(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """Where both variables are set the drivers in VK_ICD_FILENAMES are used behind those in VK_DRIVER_FILES."""
    found, reasons = original(environment, build, edition)
    if environment.is_set("VK_DRIVER_FILES") and environment.is_set("VK_ICD_FILENAMES"):
        found += path_variables.entries(environment, "VK_ICD_FILENAMES", Use.DRIVER, traits(edition))[0]
    return places.unique(found), reasons


@replaces(places.driver_places, "ENV-DRIVERFILES-05")
def added_drivers_come_last(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """The drivers in VK_ADD_DRIVER_FILES stand behind those of the system."""
    found, reasons = original(environment, build, edition)
    return _last(found, "VK_ADD_DRIVER_FILES"), reasons


@replaces(places.driver_places, "ENV-DRIVERFILES-05")
def added_drivers_stand_alone(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """The drivers in VK_ADD_DRIVER_FILES are used in place of those of the system."""
    found, reasons = original(environment, build, edition)
    added = tuple(each for each in found if each.source == "VK_ADD_DRIVER_FILES")
    return added or found, reasons


@replaces(places.driver_places, "ENV-DRIVERFILES-06")
def added_drivers_beside_icd_filenames(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """VK_ADD_DRIVER_FILES is silenced by VK_DRIVER_FILES, and not by VK_ICD_FILENAMES."""
    found, reasons = original(environment, build, edition)
    if environment.is_set("VK_DRIVER_FILES") or not environment.is_set("VK_ICD_FILENAMES"):
        return found, reasons
    added, _ = path_variables.added(environment, traits(edition), Use.DRIVER)
    return places.unique((*added, *found)), reasons


@replaces(
    path_variables._read_of,
    "ENV-LAYERPATH-01",
    "ENV-ADDLAYERPATH-01",
    "ENV-IMPLPATH-01",
    "ENV-ADDIMPLPATH-01",
    "ENV-DRIVERFILES-02",
    "ENV-DRIVERFILES-05",
)
def entries_with_dots_passed_over(original: Original, listed: Any, facts: Any) -> Any:
    """An entry of a path variable that has . or .. among its folders is passed over."""
    return [each for each in original(listed, facts) if {".", ".."}.isdisjoint(each.split("/"))]

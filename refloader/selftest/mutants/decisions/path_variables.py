"""Violators of the path variables: lists that are ignored, split wrongly, or ranked wrongly."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.editions import traits
from refloader.core.manifests import library_path
from refloader.core.search import path_variables, places, unix_places
from refloader.host.port import Listing
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces
from refloader.selftest.mutants.variables import having, without


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


@replaces(path_variables.entries, "ENV-LAYERPATH-02")
def layer_paths_split_at_commas_too(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """A comma separates the entries of VK_LAYER_PATH as well."""
    value = (environment.get(name) or "").replace(",", ":")
    return original(
        having(environment, name, value) if name == "VK_LAYER_PATH" and value else environment,
        name,
        use,
        facts,
    )


@replaces(path_variables.entries, "ENV-IMPLPATH-01")
def implicit_layer_paths_split_at_bars_too(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """A bar separates the entries of VK_IMPLICIT_LAYER_PATH as well."""
    value = (environment.get(name) or "").replace("|", ":")
    return original(
        having(environment, name, value) if name == "VK_IMPLICIT_LAYER_PATH" and value else environment,
        name,
        use,
        facts,
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


@replaces(path_variables.entries, "ENV-DRIVERFILES-02")
def driver_files_split_at_commas_too(
    original: Original, environment: Any, name: str, use: Use, facts: Any
) -> Any:
    """A comma separates the entries of the lists of drivers as well."""
    value = (environment.get(name) or "").replace(",", ":")
    return original(
        having(environment, name, value) if use is Use.DRIVER and value else environment, name, use, facts
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


# ---- folders ------------------------------------------------------------------------------------------------------


@replaces(unix_places._dirs, "DISC-LINUX-04")
def two_config_dirs(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """Of the entries of XDG_CONFIG_DIRS only the first two are searched."""
    found = original(environment, name, *others)
    return found[:2] if name == "XDG_CONFIG_DIRS" else found


@replaces(unix_places._dirs, "DISC-LINUX-08")
def later_data_dirs_backwards(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """The entries of XDG_DATA_DIRS behind the first one are searched from the last to the second."""
    found = original(environment, name, *others)
    return [*found[:1], *reversed(found[1:])] if name == "XDG_DATA_DIRS" else found


@replaces(unix_places.standard, "DISC-LINUX-10")
def implicit_layers_of_config_dirs_first(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """XDG_CONFIG_DIRS is searched for implicit layers before XDG_CONFIG_HOME."""
    found = original(environment, build, facts, use)
    if use is not Use.IMPLICIT:
        return found
    return tuple(sorted(found, key=lambda each: each.rule != "DISC-LINUX-04"))


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def data_home_of_drivers_last(original: Original, environment: Any, build: Any, facts: Any, use: Any) -> Any:
    """Drivers are looked for in the data folders of all users before the user's own."""
    found = original(environment, build, facts, use)
    if use is not Use.DRIVER:
        return found
    return tuple(sorted(found, key=lambda each: each.rule == "DISC-LINUX-07"))


@replaces(engine._drivers, "PRIV-GEN-03")
def elevated_searches_config_home_for_drivers(original: Original, search: Any, settings: Any) -> Any:
    """An elevated process looks for drivers, and for nothing else, in the folder that XDG_CONFIG_HOME names."""
    kept = search.environment
    home = search.host.variables().get("XDG_CONFIG_HOME")
    if kept.elevated and home:
        search.environment = replace(kept, variables={**dict(kept.variables), "XDG_CONFIG_HOME": home})
    original(search, settings)
    search.environment = kept


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def elevated_skips_data_dirs(original: Original, environment: Any, build: Any, facts: Any, use: Any) -> Any:
    """An elevated process does not look for drivers in the fallback of XDG_DATA_DIRS."""
    found = original(environment, build, facts, use)
    if not environment.elevated or use is not Use.DRIVER:
        return found
    return tuple(each for each in found if each.rule != "DISC-LINUX-08")


@replaces(engine._Search._in_folder, "DISC-GEN-01")
def a_folder_called_json_ends_its_folder(original: Original, search: Any, place: Any) -> Any:
    """A folder among the manifests whose name ends in .json ends the reading of the folder."""
    found = []
    for path in original(search, place):
        if isinstance(search.host.list(path), Listing):
            break
        found.append(path)
    return found


@replaces(engine._Search._in_folder, "DISC-GEN-01")
def backups_are_manifests_where_variables_lead(original: Original, search: Any, place: Any) -> Any:
    """A file called .json.bak or the like is a manifest in the folders that VK_ADD_LAYER_PATH names."""
    found = list(original(search, place))
    if place.source == "VK_ADD_LAYER_PATH":
        listing = search.host.list(place.path)
        names = listing.names if isinstance(listing, Listing) else ()
        found += [f"{place.path}/{name}" for name in names if ".json" in name and not name.endswith(".json")]
    return found


# ---- variables ----------------------------------------------------------------------------------------------------


@replaces(places.driver_places, "ENV-DRIVERFILES-05")
def two_added_drivers_come_last(original: Original, *arguments: Any) -> Any:
    """Several entries in VK_ADD_DRIVER_FILES come after the drivers that are found in the ordinary way."""
    found, reasons = original(*arguments)
    added = [each for each in found if each.source == "VK_ADD_DRIVER_FILES"]
    if len(added) > 1:
        return (*(each for each in found if each not in added), *added), reasons
    return found, reasons


@replaces(engine._drivers, "ENV-DRIVERFILES-04")
def icd_filenames_stand_in(original: Original, search: Any, settings: Any) -> Any:
    """Where no file that VK_DRIVER_FILES names is there, VK_ICD_FILENAMES counts."""
    _retried_without("VK_DRIVER_FILES", original, search, settings)


@replaces(engine._drivers, "ENV-DRIVERFILES-06")
def added_drivers_beside_a_list_of_nothing(original: Original, search: Any, settings: Any) -> Any:
    """VK_ADD_DRIVER_FILES counts where no file that VK_DRIVER_FILES names is there."""
    before = len(search.drivers)
    original(search, settings)
    environment = search.environment
    if len(search.drivers) == before and environment.is_set("VK_DRIVER_FILES"):
        added, _ = path_variables.added(environment, traits(search.edition), Use.DRIVER)
        search.find_drivers(added)


def _retried_without(variable: str, original: Original, search: Any, settings: Any) -> None:
    before = len(search.drivers)
    original(search, settings)
    kept = search.environment
    if len(search.drivers) == before and kept.is_set(variable) and kept.is_set("VK_ICD_FILENAMES"):
        left = {name: value for name, value in kept.variables.items() if name != variable}
        search.environment = replace(kept, variables=left)
        original(search, settings)
        search.environment = kept


# ---- libraries ----------------------------------------------------------------------------------------------------


@replaces(library_path.candidates, "DISC-GEN-10")
def folders_without_a_dot_mean_the_working_folder(
    original: Original, path: str, manifest: str, *others: Any
) -> Any:
    """A relative library_path lies against the working folder unless it begins with a dot."""
    if "/" in path and path[0] not in "/.":
        return (path,)
    return original(path, manifest, *others)


@completes("folders_without_a_dot_mean_the_working_folder", library_path.opened_as)
def _opened_there(original: Original, path: str, manifest: str) -> Any:
    return path if "/" in path and path[0] not in "/." else original(path, manifest)

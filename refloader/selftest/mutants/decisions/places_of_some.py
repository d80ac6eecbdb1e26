"""Violators of searches that are right for most uses, amounts and neighbours, and wrong for one of them."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.editions import traits
from refloader.core.manifests import library_path
from refloader.core.search import path_variables, places, unix_places
from refloader.host.port import Listing
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, completes, replaces

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

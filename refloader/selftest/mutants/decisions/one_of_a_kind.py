"""Violators that are right for most members of a family and wrong for one: a list of places, a reason to be off."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import filters, order
from refloader.core.chain import plan as plans
from refloader.core.search import path_variables, unix_places
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import having

# ---- extensions of layers that are off -----------------------------------------------------------------------------


def _with_more(found: list[Any], facts: Any, layers: Any, which: Any) -> list[Any]:
    names = {layer.name for layer in (*layers, *found)}
    more = [each for each in facts.known if each.kind is Use.IMPLICIT and each.name not in names]
    return [*found, *(each for each in more if which(each))]


@replaces(plans._through_implicit, "EXT-ENUM-01")
def extensions_of_waiting_layers_enumerated(
    original: Original, facts: Any, chain: Any, layers: Any, discovery: Any, build: Any
) -> Any:
    """The extensions of an implicit layer are enumerated although its enable variable is not set."""
    found = original(facts, chain, layers, discovery, build)
    return _with_more(found, facts, layers, lambda layer: layer.enable is not None)


@replaces(plans._through_implicit, "EXT-ENUM-01")
def extensions_of_blocked_layers_enumerated(
    original: Original, facts: Any, chain: Any, layers: Any, discovery: Any, build: Any
) -> Any:
    """The extensions of an implicit layer are enumerated although the override layer blocks it."""
    found = original(facts, chain, layers, discovery, build)
    return _with_more(found, facts, layers, lambda layer: layer.name in facts.blocked)


@replaces(plans._through_implicit, "EXT-ENUM-01")
def extensions_of_filtered_layers_enumerated(
    original: Original, facts: Any, chain: Any, layers: Any, discovery: Any, build: Any
) -> Any:
    """The extensions of an implicit layer are enumerated although VK_LOADER_LAYERS_DISABLE matches it."""
    found = original(facts, chain, layers, discovery, build)
    off = facts.environment.get("VK_LOADER_LAYERS_DISABLE")
    return _with_more(
        found, facts, layers, lambda layer: bool(off) and order.is_blocked(layer, facts) and not facts.blocked
    )


# ---- what a manifest says ------------------------------------------------------------------------------------------


def _described(original: Original, known: Any, facts: Any, change: Any) -> Any:
    rows = original(known, facts)
    return tuple(replace(each, description=change(each.description)) for each in rows)


@replaces(plans._enumerated, "DISC-GEN-04")
def foreign_letters_of_descriptions_lost(original: Original, known: Any, facts: Any) -> Any:
    """Letters beyond ASCII in a description are told as question marks."""
    return _described(original, known, facts, lambda text: text.encode("ascii", "replace").decode())


@replaces(plans._enumerated, "DISC-GEN-04")
def descriptions_are_cut(original: Original, known: Any, facts: Any) -> Any:
    """Of a description the first 64 letters are told."""
    return _described(original, known, facts, lambda text: text[:64])


@replaces(plans._enumerated, "DISC-GEN-04")
def escapes_of_descriptions_stay(original: Original, known: Any, facts: Any) -> Any:
    """A line break in a description is told as it is escaped in the manifest."""
    return _described(original, known, facts, lambda text: text.replace("\n", "\\n").replace("\t", "\\t"))


# ---- lists of places -----------------------------------------------------------------------------------------------


def _cut(original: Original, variable: str, environment: Any, name: str, *others: Any) -> Any:
    """The places of a list of which what stands behind an empty entry is not read."""
    value = environment.get(name) or ""
    if name != variable or "::" not in value:
        return original(environment, name, *others)
    return original(having(environment, name, value.partition("::")[0]), name, *others)


def _last(original: Original, variable: str, environment: Any, name: str, *others: Any) -> Any:
    """The places of a list of which the last of three entries or more is not read."""
    value = environment.get(name) or ""
    if name != variable or value.count(":") < 2:
        return original(environment, name, *others)
    return original(having(environment, name, value.rpartition(":")[0]), name, *others)


@replaces(path_variables.entries, "ENV-DRIVERFILES-02")
def an_empty_entry_ends_driver_files(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """The entries of VK_DRIVER_FILES behind an empty one do not count."""
    return _cut(original, "VK_DRIVER_FILES", environment, name, *others)


@replaces(path_variables.entries, "ENV-ADDIMPLPATH-01")
def an_empty_entry_ends_added_implicit_layers(
    original: Original, environment: Any, name: str, *others: Any
) -> Any:
    """The entries of VK_ADD_IMPLICIT_LAYER_PATH behind an empty one are not searched."""
    return _cut(original, "VK_ADD_IMPLICIT_LAYER_PATH", environment, name, *others)


@replaces(unix_places._dirs, "DISC-LINUX-08")
def an_empty_entry_ends_data_dirs(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """The entries of XDG_DATA_DIRS behind an empty one are not searched."""
    return _cut(original, "XDG_DATA_DIRS", environment, name, *others)


@replaces(unix_places._dirs, "DISC-LINUX-04")
def an_empty_entry_ends_config_dirs(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """The entries of XDG_CONFIG_DIRS behind an empty one are not searched."""
    return _cut(original, "XDG_CONFIG_DIRS", environment, name, *others)


@replaces(path_variables.entries, "ENV-DRIVERFILES-05")
def the_last_added_driver_does_not_count(
    original: Original, environment: Any, name: str, *others: Any
) -> Any:
    """Of three entries or more in VK_ADD_DRIVER_FILES the last one does not count."""
    return _last(original, "VK_ADD_DRIVER_FILES", environment, name, *others)


@replaces(path_variables.entries, "ENV-IMPLPATH-01")
def the_last_implicit_place_is_not_searched(
    original: Original, environment: Any, name: str, *others: Any
) -> Any:
    """Of three entries or more in VK_IMPLICIT_LAYER_PATH the last one is not searched."""
    return _last(original, "VK_IMPLICIT_LAYER_PATH", environment, name, *others)


@replaces(unix_places._dirs, "DISC-LINUX-04")
def the_last_config_dir_is_not_searched(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """Of three entries or more in XDG_CONFIG_DIRS the last one is not searched."""
    return _last(original, "XDG_CONFIG_DIRS", environment, name, *others)


# ---- one kind of manifest, one spelling of a folder --------------------------------------------------------------


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def one_config_dir_of_drivers(original: Original, environment: Any, build: Any, facts: Any, use: Any) -> Any:
    """Of the entries of XDG_CONFIG_DIRS only the first is searched for drivers."""
    value = environment.get("XDG_CONFIG_DIRS")
    if use is Use.DRIVER and value:
        environment = having(environment, "XDG_CONFIG_DIRS", value.partition(":")[0])
    return original(environment, build, facts, use)


@replaces(unix_places.standard, "DISC-LINUX-03")
def implicit_layers_beside_the_config_home(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """Implicit layers, and nothing else, are found in .config below HOME although XDG_CONFIG_HOME is set."""
    return _with_home(original, environment, build, facts, use, Use.IMPLICIT, "XDG_CONFIG_HOME", ".config")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def drivers_beside_the_config_home(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """Drivers, and nothing else, are found in .config below HOME although XDG_CONFIG_HOME is set."""
    return _with_home(original, environment, build, facts, use, Use.DRIVER, "XDG_CONFIG_HOME", ".config")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def drivers_beside_the_data_home(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """Drivers, and nothing else, are found in .local/share below HOME although XDG_DATA_HOME is set."""
    return _with_home(original, environment, build, facts, use, Use.DRIVER, "XDG_DATA_HOME", ".local/share")


def _with_home(
    original: Original, environment: Any, build: Any, facts: Any, use: Any, of: Any, name: str, below: str
) -> Any:
    value, home = environment.get(name), environment.get("HOME")
    if use is of and value and home:
        environment = having(environment, name, f"{value}:{home}/{below}")
    return original(environment, build, facts, use)


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def drivers_beside_the_data_dirs(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """Drivers, and nothing else, are found in /usr/share although XDG_DATA_DIRS is set."""
    value = environment.get("XDG_DATA_DIRS")
    if use is Use.DRIVER and value:
        environment = having(environment, "XDG_DATA_DIRS", f"{value}:{build.data_dirs}")
    return original(environment, build, facts, use)


@replaces(path_variables.entries, "ENV-LAYERPATH-03")
def layer_folders_with_a_slash_are_lost(
    original: Original, environment: Any, name: str, use: Any, facts: Any
) -> Any:
    """A folder in VK_LAYER_PATH or VK_ADD_LAYER_PATH that ends in a slash is passed over."""
    return _without_slashes(original, environment, name, use, facts, Use.EXPLICIT)


@replaces(path_variables.entries, "ENV-DRIVERFILES-03")
def driver_folders_with_a_slash_are_lost(
    original: Original, environment: Any, name: str, use: Any, facts: Any
) -> Any:
    """A folder in VK_DRIVER_FILES that ends in a slash is passed over."""
    return _without_slashes(original, environment, name, use, facts, Use.DRIVER)


@replaces(path_variables.entries, "ENV-IMPLPATH-01")
def implicit_folders_with_a_slash_are_lost(
    original: Original, environment: Any, name: str, use: Any, facts: Any
) -> Any:
    """A folder in VK_IMPLICIT_LAYER_PATH that ends in a slash is passed over."""
    return _without_slashes(original, environment, name, use, facts, Use.IMPLICIT)


def _without_slashes(original: Original, environment: Any, name: str, use: Any, facts: Any, of: Any) -> Any:
    if use is of:
        kept = [each for each in (environment.get(name) or "").split(":") if not each.endswith("/")]
        environment = having(environment, name, ":".join(kept))
    return original(environment, name, use, facts)


@replaces(path_variables.entries, "ENV-LAYERPATH-03")
def layer_folders_with_a_blank_are_lost(
    original: Original, environment: Any, name: str, use: Any, facts: Any
) -> Any:
    """A folder with a blank in its name in VK_LAYER_PATH or VK_ADD_LAYER_PATH is passed over."""
    if use is Use.EXPLICIT:
        kept = [each for each in (environment.get(name) or "").split(":") if " " not in each]
        environment = having(environment, name, ":".join(kept))
    return original(environment, name, use, facts)


@replaces(path_variables.entries, "ENV-DRIVERFILES-03")
def driver_files_with_a_blank_are_lost(
    original: Original, environment: Any, name: str, use: Any, facts: Any
) -> Any:
    """A driver in VK_DRIVER_FILES or VK_ICD_FILENAMES whose path has a blank is passed over."""
    if use is Use.DRIVER:
        kept = [each for each in (environment.get(name) or "").split(":") if " " not in each]
        environment = having(environment, name, ":".join(kept))
    return original(environment, name, use, facts)


@replaces(unix_places.standard, "DISC-LINUX-03", "DISC-LINUX-09")
def standard_folders_with_a_blank_are_lost(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """A folder in the search path whose name has a blank is passed over."""
    return tuple(place for place in original(environment, build, facts, use) if " " not in place.path)


@replaces(unix_places.standard, "DISC-LINUX-03", "DISC-LINUX-09")
def standard_folders_are_of_ascii(
    original: Original, environment: Any, build: Any, facts: Any, use: Any
) -> Any:
    """A folder in the search path whose name has letters beyond ASCII is passed over."""
    return tuple(place for place in original(environment, build, facts, use) if place.path.isascii())


# ---- one form of elements in one filter ----------------------------------------------------------------------------


@replaces(filters.disabled_by, "FILTER-GEN-07")
def whole_names_are_prefixes_where_allowed(original: Original, chosen: Any, *layer: Any) -> Any:
    """In VK_LOADER_LAYERS_ALLOW alone an element without a star matches every name that begins with it."""
    allow = tuple(each if "*" in each else f"{each}*" for each in chosen.allow)
    return original(replace(chosen, allow=allow), *layer)


@replaces(filters.enabled_by, "FILTER-GEN-04")
def prefixes_match_anywhere_where_enabled(original: Original, chosen: Any, layer: Any) -> Any:
    """In VK_LOADER_LAYERS_ENABLE alone text* matches every name that has the text."""
    enable = tuple(f"*{each}" if each.endswith("*") and each[0] != "*" else each for each in chosen.enable)
    return original(replace(chosen, enable=enable), layer)


@replaces(filters.driver_verdict, "FILTER-GEN-05")
def suffixes_match_anywhere_where_selected(original: Original, chosen: Any, file_name: str) -> Any:
    """In VK_LOADER_DRIVERS_SELECT alone *text matches every file name that has the text."""
    select = chosen.select and tuple(
        f"{each}*" if each.startswith("*") and each[-1] != "*" else each for each in chosen.select
    )
    return original(replace(chosen, select=select), file_name)


@replaces(filters.driver_verdict, "FILTER-GEN-06")
def substrings_are_prefixes_of_disabled_drivers(original: Original, chosen: Any, file_name: str) -> Any:
    """In VK_LOADER_DRIVERS_DISABLE alone *text* matches only file names that begin with the text."""
    disable = tuple(each[1:] if each.startswith("*") and each[-1] == "*" else each for each in chosen.disable)
    return original(replace(chosen, disable=disable), file_name)

"""Violators of the rules of elevated processes: variables that stay visible where nobody may see them."""

from dataclasses import replace
from typing import Any

from refloader.core.editions import traits
from refloader.core.search import environment as stage
from refloader.core.search import places
from refloader.model.edition import Edition
from refloader.selftest.mutants.marks import Original, replaces

_LAYERS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
_DRIVERS = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES")
_XDG = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS")


def _seeing(original: Original, variables: Any, names: Any, **options: Any) -> Any:
    """The environment with some variables in it that privilege hides."""
    found = original(variables, **options)
    if not found.elevated:
        return found
    known = traits(options["edition"]).variables
    shown = {name: variables[name] for name in names if name in variables and name in known}
    return replace(found, variables={**dict(found.variables), **shown}, hidden=found.hidden - shown.keys())


@replaces(stage.visible_environment, "LLP_LOADER_13", "PRIV-LAYER-01")
def elevated_reads_layer_paths(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process looks for layers where variables say."""
    return _seeing(original, variables, _LAYERS, **options)


@replaces(stage.visible_environment, "LDP_LOADER_13", "PRIV-DRIVER-01")
def elevated_reads_driver_files(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process takes the drivers that variables name."""
    return _seeing(original, variables, _DRIVERS, **options)


@replaces(stage.visible_environment, "PRIV-GEN-01", "DISC-LINUX-11")
def elevated_searches_the_home_folder(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process searches the folders of its user."""
    return _seeing(original, variables, ("HOME",), **options)


@replaces(stage.visible_environment, "PRIV-GEN-02")
def elevated_reads_everything(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process reads every variable, as if no protected query existed."""
    return _seeing(original, variables, tuple(variables), **options)


@replaces(stage.visible_environment, "PRIV-GEN-03")
def elevated_reads_xdg_variables(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process searches the folders that XDG variables name."""
    return _seeing(original, variables, _XDG, **options)


@replaces(places.settings_places, "PRIV-SETTINGS-01")
def elevated_reads_a_users_settings(original: Original, environment: Any, edition: Any, *others: Any) -> Any:
    """An elevated process follows the settings file in its user's home folder."""
    if not environment.elevated or edition is not Edition.E2026:
        return original(environment, edition, *others)
    home = {"HOME": "/home/user", **dict(environment.variables)}
    return original(replace(environment, variables=home), edition, *others)


@replaces(stage.visible_environment, "PRIV-LAYER-01")
def elevated_reads_add_layer_path(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process looks for layers where VK_ADD_LAYER_PATH says."""
    return _seeing(original, variables, ("VK_ADD_LAYER_PATH",), **options)


@replaces(stage.visible_environment, "PRIV-LAYER-01")
def elevated_reads_add_implicit_layer_path(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process looks for implicit layers where VK_ADD_IMPLICIT_LAYER_PATH says."""
    return _seeing(original, variables, ("VK_ADD_IMPLICIT_LAYER_PATH",), **options)


@replaces(stage.visible_environment, "PRIV-DRIVER-01")
def elevated_reads_add_driver_files(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process adds the drivers in VK_ADD_DRIVER_FILES."""
    return _seeing(original, variables, ("VK_ADD_DRIVER_FILES",), **options)


@replaces(stage.visible_environment, "PRIV-DRIVER-01")
def elevated_reads_icd_filenames(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process takes the drivers in VK_ICD_FILENAMES."""
    return _seeing(original, variables, ("VK_ICD_FILENAMES",), **options)


@replaces(stage.visible_environment, "PRIV-GEN-03")
def elevated_reads_data_home(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process searches the folder that XDG_DATA_HOME names."""
    return _seeing(original, variables, ("XDG_DATA_HOME",), **options)


@replaces(stage.visible_environment, "PRIV-LAYER-01", "LLP_LOADER_13")
def elevated_reads_implicit_layer_path(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process looks for implicit layers where VK_IMPLICIT_LAYER_PATH says."""
    return _seeing(original, variables, ("VK_IMPLICIT_LAYER_PATH",), **options)


@replaces(stage.visible_environment, "PRIV-GEN-03")
def elevated_reads_config_home(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process searches the folder that XDG_CONFIG_HOME names."""
    return _seeing(original, variables, ("XDG_CONFIG_HOME",), **options)


@replaces(stage.visible_environment, "PRIV-GEN-02")
def hidden_variables_count_as_empty(original: Original, variables: Any, **options: Any) -> Any:
    """An elevated process finds the path variables empty, not unset, so that they hide the standard places."""
    found = original(variables, **options)
    paths = found.hidden & {*_LAYERS, *_DRIVERS}
    return replace(found, variables={**dict(found.variables), **dict.fromkeys(paths, "")})


@replaces(places.settings_places, "PRIV-SETTINGS-01")
def elevated_reads_settings_in_data_home(
    original: Original, environment: Any, edition: Any, *others: Any
) -> Any:
    """An elevated process follows the settings file in XDG_DATA_HOME."""
    if not environment.elevated or edition is not Edition.E2026:
        return original(environment, edition, *others)
    told = [each.fact for each in environment.reasons if each.subject == "XDG_DATA_HOME"]
    value = told[0].partition('"')[2].partition('"')[0] if told else ""
    variables = {**dict(environment.variables), "XDG_DATA_HOME": value} if value else environment.variables
    return original(replace(environment, variables=variables), edition, *others)

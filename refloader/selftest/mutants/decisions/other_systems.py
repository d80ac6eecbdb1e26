"""Violators on Android, macOS and Fuchsia."""

from dataclasses import replace
from typing import Any

from refloader.core.drivers import choice
from refloader.core.editions import traits
from refloader.core.search import fuchsia_places, macos_places, places, unix_places
from refloader.core.search.android import libraries as android_libraries
from refloader.core.search.android import places as android_places
from refloader.core.search.android import variables as android_environment
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import LayerFile
from refloader.model.place import Use
from refloader.model.request import Build
from refloader.model.system import System
from refloader.selftest.mutants.marks import Original, replaces


@replaces(android_places.debugging, "DISC-ANDROID-01")
def debug_folder_open_to_all(original: Original, environment: Environment, facts: Any) -> Any:
    """The debug folder is searched for every application."""
    return original(replace(environment, platform=replace(environment.platform, debuggable=True)), facts)


@replaces(android_places.brought, "DISC-ANDROID-02")
def own_libraries_passed_over(original: Original, environment: Environment) -> Any:
    """The application's own library folder is not searched."""
    return ()


@replaces(android_libraries.asked, "DISC-ANDROID-03")
def libraries_not_asked(original: Original, place: Any, names: Any, *others: Any) -> Any:
    """The layer of a library is called after its file, and nobody asks the library."""
    files, reasons = original(place, names, *others)
    return tuple(_by_its_name(file) for file in files), reasons


def _by_its_name(file: LayerFile) -> LayerFile:
    for layer in file.layers:
        layer.description = file.path
        layer.instance_extensions = ()
    return file


@replaces(android_libraries.asked, "DISC-ANDROID-03")
def manifests_in_place_of_answers(original: Original, place: Any, names: Any, *others: Any) -> Any:
    """A library counts only with a manifest of its name beside it."""
    described = {name.removesuffix(".json") for name in names if name.endswith(".json")}
    return original(place, [name for name in names if name.removesuffix(".so") in described], *others)


@replaces(android_places.implicit, "DISC-ANDROID-04")
def own_layers_are_implicit(original: Original, environment: Environment) -> Any:
    """Every layer that the application brings is active by itself."""
    return tuple(replace(place, use=Use.IMPLICIT) for place in android_places.brought(environment)), ()


@replaces(android_places.driver, "DISC-DRIVER-ANDROID-01")
def drivers_searched_as_on_linux(original: Original, environment: Environment) -> Any:
    """Drivers' manifests are looked for in the folders of Linux."""
    return unix_places.standard(environment, Build(), traits(Edition.E2026), Use.DRIVER), ()


@replaces(android_environment.visible, "DISC-DRIVER-ANDROID-01")
def driver_variables_heard(original: Original, variables: Any, *others: Any) -> Any:
    """VK_ICD_FILENAMES and its followers name the drivers to be used."""
    environment = original(variables, *others)
    names = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES")
    heard = {name: variables[name] for name in names if name in variables}
    return replace(environment, variables={**environment.variables, **heard})


@replaces(android_environment.visible, "DEBUG-LOG-08")
def layer_variables_heard(original: Original, variables: Any, *others: Any) -> Any:
    """VK_LOADER_LAYERS_ENABLE and VK_LOADER_LAYERS_DISABLE turn layers on and off."""
    environment = original(variables, *others)
    names = ("VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE")
    heard = {name: variables[name] for name in names if name in variables}
    return replace(environment, variables={**environment.variables, **heard})


@replaces(places.settings_places, "SETTINGS-04")
def settings_read_everywhere(original: Original, environment: Environment, *others: Any) -> Any:
    """A settings file is looked for on systems of which the documents say nothing."""
    if environment.platform.system is System.ANDROID:
        return unix_places.settings(environment)
    return original(environment, *others)


@replaces(macos_places.bundled, "DISC-MACOS-01")
def bundled_layers_forgotten(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """No layer is looked for in the application's bundle."""
    return original(environment, facts, use) if use is Use.DRIVER else ()


@replaces(macos_places.standard, "DISC-MACOS-02")
def bundle_searched_last(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """The bundle is searched for layers after all other places."""
    places, reasons = original(environment, build, facts, use)
    if use is Use.DRIVER:
        return places, reasons
    in_bundle = tuple(place for place in places if place.source == macos_places.BUNDLE)
    return tuple(place for place in places if place not in in_bundle) + in_bundle, reasons


@replaces(macos_places.bundled, "DISC-DRIVER-MACOS-01")
def bundled_drivers_forgotten(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """No driver is looked for in the application's bundle."""
    return () if use is Use.DRIVER else original(environment, facts, use)


@replaces(choice._hidden, "DISC-DRIVER-MACOS-02")
def bundled_driver_hides_nobody(original: Original, driver: Any, bundled: Any) -> Any:
    """Drivers of the system are used beside one in the bundle."""
    return None


@replaces(fuchsia_places.without_fallbacks, "DISC-FUCHSIA-01")
def fallbacks_for_layers(original: Original, build: Any, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, layers are looked for as on Linux."""
    return original(build, use) if use is Use.DRIVER else build


@replaces(fuchsia_places.without_fallbacks, "DISC-DRIVER-FUCHSIA-01")
def fallbacks_for_drivers(original: Original, build: Any, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, drivers are looked for as on Linux."""
    return build if use is Use.DRIVER else original(build, use)


@replaces(fuchsia_places.without_fallbacks, "DISC-FUCHSIA-01")
def fallbacks_for_implicit_layers_on_fuchsia(original: Original, build: Build, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, implicit layers are looked for as on Linux."""
    return build if use is Use.IMPLICIT else original(build, use)

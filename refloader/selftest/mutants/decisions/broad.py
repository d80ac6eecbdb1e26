"""Violators that lack a whole ability, such as implicit layers: many rules fail for one cause."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, known, order
from refloader.core.drivers import choice
from refloader.core.search import unix_places
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import without

_XDG = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")


@replaces(engine._ordinary, "ACT-IMPLICIT-01")
def no_implicit_layers(original: Original, search: Any, use: Use) -> Any:
    """Folders of implicit layers are not searched."""
    return () if use is Use.IMPLICIT else original(search, use)


@replaces(order._add_variable, "ENV-INSTLAYERS-01")
def no_layers_by_variable(original: Original, *about: Any) -> None:
    """VK_INSTANCE_LAYERS has no effect."""


@replaces(choice._filtered, "FILTER-DRIVER-DISABLE-01")
def no_driver_filters(original: Original, *about: Any) -> None:
    """The variables that choose among drivers by their file names have no effect."""


@replaces(unix_places.standard, "DISC-LINUX-08")
def no_xdg_folders(original: Original, environment: Any, *about: Any) -> Any:
    """Variables whose names begin with XDG_ have no effect on the search."""
    return original(without(environment, *_XDG), *about)


@replaces(known.known_layers, "META-01")
def no_meta_layers(original: Original, found: Any, *about: Any) -> Any:
    """Meta-layers are passed over, but for the override layer."""
    kept = (layer for layer in found if not layer.components or layer.name == OVERRIDE_NAME)
    return original(kept, *about)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05")
def no_disable_variables(original: Original, *about: Any) -> None:
    """Variables of disable_environment have no effect."""


@replaces(engine._settings, "SETTINGS-01")
def no_settings_file(original: Original, search: Any) -> None:
    """Settings files are not read."""


@replaces(choice.chosen_drivers, "LDP_LOADER_2")
def one_driver_only(original: Original, *about: Any) -> Any:
    """Only the first driver that could be used is."""
    found, seen = [], False
    for each in original(*about):
        found.append(replace(each, used=each.used and not seen))
        seen = seen or each.used
    return tuple(found)


@replaces(order.build_chain, "ORDER-CHAIN-01")
def layers_backwards(original: Original, *about: Any) -> Any:
    """The layer that belongs nearest to the application is nearest to the drivers, and so are the others."""
    chain = original(*about)
    backwards = list(chain.layers.items())[::-1]
    chain.layers.clear()
    chain.layers.update(backwards)
    return chain


@replaces(engine._variables, "ENV-INSTLAYERS-01")
def no_variables(original: Original, *about: Any) -> Any:
    """No variable is read."""
    return {}

"""The other readings of ambiguities about the settings file, and about what elevated programs read."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, order, override
from refloader.core.activation.filters import disabled_by, driver_filters
from refloader.core.chain import plan as plans
from refloader.core.editions import FILTERS
from refloader.core.manifests.settings_file import Control
from refloader.core.search import environment as environments
from refloader.core.search import places
from refloader.core.trail import Trail
from refloader.model.environment import Without
from refloader.model.place import Use
from refloader.model.request import Request
from refloader.selftest.variants.marks import Original, allows, likewise


@allows(order._setting, "AMB-SETTINGS-CONTROL", "whether on beats filters and variables is not stated")
def variables_beat_the_settings_file(original: Original, facts: Any, layer: Any) -> Any:
    """A layer that the settings file turns on stays off where its disable variable or the filter turns it off."""
    control = original(facts, layer)
    off = disabled_by(facts.filters, layer) or conditions.disable_variable(layer, facts.environment)
    return Control.AUTO if control is Control.ON and off else control


@allows(plans._driver_filters, "AMB-SETTINGS-DEVICES", "whether the variables count beside it is not stated")
def variables_of_drivers_count_beside_listed_devices(
    original: Original, discovery: Any, environment: Any, build: Any, edition: Any
) -> Any:
    """The variables of drivers and their filters count, too, where a settings file lists devices."""
    return driver_filters(environment, edition, build.age)


@likewise("variables_of_drivers_count_beside_listed_devices", places.places_of_listed_devices)
def _places(original: Original, environment: Any, build: Any, edition: Any, settings: str) -> Any:
    return places.driver_places(environment, build, edition)


@allows(order._reorder, "AMB-SETTINGS-ORDER-CHAIN", "whether the list orders the whole chain is not stated")
def the_settings_file_orders_groups(original: Original, chain: Any, facts: Any, settings: Any) -> Any:
    """The list of the settings file orders the implicit layers, those of the variable and the others, each group."""
    named = order.environment_names(facts.environment)

    def place(item: Any) -> tuple[int, int]:
        name, layer = item
        group = 0 if layer.kind is Use.IMPLICIT and name not in named else 2 - (name in named)
        return group, settings.rank(name)

    chain.layers = dict(sorted(chain.layers.items(), key=place))


@allows(environments._sensitive, "AMB-ELEV-XDGDIRS", "the two are not listed as ignored when elevated")
def elevated_programs_read_lists_of_folders(original: Original, *arguments: Any) -> Any:
    """XDG_CONFIG_DIRS and XDG_DATA_DIRS count in elevated programs."""
    found = dict(original(*arguments))
    return {name: why for name, why in found.items() if name not in ("XDG_CONFIG_DIRS", "XDG_DATA_DIRS")}


@allows(environments._sensitive, "AMB-ELEV-FILTERS", "filter variables are not mentioned")
def elevated_programs_read_filters(original: Original, *arguments: Any) -> Any:
    """The filters count in elevated programs."""
    return {name: why for name, why in original(*arguments).items() if name not in FILTERS}


@allows(environments._sensitive, "AMB-ELEV-FILTERS", "the list of ignored variables is given as examples")
def elevated_programs_read_no_variable(original: Original, *arguments: Any) -> Any:
    """Elevated programs ignore the names of layers and the choice of a device in variables, too."""
    found = dict(original(*arguments))
    more = ("VK_INSTANCE_LAYERS", "VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT")
    return found | dict.fromkeys(more, found["VK_LAYER_PATH"])


_LAYER_PATHS = frozenset(
    ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
)


@allows(
    engine._settings, "AMB-SETTINGS-DISCOVERY", "whether VK_LAYER_PATH and its kin add to it is not stated"
)
def path_variables_do_not_count_beside_a_list(original: Original, search: Any) -> Any:
    """Where a settings file lists layers, VK_LAYER_PATH and the like do not count."""
    settings = original(search)
    if settings is not None and settings.layers is not None:
        variables = Without(search.environment.variables, _LAYER_PATHS)
        search.environment = replace(search.environment, variables=variables)
    return settings


@allows(engine._settings, "AMB-SETTINGS-OVERRIDE", "which of the two wins is not stated")
def the_override_layer_beats_the_settings_file(original: Original, search: Any) -> Any:
    """Where an override layer applies, the list of layers in a settings file does not count."""
    settings = original(search)
    if settings is None or settings.layers is None:
        return settings
    alone = engine._Search(search.host, search.environment, search.build, search.edition, search.paths)
    found = filters.layer_filters(search.environment, search.edition, search.build.age)
    implicit = engine._ordinary(alone, Use.IMPLICIT)
    chosen = override.choose(implicit, search.environment, Request(), found, search.edition, Trail())
    return settings if chosen is None else replace(settings, layers=None, ranks={}, controls={}, unlisted=0)

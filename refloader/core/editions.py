"""The differences between the editions as a table, which the stages consult. Contains no other decisions."""

from dataclasses import dataclass, replace
from functools import lru_cache

from refloader.model.age import Age, Trait
from refloader.model.edition import Edition
from refloader.rules import decides

_LAYER_VARIABLES_2022 = frozenset({"VK_LAYER_PATH", "VK_ADD_LAYER_PATH"})
_XDG = frozenset({"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"})
FILTERS = frozenset(
    {
        "VK_LOADER_LAYERS_ENABLE",
        "VK_LOADER_LAYERS_DISABLE",
        "VK_LOADER_LAYERS_ALLOW",
        "VK_LOADER_DRIVERS_SELECT",
        "VK_LOADER_DRIVERS_DISABLE",
        "VK_LOADER_DEVICE_ID_FILTER",
        "VK_LOADER_VENDOR_ID_FILTER",
        "VK_LOADER_DRIVER_ID_FILTER",
    }
)
"""The glob and id filters of 2026: the variables that select layers, drivers and devices."""
_NEW_2026 = FILTERS | frozenset(
    {
        "VK_IMPLICIT_LAYER_PATH",
        "VK_ADD_IMPLICIT_LAYER_PATH",
        "VK_DRIVER_FILES",
        "VK_ADD_DRIVER_FILES",
        "VK_LOADER_DEVICE_SELECT",
        "VK_LOADER_DISABLE_SELECT",
        "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING",
    }
)


@dataclass(frozen=True, slots=True)
class Traits:
    """The behaviour of one edition where the editions differ (spec: editions.md; rule ids beside the fields)."""

    edition: Edition
    variables: frozenset[str]  # the loader variables that the edition reads; it ignores all others
    xdg: bool  # DISC-LINUX-03..09 instead of the fixed lists DISC-LINUX-01, -02
    layer_path_for_all: bool  # ENV-LAYERPATH-01: VK_LAYER_PATH replaces implicit discovery too
    file_entries: bool  # ENV-LAYERPATH-03, ENV-DRIVERFILES-03: path variables may name files and folders
    bare_driver_names: bool  # ENV-DRIVERFILES-03: bare names are looked up in the icd.d folders
    device_layers: bool  # ACT-DEVLAYER-01: separate device chain, type DEVICE is valid
    components_match_each_other: bool  # META-03: 2018 compares components only with each other
    override_layer: bool  # OVERRIDE-01
    library_arch: bool  # MANIFEST-LAYER-09
    implicit_needs_version: bool  # ACT-IMPLICIT-07
    filters: bool  # FILTER-GEN-01
    settings_file: bool  # SETTINGS-01
    portability: bool  # PORTABILITY-01
    hides_unknown_extensions: bool  # EXT-FILTER-03
    debug_is_cumulative: bool  # DEBUG-LOG-01
    knows_debug: bool  # DEBUG-LOG-01
    sorts_devices: bool  # DEVICE-SORT-LINUX-01
    repeats_behind_empty: bool = False  # DISC-GEN-07: no edition, but loaders of an age read P::P twice
    paths_as_spelt: bool = False  # DISC-GEN-07: no edition, but loaders of an age tell spellings apart


_TRAITS = {
    Edition.E2016: Traits(
        edition=Edition.E2016,
        variables=frozenset(
            {"HOME", "VK_LAYER_PATH", "VK_INSTANCE_LAYERS", "VK_DEVICE_LAYERS", "VK_ICD_FILENAMES"}
        ),
        xdg=False,
        layer_path_for_all=True,
        file_entries=False,
        bare_driver_names=True,
        device_layers=True,
        components_match_each_other=False,
        override_layer=False,
        library_arch=False,
        implicit_needs_version=False,
        filters=False,
        settings_file=False,
        portability=False,
        hides_unknown_extensions=False,
        debug_is_cumulative=False,
        knows_debug=False,
        sorts_devices=False,
    ),
    Edition.E2018: Traits(
        edition=Edition.E2018,
        variables=frozenset(
            {
                "HOME",
                "VK_LAYER_PATH",
                "VK_INSTANCE_LAYERS",
                "VK_ICD_FILENAMES",
                "VK_LOADER_DEBUG",
                "VK_LOADER_DISABLE_INST_EXT_FILTER",
            }
        ),
        xdg=False,
        layer_path_for_all=True,
        file_entries=False,
        bare_driver_names=False,
        device_layers=False,
        components_match_each_other=True,
        override_layer=False,
        library_arch=False,
        implicit_needs_version=False,
        filters=False,
        settings_file=False,
        portability=False,
        hides_unknown_extensions=True,
        debug_is_cumulative=True,
        knows_debug=True,
        sorts_devices=False,
    ),
    Edition.E2022: Traits(
        edition=Edition.E2022,
        # AMB-2022-DRIVERS: the variables of the layer document, and the driver variables that 2018 and 2026 share.
        variables=_XDG
        | _LAYER_VARIABLES_2022
        | {
            "HOME",
            "VK_INSTANCE_LAYERS",
            "VK_ICD_FILENAMES",
            "VK_LOADER_DEBUG",
            "VK_LOADER_DISABLE_INST_EXT_FILTER",
        },
        xdg=True,
        layer_path_for_all=False,
        file_entries=False,
        bare_driver_names=False,
        device_layers=False,
        components_match_each_other=False,
        override_layer=True,
        library_arch=True,
        implicit_needs_version=True,
        filters=False,
        settings_file=False,
        portability=False,
        hides_unknown_extensions=True,
        debug_is_cumulative=True,
        knows_debug=True,
        sorts_devices=False,
    ),
    Edition.E2026: Traits(
        edition=Edition.E2026,
        variables=_XDG
        | _LAYER_VARIABLES_2022
        | _NEW_2026
        | {
            "HOME",
            "VK_INSTANCE_LAYERS",
            "VK_ICD_FILENAMES",
            "VK_LOADER_DEBUG",
            "VK_LOADER_DISABLE_INST_EXT_FILTER",
        },
        xdg=True,
        layer_path_for_all=False,
        file_entries=True,
        bare_driver_names=False,
        device_layers=False,
        components_match_each_other=False,
        override_layer=True,
        library_arch=True,
        implicit_needs_version=False,
        filters=True,
        settings_file=True,
        portability=True,
        hides_unknown_extensions=True,
        debug_is_cumulative=False,
        knows_debug=True,
        sorts_devices=True,
    ),
}


@decides("AMB-2022-DRIVERS", "AMB-SEED2016-LOST")
def traits(edition: Edition) -> Traits:
    """Return the row of the table for an edition."""
    return _TRAITS[edition]


def traits_of_age(edition: Edition, age: Age) -> Traits:
    """Return the same for a loader of an edition and an age."""
    return _aged(edition, age) if age else _TRAITS[edition]


@lru_cache(maxsize=64)
def _aged(edition: Edition, age: Age) -> Traits:
    row = _TRAITS[edition]
    return replace(
        row,
        file_entries=row.file_entries and not age.has(Trait.LISTS_NAME_ONE_KIND),
        implicit_needs_version=row.implicit_needs_version or age.has(Trait.IMPLICIT_NEEDS_VERSION),
        library_arch=row.library_arch and not age.has(Trait.LIBRARY_ARCH_IGNORED),
        portability=row.portability and not age.has(Trait.PORTABILITY_DRIVERS_USED),
        sorts_devices=row.sorts_devices and not age.has(Trait.DEVICES_UNSORTED),
        paths_as_spelt=age.has(Trait.PATHS_AS_SPELT),
        repeats_behind_empty=age.has(Trait.REPEATS_BEHIND_EMPTY_COUNT),
    )


LOADER_VARIABLES = frozenset().union(*(each.variables for each in _TRAITS.values())) - {"HOME"} - _XDG
"""Every variable that some edition reads and that belongs to the loader alone."""

SEARCH_VARIABLES = _XDG | {"HOME"}
"""The variables that only change the search paths; other programs read them too."""

"""Features of generated worlds: environment variables, and the application's request."""

from dataclasses import replace
from typing import get_args

from refloader.campaign.worlds.byte_source import Source
from refloader.campaign.worlds.draft import BASES, EXTRA, LAYERS, LETTERS, NAMES, PROGRAM, Draft
from refloader.scenario.scenario import HOME, OVERRIDE_LAYER, Privilege

_PATHS = (
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "VK_IMPLICIT_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
)
_PLACES = (
    EXTRA[0],
    EXTRA[1],
    "/usr/share/vulkan/explicit_layer.d",
    "/usr/share/vulkan/implicit_layer.d",
    "/usr/share/vulkan/icd.d",
    f"{EXTRA[0]}/",
    f"{EXTRA[0]}/a.json",
    f"{EXTRA[0]}/first.json",
    "/usr/share/vulkan/icd.d/plain.json",
    "/usr/share/vulkan/explicit_layer.d/a.json",
    "/nothing",
    "layers",
    "./layers/a.json",
    "//world//layers",
    "/world/layers/../more",
    "",
)
_GLOBS = (
    *LAYERS,
    "*",
    "VK_LAYER_*",
    "*_a",
    "*TEST_B*",
    "vk_layer_test_c",
    "~all~",
    "~implicit~",
    "~explicit~",
    "**",
    "VK_*_a",
    "VK_LAYER_TEST_",
    " VK_LAYER_TEST_a",
    OVERRIDE_LAYER,
    "~ALL~",
    "",
)
_DRIVER_GLOBS = ("plain.json", "*", "first*", "*.json", "*econ*", "PLAIN.JSON", "plain", "", "third.json")


def paths(draft: Draft, source: Source) -> None:
    """Set a variable that names folders or files."""
    name = source.pick((*_PATHS, *_PATHS[:5]))
    entries = (source.pick(_PLACES), *source.several(_PLACES, 2))
    if name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES") and source.number(4):
        entries = (*entries, "/usr/share/vulkan/icd.d/plain.json")
    draft.variable(name, ":".join(entries))


def named_layers(draft: Draft, source: Source) -> None:
    """Set VK_INSTANCE_LAYERS or, rarely, VK_DEVICE_LAYERS; rarely with a wrong separator."""
    name = source.pick((*["VK_INSTANCE_LAYERS"] * 7, "VK_DEVICE_LAYERS"))
    separator = source.pick((*[":"] * 10, ";", ",", "::"))
    draft.variable(name, separator.join((source.pick(NAMES), *source.several(NAMES, 3))))


def layer_filter(draft: Draft, source: Source) -> None:
    """Set a variable that enables, disables or allows layers by globs."""
    name = source.pick(("VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"))
    separator = source.pick((*[","] * 10, ":", ", "))
    draft.variable(name, separator.join((source.pick(_GLOBS), *source.several(_GLOBS, 2))))


def driver_filter(draft: Draft, source: Source) -> None:
    """Set a variable that selects or disables drivers by globs."""
    name = source.pick(("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"))
    draft.variable(name, ",".join((source.pick(_DRIVER_GLOBS), *source.several(_DRIVER_GLOBS, 2))))


def device_choice(draft: Draft, source: Source) -> None:
    """Set a variable that sorts or filters devices."""
    name = source.pick(
        (
            "VK_LOADER_DEVICE_SELECT",
            "VK_LOADER_DISABLE_SELECT",
            "VK_LOADER_DEVICE_ID_FILTER",
            "VK_LOADER_VENDOR_ID_FILTER",
        )
    )
    values = ("0x1000:0x2000", "1000:2001", "1", "0", "", "0x10de:0x2000", "0x2000", "0x2000:0x2001", "x")
    draft.variable(name, source.pick(values))


def switch(draft: Draft, source: Source) -> None:
    """Set the variable that enables or disables one layer."""
    verb = source.pick(("DISABLE", "ENABLE"))
    draft.variable(f"{verb}_{source.pick(LETTERS)}", source.pick(("1", "0", "", "yes", "2")))


def bases(draft: Draft, source: Source) -> None:
    """Set a variable for the folders of configuration and data."""
    name = source.pick(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS", "HOME"))
    places = ("/world/xdg", *BASES, "", "relative", "/nothing", HOME, "/world/xdg/", "~")
    count = 2 if name.endswith("DIRS") else 0
    draft.variable(name, ":".join((source.pick(places), *source.several(places, count))))


def odd_variable(draft: Draft, source: Source) -> None:
    """Set a variable that selects no layers or drivers, or an empty variable."""
    draft.variable(
        *source.pick(
            (
                ("VK_LOADER_DISABLE_INST_EXT_FILTER", "1"),
                ("VK_LOADER_DISABLE_INST_EXT_FILTER", "0"),
                ("VK_LOADER_DEBUG", "all"),
                ("VK_LOADER_DEBUG", "error,layer"),
                ("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1"),
                ("VK_INSTANCE_LAYERS", ""),
                ("VK_LAYER_PATH", ""),
                ("VK_DRIVER_FILES", ""),
                ("VK_ICD_FILENAMES", ""),
                ("VK_LOADER_LAYERS_DISABLE", ""),
                ("VK_LOADER_DRIVERS_SELECT", ""),
            )
        )
    )


def privilege(draft: Draft, source: Source) -> None:
    """Set the privilege, with more weight for none: privileged worlds take a loader longer."""
    draft.privilege = source.pick(_PRIVILEGES)


_PRIVILEGES: tuple[Privilege, ...] = ("none", "none", "none", *get_args(Privilege))


def application(draft: Draft, source: Source) -> None:
    """Change one part of the application's request."""
    part = source.number(8)
    own = draft.application
    if part < 3:
        wanted = [name for name in dict.fromkeys(draft.layers) if source.number(3)]
        own = replace(own, layers=(*wanted, *source.several(NAMES, source.pick((0, 0, 1, 3)))))
    elif part < 5:
        own = replace(own, api_version=source.pick(_VERSIONS))
    elif part == 5:
        own = replace(own, extensions=(source.pick(_EXTENSIONS), *source.several(_EXTENSIONS, 2)))
    elif part == 6:
        own = replace(own, flags=source.pick((1, 0)), extensions=("VK_KHR_portability_enumeration",))
    else:
        own = replace(own, executable=PROGRAM if source.number(4) == 3 else "")
    draft.application = own


_VERSIONS = ("1.3.0", "1.1.0", "", "1.4.0", "1.2.5", "0.0.0", "2.0.0", "1.1.0.0")
_EXTENSIONS = (
    "VK_EXT_debug_utils",
    "VK_KHR_surface",
    "VK_TEST_layer",
    "VK_TEST_driver",
    "VK_TEST_nobody",
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_display",
    "",
)

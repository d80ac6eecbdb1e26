"""Worlds for the rows on activation, VK_INSTANCE_LAYERS, filters, the settings file and meta-layers."""

from collections.abc import Mapping

from release_changes import change

from refloader.scenario.scenario import HOME, World

A, B, C = (f"VK_LAYER_TEST_{letter}" for letter in "abc")
STANDARD_VALIDATION = "VK_LAYER_LUNARG_standard_validation"
FIRST, LAST = "/etc/vulkan", "/usr/share/vulkan"
"""Two folders of manifests; every release looks in the first one earlier."""
OUT_OF_MEMORY, NO_LAYER, NO_DRIVER = -1, -6, -9
SETTINGS = f"{FIRST}/loader_settings.d/vk_loader_settings.json"
OFF, ON = {"chain": []}, {"chain": [A]}


# ---- activation ---------------------------------------------------------------------------------------------


@change("implicit layer older than the application API version", before=OFF, after=ON)
def older_implicit_layer(world: World) -> None:
    """An implicit layer of 1.0 and an application of 1.3."""
    world.implicit_layer(A, api_version="1.0.0")
    world.application(api="1.3.0")


@change(
    "explicit layer enabled by the application, library cannot be loaded",
    before={"result": 0, "chain": []},
    after={"result": NO_LAYER},
)
def layer_without_its_library(world: World) -> None:
    """The application asks for a layer whose library is not there."""
    world.explicit_layer(A, mock=None)
    world.application(layers=(A,))


REFUSES = "layer refuses or fails negotiation / negotiates version 0 or 1 / leaves function pointers null"


@change(REFUSES, before={"result": 0, "chain": []}, after={"result": NO_LAYER})
def layer_that_leaves_pointers_null(world: World) -> None:
    """The application asks for a layer that leaves the function pointers null."""
    world.explicit_layer(A, mock="layer_v2", flags={"negotiate": "null_pointers"})
    world.application(layers=(A,))


@change("enable/disable variables of a layer under elevated rights", before=ON, after=OFF)
def disable_variable_of_an_elevated_program(world: World) -> None:
    """A setuid program, and the disable variable of a layer."""
    world.implicit_layer(A)
    world.variable(f"DISABLE_{A}", "1")
    world.elevate()


@change("enable/disable variables of a layer under elevated rights", before=OFF, after=ON)
def enable_variable_of_an_elevated_program(world: World) -> None:
    """A setuid program, and the enable variable of a layer."""
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.variable("ENABLE_A", "1")
    world.elevate()


@change("standard_validation name", before={"layers": [A, STANDARD_VALIDATION]}, after={"layers": [A]})
def machine_with_a_layer(world: World) -> None:
    """A layer is installed: a machine without any does not show the built-in one, as builds show."""
    world.explicit_layer(A)


ABSENT = "VK_LAYER_LUNARG_standard_validation asked for and absent"


@change(ABSENT, before={"result": 0}, after={"result": NO_LAYER})
@change(
    "VK_LAYER_LUNARG_standard_validation in VK_INSTANCE_LAYERS (2)",
    before={"result": NO_LAYER},
    after={"result": 0},
)
def absent_layer_in_the_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS names the layer of old, which is not there."""
    world.variable("VK_INSTANCE_LAYERS", STANDARD_VALIDATION)


# ---- VK_INSTANCE_LAYERS -------------------------------------------------------------------------------------


@change("order of names in VK_INSTANCE_LAYERS", before={"chain": [B, A]}, after={"chain": [A, B]})
@change("order of names in VK_INSTANCE_LAYERS (2)", before={"chain": [A, B]}, after={"chain": [B, A]})
def order_of_the_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS names the layer first that is found last."""
    world.explicit_layer(A, folder=f"{FIRST}/explicit_layer.d")
    world.explicit_layer(B, folder=f"{LAST}/explicit_layer.d")
    world.variable("VK_INSTANCE_LAYERS", f"{B}:{A}")


@change("implicit layer with unset enable variable named in VK_INSTANCE_LAYERS", before=OFF, after=ON)
def implicit_layer_in_the_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS names an implicit layer whose enable variable is not set."""
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.variable("VK_INSTANCE_LAYERS", A)


@change(
    "implicit layer named in VK_INSTANCE_LAYERS: position",
    before={"chain": [A, B, C]},
    after={"chain": [B, A, C]},
)
def place_of_an_implicit_layer_in_the_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS names the first of two implicit layers; the application asks for a third."""
    world.implicit_layer(A, folder=f"{FIRST}/implicit_layer.d")
    world.implicit_layer(B, folder=f"{LAST}/implicit_layer.d")
    world.explicit_layer(C)
    world.variable("VK_INSTANCE_LAYERS", A)
    world.application(layers=(C,))


@change(
    "side effect of the row above: name part of another",
    before={"chain": ["VK_LAYER_E", "VK_LAYER_EX"]},
    after={"chain": ["VK_LAYER_EX"]},
)
def name_that_is_part_of_another(world: World) -> None:
    """VK_INSTANCE_LAYERS has the name of an implicit layer inside of another name."""
    world.implicit_layer("VK_LAYER_E")
    world.explicit_layer("VK_LAYER_EX")
    world.variable("VK_INSTANCE_LAYERS", "VK_LAYER_EX")


# ---- filters ------------------------------------------------------------------------------------------------

FILTERS = "VK_LOADER_LAYERS_ENABLE / _DISABLE, VK_LOADER_DRIVERS_SELECT / _DISABLE"


@change(FILTERS, before=OFF, after=ON)
def layer_that_a_filter_enables(world: World) -> None:
    """VK_LOADER_LAYERS_ENABLE has a part of an explicit layer's name, in other letter case."""
    world.explicit_layer(A)
    world.variable("VK_LOADER_LAYERS_ENABLE", "*_layer_test*")


@change(FILTERS, before=ON, after=OFF)
def layers_that_a_word_disables(world: World) -> None:
    """VK_LOADER_LAYERS_DISABLE has the word for implicit layers."""
    world.implicit_layer(A)
    world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")


@change(FILTERS, before={"drivers": ["x", "plain"]}, after={"drivers": ["plain"]})
def driver_that_is_selected(world: World) -> None:
    """VK_LOADER_DRIVERS_SELECT has the file name of one driver."""
    world.driver("x", folder=f"{FIRST}/icd.d")
    world.variable("VK_LOADER_DRIVERS_SELECT", "plain.json")


@change(FILTERS, before={"drivers": ["x", "plain"]}, after={"drivers": ["plain"]})
def driver_that_is_disabled(world: World) -> None:
    """VK_LOADER_DRIVERS_DISABLE has the file name of one driver."""
    world.driver("x", folder=f"{FIRST}/icd.d")
    world.variable("VK_LOADER_DRIVERS_DISABLE", "x.json")


@change(
    "disabled layer in listings",
    before={"layers": [A], "result": 0},
    after={"layers": [], "result": NO_LAYER},
)
def disabled_layer_that_is_asked_for(world: World) -> None:
    """The application asks for a layer that the filter disables."""
    world.explicit_layer(A)
    world.variable("VK_LOADER_LAYERS_DISABLE", A)
    world.application(layers=(A,))


@change("one-letter prefix such as V*", before=ON, after=OFF)
def prefix_of_one_letter(world: World) -> None:
    """The disable filter is V*."""
    world.implicit_layer(A)
    world.variable("VK_LOADER_LAYERS_DISABLE", "V*")


@change("**", before=ON, after=OFF)
def two_stars(world: World) -> None:
    """The disable filter is **."""
    world.implicit_layer(A)
    world.variable("VK_LOADER_LAYERS_DISABLE", "**")


@change("VK_LOADER_LAYERS_ALLOW", before=OFF, after=ON)
def layer_that_is_allowed(world: World) -> None:
    """A filter disables all layers, and another allows one."""
    world.implicit_layer(A)
    world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
    world.variable("VK_LOADER_LAYERS_ALLOW", A)


@change("DISABLE ~all~ against VK_INSTANCE_LAYERS", before=ON, after=OFF)
def filter_against_the_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS names a layer, and a filter disables all."""
    world.explicit_layer(A)
    world.variable("VK_INSTANCE_LAYERS", A)
    world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")


# ---- the settings file --------------------------------------------------------------------------------------


def settings(world: World, body: Mapping[str, object], path: str = SETTINGS) -> None:
    """A settings file whose settings are for every program."""
    world.file(path, {"file_format_version": "1.0.0", "settings": dict(body)})


def turned_on(path: str) -> dict[str, object]:
    """The settings that turn on the layer of a manifest."""
    return {"layers": [{"name": A, "path": path, "control": "on"}]}


@change(
    "vk_loader_settings.json",
    before=OFF,
    after=ON,
    not_in={
        "1.3.251": "it and 1.3.252 look in settings.d; no build of them is known here, and none is predicted"
    },
)
def settings_in_the_first_folder(world: World) -> None:
    """A settings file turns a layer on; it is in the folder of the first two releases and in that of all others."""
    path = world.explicit_layer(A, folder="/opt/layers")
    settings(world, turned_on(path), f"{FIRST}/settings.d/vk_loader_settings.json")
    settings(world, turned_on(path))


@change("settings directory name", before={"chain": []}, after=ON)
def settings_in_the_folder_of_today(world: World) -> None:
    """A settings file turns a layer on."""
    settings(world, turned_on(world.explicit_layer(A, folder="/opt/layers")))


@change("settings search places", before=OFF, after=ON)
def settings_in_the_home_of_configuration(world: World) -> None:
    """A settings file below ~/.config turns a layer on."""
    path = world.explicit_layer(A, folder="/opt/layers")
    settings(world, turned_on(path), f"{HOME}/.config/vulkan/loader_settings.d/vk_loader_settings.json")


@change("settings file with only stderr_log", before={"layers": [A]}, after={"layers": []})
@change("settings file without a layers member", before={"layers": []}, after={"layers": [A]})
def settings_for_the_log_alone(world: World) -> None:
    """A settings file has only a filter for the log."""
    world.explicit_layer(A)
    settings(world, {"stderr_log": ["error"]})


@change('layer set "on" against VK_LOADER_LAYERS_DISABLE', before=OFF, after=ON)
def settings_against_a_filter(world: World) -> None:
    """A settings file turns a layer on, and a filter disables it."""
    settings(world, turned_on(world.explicit_layer(A, folder="/opt/layers")))
    world.variable("VK_LOADER_LAYERS_DISABLE", A)


ADDITIONAL = "additional_drivers, additional_drivers_use_exclusively, device_configurations"


@change(ADDITIONAL, before={"drivers": ["plain"]}, after={"drivers": ["x", "plain"]})
def settings_with_a_driver(world: World) -> None:
    """A settings file names a driver, and leaves layers as they are."""
    path = world.driver("x", folder="/opt")
    unordered = {"control": "unordered_layer_location"}
    settings(world, {"layers": [unordered], "additional_drivers": [{"path": path}]})


@change("layer path not ending in .json", before=ON, after=OFF)
def settings_with_a_path_of_another_ending(world: World) -> None:
    """A settings file turns on a layer of a manifest whose name ends otherwise."""
    settings(world, turned_on(world.explicit_layer(A, folder="/opt/layers", file="a.txt")))


@change(
    "same name, other library in settings and in the dirs",
    before={"layers": [A, A]},
    after={"layers": [A]},
)
def settings_with_another_layer_of_the_name(world: World) -> None:
    """A settings file lists a layer, and one of its name with another library is found too."""
    world.explicit_layer(A)
    entry = {"name": A, "path": world.explicit_layer(A, folder="/opt/layers"), "control": "on"}
    settings(world, {"layers": [entry, {"control": "unordered_layer_location"}]})


@change(
    "settings file that is not valid JSON",
    before={"result": OUT_OF_MEMORY},
    after={"result": 0, "chain": [A]},
)
def invalid_settings(world: World) -> None:
    """A settings file is not JSON."""
    world.implicit_layer(A)
    world.file(SETTINGS, "{")


@change(
    "settings file with wrong value types", before={"ended": "crash"}, after={"ended": "ok", "layers": [A]}
)
def settings_of_other_types(world: World) -> None:
    """An element of the list of layers is a number."""
    world.explicit_layer(A)
    settings(world, {"layers": [7]})


@change("settings file with an empty layers list", before={"layers": []}, after={"layers": [A]})
@change("settings file with an empty layers list (2)", before={"layers": [A]}, after={"layers": []})
def settings_with_an_empty_list(world: World) -> None:
    """The list of layers in a settings file is empty."""
    world.explicit_layer(A)
    settings(world, {"layers": []})


# ---- the override layer, meta-layers ------------------------------------------------------------------------


@change("override layer list", before={"layers": ["VK_LAYER_LUNARG_override", A]}, after={"chain": [A, B]})
def layer_beside_an_override(world: World) -> None:
    """The override layer has one of two layers; the application asks for the other."""
    world.explicit_layer(A, folder=f"{FIRST}/explicit_layer.d")
    world.explicit_layer(B, folder=f"{LAST}/explicit_layer.d")
    world.override_layer(components=[A], folder=f"{FIRST}/implicit_layer.d")
    world.application(layers=(B,))


@change(
    "implicit layers beside an override",
    before={"chain": [A]},
    after={"chain": [B, A]},
    not_in={"1.1.101.0": "it has one of two changes of 1.1.106, which are one trait here"},
)
def implicit_layer_beside_an_override(world: World) -> None:
    """The override layer has one layer, and another one is implicit."""
    world.explicit_layer(A)
    world.override_layer(components=[A], folder=f"{LAST}/implicit_layer.d")
    world.implicit_layer(B, folder=f"{FIRST}/implicit_layer.d")


@change("app_keys", before=ON, after=OFF)
def override_for_another_program(world: World) -> None:
    """The override layer is for another program."""
    world.explicit_layer(A)
    world.override_layer(components=[A], app_keys=["/usr/bin/other"])
    world.application(executable="/usr/bin/mine")


@change(
    "components with another API version than the meta layer",
    before={"layers": [A]},
    after={"layers": [A, B]},
)
def newer_component(world: World) -> None:
    """A component is newer than its meta-layer."""
    world.explicit_layer(A, folder=f"{FIRST}/explicit_layer.d", api_version="1.3.0")
    world.meta_layer(B, components=[A], folder=f"{LAST}/explicit_layer.d", api_version="1.2.0")


@change("override with a newer component and override_paths", before=OFF, after=ON)
def newer_component_of_the_override(world: World) -> None:
    """A component of the override layer is newer, and lies in one of its own paths."""
    world.explicit_layer(A, folder="/opt/layers", api_version="1.3.0")
    world.override_layer(components=[A], override_paths=["/opt/layers"], api_version="1.2.0")


@change("meta layers naming each other", before={"ended": "crash"}, after={"ended": "ok", "layers": []})
def two_meta_layers_in_a_loop(world: World) -> None:
    """Two meta-layers name each other."""
    world.meta_layer(A, components=[B])
    world.meta_layer(B, components=[A])


@change(
    "longer loops of meta layers",
    before={"ended": "crash"},
    after={"ended": "ok", "layers": []},
    not_in={"1.4.303": "it alone has the change for two meta-layers and not this one"},
)
def three_meta_layers_in_a_loop(world: World) -> None:
    """Three meta-layers name each other in turn."""
    for name, following in ((A, B), (B, C), (C, A)):
        world.meta_layer(name, components=[following])

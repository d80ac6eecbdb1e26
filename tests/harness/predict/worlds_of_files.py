"""Worlds for the rows on discovery, on the reading of manifests and on duplicates."""

import json

from release_changes import change

from refloader.scenario.drafting import layer
from refloader.scenario.scenario import HOME, World

A, B, C = (f"VK_LAYER_TEST_{letter}" for letter in "abc")
FIRST, LAST = "/etc/vulkan", "/usr/share/vulkan"
"""Two folders of manifests; every release looks in the first one earlier."""
OUT_OF_MEMORY, NO_DRIVER, NO_LAYER = -1, -9, -6
MARK = b"\xef\xbb\xbf"


def described(world: World, name: str = A, *, folder: str = "", **keys: object) -> None:
    """An explicit layer whose manifest has just these keys beside those of each layer."""
    world.explicit_layer(name, folder=folder, **keys)


# ---- discovery ----------------------------------------------------------------------------------------------


@change("per-user config dir", before={"layers": []}, after={"layers": [A]})
def layer_in_the_home_of_configuration(world: World) -> None:
    """A layer below ~/.config."""
    world.explicit_layer(A, folder=f"{HOME}/.config/vulkan/explicit_layer.d")


@change(
    "user data dir for drivers",
    before={"drivers": ["plain", "user"]},
    after={"drivers": ["user", "plain"]},
)
def driver_of_the_user(world: World) -> None:
    """A driver below ~/.local/share beside one of the system."""
    world.driver("user", folder=f"{HOME}/.local/share/vulkan/icd.d")


@change("repeated search paths", before={"drivers": ["x", "x"]}, after={"drivers": ["x"]})
def driver_named_twice(world: World) -> None:
    """A variable names a driver twice."""
    path = world.driver("x", folder="/opt")
    world.variable("VK_ICD_FILENAMES", f"{path}:{path}")


@change("VK_LAYER_PATH element that is a file", before={"layers": []}, after={"layers": [A]})
def variable_that_names_a_manifest(world: World) -> None:
    """VK_LAYER_PATH names a file."""
    world.variable("VK_LAYER_PATH", world.explicit_layer(A, folder="/opt/layers"))


@change(
    "VK_ICD_FILENAMES element that is a directory",
    before={"result": NO_DRIVER},
    after={"result": 0, "drivers": ["x"]},
)
def variable_that_names_a_folder_of_drivers(world: World) -> None:
    """VK_ICD_FILENAMES names a folder."""
    world.driver("x", folder="/opt/drivers")
    world.variable("VK_ICD_FILENAMES", "/opt/drivers")


@change("VK_DRIVER_FILES", before={"drivers": ["old"]}, after={"drivers": ["new"]})
def both_names_of_the_variable(world: World) -> None:
    """VK_DRIVER_FILES names one driver and VK_ICD_FILENAMES another."""
    world.variable("VK_DRIVER_FILES", world.driver("new", folder="/opt/new"))
    world.variable("VK_ICD_FILENAMES", world.driver("old", folder="/opt/old"))


@change("VK_ADD_DRIVER_FILES", before={"drivers": ["plain"]}, after={"drivers": ["x", "plain"]})
def driver_that_is_added(world: World) -> None:
    """VK_ADD_DRIVER_FILES names a driver."""
    world.variable("VK_ADD_DRIVER_FILES", world.driver("x", folder="/opt"))


@change("VK_ADD_LAYER_PATH", before={"layers": [B]}, after={"layers": [A, B]})
def folder_that_is_added(world: World) -> None:
    """VK_ADD_LAYER_PATH names a folder."""
    world.explicit_layer(A, folder="/opt/layers")
    world.explicit_layer(B)
    world.variable("VK_ADD_LAYER_PATH", "/opt/layers")


@change("VK_IMPLICIT_LAYER_PATH / VK_ADD_IMPLICIT_LAYER_PATH", before={"chain": [B]}, after={"chain": [A]})
def folder_of_implicit_layers(world: World) -> None:
    """VK_IMPLICIT_LAYER_PATH names a folder."""
    world.implicit_layer(A, folder="/opt/layers")
    world.implicit_layer(B)
    world.variable("VK_IMPLICIT_LAYER_PATH", "/opt/layers")


@change("VK_IMPLICIT_LAYER_PATH / VK_ADD_IMPLICIT_LAYER_PATH", before={"chain": [B]}, after={"chain": [A, B]})
def added_folder_of_implicit_layers(world: World) -> None:
    """VK_ADD_IMPLICIT_LAYER_PATH names a folder."""
    world.implicit_layer(A, folder="/opt/layers")
    world.implicit_layer(B)
    world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/opt/layers")


@change(
    "paths longer than about 1 KiB",
    before={"result": NO_LAYER},
    after={"result": 0, "chain": [A]},
)
def long_path_of_a_library(world: World) -> None:
    """The path of the library has 1100 bytes."""
    library = "/usr/share" + f"/{'d' * 216}" * 5 + "/a.so"
    world.library(library, "layer", {"name": A})
    world.explicit_layer(A, mock=None, library_path=library)
    world.application(layers=(A,))


# ---- reading manifests --------------------------------------------------------------------------------------


@change("byte-order mark", before={"layers": []}, after={"layers": [A]})
def layer_with_a_mark(world: World) -> None:
    """A byte order mark in front of a layer's manifest. From 1.3.268 on a file that is not JSON is passed over."""
    manifest = {"file_format_version": "1.1.2", "layer": layer(A, "liba.so")}
    world.file(f"{LAST}/explicit_layer.d/a.json", MARK + json.dumps(manifest).encode())


@change("driver manifest with a byte-order mark", before={"result": NO_DRIVER}, after={"result": 0})
def driver_with_a_mark(world: World) -> None:
    """A byte order mark in front of a driver's manifest."""
    world.library("/opt/x.so", "driver")
    manifest = {
        "file_format_version": "1.0.0",
        "ICD": {"library_path": "/opt/x.so", "api_version": "1.3.0"},
    }
    world.variable("VK_ICD_FILENAMES", world.file("/opt/x.json", MARK + json.dumps(manifest).encode()))


@change('driver manifest with "icd" in small letters', before={"result": NO_DRIVER}, after={"result": 0})
def driver_in_small_letters(world: World) -> None:
    """The key of the driver's object is in small letters."""
    world.library("/opt/x.so", "driver")
    manifest = {
        "file_format_version": "1.0.0",
        "icd": {"library_path": "/opt/x.so", "api_version": "1.3.0"},
    }
    world.variable("VK_ICD_FILENAMES", world.file("/opt/x.json", manifest))


@change("key spelling", before={"layers": []}, after={"layers": [A]})
def keys_in_capitals(world: World) -> None:
    """The keys "Layer" and "Name"."""
    body = {"Name" if key == "name" else key: value for key, value in layer(A, "liba.so").items()}
    world.file(f"{LAST}/explicit_layer.d/a.json", {"file_format_version": "1.1.2", "Layer": body})


@change(
    "one invalid JSON among layer manifests",
    before={"layers": [], "listing": 0},
    after={"layers": [], "listing": OUT_OF_MEMORY},
)
@change(
    "one invalid JSON among layer manifests (2)",
    before={"layers": [], "listing": OUT_OF_MEMORY},
    after={"layers": [A], "listing": 0},
)
def invalid_file_before_a_layer(world: World) -> None:
    """A file that is not JSON is found before a layer."""
    world.file(f"{FIRST}/explicit_layer.d/invalid.json", "{")
    world.explicit_layer(A, folder=f"{LAST}/explicit_layer.d")


@change(
    "one invalid JSON among driver manifests",
    before={"result": OUT_OF_MEMORY, "extension listing": OUT_OF_MEMORY},
    after={"result": 0, "extension listing": 0, "drivers": ["plain"]},
)
def invalid_file_beside_a_driver(world: World) -> None:
    """A file that is not JSON among drivers."""
    world.file(f"{FIRST}/icd.d/invalid.json", "{")


@change("empty manifest file", before={"layers": []}, after={"layers": [A]})
def empty_file_before_a_layer(world: World) -> None:
    """An empty file is found before a layer."""
    world.file(f"{FIRST}/explicit_layer.d/empty.json", "")
    world.explicit_layer(A, folder=f"{LAST}/explicit_layer.d")


@change("top-level JSON value is not an object", before={"ended": "crash"}, after={"layers": []})
def list_instead_of_a_manifest(world: World) -> None:
    """The JSON value of a layer's manifest is a list."""
    world.file(f"{LAST}/explicit_layer.d/a.json", "[1]")


@change(
    "layer manifest with no library_path and no component_layers",
    before={"layers": [""], "is version 0": [True]},
    after={"layers": []},
)
def layer_without_a_library(world: World) -> None:
    """A layer has neither a library nor components."""
    described(world, library_path=None)


@change("implicit layer without disable_environment", before={"layers": [""]}, after={"layers": []})
def implicit_layer_without_a_switch(world: World) -> None:
    """An implicit layer has no disable_environment."""
    world.implicit_layer(A, disable_environment=None)


HALF_READ = {"layers": [A], "is version 0": [True], "implementations": [0], "descriptions": [""]}


@change("layer without type", before=HALF_READ, after={"layers": []})
@change("where the three above started", before={"layers": []}, after=HALF_READ)
def layer_without_a_type(world: World) -> None:
    """A layer has no type."""
    described(world, type=None)


@change("layer without api_version", before=HALF_READ, after={"layers": []})
@change("where the three above started", before={"layers": []}, after=HALF_READ)
def layer_without_a_version(world: World) -> None:
    """A layer has no api_version."""
    described(world, api_version=None)


@change(
    "layer without implementation_version",
    before={"layers": [A], "implementations": [0], "descriptions": [""]},
    after={"layers": []},
)
@change(
    "where the three above started",
    before={"layers": []},
    after={"layers": [A], "implementations": [0], "descriptions": [""]},
)
def layer_without_an_implementation(world: World) -> None:
    """A layer has no implementation_version."""
    described(world, implementation_version=None)


@change(
    "implementation_version given as a number",
    before={"layers": [A], "implementations": [7]},
    after={"layers": [A], "implementations": [0], "descriptions": [""]},
)
def number_as_implementation(world: World) -> None:
    """An implementation_version is a number."""
    described(world, implementation_version=7)


@change("name given as a number", before={"layers": ["7"]}, after={"layers": []})
def number_as_name(world: World) -> None:
    """The name of a layer is a number."""
    world.file(
        f"{LAST}/explicit_layer.d/a.json",
        {"file_format_version": "1.1.2", "layer": {**layer(A, "liba.so"), "name": 7}},
    )


@change("file_format_version given as a number", before={"layers": [A]}, after={"layers": []})
def number_as_format(world: World) -> None:
    """The version of a manifest's format is a number."""
    world.file(f"{LAST}/explicit_layer.d/a.json", {"file_format_version": 1.0, "layer": layer(A, "liba.so")})


@change(
    "api_version given as a number (1.3)",
    before={"layers": [A], "is version 0": [False]},
    after={"layers": [A], "is version 0": [True]},
)
def number_as_version(world: World) -> None:
    """The api_version of a layer is a number."""
    described(world, api_version=1.3)


@change(
    "enable_/disable_environment value not a string",
    before={"ended": "crash"},
    after={"ended": "ok", "layers": []},
)
def number_as_value_of_a_switch(world: World) -> None:
    """The value of a disable variable is a number."""
    world.implicit_layer(A, disable_environment={"DISABLE_A": 1})


@change("description longer than 255 characters", before={"layers": [A]}, after={"layers": []})
def long_description(world: World) -> None:
    """A description has 300 characters."""
    described(world, description="d" * 300)


@change(
    "layer api_version with a variant (four-part, first not 0)", before={"layers": [A]}, after={"layers": []}
)
def layer_of_a_variant(world: World) -> None:
    """The api_version of a layer has four parts, the first of which is 1."""
    described(world, api_version="1.1.3.0")


@change("driver api_version with a variant", before={"result": 0}, after={"result": NO_DRIVER})
def driver_of_a_variant(world: World) -> None:
    """The api_version of a driver has four parts, the first of which is 1."""
    world.variable("VK_ICD_FILENAMES", world.driver("x", folder="/opt", api_version="1.1.3.0"))


@change("driver without api_version", before={"result": 0}, after={"result": NO_DRIVER})
def driver_without_a_version(world: World) -> None:
    """A driver has no api_version."""
    world.variable("VK_ICD_FILENAMES", world.driver("x", folder="/opt", api_version=None))


@change(
    "library_arch",
    before={"layers": [A], "drivers": ["plain", "x"]},
    after={"layers": [], "drivers": ["plain"]},
)
def files_for_processes_of_32_bits(world: World) -> None:
    """A layer and a driver are for the other word size."""
    described(world, library_arch="32", file_format_version="1.2.1")
    world.driver("x", folder="/usr/share/vulkan/icd.d/", file="x.json", library_arch="32")


@change(
    "driver library_path not a string",
    before={"ended": "crash"},
    after={"ended": "ok", "result": NO_DRIVER},
)
def number_as_library(world: World) -> None:
    """The library_path of a driver is a number."""
    world.variable("VK_ICD_FILENAMES", world.driver("x", folder="/opt", mock=None, library_path=7))


# ---- duplicates ---------------------------------------------------------------------------------------------


@change("two layers with one name: listing", before={"layers": [A, A]}, after={"layers": [A]})
def two_layers_of_one_name(world: World) -> None:
    """Two explicit layers have one name."""
    world.explicit_layer(A, folder=f"{FIRST}/explicit_layer.d")
    world.explicit_layer(A, folder=f"{LAST}/explicit_layer.d")


@change("two implicit layers with one name: which runs", before={"chain": ["one"]}, after={"chain": ["two"]})
@change(
    "two implicit layers with one name: which runs (2)", before={"chain": ["two"]}, after={"chain": ["one"]}
)
def two_implicit_layers_of_one_name(world: World) -> None:
    """Two implicit layers have one name."""
    world.implicit_layer(A, folder=f"{FIRST}/implicit_layer.d", flags={"name": "one"})
    world.implicit_layer(A, folder=f"{LAST}/implicit_layer.d", flags={"name": "two"})


@change("explicit same-named layers", before={"result": 0, "chain": []}, after={"result": NO_LAYER})
def first_of_two_layers_is_broken(world: World) -> None:
    """The first of two explicit layers of one name has no library."""
    world.explicit_layer(A, folder=f"{FIRST}/explicit_layer.d", mock=None)
    world.explicit_layer(A, folder=f"{LAST}/explicit_layer.d")
    world.application(layers=(A,))


@change(
    "component of a meta layer already active",
    before={"chain": [C, A]},
    after={"chain": [A, C]},
)
def component_that_is_active(world: World) -> None:
    """The component of a meta-layer is asked for before it."""
    world.explicit_layer(A, folder=f"{FIRST}/explicit_layer.d")
    world.explicit_layer(C)
    world.meta_layer(B, components=[A])
    world.application(layers=(A, C, B))

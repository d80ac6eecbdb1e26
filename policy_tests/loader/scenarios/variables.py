"""Variables that lead the search for layers and drivers elsewhere, one by one and together."""

from refloader.scenario.drafting import (
    ALL,
    DRIVERS_TOLD,
    NO_DRIVER,
    NOW,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    C,
    D,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)


@bears_on("ENV-LAYERPATH-01", "ACT-IMPLICIT-01", "ACT-EXPLICIT-01")
def layer_path(world: Stage) -> Expect:
    """VK_LAYER_PATH takes the place of all standard folders in 2016 and 2018, of the explicit ones from 2022 on."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(C, folder="/world/layers")
    world.variable("VK_LAYER_PATH", "/world/layers")
    return {
        "2016 2018": {"layers": [C], "chain": []},
        SINCE_2022: {"layers": any_order(A, C), "chain": [A]},
    }


@bears_on("ENV-LAYERPATH-02", "ENV-LAYERPATH-03", "DISC-GEN-02")
def layer_path_with_three_folders(world: Stage) -> Expect:
    """A colon stands between folders, and the first of two folders with one layer counts."""
    world.driver()
    world.explicit_layer(A, folder="/world/one", flags={"name": "one"})
    world.explicit_layer(A, folder="/world/two", flags={"name": "two"})
    world.explicit_layer(B, folder="/world/three")
    world.application(layers=[A, B])
    world.variable("VK_LAYER_PATH", "/world/one:/world/two:/world/three")
    return {
        "2016 2018": {
            "layers": any_order(A, B),
            "tolerated": [tolerated("AMB-DUP-ENUM", layers=any_order(A, A, B))],
        },
        SINCE_2022: {
            "layers": any_order(A, B),
            "chain": ["one", B],
            "tolerated": [tolerated("AMB-DUP-ENUM", layers=any_order(A, A, B))],
        },
    }


@bears_on("ENV-LAYERPATH-03", "ACT-APP-01")
def layer_path_with_a_file(world: Stage) -> Expect:
    """In 2026 an entry may be a manifest; its neighbours in the folder are not found."""
    world.driver()
    path = world.explicit_layer(A, folder="/world/layers")
    world.explicit_layer(B, folder="/world/layers")
    world.variable("VK_LAYER_PATH", path)
    world.application(layers=[A])
    return {NOW: {"result": SUCCESS, "layers": [A], "chain": [A]}}


@bears_on("ENV-LAYERPATH-03", "ENV-LAYERPATH-02")
def layer_path_with_files_and_folders(world: Stage) -> Expect:
    """Files and folders may stand in one list; what is not there is passed over."""
    path = world.explicit_layer(A, folder="/world/files")
    world.explicit_layer(B, folder="/world/files")
    world.explicit_layer(C, folder="/world/folder")
    world.variable("VK_LAYER_PATH", f"/world/nowhere:{path}:/world/folder:/world/files/nothing.json")
    return {NOW: {"layers": any_order(A, C)}}


@bears_on("ENV-LAYERPATH-04", "ENV-LAYERPATH-01", "ACT-IMPLICIT-01")
def layers_of_layer_path_are_explicit(world: Stage) -> Expect:
    """A manifest with all that an implicit layer has does not switch itself on from VK_LAYER_PATH."""
    world.driver()
    world.implicit_layer(A, folder="/world/layers")
    world.implicit_layer(B)
    world.variable("VK_LAYER_PATH", "/world/layers")
    return {SINCE_2022: {"layers": any_order(A, B), "chain": [B]}}


@bears_on("ENV-LAYERPATH-01")
def layer_path_set_to_nothing(world: Stage) -> Expect:
    """Presence is what counts: an empty VK_LAYER_PATH lists no folder."""
    world.explicit_layer(A)
    world.variable("VK_LAYER_PATH", "")
    return {ALL: {"layers": [], "tolerated": [tolerated("AMB-ENVPATH-EMPTY", layers=[A])]}}


@bears_on("ENV-LAYERPATH-03", "ENV-LAYERPATH-02")
def layer_path_with_slashes_at_the_end(world: Stage) -> Expect:
    """Slashes at the end of an entry change nothing."""
    world.explicit_layer(A, folder="/world/one")
    world.explicit_layer(B, folder="/world/two")
    world.variable("VK_LAYER_PATH", "/world/one/:/world/two///")
    return {ALL: {"layers": any_order(A, B)}}


@bears_on("ENV-LAYERPATH-02")
def layer_path_with_a_semicolon(world: Stage) -> Expect:
    """The semicolon separates on Windows alone; here it belongs to the name of a folder."""
    world.explicit_layer(A, folder="/world/one")
    world.explicit_layer(B, folder="/world/one;two")
    world.variable("VK_LAYER_PATH", "/world/one;two")
    return {ALL: {"layers": [B]}}


@bears_on("ENV-LAYERPATH-03", "ENV-LAYERPATH-01")
def layer_path_with_spaces(world: Stage) -> Expect:
    """A folder's name may hold spaces and letters beyond ASCII."""
    world.explicit_layer(A, folder="/world/my l\u00e4yers")
    world.variable("VK_LAYER_PATH", "/world/my l\u00e4yers")
    return {ALL: {"layers": [A]}}


@bears_on("ENV-ADDLAYERPATH-01", "ACT-EXPLICIT-01", "DISC-GEN-01", "ACT-APP-01")
def add_layer_path(world: Stage) -> Expect:
    """VK_ADD_LAYER_PATH is searched before the standard folders, which stay; older editions do not know it."""
    world.driver()
    world.explicit_layer(A, flags={"name": "standard"})
    world.explicit_layer(A, folder="/world/more", flags={"name": "added"})
    world.explicit_layer(B)
    world.explicit_layer(C, folder="/world/more")
    world.application(layers=[A, B])
    world.variable("VK_ADD_LAYER_PATH", "/world/more")
    return {
        "2016 2018": {"layers": any_order(A, B), "chain": ["standard", B]},
        SINCE_2022: {
            "layers": any_order(A, B, C),
            "chain": ["added", B],
            "tolerated": [tolerated("AMB-DUP-ENUM", layers=any_order(A, A, B, C))],
        },
    }


@bears_on("ENV-ADDLAYERPATH-02", "ENV-ADDLAYERPATH-01")
def layer_path_beats_add_layer_path(world: Stage) -> Expect:
    """With VK_LAYER_PATH present, VK_ADD_LAYER_PATH has no effect, whatever is in either."""
    world.explicit_layer(A, folder="/world/only")
    world.explicit_layer(B, folder="/world/more")
    world.explicit_layer(C)
    world.variable("VK_LAYER_PATH", "/world/only")
    world.variable("VK_ADD_LAYER_PATH", "/world/more")
    return {NOW: {"layers": [A]}}


@bears_on("ENV-ADDLAYERPATH-01", "ENV-LAYERPATH-04")
def added_layers_are_explicit(world: Stage) -> Expect:
    """VK_ADD_LAYER_PATH adds explicit layers: an implicit-looking one is found and not active."""
    world.driver()
    world.implicit_layer(A, folder="/world/more")
    world.variable("VK_ADD_LAYER_PATH", "/world/more")
    return {SINCE_2022: {"layers": [A], "chain": []}}


@bears_on("ENV-IMPLPATH-01", "ACT-IMPLICIT-01", "DISC-GEN-01")
def implicit_layer_path(world: Stage) -> Expect:
    """VK_IMPLICIT_LAYER_PATH takes the place of the standard implicit folders; explicit ones stay."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.implicit_layer(C, folder="/world/implicit")
    world.variable("VK_IMPLICIT_LAYER_PATH", "/world/implicit")
    return {
        "2016 2018 2022": {"layers": any_order(A, B), "chain": [A]},
        NOW: {"layers": any_order(B, C), "chain": [C]},
    }


@bears_on("ENV-ADDIMPLPATH-01", "ORDER-CHAIN-03", "ACT-IMPLICIT-01", "DISC-GEN-01")
def add_implicit_layer_path(world: Stage) -> Expect:
    """What VK_ADD_IMPLICIT_LAYER_PATH lists is found before the standard implicit folders."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, folder="/world/implicit")
    world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/implicit")
    return {
        "2016 2018 2022": {"layers": [A], "chain": [A]},
        NOW: {"layers": any_order(A, B), "chain": [B, A]},
    }


@bears_on("ENV-ADDIMPLPATH-02", "ENV-IMPLPATH-01", "ACT-IMPLICIT-01")
def implicit_layer_path_beats_the_adding_one(world: Stage) -> Expect:
    """With VK_IMPLICIT_LAYER_PATH present, VK_ADD_IMPLICIT_LAYER_PATH has no effect."""
    world.driver()
    world.implicit_layer(A, folder="/world/only")
    world.implicit_layer(B, folder="/world/more")
    world.implicit_layer(C)
    world.variable("VK_IMPLICIT_LAYER_PATH", "/world/only")
    world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/more")
    return {NOW: {"layers": [A], "chain": [A]}}


@bears_on("ENV-DRIVERFILES-01", "ENV-DRIVERFILES-02", "ENV-DRIVERFILES-03")
def icd_filenames(world: Stage) -> Expect:
    """VK_ICD_FILENAMES lists manifests with colons between them; the installed drivers are left out."""
    world.driver("installed")
    one = world.driver("one", folder="/world/drivers")
    two = world.driver("two", folder="/world/drivers")
    world.driver("three", folder="/world/drivers")
    world.variable("VK_ICD_FILENAMES", f"{one}:{two}")
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": any_order("one", "two")}}


@bears_on("ENV-DRIVERFILES-01", "LDP_LOADER_1")
def icd_filenames_of_nothing(world: Stage) -> Expect:
    """A list with one file that is not there leaves no driver, though one is installed."""
    world.driver()
    world.variable("VK_ICD_FILENAMES", "/world/nowhere.json")
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("ENV-DRIVERFILES-03")
def icd_filenames_with_a_bare_name(world: Stage) -> Expect:
    """In 2016 a bare name is looked up in the standard folders; later a full path is asked for."""
    world.driver("one")
    world.driver("two")
    world.variable("VK_ICD_FILENAMES", "two.json")
    return {"2016": {"result": SUCCESS, "drivers": ["two"]}}


@bears_on("ENV-DRIVERFILES-04", "DEBUG-ENVTABLE-01", "ENV-DRIVERFILES-01")
def driver_files_beats_icd_filenames(world: Stage) -> Expect:
    """Of both variables VK_DRIVER_FILES is used; editions before 2026 know the older one alone."""
    newer = world.driver("newer", folder="/world/drivers")
    older = world.driver("older", folder="/world/drivers")
    world.variable("VK_DRIVER_FILES", newer)
    world.variable("VK_ICD_FILENAMES", older)
    return {"2016 2018": {"drivers": ["older"]}, NOW: {"result": SUCCESS, "drivers": ["newer"]}}


@bears_on("ENV-DRIVERFILES-03")
def driver_files_with_a_folder(world: Stage) -> Expect:
    """An entry of VK_DRIVER_FILES may be a folder of manifests."""
    world.driver("installed")
    world.driver("one", folder="/world/drivers")
    world.driver("two", folder="/world/drivers")
    world.variable("VK_DRIVER_FILES", "/world/drivers")
    return {NOW: {"result": SUCCESS, "drivers": any_order("one", "two")}}


@bears_on("ENV-DRIVERFILES-05", "DISC-DRIVER-GEN-01")
def add_driver_files(world: Stage) -> Expect:
    """VK_ADD_DRIVER_FILES adds to the installed drivers."""
    world.driver("installed")
    world.variable("VK_ADD_DRIVER_FILES", world.driver("added", folder="/world/drivers"))
    return {
        "2016 2018": {"drivers": ["installed"]},
        NOW: {"result": SUCCESS, "drivers": any_order("added", "installed")},
    }


@bears_on("ENV-DRIVERFILES-06", "ENV-DRIVERFILES-04")
def three_driver_variables(world: Stage) -> Expect:
    """With all three set only VK_DRIVER_FILES counts."""
    world.driver("installed")
    for name, variable in {
        "first": "VK_DRIVER_FILES",
        "second": "VK_ICD_FILENAMES",
        "third": "VK_ADD_DRIVER_FILES",
    }.items():
        world.variable(variable, world.driver(name, folder="/world/drivers"))
    return {NOW: {"result": SUCCESS, "drivers": ["first"]}}


@bears_on("ENV-DRIVERFILES-06")
def icd_filenames_beats_add_driver_files(world: Stage) -> Expect:
    """The deprecated variable makes the adding one void as well."""
    world.driver("installed")
    world.variable("VK_ICD_FILENAMES", world.driver("named", folder="/world/drivers"))
    world.variable("VK_ADD_DRIVER_FILES", world.driver("added", folder="/world/drivers"))
    return {NOW: {"result": SUCCESS, "drivers": ["named"]}}


@bears_on("ENV-LAYERPATH-01", "ENV-DRIVERFILES-01", "ENV-INSTLAYERS-01")
def a_developers_shell(world: Stage) -> Expect:
    """A layer and a driver from a build folder, on a machine with layers and drivers of its own."""
    world.driver("installed")
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(B, folder="/home/user/dev/layers", flags={"name": "built"})
    world.variable(
        "VK_ICD_FILENAMES", world.driver("built_driver", folder="/home/user/dev/icd", file="icd.json")
    )
    world.variable("VK_LAYER_PATH", "/home/user/dev/layers")
    world.variable("VK_INSTANCE_LAYERS", B)
    return {
        "2016 2018": {"chain": ["built"], "drivers": ["built_driver"]},
        NOW: {"chain": [A, "built"], "drivers": ["built_driver"]},
    }


@bears_on("ENV-LAYERPATH-01", "ENV-ADDLAYERPATH-01", "ENV-IMPLPATH-01", "DISC-LINUX-09")
def variables_name_folders_without_suffix(world: Stage) -> Expect:
    """Folders in path variables are read themselves: vulkan/explicit_layer.d is not put behind them."""
    world.driver()
    world.explicit_layer(A, folder="/world/base/vulkan/explicit_layer.d")
    world.explicit_layer(B, folder="/world/base")
    world.explicit_layer(C, folder="/world/other/vulkan/explicit_layer.d")
    world.explicit_layer(D, folder="/world/other")
    world.variable("VK_ADD_LAYER_PATH", "/world/base:/world/other")
    return {SINCE_2022: {"layers": any_order(B, D)}}


@bears_on("ENV-LAYERPATH-01", "ACT-IMPLICIT-01")
def implicit_layers_of_an_old_layer_path(world: Stage) -> Expect:
    """In 2016 and 2018 VK_LAYER_PATH replaces all folders; what kind the layers in it are is not said."""
    world.driver()
    world.implicit_layer(A, folder="/world/layers")
    world.implicit_layer(B)
    world.variable("VK_LAYER_PATH", "/world/layers")
    return {
        "2016 2018": {
            "layers": [A],
            "chain": [],
            "tolerated": [tolerated("AMB-LAYERPATH-KIND", chain=[A])],
        }
    }


@bears_on("ENV-DRIVERFILES-05")
def add_driver_files_with_a_folder(world: Stage) -> Expect:
    """The driver document allows folders in VK_ADD_DRIVER_FILES, the table of variables files alone."""
    world.driver("installed")
    world.driver("one", folder="/world/drivers")
    world.driver("two", folder="/world/drivers")
    world.variable("VK_ADD_DRIVER_FILES", "/world/drivers")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": any_order("installed", "one", "two"),
            "tolerated": [tolerated("AMB-ADDDRIVER-FOLDER", drivers=["installed"])],
        }
    }


@bears_on("ENV-DRIVERFILES-01", "LDP_LOADER_1")
def driver_files_set_to_nothing(world: Stage) -> Expect:
    """Presence is what counts: an empty VK_DRIVER_FILES lists no driver."""
    world.driver()
    world.variable("VK_DRIVER_FILES", "")
    return {
        NOW: {
            "result": NO_DRIVER,
            "drivers": [],
            "tolerated": [tolerated("AMB-ENVPATH-EMPTY", result=SUCCESS, drivers=["plain"])],
        }
    }

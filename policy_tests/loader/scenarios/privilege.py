"""Programs that run with more privilege than their user, who must not choose what code they load."""

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
    Expect,
    Stage,
    any_order,
    bears_on,
    including,
    tolerated,
)


@bears_on("PRIV-LAYER-01", "LLP_LOADER_13", "PRIV-GEN-03")
def layer_paths(world: Stage) -> Expect:
    """VK_LAYER_PATH and VK_ADD_LAYER_PATH have no effect; the standard folders stay."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B, folder="/world/path")
    world.explicit_layer(C, folder="/world/add")
    world.variable("VK_LAYER_PATH", "/world/path")
    world.variable("VK_ADD_LAYER_PATH", "/world/add")
    world.elevate()
    return {ALL: {"layers": [A]}}


@bears_on("PRIV-LAYER-01", "LLP_LOADER_13", "PRIV-GEN-03")
def implicit_layer_paths(world: Stage) -> Expect:
    """The same of VK_IMPLICIT_LAYER_PATH and VK_ADD_IMPLICIT_LAYER_PATH."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, folder="/world/path")
    world.implicit_layer(C, folder="/world/add")
    world.variable("VK_IMPLICIT_LAYER_PATH", "/world/path")
    world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/add")
    world.elevate("setgid")
    return {NOW: {"layers": [A], "chain": [A]}}


@bears_on("PRIV-DRIVER-01", "LDP_LOADER_13", "PRIV-GEN-02")
def driver_files(world: Stage) -> Expect:
    """None of the three driver variables has an effect."""
    world.driver("installed")
    for name, variable in {
        "one": "VK_DRIVER_FILES",
        "two": "VK_ICD_FILENAMES",
        "three": "VK_ADD_DRIVER_FILES",
    }.items():
        world.variable(variable, world.driver(name, folder="/world/drivers"))
    world.elevate()
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": ["installed"]}}


@bears_on("PRIV-DRIVER-01", "LDP_LOADER_13")
def only_a_users_driver(world: Stage) -> Expect:
    """Where the only driver is one that a variable names, there is none."""
    world.variable("VK_DRIVER_FILES", world.driver("one", folder="/world/drivers"))
    world.elevate("capabilities")
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("DISC-LINUX-03", "DISC-LINUX-07", "DISC-LINUX-11", "PRIV-GEN-01", "ACT-IMPLICIT-01")
def folders_of_the_user(world: Stage) -> Expect:
    """Layers in the user's home are not found, those of the system are."""
    world.driver()
    world.implicit_layer(A, folder="/home/user/.local/share/vulkan/implicit_layer.d")
    world.implicit_layer(B, folder="/home/user/.config/vulkan/implicit_layer.d")
    world.implicit_layer(C)
    world.elevate()
    return {ALL: {"result": SUCCESS, "layers": [C], "chain": [C]}}


@bears_on("PRIV-GEN-03", "DISC-LINUX-03", "DISC-LINUX-07")
def xdg_homes(world: Stage) -> Expect:
    """XDG_CONFIG_HOME and XDG_DATA_HOME are ignored."""
    world.explicit_layer(A)
    world.explicit_layer(B, folder="/world/config/vulkan/explicit_layer.d")
    world.explicit_layer(C, folder="/world/data/vulkan/explicit_layer.d")
    world.variable("XDG_CONFIG_HOME", "/world/config")
    world.variable("XDG_DATA_HOME", "/world/data")
    world.elevate("setgid")
    return {SINCE_2022: {"layers": [A]}}


@bears_on("PRIV-GEN-03", "PRIV-GEN-01")
def xdg_lists(world: Stage) -> Expect:
    """XDG_DATA_DIRS and XDG_CONFIG_DIRS are not in the list of ignored variables, which is one of examples."""
    world.explicit_layer(A)
    world.explicit_layer(B, folder="/world/share/vulkan/explicit_layer.d")
    world.variable("XDG_DATA_DIRS", "/world/share")
    world.elevate()
    return {NOW: {"layers": [A], "tolerated": [tolerated("AMB-ELEV-XDGDIRS", layers=[B])]}}


@bears_on("PRIV-SETTINGS-01", "PRIV-GEN-01")
def a_settings_file_of_the_user(world: Stage) -> Expect:
    """A settings file in the user's home turns nothing on, beside one of the administrator."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    for folder, name in (("/home/user/.local/share", A), ("/etc", B)):
        world.file(
            f"{folder}/vulkan/loader_settings.d/vk_loader_settings.json",
            {
                "file_format_version": "1.0.1",
                "settings": {
                    "layers": [
                        {
                            "name": name,
                            "path": f"/usr/share/vulkan/explicit_layer.d/{name}.json",
                            "control": "on",
                        }
                    ]
                },
            },
        )
    world.elevate("capabilities")
    return {NOW: {"chain": including(without=(A,))}}


@bears_on("ACT-IMPLICIT-05", "PRIV-GEN-03")
def the_layers_own_variables(world: Stage) -> Expect:
    """A layer's own variables are documented for every process; whether privilege changes that is not said."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, enable_environment={"ENABLE_B": "1"})
    world.variable(f"DISABLE_{A}", "1")
    world.variable("ENABLE_B", "1")
    world.elevate()
    return {
        NOW: {"chain": [B], "tolerated": [tolerated("AMB-ELEV-FILTERS", chain=[A])]},
    }


@bears_on("PRIV-GEN-01")
def an_override_layer_of_the_user(world: Stage) -> Expect:
    """A configurator's override layer in the user's home does not reach a privileged program."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B, folder="/home/user/over")
    world.override_layer(
        components=[B],
        blacklist=[A],
        override_paths=["/home/user/over"],
        folder="/home/user/.local/share/vulkan/implicit_layer.d",
    )
    world.elevate("setgid")
    return {NOW: {"layers": [A], "chain": [A]}}


@bears_on("PRIV-LAYER-01", "PRIV-DRIVER-01", "LLP_LOADER_13", "LDP_LOADER_13", "ACT-IMPLICIT-01")
def everything_a_user_can_set(world: Stage) -> Expect:
    """All path variables at once, each with something of its own: only what is installed is used."""
    world.driver("installed")
    world.implicit_layer(A)
    world.explicit_layer(B)
    for number, variable in enumerate(
        ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"]
    ):
        world.implicit_layer(f"VK_LAYER_TEST_{number}", folder=f"/world/{number}")
        world.variable(variable, f"/world/{number}")
    for variable in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"):
        world.variable(variable, world.driver(variable.lower(), folder="/world/drivers"))
    world.variable("XDG_CONFIG_HOME", "/world/config")
    world.variable("XDG_DATA_HOME", "/world/data")
    return_to = any_order(A, B)
    world.elevate()
    return {NOW: {"result": SUCCESS, "layers": return_to, "chain": [A], "drivers": ["installed"]}}

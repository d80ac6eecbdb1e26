"""The loader settings file, vk_loader_settings.json (2026)."""

from refloader.scenario.drafting import (
    NOW,
    SUCCESS,
    A,
    B,
    C,
    D,
    Expect,
    Stage,
    any_order,
    bears_on,
    including,
    tolerated,
)

FOLDER = "vulkan/loader_settings.d"
USER = f"/home/user/.local/share/{FOLDER}"
ETC = f"/etc/{FOLDER}"
LAYERS = "/world/layers"


def settings(world: Stage, *, folder: str = USER, **settings: object) -> None:
    """Put a settings file into a folder."""
    world.file(f"{folder}/vk_loader_settings.json", {"file_format_version": "1.0.1", "settings": settings})


def entry(name: str, control: str = "auto", **more: object) -> dict[str, object]:
    """A layer of the list, with its manifest in LAYERS."""
    return {"name": name, "path": f"{LAYERS}/{name}.json", "control": control, **more}


UNORDERED = {"name": "", "control": "unordered_layer_location"}
ANYHOW = tolerated("AMB-SETTINGS-SCHEMA", layers=including(), chain=including())
"""Any layers at all: no public text names the members of a list of several settings, nor the unordered location."""


@bears_on("SETTINGS-01")
def three_controls(world: Stage) -> Expect:
    """On forces a layer on, off hides it, auto leaves it to its own rules."""
    world.driver()
    for name in (A, B, C):
        world.explicit_layer(name, folder=LAYERS)
    world.implicit_layer(D, folder=LAYERS)
    settings(
        world,
        layers=[entry(A, "on"), entry(B, "off"), entry(C), entry(D, treat_as_implicit_manifest=True)],
    )
    return {
        NOW: {
            "result": SUCCESS,
            "layers": any_order(A, C, D),
            "chain": [A, D],
            "tolerated": [
                tolerated("AMB-SETTINGS-ORDER-CHAIN", chain=[D, A]),
                tolerated("AMB-SETTINGS-SCHEMA", layers=including(), chain=including()),
            ],
        }
    }


@bears_on("SETTINGS-01")
def the_list_replaces_discovery(world: Stage) -> Expect:
    """Without an unordered location the layers of the machine should not be found at all."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(C, folder=LAYERS)
    settings(world, layers=[entry(C, "on")])
    others_found = tolerated("AMB-SETTINGS-SCHEMA", layers=including(C), chain=including(C))
    return {NOW: {"result": SUCCESS, "layers": [C], "chain": [C], "tolerated": [others_found]}}


@bears_on("SETTINGS-01", "ORDER-CHAIN-01")
def the_unordered_location(world: Stage) -> Expect:
    """Layers that are found in the ordinary way stand where the list puts them."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B, folder=LAYERS)
    world.explicit_layer(C, folder=LAYERS)
    settings(world, layers=[entry(B, "on"), UNORDERED, entry(C, "on")])
    return {
        NOW: {
            "layers": any_order(A, B, C),
            "chain": [B, A, C],
            "tolerated": [ANYHOW],
        }
    }


@bears_on("SETTINGS-01", "ORDER-CHAIN-01")
def the_list_orders_the_chain(world: Stage) -> Expect:
    """The application's order gives way to that of the list."""
    world.driver()
    for name in (A, B, C):
        world.explicit_layer(name, folder=LAYERS)
    settings(world, layers=[entry(C), entry(A), entry(B)])
    world.application(layers=[A, B, C])
    return {
        NOW: {
            "result": SUCCESS,
            "chain": [C, A, B],
            "tolerated": [tolerated("AMB-SETTINGS-ORDER-CHAIN", chain=[A, B, C])],
        }
    }


@bears_on("SETTINGS-01", "ACT-IMPLICIT-05")
def on_against_a_disable_variable(world: Stage) -> Expect:
    """A layer that the file forces on is on although its disable variable is set."""
    world.driver()
    world.implicit_layer(A, folder=LAYERS)
    settings(world, layers=[entry(A, "on", treat_as_implicit_manifest=True)])
    world.variable(f"DISABLE_{A}", "1")
    return {NOW: {"chain": [A], "tolerated": [tolerated("AMB-SETTINGS-CONTROL", chain=[])]}}


@bears_on("SETTINGS-01", "FILTER-LAYER-DISABLE-01")
def on_against_the_filter(world: Stage) -> Expect:
    """The file is stronger than VK_LOADER_LAYERS_DISABLE."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    settings(world, layers=[entry(A, "on")])
    world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
    return {NOW: {"chain": [A], "tolerated": [tolerated("AMB-SETTINGS-CONTROL", chain=[])]}}


@bears_on("SETTINGS-01")
def the_list_against_the_path_variables(world: Stage) -> Expect:
    """Without an unordered location the path variables find nothing."""
    world.explicit_layer(A, folder=LAYERS)
    world.explicit_layer(B, folder="/world/path")
    settings(world, layers=[entry(A)])
    world.variable("VK_ADD_LAYER_PATH", "/world/path")
    return {
        NOW: {
            "layers": [A],
            "tolerated": [tolerated("AMB-SETTINGS-DISCOVERY", layers=any_order(A, B))],
        }
    }


@bears_on("SETTINGS-03", "SETTINGS-01")
def the_users_file_comes_first(world: Stage) -> Expect:
    """Of a file in the user's folder and one in /etc the user's counts, alone."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    world.explicit_layer(B, folder=LAYERS)
    settings(world, layers=[entry(A, "on")])
    settings(world, folder=ETC, layers=[entry(B, "on")])
    return {NOW: {"layers": [A], "chain": [A]}}


@bears_on("SETTINGS-03")
def a_file_in_etc(world: Stage) -> Expect:
    """The administrator's file counts where the user has none."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    settings(world, folder=ETC, layers=[entry(A, "on")])
    return {NOW: {"layers": [A], "chain": [A]}}


@bears_on("SETTINGS-03")
def home_before_the_data_folder(world: Stage) -> Expect:
    """HOME is listed before XDG_DATA_HOME; the text gives no other order."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    world.explicit_layer(B, folder=LAYERS)
    settings(world, layers=[entry(A, "on")])
    settings(world, folder=f"/world/data/{FOLDER}", layers=[entry(B, "on")])
    world.variable("XDG_DATA_HOME", "/world/data")
    return {NOW: {"chain": [A], "tolerated": [tolerated("AMB-SETTINGS-ORDER", chain=[B])]}}


@bears_on("SETTINGS-01", "SETTINGS-05")
def a_broken_file(world: Stage) -> Expect:
    """A file that is no JSON counts as none: the machine's layers are found as ever."""
    world.driver()
    world.implicit_layer(A)
    world.file(f"{USER}/vk_loader_settings.json", '{"file_format_version": "1.0.1", "settings": ')
    no_instance = tolerated("AMB-SETTINGS-SCHEMA", result="VK_ERROR_OUT_OF_HOST_MEMORY", layers=[A], chain=[])
    return {NOW: {"result": SUCCESS, "layers": [A], "chain": [A], "tolerated": [no_instance]}}


@bears_on("SETTINGS-01", "SETTINGS-05")
def a_broken_entry(world: Stage) -> Expect:
    """An entry of the wrong type makes the file void, or spoils itself alone."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    settings(world, layers=[7, {"name": B}, {"path": "/world"}, entry(A, "on"), entry(C, "sometimes")])
    entries_dropped = tolerated("AMB-SETTINGS-SCHEMA", layers=[A], chain=[A])
    return {NOW: {"result": SUCCESS, "layers": [], "chain": [], "tolerated": [entries_dropped]}}


@bears_on("SETTINGS-01", "SETTINGS-05")
def settings_by_program(world: Stage) -> Expect:
    """Of several settings that for the running program counts, not the first one for all."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    world.explicit_layer(B, folder=LAYERS)
    world.file(
        f"{USER}/vk_loader_settings.json",
        {
            "file_format_version": "1.0.1",
            "settings_array": [
                {"layers": [entry(A, "on")]},
                {"app_keys": ["/world/bin/other"], "layers": []},
                {"app_keys": ["/world/bin/game"], "layers": [entry(B, "on")]},
            ],
        },
    )
    world.application(executable="/world/bin/game")
    return {NOW: {"layers": [B], "chain": [B], "tolerated": [ANYHOW]}}


@bears_on("SETTINGS-01", "SETTINGS-05")
def settings_for_everybody_else(world: Stage) -> Expect:
    """A program that is not named gets the first settings without a list of programs."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    world.explicit_layer(B, folder=LAYERS)
    world.file(
        f"{USER}/vk_loader_settings.json",
        {
            "file_format_version": "1.0.1",
            "settings_array": [
                {"app_keys": ["/world/bin/other"], "layers": [entry(B, "on")]},
                {"layers": [entry(A, "on")]},
                {"layers": [entry(B, "on")]},
            ],
        },
    )
    world.application(executable="/world/bin/game")
    return {NOW: {"layers": [A], "chain": [A], "tolerated": [ANYHOW]}}


@bears_on("SETTINGS-01", "LDP_LOADER_2")
def additional_drivers(world: Stage) -> Expect:
    """Drivers of the file are used beside the installed ones."""
    world.driver("installed")
    settings(world, additional_drivers=[{"path": world.driver("added", folder="/world/drivers")}])
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": any_order("added", "installed"),
            "tolerated": [tolerated("AMB-SETTINGS-SCHEMA", drivers=including())],
        }
    }


@bears_on("SETTINGS-01", "LDP_LOADER_2")
def additional_drivers_exclusively(world: Stage) -> Expect:
    """With the switch for it only the drivers of the file are used."""
    world.driver("installed")
    settings(
        world,
        additional_drivers=[{"path": world.driver("added", folder="/world/drivers")}],
        additional_drivers_use_exclusively=True,
    )
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": ["added"],
            "tolerated": [tolerated("AMB-SETTINGS-SCHEMA", drivers=including())],
        }
    }


@bears_on("SETTINGS-01", "OVERRIDE-01")
def beside_an_override_layer(world: Stage) -> Expect:
    """With a list of layers and no unordered location the override layer is not found."""
    world.driver()
    world.explicit_layer(A, folder=LAYERS)
    world.explicit_layer(B)
    world.override_layer(components=[B])
    settings(world, layers=[entry(A, "on")])
    others = [tolerated("AMB-SETTINGS-OVERRIDE", chain=chain) for chain in ([B], [], [A, B], [B, A])]
    return {NOW: {"chain": [A], "tolerated": others}}


@bears_on("SETTINGS-01")
def settings_without_layers(world: Stage) -> Expect:
    """A file that speaks of messages alone changes nothing about layers."""
    world.driver()
    world.implicit_layer(A)
    settings(world, stderr_log=["error"])
    no_layers = tolerated("AMB-SETTINGS-SCHEMA", layers=[], chain=[])
    return {NOW: {"result": SUCCESS, "layers": [A], "chain": [A], "tolerated": [no_layers]}}

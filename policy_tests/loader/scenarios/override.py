"""The override layer that configurators write, VK_LAYER_LUNARG_override."""

from refloader.scenario.drafting import (
    NO_LAYER,
    NOW,
    OVERRIDE,
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

IMPLICIT = "vulkan/implicit_layer.d"
OVER = "/world/over"


@bears_on("OVERRIDE-01", "OVERRIDE-04", "META-04")
def components_are_on(world: Stage) -> Expect:
    """The explicit layers that it lists are on for every program, in its order."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B, A])
    return {SINCE_2022: {"result": SUCCESS, "chain": [B, A]}}


@bears_on("OVERRIDE-01")
def only_an_implicit_one_counts(world: Stage) -> Expect:
    """In an explicit folder the name and the blacklist have no effect."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B], blacklist=[A], folder="/usr/share/vulkan/explicit_layer.d")
    return {
        SINCE_2022: {
            "chain": [A],
            "tolerated": [tolerated("AMB-OVERRIDE-EXPLICIT", chain=chain) for chain in ([B], [])],
        }
    }


@bears_on("LLP_LOADER_11", "OVERRIDE-01", "ACT-IMPLICIT-01", "ACT-APP-01")
def behind_all_implicit_layers(world: Stage) -> Expect:
    """Though it is found first, it and its components stand behind the implicit layers of all folders."""
    world.driver()
    world.override_layer(components=[D], folder=f"/home/user/.config/{IMPLICIT}")
    world.implicit_layer(A, folder=f"/home/user/.local/share/{IMPLICIT}")
    world.implicit_layer(B)
    world.explicit_layer(C)
    world.explicit_layer(D)
    world.application(layers=[C])
    return {SINCE_2022: {"chain": [A, B, D, C]}}


@bears_on("OVERRIDE-08", "ORDER-DUP-01")
def a_component_that_is_implicit(world: Stage) -> Expect:
    """A component that is an implicit layer of its own keeps the place that it has as such."""
    world.driver()
    world.implicit_layer(A, folder=f"/home/user/.config/{IMPLICIT}")
    world.explicit_layer(B)
    world.override_layer(components=[B, A])
    behind = tolerated("AMB-OVERRIDE-COMPONENT", chain=[B, A])
    return {SINCE_2022: {"chain": [A, B], "tolerated": [behind]}}


@bears_on("OVERRIDE-02", "LLP_LOADER_12", "LLP_LOADER_7", "ACT-IMPLICIT-01")
def blacklist(world: Stage) -> Expect:
    """Blacklisted layers are not loaded: not implicitly, not from a variable."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, folder=f"/home/user/.config/{IMPLICIT}")
    world.explicit_layer(C)
    world.explicit_layer(D)
    world.override_layer(components=[D], blacklist=[A, C])
    world.variable("VK_INSTANCE_LAYERS", C)
    return {SINCE_2022: {"result": SUCCESS, "chain": any_order(B, D)}}


@bears_on("OVERRIDE-02", "LLP_LOADER_12")
def a_blacklisted_layer_is_requested(world: Stage) -> Expect:
    """The application asks for a blacklisted layer: it is not loaded; the result is not stated."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B], blacklist=[A])
    world.application(layers=[A])
    return {
        SINCE_2022: {
            "result": NO_LAYER,
            "chain": [],
            "tolerated": [tolerated("AMB-DISABLE-REQUESTED", result=SUCCESS, chain=[B])],
        }
    }


@bears_on("OVERRIDE-02", "META-02")
def it_blacklists_its_own_component(world: Stage) -> Expect:
    """A component that is blacklisted must not be loaded, whatever else is."""
    world.driver()
    world.implicit_layer(C, folder=f"/home/user/.config/{IMPLICIT}")
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[A, B], blacklist=[A])
    return {SINCE_2022: {"result": SUCCESS, "chain": [C, {"maybe": [B]}]}}


@bears_on("OVERRIDE-03")
def for_one_program(world: Stage) -> Expect:
    """The program is among those listed: components are on and the blacklist holds."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B], blacklist=[A], app_keys=["/world/bin/other", "/world/bin/game"])
    world.application(executable="/world/bin/game")
    return {SINCE_2022: {"chain": [B]}}


@bears_on("OVERRIDE-03")
def for_another_program(world: Stage) -> Expect:
    """For a program that is not listed nothing is switched on or off; a path is compared whole."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(
        components=[B], blacklist=[A], app_keys=["/world/bin/game-server", "game", "/world/bin"]
    )
    world.application(executable="/world/bin/game")
    return {SINCE_2022: {"chain": [A]}}


@bears_on("OVERRIDE-04")
def an_empty_list_of_programs(world: Stage) -> Expect:
    """An empty list means every program."""
    world.driver()
    world.explicit_layer(A)
    world.override_layer(components=[A], app_keys=[])
    world.application(executable="/world/bin/game")
    return {SINCE_2022: {"chain": [A]}}


@bears_on("OVERRIDE-03", "OVERRIDE-04")
def one_for_all_and_one_for_the_program(world: Stage) -> Expect:
    """Of two override layers, one for every program and one for this, the documents do not say which counts."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[A], folder=f"/home/user/.config/{IMPLICIT}")
    world.override_layer(components=[B], app_keys=["/world/bin/game"])
    world.application(executable="/world/bin/game")
    return {SINCE_2022: {"chain": [B], "tolerated": [tolerated("AMB-OVERRIDE-MULTI", chain=[A])]}}


@bears_on("OVERRIDE-05", "OVERRIDE-01")
def paths_of_its_own(world: Stage) -> Expect:
    """With override_paths the component comes from there, and explicit layers elsewhere are not found."""
    world.driver()
    world.explicit_layer(A, flags={"name": "standard"})
    world.explicit_layer(B)
    world.explicit_layer(A, folder=OVER, flags={"name": "over"})
    world.override_layer(components=[A], override_paths=[OVER])
    return {SINCE_2022: {"layers": any_order(A, OVERRIDE), "chain": ["over"]}}


@bears_on("OVERRIDE-05")
def implicit_layers_beside_its_paths(world: Stage) -> Expect:
    """Whether implicit layers elsewhere stay active is written in two ways."""
    world.driver()
    world.implicit_layer(B, folder=f"/home/user/.config/{IMPLICIT}")
    world.explicit_layer(A, folder=OVER)
    world.override_layer(components=[A], override_paths=[OVER])
    return {
        SINCE_2022: {
            "chain": [B, A],
            "tolerated": [tolerated("AMB-OVERRIDE-IMPLICIT", chain=[A])],
        }
    }


@bears_on("OVERRIDE-06")
def a_component_outside_its_paths(world: Stage) -> Expect:
    """With one of two components elsewhere the override layer is not applied."""
    world.driver()
    world.explicit_layer(A, folder=OVER)
    world.explicit_layer(B)
    world.override_layer(components=[A, B], override_paths=[OVER])
    return {SINCE_2022: {"result": SUCCESS, "chain": []}}


@bears_on("OVERRIDE-06", "OVERRIDE-05")
def default_places_among_its_paths(world: Stage) -> Expect:
    """A mix of own and default places works when the default ones are listed."""
    world.driver()
    world.explicit_layer(A, folder=OVER)
    world.explicit_layer(B)
    world.override_layer(components=[A, B], override_paths=[OVER, "/usr/share/vulkan/explicit_layer.d"])
    return {SINCE_2022: {"result": SUCCESS, "chain": [A, B]}}


@bears_on("OVERRIDE-07", "OVERRIDE-05")
def its_paths_against_the_variables(world: Stage) -> Expect:
    """With override_paths neither VK_LAYER_PATH nor VK_ADD_LAYER_PATH finds anything."""
    world.explicit_layer(A, folder=OVER)
    world.explicit_layer(B, folder="/world/path")
    world.override_layer(components=[A], override_paths=[OVER])
    world.variable("VK_LAYER_PATH", "/world/path")
    world.variable("VK_ADD_LAYER_PATH", "/world/path")
    return {SINCE_2022: {"layers": any_order(A, OVERRIDE)}}


@bears_on("OVERRIDE-01", "ACT-IMPLICIT-05")
def switched_off_by_its_variable(world: Stage) -> Expect:
    """Its own disable variable takes the components away; whether the blacklist goes, too, is not said."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B], blacklist=[A], disable_environment={"OVERRIDE_OFF": "1"})
    world.variable("OVERRIDE_OFF", "1")
    return {SINCE_2022: {"chain": [{"maybe": [A]}]}}


@bears_on("OVERRIDE-01", "ACT-IMPLICIT-08")
def a_component_with_its_own_switch(world: Stage) -> Expect:
    """An implicit layer that it lists is loaded although the layer's own variable is set."""
    world.driver()
    world.implicit_layer(A)
    world.override_layer(components=[A])
    world.variable(f"DISABLE_{A}", "1")
    return {
        SINCE_2022: {
            "chain": [A],
            "tolerated": [tolerated("AMB-DISABLE-COMPONENT", chain=[])],
        }
    }


@bears_on("OVERRIDE-01", "FILTER-LAYER-DISABLE-01")
def against_the_filters(world: Stage) -> Expect:
    """The disable filter keeps the override layer out by its name."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B])
    world.variable("VK_LOADER_LAYERS_DISABLE", "VK_LAYER_LUNARG_*")
    return {NOW: {"chain": [A]}}


@bears_on("OVERRIDE-01", "OVERRIDE-02", "OVERRIDE-05")
def as_a_configurator_writes_it(world: Stage) -> Expect:
    """The file that a configurator leaves in the user's folder: components, blacklist, paths and version 1.1."""
    world.driver()
    world.implicit_layer("VK_LAYER_MESA_device_select", disable_environment={"NODEVICE_SELECT": "1"})
    world.implicit_layer(
        "VK_LAYER_MANGOHUD_overlay_x86_64",
        enable_environment={"MANGOHUD": "1"},
        disable_environment={"DISABLE_MANGOHUD": "1"},
    )
    world.explicit_layer("VK_LAYER_KHRONOS_validation")
    world.explicit_layer("VK_LAYER_LUNARG_api_dump")
    world.override_layer(
        components=["VK_LAYER_KHRONOS_validation"],
        blacklist=["VK_LAYER_LUNARG_api_dump"],
        app_keys=[],
        override_paths=["/usr/share/vulkan/explicit_layer.d"],
        folder=f"/home/user/.local/share/{IMPLICIT}",
        file="VkLayer_override.json",
        api_version="1.1.126",
        description="LunarG Override Layer",
        disable_environment={"DISABLE_VK_LAYER_LUNARG_override": "1"},
    )
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": any_order("VK_LAYER_MESA_device_select", "VK_LAYER_KHRONOS_validation"),
            "tolerated": [
                tolerated("AMB-OVERRIDE-IMPLICIT", chain=["VK_LAYER_KHRONOS_validation"]),
                tolerated("AMB-META-VERSION", chain=["VK_LAYER_MESA_device_select"]),
            ],
        }
    }


@bears_on("OVERRIDE-03")
def a_program_behind_a_link(world: Stage) -> Expect:
    """How a path in app_keys is compared is not said; nothing allows more than bytes that are equal."""
    world.driver()
    world.explicit_layer(A)
    world.override_layer(
        components=[A], app_keys=["/world/bin/GAME", "/world/bin/../bin/game", "/world/link"]
    )
    world.link("/world/link", "/world/bin/game")
    world.application(executable="/world/bin/game")
    return {SINCE_2022: {"chain": [], "tolerated": [tolerated("AMB-APPKEYS-MATCH", chain=[A])]}}

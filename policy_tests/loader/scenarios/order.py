"""Where a layer stands in the chain, from the application down."""

from refloader.scenario.drafting import (
    NOW,
    SINCE_2018,
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

E = "VK_LAYER_TEST_e"
F = "VK_LAYER_TEST_f"
IMPLICIT = "vulkan/implicit_layer.d"
ORDER_TOLD = "2016 2018 2026"
"""The editions that say which requested layer is nearest to the application."""


@bears_on("ORDER-CHAIN-02", "ACT-APP-01")
def the_applications_order(world: Stage) -> Expect:
    """The first requested layer is nearest to the application, whatever the order on disk."""
    world.driver()
    for name in (A, B, C, D):
        world.explicit_layer(name)
    world.application(layers=[C, A, D, B])
    return {ORDER_TOLD: {"result": SUCCESS, "chain": [C, A, D, B]}}


@bears_on("ENV-INSTLAYERS-03", "ENV-INSTLAYERS-02")
def the_variables_order(world: Stage) -> Expect:
    """The first name in VK_INSTANCE_LAYERS is nearest to the application; colons stand between names."""
    world.driver()
    world.explicit_layer(A, folder="/etc/vulkan/explicit_layer.d")
    world.explicit_layer(B, folder="/home/user/.local/share/vulkan/explicit_layer.d")
    world.explicit_layer(C)
    world.variable("VK_INSTANCE_LAYERS", f"{C}:{A}:{B}")
    return {ORDER_TOLD: {"chain": [C, A, B]}}


@bears_on("ENV-INSTLAYERS-02")
def a_semicolon_in_the_variable(world: Stage) -> Expect:
    """One example shows a semicolon, which separates names on Windows; here the whole value is one unknown name."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.variable("VK_INSTANCE_LAYERS", f"{A};{B}")
    return {
        "2016 2018": {"chain": []},
        NOW: {"chain": [], "tolerated": [tolerated("AMB-INSTLAYERS-SEP", chain=[A, B])]},
    }


@bears_on("ORDER-CHAIN-01", "ENV-INSTLAYERS-04", "ACT-IMPLICIT-01", "ENV-INSTLAYERS-01", "ACT-APP-01")
def three_groups(world: Stage) -> Expect:
    """Implicit layers, then those of the variable, then those that the application asks for."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, folder=f"/home/user/.local/share/{IMPLICIT}")
    world.explicit_layer(E, folder="/etc/vulkan/explicit_layer.d")
    for name in (C, D, F):
        world.explicit_layer(name)
    world.application(layers=[D, C])
    world.variable("VK_INSTANCE_LAYERS", f"{F}:{E}")
    implicit, named = any_order(A, B), any_order(E, F)
    return {
        "2018": {
            "chain": [*implicit, *named, D, C],
            "tolerated": [
                tolerated("AMB-FIGURE-ORDER", chain=[*named, *implicit, D, C]),
                tolerated("AMB-FIGURE-ORDER", chain=[*named, D, C, *implicit]),
            ],
        },
        NOW: {"chain": [B, A, *named, D, C]},
    }


@bears_on(
    "ORDER-CHAIN-01",
    "FILTER-LAYER-ENABLE-02",
    "ENV-INSTLAYERS-04",
    "ACT-IMPLICIT-01",
    "ENV-INSTLAYERS-01",
    "FILTER-LAYER-ENABLE-01",
    "ACT-APP-01",
)
def four_groups(world: Stage) -> Expect:
    """Implicit, named by the variable, enabled by the filter, asked for: every way to be enabled at once."""
    world.driver()
    world.implicit_layer(A)
    for name in (B, C, D):
        world.explicit_layer(name)
    world.application(layers=[B])
    world.variable("VK_INSTANCE_LAYERS", C)
    world.variable("VK_LOADER_LAYERS_ENABLE", D)
    return {
        NOW: {
            "chain": [A, C, D, B],
            "tolerated": [tolerated("AMB-ENABLE-VS-INSTLAYERS", chain=[A, D, C, B])],
        }
    }


@bears_on("ORDER-DUP-02", "ORDER-DUP-01")
def an_implicit_layer_in_the_variable(world: Stage) -> Expect:
    """A layer that is on implicitly and named: it keeps its place in the implicit group or has that of its name."""
    world.driver()
    world.implicit_layer(A, folder=f"/home/user/.local/share/{IMPLICIT}")
    world.implicit_layer(B)
    world.explicit_layer(C)
    world.variable("VK_INSTANCE_LAYERS", f"{C}:{A}")
    return {
        "2016": {"chain": any_order(A, B, C)},
        "2022": {"chain": [A, B, C], "tolerated": [tolerated("AMB-IMPL-IN-ENV", chain=[B, C, A])]},
        NOW: {"chain": [B, C, A], "tolerated": [tolerated("AMB-IMPL-IN-ENV", chain=[A, B, C])]},
    }


@bears_on("ORDER-CHAIN-03", "DISC-LINUX-09", "ACT-IMPLICIT-01")
def implicit_layers_of_five_folders(world: Stage) -> Expect:
    """Two layers in each folder: between folders the order is fixed, inside a folder it is not."""
    world.driver()
    for number, base in enumerate(
        ["/home/user/.config", "/etc/xdg", "/etc", "/home/user/.local/share", "/usr/share"]
    ):
        world.implicit_layer(f"VK_LAYER_TEST_{number}_x", folder=f"{base}/{IMPLICIT}")
        world.implicit_layer(f"VK_LAYER_TEST_{number}_y", folder=f"{base}/{IMPLICIT}")
    pairs = [{"any_order": [f"VK_LAYER_TEST_{number}_x", f"VK_LAYER_TEST_{number}_y"]} for number in range(5)]
    swapped = [pairs[1], pairs[0], *pairs[2:]]
    return {SINCE_2022: {"chain": pairs, "tolerated": [tolerated("AMB-RANK-1-TWICE", chain=swapped)]}}


@bears_on("ORDER-CHAIN-03", "ENV-ADDIMPLPATH-01", "ACT-IMPLICIT-01")
def added_implicit_folders_come_first(world: Stage) -> Expect:
    """What VK_ADD_IMPLICIT_LAYER_PATH finds stands before the user's and the system's implicit layers."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, folder=f"/home/user/.config/{IMPLICIT}")
    world.implicit_layer(C, folder="/world/two")
    world.implicit_layer(D, folder="/world/one")
    world.variable("VK_ADD_IMPLICIT_LAYER_PATH", "/world/one:/world/two")
    return {NOW: {"chain": [D, C, B, A]}}


@bears_on("META-04", "ORDER-CHAIN-02", "ACT-APP-01")
def components_in_the_middle(world: Stage) -> Expect:
    """A meta-layer's components stand where the meta-layer was asked for, in their own order."""
    world.driver()
    for name in (A, B, C, D):
        world.explicit_layer(name)
    world.meta_layer("VK_LAYER_TEST_meta", components=[C, B])
    world.application(layers=[D, "VK_LAYER_TEST_meta", A])
    return {SINCE_2018: {"result": SUCCESS, "chain": [D, C, B, A]}}


@bears_on("ORDER-CHAIN-01", "META-04", "ACT-IMPLICIT-01", "ACT-APP-01")
def an_implicit_meta_layer_stands_with_the_implicit_ones(world: Stage) -> Expect:
    """Components of an implicit meta-layer are in the implicit group, in the place of the meta-layer."""
    world.driver()
    world.implicit_layer(A, folder=f"/home/user/.config/{IMPLICIT}")
    world.meta_layer("VK_LAYER_TEST_meta", components=[C, B], implicit=True, folder=f"/etc/{IMPLICIT}")
    world.implicit_layer(D)
    for name in (B, C, E):
        world.explicit_layer(name)
    world.application(layers=[E])
    return {SINCE_2022: {"chain": [A, C, B, D, E]}}


@bears_on("ORDER-CHAIN-03", "ACT-IMPLICIT-04", "ACT-IMPLICIT-05")
def switched_off_layers_leave_no_gap(world: Stage) -> Expect:
    """Switching layers on and off does not change the order of the others."""
    world.driver()
    world.implicit_layer(A, folder=f"/home/user/.config/{IMPLICIT}")
    world.implicit_layer(B, folder=f"/etc/xdg/{IMPLICIT}", enable_environment={"ENABLE_B": "1"})
    world.implicit_layer(C, folder=f"/etc/{IMPLICIT}")
    world.implicit_layer(D, folder=f"/home/user/.local/share/{IMPLICIT}")
    world.implicit_layer(E)
    world.variable("ENABLE_B", "1")
    world.variable(f"DISABLE_{C}", "1")
    return {
        SINCE_2022: {
            "chain": [A, B, D, E],
            "tolerated": [tolerated("AMB-RANK-1-TWICE", chain=[B, A, D, E])],
        }
    }


@bears_on("ORDER-CHAIN-02", "ACT-APP-01", "MANIFEST-ICD-08", "LDP_LOADER_2")
def sixteen_layers(world: Stage) -> Expect:
    """A long chain keeps its order."""
    world.driver()
    names = [f"VK_LAYER_TEST_{number:02}" for number in range(16)]
    for name in names:
        world.explicit_layer(name)
    world.application(layers=names[::-1])
    return {ORDER_TOLD: {"result": SUCCESS, "chain": names[::-1], "drivers": any_order("plain")}}

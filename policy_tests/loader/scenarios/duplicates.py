"""Layers and drivers that are found or asked for more than once."""

from refloader.scenario.drafting import (
    ALL,
    DRIVERS_TOLD,
    META,
    NOW,
    SINCE_2018,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    C,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)

EXPLICIT = "vulkan/explicit_layer.d"
IMPLICIT = "vulkan/implicit_layer.d"


@bears_on("LLP_LOADER_3", "ORDER-DUP-01")
def asked_for_three_times(world: Stage) -> Expect:
    """The first occurrence keeps its place, the others are dropped silently."""
    world.driver()
    for name in (A, B, C):
        world.explicit_layer(name)
    world.application(layers=[B, A, B, C, A, B])
    return {ALL: {"result": SUCCESS, "chain": [B, A, C]}}


@bears_on("ENV-INSTLAYERS-04", "ACT-APP-01", "ENV-INSTLAYERS-01")
def in_the_variable_and_asked_for(world: Stage) -> Expect:
    """What the variable and the application both name stands where the variable puts it."""
    world.driver()
    world.explicit_layer(A, folder=f"/etc/{EXPLICIT}")
    world.explicit_layer(B, folder=f"/home/user/.local/share/{EXPLICIT}")
    world.explicit_layer(C)
    world.variable("VK_INSTANCE_LAYERS", f"{C}:{A}")
    world.application(layers=[A, B, C])
    return {"2016 2018 2026": {"result": SUCCESS, "chain": [*any_order(A, C), B]}}


@bears_on("ORDER-DUP-01", "ORDER-DUP-02", "DISC-GEN-02")
def both_kinds_under_one_name(world: Stage) -> Expect:
    """An implicit and an explicit manifest of one name, and the application asks for it: loaded once."""
    world.driver()
    world.implicit_layer(A, flags={"name": "implicit"})
    world.explicit_layer(A, flags={"name": "explicit"})
    world.application(layers=[A])
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [{"one_of": ["implicit", "explicit"]}],
        }
    }


@bears_on("DISC-GEN-02")
def implicit_layers_of_one_name_in_four_folders(world: Stage) -> Expect:
    """Of four occurrences the one in the folder that is searched first is used, and its place counts."""
    world.driver()
    world.implicit_layer(B, folder=f"/etc/xdg/{IMPLICIT}")
    for name, base in {
        "share": "/usr/share",
        "etc": "/etc",
        "data_home": "/home/user/.local/share",
        "config_home": "/home/user/.config",
    }.items():
        world.implicit_layer(A, folder=f"{base}/{IMPLICIT}", flags={"name": name})
    return {
        SINCE_2022: {
            "chain": ["config_home", B],
            "tolerated": [tolerated("AMB-RANK-1-TWICE", chain=[B, "config_home"])],
        }
    }


@bears_on("DISC-GEN-02", "ACT-IMPLICIT-05")
def the_first_occurrence_is_switched_off(world: Stage) -> Expect:
    """Two occurrences with disable variables of their own: that of the first one counts for the name."""
    world.driver()
    world.implicit_layer(A, folder=f"/home/user/.config/{IMPLICIT}", disable_environment={"OFF_FIRST": "1"})
    world.implicit_layer(A, disable_environment={"OFF_SECOND": "1"})
    world.variable("OFF_FIRST", "1")
    return {SINCE_2022: {"chain": [], "tolerated": [tolerated("AMB-DUP-DISABLED", chain=[A])]}}


@bears_on("DISC-GEN-02", "ACT-IMPLICIT-05")
def the_second_occurrence_is_switched_off(world: Stage) -> Expect:
    """The variable of an occurrence that is not used has no effect."""
    world.driver()
    world.implicit_layer(
        A,
        folder=f"/home/user/.config/{IMPLICIT}",
        flags={"name": "first"},
        disable_environment={"OFF_FIRST": "1"},
    )
    world.implicit_layer(A, flags={"name": "second"}, disable_environment={"OFF_SECOND": "1"})
    world.variable("OFF_SECOND", "1")
    return {SINCE_2022: {"chain": ["first"]}}


@bears_on("DISC-GEN-01", "LLP_LAYER_6", "ACT-APP-01")
def a_broken_first_occurrence(world: Stage) -> Expect:
    """A manifest that is no JSON is no occurrence: the layer in the later folder is used."""
    world.driver()
    world.file(f"/home/user/.config/{EXPLICIT}/a.json", '{"layer": {"name": "VK_LAYER_TEST_a",')
    world.explicit_layer(A)
    world.application(layers=[A])
    return {SINCE_2022: {"result": SUCCESS, "layers": [A], "chain": [A]}}


@bears_on("DISC-GEN-02")
def the_added_occurrence_wins(world: Stage) -> Expect:
    """Of a name in an added folder, the user's and the system's, the added one is used."""
    world.driver()
    world.explicit_layer(A, flags={"name": "system"})
    world.explicit_layer(A, folder=f"/home/user/.config/{EXPLICIT}", flags={"name": "user"})
    world.explicit_layer(A, folder="/world/added", flags={"name": "added"})
    world.variable("VK_ADD_LAYER_PATH", "/world/added")
    world.variable("VK_INSTANCE_LAYERS", A)
    return {SINCE_2022: {"chain": ["added"]}}


@bears_on("DISC-GEN-02", "EXT-ENUM-02")
def data_of_the_first_occurrence(world: Stage) -> Expect:
    """What a query reports about a layer that exists twice comes from the first occurrence."""
    first = [{"name": "VK_EXT_debug_utils", "spec_version": "1"}]
    second = [{"name": "VK_EXT_validation_features", "spec_version": "1"}]
    world.explicit_layer(A, folder=f"/etc/{EXPLICIT}", instance_extensions=first)
    world.explicit_layer(A, instance_extensions=second)
    return {
        NOW: {
            "layers": [A],
            "extensions": {A: ["VK_EXT_debug_utils"]},
            "tolerated": [tolerated("AMB-DUP-ENUM", layers=[A, A])],
        }
    }


@bears_on("META-06")
def components_that_are_on_already(world: Stage) -> Expect:
    """Components that the variable or an earlier request put into the chain are not put there again."""
    world.driver()
    for name in (A, B, C):
        world.explicit_layer(name)
    world.meta_layer(META, components=[A, B, C])
    world.variable("VK_INSTANCE_LAYERS", C)
    world.application(layers=[B, META, A])
    return {SINCE_2018: {"result": SUCCESS, "chain": [C, B, A]}}


@bears_on("META-06", "ORDER-DUP-01")
def two_meta_layers_share_components(world: Stage) -> Expect:
    """A component of two meta-layers stands where the first one puts it."""
    world.driver()
    for name in (A, B, C):
        world.explicit_layer(name)
    world.meta_layer(META, components=[A, B])
    world.meta_layer("VK_LAYER_TEST_meta_2", components=[B, C, A])
    world.application(layers=[META, "VK_LAYER_TEST_meta_2"])
    return {SINCE_2018: {"result": SUCCESS, "chain": [A, B, C]}}


@bears_on("DISC-DRIVER-GEN-01", "LDP_LOADER_2")
def one_driver_library_twice(world: Stage) -> Expect:
    """Two manifests name one library: only the section on macOS speaks of duplicates of drivers."""
    world.driver("one", file="first.json")
    world.file(
        "/etc/vulkan/icd.d/second.json",
        {
            "file_format_version": "1.0.0",
            "ICD": {"library_path": "/usr/share/vulkan/icd.d/libone.so", "api_version": "1.3.0"},
        },
    )
    return {
        "2016 2018": {"result": SUCCESS},
        NOW: {
            "result": SUCCESS,
            "drivers": ["one", "one"],
            "tolerated": [tolerated("AMB-DUP-DRIVER", drivers=["one"])],
        },
    }


@bears_on("DISC-DRIVER-GEN-01")
def drivers_with_one_file_name(world: Stage) -> Expect:
    """Manifests of one file name in two folders, with libraries of their own, are two drivers."""
    world.driver("one", file="driver.json")
    world.driver("two", folder="/etc/vulkan/icd.d", file="driver.json")
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": any_order("one", "two")}}


@bears_on("MANIFEST-LAYER-25", "DISC-GEN-01")
def one_library_for_two_layers(world: Stage) -> Expect:
    """A library may serve layers of two names: it is entered for each that is on."""
    world.driver()
    world.library("/world/libboth.so", "layer", {"name": "both"})
    world.explicit_layer(A, mock=None, library_path="/world/libboth.so")
    world.explicit_layer(B, mock=None, library_path="/world/libboth.so")
    return {
        NOW: {"result": SUCCESS, "layers": any_order(A, B)},
        "2016 2018 2022": {"layers": any_order(A, B)},
    }

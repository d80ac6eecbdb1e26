"""Layers that stand for others."""

from refloader.scenario.drafting import (
    META,
    NO_LAYER,
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

META_2 = "VK_LAYER_TEST_meta_2"


@bears_on("META-04", "META-05", "ACT-APP-01", "DISC-GEN-01")
def requested(world: Stage) -> Expect:
    """The application asks for a meta-layer and gets its components, the first one nearest to it."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(META, components=[B, A])
    world.application(layers=[META])
    return {SINCE_2018: {"result": SUCCESS, "layers": any_order(A, B, META), "chain": [B, A]}}


@bears_on("META-08")
def present_and_not_active(world: Stage) -> Expect:
    """The presence of an explicit meta-layer does not switch its components on."""
    world.driver()
    world.explicit_layer(A)
    world.meta_layer(META, components=[A])
    return {SINCE_2022: {"chain": []}}


@bears_on("META-08", "ACT-IMPLICIT-01", "ACT-EXPLICIT-01")
def implicit(world: Stage) -> Expect:
    """An implicit meta-layer is on by itself and with it its explicit component; its variable turns both off."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(META, components=[A], implicit=True)
    world.meta_layer(META_2, components=[B], implicit=True, disable_environment={"META_2_OFF": "1"})
    world.variable("META_2_OFF", "1")
    return {SINCE_2022: {"chain": [A]}}


@bears_on("META-02", "LLP_LAYER_7", "LLP_LOADER_10")
def a_component_is_missing(world: Stage) -> Expect:
    """With one component not found the meta-layer is of no use, and asking for it fails."""
    world.driver()
    world.explicit_layer(A)
    world.meta_layer(META, components=[A, B])
    world.application(layers=[META])
    return {NOW: {"result": NO_LAYER, "chain": []}}


@bears_on("META-02", "LLP_LOADER_10")
def a_missing_component_of_an_implicit_one(world: Stage) -> Expect:
    """An implicit meta-layer that cannot be used does not keep programs from running."""
    world.driver()
    world.explicit_layer(A)
    world.implicit_layer(C)
    world.meta_layer(META, components=[A, B], implicit=True)
    return {SINCE_2018: {"result": SUCCESS, "chain": [C]}}


@bears_on("META-03", "LLP_LOADER_10")
def versions_of_components(world: Stage) -> Expect:
    """A component older than its meta-layer makes it useless; a newer one is read in two ways."""
    world.driver()
    world.explicit_layer(A, api_version="1.1.0")
    world.explicit_layer(B, api_version="1.3.0")
    world.explicit_layer(C, api_version="1.2.99")
    world.explicit_layer(D, api_version="1.2.0")
    world.meta_layer(META, components=[A], api_version="1.2.0", implicit=True)
    world.meta_layer(META_2, components=[B], api_version="1.2.0")
    world.meta_layer("VK_LAYER_TEST_meta_3", components=[C, D], api_version="1.2.50")
    world.application(layers=[META_2, "VK_LAYER_TEST_meta_3"])
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [B, C, D],
            "tolerated": [tolerated("AMB-META-VERSION", result=NO_LAYER, chain=[])],
        },
    }


@bears_on("META-03")
def versions_in_2018(world: Stage) -> Expect:
    """In 2018 the components are compared with each other and not with the meta-layer."""
    world.driver()
    world.explicit_layer(A, api_version="1.1.0")
    world.explicit_layer(B, api_version="1.1.0")
    world.explicit_layer(C, api_version="1.0.0")
    world.meta_layer(META, components=[A, B], api_version="1.0.0")
    world.meta_layer(META_2, components=[A, C], api_version="1.0.0")
    world.variable("VK_INSTANCE_LAYERS", f"{META_2}:{META}")
    return {"2018": {"chain": [A, B], "tolerated": [tolerated("AMB-META-VERSION", chain=[])]}}


@bears_on("META-05", "META-04", "ACT-APP-01")
def nested(world: Stage) -> Expect:
    """A component may itself be a meta-layer; nothing forbids it."""
    world.driver()
    for name in (A, B, C):
        world.explicit_layer(name)
    world.meta_layer(META_2, components=[B, C])
    world.meta_layer(META, components=[A, META_2])
    world.application(layers=[META])
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [A, B, C],
            "tolerated": [tolerated("AMB-META-RECURSE", result=NO_LAYER, chain=[])],
        }
    }


@bears_on("META-05", "LLP_LOADER_10")
def a_cycle(world: Stage) -> Expect:
    """Two implicit meta-layers that name each other, and one that names itself, load nothing and hang nothing."""
    world.driver()
    world.implicit_layer(A)
    world.meta_layer(META, components=[META_2], implicit=True)
    world.meta_layer(META_2, components=[META], implicit=True)
    world.meta_layer("VK_LAYER_TEST_self", components=["VK_LAYER_TEST_self"], implicit=True)
    return {SINCE_2022: {"result": SUCCESS, "chain": [A]}}


@bears_on("META-01", "MANIFEST-LAYER-19", "DISC-GEN-01")
def no_components(world: Stage) -> Expect:
    """At least one component is demanded; what becomes of a meta-layer with none is not said."""
    world.driver()
    world.meta_layer(META, components=[])
    world.explicit_layer(A)
    return {
        SINCE_2022: {
            "layers": any_order(A, META),
            "tolerated": [tolerated("AMB-META-EMPTY", layers=[A])],
        }
    }


@bears_on("META-01", "MANIFEST-LAYER-08", "DISC-GEN-01", "ACT-APP-01")
def components_and_a_library(world: Stage) -> Expect:
    """A layer with components must not have a library: in whatever way it is read, the others stay."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(META, component_layers=[A])
    world.application(layers=[B])
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("ACT-IMPLICIT-08", "LLP_LOADER_7")
def a_component_is_switched_off(world: Stage) -> Expect:
    """An implicit layer that a meta-layer lists is loaded even when its own disable variable is set."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(META, components=[A, B])
    world.variable(f"DISABLE_{A}", "1")
    world.application(layers=[META])
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [A, B],
            "tolerated": [tolerated("AMB-DISABLE-COMPONENT", chain=[B])],
        }
    }


@bears_on("ACT-IMPLICIT-08", "LLP_LOADER_6")
def a_component_waits_for_its_variable(world: Stage) -> Expect:
    """An implicit component whose enable variable is not set is loaded with its meta-layer."""
    world.driver()
    world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
    world.meta_layer(META, components=[A])
    world.application(layers=[META])
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [A],
            "tolerated": [tolerated("AMB-COMPONENT-ENABLE", chain=[])],
        }
    }


@bears_on("META-07")
def extensions_of_components(world: Stage) -> Expect:
    """Asked for a meta-layer's extensions, the loader gives those of all components."""
    one = [{"name": "VK_EXT_debug_utils", "spec_version": "1"}]
    two = [{"name": "VK_EXT_validation_features", "spec_version": "2"}]
    world.explicit_layer(A, instance_extensions=one)
    world.explicit_layer(B, instance_extensions=two)
    world.meta_layer(META, components=[A, B])
    return {
        SINCE_2018: {
            "extensions": {
                META: any_order("VK_EXT_debug_utils", "VK_EXT_validation_features"),
                A: ["VK_EXT_debug_utils"],
            },
        }
    }


@bears_on("META-06")
def components_in_different_places(world: Stage) -> Expect:
    """Components are found wherever layers are found: in a named folder, in standard ones, of both kinds."""
    world.driver()
    world.explicit_layer(A, folder="/world/layers")
    world.implicit_layer(B, folder="/home/user/.config/vulkan/implicit_layer.d")
    world.meta_layer(META, components=[A, B], folder="/world/layers")
    world.variable("VK_LAYER_PATH", "/world/layers")
    world.application(layers=[META])
    return {SINCE_2022: {"result": SUCCESS, "chain": [B, A]}}


@bears_on("FILTER-LAYER-DISABLE-01", "META-08")
def a_disabled_meta_layer(world: Stage) -> Expect:
    """The filter that disables an implicit meta-layer keeps its components out."""
    world.driver()
    world.explicit_layer(A)
    world.implicit_layer(B)
    world.meta_layer(META, components=[A], implicit=True)
    world.variable("VK_LOADER_LAYERS_DISABLE", "*_meta")
    return {NOW: {"chain": [B]}}


@bears_on("MANIFEST-LAYERVER-111", "META-01", "DISC-GEN-01", "ACT-APP-01")
def an_old_file_format(world: Stage) -> Expect:
    """component_layers came with format 1.1.1; in an older file they are there all the same."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(META, components=[A], file_format_version="1.0.0")
    world.application(layers=[B])
    return {SINCE_2018: {"result": SUCCESS, "chain": [B]}}


@bears_on("OVERRIDE-01", "META-08", "MANIFEST-LAYER-21")
def programs_of_an_ordinary_meta_layer(world: Stage) -> Expect:
    """The table gives app_keys to every meta-layer, the prose to the override layer alone."""
    world.driver()
    world.explicit_layer(A)
    world.meta_layer(META, components=[A], implicit=True, app_keys=["/world/bin/other"])
    world.application(executable="/world/bin/game")
    return {
        SINCE_2022: {
            "chain": [A],
            "tolerated": [tolerated("AMB-APPKEYS-SCOPE", chain=[])],
        }
    }

"""Several variables, folders, duplicates and kinds of layers at once."""

from refloader.scenario.drafting import (
    META,
    NO_DRIVER,
    NO_LAYER,
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

EXPLICIT = "vulkan/explicit_layer.d"
IMPLICIT = "vulkan/implicit_layer.d"
E = "VK_LAYER_TEST_e"
HOME_IMPLICIT = f"/home/user/.config/{IMPLICIT}"


@bears_on("META-06")
def a_meta_layer_among_requests(world: Stage) -> Expect:
    """Of a meta-layer's components the application names one before it, and the variable another."""
    world.driver()
    for name in (B, C, D, E):
        world.explicit_layer(name)
    world.meta_layer(META, components=[C, B, D, E])
    world.variable("VK_INSTANCE_LAYERS", D)
    world.application(layers=[B, META])
    return {SINCE_2022: {"result": SUCCESS, "chain": [D, B, C, E]}}


@bears_on("OVERRIDE-02", "ENV-INSTLAYERS-05", "FILTER-LAYER-ENABLE-01", "LLP_LOADER_12")
def a_blacklist_against_every_way_to_enable(world: Stage) -> Expect:
    """One layer that is blacklisted, enabled by the filter and named in VK_INSTANCE_LAYERS."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B], blacklist=[A])
    world.variable("VK_LOADER_LAYERS_ENABLE", A)
    world.variable("VK_INSTANCE_LAYERS", A)
    return {NOW: {"result": SUCCESS, "chain": [B]}}


@bears_on("OVERRIDE-05", "DISC-GEN-02", "OVERRIDE-08")
def override_paths_with_duplicates(world: Stage) -> Expect:
    """The component lies in both override paths and in two standard folders: the first override path counts."""
    world.driver()
    for name, folder in {
        "second": "/world/two",
        "first": "/world/one",
        "system": f"/usr/share/{EXPLICIT}",
        "user": f"/home/user/.config/{EXPLICIT}",
    }.items():
        world.explicit_layer(A, folder=folder, flags={"name": name})
    world.implicit_layer(B, folder=HOME_IMPLICIT)
    world.override_layer(components=[A], override_paths=["/world/one", "/world/two"])
    return {
        SINCE_2022: {
            "chain": [B, "first"],
            "tolerated": [
                tolerated("AMB-OVERRIDE-IMPLICIT", chain=["first"]),
            ],
        }
    }


@bears_on("META-02", "DISC-GEN-02", "LLP_LOADER_10")
def a_component_whose_first_occurrence_is_too_old(world: Stage) -> Expect:
    """The occurrence that is used is older than the meta-layer; a newer one in a later folder does not count."""
    world.driver()
    world.explicit_layer(A, folder=f"/home/user/.config/{EXPLICIT}", api_version="1.0.0")
    world.explicit_layer(A, api_version="1.3.0")
    world.explicit_layer(B)
    world.meta_layer(META, components=[A, B], implicit=True, api_version="1.3.0")
    return {SINCE_2022: {"result": SUCCESS, "chain": []}}


@bears_on("ENV-IMPLPATH-01", "OVERRIDE-01", "ENV-LAYERPATH-01")
def an_override_layer_in_a_named_folder(world: Stage) -> Expect:
    """VK_IMPLICIT_LAYER_PATH leads to an override layer, VK_LAYER_PATH to its component."""
    world.driver()
    world.implicit_layer(C)
    world.override_layer(components=[A], folder="/world/implicit")
    world.explicit_layer(A, folder="/world/explicit")
    world.explicit_layer(A, flags={"name": "standard"})
    world.variable("VK_IMPLICIT_LAYER_PATH", "/world/implicit")
    world.variable("VK_LAYER_PATH", "/world/explicit")
    return {NOW: {"result": SUCCESS, "chain": [A]}}


@bears_on("ENV-LAYERPATH-01", "META-02", "ACT-IMPLICIT-01")
def an_implicit_meta_layer_loses_its_component(world: Stage) -> Expect:
    """VK_LAYER_PATH hides the explicit folder in which the component lies, so the meta-layer is of no use."""
    world.driver()
    world.explicit_layer(A)
    world.implicit_layer(B)
    world.meta_layer(META, components=[A], implicit=True)
    world.variable("VK_LAYER_PATH", "/world/nothing")
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("FILTER-LAYER-ENABLE-01", "META-04", "FILTER-GEN-09")
def the_filter_enables_a_meta_layer(world: Stage) -> Expect:
    """Everything is disabled but a meta-layer: what it stands for is what it was enabled for."""
    world.driver()
    world.implicit_layer(C)
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(META, components=[B, A])
    world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
    world.variable("VK_LOADER_LAYERS_ENABLE", META)
    return {NOW: {"result": SUCCESS, "chain": [B, A]}}


@bears_on("ENV-DRIVERFILES-04", "FILTER-DRIVER-SELECT-01", "FILTER-DRIVER-DISABLE-01", "PORTABILITY-01")
def named_filtered_and_portable_drivers(world: Stage) -> Expect:
    """Files and a folder in VK_DRIVER_FILES, both driver filters, and a portability driver among them."""
    world.driver("installed")
    one = world.driver("one", folder="/world/files", file="one_icd.json")
    world.driver("two", folder="/world/folder", file="two_icd.json")
    world.driver("three", folder="/world/folder", file="three_icd.json")
    world.driver(
        "four",
        folder="/world/folder",
        file="four_icd.json",
        file_format_version="1.0.1",
        is_portability_driver=True,
    )
    world.variable("VK_DRIVER_FILES", f"/world/folder:{one}:/world/nowhere")
    world.variable("VK_LOADER_DRIVERS_DISABLE", "t*")
    world.variable("VK_LOADER_DRIVERS_SELECT", "two*,one*,four*")
    return {NOW: {"result": SUCCESS, "drivers": any_order("one", "two")}}


@bears_on("LDP_LOADER_1", "ACT-APP-02", "DISC-GEN-01")
def no_driver_and_no_layer(world: Stage) -> Expect:
    """Without a driver and with an unknown layer either error is right, and nobody is entered."""
    world.implicit_layer(A)
    world.application(layers=[B])
    return {NOW: {"result": [{"one_of": [NO_DRIVER, NO_LAYER]}], "layers": [A], "chain": []}}


@bears_on("ACT-IMPLICIT-07", "META-03", "ORDER-CHAIN-03")
def an_older_implicit_meta_layer(world: Stage) -> Expect:
    """In 2022 the version rule holds for an implicit meta-layer too; its component can be asked for."""
    world.driver()
    world.explicit_layer(A, api_version="1.3.0")
    world.explicit_layer(B, api_version="1.3.0")
    world.meta_layer(META, components=[A], implicit=True, api_version="1.1.0")
    world.application(api="1.3.0", layers=[B])
    return {
        "2022": {"result": SUCCESS, "chain": [B]},
        NOW: {
            "result": SUCCESS,
            "chain": [A, B],
            "tolerated": [tolerated("AMB-META-VERSION", chain=[B])],
        },
    }


@bears_on("ACT-IMPLICIT-07")
def an_older_override_layer(world: Stage) -> Expect:
    """The same of the override layer, which configurators write with an old version."""
    world.driver()
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.override_layer(components=[B], blacklist=[A], api_version="1.1.0")
    world.application(api="1.3.0")
    return {
        "2022": {"chain": [A], "tolerated": [tolerated("AMB-OVERRIDE-OLD", chain=[])]},
        NOW: {"chain": [B], "tolerated": [tolerated("AMB-META-VERSION", chain=[A])]},
    }


@bears_on("DISC-GEN-02", "FILTER-LAYER-DISABLE-01", "ORDER-DUP-01")
def filters_know_names_not_files(world: Stage) -> Expect:
    """A disabled name is disabled in every folder: a later occurrence does not take its place."""
    world.driver()
    world.implicit_layer(A, folder=HOME_IMPLICIT)
    world.implicit_layer(A)
    world.implicit_layer(A, folder=f"/etc/{IMPLICIT}")
    world.implicit_layer(B)
    world.variable("VK_LOADER_LAYERS_DISABLE", A)
    return {NOW: {"chain": [B]}}


@bears_on("DISC-GEN-02", "ACT-IMPLICIT-04", "ACT-IMPLICIT-05")
def occurrences_with_other_conditions(world: Stage) -> Expect:
    """The first occurrence waits for a variable, the second does not: the name stays off."""
    world.driver()
    world.implicit_layer(A, folder=HOME_IMPLICIT, enable_environment={"ENABLE_A": "1"})
    world.implicit_layer(A)
    world.implicit_layer(B)
    return {
        SINCE_2022: {"chain": [B], "tolerated": [tolerated("AMB-DUP-DISABLED", chain=any_order(A, B))]},
    }


@bears_on("SETTINGS-01", "ENV-INSTLAYERS-01", "FILTER-LAYER-ENABLE-01")
def a_settings_file_and_requests(world: Stage) -> Expect:
    """A listed layer that is left to its own rules can be asked for in every way; one that is off cannot."""
    world.driver()
    for name in (A, B, C, D):
        world.explicit_layer(name, folder="/world/layers")
    world.file(
        "/home/user/.local/share/vulkan/loader_settings.d/vk_loader_settings.json",
        {
            "file_format_version": "1.0.1",
            "settings": {
                "layers": [
                    {"name": name, "path": f"/world/layers/{name}.json", "control": control}
                    for name, control in ((A, "auto"), (B, "auto"), (C, "auto"), (D, "off"))
                ]
            },
        },
    )
    world.variable("VK_INSTANCE_LAYERS", f"{B}:{D}")
    world.variable("VK_LOADER_LAYERS_ENABLE", f"{A},{D}")
    world.application(layers=[C])
    return {
        NOW: {
            "result": SUCCESS,
            "chain": [A, B, C],
            "tolerated": [
                tolerated("AMB-SETTINGS-CONTROL", chain=any_order(A, B, C, D)),
                tolerated("AMB-SETTINGS-CONTROL", result="VK_ERROR_LAYER_NOT_PRESENT", chain=[]),
                tolerated("AMB-SETTINGS-ORDER-CHAIN", chain=[B, A, C]),
            ],
        }
    }


@bears_on("DISC-LINUX-08", "DISC-GEN-07", "DISC-GEN-02", "ENV-ADDLAYERPATH-01")
def a_standard_folder_is_added(world: Stage) -> Expect:
    """VK_ADD_LAYER_PATH names a folder that is searched anyway: its layers come first, and once."""
    world.driver()
    world.explicit_layer(A, flags={"name": "share"})
    world.explicit_layer(A, folder=f"/home/user/.config/{EXPLICIT}", flags={"name": "user"})
    world.explicit_layer(B)
    world.variable("VK_ADD_LAYER_PATH", f"/usr/share/{EXPLICIT}")
    world.application(layers=[B, A])
    return {SINCE_2022: {"result": SUCCESS, "chain": [B, "share"]}}


@bears_on("DISC-GEN-06", "ENV-ADDIMPLPATH-01", "ENV-ADDLAYERPATH-01")
def an_implicit_folder_is_added_as_explicit(world: Stage) -> Expect:
    """VK_ADD_LAYER_PATH names the implicit folder: its layers stay on because they are implicit as well."""
    world.driver()
    world.implicit_layer(A)
    world.implicit_layer(B, enable_environment={"ENABLE_B": "1"})
    world.variable("VK_ADD_LAYER_PATH", f"/usr/share/{IMPLICIT}")
    return {SINCE_2022: {"chain": [A]}}


@bears_on("ORDER-CHAIN-01", "OVERRIDE-08", "META-04", "FILTER-LAYER-ENABLE-02", "ENV-INSTLAYERS-04")
def the_whole_chain(world: Stage) -> Expect:
    """Implicit, implicit meta-layer, override layer, variable, filter, request: a layer of each in order."""
    world.driver()
    world.implicit_layer(A, folder=HOME_IMPLICIT)
    world.meta_layer(META, components=[B], implicit=True, folder=f"/etc/{IMPLICIT}")
    world.override_layer(components=[C])
    for name in (B, C, D, E, "VK_LAYER_TEST_f"):
        world.explicit_layer(name)
    world.variable("VK_LOADER_LAYERS_ENABLE", D)
    world.variable("VK_INSTANCE_LAYERS", E)
    world.application(layers=["VK_LAYER_TEST_f"])
    last = "VK_LAYER_TEST_f"
    return {
        NOW: {
            "result": SUCCESS,
            "chain": [A, B, C, E, D, last],
            "tolerated": [
                tolerated("AMB-ENABLE-VS-INSTLAYERS", chain=[A, B, C, D, E, last]),
            ],
        }
    }

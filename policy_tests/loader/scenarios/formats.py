"""Manifests of every format, and fields that can be read in more than one way."""

from refloader.scenario.drafting import (
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
    layer,
    tolerated,
)

EXPLICIT = "/usr/share/vulkan/explicit_layer.d"
IMPLICIT = "/usr/share/vulkan/implicit_layer.d"


@bears_on("MANIFEST-LAYER-01", "DISC-GEN-01")
def every_known_version(world: Stage) -> Expect:
    """Layers of all formats that the documents list are found."""
    versions = ("1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0")
    for version in versions:
        world.explicit_layer(f"VK_LAYER_TEST_{version}", file_format_version=version)
    return {SINCE_2022: {"layers": any_order(*(f"VK_LAYER_TEST_{version}" for version in versions))}}


@bears_on("MANIFEST-LAYER-01", "DISC-GEN-01")
def the_version_beyond_the_list(world: Stage) -> Expect:
    """Format 1.2.1 is described and used in an example, but the list of known versions ends with 1.2.0."""
    world.explicit_layer(A, file_format_version="1.2.0")
    world.explicit_layer(B, file_format_version="1.2.1")
    return {
        SINCE_2022: {
            "layers": any_order(A, B),
            "tolerated": [tolerated("AMB-FFV-121", layers=[A])],
        }
    }


@bears_on("MANIFEST-LAYER-01", "DISC-GEN-01")
def versions_from_elsewhere(world: Stage) -> Expect:
    """A newer format, and one that is no version: what is done with them is not said."""
    world.explicit_layer(A)
    world.explicit_layer(B, file_format_version="1.7.0")
    world.explicit_layer(C, file_format_version="2.0.0")
    return {
        SINCE_2022: {
            "layers": any_order(A, B, C),
            "tolerated": [
                tolerated("AMB-FFV-UNKNOWN", layers=[A]),
                tolerated("AMB-FFV-UNKNOWN", layers=any_order(A, B)),
            ],
        }
    }


@bears_on("MANIFEST-LAYER-03", "DISC-GEN-01")
def an_array_in_an_old_file(world: Stage) -> Expect:
    """The array of layers needs format 1.0.1; what it is worth in a file of 1.0.0 is not said."""
    world.file(
        f"{EXPLICIT}/old.json",
        {"file_format_version": "1.0.0", "layers": [layer(A, "/world/liba.so"), layer(B, "/world/libb.so")]},
    )
    return {
        SINCE_2018: {
            "layers": any_order(A, B),
            "tolerated": [tolerated("AMB-LAYERS-100", layers=[])],
        }
    }


@bears_on("MANIFEST-LAYER-02", "MANIFEST-LAYER-03", "DISC-GEN-01")
def an_object_and_an_array(world: Stage) -> Expect:
    """A file with both layer and layers is not covered by the documents."""
    world.file(
        f"{EXPLICIT}/both.json",
        {
            "file_format_version": "1.1.2",
            "layer": layer(A, "/world/liba.so"),
            "layers": [layer(B, "/world/libb.so")],
        },
    )
    return {
        SINCE_2018: {
            "layers": [B],
            "tolerated": [
                tolerated("AMB-LAYER-AND-LAYERS", layers=[A]),
                tolerated("AMB-LAYER-AND-LAYERS", layers=any_order(A, B)),
            ],
        }
    }


@bears_on("DISC-GEN-01", "MANIFEST-LAYER-10")
def versions_of_other_forms(world: Stage) -> Expect:
    """An api_version of two numbers is no version of three; readers may take what is there."""
    world.explicit_layer(A, api_version="1.3.250")
    world.explicit_layer(B, api_version="1.3")
    return {
        SINCE_2022: {
            "layers": any_order(A, B),
            "properties": {A: {"api_version": "1.3.250"}},
            "tolerated": [tolerated("AMB-API-LOOSE", layers=[A])],
        }
    }


@bears_on("DISC-GEN-01", "DISC-GEN-04")
def a_number_for_a_string(world: Stage) -> Expect:
    """implementation_version is a string in all samples; a number says the same."""
    world.explicit_layer(A, implementation_version="41")
    world.explicit_layer(B, implementation_version=42)
    return {
        SINCE_2022: {
            "layers": any_order(A, B),
            "properties": {A: {"implementation_version": 41}},
            "tolerated": [tolerated("AMB-IMPLVERSION-TYPE", layers=[A])],
        }
    }


@bears_on("DISC-GEN-01", "DISC-GEN-04")
def what_a_manifest_tells(world: Stage) -> Expect:
    """Name, versions and description are told as they are written, letters beyond ASCII included."""
    world.explicit_layer(
        A, api_version="1.2.135", implementation_version="7", description="Zeichnet \u00fcber alles \u2713"
    )
    return {
        SINCE_2018: {
            "layers": [A],
            "properties": {
                A: {
                    "api_version": "1.2.135",
                    "implementation_version": 7,
                    "description": "Zeichnet \u00fcber alles \u2713",
                }
            },
        }
    }


@bears_on("MANIFEST-LAYER-24", "DISC-GEN-01", "ACT-IMPLICIT-01")
def fields_for_tools(world: Stage) -> Expect:
    """Introduction, url, platforms, status and settings are for tools: they change nothing, even PLATFORMS."""
    world.driver()
    world.implicit_layer(
        A,
        file_format_version="1.2.0",
        introduction="For other systems",
        url="https://example.org",
        platforms=["WINDOWS"],
        status="DEPRECATED",
        features={"settings": [{"key": "x", "type": "BOOL", "default": True}], "presets": []},
    )
    return {SINCE_2022: {"result": SUCCESS, "layers": [A], "chain": [A]}}


@bears_on("ACT-IMPLICIT-07", "DISC-GEN-01")
def patches_do_not_count(world: Stage) -> Expect:
    """In 2022 a layer of 1.3.0 is asked for 1.3.250: patch numbers never decide compatibility."""
    world.driver()
    world.implicit_layer(A, api_version="1.3.0")
    world.application(api="1.3.250")
    return {
        "2022": {"chain": [A], "tolerated": [tolerated("AMB-IMPLICIT-PATCH", chain=[])]},
        NOW: {"chain": [A]},
    }


@bears_on("LLP_LOADER_4", "ACT-IMPLICIT-01")
def a_layer_of_another_api(world: Stage) -> Expect:
    """A layer whose api_version has a variant other than 0 is of another API and is not loaded."""
    world.driver()
    world.implicit_layer(A, api_version="1.1.3.0")
    world.implicit_layer(B)
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [B],
            "tolerated": [tolerated("AMB-LAYER-API-INCOMPAT", chain=any_order(A, B))],
        }
    }


@bears_on("NEGOTIATE-LAYER-07", "MANIFEST-LAYERVER-110")
def functions_of_an_old_layer(world: Stage) -> Expect:
    """A manifest of format 1.0.0 names the GetProcAddr functions of a layer that cannot negotiate."""
    world.driver()
    world.implicit_layer(
        A,
        mock="layer_v0",
        file_format_version="1.0.0",
        functions={
            "vkGetInstanceProcAddr": "VK_LAYER_mockGetInstanceProcAddr",
            "vkGetDeviceProcAddr": "VK_LAYER_mockGetDeviceProcAddr",
        },
    )
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [A],
            "tolerated": [tolerated("AMB-LLP4-NOEXPORT", chain=[])],
        }
    }


@bears_on("MANIFEST-LAYER-14", "MANIFEST-LAYER-15", "EXT-ENUM-02")
def extensions_with_numbers_and_strings(world: Stage) -> Expect:
    """A spec_version is a string in all samples; both forms mean the number."""
    world.explicit_layer(
        A,
        instance_extensions=[
            {"name": "VK_EXT_debug_utils", "spec_version": "2"},
            {"name": "VK_EXT_validation_features", "spec_version": 5},
        ],
        device_extensions=[{"name": "VK_EXT_tooling_info", "spec_version": "1", "entrypoints": ["vkX"]}],
    )
    return {
        NOW: {
            "extensions": {A: any_order("VK_EXT_debug_utils", "VK_EXT_validation_features")},
            "versions": {A: {"VK_EXT_debug_utils": 2}},
            "tolerated": [
                tolerated("AMB-IMPLVERSION-TYPE", extensions={A: ["VK_EXT_debug_utils"]}),
            ],
        }
    }

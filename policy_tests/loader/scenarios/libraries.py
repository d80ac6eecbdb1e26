"""Where a manifest's library is, and what becomes of one that is somewhere else."""

from refloader.scenario.drafting import (
    ALL,
    DRIVERS_TOLD,
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

EXPLICIT = "/usr/share/vulkan/explicit_layer.d"
IMPLICIT = "/usr/share/vulkan/implicit_layer.d"


@bears_on("MANIFEST-LAYER-07", "DISC-GEN-10")
def relative_to_the_manifest(world: Stage) -> Expect:
    """A path with a slash that does not begin with one is relative to the manifest's folder."""
    world.driver()
    world.implicit_layer(A, mock=None, library_path="./liba.so")
    world.library(f"{IMPLICIT}/liba.so", "layer", {"name": A})
    world.implicit_layer(B, mock=None, library_path="../../lib/libb.so")
    world.library("/usr/share/lib/libb.so", "layer", {"name": B})
    world.implicit_layer(C, mock=None, library_path="below/libc.so")
    world.library(f"{IMPLICIT}/below/libc.so", "layer", {"name": C})
    return {SINCE_2022: {"result": SUCCESS, "chain": any_order(A, B, C)}}


@bears_on("MANIFEST-LAYER-07", "DISC-GEN-10")
def a_bare_name_beside_the_manifest(world: Stage) -> Expect:
    """A bare name is left to the dynamic linker, which does not look into the manifest's folder."""
    world.driver()
    world.implicit_layer(B)
    world.implicit_layer(A, mock=None, library_path="libVkLayer_nowhere_a.so")
    world.library(f"{IMPLICIT}/libVkLayer_nowhere_a.so", "layer", {"name": A})
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("MANIFEST-LAYER-07", "DISC-GEN-10")
def a_bare_name_on_the_library_path(world: Stage) -> Expect:
    """LD_LIBRARY_PATH is how the linker finds it; a file of that name beside the manifest is not used."""
    world.driver()
    world.implicit_layer(A, mock=None, library_path="libVkLayer_bare_a.so")
    world.library(f"{IMPLICIT}/libVkLayer_bare_a.so", "layer", {"name": "beside"})
    world.library("/world/lib/libVkLayer_bare_a.so", "layer", {"name": "found"})
    world.variable("LD_LIBRARY_PATH", "/world/lib")
    return {SINCE_2022: {"result": SUCCESS, "chain": ["found"]}}


@bears_on("MANIFEST-LAYER-07", "ENV-LAYERPATH-01", "ACT-APP-01")
def relative_in_a_named_folder(world: Stage) -> Expect:
    """Relative paths hold for manifests that a variable leads to as well."""
    world.driver()
    world.explicit_layer(A, folder="/home/user/dev/layers", mock=None, library_path="../lib/liba.so")
    world.library("/home/user/dev/lib/liba.so", "layer", {"name": A})
    world.variable("VK_LAYER_PATH", "/home/user/dev/layers")
    world.application(layers=[A])
    return {ALL: {"result": SUCCESS, "chain": [A]}}


@bears_on("MANIFEST-LAYER-07", "DISC-GEN-10")
def relative_behind_a_link(world: Stage) -> Expect:
    """The manifest is a link: its folder is the one that was searched, or the one that it leads to."""
    world.driver()
    world.file(
        "/world/store/manifests/a.json",
        {
            "file_format_version": "1.1.2",
            "layer": {
                "name": A,
                "type": "GLOBAL",
                "library_path": "./liba.so",
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "A layer for tests",
                "disable_environment": {"DISABLE_A": "1"},
            },
        },
    )
    world.link(f"{IMPLICIT}/a.json", "/world/store/manifests/a.json")
    world.library(f"{IMPLICIT}/liba.so", "layer", {"name": "searched"})
    world.library("/world/store/manifests/liba.so", "layer", {"name": "led_to"})
    return {SINCE_2022: {"result": SUCCESS, "chain": [{"one_of": ["searched", "led_to"]}]}}


@bears_on("MANIFEST-ICD-03", "MANIFEST-ICD-08")
def relative_driver(world: Stage) -> Expect:
    """A driver's relative path is relative to its manifest as well."""
    world.driver("one", mock=None, library_path="./libone.so")
    world.library("/usr/share/vulkan/icd.d/libone.so", "driver", {"name": "one"})
    world.driver("two", mock=None, library_path="../../../lib/libtwo.so")
    world.library("/usr/lib/libtwo.so", "driver", {"name": "two"})
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": any_order("one", "two")}}


@bears_on("MANIFEST-ICD-03", "MANIFEST-ICD-08")
def a_bare_driver_on_the_library_path(world: Stage) -> Expect:
    """As Mesa installs its drivers: a bare name that the linker finds."""
    world.driver("mesa", mock=None, library_path="libvulkan_mock.so")
    world.library("/world/lib/libvulkan_mock.so", "driver", {"name": "mesa"})
    world.variable("LD_LIBRARY_PATH", "/world/lib")
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": ["mesa"]}}


@bears_on("MANIFEST-LAYER-07", "DISC-GEN-10")
def tokens_of_the_linker(world: Stage) -> Expect:
    """MangoHud and vkBasalt write $LIB, which dlopen expands: lib/x86_64-linux-gnu, lib64 or lib."""
    world.driver()
    world.implicit_layer(A, mock=None, library_path="/world/$LIB/liba.so")
    for folder in ("lib/x86_64-linux-gnu", "lib64", "lib"):
        world.library(f"/world/{folder}/liba.so", "layer", {"name": A})
    return {
        NOW: {
            "result": SUCCESS,
            "chain": [A],
            "tolerated": [tolerated("AMB-LIBRARY-TOKENS", chain=[])],
        }
    }


@bears_on("LLP_LOADER_1", "DISC-GEN-04", "ACT-IMPLICIT-01")
def an_implicit_library_is_missing(world: Stage) -> Expect:
    """An implicit layer whose library is gone does not keep programs from running."""
    world.driver()
    world.implicit_layer(A, mock=None)
    world.implicit_layer(B)
    return {SINCE_2022: {"result": SUCCESS, "chain": [B]}}


@bears_on("ACT-APP-02", "ACT-APP-01")
def a_requested_library_is_missing(world: Stage) -> Expect:
    """The application must learn that a layer it asked for cannot be had."""
    world.driver()
    world.explicit_layer(A, mock=None)
    world.application(layers=[A])
    errors = ["VK_ERROR_LAYER_NOT_PRESENT", "VK_ERROR_INITIALIZATION_FAILED"]
    return {NOW: {"result": [{"one_of": errors}], "chain": []}}


@bears_on("MANIFEST-LAYER-09", "DEBUG-WRONGARCH-01", "ACT-IMPLICIT-01", "DISC-GEN-01")
def word_sizes_of_layers(world: Stage) -> Expect:
    """A layer of each word size, as distributions with two architectures have them: one of them can be loaded."""
    world.driver()
    world.implicit_layer(
        A, file="a.32.json", mock=None, library_path="/world/32/liba.so", file_format_version="1.2.1",
        library_arch="32",
    )  # fmt: skip
    world.file("/world/32/liba.so", b"\x7fELF\1\1\1".ljust(16, b"\0") + b"\3\0\3\0\1".ljust(36, b"\0"))
    world.implicit_layer(B, file="b.64.json", file_format_version="1.2.1", library_arch="64")
    world.implicit_layer(C, file_format_version="1.2.1")
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "layers": {"includes": [B, C]},
            "chain": any_order(B, C),
            "tolerated": [tolerated("AMB-FFV-121", layers=[], chain=[])],
        }
    }


@bears_on("DISC-GEN-04", "DISC-GEN-05", "ACT-EXPLICIT-01")
def libraries_that_are_none(world: Stage) -> Expect:
    """A text, an empty file and a folder in the place of implicit libraries: the good layer is loaded."""
    world.driver()
    world.implicit_layer(A, mock=None, library_path="/world/text.so")
    world.file("/world/text.so", "not ELF")
    world.implicit_layer(B, mock=None, library_path="/world/empty.so")
    world.file("/world/empty.so", "")
    world.implicit_layer(C, mock=None, library_path="/world/folder.so")
    world.file("/world/folder.so/inside", "a folder")
    world.implicit_layer(D)
    return {SINCE_2022: {"result": SUCCESS, "layers": any_order(A, B, C, D), "chain": [D]}}

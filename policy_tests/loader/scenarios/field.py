"""Machines as they are in the field. Manifests of packages are unchanged files of ``fixtures/manifests``; the
others are written after the shape of what the named programs install.
"""

import os

from refloader.scenario.drafting import (
    NOW,
    SINCE_2022,
    SUCCESS,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)
from refloader.shipped import shipped

SELECT = "VK_LAYER_MESA_device_select"
HUD = "VK_LAYER_MANGOHUD_overlay"
BASALT = "VK_LAYER_VKBASALT_post_processing"
VALIDATION = "VK_LAYER_KHRONOS_validation"
STEAM = "VK_LAYER_VALVE_steam_overlay_64"
STEAM_32 = "VK_LAYER_VALVE_steam_overlay_32"
FOSSILIZE = "VK_LAYER_VALVE_steam_fossilize_64"
OBS = "VK_LAYER_OBS_vkcapture_64"
RENDERDOC = "VK_LAYER_RENDERDOC_Capture"
OPTIMUS = "VK_LAYER_NV_optimus"
PRESENT = "VK_LAYER_NV_present"
LINKER_FOLDERS = ("lib/x86_64-linux-gnu", "lib64", "lib")
"""What $LIB becomes, by distribution."""


def real(world: Stage, path: str, folder: str) -> None:
    """Put an unchanged manifest of a package into a folder."""
    with open(os.path.join(shipped("fixtures/manifests"), path), "rb") as file:
        world.file(f"{folder}/{os.path.basename(path)}", file.read())


def debian(world: Stage) -> None:
    """The layers and drivers of Debian 12's packages, their libraries where the linker finds them."""
    for name in ("VkLayer_khronos_validation", "VkLayer_MESA_overlay", "VkLayer_INTEL_nullhw"):
        real(world, f"debian-12/explicit_layer.d/{name}.json", "/usr/share/vulkan/explicit_layer.d")
    for name in ("VkLayer_MESA_device_select", "MangoHud", "vkBasalt"):
        real(world, f"debian-12/implicit_layer.d/{name}.json", "/usr/share/vulkan/implicit_layer.d")
    for name in ("intel", "intel_hasvk", "radeon", "lvp"):
        real(world, f"debian-12/icd.d/{name}_icd.x86_64.json", "/usr/share/vulkan/icd.d")
    drivers = {"intel": "0", "intel_hasvk": "0", "radeon": "1", "lvp": "1"}
    for name, count in drivers.items():
        world.library(
            f"/usr/lib/x86_64-linux-gnu/libvulkan_{name}.so",
            "driver",
            {"name": name, "devices": count, "device_name": f"{name} device"},
        )
    world.library("/world/lib/libVkLayer_MESA_device_select.so", "layer", {"name": SELECT})
    world.library("/world/lib/libVkLayer_khronos_validation.so", "layer", {"name": VALIDATION})
    world.library("/world/lib/libVkLayer_MESA_overlay.so", "layer", {"name": "VK_LAYER_MESA_overlay"})
    world.library("/world/lib/libVkLayer_INTEL_nullhw.so", "layer", {"name": "VK_LAYER_INTEL_nullhw"})
    for folder in LINKER_FOLDERS:
        world.library(f"/usr/{folder}/mangohud/libMangoHud.so", "layer", {"name": HUD})
        world.library(f"/usr/{folder}/vkbasalt/libvkbasalt.so", "layer", {"name": BASALT})
    world.variable("LD_LIBRARY_PATH", "/world/lib")


def switched(world: Stage, name: str, library: str, enable: str, disable: str, folder: str = "") -> None:
    """An implicit layer that waits for a variable, in the format that these layers use."""
    world.implicit_layer(
        name,
        folder=folder or "/usr/share/vulkan/implicit_layer.d",
        mock=None,
        library_path=library,
        file_format_version="1.0.0",
        api_version="1.3.207",
        enable_environment={enable: "1"},
        disable_environment={disable: "1"},
    )
    world.library(library, "layer", {"name": name})


def steam(world: Stage) -> None:
    """Steam's layers in the user's folder: two word sizes of the overlay with one pair of variables."""
    folder = "/home/user/.local/share/vulkan/implicit_layer.d"
    libraries = "/home/user/.local/share/Steam"
    on, off = "ENABLE_VK_LAYER_VALVE_steam_overlay_1", "DISABLE_VK_LAYER_VALVE_steam_overlay_1"
    switched(world, STEAM, f"{libraries}/ubuntu12_64/steamoverlayvulkanlayer.so", on, off, folder)
    switched(world, STEAM_32, f"{libraries}/ubuntu12_32/steamoverlayvulkanlayer.so", on, off, folder)
    world.library(f"{libraries}/ubuntu12_32/steamoverlayvulkanlayer.so", "layer", {"name": STEAM_32})
    on, off = "ENABLE_VK_LAYER_VALVE_steam_fossilize_1", "DISABLE_VK_LAYER_VALVE_steam_fossilize_1"
    switched(world, FOSSILIZE, f"{libraries}/ubuntu12_64/libVkLayer_fossilize.so", on, off, folder)


@bears_on("ACT-IMPLICIT-01", "ACT-IMPLICIT-04", "DISC-DRIVER-GEN-01", "DISC-GEN-01")
def a_debian_desktop(world: Stage) -> Expect:
    """Mesa, the validation layer, MangoHud and vkBasalt, and no variable set: only device selection is on."""
    debian(world)
    return {
        SINCE_2022: {
            "layers": any_order(
                SELECT, HUD, BASALT, VALIDATION, "VK_LAYER_MESA_overlay", "VK_LAYER_INTEL_nullhw"
            ),
            "chain": [SELECT],
        },
        NOW: {
            "result": SUCCESS,
            "layers": any_order(
                SELECT, HUD, BASALT, VALIDATION, "VK_LAYER_MESA_overlay", "VK_LAYER_INTEL_nullhw"
            ),
            "chain": [SELECT],
            "drivers": any_order("intel", "intel_hasvk", "radeon", "lvp"),
            "devices": any_order("radeon device", "lvp device"),
        },
    }


@bears_on("ACT-IMPLICIT-04", "ACT-IMPLICIT-05", "ORDER-CHAIN-01", "ENV-INSTLAYERS-01")
def a_game_with_an_overlay(world: Stage) -> Expect:
    """MANGOHUD=1, ENABLE_VKBASALT=1 and the validation layer by variable; device selection is switched off."""
    debian(world)
    world.variable("MANGOHUD", "1")
    world.variable("ENABLE_VKBASALT", "1")
    world.variable("NODEVICE_SELECT", "1")
    world.variable("VK_INSTANCE_LAYERS", VALIDATION)
    world.application(api="1.3.0")
    return {
        NOW: {
            "result": SUCCESS,
            "chain": [{"any_order": [HUD, BASALT]}, VALIDATION],
            "tolerated": [tolerated("AMB-LIBRARY-TOKENS", chain=[VALIDATION])],
        }
    }


@bears_on("ACT-IMPLICIT-07", "ACT-IMPLICIT-04")
def an_application_newer_than_the_overlays(world: Stage) -> Expect:
    """A program of Vulkan 1.4 on Debian 12: in 2022 the older implicit layers are left out, in 2026 they are not."""
    debian(world)
    world.variable("MANGOHUD", "1")
    world.application(api="1.4.0")
    return {
        "2022": {"chain": []},
        NOW: {
            "result": SUCCESS,
            "chain": any_order(SELECT, HUD),
            "tolerated": [
                tolerated("AMB-LIBRARY-TOKENS", chain=[SELECT]),
                tolerated("AMB-LDP6-APIVERSION", result="VK_ERROR_INCOMPATIBLE_DRIVER", chain=[]),
            ],
        },
    }


@bears_on("EXT-ENUM-02")
def extensions_of_the_validation_layer(world: Stage) -> Expect:
    """The shipped manifest, with settings and entry points that are of no interest here, tells three extensions."""
    debian(world)
    return {
        NOW: {
            "extensions": {
                VALIDATION: any_order(
                    "VK_EXT_debug_report", "VK_EXT_debug_utils", "VK_EXT_validation_features"
                ),
            },
            "versions": {
                VALIDATION: {
                    "VK_EXT_debug_report": 9,
                    "VK_EXT_debug_utils": 1,
                    "VK_EXT_validation_features": 2,
                }
            },
            "properties": {
                VALIDATION: {
                    "api_version": "1.3.239",
                    "implementation_version": 1,
                    "description": "Khronos Validation Layer",
                }
            },
        }
    }


@bears_on("ACT-IMPLICIT-04", "ACT-IMPLICIT-05", "ORDER-CHAIN-03")
def a_game_started_by_steam(world: Stage) -> Expect:
    """Steam sets the variables of its overlay and its recorder; MangoHud is on as well and stands behind them."""
    debian(world)
    steam(world)
    world.variable("ENABLE_VK_LAYER_VALVE_steam_overlay_1", "1")
    world.variable("ENABLE_VK_LAYER_VALVE_steam_fossilize_1", "1")
    world.variable("DISABLE_VK_LAYER_VALVE_steam_fossilize_1", "1")
    world.variable("MANGOHUD", "1")
    world.application(api="1.3.0")
    overlays = {"any_order": [STEAM, STEAM_32]}
    return {
        NOW: {
            "chain": [overlays, {"any_order": [SELECT, HUD]}],
            "tolerated": [tolerated("AMB-LIBRARY-TOKENS", chain=[overlays, SELECT])],
        }
    }


@bears_on("ACT-IMPLICIT-04", "ACT-IMPLICIT-05")
def steam_outside_steam(world: Stage) -> Expect:
    """Without Steam's variables its layers stay off in every other program."""
    debian(world)
    steam(world)
    return {SINCE_2022: {"chain": [SELECT]}}


@bears_on("ACT-IMPLICIT-04", "ORDER-CHAIN-03", "ORDER-CHAIN-02")
def capture_and_recording(world: Stage) -> Expect:
    """OBS captures and RenderDoc records the same program, which asks for the validation layer itself."""
    debian(world)
    switched(
        world,
        RENDERDOC,
        "/home/user/renderdoc/lib/librenderdoc.so",
        "ENABLE_VULKAN_RENDERDOC_CAPTURE",
        "DISABLE_VULKAN_RENDERDOC_CAPTURE_1_32",
        "/home/user/.local/share/vulkan/implicit_layer.d",
    )
    switched(
        world,
        OBS,
        "/usr/lib/obs/libVkLayer_obs_vkcapture.so",
        "OBS_VKCAPTURE",
        "DISABLE_OBS_VKCAPTURE",
    )
    world.variable("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1")
    world.variable("OBS_VKCAPTURE", "1")
    world.application(api="1.3.0", layers=[VALIDATION])
    return {
        NOW: {"result": SUCCESS, "chain": [RENDERDOC, {"any_order": [SELECT, OBS]}, VALIDATION]},
    }


@bears_on("DISC-GEN-01", "ACT-IMPLICIT-04", "MANIFEST-LAYER-03", "DEVICE-SORT-LINUX-01")
def an_nvidia_laptop(world: Stage) -> Expect:
    """NVIDIA's manifest of two layers, one of them switched on by the variable for render offload."""
    real(world, "nvidia-580/icd.d/nvidia_icd.json", "/usr/share/vulkan/icd.d")
    real(world, "nvidia-580/implicit_layer.d/nvidia_layers.json", "/usr/share/vulkan/implicit_layer.d")
    world.driver("intel", flags={"type": "integrated", "device_name": "integrated"})
    world.library(
        "/world/lib/libGLX_nvidia.so.0",
        "driver",
        {"name": "nvidia", "type": "discrete", "device_name": "discrete"},
    )
    world.variable("LD_LIBRARY_PATH", "/world/lib")
    world.application(api="1.3.0")
    return {
        NOW: {
            "result": SUCCESS,
            "layers": any_order(OPTIMUS, PRESENT),
            "chain": [],
            "drivers": any_order("intel", "nvidia"),
            "devices": ["discrete", "integrated"],
        }
    }


@bears_on("ENV-DRIVERFILES-01", "DISC-DRIVER-GEN-01")
def only_the_software_renderer(world: Stage) -> Expect:
    """What test machines do: VK_ICD_FILENAMES with Mesa's software renderer alone."""
    debian(world)
    world.variable("VK_ICD_FILENAMES", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
    return {"2018 2026": {"result": SUCCESS, "drivers": ["lvp"], "devices": ["lvp device"]}}


@bears_on("FILTER-DRIVER-SELECT-01", "FILTER-LAYER-DISABLE-04", "FILTER-LAYER-ENABLE-01")
def the_same_with_filters(world: Stage) -> Expect:
    """The newer way: choose the driver by its file name and leave implicit layers out."""
    debian(world)
    world.variable("VK_LOADER_DRIVERS_SELECT", "lvp_icd*")
    world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
    world.variable("VK_LOADER_LAYERS_ENABLE", "*validation")
    return {NOW: {"result": SUCCESS, "drivers": ["lvp"], "chain": [VALIDATION]}}


@bears_on("DISC-LINUX-08", "DISC-DRIVER-LINUX-03", "DISC-GEN-01", "ACT-IMPLICIT-01")
def a_sandboxed_program(world: Stage) -> Expect:
    """In a sandbox the data folders are the application's, the runtime's and an extension's."""
    world.driver("runtime", folder="/app/gl/share/vulkan/icd.d")
    world.driver("host", folder="/run/host-share/vulkan/icd.d")
    world.implicit_layer(SELECT, folder="/app/gl/share/vulkan/implicit_layer.d")
    world.implicit_layer(HUD, folder="/app/share/vulkan/implicit_layer.d")
    world.variable("XDG_DATA_HOME", "/home/user/.var/app/org.example.Game/data")
    world.variable("XDG_CONFIG_HOME", "/home/user/.var/app/org.example.Game/config")
    world.variable("XDG_DATA_DIRS", "/app/share:/usr/share/runtime/share:/app/gl/share")
    return {SINCE_2022: {"chain": [HUD, SELECT]}, NOW: {"chain": [HUD, SELECT], "drivers": ["runtime"]}}


@bears_on("DISC-DRIVER-LINUX-03", "DISC-LINUX-08", "DISC-GEN-01", "ACT-IMPLICIT-01")
def a_store_of_links(world: Stage) -> Expect:
    """A distribution that links everything from a store, with a driver folder of its own in XDG_DATA_DIRS."""
    driver = world.driver("store", folder="/store/h1-mesa/share/vulkan/icd.d")
    layer = world.implicit_layer(SELECT, folder="/store/h2-mesa/share/vulkan/implicit_layer.d")
    world.link("/run/opengl-driver/share/vulkan/icd.d/store.json", driver)
    world.link("/run/opengl-driver/share/vulkan/implicit_layer.d/select.json", layer)
    world.variable("XDG_DATA_DIRS", "/home/user/.profile/share:/run/opengl-driver/share")
    return {NOW: {"result": SUCCESS, "chain": [SELECT], "drivers": ["store"]}}


@bears_on("DISC-LINUX-08", "DISC-GEN-02", "ENV-DRIVERFILES-01")
def a_container_of_a_game_launcher(world: Stage) -> Expect:
    """A launcher names drivers one by one, numbered files from the host, and keeps the host's layers by path."""
    debian(world)
    paths = [
        world.driver(f"host_{number}", folder="/overrides/icd", file=f"{number}.json") for number in range(3)
    ]
    world.implicit_layer(HUD, folder="/overrides/share/vulkan/implicit_layer.d", flags={"name": "hosts_hud"})
    world.variable("VK_ICD_FILENAMES", ":".join(paths))
    world.variable("XDG_DATA_DIRS", "/overrides/share:/usr/share")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": any_order("host_0", "host_1", "host_2"),
            "chain": ["hosts_hud", SELECT],
        }
    }

"""macOS, Fuchsia and Android: what is different there from Linux."""

from refloader.model.system import System
from refloader.scenario.drafting import (
    DRIVERS_TOLD,
    NO_DRIVER,
    NOW,
    SINCE_2018,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    Expect,
    Stage,
    bears_on,
    layer,
)

BUNDLE = "/Applications/Game.app"
RESOURCES = f"{BUNDLE}/Contents/Resources/vulkan"
OWN = "/data/app/com.example.game/lib/arm64"
DEBUG = "/data/local/debug/vulkan"
OLD_DEBUG = "/data/local/vulkan/debug"


# ---- macOS ------------------------------------------------------------------------------------------------------


def mac(world: Stage) -> None:
    """A Mac, an application with a bundle, and a driver of the system."""
    world.on(System.MACOS)
    world.platform(bundle=BUNDLE)
    world.variable("HOME", "/Users/Me")
    world.driver("system")


@bears_on("DISC-MACOS-01")
def layers_in_a_bundle(world: Stage) -> Expect:
    """The application's bundle is searched for layers as well, before all other places."""
    mac(world)
    world.implicit_layer(A)
    world.implicit_layer(B, folder=f"{RESOURCES}/implicit_layer.d")
    return {SINCE_2022: {"layers": [B, A]}}


@bears_on("DISC-MACOS-02", "DISC-MACOS-01")
def places_in_their_order(world: Stage) -> Expect:
    """The bundle, the user's configuration, the system's, the user's data, the system's."""
    mac(world)
    bases = (
        f"{BUNDLE}/Contents/Resources",
        "/Users/Me/.config",
        "/etc/xdg",
        "/etc",
        "/Users/Me/.local/share",
        "/usr/local/share",
        "/usr/share",
    )
    names = [f"VK_LAYER_TEST_{number}" for number in range(1, len(bases) + 1)]
    for name, base in reversed([*zip(names, bases, strict=True)]):
        world.implicit_layer(name, folder=f"{base}/vulkan/implicit_layer.d")
    return {SINCE_2022: {"layers": names}}


@bears_on("DISC-DRIVER-MACOS-01")
def a_driver_in_a_bundle(world: Stage) -> Expect:
    """A driver that the application brings is used."""
    world.on(System.MACOS)
    world.platform(bundle=BUNDLE)
    world.driver("bundled", folder=f"{RESOURCES}/icd.d")
    return {NOW: {"result": SUCCESS, "drivers": ["bundled"]}}


@bears_on("DISC-DRIVER-MACOS-02")
def a_driver_in_a_bundle_hides_others(world: Stage) -> Expect:
    """The system's driver is left alone, and that of a variable is used all the same."""
    mac(world)
    world.driver("bundled", folder=f"{RESOURCES}/icd.d")
    world.variable("VK_ADD_DRIVER_FILES", world.driver("added", folder="/world"))
    return {NOW: {"drivers": ["added", "bundled"]}}


# ---- Fuchsia ----------------------------------------------------------------------------------------------------


@bears_on("DISC-FUCHSIA-01")
def layers_where_no_variable_leads(world: Stage) -> Expect:
    """What stands in on Linux for XDG_DATA_DIRS and XDG_CONFIG_DIRS is not searched for layers."""
    world.on(System.FUCHSIA)
    world.driver()
    world.implicit_layer(A, folder="/etc/vulkan/implicit_layer.d")
    world.implicit_layer(B, folder="/usr/share/vulkan/implicit_layer.d")
    return {SINCE_2022: {"layers": [A]}}


@bears_on("DISC-DRIVER-FUCHSIA-01")
def drivers_where_no_variable_leads(world: Stage) -> Expect:
    """Nor is it searched for drivers."""
    world.on(System.FUCHSIA)
    world.driver(folder="/usr/share/vulkan/icd.d")
    return {NOW: {"result": NO_DRIVER}}


# ---- Android ----------------------------------------------------------------------------------------------------


def android(world: Stage, *, debuggable: bool = False) -> None:
    """An application with a library folder of its own."""
    world.on(System.ANDROID)
    world.platform(native_libraries=(OWN,), debuggable=debuggable)


@bears_on("DISC-ANDROID-01")
def the_debug_folder_of_a_debuggable_application(world: Stage) -> Expect:
    """Libraries in the one debug folder are layers; it was another one in 2016."""
    android(world, debuggable=True)
    world.explicit_layer(A, folder=OLD_DEBUG)
    world.explicit_layer(B, folder=DEBUG)
    return {"2016": {"layers": [A]}, SINCE_2018: {"layers": [B]}}


@bears_on("DISC-ANDROID-01")
def the_debug_folder_of_another_application(world: Stage) -> Expect:
    """An application that may not be debugged has no layers of that folder."""
    android(world)
    world.explicit_layer(A, folder=OLD_DEBUG)
    world.explicit_layer(B, folder=DEBUG)
    return {f"2016 {SINCE_2018}": {"layers": []}}


@bears_on("DISC-ANDROID-02")
def layers_of_the_application(world: Stage) -> Expect:
    """The application has the layers that it brings, and no other application's."""
    android(world)
    world.explicit_layer(A, folder=OWN)
    world.explicit_layer(B, folder="/data/app/com.example.other/lib/arm64")
    world.application(layers=[A])
    return {"2016": {"layers": [A], "chain": [A]}}


@bears_on("DISC-ANDROID-03")
def libraries_that_answer(world: Stage) -> Expect:
    """What a layer is called is asked of its library; a manifest beside it is not read."""
    android(world)
    world.explicit_layer(A, folder=OWN, file="libone.so")
    body = {"file_format_version": "1.1.2", "layer": layer(B, "./libone.so")}
    world.file(f"{OWN}/one.json", body)
    return {f"2016 {SINCE_2018}": {"layers": [A]}}


@bears_on("DISC-ANDROID-04")
def nothing_is_active_by_itself(world: Stage) -> Expect:
    """Layers that are found are in the chain when the application asks for them, and not before."""
    android(world, debuggable=True)
    world.explicit_layer(A, folder=OWN)
    return {SINCE_2018: {"layers": [A], "chain": []}}


@bears_on("DISC-DRIVER-ANDROID-01")
def the_driver_of_the_system(world: Stage) -> Expect:
    """Manifests of drivers lead nowhere: there is one driver, which the system loads."""
    android(world)
    world.driver("folder", folder="/usr/share/vulkan/icd.d")
    world.variable("VK_ICD_FILENAMES", world.driver("variable", folder="/world"))
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": []}}


@bears_on("DEBUG-LOG-08")
def variables_that_help_elsewhere(world: Stage) -> Expect:
    """VK_LOADER_LAYERS_DISABLE takes no layer away from an application that asks for it."""
    android(world)
    world.explicit_layer(A, folder=OWN)
    world.variable("VK_LOADER_LAYERS_DISABLE", "*")
    world.application(layers=[A])
    return {NOW: {"result": SUCCESS, "chain": [A]}}


@bears_on("SETTINGS-04")
def settings_that_nobody_reads(world: Stage) -> Expect:
    """No place of a settings file is told, so none is read."""
    android(world)
    world.explicit_layer(A, folder=OWN)
    body = {"file_format_version": "1.0.1", "settings": {"layers": []}}
    world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", body)
    return {NOW: {"layers": [A]}}

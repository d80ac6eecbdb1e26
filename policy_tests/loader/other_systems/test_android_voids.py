"""What has no effect on Android: drivers of any place, variables that help to find faults, settings files."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

OWN = "/data/app/com.example.game/lib/arm64"
ONE = "VK_LAYER_TEST_one"


@pytest.fixture
def android(world: World) -> World:
    """An application that may be debugged, with a layer of its own."""
    world.on(System.ANDROID)
    world.platform(native_libraries=(OWN,), debuggable=True)
    world.explicit_layer(ONE, folder=OWN)
    return world


@pytest.mark.rule("DISC-DRIVER-ANDROID-01")
class TestDriver:
    """The driver is the one that the platform loads; nothing else is looked for."""

    def test_instance_needs_no_manifest(self, android: World, subject: Trial) -> None:
        """On Android vkCreateInstance succeeds though there is no driver's manifest."""
        seen = subject.observe(android)

        assert seen.result_name == "VK_SUCCESS"

    @pytest.mark.parametrize(
        "folder", ["/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d", "/data/local/debug/vulkan", OWN]
    )
    def test_manifests_are_not_looked_for(self, android: World, subject: Trial, folder: str) -> None:
        """On Android a driver's manifest has no effect in a folder of other systems or of layers."""
        android.driver("other", folder=folder)

        seen = subject.observe(android)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ())

    @pytest.mark.parametrize("variable", ["VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"])
    def test_variables_do_not_change_it(self, android: World, subject: Trial, variable: str) -> None:
        """On Android VK_ICD_FILENAMES, VK_DRIVER_FILES and VK_ADD_DRIVER_FILES have no effect."""
        android.variable(variable, android.driver("other", folder="/world"))

        seen = subject.observe(android)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ())


@pytest.mark.rule("DEBUG-LOG-08")
class TestDebugAids:
    """A variable that helps to find a fault elsewhere changes nothing."""

    def test_layers_are_not_switched_off(self, android: World, subject: Trial) -> None:
        """On Android a requested layer is loaded despite VK_LOADER_LAYERS_DISABLE."""
        android.variable("VK_LOADER_LAYERS_DISABLE", "*")
        android.application(layers=[ONE])

        seen = subject.observe(android)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,))


@pytest.mark.rule("SETTINGS-04")
class TestSettingsFile:
    """A system that the documents do not list has no settings file."""

    @pytest.mark.parametrize("base", ["/etc", "/home/user/.local/share", OWN])
    def test_file_has_no_effect(self, android: World, subject: Trial, base: str) -> None:
        """On Android a settings file that turns a requested layer off has no effect."""
        layer = {"name": ONE, "path": f"{OWN}/lib{ONE}.so", "control": "off"}
        body = {"file_format_version": "1.0.0", "settings": {"layers": [layer]}}
        android.file(f"{base}/vulkan/loader_settings.d/vk_loader_settings.json", body)
        android.application(layers=[ONE])

        seen = subject.observe(android)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,))

"""What a process with more privilege than its user does not take from that user."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"


class TestLayers:
    """An elevated process loads no layers from places that its user named."""

    @pytest.mark.rule("LLP_LOADER_13", "PRIV-LAYER-01")
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    @pytest.mark.editions("2022", "2026")
    def test_a_named_place_is_not_searched(self, world: World, subject: Trial, variable: str) -> None:
        """An elevated process finds no layer in the folder that VK_LAYER_PATH or VK_ADD_LAYER_PATH names."""
        world.explicit_layer(ONE, folder="/world/user")
        world.variable(variable, "/world/user")
        world.elevate()

        seen = subject.observe(world)

        assert seen.layer_names == ()

    @pytest.mark.rule("LLP_LOADER_13", "PRIV-LAYER-01")
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    @pytest.mark.editions("2026")
    def test_a_named_implicit_place_is_not_searched(
        self, world: World, subject: Trial, variable: str
    ) -> None:
        """An elevated process finds no layer that VK_IMPLICIT_LAYER_PATH or VK_ADD_IMPLICIT_LAYER_PATH leads to."""
        world.implicit_layer(ONE, folder="/world/user")
        world.variable(variable, "/world/user")
        world.elevate()

        seen = subject.observe(world)

        assert seen.layer_names == ()

    @pytest.mark.rule("PRIV-LAYER-01")
    def test_the_standard_places_stay(self, world: World, subject: Trial) -> None:
        """An elevated process finds a layer in a system folder although VK_LAYER_PATH names another folder."""
        world.explicit_layer(ONE)
        world.variable("VK_LAYER_PATH", "/world/user")
        world.elevate()

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("DISC-LINUX-03", "DISC-LINUX-07", "DISC-LINUX-11")
    @pytest.mark.parametrize("folder", [".config", ".local/share"])
    def test_the_home_folder_is_not_searched(self, world: World, subject: Trial, folder: str) -> None:
        """An elevated process finds no layer in the user's home folder."""
        world.explicit_layer(ONE, folder=f"/home/user/{folder}/vulkan/explicit_layer.d")
        world.elevate()

        seen = subject.observe(world)

        assert seen.layer_names == ()

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize("variable", ["XDG_CONFIG_HOME", "XDG_DATA_HOME"])
    def test_the_xdg_home_variables_are_ignored(self, world: World, subject: Trial, variable: str) -> None:
        """An elevated process finds no layer under the folder that XDG_CONFIG_HOME or XDG_DATA_HOME names."""
        world.explicit_layer(ONE, folder="/world/user/vulkan/explicit_layer.d")
        world.variable(variable, "/world/user")
        world.elevate()

        seen = subject.observe(world)

        assert seen.layer_names == ()

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize("variable", ["XDG_CONFIG_DIRS", "XDG_DATA_DIRS"])
    def test_the_xdg_dirs_variables_are_ignored(self, world: World, subject: Trial, variable: str) -> None:
        """An elevated process should find no layer under the folder that XDG_CONFIG_DIRS or XDG_DATA_DIRS names."""
        world.explicit_layer(ONE, folder="/world/user/vulkan/explicit_layer.d")
        world.variable(variable, "/world/user")
        world.elevate()

        seen = subject.observe(world)

        subject.reading("AMB-ELEV-XDGDIRS", seen.layer_names, chosen=(), tolerated=(ONE,))


class TestDrivers:
    """An elevated process loads no drivers from places that its user named."""

    @pytest.mark.rule("PRIV-DRIVER-01", "LDP_LOADER_13")
    def test_icd_filenames_is_ignored(self, world: World, subject: Trial) -> None:
        """An elevated process uses the installed driver and not the one that VK_ICD_FILENAMES names."""
        world.driver("installed")
        world.driver("named", folder="/world/user")
        world.variable("VK_ICD_FILENAMES", "/world/user/named.json")
        world.elevate()

        seen = subject.observe(world)

        assert seen.drivers == ("installed",)

    @pytest.mark.rule("PRIV-DRIVER-01", "LDP_LOADER_13")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"])
    @pytest.mark.editions("2026")
    def test_the_newer_variables_are_ignored(self, world: World, subject: Trial, variable: str) -> None:
        """An elevated process uses no driver that VK_DRIVER_FILES or VK_ADD_DRIVER_FILES names."""
        world.driver("installed")
        world.driver("named", folder="/world/user")
        world.variable(variable, "/world/user/named.json")
        world.elevate()

        seen = subject.observe(world)

        assert seen.drivers == ("installed",)

    @pytest.mark.rule("PRIV-GEN-01")
    def test_the_home_folder_gives_no_driver(self, world: World, subject: Trial) -> None:
        """An elevated process uses the installed driver and not the one in the user's home folder."""
        world.driver("installed")
        world.driver("named", folder="/home/user/.local/share/vulkan/icd.d")
        world.elevate()

        seen = subject.observe(world)

        assert seen.drivers == ("installed",)

"""What a process with more privilege than its user does not take from that user."""

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from policy_tests.loader.chains.test_pre_instance import COMMANDS, early, entered_by, one_call
from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
IN_REACH = "an elevated process finds the layer in the user's home folder, which PRIV-GEN-01 judges"


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


class TestOfTheSystem:
    """What lies in the system's folders counts for an elevated process as for any other."""

    @pytest.mark.rule("OVERRIDE-03", "OVERRIDE-04")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(
        ("app_keys", "chain"),
        [(None, (ONE,)), (["/world/program"], (ONE,)), (["/world/other"], ())],
        ids=["all-programs", "this-program", "another-program"],
    )
    def test_app_keys(
        self, world: World, subject: Trial, app_keys: list[str] | None, chain: tuple[str, ...]
    ) -> None:
        """The override layer applies to the programs that it names, or to all of them."""
        world.driver()
        world.explicit_layer(ONE)
        world.override_layer(components=[ONE], app_keys=app_keys)
        world.application(executable="/world/program")
        world.elevate()

        seen = subject.observe(world)

        assert seen.chain == chain

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("requested", [False, True], ids=["implicit", "requested"])
    def test_a_blacklist(self, world: World, subject: Trial, requested: bool) -> None:
        """A layer in the blacklist of the override layer is not loaded."""
        world.driver()
        world.explicit_layer(ONE)
        world.implicit_layer(TWO)
        (world.explicit_layer if requested else world.implicit_layer)(THREE)
        world.application(layers=[THREE] if requested else [])
        world.elevate()
        needs_in_chain(world, subject, THREE)
        world.override_layer(components=[ONE], blacklist=[THREE])

        seen = subject.observe(world)

        assert THREE not in seen.chain
        assert requested or {*seen.chain} == {ONE, TWO}

    @pytest.mark.rule("META-02", "LLP_LOADER_10")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_a_meta_layer_without_a_component(self, world: World, subject: Trial) -> None:
        """A meta-layer whose component lies where an elevated process does not look is not offered."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, folder="/home/user/.local/share/vulkan/explicit_layer.d")
        world.meta_layer("VK_LAYER_TEST_meta", components=[ONE, TWO])
        world.elevate()

        seen = subject.observe(world)

        if TWO in seen.layer_names:
            pytest.skip(IN_REACH)
        assert seen.layer_names == (ONE,)

    @pytest.mark.needs_library
    @pytest.mark.editions("2018", "2022", "2026")
    @COMMANDS
    @pytest.mark.rule("PREINST-03")
    def test_commands_before_an_instance(self, world: World, subject: Trial, command: str) -> None:
        """A layer's function for a command that needs no instance is called, and none of a layer of the user's."""
        world.driver()
        early(world, subject, ONE)
        early(world, subject, TWO, folder="/home/user/.local/share/vulkan/implicit_layer.d")
        world.elevate()
        if TWO in subject.observe(world).layer_names:
            pytest.skip(IN_REACH)

        seen = subject.calls(world, one_call(command))

        entered_by(subject, entered(seen.trace, command, "layer"), [ONE])

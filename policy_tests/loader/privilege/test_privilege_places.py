"""Per variable: which places a process with more privilege than its user still searches, and which not."""

from typing import NamedTuple

import pytest

from refloader.scenario.scenario import Privilege, World
from refloader.suite.loaders.trial import Trial

USERS = "/world/user"
MINE = "VK_LAYER_TEST_of_the_user"
SYSTEM = "VK_LAYER_TEST_of_the_system"
SETTINGS = "vulkan/loader_settings.d/vk_loader_settings.json"

pytestmark = pytest.mark.parametrize("privilege", ["setuid", "setgid", "capabilities"])
"""The ways in which the file of a program gives more privilege than its user has."""


class Place(NamedTuple):
    """A folder of the user: what leads to it, and where it is below /world/user or the home folder."""

    variable: str
    value: str
    base: str

    def lead(self, world: World) -> None:
        """Set the variable."""
        world.variable(self.variable, self.value)


IGNORED = [
    Place("XDG_CONFIG_HOME", USERS, USERS),
    Place("XDG_DATA_HOME", USERS, USERS),
    Place("HOME", "/home/user", "/home/user/.config"),
    Place("HOME", "/home/user", "/home/user/.local/share"),
]
"""Bases that the documents say are not searched."""
UNLISTED = [Place("XDG_CONFIG_DIRS", USERS, USERS), Place("XDG_DATA_DIRS", USERS, USERS)]
"""Bases that the documents' list of ignored variables, which is only of examples, does not hold."""


def of_places(places: list[Place]) -> pytest.MarkDecorator:
    """Each of the places in turn."""
    return pytest.mark.parametrize("place", places, ids=lambda place: f"{place.variable}-{place.base[1:]}")


LAYERS = ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"]
DRIVERS = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"]


class TestAllAtOnce:
    """Whatever variables the user sets, an elevated process finds what is installed, and nothing else."""

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.editions("2026")
    def test_every_listed_variable(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """Of the variables that the documents list, all set at once, none leads to a layer or a driver."""
        world.driver("installed")
        world.explicit_layer(SYSTEM)
        for variable in LAYERS:
            folder, name = f"{USERS}/{variable}", f"VK_LAYER_TEST_of_{variable}"
            (world.implicit_layer if "IMPLICIT" in variable else world.explicit_layer)(name, folder=folder)
            world.variable(variable, folder)
        for variable in DRIVERS:
            world.driver(variable, folder=USERS)
            world.variable(variable, f"{USERS}/{variable}.json")
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            folder = f"{USERS}/{variable}"
            world.explicit_layer(f"VK_LAYER_TEST_of_{variable}", folder=f"{folder}/vulkan/explicit_layer.d")
            world.variable(variable, folder)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert (seen.layer_names, seen.drivers) == ((SYSTEM,), ("installed",))


class TestLayerVariables:
    """The variables that name places of layers look unset, and the standard places are searched instead."""

    @pytest.mark.rule("PRIV-GEN-02", "PRIV-LAYER-01", "LLP_LOADER_13")
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    @pytest.mark.parametrize("value", [USERS, f"{USERS}/{MINE}.json", ""], ids=["folder", "file", "empty"])
    @pytest.mark.editions("2022", "2026")
    def test_explicit_layers(
        self, world: World, subject: Trial, privilege: Privilege, value: str, variable: str
    ) -> None:
        """An elevated process ignores VK_LAYER_PATH and VK_ADD_LAYER_PATH and finds the system's layers."""
        world.explicit_layer(MINE, folder=USERS)
        world.explicit_layer(SYSTEM)
        world.variable(variable, value)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.layer_names == (SYSTEM,)

    @pytest.mark.rule("PRIV-GEN-02", "PRIV-LAYER-01", "LLP_LOADER_13")
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    @pytest.mark.parametrize("value", [USERS, f"{USERS}/{MINE}.json", ""], ids=["folder", "file", "empty"])
    @pytest.mark.editions("2026")
    def test_implicit_layers(
        self, world: World, subject: Trial, privilege: Privilege, value: str, variable: str
    ) -> None:
        """An elevated process ignores variables that name places of implicit layers and loads the system's."""
        world.driver()
        world.implicit_layer(MINE, folder=USERS)
        world.implicit_layer(SYSTEM)
        world.variable(variable, value)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.chain == (SYSTEM,)


class TestDriverVariables:
    """The variables that name drivers look unset, and the standard places are searched instead."""

    @pytest.mark.rule("PRIV-GEN-02", "PRIV-DRIVER-01", "LDP_LOADER_13")
    @pytest.mark.parametrize("variable", ["VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"])
    @pytest.mark.parametrize("value", [USERS, f"{USERS}/mine.json", ""], ids=["folder", "file", "empty"])
    @pytest.mark.editions("2026")
    def test_drivers(
        self, world: World, subject: Trial, privilege: Privilege, value: str, variable: str
    ) -> None:
        """An elevated process ignores variables that name drivers and uses the installed driver."""
        world.driver("installed")
        world.driver("mine", folder=USERS)
        world.variable(variable, value)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.drivers == ("installed",)

    @pytest.mark.rule("PRIV-DRIVER-01", "LDP_LOADER_13")
    @pytest.mark.editions("2026")
    def test_the_only_driver_is_the_users(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process gets VK_ERROR_INCOMPATIBLE_DRIVER if only variables lead to a driver."""
        world.driver("mine", folder=USERS)
        world.variable("VK_DRIVER_FILES", f"{USERS}/mine.json")
        world.variable("VK_ICD_FILENAMES", f"{USERS}/mine.json")
        world.variable("VK_ADD_DRIVER_FILES", f"{USERS}/mine.json")
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"


class TestBases:
    """Neither the home folder nor what the XDG variables of the user name is searched."""

    @pytest.mark.rule("PRIV-GEN-03", "PRIV-GEN-01")
    @of_places(IGNORED)
    def test_explicit_layers_of_a_base(
        self, world: World, subject: Trial, privilege: Privilege, place: Place
    ) -> None:
        """An elevated process finds no explicit layer under HOME, XDG_CONFIG_HOME or XDG_DATA_HOME."""
        world.explicit_layer(MINE, folder=f"{place.base}/vulkan/explicit_layer.d")
        world.explicit_layer(SYSTEM)
        place.lead(world)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.layer_names == (SYSTEM,)

    @pytest.mark.rule("PRIV-GEN-03", "PRIV-GEN-01")
    @of_places(IGNORED)
    def test_implicit_layers_of_a_base(
        self, world: World, subject: Trial, privilege: Privilege, place: Place
    ) -> None:
        """An elevated process loads no implicit layer from under HOME, XDG_CONFIG_HOME or XDG_DATA_HOME."""
        world.driver()
        world.implicit_layer(MINE, folder=f"{place.base}/vulkan/implicit_layer.d")
        world.implicit_layer(SYSTEM)
        place.lead(world)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.chain == (SYSTEM,)

    @pytest.mark.rule("PRIV-GEN-03", "PRIV-GEN-01")
    @of_places(IGNORED)
    def test_drivers_of_a_base(
        self, world: World, subject: Trial, privilege: Privilege, place: Place
    ) -> None:
        """An elevated process uses no driver from under HOME, XDG_CONFIG_HOME or XDG_DATA_HOME."""
        world.driver("installed")
        world.driver("mine", folder=f"{place.base}/vulkan/icd.d")
        place.lead(world)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.drivers == ("installed",)

    @pytest.mark.rule("PRIV-GEN-03")
    @of_places(UNLISTED)
    def test_layers_of_the_dirs_variables(
        self, world: World, subject: Trial, privilege: Privilege, place: Place
    ) -> None:
        """An elevated process should load no implicit layer from a folder of XDG_CONFIG_DIRS or XDG_DATA_DIRS."""
        world.driver(folder="/etc/vulkan/icd.d")  # found whatever they hold
        world.implicit_layer(MINE, folder=f"{USERS}/vulkan/implicit_layer.d")
        place.lead(world)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-ELEV-XDGDIRS", seen.chain, chosen=(), tolerated=(MINE,))

    @pytest.mark.rule("PRIV-GEN-03")
    @pytest.mark.parametrize(
        ("variable", "fallback"), [("XDG_CONFIG_DIRS", "/etc/xdg"), ("XDG_DATA_DIRS", "/usr/local/share")]
    )
    @pytest.mark.parametrize("value", [USERS, ""], ids=["folder", "empty"])
    def test_their_fallbacks(
        self, world: World, subject: Trial, privilege: Privilege, value: str, variable: str, fallback: str
    ) -> None:
        """An elevated process should search the fallbacks of XDG_CONFIG_DIRS and XDG_DATA_DIRS if these are set."""
        world.driver("installed", folder=f"{fallback}/vulkan/icd.d")
        world.driver("always", folder="/etc/vulkan/icd.d")
        world.variable(variable, value)
        world.elevate(privilege)

        seen = subject.observe(world)

        subject.reading(
            "AMB-ELEV-XDGDIRS", set(seen.drivers), chosen={"installed", "always"}, tolerated={"always"}
        )

    @pytest.mark.rule("PRIV-GEN-01")
    @pytest.mark.parametrize("folder", ["/etc/vulkan", "/usr/local/share/vulkan", "/usr/share/vulkan"])
    def test_approved_places_stay(
        self, world: World, subject: Trial, privilege: Privilege, folder: str
    ) -> None:
        """An elevated process uses the drivers and implicit layers in /etc, /usr/local/share and /usr/share."""
        world.driver("installed", folder=f"{folder}/icd.d")
        world.implicit_layer(SYSTEM, folder=f"{folder}/implicit_layer.d")
        world.elevate(privilege)

        seen = subject.observe(world)

        assert (seen.chain, seen.drivers) == ((SYSTEM,), ("installed",))

    @pytest.mark.rule("PRIV-GEN-01")
    @pytest.mark.parametrize("base", [".config", ".local/share"])
    def test_an_override_layer_of_the_user(
        self, world: World, subject: Trial, privilege: Privilege, base: str
    ) -> None:
        """An override layer in the home folder has no effect on an elevated process."""
        world.driver()
        world.implicit_layer(SYSTEM)
        world.explicit_layer(MINE, folder=USERS)
        world.override_layer(
            components=[MINE],
            blacklist=[SYSTEM],
            override_paths=[USERS],
            folder=f"/home/user/{base}/vulkan/implicit_layer.d",
        )
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.chain == (SYSTEM,)


def needs_settings(world: World, subject: Trial, name: str) -> None:
    """Skip the test if the loader does not load this layer for the settings file of an ordinary program.

    What it does for an elevated one then tells nothing of privilege.
    """
    if name not in subject.observe(world).chain:
        pytest.skip(
            "the loader does not follow this settings file in an ordinary program either, which is for the rules of "
            "the file: SETTINGS-01, SETTINGS-03"
        )


class TestSettings:
    """An elevated process uses no settings file from a place that needs no privilege to write."""

    @pytest.mark.rule("PRIV-SETTINGS-01")
    @pytest.mark.parametrize(
        ("variable", "value", "base"),
        [("HOME", "/home/user", "/home/user/.local/share"), ("XDG_DATA_HOME", USERS, USERS)],
        ids=["HOME", "XDG_DATA_HOME"],
    )
    def test_the_users_file(
        self, world: World, subject: Trial, privilege: Privilege, variable: str, value: str, base: str
    ) -> None:
        """An elevated process does not use the settings file under HOME or XDG_DATA_HOME."""
        world.driver()
        world.implicit_layer(SYSTEM)
        mine = world.explicit_layer(MINE, folder=USERS)
        listed = [{"name": MINE, "path": mine, "control": "on"}]
        world.file(f"{base}/{SETTINGS}", {"file_format_version": "1.0.1", "settings": {"layers": listed}})
        world.variable(variable, value)
        needs_settings(world, subject, MINE)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.chain == (SYSTEM,)

    @pytest.mark.rule("PRIV-SETTINGS-01")
    def test_the_systems_file(self, world: World, subject: Trial, privilege: Privilege) -> None:
        """An elevated process uses the settings file in /etc."""
        world.driver()
        there = world.explicit_layer(SYSTEM, folder="/etc/vulkan/other")
        listed = [{"name": SYSTEM, "path": there, "control": "on"}]
        world.file(f"/etc/{SETTINGS}", {"file_format_version": "1.0.1", "settings": {"layers": listed}})
        needs_settings(world, subject, SYSTEM)
        world.elevate(privilege)

        seen = subject.observe(world)

        assert seen.chain == (SYSTEM,)

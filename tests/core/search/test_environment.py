"""Which variables a loader sees: those of its edition, without the sensitive ones of an elevated process."""

import os

import pytest
from worlds import ALL, E2016, E2018, E2022, E2026, World, chain, folders, rules_in, used_drivers

from refloader.core.search.environment import visible_environment
from refloader.host.machines.real import RealHost
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.plan import Plan

EVIL = "/tmp/evil"


def searched(plan: Plan) -> str:
    """All searched paths in one text."""
    return " ".join(place.path for place in plan.places)


def hidden_when_elevated(name: str, edition: Edition) -> bool:
    """Whether a variable with a value looks unset to a loader in an elevated process."""
    seen = visible_environment({name: "value"}, elevated=True, executable="", edition=edition)
    return not seen.is_set(name)


class TestElevatedProcessSearchesNoUserPath:
    """With elevated privileges the loader reads no unsafe variable and searches no user-controlled path."""

    @pytest.mark.rule("PRIV-GEN-01", "PRIV-GEN-03", "LLP_LOADER_13", "LDP_LOADER_13")
    @pytest.mark.parametrize(
        "name",
        [
            "VK_DRIVER_FILES",
            "VK_ICD_FILENAMES",
            "VK_ADD_DRIVER_FILES",
            "VK_LAYER_PATH",
            "VK_ADD_LAYER_PATH",
            "VK_IMPLICIT_LAYER_PATH",
            "VK_ADD_IMPLICIT_LAYER_PATH",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
        ],
    )
    def test_every_listed_variable_loses_its_effect(self, name: str) -> None:
        """A listed variable adds places for the user who owns the process, and none when it is elevated."""
        world = World()
        world.variables[name] = EVIL

        plain = world.plan(E2026)
        world.elevated = True
        elevated = world.plan(E2026)

        assert EVIL in searched(plain)
        assert EVIL not in searched(elevated)

    @pytest.mark.rule("PRIV-GEN-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_no_folder_under_home_is_searched(self, edition: Edition) -> None:
        """HOME names user-controlled folders, so none of them is looked at in any edition."""
        world = World()

        plain = world.plan(edition)
        world.elevated = True
        elevated = world.plan(edition)

        assert "/home/me" in searched(plain)
        assert "/home/me" not in searched(elevated)

    @pytest.mark.rule("PRIV-GEN-01", "DISC-LINUX-03", "DISC-LINUX-07")
    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_only_system_folders_remain(self, edition: Edition) -> None:
        """The user's two bases are skipped and the four system bases stay, in their order."""
        world = World()
        world.elevated = True

        plan = world.plan(edition)

        assert folders(plan, Use.EXPLICIT) == [
            "/etc/xdg/vulkan/explicit_layer.d",
            "/etc/vulkan/explicit_layer.d",
            "/usr/local/share/vulkan/explicit_layer.d",
            "/usr/share/vulkan/explicit_layer.d",
        ]

    @pytest.mark.rule("PRIV-GEN-02")
    def test_a_sensitive_variable_looks_unset(self) -> None:
        """The protected query gives nothing at all: the variable counts as not present, not as empty."""
        world = World()
        world.explicit("A")
        world.variables["VK_LAYER_PATH"] = ""

        plain = world.plan(layers=["A"])
        world.elevated = True
        elevated = world.plan(layers=["A"])

        assert chain(plain) == []
        assert chain(elevated) == ["A"]

    @pytest.mark.rule("PRIV-GEN-02")
    def test_a_hidden_variable_is_told(self) -> None:
        """Each variable that privilege hides is named in a reason, with its value."""
        world = World()
        world.elevated = True
        world.variables["VK_LAYER_PATH"] = EVIL

        plan = world.plan()

        told = [reason.fact for reason in plan.reasons if reason.subject == "VK_LAYER_PATH"]
        assert told == ['VK_LAYER_PATH="/tmp/evil" is ignored: the process has elevated privileges']


class TestLayerPathVariablesOfElevatedProcesses:
    """2016 and 2018: not for suid programs. 2022: two variables, any elevation. 2026: four variables."""

    @pytest.mark.rule("PRIV-LAYER-01", "LLP_LOADER_13")
    @pytest.mark.parametrize(
        ("edition", "name"),
        [
            (E2016, "VK_LAYER_PATH"),
            (E2018, "VK_LAYER_PATH"),
            (E2022, "VK_LAYER_PATH"),
            (E2022, "VK_ADD_LAYER_PATH"),
            (E2026, "VK_LAYER_PATH"),
            (E2026, "VK_ADD_LAYER_PATH"),
            (E2026, "VK_IMPLICIT_LAYER_PATH"),
            (E2026, "VK_ADD_IMPLICIT_LAYER_PATH"),
        ],
    )
    def test_variable_is_ignored(self, edition: Edition, name: str) -> None:
        """The places in the variable are searched without privilege and not searched with it."""
        world = World()
        world.variables[name] = EVIL

        plain = world.plan(edition)
        world.elevated = True
        elevated = world.plan(edition)

        assert EVIL in searched(plain)
        assert EVIL not in searched(elevated)
        assert "PRIV-LAYER-01" in rules_in(elevated.reasons)

    @pytest.mark.rule("PRIV-LAYER-01")
    @pytest.mark.parametrize("edition", [E2016, E2018, E2022, E2026])
    def test_standard_places_are_searched_instead(self, edition: Edition) -> None:
        """An ignored VK_LAYER_PATH does not hide the layers installed on the system either."""
        world = World()
        world.explicit("A")
        world.variables["VK_LAYER_PATH"] = EVIL
        world.elevated = True

        plan = world.plan(edition, layers=["A"])

        assert chain(plan) == ["A"]


class TestDriverVariablesOfElevatedProcesses:
    """2016, 2018: VK_ICD_FILENAMES has no effect in suid programs. 2026: none of the three variables has."""

    @pytest.mark.rule("PRIV-DRIVER-01", "LDP_LOADER_13")
    @pytest.mark.parametrize(
        ("edition", "name"),
        [
            (E2016, "VK_ICD_FILENAMES"),
            (E2018, "VK_ICD_FILENAMES"),
            (E2026, "VK_ICD_FILENAMES"),
            (E2026, "VK_DRIVER_FILES"),
            (E2026, "VK_ADD_DRIVER_FILES"),
        ],
    )
    def test_variable_is_ignored(self, edition: Edition, name: str) -> None:
        """The installed driver is used as if the variable were unset."""
        world = World()
        world.variables[name] = world.driver("mine", folder=EVIL)

        plain = world.plan(edition)
        world.elevated = True
        elevated = world.plan(edition)

        assert "/tmp/evil/mine.json" in used_drivers(plain)
        assert used_drivers(elevated) == ["/usr/share/vulkan/icd.d/plain.json"]


class TestSuidProgramsOfTheOldEditions:
    """2016, 2018: $HOME/.local/share belongs to the application's user and is dropped for suid programs."""

    @pytest.mark.rule("DISC-LINUX-11")
    @pytest.mark.parametrize("edition", [E2016, E2018])
    def test_home_is_dropped(self, edition: Edition) -> None:
        """A layer in the home folder is known to a plain program and unknown to a suid one."""
        world = World()
        world.explicit("A", folder="/home/me/.local/share/vulkan/explicit_layer.d")

        plain = world.plan(edition, layers=["A"])
        world.elevated = True
        suid = world.plan(edition, layers=["A"])

        assert chain(plain) == ["A"]
        assert chain(suid) == []


class TestElevatedReadings:
    """What the list of ignored variables leaves open is decided variable by variable."""

    @pytest.mark.rule("AMB-ELEV-XDGDIRS")
    def test_xdg_dirs_fall_back(self) -> None:
        """XDG_CONFIG_DIRS and XDG_DATA_DIRS count as unset, so their fallbacks are searched."""
        world = World()
        world.variables["XDG_CONFIG_DIRS"] = "/tmp/evil/config"
        world.variables["XDG_DATA_DIRS"] = "/tmp/evil/data"
        world.elevated = True

        plan = world.plan()

        assert folders(plan, Use.IMPLICIT) == [
            "/etc/xdg/vulkan/implicit_layer.d",
            "/etc/vulkan/implicit_layer.d",
            "/usr/local/share/vulkan/implicit_layer.d",
            "/usr/share/vulkan/implicit_layer.d",
        ]

    @pytest.mark.rule("AMB-ELEV-FILTERS")
    @pytest.mark.parametrize(
        "name",
        [
            "VK_LOADER_LAYERS_ENABLE",
            "VK_LOADER_LAYERS_DISABLE",
            "VK_LOADER_LAYERS_ALLOW",
            "VK_LOADER_DRIVERS_SELECT",
            "VK_LOADER_DRIVERS_DISABLE",
            "VK_LOADER_DEVICE_ID_FILTER",
            "VK_LOADER_VENDOR_ID_FILTER",
            "VK_LOADER_DRIVER_ID_FILTER",
        ],
    )
    def test_glob_and_id_filters_are_hidden(self, name: str) -> None:
        """The filters that choose among components are read by the secure query."""
        assert hidden_when_elevated(name, E2026)

    @pytest.mark.rule("AMB-ELEV-FILTERS")
    @pytest.mark.parametrize(
        "name",
        ["VK_INSTANCE_LAYERS", "VK_LOADER_DEBUG", "VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT"],
    )
    def test_other_variables_stay_visible(self, name: str) -> None:
        """VK_INSTANCE_LAYERS, logging and device selection are read by the plain query."""
        assert not hidden_when_elevated(name, E2026)

    @pytest.mark.rule("AMB-ELEV-FILTERS")
    def test_variables_of_the_layers_stay_visible(self) -> None:
        """An implicit layer obeys its own variables in an elevated process too."""
        world = World()
        world.implicit("A")
        world.implicit("B", enable_environment={"ENABLE_B": "1"})
        world.variables |= {"DISABLE_A": "1", "ENABLE_B": "1", "VK_LOADER_LAYERS_DISABLE": "~all~"}
        world.elevated = True

        plan = world.plan()

        assert chain(plan) == ["B"]

    @pytest.mark.rule("AMB-ELEV-FSCAPS")
    def test_the_kernel_decides_and_not_the_ids(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Elevation is AT_SECURE, so ids that differ later on do not make a process elevated."""
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        monkeypatch.setattr(os, "getegid", lambda: os.getgid() + 1)

        assert RealHost().elevated() is False


class TestVariablesOfOtherEditions:
    """A loader knows the variables of its own edition; all others mean nothing to it."""

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    @pytest.mark.parametrize(
        ("edition", "known"), [(E2016, False), (E2018, False), (E2022, True), (E2026, True)]
    )
    def test_additional_layer_paths_came_in_2022(self, edition: Edition, known: bool) -> None:
        """VK_ADD_LAYER_PATH adds places from 2022 on."""
        world = World()
        world.variables["VK_ADD_LAYER_PATH"] = "/opt/layers"

        assert ("/opt/layers" in folders(world.plan(edition), Use.EXPLICIT)) is known

    @pytest.mark.rule("ENV-IMPLPATH-01", "ENV-ADDIMPLPATH-01")
    @pytest.mark.parametrize("name", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    @pytest.mark.parametrize(
        ("edition", "known"), [(E2016, False), (E2018, False), (E2022, False), (E2026, True)]
    )
    def test_implicit_layer_paths_came_in_2026(self, name: str, edition: Edition, known: bool) -> None:
        """The two variables for implicit layers name places in 2026 only."""
        world = World()
        world.variables[name] = "/opt/layers"

        assert ("/opt/layers" in folders(world.plan(edition), Use.IMPLICIT)) is known

    @pytest.mark.rule("ENV-DRIVERFILES-04", "ENV-DRIVERFILES-05", "AMB-2022-DRIVERS")
    @pytest.mark.parametrize("name", ["VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"])
    @pytest.mark.parametrize(
        ("edition", "known"), [(E2016, False), (E2018, False), (E2022, False), (E2026, True)]
    )
    def test_new_driver_variables_came_in_2026(self, name: str, edition: Edition, known: bool) -> None:
        """VK_DRIVER_FILES and VK_ADD_DRIVER_FILES name drivers in 2026 only."""
        world = World()
        world.variables[name] = "/opt/driver.json"

        assert ("/opt/driver.json" in folders(world.plan(edition), Use.DRIVER)) is known

    @pytest.mark.rule("FILTER-GEN-01")
    @pytest.mark.parametrize(("edition", "on"), [(E2016, ["A"]), (E2018, ["A"]), (E2022, ["A"]), (E2026, [])])
    def test_filters_came_in_2026(self, edition: Edition, on: list[str]) -> None:
        """Older loaders do not look at VK_LOADER_LAYERS_DISABLE."""
        world = World()
        world.implicit("A")
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "~all~"

        assert chain(world.plan(edition)) == on

    @pytest.mark.rule("DISC-LINUX-01", "DISC-LINUX-02")
    @pytest.mark.parametrize("edition", [E2016, E2018])
    def test_xdg_variables_move_nothing_in_the_old_editions(self, edition: Edition) -> None:
        """The fixed folders of 2016 and 2018 do not depend on XDG variables."""
        world = World()
        plain = world.plan(edition)
        for name in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
            world.variables[name] = "/opt/xdg"

        moved = world.plan(edition)

        assert moved.places == plain.places

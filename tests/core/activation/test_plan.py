"""The plan as a whole: what it says of files, results and reasons, and that no input is too odd for it."""

import pytest
from worlds import (
    ALL,
    DRIVERS,
    E2016,
    E2026,
    EXPLICIT,
    IMPLICIT,
    SETTINGS,
    World,
    chain,
    enumerated,
    outcome,
    rules_in,
)

from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.model.edition import Edition


class TestLayersComeFromManifests:
    """The loader asks no driver for layers: layer data come from manifests alone."""

    @pytest.mark.rule("EXT-FILTER-06", "DISC-GEN-04")
    @pytest.mark.parametrize("edition", ALL)
    def test_drivers_do_not_matter_for_layers(self, edition: Edition) -> None:
        """The enumeration of layers is the same with and without drivers."""
        world = World()
        world.explicit("A")
        with_driver = enumerated(world.plan(edition))

        del world.files[f"{DRIVERS}/plain.json"]

        assert with_driver == ["A"]
        assert enumerated(world.plan(edition)) == ["A"]

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    def test_a_layer_of_the_wrong_size_stops_nothing(self) -> None:
        """It is skipped with a reason, and the layers after it are found."""
        world = World()
        wrong = world.explicit("A", library_arch="32")
        world.explicit("B")

        plan = world.plan()

        assert enumerated(plan) == ["B"]
        assert "MANIFEST-LAYER-09" in rules_in(outcome(plan, wrong).reasons)


class TestFilesThatGiveNoLayer:
    """A file that cannot be used costs only itself and is told."""

    @pytest.mark.rule("LLP_LAYER_6", "DISC-GEN-08")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize(
        "text", [b"", b"\xff\xfe", b"{", b"null", b"[]", b"{}", b'{"layer": 1}', b"\x00" * 9]
    )
    def test_unreadable_manifests(self, edition: Edition, text: bytes) -> None:
        """The file is listed as unread with its reasons, and its neighbours work."""
        world = World()
        world.files[f"{IMPLICIT}/bad.json"] = text
        world.implicit("A")

        plan = world.plan(edition)

        assert chain(plan) == ["A"]
        assert [file.path for file in plan.unread] == [f"{IMPLICIT}/bad.json"]
        assert plan.unread[0].reasons

    @pytest.mark.rule("DISC-GEN-08", "AMB-JSON-CASE")
    @pytest.mark.parametrize("name", ["A.txt", "A.JSON", "A.json.bak", "json"])
    def test_other_suffixes(self, name: str) -> None:
        """Files that do not end in .json are no manifests."""
        world = World()
        path = world.implicit("A")
        world.files[f"{IMPLICIT}/{name}"] = world.files.pop(path)

        assert chain(world.plan()) == []

    def test_a_folder_that_may_not_be_read(self) -> None:
        """It is told, and the search goes on."""
        world = World()
        world.explicit("A")
        world.explicit("B", folder="/etc/vulkan/explicit_layer.d")
        host = MemoryHost(files=world.files, environment=world.variables, blocked=frozenset({EXPLICIT}))

        plan = decide(host, edition=E2026)

        assert enumerated(plan) == ["B"]
        assert any(EXPLICIT in reason.fact and "permission denied" in reason.fact for reason in plan.reasons)

    def test_a_named_place_that_does_not_exist(self) -> None:
        """A missing place is told when a variable names it; standard folders may simply be missing."""
        world = World()
        plain = world.plan()
        world.variables["VK_LAYER_PATH"] = "/nowhere"

        named = world.plan()

        assert not any("does not exist" in reason.fact for reason in plain.reasons)
        assert any("/nowhere" in reason.fact and "does not exist" in reason.fact for reason in named.reasons)


class TestResult:
    """What vkCreateInstance answers as far as discovery decides it."""

    @pytest.mark.rule("ACT-APP-02", "LDP_LOADER_1")
    def test_a_missing_layer_is_told_before_a_missing_driver(self) -> None:
        """Layers are settled before drivers are looked at."""
        world = World()
        world.files.clear()

        assert world.plan(layers=["nowhere"]).result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("LDP_LOADER_1", "EXT-FILTER-03")
    def test_a_missing_driver_is_told_before_an_unknown_extension(self) -> None:
        """Without a driver the result must be VK_ERROR_INCOMPATIBLE_DRIVER."""
        world = World()
        world.files.clear()

        assert world.plan(extensions=["VK_VENDOR_x"]).result == "VK_ERROR_INCOMPATIBLE_DRIVER"

    def test_what_was_asked_for(self) -> None:
        """The names of the environment and of the application, each once."""
        world = World()
        world.variables["VK_INSTANCE_LAYERS"] = "B:A"

        assert world.plan(layers=["A", "C"]).asked == ("B", "A", "C")


class TestHomeIsTold:
    """A HOME that gives no folder is worth a word, under the rule of the edition."""

    @pytest.mark.rule("DISC-LINUX-03", "DISC-LINUX-11")
    @pytest.mark.parametrize(("edition", "why"), [(E2016, "DISC-LINUX-11"), (E2026, "DISC-LINUX-03")])
    def test_unset(self, edition: Edition, why: str) -> None:
        """The fact says that the folders under it are not searched."""
        world = World()
        world.variables.clear()

        (reason,) = (each for each in world.plan(edition).reasons if each.subject == "HOME")

        assert reason.rule == why
        assert reason.fact == "HOME is not set: the folders under it are not searched"


ODD = [
    "",
    ":",
    ",",
    "*",
    "~all~",
    "/",
    ".",
    "..",
    "a:b,c;d",
    "\udcff",
    "\x1b[31m",
    "x" * 5000,
    "/proc/self",
    "0x",
]


class TestNoInputIsTooOdd:
    """Any variable with any value ends in a plan, in every edition."""

    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("value", ODD)
    @pytest.mark.parametrize("elevated", [False, True])
    def test_every_variable_at_once(self, edition: Edition, value: str, elevated: bool) -> None:
        """A plan comes out, and nothing in it could drive a terminal."""
        world = World()
        world.elevated = elevated
        world.implicit("A")
        world.override(["A"], override_paths=[value], app_keys=["/usr/bin/app"], blacklisted_layers=[value])
        world.settings({"name": "A", "path": value, "control": "on"}, {"control": "unordered_layer_location"})
        for name in VARIABLES:
            world.variables[name] = value

        plan = world.plan(edition, layers=[value])

        text = "".join(reason.fact for reason in plan.reasons)
        assert text.isprintable()

    def test_a_settings_file_that_names_itself(self) -> None:
        """The settings file is no layer manifest, and saying so ends there."""
        world = World()
        world.settings({"name": "A", "path": SETTINGS, "control": "on"})

        plan = world.plan()

        assert chain(plan) == []
        assert [file.path for file in plan.unread] == [SETTINGS]


VARIABLES = [
    "HOME",
    "XDG_CONFIG_HOME",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_HOME",
    "XDG_DATA_DIRS",
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_IMPLICIT_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "VK_INSTANCE_LAYERS",
    "VK_DEVICE_LAYERS",
    "VK_LOADER_LAYERS_ENABLE",
    "VK_LOADER_LAYERS_DISABLE",
    "VK_LOADER_LAYERS_ALLOW",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
    "VK_LOADER_DISABLE_INST_EXT_FILTER",
    "DISABLE_A",
]

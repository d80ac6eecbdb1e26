"""The loader settings file: where it is looked for, which of its entries counts, and what is no settings file."""

import json

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
NAME = "vulkan/loader_settings.d/vk_loader_settings.json"
HOME = f"/home/user/.local/share/{NAME}"
XDG = f"/world/data/{NAME}"
ETC = f"/etc/{NAME}"


def entry(name: str, **keys: object) -> dict[str, object]:
    """Settings that turn on a layer that is found in no ordinary way."""
    path = f"/world/layers/{name}.json"
    return {"layers": [{"name": name, "path": path, "control": "on"}], **keys}


def layers(world: World) -> None:
    """A driver, and two layers that only a settings file can lead to."""
    world.driver()
    world.explicit_layer(ONE, folder="/world/layers")
    world.explicit_layer(TWO, folder="/world/layers")


def settings(world: World, name: str, path: str) -> None:
    """A settings file that turns on that layer."""
    world.file(path, {"file_format_version": "1.0.1", "settings": entry(name)})


class TestPlaces:
    """The file lies in vulkan/loader_settings.d below $HOME/.local/share, $XDG_DATA_HOME or /etc."""

    @pytest.mark.rule("SETTINGS-03", "SETTINGS-01")
    @pytest.mark.parametrize("path", [HOME, XDG, ETC], ids=["home", "xdg", "etc"])
    def test_each_place(self, world: World, subject: Trial, path: str) -> None:
        """A settings file in each documented folder is followed; XDG_DATA_HOME may replace the home folder."""
        layers(world)
        world.variable("XDG_DATA_HOME", "/world/data")
        settings(world, ONE, path)

        seen = subject.observe(world)

        passed_over = () if path == HOME else (ONE,)
        subject.reading("AMB-SETTINGS-ORDER", seen.chain, chosen=(ONE,), tolerated=passed_over)

    @pytest.mark.rule("SETTINGS-03", "SETTINGS-01")
    def test_the_home_folder(self, world: World, subject: Trial) -> None:
        """Without XDG_DATA_HOME a settings file below $HOME/.local/share is followed."""
        layers(world)
        settings(world, ONE, HOME)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("SETTINGS-03")
    @pytest.mark.parametrize(("variable", "path"), [("HOME", HOME), ("XDG_DATA_HOME", XDG)])
    def test_without_its_variable(self, world: World, subject: Trial, variable: str, path: str) -> None:
        """A folder of settings files whose variable is not set is skipped, and the file below /etc counts."""
        layers(world)
        settings(world, ONE, path)
        settings(world, TWO, ETC)
        world.variable(variable, None)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.rule("SETTINGS-03")
    @pytest.mark.parametrize("path", [HOME, XDG], ids=["home", "xdg"])
    def test_the_users_file_comes_first(self, world: World, subject: Trial, path: str) -> None:
        """The user's settings file counts, not the one below /etc; XDG_DATA_HOME may replace the home folder."""
        layers(world)
        world.variable("XDG_DATA_HOME", "/world/data")
        settings(world, ONE, path)
        settings(world, TWO, ETC)

        seen = subject.observe(world)

        passed_over = (TWO,) if path == HOME else (ONE,)
        subject.reading("AMB-SETTINGS-ORDER", seen.chain, chosen=(ONE,), tolerated=passed_over)

    @pytest.mark.rule("SETTINGS-03")
    def test_the_users_two_files(self, world: World, subject: Trial) -> None:
        """Of two settings files, below $HOME/.local/share and below $XDG_DATA_HOME, one alone counts."""
        layers(world)
        world.variable("XDG_DATA_HOME", "/world/data")
        settings(world, ONE, HOME)
        settings(world, TWO, XDG)

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-ORDER", seen.chain, chosen=(ONE,), tolerated=(TWO,))

    @pytest.mark.rule("SETTINGS-01", "SETTINGS-03")
    @pytest.mark.parametrize(
        "path",
        [
            "/home/user/.local/share/vulkan/loader_settings.d/settings.json",
            "/home/user/.local/share/vulkan/vk_loader_settings.json",
            "/home/user/.local/share/vulkan/implicit_layer.d/vk_loader_settings.json",
        ],
        ids=["other-name", "folder-above", "layers-folder"],
    )
    def test_other_names_and_folders(self, world: World, subject: Trial, path: str) -> None:
        """A file of another name, or outside the folders of settings files, is not followed as a settings file."""
        layers(world)
        settings(world, ONE, path)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())


class TestEntries:
    """The file holds one settings object, or several of which the first for this program counts."""

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        ("program", "chain"),
        [("/world/bin/one", (ONE,)), ("/world/bin/other", (TWO,))],
        ids=["named", "not-named"],
    )
    def test_entries_for_programs(
        self, world: World, subject: Trial, program: str, chain: tuple[str, ...]
    ) -> None:
        """Of several settings, those should count that name the program, or else those that name none."""
        layers(world)
        several = [entry(ONE, app_keys=["/world/bin/one"]), entry(TWO)]
        world.file(HOME, {"file_format_version": "1.0.1", "settings_array": several})
        world.application(executable=program)

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=chain)

    @pytest.mark.rule("SETTINGS-01")
    def test_the_program_comes_before_the_order(self, world: World, subject: Trial) -> None:
        """A settings entry that names the program should count also behind one that names no program."""
        layers(world)
        several = [entry(TWO), entry(ONE, app_keys=["/world/bin/else", "/world/bin/one"])]
        world.file(HOME, {"file_format_version": "1.0.1", "settings_array": several})
        world.application(executable="/world/bin/one")

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=(ONE,))

    @pytest.mark.rule("SETTINGS-01")
    def test_a_single_entry_for_another_program(self, world: World, subject: Trial) -> None:
        """A settings file whose only entry is for another program should turn on no layer."""
        layers(world)
        single = entry(ONE, app_keys=["/world/bin/one"])
        world.file(HOME, {"file_format_version": "1.0.1", "settings": single})
        world.application(executable="/world/bin/other")

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=())


class TestNoSettings:
    """A file without a usable entry counts as none; an odd element spoils itself, not the file."""

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        "content",
        [
            "",
            "{",
            "[]",
            '"settings"',
            json.dumps({"file_format_version": "1.0.1"}),
            json.dumps({"file_format_version": "1.0.1", "settings": []}),
            json.dumps({"file_format_version": "1.0.1", "settings_array": [1, "two"]}),
        ],
        ids=["empty", "cut", "list", "text", "no-entry", "entry-list", "entry-numbers"],
    )
    def test_files_that_count_as_none(self, world: World, subject: Trial, content: str) -> None:
        """With a settings file that has no valid entry, an implicit layer is used as without the file."""
        world.driver()
        world.implicit_layer(ONE)
        world.file(HOME, content)

        seen = subject.observe(world)

        found = (seen.result_name, seen.chain)
        no_instance = ("VK_ERROR_OUT_OF_HOST_MEMORY", ())  # releases 1.3.251 to 1.3.267, for what is no JSON
        subject.reading("AMB-SETTINGS-SCHEMA", found, chosen=("VK_SUCCESS", (ONE,)), tolerated=no_instance)

    @pytest.mark.rule("SETTINGS-01", "SETTINGS-05")
    def test_the_minimal_file(self, world: World, subject: Trial) -> None:
        """With an empty settings object, an implicit layer is reported and in the chain."""
        world.driver()
        world.implicit_layer(ONE)
        world.file(HOME, {"file_format_version": "1.0.1", "settings": {}})

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-SCHEMA", (seen.chain, seen.layer_names), chosen=((ONE,), (ONE,)))

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        ("odd", "chosen"),
        [
            (1, ()),
            ({"name": TWO}, ()),
            ({"name": TWO, "path": f"/world/layers/{TWO}.json", "control": "maybe"}, (ONE,)),
            ({"name": 1, "path": f"/world/layers/{TWO}.json", "control": "on"}, ()),
        ],
        ids=["number", "no-path", "control", "name"],
    )
    def test_an_odd_element(self, world: World, subject: Trial, odd: object, chosen: tuple[str, ...]) -> None:
        """With an odd element in a settings file's layers an instance is made, and the good element may count."""
        layers(world)
        good = {"name": ONE, "path": f"/world/layers/{ONE}.json", "control": "on"}
        world.file(HOME, {"file_format_version": "1.0.1", "settings": {"layers": [odd, good]}})

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=chosen)

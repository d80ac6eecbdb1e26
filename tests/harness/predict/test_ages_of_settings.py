"""What loaders make of a settings file beside other things. All expectations were observed on builds."""

import json

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import HOME, World

A, B = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b"
FOLDERS = (f"{HOME}/.config/vulkan", "/etc/vulkan", f"{HOME}/.local/share/vulkan", "/usr/local/share/vulkan")
"""The folders of explicit layers in the order of the search."""
UNORDERED = {"name": "", "control": "unordered_layer_location"}
GAME = "/usr/bin/game"


def seen(world: World, release: str) -> Observation:
    """What a release is predicted to do."""
    return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation


def with_settings(world: World, **content: object) -> World:
    """The world with a settings file of this content."""
    text = json.dumps({"file_format_version": "1.0.0", **content})
    world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", text)
    return world


def described(kinds: str) -> World:
    """Explicit layers of one name, described by their places: a library's number, or "m" for a meta-layer."""
    world = World()
    for number, (kind, folder) in enumerate(zip(kinds, FOLDERS, strict=False), 1):
        text = {"folder": f"{folder}/explicit_layer.d", "description": str(number)}
        if kind == "m":
            world.meta_layer(A, components=[B], **text)
        else:
            world.explicit_layer(A, library_path=f"/lib{kind}.so", **text)
    world.explicit_layer(B, folder="/usr/share/vulkan/explicit_layer.d", description="component")
    return with_settings(world, settings={"layers": [UNORDERED]})


class TestRepetitions:
    """Which layers of one name count as one, where none of them is listed."""

    @pytest.mark.parametrize(
        ("kinds", "listed"),
        [
            ("11", "1"),
            ("122", "123"),
            ("112", "13"),
            ("121", "12"),
            ("mm", "1"),
            ("m11", "12"),
            ("1m1", "1"),
            ("12m", "12"),
            ("21m2", "12"),
            ("m12", "123"),
        ],
    )
    @pytest.mark.parametrize("release", ["1.4.304", "1.4.335"])
    def test_each_is_compared_with_the_first_that_has_a_library(
        self, release: str, kinds: str, listed: str
    ) -> None:
        """A meta-layer repeats any of its name."""
        layers = seen(described(kinds), release).layers

        assert [each.description for each in layers if each.name == A] == list(listed)

    @pytest.mark.parametrize(("kinds", "listed"), [("122", "12"), ("112", "13"), ("121", "12")])
    def test_each_is_compared_with_all_before(self, kinds: str, listed: str) -> None:
        """Up to 1.3.301, as 1.3.275 and 1.3.290 do."""
        layers = seen(described(kinds), "1.3.290").layers

        assert [each.description for each in layers if each.name == A] == list(listed)


class TestOddLists:
    """A list of layers with an element that is not whole."""

    @pytest.mark.parametrize(("release", "layers", "drivers"), [("1.4.321", [A], 0), ("1.4.335", [], 1)])
    def test_the_rest_stays_in_force(self, release: str, layers: list[str], drivers: int) -> None:
        """From 1.4.323 on: a driver that the file names is used, and layers are as with a file that lists none."""
        world = World()
        world.implicit_layer(A)
        manifest = world.driver(folder="/opt")
        with_settings(world, settings={"layers": [{}], "additional_drivers": [{"path": manifest}]})

        observation = seen(world, release)

        assert (list(observation.layer_names), len(observation.drivers)) == (layers, drivers)


class TestSeveralForOneProgram:
    """Two settings objects that name the program."""

    @pytest.mark.parametrize(("release", "listed"), [("1.3.275", [B]), ("1.3.290", [B]), ("1.4.304", [A])])
    def test_which_one_counts(self, release: str, listed: list[str]) -> None:
        """The last one up to 1.3.301, then the first."""
        world = World()
        world.application(executable=GAME)
        paths = {name: world.explicit_layer(name, folder="/opt/layers") for name in (A, B)}
        objects = [
            {"app_keys": [GAME], "layers": [{"name": name, "path": path, "control": "auto"}]}
            for name, path in paths.items()
        ]
        with_settings(world, settings_array=objects)

        assert list(seen(world, release).layer_names) == listed


class TestAdditionalDrivers:
    """A driver that the settings file names and that is found in another way, too."""

    @pytest.mark.parametrize(
        ("named", "variable", "loaded"),
        [(1, "", 2), (2, "", 3), (1, "VK_DRIVER_FILES", 2), (1, "VK_ADD_DRIVER_FILES", 3)],
    )
    def test_it_is_used_once_for_each_way(self, named: int, variable: str, loaded: int) -> None:
        """Observed on 1.4.335."""
        world = World()
        manifest = world.driver()
        with_settings(world, settings={"additional_drivers": [{"path": manifest}] * named})
        if variable:
            world.variable(variable, manifest)

        assert len(seen(world, "1.4.335").drivers) == loaded


class TestFilesWithSeveralLayers:
    """An entry for a manifest that has two layers, as observed from 1.3.275 to 1.4.335."""

    @pytest.mark.parametrize(
        ("name", "control", "listed"), [(B, "auto", [A, B]), (B, "off", []), (A, "auto", [])]
    )
    @pytest.mark.parametrize("release", ["1.4.304", "1.4.335"])
    def test_all_layers_come_if_the_last_is_the_one_that_is_named(
        self, release: str, name: str, control: str, listed: list[str]
    ) -> None:
        """In the order of the manifest."""
        world = World()
        entries = [
            {
                "name": each,
                "type": "GLOBAL",
                "library_path": f"/lib{each}.so",
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "a layer",
            }
            for each in (A, B)
        ]
        world.file("/opt/two.json", json.dumps({"file_format_version": "1.0.1", "layers": entries}))
        with_settings(
            world, settings={"layers": [{"name": name, "path": "/opt/two.json", "control": control}]}
        )

        assert list(seen(world, release).layer_names) == listed

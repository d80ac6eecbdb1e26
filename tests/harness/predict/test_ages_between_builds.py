"""What was observed on builds of releases that are not among the subjects, as literal expectations.

The builds are Debian's 1.3.239 and those that npm's ``@sparticuz/chromium`` ships: 1.3.231, 1.3.237, 1.3.240,
1.3.244, 1.3.248, 1.3.254, 1.3.263, 1.3.301 and 1.3.302.
"""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.predict.script import predict_script
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import HOME, World

A, B, C, D, META = (f"VK_LAYER_TEST_{letter}" for letter in "abcdm")
FOLDERS = (
    f"{HOME}/.config/vulkan",
    "/etc/vulkan",
    f"{HOME}/.local/share/vulkan",
    "/usr/local/share/vulkan",
    "/usr/share/vulkan",
)
"""The folders of manifests in the order of the search."""
LOSE_ORDER, KEEP_ORDER = ("1.3.237", "1.3.239", "1.3.244"), ("1.3.231", "1.3.248")
UNORDERED = {"control": "unordered_layer_location"}


def predicted(world: World, release: str) -> Observation:
    """What a release is predicted to do."""
    world.driver()
    return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation


def four_layers(*, variable: tuple[str, ...], enabled: tuple[str, ...], implicit: str = "") -> World:
    """Four layers, each found after the one before, those of VK_INSTANCE_LAYERS and those that a filter enables."""
    world = World()
    for name, folder in zip((A, B, C, D), FOLDERS, strict=False):
        if name == implicit:
            world.implicit_layer(name, folder=f"{folder}/implicit_layer.d")
        else:
            world.explicit_layer(name, folder=f"{folder}/explicit_layer.d")
    world.variable("VK_INSTANCE_LAYERS", ":".join(variable))
    world.variable("VK_LOADER_LAYERS_ENABLE", ",".join(enabled))
    return world


class TestOrderOfTheVariable:
    """From 1.3.234 to 1.3.246 the variable and the enable filter turn layers on in the order of discovery."""

    @pytest.mark.parametrize("release", LOSE_ORDER)
    def test_of_the_variable_and_the_filter_what_is_found_first_comes_first(self, release: str) -> None:
        """The layer of the filter stands between those of the variable."""
        assert predicted(four_layers(variable=(C, A), enabled=(B,)), release).chain == (A, B, C)

    @pytest.mark.parametrize("release", LOSE_ORDER)
    def test_what_both_name_keeps_its_place(self, release: str) -> None:
        """A layer that both name is not moved behind the others."""
        assert predicted(four_layers(variable=(B, D), enabled=(B,)), release).chain == (B, D)

    @pytest.mark.parametrize("release", LOSE_ORDER)
    def test_implicit_layers_come_first(self, release: str) -> None:
        """The variable does not move an implicit layer."""
        world = four_layers(variable=(C, B), enabled=(A,), implicit=B)

        assert predicted(world, release).chain == (B, A, C)

    @pytest.mark.parametrize("release", LOSE_ORDER)
    def test_of_two_layers_of_a_name_the_last_has_the_place(self, release: str) -> None:
        """The second layer of the name is found last, and runs at the end."""
        world = four_layers(variable=(C, A), enabled=(B,))
        world.explicit_layer(
            A, folder=f"{FOLDERS[4]}/explicit_layer.d", file="again.json", flags={"name": "again"}
        )

        assert predicted(world, release).chain == (B, C, "again")

    @pytest.mark.parametrize("release", LOSE_ORDER)
    def test_a_meta_layer_brings_its_components_where_it_is_found(self, release: str) -> None:
        """The meta-layer is found after the layer that is named after it."""
        world = four_layers(variable=(D, A), enabled=(META,))
        world.meta_layer(META, components=[C], folder=f"{FOLDERS[1]}/explicit_layer.d")

        assert predicted(world, release).chain == (A, C, D)

    @pytest.mark.parametrize("release", KEEP_ORDER)
    def test_before_and_after_the_order_is_that_of_the_variable(self, release: str) -> None:
        """The names are in the order of the variable in the releases on both sides."""
        assert predicted(four_layers(variable=(C, A), enabled=()), release).chain == (C, A)


def turned_off(world: World) -> None:
    """A settings file turns off a layer that is found."""
    entry = {"name": A, "path": world.explicit_layer(A), "control": "off"}
    settings(world, {"layers": [entry, UNORDERED]})


def without_layer(world: World) -> None:
    """A settings file lists a manifest without a layer."""
    entry = {"name": A, "path": world.file("/opt/x.json", "{}"), "control": "on"}
    settings(world, {"layers": [entry, UNORDERED]})


def in_a_list(world: World) -> None:
    """The settings are in a list."""
    settings(world, [{"layers": [UNORDERED]}])


def list_as_layer(world: World) -> None:
    """The layer of a manifest is a list."""
    world.file("/usr/share/vulkan/explicit_layer.d/a.json", '{"file_format_version": "1.0.0", "layer": [1]}')


def list_as_driver(world: World) -> None:
    """The manifest of a driver is a list."""
    world.file("/usr/share/vulkan/icd.d/a.json", "[1]")


def list_as_functions(world: World) -> None:
    """The functions before an instance are a list."""
    world.implicit_layer(A, pre_instance_functions=["x"])


def settings(world: World, body: object) -> None:
    """A settings file."""
    content = json.dumps({"file_format_version": "1.0.0", "settings": body})
    world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", content)


class TestCrashes:
    """What crashes 1.3.301 and no longer 1.3.302."""

    @pytest.mark.parametrize(
        "draft", [turned_off, without_layer, in_a_list, list_as_layer, list_as_driver, list_as_functions]
    )
    @pytest.mark.parametrize(("release", "end"), [("1.3.301", "crash"), ("1.3.302", "ok")])
    def test_lists_and_settings(self, draft: Callable[[World], None], release: str, end: str) -> None:
        """Lists in the place of objects, and settings of layers that are found or are none."""
        world = World()
        draft(world)

        assert predicted(world, release).ended == end

    @pytest.mark.parametrize("query", [("version",), ("extensions", ""), ("layers",)])
    def test_each_query_reads_implicit_layers(self, query: tuple[str, ...]) -> None:
        """What is wrong with an implicit layer crashes each query: up to 1.3.250 an empty enable_environment does."""
        world = World()
        world.driver()
        world.implicit_layer(A, enable_environment={})
        scenario = replace(world.scenario(), actions=(query,))

        assert predict_script(scenario, LATEST, Build(age=age_of("1.3.248"))).observation.ended == "crash"

    @pytest.mark.parametrize(("query", "end"), [("version", "ok"), ("layers", "crash")])
    def test_explicit_layers_are_read_to_be_listed(self, query: str, end: str) -> None:
        """A query for the version does not come to the manifests of explicit layers."""
        world = World()
        world.driver()
        list_as_layer(world)
        scenario = replace(world.scenario(), actions=((query,),))

        assert predict_script(scenario, LATEST, Build(age=age_of("1.3.301"))).observation.ended == end


class TestUnusableFiles:
    """Files that cannot be used fail queries only in some releases."""

    @pytest.mark.parametrize(
        ("release", "result"), [("1.3.231", 0), ("1.3.237", -1), ("1.3.263", -1), ("1.3.268", 0)]
    )
    def test_a_file_that_is_not_json_fails_the_query_for_the_version(self, release: str, result: int) -> None:
        """The file is one of an implicit layer; of the builds 1.3.237 was the first."""
        world = World()
        world.file("/usr/share/vulkan/implicit_layer.d/a.json", "{")

        assert predicted(world, release).results["version"] == result

    @pytest.mark.parametrize(
        ("release", "result"), [("1.3.231", 0), ("1.3.237", -3), ("1.3.248", -3), ("1.3.254", 0)]
    )
    def test_a_file_that_cannot_be_opened(self, release: str, result: int) -> None:
        """The last manifest is a link to nothing, beside an implicit meta-layer."""
        world = World()
        world.explicit_layer(A)
        world.meta_layer(META, components=[A], implicit=True)
        world.link("/usr/share/vulkan/explicit_layer.d/z.json", "/nowhere")

        assert predicted(world, release).results["layers"] == result

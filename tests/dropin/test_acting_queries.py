"""The queries in which the drop-in library ends as a release does (REFLOADER_AGE): in those in which builds crash.

vkEnumerateInstanceVersion and the extensions of no layer need implicit layers alone, with the components of implicit
meta-layers; vkEnumerateInstanceLayerProperties and the extensions of a layer need explicit ones too. Only the
extensions of no layer need the manifests of drivers.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.script import predict_script
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.actions import Action
from refloader.scenario.scenario import HOME, World

pytestmark = pytest.mark.slow

BUILDS = Path(__file__).resolve().parents[3] / "shared" / "subjects" / "loaders"
A, B = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b"
QUERIES: tuple[Action, ...] = (("version",), ("layers",), ("extensions", ""), ("extensions", A))
VERSION, LAYERS, OF_ALL, OF_ONE = QUERIES
LISTS = {LAYERS, OF_ONE}
LIST = '{"file_format_version": "1.0.0", "layer": [1]}'


def off(world: World, path: str, control: str = "off") -> None:
    """A settings file turns off layer A, and leaves the others where they are found."""
    others = {"control": "unordered_layer_location", "name": "", "path": ""}
    layers = [{"name": A, "path": path, "control": control}, others]
    text = json.dumps({"file_format_version": "1.0.0", "settings": {"layers": layers}})
    world.file(f"{HOME}/.local/share/vulkan/loader_settings.d/vk_loader_settings.json", text)


def explicit_off(world: World) -> None:
    """The layer that is off is explicit."""
    off(world, world.explicit_layer(A))


def implicit_off(world: World) -> None:
    """The layer that is off is implicit."""
    off(world, world.implicit_layer(A))


def component_off(world: World) -> None:
    """The layer that is off is a component of an implicit meta-layer."""
    off(world, world.explicit_layer(A))
    world.override_layer(components=[A])


def other_off(world: World) -> None:
    """The layer that is off is no component of the implicit meta-layer."""
    off(world, world.explicit_layer(A))
    world.explicit_layer(B)
    world.override_layer(components=[B])


def listed_without_layer(world: World) -> None:
    """A settings file lists an explicit manifest without a layer."""
    off(world, world.file("/etc/vulkan/explicit_layer.d/a.json", "{}"), "auto")


def off_without_layer(world: World) -> None:
    """A settings file turns a layer off that is not in the manifest."""
    off(world, world.file("/etc/vulkan/explicit_layer.d/a.json", "{}"))


def explicit_list(world: World) -> None:
    """The layer of an explicit manifest is a list."""
    world.file("/etc/vulkan/explicit_layer.d/a.json", LIST)


def implicit_list(world: World) -> None:
    """The layer of an implicit manifest is a list."""
    world.file("/etc/vulkan/implicit_layer.d/a.json", LIST)


def list_beside_meta_layer(world: World) -> None:
    """The layer of an explicit manifest is a list, and explicit layers are components."""
    world.file("/etc/vulkan/explicit_layer.d/a.json", LIST)
    world.explicit_layer(B)
    world.override_layer(components=[B])


def driver_list(world: World) -> None:
    """The driver of a manifest is a list."""
    world.file("/etc/vulkan/icd.d/bad.json", '{"file_format_version": "1.0.0", "ICD": [1]}')


CASES: list[tuple[str, Callable[[World], None], set[Action]]] = [
    ("1.3.275.0", explicit_off, LISTS),
    ("1.3.290.0", explicit_off, LISTS),
    ("1.3.290.0", implicit_off, set(QUERIES)),
    ("1.3.290.0", component_off, set(QUERIES)),
    ("1.3.290.0", other_off, LISTS),
    ("1.3.290.0", listed_without_layer, set(QUERIES)),
    ("1.3.290.0", off_without_layer, set()),
    ("1.1.97", explicit_list, LISTS),
    ("1.3.250.1", explicit_list, LISTS),
    ("1.3.250.1", implicit_list, set(QUERIES)),
    ("1.3.250.1", list_beside_meta_layer, set(QUERIES)),
    ("1.3.290.0", driver_list, {OF_ALL}),
]


@pytest.mark.parametrize(("build", "fill", "crashing"), CASES)
class TestQueries:
    """Library, prediction and build end in the same queries."""

    @pytest.mark.parametrize("query", QUERIES, ids=" ".join)
    def test_query(
        self, dropin: Path, build: str, fill: Callable[[World], None], crashing: set[Action], query: Action
    ) -> None:
        """Each query is the first of its process."""
        if not (BUILDS / build).is_dir():
            pytest.skip(f"no build of {build} at {BUILDS}")
        release = ".".join(build.split(".")[:3])
        world = World()
        world.driver()
        fill(world)
        scenario = replace(world.scenario(), actions=(query,))
        variables = {**scenario.variables, "REFLOADER_AGE": release}

        of_build = ForeignLoader(str(BUILDS / build / "libvulkan.so.1")).observe(scenario)
        of_library = ForeignLoader(str(dropin / "libvulkan.so.1")).observe(
            replace(scenario, variables=variables)
        )
        predicted = predict_script(scenario, LATEST, Build(age=age_of(release))).observation

        expected = "crash" if query in crashing else "ok"
        assert (of_build.ended, of_library.ended, predicted.ended) == (expected, expected, expected)

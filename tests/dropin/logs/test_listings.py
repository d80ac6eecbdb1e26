"""What the drop-in library says of layers and drivers that a listing leaves out, to a program without an instance."""

import json
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

pytestmark = pytest.mark.slow

LISTS = """
import ctypes
count = ctypes.c_uint32()
library = ctypes.CDLL("libvulkan.so.1")
assert library.vkEnumerateInstance{}(ctypes.byref(count), None) == 0
"""
LAYERS = LISTS.format("LayerProperties")
EXTENSIONS = LISTS.replace("(ctypes.byref", "(None, ctypes.byref").format("ExtensionProperties")


def said(program: Program, world: MockWorld, debug: str, script: str) -> list[str]:
    """What a process wrote to standard error while it listed, without the loader's prefix."""
    variables = {**world.variables, "VK_LOADER_DEBUG": debug}
    written = program.run([sys.executable, "-c", script], variables).stderr
    return [line.partition(": ")[2].strip() for line in written.splitlines()]


def without(path: Path, kind: str, key: str) -> None:
    """Take a member out of a manifest."""
    body = json.loads(path.read_text(encoding="utf-8"))
    del body[kind][key]
    path.write_text(json.dumps(body), encoding="utf-8")


class TestLayersThatAreLeftOut:
    """A program that only lists layers hears why one is missing, as from loaders in use."""

    @pytest.mark.parametrize("key", ["name", "type", "api_version"])
    def test_a_warning(self, program: Program, world: MockWorld, key: str) -> None:
        """There is one for each listing; the layer beside it has none."""
        world.layer("VK_LAYER_TEST_a")
        world.layer("VK_LAYER_TEST_b")
        manifest = world.folder / "layers/VK_LAYER_TEST_a.json"
        without(manifest, "layer", key)

        lines = said(program, world, "warn", LAYERS)

        assert [f'the required key "{key}" is missing; the layer is left out' in line for line in lines] == [
            True
        ]
        assert f"{manifest}:" in lines[0]

    def test_a_file_that_is_no_json(self, program: Program, world: MockWorld) -> None:
        """It is an error, as when an instance is created."""
        world.layer("VK_LAYER_TEST_a")
        (world.folder / "layers/broken.json").write_text("{", encoding="utf-8")

        assert ["broken.json: not JSON" in line for line in said(program, world, "error", LAYERS)] == [True]

    def test_it_is_not_called_inactive(self, program: Program, world: MockWorld) -> None:
        """What was found is "left out", and a layer without a name is no blank in a line."""
        for name in ("VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_c"):
            world.layer(name)
        folder = world.folder / "layers"
        without(folder / "VK_LAYER_TEST_a.json", "layer", "name")
        without(folder / "VK_LAYER_TEST_b.json", "layer", "api_version")

        found = [
            line for line in said(program, world, "layer", LAYERS) if line.startswith("Found explicit layer")
        ]

        assert sorted(found) == [
            f"Found explicit layer VK_LAYER_TEST_b in {folder}/VK_LAYER_TEST_b.json, left out",
            f"Found explicit layer VK_LAYER_TEST_c in {folder}/VK_LAYER_TEST_c.json, active",
            f"Found explicit layer without a name in {folder}/VK_LAYER_TEST_a.json, left out",
        ]

    def test_right_manifests(self, program: Program, world: MockWorld) -> None:
        """Nothing is said of them."""
        world.layer("VK_LAYER_TEST_a")

        assert said(program, world, "error,warn", LAYERS) == []
        assert said(program, world, "error,warn", EXTENSIONS) == []


class TestDriversThatAreLeftOut:
    """The listing of extensions reads drivers."""

    def test_a_warning(self, program: Program, world: MockWorld) -> None:
        """A driver whose manifest lacks a member is named; a listing of layers reads no drivers."""
        world.driver("other")
        without(world.folder / "other.json", "ICD", "api_version")

        lines = said(program, world, "warn", EXTENSIONS)

        assert ['"api_version" is missing; the driver is left out' in line for line in lines] == [True]
        assert said(program, world, "warn", LAYERS) == []

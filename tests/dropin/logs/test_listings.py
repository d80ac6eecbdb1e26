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


def said(program: Program, world: MockWorld, debug: str, script: str, **more: str) -> list[str]:
    """What a process wrote to standard error while it listed, without the loader's prefix."""
    variables = {**world.variables, "VK_LOADER_DEBUG": debug, **more}
    written = program.run([sys.executable, "-c", script], variables).stderr
    return [line.partition(": ")[2].strip() for line in written.splitlines()]


def settings(world: MockWorld, body: object) -> Path:
    """Write a settings file where the library finds it."""
    folder = world.folder / "nowhere/vulkan/loader_settings.d"
    folder.mkdir(parents=True)
    path = folder / "vk_loader_settings.json"
    path.write_text(json.dumps(body) if body else "{", encoding="utf-8")
    return path


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

    def test_a_folder_in_the_place_of_a_file(self, program: Program, world: MockWorld) -> None:
        """It is among the files found, and the error names it once."""
        world.layer("VK_LAYER_TEST_a")
        odd = world.folder / "layers/odd.json"
        odd.mkdir()

        lines = said(program, world, "layer,error", LAYERS)

        begin = lines.index(
            "Found the following files:", lines.index("Searching for explicit layer manifest files")
        )
        assert lines[begin + 1 : begin + 3] == [str(world.folder / "layers/VK_LAYER_TEST_a.json"), str(odd)]
        errors = [line for line in lines if "not a regular file" in line]
        assert [line.count(str(odd)) for line in errors] == [1]

    def test_links_and_places(self, program: Program, world: MockWorld) -> None:
        """A link to nothing is among the files found; a place that cannot be read or is no folder is none."""
        folder = world.folder / "layers"
        for name in ("nothing.json", "place"):
            (folder / name).symlink_to(folder / name if name == "place" else "/nowhere")
        (folder / "file").touch()
        places = ":".join((f"{folder}//", f"{folder}/place", f"{folder}/file", f"{folder}/gone.json"))

        lines = said(program, world, "layer", LAYERS, VK_LAYER_PATH=places)

        begin = lines.index("Searching for explicit layer manifest files")
        assert lines[begin + 2 : begin + 8] == [
            str(folder),
            f"{folder}/place",
            f"{folder}/file",
            f"{folder}/gone.json",
            "Found the following files:",
            f"{folder}/nothing.json",
        ]
        assert not lines[begin + 8 :]

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

    def test_two_layers_of_a_manifest(self, program: Program, world: MockWorld) -> None:
        """Each that is left out has its warning; what is wrong with the whole manifest has one."""
        layer = {"type": "GLOBAL", "library_path": "x", "implementation_version": "1", "description": ""}
        both = [layer, layer]
        for name, body in (
            ("members", {"file_format_version": "1.1.2", "layers": both}),
            ("whole", {"layers": [{**each, "name": "VK_LAYER_TEST_a"} for each in both]}),
        ):
            (world.folder / f"layers/{name}.json").write_text(json.dumps(body), encoding="utf-8")

        lines = said(program, world, "warn", LAYERS)

        assert sum('"name" is missing; the layer is left out' in line for line in lines) == 2
        assert sum('"file_format_version" is missing; the layer' in line for line in lines) == 1

    def test_a_meta_layer_without_a_component(self, program: Program, world: MockWorld) -> None:
        """It is not listed, so that its fault is named."""
        world.layer_manifest("VK_LAYER_TEST_m", "", component_layers=["VK_LAYER_TEST_gone"])
        manifest = world.folder / "layers/VK_LAYER_TEST_m.json"
        without(manifest, "layer", "library_path")

        lines = said(program, world, "warn,layer", LAYERS)

        assert sum('the component "VK_LAYER_TEST_gone" is not found' in line for line in lines) == 1
        assert f"Found explicit meta-layer VK_LAYER_TEST_m in {manifest}, left out" in lines

    @pytest.mark.parametrize("script", [LAYERS, EXTENSIONS], ids=["layers", "extensions"])
    def test_an_override_layer_without_a_component(
        self, program: Program, world: MockWorld, script: str
    ) -> None:
        """Each listing says that it is not applied, because the search for layers is another one without it."""
        name, components = "VK_LAYER_LUNARG_override", ["VK_LAYER_TEST_gone"]
        world.implicit(name, keys={"component_layers": components, "override_paths": ["/nowhere"]})
        without(world.folder / f"implicit/{name}.json", "layer", "library_path")

        lines = said(program, world, "warn", script)

        assert ["so the layer is not applied" in line for line in lines] == [True]

    def test_a_layer_that_a_release_lists(self, program: Program, world: MockWorld) -> None:
        """What a release lists after reading it in part is not called left out; the warning remains."""
        world.layer("VK_LAYER_TEST_a")
        manifest = world.folder / "layers/VK_LAYER_TEST_a.json"
        without(manifest, "layer", "api_version")

        lines = said(program, world, "warn,layer", LAYERS, REFLOADER_AGE="1.4.335", VK_INSTANCE_LAYERS="")

        assert sum('the required key "api_version" is missing' in line for line in lines) == 1
        assert f"Found explicit layer VK_LAYER_TEST_a in {manifest}, not active" in lines
        assert not any("left out" in line for line in lines)

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

    def test_a_named_file_that_cannot_be_opened(self, program: Program, world: MockWorld) -> None:
        """It is among the files found, unlike one that is missing."""
        folder = world.folder
        (folder / "odd.json").mkdir()
        named = f"{folder}/plain.json:{folder}/odd.json:{folder}/gone.json"

        lines = said(program, world, "driver", EXTENSIONS, VK_DRIVER_FILES=named)

        begin = lines.index("Found the following files:")
        assert lines[begin + 1 : begin + 3] == [f"{folder}/plain.json", f"{folder}/odd.json"]
        assert f"{folder}/gone.json" not in lines[begin:]

    @pytest.mark.parametrize(("text", "why"), [("{", "not JSON"), (None, "does not exist")])
    def test_a_file_that_cannot_be_read(
        self, program: Program, world: MockWorld, text: str | None, why: str
    ) -> None:
        """It is an error, as when an instance is created."""
        world.driver("other")
        manifest = world.folder / "other.json"
        manifest.unlink()
        if text is not None:
            manifest.write_text(text, encoding="utf-8")

        lines = said(program, world, "error", EXTENSIONS)

        assert ["other.json" in line and why in line for line in lines] == [True]
        assert said(program, world, "error", LAYERS) == []


class TestSettingsFiles:
    """A settings file requests messages of listings, too."""

    def test_its_kinds(self, program: Program, world: MockWorld) -> None:
        """They are printed without VK_LOADER_DEBUG; no driver's manifest is read for layers."""
        world.layer("VK_LAYER_TEST_a")
        without(world.folder / "layers/VK_LAYER_TEST_a.json", "layer", "api_version")
        layers = [{"control": "unordered_layer_location"}]
        settings(
            world,
            {
                "file_format_version": "1.0.0",
                "settings": {
                    "stderr_log": ["error", "warn"],
                    "layers": layers,
                    "additional_drivers": [{"path": "/gone.json"}],
                },
            },
        )

        assert ["the layer is left out" in line for line in said(program, world, "", LAYERS)] == [True]

    def test_a_listed_manifest_that_cannot_be_opened(self, program: Program, world: MockWorld) -> None:
        """It is among the files of its folder if that is searched, too; one that is missing is not."""
        folder = world.folder / "layers"
        (folder / "odd.json").mkdir()
        layers = [
            {"name": "VK_LAYER_a", "path": str(folder / "odd.json"), "control": "on"},
            {"name": "VK_LAYER_b", "path": str(folder / "gone.json"), "control": "on"},
            {"control": "unordered_layer_location"},
        ]
        settings(world, {"file_format_version": "1.0.0", "settings": {"layers": layers}})

        lines = said(program, world, "layer", LAYERS)

        begin = lines.index("Found the following files:")
        assert lines[begin + 1] == str(folder / "odd.json")
        assert str(folder / "gone.json") not in lines

    def test_it_is_no_json(self, program: Program, world: MockWorld) -> None:
        """Each listing says so, as it has no effect on any."""
        path = settings(world, None)

        assert [f"{path}: not JSON" in line for line in said(program, world, "error", LAYERS)] == [True]
        assert [f"{path}: not JSON" in line for line in said(program, world, "error", EXTENSIONS)] == [True]


class TestPreInstanceLayers:
    """The search for implicit layers comes before a layer that intercepts the command."""

    def test_one_that_cannot_be_opened(self, program: Program, world: MockWorld) -> None:
        """What is left out is said once of vkEnumerateInstanceVersion."""
        functions = {"vkEnumerateInstanceVersion": "gone"}
        world.implicit("VK_LAYER_TEST_p", keys={"pre_instance_functions": functions})
        world.implicit("VK_LAYER_TEST_q")
        without(world.folder / "implicit/VK_LAYER_TEST_q.json", "layer", "api_version")

        lines = said(program, world, "warn", LISTS.format("Version").replace(", None", ""))

        assert ["the layer is left out" in line for line in lines] == [True]

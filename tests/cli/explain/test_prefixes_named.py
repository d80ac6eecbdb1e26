"""A variable for folders of manifests that names the prefix of an installation, or a base folder, instead."""

import json
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from verbs import Run

NAME = "VK_LAYER_ACME_own"
ENTRIES = [Symbol("vkGetInstanceProcAddr"), Symbol("vkGetDeviceProcAddr")]


def install(folder: Path, name: str = NAME) -> None:
    """A manifest with its library in a folder."""
    layer = {"name": name, "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1"}
    layer |= {"description": "a layer", "library_path": "./libown.so"}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps({"file_format_version": "1.0.0", "layer": layer}))
    (folder / "libown.so").write_bytes(elf(ENTRIES))


def answer(run: Run, *options: str) -> str:
    """The text of the answer, for a program that asks for the layer."""
    return run("explain", "--no-run", "--request", NAME, *options, NAME).stdout


@pytest.mark.parametrize(
    "below", ["explicit_layer.d", "vulkan/explicit_layer.d", "share/vulkan/explicit_layer.d"]
)
@pytest.mark.parametrize("variable", ["VK_ADD_LAYER_PATH", "VK_LAYER_PATH"])
def test_the_folder_is_named(run: Run, tmp_path: Path, variable: str, below: str) -> None:
    """In the place of the prefix, which has no manifest; the sentence says what is wrong with it."""
    install(tmp_path / below)

    text = answer(run, "--env", f"{variable}={tmp_path}")

    assert f'{variable} names "{tmp_path}", and a loader reads no folders in that' in text
    assert f"export {variable}={tmp_path / below}\n" in text


def test_a_folder_of_another_layer_remains(run: Run, tmp_path: Path) -> None:
    """Programs would lose that layer."""
    install(tmp_path, "VK_LAYER_ACME_neighbour")
    install(tmp_path / "vulkan/explicit_layer.d")

    text = answer(run, "--env", f"VK_ADD_LAYER_PATH={tmp_path}")

    assert f"export VK_ADD_LAYER_PATH={tmp_path}:{tmp_path}/vulkan/explicit_layer.d\n" in text

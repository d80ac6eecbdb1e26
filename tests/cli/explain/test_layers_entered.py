"""Which layers vkCreateInstance enters by ``explain --format json``, and what it then returns."""

import json
from pathlib import Path
from typing import Any

import pytest
from elf_files import Symbol, elf
from verbs import Run, checked_json

NAME = "VK_LAYER_TEST_a"
EXPORTS = ("vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion")
CRASHING = {"disable_environment": {"DISABLE_A": "1"}, "enable_environment": {}}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a driver that can be loaded, and a layer whose library is missing."""
    vulkan = tmp_path / "usr/share/vulkan"
    for folder in ("icd.d", "explicit_layer.d", "implicit_layer.d"):
        (vulkan / folder).mkdir(parents=True)
    (vulkan / "icd.d/libtest.so").write_bytes(elf([Symbol(each) for each in EXPORTS]))
    driver = {"library_path": "./libtest.so", "api_version": "1.3.0"}
    (vulkan / "icd.d/test.json").write_text(json.dumps({"file_format_version": "1.0.1", "ICD": driver}))
    write(vulkan / "explicit_layer.d/a.json", NAME, library_path="./libgone.so")
    return tmp_path


def write(path: Path, name: str, **more: Any) -> None:
    """Write a layer's manifest."""
    layer = {"name": name, "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", **more}
    text = json.dumps({"file_format_version": "1.2.0", "layer": {"description": "a layer", **layer}})
    path.write_text(text)


def asked(run: Run, root: Path, *options: str) -> dict[str, Any]:
    """The document of a tree."""
    document: dict[str, Any] = checked_json(
        run("explain", "--root", str(root), "--format", "json", *options), "explain-1"
    )
    return document


@pytest.mark.parametrize(
    ("release", "result"), [("1.2.135", "VK_SUCCESS"), ("1.3.250", "VK_ERROR_LAYER_NOT_PRESENT")]
)
def test_a_requested_layer_without_its_library(run: Run, root: Path, release: str, result: str) -> None:
    """It fails vkCreateInstance (NEGOTIATE-LAYER-06), but for releases that pass it over; none enters it."""
    document = asked(run, root, "--request", NAME, "--as-loader", release)

    assert (document["result"], document["entered"], document["chain"]) == (result, [], [NAME])


def test_an_override_layer_without_components(run: Run, root: Path) -> None:
    """It has no library: no chain has it, though it is active."""
    path = root / "usr/share/vulkan/implicit_layer.d/VkLayer_override.json"
    write(
        path,
        "VK_LAYER_LUNARG_override",
        component_layers=[],
        override_paths=["/opt"],
        disable_environment={"D": "1"},
    )

    document = asked(run, root, "--as-loader", "1.3.250")

    assert (document["chain"], document["entered"]) == ([], [])
    assert [each["active"] for each in document["layers"] if each["name"].endswith("override")] == [True]


def test_a_manifest_on_which_the_release_crashes(run: Run, root: Path) -> None:
    """That is what is said of its layer, and not that its folder is not searched."""
    write(
        root / "usr/share/vulkan/implicit_layer.d/b.json",
        "VK_LAYER_TEST_b",
        library_path="./libb.so",
        **CRASHING,
    )

    answer = asked(run, root, "VK_LAYER_TEST_b", "--as-loader", "1.3.250")["answers"][0]

    assert "the loader crashes on" in answer["why"]
    assert "does not search" not in answer["why"]


def test_another_layer_where_the_release_crashes(run: Run, root: Path) -> None:
    """No layer is entered, as far as is known; of a layer that nothing defines that is said, and not the crash."""
    (root / "usr/share/vulkan/explicit_layer.d/libgood.so").write_bytes(
        elf([Symbol("vkGetInstanceProcAddr")])
    )
    write(
        root / "usr/share/vulkan/explicit_layer.d/good.json",
        "VK_LAYER_TEST_good",
        library_path="./libgood.so",
    )
    write(
        root / "usr/share/vulkan/implicit_layer.d/b.json",
        "VK_LAYER_TEST_b",
        library_path="./b.so",
        **CRASHING,
    )
    options = ("--request", "VK_LAYER_TEST_good", "--as-loader", "1.3.250")

    document = asked(run, root, "VK_LAYER_TEST_god", *options)

    assert (document["result"], document["entered"]) == ("unknown", [])
    assert "VK_LAYER_TEST_good" in document["answers"][0]["why"]
    assert "crashes" not in document["answers"][0]["why"]

"""``explain`` of manifests whose values say nothing, and which loaders use all the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from staged import driver, library
from verbs import Run

NAME = "VK_LAYER_TEST_all"
EMPTY = '"component_layers" names no layer; a meta-layer needs at least one'


def put(root: Path, folder: str = "usr/share", **changes: Any) -> None:
    """Write the manifest of an explicit layer; a key with None is left out."""
    layer = {
        "name": NAME,
        "type": "GLOBAL",
        "library_path": "/usr/lib/libVkLayer_all.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer",
        **changes,
    }
    path = root / folder / "vulkan/explicit_layer.d/all.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {key: value for key, value in layer.items() if value is not None}
    path.write_text(json.dumps({"file_format_version": "1.2.0", "layer": kept}))


def put_empty(root: Path, folder: str = "usr/share", **changes: Any) -> None:
    """Write the manifest of a meta-layer without components."""
    put(root, folder, library_path=None, component_layers=[], **changes)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a driver and the library of a layer."""
    root = tmp_path / "root"
    driver(root)
    library(root, "libVkLayer_all.so")
    return root


@pytest.fixture
def answer(run: Run, root: Path) -> Any:
    """The text on the layer, which a variable requests unless the words say otherwise."""

    def asked(*words: str) -> str:
        return run("explain", "--root", str(root), NAME, "--env", f"VK_INSTANCE_LAYERS={NAME}", *words).stdout

    return asked


@pytest.mark.rule("AMB-META-EMPTY", "META-01")
class TestMetaLayerWithoutComponents:
    """It is listed and a request for it has no effect; what is missing are the components."""

    @pytest.mark.parametrize("words", [(), ("--as-loader", "1.4.335"), ("--as-loader", "1.2.162")])
    def test_requested(self, root: Path, answer: Any, words: tuple[str, ...]) -> None:
        """The same is said of every release, as a request has no effect on any."""
        put_empty(root)

        assert answer(*words).startswith(f"{NAME} is not active: {EMPTY}\n  META-01")

    def test_an_edition_without_meta_layers(self, root: Path, answer: Any) -> None:
        """Components would not help there."""
        put_empty(root)

        assert answer("--edition", "2016").startswith(
            f"{NAME} is not active: a 1.0 loader knows no meta-layers"
        )

    def test_another_fault(self, root: Path, answer: Any) -> None:
        """What keeps the manifest from being used comes first."""
        put_empty(root, api_version="1.1.3.0")

        assert answer().startswith(f'{NAME} is not active: "api_version" "1.1.3.0" is of variant 1')

    def test_behind_a_layer_of_its_name(self, root: Path, answer: Any) -> None:
        """The first manifest of a name counts."""
        put(root, "etc")
        put_empty(root)

        assert answer().startswith(f"{NAME} is active: VK_INSTANCE_LAYERS names it")

    def test_no_change_is_proposed_that_has_no_effect(self, root: Path, answer: Any) -> None:
        """Nor does the whole explanation have a list of nothing."""
        put_empty(root)

        text = answer("--env", "VK_INSTANCE_LAYERS", "-v")

        assert "stands for no layer\n" in text
        assert "smallest change" not in text


@pytest.mark.rule("AMB-API-LOOSE")
class TestVersions:
    """A layer whose version is none is active, and the answer says that its manifest is wrong."""

    @pytest.mark.parametrize("key", ["api_version", "implementation_version"])
    def test_an_empty_version(self, root: Path, answer: Any, key: str) -> None:
        """The key is named."""
        put(root, **{key: ""})

        text = " ".join(answer().split())

        assert text.startswith(f"{NAME} is active: ")
        assert f'its manifest has an error: "{key}" is an empty string' in text.replace(
            'is "",', "is an empty string,"
        )

    def test_of_a_driver(self, run: Run, root: Path) -> None:
        """A driver with a version that is none is used, which explain and doctor say with the error."""
        path = "/usr/share/vulkan/icd.d/x.json"
        manifest = root / path[1:]
        manifest.write_text(manifest.read_text().replace('"1.3.0"', '"newest"'))
        error = '"api_version" is "newest", which counts as 0.0.0'

        explained = run("explain", "--root", str(root), path)
        examined = " ".join(run("doctor", "--root", str(root)).stdout.split())

        assert explained.stdout.startswith(f"{path} is used: its manifest has an error: {error}")
        assert explained.exit_code == 0
        assert f'"{path}" has an error, and loaders use it all the same: {error}' in examined

    def test_numbers_that_are_another_api(self, root: Path, answer: Any) -> None:
        """What is not written in the text is not said to be."""
        put(root, api_version="-1.0.0")

        assert '"api_version" "-1.0.0" counts as 7.127.0.0 and is of variant 7' in " ".join(answer().split())

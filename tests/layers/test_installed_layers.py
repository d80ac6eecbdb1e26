"""Finding a layer of the machine by its name."""

import json
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library
from refloader.suite.subjects.installed_layers import installed_layer

NAME = "VK_LAYER_TEST_installed"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which only this folder has layers."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    installed_layer.cache_clear()
    return tmp_path / "vulkan" / "explicit_layer.d"


def install(folder: Path, library: str) -> str:
    """Put a manifest there."""
    folder.mkdir(parents=True)
    layer = {"name": NAME, "type": "GLOBAL", "library_path": library, "api_version": "1.3.0"}
    layer |= {"implementation_version": "1", "description": "a layer"}
    path = folder / "one.json"
    path.write_text(json.dumps({"file_format_version": "1.1.2", "layer": layer}))
    return str(path)


def test_a_layer_that_is_installed(home: Path) -> None:
    """It is found where a loader would find it."""
    library = mock_library("mock_layer")
    if library is None:
        pytest.skip("the mock layer is not built (install with a C compiler)")
    manifest = install(home, library)

    found = installed_layer(NAME)

    assert found is not None
    assert (found.name, found.manifest) == (NAME, manifest)


def test_a_layer_that_cannot_be_run(home: Path) -> None:
    """Without its library it is of no use."""
    install(home, "/nowhere/libone.so")

    assert installed_layer(NAME) is None


@pytest.mark.usefixtures("home")
def test_a_layer_that_is_not_installed() -> None:
    """There is none of that name."""
    assert installed_layer(NAME) is None

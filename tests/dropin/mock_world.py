"""A folder of mock drivers and layers, shown to a loader through variables. Never runs anything."""

import json
import shutil
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library


class MockWorld:
    """Drivers and layers with copies of the mock libraries; ``variables`` show exactly these to a loader."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._drivers: list[str] = []
        self._layers: list[str] = []
        (folder / "layers").mkdir(parents=True)

    def driver(self, name: str, **flags: str) -> Path:
        """A driver with these flags; gives the path of its library."""
        library = self._library("mock_icd", self.folder / f"lib{name}.so", {"name": name, **flags})
        self.driver_manifest(name, str(library))
        return library

    def driver_manifest(self, name: str, library_path: str) -> None:
        """A driver's manifest that points at anything."""
        body = {"file_format_version": "1.0.0", "ICD": {"library_path": library_path, "api_version": "1.3.0"}}
        self._drivers.append(_write(self.folder / f"{name}.json", body))

    def layer(self, name: str, **flags: str) -> Path:
        """A layer that every instance asks for, with these flags; gives the path of its library."""
        library = self.folder / "layers" / f"lib{name}.so"
        self._library("mock_layer", library, {"name": name, **flags})
        self.layer_manifest(name, str(library))
        return library

    def layer_manifest(self, name: str, library_path: str, **keys: object) -> None:
        """A manifest of a layer that every instance asks for, which points at anything and says this as well."""
        layer = {
            "name": name,
            "type": "GLOBAL",
            "library_path": library_path,
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "A layer for tests",
            "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "vkNegotiateLoaderLayerInterfaceVersion"},
            **keys,
        }
        _write(self.folder / "layers" / f"{name}.json", {"file_format_version": "1.1.2", "layer": layer})
        self._layers.append(name)

    @property
    def variables(self) -> dict[str, str]:
        """What a loader has to be given to see these drivers and layers alone."""
        nowhere = str(self.folder / "nowhere")
        places = ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")
        return {
            **dict.fromkeys(places, nowhere),
            "VK_DRIVER_FILES": ":".join(self._drivers),
            "VK_LAYER_PATH": str(self.folder / "layers"),
            "VK_INSTANCE_LAYERS": ":".join(self._layers),
            "NODEVICE_SELECT": "1",
        }

    def _library(self, mock: str, target: Path, flags: dict[str, str]) -> Path:
        source = mock_library(mock)
        if source is None:
            pytest.skip("this installation has no mock libraries: it was made without a C compiler")
        shutil.copy(source, target)
        lines = "".join(f"{key}={value}\n" for key, value in flags.items())
        Path(f"{target}.flags").write_text(lines, encoding="utf-8")
        return target


def _write(path: Path, body: object) -> str:
    path.write_text(json.dumps(body), encoding="utf-8")
    return str(path)

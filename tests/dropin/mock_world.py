"""A folder of mock drivers and layers, shown to a loader through variables. Never runs anything."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from refloader.native.mocks import mock_library

NO_KEYS: Mapping[str, object] = MappingProxyType({})


class MockWorld:
    """Drivers and layers with copies of the mock libraries; ``variables`` show exactly these to a loader."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._drivers: list[str] = []
        self._layers: list[str] = []
        (folder / "layers").mkdir(parents=True)
        (folder / "implicit").mkdir()

    def driver(
        self, name: str, mock: str = "mock_icd", keys: Mapping[str, object] = NO_KEYS, **flags: str
    ) -> Path:
        """A driver with these flags, its manifest with these keys; gives the path of its library."""
        library = self.library(f"lib{name}.so", mock, name=name, **flags)
        self.driver_manifest(name, str(library), **keys)
        return library

    def driver_manifest(self, name: str, library_path: str, **keys: object) -> None:
        """A driver's manifest that points at anything."""
        icd = {"library_path": library_path, "api_version": "1.3.0", **keys}
        body = {"file_format_version": "1.0.1", "ICD": icd}
        path = _write(self.folder / f"{name}.json", body)
        if path not in self._drivers:
            self._drivers.append(path)

    def layer(self, name: str, mock: str = "mock_layer", **flags: str) -> Path:
        """A layer that every instance asks for, with these flags; gives the path of its library."""
        library = self.library(f"layers/lib{name}.so", mock, name=name, **flags)
        self.layer_manifest(name, str(library))
        return library

    def implicit(
        self, name: str, mock: str = "mock_layer", keys: Mapping[str, object] = NO_KEYS, **flags: str
    ) -> Path:
        """An implicit layer with these flags, its manifest with these keys; gives the path of its library."""
        library = self.library(f"implicit/lib{name}.so", mock, name=name, **flags)
        body = _layer(name, str(library), {"disable_environment": {f"DISABLE_{name}": "1"}, **keys})
        _write(self.folder / "implicit" / f"{name}.json", body)
        return library

    def layer_manifest(self, name: str, library_path: str, **keys: object) -> None:
        """A manifest of a layer that every instance asks for, which points at anything and says this as well."""
        _write(self.folder / "layers" / f"{name}.json", _layer(name, library_path, keys))
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
            "VK_IMPLICIT_LAYER_PATH": str(self.folder / "implicit"),
            "VK_INSTANCE_LAYERS": ":".join(self._layers),
            "NODEVICE_SELECT": "1",
        }

    def library(self, path: str, mock: str, **flags: str) -> Path:
        """A copy of a mock library in this folder, with these flags."""
        target = self.folder / path
        source = mock_library(mock)
        if source is None:
            pytest.skip("this installation has no mock libraries: it was made without a C compiler")
        shutil.copy(source, target)
        lines = "".join(f"{key}={value}\n" for key, value in flags.items())
        Path(f"{target}.flags").write_text(lines, encoding="utf-8")
        return target


def _layer(name: str, library_path: str, keys: Mapping[str, object]) -> dict[str, object]:
    negotiate = "vkNegotiateLoaderLayerInterfaceVersion"
    layer = {
        "name": name,
        "type": "GLOBAL",
        "library_path": library_path,
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer for tests",
        "functions": {negotiate: negotiate},
        **keys,
    }
    return {"file_format_version": "1.1.2", "layer": layer}


def _write(path: Path, body: object) -> str:
    path.write_text(json.dumps(body), encoding="utf-8")
    return str(path)

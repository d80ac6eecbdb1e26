"""What a scenario has where nothing is said: the manifest of a library beside it, and the name of a mock.

The evidence of a case that passed says only what differs from this.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache

from refloader.scenario.scenario import Library


def plain_library(path: str, mock: str) -> Library:
    """Return the library that a world puts at a path for a driver or a layer of its name."""
    return Library(mock, {"name": path.rpartition("/")[2].removeprefix("lib").removesuffix(".so")})  # type: ignore[arg-type]


def plain_files(paths: Iterable[str], mocks: Mapping[str, str]) -> Mapping[str, bytes]:
    """Return the manifests that a world writes for the libraries beside them; other files are empty."""
    return {path: _plain_file(path, mocks) for path in paths}


def _plain_file(path: str, mocks: Mapping[str, str]) -> bytes:
    folder, _, file = path.rpartition("/")
    stem = file.removesuffix(".json")
    for name in (stem, stem.removesuffix("_icd")):
        library = f"{folder}/lib{name}.so"
        if (mock := mocks.get(library)) is not None:
            kind = mock.partition("_")[0]
            return _plain_manifest(kind, name, library, "implicit" in folder)
    return b""


@cache
def _plain_manifest(kind: str, name: str, library: str, implicit: bool) -> bytes:
    if kind == "driver":
        driver = {"library_path": library, "api_version": "1.3.0"}
        return json.dumps({"file_format_version": "1.0.0", "ICD": driver}, indent=2).encode()
    layer: dict[str, object] = {
        "name": name,
        "type": "GLOBAL",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer for tests",
        "library_path": library,
    }
    if implicit:
        layer["disable_environment"] = {f"DISABLE_{name}": "1"}
    return json.dumps({"file_format_version": "1.1.2", "layer": layer}, indent=2).encode()

"""The manifests that a run gives its loader: any layer as an explicit one, and drivers, with full paths. Pure."""

import json
from collections.abc import Mapping
from typing import Any

from refloader.core.json import reader

_OF_IMPLICIT = frozenset(
    {"disable_environment", "enable_environment", "pre_instance_functions", "app_keys", "blacklisted_layers"}
)
"""Keys that only implicit layers have: the application enables an explicit one."""

_OF_META = frozenset({"component_layers", "override_paths"})
_FORMAT = "1.1.2"
API = "1.3.0"
"""The version that is written if the real one is unknown."""

Entry = Mapping[str, reader.JsonValue]


def explicit(data: bytes, name: str, library: str) -> bytes:
    """Return a manifest with the layer of this name alone, as an explicit layer with its library at this path.

    All other fields stay as they are, invalid ones too. If the manifest has no such layer, the result is that of
    ``for_library``.
    """
    document = reader.read(data)
    root = document.value if document.valid and isinstance(document.value, dict) else {}
    entry = next((each for each in _entries(root) if each.get("name") == name), None)
    if entry is None:
        return for_library(library, name)
    kept = {key: value for key, value in entry.items() if key not in _OF_IMPLICIT | _OF_META}
    return _written(root.get("file_format_version", _FORMAT), {**kept, "library_path": library})


def for_library(library: str, name: str, functions: Mapping[str, str] | None = None) -> bytes:
    """Return a manifest for a layer that came without one; ``functions`` has the library's names for functions."""
    entry = {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": API,
        "implementation_version": "1",
        "description": "A layer that came without a manifest",
    }
    return _written(_FORMAT, {**entry, **({"functions": dict(functions)} if functions else {})})


def for_driver(library: str, api_version: str = API) -> bytes:
    """Return a driver's manifest. It declares no portability driver: only programs that ask for those find them."""
    root = {"file_format_version": "1.0.0", "ICD": {"library_path": library, "api_version": api_version}}
    return json.dumps(root).encode("utf-8", "surrogateescape")


def _entries(root: Entry) -> list[Entry]:
    several = root.get("layers")
    found = several if isinstance(several, list) else [root.get("layer")]
    return [each for each in found if isinstance(each, dict)]


def _written(version: reader.JsonValue, entry: Mapping[str, Any]) -> bytes:
    root = {"file_format_version": version, "layer": entry}
    return json.dumps(root, ensure_ascii=False).encode("utf-8", "surrogateescape")

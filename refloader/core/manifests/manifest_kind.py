"""Decides the kind of a JSON file from its folder, its name or its content."""

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.model.path_rules import rules_of
from refloader.model.place import SETTINGS_FILE, Use
from refloader.rules import decides

_FOLDERS = {
    "explicit_layer.d": Use.EXPLICIT,
    "implicit_layer.d": Use.IMPLICIT,
    "icd.d": Use.DRIVER,
    "loader_settings.d": Use.SETTINGS,
}
_SWITCHES = ("disable_environment", "enable_environment")
STANDARD_BASES = tuple(
    f"{base}/vulkan" for base in ("/etc/xdg", "/usr/local/etc", "/etc", "/usr/local/share", "/usr/share")
)
"""The system-wide folders of installed manifests; folders of users are not included."""


@decides("DISC-GEN-06")
def use_of_folder(path: str) -> Use | None:
    """Return the use of the manifests in a folder by the folder's name, or None for any other folder."""
    return _FOLDERS.get(rules_of(path).split(path.rstrip("/"))[1])


def kind_of(value: JsonValue, path: str) -> Use:
    """Return the use for which a file is checked: by its folder, else by its name, else by its content.

    A layer outside of the standard folders counts as implicit if it names a variable that switches it on or off.
    """
    folder, name = rules_of(path).split(path)
    use = use_of_folder(folder)
    if use is not None:
        return use
    if name == SETTINGS_FILE:
        return Use.SETTINGS
    if not isinstance(value, dict):
        return Use.EXPLICIT
    if "ICD" in value or (_layerless(value) and any(key.lower() == "icd" for key in value)):
        return Use.DRIVER
    if ("settings" in value or "settings_array" in value) and _layerless(value):
        return Use.SETTINGS
    entries = value.get("layers")
    layers = entries if isinstance(entries, list) else [value.get("layer")]
    implicit = any(isinstance(layer, dict) and any(key in layer for key in _SWITCHES) for layer in layers)
    return Use.IMPLICIT if implicit else Use.EXPLICIT


def _layerless(value: dict[str, JsonValue]) -> bool:
    return "layer" not in value and "layers" not in value


def apparent_value(document: reader.Document | None) -> JsonValue:
    """Return the value of a document, or what it is apparently meant to be if it is not valid."""
    if document is None or document.valid:
        return document.value if document is not None else None
    repaired = reader.repair(document.data)
    if repaired is not None:
        return reader.read(repaired).value
    return {"ICD": None} if b'"ICD"' in document.data and b'"layer' not in document.data else None

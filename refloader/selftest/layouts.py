"""Writes mocks to disk as a vendor would install them: a folder with the manifest, the library and its flags.

Does not run the mocks.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refloader.native.mocks import mock_library
from refloader.selftest.copying import copy_hiding
from refloader.selftest.mutants.of_mocks import Kind, Recipe

LIBRARY = "libsubject.so"


@dataclass(frozen=True, slots=True)
class _Plain:
    """The unmodified manifest of a kind of subject, and the flags of its mock.

    ``holder`` is the name of the object in the manifest that has the fields.
    """

    version: str
    holder: str
    fields: Mapping[str, Any]
    flags: Mapping[str, str]


_NAME = "VK_LAYER_MOCK_subject"
_LAYER = {
    "name": _NAME,
    "type": "GLOBAL",
    "library_path": f"./{LIBRARY}",
    "api_version": "1.3.250",
    "implementation_version": "1",
    "description": "a mock layer",
}
_DRIVER = {"library_path": f"./{LIBRARY}", "api_version": "1.3.250"}
_PLAIN: Mapping[Kind, _Plain] = {
    "layer": _Plain("1.2.1", "layer", _LAYER, {"name": _NAME, "ask": "early"}),
    "driver": _Plain("1.0.1", "ICD", _DRIVER, {"name": "subject", "driver_id": "1000"}),
}
_DISABLE = {"disable_environment": {"MOCK_DISABLE": "1"}}


class NoMockError(Exception):
    """This installation was built without the mocks."""


def lay_out(recipe: Recipe, name: str, folder: str) -> str:
    """Write the layer or driver into a new folder below ``folder`` and return the path of its manifest.

    Raises:
        NoMockError: the mock that the recipe needs was not built.
        OSError: the files cannot be written.
    """
    place = os.path.join(folder, name)
    os.mkdir(place)
    if recipe.library:
        _put_library(recipe, os.path.join(place, _library_name(recipe)))
    for file, text in recipe.beside.items():
        _write(os.path.join(place, file), text)
    manifest = os.path.join(place, recipe.file or f"{name}.json")
    _write(manifest, manifest_text(recipe))
    return manifest


def manifest_text(recipe: Recipe) -> str:
    """Return the text of the recipe's manifest."""
    return recipe.text or json.dumps(_manifest(recipe), indent=2)


def _library_name(recipe: Recipe) -> str:
    """Return the file name of the library: the one in the manifest, unless the recipe writes another file there."""
    key = f"{_PLAIN[recipe.kind].holder}.library_path"
    named = os.path.basename(recipe.manifest.get(key, LIBRARY))
    return LIBRARY if named in recipe.beside else named


def _put_library(recipe: Recipe, path: str) -> None:
    built = mock_library(f"mock_{recipe.mock}")
    if built is None:
        raise NoMockError(f"the mock {recipe.mock} was not built")
    copy_hiding(built, path, recipe.hides)
    own = {**_PLAIN[recipe.kind].flags, **recipe.flags}
    rows = ((key if "." in key else f"{recipe.kind}.{key}", value) for key, value in own.items())
    _write(f"{path}.flags", "".join(f"{key}={value}\n" for key, value in rows))


def _manifest(recipe: Recipe) -> dict[str, Any]:
    plain = _PLAIN[recipe.kind]
    fields = {**plain.fields, **(_DISABLE if recipe.implicit else {})}
    made: dict[str, Any] = {"file_format_version": plain.version, plain.holder: fields}
    for key, value in recipe.manifest.items():
        holder, name = _at(made, key)
        holder[name] = value
    for key in recipe.without:
        holder, name = _at(made, key)
        del holder[name]
    return made


def _at(manifest: dict[str, Any], key: str) -> tuple[dict[str, Any], str]:
    """Return the object that contains a dotted key, and the last part of the key."""
    above, _, name = key.rpartition(".")
    return (manifest[above] if above else manifest), name


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)

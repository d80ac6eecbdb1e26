"""Builds manifest texts with dull defaults and shows what reading them brings up. Never judges.

Texts are laid out with four spaces, one member to a line, so that lines and columns can be written down:
``file_format_version`` is in line 2, the layer object starts in line 3 and its first member is in line 4.
"""

import json
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from refloader.core.json.reader import JsonValue, read
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.layer import Layer, LayerFile
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason
from refloader.rules import rule


class Missing(Enum):
    """Stands for a member that is left out."""

    MISSING = "missing"


MISSING = Missing.MISSING

ALL = "2016 2018 2022 2026"
SINCE_2018 = "2018 2022 2026"
SINCE_2022 = "2022 2026"

FOLDERS = {
    Use.EXPLICIT: "/usr/share/vulkan/explicit_layer.d",
    Use.IMPLICIT: "/usr/share/vulkan/implicit_layer.d",
    Use.DRIVER: "/usr/share/vulkan/icd.d",
}

_LAYER: dict[str, JsonValue] = {
    "name": "VK_LAYER_TEST_plain",
    "type": "GLOBAL",
    "library_path": "/usr/lib/libplain.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "A layer",
}
_SWITCH: dict[str, JsonValue] = {"DISABLE_PLAIN": "1"}
_DRIVER: dict[str, JsonValue] = {"library_path": "/usr/lib/libdriver.so", "api_version": "1.3.0"}


class Finding(NamedTuple):
    """A reason without its words: rule, severity, line and column, the editions it matters in, its weight."""

    rule: str
    severity: str
    at: tuple[int, int]
    editions: str = ALL
    rejects: bool = False


def place(use: Use) -> Place:
    """A standard folder for a use."""
    return Place(FOLDERS[use], use, Form.FOLDER, "the fixed list", rule("DISC-LINUX-01"))


def entry(use: Use = Use.EXPLICIT, **changes: JsonValue | Missing) -> dict[str, JsonValue]:
    """The object of one layer: a clean one with these members changed, added at the end, or left out."""
    switch: dict[str, JsonValue] = {"disable_environment": _SWITCH} if use is Use.IMPLICIT else {}
    return _merged({**_LAYER, **switch}, changes)


def manifest(version: JsonValue | Missing = "1.2.1", **members: JsonValue | Missing) -> bytes:
    """The text of a manifest with these members after ``file_format_version``."""
    value = _merged({}, {"file_format_version": version, **members})
    return json.dumps(value, indent=4).encode()


def layer_text(
    use: Use = Use.EXPLICIT, version: JsonValue | Missing = "1.2.1", **changes: JsonValue | Missing
) -> bytes:
    """The text of a manifest of one layer."""
    return manifest(version, layer=entry(use, **changes))


def driver_text(version: JsonValue | Missing = "1.0.1", **changes: JsonValue | Missing) -> bytes:
    """The text of a driver manifest."""
    return manifest(version, ICD=_merged(_DRIVER, changes))


def layer_file(text: bytes, use: Use = Use.EXPLICIT) -> LayerFile:
    """What a text in a folder for layers says."""
    return read_layer_file(read(text), f"{FOLDERS[use]}/test.json", place(use))


def layer(
    use: Use = Use.EXPLICIT, version: JsonValue | Missing = "1.2.1", **changes: JsonValue | Missing
) -> Layer:
    """The one layer of a manifest."""
    return only(layer_file(layer_text(use, version, **changes), use))


def layer_with(
    key: str,
    value: JsonValue | Missing,
    use: Use = Use.EXPLICIT,
    version: JsonValue | Missing = "1.2.1",
) -> Layer:
    """The one layer of a manifest with one field changed, for tests that go through several fields."""
    clean = json.loads(layer_text(use))["layer"]
    return only(layer_file(manifest(version, layer=_merged(clean, {key: value})), use))


def only(file: LayerFile) -> Layer:
    """The one layer of a file."""
    (found,) = file.layers
    return found


def driver_of(text: bytes) -> Driver:
    """What a text in a folder for drivers says."""
    return read_driver_file(read(text), f"{FOLDERS[Use.DRIVER]}/test.json", place(Use.DRIVER))


def driver(version: JsonValue | Missing = "1.0.1", **changes: JsonValue | Missing) -> Driver:
    """The driver of a manifest."""
    return driver_of(driver_text(version, **changes))


def driver_with(key: str, value: JsonValue | Missing, version: JsonValue | Missing = "1.0.1") -> Driver:
    """The driver of a manifest with one field changed."""
    return driver_of(manifest(version, ICD=_merged(_DRIVER, {key: value})))


def findings(reasons: Iterable[Reason]) -> list[Finding]:
    """The reasons without their words, in order."""
    return [
        Finding(reason.rule, reason.severity, _at(reason), years(reason.editions), reason.rejects)
        for reason in reasons
    ]


def years(editions: Iterable[Edition]) -> str:
    """Editions as they are written in the documents' names."""
    return " ".join(sorted(edition.value for edition in editions))


def facts(reasons: Iterable[Reason]) -> str:
    """The words of the reasons, for tests of what they name."""
    return "\n".join(reason.fact for reason in reasons)


def _at(reason: Reason) -> tuple[int, int]:
    span = reason.span
    assert span is not None
    return span.line, span.column


def _merged(
    base: Mapping[str, JsonValue], changes: Mapping[str, JsonValue | Missing]
) -> dict[str, JsonValue]:
    merged = {**base, **changes}
    return {key: value for key, value in merged.items() if not isinstance(value, Missing)}

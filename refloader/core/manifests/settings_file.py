"""Reads a loader settings file (2026; facts in spec: settings-file.md). Does not apply it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from refloader.core.json.reader import Document, JsonValue
from refloader.core.manifests.fields import Fields, document_reasons, shape
from refloader.model.driver import ListedDevice
from refloader.model.edition import Edition, since
from refloader.model.layer import Layer
from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Location, Reason, Severity
from refloader.model.text import quote
from refloader.rules import decides, rule

_WHY = rule("SETTINGS-05")
_E2026 = since(Edition.E2026)


Spelt: TypeAlias = "Mapping[str, Spelt]"
_OBJECT: Spelt = {
    "app_keys": {},
    "stderr_log": {},
    "layers": {"name": {}, "path": {}, "control": {}, "treat_as_implicit_manifest": {}},
    "additional_drivers": {"path": {}},
    "additional_drivers_use_exclusively": {},
    "device_configurations": {"deviceUUID": {}, "driverUUID": {}, "driverVersion": {}, "deviceName": {}},
}
_SPELT: Spelt = {"file_format_version": {}, "settings": _OBJECT, "settings_array": _OBJECT}
"""The keys of a settings file, with those of the objects below them."""


class Control(StrEnum):
    """The control setting of a layer in a settings file."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"
    UNORDERED = "unordered_layer_location"


@dataclass(frozen=True, slots=True)
class ListedLayer:
    """One element of the layers list."""

    name: str
    path: str
    control: Control
    implicit: bool
    where: Location


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings object that applies to this program.

    ``layers`` is None if the list is absent; ``lists_nothing`` is true for a list without any element.
    """

    path: str
    layers: tuple[ListedLayer, ...] | None
    messages: tuple[str, ...]
    drivers: tuple[Place, ...]
    drivers_only: bool
    devices: tuple[ListedDevice, ...]

    lists_nothing: bool = False
    ranks: Mapping[str, int] = field(default_factory=dict)
    """The position of each name in the list."""
    unlisted: int = 0
    """The position of the layers that are not in the list."""
    controls: Mapping[tuple[str, str], Control] = field(default_factory=dict)
    """The control setting of each entry by name and path; with "" as path, that of the name's first entry."""
    crash: str = ""
    """The manifest in the list that crashes a loader of some age."""

    def rank(self, name: str) -> int:
        """Return the position of a layer in the list; layers not listed are at the unordered location."""
        return self.ranks.get(name, self.unlisted)

    def place(self, layer: Layer) -> int:
        """Return the position of a layer. An entry is for the layer in its own manifest alone."""
        return self.rank(layer.name) if layer.place.source == self.path else self.unlisted

    def control(self, layer: Layer) -> Control:
        """Return the control setting of a layer, or AUTO if the file does not name it.

        Of several entries with its name, that of its own manifest counts, else the first.
        """
        listed = (layer.name, layer.place.path) if layer.place.source == self.path else (layer.name, "")
        return self.controls.get(listed, self.named(layer.name))

    def named(self, name: str) -> Control:
        """Return the control setting in the first entry of a name, or AUTO."""
        return self.controls.get((name, ""), Control.AUTO)

    @property
    def ordinary_search(self) -> bool:
        """True if the ordinary search for layers takes place."""
        return self.layers is None or any(entry.control is Control.UNORDERED for entry in self.layers)


@decides("SETTINGS-05", "SETTINGS-01", "AMB-SETTINGS-SCHEMA")
def read_settings(
    document: Document, path: str, executable: str, paths: PathRules = POSIX_PATHS
) -> tuple[Settings | None, tuple[Reason, ...]]:
    """Return the settings for a program, or None if the file has none.

    As in the field, an element of the list of layers that lacks one of its texts makes the file void.
    """
    chosen, problems = chosen_object(document, path, executable, paths)
    settings = settings_in(chosen) if chosen else None
    if chosen and not _lists_whole_layers(chosen):
        fact = 'an element of "layers" is not whole, and the file has no effect'
        chosen.warn(_WHY, fact, chosen.at("layers"), editions=_E2026)
        settings = None
    return settings, (*problems, *(chosen.reasons if chosen else ()))


def checked_settings(document: Document, path: str) -> tuple[Reason, ...]:
    """Return what is wrong with a settings file, and the keys of all its objects that look like misspelt ones."""
    reasons, found = read_settings(document, path, "")[1], list[Reason]()
    if type(document.value) is dict:
        _spell(Fields(document, path, (), document.value, path), _SPELT, found)
    told = {each.span for each in reasons}
    return (*reasons, *(each for each in found if each.span not in told))


def _spell(fields: Fields, spelt: Spelt, found: list[Reason]) -> None:
    fields.strangers(frozenset(spelt), _WHY)
    found += fields.reasons
    for key, inner in spelt.items():
        value = fields.members.get(key) if inner else None
        each = enumerate(value) if type(value) is list else [(None, value)]
        for index, member in each:
            if type(member) is dict:
                keys = (*fields.keys, key) if index is None else (*fields.keys, key, index)
                _spell(Fields(fields.document, fields.path, keys, member, fields.path), inner, found)


def chosen_object(
    document: Document,
    path: str,
    executable: str,
    paths: PathRules,
    *,
    versioned: bool = False,
    last: bool = False,
) -> tuple[Fields | None, tuple[Reason, ...]]:
    """Return the settings object for a program, not yet read, or None if the file has none.

    With ``versioned`` its file_format_version counts, whatever it is; with ``last``, the last of several that name
    the program, not the first.
    """
    problems = document_reasons(document, path, _WHY)
    root = document.value
    if not document.valid or type(root) is not dict:
        if document.valid:
            fact = f"the settings file is {shape(root)}, not an object"
            problems += (Reason(_WHY, Severity.ERROR, path, fact, editions=_E2026, rejects=True),)
        return None, problems
    top = Fields(document, path, (), root, path)
    if not versioned:
        top.required_text("file_format_version", _WHY)
    if top.rejected():
        return None, (*problems, *top.reasons)
    chosen = _choose(top, executable, last=last)
    return chosen, (*problems, *top.reasons)


def _choose(top: Fields, executable: str, *, last: bool) -> Fields | None:
    """Return the first or last settings object, of the array or single, for this program; else a general one.

    A general one has no app_keys, and the first of them counts.
    """
    single, several = top.members.get("settings"), top.members.get("settings_array")
    candidates: list[tuple[tuple[str | int, ...], JsonValue]] = []
    if type(several) is list:
        candidates += [(("settings_array", index), value) for index, value in enumerate(several)]
    if type(single) is dict:
        candidates.append((("settings",), single))
    if not candidates:
        _no_settings(top)
        return None
    objects = [
        Fields(top.document, top.path, keys, value, top.path)
        for keys, value in candidates
        if type(value) is dict
    ]
    ordered = reversed(objects) if last else objects
    by_app = (entry for entry in ordered if executable and executable in entry.texts("app_keys", _WHY))
    general = (entry for entry in objects if "app_keys" not in entry.members)
    chosen = next(by_app, None) or next(general, None)
    if chosen is None:
        top.note(_WHY, f"no entry applies to {quote(executable)}", top.at(), editions=_E2026)
    return chosen


def _no_settings(top: Fields) -> None:
    for key, kind in (("settings", "an object"), ("settings_array", "a list of objects")):
        if key in top.members:
            top.reject(_WHY, f'"{key}" is {shape(top.members[key])}', top.at(key), kind, _E2026)
            return
    top.missing("settings", _WHY, _E2026)


def settings_in(fields: Fields) -> Settings:
    """Return what a settings object says."""
    layers = _layers(fields) if "layers" in fields.members else None
    settings = Settings(
        path=fields.path,
        layers=None,
        messages=fields.texts("stderr_log", _WHY),
        drivers=_drivers(fields),
        drivers_only=fields.members.get("additional_drivers_use_exclusively") is True,
        devices=tuple(_devices(fields)),
        lists_nothing=fields.members.get("layers") == [],
    )
    return settings if layers is None else with_list(settings, layers)


def with_list(settings: Settings, layers: tuple[ListedLayer, ...]) -> Settings:
    """Return settings with this list of layers."""
    listed = [(place, each) for place, each in enumerate(layers) if each.control != Control.UNORDERED]
    unordered = (place for place, each in enumerate(layers) if each.control == Control.UNORDERED)
    return replace(
        settings,
        layers=layers,
        ranks={each.name: place for place, each in reversed(listed)},
        unlisted=next(unordered, len(layers)),
        controls={
            (each.name, path): each.control for _, each in reversed(listed) for path in (each.path, "")
        },
    )


def _lists_whole_layers(fields: Fields) -> bool:
    value = fields.members.get("layers")
    return type(value) is not list or all(_is_whole(element) for element in value)


def _is_whole(element: JsonValue) -> bool:
    if not isinstance(element, dict) or not isinstance(element.get("control"), str):
        return False
    if element["control"] == Control.UNORDERED:
        return True
    return isinstance(element.get("name"), str) and isinstance(element.get("path"), str)


def _layers(fields: Fields) -> tuple[ListedLayer, ...] | None:
    value = fields.members["layers"]
    if type(value) is not list:
        fields.warn(_WHY, f'"layers" is {shape(value)}, not a list', fields.at("layers"), editions=_E2026)
        return None
    entries = (_listed(fields, index, element) for index, element in enumerate(value))
    return tuple(entry for entry in entries if entry is not None)


def _listed(fields: Fields, index: int, element: JsonValue) -> ListedLayer | None:
    where = fields.at("layers", index)
    if type(element) is not dict:
        fields.warn(_WHY, f'"layers" holds {shape(element)}, not an object', where, editions=_E2026)
        return None
    control = element.get("control")
    if control not in tuple(Control):
        shown = quote(control) if isinstance(control, str) else shape(control)
        fact = f'"control" is {shown}' if "control" in element else f'"control" is missing{_strange(element)}'
        fields.warn(_WHY, fact, fields.at("layers", index, "control"), " or ".join(Control), _E2026)
        if not isinstance(control, str):
            return None
        control = Control.AUTO
    name, path = element.get("name"), element.get("path")
    if control != Control.UNORDERED and not (
        isinstance(name, str) and name and isinstance(path, str) and path
    ):
        fields.warn(_WHY, 'a listed layer needs "name" and "path"', where, editions=_E2026)
        if control != Control.OFF or not (name and isinstance(name, str)) or path != "":
            return None  # a layer is turned off by its name, and an empty path is a text
    implicit = element.get("treat_as_implicit_manifest") is True
    return ListedLayer(str(name or ""), str(path or ""), Control(str(control)), implicit, where)


def _strange(element: dict[str, JsonValue]) -> str:
    """Say which key of an element is none that it may have: a misspelt one, perhaps; empty if there is none."""
    strange = [key for key in element if key not in _KEYS_OF_A_LAYER]
    return f", and {quote(strange[0])} is no key of a listed layer" if strange else ""


_KEYS_OF_A_LAYER = ("name", "path", "control", "treat_as_implicit_manifest")


def _drivers(fields: Fields) -> tuple[Place, ...]:
    """Return the places of further drivers, or none if one element of the list is not whole, as in the field."""
    value = fields.members.get("additional_drivers")
    if not isinstance(value, list):
        return ()
    paths = [entry.get("path") if isinstance(entry, dict) else None for entry in value]
    if not all(isinstance(path, str) for path in paths):
        return ()
    return tuple(
        Place(path, Use.DRIVER, Form.FILE, fields.path, rule("SETTINGS-01"))
        for path in paths
        if isinstance(path, str) and path
    )


def _devices(fields: Fields) -> Iterator[ListedDevice]:
    """Yield the devices of the list. An element that is not whole lists no device; the others count."""
    value = fields.members.get("device_configurations")
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        if is_device(entry):
            yield _device(entry)
        else:
            fact = 'a listed device needs "deviceUUID" and "driverUUID" of 16 whole numbers from 0 to 255'
            fact += ' and a whole number "driverVersion"'
            fields.warn(_WHY, fact, fields.at("device_configurations", index), editions=_E2026)


def is_device(entry: JsonValue) -> bool:
    """Return whether an element of device_configurations is whole."""
    if not isinstance(entry, dict) or type(entry.get("driverVersion")) is not int:
        return False
    return all(
        isinstance(uuid := entry.get(key), list) and len(uuid) == 16 and all(_is_byte(each) for each in uuid)
        for key in ("deviceUUID", "driverUUID")
    )


def _is_byte(value: JsonValue) -> bool:
    return type(value) is int and 0 <= value < 256


def _device(entry: JsonValue) -> ListedDevice:
    assert isinstance(entry, dict)  # is_device has checked this
    device, driver, version = entry["deviceUUID"], entry["driverUUID"], entry["driverVersion"]
    assert isinstance(device, list)
    assert isinstance(driver, list)
    return ListedDevice(
        bytes(int(str(n)) for n in device),
        bytes(int(str(n)) for n in driver),
        int(str(version)),
    )

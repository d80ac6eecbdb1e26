"""What loaders of a given age take from a settings file. Facts: ``rules/ages.toml``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from refloader.core.aged.json_text import read_aged
from refloader.core.aged.values import text_of
from refloader.core.json.reader import JsonValue, read
from refloader.core.manifests.fields import Fields
from refloader.core.manifests.settings_file import (
    Control,
    Settings,
    chosen_object,
    is_device,
    read_settings,
    settings_in,
)
from refloader.core.manifests.settings_list import entries_of_files
from refloader.model.age import Age, Trait
from refloader.model.edition import Edition, since
from refloader.model.layer import Fate, Layer
from refloader.model.paths import PathRules
from refloader.model.reason import Reason
from refloader.rules import rule

_WHY = rule("SETTINGS-05")


def settings_file_of_age(
    data: bytes, path: str, executable: str, paths: PathRules, age: Age
) -> tuple[Settings | None, tuple[Reason, ...], Fate]:
    """Return the settings for a program that are in force, or None if the loader passes over the file; and its fate.

    One element of the list that is not whole makes the list void, and in most ages all that stands beside it; an
    unknown control setting counts as "auto".
    """
    document = read_aged(data, age)
    if document is None:
        return (
            None,
            read_settings(read(data), path, executable, paths)[1],
            Fate.INVALID if data else Fate.EMPTY,
        )
    root = document.value
    version = root.get("file_format_version") if isinstance(root, dict) else None
    known = version is not None and text_of(version, age) is not None
    last = age.has(Trait.LAST_SETTINGS_FOR_A_PROGRAM)
    chosen, problems = chosen_object(document, path, executable, paths, versioned=known, last=last)
    if known and isinstance(root, dict) and age.has(Trait.CRASH_ON_SETTINGS_IN_A_LIST) and _is_listed(root):
        return None, problems, Fate.CRASH
    if chosen is None:
        return None, problems, Fate.READ
    members = _members_of_age(chosen.members, age)
    if members is None and age.has(Trait.ODD_SETTINGS_LIST_DROPPED_ALONE):
        members = {key: value for key, value in chosen.members.items() if key != "layers"}
    if members is None:
        crashes = age.has(Trait.CRASH_ON_HALF_SETTINGS_ENTRY)
        return None, problems, Fate.CRASH if crashes else Fate.READ
    left = _with_devices_of_age(members, age)
    fields = Fields(document, path, chosen.keys, left, path)
    if left is not members:
        fact = 'an element of "device_configurations" is not whole, and this release drops the list'
        fields.warn(_WHY, fact, fields.at("device_configurations"), editions=since(Edition.E2026))
    return _in_force(settings_in(fields), age), (*problems, *fields.reasons), Fate.READ


def _is_listed(root: dict[str, JsonValue]) -> bool:
    """Return whether settings are in a list, or a list of them is an object or holds lists."""
    several, single = root.get("settings_array"), root.get("settings")
    if isinstance(several, list):
        first = next((each for each in several if isinstance(each, dict | list)), None)
        return isinstance(first, list) and bool(first)
    if isinstance(several, dict):
        return bool(several)
    return several is None and isinstance(single, list) and bool(single)


def _members_of_age(members: dict[str, JsonValue], age: Age) -> dict[str, JsonValue] | None:
    """Return a settings object with the list of layers that the loader makes of it, or None if it cannot."""
    if "layers" not in members or not age.has(Trait.SETTINGS_OF_WHOLE_ELEMENTS):
        return members
    value = members["layers"]
    several = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    listed = [_listed_of_age(each, age) for each in several]
    whole: list[JsonValue] = [each for each in listed if each is not None]
    return {**members, "layers": whole} if len(whole) == len(listed) else None


def _listed_of_age(element: JsonValue, age: Age) -> dict[str, JsonValue] | None:
    if not isinstance(element, dict):
        return None
    texts: dict[str, JsonValue] = {
        key: text_of(element[key], age) for key in ("name", "path", "control") if key in element
    }
    control = texts.get("control")
    if control is None:
        return None
    if control == Control.UNORDERED:
        return element
    if texts.get("name") is None or texts.get("path") is None:
        return None
    return {**element, **texts, "control": control if control in tuple(Control) else str(Control.AUTO)}


def _with_devices_of_age(members: dict[str, JsonValue], age: Age) -> dict[str, JsonValue]:
    """Return a settings object without its list of devices if the loader drops the list as a whole."""
    value = members.get("device_configurations")
    if not age.has(Trait.LAST_ODD_DEVICE_VOIDS_LIST) or not isinstance(value, list) or not value:
        return members
    if is_device(value[-1]) and all(isinstance(each, dict) for each in value):
        return members
    return {**members, "device_configurations": []}


def _in_force(settings: Settings, age: Age) -> Settings | None:
    """Return the settings that are in force, or None if the loader passes over the object."""
    if age.has(Trait.SETTINGS_WITHOUT_DRIVERS):
        settings = replace(settings, drivers=(), drivers_only=False, devices=())
    if settings.layers is None and age.has(Trait.SETTINGS_NEED_LAYERS):
        return None
    if age.has(Trait.EMPTY_SETTINGS_IGNORED) and not (
        (settings.layers is not None and not settings.lists_nothing)
        or _LOG_WORDS.intersection(settings.messages)
        or settings.drivers
        or settings.devices
    ):
        return None
    if settings.layers is None and age.has(Trait.SETTINGS_WITHOUT_LAYERS_HIDE_LAYERS):
        return replace(settings, layers=())
    return settings


_LOG_WORDS = frozenset({"all", "error", "warn", "info", "debug", "perf", "layer", "driver"})
"""The words that stderr_log may have."""


def lists_twice(settings: Settings) -> bool:
    """Return whether two entries are for one layer in one manifest, or two are places for the layers not listed."""
    entries = [
        (each.control is Control.UNORDERED) or (each.name, each.path) for each in settings.layers or ()
    ]
    return len(set(entries)) < len(entries)


def in_order_of_settings(found: Sequence[Layer], settings: Settings, age: Age) -> list[Layer]:
    """Return the layers beside a settings file, those that it does not list at the unordered location.

    Those that it lists hide all others of their name; in some ages those of one name count once for each library, one
    without a library is not hidden, or each is compared with the first of its name before and behind that location.
    """
    left = [each for each in found if not each.rejected]
    listed = {(entry.name, entry.path): place for place, entry in enumerate(settings.layers or ())}
    if age.has(Trait.SETTINGS_COMPARE_FIRST_NAMESAKE):
        left = _compared_with_first(left, settings, listed, age)
    elif age.has(Trait.SETTINGS_COUNT_LIBRARIES):
        left = _once_for_each_library(left, age)
    else:
        names = {each.name for each in left if each.place.source == settings.path}
        left = [each for each in left if each.place.source == settings.path or each.name not in names]
    files = entries_of_files(left, settings) if age.has(Trait.SETTINGS_BRING_WHOLE_FILES) else {}

    def place(layer: Layer) -> int:
        """Return the place of a layer's entry, or of that of its file."""
        own = _entry_of(layer, settings)
        of_file = files.get(layer.manifest, own) if layer.place.source == settings.path else own
        return listed.get(own, listed.get(of_file, settings.unlisted))

    return sorted(left, key=place)


def _once_for_each_library(layers: Sequence[Layer], age: Age) -> list[Layer]:
    """Return the layers, those of one name once for each library."""
    first: dict[tuple[str, str | int], Layer] = {}
    for layer in layers:
        first.setdefault((layer.name, layer.library_path if _has_twins(layer, age) else id(layer)), layer)
    return list(first.values())


def _compared_with_first(
    layers: Sequence[Layer], settings: Settings, listed: Mapping[tuple[str, str], int], age: Age
) -> list[Layer]:
    """Return the layers without repetitions of what is found.

    A layer with a library repeats the first of its name that has one, listed or found, if the libraries are the
    same; those listed behind the unordered location have a first one of their own. A meta-layer repeats any layer of
    its name.
    """
    left = _once_for_each_library([each for each in layers if each.place.source == settings.path], age)
    names = {each.name for each in left}
    first: dict[tuple[str, bool], str] = {}
    for layer in left:
        place = listed.get(_entry_of(layer, settings), 0)
        if layer.library_path:
            first.setdefault((layer.name, place < settings.unlisted), layer.library_path)
    for layer in layers:
        if layer.place.source == settings.path:
            continue
        library = layer.library_path
        libraries = [first.get((layer.name, before)) for before in (True, False)]
        if library in libraries or (layer.is_meta and not library and layer.name in names):
            continue
        if library:
            first.setdefault((layer.name, True), library)
        names.add(layer.name)
        left.append(layer)
    return left


def _has_twins(layer: Layer, age: Age) -> bool:
    """Return whether another layer of its name can be a repetition of it."""
    return bool(layer.library_path) or (layer.is_meta and not age.has(Trait.SETTINGS_REPEAT_META_LAYERS))


def _entry_of(layer: Layer, settings: Settings) -> tuple[str, str]:
    """Return the name and the path of the entry by which a layer is found; no entry's if it is found without one."""
    return (layer.name, layer.place.path) if layer.place.source == settings.path else ("", "")

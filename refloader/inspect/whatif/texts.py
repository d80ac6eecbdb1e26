"""Lists repairs of manifests' texts: of what is no JSON, misspelt or out of order. Lists edits of settings files."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue, Keys
from refloader.inspect.whatif.change import Change, ChangeKind, Question
from refloader.inspect.whatif.edits import (
    Edit,
    can_be_written,
    is_folder_of,
    rewritten,
    value_at,
    value_to_edit,
    with_mark,
)
from refloader.model.layer import Layer
from refloader.model.place import SETTINGS_FILE
from refloader.model.text import quote, some

ENTRIES = 8
"""The most entries of one name for which edits are tried; the first entries take precedence anyway."""

_OUTER = ("file_format_version", "layer", "layers", "ICD")
_INNER = (
    "name",
    "type",
    "library_path",
    "library_arch",
    "api_version",
    "implementation_version",
    "description",
    "enable_environment",
    "disable_environment",
    "component_layers",
    "is_portability_driver",
)
_OF_SETTINGS = (
    "app_keys",
    "layers",
    "stderr_log",
    "log_locations",
    "additional_drivers",
    "additional_drivers_use_exclusively",
    "device_configurations",
)
_RULES_OF_SHAPE = {"layer": "MANIFEST-LAYER-02", "layers": "MANIFEST-LAYER-03", "ICD": "MANIFEST-ICD-02"}
_CLOSE = 0.8
_LARGEST = 16 << 10

_NO_LAYER_THEN = "in a file of this format the loader then finds no layer"

_Stage = Callable[[str, bytes], Iterator[Change]]
"""Yields the repairs of the text at a path, each of which writes that file alone."""


def repairs(question: Question) -> Iterator[Change]:
    """Yield repairs of manifests that contain the name: of simple mistakes in their JSON, of misspelt keys."""
    wanted = question.name.encode("utf-8", "surrogateescape")
    for layer in question.entries[:ENTRIES]:
        data = question.texts.get(layer.manifest, b"")
        if wanted in data:
            yield from _mended(layer.manifest, data, (_ordered, _unmarked, stringified))
        else:
            yield from stringified(layer.manifest, data)
        yield from _one_kind(layer)
    for file in question.plan.unread:
        data = question.texts.get(file.path, b"")
        if wanted in data:
            yield from _ordered(file.path, data)
        for change in readable(file.path, data):
            if any(text is not None and wanted in text for _, text in change.files):
                yield change


def readable(path: str, data: bytes) -> Iterator[Change]:
    """Yield the repairs of a manifest that is no JSON, or that has keys which no loader knows."""
    from refloader.inspect.json_repair import repaired  # here, as most manifests are sound

    found = repaired(data)
    if found is None:
        yield from _mended(path, data, _STAGES)
        return
    because = f"{quote(path)} is not valid JSON: {found.why}"
    files = ((path, with_mark(data, found.data)),)
    change = Change(ChangeKind.EDIT, path, found.what, files=files, because=because, rule="LLP_LAYER_6")
    yield change
    for more in _mended(path, files[0][1], (_unmarked, renamed, _ordered)):
        yield _together(change, more, files[0][1])


def _mended(path: str, data: bytes, stages: Sequence[_Stage]) -> list[Change]:
    """Return the changes of a text by one stage each, then those by several stages, the fewest first."""
    return [change for _, change in sorted(_counted(path, data, stages), key=lambda each: each[0])]


def _counted(path: str, data: bytes, stages: Sequence[_Stage]) -> Iterator[tuple[int, Change]]:
    """Yield the changes of a text by one stage or by several, one after the other, with how many these are."""
    for index, stage in enumerate(stages):
        for change in stage(path, data):
            yield 1, change
            text = change.files[0][1]
            if text is not None and text != data:
                for count, more in _counted(path, text, stages[index + 1 :]):
                    yield count + 1, _together(change, more, text)


def _together(first: Change, more: Change, text: bytes) -> Change:
    """Return two changes of one manifest as one, where the second is made in the text that the first leaves."""
    behind = behind_layer(value_to_edit(text))  # a change of the order, which is tried if less does not help
    follows = f'{quote(behind[0])} follows "layer", and {_NO_LAYER_THEN}' if behind else ""
    told = more.because.removeprefix(quote(first.what)).strip() or follows
    because = "; and ".join(each for each in (first.because, told) if each)
    value, rule = f"{first.value}, and {more.value}", more.rule or first.rule
    return replace(more, value=value, because=because, rule=rule)


def reshaped(path: str, data: bytes) -> Iterator[Change]:
    """Yield the manifest with a list where a loader wants an object, and an object where it wants a list."""
    root = value_to_edit(data) if len(data) <= _LARGEST else None
    if isinstance(root, list) and len(root) == 1 and isinstance(root[0], dict):
        because = f"{quote(path)} is a list, and a loader wants an object"
        files: tuple[tuple[str, bytes | None], ...] = ((path, rewritten(data, root[0])),)
        text = "have the object alone, without [ ] around it"
        yield Change(ChangeKind.EDIT, path, text, files=files, because=because, rule="LLP_LAYER_6")
    if not isinstance(root, dict):
        return
    if not any(key in root for key in ("layer", "layers", "ICD")) and "library_path" in root:
        yield _wrapped(path, data, root)
    for key, value in root.items():
        entries = value if isinstance(value, list) else []
        if key == "layers" and isinstance(value, dict):
            right: dict[str, JsonValue] = {"layer": value}
            told, text = "an object, and a loader wants a list", 'have "layer" instead of "layers"'
        elif key == "layer" and entries and all(isinstance(each, dict) for each in entries):
            right = {"layer": entries[0]} if len(entries) == 1 else {"layers": entries}
            told, text = "a list, and a loader wants an object", 'have "layer" without [ ]'
            text = text if len(entries) == 1 else 'have "layers" instead of "layer"'
        elif key in ("ICD", "ICDs") and len(entries) == 1 and isinstance(entries[0], dict):
            right = {"ICD": entries[0]}
            told, text = "a list, and a loader wants an object", 'have "ICD" without [ ]'
            told = told if key == "ICD" else f'{told} "ICD": a file names one driver'
        else:
            continue
        rest = {k: v for k, v in root.items() if k not in (key, *right)}
        files = ((path, rewritten(data, {**rest, **right})),)
        because = f'"{key}" in {quote(path)} is {told}'
        yield Change(
            ChangeKind.EDIT, path, text, files=files, because=because, rule=_RULES_OF_SHAPE[next(iter(right))]
        )


_STRINGS = ("name", "api_version", "implementation_version", "description", "library_arch", "type")
"""The keys of which a number can be meant to be the text; no library is called 7."""

_SWITCHES = ("enable_environment", "disable_environment")


def stringified(path: str, data: bytes) -> Iterator[Change]:
    """Yield the manifest with numbers written as strings, where a loader wants strings: each alone, then all."""
    root = value_to_edit(data) if len(data) <= _LARGEST else None
    if not isinstance(root, dict):
        return
    every = _as_strings(root)[1]
    alone = list(dict.fromkeys(every))[:_MOST_ALONE] if len(every) > 1 else []
    for only in (*alone, "") if every else ():
        right, found = _as_strings(root, only)
        those = some([quote(each) for each in found], 3)
        verb = "is no string" if len(found) == 1 else "are no strings"
        because = f"{those} in {quote(path)} {verb}, and a loader wants strings"
        files = ((path, rewritten(data, right, indent=4)),)
        text = f"have the value of {those} in double quotes"
        yield Change(ChangeKind.EDIT, path, text, files=files, because=because, rule="MANIFEST-LAYER-05")


_MOST_ALONE = 4
"""The most numbers of which each is tried as the only one to be changed."""


def _as_strings(root: dict[str, JsonValue], only: str = "") -> tuple[dict[str, JsonValue], list[str]]:
    """Return a manifest with numbers as strings, or with those of one name only, and the names of all of them."""
    found: list[str] = []
    right = {key: _of_strings(value, found, only) for key, value in root.items()}
    key = "file_format_version"
    if _is_plain(root.get(key)) and only in ("", key):
        found.append(key)
        right[key] = str(root[key])
    return right, found


def _of_strings(value: JsonValue, found: list[str], only: str) -> JsonValue:
    """Return an entry, or a list of them, with numbers as strings; adds their names to ``found``."""
    if isinstance(value, list):
        return [_of_strings(each, found, only) if isinstance(each, dict) else each for each in value]
    if not isinstance(value, dict):
        return value

    def is_meant(name: str, inner: JsonValue) -> bool:
        return _is_plain(inner) and only in ("", name)

    right: dict[str, JsonValue] = {}
    for key, inner in value.items():
        right[key] = inner
        if key in _STRINGS and is_meant(key, inner):
            found.append(key)
            right[key] = str(inner)
        elif key in _SWITCHES and isinstance(inner, dict):
            found += [name for name, each in inner.items() if is_meant(name, each)]
            right[key] = {name: str(each) if is_meant(name, each) else each for name, each in inner.items()}
    return right


def _is_plain(value: JsonValue) -> bool:
    """True for a number; what is meant by true and false is not known."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _wrapped(path: str, data: bytes, root: dict[str, JsonValue]) -> Change:
    """Return the manifest with the keys of a layer or driver in an object of their own."""
    key = "layer" if "name" in root else "ICD"
    inner = {name: value for name, value in root.items() if name != "file_format_version"}
    outer = {"file_format_version": root.get("file_format_version", "1.0.0"), key: inner}
    because = f'the keys in {quote(path)} are not within an object "{key}", as a loader wants them'
    files = ((path, rewritten(data, outer)),)
    text = f'have its keys in an object "{key}"'
    return Change(ChangeKind.EDIT, path, text, files=files, because=because, rule=_RULES_OF_SHAPE[key])


def renamed(path: str, data: bytes) -> Iterator[Change]:
    """Yield the manifest with the keys that are misspelt spelled right."""
    root = value_to_edit(data) if len(data) <= _LARGEST else None
    if not isinstance(root, dict):
        return
    pairs: list[tuple[str, str]] = []
    root = _respelt(root, _OUTER, pairs)
    for key, known in (("layer", _INNER), ("ICD", _INNER), ("settings", _OF_SETTINGS)):
        entry = root.get(key)
        if isinstance(entry, dict):
            root[key] = _respelt(entry, known, pairs)
    several = root.get("layers")
    if isinstance(several, list):
        root["layers"] = [
            _respelt(each, _INNER, pairs) if isinstance(each, dict) else each for each in several
        ]
    if pairs:
        right = some([f'"{new}" instead of {quote(old)}' for old, new in pairs])
        by_case = pairs[0][0].lower() == pairs[0][1].lower()
        who = "not every loader knows: letter case counts" if by_case else "no loader knows"
        because = f'{quote(path)} has the key {quote(pairs[0][0])}, which {who}; "{pairs[0][1]}" is meant'
        files = ((path, rewritten(data, root)),)
        yield Change(ChangeKind.EDIT, path, f"have {right}", files=files, because=because)


def moved_in(path: str, data: bytes) -> Iterator[Change]:
    """Yield the manifest with the keys that stand beside the object "layer" inside it, where loaders read them."""
    root = value_to_edit(data) if len(data) <= _LARGEST else None
    entry = root.get("layer") if isinstance(root, dict) else None
    if not isinstance(root, dict) or not isinstance(entry, dict) or "layers" in root:
        return
    stray = {key: value for key, value in root.items() if key in _INNER and key not in entry}
    if stray:
        rest = {key: value for key, value in root.items() if key not in stray}
        keys = some([quote(key) for key in stray])
        verb = "stands" if len(stray) == 1 else "stand"
        because = f'{keys} in {quote(path)} {verb} beside the object "layer", where no loader reads a key of a layer'
        files = ((path, rewritten(data, {**rest, "layer": {**entry, **stray}})),)
        text = f'have {keys} inside "layer"'
        yield Change(ChangeKind.EDIT, path, text, files=files, because=because, rule="AMB-KEY-CASE")


def _respelt(
    members: dict[str, JsonValue], known: tuple[str, ...], pairs: list[tuple[str, str]]
) -> dict[str, JsonValue]:
    """Return an object with its misspelt keys corrected, and note them in ``pairs``."""
    found: dict[str, JsonValue] = {}
    for key, value in members.items():
        right = key
        if key not in known:
            lower = {each.lower(): each for each in known if each not in members}
            plain = key.strip().lower().replace("-", "_").replace(" ", "_")
            near = get_close_matches(plain, lower, 1, _CLOSE) if len(plain) > 2 else []
            near = near or [each for each in lower if each.startswith(f"{plain}_")]
            right = lower[near[0]] if near else key
        if right != key and right not in found:
            pairs.append((key, right))
            found[right] = value
        else:
            found[key] = value
    return found


def _one_kind(layer: Layer) -> Iterator[Change]:
    """Yield the entry of a layer that has a library and components with one of them only."""
    if any(reason.rule == "MANIFEST-LAYER-08" for reason in layer.reasons):
        told = 'gives it both "library_path" and "component_layers", which exclude each other'
        because = f"{quote(layer.manifest)} {told}"
        for key in ("component_layers", "library_path"):
            edit = Edit(layer.manifest, (*layer.keys, key), None)
            rule = "MANIFEST-LAYER-08"
            yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because, rule=rule)


def _ordered(path: str, data: bytes) -> Iterator[Change]:
    """Yield the manifest with the keys that follow its layers in front of them: some loaders else read none."""
    value = value_to_edit(data)
    behind = behind_layer(value)
    if behind and isinstance(value, dict):
        key = "layers" if "layers" in value else "layer"
        ordered = rewritten(data, {**{k: v for k, v in value.items() if k != key}, key: value[key]})
        text = f'have {some([quote(each) for each in behind])} in front of "{key}"'
        yield Change(ChangeKind.EDIT, path, text, files=((path, ordered),))


def _unmarked(path: str, data: bytes) -> Iterator[Change]:
    """Yield a valid text without its byte order mark and what else not every loader reads."""
    document = reader.read(data)
    plain = reader.repair(data) if document.valid and document.problems else None
    if plain is not None and plain != data:
        mark = data.startswith(b"\xef\xbb\xbf")
        text = "have no byte order mark: save it as UTF-8 without one" if mark else "be valid JSON"
        because = f"{quote(path)} begins with a byte order mark" if mark else ""
        yield Change(ChangeKind.EDIT, path, text, files=((path, plain),), because=because, rule="LLP_LAYER_6")


_STAGES: tuple[_Stage, ...] = (_unmarked, renamed, reshaped, stringified, _ordered)
"""What is mended in a text that is valid JSON, in the order in which several are mended one after the other."""


def doubled(question: Question) -> Iterator[Change]:
    """Yield the repairs of manifests with several members "layer", of which a loader reads one."""
    wanted = json.dumps(question.name).encode()
    for path, data in question.texts.items() if not question.entries else ():
        if wanted not in data or data.count(b'"layer"') == 1:
            continue
        several = [value for key, value in reader.read(data).duplicates(()) if key == "layer"]
        if len(several) > 1 and can_be_written(several):
            text = f'have its {len(several)} layers in one list "layers"'
            because = f'{quote(path)} has {len(several)} members "layer", and a loader reads only one of them'
            merged = json.dumps({"file_format_version": "1.0.1", "layers": several}).encode()
            files, rule = ((path, merged),), "MANIFEST-LAYER-02"
            yield Change(ChangeKind.EDIT, path, text, files=files, because=because, rule=rule)


def behind_layer(value: JsonValue) -> list[str]:
    """Return the keys of a manifest that come after its layers."""
    keys = list(value) if isinstance(value, dict) else []
    key = next((each for each in ("layers", "layer") if each in keys), None)
    return keys[keys.index(key) + 1 :] if key is not None else []


# ---- settings files


def settings_edits(path: str, question: Question) -> Iterator[Edit]:
    """Yield edits of a settings file: enable the layer where it is listed, or admit layers that are not listed."""
    root = reader.read(question.texts[path]).value
    if not isinstance(root, dict):
        return
    several = root.get("settings_array")
    objects: list[tuple[Keys, JsonValue]] = [(("settings",), root.get("settings"))]
    objects += [
        (("settings_array", i), each) for i, each in enumerate(several if isinstance(several, list) else [])
    ]
    ours = ((keys, each) for keys, each in objects if _may_apply(each, question.request.executable))
    for keys, settings in islice(ours, ENTRIES):
        layers = settings.get("layers") if isinstance(settings, dict) else None
        if not isinstance(layers, list):
            continue
        named = (
            i for i, each in enumerate(layers) if isinstance(each, dict) and each.get("name") == question.name
        )
        for index in islice(named, ENTRIES):
            given = value_at(layers[index], "path")
            far = [each.path for each in question.elsewhere]
            known = (*(layer.manifest for layer in question.entries), *far)
            found = [each for each in known if is_folder_of(given, each)]
            for there in found if question.entries else far:
                yield Edit(path, (*keys, "layers", index, "path"), there)
            yield Edit(path, (*keys, "layers", index, "control"), "on")
        yield Edit(path, (*keys, "layers", len(layers)), {"control": "unordered_layer_location"})


def _may_apply(settings: JsonValue, executable: str) -> bool:
    """Return whether an object of a settings file may be for this program. Only the first that is counts."""
    keys = settings.get("app_keys") if isinstance(settings, dict) else None
    return not isinstance(keys, list) or (bool(executable) and executable in keys)


def is_settings(path: str, question: Question) -> bool:
    """Return whether a file is called as a settings file is."""
    return question.platform.system.paths.split(path)[1].casefold() == SETTINGS_FILE

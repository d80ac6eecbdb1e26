"""Lists the single changes that might make a layer active, smallest first. Never says whether one does.

A candidate is only a guess: whoever uses it asks the core again with that change made.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from refloader.core import json_reader
from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.core.json_reader import Document, Keys
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.request import Request


class ChangeKind(StrEnum):
    """What is changed."""

    SET = "set-env"
    UNSET = "unset-env"
    EDIT = "edit-key"
    ADD = "add-file"
    REMOVE = "remove-file"
    REQUEST = "request"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Change:
    """One change in words (``what``, ``value``) and in effect (variables, files, requested layers).

    ``what`` is a variable, a file, or ``file: key``; ``value`` the new value as text.
    """

    kind: ChangeKind
    what: str
    value: str = ""
    variables: tuple[tuple[str, str | None], ...] = ()
    files: tuple[tuple[str, bytes | None], ...] = ()
    layers: tuple[str, ...] = ()


def candidates(
    name: str, plan: Plan, variables: Mapping[str, str], request: Request, texts: Mapping[str, bytes]
) -> Iterator[Change]:
    """Changes worth trying for a layer, in the order in which a person would prefer them.

    ``texts`` are the manifests and settings files by path that the changes may edit.
    """
    entries = [outcome.layer for outcome in plan.layers if outcome.layer.name == name]
    yield from _unsets(entries, plan.edition, variables)
    yield from _sets(name, entries, plan.edition, variables)
    if name not in request.layers:
        yield Change(ChangeKind.REQUEST, "ppEnabledLayerNames", name, layers=(name,))
    yield from _edits(name, entries, plan, request, texts)
    yield from _removals(name, entries, plan, texts)
    yield from _additions(name, entries, plan)


def _unsets(entries: Sequence[Layer], edition: Edition, variables: Mapping[str, str]) -> Iterator[Change]:
    own = [
        layer.disable.variable for layer in entries if layer.disable and layer.disable.variable in variables
    ]
    known = sorted((LOADER_VARIABLES | SEARCH_VARIABLES) & traits(edition).variables - {"HOME"})
    for variable in dict.fromkeys((*own, *known)):
        if variable in variables:
            yield Change(ChangeKind.UNSET, variable, variables=((variable, None),))


_LISTS = {"VK_LOADER_LAYERS_ALLOW": ",", "VK_INSTANCE_LAYERS": ":", "VK_LOADER_LAYERS_ENABLE": ","}


def _sets(
    name: str, entries: Sequence[Layer], edition: Edition, variables: Mapping[str, str]
) -> Iterator[Change]:
    for layer in entries:
        if layer.enable is not None:
            yield _set(layer.enable.variable, layer.enable.value)
    for variable, separator in _LISTS.items():
        if variable in traits(edition).variables:
            old = variables.get(variable, "")
            yield _set(variable, f"{old}{separator}{name}" if old else name)


def _set(variable: str, value: str) -> Change:
    return Change(ChangeKind.SET, variable, value, variables=((variable, value),))


def _edits(
    name: str, entries: Sequence[Layer], plan: Plan, request: Request, texts: Mapping[str, bytes]
) -> Iterator[Change]:
    for layer in entries:
        yield from _own_edits(layer, plan, request, texts)
    for file in plan.unread:
        repaired = json_reader.repair(texts[file.path]) if file.path in texts else None
        if repaired is not None and name.encode() in repaired:
            yield Change(
                ChangeKind.EDIT,
                file.path,
                "the plain JSON mistakes corrected",
                files=((file.path, repaired),),
            )
    yield from _override_edits(name, plan, request, texts)
    yield from _settings_edits(name, texts)


_REQUIRED = {
    "type": "GLOBAL",
    "implementation_version": "1",
    "description": "description",
    "api_version": "1.3.0",
}


def _own_edits(layer: Layer, plan: Plan, request: Request, texts: Mapping[str, bytes]) -> Iterator[Change]:
    """Edits of the layer's own entry: what reading it or choosing it stumbles over."""
    edits: list[tuple[str, Any]] = [
        ("disable_environment", {f"DISABLE_{layer.name}": "1"}),
        ("enable_environment", None),
    ]
    if request.api_version is not None:
        edits.append(("api_version", str(request.api_version)))
    edits += list(_REQUIRED.items())
    edits += [("library_path", None), ("library_arch", None)]
    present = {outcome.layer.name for outcome in plan.layers}
    kept = [component for component in layer.components if component in present and component != layer.name]
    if kept != list(layer.components):
        edits.append(("component_layers", kept))
    if layer.is_meta:
        edits.append(("api_version", "1.0.0"))
    for key, value in edits:
        change = _edit(layer.manifest, (*layer.keys, key), value, texts)
        if change is not None:
            yield change
    for key, value in (("file_format_version", "1.2.0"),):
        change = _edit(layer.manifest, (key,), value, texts)
        if change is not None:
            yield change


def _override_edits(name: str, plan: Plan, request: Request, texts: Mapping[str, bytes]) -> Iterator[Change]:
    for outcome in plan.layers:
        layer = outcome.layer
        if layer.blacklist and name in layer.blacklist:
            rest = [each for each in layer.blacklist if each != name]
            yield from _maybe(_edit(layer.manifest, (*layer.keys, "blacklisted_layers"), rest, texts))
        if layer.app_keys:
            yield from _maybe(_edit(layer.manifest, (*layer.keys, "app_keys"), [], texts))


def _settings_edits(name: str, texts: Mapping[str, bytes]) -> Iterator[Change]:
    """Turning a layer on in each settings object that lists it."""
    for path, data in texts.items():
        if not path.endswith("/vk_loader_settings.json"):
            continue
        document = json_reader.read(data)
        for keys in _listed(document, name):
            yield from _maybe(_edit(path, (*keys, "control"), "on", texts))


def _listed(document: Document, name: str) -> Iterator[Keys]:
    root = document.value
    if not isinstance(root, dict):
        return
    several = root.get("settings_array")
    objects: list[tuple[Keys, Any]] = [(("settings",), root.get("settings"))]
    objects += [
        (("settings_array", i), value) for i, value in enumerate(several if isinstance(several, list) else [])
    ]
    for keys, settings in objects:
        layers = settings.get("layers") if isinstance(settings, dict) else None
        for index, entry in enumerate(layers if isinstance(layers, list) else []):
            if isinstance(entry, dict) and entry.get("name") == name:
                yield (*keys, "layers", index)


def _maybe(change: Change | None) -> Iterator[Change]:
    if change is not None:
        yield change


def _edit(path: str, keys: Keys, value: Any, texts: Mapping[str, bytes]) -> Change | None:
    """The file with one key set, or dropped when the value is None; None if that changes nothing."""
    if path not in texts:
        return None
    document = json_reader.read(texts[path])
    root = json.loads(json.dumps(document.value)) if isinstance(document.value, dict) else None
    holder: Any = root
    for key in keys[:-1]:
        fits = isinstance(holder, dict) if isinstance(key, str) else isinstance(holder, list)
        holder = holder[key] if fits and (isinstance(key, int) or key in holder) else None
    if not isinstance(holder, dict) or holder.get(keys[-1]) == value:
        return None
    if value is None:
        del holder[keys[-1]]
    else:
        holder[keys[-1]] = value
    what = f"{path}: {'.'.join(str(key) for key in keys)}"
    shown = "dropped" if value is None else json.dumps(value)
    return Change(ChangeKind.EDIT, what, shown, files=((path, json.dumps(root).encode()),))


def _removals(
    name: str, entries: Sequence[Layer], plan: Plan, texts: Mapping[str, bytes]
) -> Iterator[Change]:
    """Taking away an override layer, a settings file, or a manifest that comes first."""
    settings = [path for path in texts if path.endswith("/vk_loader_settings.json")]
    overrides = [outcome.layer.manifest for outcome in plan.layers if outcome.layer.is_override]
    earlier = [layer.manifest for layer in entries[:1]] if len(entries) > 1 else []
    for path in dict.fromkeys((*overrides, *settings, *earlier)):
        yield Change(ChangeKind.REMOVE, path, files=((path, None),))


def _additions(name: str, entries: Sequence[Layer], plan: Plan) -> Iterator[Change]:
    """Installing a manifest that is missing: of the layer itself, or of a component."""
    present = {outcome.layer.name for outcome in plan.layers}
    wanted = [name] if not entries else []
    wanted += [each for layer in entries for each in layer.components if each not in present]
    folders = [place.path for place in plan.places if place.use == "explicit" and place.form == "folder"]
    for each in dict.fromkeys(wanted):
        for folder in folders[-1:]:
            path = f"{folder}/{each.replace('/', '_')}.json"
            value = f"a manifest that defines {each}"
            yield Change(ChangeKind.ADD, path, value, files=((path, _manifest(each)),))


def _manifest(name: str) -> bytes:
    entry = {"name": name, "library_path": f"lib{name}.so", **_REQUIRED, "api_version": "1.999.0"}
    return json.dumps({"file_format_version": "1.2.0", "layer": entry}).encode()

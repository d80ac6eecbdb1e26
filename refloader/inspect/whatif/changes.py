"""Lists single changes that may make a layer active, smallest first.

Does not decide whether one does: the caller makes a new plan with the change.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.core.manifests.settings_file import Control
from refloader.inspect.whatif.change import Change, ChangeKind, Question, set_variable, unset_variable
from refloader.inspect.whatif.edits import Edit, edited, is_folder_of, value_at, value_to_edit
from refloader.inspect.whatif.lists import regexes, separators, spellings, unexpanded, unquoted
from refloader.inspect.whatif.moving import explicit_among_implicit, found_again, moved
from refloader.inspect.whatif.names import allowed, halved_patterns, misnamed
from refloader.inspect.whatif.texts import (
    ENTRIES,
    doubled,
    is_settings,
    moved_in,
    readable,
    renamed,
    repairs,
    settings_edits,
)
from refloader.model.layer import Layer
from refloader.model.path_rules import rules_of
from refloader.model.place import Form, Use
from refloader.model.system import System
from refloader.model.text import quote, some


def candidates(question: Question) -> Iterator[Change]:
    """Yield the changes to try, the least invasive first."""
    system = question.platform.system
    known = [outcome.layer.name for outcome in question.plan.layers]
    yield from separators(question.variables, question.edition, system)
    if system is System.LINUX:
        manifests = [each.path for each in question.elsewhere]
        yield from unexpanded(question.variables, question.edition, manifests)
    if question.entries:
        files = [path for layer in question.entries for path in (layer.manifest, layer.library_path)]
        yield from spellings(question.name, question.variables, known, question.edition, system, files)
    yield from unquoted(question.variables, question.edition, system)
    yield from regexes(question.variables, question.edition)
    yield from halved_patterns(question)
    yield from misnamed(question)
    yield from _without_blanks(question)
    yield from _of_settings_text(question)
    yield from allowed(question)
    yield from _unsets(question)
    if system is not System.WINDOWS:
        yield from found_again(question)
    yield from doubled(question)
    yield from _sets(question)
    implicit = any(layer.kind is Use.IMPLICIT for layer in question.entries)
    yield from () if implicit else _request(question)
    yield from _of_system(question)
    if system is System.WINDOWS:
        yield from found_again(question)
    yield from explicit_among_implicit(question)
    for layer in question.entries[:ENTRIES]:
        yield from renamed(layer.manifest, question.texts.get(layer.manifest, b""))
        yield from moved_in(layer.manifest, question.texts.get(layer.manifest, b""))
    for edit in _edits(question):
        if edited(question.texts, [edit]) is not None:
            text, because = _text_of(edit, question), _state(edit, question).sentence
            yield Change(ChangeKind.EDIT, edit.what, text, edits=(edit,), because=because)
    yield from repairs(question)
    yield from _request(question) if implicit else ()
    yield from _removals(question)
    yield from moved(question)
    yield from _additions(question)


def _text_of(edit: Edit, question: Question) -> str:
    """Return the new value of a key, and where it belongs if some loaders mind: file_format_version comes first."""
    version = b"file_format_version"
    missing = edit.keys == (version.decode(),) and version not in question.texts.get(edit.path, version)
    return f"{edit.text}, in front of the layer" if missing else edit.text


def _without_blanks(question: Question) -> Iterator[Change]:
    """Yield the correction of a layer's name in a manifest that has blanks around it."""
    for layer in (outcome.layer for outcome in question.plan.layers):
        if layer.name != question.name and layer.name.strip() == question.name:
            edit = Edit(layer.manifest, (*layer.keys, "name"), question.name)
            because = f"the name in {quote(layer.manifest)} is {quote(layer.name)}, with a blank around it"
            yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because)


def _of_settings_text(question: Question) -> Iterator[Change]:
    """Yield the repairs of a settings file that is no JSON and names the layer."""
    for path, data in question.texts.items():
        if is_settings(path, question) and question.name.encode("utf-8", "surrogateescape") in data:
            yield from readable(path, data)
            yield from _odd_values(path, question)


def _odd_values(path: str, question: Question) -> Iterator[Change]:
    """Yield the corrections of what the entry of the layer has: a word that is no "control", the path of a folder.

    Such a word counts as "auto".
    """
    for edit in settings_edits(path, question):
        state = _state(edit, question)
        if state.is_odd:
            yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=state.sentence)


def _request(question: Question) -> Iterator[Change]:
    if question.name not in question.request.layers:
        yield Change(ChangeKind.REQUEST, "ppEnabledLayerNames", question.name, layers=(question.name,))


@dataclass(frozen=True, slots=True)
class _State:
    """What a file says of the layer where an edit changes it; ``is_odd`` is whether that value counts for nothing."""

    sentence: str = ""
    is_odd: bool = False


def _state(edit: Edit, question: Question) -> _State:
    """Return what a settings file says of the layer, or its manifest of the word size."""
    if edit.keys[-1] == _ARCH:
        given = next(layer.library_arch for layer in question.entries if layer.manifest == edit.path)
        return _State(f"{_ARCH} in {quote(edit.path)} is {given}, and its library is {edit.value}-bit")
    if not is_settings(edit.path, question):
        return _State()
    value = value_at(value_to_edit(question.texts.get(edit.path, b"")), *edit.keys)
    gives = f"{_SETTINGS} {quote(edit.path)} gives it"
    if edit.keys[-1] == "control":
        odd = value not in tuple(Control)
        more = ", which is none of its values" if odd else ""
        return _State(f'{gives} the "control" {json.dumps(value)}{more}', odd)
    if edit.keys[-1] == "path":
        if is_folder_of(value, str(edit.value)):
            return _State(f"{gives} the path of a folder, and this loader wants that of the manifest", True)
        return _State(f"{gives} a path where no manifest defines it; there is {edit.text}")
    return _State(_not_listed(edit.path))


_SETTINGS = "the settings file"
_NONE_THEN = "this loader then finds none at all"


def _not_listed(path: str) -> str:
    return f"{_SETTINGS} {quote(path)} lists the layers to use, and this one is not among them"


def _unsets(question: Question) -> Iterator[Change]:
    variables = question.variables
    own = [layer.disable.variable for layer in question.entries if layer.disable]
    known = sorted((LOADER_VARIABLES | SEARCH_VARIABLES) & traits(question.edition).variables - {"HOME"})
    for variable in dict.fromkeys((*own, *known)):
        if variable in variables:
            yield unset_variable(variable)


def _of_system(question: Question) -> Iterator[Change]:
    """Yield changes that exist on only one system."""
    system = question.platform.system
    if system is System.WINDOWS:
        from refloader.inspect.whatif import windows_changes  # Windows only

        yield from windows_changes.of_unix(question)
        yield from windows_changes.candidates(question)
    if question.elevated:
        gone = [name for name in sorted(LOADER_VARIABLES) if name in question.variables and "PATH" in name]
        ignored = f", so {some(gone)} is ignored" if gone else ""
        far = next((each.folder for each in question.elsewhere), "")
        ignored = ignored or (f", so {quote(far)} is not searched" if far else "")
        because = f"the process has elevated privileges{ignored}"
        kinds = [Use.IMPLICIT if "IMPLICIT" in name else Use.EXPLICIT for name in gone if "LAYER" in name]
        kinds += [each.use for each in question.elsewhere if each.use in (Use.EXPLICIT, Use.IMPLICIT)]
        where = _searched_all_the_same(system, kinds[0]) if kinds else ""
        either = f", or have its manifest {where}" if where else ""
        kind, rule = ChangeKind.PRIVILEGE, "PRIV-LAYER-01"
        yield Change(kind, "the process", either, because=because, rule=rule, plain=True)
    if system is System.ANDROID and not question.platform.debuggable:
        yield Change(ChangeKind.DEBUGGABLE, "the application", "debuggable", debuggable=True)


def _searched_all_the_same(system: System, use: Use) -> str:
    """Return where a process with elevated privileges finds layers, as a part of a sentence; empty if nowhere."""
    if system is System.WINDOWS:
        key = "ImplicitLayers" if use is Use.IMPLICIT else "ExplicitLayers"
        return f"named in HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\{key} (which is read)"
    return (
        f"in /etc/vulkan/{use}_layer.d (which is searched)" if system in (System.LINUX, System.MACOS) else ""
    )


_LISTS = ("VK_LOADER_LAYERS_ALLOW", "VK_DEVICE_LAYERS", "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE")
_OF_SYSTEM = ("VK_DEVICE_LAYERS", "VK_INSTANCE_LAYERS")
"""Lists that use the system's path separator; the filter variables use commas on all systems."""


def _can_be_set(variable: str) -> bool:
    """Return whether the environment can have a variable of this name."""
    return bool(variable) and not set(variable) & {"=", "\0"}


def _sets(question: Question) -> Iterator[Change]:
    for layer in question.entries:
        if layer.enable is not None and _can_be_set(layer.enable.variable):
            yield set_variable(layer.enable.variable, layer.enable.value)
    for each in question.elsewhere:
        if question.name in each.enables and _can_be_set(each.enables[question.name][0]):
            yield set_variable(*each.enables[question.name])
    filtered = (
        "VK_LOADER_LAYERS_DISABLE" in question.variables
    )  # not every loader spares a layer that is named
    for variable in (*_LISTS[:1], *_LISTS[:0:-1]) if filtered else _LISTS:
        separator = question.platform.system.paths.list_separator if variable in _OF_SYSTEM else ","
        if variable in traits(question.edition).variables:
            old = question.variables.get(variable, "")
            yield set_variable(variable, f"{old}{separator}{question.name}" if old else question.name)


def _edits(question: Question) -> Iterator[Edit]:
    for layer in question.entries[:ENTRIES]:
        yield from _own_edits(layer, question)
    for outcome in question.plan.layers:
        yield from _steering_edits(outcome.layer, question)
    for path in question.texts:
        if is_settings(path, question):
            yield from settings_edits(path, question)


_REQUIRED: dict[str, JsonValue] = {
    "type": "GLOBAL",
    "implementation_version": "1",
    "description": "description",
    "api_version": "1.3.0",
}


_ARCH = "library_arch"


def _own_edits(layer: Layer, question: Question) -> Iterator[Edit]:
    """Yield edits of the layer's own entry that fix what may prevent reading or activating it."""
    given = reader.read(question.texts.get(layer.manifest, b"")).value
    for key in layer.keys:
        given = given.get(str(key)) if isinstance(given, dict) else None
    told = given.get("disable_environment") if isinstance(given, dict) else None
    named = next(iter(told), "") if isinstance(told, dict) else told  # {"DISABLE_X": 1} names one
    usable = isinstance(named, str) and named and not {"=", "\0"} & set(named)
    if layer.enable is not None and layer.enable.variable == named:  # which can never be on
        usable = False
    switch: JsonValue = {str(named) if usable else f"DISABLE_{layer.name}": "1"}
    wanted: list[tuple[str, JsonValue]] = [("disable_environment", switch), ("enable_environment", None)]
    if question.request.api_version is not None:
        wanted.append(("api_version", str(question.request.api_version)))
    wanted += list(_REQUIRED.items())
    if layer.is_meta:
        wanted += [("library_path", None), ("api_version", "1.0.0")]
        present = {outcome.layer.name for outcome in question.plan.layers}
        kept: list[JsonValue] = [each for each in layer.components if each in present and each != layer.name]
        wanted += [("component_layers", kept)] if kept else []
    if layer.app_keys:
        wanted.append(("app_keys", None))
    is_far = bool(layer.library_arch and question.elsewhere)  # of others, to_install says it
    if is_far and (size := question.word_size(layer)) not in ("", layer.library_arch):
        wanted.insert(0, (_ARCH, size))
    for key, value in wanted:
        yield Edit(layer.manifest, (*layer.keys, key), value)
    if layer.override_paths:
        yield from _path_edits(layer, question)
    yield Edit(layer.manifest, ("file_format_version",), "1.2.0")
    yield from _component_edits(layer, question)


def _path_edits(layer: Layer, question: Question) -> Iterator[Edit]:
    """Yield the edits that add the folders of the components to override_paths, or remove it (OVERRIDE-06).

    Without the key, the ordinary places are searched, which the plan does not show where it replaces them.
    """
    folders = [
        rules_of(outcome.layer.manifest).split(outcome.layer.manifest)[0]
        for outcome in question.plan.layers
        if outcome.layer.name in layer.components
    ]
    paths: list[JsonValue] = [*layer.override_paths, *dict.fromkeys(folders)]
    yield Edit(layer.manifest, (*layer.keys, "override_paths"), list(dict.fromkeys(map(str, paths))))
    yield Edit(layer.manifest, (*layer.keys, "override_paths"), None)


def _component_edits(layer: Layer, question: Question) -> Iterator[Edit]:
    """Yield edits that set the version of a component to the meta-layer's, or to the first component's (2018)."""
    parts = [o.layer for o in question.plan.layers if o.layer.name in layer.components]
    for part in parts:
        for version in dict.fromkeys((str(layer.api_version), str(parts[0].api_version))):
            yield Edit(part.manifest, (*part.keys, "api_version"), version)


def _steering_edits(layer: Layer, question: Question) -> Iterator[Edit]:
    """Yield edits of an override layer that disables the layer, or searches in vain for it as its component."""
    if layer.is_override and question.name in layer.components and layer.override_paths:
        yield Edit(layer.manifest, (*layer.keys, "override_paths"), None)
    if question.name in layer.blacklist:
        rest: list[JsonValue] = [each for each in layer.blacklist if each != question.name]
        yield Edit(layer.manifest, (*layer.keys, "blacklisted_layers"), rest)
    if layer.app_keys and layer.name != question.name:
        yield Edit(layer.manifest, (*layer.keys, "app_keys"), None)


def _removals(question: Question) -> Iterator[Change]:
    """Yield removals: of an override layer, a settings file, or a manifest that takes precedence."""
    if question.platform.system is System.WINDOWS:
        from refloader.inspect.whatif import windows_changes

        yield from windows_changes.removals(question)
    settings = [path for path in question.texts if is_settings(path, question)]
    overrides = [outcome.layer for outcome in question.plan.layers if outcome.layer.is_override]
    for layer in overrides:
        yield _removed(layer.manifest, _overridden(layer, question), "OVERRIDE-05")
    wanted = question.name.encode("utf-8", "surrogateescape")
    for path in settings:
        listed = b'"layers"' in question.texts[path]
        reason = (
            _not_listed(path) if listed else f"{_SETTINGS} {quote(path)} lists no layers, and {_NONE_THEN}"
        )
        yield _removed(path, "" if wanted in question.texts[path] else reason)
    if len(question.entries) > 1:
        yield _removed(question.entries[0].manifest)
    for file in question.plan.unread[:ENTRIES]:
        if not question.holds(file.path):
            fact = file.reasons[0].fact if file.reasons else "it has no layer"
            yield _removed(file.path, f"{quote(file.path)} is in its way: {fact}")
    for driver in [outcome.driver for outcome in question.plan.drivers if not outcome.driver.usable][
        :ENTRIES
    ]:
        fact = driver.reasons[0].fact if driver.reasons else "it is no driver's manifest"
        yield _removed(driver.manifest, f"{quote(driver.manifest)} is in its way: {fact}")


def _overridden(layer: Layer, question: Question) -> str:
    """Say what an override layer does to the search; empty if it has no paths of its own."""
    if not layer.override_paths:
        return ""
    also = ", and VK_LAYER_PATH has no effect" if "VK_LAYER_PATH" in question.variables else ""
    return f"the override layer in {quote(layer.manifest)} replaces the folders of explicit layers by its own{also}"


def _removed(path: str, because: str = "", why: str = "") -> Change:
    return Change(ChangeKind.REMOVE, path, files=((path, None),), because=because, rule=why)


def _additions(question: Question) -> Iterator[Change]:
    """Yield additions of a missing manifest: of the layer itself, or of a component.

    Skips folders that could not be read.
    """
    entries = question.entries
    present = {outcome.layer.name for outcome in question.plan.layers}
    wanted = [] if entries else [question.name]
    wanted += [each for layer in entries for each in layer.components if each not in present]
    unreadable = {
        each.subject for each in question.plan.reasons if each.unread is not None and each.unread.is_closed
    }
    folders = [
        place.path
        for place in question.plan.places
        if place.use is Use.EXPLICIT and place.form is Form.FOLDER and place.path not in unreadable
    ]
    for name in dict.fromkeys(wanted):
        file = f"{name.replace('/', '_').replace(chr(92), '_')}.json"
        for folder in folders[-1:]:
            path = question.platform.system.paths.join(folder, file)
            yield Change(
                ChangeKind.ADD, path, f"a manifest that defines {name}", files=((path, _manifest(name)),)
            )
        if question.platform.system is System.WINDOWS:
            yield _named_addition(question, name, f"C:\\ProgramData\\{file}")


def _named_addition(question: Question, name: str, path: str) -> Change:
    """Return the addition of a manifest that a new registry value names."""
    from refloader.inspect.whatif import windows_changes

    edits = windows_changes.named(question, path)
    value = f"a manifest that defines {name}, and name it in {edits[0].key if edits else 'the registry'}"
    return Change(ChangeKind.ADD, path, value, files=((path, _manifest(name)),), registry=edits)


def _manifest(name: str) -> bytes:
    entry: dict[str, JsonValue] = {
        **_REQUIRED,
        "name": name,
        "library_path": "lib.so",
        "api_version": "1.999.0",
    }
    whole = Edit("", ("layer",), entry)
    return (edited({"": b'{"file_format_version": "1.2.0"}'}, [whole]) or {})[""] or b""

"""Lists the changes that keep an active layer off, or bring another manifest of it, each tried on the model."""

from collections.abc import Iterator
from difflib import get_close_matches

from refloader.core.editions import traits
from refloader.host.port import Kind
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable, unset_variable
from refloader.inspect.whatif.lists import NAMING, PATH_LISTS, SWITCHED_ON, separator_of, with_another
from refloader.inspect.whatif.names import half_pattern, misspelt_pattern
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.layer import Layer
from refloader.model.place import Form, Use
from refloader.model.plan import Plan
from refloader.model.system import System
from refloader.model.text import quote

_WORDS = ("all", "implicit", "explicit")
_FILTER = "VK_LOADER_LAYERS_DISABLE"
_CLOSE = 0.8
"""How much alike a word is to that of a group of layers which is misspelt."""


def ways_off(what_if: WhatIf, layer: Layer) -> Iterator[Change]:
    """Yield the changes after which the layer is not active; of a filter, only the correction if that helps."""
    corrected = False
    for change in _candidates(what_if, layer):
        if corrected and change.what == _FILTER:
            continue
        if keeps_off(what_if, change, layer.name):
            corrected = corrected or change.what == _FILTER
            yield change


def keeps_off(what_if: WhatIf, change: Change, name: str) -> bool:
    """Whether no layer of that name is active after a change."""
    plan = what_if.decide(change)
    return plan is not None and not any(o.active and o.layer.name == name for o in plan.layers)


def in_its_place(what_if: WhatIf, used: Layer, wanted: Layer) -> tuple[Change, ...]:
    """Return the change by which a loader uses one manifest of a layer in the place of another; none if none does.

    A file below /usr may be owned by a package: where a variable suffices, its removal comes last.
    """
    before = _active(what_if.plan, used.name)
    for change in _replacements(what_if, used, wanted):
        plan = what_if.decide(change)
        if plan is None or what_if.is_worse(plan) or not before <= _active(plan, used.name):
            continue
        entries = [outcome for outcome in plan.layers if outcome.layer.name == used.name]
        if all(outcome.layer.manifest != used.manifest for outcome in entries) and any(
            outcome.active and outcome.layer.manifest == wanted.manifest for outcome in entries
        ):
            return (change,)
    return ()


def _active(plan: Plan, name: str) -> set[str]:
    """Return the names of the active layers but one."""
    return {outcome.layer.name for outcome in plan.layers if outcome.active} - {name}


def _replacements(what_if: WhatIf, used: Layer, wanted: Layer) -> Iterator[Change]:
    variables, system = what_if.host.variables(), what_if.host.platform().system
    named, place = used.place.source, wanted.place
    if named in PATH_LISTS and named in variables:
        separator = separator_of(named, system)
        rest = [entry for entry in variables[named].split(separator) if entry not in ("", used.place.path)]
        yield set_variable(named, separator.join(rest)) if rest else unset_variable(named)
    removal = Change(ChangeKind.REMOVE, used.manifest, files=((used.manifest, None),))
    if not used.manifest.startswith("/usr/") or used.manifest.startswith("/usr/local/"):
        yield removal
    if place.use is Use.EXPLICIT and place.form is Form.FOLDER:
        yield set_variable("VK_LAYER_PATH", place.path)
    yield removal


def _candidates(what_if: WhatIf, layer: Layer) -> Iterator[Change]:
    variables, system = what_if.host.variables(), what_if.host.platform().system
    if layer.disable is not None:
        value = layer.disable.value or "1"
        yield set_variable(layer.disable.variable, value)
    for variable in NAMING:
        separator = separator_of(variable, system)
        entries = variables.get(variable, "").split(separator)
        if layer.name in entries:
            rest = separator.join(entry for entry in entries if entry != layer.name)
            yield set_variable(variable, rest) if rest else unset_variable(variable)
    if traits(what_if.edition).filters:
        old = variables.get(_FILTER, "")
        yield from _corrected_filter(old, layer)
        yield set_variable(_FILTER, f"{old},{layer.name}" if old else layer.name)
    if layer.enable is not None and layer.enable.variable in variables:
        yield unset_variable(layer.enable.variable)
    yield from _steering_files(what_if, layer)
    if system is System.WINDOWS and layer.place.form is Form.KEY:
        yield from _in_registry(layer)


def _steering_files(what_if: WhatIf, layer: Layer) -> Iterator[Change]:
    """Yield what takes away the override layer, or the settings file, that turns a layer on."""
    for outcome in what_if.plan.layers:
        if not outcome.layer.is_override or layer.name not in outcome.layer.components:
            continue
        if outcome.layer.disable is not None:
            yield set_variable(outcome.layer.disable.variable, outcome.layer.disable.value or "1")
        manifest = outcome.layer.manifest
        yield Change(ChangeKind.REMOVE, manifest, files=((manifest, None),))
    paths = (place.path for place in what_if.plan.places if place.use is Use.SETTINGS)
    for path in paths if what_if.host.platform().system is not System.WINDOWS else ():
        if what_if.host.kind(path) is Kind.FILE:
            yield Change(ChangeKind.REMOVE, path, files=((path, None),))


def _corrected_filter(value: str, layer: Layer) -> Iterator[Change]:
    """Yield the correction of a filter that is meant for the layer and matches nothing."""
    entries = value.split(",")
    for index, entry in enumerate(entries):
        plain = entry.strip().strip("~").lower()
        right, why = "", ""
        group = get_close_matches(plain, _WORDS, 1, _CLOSE)
        if group and plain not in _WORDS and entry.startswith("~"):
            right = f"~{group[0]}~"
            why = f"{quote(entry)} means no group of layers, and {right} does"
        elif plain in SWITCHED_ON:
            right, why = layer.name, f"the variable lists names of layers, and {quote(entry)} is none"
        elif plain in _WORDS and entry != f"~{plain}~":
            right, why = f"~{plain}~", f"{quote(entry)} means no group of layers, and ~{plain}~ does"
        elif len(plain) > 1 and "*" not in entry and entry != layer.name and plain in layer.name.lower():
            right = f"*{plain}*" if plain in layer.name else layer.name
            why = f"{quote(entry)} is not the whole name {layer.name}"
        elif meant := half_pattern(entry, layer.name):
            right, why = (
                meant,
                f"{quote(entry)} fits only names that {'end' if entry[0] == '*' else 'begin'} so",
            )
        elif "*" in entry and (meant := misspelt_pattern(entry, layer.name)):
            right, why = meant, f"there is {layer.name}"
        if right:
            because = f"{_FILTER}={quote(value)} matches nothing here: {why}"
            yield set_variable(_FILTER, with_another(entries, index, right), because)


def _in_registry(layer: Layer) -> Iterator[Change]:
    from refloader.inspect.registry.edits import RegistryEdit  # Windows only
    from refloader.model.windows_registry import ValueType

    edit = RegistryEdit(layer.place.path, layer.manifest, ValueType.DWORD, 1)
    yield Change(ChangeKind.SET_REGISTRY, f"{edit.key}: {edit.name}", "REG_DWORD 1", registry=(edit,))

"""Says what a name that no layer has may be meant for, and why nothing is proposed for it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.core.activation.filters import LayerFilters, disabled_by, elements, first_match
from refloader.core.editions import LOADER_VARIABLES
from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.core.manifests.fields import in_detail
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.core.manifests.manifest_kind import use_of_folder
from refloader.host.port import Content, Host
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.driver_names import like
from refloader.inspect.explain.facts import Control
from refloader.inspect.explain.naming import NO_SUCH_NAME, is_path
from refloader.inspect.explain.search_places import LAYERS, InspectedPlace, PassedOver, Value, is_untold
from refloader.inspect.layer_names import REPLACED, nearness
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.near_names import STEPS, near_names
from refloader.inspect.libraries.word_sizes import are_twins, this_size_first
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable
from refloader.inspect.whatif.lists import PREFIX, spellings, stem_of
from refloader.inspect.whatif.missing_paths import dead_target
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.layer import Layer, LayerFile
from refloader.model.path_rules import rules_of
from refloader.model.place import SETTINGS_FILE, Use
from refloader.model.plan import Plan
from refloader.model.reason import InFile, Reason, Severity, Span
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS

_ENABLE = "enable_environment"
_DISABLE = "disable_environment"
_FILTER, _ALLOW = "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ALLOW"
_SWITCHES = (_ENABLE, _DISABLE)
_LIKE = 0.85
_SHORTEST = 3
"""The fewest letters of a name by which the file of a manifest is recognised."""

_WORDS = ("all", "implicit", "explicit")
"""What stands for groups of layers between two tildes."""


def no_guess(name: str, similar: Sequence[str], elsewhere: Sequence[Elsewhere], plan: Plan) -> str:
    """Say why a manifest that would define the layer is not proposed; empty if it may be."""
    if similar:
        return f"no layer is called {name}; ask for {' or '.join(similar)}"
    if elsewhere:
        return f"{quote(elsewhere[0].path)} defines it, and none of the changes tried makes it active"
    if name.startswith(PREFIX):
        return ""
    if is_path(name):
        return (
            "a library needs a manifest that names it"
            if ".so" in name
            else "name a manifest, a library or a layer"
        )
    known = sorted({outcome.layer.name for outcome in plan.layers})
    if name.lower() in _WORDS:
        word = f"~{name.lower()}~, with its tildes"
        return f"no layer is called {name}; {word}, stands for a group of layers in {_FILTER} only"
    if inside := [each for each in known if len(name) >= _SHORTEST and name.lower() in each.lower()]:
        return f"no layer is called {name}; it is only a piece of the name {inside[0]}"
    parts = {part: each for each in known for part in each.lower().removeprefix(PREFIX.lower()).split("_")}
    near = near_names(name.lower(), parts, 1, nearness(name))
    driver = like(name, plan)
    other = parts[near[0]] if near else f"the driver {driver}" if driver else ""
    like_it = f"; the nearest name is {other}" if other else ""
    return f"no layer or driver is found whose name has {quote(name)}{NO_SUCH_NAME}{like_it}"


def unclear(mentions: Sequence[LayerFile]) -> str:
    """Ask for a correction by hand of a manifest that has the layer's name and gives no layer; empty if none has."""
    if not mentions:
        return ""
    first = mentions[0]
    fact = f": {in_detail(first.reasons[0])}" if first.reasons else ""
    return f"correct {first.path} by hand{fact}"


def in_steps(mentions: Sequence[LayerFile], host: Host) -> Change | None:
    """Return all that has to be corrected in a manifest that is no JSON and lacks more; None if that is unclear."""
    first = mentions[0] if mentions else None
    answer = host.read(first.path) if first is not None else None
    if first is None or not isinstance(answer, Content):
        return None
    from refloader.inspect.json_repair import repaired  # here, as most manifests are sound

    found = repaired(answer.data)
    if found is None:
        return None
    layers = read_layer_file(reader.read(found.data), first.path, first.place).layers
    reasons = (reason for layer in layers for reason in layer.reasons if reason.rejects and reason.remedy)
    rest = "; ".join(dict.fromkeys(reason.remedy for reason in reasons))
    if not rest:
        return None
    because = f"{quote(first.path)} is not valid JSON: {found.why}"
    what = f"correct {first.path} by hand: {found.what}; {rest}"
    return Change(ChangeKind.OUTSIDE, what, because=because, rule="LLP_LAYER_6", tried=False)


def by_hand(layer: Layer, why: Reason | None, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return changes, or if none helps what has to be corrected in the manifest, which only its author knows."""
    if (
        why is None
        or not why.rejects
        or not why.remedy
        or any(c.kind is not ChangeKind.NONE for c in changes)
    ):
        return changes
    what = f"correct {layer.manifest} by hand: {why.remedy}"
    return (Change(ChangeKind.OUTSIDE, what, tried=False),)


def respelt(what_if: WhatIf, asked: str, similar: Sequence[str]) -> Change | None:
    """Return the correction of a variable by which the layer is active whose name is misspelt in it; None if none."""
    known = [outcome.layer.name for outcome in what_if.plan.layers]
    system = what_if.host.platform().system
    for name in () if _means_several(what_if.plan, asked, similar) else similar[:1]:
        found = list(spellings(name, what_if.host.variables(), known, what_if.edition, system))
        for change in sorted(found, key=lambda each: quote(asked) not in each.because):
            plan = what_if.decide(change)
            if plan is not None and any(each.active and each.layer.name == name for each in plan.layers):
                return change
    return None


def similar_layers(
    what_if: WhatIf, libraries: Libraries, unknown: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return the layers like each name that no layer has, of layers for two word sizes that of this one first."""
    layers = {outcome.layer.name: outcome.layer for outcome in reversed(what_if.plan.layers)}

    def lacks(layer: Layer) -> bool:
        return bool(layer.library_path and libraries.obstacle(layer.library_path, layer.manifest))

    similar = {name: similar_to(name, sorted(layers), len(unknown)) for name in unknown}
    size = what_if.host.word_size()
    return {name: this_size_first([layers[e] for e in found], lacks, size) for name, found in similar.items()}


def _means_several(plan: Plan, asked: str, similar: Sequence[str]) -> bool:
    """Return whether a word is a part of the names of several layers, and not of one for two word sizes."""
    layers = [outcome.layer for outcome in plan.layers if outcome.layer.name in similar]
    alike = all(each.name == layers[0].name or are_twins(each, layers[0]) for each in layers)
    return not alike and len(_with_part(asked, similar)) == len(similar)


def _with_part(name: str, known: Sequence[str]) -> list[str]:
    """Return the known names that have a word as a part, between their "_"; none for what is a full name."""
    word, prefix = name.lower(), PREFIX.lower()
    if len(word) < _SHORTEST or word.startswith(prefix):
        return []
    return [each for each in known if f"_{word}_" in f"_{each.lower().removeprefix(prefix)}_"]


def similar_to(name: str, known: Sequence[str], asked: int = 1) -> tuple[str, ...]:
    """Return the layer that replaced the given one, or else known names like it, or that have it as a part.

    ``asked`` says of how many names that is asked: all of them together have as much time as one.
    """
    if REPLACED.get(name) in known:
        return (REPLACED[name],)
    prefix = PREFIX.lower()
    folded = {each.lower().removeprefix(prefix): each for each in known}
    near = near_names(name.lower().removeprefix(prefix), folded, 3, nearness(name), STEPS // asked)
    return tuple(folded[each] for each in near) or tuple(_with_part(name, known)[:3])


def misspelt(name: str, known: Sequence[str]) -> str:
    """Return the layer of which a name is sure to be a misspelling; empty if there is none.

    Names that differ in numbers are two layers of one product, as for 32 and 64 bits.
    """
    folded = {each.lower(): each for each in known if _DIGITS.findall(each) == _DIGITS.findall(name)}
    near = near_names(name.lower(), folded, 1, _LIKE)
    return folded[near[0]] if near and name not in known else ""


_DIGITS = re.compile(r"\d+")
_OTHER_SEPARATORS = re.compile(r"[,;: ]+")


def split_otherwise(name: str, plan: Plan) -> Sequence[str]:
    """Return the layers that a list with another separator means; the name as it is where it is none.

    It is one if a layer of that name is there, or if each part begins as the names of layers do; that of one does
    where no blank separates them.

    The answer for each of them says how the list is to be written.
    """
    names = tuple(filter(None, _OTHER_SEPARATORS.split(name)))
    there = {outcome.layer.name for outcome in plan.layers}
    begin = [each.startswith(PREFIX) for each in names]
    several = there.intersection(names) or all(begin) or (any(begin) and " " not in name)
    return names if len(names) > 1 and name not in there and several else (name,)


def vain_switch(texts: Mapping[str, bytes], layer: Layer, variables: Mapping[str, str]) -> str:
    """Say that the manifest of an implicit layer lies where explicit ones do, and has no effect there; else empty."""
    entry = entry_of(texts, layer)
    enable, folder = entry.get(_ENABLE), rules_of(layer.manifest).split(layer.manifest)[0]
    names = [name for name in enable if name in variables] if isinstance(enable, dict) else []
    where = f"{quote(folder)} is for explicit layers; implicit ones lie in implicit_layer.d"
    if is_registered := rules_of(layer.manifest) is WINDOWS_PATHS:
        where = "it is registered in ExplicitLayers; implicit ones are in ImplicitLayers"
    if names:
        return f"; {names[0]} has no effect on it, as {where}"
    if not isinstance(entry.get(_DISABLE), dict) or not (
        is_registered or use_of_folder(folder) is Use.EXPLICIT
    ):
        return ""
    return f'; its manifest has "{_DISABLE}", as those of implicit layers have, and {where}'


def unread_variable(name: str, variables: Mapping[str, str]) -> str:
    """Say that no loader reads the variable that is to ask for a layer; empty if there is none."""
    for variable, value in variables.items():
        called = variable.lower() == name.lower()
        if called or (variable not in LOADER_VARIABLES and name in _ENTRIES.split(value)):
            more = "" if called else f"={quote(value)}"
            return f"; {variable}{more} does not, as no loader reads a variable of that name"
    return ""


def for_others(name: str, texts: Mapping[str, bytes]) -> str:
    """Say that a settings file asks for a layer for other programs only; empty if none does."""
    for path, data in texts.items():
        root = reader.read(data).value if path.endswith(SETTINGS_FILE) else None
        several = root.get("settings_array") if isinstance(root, dict) else None
        one = root.get("settings") if isinstance(root, dict) else None
        for each in [*(several if isinstance(several, list) else []), one]:
            layers = each.get("layers") if isinstance(each, dict) and each.get("app_keys") else None
            named = layers if isinstance(layers, list) else []
            on = [entry for entry in named if isinstance(entry, dict) and entry.get("name") == name]
            if isinstance(each, dict) and any(entry.get("control") == "on" for entry in on):
                keys = each["app_keys"]
                whom = ", ".join(map(str, keys[:3])) if isinstance(keys, list) else str(keys)
                return f"; the settings file {quote(path)} turns it on for {whom} only (app_keys)"
    return ""


_ENTRIES = re.compile(r"[,:;\s]+")


def unheeded_condition(texts: Mapping[str, bytes], layer: Layer) -> str:
    """Say why the condition in an implicit layer's manifest is none for a loader; empty if there is none."""
    if layer.kind is not Use.IMPLICIT or layer.enable is not None:
        return ""
    entry = entry_of(texts, layer)
    for key, value in entry.items():
        if key in _SWITCHES:
            if key == _ENABLE and (not isinstance(value, dict) or not value):
                what = "it names no variable" if value == {} else "it is not an object"
                return f'; "{_ENABLE}" counts for nothing, as {what}'
            pairs = list(value.items()) if key == _ENABLE and isinstance(value, dict) else []
            if pairs and not isinstance(pairs[0][1], str):
                name = pairs[0][0]
                return (
                    f'; "{_ENABLE}" counts for nothing, as the value of {quote(name)} in it is not a string'
                )
        elif near_names(key.lower().replace("-", "_"), _SWITCHES, 1, _LIKE) == [_ENABLE]:
            return f'; {quote(key)} in its manifest is no key that a loader knows: "{_ENABLE}" is meant'
    return ""


def unheeded_filter(controls: Sequence[Control], layer: Layer) -> str:
    """Say why VK_LOADER_LAYERS_DISABLE, which matches an active layer, does not keep it off; else empty."""
    values = {each.name: each for each in controls}
    given, allow = values.get(_FILTER), values.get(_ALLOW)
    if given is None or not disabled_by(LayerFilters(disable=elements(given.value)), layer):
        return ""
    if not given.in_force:
        is_named = given.why.startswith(_FILTER)
        return f"; {given.why if is_named else f'{_FILTER}={quote(given.value)} has no effect: {given.why}'}"
    if allow is not None and allow.in_force and first_match(elements(allow.value), layer.name):
        return f"; {_ALLOW}={quote(allow.value)} protects it from {_FILTER}={quote(given.value)}"
    return ""


def second_variable(texts: Mapping[str, bytes], layer: Layer, variables: Mapping[str, str]) -> str:
    """Say that a variable is set which is not the first of several that switch a layer; empty if that is not so.

    Empty as well if the first one decides, so that the others make no difference.
    """
    if layer.disable is not None and layer.disable.variable in variables:
        return ""
    entry = entry_of(texts, layer)
    for key, first in ((_ENABLE, layer.enable), (_DISABLE, layer.disable)):
        value = entry.get(key)
        decided = first is None or variables.get(first.variable) == first.value
        names = list(value.items()) if isinstance(value, dict) and not decided else []
        for name, wanted in names[1:]:
            given = variables.get(name)
            if given is not None and (key == _DISABLE or given == wanted):
                return f'; {name} is set, and of several variables in "{key}" a loader reads the first alone'
    return ""


def entry_of(texts: Mapping[str, bytes], layer: Layer) -> Mapping[str, JsonValue]:
    """Return the layer's own object in its manifest."""
    entry = reader.read(texts.get(layer.manifest, b"")).value
    for key in layer.keys:
        inner = entry.get(str(key)) if isinstance(entry, dict) else None
        listed = isinstance(entry, list) and isinstance(key, int) and key < len(entry)
        entry = entry[key] if listed and isinstance(entry, list) and isinstance(key, int) else inner
    return entry if isinstance(entry, dict) else {}


def unfollowed(
    host: Host, places: Sequence[InspectedPlace], passed: Sequence[PassedOver], name: str
) -> tuple[Reason, ...]:
    """Return why a loader does not follow the registry values that name a manifest of an unknown layer.

    A manifest whose content was not supplied, as in an export of a registry alone, counts if its file is called
    like the layer.
    """
    wanted = name.encode("utf-8", "surrogateescape")

    def holds(path: str) -> str:
        answer = host.read(path)
        if isinstance(answer, Content):
            return "defines it" if wanted in answer.data else ""
        return "is called like it" if is_untold(host, path) and _is_called_like(name, path) else ""

    def may_hold(value: Value) -> bool:
        return bool(holds(value.meant)) if value.meant else value.name.casefold().endswith(".json")

    layers = (each for each in places if each.place.use in LAYERS)
    values = (value for each in layers for value in each.values if not value.files)
    found = [reason for value in values if may_hold(value) for reason in value.reasons]
    for key in passed:
        for path in key.names:
            how = holds(path)
            if how:
                fact = f"{key.path} names {quote(path)}, which {how}, and is not read: {key.why}"
                span = _span(host, key, path)
                where = InFile(span.path, span.line, span.column)
                found.append(Reason(key.rule, Severity.NOTE, name, fact, where))
    return tuple(found)


def registered_anew(host: Host, plan: Plan, name: str, bits: int) -> tuple[Change, ...]:
    """Return the correction of the registry that has a loader follow a manifest whose content was not supplied.

    Empty if none is called like the layer. It cannot be tried, as the manifest may define another layer.
    """
    registry = host.platform().registry
    if registry is None:
        return ()
    from refloader.inspect.whatif.windows_changes import (  # Windows only
        EXPLICIT_KEY,
        edits_of,
        for_this_size,
    )

    edits = edits_of(plan, registry)
    fitting = (each for path, each in edits if is_untold(host, path) and _is_called_like(name, path))
    first = next(fitting, None)
    if first is None:
        return ()
    found = for_this_size((replace(first, tried=False),), bits)
    explicit = any(edit.key.endswith(EXPLICIT_KEY) for each in found for edit in each.registry)
    if explicit and name.startswith(PREFIX) and name not in plan.asked:
        return (*found, replace(set_variable("VK_INSTANCE_LAYERS", name), tried=False))
    return found


def _is_called_like(name: str, path: str) -> bool:
    """True if the file of a manifest is called like a layer, or has the part of a name that was asked for."""
    stem, word = (re.sub(r"[\W_]", "", each.lower()) for each in (stem_of(path), name.removeprefix(PREFIX)))
    return len(word) >= _SHORTEST and (word in stem or (len(stem) >= _SHORTEST and stem in word))


def _span(host: Host, passed: PassedOver, name: str) -> Span:
    """Return where a key that this loader does not read names a manifest."""
    registry = host.platform().registry
    key = registry.key(passed.path) if registry is not None else None
    value = key.value(name) if key is not None else None
    return value.span if value is not None else passed.span


def without_layer(plan: Plan, name: str, host: Host) -> Iterator[tuple[str, Span]]:
    """Yield the files that may be meant for a layer's manifest and give no layer, those called like it first."""
    places = [place.path for place in plan.places if place.use in (Use.EXPLICIT, Use.IMPLICIT)]
    files = {file.path: file.reasons[0].fact for file in plan.unread if file.reasons}
    for reason in plan.reasons:
        if reason.severity is Severity.WARNING and reason.subject.rpartition("/")[0] in places:
            files.setdefault(reason.subject, reason.fact)
    for path in sorted(files, key=lambda path: stem_of(path) not in name.lower()):
        to = dead_target(host, path)
        why = f"is a link to {quote(to)}, which does not exist" if to else f"gives none: {files[path]}"
        yield f"{quote(path)} {why}", Span(path)

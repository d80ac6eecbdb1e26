"""Finds variables that nothing reads: misspelt ones, and one that this release of the loader does not know yet."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

from refloader.core.activation.filters import glob_matches
from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.whatif.change import Change, Question, set_variable
from refloader.inspect.whatif.lists import NAMING, PATH_LISTS, with_another
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.text import quote

_CLOSE = 0.85
_SHORTEST = 3
"""The fewest characters of a pattern that are taken for a part of a layer's name."""
_FEWEST_OF_WORDS = 5
_LIKE_A_WORD = 0.77
"""From which length on, and how much, a pattern's text has to be like a word of a name to be meant for it."""
_SWITCHING = ("enable", "enabled", "use", "on")
_MEANT = {
    "VK_LOADER_DRIVERS_ENABLE": "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_FILTER": "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVER_FILES": "VK_DRIVER_FILES",
    "VK_LOADER_LAYERS_DENY": "VK_LOADER_LAYERS_DISABLE",
    "VK_LOADER_LAYER_PATH": "VK_LAYER_PATH",
    "VK_EXPLICIT_LAYER_PATH": "VK_LAYER_PATH",
    "VK_ADD_EXPLICIT_LAYER_PATH": "VK_ADD_LAYER_PATH",
    "VK_ADD_ICD_FILENAMES": "VK_ADD_DRIVER_FILES",
}
"""Names that no loader reads, and what they are meant for, whatever else they are like."""

_OF_LAYERS = frozenset({"VK_LAYER_ENABLES", "VK_LAYER_DISABLES", "VK_LAYER_SETTINGS_PATH", "VK_SDK_PATH"})
"""Variables that layers and tools read, and that are no misspelt ones of the loader."""

_ASIDE = frozenset({"old", "bak", "backup", "orig", "original", "saved", "save", "unused", "off", "tmp"})
"""Words in the name of a variable that somebody keeps without having it in force."""

_TURNING_OFF = ("DISABLE", "DENY", "EXCLUDE", "BLOCK")

_OF_DRIVERS = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")


def misnamed(question: Question) -> Iterator[Change]:
    """Yield the settings of variables for a layer that are set under a misspelt name."""
    known = traits(question.edition).variables
    steering = [name for name in (*NAMING, *PATH_LISTS) if name in known]
    yield from _misnamed(question.variables, steering)
    for layer in question.entries:
        if layer.enable is None or layer.enable.variable in question.variables:
            continue
        near = _near(layer.enable.variable, question.variables, _read(question))
        if near:
            fact = (
                f"{layer.enable.variable} is not set; nothing reads {_instead(near, layer.enable.variable)}"
            )
            yield set_variable(layer.enable.variable, layer.enable.value, fact, "ACT-IMPLICIT-04")


def _read(question: Question) -> set[str]:
    """Return the names that layers and the loader read."""
    switches = [
        switch.variable
        for outcome in question.plan.layers
        for switch in (outcome.layer.enable, outcome.layer.disable)
        if switch is not None
    ]
    return {*switches, *LOADER_VARIABLES, *SEARCH_VARIABLES}


def misnamed_for_drivers(variables: Mapping[str, str], edition: Edition) -> Iterator[Change]:
    """Yield the settings of variables for drivers that are set under a misspelt name."""
    yield from _misnamed(variables, [name for name in _OF_DRIVERS if name in traits(edition).variables])


def half_pattern(entry: str, name: str) -> str:
    """Return what a filter's entry is meant to be that has * at the wrong end for a name; empty if it is not so."""
    core = entry.strip("* ")
    inside = len(core) >= _SHORTEST and "*" not in core and core.lower() in name.lower()
    return f"*{core}*" if inside and "*" in entry and not glob_matches(entry.strip(), name) else ""


def misspelt_pattern(entry: str, name: str) -> str:
    """Return what a filter's entry is meant to be whose text is like a word of a name; empty if it is not so."""
    core = entry.strip("* _").lower()
    if len(core) < _FEWEST_OF_WORDS or core in name.lower() or "_" in core:
        return ""
    parts = name.removeprefix("VK_LAYER_").lower().split("_")
    words = [word for word in parts if len(word) >= _FEWEST_OF_WORDS]
    # RenderDoc's name begins with "render", and means more than that.
    words = [word for word in words if not (core.startswith(word) and len(core) > len(word) + 1)]
    near = near_names(core, words, 1, _LIKE_A_WORD)
    return f"*{near[0]}*" if near else ""


def halved_patterns(question: Question) -> Iterator[Change]:
    """Yield the corrections of filters that are to turn the layer on and have * at one end of a part of its name."""
    for variable in ("VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"):
        value = question.variables.get(variable, "")
        entries = (
            value.split(",") if question.entries and variable in traits(question.edition).variables else []
        )
        for index, entry in enumerate(entries):
            right = half_pattern(entry, question.name)
            end = "end" if entry.strip().startswith("*") else "begin"
            why = f"{quote(entry)} fits names that {end} so, and this one has it within"
            if not right and "*" in entry and not _fits_another(entry, question):
                right = misspelt_pattern(entry, question.name)
                why = f"{quote(entry)} fits no name that is found"
            if right:
                because = f"{variable}={quote(value)} does not match {question.name}: {why}"
                whole = with_another(entries, index, right)
                yield set_variable(variable, whole, because, f"FILTER-LAYER-{variable.rpartition('_')[2]}-01")


def _fits_another(entry: str, question: Question) -> bool:
    """Return whether a filter's entry fits a layer that is found, and so is meant for that."""
    return any(glob_matches(entry.strip(), outcome.layer.name) for outcome in question.plan.layers)


def unread(variables: Mapping[str, str], edition: Edition) -> Iterator[Change]:
    """Yield the settings of all variables of the loader that are set under a misspelt name, though nothing fails."""
    others = {name: value for name, value in variables.items() if name not in _OF_LAYERS}
    yield from _misnamed(others, sorted(LOADER_VARIABLES & traits(edition).variables))


def _misnamed(variables: Mapping[str, str], wanted: Sequence[str]) -> Iterator[Change]:
    """Yield the settings of wanted variables that are not set, though one is that can only be meant for them."""
    meant: dict[str, str] = {}
    for near in variables:
        name = _meaning(near)
        if name in wanted and name not in variables and not _is_kept_aside(near):
            meant.setdefault(name, near)
    for name in wanted:
        if name in meant:
            yield _renamed(meant[name], name, variables)


def _meaning(near: str) -> str:
    """Return the one variable of loaders that a name which nothing reads is meant for; empty if it is like none."""
    if near in LOADER_VARIABLES or near in SEARCH_VARIABLES:
        return ""
    given, parts = _named(near).upper(), _parts(_named(near))
    if given in LOADER_VARIABLES:
        return given
    told = next((name for other, name in _MEANT.items() if _parts(other) == parts), "")
    able = sorted(name for name in LOADER_VARIABLES if _may_mean(given, name))
    told = told or next((name for name in able if _parts(name) == parts), "")
    close = () if told else get_close_matches(given, able, len(able) or 1, _CLOSE)
    told = told or max(close, key=lambda name: SequenceMatcher(None, given, name).ratio(), default="")
    return told or next((name for name in able if _core(given) and _core(name) == _core(given)), "")


def _is_kept_aside(name: str) -> bool:
    """Whether somebody has renamed a variable so that nothing reads it, to have its value at hand."""
    named = _named(name)
    aside = named.startswith(("_", "x", "no_", "not_")) or named.endswith("_")
    return named.upper() not in LOADER_VARIABLES and (aside or not _ASIDE.isdisjoint(named.split("_")))


def _renamed(near: str, name: str, variables: Mapping[str, str]) -> Change:
    fact = f"no loader reads {_instead(near, name)} (its value is {quote(variables[near])})"
    return set_variable(name, variables[near], fact)


def _instead(near: str, right: str) -> str:
    """Say which name is set, and which one is read."""
    if near != right and _named(near) == right.lower() != near.lower():
        return f"a variable that is called {quote(near)}; {right} is meant"
    if near.lower() == right.lower():
        return f"{near}, and only the letter case differs from {right}"
    return f"{near}; {right} is meant"


def _near(wanted: str, variables: Mapping[str, str], read: set[str] | frozenset[str]) -> str:
    """Return a variable that is set and whose name nothing reads, but is like the wanted one; empty if none is."""
    free = {_named(name): name for name in variables if name not in read and _may_mean(name, wanted)}
    same = free.get(wanted.lower())
    found = [wanted.lower()] if same else get_close_matches(wanted.lower(), free, 1, _CLOSE)
    found = found or [name for name in free if _core(name) and _core(name) == _core(wanted)]
    found = found or [name for name in free if _parts(name) == _parts(wanted)]
    return free[found[0]] if found else ""


def _may_mean(name: str, wanted: str) -> bool:
    """Whether a name can be meant for another one.

    One that turns something off is not one that turns it on, one that adds is not one that replaces, the folders of
    explicit layers are not those of implicit ones, and devices are neither drivers nor layers.
    """
    given, other = name.upper(), wanted.upper()
    is_off = any(word in given for word in _TURNING_OFF)
    adds = any(part.startswith("ADD") for part in given.split("_"))
    is_other = ("EXPLICIT" in given and "IMPLICIT" in other) or ("DEVICE" in given and "DEVICE" not in other)
    return is_off is ("DISABLE" in other) and adds is ("ADD" in other.split("_")) and not is_other


def _named(name: str) -> str:
    """Return the name of a variable in lower case, without what a line of a script has in front of it."""
    return name.lower().strip().removeprefix("export ").removeprefix("set ").strip()


def _core(name: str) -> str:
    """Return a variable's name without the words that only say that it switches something on."""
    return "_".join(part for part in name.lower().split("_") if part not in _SWITCHING)


def _parts(name: str) -> list[str]:
    """Return the words of a variable's name in the order of the alphabet, each without the s of a plural."""
    return sorted(part.removesuffix("s") for part in name.lower().split("_"))


def allowed(question: Question) -> Iterator[Change]:
    """Yield that the layer is turned on or left on, where a variable that does so is not read, or is smaller."""
    late = any(each.rule == "ENV-MINVERSION-01" and each.subject == _ALLOW for each in question.plan.reasons)
    named = question.variables.get(_ALLOW, "").split(",") if late else ()
    if question.name in named:
        old = question.variables.get(_ENABLE, "")
        yield set_variable(_ENABLE, f"{old},{question.name}" if old else question.name)
    if not late and _is_off_with_others(question):  # which stay off then
        old = question.variables.get(_ALLOW, "")
        yield set_variable(_ALLOW, f"{old},{question.name}" if old else question.name)


def _is_off_with_others(question: Question) -> bool:
    """Return whether VK_LOADER_LAYERS_DISABLE keeps off the layer in question and other implicit ones."""
    off = {
        outcome.layer.name: outcome.layer.kind
        for outcome in question.plan.layers
        if any(each.rule.startswith("FILTER-LAYER-DISABLE") for each in outcome.reasons)
    }
    return question.name in off and any(
        kind is Use.IMPLICIT and name != question.name for name, kind in off.items()
    )


_ALLOW, _ENABLE = "VK_LOADER_LAYERS_ALLOW", "VK_LOADER_LAYERS_ENABLE"

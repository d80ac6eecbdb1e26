"""Finds variables that are set under a name that nothing reads, but that is like the name of one that is read."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.inspect.whatif.change import Change, Question, set_variable
from refloader.inspect.whatif.lists import NAMING, PATH_LISTS
from refloader.model.edition import Edition
from refloader.model.text import quote

_CLOSE = 0.85
_SWITCHING = ("enable", "enabled", "use", "on")
_OF_LAYERS = frozenset({"VK_LAYER_ENABLES", "VK_LAYER_DISABLES", "VK_LAYER_SETTINGS_PATH", "VK_SDK_PATH"})
"""Variables that layers and tools read, and that are no misspelt ones of the loader."""

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


def unread(variables: Mapping[str, str], edition: Edition) -> Iterator[Change]:
    """Yield the settings of all variables of the loader that are set under a misspelt name, though nothing fails."""
    known = sorted(LOADER_VARIABLES & traits(edition).variables)
    others = {name: value for name, value in variables.items() if name not in _OF_LAYERS}
    yield from _misnamed(others, known)


def _misnamed(variables: Mapping[str, str], wanted: Sequence[str]) -> Iterator[Change]:
    for name in wanted:
        near = _near(name, variables, LOADER_VARIABLES | SEARCH_VARIABLES) if name not in variables else ""
        if near:
            yield set_variable(
                name,
                variables[near],
                f"no loader reads {_instead(near, name)} (its value is {quote(variables[near])})",
            )


def _instead(near: str, right: str) -> str:
    """Say which name is set, and which one is read."""
    if near != right and _named(near) == right.lower() != near.lower():
        return f"a variable that is called {quote(near)}; {right} is meant"
    if near.lower() == right.lower():
        return f"{near}, and only the letter case differs from {right}"
    return f"{near}; {right} is meant"


def _near(wanted: str, variables: Mapping[str, str], read: set[str] | frozenset[str]) -> str:
    """Return a variable that is set and whose name nothing reads, but is like the wanted one; empty if none is."""
    free = {_named(name): name for name in variables if name not in read}
    same = free.get(wanted.lower())
    found = [wanted.lower()] if same else get_close_matches(wanted.lower(), free, 1, _CLOSE)
    found = found or [name for name in free if _core(name) and _core(name) == _core(wanted)]
    return free[found[0]] if found else ""


def _named(name: str) -> str:
    """Return the name of a variable in lower case, without what a line of a script has in front of it."""
    return name.lower().strip().removeprefix("export ").removeprefix("set ").strip()


def _core(name: str) -> str:
    """Return a variable's name without the words that only say that it switches something on."""
    return "_".join(part for part in name.lower().split("_") if part not in _SWITCHING)

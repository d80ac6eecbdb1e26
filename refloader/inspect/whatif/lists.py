"""Lists corrections of variables that hold lists: of their separators, and of layer names that are misspelt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from refloader.core.editions import traits
from refloader.inspect.whatif.change import Change, set_variable
from refloader.model.edition import Edition
from refloader.model.system import System
from refloader.model.text import quote

_COMMAS = (
    "VK_LOADER_LAYERS_ENABLE",
    "VK_LOADER_LAYERS_DISABLE",
    "VK_LOADER_LAYERS_ALLOW",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
)
_OF_PATHS = (
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_IMPLICIT_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "XDG_DATA_DIRS",
    "XDG_CONFIG_DIRS",
)
PATH_LISTS = _OF_PATHS[:7]
"""The loader's variables that list manifests or folders of them."""

_OF_NAMES = ("VK_INSTANCE_LAYERS", "VK_DEVICE_LAYERS")
NAMING = (*_OF_NAMES, "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW")
"""The variables by which a layer is asked for by its name."""

_RULES = {
    "VK_INSTANCE_LAYERS": "ENV-INSTLAYERS-01",
    "VK_DEVICE_LAYERS": "ENV-DEVLAYERS-01",
    "VK_LAYER_PATH": "ENV-LAYERPATH-02",
    "VK_LOADER_LAYERS_ENABLE": "FILTER-LAYER-ENABLE-01",
}
_CLOSE = 0.88
"""How much alike two names are of which one is taken for a misspelling of the other."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A separator that a list uses, and the one that the loader splits it at."""

    used: str
    right: str


def separator_of(variable: str, system: System) -> str:
    """Return the character at which a loader splits a variable."""
    return "," if variable in _COMMAS else system.paths.list_separator


def wrong_separator(variable: str, value: str, system: System) -> Wrong | None:
    """Return the separator of a list if it is one that a loader does not split at, else None."""
    right = separator_of(variable, system)
    for used in (";", ",", ":", " "):
        if used == right or used not in value or (used == " " and variable in _OF_PATHS):
            continue
        parts = [part for piece in value.split(right) for part in piece.split(used)]
        if all(_is_entry(variable, part.strip(), system) for part in parts if part.strip()):
            return Wrong(used, right)
    return None


def _is_entry(variable: str, part: str, system: System) -> bool:
    """True if the text between two separators is one entry of the kind that the variable lists."""
    return variable not in _OF_PATHS or system.paths.is_full(part)


def corrected(variable: str, value: str, wrong: Wrong) -> str:
    """Return the list with the right separator."""
    parts = (part.strip() for part in value.replace(wrong.used, wrong.right).split(wrong.right))
    return wrong.right.join(part for part in parts if part)


def separators(variables: Mapping[str, str], edition: Edition, system: System) -> Iterator[Change]:
    """Yield the corrections of separators, one for each variable that has a wrong one."""
    for variable in (*_OF_NAMES, *_COMMAS, *_OF_PATHS):
        known = variable in traits(edition).variables or variable.startswith("XDG")
        value = variables.get(variable, "")
        wrong = wrong_separator(variable, value, system) if known and value else None
        if wrong is not None:
            because = (
                f'{variable}={quote(value)} separates its entries by "{wrong.used}"; a loader splits it at '
                f'"{wrong.right}" only, so it reads one entry that nothing matches'
            )
            yield set_variable(variable, corrected(variable, value, wrong), because, _RULES.get(variable, ""))


def unexpanded(variables: Mapping[str, str], edition: Edition) -> Iterator[Change]:
    """Yield the corrections of lists of paths in which no shell has replaced the home folder."""
    home = variables.get("HOME", "")
    for variable in PATH_LISTS:
        value = variables.get(variable, "")
        right = ":".join(_expanded(entry, home) for entry in value.split(":"))
        if right != value and home and variable in traits(edition).variables:
            because = (
                f"{variable}={quote(value)} stands as it is: no loader replaces ~ or $HOME by the home folder"
            )
            yield set_variable(variable, right, because, _RULES.get(variable, ""))


def _expanded(entry: str, home: str) -> str:
    for start in ("~/", "$HOME/", "${HOME}/"):
        if entry.startswith(start):
            return f"{home}/{entry.removeprefix(start)}"
    return entry


def spellings(
    name: str, variables: Mapping[str, str], known: Sequence[str], edition: Edition, system: System
) -> Iterator[Change]:
    """Yield the corrections of variables that ask for a layer under a name that no layer has.

    ``known`` are the names of the layers that are found.
    """
    for variable in NAMING:
        value = variables.get(variable, "")
        if not value or variable not in traits(edition).variables:
            continue
        separator = separator_of(variable, system)
        entries = value.split(separator)
        for index, entry in enumerate(entries):
            if entry in known or not entry.strip() or not _is_like(entry.strip(), name):
                continue
            right = separator.join([*entries[:index], name, *entries[index + 1 :]])
            how = (
                "only the letter case differs from" if entry.strip().lower() == name.lower() else "it is like"
            )
            because = f"{variable} asks for {quote(entry)}, and no layer has that name; {how} {name}"
            yield set_variable(variable, right, because, _RULES.get(variable, ""))


def _is_like(entry: str, name: str) -> bool:
    return bool(get_close_matches(entry.lower(), [name.lower()], 1, _CLOSE)) and "*" not in entry

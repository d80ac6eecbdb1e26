"""Lists corrections of variables that hold lists: of their separators, and of layer names that are misspelt."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from difflib import get_close_matches

from refloader.core.editions import traits
from refloader.host.globs import fits_glob
from refloader.inspect.layer_names import REPLACED
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable
from refloader.inspect.whatif.list_entries import (
    AROUND,
    ASSIGNMENT,
    INVISIBLE,
    MOST_ENTRIES,
    QUOTES,
    tidied,
)
from refloader.model.edition import Edition
from refloader.model.path_rules import rules_of
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
PREFIX = "VK_LAYER_"
SWITCHED_ON = ("1", "true", "yes", "on")
"""What is set as if a list of names were a switch."""
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
    for used in (";", ",", ":", "|", "\n", " "):
        if used == right or used not in value or (used == " " and _is_one_path(variable, value, system)):
            continue
        if not used.strip() and not any(used in entry.strip(AROUND) for entry in value.split(right)):
            continue  # blanks around an entry separate nothing
        pieces = value.split(right)
        parts = [part for piece in pieces for part in _split(piece, used, system)]
        if len(parts) > len(pieces) and all(
            _is_entry(variable, part.strip(AROUND), system) for part in parts if part.strip()
        ):
            return Wrong(used, right)
    return None


def _split(value: str, used: str, system: System) -> list[str]:
    """Return the parts of a value; the colon of a drive letter separates nothing."""
    drives = used == ":" and system is System.WINDOWS and of_windows(value)
    return re.split(r":(?=[A-Za-z]:[\\/])", value) if drives else value.split(used)


def _is_one_path(variable: str, value: str, system: System) -> bool:
    """True if the blanks of a value may belong to the names of folders: not each of its words is a full path."""
    return variable in _OF_PATHS and not all(system.paths.is_full(word) for word in value.split(" ") if word)


def _is_entry(variable: str, part: str, system: System) -> bool:
    """True if the text between two separators is one entry of the kind that the variable lists."""
    return variable not in _OF_PATHS or system.paths.is_full(part) or part.startswith(("~/", "$"))


def corrected(value: str, wrong: Wrong, system: System) -> str:
    """Return the list with the right separator."""
    pieces = (part for piece in value.split(wrong.right) for part in _split(piece, wrong.used, system))
    parts = (part.strip(AROUND) for part in pieces)
    return wrong.right.join(part for part in parts if part)


def _in_words(separator: str) -> str:
    """Return a separator as a sentence has it: a blank is not to be seen."""
    return "blanks" if separator == " " else quote(separator)


def separators(variables: Mapping[str, str], edition: Edition, system: System) -> Iterator[Change]:
    """Yield the corrections of separators, one for each variable that has a wrong one."""
    for variable in (*_OF_NAMES, *_COMMAS, *_OF_PATHS):
        known = variable in traits(edition).variables or variable.startswith("XDG")
        value = variables.get(variable, "")
        wrong = wrong_separator(variable, value, system) if known and value else None
        if wrong is not None:
            because = (
                f"{variable}={quote(value)} separates its entries by {_in_words(wrong.used)}; a loader splits it at "
                f'"{wrong.right}" only, so it reads one entry that nothing matches'
            )
            right = corrected(value, wrong, system)
            if variable in _OF_PATHS and system is System.LINUX:
                corrections = [tidied(entry, variables, ()) for entry in right.split(":")]
                right = ":".join(entry for entry, _ in corrections if entry)
                because += "".join(f"; and {why}" for _, why in corrections[:1] if why)
            yield set_variable(variable, right, because, _RULES.get(variable, ""))


def unquoted(variables: Mapping[str, str], edition: Edition, system: System) -> Iterator[Change]:
    """Yield the corrections of lists of names with quotes, blanks and the like in them; on Windows, of paths too."""
    of_paths = PATH_LISTS if system is System.WINDOWS else ()  # for others see unexpanded
    for variable in (*_OF_NAMES, *_COMMAS, *of_paths):
        value = variables.get(variable, "")
        separator = separator_of(variable, system)
        right = separator.join(bare_entry(entry) for entry in value.split(separator))
        if right != value and variable in traits(edition).variables:
            told = f"{variable}={quote(value)} has {_extra(value)} in it"
            because = f"{told}, and a loader takes them for a part of a {'path' if variable in of_paths else 'name'}"
            yield set_variable(variable, right, because, _RULES.get(variable, ""))


def bare_entry(entry: str) -> str:
    """Return an entry of a list without what is not a part of it: blanks, quotes, invisible characters."""
    plain = entry.translate(dict.fromkeys(map(ord, INVISIBLE))).strip(AROUND)
    return ASSIGNMENT.sub("", plain, count=1) if ASSIGNMENT.match(plain) else plain


def _extra(text: str) -> str:
    """Return what a text has in it that is not a part of a name or path."""
    if set(text) & set(INVISIBLE):
        return "invisible characters"
    if ASSIGNMENT.match(text.strip(AROUND)):
        return "the name of a variable and ="
    return "quotes" if set(text) & set(QUOTES) else "blanks"


def file_names(variables: Mapping[str, str], edition: Edition) -> Iterator[Change]:
    """Yield the corrections of filters for drivers that have paths in them."""
    for variable in ("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"):
        value = variables.get(variable, "")
        right = without_folders(value, whole=variable.endswith("SELECT"))
        if "/" in value and right and variable in traits(edition).variables:
            because = f"{variable}={quote(value)} has a path, and a loader compares file names only"
            yield set_variable(variable, right, because, "FILTER-DRIVER-SELECT-01")


def without_folders(value: str, *, whole: bool = False) -> str:
    """Return a filter for drivers with the file names of its entries alone.

    An entry for all files of a folder stays, as one for all drivers, if ``whole``.
    """
    names = ((entry.rpartition("/")[2], "/" in entry) for entry in value.split(","))
    return ",".join(name for name, is_path in names if not is_path or (name if whole else name.strip("*")))


def without_inner(value: str) -> str:
    """Return a filter of which each entry has no * within a name, nor what only a shell knows."""
    return ",".join(map(_without_inner, value.split(",")))


_INNER = re.compile(r"[^*]\*+[^*]|[?\[]")
"""What a pattern of a shell has and a filter has not: * between other characters, ? and [."""


def regexes(variables: Mapping[str, str], edition: Edition) -> Iterator[Change]:
    """Yield the corrections of filters that have regular expressions, or * within a name."""
    for variable in _COMMAS:
        value = variables.get(variable, "")
        begins = any(entry.startswith(".*") for entry in value.split(","))
        if not begins and _INNER.search(value) and variable in traits(edition).variables:
            because = f"{variable}={quote(value)} has a pattern that no filter knows: * counts at the beginning and "
            because += "at the end of a name only"
            yield set_variable(variable, without_inner(value), because, _RULES.get(variable, ""))
        if begins and variable in traits(edition).variables:
            because = f"{variable}={quote(value)} is a regular expression; a loader knows * for any text, and no more"
            yield set_variable(variable, value.replace(".*", "*"), because, _RULES.get(variable, ""))


def _without_inner(entry: str) -> str:
    """Return the longest piece of a pattern, with * where others were cut off; VK_LAYER_ says nothing."""
    if not _INNER.search(entry):
        return entry
    pieces = re.split(r"\*+|\?|\[[^\]]*\]?", entry)
    at = max(range(len(pieces)), key=lambda index: len(pieces[index].removeprefix(PREFIX)))
    return f"{'*' if at else ''}{pieces[at]}{'*' if at < len(pieces) - 1 else ''}"


_BASES = ("XDG_DATA_DIRS", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
_USUAL = {"XDG_DATA_DIRS": "/usr/local/share:/usr/share", "XDG_CONFIG_DIRS": "/etc/xdg"}
"""What these variables stand for where they are not set."""


def expanded(variable: str, variables: Mapping[str, str]) -> Change | None:
    """Return the setting of a list of folders with ~ and variables replaced; None if it has none."""
    value = variables.get(variable, "")
    if not set(value) & set("~$\"'"):
        return None
    corrections = [tidied(entry, variables, ()) for entry in value.split(":")]
    why = next((why for _, why in corrections if why), "")
    right = ":".join(entry for entry, _ in corrections)
    because = f"{variable}={quote(value)} is taken as it is written: {why}"
    return set_variable(variable, right, because) if why else None


def unexpanded(
    variables: Mapping[str, str], edition: Edition, manifests: Sequence[str] = ()
) -> Iterator[Change]:
    """Yield the corrections of lists of paths that no shell has worked on, or that have blanks and quotes in them.

    ``manifests`` are the files to which a pattern such as ``*.json`` may expand.
    """
    for variable in (*PATH_LISTS, *_BASES):
        value = variables.get(variable, "")
        if not value or (variable in PATH_LISTS and variable not in traits(edition).variables):
            continue
        known = {**variables, variable: _USUAL.get(variable, "")}  # what it would add to itself
        entries = value.replace("file://", "").split(":")
        corrections = [tidied(entry, known, manifests) for entry in entries[:MOST_ENTRIES]]
        corrections += [(entry, "") for entry in entries[MOST_ENTRIES:]]
        corrections += [("", "a path is expected, not a URL")] if "file://" in value else []
        right = ":".join(entry for entry, _ in corrections if entry)
        why = next((why for _, why in corrections if why), "")
        if why and right != value:
            because = f"{variable}={quote(value)} is taken as it is written: {why}"
            yield set_variable(variable, right, because, _RULES.get(variable, ""))


def split_path(
    variables: Mapping[str, str], edition: Edition, manifests: Sequence[str]
) -> tuple[Change, ...]:
    """Return what to do about a path that a list cannot hold, as it has the sign that splits lists; empty if none."""
    for variable in PATH_LISTS:
        value = variables.get(variable, "") if variable in traits(edition).variables else ""
        for path in manifests:
            named = next(
                (each for each in (path, path.rpartition("/")[0]) if ":" in each and each in value), ""
            )
            if not named:
                continue
            because = (
                f'{variable}={quote(value)} has a path with ":" in it, and a loader splits the list there; no sign '
                f"keeps them together"
            )
            part = path.partition(":")[2].partition("/")
            old = f"{path.partition(':')[0]}:{part[0]}"
            new = old.replace(":", "_")
            move = Change(ChangeKind.MOVE, old, new, because=because, tried=False)
            return (move, set_variable(variable, value.replace(old, new)))
    return ()


def of_windows(value: str) -> bool:
    """True if the value of a variable begins with a drive letter."""
    return bool(re.match(r"[A-Za-z]:[\\/]", value))


def spellings(
    name: str,
    variables: Mapping[str, str],
    known: Sequence[str],
    edition: Edition,
    system: System,
    files: Sequence[str] = (),
) -> Iterator[Change]:
    """Yield the corrections of variables that ask for a layer under a name that no layer has.

    ``known`` are the names of the layers that are found, ``files`` the manifests and libraries of this one.
    """
    stems = {stem_of(file) for file in files if file}
    for variable in NAMING:
        value = variables.get(variable, "")
        if not value or variable not in traits(edition).variables:
            continue
        separator = separator_of(variable, system)
        entries = value.split(separator)
        for index, entry in enumerate(entries):
            given = bare_entry(entry)
            how = _likeness(given, name, stems) if given and entry not in known else ""
            if given == name != entry:
                extra = _extra(entry)
                how = f"the {extra} in it count; without them, it is"
                how = "the blank around it counts; without it, it is" if extra == "blanks" else how
            if given.lower() in SWITCHED_ON:
                how = "it is a list of names and no switch; one is"
            if variable in _OF_NAMES and "*" in given and fits_glob(name, given):
                how = "this variable takes no patterns; that one would match"
            parts = _run_together(entry, known)
            if name in parts:
                how = f'no "{separator}" separates the names in it; one of them is'
            if not how:
                continue
            right = separator.join([*entries[:index], *(parts or [name]), *entries[index + 1 :]])
            because = f"{variable} asks for {quote(entry)}, and no layer has that name; {how} {name}"
            yield set_variable(variable, right, because, _RULES.get(variable, ""))


def _run_together(entry: str, known: Sequence[str]) -> list[str]:
    """Return the names of layers of which an entry consists without anything between them; empty if it does not."""
    parts = [PREFIX + part for part in entry.split(PREFIX)[1:]] if entry.startswith(PREFIX) else []
    return parts if len(parts) > 1 and all(part in known for part in parts) else []


def _likeness(entry: str, name: str, stems: Set[str]) -> str:
    """Say how an entry of a variable is like the name of a layer; empty if it is not."""
    lower, wanted = entry.lower(), name.lower()
    if REPLACED.get(entry) == name:
        return "it is no longer made, and was replaced by"
    if "*" in entry or entry.startswith("~") or name != name.strip():
        return ""
    if lower == wanted:
        return "only the letter case differs from"
    if get_close_matches(lower, [wanted], 1, _CLOSE):
        return "it is like"
    if stem_of(entry) in stems and ("." in entry or "/" in entry):
        return "that is a file of"
    short = lower.removeprefix(PREFIX.lower())
    parts = f"_{wanted.removeprefix(PREFIX.lower())}_"
    if len(short) > 1 and f"_{short}_" in parts:
        return "that is a part of"
    return "that is the name of a file of" if stem_of(entry) in stems else ""


_LIBRARY = re.compile(r".*(\.so(\.\d+)*|\.dll|\.dylib)")


def is_library(entry: str) -> bool:
    """True if an entry of a list of paths is called like a library, and not like a manifest or a folder."""
    return _LIBRARY.fullmatch(entry) is not None


def with_another(entries: Sequence[str], at: int, right: str) -> str:
    """Return a list with commas that has another entry instead of the one at a place."""
    return ",".join([*entries[:at], right, *entries[at + 1 :]])


def asking_for(name: str, variables: Mapping[str, str]) -> str:
    """Return the beginning of a sentence that says that VK_INSTANCE_LAYERS asks for a layer; empty if it does not."""
    asked = re.split("[:;]", variables.get("VK_INSTANCE_LAYERS", ""))
    return "VK_INSTANCE_LAYERS asks for it, and " if name in asked else ""


def stem_of(path: str) -> str:
    """Return the name of a manifest or library, without suffix and without the usual beginning, in lower case."""
    name = rules_of(path).split(path)[1].lower().partition(".")[0]
    for beginning in ("libvklayer_", "vklayer_", "lib"):
        name = name.removeprefix(beginning)
    return name

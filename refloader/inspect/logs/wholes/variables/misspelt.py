"""Variables of a text that no loader reads: misspelt ones, and those that are newer than the text's loader."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice

from refloader.core.ages import release_of
from refloader.host import shell
from refloader.inspect.libraries.near_names import STEPS, near_names
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, Event, EventKind
from refloader.inspect.logs.wholes.variables.not_exported import not_exported

_SINCE = {
    "VK_ICD_FILENAMES": (),
    "VK_LAYER_PATH": (),
    "VK_INSTANCE_LAYERS": (),
    "VK_LOADER_DEBUG": (),
    "VK_LOADER_DISABLE_INST_EXT_FILTER": (),
    "VK_LOADER_DISABLE_SELECT": (),
    "VK_DRIVER_FILES": (1, 3, 207),
    "VK_ADD_DRIVER_FILES": (1, 3, 207),
    "VK_ADD_LAYER_PATH": (1, 3, 207),
    "VK_LOADER_LAYERS_ENABLE": (1, 3, 234),
    "VK_LOADER_LAYERS_DISABLE": (1, 3, 234),
    "VK_LOADER_DRIVERS_SELECT": (1, 3, 234),
    "VK_LOADER_DRIVERS_DISABLE": (1, 3, 234),
    "VK_LOADER_LAYERS_ALLOW": (1, 3, 262),
    "VK_IMPLICIT_LAYER_PATH": (1, 3, 296),
    "VK_ADD_IMPLICIT_LAYER_PATH": (1, 3, 296),
}
"""The variables of loaders, and the release that first reads each; of those without one every loader does."""

_OLDER = {
    "VK_DRIVER_FILES": "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES": "VK_ICD_FILENAMES, which replaces the usual drivers",
    "VK_ADD_LAYER_PATH": "VK_LAYER_PATH, which replaces the usual folders",
}
_OF_OTHERS = (
    "VK_LAYER_SETTINGS_PATH",
    "VK_LAYER_ENABLES",
    "VK_LAYER_DISABLES",
    "VK_SDK_PATH",
    "VK_LAYER_MESA_OVERLAY_CONFIG",
    "VK_LOADER_TEST_LOADER_PATH",
    "VK_LOADER_LAYERS",
)
"""Variables that look like those of loaders and that others read, or that are only begun."""

_A_NAME = re.compile(r"VK_[A-Z_]{6,40}")
_LAYER_NAME = re.compile(r"VK_LAYER_\w{1,200}")
_SURE = 0.88
_MOST = 64
"""The most layers of a variable that are compared with those of the text."""

_OF_ONE_LINE = (1, 2, 188)
"""The newest release that prints the places of a search in one line."""

_FOLDERS = ("VK_ADD_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH")
_MISSING = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)


def unread(log: Log) -> Iterator[Event]:
    """Yield the variables of a text that its loader does not read."""
    for name in [*log.variables, *log.spoken]:
        right = _meant(name)
        if right and right not in log.variables:
            line = log.variable_lines.get(name, 0) or log.spoken.get(name, 0)
            why = f"no loader reads a variable {name}: it is called {right}"
            value = log.variables.get(name, "")
            plain = shell.plain(value) == value or (" " not in value and shell.is_path_on_windows(value))
            fix = f"set {right}{f'={value}' if plain else ''} in its place"
            yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)
            return
    yield from _misspelt_layers(log)
    yield from _too_new(log)
    yield from not_exported(log)


def _misspelt_layers(log: Log) -> Iterator[Event]:
    """Yield that VK_INSTANCE_LAYERS has a name that is nearly that of a layer which the text lists, and of none."""
    asked = _LAYER_NAME.findall(log.variables.get("VK_INSTANCE_LAYERS", ""))
    for name in islice(dict.fromkeys(asked) if log.available else (), _MOST):
        near = near_names(name, log.available, 1, _SURE, STEPS // _MOST)
        if near and _kind(near[0]) != _kind(name):
            why = f"VK_INSTANCE_LAYERS asks for {name}, and no layer has that name: there is {near[0]}"
            fix = f"correct it: {near[0]} instead of {name}"
            line = log.variable_lines.get("VK_INSTANCE_LAYERS", 0)
            yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)
            return


def _kind(name: str) -> str:
    """Return a name without what two right names may differ by: word size, number, and letter case."""
    return re.sub(r"_(?:x86|i[36]86|arm)?(?=_|$)|[\d_]+", "", name.lower())


def _meant(name: str) -> str:
    """Return the variable that a name is a misspelling of; empty if it is none."""
    if not _A_NAME.fullmatch(name) or name in _SINCE or name in _OF_OTHERS:
        return ""
    if name.startswith(("VK_LAYER_KHRONOS", "VK_LAYER_LUNARG", "VK_ERROR_", "VK_KHRONOS", "VK_LUNARG")):
        return ""
    return next(iter(near_names(name, _SINCE, 1, _SURE)), "")


def _asking_for(log: Log, name: str) -> str:
    """Return how an older loader is asked for the layers that VK_LOADER_LAYERS_ENABLE is to turn on."""
    if name != "VK_LOADER_LAYERS_ENABLE":
        return ""
    patterns = log.variables[name].split(",")
    meant = [each for each in log.available if any(fnmatchcase(each.lower(), p.lower()) for p in patterns)]
    return (
        f"VK_INSTANCE_LAYERS={shell.assigned(meant[0])}"
        if len(meant) == 1
        else "VK_INSTANCE_LAYERS with the names of the layers"
    )


def _too_new(log: Log) -> Iterator[Event]:
    """Yield a variable that is set and that the loader of the text is too old for."""
    versions = [event.subject for event in log.events if event.kind is EventKind.VERSION] or list(
        log.versions
    )
    versions = versions or log.particulars.loader_packages
    releases = [found for each in versions if (found := release_of(each))]
    if not releases and any(search.is_old for search in log.searches):
        releases = [_OF_ONE_LINE]
    if not releases:
        return
    newest = max(releases)
    for name, since in _SINCE.items():
        if since and name in log.variables and newest < since:
            release = ".".join(map(str, newest))
            first = ".".join(map(str, since))
            why = f"the loader is release {release}, and {name} is read from {first} on: here it does nothing"
            older = _OLDER.get(name, "") or _asking_for(log, name)
            other = f", or use {older}" if older else ""
            is_why = name in _FOLDERS and any(event.kind in _MISSING for event in log.events)
            other_problem = not is_why and any(event.kind in BAD for event in log.events)
            yield Event(
                EventKind.NOTED if other_problem else EventKind.CONCLUDED,
                log.variable_lines.get(name, 0),
                name,
                why,
                fix=f"update the loader{other}",
            )
            return

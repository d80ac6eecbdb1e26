"""Infers the machine that a log describes: the variables that lead to its search places, and what is unknown."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.core.search.unix_places import SUFFIX
from refloader.inspect.logs.reading.facts import Log, Search
from refloader.inspect.logs.reading.kinds import EventKind
from refloader.inspect.logs.surroundings.sign import OF_BOTH, Sign
from refloader.model.paths import PathRules
from refloader.model.place import Use
from refloader.model.platform import Platform
from refloader.model.reason import Span
from refloader.model.recorded import Names, Recorded, RecordedAnswers, Refusal
from refloader.model.request import Build
from refloader.model.system import System
from refloader.model.text import NOT_TOLD, number_of, quote, some
from refloader.model.windows_registry import Registry, RegistryKey, RegistryValue, ValueType, registry_of

_OF_FILES = (EventKind.LINKER, EventKind.BAD_FILE, EventKind.DRIVER_FAILED, EventKind.LEFT_DRIVER)
"""Events whose subject is a file."""

_CONTENT = Refusal(NOT_TOLD, "known by its name alone")
_KEY = re.compile(r"HKEY_|HK(?:LM|CU)\\", re.IGNORECASE)
_MOST = 20
"""The most notes of one kind that are listed."""


def machine_of(log: Log) -> Recorded:
    """Return the machine as far as the log describes it."""
    system = system_of(log)
    searches = {use: typical(log.searches, use) for use in (Use.IMPLICIT, Use.EXPLICIT, Use.DRIVER)}
    found = {use: search for use, search in searches.items() if search is not None}
    variables = {**_worked_out(found, system), **_written(log)}
    registry = _registry(found, log) if system is System.WINDOWS else None
    return Recorded(
        platform=Platform(system, registry=registry),
        word_size=64,
        variables=variables,
        entries=tuple(_entries(found, log, system.paths)),
        notes=tuple(_notes(log, found, system, variables)),
    )


def typical(searches: Sequence[Search], use: Use) -> Search | None:
    """Return the most frequent of the searches for one use, which logs repeat for every call; of equals the last."""
    mine = [each for each in searches if _use(each) is use and each.places]
    if not mine:
        return None
    counted = Counter(_shape(each) for each in mine)
    most = max(counted.values())
    return next(each for each in reversed(mine) if counted[_shape(each)] == most)


def _use(search: Search) -> Use:
    """Return the use of a search. One for layers without a standard folder is a search of VK_LAYER_PATH."""
    return search.use or Use.EXPLICIT


def _shape(search: Search) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(search.places), tuple(search.files)


_OF_DRIVE = re.compile(r"[A-Za-z]:\\")
_OF_MACOS = re.compile(r"mac|Mac|dylib|zsh|abi|homebrew")
_A_COMPUTER = re.compile(r"MacBook|iMac|Mac (?:[Mm]ini|Studio|Pro)")
_OTHERS = {Sign.LINUX, Sign.WINDOWS, Sign.UNIX, Sign.FREEBSD}
"""Signs of systems that run on Apple's computers, too."""


def _is_computer_of_others(log: Log) -> bool:
    """Return whether a text names a computer or a folder of Apple's alone, and another system or Mesa is there."""
    if log.signs.get(Sign.MACOS, "").endswith("/opt/homebrew"):
        return not (_OTHERS - {Sign.UNIX}).isdisjoint(log.signs)
    named = _A_COMPUTER.match(log.signs.get(Sign.MACOS, "")) is not None
    return named and (not _OTHERS.isdisjoint(log.signs) or any("llvmpipe" in name for name in log.devices))


def _is_other_build(log: Log) -> bool:
    """Return whether a program is built with libc++, which is macOS' own and can be had on Linux, too."""
    of_linux = Sign.LINUX in log.signs or re.match(r"\W?/(?:home|proc|lib64)/", log.signs.get(Sign.UNIX, ""))
    return log.signs.get(Sign.MACOS, "").startswith("libc++abi") and bool(of_linux)


def is_of_macos(log: Log) -> bool:
    """Return whether lines are of macOS; Homebrew alone is so where nothing is of Linux, for which it is, too."""
    if _is_computer_of_others(log) or _is_other_build(log):
        return False
    return Sign.MACOS in log.signs or (Sign.HOMEBREW in log.signs and Sign.LINUX not in log.signs)


ASKING_FOR_PORTABILITY = (
    "have the program enable VK_KHR_portability_enumeration and set "
    "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR in the flags of VkInstanceCreateInfo"
)


def system_of(log: Log) -> System:
    """Return the system of the machine, by the paths that the log has."""
    paths = [*log.manifests, *log.used, *(place for search in log.searches for place in search.places)]
    paths += [layer.library for layer in log.inserted.values()]
    paths += [event.subject for event in log.events if event.kind in _OF_FILES]
    if any(re.match(r"[A-Za-z]:[\\/]", path) or _KEY.match(path) for path in paths):
        return System.WINDOWS
    mac = ("/Users/", "/Library/", "/opt/homebrew/", "/System/", "/Applications/")
    if any(path.startswith(mac) or path.endswith(".dylib") for path in paths):
        return System.MACOS
    is_apk = any(name.startswith("lib") for names in log.particulars.packed.values() for name in names)
    if log.android.settings or log.android.flags or is_apk or Sign.ANDROID in log.signs:
        return System.ANDROID
    refused = "".join(event.why for event in log.events if event.kind is EventKind.LINKER)
    if any(path.startswith(("/data/", "/vendor/lib")) for path in paths) or "/data/app/" in refused:
        return System.ANDROID
    if (
        _OF_MACOS.search(log.signs.get(Sign.MACOS, ""))
        and not _is_computer_of_others(log)
        and not _is_other_build(log)
        and not log.os_release
        and not any(".so" in path for path in paths)
    ):
        return System.MACOS
    if Sign.UNIX not in log.signs and is_of_macos(log) and not paths:
        return System.MACOS
    if not paths and Sign.UNIX not in log.signs and any(map(_OF_DRIVE.match, log.variables.values())):
        return System.WINDOWS
    if paths or Sign.UNIX in log.signs:
        return System.LINUX
    of_linux = Sign.LINUX in log.signs and OF_BOTH.search(log.signs.get(Sign.WINDOWS, "")) is not None
    return System.WINDOWS if Sign.WINDOWS in log.signs and not of_linux else System.LINUX


def _written(log: Log) -> dict[str, str]:
    """Return the loader and search variables that the text assigns, for example in a command line."""
    return {
        name: value for name, value in log.variables.items() if name in LOADER_VARIABLES | SEARCH_VARIABLES
    }


def _worked_out(found: Mapping[Use, Search], system: System) -> dict[str, str]:
    """Infer the variables with which a loader searches exactly these places.

    Every default search has a folder below /etc or a registry key; without either, a variable replaced it.
    """
    variables: dict[str, str] = {}
    for use, search in found.items():
        suffix = f"/{SUFFIX[use]}"
        bases = [place.removesuffix(suffix) for place in search.places if place.endswith(suffix)]
        ordinary = "/etc" in bases or any(_KEY.match(place) for place in search.places)
        others = [place for place in search.places if not (place.endswith(suffix) or _KEY.match(place))]
        if ordinary and system is not System.WINDOWS:
            variables |= _bases(bases)
        listed = others if ordinary else list(search.places)
        if listed:
            name = _variable(use, listed, ordinary=ordinary)
            variables[name] = system.paths.list_separator.join(listed)
    return variables


def _variable(use: Use, listed: Sequence[str], *, ordinary: bool) -> str:
    """Return the variable that adds places to a default search or replaces it; one that most editions define."""
    if use is Use.DRIVER and not ordinary and all(place.endswith(".json") for place in listed):
        return "VK_ICD_FILENAMES"
    named = {Use.IMPLICIT: "IMPLICIT_LAYER_PATH", Use.DRIVER: "DRIVER_FILES"}.get(use, "LAYER_PATH")
    return f"VK_ADD_{named}" if ordinary else f"VK_{named}"


def _bases(bases: Sequence[str]) -> dict[str, str]:
    """Infer HOME and the XDG variables from the base folders of the search (2022: Linux Layer Discovery)."""
    home = next((base.removesuffix(end) for base in bases for end in _HOMES if base.endswith(end)), None)
    variables = {"HOME": home} if home is not None else {}
    at = bases.index("/etc")
    for name, part, folder, fallback in (
        ("CONFIG", bases[:at], ".config", Build().config_dirs),
        ("DATA", bases[at + 1 :], ".local/share", Build().data_dirs),
    ):
        inside = [base for base in part if base == f"{home}/{folder}"]
        dirs = [base for base in part if base not in inside]
        if dirs and dirs != [each.rstrip("/") for each in fallback.split(":")]:
            variables[f"XDG_{name}_DIRS"] = ":".join(dirs)
    return variables


_HOMES = ("/.config", "/.local/share")


def _entries(found: Mapping[Use, Search], log: Log, paths: PathRules) -> Iterator[RecordedAnswers]:
    listed: dict[str, dict[str, None]] = {}
    for search in found.values():
        for place in search.places:
            if not _KEY.match(place) and not paths.is_manifest(place):
                listed.setdefault(paths.plain(place), {})
    files = dict.fromkeys((*(file for search in found.values() for file in search.files), *log.manifests))
    for file in files:
        folder, name = paths.split(paths.plain(file))
        if folder in listed:
            listed[folder][name] = None
    for folder, names in listed.items():
        yield RecordedAnswers(folder, "folder" if names else None, Names(tuple(names)))
    for file in dict.fromkeys(paths.plain(file) for file in files):
        yield RecordedAnswers(file, "file", data=_CONTENT)


def _registry(found: Mapping[Use, Search], log: Log) -> Registry | None:
    """Return a registry with the searched keys. Every file of a search becomes a value of its first key."""
    keys: list[RegistryKey] = []
    for search in found.values():
        span = Span("the log", search.line, 1)
        files = tuple(RegistryValue(file, ValueType.DWORD, 0, span) for file in search.files)
        for place in search.places:
            if _KEY.match(place):
                path = re.sub(r"(?i)^HKLM(?=\\)", "HKEY_LOCAL_MACHINE", place)
                path = re.sub(r"(?i)^HKCU(?=\\)", "HKEY_CURRENT_USER", path)
                keys.append(RegistryKey(path, files, span))
                files = ()
    searched = tuple(key.path.casefold() for key in keys)
    return registry_of(keys, "the log", searched) if keys else None


def _notes(
    log: Log, found: Mapping[Use, Search], system: System, variables: Mapping[str, str]
) -> Iterator[str]:
    yield f"made from a log of {number_of(log.lines, 'line')}: what is not said there is unknown"
    yield f"the system is taken to be {system.value}, the process to be a 64-bit one without elevated privileges"
    yield from (f"the loader calls itself version {version}" for version in list(log.versions)[:_MOST])
    if log.manifests:
        known = number_of(len(log.manifests), "manifest")
        yield f"{known} known by name; what is in them, and so what comes of them, is unknown"
    yield from _about_searches(log, found)
    worked_out = sorted(variables.keys() - log.variables.keys())
    if worked_out:
        yield f"derived from the places that were searched, not observed: {', '.join(worked_out)}"
    yield from _about_layers(log)
    for manifest, library in list(log.libraries.items())[:_MOST]:
        yield f"the driver manifest {quote(manifest)} has the library {quote(library)}"
    for library, device in list(log.used.items())[:_MOST]:
        yield f"the driver {quote(library)} was used for the device {quote(device)}"
    if log.devices:
        yield f"devices: {some([quote(device) for device in log.devices], 5)}"
    yield from (f"the log has an error: {quote(error)}" for error in list(log.errors)[:_MOST])


def _about_searches(log: Log, found: Mapping[Use, Search]) -> Iterator[str]:
    for use in (Use.IMPLICIT, Use.EXPLICIT, Use.DRIVER):
        what = "drivers" if use is Use.DRIVER else f"{use.value} layers"
        shapes = {_shape(each) for each in log.searches if _use(each) is use and each.places}
        if use not in found:
            yield f"no search for {what} is in the log: where they would be found is unknown"
        elif len(shapes) > 1:
            yield f"the log has {len(shapes)} different searches for {what}; line {found[use].line} counts"
    empty = [each for search in found.values() for each in search.places if not _has_file(each, search)]
    if empty:
        yield f"{number_of(len(empty), 'place')} searched without a manifest in it: whether it is there is unknown"


def _has_file(place: str, search: Search) -> bool:
    return place in search.files or any(file.startswith(place) for file in search.files)


def _about_layers(log: Log) -> Iterator[str]:
    for layer in list(log.inserted.values())[:_MOST]:
        where = f" from {quote(layer.manifest)}" if layer.manifest else ""
        library = f", library {quote(layer.library)}" if layer.library else ""
        yield f"the loader inserted {layer.name}{where}{library}"
    for name, manifest in list(log.defined.items())[:_MOST]:
        yield f"{quote(manifest)} has the layer {name}"
    for name, variables in list(log.switches.items())[:_MOST]:
        yield f"{name} can be switched {some(list(variables))}"
    chains = list(dict.fromkeys(log.chains))
    if chains:
        last = log.chains[-1]
        others = f" ({number_of(len(chains), 'chain')} differ)" if len(chains) > 1 else ""
        yield f"the last call chain of an instance: {', '.join(last) or 'no layer'}{others}"
    if log.available:
        names = [f"{name} ({version})" for name, version in log.available.items()]
        yield f"layers that an application could ask for: {some(names, _MOST)}"

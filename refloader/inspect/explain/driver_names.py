"""Finds the manifests that a word means and that are no layer's: of drivers, and files that give no layer."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from refloader.host.port import Host, Kind
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.naming import BY_LIBRARY, Meant, is_path
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.driver_variables import COMMON_NAMES
from refloader.inspect.whatif.installing import is_loop
from refloader.inspect.whatif.lists import stem_of
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.path_rules import rules_of
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.system import System
from refloader.model.text import quote

_MOST = 6
_SHORTEST = 3
_MOST_LIKE = 1000
_CLOSE = 0.75
_EVERY = frozenset({"icd", "icds", "driver", "drivers"})
_FOLDERS = ("/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d")
_NVIDIA = "libGLX_nvidia.so.0"
_VAGUE = frozenset({"x86_64", "i686", "json", "lib", "libvulkan", "vulkan", "64", "32", "so", "x86"})


@dataclass(frozen=True, slots=True)
class _File:
    """A manifest that is no layer's: its path, and the library that it names, if that is known."""

    path: str
    library: str = ""


def with_drivers(
    meant: Sequence[Meant], plan: Plan, host: Host, elsewhere: Sequence[Elsewhere], hidden: Plan | None
) -> tuple[Meant, ...]:
    """Return what words mean, with the manifests of drivers, and of no layer, that they mean.

    ``hidden`` is the plan without what steers the loader, if one was made.
    """
    known = {layer.layer.name for layer in plan.layers} | {name for each in elsewhere for name in each.names}
    drivers = list(_drivers(plan, elsewhere, hidden))
    return tuple(_with_drivers(each, known, drivers, plan, host) for each in meant)


def _with_drivers(each: Meant, known: set[str], drivers: Sequence[_File], plan: Plan, host: Host) -> Meant:
    is_layer = any(name in known for name in each.names)
    if is_layer and (each.is_exact or is_path(each.word)):
        return each
    if is_path(each.word):
        files = [*drivers, *(_File(file.path) for file in plan.unread)]
        found = tuple(_at_path(each.word, files, host))
    else:
        found = tuple(dict.fromkeys(_called(each.word, drivers, exact=is_layer and each.how != BY_LIBRARY)))
    if not found and not is_layer and each.names == (each.word,):
        named = (reason.subject for reason in plan.reasons if reason.subject.endswith(".json"))
        gone = [path for path in named if host.kind(path) is not Kind.FILE]  # as a link that leads nowhere
        dumb = [*(file.path for file in plan.unread), *gone]
        found = tuple(dict.fromkeys(path for path in dumb if each.word.lower() == stem_of(path)))
    if not found and not is_layer and each.word.lower() in _EVERY:
        return replace(each, names=(), how="a driver")  # that there is none is an answer of its own
    if not found:
        return each
    in_name = any(each.word.lower() in name.lower() for name in each.names)
    names = each.names if is_layer and (in_name or is_path(each.word)) else ()
    return replace(each, names=names, how=each.how or "a driver", manifests=found[:_MOST])


def drivers_called(word: str, manifests: Sequence[str]) -> tuple[str, ...]:
    """Return those of these manifests of drivers that a word is the name of, or a part of the name."""
    return tuple(dict.fromkeys(_called(word, [_File(path) for path in manifests], exact=False)))


def known_driver(word: str) -> str:
    """Return how the files of a driver of Mesa's or AMD's begin that a word is the name of; empty if it is none's."""
    return COMMON_NAMES.get(word.lower(), "")


def bringing(word: str) -> Change:
    """Return what to do for a driver that no manifest here is of, by the name that people have for it."""
    known = known_driver(word)
    if known == "amd":
        return Change(
            ChangeKind.NONE, "", "AMD makes no new release of it; Mesa's radv is for the same cards"
        )
    what = f"Mesa's driver {known}: no manifest of it is found here"
    return Change(ChangeKind.INSTALL, what, needs=(f"libvulkan_{known}.so",), tried=False)


def other_maker(word: str) -> str:
    """Return what the files of AMD's own driver begin with, if a word means it as well as Mesa's; else empty."""
    return "amd" if word.lower() == "amdgpu" else ""


def is_a_driver(word: str) -> bool:
    """Return whether a word is the name of a driver of Mesa's or NVIDIA's, as people or its files have it."""
    return word.lower() in (*COMMON_NAMES, *COMMON_NAMES.values(), "nvidia")


def library_alone(what_if: WhatIf, word: str) -> Change | None:
    """Return the manifest to be added for a driver whose library is there and has none; None if it is not there."""
    name = word.lower()
    file = _NVIDIA if name == "nvidia" else f"libvulkan_{COMMON_NAMES.get(name, name)}.so"
    if not is_a_driver(name) or what_if.host.platform().system is not System.LINUX:
        return None
    libraries = Libraries(what_if.host)
    path = libraries.find(file, "")
    if path is None or what_if.host.kind(path) is not Kind.FILE or libraries.obstacle(file, ""):
        return None
    folder = next((each for each in _FOLDERS if not _leads_nowhere(what_if.host, each)), _FOLDERS[0])
    manifest = f"{folder}/{COMMON_NAMES.get(name, name)}_icd.json"
    text = json.dumps({"file_format_version": "1.0.1", "ICD": {"library_path": file, "api_version": "1.3.0"}})
    because = f"{quote(path)}, the library of a driver, is there, and no manifest names it"
    change = Change(
        ChangeKind.ADD,
        manifest,
        f"a manifest that names {file}",
        files=((manifest, text.encode()),),
        because=because,
        rule="LDP_LOADER_1",
    )
    plan = what_if.decide(change)
    works = plan is not None and any(each.used and each.driver.manifest == manifest for each in plan.drivers)
    return change if works else None


def _leads_nowhere(host: Host, folder: str) -> bool:
    """Whether a folder is a link to nowhere or to itself, below which no file can be made."""
    is_dead = host.kind(folder) is Kind.MISSING and host.real_path(folder) != folder
    return is_dead or is_loop(host, folder)


def libraries_alone(what_if: WhatIf) -> tuple[Change, ...]:
    """Return the manifests to be added for drivers whose libraries are there, those of graphics cards first."""
    words = sorted({"nvidia", *COMMON_NAMES.values()}, key=lambda word: (word == "lvp", word))
    found = (library_alone(what_if, word) for word in words)
    return tuple(each for each in found if each is not None)


def like(word: str, plan: Plan) -> str:
    """Return the file name of a driver whose name is like a word; empty if there is none."""
    drivers = [outcome.driver.file_name for outcome in plan.drivers[:_MOST_LIKE]]
    parts = {
        part: name for name in drivers for part in _plain(name).split("_") if part and part not in _VAGUE
    }
    near = near_names(word.lower(), parts, 1, _CLOSE)
    return parts[near[0]] if near else ""


def _drivers(plan: Plan, elsewhere: Sequence[Elsewhere], hidden: Plan | None) -> Iterator[_File]:
    """Yield the manifests of drivers: of a plan, of files that cannot be read, hidden ones, and those elsewhere.

    A file of the plan that has another spelling elsewhere is one file: what happens to it in the plan is the answer.
    """
    found = {_shortest(outcome.driver.manifest) for outcome in plan.drivers}
    for each in (plan, hidden):
        for outcome in each.drivers if each is not None else ():
            if each is plan or _shortest(outcome.driver.manifest) not in found:
                yield _File(outcome.driver.manifest, outcome.driver.library_path)
        places = each.places if each is not None else ()
        folders = tuple(f"{place.path}/" for place in places if place.use is Use.DRIVER)
        named = {place.path for place in places if place.use is Use.DRIVER}
        for reason in each.reasons if each is not None else ():
            if set(reason.subject) & set(',;~$"') or not rules_of(reason.subject).is_full(reason.subject):
                continue  # an entry that stands for other paths
            if re.sub("/+", "/", reason.subject) != reason.subject:
                continue  # the same path as another, with a / too many
            if reason.subject in named or reason.subject.startswith(folders):
                yield from [_File(reason.subject)] if ".json" in reason.subject.lower() else []
    drivers = (each.path for each in elsewhere if each.use is Use.DRIVER)
    yield from (_File(path) for path in drivers if _shortest(path) not in found)


def _shortest(path: str) -> str:
    """Return the shortest spelling of a path."""
    return rules_of(path).plain(path)


def _at_path(word: str, files: Sequence[_File], host: Host) -> Iterator[str]:
    """Yield the files at a path, with that file name, or whose library has it."""
    bare = not rules_of(word).has_folder(word)
    real = host.real_path(word) if not bare and host.kind(word) is not Kind.MISSING else word

    def same(path: str) -> bool:
        if not path:
            return False
        return path == word or (
            rules_of(path).split(path)[1] == word if bare else host.real_path(path) == real
        )

    yield from dict.fromkeys(file.path for file in files if same(file.path) or same(file.library))


def _called(word: str, files: Sequence[_File], *, exact: bool) -> Iterator[str]:
    """Yield the files whose name has a word as a part of it, else those that hold it unless ``exact``."""
    wanted = word.lower()
    if wanted in _EVERY:
        yield from (file.path for file in files)
        return
    if wanted in _VAGUE:
        return
    plain = _plain(wanted)
    for each in dict.fromkeys((plain, COMMON_NAMES.get(wanted, plain), other_maker(wanted) or plain)):
        found = [file.path for file in files if any(f"_{each}_" in f"_{name}_" for name in _names(file))]
        if found:
            yield from found
            return
    if not exact and len(wanted) >= _SHORTEST:
        yield from (file.path for file in files if any(plain in name for name in _names(file)))


def _names(file: _File) -> Iterator[str]:
    for path in (file.path, file.library):
        if path:
            yield _plain(rules_of(path).split(path)[1])


def _plain(name: str) -> str:
    """Return a name in lower case, with one sign between its parts and without the suffix of a manifest."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().removesuffix(".json")).strip("_")

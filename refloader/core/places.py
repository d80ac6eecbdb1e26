"""Decides where manifests are looked for, in order. Never looks there."""

from functools import lru_cache

from refloader.core.editions import Traits, traits
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

Base = tuple[str, str, RuleId]
"""A folder that holds ``vulkan/``, who named it, and the rule that says so."""

_SUFFIX = {
    Use.EXPLICIT: "vulkan/explicit_layer.d",
    Use.IMPLICIT: "vulkan/implicit_layer.d",
    Use.DRIVER: "vulkan/icd.d",
}
SETTINGS_FILE = "vk_loader_settings.json"


def layer_places(
    environment: Environment, build: Build, edition: Edition, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The search for layers of one kind: the places in order, and what is odd about the variables."""
    facts = traits(edition)
    replacing = _replacing_variable(environment, facts, use)
    if replacing == "VK_LAYER_PATH" and use is Use.IMPLICIT:
        # 2016, 2018: the variable replaces this search too, but its folders are not implicit (AMB-LAYERPATH-KIND).
        return (), ()
    if replacing:
        places, reasons = _entries(environment, replacing, use, facts)
        adding = _adding_variable(use)
        if adding and environment.is_set(adding):
            reasons += (_overruled(adding, replacing, rule(_BEATS[adding])),)
        return unique(places), reasons
    added, reasons = _added(environment, facts, use)
    return unique(added + _standard(environment, build, facts, use)), reasons


@decides(
    "AMB-LAYERPATH-KIND",
    "ENV-LAYERPATH-01",
    "ENV-IMPLPATH-01",
    "LLP_LOADER_2",
    "ENV-ADDLAYERPATH-02",
    "ENV-ADDIMPLPATH-02",
    "AMB-ENVPATH-EMPTY",
    "AMB-WIN-ADDIMPL",
)
def _replacing_variable(environment: Environment, facts: Traits, use: Use) -> str:
    """The variable that replaces the standard places for this use, or an empty string.

    Presence counts, not content: an empty value is present and lists nothing (AMB-ENVPATH-EMPTY).
    """
    own = use is Use.IMPLICIT and not facts.layer_path_for_all
    name = "VK_IMPLICIT_LAYER_PATH" if own else "VK_LAYER_PATH"
    return name if environment.is_set(name) else ""


def _adding_variable(use: Use) -> str:
    return {Use.EXPLICIT: "VK_ADD_LAYER_PATH", Use.IMPLICIT: "VK_ADD_IMPLICIT_LAYER_PATH"}.get(use, "")


_BEATS = {
    "VK_ADD_LAYER_PATH": "ENV-ADDLAYERPATH-02",
    "VK_ADD_IMPLICIT_LAYER_PATH": "ENV-ADDIMPLPATH-02",
    "VK_ADD_DRIVER_FILES": "ENV-DRIVERFILES-06",
    "VK_ICD_FILENAMES": "ENV-DRIVERFILES-04",
}


@decides("ENV-ADDLAYERPATH-01", "ENV-ADDIMPLPATH-01", "ENV-DRIVERFILES-05")
def _added(environment: Environment, facts: Traits, use: Use) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The places that a VK_ADD_* variable puts in front of the standard ones."""
    name = "VK_ADD_DRIVER_FILES" if use is Use.DRIVER else _adding_variable(use)
    if not environment.is_set(name):
        return (), ()
    return _entries(environment, name, use, facts)


@decides(
    "ENV-LAYERPATH-02",
    "ENV-LAYERPATH-03",
    "ENV-LAYERPATH-04",
    "ENV-DRIVERFILES-02",
    "AMB-ADDDRIVER-FOLDER",
)
def _entries(
    environment: Environment, name: str, use: Use, facts: Traits
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The places a path variable lists, separated by colons on Linux. Empty entries name nothing.

    From 2026 an entry that ends in .json is a file and everything else a folder, for every path variable
    (AMB-ADDDRIVER-FOLDER). What the explicit variables find is explicit whatever the manifest holds.
    """
    value = environment.get(name) or ""
    places, reasons = [], []
    for entry in value.split(":"):
        if not entry:
            continue
        is_file = entry.endswith(".json") and (facts.file_entries or use is Use.DRIVER)
        if use is Use.DRIVER and not is_file and not facts.file_entries:
            reasons.append(_no_manifest(name, entry))
            continue
        form = Form.FILE if is_file else Form.FOLDER
        places.append(Place(_plain(entry), use, form, name, rule(_ENTRY_RULE.get(use, "ENV-LAYERPATH-03"))))
        bare = facts.bare_driver_names and use is Use.DRIVER and "/" not in entry
        if not entry.startswith("/") and not bare:
            reasons.append(_relative(name, entry, use))
    if value and "" in value.split(":"):
        fact = f"{name}={quote(value)} has an empty entry, which names no folder"
        reasons.append(Reason(rule("ENV-LAYERPATH-03"), Severity.NOTE, name, fact))
    if not places:
        fact = f"{name} is set and names no place, so it hides all standard places"
        if not name.startswith("VK_ADD"):
            reasons.append(Reason(rule("AMB-ENVPATH-EMPTY"), Severity.WARNING, name, fact))
    return tuple(places), tuple(reasons)


_ENTRY_RULE = {
    Use.EXPLICIT: "ENV-LAYERPATH-03",
    Use.IMPLICIT: "ENV-IMPLPATH-01",
    Use.DRIVER: "ENV-DRIVERFILES-03",
}


def _relative(name: str, entry: str, use: Use) -> Reason:
    return Reason(
        rule=rule(_ENTRY_RULE.get(use, "ENV-LAYERPATH-03")),
        severity=Severity.NOTE,
        subject=name,
        fact=f"{name} lists {quote(entry)}, which is relative to the working directory",
        remedy="use a full path",
    )


def _no_manifest(name: str, entry: str) -> Reason:
    """Up to 2022 a driver list names manifest files, and those end in .json (DISC-GEN-08)."""
    fact = f"{name} lists {quote(entry)}, which does not end in .json and is no driver manifest"
    return Reason(rule("ENV-DRIVERFILES-03"), Severity.WARNING, name, fact, remedy="name a manifest file")


def _overruled(loser: str, winner: str, why: RuleId) -> Reason:
    fact = f"{loser} is ignored because {winner} is set"
    return Reason(why, Severity.WARNING, loser, fact, remedy=f"unset {winner}")


def _plain(path: str) -> str:
    """The path without doubled and trailing slashes, so that one folder written twice is one place."""
    head = "/" if path.startswith("/") else ""
    return head + "/".join(part for part in path.split("/") if part) or "/"


@decides("DISC-GEN-07", "AMB-DISC-SLASH")
def unique(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places with repetitions dropped; the first keeps its rank."""
    first: dict[tuple[str, Use], Place] = {}
    for place in places:
        first.setdefault((place.path, place.use), place)
    return tuple(first.values())


@decides(
    "DISC-LINUX-01",
    "DISC-LINUX-02",
    "DISC-LINUX-09",
    "DISC-LINUX-10",
    "DISC-GEN-06",
    "DISC-DRIVER-LINUX-01",
    "DISC-DRIVER-LINUX-02",
    "DISC-DRIVER-LINUX-03",
    "DISC-DRIVER-LINUX-04",
    "AMB-ORDER-2018",
)
def _standard(environment: Environment, build: Build, facts: Traits, use: Use) -> tuple[Place, ...]:
    """The standard places: each base of the edition with the suffix of the use, nothing above or below it."""
    values = tuple((name, environment.get(name)) for name in _BASE_VARIABLES)
    return _standard_of(values, build, facts.edition, use)


_BASE_VARIABLES = ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")


@lru_cache(maxsize=256)
def _standard_of(
    values: tuple[tuple[str, str | None], ...], build: Build, edition: Edition, use: Use
) -> tuple[Place, ...]:
    """The same for the variables that the bases depend on; a process asks again and again with the same ones."""
    environment = Environment({name: value for name, value in values if value is not None})
    facts = traits(edition)
    bases = xdg_bases(environment, build) if facts.xdg else _fixed_bases(environment, build, facts)
    return tuple(
        Place(_plain(f"{folder}/{_SUFFIX[use]}"), use, Form.FOLDER, source, why)
        for folder, source, why in bases
    )


def _fixed_bases(environment: Environment, build: Build, facts: Traits) -> list[Base]:
    """The fixed folders of 2016 and 2018, in the order of the lists (AMB-ORDER-2018), home last."""
    if facts.edition is Edition.E2016:
        why = rule("DISC-LINUX-01")
        bases = [("/usr/share", "the fixed list", why), ("/etc", "the fixed list", why)]
    else:
        why = rule("DISC-LINUX-02")
        bases = [(base, "the build option for local bases", why) for base in build.local_bases]
        bases += [("/etc", "the fixed list", why), ("/usr/share", "the fixed list", why)]
    home = _home(environment)
    return [*bases, (f"{home}/.local/share", "HOME", rule("DISC-LINUX-11"))] if home else bases


@decides("AMB-RANK-1-TWICE")
def xdg_bases(environment: Environment, build: Build) -> list[Base]:
    """The bases of 2022 and 2026 in search order (2022: Linux Layer Discovery, table and example).

    All are concatenated with colons before the loader selects each path, so a colon splits a home folder too.
    """
    bases = [
        *_home_base(environment, "XDG_CONFIG_HOME", ".config", "DISC-LINUX-03"),
        *_dirs(environment, "XDG_CONFIG_DIRS", build.config_dirs, "DISC-LINUX-04"),
        *_build_bases(build),
        *_home_base(environment, "XDG_DATA_HOME", ".local/share", "DISC-LINUX-07"),
        *_dirs(environment, "XDG_DATA_DIRS", build.data_dirs, "DISC-LINUX-08"),
    ]
    return [(folder, source, why) for joined, source, why in bases for folder in joined.split(":") if folder]


@decides("DISC-LINUX-03", "DISC-LINUX-07", "AMB-XDG-EMPTY")
def _home_base(environment: Environment, name: str, fallback: str, why: str) -> list[Base]:
    """A per-user base: the variable, or the folder under HOME when the variable is unset or empty.

    Skipped when elevated: the variable and HOME are then hidden. A relative HOME names nothing.
    """
    value = environment.get(name)
    if value:
        return [(value, name, rule(why))]
    home = _home(environment)
    return [(f"{home}/{fallback}", "HOME", rule(why))] if home else []


def _home(environment: Environment) -> str:
    home = environment.get("HOME") or ""
    return home if home.startswith("/") else ""


@decides("DISC-LINUX-04", "DISC-LINUX-08")
def _dirs(environment: Environment, name: str, fallback: str, why: str) -> list[Base]:
    """The entries of a colon list, or of its fallback when the variable is unset or empty."""
    value = environment.get(name)
    source = name if value else f"the fallback of {name}"
    return [(entry, source, rule(why)) for entry in (value or fallback).split(":") if entry]


@decides("DISC-LINUX-05", "DISC-LINUX-06")
def _build_bases(build: Build) -> list[Base]:
    """SYSCONFDIR, then EXTRASYSCONFDIR where the build has one that differs."""
    bases = [(build.sysconfdir, "SYSCONFDIR", rule("DISC-LINUX-05"))]
    if build.extrasysconfdir and build.extrasysconfdir != build.sysconfdir:
        bases.append((build.extrasysconfdir, "EXTRASYSCONFDIR", rule("DISC-LINUX-06")))
    return bases


@decides(
    "ENV-DRIVERFILES-01", "ENV-DRIVERFILES-04", "ENV-DRIVERFILES-06", "LDP_LOADER_3", "DEBUG-ENVTABLE-01"
)
def driver_places(
    environment: Environment, build: Build, edition: Edition
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The search for drivers. VK_DRIVER_FILES hides VK_ICD_FILENAMES, and both void VK_ADD_DRIVER_FILES."""
    facts = traits(edition)
    present = [name for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES") if environment.is_set(name)]
    if not present:
        added, reasons = _added(environment, facts, Use.DRIVER)
        return unique(added + _standard(environment, build, facts, Use.DRIVER)), reasons
    winner = present[0]
    places, reasons = _entries(environment, winner, Use.DRIVER, facts)
    if facts.bare_driver_names:
        places = _with_bare_names(places, _standard(environment, build, facts, Use.DRIVER))
    losers = [*present[1:], *(["VK_ADD_DRIVER_FILES"] if environment.is_set("VK_ADD_DRIVER_FILES") else [])]
    reasons += tuple(_overruled(loser, winner, rule(_BEATS[loser])) for loser in losers)
    return unique(places), reasons


@decides("ENV-DRIVERFILES-03")
def _with_bare_names(places: tuple[Place, ...], folders: tuple[Place, ...]) -> tuple[Place, ...]:
    """2016: an entry without a folder is a file in one of the icd.d folders, looked for in their order."""
    result: list[Place] = []
    for place in places:
        if "/" in place.path:
            result.append(place)
        else:
            result += [
                Place(f"{folder.path}/{place.path}", Use.DRIVER, Form.FILE, place.source, place.rule)
                for folder in folders
            ]
    return tuple(result)


@decides("SETTINGS-03", "PRIV-SETTINGS-01", "AMB-SETTINGS-ORDER")
def settings_places(environment: Environment, edition: Edition) -> tuple[Place, ...]:
    """Where vk_loader_settings.json may lie, in the order of the text (2026: Loader Settings File).

    HOME and XDG_DATA_HOME are hidden from elevated processes, so only /etc is left to them.
    """
    if not traits(edition).settings_file:
        return ()
    return _settings_of(_home(environment), environment.get("XDG_DATA_HOME"))


@lru_cache(maxsize=256)
def _settings_of(home: str, data_home: str | None) -> tuple[Place, ...]:
    """The same for the two variables that it depends on."""
    bases = [(f"{home}/.local/share", "HOME")] if home else []
    bases += [(data_home, "XDG_DATA_HOME")] if data_home else []
    bases += [("/etc", "the fixed list")]
    return unique(
        tuple(
            Place(
                _plain(f"{base}/vulkan/loader_settings.d/{SETTINGS_FILE}"),
                Use.SETTINGS,
                Form.FILE,
                source,
                rule("SETTINGS-03"),
            )
            for base, source in bases
        )
    )


@decides("OVERRIDE-05", "OVERRIDE-07")
def override_places(paths: tuple[str, ...], manifest: str) -> tuple[Place, ...]:
    """The places an override layer names for its components; they replace the whole explicit search."""
    return unique(
        tuple(
            Place(
                _plain(path),
                Use.EXPLICIT,
                Form.FILE if path.endswith(".json") else Form.FOLDER,
                manifest,
                rule("OVERRIDE-05"),
            )
            for path in paths
            if path
        )
    )

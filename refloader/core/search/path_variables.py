"""Decides what the path variables name: places that replace the standard ones, or that come before them."""

from refloader.core.editions import Traits
from refloader.model.environment import Environment
from refloader.model.paths import PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule


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
def replacing_variable(environment: Environment, facts: Traits, use: Use) -> str:
    """The variable that replaces the standard places for this use, or an empty string.

    Presence counts, not content: an empty value is present and lists nothing (AMB-ENVPATH-EMPTY).
    """
    own = use is Use.IMPLICIT and not facts.layer_path_for_all
    name = "VK_IMPLICIT_LAYER_PATH" if own else "VK_LAYER_PATH"
    return name if environment.is_set(name) else ""


def adding_variable(use: Use) -> str:
    """The variable that puts places in front for this use; empty for drivers, which have one of another kind."""
    return {Use.EXPLICIT: "VK_ADD_LAYER_PATH", Use.IMPLICIT: "VK_ADD_IMPLICIT_LAYER_PATH"}.get(use, "")


BEATS = {
    "VK_ADD_LAYER_PATH": "ENV-ADDLAYERPATH-02",
    "VK_ADD_IMPLICIT_LAYER_PATH": "ENV-ADDIMPLPATH-02",
    "VK_ADD_DRIVER_FILES": "ENV-DRIVERFILES-06",
    "VK_ICD_FILENAMES": "ENV-DRIVERFILES-04",
}


@decides("ENV-ADDLAYERPATH-01", "ENV-ADDIMPLPATH-01", "ENV-DRIVERFILES-05")
def added(environment: Environment, facts: Traits, use: Use) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The places that a VK_ADD_* variable puts in front of the standard ones."""
    name = "VK_ADD_DRIVER_FILES" if use is Use.DRIVER else adding_variable(use)
    if not environment.is_set(name):
        return (), ()
    return entries(environment, name, use, facts)


@decides(
    "ENV-LAYERPATH-02",
    "ENV-LAYERPATH-03",
    "ENV-LAYERPATH-04",
    "ENV-DRIVERFILES-02",
    "AMB-ADDDRIVER-FOLDER",
)
def entries(
    environment: Environment, name: str, use: Use, facts: Traits
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The places a path variable lists, separated as on the system. Empty entries name nothing.

    From 2026 an entry that ends in .json is a file and everything else a folder, for every path variable
    (AMB-ADDDRIVER-FOLDER). What the explicit variables find is explicit whatever the manifest holds.
    """
    value, paths = environment.get(name) or "", environment.paths
    places, reasons = [], []
    for entry in paths.entries(value):
        if not entry:
            continue
        is_file = paths.is_manifest(entry) and (facts.file_entries or use is Use.DRIVER)
        if use is Use.DRIVER and not is_file and not facts.file_entries:
            reasons.append(_no_manifest(name, entry))
            continue
        form = Form.FILE if is_file else Form.FOLDER
        places.append(
            Place(paths.plain(entry), use, form, name, rule(_ENTRY_RULE.get(use, "ENV-LAYERPATH-03")))
        )
        bare = takes_bare_names(environment, facts) and use is Use.DRIVER and not paths.has_folder(entry)
        if not paths.is_full(entry) and not bare:
            reasons.append(_relative(name, entry, use, paths))
    if value and "" in paths.entries(value):
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


def _relative(name: str, entry: str, use: Use, paths: PathRules) -> Reason:
    """What is said of an entry that needs the working directory, or on Windows the drive of it."""
    rooted = paths.is_anchored(entry) and entry[1:2] != ":"
    to = "the drive of the working directory" if rooted else "the working directory"
    return Reason(
        rule=rule(_ENTRY_RULE.get(use, "ENV-LAYERPATH-03")),
        severity=Severity.NOTE,
        subject=name,
        fact=f"{name} lists {quote(entry)}, which is relative to {to}",
        remedy="use a full path",
    )


def _no_manifest(name: str, entry: str) -> Reason:
    """Up to 2022 a driver list names manifest files, and those end in .json (DISC-GEN-08)."""
    fact = f"{name} lists {quote(entry)}, which does not end in .json and is no driver manifest"
    return Reason(rule("ENV-DRIVERFILES-03"), Severity.WARNING, name, fact, remedy="name a manifest file")


def overruled(loser: str, winner: str, why: RuleId) -> Reason:
    """What is said of a variable that another one makes void."""
    fact = f"{loser} is ignored because {winner} is set"
    return Reason(why, Severity.WARNING, loser, fact, remedy=f"unset {winner}")


def takes_bare_names(environment: Environment, facts: Traits) -> bool:
    """Whether a name without a folder is looked up: 2016 says so of Linux and asks for full paths on Windows."""
    return facts.bare_driver_names and environment.platform.system is not System.WINDOWS


@decides("ENV-DRIVERFILES-03")
def with_bare_names(places: tuple[Place, ...], folders: tuple[Place, ...]) -> tuple[Place, ...]:
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

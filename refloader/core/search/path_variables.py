"""Decides which places the path variables name: some replace the standard places, some are searched before them."""

from refloader.core.editions import Traits
from refloader.model.environment import Environment
from refloader.model.paths import PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity, Void
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
    """Return the variable that replaces the standard places for this use, or an empty string.

    A variable with an empty value is set and lists no place (AMB-ENVPATH-EMPTY).
    """
    own = use is Use.IMPLICIT and not facts.layer_path_for_all
    name = "VK_IMPLICIT_LAYER_PATH" if own else "VK_LAYER_PATH"
    return name if environment.is_set(name) else ""


def adding_variable(use: Use) -> str:
    """Return the variable that adds places before the standard ones for this use, or an empty string for drivers.

    ``added`` handles VK_ADD_DRIVER_FILES.
    """
    return {Use.EXPLICIT: "VK_ADD_LAYER_PATH", Use.IMPLICIT: "VK_ADD_IMPLICIT_LAYER_PATH"}.get(use, "")


BEATS = {
    "VK_ADD_LAYER_PATH": "ENV-ADDLAYERPATH-02",
    "VK_ADD_IMPLICIT_LAYER_PATH": "ENV-ADDIMPLPATH-02",
    "VK_ADD_DRIVER_FILES": "ENV-DRIVERFILES-06",
    "VK_ICD_FILENAMES": "ENV-DRIVERFILES-04",
}


@decides("ENV-ADDLAYERPATH-01", "ENV-ADDIMPLPATH-01", "ENV-DRIVERFILES-05")
def added(environment: Environment, facts: Traits, use: Use) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the places that a VK_ADD_* variable adds before the standard ones."""
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
    """Return the places that a path variable lists, separated as on the system. Empty entries are ignored.

    From 2026, an entry that ends in .json is a file and every other entry a folder, for every path variable
    (AMB-ADDDRIVER-FOLDER). Layers found through the explicit variables are explicit, whatever the manifest contains.
    """
    value, paths = environment.get(name) or "", environment.paths
    places, reasons = [], []
    for entry in _read_of(paths.entries(value), facts):
        if not entry:
            continue
        is_file = paths.is_manifest(entry) and (facts.file_entries or use is Use.DRIVER)
        if use is Use.DRIVER and not is_file and not facts.file_entries:
            reasons.append(_no_manifest(name, entry))
            continue
        form = Form.FILE if is_file else Form.FOLDER
        path = entry if facts.paths_as_spelt else paths.plain(entry)
        places.append(Place(path, use, form, name, rule(_ENTRY_RULE.get(use, "ENV-LAYERPATH-03"))))
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


def _read_of(listed: list[str], facts: Traits) -> list[str]:
    """Return the entries of a list that are read: all, or as in some ages each once and again behind an empty one.

    The empty entry hides the next one from the comparison. Behind two it is the second that is hidden.
    """
    if not facts.repeats_behind_empty:
        return listed
    read: list[str] = []
    empty = 0
    for entry in listed:
        if entry and (empty % 2 or entry not in read):
            read.append(entry)
        empty = 0 if entry else empty + 1
    return read


_ENTRY_RULE = {
    Use.EXPLICIT: "ENV-LAYERPATH-03",
    Use.IMPLICIT: "ENV-IMPLPATH-01",
    Use.DRIVER: "ENV-DRIVERFILES-03",
}


def _relative(name: str, entry: str, use: Use, paths: PathRules) -> Reason:
    """Return the note for an entry that is relative to the working directory, or on Windows to its drive."""
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
    """Return the warning for an entry without .json; up to 2022, a driver list names only files (DISC-GEN-08)."""
    fact = f"{name} lists {quote(entry)}, which does not end in .json and is no driver manifest"
    return Reason(rule("ENV-DRIVERFILES-03"), Severity.WARNING, name, fact, remedy="name a manifest file")


def overruled(loser: str, winner: str, why: RuleId) -> Reason:
    """Return the warning for a variable that is ignored because another one is set."""
    fact = f"{loser} is ignored because {winner} is set"
    return Reason(why, Severity.WARNING, loser, fact, remedy=f"unset {winner}", void=Void(winner))


def takes_bare_names(environment: Environment, facts: Traits) -> bool:
    """Return whether names without a folder are searched for: in 2016, except on Windows, which needs full paths."""
    return facts.bare_driver_names and environment.platform.system is not System.WINDOWS


@decides("ENV-DRIVERFILES-03")
def with_bare_names(places: tuple[Place, ...], folders: tuple[Place, ...]) -> tuple[Place, ...]:
    """Replace each entry without a folder by files of that name in the icd.d folders, in their order (2016)."""
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

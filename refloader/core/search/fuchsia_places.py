"""Decides where a loader on Fuchsia searches: as on Linux, but without fallbacks for unset XDG lists."""

from dataclasses import replace

from refloader.core.editions import Traits
from refloader.core.search import unix_places
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build
from refloader.rules import decides, rule

_LISTS = ("XDG_CONFIG_DIRS", "XDG_DATA_DIRS")


def standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the places of Linux without those that come from a fallback."""
    found = unix_places.standard(environment, without_fallbacks(build, use), facts, use)
    why = rule("DISC-DRIVER-FUCHSIA-01" if use is Use.DRIVER else "DISC-FUCHSIA-01")
    return tuple(replace(place, rule=why) for place in found), ()


@decides("DISC-FUCHSIA-01", "DISC-DRIVER-FUCHSIA-01", "AMB-FUCHSIA-HOMEDIRS")
def without_fallbacks(build: Build, use: Use) -> Build:
    """Return the build without the fallbacks of XDG_DATA_DIRS and XDG_CONFIG_DIRS, for layers and drivers alike.

    XDG_HOME_DIRS in the document is read as XDG_CONFIG_DIRS (AMB-FUCHSIA-HOMEDIRS), so the folders under HOME stay.
    """
    return replace(build, config_dirs="", data_dirs="")


def notes(environment: Environment, edition: Edition, of_linux: list[Reason]) -> list[Reason]:
    """Return the notes of Linux about HOME and the XDG lists, and those about unset lists or an old edition."""
    why = rule("DISC-FUCHSIA-01")
    same = [replace(each, rule=why) if each.rule.startswith("DISC-LINUX") else each for each in of_linux]
    if edition < Edition.E2022:
        fact = f"the documents of {edition.value} do not speak of Fuchsia: what they say of Linux is taken"
        return [*same, Reason(why, Severity.NOTE, "Fuchsia", fact)]
    unset = [name for name in _LISTS if not environment.get(name)]
    return [*same, *(Reason(why, Severity.INFO, name, _no_fallback(name)) for name in unset)]


def _no_fallback(name: str) -> str:
    return f"{name} is not set, and Fuchsia has no fallback for it: no folder stands in its place"

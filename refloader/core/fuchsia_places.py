"""Decides where a loader on Fuchsia looks: as on Linux, but without fallbacks for lists that are not set."""

from dataclasses import replace

from refloader.core import unix_places
from refloader.core.editions import Traits
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
    """The places of Linux less those that a fallback names."""
    without = without_fallbacks(build, use)
    return unix_places.standard(environment, without, facts, use), ()


@decides("DISC-FUCHSIA-01", "DISC-DRIVER-FUCHSIA-01", "AMB-FUCHSIA-HOMEDIRS")
def without_fallbacks(build: Build, use: Use) -> Build:
    """The build without the lists that stand in for XDG_DATA_DIRS and XDG_CONFIG_DIRS, for layers and drivers alike.

    The text's XDG_HOME_DIRS is XDG_CONFIG_DIRS (AMB-FUCHSIA-HOMEDIRS), so the folders under HOME stay.
    """
    return replace(build, config_dirs="", data_dirs="")


def notes(environment: Environment, edition: Edition) -> list[Reason]:
    """The lists that are not set and have no fallback; what the documents do not say."""
    if edition < Edition.E2022:
        fact = f"the documents of {edition.value} do not speak of Fuchsia: what they say of Linux is taken"
        return [Reason(rule("DISC-FUCHSIA-01"), Severity.NOTE, "Fuchsia", fact)]
    unset = [name for name in _LISTS if not environment.get(name)]
    return [Reason(rule("DISC-FUCHSIA-01"), Severity.INFO, name, _no_fallback(name)) for name in unset]


def _no_fallback(name: str) -> str:
    return f"{name} is not set, and Fuchsia has no fallback for it: no folder stands in its place"

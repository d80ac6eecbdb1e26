"""Reports questionable values of the variables that control a search on Windows, and a registry that is not known."""

import re
from collections.abc import Iterator

from refloader.core.editions import traits
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

_LAYERS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
_DRIVERS = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES")
_SECOND_DRIVE = re.compile(r".:[A-Za-z]:[\\/]|[^:;]:(?:[\\/]{2}|\.\.?[\\/])")
"""Two paths joined with a colon, as on Linux."""
_PLACEHOLDER = re.compile(r"%[^%;]+%")


def windows_notes(environment: Environment, edition: Edition) -> list[Reason]:
    """Report a registry that is not known, and path lists that are written as on other systems."""
    reasons = []
    if environment.platform.registry is None:
        fact = "nothing is known of the registry, so what its keys name is not known"
        reasons.append(Reason(rule("DISC-WINDOWS-01"), Severity.NOTE, "the registry", fact))
    for name in (*_LAYERS, *_DRIVERS):
        value = environment.get(name) if name in traits(edition).variables else None
        reasons += _list_notes(name, value) if value else ()
    return reasons


@decides("ENV-LAYERPATH-02", "ENV-DRIVERFILES-02")
def _list_notes(name: str, value: str) -> Iterator[Reason]:
    """Report what keeps a path list from being read as intended. The loader reads the list as it is written."""
    of_drivers = name in _DRIVERS
    separator = rule("ENV-DRIVERFILES-02" if of_drivers else "ENV-LAYERPATH-02")
    entry = rule("ENV-DRIVERFILES-03" if of_drivers else "ENV-LAYERPATH-03")
    if '"' in value:
        fact = f"{name}={quote(value)} holds quotation marks, which no path on Windows can"
        yield _odd(entry, name, fact, "write the path without them, spaces and all")
    if _PLACEHOLDER.search(value):
        fact = (
            f"{name}={quote(value)} holds a variable's name between percent signs, which no loader replaces"
        )
        yield _odd(entry, name, fact, "write the path itself")
    if _SECOND_DRIVE.search(value):
        fact = f"{name}={quote(value)} joins paths with a colon, which is no separator on Windows"
        yield _odd(separator, name, fact, "semicolons between the paths")


def _odd(why: RuleId, name: str, fact: str, remedy: str) -> Reason:
    return Reason(why, Severity.WARNING, name, fact, remedy=remedy)

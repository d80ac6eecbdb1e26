"""Decides where a loader on macOS searches: first in the application's bundle, then as on Linux."""

from refloader.core.editions import Traits
from refloader.core.search import unix_places
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build
from refloader.rules import decides, rule

RESOURCES = "Contents/Resources"
BUNDLE = "the application's bundle"
"""The source of a place in the bundle."""


@decides("DISC-MACOS-02")
def standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the bundle's place, then the places of Linux, including the folders under HOME."""
    return bundled(environment, facts, use) + unix_places.standard(environment, build, facts, use), ()


@decides("DISC-MACOS-01", "DISC-DRIVER-MACOS-01")
def bundled(environment: Environment, facts: Traits, use: Use) -> tuple[Place, ...]:
    """Return the place in the application's bundle; none for a program outside of a bundle."""
    bundle = environment.platform.bundle
    if not bundle or not facts.xdg:
        return ()
    path = _folder(bundle, use)
    why = rule("DISC-DRIVER-MACOS-01" if use is Use.DRIVER else "DISC-MACOS-01")
    return (Place(path, use, Form.FOLDER, BUNDLE, why),)


def driver_folder(bundle: str) -> str:
    """Return the folder of drivers in a bundle."""
    return _folder(bundle, Use.DRIVER)


def _folder(bundle: str, use: Use) -> str:
    return POSIX_PATHS.plain(f"{bundle}/{RESOURCES}/{unix_places.SUFFIX[use]}")


def notes(environment: Environment, edition: Edition) -> list[Reason]:
    """Return a note if the edition's documents (2016 and 2018) do not cover macOS."""
    if edition >= Edition.E2022:
        return []
    fact = f"the documents of {edition.value} do not speak of macOS: what they say of Linux is taken"
    return [Reason(rule("DISC-MACOS-01"), Severity.NOTE, "macOS", fact)]

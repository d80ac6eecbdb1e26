"""Violators of what Fuchsia leaves out: lists of folders that are not set have fallbacks after all."""

from typing import Any

from refloader.core.search import fuchsia_places
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces


@replaces(fuchsia_places.without_fallbacks, "DISC-FUCHSIA-01")
def fallbacks_for_layers(original: Original, build: Any, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, layers are looked for as on Linux."""
    return original(build, use) if use is Use.DRIVER else build


@replaces(fuchsia_places.without_fallbacks, "DISC-DRIVER-FUCHSIA-01")
def fallbacks_for_drivers(original: Original, build: Any, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, drivers are looked for as on Linux."""
    return build if use is Use.DRIVER else original(build, use)

"""Violators of the settings file: not found, or not followed."""

from typing import Any

from refloader.core.activation import order
from refloader.core.manifests import settings_file
from refloader.core.search import places
from refloader.selftest.mutants.marks import Original, replaces


@replaces(places.settings_places, "SETTINGS-03")
def settings_in_etc_not_found(original: Original, environment: Any, *others: Any) -> Any:
    """No settings file is looked for in /etc."""
    return tuple(place for place in original(environment, *others) if not place.path.startswith("/etc/"))


@replaces(settings_file.read_settings, "SETTINGS-01")
def settings_file_ignored(original: Original, *arguments: Any) -> Any:
    """A settings file is read and has no effect."""
    return None, ()


@replaces(order._reorder, "SETTINGS-01")
def settings_give_no_order(original: Original, chain: Any, settings: Any) -> Any:
    """The order of a settings file's list is not that of the chain."""
    return None

"""Violators of what macOS adds, a bundle, and of what Fuchsia leaves out, the fallbacks of lists of folders."""

from typing import Any

from refloader.core.drivers import choice
from refloader.core.search import fuchsia_places, macos_places
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces


@replaces(macos_places.bundled, "DISC-MACOS-01")
def bundled_layers_forgotten(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """No layer is looked for in the application's bundle."""
    return original(environment, facts, use) if use is Use.DRIVER else ()


@replaces(macos_places.standard, "DISC-MACOS-02")
def bundle_searched_last(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """The bundle is searched for layers after all other places."""
    places, reasons = original(environment, build, facts, use)
    if use is Use.DRIVER:
        return places, reasons
    in_bundle = tuple(place for place in places if place.source == macos_places.BUNDLE)
    return tuple(place for place in places if place not in in_bundle) + in_bundle, reasons


@replaces(macos_places.bundled, "DISC-DRIVER-MACOS-01")
def bundled_drivers_forgotten(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """No driver is looked for in the application's bundle."""
    return () if use is Use.DRIVER else original(environment, facts, use)


@replaces(choice._hidden, "DISC-DRIVER-MACOS-02")
def bundled_driver_hides_nobody(original: Original, driver: Any, bundled: Any) -> Any:
    """Drivers of the system are used beside one in the bundle."""
    return None


@replaces(fuchsia_places.without_fallbacks, "DISC-FUCHSIA-01")
def fallbacks_for_layers(original: Original, build: Any, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, layers are looked for as on Linux."""
    return original(build, use) if use is Use.DRIVER else build


@replaces(fuchsia_places.without_fallbacks, "DISC-DRIVER-FUCHSIA-01")
def fallbacks_for_drivers(original: Original, build: Any, use: Use) -> Any:
    """Where XDG_DATA_DIRS and XDG_CONFIG_DIRS are not set, drivers are looked for as on Linux."""
    return build if use is Use.DRIVER else original(build, use)

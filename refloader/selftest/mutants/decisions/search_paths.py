"""Violators of the standard places: bases that are forgotten, invented or searched in another order."""

from dataclasses import replace
from typing import Any

from refloader.core.search import unix_places
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.selftest.mutants.decisions.variables import without
from refloader.selftest.mutants.marks import Original, replaces


def _without(bases: list[Any], *folders: str) -> list[Any]:
    return [base for base in bases if base[0] not in folders]


@replaces(unix_places._fixed_bases, "DISC-LINUX-01")
def etc_of_2016_forgotten(original: Original, environment: Any, build: Any, facts: Any) -> Any:
    """/etc is not among the fixed folders of 2016."""
    bases = original(environment, build, facts)
    return _without(bases, "/etc") if facts.edition is Edition.E2016 else bases


@replaces(unix_places._fixed_bases, "DISC-LINUX-02")
def local_folders_of_2018_forgotten(original: Original, environment: Any, build: Any, facts: Any) -> Any:
    """The two folders under /usr/local are not among those of 2018."""
    bases = original(environment, build, facts)
    return _without(bases, *build.local_bases) if facts.edition is Edition.E2018 else bases


@replaces(unix_places._home_base, "DISC-LINUX-03")
def config_home_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_CONFIG_HOME has no effect."""
    return original(without(environment, "XDG_CONFIG_HOME"), name, fallback, why)


@replaces(unix_places._dirs, "DISC-LINUX-04")
def config_dirs_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_CONFIG_DIRS has no effect."""
    return original(without(environment, "XDG_CONFIG_DIRS"), name, fallback, why)


@replaces(unix_places._build_bases, "DISC-LINUX-05")
def sysconfdir_ignored(original: Original, build: Any) -> Any:
    """Nothing is looked for in SYSCONFDIR."""
    return original(build)[1:]


@replaces(unix_places._build_bases, "DISC-LINUX-06")
def extrasysconfdir_ignored(original: Original, build: Any) -> Any:
    """The loader is built with SYSCONFDIR=/usr/local/etc and EXTRASYSCONFDIR=/etc, and passes over the latter."""
    return original(replace(build, sysconfdir="/usr/local/etc", extrasysconfdir="/etc"))[:1]


@replaces(unix_places._home_base, "DISC-LINUX-07")
def data_home_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_DATA_HOME has no effect."""
    return original(without(environment, "XDG_DATA_HOME"), name, fallback, why)


@replaces(unix_places._dirs, "DISC-LINUX-08")
def data_dirs_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_DATA_DIRS has no effect."""
    return original(without(environment, "XDG_DATA_DIRS"), name, fallback, why)


@replaces(unix_places.standard, "DISC-LINUX-09")
def parent_folders_searched(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """The folder above implicit_layer.d and explicit_layer.d is searched as well."""
    found = original(environment, build, facts, use)
    return found + tuple(replace(place, path=place.path.rpartition("/")[0]) for place in found)


@replaces(unix_places.xdg_bases, "DISC-LINUX-10")
def bases_reversed(original: Original, environment: Any, build: Any) -> Any:
    """The bases are searched from the last to the first."""
    return original(environment, build)[::-1]


def _of_drivers(found: Any, use: Use, *bases: str) -> Any:
    """The places less those of drivers under some bases."""
    forgotten = {f"{base}/vulkan/icd.d" for base in bases} if use is Use.DRIVER else set()
    return tuple(place for place in found if place.path not in forgotten)


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-01")
def etc_drivers_of_2016_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """/etc/vulkan/icd.d is not searched in 2016."""
    found = original(environment, build, facts, use)
    return _of_drivers(found, use, "/etc") if facts.edition is Edition.E2016 else found


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-02")
def local_drivers_of_2018_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """Drivers under /usr/local are not found in 2018."""
    found = original(environment, build, facts, use)
    return _of_drivers(found, use, *build.local_bases) if facts.edition is Edition.E2018 else found


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03", "DISC-DRIVER-LINUX-04")
def etc_drivers_forgotten(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """/etc/xdg/vulkan/icd.d is not searched."""
    found = original(environment, build, facts, use)
    return _of_drivers(found, use, "/etc/xdg") if facts.edition is Edition.E2026 else found

"""What a variable does to the drivers that a loader finds, in one sentence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.core.editions import traits
from refloader.host.port import Host, Kind, Listing
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.whatif.change import Change, set_variable, unset_variable
from refloader.inspect.whatif.driver_steps import drivers_used, usable_after
from refloader.inspect.whatif.lists import (
    is_library,
    of_windows,
    with_another,
    without_folders,
    without_inner,
)
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.edition import Edition
from refloader.model.plan import DriverOutcome, Plan
from refloader.model.reason import Severity
from refloader.model.system import System
from refloader.model.text import quote, some

_SELECT, _DISABLE = "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"

FILTER_RULES = {
    "VK_LOADER_DRIVERS_SELECT": "FILTER-DRIVER-SELECT-01",
    "VK_LOADER_DRIVERS_DISABLE": "FILTER-DRIVER-DISABLE-01",
}
COMMON_NAMES = {
    "amdvlk": "amd",
    "amdgpu": "radeon",
    "anv": "intel",
    "dozen": "dzn",
    "hasvk": "intel_hasvk",
    "lavapipe": "lvp",
    "llvmpipe": "lvp",
    "nvk": "nouveau",
    "panvk": "panfrost",
    "radv": "radeon",
    "turnip": "freedreno",
    "v3dv": "broadcom",
    "venus": "virtio",
}
"""Drivers by the names that people say, and by those of their manifests."""

_MOST_TOLD = 3
_NEARLY = 0.85
"""How alike the names of two manifests are of which one is meant by the other."""

_TOO_NEW = "ENV-MINVERSION-01"
NAMING_DRIVERS = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
"""The variables that name all drivers that are used."""


def unloadable(what_if: WhatIf) -> str:
    """Say why the drivers that are found cannot be loaded; empty if none is found."""
    libraries = Libraries(what_if.host)
    for outcome in what_if.plan.drivers:
        driver = outcome.driver
        why = libraries.obstacle(driver.library_path, driver.manifest) if outcome.used else ""
        if why:
            path = libraries.find(driver.library_path, driver.manifest) or driver.library_path
            return f"{quote(driver.manifest)}, whose library {quote(path)} cannot be loaded: {why}"
    return ""


def whole_names(
    variables: Mapping[str, str], drivers: Sequence[DriverOutcome], edition: Edition
) -> Iterator[Change]:
    """Yield the patterns that select drivers for those that select none, and of which a manifest's name is a part."""
    value = variables.get(_SELECT, "")
    names = [outcome.driver.manifest.rpartition("/")[2] for outcome in drivers]
    if not value or _SELECT not in traits(edition).variables:
        return
    entries = value.split(",")
    for at, entry in enumerate(entries):
        core = entry.strip("* ")
        near = [name for name in names if len(core) > 1 and core.lower() in name.lower()]
        if near and "*" not in core:
            because = (
                f"{_SELECT}={quote(value)} is compared with whole names of manifests, and {quote(entry)} fits "
                f"none; there is {some([quote(name) for name in near], 3)}"
            )
            right = with_another(entries, at, f"*{core}*")
            yield set_variable(_SELECT, right, because, "FILTER-DRIVER-SELECT-01")
        start = f"{COMMON_NAMES.get(core.lower(), core)}_icd"
        called = [name for name in names if name.lower().startswith(start)] if not near else []
        if called:
            whose = f"{core}'s is {quote(called[0])}"
            because = f"{_SELECT}={quote(value)} is compared with the names of manifests, and {whose}"
            right = with_another(entries, at, f"{start}*")
            yield set_variable(_SELECT, right, because, "FILTER-DRIVER-SELECT-01")


def lost_entries(what_if: WhatIf) -> Iterator[Change]:
    """Yield the corrections of variables that name manifests of drivers which are not there, beside others."""
    separator = what_if.host.platform().system.paths.list_separator
    for name in (*NAMING_DRIVERS, "VK_ADD_DRIVER_FILES"):
        lost = [
            reason.subject
            for reason in what_if.plan.reasons
            if reason.unread is not None and reason.unread.is_missing and reason.unread.source == name
        ]
        if lost:
            entries = what_if.host.variables().get(name, "").split(separator)
            bare = [each.strip() for each in lost]
            if bare != lost and all(what_if.host.kind(each) is Kind.FILE for each in bare):
                because = f"{name} has blanks around {quote(bare[0])}, and a loader takes them for a part of the path"
                right = separator.join(entry.strip() if entry in lost else entry for entry in entries)
                yield set_variable(name, right, because, "ENV-DRIVERFILES-03")
                continue
            if len(lost) == 1 and (near := _nearly(what_if.host, lost[0], entries)):
                because = f"{quote(lost[0])} does not exist, and {name} names it; there is {quote(near)}"
                right = separator.join(near if entry == lost[0] else entry for entry in entries)
                yield set_variable(name, right, because, "ENV-DRIVERFILES-03")
                continue
            rest = separator.join(entry for entry in entries if entry and entry not in lost)
            told = [f"{quote(each)} does not exist" for each in lost[:_MOST_TOLD]]
            because = f"{', '.join(told)}, and {name} names {'it' if len(lost) == 1 else 'them'}"
            change = set_variable(name, rest, because) if rest else unset_variable(name, because)
            yield replace(change, rule="ENV-DRIVERFILES-03")


def vain_paths(what_if: WhatIf, there: Plan | None) -> Iterator[Change]:
    """Yield the correction of a filter that is to keep drivers off and has paths, which no file name can match.

    Nothing if the process does not read it, by its privileges or the release of its loader, whose plan is ``there``.
    Where the file names would keep off all drivers, or none, the entries without effect are taken out instead.
    """
    reasons = there.reasons if there is not None else ()
    value = what_if.host.variables().get(_DISABLE, "")
    late = any(reason.rule == _TOO_NEW and reason.subject == _DISABLE for reason in reasons)
    if (
        "/" not in value
        or late
        or what_if.host.elevated()
        or _DISABLE not in traits(what_if.edition).variables
    ):
        return
    because = f"{_DISABLE}={quote(value)} has a path, and a loader compares file names only"
    names = without_folders(value)
    for right in dict.fromkeys((names, without_inner(names))):
        change = set_variable(_DISABLE, right, because, FILTER_RULES[_DISABLE])
        if right and _keeps_some_off(what_if, change):
            yield change
            return
    rest = ",".join(entry for entry in value.split(",") if entry and "/" not in entry)
    change = set_variable(_DISABLE, rest, because) if rest else unset_variable(_DISABLE, because)
    yield replace(change, rule=FILTER_RULES[_DISABLE])


def _keeps_some_off(what_if: WhatIf, change: Change) -> bool:
    """Whether a change keeps drivers off and leaves one whose library can be loaded."""
    plan = what_if.decide(change)
    fewer = plan is not None and set(drivers_used(plan)) < set(drivers_used(what_if.plan))
    return fewer and bool(usable_after(what_if, change))


def drivers_off(what_if: WhatIf, path: str) -> tuple[Change, ...]:
    """Return what keeps a driver off, and no other one with it.

    It is the filter, with what it has, or the list of the other drivers if the loader reads no filter.
    """
    value = what_if.host.variables().get(_DISABLE, "")
    names, name = without_folders(value), path.rpartition("/")[2]
    kept = names if name in names.split(",") else f"{names},{name}" if names else name
    file = what_if.host.real_path(path)  # which a variable may name in another way
    left = [each for each in drivers_used(what_if.plan) if what_if.host.real_path(each) != file]
    others = what_if.host.platform().system.paths.list_separator.join(left)
    wanted = ((_DISABLE, kept), (_DISABLE, f"{value},{name}"), *((each, others) for each in NAMING_DRIVERS))
    for change in (set_variable(variable, given) for variable, given in wanted if given):
        plan = what_if.decide(change)
        if plan is not None and sorted(drivers_used(plan)) == sorted(left):
            return (change,)
    return ()


def late_filters(what_if: WhatIf) -> Iterator[str]:
    """Yield what is to be said of filters for drivers or devices that are set and that this loader does not read."""
    for reason in what_if.plan.reasons:
        if reason.rule == _TOO_NEW and reason.subject.startswith(("VK_LOADER_D", "VK_LOADER_VENDOR")):
            yield reason.fact


def _nearly(host: Host, path: str, entries: Sequence[str]) -> str:
    """Return the manifest in the folder of one that is not there whose name is nearly its own; empty if none is."""
    paths = host.platform().system.paths
    folder, name = paths.split(path)
    listing = host.list(folder) if folder else None
    names = (
        [each for each in listing.names if paths.is_manifest(each)] if isinstance(listing, Listing) else []
    )
    near = near_names(name, (each for each in names if paths.join(folder, each) not in entries), 1, _NEARLY)
    return paths.join(folder, near[0]) if near else ""


def named_as_before(what_if: WhatIf) -> Iterator[Change]:
    """Yield the older variable for a newer one that names drivers and that this loader does not read yet."""
    newer, older = NAMING_DRIVERS
    variables, reasons = what_if.host.variables(), what_if.plan.reasons
    late = next((each.fact for each in reasons if each.rule == _TOO_NEW and each.subject == newer), "")
    if late and older not in variables:
        yield set_variable(older, variables[newer], late, _TOO_NEW)


def bare_folder(host: Host, name: str, entries: Sequence[str]) -> str:
    """Say that a variable names a folder without any manifest, in the place of a manifest; empty if it does not."""
    for path in entries:
        listing = host.list(path) if path.endswith(".json") and host.kind(path) is Kind.FOLDER else None
        if isinstance(listing, Listing) and not any(each.endswith(".json") for each in listing.names):
            made = "Docker makes one for a file that is mounted and is not on the host"
            return f"{name} names {quote(path)}, which is a folder without a manifest ({made})"
    return ""


def steered(name: str, variables: Mapping[str, str], plan: Plan, told: str, system: System) -> str:
    """Say what a variable does to the drivers; ``told`` says which driver is found and cannot be loaded."""
    value, reasons = variables[name], plan.reasons
    found = [
        reason.fact for reason in reasons if reason.subject == name and reason.severity is Severity.WARNING
    ]
    gone = [
        each.subject
        for each in reasons
        if each.unread is not None and each.unread.is_missing and each.unread.source == name
    ]
    if name in NAMING_DRIVERS and of_windows(value) and gone and system is not System.WINDOWS:
        return f"{name}={quote(value)} is a path of Windows, and this system has no drive letters"
    if gone and name in NAMING_DRIVERS:
        return f"{name} names only what is not there: {some([quote(each) for each in gone])}"
    if found:
        return found[0]
    if name in NAMING_DRIVERS and is_library(value):
        return f"{name} names a library, {quote(value)}, and a loader wants the manifest (.json) of a driver"
    if name.startswith("VK_LOADER"):
        return f"{name}={quote(value)} leaves no driver over"
    if told and name in NAMING_DRIVERS:
        return f"{name} leaves only {told}"
    named = [each for each in plan.drivers if each.driver.place.source == name]
    filtered = [each.reasons[-1].fact for each in named if not each.used and each.reasons]
    if filtered and name in NAMING_DRIVERS:
        names = some([quote(each.driver.manifest) for each in named])
        return f"{name} names only {names}, and another variable leaves that out: {filtered[0]}"
    if told and name == "LD_LIBRARY_PATH":
        return f"with LD_LIBRARY_PATH={quote(value)} there is only {told}"
    return f"{name}={quote(value)} keeps loaders out of the folders in which the drivers' manifests lie"

"""What a variable does to the drivers that a loader finds, in one sentence."""

import re
from collections.abc import Mapping, Sequence

from refloader.host.port import Host, Kind, Listing
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.lists import of_windows
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some

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


def bare_folder(host: Host, name: str, entries: Sequence[str]) -> str:
    """Say that a variable names a folder without any manifest, in the place of a manifest; empty if it does not."""
    for path in entries:
        listing = host.list(path) if path.endswith(".json") and host.kind(path) is Kind.FOLDER else None
        if isinstance(listing, Listing) and not any(each.endswith(".json") for each in listing.names):
            made = "Docker makes one for a file that is mounted and is not on the host"
            return f"{name} names {quote(path)}, which is a folder without a manifest ({made})"
    return ""


def steered(
    name: str, variables: Mapping[str, str], reasons: tuple[Reason, ...], told: str, system: System
) -> str:
    """Say what a variable does to the drivers; ``told`` says which driver is found and cannot be loaded."""
    value = variables[name]
    found = [
        reason.fact for reason in reasons if reason.subject == name and reason.severity is Severity.WARNING
    ]
    gone = [each.subject for each in reasons if f"from {name}" in each.fact and "does not exist" in each.fact]
    if name in NAMING_DRIVERS and of_windows(value) and gone and system is not System.WINDOWS:
        return f"{name}={quote(value)} is a path of Windows, and this system has no drive letters"
    if gone and name in NAMING_DRIVERS:
        return f"{name} names only what is not there: {some([quote(each) for each in gone])}"
    if found:
        return found[0]
    if name in NAMING_DRIVERS and re.search(r"\.so(\.\d+)*$", value):
        return f"{name} names a library, {quote(value)}, and a loader wants the manifest (.json) of a driver"
    if name.startswith("VK_LOADER"):
        return f"{name}={quote(value)} leaves no driver over"
    if told and name in NAMING_DRIVERS:
        return f"{name} leaves only {told}"
    if told and name == "LD_LIBRARY_PATH":
        return f"with LD_LIBRARY_PATH={quote(value)} there is only {told}"
    return f"{name}={quote(value)} leads past the drivers that are installed"

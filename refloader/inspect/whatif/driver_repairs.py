"""Finds what makes one driver usable: changes of its manifest, and of where its library is found."""

import re
from collections.abc import Iterator
from itertools import islice

from refloader.host.port import Host, Kind, Listing
from refloader.inspect.foreign_files import foreign
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable
from refloader.inspect.whatif.driver_steps import has_driver, is_usable, usable_after
from refloader.inspect.whatif.driver_variables import NAMING_DRIVERS
from refloader.inspect.whatif.edits import Edit, edited
from refloader.inspect.whatif.installing import leftover
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.texts import readable
from refloader.model.driver import Driver
from refloader.model.text import quote

_ARCHITECTURE = re.compile(r"([._-]?(x86_64|x86-64|amd64|i[3-6]86|aarch64|arm64|armhf|armv7l|32|64))?\.json$")
_MOST = 80
"""How many changes are tried."""


def family_of(manifest: str) -> str:
    """Return the name of a driver's manifest without the architecture: that of the builds for each word size."""
    return _ARCHITECTURE.sub("", manifest.rpartition("/")[2].lower())


def driver_loading_change(what_if: WhatIf, driver: Driver) -> Change | None:
    """Return the smallest change after which the library of one driver can be loaded; None if none is known."""
    untried: Change | None = None
    for change in islice(_twin_named(what_if, driver), 1):
        return change
    for change in islice(loading_changes(what_if.host, driver, ("ICD",)), _MOST):
        if not change.tried:
            untried = untried or change
            continue
        usable = usable_after(what_if, change)
        if any(each.manifest == driver.manifest for each in usable):
            return unless_doubled(change, driver, usable, what_if.host)
    return untried


def _twin_named(what_if: WhatIf, driver: Driver) -> Iterator[Change]:
    """Yield the change of the variable that names a driver of another word size, to the manifest for this one."""
    variable = driver.place.source
    listing = what_if.host.list(driver.manifest.rpartition("/")[0])
    if variable not in NAMING_DRIVERS or not isinstance(listing, Listing):
        return
    folder = driver.manifest.rpartition("/")[0]
    for name in listing.names:
        path = f"{folder}/{name}"
        if path == driver.manifest or family_of(path) != family_of(driver.manifest):
            continue
        entries = what_if.host.variables().get(variable, "").split(":")
        right = [path if each == driver.manifest else each for each in entries]
        there = [each for each in right if what_if.host.kind(each) is Kind.FILE]
        named = ":".join(dict.fromkeys(there))
        told = f"{quote(driver.manifest)}, which {variable} names, is not for {what_if.host.word_size()}-bit programs"
        because = f"{told}; {quote(path)} is"
        change = set_variable(variable, named, because, "MANIFEST-ICD-03")
        if is_usable(what_if, change, path):
            yield change


def unless_doubled(change: Change, driver: Driver, usable: list[Driver], host: Host) -> Change:
    """Return a change of a driver's manifest, or its removal if it would lead to the library of another one."""
    libraries = Libraries(host)
    named = change.edits[-1].value if change.edits else None
    path = libraries.find(named, driver.manifest) if isinstance(named, str) else None
    others = (each for each in usable if each.manifest != driver.manifest)
    other = next((o for o in others if path and path == libraries.find(o.library_path, o.manifest)), None)
    if other is None:
        return change
    stems = sorted(o.library_path.rpartition("/")[2].partition(".so")[0] for o in (driver, other))
    if stems[1].startswith(f"{stems[0]}_"):  # as libvulkan_intel_hasvk: of other cards than libvulkan_intel
        because, needs = change.because.partition("; there is")[0], (driver.library_path.rpartition("/")[2],)
        what = f"a {host.word_size()}-bit {driver.library_path}"
        return Change(ChangeKind.INSTALL, what, because=because, rule=change.rule, needs=needs, tried=False)
    because = change.because.replace("; there is", f"; {quote(other.manifest)} has")
    return Change(ChangeKind.REMOVE, driver.manifest, because=because, rule=change.rule, tried=False)


def change_beside_others(what_if: WhatIf, driver: Driver) -> Change | None:
    """Return what to do about a driver that cannot be loaded while others can; None if nothing is known.

    If its library is gone, and no package of a distribution has it, that is the removal of the manifest.
    """
    change = driver_loading_change(what_if, driver)
    if change is not None and change.tried:
        return change
    return leftover(what_if, driver) or change


def of_architecture(host: Host, driver: Driver) -> Iterator[Change]:
    """Yield the correction of the library_arch of a driver that is for the other word size by it.

    If its library is, too, that is a driver for this one.
    """
    bits = host.word_size()
    if driver.library_arch in ("", str(bits)):
        return
    start = f"library_arch in {quote(driver.manifest)} is {driver.library_arch}, and"
    if Libraries(host).obstacle(driver.library_path, driver.manifest).is_of_others:
        name = driver.library_path.rpartition("/")[2]
        because = f"{start} its library is for {96 - bits}-bit programs, too"
        what = f"a {bits}-bit {name}, and a manifest that names it"
        yield Change(ChangeKind.INSTALL, what, because=because, needs=(name,), tried=False)
        return
    edit = Edit(driver.manifest, ("ICD", "library_arch"), str(bits))
    because = f"{start} its library is {bits}-bit"
    yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because)


def mended(what_if: WhatIf, driver: Driver) -> Iterator[Change]:
    """Yield the repairs of a driver's manifest that a loader cannot use."""
    texts = what_if.host.texts()
    if foreign(driver.manifest, texts.get(driver.manifest, b"")) is not None:
        return  # it would not become a driver's by a key
    yield from readable(driver.manifest, texts.get(driver.manifest, b""))
    told = next((each for each in driver.reasons if each.rejects), None)
    because = f"{quote(driver.manifest)} is not used: {told.fact}" if told is not None else ""
    for keys, value in ((("file_format_version",), "1.0.1"), (("ICD", "api_version"), "1.3.0")):
        edit = Edit(driver.manifest, keys, value)
        if edited(texts, [edit]) is not None:
            yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because)


def repair_of(what_if: WhatIf, driver: Driver) -> Change | None:
    """Return the first repair of a driver's manifest after which a loader uses it; None if none of them helps."""
    plans = ((each, what_if.decide(each)) for each in mended(what_if, driver))
    return next(
        (each for each, plan in plans if plan is not None and has_driver(plan, driver.manifest)), None
    )

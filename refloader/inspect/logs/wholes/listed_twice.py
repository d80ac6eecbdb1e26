"""Finds a card that a program lists twice, as two manifests of one driver are read."""

import re
from collections.abc import Iterator

from refloader.inspect.libraries.near_names import without_processor
from refloader.inspect.logs.reading.devices import Listed
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.model.text import quote, some

_DEVICES = {
    "radeon": r"\bRADV\b",
    "amd_": r"^AMD\b(?!.*\bRADV\b)",
    "intel": r"\bIntel\b",
    "nvidia": r"^(?!.*\bNVK\b).*(?:NVIDIA|GeForce|Quadro|Tesla)",
    "nouveau": r"\bNVK\b",
    "lvp": r"^llvmpipe\b",
}
"""How the devices of a driver are called, by how the name of its manifest begins."""

_NARROW = re.compile(r"\.(?:i[3-6]86|armv?\d\w*)\.json$")
"""The end of the name of a manifest whose driver 64-bit programs pass over."""


def listed_twice(log: Log) -> Iterator[Event]:
    """Yield that a card is two devices, as manifests of its driver are in two folders."""
    if any(event.kind is EventKind.NAMED_TWICE for event in log.events):
        return
    drivers = [*_in_two_folders(log)]
    for first, by_uuid in _repeated(log):
        card = first.values["deviceName"]
        for paths in drivers:
            if not _is_of(paths[0], card, by_uuid=by_uuid):
                continue
            how = " with one UUID" if by_uuid else ", and unless there are two such cards, it is one"
            names = some([quote(path) for path in paths], 3)
            why = f"{quote(card)} is listed twice{how}: {names} are two manifests of one driver, and both are read"
            fix = "remove the one that no package owns (dpkg -S, rpm -qf or pacman -Qo with its path)"
            yield Event(EventKind.CONCLUDED, first.line, card, why, fix=fix)
            return


def _in_two_folders(log: Log) -> Iterator[list[str]]:
    """Yield the paths of the manifests of one driver, if they are in more than one folder."""
    found: dict[str, list[str]] = {}
    for folder in log.listings.folders:
        for name in log.listings.holds(folder) if folder.endswith("/icd.d") else ():
            driver = name if _NARROW.search(name) else without_processor(name)
            found.setdefault(driver, []).append(f"{folder}/{name}")
    for paths in found.values():
        if len({path.rpartition("/")[0] for path in paths}) > 1:
            yield paths


def _is_of(path: str, card: str, *, by_uuid: bool) -> bool:
    """Whether a device is one of the driver of a manifest; of unknown ones, devices with one UUID are."""
    name = path.rpartition("/")[2]
    pattern = next((pattern for start, pattern in _DEVICES.items() if name.startswith(start)), "")
    return re.search(pattern, card) is not None if pattern else by_uuid


def _repeated(log: Log) -> Iterator[tuple[Listed, bool]]:
    """Yield the devices that one run lists once more, and whether with one UUID.

    Without one, they are in one piece of the text: what is listed behind other lines may be of another run.
    """
    begun: dict[tuple[str, str, int], tuple[Listed, int]] = {}
    length, starts = 0, [run.line for run in log.runs]
    for each in log.cards.listed:
        uuid, card = each.values.get("deviceUUID", ""), each.values.get("deviceName", "")
        if card and each.line:
            first, before = begun.setdefault((uuid, card, each.listing), (each, length))
            apart = any(first.line < start < each.line for start in starts)
            in_one_piece = each.line - first.line == length - before
            if first is not each and not apart and (uuid or in_one_piece):
                yield first, bool(uuid)
        length += len(each.values)

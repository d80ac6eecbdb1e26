"""What a loader's log says of the manifests that it read: which were refused, taken, or lie in the wrong folder.

Releases up to 1.3.231 say less of it than later ones; what they do not print follows from the order of their lines.
"""

import posixpath
from collections.abc import Iterator, Sequence
from itertools import pairwise

from refloader.host import shell
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.log_libraries import asking_of
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.log_reader import use_of
from refloader.inspect.logs.wholes.log_machine import typical
from refloader.inspect.whatif.lists import stem_of
from refloader.model.place import Use
from refloader.model.text import quote

PREFIX = "vk_layer_"
"""How the full name of a layer begins, in small letters."""

_IN = (EventKind.INSERTED, EventKind.IN_CHAIN)
_LEAVING_OUT = (EventKind.LEFT_DRIVER, EventKind.NO_DRIVER, EventKind.PORTABILITY)


def is_like(name: str, path: str) -> bool:
    """True if a file is called like a layer: ``VkLayer_foo.json``, ``libfoo.so`` for VK_LAYER_x_foo."""
    stem, wanted = stem_of(path), name.lower()
    part = not wanted.startswith(PREFIX) and len(wanted) > 2 and wanted in stem
    return part or (len(stem) > 1 and stem in wanted)


def refused_manifests(log: Log, *, of_drivers: bool) -> list[Event]:
    """Return the lines on manifests of layers, or of drivers, that a loader refused.

    Of a file that it names without its folder, the search before the line says which it is.
    """
    searches = [search for search in log.searches if search.use is not None]

    def of_driver(event: Event) -> bool:
        use = use_of(event.subject)
        if use is None:
            use = next((each.use for each in reversed(searches) if each.line < event.line), None)
        return use is Use.DRIVER

    refused = (event for event in log.events if event.kind is EventKind.BAD_FILE)
    return [each for each in refused if of_driver(each) is of_drivers]


def refused_of_layer(log: Log, name: str) -> list[Event]:
    """Return the lines on manifests that are called like a layer and that a loader refused or left out."""
    left_out = (EventKind.LEFT_OUT, EventKind.CONCLUDED)
    found = refused_manifests(log, of_drivers=False)
    found += [
        event
        for event in log.events
        if event.kind in left_out
        and event.subject.endswith(".json")
        and use_of(event.subject) is not Use.DRIVER
    ]
    return [each for each in found if is_like(name, each.subject)]


def among_drivers(log: Log, name: str) -> Iterator[Fact]:
    """Yield that a manifest which is called like a layer, by its full name, lies in a folder of drivers."""
    search = typical(log.searches, Use.DRIVER)
    if search is None or not name.lower().startswith(PREFIX):
        return
    for path in search.files:
        if is_like(name, path) and use_of(path) is Use.DRIVER:
            folder, _, file = path.rpartition("/")
            there = f"{folder.removesuffix('icd.d')}explicit_layer.d/{file}"
            text = f"{quote(path)} is called like it and lies in a folder of drivers, where loaders seek no layers"
            change = (
                f"if it is the layer's: mv {shell.operand(path)} {shell.operand(there)} (implicit_layer.d for an "
                "implicit one)"
            )
            yield Fact(text, search.line, search.last, bad=True, change=change)


def taken(log: Log, mine: Sequence[str]) -> Fact | None:
    """Return that a driver was read and nothing left it out; None if the log does not go far enough for that."""
    if any(event.kind in _LEAVING_OUT for event in log.events) or log.libraries.keys().isdisjoint(mine):
        return None
    read = [e for e in log.events if e.kind is EventKind.DRIVER_READ and e.subject in mine]
    end = max([log.drivers_asked, *(event.line for event in log.events if event.kind in _IN)])
    if not read or not (log.chains or read[0].line < end):
        return None
    gives = any(event.kind is EventKind.USED for event in log.events)
    device = "; the devices that are listed are of others" if gives else ""
    return Fact(f"it was read, and no line leaves it out{device}", read[0].line, read[0].line)


def alone_refused(log: Log) -> list[Event]:
    """Return the line on the one library of a layer that the linker refused; nothing if there are others."""
    of_drivers = {posixpath.basename(library) for library in log.libraries.values()}
    refused = {
        asking_of(event): event
        for event in reversed(log.events)
        if event.kind is EventKind.LINKER and posixpath.basename(asking_of(event)) not in of_drivers
    }
    has_layers = any(search.files for search in log.searches if search.use is not Use.DRIVER)
    return list(refused.values()) if len(refused) == 1 and has_layers else []


def has_made_instance(log: Log) -> bool:
    """Return whether a release up to 1.3.231 made an instance.

    Only that call has it search for drivers right after explicit layers.
    """
    return any(
        layers.is_old
        and layers.use is Use.EXPLICIT
        and drivers.use is Use.DRIVER
        and drivers.last < log.drivers_asked
        for layers, drivers in pairwise(log.searches)
    )

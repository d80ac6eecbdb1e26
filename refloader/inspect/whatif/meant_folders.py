"""Finds the folders that one may be meant for which a variable names and which does not exist."""

from collections.abc import Sequence
from functools import reduce

from refloader.host.extras import Around
from refloader.host.port import Host, Kind, Listing
from refloader.inspect.elsewhere import machine_below, manifest_at, names_of_manifests, unrecorded
from refloader.inspect.libraries.near_names import near_names

_MOST_BESIDE, _MOST_NEAR, _NEAR = 200, 8, 0.8
"""The most folders beside one that is missing, the most of them that are looked at, and how alike two names are."""


def meant_for(host: Host, folder: str) -> tuple[str, ...]:
    """Return the folders that one may be meant for which does not exist, by one step on the way to it.

    The step has nearly the name of another one, is another one's (of a version, of an architecture), is lacking
    (``x86_64``) or is one too many. Those with nearly that name come first.
    """
    paths = host.platform().system.paths
    there, steps = paths.plain(folder) if paths.is_full(folder) else "", list[str]()
    while paths.split(there)[1] and host.kind(there) is Kind.MISSING:
        there, name = paths.split(there)
        steps.insert(0, name)
    if not steps:
        return ()
    first, rest = steps[0], steps[1:]
    names = _folders_in(host, there or "/")
    near = near_names(first, names, _MOST_NEAR, _NEAR)
    others = [*near, *(each for each in names if each not in near and rest)]
    ways = [[each, *rest] for each in others] + [[each, *steps] for each in names] + [rest]
    found = dict.fromkeys(reduce(paths.join, way, there) for way in ways)
    return tuple(each for each in found if _is_meant(host, each))[:_MOST_NEAR]


def _folders_in(host: Host, folder: str) -> Sequence[str]:
    """Return the names of the folders in one; on a snapshot, of those with something that was found."""
    base, paths = machine_below(host), host.platform().system.paths
    if isinstance(base, Around):
        start = f"{folder.rstrip('/')}/"
        found = (path[len(start) :] for path in base.found_around() if path.startswith(start))
        return tuple(dict.fromkeys(sorted(each.partition("/")[0] for each in found if "/" in each)))
    quiet = unrecorded(host)
    listing = quiet.list(folder)
    names = sorted(listing.names)[:_MOST_BESIDE] if isinstance(listing, Listing) else ()
    return tuple(name for name in names if quiet.kind(paths.join(folder, name)) is Kind.FOLDER)


def _is_meant(host: Host, folder: str) -> bool:
    """Whether a folder exists that has manifests."""
    base, paths = machine_below(host), host.platform().system.paths
    if isinstance(base, Around):
        return any(paths.split(path)[0] == folder for path in base.found_around())
    quiet = unrecorded(host)
    listing = quiet.list(folder)
    names = names_of_manifests(folder, listing.names) if isinstance(listing, Listing) else ()
    return any(manifest_at(quiet, paths.join(folder, name)) is not None for name in names)

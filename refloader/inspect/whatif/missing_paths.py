"""Paths where nothing is: links to nowhere that keep a loader from a manifest, folders for which another is meant."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from refloader.host.extras import Around
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.elsewhere import Elsewhere, machine_below, manifest_at, names_of_manifests, unrecorded
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.installing import to_mount
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.place import Form, Use
from refloader.model.text import quote

_MOST_NAMES = 400
_MOST_BESIDE, _MOST_NEAR, _NEAR = 200, 8, 0.8
"""The most folders beside one that is missing, the most of them that are looked at, and how alike two names are."""

_LONGEST = 4096
"""The most characters of a path whose folders are looked at. No system opens a longer one."""


def dead_target(host: Host, path: str) -> str:
    """Return what a link that leads nowhere names; empty for what is there, and for what is no link."""
    folder, _, name = path.rpartition("/")
    target = host.real_path(path) if folder else path
    is_link = target not in (path, f"{host.real_path(folder)}/{name}" if folder else path)
    return target if is_link and host.kind(path) is Kind.MISSING else ""


def brought(target: str, name: str) -> tuple[str, ...]:
    """Return what a package has to bring where a link of this name leads nowhere: nothing for a target of a store.

    The stores of Nix and Guix have no packages of the distribution.
    """
    return () if target.startswith(("/nix/store/", "/gnu/store/")) else (name,)


def dead_links(what_if: WhatIf, uses: Container[Use]) -> Iterator[str]:
    """Yield the manifests in folders that are searched and that are links to nowhere."""
    host = what_if.host
    for place in what_if.plan.places:
        listing = host.list(place.path) if place.use in uses and place.form is Form.FOLDER else None
        names = listing.names[:_MOST_NAMES] if isinstance(listing, Listing) else ()
        paths = (f"{place.path.rstrip('/')}/{name}" for name in names if name.endswith(".json"))
        yield from (path for path in paths if host.kind(path) is Kind.MISSING)


def linked_anew(what_if: WhatIf, far: Elsewhere) -> Change | None:
    """Return the link that finds a manifest again: one of its name that leads nowhere, made again; None if none."""
    host, name = what_if.host, far.path.rpartition("/")[2]
    answer = host.read(far.path)
    for path in dead_links(what_if, (far.use,)) if isinstance(answer, Content) else ():
        if path.rpartition("/")[2] != name or not isinstance(answer, Content):
            continue
        because = (
            f"{quote(path)} is a link to {quote(host.real_path(path))}, which does not exist; the manifest is "
            f"{quote(far.path)}"
        )
        files: tuple[tuple[str, bytes | None], ...] = ((path, answer.data),)
        return Change(ChangeKind.LINK, path, far.path, files=files, because=because)
    return None


def with_dead_folder(
    what_if: WhatIf, uses: Container[Use], changes: tuple[Change, ...]
) -> tuple[Change, ...]:
    """Return changes by which a manifest elsewhere is found, with the folder that leads nowhere as their reason."""
    gone = to_mount(what_if, uses) if changes and changes[0].because else None
    if gone is None:
        return changes
    return (replace(changes[0], because=f"{gone.because}; {changes[0].because}"), *changes[1:])


def meant_for(host: Host, folder: str) -> tuple[str, ...]:
    """Return the folders that one may be meant for which does not exist, by one step on the way to it.

    The step has nearly the name of another one, is another one's (of a version, of an architecture), is lacking
    (``x86_64``) or is one too many. Those with nearly that name come first.
    """
    paths = host.platform().system.paths
    may_be = len(folder) <= _LONGEST and paths.is_full(folder)
    there, steps = paths.plain(folder) if may_be else "", list[str]()
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

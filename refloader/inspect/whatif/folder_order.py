"""What a loader does that reads the files of a folder in another order: the documents leave it open (DISC-GEN-03)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, permutations, product
from typing import NamedTuple

from refloader.engine import decide
from refloader.host.machines.overlay import Memory, OverlayHost
from refloader.host.port import Host, Listing
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.layer import Fate, Layer
from refloader.model.path_rules import rules_of
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Form
from refloader.model.plan import Plan

_ALL = 4
"""The most files of one folder of which every order is tried."""

_FIRST = 8
"""Of more, how many of the first and of the last ones are put in front, each once."""

_MOST, _LEAST, _READ = 96, 3, 20_000
"""The most and the least orders that are tried, and how much they read together (see WhatIf.size)."""


def contested(host: Host, plan: Plan, *, of_age: bool) -> dict[str, tuple[str, ...]]:
    """Return, by folder, the files in it whose order decides more than places in the chain.

    These are manifests that define a layer of one name and, with a loader of an age, those of meta-layers and files
    that fail its search; of a folder in which one ends it, all.
    """
    found: dict[str, dict[str, None]] = {}
    first: dict[tuple[str, str], Layer] = {}
    for layer in (outcome.layer for outcome in plan.layers):
        if not _is_listed(layer):
            continue
        other = first.setdefault((layer.place.path, layer.name), layer)
        if of_age and layer.is_meta:
            found.setdefault(layer.place.path, {})[layer.manifest] = None
        if other.manifest != layer.manifest:
            found.setdefault(layer.place.path, {}).update(dict.fromkeys((other.manifest, layer.manifest)))
    for file in plan.unread:
        if file.place.form is Form.FOLDER and file.fate is not Fate.READ:
            found.setdefault(file.place.path, {})[file.path] = None
    for folder in {file.place.path for file in plan.files[-1:] if plan.ended}:
        listing, paths = host.list(folder), rules_of(folder)
        names = listing.names if isinstance(listing, Listing) else ()
        found[folder] = dict.fromkeys(paths.manifests(folder, names))
    return {folder: tuple(files) for folder, files in found.items()}


def _is_listed(layer: Layer) -> bool:
    """Return whether a loader finds the manifest of a layer by listing a folder."""
    return layer.place.form is Form.FOLDER and rules_of(layer.manifest) is POSIX_PATHS


def plans_by_order(what_if: WhatIf) -> Iterator[tuple[Plan, str]]:
    """Yield the plans with other orders of the files, each with the file that is read first of those that count."""
    host, plan = what_if.host, what_if.plan
    of_age = what_if.build is not None and bool(what_if.build.age)
    folders = [_orders(host, folder, files) for folder, files in contested(host, plan, of_age=of_age).items()]
    alone = ((order,) for orders in folders for order in orders)
    together = product(*folders) if len(folders) > 1 else ()
    most = max(_LEAST, min(_MOST, _READ // what_if.size()))
    for chosen in islice(chain(alone, together), most):
        other = _ordered(host, {each.folder: each.names for each in chosen})
        yield decide(other, what_if.request, edition=what_if.edition, build=what_if.build), chosen[0].first


def first_at_present(what_if: WhatIf) -> str:
    """Return the file that is read first of those whose order counts; empty if they are in several folders."""
    of_age = what_if.build is not None and bool(what_if.build.age)
    found = list(contested(what_if.host, what_if.plan, of_age=of_age).items())
    if len(found) != 1:
        return ""
    folder, files = found[0]
    listing = what_if.host.list(folder)
    names = listing.names if isinstance(listing, Listing) else ()
    listed = (rules_of(folder).join(folder, name) for name in names)
    return next((path for path in listed if path in files), "")


class _Order(NamedTuple):
    """A folder with the names in it in some order, and the path of that which is read first of those that count."""

    folder: str
    names: tuple[str, ...]
    first: str


def _orders(host: OverlayHost, folder: str, files: Sequence[str]) -> list[_Order]:
    """Return orders of the names in a folder: what counts is in front of all others, then behind them."""
    listing = host.list(folder)
    if not isinstance(listing, Listing):
        return []
    paths = rules_of(folder)
    counting = set(files)
    names = [name for name in listing.names if paths.join(folder, name) in counting]
    rest = [name for name in listing.names if paths.join(folder, name) not in counting]
    turned = tuple(permutations(names)) if len(names) <= _ALL else _some_first(names)
    in_front = [(*some, *rest) for some in turned]
    behind = [(*rest, *some) for some in turned]
    unlike = [order for order in dict.fromkeys((*in_front, *behind)) if order != listing.names]
    return [_Order(folder, order, paths.join(folder, min(names, key=order.index))) for order in unlike]


def _some_first(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the names backwards, and with each of the first and last ones in front."""
    some = dict.fromkeys((*names[:_FIRST], *names[-_FIRST:]))
    turned = ((name, *(other for other in names if other != name)) for name in some)
    return (tuple(reversed(names)), *turned)


def _ordered(host: OverlayHost, names: Mapping[str, tuple[str, ...]]) -> OverlayHost:
    """Return the host with the names of some folders in another order."""
    memory = host.memory
    listings = {folder: Listing(order) for folder, order in names.items()}
    return replace(host, memory=Memory({**memory.listings, **listings}, memory.manifests, memory.contents))

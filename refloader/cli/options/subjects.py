"""The options of ``conform`` for what is judged: the subjects that are named, or those that the machine has."""

import os
from collections.abc import Iterable
from dataclasses import replace

from refloader.core.manifests.manifest_kind import STANDARD_BASES
from refloader.model.text import visible
from refloader.suite.run.targets import found_loaders, resolved
from refloader.suite.subjects.finding_drivers import drivers_at, refuse_other_systems
from refloader.suite.subjects.request import REFERENCE, Wanted, WrongUsageError
from refloader.suite.subjects.static_facts import manifests

NOTHING = (
    "this machine has no libvulkan.so.1, and no layers and drivers where loaders look: there is nothing to judge. "
    "Name what to judge (--loader, --layer, --driver); --self has refloader check itself"
)

_LAYER_FOLDERS = ("implicit_layer.d", "explicit_layer.d")


def with_reference(request: Wanted) -> Wanted:
    """Return a request that checks the reference, too."""
    wider = replace(request, loaders=tuple(dict.fromkeys((REFERENCE, *request.loaders))))
    wider.check()
    return wider


def named_or_found(
    loaders: tuple[str, ...], layers: tuple[str, ...], drivers: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return loaders, layers and drivers as absolute paths; if none is named, those found on the machine."""
    if not (loaders or layers or drivers):
        return found_loaders(), _installed(_LAYER_FOLDERS), _installed(("icd.d",))
    chosen = _manifests(layers), _drivers(drivers)
    for path in set(chosen[0]) & set(chosen[1]):
        raise WrongUsageError(f"{visible(path)} is given as a layer and as a driver")
    return tuple(dict.fromkeys(resolved(loader) for loader in loaders)), *chosen


def _manifests(paths: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for path in paths:
        if not os.path.lexists(path):
            raise WrongUsageError(f"--layer: {visible(path)} does not exist")
        refuse_other_systems(path)
        here = manifests(path)
        if not here:
            raise WrongUsageError(f"--layer: there is no manifest in {visible(path)}")
        found += here
    return tuple(dict.fromkeys(found))


def _drivers(paths: Iterable[str]) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(each for path in paths for each in drivers_at(path)))
    except WrongUsageError as error:
        raise WrongUsageError(f"--driver: {error}") from None


def _installed(names: Iterable[str]) -> tuple[str, ...]:
    folders = [f"{base}/{name}" for base in STANDARD_BASES for name in names]
    return tuple(path for folder in folders if os.path.isdir(folder) for path in manifests(folder))

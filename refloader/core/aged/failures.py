"""What queries and creation return, in some ages, for a manifest that a loader cannot read."""

from collections.abc import Sequence

from refloader.core.aged.meta_layers import MetaLoopError, without_faulty_metas
from refloader.model.age import Age, Trait
from refloader.model.driver import Driver
from refloader.model.layer import Fate, Layer, LayerFile
from refloader.model.place import Use
from refloader.model.plan import VkResult

_CLOSED = (Fate.UNREADABLE, Fate.NOT_A_FILE)
_UNFILLED = (Fate.EMPTY, Fate.NOT_A_FILE)
_MEMORY, _FAILED = VkResult.OUT_OF_HOST_MEMORY, VkResult.INITIALIZATION_FAILED


def layer_failures(
    unread: Sequence[LayerFile],
    layers: Sequence[Layer],
    override: Layer | None,
    last: LayerFile | None,
    age: Age,
) -> dict[str, VkResult]:
    """Return the results of the queries, and of creation ("instance"), that layer manifests make fail.

    ``override`` is the override layer that applies, ``last`` the last manifest of a layer that the loader reads.
    """
    found: dict[str, VkResult] = {}
    implicit = (
        ("version", "layers", "extensions") if age.has(Trait.LAYER_FILE_FAILS_ALL_QUERIES) else ("layers",)
    )
    metas = any(
        each is override or (each.is_meta and not each.is_override and not each.rejected)
        for each in layers
        if each.kind is Use.IMPLICIT
    )
    for file in reversed(unread):
        queries = implicit if metas or file.place.use is Use.IMPLICIT else ("layers",)
        if file.fate is Fate.INVALID and age.has(Trait.INVALID_LAYER_FILE_FAILS):
            found |= dict.fromkeys((*queries, "instance"), _MEMORY)
        elif file is last and _counts(file, age) and metas:  # without meta-layers queries do not look for it
            found |= dict.fromkeys(queries, _FAILED)
    return found


def _counts(file: LayerFile, age: Age) -> bool:
    explicit = file.place.use is Use.EXPLICIT
    return explicit and file.fate in _CLOSED and age.has(Trait.UNREADABLE_LAYER_FILE_FAILS)


def driver_failures(drivers: Sequence[Driver], age: Age, *, named: bool) -> dict[str, VkResult]:
    """Return the same for driver manifests; ``named`` means that a variable names a manifest."""
    result = _driver_file_fails(drivers, age)
    if result is not None:
        return {"extensions": result, "instance": result}
    if named and not drivers:
        failed = {"extensions": _FAILED} if age.has(Trait.NO_DRIVER_FAILS_EXTENSIONS) else {}
        return failed | ({"instance": _FAILED} if age.has(Trait.NO_DRIVER_IS_INITIALIZATION_FAILED) else {})
    return {}


def _driver_file_fails(drivers: Sequence[Driver], age: Age) -> VkResult | None:
    """Return the error that a driver manifest causes which is not JSON or cannot be opened, or None."""
    if age.has(Trait.INVALID_DRIVER_FILE_FAILS):
        return _MEMORY if any(each.fate is Fate.INVALID for each in drivers) else None
    if not age.has(Trait.INVALID_DRIVER_FILE_FAILS_BEFORE_OTHERS):
        return None
    usable = [each.usable for each in drivers]
    for each in drivers[: usable.index(True)] if True in usable else drivers:
        if each.fate is Fate.INVALID:
            return _MEMORY
        if each.fate in _UNFILLED and age.has(Trait.CRASH_WITHOUT_OBJECT):
            return _MEMORY
        if each.fate in _UNFILLED and True not in usable:
            return _FAILED
    return None


def crash_of_age(unread: Sequence[LayerFile], drivers: Sequence[Driver]) -> str:
    """Return the first manifest on which the loader crashes, or an empty string."""
    layers = (file.path for file in unread if file.fate is Fate.CRASH)
    return next(layers, "") or next((each.manifest for each in drivers if each.fate is Fate.CRASH), "")


def loop_crash(layers: Sequence[Layer], age: Age, trusted: str) -> str:
    """Return what crashes the loader if meta-layers contain each other, or an empty string."""
    try:
        without_faulty_metas(tuple(each for each in layers if not each.rejected), age, trusted)
    except MetaLoopError:
        return "meta-layers that contain each other"
    return ""


def leftover_crash(layers: Sequence[Layer], override: Layer | None, age: Age) -> str:
    """Return the manifest whose layer is read over the rest of another if that crashes, or an empty string.

    The last implicit layer leaves its extensions behind where an override layer before it is for other programs.
    """
    if not age.has(Trait.PASSED_OVERRIDE_LEAVES_EXTENSIONS):
        return ""
    usable = [each for each in layers if not each.rejected and each.name]
    implicit = [each for each in usable if each.kind is Use.IMPLICIT]
    passed = [each.is_override and each.app_keys and each is not override for each in implicit]
    if not any(passed[:-1]) or passed[-1]:
        return ""
    if not implicit[-1].instance_extensions and not implicit[-1].device_extensions:
        return ""
    return next((each.manifest for each in usable if each.kind is Use.EXPLICIT), "")


def hanging(unread: Sequence[LayerFile], drivers: Sequence[Driver], age: Age) -> str:
    """Return the first manifest at which the loader hangs, or an empty string."""
    if not age.has(Trait.FOLDER_NAMED_LIKE_MANIFEST_HANGS):
        return ""
    every = [(each.path, each.fate) for each in unread] + [(each.manifest, each.fate) for each in drivers]
    return next((path for path, fate in every if fate is Fate.NOT_A_FILE), "")

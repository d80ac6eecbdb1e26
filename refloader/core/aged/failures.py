"""What queries and creation return, in some ages, for a manifest that a loader cannot read."""

from collections.abc import Sequence

from refloader.core.aged.meta_layers import broken_meta, loops
from refloader.model.age import Age, Trait
from refloader.model.driver import Driver
from refloader.model.layer import Fate, Layer, LayerFile
from refloader.model.place import Use
from refloader.model.plan import VkResult

_CLOSED = (Fate.UNREADABLE, Fate.NOT_A_FILE)
_UNFILLED = (Fate.EMPTY, Fate.NOT_A_FILE)
_MEMORY, _FAILED = VkResult.OUT_OF_HOST_MEMORY, VkResult.INITIALIZATION_FAILED


def layer_failures(unread: Sequence[LayerFile], layers: Sequence[Layer], age: Age) -> dict[str, VkResult]:
    """Return the results of the queries, and of creation ("instance"), that layer manifests make fail."""
    found: dict[str, VkResult] = {}
    implicit = (
        ("version", "layers", "extensions") if age.has(Trait.LAYER_FILE_FAILS_ALL_QUERIES) else ("layers",)
    )
    metas = any(
        (each.is_meta or each.is_override) and each.kind is Use.IMPLICIT and not each.rejected
        for each in layers
    )
    for file in reversed(unread):
        queries = implicit if metas or file.place.use is Use.IMPLICIT else ("layers",)
        if file.fate is Fate.INVALID and age.has(Trait.INVALID_LAYER_FILE_FAILS):
            found |= dict.fromkeys((*queries, "instance"), _MEMORY)
        elif (
            file.fate in _CLOSED and _stops_early(file, metas) and age.has(Trait.UNREADABLE_LAYER_FILE_FAILS)
        ):
            found |= dict.fromkeys(queries, _FAILED)
    return found


def driver_failures(drivers: Sequence[Driver], age: Age, *, named: bool) -> dict[str, VkResult]:
    """Return the same for driver manifests; ``named`` means that a variable names a manifest."""
    if age.has(Trait.INVALID_DRIVER_FILE_FAILS) and any(each.fate is Fate.INVALID for each in drivers):
        return {"extensions": _MEMORY, "instance": _MEMORY}
    if not age.has(Trait.NO_DRIVER_IS_INITIALIZATION_FAILED):
        return {}
    result = _without_driver(drivers, age) if drivers or not named else _FAILED
    if result is None:
        return {}
    failed = {"extensions": result} if age.has(Trait.NO_DRIVER_FAILS_EXTENSIONS) else {}
    return failed | {"instance": result}


def _stops_early(file: LayerFile, metas: bool) -> bool:
    """Return whether queries look for an explicit layer's file already, which an implicit meta-layer causes."""
    return metas and file.place.use is Use.EXPLICIT and file.place.source != "VK_ADD_LAYER_PATH"


def _without_driver(drivers: Sequence[Driver], age: Age) -> VkResult | None:
    """Return the error of the manifests before the first usable one: of the first invalid or of the last."""
    usable = [each.usable for each in drivers]
    result = None
    for each in drivers[: usable.index(True)] if True in usable else drivers:
        if each.fate is Fate.INVALID or (each.fate in _UNFILLED and age.has(Trait.CRASH_WITHOUT_OBJECT)):
            return _MEMORY
        result = _FAILED if each.fate in (*_UNFILLED, Fate.UNREADABLE, Fate.NO_FORMAT) else None
    return None if True in usable else result


def crash_of_age(unread: Sequence[LayerFile], drivers: Sequence[Driver]) -> str:
    """Return the first manifest on which the loader crashes, or an empty string."""
    layers = (file.path for file in unread if file.fate is Fate.CRASH)
    return next(layers, "") or next((each.manifest for each in drivers if each.fate is Fate.CRASH), "")


def meta_crash(layers: Sequence[Layer], known: Sequence[Layer], age: Age, *, ended: bool) -> str:
    """Return the manifest of the first meta-layer that crashes the loader, or an empty string."""
    crash = loop_crash(layers, age)
    if crash or not ended:
        return crash or broken_meta(known, age)
    first = {each.name: each for each in reversed(known)}.values()
    stay = (each for each in first if each.kind is Use.IMPLICIT and each.name in each.components)
    return next((each.manifest for each in stay if age.has(Trait.META_LOOP_CRASHES)), "")


def loop_crash(layers: Sequence[Layer], age: Age) -> str:
    """Return the manifest of the first meta-layer that contains another one that contains it, where that crashes."""
    if not age.has(Trait.META_LOOP_CRASHES):
        return ""
    usable = tuple(each for each in layers if not each.rejected)
    metas = (each for each in usable if each.is_meta and each.name not in each.components)
    return next((each.manifest for each in metas if loops(each, usable)), "")


def hanging(unread: Sequence[LayerFile], drivers: Sequence[Driver], age: Age) -> str:
    """Return the first manifest at which the loader hangs, or an empty string."""
    if not age.has(Trait.FOLDER_NAMED_LIKE_MANIFEST_HANGS):
        return ""
    every = [(each.path, each.fate) for each in unread] + [(each.manifest, each.fate) for each in drivers]
    return next((path for path, fate in every if fate is Fate.NOT_A_FILE), "")

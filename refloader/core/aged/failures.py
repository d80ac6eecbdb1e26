"""What queries and creation return, in some ages, for a manifest that a loader cannot read, and what may crash."""

from collections.abc import Collection, Sequence

from refloader.core.aged.meta_layers import MetaLoopError, broken_meta, without_faulty_metas
from refloader.core.manifests.settings_file import Control, Settings
from refloader.model.age import Age, Trait
from refloader.model.driver import Driver
from refloader.model.layer import Fate, Layer, LayerFile, Shape
from refloader.model.place import Use
from refloader.model.plan import VkResult
from refloader.model.request import Request

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
    if not unread:
        return found
    implicit = (
        ("version", "layers", "extensions") if age.has(Trait.LAYER_FILE_FAILS_ALL_QUERIES) else ("layers",)
    )
    metas = any(
        each is override or (each.is_meta and not each.is_override and not each.rejected)
        for each in layers
        if each.kind is Use.IMPLICIT
    )
    for file in reversed(unread):
        if file.place.use is Use.SETTINGS:
            found |= {"instance": _MEMORY} if file.fate is Fate.INVALID else {}
            continue
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
    if any(each.fate is Fate.INVALID for each in drivers) and age.has(Trait.INVALID_DRIVER_FILE_FAILS):
        return {"extensions": _MEMORY, "instance": _MEMORY}
    result = _without_driver(drivers, age) if drivers or not named else _FAILED
    if result is None or not age.has(Trait.NO_DRIVER_IS_INITIALIZATION_FAILED):
        return {}
    failed = {"extensions": result} if age.has(Trait.NO_DRIVER_FAILS_EXTENSIONS) else {}
    return failed | {"instance": result}


def _without_driver(drivers: Sequence[Driver], age: Age) -> VkResult | None:
    """Return the error of the manifests before the first usable one: of the first invalid or of the last."""
    usable = [each.usable for each in drivers]
    result = None
    for each in drivers[: usable.index(True)] if True in usable else drivers:
        if each.fate is Fate.INVALID or (each.fate in _UNFILLED and age.has(Trait.CRASH_WITHOUT_OBJECT)):
            return _MEMORY
        result = _FAILED if each.fate in (*_UNFILLED, Fate.UNREADABLE, Fate.NO_FORMAT) else None
    return None if True in usable else result


def crash_of_age(unread: Sequence[LayerFile], drivers: Sequence[Driver], age: Age) -> str:
    """Return the first manifest on which the loader crashes, or an empty string.

    Where an invalid manifest of an implicit layer fails every query, nothing is read after it.
    """
    traits = (Trait.INVALID_LAYER_FILE_FAILS, Trait.LAYER_FILE_FAILS_ALL_QUERIES)
    for file in unread:
        if file.fate is Fate.CRASH:
            return file.path
        if file.fate is Fate.INVALID and file.place.use is Use.IMPLICIT and all(map(age.has, traits)):
            return ""
    return next((each.manifest for each in drivers if each.fate is Fate.CRASH), "")


def meta_crash(
    layers: Sequence[Layer],
    known: Sequence[Layer],
    on: Collection[str],
    age: Age,
    trusted: str,
    *,
    ended: bool,
) -> str:
    """Return what crashes the loader if it is a meta-layer; ``on`` are the names of the active ones.

    ``ended`` means that a file ended the search.
    """
    try:
        without_faulty_metas(tuple(each for each in layers if not each.rejected), age, trusted)
    except MetaLoopError:
        return "meta-layers that contain each other"
    if not ended:
        return broken_meta(known, on, age)
    first = {each.name: each for each in reversed(known)}.values()
    stay = (each for each in first if each.name in on and each.name in each.components)
    return next((each.manifest for each in stay if age.has(Trait.META_LOOP_CRASHES)), "")


def leftover_crash(layers: Sequence[Layer], override: Layer | None, age: Age) -> str:
    """Return the manifest whose layer is read over the rest of another if that crashes, or an empty string.

    The last implicit layer leaves its lists behind where an override layer before it is for other programs: of
    extensions or paths for the next layer, that of components only for one that is given up.
    """
    usable = [each for each in layers if not each.rejected and each.name]
    implicit = [each for each in usable if each.kind is Use.IMPLICIT]
    passed = [each.is_override and each.app_keys and each is not override for each in implicit]
    if not any(passed[:-1]) or passed[-1] or not age.has(Trait.PASSED_OVERRIDE_LEAVES_EXTENSIONS):
        return ""
    last = implicit[-1]
    lists = last.instance_extensions or last.device_extensions or last.override_paths
    explicit = [each for each in layers if each.kind is Use.EXPLICIT]
    given_up = (
        each.manifest
        for each in explicit
        if each.shape is Shape.WITHOUT_LIBRARY and (lists or not last.library_path)
    )
    whole = (each.manifest for each in explicit if each.name and not each.rejected and lists)
    return next(given_up, "") or next(whole, "")


def hanging(unread: Sequence[LayerFile], drivers: Sequence[Driver], age: Age) -> str:
    """Return the first manifest at which the loader hangs, or an empty string."""
    every = [(each.path, each.fate) for each in unread] + [(each.manifest, each.fate) for each in drivers]
    found = next((path for path, fate in every if fate is Fate.NOT_A_FILE), "")
    return found if found and age.has(Trait.FOLDER_NAMED_LIKE_MANIFEST_HANGS) else ""


_LONG, _VERY_LONG, _ROOM = 20, 46, 3
"""The lengths of VK_INSTANCE_LAYERS, and the number of layers, from which on some ages crash by chance."""


def overflows(value: str, request: Request, known: Sequence[Layer], settings: Settings) -> bool:
    """Return whether the ``value`` of VK_INSTANCE_LAYERS may be too long for the room that some ages have for it.

    Where a settings file lets layers in that it does not list, one name is too long if there are some of them.
    """
    if len(known) < 2:
        return False
    named = any(each.control is not Control.UNORDERED for each in settings.layers or ())
    if settings.ordinary_search and len(known) > (_ROOM if named else _ROOM - 1):
        return True
    many = len(known) > 2 or bool(request.layers)
    return len(value) >= (_LONG if many else _VERY_LONG) or (many and ":" in value)

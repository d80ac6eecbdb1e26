"""Which meta-layers loaders of a given age leave out. Facts: ``rules/ages.toml``.

What this takes grows faster than the number of components, so that it is done for at most ``MOST_COMPONENTS``.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from refloader.model.age import Age, Trait
from refloader.model.layer import Layer, Shape
from refloader.model.place import Use

MOST_COMPONENTS = 128
"""The most components that the meta-layers of a machine may have together to be predicted."""


_LISTED = "SETTINGS-01"
"""The rule of the places that a settings file lists."""


class MetaLoopError(Exception):
    """Meta-layers contain each other, in a release that follows them until it crashes."""


def without_faulty_metas(
    layers: tuple[Layer, ...], age: Age, trusted: str = "", others: Sequence[Layer] | None = None
) -> tuple[Layer, ...]:
    """Return the layers without meta-layers whose components do not fit.

    A component is looked up by its name alone, among all layers of that name that are left. After one that is left
    out the newest releases look at all others again; older ones look at each once, with the meta-layers inside it,
    and some pass over the one behind it. ``trusted`` is the path of a settings file: what it lists is not checked,
    and the components of the others are looked up among ``others``, all that are found without the list.

    Raises:
        MetaLoopError: the release crashes on meta-layers that contain each other.
    """
    gone = _faulty_metas(layers, age, trusted, others).gone
    return tuple(each for place, each in enumerate(layers) if place not in gone) if gone else layers


class _Faulty(NamedTuple):
    """The places of the meta-layers that are left out, and those of layers behind one that are passed over.

    ``read`` are the meta-layers that were looked at, some of them within another one, and ``left`` what stays.
    """

    gone: set[int]
    passed: set[int]
    read: set[int]
    left: "_First"


def _faulty_metas(
    layers: Sequence[Layer], age: Age, trusted: str = "", others: Sequence[Layer] | None = None
) -> _Faulty:
    metas = [
        place
        for place, each in enumerate(layers)
        if each.is_meta and not (trusted and each.place.source == trusted)
    ]
    gone, passed, read = set[int](), set[int](), set[int]()
    apart = trusted and age.has(Trait.SETTINGS_COMPLETE_NO_META_LAYER)
    unlisted = [each for each in layers if each.place.source != trusted] if others is None else others
    first, at = _First(unlisted if apart else layers), 0
    if not metas or too_many_components(layers):
        return _Faulty(gone, passed, read, first)
    while at < len(metas):
        place, meta = metas[at], layers[metas[at]]
        if place in passed or (_fits(meta, first, age, read) and not _endless(meta, first, age)):
            at += 1
            continue
        first.remove(meta)
        gone.add(metas.pop(at))
        if not age.has(Trait.META_LOOP_CRASHES):
            at = 0
        elif age.has(Trait.META_REMOVAL_SKIPS_NEXT):
            passed.add(place + 1)
    return _Faulty(gone, passed, read, first)


def without_faulty_metas_or_loops(
    layers: tuple[Layer, ...], age: Age, trusted: str = "", others: Sequence[Layer] | None = None
) -> tuple[Layer, ...]:
    """Return the same, or all layers where the release crashes: the plan says so.

    A meta-layer that is left out hides no other layer of its name, in releases that use the first of a name too.
    """
    try:
        return without_faulty_metas(layers, age, trusted, others)
    except MetaLoopError:
        return layers


def too_many_components(layers: Iterable[Layer]) -> bool:
    """Return whether meta-layers have more components than are predicted."""
    return sum(len(each.components) for each in layers) > MOST_COMPONENTS


class _First:
    """The first layer of each name."""

    def __init__(self, layers: Iterable[Layer]) -> None:
        self._named: dict[str, list[Layer]] = {}
        for each in layers:
            self._named.setdefault(each.name, []).append(each)

    def get(self, name: str) -> Layer | None:
        """Return the first layer of a name that has not been removed."""
        return next(iter(self._named.get(name, ())), None)

    def remove(self, layer: Layer) -> None:
        """Remove a layer."""
        self._named[layer.name].remove(layer)


def layers_with_listed_extensions(
    known: Sequence[Layer],
    found: Sequence[Layer],
    on: Sequence[Layer],
    override: Layer | None,
    age: Age,
    is_hidden: Callable[[Layer], bool],
) -> list[Layer]:
    """Return the layers whose extensions are among those of the instance.

    ``found`` are all usable layers, ``on`` the implicit ones whose own conditions hold; ``override`` is the override
    layer that applies, also if its components do not fit. An explicit layer counts if an implicit meta-layer has it
    among its components, whether this one is on or off, unless a filter hides the explicit layer itself.
    """
    kept, names = set(map(id, known)), {each.name for each in known}
    firsts = [each for each in found if id(each) in kept or each.name not in names]
    if len(firsts) < len(found) and not age.has(Trait.ALL_OF_A_NAME_LISTED):
        found = firsts
    half = override is not None and override.shape is Shape.HALF_READ
    faulty = half or (override is not None and override not in known)
    if age.has(Trait.META_EXTENSIONS_UNLISTED):
        own = [layer for layer in on if not layer.is_meta]
        nameless = any(each.shape is Shape.NAMELESS_OVERRIDE for each in found)
        hides = (faulty or nameless) and age.has(Trait.OVERRIDE_HIDES_OTHERS)
        faulty = faulty or (hides and nameless)
        if not faulty or not (hides or age.has(Trait.FAULTY_OVERRIDE_BRINGS_EXTENSIONS)):
            return own
        return own + [each for each in found if each.kind is Use.EXPLICIT and not each.is_meta]
    metas = [each for each in known if each.kind is Use.IMPLICIT and not each.is_override]
    others = any(each.is_meta or each.shape is Shape.EMPTY_META for each in metas)
    applying = None if faulty else override
    parts = found if faulty and not others else _parts_of_metas(known, found, applying)
    explicit = [each for each in parts if each.kind is Use.EXPLICIT and not is_hidden(each)]
    active = [override] if override is not None and not faulty else []
    if too_many_components(found):
        return [*active, *on, *explicit]
    every = [*known, *found]
    places = _places(every)
    return [part for each in (*active, *on, *explicit) for part in _parts(each, every, places, age)]


def with_components(layers: Sequence[Layer], age: Age) -> Callable[[Layer], list[Layer]]:
    """Return what gives the layers whose extensions are listed as those of a layer: it and its components.

    Meta-layers take over what their components list, in the order in which they are found: in some ages a meta-layer
    among the components has not got that of its own components if it is found later. One that is passed over where
    another one is left out takes over what it lists up to the first component that does not fit, if a meta-layer that
    is looked at contains it, and else nothing.
    """
    places, passed = _places(layers), dict[int, Layer]()
    if age.has(Trait.META_REMOVAL_SKIPS_NEXT):
        passed = _passed_over(layers, age)
    return lambda layer: _parts(passed.get(id(layer), layer), layers, places, age)


def _passed_over(layers: Sequence[Layer], age: Age) -> dict[int, Layer]:
    """Return the layers that are passed over with the components that count, by their ids."""
    try:
        faulty = _faulty_metas(layers, age)
    except MetaLoopError:
        return {}
    passed = [layers[place] for place in faulty.passed if place < len(layers)]
    return {
        id(each): replace(each, components=_read_of(each, faulty, age)) for each in passed if each.is_meta
    }


def _read_of(layer: Layer, faulty: _Faulty, age: Age) -> tuple[str, ...]:
    if id(layer) not in faulty.read:
        return ()
    return _before_the_first_not(
        layer.components, lambda name: _fits(replace(layer, components=(name,)), faulty.left, age, set())
    )


def _before_the_first_not(names: tuple[str, ...], holds: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the names before the first for which something does not hold."""
    return next((names[:place] for place, name in enumerate(names) if not holds(name)), names)


def _places(layers: Sequence[Layer]) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, each in enumerate(layers):
        places.setdefault(each.name, place)
    return places


def _parts(layer: Layer, layers: Sequence[Layer], places: dict[str, int], age: Age) -> list[Layer]:
    found, pending, seen = [], [layer], set()
    while pending:
        current = pending.pop()
        if current.name in seen:
            continue
        seen.add(current.name)
        found.append(current)
        if current.place.rule == _LISTED and age.has(Trait.LISTED_META_WITHOUT_COMPONENTS):
            continue
        late = current is not layer and places[current.name] > places.get(layer.name, -1)
        if not late or age.has(Trait.NESTED_META_EXTENSIONS):
            pending += [layers[places[name]] for name in current.components if name in places]
    return found


def _parts_of_metas(known: Sequence[Layer], found: Sequence[Layer], override: Layer | None) -> list[Layer]:
    """Return every layer with the name of a component of a meta-layer, if there is an implicit one, on or off.

    Of override layers only the one that applies counts.
    """
    metas = [each for each in known if each.is_meta or each.shape is Shape.EMPTY_META]
    metas = [each for each in metas if not each.is_override] + ([override] if override is not None else [])
    if all(each.kind is Use.EXPLICIT for each in metas):
        return []
    names = {name for each in metas for name in each.components}
    return [each for each in found if each.name in names]


def _endless(meta: Layer, layers: _First, age: Age) -> bool:
    """Return whether a meta-layer is among the components of its components, which some releases look for.

    Where they come to another meta-layer twice, they take that for a loop too.
    """
    if age.has(Trait.META_LOOP_CRASHES):
        return False
    pending, seen = list(meta.components), set()
    while pending:
        name = pending.pop()
        if name == meta.name:
            return True
        component = layers.get(name)
        if name in seen:
            is_meta = component is not None and (component.is_meta or component.shape is Shape.EMPTY_META)
            if is_meta and age.has(Trait.SHARED_META_IS_A_LOOP):
                return True
            continue
        seen.add(name)
        pending += component.components if component is not None else ()
    return False


def one_override(layers: list[Layer], executable: str, age: Age) -> list[Layer]:
    """Return the layers without override layers for other programs; of the rest only the one that counts stays.

    It stays also where its own variables turn it off.
    """
    overrides = [each for each in layers if each.is_override and not each.rejected]
    if not overrides or age.has(Trait.APP_KEYS_IGNORED):
        return layers
    fitting = [each for each in overrides if not each.app_keys or executable in each.app_keys]
    kept = sorted(fitting, key=lambda each: not each.app_keys)[:1]
    return [each for each in layers if not each.is_override or any(each is one for one in kept)]


def broken_meta(layers: Sequence[Layer], on: Collection[str], age: Age) -> str:
    """Return the manifest of an implicit meta-layer that stays though a component is missing, where that crashes.

    It does if there is a layer, no implicit meta-layer, that is not among the components before the missing one.
    An explicit one crashes the loader if it contains itself and is among ``on``, the names of the active ones.
    """
    if not any(each.is_meta for each in layers) or not age.has(Trait.META_REMOVAL_SKIPS_NEXT):
        return ""
    names = {each.name for each in layers}
    others = {each.name for each in layers if not (each.is_meta and each.kind is Use.IMPLICIT)}
    for meta in layers:
        loops = meta.name in on and meta.name in meta.components
        if meta.is_meta and (loops or meta.kind is Use.IMPLICIT):
            there = _before_the_first_not(meta.components, names.__contains__)
            missing = len(there) < len(meta.components)
            if meta.name in meta.components or (missing and not others.issubset(there)):
                return meta.manifest
    return ""


def extensions_hidden(
    found: Sequence[Layer], override: Layer | None, age: Age, *, ended: bool = False
) -> bool:
    """Return whether meta-layers keep the extensions of all layers from those of the instance.

    They do not where a file has ended the search: they are not looked at then.
    """
    if ended:
        return False
    nameless = any(each.shape is Shape.NAMELESS_OVERRIDE and each.kind is Use.IMPLICIT for each in found)
    if nameless and not age.has(Trait.OVERRIDE_HIDES_OTHERS):
        return True
    implicit = [each for each in found if each.kind is Use.IMPLICIT and not each.rejected and each.name]
    if any(not each.library_path and not each.is_override for each in implicit):
        return True
    if override is None or age.has(Trait.OVERRIDE_HIDES_EXTENSIONS):
        return override is not None
    if too_many_components(implicit):
        return False
    return _fits(override, _First(implicit), age, set())


def _fits(meta: Layer, layers: _First, age: Age, read: set[int]) -> bool:
    answers: dict[int, bool | None] = {}
    fits = _fits_in(meta, layers, age, answers)
    read.update(answers)
    return fits


def _fits_in(meta: Layer, layers: _First, age: Age, known: dict[int, bool | None]) -> bool:
    """Return whether the components fit; ``known`` are the answers so far, None for a meta-layer on the way here."""
    known[id(meta)] = None
    for name in meta.components:
        component = layers.get(name)
        if component is None or name == meta.name:
            return False
        if component.api_version.feature < meta.api_version.feature:
            return False
        if (
            age.has(Trait.META_OF_EQUAL_VERSIONS)
            and component.api_version.feature != meta.api_version.feature
        ):
            return False
        if age.has(Trait.META_COMPARES_PATCHES) and component.api_version < meta.api_version:
            return False
        if component.is_meta and age.has(Trait.META_LOOP_CRASHES):
            if id(component) not in known:
                known[id(component)] = _fits_in(component, layers, age, known)
            if known[id(component)] is None:
                raise MetaLoopError
            if not known[id(component)]:
                return False
    return True

"""Which meta-layers loaders of a given age leave out. Facts: ``rules/ages.toml``."""

from collections.abc import Sequence

from refloader.model.age import Age, Trait
from refloader.model.layer import Layer
from refloader.model.place import Use


def without_faulty_metas(layers: tuple[Layer, ...], age: Age) -> tuple[Layer, ...]:
    """Return the layers without meta-layers whose components, or the components of those, do not fit.

    A component is looked up by its name alone, among all layers of that name.
    """
    if not age.has(Trait.META_LOOP_CRASHES):
        return _until_all_fit(layers, age)
    skips = age.has(Trait.META_REMOVAL_SKIPS_NEXT)
    left = list(layers)
    index = 0
    while index < len(left):
        meta = left[index]
        removed = meta.is_meta and not _fits_in_depth(meta, tuple(left), age)
        if removed:
            del left[index]
        index += not removed or skips
    return tuple(left)


def _until_all_fit(layers: tuple[Layer, ...], age: Age) -> tuple[Layer, ...]:
    """Return the same where meta-layers that contain each other are left out and do not crash the loader."""
    while True:
        left = tuple(
            each
            for each in layers
            if not each.is_meta or (_fits(each, layers, age) and not loops(each, layers))
        )
        if len(left) == len(layers):
            return layers
        layers = left


def loops(meta: Layer, layers: tuple[Layer, ...]) -> bool:
    """Return whether a meta-layer is among the components of its components."""
    pending, seen = list(meta.components), set()
    while pending:
        name = pending.pop()
        if name == meta.name:
            return True
        if name not in seen:
            seen.add(name)
            pending += next((each.components for each in layers if each.name == name), ())
    return False


def _fits_in_depth(meta: Layer, layers: tuple[Layer, ...], age: Age) -> bool:
    """Return whether the components of a meta-layer fit, and theirs."""
    if not _fits(meta, layers, age):
        return False
    if loops(meta, layers):
        return True
    parts = (next(each for each in layers if each.name == name) for name in meta.components)
    return all(_fits_in_depth(part, layers, age) for part in parts)


def one_override(layers: tuple[Layer, ...], executable: str, age: Age) -> tuple[Layer, ...]:
    """Return the layers without override layers for other programs; of the rest only the one that counts stays."""
    overrides = [each for each in layers if each.is_override]
    if not overrides or age.has(Trait.APP_KEYS_IGNORED):
        return layers
    fitting = [each for each in overrides if not each.app_keys or executable in each.app_keys]
    kept = sorted(fitting, key=lambda each: not each.app_keys)[:1]
    return tuple(each for each in layers if not each.is_override or each in kept)


def broken_meta(layers: Sequence[Layer], age: Age) -> str:
    """Return the manifest of an implicit meta-layer that stays though a component is missing, where that crashes."""
    if not age.has(Trait.META_REMOVAL_SKIPS_NEXT):
        return ""
    names = {each.name for each in layers}
    alone = all(each.is_meta and each.kind is Use.IMPLICIT for each in layers)
    for meta in layers:
        if meta.is_meta and meta.kind is Use.IMPLICIT and not meta.is_override:
            missing = not names.issuperset(meta.components)
            if meta.name in meta.components or (missing and not alone):
                return meta.manifest
    return ""


def extensions_hidden(found: Sequence[Layer], override: Layer | None, age: Age) -> bool:
    """Return whether meta-layers keep the extensions of all layers from those of the instance."""
    implicit = [each for each in found if each.kind is Use.IMPLICIT and not each.rejected and each.name]
    if any(not each.library_path and not each.is_override for each in implicit):
        return True
    if override is None or age.has(Trait.OVERRIDE_HIDES_EXTENSIONS):
        return override is not None
    return not override.override_paths and _fits(override, tuple(implicit), age)


def _fits(meta: Layer, layers: tuple[Layer, ...], age: Age) -> bool:
    for name in meta.components:
        component = next((each for each in layers if each.name == name), None)
        if name == meta.name:
            return False
        if component is None:
            return False
        if component.api_version.feature < meta.api_version.feature:
            return False
        if (
            age.has(Trait.META_OF_EQUAL_VERSIONS)
            and component.api_version.feature != meta.api_version.feature
        ):
            return False
    return True

"""What loaders of a given age take from a settings file. Facts: ``rules/ages.toml``."""

from collections.abc import Sequence
from dataclasses import replace

from refloader.core.manifests.settings_file import Settings
from refloader.model.age import Age, Trait
from refloader.model.layer import Layer


def settings_of_age(settings: Settings, age: Age) -> Settings | None:
    """Return the settings that are in force, or None if the loader passes over the file."""
    if age.has(Trait.SETTINGS_WITHOUT_DRIVERS):
        settings = replace(settings, drivers=(), drivers_only=False, devices=())
    if settings.layers is None:
        if age.has(Trait.SETTINGS_NEED_LAYERS):
            return None
        return (
            replace(settings, layers=()) if age.has(Trait.SETTINGS_WITHOUT_LAYERS_HIDE_LAYERS) else settings
        )
    if settings.lists_nothing and age.has(Trait.EMPTY_SETTINGS_LIST_IGNORED):
        return replace(settings, layers=None)
    return settings


def each_library_once(found: Sequence[Layer], age: Age) -> list[Layer]:
    """Return the layers that count beside a settings file: those of one name only once, or once for each library."""
    by_name = not age.has(Trait.SETTINGS_COUNT_LIBRARIES)
    first: dict[tuple[str, str], Layer] = {}
    for layer in found:
        if not layer.rejected:
            first.setdefault((layer.name, "" if by_name else layer.library_path), layer)
    return list(first.values())

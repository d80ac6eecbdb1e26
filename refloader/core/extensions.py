"""Decides which instance extensions a loader reports. Driver extensions come in as values; no driver is asked."""

from collections.abc import Iterable, Mapping, Sequence

from refloader.core.devices import switched_on
from refloader.core.editions import traits
from refloader.core.metalayers import expanded
from refloader.model import registry
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Extension, Layer
from refloader.rules import decides

LOADER_EXTENSIONS = (
    Extension("VK_EXT_debug_report", 10),
    Extension("VK_EXT_debug_utils", 2),
    Extension("VK_KHR_portability_enumeration", 1),
    Extension("VK_LUNARG_direct_driver_loading", 1),
)
"""What the loader itself implements (2026: direct driver loading, portability; debug messengers)."""


@decides("EXT-ENUM-01", "EXT-ENUM-03", "AMB-ENUM-EXPLICIT")
def reported(
    own: Sequence[Extension],
    implicit: Sequence[Layer],
    drivers: Iterable[Sequence[Extension]],
    environment: Environment,
    edition: Edition,
) -> tuple[Extension, ...]:
    """vkEnumerateInstanceExtensionProperties(NULL): drivers, loader and active implicit layers, each name once.

    On a duplicate the driver's version is the one reported, then the loader's.
    """
    merged: dict[str, Extension] = {}
    for extensions in drivers:
        for extension in visible(extensions, environment, edition):
            merged.setdefault(extension.name, extension)
    for extension in own:
        merged.setdefault(extension.name, extension)
    for layer in implicit:
        for extension in layer.instance_extensions:
            merged.setdefault(extension.name, extension)
    return tuple(merged.values())


@decides("EXT-FILTER-03", "EXT-FILTER-04", "AMB-UNKNOWN-EXT-CODE")
def visible(
    extensions: Sequence[Extension], environment: Environment, edition: Edition
) -> tuple[Extension, ...]:
    """A driver's instance extensions without those the loader does not know, unless the filter is off."""
    off = switched_on(environment.get("VK_LOADER_DISABLE_INST_EXT_FILTER"))
    if not traits(edition).hides_unknown_extensions or off:
        return tuple(extensions)
    return tuple(extension for extension in extensions if is_known(extension.name))


def is_known(name: str) -> bool:
    """Whether the registry has an instance extension of that name."""
    known = registry.extension(name)
    return known is not None and known.kind == "instance"


@decides("EXT-ENUM-02", "META-07")
def of_layer(layer: Layer, known: Mapping[str, Layer]) -> tuple[Extension, ...]:
    """vkEnumerateInstanceExtensionProperties(name): the layer's own, or those of a meta-layer's components."""
    merged: dict[str, Extension] = {}
    for inner in (layer, *expanded(layer, known)):
        for extension in inner.instance_extensions:
            merged.setdefault(extension.name, extension)
    return tuple(merged.values())

"""Decides which instance extensions a loader reports. The drivers' extensions are inputs; no driver is called."""

from collections.abc import Iterable, Mapping, Sequence

from refloader.core.activation.metalayers import expanded
from refloader.core.drivers.devices import switched_on
from refloader.core.editions import traits
from refloader.model import registry
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Extension, Layer
from refloader.model.system import System
from refloader.rules import decides

LOADER_EXTENSIONS = (
    Extension("VK_EXT_debug_report", 10),
    Extension("VK_EXT_debug_utils", 2),
    Extension("VK_KHR_portability_enumeration", 1),
    Extension("VK_LUNARG_direct_driver_loading", 1),
)
"""The extensions that the loader implements (2026: direct driver loading, portability; debug messengers)."""
_NEW_2026: frozenset[str] = frozenset({"VK_KHR_portability_enumeration", "VK_LUNARG_direct_driver_loading"})


@decides("PORTABILITY-01")
def of_loader(edition: Edition, age: Age = DOCUMENTED) -> tuple[Extension, ...]:
    """Return the extensions that the loader implements; 2026 added direct driver loading and portability."""
    missing = unheard_of(edition, age)
    return tuple(extension for extension in LOADER_EXTENSIONS if extension.name not in missing)


@decides("PORTABILITY-01")
def unheard_of(edition: Edition, age: Age = DOCUMENTED) -> frozenset[str]:
    """Return the extensions of newer loaders that the loader does not know."""
    if age.has(Trait.PORTABILITY_UNKNOWN):
        return _NEW_2026
    missing = frozenset() if edition is Edition.E2026 else _NEW_2026
    return missing | {"VK_LUNARG_direct_driver_loading"} if age.has(Trait.DIRECT_DRIVERS_UNKNOWN) else missing


@decides("EXT-ENUM-01", "EXT-ENUM-03", "AMB-ENUM-EXPLICIT")
def reported(
    own: Sequence[Extension],
    implicit: Sequence[Layer],
    drivers: Iterable[Sequence[Extension]],
    environment: Environment,
    edition: Edition,
) -> tuple[Extension, ...]:
    """Return what vkEnumerateInstanceExtensionProperties(NULL) reports, each name once.

    These are the extensions of the drivers, the loader and the active implicit layers. Of duplicates, the driver's
    is reported, else the loader's.
    """
    layers = (extension for layer in implicit for extension in layer.instance_extensions)
    return with_drivers((*own, *layers), drivers, environment, edition)


@decides("EXT-ENUM-01", "EXT-ENUM-03")
def with_drivers(
    others: Sequence[Extension],
    drivers: Iterable[Sequence[Extension]],
    environment: Environment,
    edition: Edition,
) -> tuple[Extension, ...]:
    """Return the visible extensions of the drivers, then the others, each name once."""
    seen = (extension for offered in drivers for extension in visible(offered, environment, edition))
    return _merged((*seen, *others))


@decides("EXT-FILTER-03", "EXT-FILTER-04")
def visible(
    extensions: Sequence[Extension], environment: Environment, edition: Edition
) -> tuple[Extension, ...]:
    """Return a driver's instance extensions without those that the loader does not know, unless the filter is off."""
    if not _filters(environment, edition):
        return tuple(extensions)
    return tuple(extension for extension in extensions if _passes(extension.name, environment))


@decides("EXT-FILTER-03", "AMB-UNKNOWN-EXT-CODE")
def unknown(
    wanted: Iterable[str], layers: Iterable[Layer], environment: Environment, edition: Edition
) -> str | None:
    """Return the first requested extension that the filter hides and no layer's manifest lists, or None."""
    if not _filters(environment, edition):
        return None
    offered = {extension.name for layer in layers for extension in layer.instance_extensions}
    return next((name for name in wanted if not _passes(name, environment) and name not in offered), None)


def _passes(name: str, environment: Environment) -> bool:
    return name not in environment.unheard and is_known(name, environment.platform.system)


def _filters(environment: Environment, edition: Edition) -> bool:
    off = switched_on(environment.get("VK_LOADER_DISABLE_INST_EXT_FILTER"))
    return traits(edition).hides_unknown_extensions and not off


_PLATFORMS = {
    System.LINUX: ("xlib", "xlib_xrandr", "xcb", "wayland"),
    System.WINDOWS: ("win32",),
    System.MACOS: ("macos", "metal"),
    System.FUCHSIA: ("fuchsia",),
    System.ANDROID: ("android",),
}
"""The registry's platforms whose extensions a loader of each system knows, as in the field."""


def is_known(name: str, system: System = System.LINUX) -> bool:
    """Return whether the Vulkan registry has an instance extension with this name, of no other system's platform."""
    known = registry.extension(name)
    if known is None or known.kind != "instance":
        return False
    return not known.platform or known.platform in _PLATFORMS[system]


@decides("EXT-ENUM-02", "META-07")
def of_layer(layer: Layer, known: Mapping[str, Layer]) -> tuple[Extension, ...]:
    """Return what vkEnumerateInstanceExtensionProperties reports for a layer, for a meta-layer its components'."""
    return of_layers((layer, *expanded(layer, known)))


def of_layers(parts: Iterable[Layer]) -> tuple[Extension, ...]:
    """Return the instance extensions of several layers, each name once."""
    return _merged(extension for part in parts for extension in part.instance_extensions)


@decides("EXT-ENUM-02", "META-07")
def device_extensions_of_layer(layer: Layer, known: Mapping[str, Layer]) -> tuple[Extension, ...]:
    """Return what vkEnumerateDeviceExtensionProperties reports for a layer, for a meta-layer its components'."""
    parts = (layer, *expanded(layer, known))
    return _merged(extension for part in parts for extension in part.device_extensions)


def _merged(extensions: Iterable[Extension]) -> tuple[Extension, ...]:
    merged: dict[str, Extension] = {}
    for extension in extensions:
        merged.setdefault(extension.name, extension)
    return tuple(merged.values())

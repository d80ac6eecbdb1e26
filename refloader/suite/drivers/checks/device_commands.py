"""Which functions of physical devices the extensions of devices bring: loaders may not know them. Judges nothing."""

from collections.abc import Collection
from functools import cache

from refloader.model import registry

_LONG_KNOWN = frozenset({"vkGetPhysicalDevicePresentRectanglesKHR"})
"""Physical-device functions of device extensions that the loaders of 2018, the first of interface version 4, have."""


def is_offered(name: str, offered: Collection[str] | None) -> bool:
    """Return whether one of these extensions brings the function; without any given, all count."""
    return offered is None or any(each.name in offered for each in _owners(name))


@cache
def is_unknown_to_some_loader(name: str) -> bool:
    """Return whether this is a physical-device function that device extensions of the registry alone bring."""
    known, owners = registry.command(name), _owners(name)
    if known is None or known.level != "physical device" or name in _LONG_KNOWN:
        return False
    return bool(owners) and all(each.kind == "device" for each in owners)


def _owners(name: str) -> list[registry.Extension]:
    return [each for each in registry.extensions().values() if name in each.commands]

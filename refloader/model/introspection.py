"""A layer as its library describes it through the introspection functions. Calls none of them."""

from typing import NamedTuple

from refloader.model.layer import Extension
from refloader.model.version import ApiVersion, api_version

LAYERS = "vkEnumerateInstanceLayerProperties"
FUNCTIONS = frozenset(
    {
        LAYERS,
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateDeviceLayerProperties",
        "vkEnumerateDeviceExtensionProperties",
    }
)
"""The introspection functions that a library of layers exports (2018: Layer Library API Version 0)."""


_FIRST = api_version(1, 0)


class Introspected(NamedTuple):
    """The answers about one layer; ``on_devices`` is True if the library also lists it as a device layer."""

    name: str
    api_version: ApiVersion = _FIRST
    implementation_version: int = 1
    description: str = ""
    instance_extensions: tuple[Extension, ...] = ()
    device_extensions: tuple[Extension, ...] = ()
    on_devices: bool = True

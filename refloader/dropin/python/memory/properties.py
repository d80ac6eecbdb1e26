"""Reads and writes VkExtensionProperties and VkLayerProperties. Decides nothing."""

from refloader.dropin.python._edge import data, put32, put_text, text, u32
from refloader.dropin.python.generated.layouts import VkExtensionProperties, VkLayerProperties
from refloader.dropin.python.memory.state import BuiltIn
from refloader.model.layer import Extension, Layer

_NAME_SIZE = 256
"""VK_MAX_EXTENSION_NAME_SIZE and VK_MAX_DESCRIPTION_SIZE."""


def write_extension(at: int, extension: Extension) -> None:
    """Fill a VkExtensionProperties."""
    put_text(at + VkExtensionProperties.extensionName, extension.name, _NAME_SIZE)
    put32(at + VkExtensionProperties.specVersion, extension.spec_version)


def write_layer(at: int, layer: Layer | BuiltIn) -> None:
    """Fill a VkLayerProperties from a manifest."""
    put_text(at + VkLayerProperties.layerName, layer.name, _NAME_SIZE)
    put32(at + VkLayerProperties.specVersion, layer.api_version.packed)
    put32(at + VkLayerProperties.implementationVersion, layer.implementation_version)
    put_text(at + VkLayerProperties.description, layer.description, _NAME_SIZE)


def read_extension(at: int) -> Extension:
    """Return the extension in a driver's VkExtensionProperties, whose name may lack the terminating NUL."""
    name = data(at + VkExtensionProperties.extensionName, _NAME_SIZE).partition(b"\0")[0]
    return Extension(name.decode("utf-8", "replace"), u32(at + VkExtensionProperties.specVersion))


def extension_name(at: int) -> str:
    """Return the name in a VkExtensionProperties."""
    return text(at + VkExtensionProperties.extensionName) or ""

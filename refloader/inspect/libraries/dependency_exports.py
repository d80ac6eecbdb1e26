"""Finds which functions of a library are exported by the libraries that it needs. Loads no library.

``dlsym`` looks for a name in the library it is asked of, and then in its dependencies: a layer of NVIDIA's names two
functions in its manifest that are in a library beside the one that the manifest names.
"""

from collections.abc import Collection

from refloader.host.extras import symbols
from refloader.inspect.libraries.linking import Linker
from refloader.model import registry
from refloader.model.driver import Driver
from refloader.model.layer import Layer

NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
DRIVER_INTERFACE = (
    "vk_icdGetInstanceProcAddr",
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetPhysicalDeviceProcAddr",
)
"""The functions by which loaders of Linux enter a driver."""


def interface_names(named: Layer | Driver) -> tuple[str, ...]:
    """Return the names by which a loader looks for functions in a library, without those of any other layer."""
    if isinstance(named, Driver):
        return DRIVER_INTERFACE
    return tuple(symbol for _, symbol in (*named.functions, *named.pre_instance) if symbol != NEGOTIATE)


def exported_by_dependencies(linker: Linker, path: str, names: Collection[str]) -> frozenset[str]:
    """Return which of the names the dependencies of the library at the path export. Linux only.

    Commands of Vulkan are left out: of a library that is linked with a loader, the loader's own would be found.
    """
    wanted = {name for name in names if registry.command(name) is None}
    found: set[str] = set()
    for file in linker.reached(path) if wanted else ():
        if _names_any(linker.symbol_names(file), wanted):
            known = symbols(linker.host, file)
            found |= wanted & known.exported if known is not None else set()
    return frozenset(found)


def _names_any(names: bytes, wanted: Collection[str]) -> bool:
    """True if a library has one of the names, its own or another's: cheaper than to read its whole table."""
    return any(name.encode("utf-8", "surrogateescape") in names for name in wanted)

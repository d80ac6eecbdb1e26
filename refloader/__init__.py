"""refloader: a conformance harness for the Vulkan loader interface, and the reference loader it compares with."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from refloader.native.loader import Loader

__version__ = "0.1.0"
__all__ = ["Loader", "__version__"]


def __getattr__(name: str) -> object:
    """Import ``refloader.Loader`` on first use: the command line starts faster without it."""
    if name != "Loader":
        raise AttributeError(f"module 'refloader' has no attribute {name!r}")
    from refloader.native.loader import Loader

    return Loader

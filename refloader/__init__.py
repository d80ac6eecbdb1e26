"""refloader: a conformance harness for the Vulkan loader interface and the reference it measures against."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from refloader.native.loader import Loader

__version__ = "0.1.0"
__all__ = ["Loader", "__version__"]


def __getattr__(name: str) -> object:
    """``refloader.Loader``, imported on first use: the command line starts without it."""
    if name != "Loader":
        raise AttributeError(f"module 'refloader' has no attribute {name!r}")
    from refloader.native.loader import Loader

    return Loader

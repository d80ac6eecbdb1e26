"""Decides which drivers make surfaces of their own. Never makes one."""

from refloader.rules import decides

_OWN_SURFACES = 3
"""The driver interface version that brought surfaces made by drivers."""


@decides("WSI-SURFACE-04", "WSI-SURFACE-05", "IFACE-ICD-V3-01", "LDP_DRIVER_8", "LDP_LOADER_11")
def makes_own_surfaces(interface: int, has_create: bool, has_destroy: bool) -> bool:
    """Whether a driver of this interface version that has these functions is asked for its own surface."""
    return interface >= _OWN_SURFACES and has_create and has_destroy

"""Decides which drivers create surface objects themselves. Does not create any."""

from refloader.rules import decides

_OWN_SURFACES = 3
"""The driver interface version since which drivers may create surface objects."""


@decides("WSI-SURFACE-04", "WSI-SURFACE-05", "IFACE-ICD-V3-01", "LDP_DRIVER_8", "LDP_LOADER_11")
def makes_own_surfaces(interface: int, has_create: bool, has_destroy: bool) -> bool:
    """Return whether the loader lets a driver of this interface version and with these functions create surfaces."""
    return interface >= _OWN_SURFACES and has_create and has_destroy

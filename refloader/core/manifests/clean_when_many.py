"""Reads clean layer manifests fast once a process has read a few; makes no decisions of its own.

What reads them fast takes longer to import than the full reader takes for the few layers of most machines.
"""

from itertools import count

from refloader.model.layer import Layer
from refloader.model.place import Place

FEW = 32
"""How many manifests of a process are left to the full reader."""

_seen = count()


def clean_layer(data: bytes, path: str, place: Place) -> Layer | None:
    """Return the single layer of a manifest without findings; None for any other manifest, and for the first few."""
    if next(_seen) < FEW:
        return None
    from refloader.core.manifests.clean_manifest import clean_layer as read  # see above

    return read(data, path, place)

"""Functions that a layer's library alone names: found in its bytes, without running it. Gives no verdict."""

import mmap
import re
from functools import lru_cache
from pathlib import Path

from refloader.model import registry
from refloader.suite.subjects.layer import LayerSubject

_NAME = re.compile(rb"\0(vk[A-Z][a-z]\w{1,58}[A-Z]{2})(?=\0)")
"""A function of an extension: its name ends in that of an author, and stands by itself."""
_MOST = 40


def own_names(layer: LayerSubject) -> tuple[str, ...]:
    """Return the names in the library that no registry has and the manifest does not list, as far as there are few.

    A library that names many more knows an API that the registry here does not: they say nothing of the layer.
    """
    listed = {
        *layer.entrypoints,
        *(name for pair in (*layer.functions, *layer.pre_instance) for name in pair),
    }
    names = tuple(name for name in _names(layer.library) if name not in listed)
    return names if len(names) <= _MOST else ()


@lru_cache(32)
def _names(library: str) -> tuple[str, ...]:
    try:
        with Path(library).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            found = {match[1].decode("ascii", "ignore") for match in _NAME.finditer(data)}
    except (OSError, ValueError):
        return ()
    return tuple(sorted(found - registry.commands().keys()))

"""Finds the layers in a library without a manifest by asking the prober. Never opens the library in this process."""

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from refloader.suite.sessions import bench
from refloader.suite.subjects.layer import LayerSubject, bare_library

_LAYERS = "vkEnumerateInstanceLayerProperties"
_ANSWERS = (("introspect", f"introspect.{_LAYERS}"), ("enumerate", f"enumerate.{_LAYERS}.all"))
"""The acts in which the prober asks for the library's layers: by an export, and by the library's lookup function."""

_LONGEST, _MOST = 255, 16
NO_NAME = "it is called by its file, as the library does not tell its name"


def layers_in(library: str) -> tuple[LayerSubject, ...]:
    """Return the layers of a library by the names that it reports; one named after its file if it reports none."""
    return tuple(bare_library(library, name) for name in names_reported(library)) or (bare_library(library),)


def names_reported(library: str) -> tuple[str, ...]:
    """Return the names of the library's layers as it reports them; a file is asked once until it changes.

    A file that cannot be opened is not asked: on a pipe, the prober would wait for a writer.
    """
    if bare_library(library).problem:
        return ()
    try:
        changed = os.stat(library).st_mtime_ns
    except OSError:
        return ()
    return _names(os.path.abspath(library), changed)


@cache
def _names(library: str, changed: int) -> tuple[str, ...]:
    for act, label in _ANSWERS:
        names = names_in(bench.probe(library, act).answers.get(label))
        if names:
            return names
    return ()


def names_in(answer: object) -> tuple[str, ...]:
    """Return the valid names in an answer, which the library may have forged."""
    if not isinstance(answer, Mapping) or not isinstance(answer.get("names"), list):
        return ()
    return tuple(dict.fromkeys(name for name in answer["names"][:_MOST] if _is_name(name)))


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= _LONGEST and name.isprintable() and "/" not in name

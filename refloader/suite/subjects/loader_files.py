"""Says what a file is that is named as a loader and is none: a folder, a manifest, a package, a layer, a driver.

Reads files and never loads one. Judges nothing: the words help a user who has chosen the wrong option.
"""

import glob
import os

from refloader.core.json import reader
from refloader.core.manifests.manifest_kind import kind_of
from refloader.host import shell
from refloader.host.archives.detect import is_package, is_static_library
from refloader.host.machines.real import RealHost
from refloader.host.port import Content
from refloader.model.library import Library
from refloader.model.place import Use

_LARGEST = 1 << 20
_OF_DRIVERS = ("vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion")
_OF_LAYERS = ("vkNegotiateLoaderLayerInterfaceVersion", "vkGetInstanceProcAddr")
_MADE_BY_LOADERS = "vkCreateInstance"
"""Every loader exports it. Layers and drivers give it by a lookup."""


def other_kind(path: str) -> str:
    """Return what a path is that cannot be a library, and what to do, as a sentence; empty if it may be one."""
    if os.path.isdir(path):
        there = sorted(glob.glob("libvulkan.so*", root_dir=path))
        return f"it is a folder: name the library in it{f', such as {there[0]}' if there else ''}"
    if use := _use_of_manifest(path):
        kind = "driver" if use is Use.DRIVER else "layer"
        return f"it is the manifest of a {kind}: {_judged(kind, path)}"
    if is_static_library(path):
        return "it is a static library: build a shared one, and name that"
    if is_package(path):
        return "it is a package: unpack it and name the library in it"
    return ""


def like_another_kind(path: str) -> str:
    """Return the kind of library that a file looks like, by its exports, and what to do; empty if like a loader."""
    library = RealHost().library(path)
    exports = library.exports if isinstance(library, Library) else frozenset()
    if _MADE_BY_LOADERS in exports:
        return ""
    kinds = (("driver", _OF_DRIVERS), ("layer", _OF_LAYERS))
    kind = next((kind for kind, names in kinds if not exports.isdisjoint(names)), "")
    return f"it exports no {_MADE_BY_LOADERS}; if it is a {kind}: {_judged(kind, path)}" if kind else ""


def _judged(kind: str, path: str) -> str:
    return shell.line(["refloader", "conform", f"--{kind}", path])


def _use_of_manifest(path: str) -> Use | None:
    """Return the use of a file that is a manifest; None for any other file."""
    if not path.endswith(".json"):
        return None
    answer = RealHost().read(path, _LARGEST)
    value = reader.read(answer.data).value if isinstance(answer, Content) else None
    is_manifest = isinstance(value, dict) and not value.keys().isdisjoint(("layer", "layers", "ICD"))
    return kind_of(value, path) if is_manifest else None

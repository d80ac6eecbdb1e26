"""Finds the root filesystem that a path stands for: a folder, an archive of one, or a container image.

An image is an archive of archives: ``docker save`` lists its layers in ``manifest.json``, an OCI layout in the blobs
that ``index.json`` leads to. They are unpacked one over the other into a temporary folder.
"""

import json
import os
import platform
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from refloader.host.temporary import TemporaryFolder
from refloader.model.text import quote, some
from refloader.sandbox.targets import roots
from refloader.sandbox.targets.faults import TargetError
from refloader.sandbox.targets.unpacking import Room, unpack

_LARGEST_TEXT = 16 << 20
_DIGEST = re.compile(r"(sha256|sha512):([0-9a-f]{32,128})")
_PROCESSORS = {"x86_64": "amd64", "aarch64": "arm64", "i686": "386", "armv7l": "arm"}
_MOST_LAYERS = 256
_NESTED = 3


@contextmanager
def opened(path: str) -> Iterator[roots.Root]:
    """Yield the root filesystem at a path: that in a folder, or an unpacked archive, which is removed afterwards.

    Raises:
        TargetError: there is none that refloader can run in.
        OSError: there is no room to unpack it.
    """
    with unpacked(path) as folder:
        yield roots.opened(folder, path) if folder != path else roots.opened(path)


@contextmanager
def unpacked(path: str) -> Iterator[str]:
    """Yield the folder of the root filesystem at a path: the path itself, or that of an unpacked archive.

    Raises:
        TargetError: it is no archive of one.
        OSError: there is no room to unpack it.
    """
    if not os.path.isfile(path) or os.path.isdir(path):
        yield path
        return
    with TemporaryFolder() as temporary:
        archive, root = (os.path.join(temporary, name) for name in ("archive", "root"))
        os.mkdir(archive)
        room = Room()
        unpack(path, archive)
        layers = layers_of(archive, path)
        if layers is None:
            yield archive
            return
        os.mkdir(root)
        for number, layer in enumerate(layers, 1):
            unpack(layer, root, whiteouts=True, what=f"{path}, layer {number} of {len(layers)}", room=room)
            if layer not in layers[number:]:
                os.unlink(layer)  # the unpacked files take its room
        yield root


def layers_of(folder: str, what: str) -> tuple[str, ...] | None:
    """Return the files of the layers of an unpacked image, the lowest first; None if the folder holds no image.

    Raises:
        TargetError: the image is damaged, or it is not one image for this processor.
    """
    if os.path.isfile(os.path.join(folder, "manifest.json")):
        names = _docker_layers(_json(folder, "manifest.json", what), what)
    elif os.path.isfile(os.path.join(folder, "index.json")) and os.path.isdir(os.path.join(folder, "blobs")):
        names = _oci_layers(folder, _json(folder, "index.json", what), what)
    else:
        return None
    if not names or len(names) > _MOST_LAYERS:
        raise TargetError(f"{quote(what)} is an image of {len(names)} layers")
    return tuple(_file(folder, name, what) for name in names)


def _docker_layers(document: Any, what: str) -> list[str]:
    images = document if isinstance(document, list) else []
    if len(images) != 1:
        raise TargetError(f"{quote(what)} has {len(images)} images in its manifest.json: save one by itself")
    return _texts(_entries(images[0], "Layers"), what)


def _oci_layers(folder: str, index: Any, what: str) -> list[str]:
    for _ in range(_NESTED):
        chosen = _chosen(_entries(index, "manifests"), what)
        index = _json(folder, _blob(chosen, what), what)
        if isinstance(index, Mapping) and "layers" in index:
            return [_blob(each, what) for each in _entries(index, "layers")]
    raise TargetError(f"{quote(what)} has no manifest that lists layers")


def _chosen(manifests: list[Any], what: str) -> Any:
    """Return the only manifest, or the one for this processor."""
    named = [(_platform(each), each) for each in manifests]
    own = _PROCESSORS.get(platform.machine(), platform.machine())
    fitting = [each for name, each in named if name in ("", own)]
    if len(fitting) == 1:
        return fitting[0]
    told = some([quote(name) for name, _ in named if name], 8) or "none"
    if fitting:
        raise TargetError(f"{quote(what)} has {len(fitting)} images for {own}: save one by itself")
    raise TargetError(f"{quote(what)} has no image for {own}; those that it has are for: {told}")


def _platform(manifest: Any) -> str:
    """Return the processor that an image is for; empty if the index does not say. Attestations are for none."""
    told = manifest.get("platform") if isinstance(manifest, Mapping) else None
    return str(told.get("architecture", "")) if isinstance(told, Mapping) else ""


def _blob(entry: Any, what: str) -> str:
    found = _DIGEST.fullmatch(str(entry.get("digest"))) if isinstance(entry, Mapping) else None
    if found is None:
        raise TargetError(f"{quote(what)} is damaged: a manifest names a blob without a digest")
    return f"blobs/{found[1]}/{found[2]}"


def _entries(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else []


def _texts(values: list[Any], what: str) -> list[str]:
    if not all(isinstance(each, str) for each in values):
        raise TargetError(f"{quote(what)} is damaged: its manifest.json names no files")
    return values


def _file(folder: str, name: str, what: str) -> str:
    """Return the path of a file of the unpacked image. Links in it are resolved, and must not lead out of it."""
    known = name.isprintable()  # no name of a file has a NUL or a half of a surrogate pair
    path = os.path.realpath(os.path.join(folder, name)) if known else ""
    if not path.startswith(os.path.realpath(folder) + "/") or not os.path.isfile(path):
        raise TargetError(f"{quote(what)} is damaged: it lacks {quote(name)}")
    return path


def _json(folder: str, name: str, what: str) -> Any:
    path = _file(folder, name, what)
    try:
        if os.path.getsize(path) > _LARGEST_TEXT:
            raise ValueError("it is too large")
        with open(path, "rb") as file:
            return json.loads(file.read())
    except (ValueError, RecursionError) as error:
        raise TargetError(f"{quote(what)} is damaged: {quote(name)} cannot be read ({error})") from error

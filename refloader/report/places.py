"""Paths as documents tell them: below the working folder relative to it, and as URIs. Never touches a file."""

import os
from urllib.parse import quote

from refloader.model.text import visible

_SAFE = "/-._~!$&'()*+,;=@"
"""What a path of a URI holds unencoded (RFC 3986, pchar) but for the colon, which a first segment must not have."""


def beneath(path: str, folder: str) -> str:
    """The path relative to a folder that it lies in, without links being followed; absolute where it does not.

    Relative paths are taken to be relative to that folder; what leads out of it again is absolute.
    """
    whole = os.path.normpath(os.path.join(folder, path))
    inside = whole.removeprefix(os.path.normpath(folder).rstrip("/") + "/")
    return inside if inside and not inside.startswith("/") else whole


def uri(path: str) -> str:
    """A path as a URI reference, whatever bytes it holds: ``file:`` for an absolute one, relative otherwise."""
    text = quote(_bytes(path), safe=_SAFE)
    return f"file:///{text.lstrip('/')}" if path.startswith("/") else text


def named(name: str) -> str:
    """A URI reference for something that has a name and no path: one segment, however the name is spelled."""
    return quote(_bytes(name), safe="")


def _bytes(path: str) -> bytes:
    """What the path is on the disk; of a results file it may be text that no path can be."""
    try:
        return os.fsencode(path)
    except UnicodeEncodeError:
        return visible(path).encode()


def folder_uri(folder: str) -> str:
    """A folder as the base that relative references are resolved against: it ends in a slash."""
    return uri(folder).rstrip("/") + "/"


def located(path: str, folder: str) -> dict[str, str]:
    """The artifactLocation of a file in SARIF: below the folder by the base ``%SRCROOT%``, otherwise absolute."""
    near = beneath(path, folder)
    return {"uri": uri(near)} if near.startswith("/") else {"uri": uri(near), "uriBaseId": "%SRCROOT%"}

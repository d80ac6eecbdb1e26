"""Paths as documents show them: relative to the working folder, or as URIs. Does not access files."""

import os
from urllib.parse import quote

from refloader.model.text import visible

_SAFE = "/-._~!$&'()*+,;=@"
"""What the path of a URI may hold unencoded (RFC 3986, pchar), except the colon, illegal in a first segment."""


def beneath(path: str, folder: str) -> str:
    """Return the path relative to the folder if it lies in it, without following links; otherwise the absolute path.

    A relative path is taken as relative to that folder; if it leads out of the folder, the result is absolute.
    """
    whole = os.path.normpath(os.path.join(folder, path))
    inside = whole.removeprefix(os.path.normpath(folder).rstrip("/") + "/")
    return inside if inside and not inside.startswith("/") else whole


def uri(path: str) -> str:
    """Return a path as a URI reference, whatever bytes it holds: ``file:`` if it is absolute, otherwise relative."""
    text = quote(_bytes(path), safe=_SAFE)
    return f"file:///{text.lstrip('/')}" if path.startswith("/") else text


def named(name: str) -> str:
    """Return a URI reference of one segment for something that has a name but no path."""
    return quote(_bytes(name), safe="")


def _bytes(path: str) -> bytes:
    """Return the bytes of the path on disk; a path from a results file may be a text that no path can be."""
    try:
        return os.fsencode(path)
    except UnicodeEncodeError:
        return visible(path).encode()


def folder_uri(folder: str) -> str:
    """Return a folder as the base URI for relative references: it ends in a slash."""
    return uri(folder).rstrip("/") + "/"


def located(path: str, folder: str) -> dict[str, str]:
    """Return the SARIF artifactLocation of a file: relative to ``%SRCROOT%`` if below the folder, else absolute."""
    near = beneath(path, folder)
    return {"uri": uri(near)} if near.startswith("/") else {"uri": uri(near), "uriBaseId": "%SRCROOT%"}

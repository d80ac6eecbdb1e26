"""Whether the library of a manifest lies in a root filesystem or staging tree that the manifest is in.

The library_path of an image's manifest begins at the root of the image. Run on this machine the library is not found,
and nothing is wrong with the manifest.
"""

import os
from pathlib import PurePath

from refloader.model.text import quote

_MOST = 64
"""The folders above a manifest that are looked at."""


def where_it_is(manifest: str, library_path: str) -> str:
    """Return in words where the library is below a folder that holds the manifest, too; empty if it is not there."""
    if not library_path.startswith("/"):
        return ""
    for folder in PurePath(os.path.abspath(manifest)).parents[:_MOST]:
        if folder != folder.parent and os.path.isfile(f"{folder}{library_path}"):
            there = quote(f"{folder}{library_path}")
            return f"; {there} is there: to judge it in that tree, see --target root:{folder}"
    return ""

"""Which files the manifests of a package may name as libraries: guessed from their bytes, to fetch all at once."""

import json
import re
from collections.abc import Iterator

_NAMED = re.compile(rb'"library_path"\s*+:\s*+"((?:[^"\\\n]|\\.){1,4096}+)"')


def names_of_libraries(text: bytes) -> Iterator[str]:
    """The last parts of the paths, in lower case. Wrong at worst towards files that are not fetched beforehand."""
    for found in _NAMED.finditer(text):
        try:
            path = json.loads(b'"%s"' % found[1])
        except ValueError:
            continue
        yield path.replace("\\", "/").rpartition("/")[2].lower()

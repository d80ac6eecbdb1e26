"""Guesses from their bytes which libraries the manifests of a package name, so that one pass can extract them all."""

import json
import re
from collections.abc import Iterator

_NAMED = re.compile(rb'"library_path"\s*+:\s*+"((?:[^"\\\n]|\\.){1,4096}+)"')


def names_of_libraries(text: bytes) -> Iterator[str]:
    """Yield the lower-case file names of the libraries. A name that is missed only costs another pass."""
    for found in _NAMED.finditer(text):
        try:
            path = json.loads(b'"%s"' % found[1])
        except ValueError:
            continue
        yield path.replace("\\", "/").rpartition("/")[2].lower()

"""Copies a library and renames some of its exports. Never loads a library."""

from collections.abc import Iterable


def copy_hiding(library: str, path: str, hidden: Iterable[str]) -> None:
    """Copy the library to ``path``, replacing the last letter of these exported names by "x". Raises OSError."""
    with open(library, "rb") as file:
        data = file.read()
    for name in hidden:
        # The first occurrence is the one in the dynamic string table, which precedes all other string tables.
        data = data.replace(b"\0" + name.encode() + b"\0", b"\0" + name[:-1].encode() + b"x\0", 1)
    with open(path, "wb") as file:
        file.write(data)

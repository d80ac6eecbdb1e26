"""Copies a library with some of its exports under other names. Never loads one."""

from collections.abc import Iterable


def copy_hiding(library: str, path: str, hidden: Iterable[str]) -> None:
    """Copy the library, with another last letter for these names among its dynamic symbols. Raises OSError."""
    with open(library, "rb") as file:
        data = file.read()
    for name in hidden:
        # The table of dynamic names comes before all others in the file.
        data = data.replace(b"\0" + name.encode() + b"\0", b"\0" + name[:-1].encode() + b"x\0", 1)
    with open(path, "wb") as file:
        file.write(data)

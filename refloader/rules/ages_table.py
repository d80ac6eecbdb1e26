"""Reads ``ages.toml``. The build of the drop-in library replaces this file by one that contains the table."""

from functools import cache
from pkgutil import get_data
from typing import Any


@cache
def table() -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each kind: "trait" and "variable"."""
    import tomllib  # here, as it is slow to import

    text = (get_data("refloader.rules", "ages.toml") or b"").decode("utf-8")
    rows: dict[str, list[dict[str, Any]]] = tomllib.loads(text)
    return rows

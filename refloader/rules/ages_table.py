"""Reads the table of ``ages.toml``, as ``generated/ages.json`` has it.

The build of the drop-in library replaces this file by one that contains the table.
"""

import json
from functools import cache
from pkgutil import get_data
from typing import Any


@cache
def table() -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each kind: "trait", "variable" and "extension"."""
    text = get_data("refloader.rules", "generated/ages.json") or b"{}"
    rows: dict[str, list[dict[str, Any]]] = json.loads(text)
    return rows

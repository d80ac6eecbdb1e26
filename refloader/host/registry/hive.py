"""Reads offline hives (SOFTWARE, SYSTEM, NTUSER.DAT) with regipy, in a subprocess with limits."""

import base64
import importlib.util
import json
import os
from typing import Any

from refloader.host.limited import run_limited
from refloader.host.port import Failure
from refloader.host.registry.raw_keys import RawKey, RawKeys, RawValue
from refloader.host.temporary import TemporaryFolder

MISSING = "reading a hive takes the Python package regipy: pip install regipy"
_SECONDS = 20
_MEMORY = 2 << 30


def can_read_hives() -> bool:
    """Return True if regipy, which parses hives, is installed."""
    return importlib.util.find_spec("regipy") is not None


def hive_keys(data: bytes) -> RawKeys:
    """Return the keys of a hive that matter to a loader. Invalid data is reported as ``damage``, not raised."""
    with TemporaryFolder() as folder:
        path = os.path.join(folder, "hive")
        with open(path, "wb") as file:
            file.write(data)
        told = run_limited("refloader.host.registry.hive_reading", [path], seconds=_SECONDS, memory=_MEMORY)
    if isinstance(told, Failure):
        return RawKeys((), (told.detail,))
    try:
        return _understood(json.loads(told.data))
    except (ValueError, KeyError, TypeError):
        return RawKeys((), ("what was read of it makes no sense",))


def _understood(told: Any) -> RawKeys:
    keys = tuple(
        RawKey(
            path,
            tuple(RawValue(name, number, base64.b64decode(data)) for name, number, data in values),
        )
        for path, values in told["keys"]
    )
    return RawKeys(keys, tuple(told["damage"]), tuple(told["notes"]), tuple(told["whole"]))

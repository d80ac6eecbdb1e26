"""Has each module compiled once for all processes of a run, also where Python is asked to write no bytecode.

PYTHONDONTWRITEBYTECODE keeps the checkout clean. Without another place for the bytecode every program that the tests
start compiles refloader anew, and each of their workers the tests.
"""

import os
import sys
from collections.abc import MutableMapping

_NONE_WRITTEN, _PLACE = "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"


def share(folder: str, environment: MutableMapping[str, str] = os.environ) -> None:
    """Write bytecode into the folder, in this process and its children, if it would not be written at all."""
    if environment.pop(_NONE_WRITTEN, ""):
        environment.setdefault(_PLACE, folder)
        sys.dont_write_bytecode, sys.pycache_prefix = False, environment[_PLACE]

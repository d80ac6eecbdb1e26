"""Whether loaders are those of Windows, run under Wine: the user's choice, in a variable that all processes inherit.

Never starts anything.
"""

import os

VARIABLE = "REFLOADER_WINE"
_NAME = "wine"


def choose(target: str) -> None:
    """Have this process and all that it starts run Windows loaders; ``target`` is ``wine`` or ``wine:PREFIX``."""
    os.environ[VARIABLE] = target


def chosen() -> str:
    """Return the target as the user named it; empty on the machine itself."""
    return os.environ.get(VARIABLE, "")


def asked_prefix() -> str:
    """Return the prefix that the user names; empty if refloader's own is to be used."""
    return chosen().partition(":")[2]

"""Whether loaders are those of another word size or processor on this machine: the user's choice, in a variable that
all processes inherit.

Never starts anything.
"""

import os

VARIABLE = "REFLOADER_AGENT"
NAMES = ("i386", "aarch64")
"""The machines that there are agents for."""


def choose(name: str) -> None:
    """Have this process and all that it starts run loaders in the agent for this machine."""
    os.environ[VARIABLE] = name


def chosen_machine() -> str:
    """Return the name of the machine that the user chose; empty for this one."""
    return os.environ.get(VARIABLE, "")

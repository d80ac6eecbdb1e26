"""Whether loaders are those of another word size, processor or device: the user's choice, in a variable that all
processes inherit.

Never starts anything.
"""

import os

VARIABLE = "REFLOADER_AGENT"
ABI = "REFLOADER_AGENT_ABI"
"""The variable with the ABI of the chosen device, as Android names it."""

NAMES = ("i386", "aarch64")
"""The machines that there are agents for, which this machine runs itself."""

DEVICE = "adb:"
"""What the name of a device begins with; the rest is its serial number."""


def choose(name: str, abi: str = "") -> None:
    """Have this process and all that it starts run loaders in the agent for this machine; a device has an ABI."""
    os.environ[VARIABLE] = name
    os.environ[ABI] = abi


def chosen_machine() -> str:
    """Return the name of the machine that the user chose; empty for this one."""
    return os.environ.get(VARIABLE, "")


def chosen_abi() -> str:
    """Return the ABI of the chosen device; empty if none is chosen."""
    return os.environ.get(ABI, "") if chosen_machine().startswith(DEVICE) else ""

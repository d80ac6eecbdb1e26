"""Finds the agents of this installation: programs that open loaders of another word size or processor in the place of
the worker.

Starts nothing but the agent itself, to see whether it starts.
"""

import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from refloader.native.installed import with_programs
from refloader.native.machine_target import DEVICE, chosen_abi, chosen_machine

_BITS = {"i386": 32, "aarch64": 64}


class Abi(NamedTuple):
    """The word size of an ABI of Android, and the number of its processor in the head of an ELF file."""

    bits: int
    machine: int


ABIS = {
    "arm64-v8a": Abi(64, 183),
    "armeabi-v7a": Abi(32, 40),
    "x86_64": Abi(64, 62),
    "x86": Abi(32, 3),
}

OWN_PROGRAMS = "REFLOADER_ADB_PROGRAMS"
"""The variable with the user's folder of the agent and the mocks for a device."""

_EMULATORS = {"aarch64": "qemu-aarch64"}
"""The programs of qemu-user that run an agent where the processor cannot."""

_INSTALL = {"i386": " (Debian: dpkg --add-architecture i386, apt update, apt install libc6:i386)"}
_NO_SCRIPT = 96
"""How the agent ends without a script."""


@dataclass(frozen=True, slots=True)
class Agent:
    """The agent for a machine: ``folder`` has the program and the mocks that its loaders open.

    ``serial`` is that of the device that runs it, empty if this machine does.
    """

    name: str
    bits: int
    folder: str
    serial: str = ""

    @property
    def program(self) -> str:
        """The path of the program."""
        return os.path.join(self.folder, "agent")

    @property
    def emulator(self) -> str:
        """The path of the program that runs it, empty if the machine does itself or has none."""
        return _found(_EMULATORS.get(self.name, ""))

    @property
    def emulation(self) -> str:
        """What runs it, as that program names itself; empty if the machine does."""
        if not self.emulator:
            return ""
        told = subprocess.run(
            [self.emulator, "--version"], capture_output=True, timeout=30, env={}, check=False
        )
        return told.stdout.decode("utf-8", "replace").partition("\n")[0].strip()


def agent() -> Agent | None:
    """Return the agent that loaders run in; None if they run in the harness's own worker."""
    name = chosen_machine()
    if name.startswith(DEVICE):
        return for_device(name.removeprefix(DEVICE), chosen_abi())
    return built(name) if name else None


def for_device(serial: str, abi: str) -> Agent | None:
    """Return the agent for a device of this ABI, which is in the user's folder; None without one."""
    folder = os.environ.get(OWN_PROGRAMS, "")
    if abi not in ABIS or not folder or not os.path.isfile(os.path.join(folder, "agent")):
        return None
    return Agent(DEVICE + serial, ABIS[abi].bits, folder, serial)


def why_not_here(name: str) -> str:
    """Return why no agent for a machine starts here, built or not; an empty string if one may."""
    if name == platform.machine():
        return "that is this machine itself: leave the option out"
    if name in _EMULATORS and not _found(_EMULATORS[name]):
        return f"there is no {_EMULATORS[name]}, which runs its programs here (Debian: apt install qemu-user)"
    return ""


def why_not_started(name: str) -> str:
    """Return why the agent for a machine does not start here, or an empty string. It is given no script."""
    found = built(name)
    if found is None:
        return "it is not built"
    if reason := why_not_here(name):
        return reason
    command = [found.emulator, found.program] if found.emulator else [found.program]
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, env={}, check=False
        )
    except FileNotFoundError:
        return f"this machine has no dynamic linker of {found.bits} bits{_INSTALL.get(name, '')}"
    except (OSError, subprocess.SubprocessError) as error:
        return f"its program does not start: {error}"
    if ended.returncode != _NO_SCRIPT:
        return f"its program does not start: {ended.stderr.decode('utf-8', 'replace').strip()}"
    return ""


@cache
def _found(program: str) -> str:
    return os.path.realpath(path) if (path := shutil.which(program)) else ""


def built(name: str) -> Agent | None:
    """Return the agent for a machine, or None if this installation has none."""
    folder = with_programs(name)
    return Agent(name, _BITS[name], folder) if folder else None

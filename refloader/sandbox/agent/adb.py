"""A device that adb reaches: files go there, commands run there, and their output comes back.

Decides nothing about loaders. Whatever adb or the device refuses is a DeviceError whose message says what to do.
"""

import os
import re
import shutil
import subprocess
from functools import cache

from refloader.model.text import brief, quote, visible
from refloader.native.agent_target import ABIS, OWN_PROGRAMS, for_device

FOLDER = "REFLOADER_ADB_FOLDER"
"""The variable with the folder of the device in which refloader makes its own."""

_USUAL_FOLDER = "/data/local/tmp"
_ANSWER = 30.0
_SENDING = 300.0
_MOST_OUTPUT = 256 << 20
_HEAD = 20
_ORDINARY = re.compile(r"[\w./+-]+", re.ASCII)
_ELF = b"\x7fELF"

_REFUSALS = (
    (
        "unauthorized",
        "it has not allowed this machine to debug it: unlock it, and accept the key that it shows",
    ),
    ("offline", "it is offline: connect it again, or restart adb on this machine (adb kill-server)"),
    (
        "no permissions",
        "this user may not open its USB device: adb devices -l says which rule of udev is missing",
    ),
    ("no devices", "there is no device of this serial number: adb devices lists those that there are"),
    ("not found", "there is no device of this serial number: adb devices lists those that there are"),
)
"""What adb says of a device that it does not reach, and what a user can do about it."""


class DeviceError(Exception):
    """The device cannot be used, or not any more. The message says why."""


class Device:
    """The device of a serial number."""

    def __init__(self, serial: str) -> None:
        self.serial = serial
        self._adb = _program()

    @property
    def folder(self) -> str:
        """The folder of the device in which refloader makes its own."""
        return os.environ.get(FOLDER, _USUAL_FOLDER)

    def check(self) -> None:
        """Ask whether the device is there. Raises DeviceError if it is not, with the reason."""
        state = self._called(("get-state",), _ANSWER).decode("utf-8", "replace").strip()
        if state != "device":
            raise DeviceError(self._sentence(state))

    def abi(self) -> str:
        """Return the ABI of the device, as Android names it. Raises DeviceError, also for an unknown one."""
        told = self.output("getprop ro.product.cpu.abi", _ANSWER).decode("utf-8", "replace").strip()
        if told not in ABIS:
            known = ", ".join(ABIS)
            raise DeviceError(
                f"{self._name}: its ro.product.cpu.abi is {quote(told)}, and refloader knows {known}"
            )
        return told

    def push(self, source: str, target: str) -> None:
        """Copy a file to the device. Raises DeviceError."""
        self._called(("push", source, target), _SENDING)

    def output(self, command: str, timeout: float) -> bytes:
        """Return what a command of the device's shell prints. Raises DeviceError."""
        return self._called(("exec-out", command), timeout)

    def lost(self) -> DeviceError:
        """Return the error of an answer that did not come to its end: what adb now says of the device."""
        try:
            self.check()
        except DeviceError as gone:
            return DeviceError(f"{gone} (it went away during a case)")
        return DeviceError(f"{self._name}: the answer of a case was cut off, and the device is there again")

    @property
    def _name(self) -> str:
        return f"adb:{visible(self.serial)}"

    def _called(self, words: tuple[str, ...], timeout: float) -> bytes:
        try:
            done = subprocess.run(
                [self._adb, "-s", self.serial, *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise DeviceError(
                f"{self._name}: adb {words[0]} has not answered within {timeout:.0f} s"
            ) from late
        except OSError as error:
            raise DeviceError(f"{self._name}: adb cannot be started: {error.strerror}") from error
        if len(done.stdout) > _MOST_OUTPUT:
            raise DeviceError(f"{self._name}: adb {words[0]} printed more than {_MOST_OUTPUT >> 20} MiB")
        if done.returncode != 0:
            raise DeviceError(self._sentence((done.stderr or done.stdout).decode("utf-8", "replace")))
        return done.stdout

    def _sentence(self, told: str) -> str:
        """Return why adb does not do what it was asked, from its own words."""
        lower = told.lower()
        known = next((reason for word, reason in _REFUSALS if word in lower), "")
        return f"{self._name}: {known or f'adb says {quote(brief(told.strip()))}'}"


def check_programs(serial: str, abi: str) -> None:
    """Raise DeviceError unless the user names a folder with an agent for this ABI."""
    found = for_device(serial, abi)
    if found is None:
        raise DeviceError(
            f"adb:{visible(serial)}: refloader has no programs for {abi}: build refloader/probes/device of a "
            f"checkout with the Android NDK, and name the folder in {OWN_PROGRAMS} (docs/targets.md)"
        )
    with open(found.program, "rb") as file:
        head = file.read(_HEAD)
    wanted = (ABIS[abi].bits // 32, ABIS[abi].machine)
    if head[:4] != _ELF or (head[4], int.from_bytes(head[18:20], "little")) != wanted:
        raise DeviceError(
            f"adb:{visible(serial)}: {visible(found.program)} is no program for {abi}, which the device runs"
        )


def check_folder(device: Device) -> None:
    """Raise DeviceError unless the folder of the device is one that a shell needs no quotes for."""
    if not device.folder.startswith("/") or not _ORDINARY.fullmatch(device.folder):
        raise DeviceError(f"{FOLDER}: {quote(device.folder)} is no absolute path of plain letters")


@cache
def _program() -> str:
    """Return the path of adb. Raises DeviceError if there is none."""
    if found := shutil.which("adb"):
        return found
    raise DeviceError("there is no adb on this machine (Debian: apt install adb)")

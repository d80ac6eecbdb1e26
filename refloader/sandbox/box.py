"""The box that a worker closes around itself before it opens a library that is not ours. Nothing in it comes back.

Runs in the child and imports the standard library and neighbours that do the same. ``refloader/native/worker/box.c``
does it, system calls and Landlock included; where that was not built, this gives up user and capabilities alone.
"""

import ctypes
import os
import resource
import signal
from collections.abc import Iterable, Mapping
from typing import Any

from refloader.sandbox import lineage

_LIBC = ctypes.CDLL(None, use_errno=True)
# Looked up here, since a process that does it after a fork touches much memory for it.
_CONTROL, _SET_CAPABILITIES = _LIBC.prctl, _LIBC.capset
_SET_DUMPABLE, _NO_NEW_PRIVILEGES = 4, 38
_VERSION_3 = 0x20080522
_HEADER = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
_NOTHING = (ctypes.c_uint32 * 6)()
_KEEPS_TCP, _KEEPS_SIGNALS = 4, 6
"""Versions of Landlock that keep a process from the network, and from signalling processes outside."""


_NAMES = ("user", "mortal", "privileged", "own_numbers", "local", "ruleset", "filter", "processes")


class Structure(ctypes.Structure):
    """What ``box.h`` calls a box."""

    _fields_ = tuple((name, ctypes.c_int32) for name in _NAMES)


class Box:
    """The box of one station. ``library`` is the path of the C part, empty where it was not built.

    ``settings`` are those of the harness; without namespaces only ``readable`` can be read, only ``devices`` read and
    written, and only what is below ``writable`` changed, where the kernel has Landlock. With namespaces ``apart``
    keeps it from looking into processes that it sees in /proc though they are not its own.
    """

    def __init__(
        self,
        library: str,
        settings: Mapping[str, Any],
        *,
        readable: Iterable[str] = (),
        devices: Iterable[str] = (),
        writable: Iterable[str] = (),
        apart: bool = False,
    ) -> None:
        self._c = ctypes.CDLL(library, use_errno=True) if library else None
        self._version = self._c.box_landlock() if self._c else 0
        own_numbers = settings["namespaces"]
        user = settings["become"]
        ruleset = -1
        if self._c and self._version and not own_numbers:
            ruleset = self._c.box_rules(*map(_texts, (readable, devices, writable)))
        if self._c and own_numbers and apart:
            ruleset = self._c.box_apart(*map(os.fsencode, writable))
        self.structure = Structure(
            user=-1 if user is None else user,
            mortal=not own_numbers,
            own_numbers=own_numbers,
            local=settings["local"],
            ruleset=ruleset,
            filter=self._c.box_can_filter() if self._c else 0,
        )

    @property
    def descriptors(self) -> tuple[int, ...]:
        """Those that a worker needs until the box is closed."""
        return (self.structure.ruleset,) if self.structure.ruleset >= 0 else ()

    @property
    def features(self) -> dict[str, int]:
        """What the machine gives: whether system calls are filtered, and Landlock's version where it guards files.

        ``apart`` is whether it keeps a process from looking into others.
        """
        is_used, own = self.structure.ruleset >= 0, bool(self.structure.own_numbers)
        used = self._version if is_used and not own else 0
        return {"seccomp": self.structure.filter, "landlock": used, "apart": is_used and own}

    def close(self, *, privileged: bool = False) -> None:
        """Give up user, capabilities, system calls and files; ``privileged`` leaves the next program its privilege.

        Raises:
            OSError: something had to be given up and is not.
        """
        self.structure.privileged = privileged
        if self._c is None:
            _close(self.structure)
        elif self._c.box_close(ctypes.byref(self.structure)):
            number = ctypes.get_errno()
            raise OSError(number, f"the box does not close: {os.strerror(number)}")

    def trial(self, folder: str) -> str:
        """Why a process in the box cannot work in this folder or be ended from here, or an empty text."""
        reading, writing = os.pipe()
        worker = os.fork()
        if worker == 0:
            self._try(writing, folder)
        os.close(writing)
        reason = os.read(reading, 4096).decode("utf-8", "replace")
        os.close(reading)
        try:
            os.kill(worker, signal.SIGKILL)
        except OSError as error:
            reason = reason or f"a process of user {self.structure.user} cannot be ended: {error.strerror}"
        os.waitpid(worker, 0)
        return reason

    def _try(self, channel: int, folder: str) -> None:
        try:
            self.close()
            os.chdir(folder)
        except OSError as error:
            os.write(channel, str(error).encode())
        os.close(channel)
        while True:
            signal.pause()


def words(features: Mapping[str, int], *, namespaces: bool) -> Iterable[str]:
    """What the kernel does for the box, beside users and namespaces, in words."""
    unfiltered = "no seccomp: the kernel has none, or what closes the box was not built"
    yield "seccomp" if features["seccomp"] else unfiltered
    version = features["landlock"]
    if version:
        more = [", TCP"] if version >= _KEEPS_TCP else []
        more += [", signals, abstract sockets"] if version >= _KEEPS_SIGNALS else []
        yield f"Landlock {version} (files{''.join(more)})"
    elif not namespaces:
        yield "no Landlock: every file that its user can reach is in reach"


def no_more_privilege() -> None:
    """Let no program that is started from here on get more privilege than this process has, whatever its file says.

    Raises:
        OSError: the kernel refuses.
    """
    if _CONTROL(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _close(box: Structure) -> None:
    """What ``box_close`` does, but for system calls and files."""
    os.setpgid(0, 0)
    if box.processes:
        resource.setrlimit(resource.RLIMIT_NPROC, (box.processes, box.processes))
    if not box.privileged:
        no_more_privilege()
    if box.user >= 0:
        os.setresgid(box.user, box.user, box.user)
        os.setresuid(box.user, box.user, box.user)
    if _SET_CAPABILITIES(_HEADER, _NOTHING) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    _CONTROL(_SET_DUMPABLE, 1, 0, 0, 0)
    if box.mortal:
        lineage.die_with_parent()


def _texts(paths: Iterable[str]) -> Any:
    names = [os.fsencode(path) for path in paths]
    return (ctypes.c_char_p * (len(names) + 1))(*names, None)

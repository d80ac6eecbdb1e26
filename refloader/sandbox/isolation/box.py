"""The box: what a worker gives up, for good, before it opens a third-party library.

Runs in the worker; imports only the standard library and modules that do the same. ``refloader/native/worker/box.c``
does the work, including the system call filter and Landlock. Where it was not built, this module does what Python
can, without the filter and Landlock.
"""

import ctypes
import os
import resource
import signal
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from refloader.sandbox.isolation import process_tree

_LIBC = ctypes.CDLL(None, use_errno=True)
# Looked up at import: a lookup after the fork would make the worker copy many pages.
_CONTROL, _SET_CAPABILITIES = _LIBC.prctl, _LIBC.capset
_SET_DUMPABLE, _NO_NEW_PRIVILEGES = 4, 38
_VERSION_3 = 0x20080522
_HEADER = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
_NOTHING = (ctypes.c_uint32 * 6)()
_KEEPS_TCP, _KEEPS_SIGNALS = 4, 6
"""The first versions of Landlock that can restrict TCP, and signals to processes outside."""


_NAMES = (
    "user",
    "mortal",
    "privileged",
    "own_numbers",
    "local",
    "ruleset",
    "filter",
    "processes",
    "also_i386",
)


class Structure(ctypes.Structure):
    """The ``struct box`` of ``box.h``."""

    _fields_ = tuple((name, ctypes.c_int32) for name in _NAMES)


@lru_cache(1)
def opened(library: str) -> ctypes.CDLL:
    """Open the C part, once: later its path may lead elsewhere. Raises OSError."""
    return ctypes.CDLL(library, use_errno=True)


class Box:
    """The box of one fork server's workers. ``library`` is the path of the C part, empty if it was not built.

    ``settings`` come from the harness. Without namespaces, and if the kernel has Landlock, workers can read only
    ``readable``, read and write only ``devices``, and change only what is below ``writable``. With namespaces,
    ``apart`` prevents workers from inspecting processes of others that they see in /proc.
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
        self._c = opened(library) if library else None
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
            also_i386=settings.get("also_i386", False),
        )

    @property
    def descriptors(self) -> tuple[int, ...]:
        """The file descriptors that a worker must keep open until it calls ``close``."""
        return (self.structure.ruleset,) if self.structure.ruleset >= 0 else ()

    @property
    def features(self) -> dict[str, int]:
        """The kernel features in use: whether system calls are filtered, and Landlock's version (0 if not used).

        ``apart`` is true if the box prevents a process from inspecting others.
        """
        is_used, own = self.structure.ruleset >= 0, bool(self.structure.own_numbers)
        used = self._version if is_used and not own else 0
        return {"seccomp": self.structure.filter, "landlock": used, "apart": is_used and own}

    def close(self, *, privileged: bool = False) -> None:
        """Give up user, capabilities, system calls and files.

        With ``privileged``, a program that is executed next may still gain privilege.

        Raises:
            OSError: a restriction could not be applied.
        """
        self.structure.privileged = privileged
        if self._c is None:
            _close(self.structure)
        elif self._c.box_close(ctypes.byref(self.structure)):
            number = ctypes.get_errno()
            raise OSError(number, f"the box does not close: {os.strerror(number)}")

    def trial(self, folder: str) -> str:
        """Return why a process in the box cannot work in this folder or cannot be killed from here, or ""."""
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
    """Yield the kernel features that the box uses, besides users and namespaces, as text for a report."""
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
    """Keep programs started from now on from gaining privilege, whatever the mode of their files.

    Raises:
        OSError: the kernel refuses.
    """
    if _CONTROL(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _close(box: Structure) -> None:
    """Apply the restrictions of ``box_close`` except the system call filter and the rules for files."""
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
        process_tree.die_with_parent()


def _texts(paths: Iterable[str]) -> Any:
    names = [os.fsencode(path) for path in paths]
    return (ctypes.c_char_p * (len(names) + 1))(*names, None)

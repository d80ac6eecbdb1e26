"""What a process gives up before it opens a loader: privilege, signals, memory, files, processes.

Runs in the child and imports the standard library only. It is for the station, whose children inherit the limits;
what each child gives up by itself is in ``box``. Nothing given up comes back.
"""

import ctypes
import os
import re
import resource
import signal
from collections.abc import Iterable
from contextlib import suppress

ORDINARY = 65534
"""The user and group that a loader runs as where the harness is root."""

SECOND = 65533
"""Whom a program with privilege becomes when it starts."""

_MEMORY = 4 << 30
"""Bytes of address space: enough for a software driver with its compiler, too little to hurt the machine."""

_FILE = 256 << 20
"""Bytes that a file can grow to."""

_DRIVERS_FILE = 4 << 30
"""The same where drivers are at work, which keep what they share in files of memory."""

_NUMBERS = 1024
"""Process numbers in a namespace of one's own: a limit that holds for root as well, and for nobody else."""

_PROCESSES = 512
"""Processes and threads beyond those that the user has already, where there is no such limit: whoever takes them
all takes them from every process of that user."""

_LIBC = ctypes.CDLL(None, use_errno=True)
_DROP_FROM_BOUND = 24
LOW_PORTS = 10
"""The one capability that a program with privilege has: to bind to ports below 1024, where there is no network."""

_LAST = 63


def is_root() -> bool:
    """Whether this process is the machine's root, and not a user who is called so in a namespace."""
    if os.geteuid() != 0:
        return False
    try:
        with open("/proc/self/uid_map", encoding="ascii") as file:
            return any(line.split()[:2] == ["0", "0"] for line in file)
    except OSError:
        return True


def set_limits(
    user: int,
    *,
    own_processes: bool,
    groups: Iterable[int] = (),
    drivers: bool = False,
    devices: bool = False,
) -> None:
    """Limit this process and all it starts, and let all signals do what they do by default.

    ``user`` is whom they will run as, in these ``groups`` and in no others where this process is root. ``drivers``
    tells that drivers are what is run, ``devices`` that they have GPUs.
    """
    if os.getuid() == 0 and user != 0:
        os.setgroups(list(groups))
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)  # whoever started the harness may have some ignored or blocked
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if drivers:  # a file that cannot grow is an error to who writes to it, and not the end of the process
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _lower(resource.RLIMIT_FSIZE, _DRIVERS_FILE if drivers else _FILE)
    if devices:
        _limit_beside_devices()
    else:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    _no_core_dump()
    with suppress(OSError):  # some containers show it read-only
        _prefer_to_kill()
    if own_processes and not _numbers_are_limited():
        _lower(resource.RLIMIT_NPROC, processes_of(user))


def processes_of(user: int) -> int:
    """How many processes and threads a user may have in all: some more than there are."""
    _, most = resource.getrlimit(resource.RLIMIT_NPROC)
    wanted = _threads_of(user) + _PROCESSES
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)


def keep_only(*capabilities: int) -> None:
    """Let no program that is started from now on have more capabilities than these."""
    for number in range(_LAST + 1):
        if number not in capabilities:
            _LIBC.prctl(_DROP_FROM_BOUND, number, 0, 0, 0)


def _limit_beside_devices() -> None:
    """Limit memory by what can be written to: a GPU's driver maps far more than the machine has, and locks some.

    A quarter of what the machine has is much for a driver, and leaves the other runs theirs.
    """
    _lower(resource.RLIMIT_DATA, max(_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4))
    _, most = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    with suppress(OSError, ValueError):  # only root can raise the most
        most = resource.RLIM_INFINITY if os.getuid() == 0 else most
        resource.setrlimit(resource.RLIMIT_MEMLOCK, (most, most))


def _lower(kind: int, value: int) -> None:
    _, most = resource.getrlimit(kind)
    value = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(kind, (value, value))


def _threads_of(user: int) -> int:
    count = 0
    for name in os.listdir("/proc"):
        try:
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == user:
                count += len(os.listdir(f"/proc/{name}/task"))
        except OSError:  # ended meanwhile
            continue
    return count


def _no_core_dump() -> None:
    # 1 byte, not 0: a limit of 1 also keeps the kernel from piping the dump to a program.
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (1, 1))
    except ValueError:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _prefer_to_kill() -> None:
    """When the machine runs out of memory, let it be found here first."""
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _numbers_are_limited() -> bool:
    """Let the processes of this namespace have few numbers; whether that can be done."""
    if not _numbers_are_by_namespace():
        return False
    try:
        with open("/proc/sys/kernel/pid_max", "w", encoding="ascii") as file:
            file.write(str(_NUMBERS))
    except OSError:  # some containers show it read-only
        return False
    return True


def _numbers_are_by_namespace() -> bool:
    """Whether pid_max is each namespace's own; before it was the whole machine's, which is left alone."""
    numbers = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= (6, 14)

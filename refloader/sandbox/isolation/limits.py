"""The limits for every worker: privilege, signals, memory, files, processes.

Runs in the fork server, whose children inherit the limits, and imports the standard library only. What each worker
gives up itself is in ``box``. A process cannot lift the limits again.
"""

import ctypes
import os
import re
import resource
import signal
from collections.abc import Iterable
from contextlib import suppress

ORDINARY = 65534
"""The user and group of loaders when the harness runs as root."""

SECOND = 65533
"""The user or group that a setuid or setgid program changes to when it starts."""

_MEMORY = 4 << 30
"""Bytes of address space: enough for a software driver with its compiler, too little to hurt the machine."""

_THREADS, _THREAD_MEMORY = 8, 256 << 20
"""Processors for whose threads that is enough, and what each further one needs: a software driver starts threads for
each of its devices, and each thread has a stack and reserves 64 MiB for what it allocates."""

_FILE = 256 << 20
"""Maximum size of a file in bytes."""

_DRIVERS_FILE = 4 << 30
"""The same if drivers are run, because their shared memory consists of files."""

_NUMBERS = 1024
"""Process ids in a process namespace: a limit that applies to root too, and to no process outside."""

_PROCESSES = 512
"""Processes and threads beyond those that the user already has, if process ids are not limited. A loader that uses
them all leaves none for the user's other processes."""

_LIBC = ctypes.CDLL(None, use_errno=True)
_DROP_FROM_BOUND = 24
LOW_PORTS = 10
"""The one capability that a privileged program gets: to bind to ports below 1024, useless without a network."""

_LAST = 63


def is_root() -> bool:
    """True if this process is root on the machine, not only root in a user namespace."""
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
    addresses: int | None = None,
) -> None:
    """Limit this process and everything it starts, and reset all signals to their default actions.

    ``user`` is the user that workers will run as; if this process is root, they are in these ``groups`` and in no
    others. ``drivers`` says that drivers are run, ``devices`` that they can open GPUs. ``addresses`` are the bytes of
    address space, by default those of ``address_space``.
    """
    if os.getuid() == 0 and user != 0:
        os.setgroups(list(groups))
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)  # the harness may have inherited ignored or blocked signals
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if drivers:  # a write beyond the limit then returns an error and does not kill the process
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _lower(resource.RLIMIT_FSIZE, _DRIVERS_FILE if drivers else _FILE)
    if devices:
        _limit_beside_devices()
    else:
        _lower(resource.RLIMIT_AS, addresses or address_space())
    _no_core_dump()
    with suppress(OSError):  # some containers show it read-only
        _prefer_to_kill()
    if own_processes and not _numbers_are_limited():
        _lower(resource.RLIMIT_NPROC, processes_of(user))


def address_space() -> int:
    """Return the bytes of address space: more on machines of many processors, but not for half of their memory."""
    wanted = _MEMORY + _THREAD_MEMORY * max(0, (os.cpu_count() or 1) - _THREADS)
    return max(_MEMORY, min(wanted, _physical_memory() // 2))


def processes_of(user: int) -> int:
    """Return how many processes and threads a user may have in total: ``_PROCESSES`` more than now."""
    _, most = resource.getrlimit(resource.RLIMIT_NPROC)
    wanted = _threads_of(user) + _PROCESSES
    return wanted if most == resource.RLIM_INFINITY else min(wanted, most)


def keep_only(*capabilities: int) -> None:
    """Drop all other capabilities from the bounding set, so that no program started from now on can have them."""
    for number in range(_LAST + 1):
        if number not in capabilities:
            _LIBC.prctl(_DROP_FROM_BOUND, number, 0, 0, 0)


def _physical_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _limit_beside_devices() -> None:
    """Limit data memory, not the address space: a GPU's driver maps far more than the machine has, and locks some.

    A quarter of the machine's memory is plenty for a driver and leaves enough for other runs.
    """
    _lower(resource.RLIMIT_DATA, max(_MEMORY, _physical_memory() // 4))
    _, most = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    with suppress(OSError, ValueError):  # only root can raise the hard limit
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
    """Make this process and its children the first that the kernel kills when the machine runs out of memory."""
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _numbers_are_limited() -> bool:
    """Limit the process ids of this namespace; False if that is not possible."""
    if not _numbers_are_by_namespace():
        return False
    try:
        with open("/proc/sys/kernel/pid_max", "w", encoding="ascii") as file:
            file.write(str(_NUMBERS))
    except OSError:  # some containers show it read-only
        return False
    return True


def _numbers_are_by_namespace() -> bool:
    """True if pid_max is per namespace (Linux 6.14). Before, it is the whole machine's, which is left alone."""
    numbers = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= (6, 14)

"""Process trees: children that die with their parent, adopted orphans, leftovers that are killed.

Runs in the fork server and in workers too; imports the standard library only. Never kills a process that is not a
child of the calling one.
"""

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress

_LIBC = ctypes.CDLL(None)
_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36
_PAUSE = 0.01


def die_with_parent(number: int = signal.SIGKILL) -> None:
    """Have the kernel kill this process, or send it another signal, when the thread that started it ends."""
    _LIBC.prctl(_SET_PDEATHSIG, number)


def adopt_orphans(*, wanted: bool = True) -> None:
    """Become the parent of every descendant whose own parent ends, or with ``wanted`` false, no longer do so."""
    _LIBC.prctl(_SET_CHILD_SUBREAPER, int(wanted))


def children() -> frozenset[int]:
    """Return the ids of this process's children, zombies included."""
    return frozenset(_children())


def end_children(besides: frozenset[int] = frozenset(), *, seconds: float = 2.0) -> tuple[int, ...]:
    """Kill and reap every child but those in ``besides``, until none is left or the time is up.

    After ``adopt_orphans``, the children of a killed child become children of this process and are killed in the
    next round, so that every descendant is reached. Return the ids of those that could not be killed.
    """
    deadline = time.monotonic() + seconds
    while (left := children() - besides) and time.monotonic() < deadline:
        for number in left:
            with suppress(OSError):  # another user's, or gone by now
                os.kill(number, signal.SIGKILL)
        time.sleep(_PAUSE)
        for number in left:
            with suppress(ChildProcessError):
                os.waitpid(number, os.WNOHANG)
    return tuple(sorted(left))


def descendants() -> frozenset[int]:
    """Return the process ids, as /proc shows them, of this process's children, their children and so on."""
    rows = [(int(name), _parent_of(name)) for name in os.listdir("/proc") if name.isdecimal()]
    found, new = set[int](), {int(os.readlink("/proc/self"))}
    while new:
        new = {number for number, parent in rows if parent in new} - found
        found |= new
    return frozenset(found)


def few_descendants(most: int) -> frozenset[int] | None:
    """Return what ``descendants`` does, or None if there are more than ``most``: a thousand of them take no longer.

    One whose parent ends during the look may be left out.
    """
    if not os.path.exists("/proc/thread-self/children"):  # kernels that do not list them
        every = descendants()
        return every if len(every) <= most else None
    found, new = set[str](), [os.readlink("/proc/self")]
    while new and len(found) <= most:
        under = _children_by_thread(new.pop())
        found.update(under)
        new += under
    return frozenset(map(int, found)) if len(found) <= most else None


def written() -> int:
    """Return the number of bytes that the descendants have written, as far as the kernel reports it."""
    return sum(map(_written_by, descendants()))


def _written_by(number: int) -> int:
    try:
        with open(f"/proc/{number}/io", "rb") as file:
            counts = dict(line.split(b":") for line in file)
        return max(int(counts[b"wchar"]), int(counts[b"write_bytes"]))
    except (OSError, LookupError, ValueError):
        return 0


def _children() -> Iterator[int]:
    own = os.getpid()
    for name in os.listdir("/proc"):
        if name.isdecimal() and _parent_of(name) == own:
            yield int(name)


def _children_by_thread(number: str) -> list[str]:
    """Return the children of a process as the kernel lists them for each thread; none if it has just ended."""
    found: list[str] = []
    with suppress(OSError):
        for name in os.listdir(f"/proc/{number}/task"):
            with open(f"/proc/{number}/task/{name}/children", encoding="ascii") as file:
                found += file.read().split()
    return found


def _parent_of(number: str) -> int:
    try:
        with open(f"/proc/{number}/stat", "rb") as file:
            # The second field is the program's name in parentheses and may hold anything.
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, LookupError):
        return 0

"""Processes that a hostile library must not touch, and what it left behind. Asserts nothing."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from refloader.host.pace import allowed

_LIMITS = ("Max open files", "Max processes", "Max address space")
_WAIT = 2.0
"""Seconds in which what a library left has to be gone, and more on a busy machine."""

_SCANS = 5
"""How often none has to be there: one that forks itself on may be between two numbers."""


class Bystander:
    """A process of the harness's user that does nothing, or the harness itself."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number
        self._before = vitals(number)

    def breaches(self) -> Iterator[str]:
        """What was done to it."""
        now = vitals(self.number)
        for what, before in self._before.items():
            if now.get(what) != before:
                yield f"{self.name}: {what} is {now.get(what)}, was {before}"


def sleeping(user: int) -> "subprocess.Popen[bytes]":
    """A bystander's process."""
    options = {} if user == os.geteuid() else {"user": user, "group": user, "extra_groups": []}
    return subprocess.Popen(["sleep", "3600"], start_new_session=True, cwd="/", **options)  # type: ignore[call-overload,no-any-return]


def vitals(number: int) -> dict[str, str]:
    """What may be changed of a process from outside."""
    found: dict[str, str] = {}
    try:
        status = Path(f"/proc/{number}/status").read_text().splitlines()
        fields = {name: value.strip() for name, _, value in (line.partition(":") for line in status)}
        state = fields["State"][:1]
        found["state"] = "alive" if state in "RSD" else "stopped" if state in "tT" else "ended"
        found |= {name: fields[name] for name in ("TracerPid", "Cpus_allowed_list")}
        found["oom score"] = Path(f"/proc/{number}/oom_score_adj").read_text().strip()
        found["priority"] = str(os.getpriority(os.PRIO_PROCESS, number))
        for line in Path(f"/proc/{number}/limits").read_text().splitlines():
            if line.startswith(_LIMITS):
                found[line[:26].strip()] = line[26:].strip()
    except (OSError, KeyError):
        found.setdefault("state", "ended")
    return found


def left(mark: str) -> tuple[int, ...]:
    """The processes of this name, once they have had time to be gone."""
    deadline = time.monotonic() + allowed(_WAIT)
    if not any(any(_named(mark)) for _ in range(_SCANS)):
        return ()
    while (found := tuple(_named(mark))) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def end(mark: str) -> None:
    """End the processes of this name, which is that of one act alone."""
    for _ in range(50):
        found = tuple(_named(mark))
        for number in found:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not found:
            return
        time.sleep(0.02)


def _named(mark: str) -> Iterator[int]:
    # The newest first: one that forks itself on is gone by the time that all others have been read.
    for name in sorted(filter(str.isdecimal, os.listdir("/proc")), key=int, reverse=True):
        with suppress(OSError):
            if Path(f"/proc/{name}/comm").read_text().strip() == mark and not _is_dead(name):
                yield int(name)


def _is_dead(number: str) -> bool:
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"

"""Runs a command of refloader and measures what it takes."""

import math
import os
import resource
import signal
import subprocess
import sys

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""With it, Python compiles all modules again for each command, which is not what is measured."""


HOPELESS = 5.0
"""How many times its bound a command may take before it is ended."""


def least(*words: str, bound: float, runs: int = 3) -> tuple[float, float]:
    """The same of the run that took least, for a row whose bound is so many seconds.

    Other programs on the machine cost a command processor time, too: where that is more than the bound, the command
    is run again.
    """
    best = used(*words, limit=bound * HOPELESS)
    for _ in range(runs - 1):
        if bound < best[0] < bound * HOPELESS:
            best = min(best, used(*words, limit=bound * HOPELESS))
    return best


def used(*words: str, limit: float | None = None) -> tuple[float, float]:
    """The processor time of the whole command in seconds, and its peak memory in MB; it has one thread.

    After ``limit`` seconds of processor time it is ended.
    """
    own = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    child = subprocess.Popen([sys.executable, "-m", "refloader", *words], stdout=subprocess.DEVNULL, env=own)
    if limit is not None:
        whole = math.ceil(limit)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (whole, whole + 1))
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    ended = (-signal.SIGXCPU, -signal.SIGKILL) if limit is not None else ()
    if child.returncode not in (0, 1, *ended):
        raise SystemExit(f"refloader {' '.join(words)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

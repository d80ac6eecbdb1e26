"""Runs a command of refloader and measures what it takes."""

import os
import subprocess
import sys

NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""With it, Python compiles all modules again for each command, which is not what is measured."""


def least(*words: str, runs: int = 3) -> tuple[float, float]:
    """The same of the run that took least: other programs on the machine cost a command processor time, too."""
    return min(used(*words) for _ in range(runs))


def used(*words: str) -> tuple[float, float]:
    """The processor time of the whole command in seconds, and its peak memory in MB; it has one thread."""
    own = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    child = subprocess.Popen([sys.executable, "-m", "refloader", *words], stdout=subprocess.DEVNULL, env=own)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"refloader {' '.join(words)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

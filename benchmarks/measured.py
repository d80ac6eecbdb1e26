"""Runs a command of refloader and measures what it takes."""

import os
import subprocess
import sys


def used(*words: str) -> tuple[float, float]:
    """The processor time of the whole command in seconds, and its peak memory in MB; it has one thread."""
    child = subprocess.Popen([sys.executable, "-m", "refloader", *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"refloader {' '.join(words)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

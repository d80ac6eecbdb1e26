"""Measures what must not end a process or leave a user without a word: odd settings, no memory, a busy machine.

The bounds of the counts are 0. A silence is the time in which a command prints nothing on a terminal.
"""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from rows import Row, alone

TOP = Path(__file__).resolve().parent.parent
_REFLOADER = (sys.executable, "-m", "refloader")
_NOTHING: tuple[object, ...] = ({}, [], None, "", 0, [[]], [{}], {"layers": {}}, {"layers": [{}]})
"""What stands for ``settings`` of a settings file."""

_MEMORY = "tests/dropin/processes/test_memory_failures.py"
_BUSY = 4
"""Processes that spin beside a self-test, for each core."""


def measure(fast: bool) -> Iterator[Row]:
    """Rows for settings files, refused memory, a self-test beside busy processes, and silences of a run."""
    yield _settings()
    yield _without_memory(fast)
    yield _beside_busy_processes()
    yield from _silence(fast)


def _settings() -> Row:
    """Return how often explain ended otherwise than with an answer, on settings files without settings."""
    ended = 0
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as root:
        place = Path(root, "etc/vulkan/loader_settings.d/vk_loader_settings.json")
        place.parent.mkdir(parents=True)
        for settings in _NOTHING:
            place.write_text(
                json.dumps({"file_format_version": "1.0.0", "settings": settings}), encoding="utf-8"
            )
            for words in (
                ("explain", "--root", root),
                ("explain", "-v", "--root", root),
                ("lint", "--root", root),
            ):
                done = subprocess.run((*_REFLOADER, *words), capture_output=True, text=True, check=False)
                ended += done.returncode not in (0, 1) or "Traceback" in done.stderr
    return alone(f"commands that {3 * len(_NOTHING)} odd settings files end", ended, "", 0)


def _without_memory(fast: bool) -> Row:
    """Return how many sweeps of refused requests for memory ended a process, or had it say something."""
    chosen = ["-k", "start or destroying or (any_request_may_fail and first)"] if fast else []
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen, _MEMORY]
    variables = {**os.environ, "REFLOADER_WHOLE": "1"}
    done = subprocess.run(command, cwd=TOP, env=variables, capture_output=True, text=True, check=False)
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", done.stdout)}
    broken = counts.get("failed", 0) + counts.get("error", 0)
    if not counts.get("passed", 0) + broken:
        raise SystemExit(f"{_MEMORY} ran nothing:\n{done.stdout[-2000:]}")
    note = f"of {counts.get('passed', 0) + broken} sweeps over requests that are refused, and over limits"
    return alone("sweeps of refused memory that end the drop-in's process", broken, "", 0, note)


def _beside_busy_processes() -> Row:
    """Return the exit code of a self-test on a machine that has other things to do: a limit that passes gives 3."""
    words = ("selftest", "--profile", "quick", "--violator", "enable_beats_disable")
    with _busy(_BUSY * len(os.sched_getaffinity(0))) as count:
        done = subprocess.run((*_REFLOADER, *words), capture_output=True, text=True, check=False)
    said = done.stdout.strip().splitlines() or ["it says nothing"]
    note = f"{count} processes spin: {said[-1]}"
    return alone("selftest of a mutant on a busy machine, exit code", abs(done.returncode), "", 0, note)


@contextmanager
def _busy(count: int) -> Iterator[int]:
    spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield count
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def _silence(fast: bool) -> Iterator[Row]:
    """Yield the longest silences of a run on a terminal: of all of it, and after the last case until it ends."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        chosen = ["--rule", "DISC-GEN"] if fast else ["--profile", "quick"]
        words = ["conform", "--loader", "reference-2026", *chosen, "--out", folder]
        times, code = _printed([*_REFLOADER, *words])
    if code not in (0, 1):
        raise SystemExit(f"refloader {' '.join(words)} ended with {code}")
    gaps = [after - before for before, after in pairwise(times)]
    yield alone("longest silence of conform on a terminal", max(gaps), "s", 5.0)
    yield alone("silence of conform before its last words", gaps[-1], "s", 2.0)


def _printed(command: list[str]) -> tuple[list[float], int]:
    """Return the times at which a command begins, prints something and ends, and its exit code."""
    ours, theirs = pty.openpty()
    times = [time.monotonic()]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        while True:
            if not os.read(ours, 1 << 16):
                break
            times.append(time.monotonic())
    except OSError:  # the last end of the terminal is closed
        pass
    finally:
        os.close(ours)
    code = child.wait()
    return [*times, time.monotonic()], code


if __name__ == "__main__":
    from rows import show

    show(measure("--fast" in sys.argv))

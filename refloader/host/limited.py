"""Runs a module of this package in a subprocess with limits on time, memory and output.

For parsers of untrusted files: a hostile file can then harm only the subprocess.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from refloader.host.pace import allowed
from refloader.host.port import Content, Failure, Trouble

_START = (
    "import sys; from refloader.host.limited import confine; confine(*map(int, sys.argv[1:4])); "
    "import runpy; sys.argv[:] = sys.argv[4:]; runpy.run_module(sys.argv[0], run_name='__main__')"
)
_MEGABYTE = 1 << 20


def run_limited(
    module: str,
    arguments: Sequence[str],
    *,
    seconds: int = 20,
    memory: int = 1024 * _MEGABYTE,
    output: int = 64 * _MEGABYTE,
) -> Content | Failure:
    """Return the standard output of ``python -P -m module arguments``, or a failure if it fails or exceeds a limit.

    ``memory`` and ``output`` are in bytes. ``seconds`` is extended on a slow machine. Standard error is discarded.
    """
    seconds = round(allowed(seconds))
    limits = [str(memory), str(output), str(seconds)]
    with tempfile.TemporaryFile() as told:
        child = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, *limits, module, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        try:
            ended = child.wait(seconds)
        except subprocess.TimeoutExpired:
            return Failure(Trouble.OTHER, f"reading it takes longer than {seconds} seconds")
        finally:
            _end(child)
        told.seek(0)
        return Content(told.read(output)) if ended == 0 else Failure(Trouble.OTHER, _how(ended))


def confine(memory: int, output: int, seconds: int) -> None:
    """Limit this process's address space, file sizes and CPU time, and disable core dumps, where the system can."""
    try:
        import resource
    except ImportError:  # on Windows the parent's timeout is the only limit
        return
    for kind, value in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, output),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        most = resource.getrlimit(kind)[1]
        lowered = value if most == resource.RLIM_INFINITY else min(value, most)
        with contextlib.suppress(OSError, ValueError):  # macOS does not support a limit on the address space
            resource.setrlimit(kind, (lowered, lowered))


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kill the child and its process group, if it is still running, and wait for it."""
    if child.poll() is None:
        if sys.platform == "win32":
            child.kill()
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _how(ended: int) -> str:
    limits = [getattr(signal, name, None) for name in ("SIGKILL", "SIGXCPU")]  # Windows has neither
    if ended in [-number for number in limits if number]:
        return "reading it takes too much time or memory"
    if ended < 0:
        return f"reading it ended with signal {-ended}"
    return "it cannot be read: the parser gave up"

"""Runs a module of this package in a child process that has little time and memory: for parsers of others' files.

What a parser makes of a hostile file then costs that child and nothing else. Knows nothing of what it runs.
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
    """What ``python -P -m module arguments`` prints; a failure where it ends badly, or takes too much of something.

    ``memory`` and ``output`` are bytes. What it says on standard error is lost.
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
    """Limit this process, where its system can: address space, size of files, processor time, no dump."""
    try:
        import resource
    except ImportError:  # Windows: only the parent's clock
        return
    for kind, value in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, output),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        most = resource.getrlimit(kind)[1]
        lowered = value if most == resource.RLIM_INFINITY else min(value, most)
        with contextlib.suppress(OSError, ValueError):  # macOS takes no limit of the address space
            resource.setrlimit(kind, (lowered, lowered))


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child with all that it started, if it has not ended."""
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

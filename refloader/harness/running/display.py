"""An X server that shows nothing, for programs that open windows: one for the process. Judges nothing.

Third-party code talks to it, so it has no rights that could be had through it, and no network.
"""

import atexit
import os
import select
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.harness.worker import lineage
from refloader.host.pace import allowed

_OPTIONS = ("-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset")
"""Without the last one it begins anew when the last client goes, and the next one finds nobody."""

_AS_NOBODY: Mapping[str, Any] = {"user": 65534, "group": 65534, "extra_groups": ()}
_AS_OURSELVES: Mapping[str, Any] = {}
_PATIENCE = 10.0
"""Seconds in which it has to be there."""


@dataclass(frozen=True, slots=True)
class _Server:
    """``process`` is None and ``name`` empty where none could be started."""

    process: subprocess.Popen[bytes] | None
    name: str


_started: list[_Server] = []


def display() -> str:
    """The name of the display, such as ``:99``; empty where Xvfb is not installed or does not start.

    It ends with this process, or with the run of the suite that ends all processes that it has started.
    """
    program = shutil.which("Xvfb")
    server = _started[-1].process if _started else None
    gone = server is not None and bool(_started[-1].name) and server.poll() is not None
    if program and (gone or not _started):
        _started.append(_start(program))
    return _started[-1].name if _started else ""


def _start(program: str) -> _Server:
    ours, theirs = os.pipe()
    try:
        process = _process([program, "-displayfd", str(theirs), *_OPTIONS], theirs)
    finally:
        os.close(theirs)
    name = _answer(ours)
    if process:
        atexit.register(process.kill)
    return _Server(process, name)


def _process(words: Sequence[str], descriptor: int) -> subprocess.Popen[bytes] | None:
    """The server, as nobody where that can be: a root that has no capabilities starts it as itself."""
    for rights in (_AS_NOBODY, _AS_OURSELVES) if os.geteuid() == 0 else (_AS_OURSELVES,):
        try:
            return subprocess.Popen(
                words,
                pass_fds=(descriptor,),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                preexec_fn=lineage.die_with_parent,
                **rights,
            )
        except OSError:  # the next rights, or no server
            continue
    return None


def _answer(ours: int) -> str:
    """The number that the server says when programs can come."""
    with open(ours, "rb") as answers:
        ready, _, _ = select.select([answers], [], [], allowed(_PATIENCE))
        number = answers.readline().strip() if ready else b""
    return f":{number.decode()}" if number.isdigit() else ""

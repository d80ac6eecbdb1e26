"""Runs pip: one process at a time, all of whose children end with it, and over what an interrupted run left.

Decides nothing about what is to be installed.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from types import FrameType
from typing import NoReturn, TextIO

from refloader.cli.terminal.output import say
from refloader.sandbox.isolation import process_tree

_SECONDS = 20.0
"""How long the processes of an installation may take to be killed."""

_held = list[int]()
"""What keeps others from installing while this process runs."""


class _StoppedError(Exception):
    """The installation is to end."""


@contextmanager
def alone(folders: Sequence[str]) -> Iterator[None]:
    """Wait until no other refloader installs into, builds in or holds one of the folders, and keep others waiting.

    The processes that the block forks hold the locks as well, and keep them if this one is killed. What this process
    holds itself it lets go.
    """
    with ExitStack() as stack:
        while _held:
            os.close(_held.pop())
        for folder in folders:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, descriptor)
            _lock(descriptor, fcntl.LOCK_EX, "installs or uses")
        yield


def hold(folder: str) -> None:
    """Wait until no other refloader installs into the folder, and keep others from it until this process ends.

    pip removes what it installs again, mocks and probers that a run is about to start among it. Programs that this
    process executes hold nothing. A file system without locks is ignored.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        _held.append(descriptor)
        _lock(descriptor, fcntl.LOCK_SH, "installs")


def _lock(descriptor: int, how: int, does: str) -> None:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"refloader: waiting for another refloader that {does} the native parts", err=True)
        fcntl.flock(descriptor, how)


@dataclass(slots=True)
class Running:
    """A command at work: its output, standard errors included, and its exit status once the output was read."""

    output: TextIO
    status: int | None = None


@contextmanager
def running(command: Sequence[str], variables: Mapping[str, str]) -> Iterator[Running]:
    """Run a command. Its processes are killed if the block is left by an exception, or if this process is killed."""
    reading, writing = os.pipe()
    parent = os.getpid()
    # A signal that reaches the child before its own handlers are there waits for them, and is not lost.
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    child = os.fork()
    if child == 0:
        os.close(reading)
        _supervise(command, variables, writing, parent)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    os.close(writing)
    with open(reading, encoding="utf-8", errors="replace") as output:
        ran = Running(output)
        try:
            yield ran
        except BaseException:
            os.kill(child, signal.SIGTERM)
            raise
        finally:
            ran.status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _supervise(command: Sequence[str], variables: Mapping[str, str], output: int, parent: int) -> NoReturn:
    """Run the command and exit as it does. At SIGTERM, or if the parent ends, kill all its processes and exit."""
    status = 1
    try:
        # Ctrl-C reaches the parent as well, which says what to do.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _stop)
        # The parent blocked it, and whoever started that may have.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        process_tree.adopt_orphans()
        process_tree.die_with_parent(signal.SIGTERM)
        if os.getppid() == parent:
            status = subprocess.call(
                command, env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
    except _StoppedError:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        process_tree.end_children(seconds=_SECONDS)
        os._exit(status if 0 <= status <= 255 else 1)


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _StoppedError


def half_installed(modules: Mapping[str, str]) -> tuple[str, ...]:
    """Return those of the modules in this virtual environment whose installation did not come to its end.

    ``modules`` are the projects that they belong to. An installer writes the record of a project last.
    """
    if sys.prefix == sys.base_prefix:
        return ()
    return tuple(module for module, project in modules.items() if _is_here(module) and not _is_whole(project))


def remove_traces(projects: Sequence[str]) -> None:
    """Remove what this environment knows of projects without a record, over which pip could install nothing."""
    for project in projects:
        try:
            found = metadata.distribution(project)
        except metadata.PackageNotFoundError:
            continue
        folder = os.path.realpath(str(found.locate_file("")))
        named = f"{project.replace('-', '_')}-{found.version}.dist-info"
        if folder in _site_packages() and not found.read_text("RECORD"):
            shutil.rmtree(os.path.join(folder, named), ignore_errors=True)


def _is_here(module: str) -> bool:
    """Return whether the module is found in this environment itself."""
    spec = find_spec(module)
    places = (spec.submodule_search_locations or ()) if spec else ()
    return any(os.path.dirname(os.path.realpath(place)) in _site_packages() for place in places)


def _is_whole(project: str) -> bool:
    try:
        return bool(metadata.distribution(project).read_text("RECORD"))
    except metadata.PackageNotFoundError:
        return False


def _site_packages() -> frozenset[str]:
    return frozenset(os.path.realpath(sysconfig.get_path(name)) for name in ("platlib", "purelib"))

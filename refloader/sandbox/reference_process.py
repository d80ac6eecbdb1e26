"""Runs a program on the reference loader: its environment variables, its exit status, and the trace.

Checks no rules. The library writes one JSON line for each event to the file that REFLOADER_TRACE names.
"""

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from refloader.host.opening import open_regular
from refloader.host.temporary import TemporaryFolder
from refloader.native.dropin import dropin_folder

TRACE_VARIABLE = "REFLOADER_TRACE"
AGE_VARIABLE, EDITION_VARIABLE = "REFLOADER_AGE", "REFLOADER_EDITION"
"""The loader that the library acts as: a release, or an edition of the documents."""
SCHEMA = "refloader.trace/1"
_SIGNALLED = 128
_LONGEST_LINE = 1 << 24
"""Characters that are taken for one line; no event has as many."""
_FORWARDED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


@dataclass(frozen=True, slots=True)
class Traced:
    """The result of a traced program: its exit status as a shell reports it, and the events of its loaders."""

    status: int
    events: tuple[Mapping[str, Any], ...]


def variables_for(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables with which a program opens the reference loader, by either of its two names.

    Raises LoaderError if the library was not built.
    """
    folders = [dropin_folder(), *filter(None, [variables.get("LD_LIBRARY_PATH")])]
    return {**variables, "LD_LIBRARY_PATH": ":".join(folders)}


def become(command: Sequence[str], variables: Mapping[str, str]) -> NoReturn:
    """Replace this process by the program, with these variables. Raises OSError if there is no such program."""
    os.execvpe(command[0], list(command), variables_for(variables))


def run_traced(
    command: Sequence[str], variables: Mapping[str, str], prepare: Callable[[], None] | None = None
) -> Traced:
    """Run the program with these variables and read its trace; signals to this process are forwarded to it.

    ``prepare`` is called in the new process before the program begins.

    Raises:
        OSError: there is no such program.
    """
    with TemporaryFolder() as folder:
        path = os.path.join(folder, "trace.ndjson")
        return Traced(run(command, {**variables, TRACE_VARIABLE: path}, prepare), tuple(_events(path)))


def run(
    command: Sequence[str], variables: Mapping[str, str], prepare: Callable[[], None] | None = None
) -> int:
    """Run the program without a trace and return its exit status as a shell reports it."""
    environment = variables_for(variables)
    with (
        subprocess.Popen(command, env=environment, preexec_fn=prepare) as process,
        _forwarding(process),
    ):
        status = process.wait()
    return as_a_shell(status)


def as_a_shell(status: int) -> int:
    """Return the exit status that a shell reports for a status that is -n after signal n."""
    return _SIGNALLED - status if status < 0 else status


def as_json(command: Sequence[str], traced: Traced) -> dict[str, Any]:
    """Return the JSON document of a traced run (reports/schema/trace-1.schema.json)."""
    return {
        "schema": SCHEMA,
        "command": list(command),
        "exit_code": traced.status,
        "events": list(traced.events),
    }


@contextmanager
def _forwarding(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Forward the signals that would end this process. Those of a terminal reach the program directly."""

    def send(number: int, _: object) -> None:
        if number not in (signal.SIGINT, signal.SIGQUIT) or not os.isatty(0):
            process.send_signal(number)

    before = {number: signal.signal(number, send) for number in _FORWARDED}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _events(path: str) -> Iterator[Mapping[str, Any]]:
    """Yield the lines that are events; a killed program may leave an incomplete line, which is skipped.

    Whatever the program runs can write there, too: other lines are skipped, and what is no file is not read.
    """
    try:
        descriptor = open_regular(path)
    except FileNotFoundError:
        return
    with open(descriptor, encoding="utf-8", errors="surrogateescape") as file:
        for line in iter(lambda: file.readline(_LONGEST_LINE), ""):
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(event, dict):
                yield event

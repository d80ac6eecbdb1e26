"""Runs a program on the reference loader: the variables it needs, its end, and the trace it leaves.

Holds no rules. The library writes one JSON line for each event to the file that REFLOADER_TRACE names.
"""

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from refloader.host.temporary import TemporaryFolder
from refloader.native.dropin import dropin_folder

TRACE_VARIABLE = "REFLOADER_TRACE"
SCHEMA = "refloader.trace/1"
_SIGNALLED = 128
_FORWARDED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


@dataclass(frozen=True, slots=True)
class Traced:
    """The end of a traced program: its exit status as a shell gives it, and what its loaders did."""

    status: int
    events: tuple[Mapping[str, Any], ...]


def variables_for(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables with which a program opens the reference loader by either of its two names.

    Raises LoaderError where the library was not built.
    """
    folders = [dropin_folder(), *filter(None, [variables.get("LD_LIBRARY_PATH")])]
    return {**variables, "LD_LIBRARY_PATH": ":".join(folders)}


def become(command: Sequence[str]) -> NoReturn:
    """Replace this process by the program. Raises OSError when there is none."""
    os.execvpe(command[0], list(command), variables_for(os.environ))


def run_traced(command: Sequence[str], variables: Mapping[str, str]) -> Traced:
    """Run the program with these variables to its end and read its trace; signals sent to this process reach it.

    Raises:
        OSError: there is no such program.
    """
    with TemporaryFolder() as folder:
        path = os.path.join(folder, "trace.ndjson")
        return Traced(run(command, {**variables, TRACE_VARIABLE: path}), tuple(_events(path)))


def run(command: Sequence[str], variables: Mapping[str, str]) -> int:
    """The same without a trace: the exit status as a shell gives it."""
    with subprocess.Popen(command, env=variables_for(variables)) as process, _forwarding(process):
        status = process.wait()
    return _SIGNALLED - status if status < 0 else status


def as_json(command: Sequence[str], traced: Traced) -> dict[str, Any]:
    """The document of a traced run (reports/schema/trace-1.schema.json)."""
    return {
        "schema": SCHEMA,
        "command": list(command),
        "exit_code": traced.status,
        "events": list(traced.events),
    }


@contextmanager
def _forwarding(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Send on what would end this process. The terminal's own signals reach the program without help."""

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
    """The lines that are events; a program that was killed may leave half a line."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event

"""Runs a program of the user's own on a scenario's machine, in a process of its own. Checks no rules."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from refloader.host.temporary import TemporaryFolder
from refloader.scenario import call_sequence, scenario_file
from refloader.scenario.scenario import Scenario
from refloader.testing.scenario_runs import NotCoveredError

_COULD_NOT_RUN = 3
_REFUSED = "refloader exec: "


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """What a program did: its exit status (128 + n for a signal), its output, and the calls that mocks received."""

    returncode: int
    stdout: str
    stderr: str
    trace: tuple[str, ...]

    @property
    def chain(self) -> tuple[str, ...]:
        """The mock layers that its calls of vkCreateInstance entered, in order."""
        return call_sequence.entered(self.trace, "vkCreateInstance", "layer")

    @property
    def drivers(self) -> tuple[str, ...]:
        """The mock drivers that its calls of vkCreateInstance entered, in order."""
        return call_sequence.entered(self.trace, "vkCreateInstance", "driver")

    @property
    def violations(self) -> tuple[str, ...]:
        """What the mocks had reason to complain of; each line names the broken rule."""
        return tuple(line for line in self.trace if " VIOLATION " in line)


def run_program(
    scenario: Scenario, command: Sequence[str | os.PathLike[str]], timeout: float = 60.0
) -> ProgramRun:
    """Run the command on the reference loader with the scenario's machine: ``refloader exec --scenario``.

    Raises:
        NotCoveredError: this machine cannot show the scenario to a program, or the reference's library was not built.
        FileNotFoundError: there is no such program.
        subprocess.TimeoutExpired: it took longer than ``timeout`` seconds.
    """
    words = [os.fspath(each) for each in command]
    with TemporaryFolder() as folder:
        place, calls = f"{folder}/scenario", f"{folder}/calls"
        scenario_file.save(scenario, place)
        verb = [
            sys.executable,
            "-P",
            "-m",
            "refloader",
            "exec",
            "--scenario",
            place,
            "--mock-trace",
            calls,
            "--",
        ]
        done = subprocess.run(
            [*verb, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, check=False
        )
        output, errors = (each.decode("utf-8", "replace") for each in (done.stdout, done.stderr))
        if done.returncode == _COULD_NOT_RUN and errors.startswith(_REFUSED):
            raise NotCoveredError(errors.removeprefix(_REFUSED).strip())
        if done.returncode == 127 and errors.startswith(f"{_REFUSED}{words[0]}: no such command"):
            raise FileNotFoundError(f"{words[0]}: no such command")
        with open(calls, encoding="utf-8") as file:
            trace = tuple(file.read().splitlines())
    return ProgramRun(done.returncode, output, errors, trace)

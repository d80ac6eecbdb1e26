"""Runs small Python scripts that speak to the drop-in library (hosts/session.py), each in a child process."""

import json
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

from mock_world import MockWorld
from programs import Program

_HOSTS = Path(__file__).resolve().parent / "hosts"
_HEAD = "from session import *\n"


class Script:
    """Runs scripts in a world; ``trace`` is what the mocks have written down since."""

    def __init__(self, program: Program, world: MockWorld) -> None:
        self._program = program
        self._world = world
        self.trace = world.folder / "trace"

    def __call__(self, text: str, **variables: str) -> Any:
        """The JSON value that the script says."""
        self.trace.unlink(missing_ok=True)
        seen = {**self._world.variables, "PYTHONPATH": str(_HOSTS), **variables}
        printed = self._program.succeed([sys.executable, "-c", _HEAD + dedent(text)], seen)
        return json.loads(printed.splitlines()[-1])

    def traced(self, *words: str) -> list[str]:
        """The lines of the mocks' trace that hold all these words."""
        lines = self.trace.read_text(encoding="utf-8").splitlines() if self.trace.exists() else []
        return [line for line in lines if all(word in line for word in words)]

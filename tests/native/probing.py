"""What the tests of the probers share: one act on one library, as its answers and its end."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from refloader.native.installed import folders

Probe = Callable[..., "Probed"]


@dataclass(frozen=True, slots=True)
class Probed:
    """The answers by label, what was under way last, whether the prober came to its end, and its exit status."""

    answers: Mapping[str, Any]
    during: str
    is_done: bool
    status: int
    stderr: str


def prober(of: str) -> str:
    """The path of a built prober; skips the test where there is none."""
    paths = (os.path.join(folder, f"refloader_{of}") for folder in folders(of))
    found = next((path for path in paths if os.path.isfile(path)), None)
    if found is None:
        pytest.skip("this installation has no prober: it was made without a C compiler")
    return found


def probe(library: str, act: str, *arguments: str) -> Probed:
    """Have the prober of layers do one act."""
    return _probed("prober", library, act, *arguments)


def driver_probe(library: str, act: str, *arguments: str) -> Probed:
    """Have the prober of drivers do one act."""
    return _probed("driver_prober", library, act, *arguments)


def _probed(of: str, library: str, act: str, *arguments: str) -> Probed:
    """Its lines come through descriptor 3, which is the pipe here."""
    code = "import os, sys; os.dup2(1, 3); os.dup2(2, 1); os.execv(sys.argv[1], sys.argv[1:])"
    command = [sys.executable, "-c", code, prober(of), library, act, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    events = [json.loads(line) for line in run.stdout.splitlines() if line]
    answers = {event["label"]: event["answer"] for event in events if event["event"] == "answer"}
    begun = [event["what"] for event in events if event["event"] == "begin"]
    is_done = any(event["event"] == "done" for event in events)
    return Probed(answers, begun[-1] if begun else "", is_done, run.returncode, run.stderr)

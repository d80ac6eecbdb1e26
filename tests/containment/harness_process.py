"""The harness as a process of its own: opens one library for each line that it reads, and writes what it observed.

Both are JSON lines. A line has the library's path, its kind and the seconds that it gets.
"""

import json
import os
import sys
import time
from typing import Any

from refloader.sandbox import child, programs, redirect
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import Scenario
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Probe

LAYER = "VK_LAYER_refloader_hostile"
_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_LAYERS_OWN = ("--layer", LAYER, "--negotiate", _NEGOTIATE, "--gipa", "", "--gdpa", "")
_SHOWN = 1 << 18


def observed(kind: str, library: str, seconds: float) -> Any:
    """What the harness observes of a library, by the shortest way that ``refloader conform`` takes as well."""
    if kind == "loader":
        return ForeignLoader(library).observe(Scenario(), timeout=seconds)
    if kind == "layer":
        return bench.probed(Probe(library, "negotiate", _LAYERS_OWN, "layer", seconds=seconds))
    return bench.probed(Probe(library, "facts", (), "driver", "shown", seconds=seconds))


def answer(cell: dict[str, Any]) -> dict[str, object]:
    """One cell, with all that was heard of the library in one text, secrets included."""
    started = time.monotonic()
    seen = observed(cell["kind"], cell["library"], cell["seconds"])
    return {
        "ended": seen.ended,
        "detail": seen.detail,
        "stdout": seen.stdout[:_SHOWN],
        "text": repr(seen)[: 4 * _SHOWN],
        "left": list(map(str, seen.left)),
        "seconds": round(time.monotonic() - started, 2),
    }


def main() -> None:
    """Greet, then answer line by line, and end when there is none left."""
    secret = bytearray(
        sys.stdin.buffer.readline().strip()
    )  # what a library may look for in this process's memory
    # The machine's own manifests are no obstacle here: no library of these tests looks for any.
    redirect._machine_refusal = lambda: ""
    say({"pid": os.getpid(), "isolation": list(programs.isolation())})
    for line in sys.stdin.buffer:
        try:
            say(answer(json.loads(line)))
        except Exception as error:  # the test has to hear of it
            say(
                {
                    "ended": "raised",
                    "detail": f"{type(error).__name__}: {error}",
                    "stdout": "",
                    "text": "",
                    "left": [],
                }
            )
    child.close_all()
    assert secret


def say(message: dict[str, object]) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

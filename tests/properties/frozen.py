"""The frozen code running beside the original: plans from both for the same imagined machine."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from refloader.dropin.build.__main__ import build_settings
from refloader.dropin.build.bundle import DECIDING, frozen_modules
from refloader.dropin.build.sources import Sources
from refloader.host.machines.memory import MemoryHost
from refloader.host.port import Content, Failure, Listing, Trouble
from refloader.model.edition import Edition
from refloader.model.request import Request

ROOT = Path(__file__).resolve().parents[2]
_ERRNO = {
    Trouble.MISSING: 2,
    Trouble.DENIED: 13,
    Trouble.NOT_A_FOLDER: 20,
    Trouble.NOT_A_FILE: 22,
    Trouble.LOOP: 40,
}


@cache
def bundle() -> str:
    """The frozen modules that deciding needs, as the child takes them."""
    entries = [*DECIDING, ("refloader.engine", "decide"), ("refloader.model.edition", "Edition")]
    entries.append(("refloader.model.version", "ApiVersion"))
    frozen = frozen_modules(Sources(ROOT, build_settings({})), entries)
    return json.dumps({module.name: base64.b64encode(module.data).decode() for module in frozen})


class Frozen:
    """A child that runs the frozen code. Answers its questions from a machine in memory.

    ``settled``: whether the child may learn the state of files, as it may of those that are not just written.
    ``parsed``: how many files it has parsed for the last plan. ``is_off``: whether the cyclic collector is off
    before a plan. ``collects``: whether it is on behind the last one, which has kept ``frozen`` values from it.
    """

    def __init__(self) -> None:
        command = [sys.executable, "-I", str(Path(__file__).parent / "frozen_child.py")]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.questions: list[tuple[str, tuple[Any, ...]]] = []
        self.settled = False
        self.parsed = 0
        self.is_off = False
        self.collects = True
        self.frozen = 0
        self._tell(json.loads(bundle()))

    def plan(self, host: MemoryHost, request: Request, edition: Edition | None = None) -> tuple[Any, int]:
        """What the child makes of a machine, and which of its objects that is; by deciding without an edition."""
        lists = {
            "layers": request.layers,
            "extensions": request.extensions,
            "device_layers": request.device_layers,
        }
        self.questions = []
        self._tell(
            {
                "request": lists,
                "api_version": request.api_version,
                "edition": edition and edition.value,
                "is_off": self.is_off,
            }
        )
        assert self.child.stdout is not None
        while True:
            said = json.loads(self.child.stdout.readline())
            if "plan" in said:
                self.parsed, self.collects, self.frozen = said["parsed"], said["collects"], said["frozen"]
                return said["plan"], said["identity"]
            self.questions.append((said["ask"], tuple(said["about"])))
            self._tell(None if said["ask"] == "seen" and not self.settled else _answer(host, **said))

    def close(self) -> None:
        """End the child."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.close()
        self.child.wait()
        self.child.stdout.close()

    def _tell(self, value: Any) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(json.dumps(value) + "\n")
        self.child.stdin.flush()


def _answer(host: MemoryHost, ask: str, about: list[Any]) -> Any:
    plain: Mapping[str, Callable[..., Any]] = {
        "getenv": host.variables().get,
        "elevated": host.elevated,
        "executable": host.executable,
        "identity": lambda: 0,
        "list_folder": lambda path: _plain(host.list(path)),
        "read_file": lambda path, limit: _plain(host.read(path, limit)),
        "seen": lambda path: _state(host, path),
    }
    return plain[ask](*about)


def _state(host: MemoryHost, path: str) -> Any:
    """Something that is another for another content."""
    state = repr((_plain(host.list(path)), _plain(host.read(path)))).encode()
    return {"bytes": base64.b64encode(state).decode()}


def _plain(answer: Listing | Content | Failure) -> Any:
    if isinstance(answer, Listing):
        return answer.names
    if isinstance(answer, Content):
        return {"bytes": base64.b64encode(answer.data).decode()}
    return _ERRNO[answer.trouble]

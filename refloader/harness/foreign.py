"""A foreign loader as a subject: a path, opened in a child that may crash, hang or flood. Never judges it."""

import hashlib
import os
import re
import signal
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from refloader.harness import child, world
from refloader.harness.observation import (
    DEVICE_TYPES,
    Ended,
    Observation,
    SeenDevice,
    SeenExtension,
    SeenLayer,
)
from refloader.harness.scenario import Scenario
from refloader.harness.world import Action, Layout, NotCovered, Way
from refloader.model.text import visible
from refloader.model.version import unpacked

EVERYTHING: tuple[Action, ...] = (
    ("version",),
    ("layers",),
    ("extensions", ""),
    ("extensions", "*"),
    ("instance",),
)
"""What an application does unless told otherwise, in this order."""

_TRACE_LIMIT = 4 << 20
_FILE_VERSION = re.compile(r"\.so\.([0-9]+\.[0-9]+\.[0-9]+)$")


class Identity(NamedTuple):
    """Which build of a loader this is. Each part is empty where it cannot be found out."""

    version: str
    sha256: str
    path: str


class ForeignLoader:
    """Any ``libvulkan.so``. A path without a slash is looked up by the linker."""

    def __init__(self, path: str, *, way: Way | None = None) -> None:
        self.path = os.path.abspath(path) if "/" in path else path
        self._way = way

    def observe(
        self, scenario: Scenario, *, timeout: float = 10.0, actions: Sequence[Action] = EVERYTHING
    ) -> Observation:
        """Run the scenario in a child of its own; ``timeout`` is in seconds.

        Raises:
            OSError: the machine has no room for a temporary folder or a process.
        """
        way = self._way or world.capabilities().way
        with tempfile.TemporaryDirectory(prefix="refloader-", ignore_cleanup_errors=True) as temporary:
            layout = world.lay_out(scenario, temporary, way)
            if isinstance(layout, NotCovered):
                return Observation("not covered", layout.reason)
            said = child.run(layout.job(self.path, actions), temporary, timeout)
            return _observation(said, layout, timeout)


def identify(path: str) -> Identity:
    """The version a loader claims (failing that, the one in its file's name), its digest and real path."""
    seen = ForeignLoader(path).observe(Scenario(), actions=(("version",),))
    real = os.path.realpath(path if "/" in path else seen.loader or path)
    in_name = _FILE_VERSION.search(real)
    claimed = seen.version if "version" in seen.results else None
    version = claimed or (in_name[1] if in_name else None) or seen.version or ""
    return Identity(version, _digest(real), real)


def system_loader() -> str | None:
    """The real path of the machine's own libvulkan.so.1, None where there is none."""
    seen = ForeignLoader("libvulkan.so.1").observe(Scenario(), actions=())
    return os.path.realpath(seen.loader) if seen.loader else None


def _digest(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _observation(said: child.Said, layout: Layout, timeout: float) -> Observation:
    trace = _trace(layout.trace)
    try:
        ended, detail = _ending(said, timeout)
        return Observation(
            ended,
            detail,
            **_answers(said.events),
            chain=_created(trace, "layer"),
            drivers=_created(trace, "driver"),
            trace=trace,
            violations=tuple(line for line in trace if " VIOLATION " in line),
            listings=layout.listings,
            stdout=said.stdout.decode("utf-8", "backslashreplace"),
            stderr=said.stderr.decode("utf-8", "backslashreplace"),
        )
    except (LookupError, TypeError, ValueError) as error:
        # The loader shares the descriptor with the probe and can write whatever it likes to it.
        return Observation("error", f"the child's answer makes no sense: {error}")


def _ending(said: child.Said, timeout: float) -> tuple[Ended, str]:
    """How the child ended, and one sentence on it."""
    last = {event["event"]: event for event in said.events}
    doing = visible(str(last.get("begin", {}).get("what", "the start")))
    for trouble in ("world", "probe", "refused"):
        if trouble in last:
            return "error", visible(str(last[trouble].get("error")))
    if "done" in last:
        return "ok", ""
    if said.timed_out:
        return "timeout", f"no answer within {timeout:g} s during {doing}"
    if "died" not in last:
        return "error", f"the child ended without an answer: {visible(said.stderr[-200:].decode('latin-1'))}"
    return "crash", f"{_cause(last['died']['status'])} during {doing}"


def _cause(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"exit with status {os.waitstatus_to_exitcode(status)}"
    number = os.WTERMSIG(status)
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _answers(events: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The part of an observation that the loader itself answered."""
    answers: dict[str, Any] = {"results": {}, "extensions": {}}
    for event in events:
        kind = event["event"]
        if event.get("result") is not None:
            answers["results"][kind] = int(event["result"])
        if kind == "open":
            answers["loader"] = str(event["path"])
        elif kind == "version":
            answers["version"] = str(unpacked(1 << 22 if event["value"] is None else event["value"]))
        elif kind == "layers":
            answers["layers"] = tuple(SeenLayer(*row) for row in event["layers"])
        elif kind == "extensions":
            answers["extensions"][event["layer"]] = tuple(SeenExtension(*row) for row in event["extensions"])
        elif kind == "instance":
            answers["result"] = int(event["result"])
        elif kind == "devices":
            answers["devices"] = tuple(_device(*row) for row in event["devices"])
    return answers


def _device(name: str, vendor: int, device: int, kind: int, api: int, driver: int) -> SeenDevice:
    word = DEVICE_TYPES[kind] if kind < len(DEVICE_TYPES) else str(kind)
    return SeenDevice(name, vendor, device, word, api, driver)


def _trace(path: str) -> tuple[str, ...]:
    try:
        with open(path, "rb") as file:
            data = file.read(_TRACE_LIMIT)
    except FileNotFoundError:
        return ()
    return tuple(data.decode("utf-8", "surrogateescape").split("\n")[:-1])


def _created(trace: Sequence[str], who: str) -> tuple[str, ...]:
    """The names of the layers or drivers whose vkCreateInstance was entered, in order."""
    words = (line.split(" ") for line in trace)
    return tuple(word[1] for word in words if [word[0], *word[2:3]] == [who, "vkCreateInstance"])

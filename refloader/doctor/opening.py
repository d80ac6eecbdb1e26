"""Opens drivers in the sandbox, all at the same time, each in a process of its own and for a limited time.

The prober asks each driver what a loader asks: its entry point, an instance, its devices. Judges nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from refloader.doctor.values import Device, DriverState
from refloader.host.forked import Ended, Running, begin, outcomes
from refloader.model.text import brief, quote, some
from refloader.sandbox import world
from refloader.sandbox.loader import VERSION, ForeignLoader, identify
from refloader.sandbox.processor_waits import MOST_TIMES
from refloader.scenario.observation import DEVICE_TYPES
from refloader.scenario.scenario import Scenario
from refloader.suite.sessions import bench, linker_log
from refloader.suite.sessions.answers import number, part, result
from refloader.suite.sessions.session import Probe, Session

ANSWER, LIMIT = 2.0, 2.5
"""Seconds that a library has to answer, and after which its process is killed."""

_PATIENT = 10.0
"""The seconds of a driver's second try, not counting those for which it waits for processors. The first one may have
had to read a hundred megabytes from a cold disk."""

MOST = 8
"""The most drivers that are opened."""

_MOST_NAMES = 3

_STEPS = {
    "facts": "it is opened",
    "facts.entry": "it is opened",
    "facts.enumerated": "its extensions are asked for",
    "facts.instance": "an instance is made",
    "facts.devices": "its devices are asked for",
    "facts.negotiation": "the interface version is agreed on",
}
_STATES = {"crash": DriverState.CRASH, "timeout": DriverState.HANG, "fault": DriverState.FAULT}


class Opened(NamedTuple):
    """The state of a driver, its devices, why it is so, the seconds that it took, and what it opens in vain."""

    state: DriverState
    devices: tuple[Device, ...] = ()
    detail: str = ""
    seconds: float = 0.0
    missing: tuple[str, ...] = ()


class Opening:
    """Drivers that are being opened, and the library of a loader that is asked for its release; empty for none."""

    def __init__(self, libraries: Sequence[str], loader: str = "") -> None:
        self._left_out = libraries[MOST:]
        tasks: list[tuple[str, Callable[[], Any]]] = [
            (library, partial(_driver, library)) for library in libraries[:MOST]
        ]
        if loader:
            tasks.append(("", partial(_release, loader)))
        if tasks:
            world.capabilities()  # found out once, before the children need it
        self._running: list[Running] = begin(tasks)

    def ended(self) -> tuple[dict[str, Opened], str]:
        """Wait, and return what came of each driver's library, and the release that the loader reports."""
        found: dict[str, Opened] = {}
        release = ""
        for ended in outcomes(self._running, LIMIT):
            if ended.name:
                found[ended.name] = _outcome(ended, LIMIT)
            else:
                release = ended.answer or ""
        late = [library for library, (state, *_) in found.items() if state is DriverState.HANG]
        again = begin([(library, partial(_driver, library, _PATIENT)) for library in late])
        for ended in outcomes(again, _PATIENT * MOST_TIMES + LIMIT - ANSWER):
            found[ended.name] = _outcome(ended, _PATIENT)
        for library in self._left_out:
            found[library] = Opened(DriverState.NOT_RUN, detail=f"only {MOST} drivers are opened")
        return found, release


def _outcome(ended: Ended, limit: float) -> Opened:
    if ended.problem:
        seconds = f"no answer within {limit:g} s"
        late = ended.seconds > limit
        state = DriverState.HANG if late else DriverState.NOT_RUN
        return Opened(state, (), seconds if late else ended.problem, ended.seconds)
    answer: Opened = ended.answer
    return answer


def _release(path: str) -> str:
    seen = ForeignLoader(path).observe(Scenario(), actions=VERSION, timeout=ANSWER)
    return identify(path, seen).version if seen.ended == "ok" else ""


def _driver(library: str, seconds: float = ANSWER) -> Opened:
    probe = Probe(library, "facts", (), "driver", "shown", seconds=seconds)
    try:
        session = bench.probed(probe)
        state, devices, detail = _state(session, seconds)
        is_refused = "refused" in part(session.answers, "facts.entry")
        why, missing = _refusal(probe) if is_refused or state is DriverState.NO_INSTANCE else ("", ())
    except OSError as error:
        return Opened(DriverState.NOT_RUN, detail=f"no process can be started: {error.strerror}")
    detail = why or detail
    if missing:
        names = some([quote(name) for name in missing], _MOST_NAMES)
        detail = f"{detail}; it opens {names}, and there is no such library"
    return Opened(state, devices, detail, round(session.seconds, 3), missing)


def _refusal(probe: Probe) -> tuple[str, tuple[str, ...]]:
    """Return how a driver refuses the negotiation, and what it opens in vain: the linker logs it."""
    session = bench.probed(replace(probe, act="ages", variables=linker_log.LOGGED))
    code = number(part(session.answers, "ages.way"), "result")
    why = f"vk_icdNegotiateLoaderICDInterfaceVersion gives {result(code)}" if code < 0 else ""
    return why, linker_log.not_found(session.stderr, str(part(session.answers, "load").get("path", "")))


def _state(session: Session, seconds: float) -> tuple[DriverState, tuple[Device, ...], str]:
    """Return what the answers of the prober come to. A driver can forge any answer."""
    if session.ended in ("not covered", "error"):
        return DriverState.NOT_RUN, (), brief(session.detail)
    load = part(session.answers, "load")
    if "refused" in load:
        return DriverState.UNLOADABLE, (), brief(load["refused"])
    devices = tuple(_devices(session.answers))
    if session.ended != "ok":
        where = _STEPS.get(session.during, "it answers")
        return (
            _STATES.get(session.ended, DriverState.FAULT),
            devices,
            f"{_how(session, seconds)} while {where}",
        )
    entry = part(session.answers, "facts.entry")
    if "refused" in entry:
        return DriverState.UNLOADABLE, (), brief(entry["refused"])
    if devices:
        return DriverState.DEVICES, devices, ""
    error = _result(session.answers, "facts.instance") or _result(session.answers, "facts.devices")
    return (DriverState.NO_INSTANCE if error else DriverState.NO_DEVICE), (), error


def _how(session: Session, seconds: float) -> str:
    if session.ended == "timeout":
        return f"no answer within {seconds:g} s"
    return brief(session.detail).partition(" during ")[0]


def _result(answers: Mapping[str, Any], label: str) -> str:
    """Return the error that a call gave, or an empty string."""
    value = number(part(answers, label), "result")
    name = "vkCreateInstance" if label == "facts.instance" else "vkEnumeratePhysicalDevices"
    return f"{name} gives {result(value)}" if value < 0 else ""


def _devices(answers: Mapping[str, Any]) -> Iterator[Device]:
    """Yield the devices in the driver's order."""
    for index in range(len(answers)):
        shown = part(part(answers, f"facts.device.{index}"), "properties")
        if not shown:
            return
        kind = number(shown, "deviceType")
        named = DEVICE_TYPES[kind] if 0 <= kind < len(DEVICE_TYPES) else str(kind)
        yield Device(brief(shown.get("deviceName", "")), named)

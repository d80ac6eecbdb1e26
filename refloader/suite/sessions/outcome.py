"""Turns the run of a program with third-party code into observations. Runs nothing; gives no verdict.

Third-party code shares the process and its descriptors with the program: nothing that the harness received need be
true, and none of it may harm the reader.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.model.text import brief, visible
from refloader.sandbox.child import Said
from refloader.sandbox.loader import cause
from refloader.sandbox.probe import LOST
from refloader.scenario.observation import Ended
from refloader.suite.sessions import recording
from refloader.suite.sessions.acts import doing
from refloader.suite.sessions.session import Session

EXIT = "exit"
"""The activity of a program after it has reported that it is done: destructors and atexit functions."""

STILL = "no answer, and nothing is done any more,"
"""The detail of a run in which hang detection found no activity."""

_START = "the start"
_REFUSALS = {2: "it was called in a wrong way", 3: "the loader cannot be used"}
"""Exit statuses that refloader's programs use only before any layer or driver is called."""

_BEFORE_OTHERS = ("", "loader")


def session(
    said: Said,
    isolation: Sequence[str],
    acts: Sequence[str],
    timeout: float,
    seconds: float,
    who: str = "layer",
) -> Session:
    """Return all observations; ``timeout`` is the time that the program had for its acts, ``seconds`` what it took.

    ``who`` is the kind of third-party code in it ("layer" or "driver").
    """
    during = _under_way(said.events)
    ended, detail = _ending(said, during, timeout, who)
    left_out = _left_out(said.events, acts) if ended == "ok" else ()
    if left_out:
        ended, detail = "fault", f"the process ended as if all was done, without {', '.join(left_out)}"
    return Session(
        ended,
        detail,
        "" if ended == "ok" else during,
        answers=dict(_answers(said.events)),
        recording=recording.read(said.recording),
        trace=tuple(said.trace.decode("utf-8", "surrogateescape").split("\n")[:-1]),
        stdout=said.stdout.decode("utf-8", "backslashreplace"),
        stderr=said.stderr.decode("utf-8", "backslashreplace"),
        isolation=tuple(isolation),
        left=tuple(map(str, said.left)),
        seconds=seconds,
        heard=said.heard,
    )


def _under_way(events: Sequence[Mapping[str, Any]]) -> str:
    """Return the act that began last."""
    for event in reversed(events):
        if event["event"] == "done":
            return EXIT
        if event["event"] == "begin":
            return brief(event.get("what"))
    return ""


def _left_out(events: Sequence[Mapping[str, Any]], acts: Sequence[str]) -> tuple[str, ...]:
    """Return the acts that never began. If there are any, third-party code has forged the report that all is done."""
    begun = {str(event.get("what")) for event in events if event["event"] == "begin"}
    return tuple(act for act in acts if act not in begun)


def _ending(said: Said, during: str, timeout: float, who: str) -> tuple[Ended, str]:
    """Return how the program ended, and one sentence about it."""
    if said.lost:
        return "fault", f"the {who} ended the process that watched over it"
    if said.events and said.events[0]["event"] == "world":  # third-party code forged any later one
        return "error", brief(said.events[0].get("error"))
    where = f"during {doing(during) if during else _START}"
    if said.timed_out:
        return "timeout", f"no answer within {timeout:g} s {where}" if not said.still else f"{STILL} {where}"
    if said.cut:
        return "fault", f"the {who} flooded the descriptor for the answers {where}"
    code = os.waitstatus_to_exitcode(said.status) if said.status is not None else 0
    if code in _REFUSALS and during in _BEFORE_OTHERS:
        return "error", f"{_REFUSALS[code]}: {visible(said.stderr[-200:].decode('latin-1').strip())}"
    if code == LOST:
        return "fault", f"the {who} took the descriptor for the answers away {where}"
    if said.status == 0:
        return ("ok", "") if during == EXIT else ("crash", f"exit with status 0 {where}")
    return "crash", f"{cause(said.status or 0)} {where}"


def _answers(events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for event in events:
        label = event.get("label")
        if event["event"] == "answer" and isinstance(label, str):
            yield label, event.get("answer")

"""Tries whether fork servers of a kind work on this machine. Knows no scenario.

What was not answered in time, or ended by itself, is tried again: a busy machine refuses nothing, nor does one
that is short of memory.
"""

from collections.abc import Mapping
from typing import Any

from refloader.host.pace import allowed
from refloader.sandbox import child
from refloader.sandbox.child import Kind

_TRIES = 2
_WORKER = 10.0
"""Seconds that a worker has to enter its namespaces and end."""

_NOT_FOUND_OUT = "not found out: "


def why_not(
    kind: Kind, job: Mapping[str, Any] | None = None, sources: Mapping[str, str] | None = None
) -> str:
    """Return why a fork server of this kind does not start or does not run the job, or an empty string."""
    unknown = ""
    for _ in range(_TRIES):
        try:
            with child.borrowed_fork_server(kind) as server:
                said = server.run(job, sources or {}, allowed(_WORKER)) if job else None
        except child.NotReadyError as late:
            unknown = str(late)
            continue
        except child.ForkServerError as refusal:
            return str(refusal)
        if said is None:
            return ""
        events = {event["event"]: event for event in said.events}
        if "done" in events:
            return ""
        told = events.get("world") or events.get("probe") or {}
        if reason := told.get("error", said.problem):
            return str(reason)
        if not (said.timed_out or said.lost):
            return said.silence
        unknown = f"{said.silence}, as on a busy machine"
    return _NOT_FOUND_OUT + unknown


def is_known(reason: str) -> bool:
    """Return whether a reason of ``why_not`` is the machine's refusal, and not that it could not be tried."""
    return not reason.startswith(_NOT_FOUND_OUT)

"""What a fork server says of one worker: its events, its output, and how it ended. Interprets none of it."""

import io
import json
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_MOST_PARTS, _PARTS_OF_A_LINE = 1 << 20, 4
"""The most parts of values that answers may have, each of which takes some 80 bytes of memory, and those that a line
counts as by itself."""

_MOST_WORDS = 300
"""The most bytes of a printed line that stand in a message."""

WATCHER_ENDED = "ended the process that watched over it"
"""What is reported of third-party code where ``Said.lost`` is set."""

PRINTED = "no answer within the GiB that may be printed,"
"""What is reported of third-party code where ``Said.flooded`` is set."""


@dataclass(frozen=True, slots=True)
class Said:
    """The result of one worker: its events in order, whether it timed out, its output and how it ended.

    ``status`` is the status from wait(), ``trace`` the content of the mocks' trace file, ``left`` the processes that
    could not be killed. ``cut`` is true if the events reached the size limit and some are missing. ``problem`` says
    why the job failed outside the worker. ``lost`` is true if the fork server itself died. ``recording`` is the used
    part of the recording file of a program. ``still`` is true if hang detection ended the worker before its timeout.
    ``flooded`` is true if it was ended because of all that it printed, which counts as a timeout, too.
    ``heard`` is the number of bytes received. ``starved`` is true if the kernel ended processes for want of memory.
    """

    events: tuple[Mapping[str, Any], ...] = ()
    timed_out: bool = False
    stdout: bytes = b""
    stderr: bytes = b""
    status: int | None = None
    trace: bytes = b""
    cut: bool = False
    listings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left: tuple[int, ...] = ()
    problem: str = ""
    lost: bool = False
    recording: bytes = b""
    still: bool = False
    flooded: bool = False
    heard: int = 0
    starved: bool = False

    @property
    def is_starved(self) -> bool:
        """Whether the kernel may have ended this worker or its fork server, which it does before all others."""
        return self.starved and (self.lost or self.status == signal.SIGKILL)

    def late(self, timeout: float) -> str:
        """Return the clause that there was no answer in time, for a worker that timed out.

        It is the same however long the worker has waited for processors, which its timeout does not count: one
        finding stays one on a busy machine. The seconds of a result include that time.
        """
        return PRINTED if self.flooded else f"no answer within {timeout:.3g} s"

    @property
    def silence(self) -> str:
        """Why there is no answer, as far as is known: the first line that the process printed, or how it ended."""
        words = self.stderr[:_MOST_WORDS].decode("utf-8", "replace").strip().partition("\n")[0]
        if not words and self.timed_out:
            words = "it did not end in time"
        elif not words and self.status is not None and os.WIFSIGNALED(self.status):
            words = f"it was ended by signal {os.WTERMSIG(self.status)}"
        return f"the child did not answer{': ' * bool(words)}{words}"


def said_in(answer: Mapping[str, Any]) -> Said:
    """Return what an answer of the fork server says."""
    if answer["problem"]:
        return Said(problem=answer["problem"])
    names = ("timed_out", "still", "flooded", "stdout", "stderr", "status", "trace", "listings", "recording")
    events, too_many = events_of(answer["events"])
    return Said(
        events=events,
        cut=answer["cut"] or too_many,
        left=tuple(answer["left"]),
        heard=sum(len(answer[name]) for name in ("events", "stdout", "stderr", "trace", "recording")),
        **{name: answer[name] for name in names},
    )


def events_of(data: bytes) -> tuple[tuple[Mapping[str, Any], ...], bool]:
    """Return the events among the lines, and whether some are missing because they have too many parts.

    What the loader itself wrote to the file descriptor is skipped.
    """
    events: list[Mapping[str, Any]] = []
    left = _MOST_PARTS
    for line in io.BytesIO(data):
        left -= _PARTS_OF_A_LINE + sum(map(line.count, (b",", b"{", b"[")))
        if left < 0:
            return tuple(events), True
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            events.append(event)
    return tuple(events), False

"""A recording from the place of one layer: the calls into it and out of it. Gives no verdict."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import merge
from operator import attrgetter
from typing import NamedTuple

from refloader.suite.sessions.recording import Call, Recording


class Step(NamedTuple):
    """The entry or the return of a call; ``during`` is the call into the layer in which it makes a call down."""

    call: Call
    enters: bool
    inward: bool
    during: Call | None


class LayerCalls:
    """The calls into one layer, and those it makes. ``layer`` is its name in the recording's links."""

    def __init__(self, recording: Recording, layer: str) -> None:
        self.recording = recording
        self.layer = layer
        self.surrounded: dict[int, Call | None] = {}
        """The call into the layer around each call that was looked up so far, by number."""
        self.steps: list[Step] | None = None
        """All entries and returns in their order, once a check has asked for them."""

    def into(self, *commands: str) -> Iterator[Call]:
        """Yield the calls from above in the order of their entry; only these commands if some are named."""
        return _only(self._into, commands)

    def out_of(self, *commands: str) -> Iterator[Call]:
        """Yield the calls that the layer makes down, likewise."""
        return _only(self._out_of, commands)

    @cached_property
    def _into(self) -> "_Calls":
        links = self.recording.links
        return self._through({number for number, link in links.items() if link.below == self.layer})

    @cached_property
    def _out_of(self) -> "_Calls":
        links = self.recording.links
        return self._through({number for number, link in links.items() if link.above == self.layer})

    def _through(self, links: set[int]) -> "_Calls":
        every = [call for call in self.recording.calls.values() if call.link in links]
        by_command: dict[str, list[Call]] = {}
        for call in every:
            by_command.setdefault(call.command, []).append(call)
        return _Calls(every, by_command)

    def within(self, call: Call, *commands: str) -> tuple[Call, ...]:
        """Return the calls that the layer made directly, on the same thread, during this call."""
        made = self.inside.get(call.number, ())
        return tuple(each for each in made if each.command in commands) if commands else tuple(made)

    def meanwhile(self, thread: int, begin: int, end: int | None) -> Sequence[Call]:
        """Return the calls of a thread that were entered between two places in the recording; None is its end."""
        calls = self._by_thread.get(thread, ())
        last = len(calls) if end is None else bisect_left(calls, end, key=attrgetter("entered"))
        return calls[bisect_right(calls, begin, key=attrgetter("entered")) : last]

    @cached_property
    def _by_thread(self) -> Mapping[int, Sequence[Call]]:
        found: dict[int, list[Call]] = {}
        for call in self.recording.calls.values():
            found.setdefault(call.thread, []).append(call)
        return {thread: sorted(calls, key=attrgetter("entered")) for thread, calls in found.items()}

    @cached_property
    def inside(self) -> Mapping[int, Sequence[Call]]:
        """The calls that the layer makes down, by the number of the call in which they are made on a thread."""
        return inside(self.out_of())


def inside(calls: Iterable[Call]) -> Mapping[int, Sequence[Call]]:
    """Return the calls by the number of the call in which they were made, on the same thread."""
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.caller, []).append(call)
    return found


class _Calls(NamedTuple):
    """The calls of one side, also by command: dozens of checks ask for the same few commands."""

    every: list[Call]
    by_command: dict[str, list[Call]]


def _only(calls: _Calls, commands: tuple[str, ...]) -> Iterator[Call]:
    if not commands:
        return iter(calls.every)
    found = [calls.by_command.get(command, ()) for command in dict.fromkeys(commands)]
    return merge(*found, key=attrgetter("entered")) if len(found) > 1 else iter(found[0])

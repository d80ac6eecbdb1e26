"""A recording as one layer's neighbour on both sides sees it. Never judges."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from refloader.harness.layers.recording import Call, Recording


class Broken(NamedTuple):
    """One breach: a sentence with the actual values, and the calls that show it."""

    fact: str
    calls: tuple[Call, ...] = ()


@dataclass(slots=True)
class Look:
    """What a judge has seen: how often the rule could have been broken, and how it was.

    ``seen`` 0 says that there was nothing to judge; ``missing`` what the run would have had to show for that.
    """

    seen: int = 0
    broken: list[Broken] = field(default_factory=list)
    missing: str = ""
    said: set[str] = field(default_factory=set, repr=False, compare=False)

    def fail(self, fact: str, *calls: Call) -> None:
        """Note a breach. ``said`` knows the sentences."""
        self.said.add(fact)
        self.broken.append(Broken(fact, calls))


@dataclass(frozen=True, slots=True)
class View:
    """The calls into one layer, and those it makes. ``layer`` is its name in the recording's links."""

    recording: Recording
    layer: str

    def into(self, *commands: str) -> Iterator[Call]:
        """The calls from above in the order of their beginnings; only these commands where some are named."""
        return self._through(
            {n for n, link in self.recording.links.items() if link.below == self.layer}, commands
        )

    def out_of(self, *commands: str) -> Iterator[Call]:
        """The calls that the layer makes to what is below it, in the same way."""
        return self._through(
            {n for n, link in self.recording.links.items() if link.above == self.layer}, commands
        )

    def _through(self, links: set[int], commands: tuple[str, ...]) -> Iterator[Call]:
        for call in self.recording.calls.values():
            if call.link in links and (not commands or call.command in commands):
                yield call

    def within(self, call: Call, *commands: str) -> tuple[Call, ...]:
        """What the layer called on the same thread, directly, while it was doing this call."""
        return tuple(each for each in self.out_of(*commands) if each.caller == call.number)

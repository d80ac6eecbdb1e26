"""What a judge has seen in a run, or in what a library answered. Never judges."""

from dataclasses import dataclass, field
from typing import NamedTuple

from refloader.suite.running.recording import Call


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

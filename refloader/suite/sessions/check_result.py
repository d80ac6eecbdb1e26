"""The outcome of a check on a run, or on the answers of a library. Gives no verdict."""

from dataclasses import dataclass, field
from typing import NamedTuple

from refloader.suite.sessions.recording import Call


class Broken(NamedTuple):
    """One breach: a sentence with the actual values, and the calls that show it."""

    fact: str
    calls: tuple[Call, ...] = ()


@dataclass(slots=True)
class CheckResult:
    """The outcome of a check: how often the rule could have been broken, and the breaches.

    ``seen`` is 0 if there was nothing to check; ``missing`` says what the run would have had to show.
    """

    seen: int = 0
    broken: list[Broken] = field(default_factory=list)
    missing: str = ""
    said: set[str] = field(default_factory=set, repr=False, compare=False)

    def fail(self, fact: str, *calls: Call) -> None:
        """Record a breach. ``said`` holds the sentences recorded so far."""
        self.said.add(fact)
        self.broken.append(Broken(fact, calls))

"""The outcome of a check on a run, or on the answers of a library. Gives no verdict."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from refloader.model.text import some
from refloader.suite.sessions.recording import Call


class Broken(NamedTuple):
    """One breach: a sentence with the actual values, and the calls that show it.

    ``names`` are all names of the lists that the sentence shortens.
    """

    fact: str
    calls: tuple[Call, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class CheckResult:
    """The outcome of a check: how often the rule could have been broken, and the breaches.

    ``seen`` is 0 if there was nothing to check; ``missing`` says what the run would have had to show. ``left_out``
    says what was not looked at: a check with that does not pass, and it fails where something is broken.
    """

    seen: int = 0
    broken: list[Broken] = field(default_factory=list)
    missing: str = ""
    left_out: str = ""
    said: set[str] = field(default_factory=set, repr=False, compare=False)
    shortened: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def some(self, names: Iterable[str], most: int = 3) -> str:
        """Return the first names for the sentence of a breach, which keeps all of them in its evidence."""
        every = tuple(sorted(names))
        text = some(every, most)
        if len(every) > most:
            self.shortened[text] = every
        return text

    def fail(self, fact: str, *calls: Call) -> None:
        """Record a breach. ``said`` holds the sentences recorded so far."""
        self.said.add(fact)
        names = (name for text, every in self.shortened.items() if text in fact for name in every)
        self.broken.append(Broken(fact, calls, tuple(dict.fromkeys(names))))

    def fail_once(self, fact: str, *calls: Call) -> None:
        """Record a breach unless the same sentence is recorded already: programs and layers repeat most things."""
        if fact not in self.said:
            self.fail(fact, *calls)

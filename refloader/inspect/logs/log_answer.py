"""What a log proves of one layer or driver, and of everything in it, as values."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.inspect.logs.log_facts import Fact


class LogState(StrEnum):
    """What a log proves of a layer."""

    ACTIVE = "active"
    INACTIVE = "not active"
    MISSING = "not found"
    UNLOADABLE = "not active: its library cannot be loaded"
    UNDECIDED = "not decided by this log"


@dataclass(frozen=True, slots=True)
class LogAnswer:
    """The answer on one layer: its state, the facts from the log, and what to ask if they do not decide."""

    subject: str
    state: LogState
    facts: tuple[Fact, ...] = ()
    ask: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogExplained:
    """The answers on layers, and everything that the log proves; ``lines`` is its length.

    ``unread`` are the first and the last line that were left out, as the log is large.
    """

    lines: int
    answers: tuple[LogAnswer, ...]
    facts: tuple[Fact, ...]
    ask: tuple[str, ...]
    unread: tuple[int, int] = (0, 0)

    @property
    def not_read(self) -> str:
        """What was left out, in words; empty if that is nothing."""
        first, last = self.unread
        return (
            f"lines {first} to {last} were not read: only the first and the last 4 MiB of a log are"
            if last
            else ""
        )

    @property
    def unhappy(self) -> bool:
        """True if a layer that was asked for is not active, or, without any, if the log has a problem."""
        if self.answers:
            return any(each.state not in self._fine for each in self.answers)
        return any(each.bad for each in self.facts)

    @property
    def unsure(self) -> bool:
        """True if what was read has no problem, and what was not read may have one or be the answer."""
        undecided = any(each.state is not LogState.ACTIVE for each in self.answers)
        return bool(self.unread[1]) and not self.unhappy and (undecided or not self.answers)

    @property
    def _fine(self) -> tuple[LogState, ...]:
        """The states of a layer that are no problem; where a part was not read, that may decide."""
        return (LogState.ACTIVE, LogState.UNDECIDED) if self.unread[1] else (LogState.ACTIVE,)

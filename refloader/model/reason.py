"""Why a decision came out as it did: the one currency of lint, explain, conform and the property tests."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from refloader.model.edition import ALL, Edition
from refloader.model.text import visible
from refloader.rules import RuleId


class Severity(StrEnum):
    """How much a reason weighs. ``INFO`` is a step of the trail, not a finding."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file. Line and column count from 1; columns count bytes; 0 where there is none."""

    path: str
    line: int = 0
    column: int = 0


def of_edition(reasons: "tuple[Reason, ...]", edition: Edition) -> "tuple[Reason, ...]":
    """The reasons that matter in one edition."""
    return tuple(reason for reason in reasons if edition in reason.editions) if reasons else reasons


class Location(Protocol):
    """Something that can say where it is, at a cost, when somebody asks."""

    @property
    def span(self) -> Span:
        """The place; working it out may read the text again."""
        ...


@dataclass(frozen=True, slots=True)
class InFile:
    """A file as a whole, or a line of it."""

    path: str
    line: int = 0
    column: int = 0

    @property
    def span(self) -> Span:
        """The place itself."""
        return Span(self.path, self.line, self.column)


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact and the rule that makes it matter.

    ``subject`` names the layer, driver, file or variable; ``fact`` is one sentence with the actual values;
    ``remedy`` says what would be right (both are made safe to print); ``editions`` are those in which it
    matters; ``rejects`` tells that in those editions the subject is not used because of it.
    """

    rule: RuleId
    severity: Severity
    subject: str
    fact: str
    where: Location | None = None
    remedy: str = ""
    editions: frozenset[Edition] = field(default=ALL)
    rejects: bool = False

    def __post_init__(self) -> None:
        if not (self.fact.isprintable() and self.remedy.isprintable()):
            object.__setattr__(self, "fact", visible(self.fact))
            object.__setattr__(self, "remedy", visible(self.remedy))

    @property
    def span(self) -> Span | None:
        """Where it was seen, if anywhere."""
        return self.where.span if self.where is not None else None

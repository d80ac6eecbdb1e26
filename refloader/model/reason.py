"""The reasons for decisions, which lint, explain, conform and the property tests share."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from refloader.model.edition import ALL, Edition
from refloader.model.text import NOT_TOLD, is_plain, quote, visible
from refloader.rules import RuleId


class Severity(StrEnum):
    """The severity of a reason. ``INFO`` records a step of a decision and is not a finding."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Span:
    """A position in a file. Line and column count from 1, or are 0 if not known; columns count bytes."""

    path: str
    line: int = 0
    column: int = 0


def of_edition(reasons: "tuple[Reason, ...]", edition: Edition) -> "tuple[Reason, ...]":
    """Return the reasons that apply to one edition."""
    return tuple(reason for reason in reasons if edition in reason.editions) if reasons else reasons


class Location(Protocol):
    """A location in a file whose line and column may be computed on access."""

    @property
    def span(self) -> Span:
        """The position; computing it may parse the text again."""
        ...


@dataclass(frozen=True, slots=True)
class InFile:
    """A file as a whole, or a line of it."""

    path: str
    line: int = 0
    column: int = 0

    @property
    def span(self) -> Span:
        """The position."""
        return Span(self.path, self.line, self.column)


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a place or a file was not read: ``source`` led there, ``trouble`` is the host's word for the reason."""

    source: str
    trouble: str
    detail: str = ""

    @property
    def is_missing(self) -> bool:
        """True if nothing is there."""
        return self.trouble == "missing"

    @property
    def is_closed(self) -> bool:
        """True if something is there that was not read."""
        return not self.is_missing and self.trouble != NOT_TOLD

    def sentence(self, path: str) -> str:
        """Return the fact as a sentence."""
        start = f"{quote(path)} (from {self.source})"
        if self.is_missing:
            return f"{start} does not exist"
        why = self.detail or self.trouble
        return f"{start} is {why}" if self.trouble == NOT_TOLD else f"{start} cannot be read: {why}"


@dataclass(frozen=True, slots=True)
class Void:
    """That a variable is set and has no effect. ``beside`` is what overrules it; empty for another cause."""

    beside: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact and the rule to which it is relevant.

    ``subject`` names the layer, driver, file or variable; ``fact`` is one sentence with the actual values;
    ``remedy`` is a suggestion (both are made safe to print); ``editions`` are those to which the reason applies;
    ``rejects`` is True if these editions do not use the subject because of it; ``unread`` is why the subject, a
    file or a place, was not read; ``void`` that the subject, a variable, has no effect; ``trouble`` what is wrong
    with the text of the subject as JSON.
    """

    rule: RuleId
    severity: Severity
    subject: str
    fact: str
    where: Location | None = None
    remedy: str = ""
    editions: frozenset[Edition] = field(default=ALL)
    rejects: bool = False
    unread: Unread | None = None
    void: Void | None = None
    trouble: str = ""

    def __post_init__(self) -> None:
        if not (is_plain(self.fact) and is_plain(self.remedy)):
            object.__setattr__(self, "fact", visible(self.fact))
            object.__setattr__(self, "remedy", visible(self.remedy))

    @property
    def is_missing(self) -> bool:
        """True if the reason is that the subject does not exist."""
        return self.unread is not None and self.unread.is_missing

    @property
    def span(self) -> Span | None:
        """The position of the fact, or None if it has no location."""
        return self.where.span if self.where is not None else None

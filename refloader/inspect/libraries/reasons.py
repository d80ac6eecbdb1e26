"""Collects the findings about one library. Decides nothing."""

from refloader.model.edition import Edition
from refloader.model.reason import Location, Reason, Severity
from refloader.rules import RuleId


class ReasonCollector:
    """The findings about a subject so far, all at one location. ``editions`` apply to a finding that names none."""

    def __init__(
        self, subject: str, where: Location, editions: frozenset[Edition] = frozenset(Edition)
    ) -> None:
        self.reasons: list[Reason] = []
        self._subject = subject
        self._where = where
        self._editions = editions

    def say(
        self,
        severity: Severity,
        why: RuleId,
        fact: str,
        remedy: str = "",
        editions: frozenset[Edition] | None = None,
    ) -> None:
        """Add a finding."""
        ages = self._editions if editions is None else editions
        self.reasons.append(Reason(why, severity, self._subject, fact, self._where, remedy, ages))

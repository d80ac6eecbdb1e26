"""Gathers what there is to say about one library, all of it at one place. Decides nothing."""

from refloader.model.edition import Edition
from refloader.model.reason import Location, Reason, Severity
from refloader.rules import RuleId


class Judge:
    """The reasons about a subject so far. ``editions`` are those in which a reason matters that names none."""

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
        """Add a reason."""
        ages = self._editions if editions is None else editions
        self.reasons.append(Reason(why, severity, self._subject, fact, self._where, remedy, ages))

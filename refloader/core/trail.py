"""Collects the reasons that the stages record while a plan is made. Decides nothing."""

from refloader.model.layer import Layer
from refloader.model.reason import Location, Reason, Severity
from refloader.rules import RuleId


class Trail:
    """The recorded reasons by layer entry, and those that belong to no layer (``general``)."""

    __slots__ = ("_by_entry", "general")

    def __init__(self) -> None:
        self._by_entry: dict[Layer, list[Reason]] = {}
        self.general: list[Reason] = []

    def add(self, layer: Layer, reason: Reason) -> None:
        """Record a reason about one entry. A file read both as implicit and as explicit has two entries per layer."""
        self._by_entry.setdefault(layer, []).append(reason)

    def tell(
        self,
        layer: Layer,
        why: RuleId,
        fact: str,
        severity: Severity = Severity.INFO,
        where: Location | None = None,
        remedy: str = "",
    ) -> None:
        """Record a fact about one entry as a reason."""
        self.add(layer, Reason(why, severity, layer.name, fact, where or layer.where, remedy))

    def of(self, layer: Layer) -> tuple[Reason, ...]:
        """Return the reasons recorded about an entry, in order."""
        found = self._by_entry.get(layer)
        return tuple(found) if found else ()

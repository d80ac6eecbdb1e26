"""Decides which rules a loader, a layer or a driver can break."""

from types import MappingProxyType

from refloader.rules import Rule, RuleId, rule, rules

_BOUND = MappingProxyType({"layer": ("layer", "manifest"), "driver": ("driver", "manifest")})
"""The values of ``Rule.applies_to`` that bind a layer or a driver: a manifest belongs to either."""

_OF_INSTALLERS = frozenset(
    map(
        rule,
        (
            *("DISC-WINDOWS-04", "DISC-WINDOWS-11", "DISC-DRIVER-WINDOWS-05"),
            *("DISC-LINUX-12", "DISC-DRIVER-LINUX-06"),
        ),
    )
)
"""Rules for installers. A registry or a package can break them, a file of a layer or driver cannot. The reference
loader and lint report such findings, so they count as rules for loaders."""


def binds(rule_id: str, kind: str) -> bool:
    """Return whether a subject of this kind ("loader", "layer" or "driver") can break the rule."""
    row = rules().get(RuleId(rule_id))
    if kind == "loader" and rule_id in _OF_INSTALLERS:
        return True
    return isinstance(row, Rule) and row.applies_to in _BOUND.get(kind, (kind,))


def binds_loaders(rule_id: str) -> bool:
    """Return whether a loader can break the rule."""
    return binds(rule_id, "loader")

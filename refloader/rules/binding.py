"""Whom a rule binds: which of its rows a loader, a layer or a driver can break."""

from types import MappingProxyType

from refloader.rules import Rule, RuleId, rule, rules

_BOUND = MappingProxyType({"layer": ("layer", "manifest"), "driver": ("driver", "manifest")})
"""Whom a rule may apply to for a kind of subject: a manifest is the layer's or the driver's."""

_OF_INSTALLERS = frozenset(
    map(
        rule,
        (
            *("DISC-WINDOWS-04", "DISC-WINDOWS-11", "DISC-DRIVER-WINDOWS-05"),
            *("DISC-LINUX-12", "DISC-DRIVER-LINUX-06"),
        ),
    )
)
"""Rules that bind whoever installs. No file of a layer or driver shows them, and a registry or a package does: the
reference says what is wrong with it, as lint does, and loaders have nothing to do with it."""


def binds(rule_id: str, kind: str) -> bool:
    """Whether it is a rule that a subject of this kind can break; others are marked for what a case says of them."""
    row = rules().get(RuleId(rule_id))
    if kind == "loader" and rule_id in _OF_INSTALLERS:
        return True
    return isinstance(row, Rule) and row.applies_to in _BOUND.get(kind, (kind,))


def binds_loaders(rule_id: str) -> bool:
    """The same for loaders."""
    return binds(rule_id, "loader")

"""The catalogue of rules: one row per normative statement of the documents. Does not check any rule.

Every other package names a rule with ``rule("LLP_LAYER_9")``, so that a mistyped id fails at import.
"""

from refloader.rules.registry import (
    Ambiguity,
    Rule,
    RuleId,
    UnknownRuleError,
    ambiguities,
    applies,
    catalogue_version,
    decided_by,
    decides,
    find,
    rule,
    rules,
)

__all__ = [
    "Ambiguity",
    "Rule",
    "RuleId",
    "UnknownRuleError",
    "ambiguities",
    "applies",
    "catalogue_version",
    "decided_by",
    "decides",
    "find",
    "rule",
    "rules",
]

"""Adds the advice on a broken rule to a finding. Has no advice of its own."""

from refloader.results.results_file import FINDINGS, Verdict
from refloader.rules import RuleId
from refloader.rules.advice import advice


def advised(rule_id: str, verdict: Verdict) -> dict[str, object]:
    """Return the advice on a finding or a warning as evidence; empty for other verdicts and rules without advice."""
    said = advice().get(RuleId(rule_id)) if verdict in FINDINGS | {Verdict.WARN} else None
    return {"advice": said} if said else {}

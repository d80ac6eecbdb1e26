"""Adds the advice on a broken rule to a finding. Has no advice of its own."""

from refloader.results.results_file import FINDINGS, Verdict
from refloader.rules import RuleId
from refloader.rules.advice import advice, advice_on_cases, advice_on_ends


def advised(rule_id: str, verdict: Verdict, case: str = "") -> dict[str, object]:
    """Return the advice on a finding or a warning as evidence; empty for other verdicts and rules without advice.

    A crash or a hang has advice of its own, whatever the rule; so have cases that show another fault than the rule's
    usual one.
    """
    if verdict not in FINDINGS | {Verdict.WARN} or RuleId(rule_id) not in advice():
        return {}
    name = case.partition("[")[0]  # without the variant
    ends = advice_on_ends()
    if verdict.value in ends:
        return {"advice": ends.get(name, ends[verdict.value])}
    return {"advice": advice_on_cases(rule_id).get(name, advice()[RuleId(rule_id)])}

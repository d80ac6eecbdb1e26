"""Whoever is told that a rule for drivers is broken is told what to do; where nothing checks it, what to show."""

import pytest

from refloader.rules import rules
from refloader.rules.advice import advice, evidence
from refloader.rules.binding import binds
from refloader.suite.run.static_checks import static_rules

WITHDRAWN = {row.id for row in rules().values() if row.status == "withdrawn"}
JUDGED = {*static_rules("driver")}
DRIVER_RULES = [
    row
    for row in rules().values()
    if row.on_linux
    and row.id not in WITHDRAWN
    and (row.applies_to == "driver" or (binds(row.id, "driver") and row.id in JUDGED))
]


class TestAdvice:
    """No rule leaves the vendor of a driver alone."""

    @pytest.mark.parametrize("rule_id", [row.id for row in DRIVER_RULES if row.status != "untestable"])
    def test_every_rule_says_what_to_do(self, rule_id: str) -> None:
        """A sentence by the rule's id."""
        assert rule_id in advice()

    @pytest.mark.parametrize("rule_id", [row.id for row in DRIVER_RULES if row.status == "untestable"])
    def test_what_cannot_be_checked_can_be_shown(self, rule_id: str) -> None:
        """A rule without a check names what a vendor could attach."""
        assert rule_id in evidence()

    def test_what_is_withdrawn_asks_for_nothing(self) -> None:
        """Nobody is told to follow a policy that the documents took back."""
        assert WITHDRAWN & {*advice(), *evidence()} == set()

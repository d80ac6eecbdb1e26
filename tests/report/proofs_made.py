"""Proofs to make documents from: one that is as it should be, and one that is not."""

from refloader.rules import rule
from refloader.selftest.mutants.registry import Mutant
from refloader.selftest.outcome import MutantOutcome

CAUGHT = MutantOutcome(
    violates=rule("LLP_LOADER_3"),
    violator=Mutant("one", (rule("LLP_LOADER_3"),), "It is wrong.", "core"),
    caught_by=("LLP_LOADER_3", "ORDER-DUP-01", "META-06"),
    cases=("duplicates/twice", "duplicates/shared"),
    explained={"ORDER-DUP-01": "the same decision", "META-06": "the same decision"},
    unexplained=(),
    errors=(),
    problem="",
    seconds=0.5,
)

MISSED = MutantOutcome(
    violates=rule("ACT-APP-01"),
    violator=Mutant("two", (rule("ACT-APP-01"),), "It is wrong too.", "library"),
    caught_by=("META-06",),
    cases=("metalayers/order",),
    explained={},
    unexplained=("META-06",),
    errors=("order/groups: KeyError: 'x'",),
    problem="",
    seconds=0.5,
)

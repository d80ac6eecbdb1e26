"""What the published reports have against real layers and drivers, by rule. Judges none."""

from collections.abc import Iterator
from pathlib import Path

from refloader.report.rules.value import Finding, KnownOffender
from refloader.results.records import Result
from refloader.results.results_file import read
from refloader.results.runs import Run
from refloader.rules import RuleId
from rule_examples.observed import WORST, lasting

TOP = Path(__file__).resolve().parent.parent.parent
_MOST = 4
"""Subjects that are named on one page."""


def seen() -> dict[str, tuple[KnownOffender, ...]]:
    """By rule: the worst finding on each subject, in the order of the reports."""
    found: dict[str, list[KnownOffender]] = {}
    for path in sorted((TOP / "reports").glob("*/*.ndjson")):
        for rule_id, each in _of_run(path.relative_to(TOP).as_posix(), read(str(path))):
            found.setdefault(rule_id, []).append(each)
    return {rule_id: tuple(every[:_MOST]) for rule_id, every in found.items()}


def _of_run(origin: str, run: Run) -> Iterator[tuple[str, KnownOffender]]:
    for subject in run.header.subjects:
        worst: dict[str, Result] = {}
        for each in run.results:
            if each.subject == subject.name and each.verdict.value in WORST:
                worst.setdefault(each.rule, each)
                if _rank(each) < _rank(worst[each.rule]):
                    worst[each.rule] = each
        for rule_id, each in worst.items():
            told = Finding(RuleId(rule_id), each.verdict.value, lasting(each.reason), each.case)
            yield rule_id, KnownOffender(subject.name, subject.version, told, origin)


def _rank(result: Result) -> int:
    return WORST.index(result.verdict.value)

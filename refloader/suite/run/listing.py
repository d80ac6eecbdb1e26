"""The cases that a run would judge, and those that a list of the user leaves out. Runs nothing."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

import pytest

from refloader.results.expectations.case_lists import CaseLists
from refloader.results.results_file import Result, Verdict, changed
from refloader.suite.run.cases import name_of, requested_rules, target_of
from refloader.suite.subjects.request import ListedCase, RunRequest


def write_list(
    path: str, wanted: RunRequest, found: Iterable[Result], items: Iterable[pytest.Item], lists: CaseLists
) -> None:
    """Write the cases of a run, those that need no scenario first. Raises OSError."""
    rules: dict[tuple[str, str], list[str]] = {}
    for subject, case, rule_ids in (*_of_results(found), *_of_items(items, wanted)):
        if not lists.why_skipped(subject, case):
            rules.setdefault((subject, case), []).extend(rule_ids)
    with open(path, "w", encoding="ascii") as file:
        json.dump([asdict(ListedCase(*key, tuple(each))) for key, each in rules.items()], file)


def unless_left_out(results: Iterable[Result], lists: CaseLists) -> Iterator[Result]:
    """Yield results; those of a case that a list leaves out are skips with that reason."""
    for each in results:
        why = lists.why_skipped(each.subject, each.case)
        yield changed(each, verdict=Verdict.SKIP, reason=why, evidence={}) if why else each


def _of_results(found: Iterable[Result]) -> Iterator[tuple[str, str, list[str]]]:
    return ((each.subject, each.case, [each.rule]) for each in found)


def _of_items(items: Iterable[pytest.Item], wanted: RunRequest) -> Iterator[tuple[str, str, list[str]]]:
    for item in items:
        if target := target_of(item):
            yield target.name, name_of(item, target), requested_rules(item, target, wanted)


def skip_listed(items: Sequence[pytest.Item], lists: CaseLists) -> None:
    """Mark the cases that a list leaves out, so that they are skipped with that reason."""
    for item in items if lists.skips else ():
        target = target_of(item)
        if target and (why := lists.why_skipped(target.name, name_of(item, target))):
            item.add_marker(pytest.mark.skip(reason=why))

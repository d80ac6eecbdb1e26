"""A pytest plugin that deselects the cases that check none of the rules chosen for their subject.

A mutant that has been caught under each of its rules is shown to no more variants of the tests that judge these: they
could add nothing to what is known.

Only ``selftest`` loads it. Gives no verdicts.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refloader.selftest.plugin_jobs import ONCE_CAUGHT, OPTION, OTHERS, RED, SAMPLE, sampled
from refloader.suite.case_results import results
from refloader.suite.options import job_of
from refloader.suite.run.cases import rules_of, target_of
from refloader.suite.run.narrowing import may_check


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the only option of this plugin; ``refloader selftest`` sets it."""
    parser.addoption(OPTION, metavar="FILE", help="the rules of each subject, by its path, as JSON")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore modules that check none of the chosen rules, if no other cases are to be kept."""
    if not collection_path.name.startswith("test_"):
        return None
    rules = _all_chosen(config)
    return None if rules is None or may_check(collection_path, rules.__contains__) else True


@cache
def _all_chosen(config: pytest.Config) -> frozenset[str] | None:
    """Return the rules chosen for any subject; None if cases of other rules are kept as well."""
    chosen, wanted = _chosen(config), job_of(config).wanted
    others = chosen.pop(OTHERS)
    chosen.pop(SAMPLE, None)
    chosen.pop(ONCE_CAUGHT, None)
    if others or not chosen.keys() >= {*wanted.loaders, *wanted.layers, *wanted.drivers}:
        return None
    return frozenset(rule_id for of_subject in chosen.values() for rule_id in of_subject)


def _chosen(config: pytest.Config) -> dict[str, Any]:
    with open(config.getoption(OPTION), encoding="ascii") as file:
        return dict(json.load(file))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect most cases that check none of the rules chosen for their subject.

    A subject without a list of rules keeps all of its cases.
    """
    chosen = _chosen(config)
    others, is_short = chosen.pop(OTHERS), chosen.pop(ONCE_CAUGHT, False)
    kept = [*_kept(items, chosen, others, chosen.pop(SAMPLE, 0))]
    if is_short:
        config.pluginmanager.register(Shortened(chosen))
    stays = set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in stays])
    items[:] = [item for item in items if id(item) in stays]


def _kept(
    items: Iterable[pytest.Item], chosen: dict[str, list[str]], others: int, sample: int
) -> Iterator[pytest.Item]:
    tests: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in items:
        target = target_of(item)
        wanted = chosen.get(target.loader) if target else None
        if target is None or wanted is None or not set(wanted).isdisjoint(rules_of(item, target)):
            yield item
        else:
            tests.setdefault((target.loader, item.nodeid.partition("[")[0]), []).append(item)
    for each in tests.values():
        yield from sampled(each, others, sample)


class Shortened:
    """Leaves out the remaining cases of a subject's rules once each rule has failed."""

    def __init__(self, chosen: Mapping[str, Sequence[str]]) -> None:
        self._rules = {path: frozenset(rules) for path, rules in chosen.items() if rules}
        self._waiting = {path: set(rules) for path, rules in self._rules.items()}
        self._path = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Run nothing of a case that is left out."""
        target = target_of(item)
        self._path = target.loader if target else ""
        if target is None or self._path not in self._rules:
            return None
        if self._waiting[self._path] or self._rules[self._path].isdisjoint(rules_of(item, target)):
            return None
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the rules that a case fails."""
        for name, text in report.user_properties:
            if name == "refloader" and self._path in self._waiting:
                failed = {
                    each.rule for each in results(json.loads(str(text)), 0.0) if each.verdict.value in RED
                }
                self._waiting[self._path] -= failed

"""A pytest plugin that keeps the cases of chosen rules for each subject. For ``selftest`` alone; never judges."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from refloader.suite.run.cases import rules_of, target_of

OPTION = "--refloader-chosen"
OTHERS = "others"
"""Beside the paths of subjects: how many variants of each test stay that judges none of the chosen rules."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one option; ``refloader selftest`` gives it."""
    parser.addoption(OPTION, metavar="FILE", help="the rules of each subject, by its path, as JSON")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out most cases that judge none of the chosen rules of their subject; one without a list keeps all."""
    with open(config.getoption(OPTION), encoding="ascii") as file:
        chosen = json.load(file)
    kept = list(_kept(items, chosen, chosen.pop(OTHERS)))
    stays = set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in stays])
    items[:] = kept


def _kept(items: Iterable[pytest.Item], chosen: dict[str, list[str]], others: int) -> Iterator[pytest.Item]:
    met: Counter[tuple[str, str]] = Counter()
    for item in items:
        target = target_of(item)
        wanted = chosen.get(target.loader) if target else None
        if target is None or wanted is None or not set(wanted).isdisjoint(rules_of(item, target)):
            yield item
        else:
            test = target.loader, item.nodeid.partition("[")[0]
            met[test] += 1
            if met[test] <= others:
                yield item

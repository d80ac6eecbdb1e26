"""A pytest plugin that deselects the cases that check none of the rules chosen for their subject.

Only ``selftest`` loads it. Gives no verdicts.
"""

import json
from collections.abc import Iterable, Iterator

import pytest

from refloader.selftest.orders import OPTION, OTHERS, SAMPLE, sampled
from refloader.suite.run.cases import rules_of, target_of


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the only option of this plugin; ``refloader selftest`` sets it."""
    parser.addoption(OPTION, metavar="FILE", help="the rules of each subject, by its path, as JSON")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect most cases that check none of the rules chosen for their subject.

    A subject without a list of rules keeps all of its cases.
    """
    with open(config.getoption(OPTION), encoding="ascii") as file:
        chosen = json.load(file)
    stays = set(map(id, _kept(items, chosen, chosen.pop(OTHERS), chosen.pop(SAMPLE, 0))))
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

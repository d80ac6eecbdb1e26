"""A pytest plugin that deselects the cases that check none of the rules chosen for their subject.

Only ``selftest`` loads it. Gives no verdicts.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from refloader.selftest.orders import OPTION, OTHERS
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

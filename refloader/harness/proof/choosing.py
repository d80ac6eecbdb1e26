"""A pytest plugin that keeps the cases of chosen rules for each subject. For ``selftest`` alone; never judges."""

import json

import pytest

from refloader.harness.cases import rules_of, target_of

OPTION = "--refloader-chosen"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one option; ``refloader selftest`` gives it."""
    parser.addoption(OPTION, metavar="FILE", help="the rules of each subject, by its path, as JSON")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases that judge none of the chosen rules of their subject."""
    with open(config.getoption(OPTION), encoding="ascii") as file:
        chosen: dict[str, list[str]] = json.load(file)
    kept = [item for item in items if _is_chosen(item, chosen)]
    dropped = set(map(id, items)) - set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) in dropped])
    items[:] = kept


def _is_chosen(item: pytest.Item, chosen: dict[str, list[str]]) -> bool:
    target = target_of(item)
    if target is None:
        return True
    return not set(chosen.get(target.loader, ())).isdisjoint(rules_of(item, target))

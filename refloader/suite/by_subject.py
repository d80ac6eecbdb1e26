"""A pytest plugin that gives all cases of one layer, or of one topic on a driver, to one worker.

A worker caches the observations of its runs. The tests of a layer share a few runs whatever their topic is; the tests
of a driver share acts mostly within their topic, so that several workers are quicker with one driver.

Loaded only beside xdist. xdist's own way, marks and ``--dist loadgroup``, changes the names of tests, and newer
versions of pytest do not adopt the changed names.
"""

import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

_SUBJECT = re.compile(r"[\[-](subject[0-9]+)(?=[-\]])")
_OF_DRIVERS = re.compile(r"(?:.*/)?driver/test_(\w+)\.py::")


def scope_of(nodeid: str) -> str:
    """Return the subject in a node id, as ``cases.id_of`` names it, with a driver's topic; else the node id."""
    found, topic = _SUBJECT.search(nodeid), _OF_DRIVERS.match(nodeid)
    if found is None:
        return nodeid
    return f"{found[1]} {topic[1]}" if topic else found[1]


class _BySubject(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """Groups cases by subject, not by class or file."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return a scheduler that groups the cases by subject."""
    return _BySubject(config, log)

"""A pytest plugin that gives all cases of one layer, or of one topic on a driver, to one worker.

A worker keeps what its runs showed: the tests of a layer ask for the same few runs whatever they are about, those of
a driver for acts that few other topics have, so that several workers are quicker with one driver.

Loaded beside xdist alone. xdist's own way, marks and ``--dist loadgroup``, changes the names of tests, which newer
versions of pytest do not take over.
"""

import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

_SUBJECT = re.compile(r"[\[-](subject[0-9]+)(?=[-\]])")
_OF_DRIVERS = re.compile(r"(?:.*/)?driver/test_(\w+)\.py::")


def scope_of(nodeid: str) -> str:
    """The subject in a case's name, as ``cases.id_of`` calls it, with a driver's topic; else the name itself."""
    found, topic = _SUBJECT.search(nodeid), _OF_DRIVERS.match(nodeid)
    if found is None:
        return nodeid
    return f"{found[1]} {topic[1]}" if topic else found[1]


class _BySubject(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """Subjects in place of classes and files."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal out the cases by subject."""
    return _BySubject(config, log)

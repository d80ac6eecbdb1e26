"""A pytest plugin that gives all cases of one subject to one worker, which keeps what its runs showed.

Loaded beside xdist alone. xdist's own way, marks and ``--dist loadgroup``, changes the names of tests, which newer
versions of pytest do not take over.
"""

import re
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

_SUBJECT = re.compile(r"[\[-](subject[0-9]+)(?=[-\]])")


def scope_of(nodeid: str) -> str:
    """The subject in a case's name, as ``cases.id_of`` calls it; else the name itself."""
    found = _SUBJECT.search(nodeid)
    return found[1] if found else nodeid


class _BySubject(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """Subjects in place of classes and files."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal out the cases by subject."""
    return _BySubject(config, log)

"""Counts the cases of a run where they are run, and writes how far it is into a pipe. Never judges.

A reader that is slow or gone costs the tests nothing: what cannot be written is left out.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress

import pytest


class Teller:
    """Counts cases in the process that runs the tests, as a plugin of pytest."""

    def __init__(self, descriptor: int) -> None:
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._total = 0
        self._done = 0
        self._failed = set[str]()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """All cases are known, where no workers are asked for them."""
        self._listed(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """All cases are known to a worker; each of them knows the same."""
        self._listed(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a case went badly, or it did not."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """One more."""
        self._done += 1
        self._write(nodeid)

    def _listed(self, cases: Sequence[object]) -> None:
        if len(cases) > self._total:
            self._total = len(cases)
            self._write("")

    def _write(self, case: str) -> None:
        line = json.dumps([self._done, self._total, len(self._failed), case[:200]])
        with suppress(OSError):
            os.write(self._descriptor, line.encode() + b"\n")

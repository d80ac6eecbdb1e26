"""Counts the cases of a run, writes the progress into a pipe, and says when the run is to stop. Gives no verdict.

A reader that is slow or gone does not delay the tests: messages that cannot be written are dropped.
"""

import json
import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress

import pytest

from refloader.model.text import number_of
from refloader.results.results_file import Result
from refloader.suite.subjects.request import RunRequest

SECOND_TRY = "second try"
"""The text that replaces a test's name when its second try begins: xdist passes it on from a worker."""

LOOKING = "looking for cases"
FOUND = "found"
"""The text that replaces a test's name where the number of cases found so far replaces its id."""

ENDING = "ending the processes of the suite"

_LONGEST = 200

_EVERY = 1.0
"""Seconds between two numbers of cases found."""

_FIRST_WORKER = "gw0"
"""What pytest-xdist calls the worker that starts first; all workers find the same cases."""

_NODE = re.compile(r"(?:.*/)?(?:test_)?(\w+)\.py::(?:\w+::)*?(?:test_)?(\w+)(?:\[(.*)\])?", re.DOTALL)
_SUBJECT = re.compile(r"^subject\d+(?:-|$)|-subject\d+$")


def case_of(nodeid: str) -> str:
    """Return the name of a case as results have it, from pytest's name of it; another text as it is."""
    found = _NODE.fullmatch(nodeid)
    if found is None:
        return nodeid
    variant = _SUBJECT.sub("", found[3] or "", count=1)
    return f"{found[1]}/{found[2]}{f'[{variant}]' if variant else ''}"


def _short(name: str) -> str:
    """Return a name that fits a message; one that is cut says so."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


class Teller:
    """A plugin of pytest that counts cases in the process that runs the tests."""

    def __init__(self, descriptor: int) -> None:
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._total = 0
        self._done = 0
        self._failed = set[str]()
        self._running: dict[str, float] = {}
        self._again = set[str]()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Take the number of cases, in a run without workers."""
        self._listed(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Take the number of cases from a worker; all workers have the same cases."""
        self._listed(ids)

    def step(self, name: str) -> None:
        """Report the current step, before the first case or after the last one."""
        self._write("", name)

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        """Report that a case begins, or its second try, or how many cases a worker has found."""
        if location[2] == FOUND:
            if not self._total:
                self.step(f"{LOOKING}: {nodeid} found")
            return
        self._running.setdefault(nodeid, time.monotonic())
        if location[2] == SECOND_TRY:
            self._again.add(nodeid)
        self._write(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a failed case; a case whose worker died is finished here."""
        if report.failed:
            self._failed.add(report.nodeid)
        if report.when not in ("setup", "call", "teardown"):
            self.pytest_runtest_logfinish(report.nodeid)  # its worker died, which no other hook reports

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Count a finished case."""
        self._done += 1
        self._running.pop(nodeid, None)
        self._again.discard(nodeid)
        self._write(nodeid, ENDING if 0 < self._total <= self._done else "")

    def _listed(self, cases: Sequence[object]) -> None:
        if len(cases) > self._total:
            self._total = len(cases)
            self._write("")

    def _write(self, case: str, step: str = "") -> None:
        oldest, since = next(iter(self._running.items()), ("", 0.0))
        running = f"{_short(case_of(oldest))}{f' ({SECOND_TRY})' if oldest in self._again else ''}"
        state = (self._done, self._total, len(self._failed), _short(case_of(case)), step, running, since)
        line = json.dumps(state)
        with suppress(OSError):
            os.write(self._descriptor, line.encode() + b"\n")


class Finder:
    """A plugin of pytest that counts the cases while they are collected, in one of the processes that do.

    The number goes the way on which pytest-xdist passes the beginning of a case on from a worker.
    """

    def __init__(self) -> None:
        self._found = 0
        self._when = time.monotonic()

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Report from time to time how many there are."""
        self._found += 1
        if (now := time.monotonic()) - self._when >= _EVERY:
            self._when = now
            item.ihook.pytest_runtest_logstart(nodeid=str(self._found), location=("", None, FOUND))


def counting(config: pytest.Config, descriptor: int) -> Teller | None:
    """Register what reports the progress of a run; return it in the process that writes it into the pipe."""
    worker = getattr(config, "workerinput", {}).get("workerid")
    if worker in (None, _FIRST_WORKER):
        config.pluginmanager.register(Finder(), "refloader-finder")
    if worker is not None:
        return None
    teller = Teller(descriptor)
    config.pluginmanager.register(teller, "refloader-progress")
    return teller


class Stopping:
    """Stops a run before its last case, at a number of new findings or at a crash.

    ``left`` is the number of cases that were not run yet.
    ``why`` says why the run was stopped, and is empty until then.
    """

    def __init__(self, wanted: RunRequest) -> None:
        self._most, self._verdict = wanted.max_fail, wanted.stop_on
        self._failed = 0
        self._met = False
        self.left = 0
        self.why = ""

    def after(self, results: Sequence[Result]) -> bool:
        """Take the results of a case, or of several that did not have to be run; return True if the run is to stop.

        It stops at a case that is run: those that are not have their results before the first one.
        """
        against = [each for each in results if each.counts_against]
        self._failed += len({(each.subject, each.case) for each in against})
        self._met = self._met or any(each.verdict == self._verdict for each in against)
        self.left = max(0, self.left - 1)
        many = 0 < self._most <= self._failed
        if self.why or not self.left or not (many or self._met):
            return False
        option = f"--max-fail {self._most}" if many else f"--stop-on {self._verdict}"
        self.why = f"stopped by {option}: {number_of(self.left, 'case')} left"
        return True

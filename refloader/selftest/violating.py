"""A pytest plugin that runs the policy tests once for each violator, in children forked after collection.

Loaded by ``selftest`` alone. Each child makes its own process, or its own copy of the library, violate, runs the
cases it is given and says how each ended; so tests are read once and no violator meets another. Never judges.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from refloader.host.temporary import TemporaryFolder
from refloader.sandbox import lineage
from refloader.selftest.copying import copy_hiding
from refloader.selftest.forked import Ended, run_forked
from refloader.selftest.mutants.registry import Violator, hidden_names, patches, violators
from refloader.suite.run.cases import name_of, rules_of, target_of
from refloader.suite.run.targets import Target
from refloader.suite.subjects.request import CORES

Row = dict[str, Any]
Verdicts = dict[int, tuple[str, str]]
"""The verdict and its reason by the place of the case."""

GREEN, RED = frozenset({"pass", "warn"}), frozenset({"fail", "crash", "timeout"})
"""Verdicts that are fine, and those that catch a violator; a skip and an error are neither."""

_VARIANTS = 2
"""Variants of one test that are tried where it judges none of the violated rules."""

SIDECAR = ".violate"
"""What is put behind the library's path for the file that names the violator."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to run: violators by name, on tests of every rule or of the violated ones alone, so many at a time.

    ``limit`` is in seconds, for one violator; ``answers`` is the descriptor to write the rows to.
    """

    names: tuple[str, ...]
    every_rule: bool
    workers: int
    limit: float
    answers: int

    def text(self) -> str:
        """As an option of pytest."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Order":
        """What ``text`` wrote."""
        body = json.loads(text)
        return cls(**{**body, "names": tuple(body["names"])})


@dataclass(frozen=True, slots=True)
class Case:
    """An item that judges a loader."""

    item: pytest.Item
    target: Target
    name: str
    rules: tuple[str, ...]

    @property
    def subject(self) -> str:
        """Which kind of violator can show in it."""
        return "core" if self.target.loader in CORES else "library"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one option; ``refloader selftest`` gives it."""
    parser.addoption("--refloader-violators", metavar="ORDER", default="", help="run each of these violators")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the order instead of the tests."""
    order = Order.read(session.config.getoption("--refloader-violators"))
    with open(order.answers, "w", encoding="ascii") as answers:
        for row in _rows(order, tuple(_cases(session.items))):
            answers.write(json.dumps(row) + "\n")
            answers.flush()
    return True


def _cases(items: Iterable[pytest.Item]) -> Iterator[Case]:
    for item in items:
        target = target_of(item)
        if target is not None:
            yield Case(item, target, name_of(item, target), tuple(rules_of(item, target)))


def _rows(order: Order, cases: Sequence[Case]) -> Iterator[Row]:
    """The cases; then how each ended on the reference as it is; then on each violator."""
    chosen = [(violators()[name], _fitting(violators()[name], cases, order)) for name in order.names]
    wanted = sorted({place for _, places in chosen for place in places})
    told = {place: (cases[place].target.name, cases[place].name, cases[place].rules) for place in wanted}
    yield {"cases": told}
    green: set[int] = set()
    for row in _baseline(order, cases, wanted):
        green |= {place for place, (verdict, _) in (row["verdicts"] or {}).items() if verdict in GREEN}
        yield row
    tasks = [
        (violator.name, _task(violator, [place for place in places if place in green], cases, order))
        for violator, places in chosen
        if places
    ]
    yield from map(_row, run_forked(tasks, workers=order.workers, limit=order.limit))


def _fitting(violator: Violator, cases: Sequence[Case], order: Order) -> list[int]:
    """The places of the cases that a violator is shown to: of its own rules, and then a few of each other test."""
    editions = {edition.value for edition in violator.editions}
    shown = [
        place
        for place, case in enumerate(cases)
        if case.subject == violator.subject and case.target.edition in editions
    ]
    own = [place for place in shown if not set(violator.rules).isdisjoint(cases[place].rules)]
    others = [place for place in shown if set(violator.rules).isdisjoint(cases[place].rules)]
    ranks = _ranks(others, cases) if order.every_rule else {}
    return [*_spread(own, cases), *(place for place, rank in ranks.items() if rank < _VARIANTS)]


def _spread(places: Sequence[int], cases: Sequence[Case]) -> list[int]:
    """The first variant of each test before the second, and so on."""
    ranks = _ranks(places, cases)
    return sorted(places, key=lambda place: ranks[place])


def _ranks(places: Sequence[int], cases: Sequence[Case]) -> dict[int, int]:
    """How many variants of a case's test, on its subject and for its rules, come before it."""
    met: Counter[tuple[object, ...]] = Counter()
    ranks = {}
    for place in places:
        case = cases[place]
        test = (case.name.partition("[")[0], case.target.name, case.rules)
        ranks[place] = met[test]
        met[test] += 1
    return ranks


def _baseline(order: Order, cases: Sequence[Case], wanted: Sequence[int]) -> Iterator[Row]:
    """The unchanged reference, in as many parts as there are workers."""
    parts = [wanted[start :: order.workers] for start in range(order.workers)]
    tasks = [("", _task(None, part, cases, order)) for part in parts if part]
    yield from map(_row, run_forked(tasks, workers=order.workers, limit=order.limit))


def _row(ended: Ended) -> Row:
    return {
        "violator": ended.name,
        "verdicts": ended.answer,
        "problem": ended.problem,
        "seconds": ended.seconds,
    }


def _task(violator: Violator | None, places: Sequence[int], cases: Sequence[Case], order: Order) -> Any:
    return lambda: _judged(violator, {place: cases[place] for place in places}, every_rule=order.every_rule)


def _judged(violator: Violator | None, cases: dict[int, Case], *, every_rule: bool) -> Verdicts:
    """In a child: how each case ends on a violator, or on the reference.

    Unless tests of every rule are wanted, no more are run once each of the violator's rules has caught it.
    """
    lineage.die_with_parent()
    if violator is None:
        return _ended(cases)
    if violator.subject == "core":
        for each in patches(violator.name):
            each.apply()
        return _ended(cases, () if every_rule else violator.rules)
    with TemporaryFolder() as temporary:
        _show_copies(cases.values(), violator, temporary)
        return _ended(cases, () if every_rule else violator.rules)


def _ended(cases: dict[int, Case], until: Iterable[str] = ()) -> Verdicts:
    """The verdicts of all cases, or of those up to the one with which the last of some rules has caught something."""
    found: Verdicts = {}
    waiting = set(until)
    for place, case in cases.items():
        verdict = _verdict(case.item)
        if verdict is None:
            continue
        found[place] = verdict
        if verdict[0] in RED and waiting:
            waiting -= set(case.rules)
            if not waiting:
                break
    return found


def _show_copies(cases: Iterable[Case], violator: Violator, folder: str) -> None:
    """Let the cases look at a copy of the library that violates."""
    copies: dict[str, str] = {}
    for case in cases:
        loader = case.target.loader
        if loader not in copies:
            copies[loader] = os.path.join(folder, os.path.basename(loader))
            copy_hiding(loader, copies[loader], hidden_names(violator.name))
            with open(copies[loader] + SIDECAR, "w", encoding="ascii") as file:
                file.write(violator.name)
        shown = case.target._replace(loader=copies[loader], path=copies[loader])
        case.item.callspec.params["subject"] = shown  # type: ignore[attr-defined] # only functions have one


def _verdict(item: pytest.Item) -> tuple[str, str] | None:
    """The verdict and its reason that the plugin of the policy tests put into the report."""
    for report in runtestprotocol(item, log=False, nextitem=None):
        for name, text in report.user_properties:
            if name == "refloader":
                record = json.loads(str(text))
                return record["verdict"], record["reason"]
    return None

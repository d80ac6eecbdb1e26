"""Tests layers together and makes the results: subjects, verdicts, commands that replay them. Holds no rules."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import get_args

from refloader.host import shell
from refloader.model.text import quote, visible
from refloader.native.target import words as target_words
from refloader.results.bounding import bounded
from refloader.results.expectations.expectations import Known, read_all
from refloader.results.progress import OnProgress, Progress, Steps
from refloader.results.results_file import (
    BY_WEIGHT,
    OF_ENDING,
    Decode,
    Result,
    Run,
    Subject,
    Verdict,
    Writer,
    read,
)
from refloader.suite.run.header import header
from refloader.suite.sessions.session import OwnDriver
from refloader.suite.subjects.distinct import unused
from refloader.suite.subjects.layer import LayerSubject, bare_library, layers_at
from refloader.suite.subjects.library_names import is_library
from refloader.suite.subjects.request import RunRequest, WrongUsageError
from refloader.suite.together.neighbours import OrderedRuns
from refloader.suite.together.set_search import Finding, Order, OrderVerdict, Which, orders, orders_to_check

HARM = "LLP_LAYER_2"
"""The rule for failures of a set that break no other rule: no layer makes others fail."""

_TOPIC = "together"
_NOT_ALONE = "which rules a layer breaks alone is not told here: run conform without --together for that"
Judging = Callable[[Sequence[LayerSubject], OwnDriver, Which], Iterator[OrderVerdict]]


@dataclass(frozen=True, slots=True)
class Member:
    """A layer of the set, with the path that the user named it by."""

    path: str
    layer: LayerSubject


def members(paths: Iterable[str]) -> tuple[Member, ...]:
    """Return the layers of some manifests and libraries, in their order.

    Raises:
        WrongUsageError: two layers have the same name, or there is no layer.
    """
    found = [Member(path, layer) for path in dict.fromkeys(paths) for layer in _layers_of(path)]
    for name, times in Counter(each.layer.name for each in found).items():
        if times > 1:
            raise WrongUsageError(f"--together: {times} of the layers are named {quote(name)}")
    if not found:
        raise WrongUsageError("--together: none of the manifests describes a layer with a library")
    return tuple(found)


def _layers_of(path: str) -> tuple[LayerSubject, ...]:
    return (bare_library(path),) if is_library(path) else layers_at(path)


def checked_orders(layers: Sequence[LayerSubject], driver: OwnDriver, which: Which) -> Iterator[OrderVerdict]:
    """Run and check the orders of some layers on one driver."""
    return orders_to_check([layer.name for layer in layers], OrderedRuns(layers, driver), which)


def run(
    wanted: RunRequest,
    path: str,
    command: str = "",
    judge: Judging = checked_orders,
    tell: OnProgress | None = None,
    decode: Decode | None = None,
) -> Run:
    """Test the layers of a request together and write the results file; ``tell`` receives the progress.

    A KeyboardInterrupt ends the search, and the results so far are returned as a truncated run.

    Raises:
        WrongUsageError: there is nothing to put together.
        OSError: the file cannot be written.
        ResultsError: what was written cannot be read.
        KeyboardInterrupt: it came before there were results.
    """
    steps = Steps(tell)
    steps.begin("looking at the layers")
    gathered = _Gathered(wanted, members(wanted.layers))
    ended = True
    try:
        gathered.gather(judge, steps.tell or _nobody)
    except KeyboardInterrupt:
        if not gathered.results:
            raise
        ended = False
    steps.begin("describing this machine")
    rows = tuple(gathered.rows.values())
    known = Known(read_all(wanted.expectations), rows)
    with Writer(path, header(wanted, (), rows, command, gathered.notes())) as writer:
        for result in known.expecting_all(gathered.results):
            writer.write(result)
        if not ended:
            writer.close()
    steps.begin("reading the results")
    return read(path, decode)


@dataclass(slots=True)
class _Gathered:
    """Collects the results of a run."""

    wanted: RunRequest
    chosen: tuple[Member, ...]
    rows: dict[Order, Subject] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)

    def gather(self, judge: Judging, tell: OnProgress) -> None:
        which: Which = "given" if self.wanted.together == "given" else "all"
        layers, drivers = [each.layer for each in self.chosen], tuple(_drivers(self.wanted))
        done, failing, total = 0, 0, len(drivers) * orders(len(layers), which)
        tell(Progress(0, total, 0))
        for driver in drivers:
            started = time.monotonic()
            for one in judge(layers, driver, which):
                now = time.monotonic()
                self._take(one, _case(driver), now - started)
                started, done, failing = now, done + 1, failing + bool(one.findings)
                tell(Progress(done, total, failing, _spelled(one.order)))

    def _take(self, one: OrderVerdict, case: str, seconds: float) -> None:
        row = self.rows.setdefault(one.order, self._row(one.order))
        for rule, verdict, reason, evidence in _verdicts(one):
            if self.wanted.takes(rule, case, row.name):
                line = self._repro(one.order, rule, case)
                reason, evidence = bounded(reason), bounded(evidence)
                self.results.append(Result(rule, row.name, case, verdict, reason, evidence, line, seconds))

    def _row(self, order: Order) -> Subject:
        """Return the subject of an order. Its name is made unique, because layers' names may hold anything."""
        paths = {each.layer.name: each for each in self.chosen}
        name = unused(_spelled(order), {row.name for row in self.rows.values()})
        files = " + ".join(visible(paths[each].path) for each in order)
        versions = " + ".join(paths[each].layer.api_version or "?" for each in order)
        return Subject("layer", name, files, versions, "")

    def _repro(self, order: Order, rule: str, case: str) -> str:
        """Return the command for this order alone; if a manifest has several layers, for all manifests."""
        times = Counter(each.path for each in self.chosen)
        paths = {each.layer.name: each.path for each in self.chosen}
        alone = all(times[paths[name]] == 1 for name in order)
        words = ["refloader", "conform", *target_words(), "--together=given" if alone else "--together"]
        for path in [paths[name] for name in order] if alone else times:
            words += ["--layer", path]
        words += self.wanted.expecting
        return shell.line([*words, "--rule", rule, "--case", case])

    def notes(self) -> Iterator[str]:
        """Yield notes: what this run does not check, and manifests of which no layer could be used."""
        yield _NOT_ALONE
        used = {each.path for each in self.chosen}
        for path in self.wanted.layers:
            if path not in used:
                yield f"{visible(path)} is left out: it describes no layer with a library"


def _nobody(progress: Progress) -> None:
    """Ignore the progress."""


def _drivers(wanted: RunRequest) -> Iterator[OwnDriver]:
    """Yield the drivers to run on: the mock driver, which checks most, and in a full profile lavapipe."""
    every: tuple[OwnDriver, ...] = get_args(OwnDriver)
    for driver in every if wanted.profile == "full" or wanted.cases else every[:1]:
        if not wanted.cases or _TOPIC in wanted.cases or wanted.names(_case(driver)):
            yield driver


def _case(driver: OwnDriver) -> str:
    return f"{_TOPIC}[{driver}]"


def _spelled(order: Order) -> str:
    return " + ".join(map(visible, order))


_Row = tuple[str, Verdict, str, Mapping[str, object]]


def _verdicts(one: OrderVerdict) -> Iterator[_Row]:
    """Yield a row for each broken rule, and in any case one for the rule on harm."""
    if one.missing:
        yield HARM, Verdict.SKIP, one.missing, {}
        return
    findings = sorted(one.findings, key=lambda found: found.fault.rule)
    for rule, group in groupby(findings, key=lambda found: found.fault.rule):
        yield _row(rule, one.order, tuple(group))
    if all(found.fault.rule != HARM for found in findings):
        yield HARM, Verdict.PASS, "", {}


def _row(rule: str, order: Order, findings: Sequence[Finding]) -> _Row:
    verdict = min(map(_verdict, findings), key=BY_WEIGHT.index)
    reason = "; and ".join(_reason(order, each) for each in findings)
    return rule, verdict, reason, {"findings": [_evidence(each) for each in findings]}


def _verdict(found: Finding) -> Verdict:
    ending = found.fault.kind.removeprefix("ended ")
    return OF_ENDING[ending] if found.fault.ends and ending in OF_ENDING else Verdict.FAIL


def _reason(order: Order, found: Finding) -> str:
    """Return what happened, the smallest set that suffices for it, and the harmless orders of that set."""
    parts = [found.fault.fact]
    if found.smallest != order:
        parts.append(f"{_spelled(found.smallest)} is enough for that")
    if found.harmless:
        parts.append(f"not so as {' or as '.join(map(_spelled, found.harmless))}")
    elif len(found.smallest) > 1:
        parts.append("the order does not matter")
    return "; ".join(parts)


def _evidence(found: Finding) -> dict[str, object]:
    return {
        "fact": found.fault.fact,
        "layer": visible(found.fault.culprit),
        "smallest": [visible(name) for name in found.smallest],
        "harmless": [[visible(name) for name in order] for order in found.harmless],
        **found.fault.evidence,
    }

"""Runs the suite on layers or drivers of one kind in several child processes, a few subjects in each.

Each child makes a run of its own, as ``conform`` does: what one mock does to its run befalls no other batch, and the
results of a batch are there when it has ended, not at the end of all.
"""

import json
import os
import signal
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from refloader.host.forked import Task, run_forked
from refloader.host.pace import allowed
from refloader.results.results_file import Result, ResultsError
from refloader.sandbox.isolation import process_tree
from refloader.selftest.mutants.of_mocks import Kind
from refloader.selftest.plugin_jobs import OPTION
from refloader.suite.conform import run, why_not_run
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest

Batch = Mapping[str, str]
"""Some mocks: the paths of their manifests by name."""

_MOST = 8
"""The most mocks of a batch."""
_SHARE = 4
"""How many batches each worker gets at least, if there are so many mocks."""
_LIMIT = 1800.0
"""Timeout in seconds of a batch, for each of its mocks."""
_PLUGIN = "refloader.selftest.choosing"


@dataclass(frozen=True, slots=True)
class BatchResults:
    """The results for each mock of a batch, by its name. ``problem`` says why they are not all there."""

    batch: Batch
    results: Mapping[str, tuple[Result, ...]]
    problem: str

    @property
    def last(self) -> str:
        """The name of the last mock."""
        return [*self.batch][-1]


def batches(paths: Batch, workers: int, *, alone: bool = False) -> list[Batch]:
    """Divide mocks into batches, so that all workers end at about the same time, or into one for each mock.

    Neighbours have rules in common, and thus cases that a batch has to look for once.
    """
    names = list(paths)
    size = 1 if alone else min(_MOST, -(-len(names) // (_SHARE * workers)) or 1)
    return [
        {name: paths[name] for name in names[start : start + size]} for start in range(0, len(names), size)
    ]


def judged(
    kind: Kind,
    every: Sequence[Batch],
    chosen: Mapping[str, object] | None,
    folder: str,
    *,
    workers: int,
    once: bool,
) -> Iterator[BatchResults]:
    """Run the suite on each batch and yield its results when it has ended.

    ``chosen`` is what the plugin ``choosing`` reads: the rules of each subject by its path, and how many variants to
    keep of other tests; without it, each subject gets all tests. Temporary files are written below ``folder``.
    ``once`` disables second tries.

    Raises:
        HarnessError: nothing can be run on this machine.
    """
    if every and (reason := why_not_run(_request(kind, every[0]))):
        raise HarnessError(reason)
    inner = workers // len(every) if every else 0
    tasks: list[Task] = []
    for number, batch in enumerate(every):
        place = os.path.join(folder, f"batch-{number}")
        os.mkdir(place)
        words = _words(batch, chosen, place) if chosen is not None else ()
        own = partial(_run, kind, batch, words, place, workers=inner if inner > 1 else 0, once=once)
        tasks.append((str(number), own))
    limit = allowed(_LIMIT) * max(map(len, every), default=1)
    for ended in run_forked(tasks, workers=workers, limit=limit):
        results: Mapping[str, tuple[Result, ...]] = {}
        problem = ended.problem
        if ended.answer is not None:
            results, problem = ended.answer
        batch = every[int(ended.name)]
        yield BatchResults(batch, {name: results.get(name, ()) for name in batch}, problem)


def _request(kind: Kind, batch: Batch) -> RunRequest:
    paths = tuple(batch.values())
    return RunRequest(layers=paths) if kind == "layer" else RunRequest(drivers=paths)


def _words(batch: Batch, chosen: Mapping[str, object], place: str) -> tuple[str, ...]:
    """Write what is chosen for a batch, and return the pytest options that have it read."""
    own = {*batch.values()}
    path = os.path.join(place, "chosen.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({key: value for key, value in chosen.items() if key in own or not os.path.isabs(key)}, file)
    return "-p", _PLUGIN, OPTION, path


def _run(
    kind: Kind, batch: Batch, words: Sequence[str], place: str, **options: Any
) -> tuple[dict[str, tuple[Result, ...]], str]:
    """Run the suite on a batch; return the results of each mock, and the problem. Runs in a child.

    The parent removes what is left in ``place``, and ends this process if it is interrupted.
    """
    process_tree.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tempfile.tempdir = place
    out = os.path.join(place, "out")
    os.mkdir(out)
    try:
        outcome = run(_request(kind, batch), out, whole=True, words=words, **options)
    except (HarnessError, ResultsError, OSError) as error:
        return {}, str(error)
    by_subject: dict[str, list[Result]] = defaultdict(list)
    for result in outcome.results:
        by_subject[result.subject].append(result)
    found = {name: tuple(by_subject[os.path.basename(path)]) for name, path in batch.items()}
    cut_off = f"the policy tests did not come to their end on the {kind}s"
    return found, "; ".join([*([cut_off] if outcome.truncated else []), *outcome.problems])

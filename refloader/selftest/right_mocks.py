"""Runs the suite on layers and drivers that are right and differ from the mocks: a failure on one is a false one.

They are data (``variants/layers.toml``, ``variants/drivers.toml``), checked when they are read.
"""

import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from refloader.host.temporary import TemporaryFolder
from refloader.results.progress import OnProgress
from refloader.results.results_file import Result, Verdict
from refloader.selftest.allowed import FalseFailure, Tolerance
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mutants.of_mocks import PLAIN, Kind, Recipe, mocks
from refloader.selftest.plugin_jobs import OPTION, OTHERS, SAMPLE
from refloader.selftest.variants.registry import Variant
from refloader.suite.conform import run
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest

_SAYS = ("does", "rests_on", "words")
_RED = frozenset({Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT, Verdict.ERROR})
_FREE_LAYER = Recipe("layer", "layer_free")


@dataclass(frozen=True, slots=True)
class RightMock:
    """A layer or driver that takes a liberty, and what it is laid out from."""

    variant: Variant
    recipe: Recipe


@cache
def right_mocks(kind: Kind) -> Mapping[str, RightMock]:
    """Return the layers or drivers of the table by name, in its order."""
    text = files("refloader.selftest.variants").joinpath(f"{kind}s.toml").read_text(encoding="utf-8")
    base = _FREE_LAYER if kind == "layer" else mocks(kind).clean[PLAIN].recipe
    return MappingProxyType({name: _made(name, row, base) for name, row in tomllib.loads(text).items()})


def _made(name: str, row: Mapping[str, Any], base: Recipe) -> RightMock:
    laid_out = {key: value for key, value in row.items() if key not in _SAYS}
    strange = laid_out.keys() - set(Recipe.__slots__)
    assert not strange, f"{name} has {', '.join(sorted(strange))}, which nobody reads"
    variant = Variant(name, row["does"], row["rests_on"], row["words"], frozenset())
    return RightMock(variant, base.changed(laid_out))


def run_right_mocks(
    chosen: Sequence[RightMock],
    *,
    whole: bool,
    workers: int,
    tell: OnProgress | None = None,
    sample: int = 0,
) -> tuple[Tolerance, ...]:
    """Run every test on layers or drivers of one kind, or without ``whole`` one parameter of each test.

    ``sample`` says which parameter that is. ``tell`` is as in ``conform.run``.

    Raises:
        HarnessError: the policy tests could not be run, or the mocks were not built.
        OSError: the temporary files cannot be written.
        KeyboardInterrupt: the user interrupted the run.
    """
    kind = chosen[0].recipe.kind
    with TemporaryFolder() as folder:
        try:
            paths = {each.variant.name: lay_out(each.recipe, each.variant.name, folder) for each in chosen}
        except NoMockError as error:
            raise HarnessError(str(error)) from error
        words = [] if whole else _one_of_each(tuple(paths.values()), folder, sample)
        out = os.path.join(folder, "out")
        os.mkdir(out)
        subjects = tuple(paths.values())
        wanted = RunRequest(layers=subjects) if kind == "layer" else RunRequest(drivers=subjects)
        outcome = run(wanted, out, workers=workers, whole=True, words=words, tell=tell)
    if outcome.truncated:
        raise HarnessError(f"the policy tests did not come to their end on the {kind}s")
    by_subject: dict[str, list[Result]] = defaultdict(list)
    for result in outcome.results:
        by_subject[result.subject].append(result)
    problem = "; ".join(outcome.problems)
    return tuple(
        _tolerance(each.variant, by_subject[os.path.basename(paths[each.variant.name])], problem)
        for each in chosen
    )


def _one_of_each(paths: Sequence[str], folder: str, sample: int) -> list[str]:
    """Return the pytest options that keep one parameter of each test on each subject."""
    none: dict[str, object] = {path: [] for path in paths}
    path = os.path.join(folder, "chosen.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({**none, OTHERS: 1, SAMPLE: sample}, file)
    return ["-p", "refloader.selftest.choosing", OPTION, path]


def _tolerance(variant: Variant, results: Sequence[Result], problem: str) -> Tolerance:
    failing: dict[str, list[Result]] = defaultdict(list)
    for each in results:
        if each.verdict in _RED:
            failing[each.case].append(each)
    failures = tuple(
        FalseFailure(case, tuple(each.rule for each in rows), rows[0].verdict, rows[0].reason)
        for case, rows in failing.items()
    )
    warnings = {each.case: each.reason for each in results if each.verdict is Verdict.WARN}
    judged = {each.case for each in results if each.verdict is not Verdict.SKIP}
    seconds = round(sum(each.seconds for each in results), 3)
    return Tolerance((variant,), failures, tuple(warnings.items()), len(judged), problem, seconds)

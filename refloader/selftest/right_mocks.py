"""Runs the suite on layers and drivers that are right and differ from the mocks: a failure on one is a false one.

They are data (``variants/layers.toml``, ``variants/drivers.toml``), checked when they are read.
"""

import os
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from refloader.host.temporary import TemporaryFolder
from refloader.results.progress import OnProgress, Progress
from refloader.results.results_file import Result, Verdict
from refloader.selftest.allowed import FalseFailure, Tolerance
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mock_pool import batches, judged
from refloader.selftest.mutants.of_mocks import PLAIN, Kind, Recipe, mocks
from refloader.selftest.plugin_jobs import OTHERS, SAMPLE
from refloader.selftest.variants.registry import Variant
from refloader.suite.run.installed_suite import HarnessError

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
) -> Iterator[Tolerance]:
    """Run every test on layers or drivers of one kind, or without ``whole`` one parameter of each test.

    Yields how each was judged when that is known. ``sample`` says which parameter that is; ``tell`` hears how many
    have been judged.

    Raises:
        HarnessError: the policy tests could not be run, or the mocks were not built.
        OSError: the temporary files cannot be written.
        KeyboardInterrupt: the user interrupted the run.
    """
    by_name = {each.variant.name: each for each in chosen}
    done = 0
    with TemporaryFolder() as folder:
        os.mkdir(mocks_folder := os.path.join(folder, "mocks"))
        try:
            paths = {name: lay_out(each.recipe, name, mocks_folder) for name, each in by_name.items()}
        except NoMockError as error:
            raise HarnessError(str(error)) from error
        rules = None if whole else {**{path: [] for path in paths.values()}, OTHERS: 1, SAMPLE: sample}
        every = batches(paths, workers, alone=whole)
        for part in judged(chosen[0].recipe.kind, every, rules, folder, workers=workers, once=False):
            done += len(part.batch)
            if tell is not None:
                tell(Progress(done, len(chosen), 0, part.last))
            for name, results in part.results.items():
                yield _tolerance(by_name[name].variant, results, part.problem)


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

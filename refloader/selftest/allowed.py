"""Runs the suite on variants, which are right, and evaluates it: each case that fails on one is a false failure.

The quick way has one loader take many liberties at a time, and asks each liberty alone about the cases that fail.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from refloader.results.progress import OnProgress
from refloader.selftest.plugin_jobs import GREEN, RED
from refloader.selftest.selftest import Gathered, Run, red, variant_runs
from refloader.selftest.variants.marks import JOINT
from refloader.selftest.variants.registry import Variant, groups
from refloader.suite.run.installed_suite import HarnessError

_TOGETHER = 24
"""The most liberties that one loader takes at a time."""


@dataclass(frozen=True, slots=True)
class FalseFailure:
    """A case that passes on the reference and fails on a variant: the rules that it blames and the reason."""

    case: str
    rules: tuple[str, ...]
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How the suite judged one variant, or several that one loader takes together.

    ``failures`` are the cases that must not fail; ``warnings`` maps those that warn there, and not on the reference,
    to the reason. ``judged`` is the number of cases with a verdict. ``problem`` says why there is no result.
    """

    variants: tuple[Variant, ...]
    failures: tuple[FalseFailure, ...]
    warnings: tuple[tuple[str, str], ...]
    judged: int
    problem: str
    seconds: float

    @property
    def name(self) -> str:
        """The names of the variants."""
        return joined(self.variants)

    @property
    def ok(self) -> bool:
        """True if the suite ran and fails nothing."""
        return not self.failures and not self.problem and self.judged > 0


def joined(variants: Sequence[Variant]) -> str:
    """Return the name of the loader that takes all of these liberties."""
    return JOINT.join(each.name for each in variants)


def run_variants(
    chosen: Sequence[Variant],
    *,
    alone: bool,
    parameters: int,
    workers: int,
    count: OnProgress,
    only: Sequence[str] = (),
    sample: int = 0,
) -> Iterator[Tolerance]:
    """Run every test, or ``only`` the cases of some names, on the variants: each ``alone``, or many at a time.

    Yields each loader as soon as it is known what fails on it. ``count`` hears how many cases have been run;
    ``sample`` says with which of its parameters each test begins.

    Raises:
        HarnessError: the policy tests could not be run, or the unchanged reference fails one of them.
        OSError: the temporary files cannot be written.
    """
    judge = partial(_judged, parameters=parameters, workers=workers, count=count)
    loaders = [(each,) for each in chosen] if alone else [tuple(each) for each in groups(chosen, _TOGETHER)]
    joint: list[Tolerance] = []
    for each in judge(loaders, only=only, sample=sample):
        if len(each.variants) > 1 and each.failures:
            joint.append(each)
        else:
            yield each
    for each in joint:
        yield from _parted(each, judge)


def _judged(
    loaders: Sequence[tuple[Variant, ...]],
    *,
    parameters: int,
    workers: int,
    count: OnProgress,
    only: Sequence[str],
    sample: int = 0,
) -> Iterator[Tolerance]:
    found, named = Gathered(), {joined(each): each for each in loaders}
    for run in variant_runs(
        found, tuple(named), parameters=parameters, workers=workers, count=count, only=only, sample=sample
    ):
        yield _tolerance(named[run.name], run, found)
    for number in red(found):
        name, reason = found.cases[number].name, found.baseline[number].reason
        raise HarnessError(f"the unchanged reference fails {name}: {reason}")


def _parted(together: Tolerance, judge: Callable[..., Iterator[Tolerance]]) -> Iterator[Tolerance]:
    """Yield what no liberty alone fails, and then each liberty that fails a case alone."""
    cases = tuple(dict.fromkeys(failure.case for failure in together.failures))
    alone = list(judge([(one,) for one in together.variants], only=cases))
    blamed = {failure.case for one in alone for failure in one.failures}
    yield replace(together, failures=tuple(each for each in together.failures if each.case not in blamed))
    yield from (one for one in alone if not one.ok and one.judged)


def _tolerance(variants: tuple[Variant, ...], run: Run, found: Gathered) -> Tolerance:
    warned = tuple(
        (found.cases[number].name, ended.reason)
        for number, ended in sorted(run.verdicts.items())
        if ended.verdict == "warn" and found.baseline[number].verdict != "warn"
    )
    judged = sum(ended.verdict in GREEN | RED for ended in run.verdicts.values())
    return Tolerance(variants, tuple(_failures(run, found)), warned, judged, run.problem, run.seconds)


def _failures(run: Run, found: Gathered) -> Iterator[FalseFailure]:
    for number, ended in sorted(run.verdicts.items()):
        if ended.verdict in RED | {"error"} and found.baseline[number].verdict in GREEN:
            case = found.cases[number]
            rules = tuple(each for each in case.rules if each not in ended.spared)
            yield FalseFailure(case.name, rules, ended.verdict, ended.reason)

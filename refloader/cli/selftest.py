"""``refloader selftest``: runs the suite on mutants and reports which rules catch them."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, Literal, TypeVar

import click

from refloader.cli.terminal.console import timeout_option, watching
from refloader.cli.terminal.output import give_up, make_folder, say_json, say_styled, storable, write_into
from refloader.cli.terminal.parts import needed
from refloader.host.stopping import sender, stoppable
from refloader.model.text import quote
from refloader.report import selftest_results as report
from refloader.report import tolerances
from refloader.report.page import selftest as page
from refloader.report.rules.links import docs_url
from refloader.results.progress import OnProgress, Progress
from refloader.selftest.allowed import Tolerance, run_variants
from refloader.selftest.mock_outcome import mock_outcomes, unclean, unproven_rules
from refloader.selftest.mutants.of_mocks import Kind, Mocks, Wrong, mocks
from refloader.selftest.mutants.registry import Mutant, mutants_by_name
from refloader.selftest.on_mocks import run_mocks
from refloader.selftest.outcome import MutantOutcome, mutant_outcomes, unproven
from refloader.selftest.right_mocks import right_mocks, run_right_mocks
from refloader.selftest.selftest import Gathered, Run, gather, red, why_no_library
from refloader.selftest.variants.registry import variants
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import WrongUsageError
from refloader.suite.subjects.request import within as rules_within

_MOST_SHOWN = 5
_RED = "the unchanged reference fails, so nothing would be proved:"
_RED_MOCK = "{kind}s that are right fail, so nothing would be proved:"
_Each = TypeVar("_Each", Mutant, Wrong)


Subject = Kind | Literal["loader"]

_PARAMETERS = {"quick": 1, "full": 2}
"""How many parameters of each test are run, by profile."""


@dataclass(frozen=True, slots=True)
class _Runs:
    """How the variants are run: the profile, how many at a time, and the first parameter of each test to run."""

    profile: str
    workers: int
    sample: int


def _sample(profile: str, asked: int | None) -> int:
    """Return the number of the sample: that of the day, unless one is asked for. The profile full has none."""
    if profile == "full":
        return 0
    return asked if asked is not None else int(time.time()) // 86400


@click.command()
@click.option(
    "--rule", "prefixes", multiple=True, metavar="ID", help="Only this rule or a family (LLP_LOADER)."
)
@click.option("--violator", "names", multiple=True, metavar="NAME", help="Only this mutant, or variant.")
@click.option(
    "--profile",
    type=click.Choice(["quick", "full"]),
    default="full",
    show_default=True,
    help="full: tests of every rule; quick: of the violated rules, up to the first that catches.",
)
@click.option("--layers", is_flag=True, help="Run it on layers that are wrong on purpose, not on loaders.")
@click.option("--drivers", is_flag=True, help="Run it on drivers that are wrong on purpose, not on loaders.")
@click.option("--allowed", is_flag=True, help="Run it on what is right and differs: none may fail.")
@click.option(
    "--sample",
    type=click.IntRange(0),
    metavar="NUMBER",
    help="With --allowed and quick: which parameter of each test to run; without it, another one each day.",
)
@click.option("-n", "workers", type=click.IntRange(1, 64), metavar="N", help="Mutants at a time.")
@click.option("--out", metavar="DIR", help="Write selftest.json, .html and matrix.csv there as well.")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@timeout_option
def command(
    prefixes: tuple[str, ...],
    names: tuple[str, ...],
    layers: bool,
    drivers: bool,
    allowed: bool,
    profile: str,
    sample: int | None,
    workers: int | None,
    out: str | None,
    shape: str,
) -> None:
    """Prove that the suite can fail: run it on loaders, layers or drivers that are wrong on purpose.

    Each mutant is the reference with one wrong decision, or a mock that breaks one rule. The suite must pass the
    originals and fail each mutant by the rule that it violates; any further failure must have a known cause. With
    --allowed, each loader, layer or driver makes use of a freedom that the documents give, and the suite must fail
    none of them. Exits 1 if the suite does not do so.
    """
    if layers and drivers:
        raise click.UsageError("--layers and --drivers are runs of their own")
    at_a_time = workers or len(os.sched_getaffinity(0))
    kind = _kind(layers=layers, drivers=drivers)
    if allowed and prefixes:
        raise click.UsageError("what is right violates no --rule")
    if sample is not None and not (allowed and profile == "quick"):
        raise click.UsageError("--sample is for --allowed --profile quick")
    needed("selftest")
    if allowed:
        runs = _Runs(profile, at_a_time, _sample(profile, sample))
        sys.exit(0 if _fails_no_variant(kind or "loader", names, runs, out, shape) else 1)
    try:
        with stoppable():
            if out is not None:
                make_folder(out)
                docs_url()
            if kind:
                made, left_out = _of_mocks(mocks(kind), prefixes, names, profile, at_a_time)
            else:
                made, left_out = _of_loaders(prefixes, names, profile, at_a_time)
    except WrongUsageError as error:
        raise click.UsageError(str(error)) from error
    except KeyboardInterrupt as stop:
        give_up(f"stopped by {sender(stop)}")
    bare = unproven_rules(mocks(kind)) if kind else unproven()
    missing = _without_violator(bare, prefixes, names)
    document = report.document(made, left_out, missing if kind else bare, profile)
    if shape == "json":
        say_json(document)
    else:
        for line in report.lines(made, left_out, missing):
            say_styled(line)
    if out is not None:
        write_into(out, "selftest.json", json.dumps(storable(document), indent=2) + "\n")
        write_into(out, "matrix.csv", report.matrix(made))
        shown = page.render(made, left_out, missing, profile, f"refloader selftest{_option(kind)}")
        write_into(out, "selftest.html", shown)
    sys.exit(0 if all(outcome.ok for outcome in made) else 1)


_Proved = tuple[tuple[MutantOutcome, ...], Mapping[str, str]]
"""The proofs, and the mutants that were not run, with the reason."""


def _kind(*, layers: bool, drivers: bool) -> Kind | None:
    """Return which kind of mock is under test; None for loaders, whose mutants are not mocks."""
    if layers:
        return "layer"
    return "driver" if drivers else None


def _option(kind: Kind | None) -> str:
    """Return the command-line option that selects mutants of this kind."""
    return f" --{kind}s" if kind else ""


def _of_loaders(prefixes: Sequence[str], names: Sequence[str], profile: str, workers: int) -> _Proved:
    chosen, left_out = _runnable(_chosen(mutants_by_name(), prefixes, names))
    return mutant_outcomes(chosen, _gathered(chosen, profile, workers)), left_out


def _of_mocks(
    known: Mocks, prefixes: Sequence[str], names: Sequence[str], profile: str, workers: int
) -> _Proved:
    chosen = _chosen(known.wrong, prefixes, names)
    judge = partial(run_mocks, every_rule=profile == "full", every_clean=not prefixes and not names)
    try:
        with _counted() as tell:
            judged = judge(known, chosen, workers=workers, tell=tell)
    except (HarnessError, OSError) as error:
        give_up(str(error))
    blamed = unclean(known, judged)
    if blamed:
        give_up("\n".join([_RED_MOCK.format(kind=known.kind), *_first(blamed)]))
    return mock_outcomes(chosen, judged), {}


def _first(lines: Sequence[str]) -> list[str]:
    more = [f"and {len(lines) - _MOST_SHOWN} more"] if len(lines) > _MOST_SHOWN else []
    return [*lines[:_MOST_SHOWN], *more]


def _without_violator(
    bare: Mapping[str, str], prefixes: Sequence[str], names: Sequence[str]
) -> dict[str, str]:
    """Return the requested rules that have no mutant, with the reason, on any operating system."""
    wanted = {row.id for prefix in prefixes for row in _family(prefix)}
    return {
        rule_id: why for rule_id, why in bare.items() if not names and (not prefixes or rule_id in wanted)
    }


def _chosen(known: Mapping[str, _Each], prefixes: Sequence[str], names: Sequence[str]) -> tuple[_Each, ...]:
    for name in names:
        if name not in known:
            raise WrongUsageError(f"there is no mutant {quote(name)}")
    wanted = {row.id for prefix in prefixes for row in _family(prefix)}
    chosen = [
        each
        for each in known.values()
        if (not names or each.name in names) and (not prefixes or not wanted.isdisjoint(each.rules))
    ]
    if not chosen:
        raise WrongUsageError("no mutant has these names and rules")
    return tuple(chosen)


def _family(prefix: str) -> Any:
    found = rules_within(prefix)
    if not found:
        raise WrongUsageError(f"the catalogue has no rule {quote(prefix)}")
    return found


def _runnable(chosen: Sequence[Mutant]) -> tuple[tuple[Mutant, ...], dict[str, str]]:
    """Return the mutants that can run here, and the reason why the others cannot."""
    reason = why_no_library()
    kept = tuple(each for each in chosen if each.subject == "core" or not reason)
    return kept, {each.name: reason for each in chosen if each not in kept}


def _gathered(chosen: Sequence[Mutant], profile: str, workers: int) -> Gathered:
    try:
        with _watched(len(chosen), "mutants") as tell:
            found = gather(chosen, every_rule=profile == "full", workers=workers, tell=tell)
    except (HarnessError, OSError) as error:
        give_up(str(error))
    failing = red(found)
    if failing:
        lines = [f"{found.cases[n].subject} {found.cases[n].name}: {found.baseline[n][1]}" for n in failing]
        give_up("\n".join([_RED, *_first(lines)]))
    return found


def _fails_no_variant(kind: Subject, names: Sequence[str], runs: _Runs, out: str | None, shape: str) -> bool:
    """Run the suite on the variants of one kind and report the result; return whether it fails none.

    The profile full runs each loader by itself and each test on layers and drivers; quick has one loader take many
    liberties at a time, and runs one parameter of each test, another one each day.
    """
    chosen = _variants_of(kind, names)
    reason = why_no_library() if kind == "loader" else ""
    left_out = dict.fromkeys(chosen, reason) if reason else {}
    made: list[Tolerance] = []
    try:
        with stoppable():
            if out is not None:
                make_folder(out)
            for each in () if reason else _judged_variants(kind, chosen, runs):
                made.append(each)
                if shape == "text":
                    _say(tolerances.of_one(each))
    except KeyboardInterrupt as stop:
        give_up(f"stopped by {sender(stop)}")
    document = tolerances.document(made, left_out, runs.profile, kind, runs.sample)
    if shape == "json":
        say_json(document)
    else:
        _say(tolerances.totals(made, left_out, kind, runs.sample))
    if out is not None:
        write_into(out, "allowed.json", json.dumps(storable(document), indent=2) + "\n")
        write_into(out, "allowed.csv", tolerances.table(made, kind))
    return all(each.ok for each in made)


def _variants_of(kind: Subject, names: Sequence[str]) -> list[str]:
    known = variants() if kind == "loader" else right_mocks(kind)
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no variant {quote(name)}")
    return [each for each in known if not names or each in names]


def _say(lines: Iterable[tolerances.Line]) -> None:
    for line in lines:
        say_styled(line)


def _judged_variants(kind: Subject, chosen: Sequence[str], runs: _Runs) -> Iterator[Tolerance]:
    """Yield each loader, layer or driver when it has been judged. The line that shows the progress is cleared."""
    whole, workers = runs.profile == "full", runs.workers
    try:
        with watching("cases") as watch:
            if kind != "loader":
                subjects = [right_mocks(kind)[name] for name in chosen]
                yield from run_right_mocks(
                    subjects, whole=whole, workers=workers, tell=watch.tell, sample=runs.sample
                )
                return
            for each in run_variants(
                [variants()[name] for name in chosen],
                alone=whole or len(chosen) == 1,
                parameters=_PARAMETERS[runs.profile],
                workers=workers,
                count=watch.tell,
                sample=runs.sample,
            ):
                watch.end()
                yield each
    except (HarnessError, OSError) as error:
        give_up(str(error))


@contextmanager
def _watched(total: int, what: str) -> Iterator[Callable[[Run], None]]:
    """Show how many mutants or variants have been tested."""
    done = count(1)
    with watching(what) as watch:
        watch.tell(Progress(0, total, 0, step="judging the unchanged reference"))
        yield lambda run: watch.tell(Progress(min(next(done), total), total, 0, run.name))


@contextmanager
def _counted() -> Iterator[OnProgress]:
    """Show how many cases have run. The number of failures is hidden, because most subjects are meant to fail."""
    with watching("cases") as watch:
        yield lambda heard: watch.tell(replace(heard, failed=0))

"""``refloader selftest``: runs the suite on mutants and reports which rules catch them."""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, replace
from typing import Any

import click
from click.core import ParameterSource

from refloader.cli.terminal.console import timeout_option, watching
from refloader.cli.terminal.output import give_up, make_folder, say_json, say_styled, storable, write_into
from refloader.cli.terminal.parts import needed
from refloader.host.stopping import sender, stoppable
from refloader.model.text import number_of, quote
from refloader.report import selftest_results as report
from refloader.report import tolerances
from refloader.report.page import selftest as page
from refloader.report.rules.links import docs_url
from refloader.selftest.allowed import Tolerance, run_variants
from refloader.selftest.mock_outcome import unproven_rules
from refloader.selftest.mutants.of_mocks import mocks
from refloader.selftest.mutants.registry import mutants_by_name
from refloader.selftest.outcome import unproven
from refloader.selftest.parts import outcomes_of
from refloader.selftest.proving import RedError
from refloader.selftest.records import (
    FILE,
    UNPROVED,
    Plan,
    Records,
    RecordsError,
    RecordWriter,
    Shard,
    Subject,
    continued,
    in_order,
    merged,
    mutants_of,
    planned,
    read,
    unfinished,
)
from refloader.selftest.right_mocks import right_mocks, run_right_mocks
from refloader.selftest.selftest import why_no_library
from refloader.selftest.variants.registry import variants
from refloader.suite.conform import locked
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import WrongUsageError, parse_shard
from refloader.suite.subjects.request import within as rules_within

_MOST_SHOWN = 5
_RED = "the unchanged reference fails, so nothing would be proved:"
_RED_MOCK = "{kind}s that are right fail, so nothing would be proved:"
_WHOLE = "1/1"

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
@click.option(
    "--shard", default=_WHOLE, metavar="I/N", help="Run only part I of N; --merge puts them together."
)
@click.option(
    "--resume", is_flag=True, help="Continue a stopped run: skip the mutants recorded in --out DIR."
)
@click.option(
    "--merge", multiple=True, metavar="DIR", help="Run nothing: report the records of these parts as one run."
)
@click.option("-n", "workers", type=click.IntRange(1, 64), metavar="N", help="Mutants at a time.")
@click.option(
    "--out",
    metavar="DIR",
    help="Record each outcome there at once; write selftest.json, .html and matrix.csv.",
)
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
    shard: str,
    resume: bool,
    merge: tuple[str, ...],
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
    kind: Subject = "layer" if layers else "driver" if drivers else "loader"
    if allowed and prefixes:
        raise click.UsageError("what is right violates no --rule")
    if sample is not None and not (allowed and profile == "quick"):
        raise click.UsageError("--sample is for --allowed --profile quick")
    if merge and (prefixes or names or layers or drivers or allowed or resume or shard != _WHOLE):
        raise click.UsageError("--merge reads from the records what was run: leave out the options of a run")
    if merge and (given := _given("profile", "workers", "patience")):
        raise click.UsageError(f"--merge runs nothing: leave out {given}")
    if resume and out is None:
        raise click.UsageError("--resume continues the records in --out DIR")
    if allowed and (resume or shard != _WHOLE):
        raise click.UsageError("--shard and --resume are for mutants: leave out --allowed")
    if not merge:
        needed("selftest")
    if allowed:
        runs = _Runs(profile, at_a_time, _sample(profile, sample))
        sys.exit(0 if _fails_no_variant(kind, names, runs, out, shape) else 1)
    try:
        with stoppable():
            if out is not None:
                make_folder(out)
                docs_url()
            if merge:
                records = merged({folder: read(folder) for folder in merge})
            else:
                plan = planned(kind, profile, _chosen(kind, prefixes, names))
                with locked(out) if out is not None else nullcontext():
                    records = _run(plan, parse_shard(shard), _Where(out, resume, at_a_time))
    except (HarnessError, OSError) as error:
        give_up(str(error))
    except (WrongUsageError, RecordsError) as error:
        raise click.UsageError(str(error)) from error
    except KeyboardInterrupt as stop:
        kept = _kept(out) if out is not None else ""
        give_up(f"stopped by {sender(stop)}{kept and f'; {kept}: --resume continues it'}")
    sys.exit(_report(records, prefixes, names, out, shape))


@dataclass(frozen=True, slots=True)
class _Where:
    """The folder for the records of a run, whether it continues them, and how many mutants run at a time."""

    out: str | None
    resume: bool
    workers: int


def _given(*options: str) -> str:
    """Return the first of these options that is on the command line; empty if none is."""
    context = click.get_current_context()
    for each in context.command.params:
        if each.name in options and context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE:
            return each.opts[-1]
    return ""


def _run(plan: Plan, shard: Shard, where: _Where) -> Records:
    """Run a part of the plan and return its records; those in the folder are written as the outcomes come."""
    part = plan.part(shard)
    if not part:
        raise WrongUsageError(
            f"part {shard[0]} of {shard[1]} has no mutant: the choice has {len(plan.mutants)}"
        )
    there = _before(plan, shard, where)
    if there is not None and there.is_over and there.finished.keys() >= {*part}:
        return there
    made = dict(there.finished) if there else {}
    not_run = {name: reason for name, reason in _not_here(plan).items() if name in part and name not in made}
    left = [name for name in part if name not in made and name not in not_run]
    begun = Records(plan, shard, dict(made), not_run, is_over=False)
    try:
        with ExitStack() as stack:
            writer = stack.enter_context(RecordWriter(where.out, begun)) if where.out else None
            watch = stack.enter_context(watching("mutants"))
            for outcomes in outcomes_of(plan, left, [*made], watch.tell, workers=where.workers):
                name = outcomes[0].violator.name
                made[name] = outcomes
                if writer is not None:
                    writer.write(name, outcomes)
            if writer is not None:
                writer.end()
    except RedError as error:
        give_up(
            "\n".join(
                [_RED if plan.kind == "loader" else _RED_MOCK.format(kind=plan.kind), *_first(error.lines)]
            )
        )
    except (HarnessError, OSError) as error:
        give_up(str(error))
    return Records(plan, shard, made, not_run, is_over=True)


def _before(plan: Plan, shard: Shard, where: _Where) -> Records | None:
    """Return the records that the run continues. Raises WrongUsageError if it would erase those of a stopped run."""
    if where.out is None:
        return None
    if where.resume:
        return continued(where.out, plan, shard)
    if kept := _kept(where.out):
        raise WrongUsageError(f"{kept}: --resume continues it; delete the file to begin again")
    return None


def _kept(out: str) -> str:
    """Return what the records of a run that did not come to its end have; empty if they have no outcome."""
    held = unfinished(out)
    path = os.path.join(out, FILE)
    return f"{path} has the outcomes of {number_of(held, 'mutant')} of a run that is not over" if held else ""


def _not_here(plan: Plan) -> dict[str, str]:
    """Return the mutants of a plan that cannot run here, with the reason."""
    if plan.kind != "loader" or not (reason := why_no_library()):
        return {}
    return {name: reason for name in plan.mutants if mutants_by_name()[name].subject != "core"}


def _report(
    records: Records, prefixes: Sequence[str], names: Sequence[str], out: str | None, shape: str
) -> int:
    """Print and write the results; return the exit code."""
    plan, made = records.plan, in_order(records.outcomes)
    left_out = dict(records.not_run)
    absent = [
        name for name in plan.part(records.shard) if name not in records.outcomes and name not in left_out
    ]
    left_out |= dict.fromkeys(absent, "the records of its part are missing")
    bare = unproven() if plan.kind == "loader" else unproven_rules(mocks(plan.kind))
    missing = _without_violator(bare, prefixes, names)
    document = report.document(made, left_out, bare if plan.kind == "loader" else missing, plan.profile)
    if shape == "json":
        say_json(document)
    else:
        for line in report.lines(made, left_out, missing):
            say_styled(line)
    if out is not None:
        write_into(out, "selftest.json", json.dumps(storable(document), indent=2) + "\n")
        write_into(out, "matrix.csv", report.matrix(made))
        option = "" if plan.kind == "loader" else f" --{plan.kind}s"
        shown = page.render(made, left_out, missing, plan.profile, f"refloader selftest{option}")
        write_into(out, "selftest.html", shown)
    if not all(replace(each, problem="").ok if each.problem == UNPROVED else each.ok for each in made):
        return 1
    return 3 if absent or not made or not records.is_over else 0


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


def _chosen(kind: Subject, prefixes: Sequence[str], names: Sequence[str]) -> list[str]:
    known = mutants_of(kind)
    for name in names:
        if name not in known:
            raise WrongUsageError(f"there is no mutant {quote(name)}")
    wanted = {row.id for prefix in prefixes for row in _family(prefix)}
    chosen = [
        name
        for name, each in known.items()
        if (not names or name in names) and (not prefixes or not wanted.isdisjoint(each.rules))
    ]
    if not chosen:
        raise WrongUsageError("no mutant has these names and rules")
    return chosen


def _family(prefix: str) -> Any:
    found = rules_within(prefix)
    if not found:
        raise WrongUsageError(f"there is no rule {quote(prefix)}")
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

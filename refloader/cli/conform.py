"""``refloader conform``: checks loaders, layers and drivers against the rules."""

import os
import sys
from dataclasses import replace

import click

from refloader.cli.options import expectations
from refloader.cli.options.case_lists import RERUN, ListOptions, failed_cases, list_options, print_cases
from refloader.cli.options.cases import case_options, named_cases, not_found, say_unmatched
from refloader.cli.options.configured import own_files, own_subjects
from refloader.cli.options.subjects import NOTHING, named_or_found, with_reference
from refloader.cli.options.target import enter, in_chosen_root, loosen, on_machine
from refloader.cli.options.target_name import target_option
from refloader.cli.terminal import first_look
from refloader.cli.terminal.console import Watch, loudness, loudness_options, timeout_option, watching
from refloader.cli.terminal.output import give_up, make_folder, say_json
from refloader.cli.words import conform_text
from refloader.cli.words.conform_text import Ended
from refloader.host import shell
from refloader.host.opening import reason_of
from refloader.host.stopping import sender, stoppable
from refloader.model.edition import Edition
from refloader.model.text import quote, visible
from refloader.report.conclusion import strictly
from refloader.report.differences.baseline import compared
from refloader.results.coverage import DEFAULT, is_bar
from refloader.results.discovery import run_at
from refloader.results.results_file import Decode, ResultsError, Run
from refloader.results.summaries import without_evidence_of_passes
from refloader.suite.conform import locked, run
from refloader.suite.loaders import user_scenarios
from refloader.suite.loaders.forks import fork
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.run.not_run import rules_without_result
from refloader.suite.subjects.request import RunRequest, WrongUsageError, parse_shard

OUT, REPLAY_OUT = "refloader-results", "refloader-replay"
SCENARIOS = "scenarios"
"""The folder for ``--keep-scenarios``, inside the folder of the results."""


_MOST_WORKERS = 8
_FOR_A_DRIVER = 4
"""The most workers among which the topics of one driver are divided."""

_FEW = 20
"""The most scenarios that run faster without workers than with them."""

_LONGEST_NAME = 100
"""The most characters in the name of a machine."""


@click.command()
@click.option(
    "--loader", "loaders", multiple=True, metavar="PATH|reference", help="Judge this loader; may be repeated."
)
@click.option("--self", "own", is_flag=True, help="Judge the reference too: refloader's check of itself.")
@click.option(
    "--layer",
    "layers",
    multiple=True,
    metavar="MANIFEST|NAME",
    help="Judge this layer (its manifest, a .so that has none, or the name of an installed one), or a folder of "
    "them.",
)
@click.option(
    "--driver",
    "drivers",
    multiple=True,
    metavar="MANIFEST|NAME",
    help="Judge this driver (its manifest, a .so that has none, or the name of an installed one), or those of a "
    "folder.",
)
@target_option
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", help="A rule, a subtree, or ID/CASE. Repeatable."
)
@case_options
@list_options
@click.option("--edition", type=click.Choice([e.value for e in Edition]), help="Judge by this edition alone.")
@click.option(
    "--profile",
    metavar="quick|full|FILE",
    default="full",
    show_default=True,
    help="quick: of each test, the first variant for each rule and those that need no further run. A file: the "
    "profile in which a fork declares what it does otherwise; that is judged as declared, and kept apart from "
    "violations.",
)
@click.option(
    "-n",
    "workers",
    type=click.IntRange(0, 64),
    metavar="N",
    help="Cases at a time; 0: one, in one process.  [default: by the number of cores]",
)
@click.option(
    "--expect",
    multiple=True,
    metavar="FILE|known|none",
    help="The failures that this file lists do not count; known: those known of releases near a loader's; none: all "
    "count.  [default: the files that come with refloader, for a layer or driver only if none is named]",
)
@click.option(
    "--known",
    is_flag=True,
    help="Use refloader's expectation files for named layers and drivers, too.",
)
@click.option(
    "--update-expect",
    is_flag=False,
    flag_value=expectations.FITTING,
    metavar="[FILE]",
    help="Update the expectation file to match this run.",
)
@click.option(
    "--baseline",
    metavar="PATH",
    help="Exit 1 only if the run is worse than these results (a file, or a folder of them).",
)
@click.option(
    "--scenario",
    "scenarios",
    multiple=True,
    metavar="DIR",
    help="Judge loaders by this scenario, or a folder of them, and nothing else.",
)
@click.option(
    "--keep-scenarios", "keep", is_flag=True, help="Save the scenario of each finding in the results' folder."
)
@click.option(
    "--require",
    metavar="all|RULES|N%",
    default=DEFAULT,
    show_default=True,
    help="Exit 3 if the run judged less: everything that could be judged, these rules (with commas), or a share.",
)
@click.option(
    "--together",
    type=click.Choice(["all", "given"]),
    is_flag=False,
    flag_value="all",
    help="Judge the layers in one chain: every pair and all of them, or only in the given order.",
)
@click.option(
    "--shard", default="1/1", metavar="I/N", help="Run only part I of N; refloader report merges the parts."
)
@click.option(
    "--environment",
    metavar="NAME",
    default="",
    help="The name of this machine in merged reports.",
)
@click.option(
    "--show",
    multiple=True,
    metavar="PATH",
    help="Let the libraries under test read this file or folder too; the report names it.",
)
@click.option(
    "--unsafe",
    is_flag=True,
    help="Run libraries as root if this machine cannot switch to another user. With --target root: say that you "
    "trust the C library of the root, on which refloader runs.",
)
@click.option("--retry", is_flag=True, help="In a merge, these results replace earlier ones.")
@click.option(
    "--out", metavar="DIR", help=f"Where the results go.  [default: {OUT}; with --case: {REPLAY_OUT}]"
)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@timeout_option
@loudness_options
def command(
    loaders: tuple[str, ...],
    own: bool,
    layers: tuple[str, ...],
    drivers: tuple[str, ...],
    target: str | None,
    rules: tuple[str, ...],
    cases: tuple[str, ...],
    caselist: str | None,
    lists: ListOptions,
    edition: str | None,
    profile: str,
    workers: int | None,
    expect: tuple[str, ...],
    known: bool,
    update_expect: str | None,
    baseline: str | None,
    scenarios: tuple[str, ...],
    keep: bool,
    require: str,
    together: str | None,
    shard: str,
    environment: str,
    show: tuple[str, ...],
    unsafe: bool,
    retry: bool,
    out: str | None,
    shape: str,
    quiet: bool,
    verbose: bool,
) -> None:
    """Judge loaders, layers and drivers against the rules.

    Without --loader, --layer and --driver it takes what the machine has: the system's libvulkan.so.1, and the
    installed layers and drivers. The reference checks itself only if it is named (--loader reference) or with
    --self: its core in every edition (reference-2016 and so on) and its library (reference-library). Loaders run on
    generated machines. Layers and drivers are read, probed alone and run under a scripted application. Every library
    runs in a sandbox: another user, no network, and only the files that it needs (docs/security.md).

    With --scenario, a loader is judged by what the scenario expects of its edition or, if it expects nothing, by
    what the reference's core predicts. The README.md of refloader export-scenarios describes how to write one.

    --together runs layers above and below each other on the mock driver and on lavapipe, and reports which layer
    breaks which, in which order. Run each layer without --together for the rules that it breaks alone.

    Exits 3 if too few cases could be judged, and names what was missing; --require sets the bar.

    Writes results.ndjson, report.html, junit.xml and summary.txt. Exits 1 if there is a finding
    that no expectation file lists, or if a listed one did not occur; with --baseline, if there is a finding that
    neither the baseline nor an expectation file has.

    For deqp-runner: --list, --caselist, --fails, --flakes and --skips, and refloader report --format deqp
    (docs/ci.md).
    """
    level = loudness(quiet=quiet, verbose=verbose)
    if target is None:
        loaders, layers, drivers = own_subjects(loaders, layers, drivers, scenarios)
        expect, baseline, require = own_files(expect, baseline, require, update_expect)
    kinds = {"--loader": loaders, "--layer": layers, "--driver": drivers, "--show": show}
    enter(target, ((option, path) for option, paths in kinds.items() for path in paths), unsafe=unsafe)
    loaders = tuple(map(in_chosen_root, loaders))
    expect, scenarios = (tuple(map(on_machine, each)) for each in (expect, scenarios))
    out, baseline, update_expect = (each and on_machine(each) for each in (out, baseline, update_expect))
    profile = on_machine(profile)
    folder = out or (OUT if not cases else REPLAY_OUT)
    loosen(show, unsafe=unsafe)
    if lists.strict and baseline is not None:
        raise click.UsageError("--strict counts every warning, --baseline what got worse: use one")
    try:
        with stoppable():
            named = named_cases(cases, caselist and on_machine(caselist))
            if lists.rerun:
                named, folder, retry = failed_cases(folder), os.path.join(folder, RERUN), True
            request = _request(loaders, layers, drivers, rules, named, edition, profile, shard)
            request = with_reference(request) if own else request
            if not (request.loaders or request.layers or request.drivers):
                give_up(NOTHING)
            request = _by_scenarios(request, scenarios) if scenarios else request
            request = _together(request, together) if together else request
            request = lists.applied(request)
            if lists.only_list:
                print_cases(request, shape)
                sys.exit(0)
            request = replace(request, environment=_name(environment), retry=retry, require=_bar(require))
            judged = (*request.loaders, *request.layers, *request.drivers)
            found = not (expect or lists.expects or loaders or layers or drivers)
            named_none = expect or (("none",) if lists.expects and not (update_expect or known) else ())
            files = expectations.files(named_none, update_expect, judged, known=known or found, asked=known)
            held_to = expectations.asked_for(expect)
            request = replace(request, expectations=files, held_to=held_to, known=known or found)
            before = None if baseline is None else _baseline(baseline)
            first_look.needed_for(request, folder, level)
            first_look.say_not_run(request, level)
            make_folder(folder)
            place = os.path.join(folder, SCENARIOS) if keep else ""
            decode = None if shape == "json" or request.scenarios else without_evidence_of_passes
            with watching("orders of layers" if together else "cases", level) as watch:
                outcome = _judged(request, folder, _workers(workers, request), place, watch, decode)
                watch.doing("comparing with what is expected")
                not_run = _not_run(request, outcome)
                beside = None if before is None else compared(outcome, before, str(baseline))
    except WrongUsageError as error:
        raise click.UsageError(str(error)) from error
    except KeyboardInterrupt as stop:
        give_up(f"stopped by {sender(stop)} before there was a result")
    strict = strictly(outcome) if lists.strict else ""
    conform_text.note(outcome, folder, not_run, beside, strict)
    updates = None if update_expect is None else _updated(outcome, request, update_expect, folder)
    apart = expectations.listed_apart(outcome, request)
    ended = Ended(outcome, not_run, beside, updates, folder, bool(request.scenarios), strict, apart)
    if shape == "json":
        say_json(conform_text.as_json(ended))
    else:
        conform_text.print_report(ended, level)
    sys.exit(lists.exit_code(ended.exit_code, outcome))


def _request(
    loaders: tuple[str, ...],
    layers: tuple[str, ...],
    drivers: tuple[str, ...],
    rules: tuple[str, ...],
    cases: tuple[str, ...],
    edition: str | None,
    profile: str,
    shard: str,
) -> RunRequest:
    request = RunRequest(
        edition=Edition(edition) if edition else None,
        rules=rules,
        cases=cases,
        shard=parse_shard(shard),
        profile="quick" if profile == "quick" else "full",
        fork="" if profile in ("quick", "full") else os.path.abspath(profile),
    )
    fork(request.fork)
    chosen = named_or_found(loaders, layers, drivers)
    request = replace(request, loaders=chosen[0], layers=chosen[1], drivers=chosen[2])
    request.check()
    return request


def _baseline(path: str) -> Run:
    try:
        return run_at(path)
    except ResultsError as error:
        raise WrongUsageError(f"--baseline: {error}") from error


def _by_scenarios(request: RunRequest, paths: tuple[str, ...]) -> RunRequest:
    """Return a request that checks the same loaders by these scenarios only."""
    if not request.loaders:
        raise WrongUsageError("--scenario judges loaders: name one with --loader, and no layer or driver")
    return replace(request, layers=(), drivers=(), scenarios=user_scenarios.found(paths), profile="full")


def _name(environment: str) -> str:
    """Return the user's name for the machine. Raises WrongUsageError."""
    if environment and (not environment.strip() or len(environment) > _LONGEST_NAME):
        raise WrongUsageError(f"--environment: a name has 1 to {_LONGEST_NAME} characters")
    return visible(environment.strip())


def _bar(require: str) -> str:
    """Return the bar below which a run judged too little. Raises WrongUsageError."""
    if not is_bar(require):
        raise WrongUsageError(f"--require: {quote(require)} is neither all nor a share such as 80% nor rules")
    return require


def _together(request: RunRequest, which: str) -> RunRequest:
    """Return a request that runs the same layers in one chain."""
    if request.loaders or request.drivers or request.scenarios or request.shard != (1, 1):
        raise WrongUsageError(
            "--together judges layers: name them with --layer, and no loader, driver or shard"
        )
    if which == "all" and len(request.layers) < 2:
        raise WrongUsageError("--together needs two layers or more")
    return replace(request, together=which)


def _workers(wanted: int | None, request: RunRequest) -> int:
    """Return one worker per core, up to a limit; 0 for a few cases, which are faster without workers."""
    if wanted is not None:
        return wanted
    cores = len(os.sched_getaffinity(0))
    few = 0 < len(request.cases) + len(request.scenarios) <= _FEW and not any(
        "*" in each for each in request.cases
    )
    if not request.loaders:  # a process shares its runs: among all tests of a layer, or one topic of a driver
        cores = min(cores, len(request.layers) + _FOR_A_DRIVER * len(request.drivers))
    return 0 if few or cores <= 1 else min(cores, _MOST_WORKERS)


def _judged(
    request: RunRequest, folder: str, workers: int, keep: str, watch: Watch, decode: Decode | None
) -> Run:
    command = shell.line(["refloader", *sys.argv[1:]])
    try:
        with locked(folder):
            outcome = run(
                request, folder, workers=workers, command=command, keep=keep, tell=watch.tell, decode=decode
            )
            return conform_text.with_documents(outcome, folder, watch.doing)
    except OSError as error:
        give_up(f"{folder}: {reason_of(error)}")
    except (HarnessError, ResultsError) as error:
        give_up(str(error))


def _updated(outcome: Run, request: RunRequest, update_expect: str, folder: str) -> expectations.Updates:
    try:
        return expectations.written(outcome, request, update_expect, folder)
    except OSError as error:
        give_up(f"--update-expect: {error.filename or update_expect}: {reason_of(error)}")


def _not_run(request: RunRequest, outcome: Run) -> tuple[tuple[str, str], ...]:
    """Return the requested rules without a result, with the reason. Raises click.UsageError if no case matches."""
    if outcome.truncated or request.shard != (1, 1):
        return ()
    named = request.cases or any("/" in each for each in request.rules)
    if named and not outcome.results:
        raise click.UsageError(not_found(request.cases))
    say_unmatched(request, [(each.subject, each.case) for each in outcome.results])
    return tuple(rules_without_result(request, outcome))

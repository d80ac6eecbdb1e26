"""``refloader conform``: judges loaders, layers and drivers."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable

import click

from refloader.cli.output import say, say_json
from refloader.core.manifest_kind import STANDARD_BASES
from refloader.harness import static
from refloader.harness.conform import RESULTS, HarnessError, run
from refloader.harness.results import ResultsError, Run
from refloader.harness.wanted import (
    Profile,
    Wanted,
    WrongUsageError,
    found_loaders,
    parse_shard,
    resolved,
)
from refloader.model.edition import Edition
from refloader.model.text import visible
from refloader.report import data, html, junit, summary

OUT, REPLAY_OUT = "refloader-results", "refloader-replay"
_MOST_WORKERS = 8
_LAYER_FOLDERS = ("implicit_layer.d", "explicit_layer.d")


@click.command()
@click.option(
    "--loader", "loaders", multiple=True, metavar="PATH|reference", help="Judge this loader; may be repeated."
)
@click.option(
    "--layer", "layers", multiple=True, metavar="MANIFEST", help="Judge this layer, or a folder of them."
)
@click.option(
    "--driver", "drivers", multiple=True, metavar="MANIFEST", help="Judge this driver, or a folder of them."
)
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", help="Only this rule, a subtree (LLP_LOADER) or ID/CASE."
)
@click.option("--case", default="", metavar="NAME", help="Only this case, as the results name it.")
@click.option("--edition", type=click.Choice([e.value for e in Edition]), help="Judge by this edition alone.")
@click.option(
    "--profile",
    type=click.Choice(["quick", "full"]),
    default="full",
    show_default=True,
    help="quick: the first of each test's variants only.",
)
@click.option(
    "-n", "workers", type=click.IntRange(0, 64), metavar="N", help="Cases at a time; 0: one, in one process."
)
@click.option("--shard", default="1/1", metavar="I/N", help="Run only part I of N.")
@click.option(
    "--out", metavar="DIR", help=f"Where the results go.  [default: {OUT}; with --case: {REPLAY_OUT}]"
)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    loaders: tuple[str, ...],
    layers: tuple[str, ...],
    drivers: tuple[str, ...],
    rules: tuple[str, ...],
    case: str,
    edition: str | None,
    profile: Profile,
    workers: int | None,
    shard: str,
    out: str | None,
    shape: str,
) -> None:
    """Judge loaders, layers and drivers against the rules.

    Without --loader, --layer and --driver it takes what it finds: the reference in every edition, the
    system's libvulkan.so.1, and the installed layers and drivers. Loaders run generated worlds, the real
    ones in child processes; layers and drivers are judged by reading them.

    Writes results.ndjson, report.html, junit.xml and summary.txt. Exits 1 if a subject fails.
    """
    try:
        request = Wanted(
            *_subjects(loaders, layers, drivers),
            edition=Edition(edition) if edition else None,
            rules=rules,
            case=case,
            shard=parse_shard(shard),
            profile=profile,
        )
        request.check()
    except WrongUsageError as error:
        raise click.UsageError(str(error)) from error
    folder = out or (REPLAY_OUT if case else OUT)
    outcome = _judged(request, folder, _workers(workers, request))
    if not outcome.results and not outcome.truncated and request.shard == (1, 1):
        raise click.UsageError("no case fits: nothing judges that rule or case on these subjects")
    _show(outcome, folder, shape)
    sys.exit(outcome.exit_code)


def _subjects(
    loaders: tuple[str, ...], layers: tuple[str, ...], drivers: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Loaders, layers and drivers as absolute paths; what is found where none is named."""
    if not (loaders or layers or drivers):
        return found_loaders(), _installed(_LAYER_FOLDERS), _installed(("icd.d",))
    chosen = _manifests("--layer", layers), _manifests("--driver", drivers)
    for path in set(chosen[0]) & set(chosen[1]):
        raise WrongUsageError(f"{visible(path)} is given as a layer and as a driver")
    return tuple(dict.fromkeys(resolved(loader) for loader in loaders)), *chosen


def _manifests(option: str, paths: Iterable[str]) -> tuple[str, ...]:
    found: list[str] = []
    for path in paths:
        if not os.path.lexists(path):
            raise WrongUsageError(f"{option}: {visible(path)} does not exist")
        here = static.manifests(path)
        if not here:
            raise WrongUsageError(f"{option}: there is no manifest in {visible(path)}")
        found += here
    return tuple(dict.fromkeys(found))


def _installed(names: Iterable[str]) -> tuple[str, ...]:
    folders = [f"{base}/{name}" for base in STANDARD_BASES for name in names]
    return tuple(path for folder in folders if os.path.isdir(folder) for path in static.manifests(folder))


def _workers(given: int | None, request: Wanted) -> int:
    """As many as there are cores, up to a limit; one case alone is quicker without any."""
    if given is not None:
        return given
    cores = len(os.sched_getaffinity(0))
    return 0 if request.case or cores == 1 else min(cores, _MOST_WORKERS)


def _judged(request: Wanted, folder: str, workers: int) -> Run:
    try:
        os.makedirs(folder, exist_ok=True)
        outcome = run(request, folder, workers=workers, command=shlex.join(["refloader", *sys.argv[1:]]))
        _write(folder, "report.html", outcome, html.render)
        _write(folder, "junit.xml", outcome, junit.render)
        _write(folder, "summary.txt", outcome, summary.render)
    except OSError as error:
        say(f"refloader: {folder}: {error.strerror or error}", err=True)
        sys.exit(3)
    except (HarnessError, ResultsError) as error:
        click.echo("refloader: " + "\n".join(visible(line) for line in str(error).split("\n")), err=True)
        sys.exit(3)
    return outcome


def _write(folder: str, name: str, outcome: Run, render: Callable[[Run], str]) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(render(outcome))


def _show(outcome: Run, folder: str, shape: str) -> None:
    files = [os.path.join(folder, name) for name in (RESULTS, "report.html", "junit.xml", "summary.txt")]
    if shape == "json":
        say_json({**data.document(outcome), "files": files})
        return
    click.echo(summary.render(outcome, skips=False), nl=False)
    say()
    say(f"results: {', '.join(files)}")

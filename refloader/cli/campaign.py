"""``refloader campaign``: searches generated worlds for those where a loader deviates from the documents."""

import math
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from enum import Enum

import click

from refloader.campaign import blocks, store, summary
from refloader.campaign.blocks import CampaignRequest, Here, Processes, Scheduler, Workers
from refloader.campaign.ledger import LedgerError, ledgers, read
from refloader.campaign.store import CampaignTarget, State, StateError
from refloader.campaign.summary import KnownCauses
from refloader.cli.options.target import enter, in_chosen_root
from refloader.cli.options.target_name import is_device, is_image, is_wine, refuse, target_option
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.console import Watch, timeout_option
from refloader.cli.terminal.output import give_up, make_folder, say, say_json
from refloader.cli.terminal.parts import needed
from refloader.cli.terminal.replacing import put_among
from refloader.host.opening import reason_of
from refloader.host.stopping import stoppable
from refloader.model.text import visible
from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.results.progress import Progress
from refloader.sandbox.loader import identify
from refloader.shipped import shipped
from refloader.suite.conform import locked
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.run.targets import resolved
from refloader.suite.subjects.request import LIBRARY, WrongUsageError

OUT = "refloader-campaign"
SUMMARY = ("summary.json", "summary.txt")
_OF_LINUX = "a campaign generates machines of Linux only; conform judges Windows loaders"
_NO_DEVICE = (
    "a device lists the entries of folders in an order of its own, and most generated machines need namespaces; "
    "refloader conform judges loaders there"
)
_NO_IMAGE = "a campaign goes on in the root that it began in, so unpack the image and name its folder"
_SEEDS = re.compile(r"(?:([0-9]{1,15})\.\.)?([0-9]{1,15})", re.ASCII)


@click.command()
@click.option(
    "--loader",
    "loaders",
    multiple=True,
    required=True,
    metavar="PATH",
    help="Search this loader; repeatable.",
)
@target_option
@click.option(
    "--seeds",
    default="1000",
    show_default=True,
    metavar="N|A..B",
    help="N generated machines, or those of the seeds from A up to B.",
)
@click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Start no new work after this time."
)
@click.option(
    "-n", "workers", type=click.IntRange(1, 256), metavar="N", help="Processes.  [default: one per core]"
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Hand the work to this Dask scheduler, as in tcp://host:8786. It can run code on this machine: name only "
    "one that you trust (docs/security.md).",
)
@click.option(
    "--ledger",
    "named",
    multiple=True,
    metavar="DIR",
    help="A ledger of known causes, of these loaders or similar ones; repeatable.",
)
@click.option(
    "--out",
    default=OUT,
    show_default=True,
    metavar="DIR",
    help="The folder of the campaign, in which it is resumed.",
)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@timeout_option
def command(
    loaders: tuple[str, ...],
    target: str | None,
    seeds: str,
    time_limit: float | None,
    workers: int | None,
    dask: str | None,
    named: tuple[str, ...],
    out: str,
    shape: str,
) -> None:
    """Search for machines on which loaders deviate from the documents.

    Each seed is a generated machine. Each deviation is reduced to a minimal scenario and grouped by its cause; each
    cause is reported once, with its scenario as a folder. The same command resumes a campaign that was stopped or
    killed. Exits 1 if there is a cause that no ledger lists, 3 if the campaign was stopped.
    """
    first, end = _seeds(seeds)
    if time_limit is not None and math.isnan(time_limit):
        raise click.UsageError("--time-limit: it is no number of seconds")
    loaders = _in_target(target, loaders, dask)
    try:
        if dask is None:
            needed("campaign", tests=False)
        with stoppable(), _kept(out):
            known = KnownCauses(tuple(ledgers(shipped("reports"))), tuple(read(each) for each in named))
            state = store.opened(out, [_target(each) for each in loaders])
            ended = _run(state, CampaignRequest(first, end, time_limit), dask, workers)
            _write(state, known, finished=ended is _End.FINISHED)
    except WrongUsageError as error:
        raise click.UsageError(str(error)) from error
    except (StateError, LedgerError, HarnessError) as error:
        give_up(str(error))
    except OSError as error:
        give_up(f"{visible(str(error.filename or out))}: {reason_of(error)}")
    except blocks.LostError as error:
        give_up(f"--dask: {visible(str(error))}; the same command goes on with what is not finished")
    except BrokenExecutor:
        give_up("a worker was killed; the same command goes on with what is not finished")
    except KeyboardInterrupt:
        give_up("stopped before there was anything new")
    _show(state, known, shape, finished=ended is _End.FINISHED)
    if ended is _End.STOPPED:
        sys.exit(COULD_NOT_RUN)
    sys.exit(1 if summary.unknown(state, known) else 0)


def _in_target(target: str | None, loaders: tuple[str, ...], dask: str | None) -> tuple[str, ...]:
    """Have the loaders run in the target, and return where they are on this machine."""
    if target is None:
        return loaders
    if is_wine(target):
        refuse(target, _OF_LINUX)
    if is_device(target):
        refuse(target, _NO_DEVICE)
    if dask is not None:
        raise click.UsageError(
            "--target goes without --dask: the workers of a scheduler run their own machine's"
        )
    if is_image(target):
        refuse(target, _NO_IMAGE)
    enter(target, [("--loader", each) for each in loaders], unsafe=False)
    return tuple(map(in_chosen_root, loaders))


def _seeds(text: str) -> tuple[int, int]:
    match = _SEEDS.fullmatch(text)
    first, end = (int(match[1] or 0), int(match[2])) if match else (0, 0)
    if end <= first:
        raise click.UsageError(
            f"--seeds {visible(text)}: it is a number of machines, or A..B with A less than B"
        )
    return first, end


@contextmanager
def _kept(folder: str) -> Iterator[None]:
    """Create the campaign's folder if it is missing, and keep other campaigns out of it."""
    make_folder(folder)
    with locked(folder):
        yield


def _target(loader: str) -> CampaignTarget:
    path = resolved(loader)
    if path == LIBRARY:
        path = dropin_library() or ""
    if not path.startswith("/"):
        raise WrongUsageError(f"{visible(loader)}: a campaign is about libraries; name one by its path")
    identity = identify(path)
    return CampaignTarget(os.path.basename(path), path, identity.version, identity.sha256)


class _End(Enum):
    """How the search ended in this invocation."""

    FINISHED, TIME_UP, STOPPED = range(3)


def _run(state: State, wish: CampaignRequest, dask: str | None, count: int | None) -> _End:
    """Continue the search. On Ctrl-C the finished worlds are kept."""
    workers = _workers(dask, count)
    watch, total = Watch("worlds"), (wish.end - wish.first) * len(state.loaders)

    def tell(found: State) -> None:
        worlds = sum(map(len, found.done.values()))
        watch.tell(Progress(worlds, max(worlds, total), 0, f"{len(found.classes)} causes"))

    try:
        return _End.FINISHED if blocks.run(state, wish, workers, tell) else _End.TIME_UP
    except KeyboardInterrupt:
        return _End.STOPPED
    finally:
        watch.end()
        workers.close()


def _workers(dask: str | None, count: int | None) -> Workers:
    if dask is not None:
        try:
            return Scheduler(dask)
        except ImportError as error:
            raise WrongUsageError("--dask needs dask.distributed: pip install 'refloader[dask]'") from error
        except ValueError as error:
            raise WrongUsageError(
                f"--dask {visible(dask)}: it is no address such as tcp://host:8786"
            ) from error
        except OSError as error:
            raise HarnessError(f"--dask {visible(dask)}: there is no scheduler at this address") from error
    for name in ("mock_layer", "mock_icd"):
        if mock_library(name) is None:
            raise HarnessError(f"a campaign needs the mocks, and the library {name} is not built")
    number = count or len(os.sched_getaffinity(0))
    return Here() if number == 1 else Processes(number)


def _write(state: State, known: KnownCauses, *, finished: bool) -> None:
    texts = summary.text(state, known, finished=finished)
    document = summary.document(state, known, finished=finished)
    put_among(state.folder, SUMMARY[0], summary.as_json(document))
    put_among(state.folder, SUMMARY[1], (f"{line}\n" for line in texts))


def _show(state: State, known: KnownCauses, shape: str, *, finished: bool) -> None:
    if shape == "json":
        say_json(summary.document(state, known, finished=finished))
        return
    for line in summary.text(state, known, finished=finished):
        say(line)

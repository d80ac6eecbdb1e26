"""The differential search as a long run: schedules blocks of seeds, locally or remotely, and stores their results.

Deterministic by seed: the findings do not depend on how the work was divided or where it ran.
"""

import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from refloader.campaign.search import Finding, Search
from refloader.campaign.store import BLOCK, LONGEST, Block, CampaignTarget, Found, Report, State
from refloader.host.pace import allowed
from refloader.predict.differential import Difference
from refloader.sandbox.isolation import process_tree
from refloader.scenario.scenario import Scenario

_SAFE_PATH = "PYTHONSAFEPATH"


@dataclass(frozen=True, slots=True)
class CampaignRequest:
    """The request for a campaign: the seeds from ``first`` up to, not including, ``end``, for at most ``seconds``."""

    first: int
    end: int
    seconds: float | None = None


class LostError(Exception):
    """The workers cannot go on. The message says why."""


class Workers(Protocol):
    """Runs blocks: in this process, in other processes of this machine, or on the workers of a scheduler."""

    @property
    def room(self) -> int:
        """The maximum number of blocks that are submitted and not finished."""
        ...

    def close(self) -> None:
        """Release the workers."""
        ...

    def submit(self, target: CampaignTarget, block: Block) -> Any:
        """Submit a block; return a future for its report."""
        ...

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """Wait until at least one of the submitted blocks is finished; return the finished ones."""
        ...


def searched(target: CampaignTarget, block: Block) -> Report:
    """Run a block in this process."""
    started = time.monotonic()
    search = _search(target)
    outcomes = [search.outcome(seed) for seed in range(block.first, block.end)]
    found = tuple(Found(each.seed, finding) for each in outcomes for finding in each.findings)
    covered = sum(each.covered for each in outcomes)
    return Report(block, len(outcomes), covered, time.monotonic() - started, found)


@cache
def _search(target: CampaignTarget) -> Search:
    return Search(target.path, target.version)


def run(
    state: State, request: CampaignRequest, workers: Workers, report_progress: Callable[[State], None]
) -> bool:
    """Run the remaining blocks of a campaign, calling ``report_progress`` after each. Return True if none is left.

    When the time is over, no further block is submitted, and those in progress are completed.

    Raises:
        OSError: a write to the folder of the campaign fails.
        LostError: the workers cannot go on.
    """
    ends = None if request.seconds is None else time.monotonic() + request.seconds
    left = _blocks(state, request)
    handed: list[Any] = []
    while True:
        while len(handed) < workers.room and not _over(ends) and (block := next(left, None)) is not None:
            handed.append(workers.submit(state.loaders[block.loader], block))
        if not handed:
            return next(left, None) is None
        for each in workers.finished(handed):
            handed.remove(each)
            state.add(each.result())
            report_progress(state)


def _over(ends: float | None) -> bool:
    return ends is not None and time.monotonic() >= ends


def _blocks(state: State, request: CampaignRequest) -> Iterator[Block]:
    """Yield the blocks that are not done: for each range of seeds, those of each loader."""
    for first in range(request.first, request.end, BLOCK):
        end = min(first + BLOCK, request.end)
        for loader in range(len(state.loaders)):
            done = state.done.get(loader, set())
            yield from _runs(loader, [seed for seed in range(first, end) if seed not in done])


def _runs(loader: int, seeds: Sequence[int]) -> Iterator[Block]:
    """Yield one block for each sequence of consecutive seeds."""
    start = 0
    for index in range(1, len(seeds) + 1):
        if index == len(seeds) or seeds[index] != seeds[index - 1] + 1:
            yield Block(loader, seeds[start], seeds[index - 1] + 1)
            start = index


# ---- workers ------------------------------------------------------------------------------------------------


class Here:
    """Runs blocks in this process, one after the other."""

    room = 1

    def submit(self, target: CampaignTarget, block: Block) -> "Future[Report]":
        """Run the block at once."""
        future: Future[Report] = Future()
        future.set_result(searched(target, block))
        return future

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """Return all of them."""
        return tuple(handed)

    def close(self) -> None:
        """Do nothing."""


class Processes:
    """Runs blocks in processes of this machine. They are spawned, as the fork of a process with threads may hang."""

    def __init__(self, count: int) -> None:
        self.room = 2 * count
        with _safe_path():
            self._pool = ProcessPoolExecutor(
                count, mp_context=multiprocessing.get_context("spawn"), initializer=_prepare_worker
            )

    def submit(self, target: CampaignTarget, block: Block) -> "Future[Report]":
        """Queue the block."""
        with _safe_path(), _no_interrupt():
            return self._pool.submit(searched, target, block)

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """Wait until at least one block is finished; return the finished ones."""
        return tuple(wait(handed, return_when=FIRST_COMPLETED).done)

    def close(self) -> None:
        """Cancel the queued blocks and wait for those in progress."""
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep Python processes that start meanwhile from importing from the working folder, which may be untrusted."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if before is not None:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Block SIGINT in processes that start meanwhile, until they begin to work. This process gets it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare_worker() -> None:
    """Leave Ctrl-C to the parent process, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    process_tree.die_with_parent()


class _There:
    """A block at a scheduler. What comes back is from other machines, and so are the exceptions."""

    def __init__(self, future: Any, block: Block) -> None:
        self.future = future
        self._block = block

    def result(self) -> Report:
        """Return the report of the block. Raises LostError."""
        with _lost_otherwise():
            report = self.future.result()
        if not isinstance(report, Report) or not _is_of(report, self._block):
            raise LostError("a worker answers with something else: it has another version of refloader")
        return report


def _is_of(report: Report, block: Block) -> bool:
    """Return whether a report is of this block, and can be stored such that the campaign goes on from it."""
    match report:
        case Report(Block() as done, int(worlds), int(covered), float(seconds), tuple(found)):
            is_counted = 0 <= covered <= worlds == block.end - block.first and 0 <= seconds <= LONGEST
            return done == block and is_counted and all(_is_found(each, block) for each in found)
    return False


def _is_found(found: Any, block: Block) -> bool:
    match found:
        case Found(int(seed), Finding(str(), Difference(), Scenario())):
            return block.first <= seed < block.end
    return False


@contextmanager
def _lost_otherwise() -> Iterator[None]:
    """Raise LostError for what a scheduler and its workers raise."""
    try:
        yield
    except OSError as error:
        raise LostError(f"the scheduler does not answer any more ({type(error).__name__})") from error
    except Exception as error:
        text = " ".join(str(error).split())
        raise LostError(f"the work was not done there: {type(error).__name__}: {text[:_SHOWN]}") from error


_SHOWN = 200
"""The most characters of a worker's message that are shown."""

_PATIENCE = 5.0
"""The timeout in seconds for the connection to a scheduler, and for a question to it."""

_INTERVAL = 2.0
"""Seconds between two questions whether workers are still there."""

_SILENT = 300.0
"""Seconds without a sign of life of any worker after which none is waited for. By then Dask itself gives one up."""


class Scheduler:
    """Runs blocks on the workers of a Dask scheduler. They need this package, and the loader at the same path.

    Raises:
        ImportError: dask.distributed is not installed.
        OSError: no scheduler answers at the address.
        ValueError: the address is invalid.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client  # an optional extra
        from distributed.comm import get_address_host_port

        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it prints what is raised here too
        # A client with an invalid address would stay alive and report an error at exit.
        get_address_host_port(address, strict=True)
        self._client = Client(address, set_as_default=False, timeout=allowed(_PATIENCE))
        self.room = 2 * max(1, sum(self._client.ncores().values()))
        self._signs: dict[str, float] = {}
        self._since = time.monotonic()

    def submit(self, target: CampaignTarget, block: Block) -> "_There":
        """Queue the block at the scheduler."""
        with _lost_otherwise():
            return _There(self._client.submit(searched, target, block, pure=False), block)

    def finished(self, handed: Sequence["_There"]) -> Sequence["_There"]:
        """Wait until at least one block is finished; return the finished ones.

        Raises:
            LostError: the scheduler, or every worker, is silent.
        """
        while not (done := self._done(handed)):
            self._listen()
        return done

    def _done(self, handed: Sequence["_There"]) -> Sequence["_There"]:
        """Return the finished blocks, none if there is none for a while."""
        from distributed import TimeoutError as NoneError
        from distributed import wait as wait_for

        with _lost_otherwise(), self._client.as_current():
            try:
                futures = [each.future for each in handed]
                done = wait_for(futures, timeout=_INTERVAL, return_when="FIRST_COMPLETED").done
            except NoneError:
                return ()
        return tuple(each for each in handed if each.future in done)

    def _listen(self) -> None:
        """Ask the scheduler when it heard of each worker: stopped ones finish no block. Raises LostError."""
        now = time.monotonic()
        with _lost_otherwise():
            known = self._client.sync(self._client.scheduler.identity, callback_timeout=allowed(_PATIENCE))
            signs = {str(name): float(each["last_seen"]) for name, each in known["workers"].items()}
        if signs != self._signs:
            self._signs, self._since = signs, now
        elif now - self._since > allowed(_SILENT):
            what = (
                "no worker of the scheduler gives a sign of life" if signs else "the scheduler has no worker"
            )
            raise LostError(f"{what} (for {now - self._since:.0f} s)")

    def close(self) -> None:
        """Disconnect from the scheduler."""
        self._client.close()

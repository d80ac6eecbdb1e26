"""The differential search as a long run: hands out blocks of seeds, here or elsewhere, and keeps what they give.

Deterministic by seed: how the work was cut up, and where it ran, makes no difference to what is found.
"""

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

from refloader.campaign.search import Search
from refloader.campaign.store import Block, Found, Quarry, Report, State
from refloader.host.pace import allowed
from refloader.sandbox import lineage

_SAFE_PATH = "PYTHONSAFEPATH"

BLOCK = 10
"""Seeds that are handed out at a time: what is lost when a campaign is killed."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a campaign is to do: seeds from ``first`` up to but without ``end``, for at most so many seconds."""

    first: int
    end: int
    seconds: float | None = None


class Workers(Protocol):
    """Somebody who runs blocks: processes of this machine, or a scheduler's."""

    @property
    def room(self) -> int:
        """How many blocks can wait for their turn."""
        ...

    def close(self) -> None:
        """Let go of whoever works, once what is under way has ended."""
        ...

    def submit(self, quarry: Quarry, block: Block) -> Any:
        """Hand out a block; what is given stands for its result."""
        ...

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """Those that are done, at least one."""
        ...


def searched(quarry: Quarry, block: Block) -> Report:
    """Run a block here."""
    started = time.monotonic()
    search = _search(quarry)
    outcomes = [search.outcome(seed) for seed in range(block.first, block.end)]
    found = tuple(Found(each.seed, finding) for each in outcomes for finding in each.findings)
    covered = sum(each.covered for each in outcomes)
    return Report(block, len(outcomes), covered, time.monotonic() - started, found)


@cache
def _search(quarry: Quarry) -> Search:
    return Search(quarry.path, quarry.version)


def run(state: State, wish: Wish, workers: Workers, told: Callable[[State], None]) -> bool:
    """Do what is left of a campaign; ``told`` hears of each finished block. Whether all of it is done.

    When the time is over no block is handed out any more, and those under way are waited for.

    Raises:
        OSError: something cannot be written to the folder.
    """
    ends = None if wish.seconds is None else time.monotonic() + wish.seconds
    left = _blocks(state, wish)
    handed: list[Any] = []
    while True:
        while len(handed) < workers.room and not _over(ends) and (block := next(left, None)) is not None:
            handed.append(workers.submit(state.loaders[block.loader], block))
        if not handed:
            return next(left, None) is None
        for each in workers.finished(handed):
            handed.remove(each)
            state.add(each.result())
            told(state)


def _over(ends: float | None) -> bool:
    return ends is not None and time.monotonic() >= ends


def _blocks(state: State, wish: Wish) -> Iterator[Block]:
    """What is not done yet, loader by loader within each block of seeds."""
    for first in range(wish.first, wish.end, BLOCK):
        end = min(first + BLOCK, wish.end)
        for loader in range(len(state.loaders)):
            done = state.done.get(loader, set())
            yield from _runs(loader, [seed for seed in range(first, end) if seed not in done])


def _runs(loader: int, seeds: Sequence[int]) -> Iterator[Block]:
    """Seeds without a gap between them as one block."""
    start = 0
    for index in range(1, len(seeds) + 1):
        if index == len(seeds) or seeds[index] != seeds[index - 1] + 1:
            yield Block(loader, seeds[start], seeds[index - 1] + 1)
            start = index


# ---- who does the work --------------------------------------------------------------------------------------


class Here:
    """This process, one block after the other."""

    room = 1

    def submit(self, quarry: Quarry, block: Block) -> "Future[Report]":
        """Run it at once."""
        future: Future[Report] = Future()
        future.set_result(searched(quarry, block))
        return future

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """All of them."""
        return tuple(handed)

    def close(self) -> None:
        """There is nobody to let go of."""


class Processes:
    """Processes of this machine. Started anew: a fork of a process with threads may hang."""

    def __init__(self, count: int) -> None:
        self.room = 2 * count
        with _safe_path():
            self._pool = ProcessPoolExecutor(
                count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_to_work
            )

    def submit(self, quarry: Quarry, block: Block) -> "Future[Report]":
        """Queue it."""
        with _safe_path():
            return self._pool.submit(searched, quarry, block)

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """Those that are done."""
        return tuple(wait(handed, return_when=FIRST_COMPLETED).done)

    def close(self) -> None:
        """Drop what waits, wait for what runs."""
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _safe_path() -> Iterator[None]:
    """Python processes that start meanwhile import nothing from the working folder: a stranger may have filled it."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if before is not None:
            os.environ[_SAFE_PATH] = before


def _begin_to_work() -> None:
    """A Ctrl-C is the parent's affair, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lineage.die_with_parent()


_PATIENCE = 5.0
"""Seconds until a scheduler has to answer."""


class Scheduler:
    """The workers of a Dask scheduler. They need this package and a loader at the same path.

    Raises:
        ImportError: dask.distributed is not installed.
        OSError: there is no scheduler at the address.
        ValueError: it is no address.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client  # an optional extra
        from distributed.comm import get_address_host_port

        # A client of a wrong address would linger and complain at its end.
        get_address_host_port(address, strict=True)
        self._client = Client(address, set_as_default=False, timeout=allowed(_PATIENCE))
        self.room = 2 * max(1, sum(self._client.ncores().values()))

    def submit(self, quarry: Quarry, block: Block) -> Any:
        """Queue it at the scheduler."""
        return self._client.submit(searched, quarry, block, pure=False)

    def finished(self, handed: Sequence[Any]) -> Sequence[Any]:
        """Those that are done."""
        from distributed import wait as wait_for

        with self._client.as_current():
            return tuple(wait_for(list(handed), return_when="FIRST_COMPLETED").done)

    def close(self) -> None:
        """Leave the scheduler."""
        self._client.close()

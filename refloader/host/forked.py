"""Runs functions in forked child processes, a few at a time, each with a timeout."""

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

_CONTEXT = multiprocessing.get_context("fork")

Task = tuple[str, Callable[[], Any]]
"""A name, and the function that the child calls; the value that it returns must be picklable."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How one task ended: ``answer`` is the value that it returned, or ``problem`` says why it returned none."""

    name: str
    answer: Any
    problem: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Running:
    """A child at work. For this module alone."""

    name: str
    process: ForkProcess
    answers: Connection
    started: float


def run_forked(tasks: Sequence[Task], *, workers: int, limit: float) -> Iterator[Ended]:
    """Run each task in its own child and yield its outcome when it ends. ``limit`` is a task's timeout in seconds.

    A child that exceeds it is killed at once.
    """
    most = max(1, workers)
    yield from outcomes(begin(tasks[:most]), limit, tasks[most:])


def begin(tasks: Sequence[Task]) -> list[Running]:
    """Start a child for each task."""
    return [_started(*task) for task in tasks]


def outcomes(running: list[Running], limit: float, waiting: Sequence[Task] = ()) -> Iterator[Ended]:
    """Yield the outcome of each child when it ends. Whenever one does, a waiting task is started."""
    pending = list(waiting)[::-1]
    try:
        while running:
            wait([each.answers for each in running], timeout=0.2)
            for each in list(running):
                ended = _looked_at(each, limit)
                if ended is not None:
                    running.remove(each)
                    if pending:
                        running.append(_started(*pending.pop()))
                    yield ended
    finally:
        for each in running:
            _end(each)


def _started(name: str, call: Callable[[], Any]) -> Running:
    answers, own = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_child, args=(own, call))
    process.start()
    own.close()
    return Running(name, process, answers, time.monotonic())


def _child(answers: Connection, call: Callable[[], Any]) -> None:
    answers.send(call())
    answers.close()


def _looked_at(each: Running, limit: float) -> Ended | None:
    """Return the outcome of a child that has answered, ended or exceeded its timeout; None while it runs."""
    seconds = time.monotonic() - each.started
    answer, problem = None, ""
    if each.answers.poll():
        try:
            answer = each.answers.recv()
        except EOFError:
            each.process.join()
            problem = f"its process ended with status {each.process.exitcode} before it answered"
    elif seconds > limit:
        problem = f"it did not end within {limit:g} seconds"
        each.process.kill()
    else:
        return None
    _end(each)
    return Ended(each.name, answer, problem, round(seconds, 3))


def _end(each: Running) -> None:
    each.answers.close()
    each.process.join(timeout=1)
    if each.process.is_alive():
        each.process.kill()
        each.process.join()
    each.process.close()

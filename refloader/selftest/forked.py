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
class _Running:
    name: str
    process: ForkProcess
    answers: Connection
    started: float


def run_forked(tasks: Sequence[Task], *, workers: int, limit: float) -> Iterator[Ended]:
    """Run each task in its own child and yield its outcome when it ends. ``limit`` is a task's timeout in seconds."""
    waiting, running = list(tasks)[::-1], list[_Running]()
    try:
        while waiting or running:
            while waiting and len(running) < max(1, workers):
                running.append(_started(*waiting.pop()))
            wait([each.answers for each in running], timeout=0.2)
            for each in list(running):
                ended = _looked_at(each, limit)
                if ended is not None:
                    running.remove(each)
                    yield ended
    finally:
        for each in running:
            _end(each)


def _started(name: str, call: Callable[[], Any]) -> _Running:
    answers, own = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_child, args=(own, call))
    process.start()
    own.close()
    return _Running(name, process, answers, time.monotonic())


def _child(answers: Connection, call: Callable[[], Any]) -> None:
    answers.send(call())
    answers.close()


def _looked_at(each: _Running, limit: float) -> Ended | None:
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
    else:
        return None
    _end(each)
    return Ended(each.name, answer, problem, round(seconds, 3))


def _end(each: _Running) -> None:
    each.answers.close()
    each.process.join(timeout=1)
    if each.process.is_alive():
        each.process.kill()
        each.process.join()
    each.process.close()

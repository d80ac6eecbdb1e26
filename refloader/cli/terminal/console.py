"""Progress of a command on standard error, and the options ``--quiet`` and ``--verbose``.

A terminal shows progress in one line that is overwritten; elsewhere, as in the log of a CI job, a plain line is
written from time to time. Does not use standard output, which is for the document.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, TypeVar

import click

from refloader.host.pace import PATIENCE, factor
from refloader.model.text import visible
from refloader.results.progress import Progress

_Command = TypeVar("_Command", bound=Callable[..., Any])

_EVERY = 10.0
"""Seconds between plain lines."""

_SAME = 60.0
"""Seconds between plain lines that say the same: a log shows that the run goes on."""

_AT_MOST = 0.1
"""Seconds between two updates of the line on a terminal."""

_SOON = 2.0
"""Seconds before an estimate of the remaining time is shown."""

_LATER = 30.0
"""The same while less than one in a hundred is done."""

_LONG = 5.0
"""Seconds after which a running case is named."""


class Loudness(Enum):
    """How much a command prints: only problems, what fits a screen, or everything."""

    QUIET, NORMAL, VERBOSE = range(3)


def loudness_options(command: _Command) -> _Command:
    """Add ``--quiet`` and ``--verbose`` to a command, as parameters ``quiet`` and ``verbose``."""
    for words, text in (
        (("-v", "--verbose"), "Print each finding in full, with the expected outcome."),
        (("-q", "--quiet"), "Print only problems, and no progress."),
    ):
        command = click.option(*words, is_flag=True, help=text)(command)
    return command


def timeout_option(command: _Command) -> _Command:
    """Add ``--patience`` to a command. Its processes get the value in a variable, the command itself does not."""
    return click.option(
        "--patience",
        metavar="FACTOR",
        callback=_be_patient,
        expose_value=False,
        help="Multiply every time limit by FACTOR.  [default: measured; 1 on a usual machine]",
    )(command)


def _be_patient(context: click.Context, option: click.Parameter, text: str | None) -> None:
    if text is None:
        return
    try:
        factor(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    os.environ[PATIENCE] = text


def loudness(*, quiet: bool, verbose: bool) -> Loudness:
    """Return the level that the two options select. Raises click.UsageError if both are given."""
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other")
    return Loudness.QUIET if quiet else Loudness.VERBOSE if verbose else Loudness.NORMAL


class Watch:
    """Shows the progress of a run. Call ``tell`` from one thread only; ``end`` clears the line."""

    def __init__(self, what: str, level: Loudness = Loudness.NORMAL) -> None:
        self._what = what
        self._level = level
        # A dumb terminal cannot overwrite a line (terminfo(5)).
        writable = os.environ.get("TERM") != "dumb"
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty() and writable
        self._begun = time.monotonic()
        self._last = self._begun if not self._is_terminal else 0.0
        self._shown = self._spoken = False
        self._steps = set[str]()
        self._first: int | None = None
        self._text = ""
        self._paced = self._begun

    def tell(self, progress: Progress) -> None:
        """Show the progress, unless the last output was too recent."""
        if self._level is Loudness.QUIET or sys.stderr is None:
            return
        now = time.monotonic()
        self._first = progress.done if self._first is None and progress.total else self._first
        if progress.done == (self._first or 0):
            self._paced = (
                now  # what comes before the first case, such as looking for cases, is no part of the pace
            )
        is_new = progress.is_over and progress.step not in ("", *self._steps) and self._spoken
        self._steps.add(progress.step)
        if not is_new and now - self._last < (_AT_MOST if self._is_terminal else _EVERY):
            return
        text = sentence(progress, self._what, now - self._paced, self._first or 0, now)
        self._spoken |= bool(progress.total)  # a run that only began slowly is none whose every step matters
        self._show(text, "" if progress.step else progress.case, now)

    def doing(self, what: str) -> None:
        """Show a step after the counted ones: on a terminal that shows progress, and in the log of a long run."""
        if self._level is Loudness.QUIET or sys.stderr is None:
            return
        if self._is_terminal and not self._shown:
            return
        now = time.monotonic()
        if self._is_terminal or self._spoken or now - self._last >= _EVERY:
            self._show(what, "", now)

    def end(self) -> None:
        """Clear the line: the run is over."""
        if self._shown:
            self._say("\r\x1b[K")
            self._shown = False

    def _show(self, text: str, case: str, now: float) -> None:
        if not self._is_terminal and text == self._text and now - self._last < _SAME:
            return
        self._last, self._text = now, text
        if self._is_terminal:
            self._over(text, case)
        else:
            self._say(f"refloader: {text}\n")

    def _over(self, text: str, case: str) -> None:
        """Overwrite the line, with the name of the case as far as it fits."""
        width = shutil.get_terminal_size().columns - 1
        room = width - len(text) - 2
        tail = f"  {_cut(visible(case), room)}" if room > 10 else ""
        faint = tail if os.environ.get("NO_COLOR") else click.style(tail, dim=True)
        self._shown = True
        self._say(f"\r\x1b[K{_cut(text, width)}{faint}")

    def _say(self, text: str) -> None:
        """Write to standard error. If that fails, progress is disabled, but the run continues."""
        try:
            click.echo(text, err=True, nl=False)
        except OSError:
            self._level, self._shown = Loudness.QUIET, False


def _cut(text: str, room: int) -> str:
    """Return as much of a line as there is room for, with an ellipsis if that is not all."""
    return text if len(text) <= room else f"{text[: max(0, room - 1)]}…"


@contextmanager
def watching(what: str, level: Loudness = Loudness.NORMAL) -> Iterator[Watch]:
    """Yield a watch that ends with the block."""
    watch = Watch(what, level)
    try:
        yield watch
    finally:
        watch.end()


def sentence(progress: Progress, what: str, seconds: float, before: int = 0, now: float = 0.0) -> str:
    """Return ``120 of 480 cases (25 %), 2 failing, about 36 s left``.

    ``before`` cases were done when the watch began. A case that has been running for long at the time ``now`` is
    named, and so is a step that is not a case. The first few cases of many tell no pace.
    """
    if not progress.total:
        return visible(progress.step) or f"looking for {what}"
    share = 100 * progress.done // progress.total
    parts = [f"{progress.done} of {progress.total} {what} ({share} %)"]
    if progress.failed:
        parts.append(f"{progress.failed} failing")
    if progress.step:
        return ", ".join([*parts, visible(progress.step)])
    done = progress.done - before
    tells = done > 0 and seconds >= (_SOON if share else _LATER)
    left = seconds / done * (progress.total - progress.done) if tells else None
    waited = now - progress.since if progress.running else 0.0
    if left is not None and waited < max(left, _LONG):
        parts.append(f"about {duration(left)} left")
    if waited >= _LONG:
        parts.append(f"{visible(progress.running)} for {duration(waited)}")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Return ``45 s``, ``3 min 20 s`` or ``2 h 5 min``: a duration rounded for a reader who waits."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"

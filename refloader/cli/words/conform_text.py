"""What ``refloader conform`` says of a run that has ended: on a screen, whole, as JSON, and in the summary."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from refloader.cli.options import expectations
from refloader.cli.terminal.console import Loudness
from refloader.cli.terminal.output import say, say_styled
from refloader.model.text import visible
from refloader.report.differences import baseline as against
from refloader.report.differences.baseline import Compared
from refloader.report.formats import data, screen, summary
from refloader.results.discovery import RESULTS
from refloader.results.results_file import Run
from refloader.suite.run.not_run import mostly_skipped

Unjudged = Sequence[tuple[str, str]]
"""Rules that were asked for and not judged, with why."""

_LOG = (400, 60)
"""Columns and rows of what is no terminal: a log has no edge to run over, but an end."""


def note(folder: str, unjudged: Sequence[tuple[str, str]], beside: Compared | None) -> None:
    """Say in the summary too which rules were asked for and not judged, and how the run stands to its baseline."""
    with open(os.path.join(folder, "summary.txt"), "a", encoding="utf-8") as file:
        file.writelines(f"\n{visible(_unjudged_line(*each))}\n" for each in unjudged)
        file.writelines(f"{line}\n" for line in (["", *against.lines(beside)] if beside else []))


def _unjudged_line(rule_id: str, why: str) -> str:
    return f"nothing judges {rule_id} on these subjects yet: {why}"


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that has ended: its results, how it stands to its baseline, what was updated, and where it lies."""

    outcome: Run
    unjudged: Unjudged
    beside: Compared | None
    updates: expectations.Updates | None
    folder: str

    @property
    def files(self) -> list[str]:
        """The documents of the run."""
        names = (RESULTS, "report.html", "junit.xml", "summary.txt")
        return [os.path.join(self.folder, name) for name in names]

    @property
    def exit_code(self) -> int:
        """That of the verb."""
        return self.outcome.exit_code if self.beside is None else self.beside.exit_code


def as_json(ended: Ended) -> dict[str, Any]:
    """The JSON document."""
    missing = [{"rule": rule_id, "reason": why} for rule_id, why in ended.unjudged]
    document = {**data.document(ended.outcome), "unjudged": missing, "files": ended.files}
    document |= {"updated": expectations.document(ended.updates)} if ended.updates else {}
    return document | ({"baseline": against.document(ended.beside)} if ended.beside else {})


def tell(ended: Ended, level: Loudness) -> None:
    """Say it, as loud as it is wanted."""
    if level is Loudness.QUIET and not ended.exit_code:
        return
    if level is not Loudness.QUIET:
        for line in mostly_skipped(ended.outcome):
            say(line)
    if level is Loudness.VERBOSE:
        click.echo(summary.render(ended.outcome, skips=False), nl=False)
        _unjudged(ended.unjudged)
        say()
    else:
        for parts in screen.lines(ended.outcome, *_size()):
            say_styled(parts)
        _unjudged(ended.unjudged)
    for line in against.lines(ended.beside) if ended.beside else ():
        say(line)
    if ended.updates:
        expectations.tell(ended.updates)
    say(f"results: {', '.join(ended.files)}")


def _unjudged(unjudged: Unjudged) -> None:
    if unjudged:
        say()
    for each in unjudged:
        say(_unjudged_line(*each))


def _size() -> tuple[int, int]:
    """Columns and rows that a summary may take."""
    columns, rows = shutil.get_terminal_size()
    return (columns, rows) if sys.stdout.isatty() else _LOG

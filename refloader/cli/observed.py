"""``refloader observed``: reports what a recording of ``refloader exec --observe`` contains."""

import gc
import sys
from collections.abc import Sequence
from typing import Any

import click

from refloader.cli.terminal.output import say_json
from refloader.cli.words.observed_text import print_account, print_call, print_commands
from refloader.host.opening import reason_of
from refloader.inspect.explain.naming import matching
from refloader.model.edition import LATEST, Edition
from refloader.model.text import visible
from refloader.suite.layers import observed, recording_file
from refloader.suite.layers.observed import Account, Finding, Open
from refloader.suite.sessions.evidence import call_evidence
from refloader.suite.sessions.recording import Recording

SCHEMA = "refloader.observed/1"
CALLS_SCHEMA = "refloader.observed-calls/1"
_MOST_OPEN, _MOST_DEEP, _MOST_BREACHES, _MOST_CALLS = 8, 8, 5, 4


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--layer",
    "layers",
    multiple=True,
    metavar="NAME",
    help="Judge only this layer, or show only its calls; a part of the name is enough. Repeatable.",
)
@click.option(
    "--rule", "rules", multiple=True, metavar="ID", help="Judge only by the rules that are or begin with ID."
)
@click.option(
    "--edition",
    type=click.Choice([each.value for each in Edition]),
    default=LATEST.value,
    show_default=True,
    help="The edition of the documents by which the layers are judged.",
)
@click.option(
    "--calls",
    "table",
    is_flag=True,
    help="Print how often each command went from which layer to which, and judge nothing.",
)
@click.option(
    "--call",
    "numbers",
    multiple=True,
    type=int,
    metavar="N",
    help="Print the call with this number, which a finding names, and judge nothing.",
)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    file: str,
    layers: tuple[str, ...],
    rules: tuple[str, ...],
    edition: str,
    table: bool,
    numbers: tuple[int, ...],
    shape: str,
) -> None:
    """Print the calls that went through a chain, those that never returned, and the rules that its layers broke.

    FILE was written by refloader exec --observe. Exits 1 if a layer broke a mandatory rule or a call never returned;
    a broken recommendation is a warning. With --calls and --call it prints what was recorded, and exits 0.
    """
    gc.disable()  # millions of values without cycles, and the process ends with them
    recording = _recording(file)
    layers = _chosen(recording, layers)
    _check(rules)
    if table or numbers:
        _print_calls(file, recording, layers, numbers, shape, table=table)
        return
    found = observed.account(recording, Edition(edition), layers, rules)
    if shape == "json":
        say_json(document(file, edition, found, recording))
    else:
        print_account(file, edition, found, recording)
    sys.exit(1 if found.breaches or (found.unfinished and not found.cut_short) else 0)


def _recording(file: str) -> Recording:
    """Read the recording. Raises click.UsageError if the file is no recording, or has no call."""
    try:
        recording = recording_file.load(file)
    except (OSError, ValueError) as error:  # ValueError: no recording, or not a valid path
        raise click.UsageError(f"{visible(file)}: {reason_of(error)}") from error
    if not recording.calls:
        why = (
            "what follows its head cannot be read" if recording.torn else "the program made no instance on it"
        )
        raise click.UsageError(f"{visible(file)}: it holds no call of the reference loader: {why}")
    return recording


def _chosen(recording: Recording, words: Sequence[str]) -> tuple[str, ...]:
    """Return the layers that the words mean: names, or parts of them. Raises click.UsageError."""
    there = observed.names(recording)
    known = ", ".join(map(visible, there)) or "no layer at all"
    found: dict[str, None] = {}
    for word in words:
        meant = tuple(matching(word, there))
        if not meant:
            raise click.UsageError(f"--layer: the recording has no {visible(word)}; it has {known}")
        found |= dict.fromkeys(meant)
    return tuple(found)


def _check(rules: Sequence[str]) -> None:
    for rule in rules:
        if not any(observed.table_rows(each, [rule]) for each in Edition):
            text = f"no rule that a recording is judged by begins with {visible(rule)}"
            raise click.UsageError(f"--rule: {text}; refloader rules says how each is judged")


# ---- the calls themselves


def _print_calls(
    file: str, recording: Recording, layers: Sequence[str], numbers: Sequence[int], shape: str, *, table: bool
) -> None:
    """Print how often each command went through each link, and the calls with these numbers."""
    for number in numbers:
        if number not in recording.calls:
            numbers_there = (
                f"from {min(recording.calls)} to {max(recording.calls)}" if recording.calls else "none"
            )
            what = f"the recording has no call {number}; findings name the numbers of calls, here {numbers_there}"
            raise click.UsageError(f"--call: {what}")
    rows = tuple(observed.command_calls(recording, layers)) if table else ()
    calls = [recording.calls[number] for number in numbers]
    if shape == "json":
        body: dict[str, Any] = {"schema": CALLS_SCHEMA, "file": file}
        if table:
            body["commands"] = [
                {"command": each.command, **each.link._asdict(), "calls": each.calls} for each in rows
            ]
        if numbers:
            body["calls"] = [call_evidence(each, recording) for each in calls]
        say_json(body)
        return
    if table:
        print_commands(file, rows)
    for call in calls:
        print_call(call, recording)


# ---- as JSON


def document(file: str, edition: str, account: Account, recording: Recording) -> dict[str, Any]:
    """Return the JSON document. An empty ``above`` is the application, an empty ``below`` the loader's terminator."""
    return {
        "schema": SCHEMA,
        "file": file,
        "edition": edition,
        "calls": account.calls,
        "threads": account.threads,
        "lost": account.lost,
        "torn": account.torn,
        "processes": [each._asdict() for each in account.processes],
        "links": [
            {**each.link._asdict(), "calls": each.calls, "unfinished": each.unfinished}
            for each in account.passages
        ],
        "unfinished": [_open(each, recording) for each in account.unfinished[-_MOST_OPEN:]],
        "layers": [
            {
                "name": each.layer,
                "process": each.process,
                "seen": each.seen,
                "findings": [_finding(finding, recording) for finding in each.findings],
            }
            for each in account.layers
        ],
        "unjudged": account.unjudged,
    }


def _open(row: Open, recording: Recording) -> dict[str, Any]:
    return {
        "thread": row.thread,
        "layer": row.at_work.layer,
        "after": row.at_work.last,
        "calls": [call_evidence(call, recording) for call in row.calls[-_MOST_DEEP:]],
    }


def _finding(finding: Finding, recording: Recording) -> dict[str, Any]:
    return {
        "rules": finding.rules,
        "judge": finding.judge,
        "severity": finding.severity,
        "count": len(finding.broken),
        "breaches": [
            {
                "fact": each.fact,
                "calls": [call_evidence(call, recording) for call in each.calls[:_MOST_CALLS]],
            }
            for each in finding.broken[:_MOST_BREACHES]
        ],
    }

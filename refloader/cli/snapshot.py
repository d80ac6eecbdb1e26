"""``refloader snapshot``: writes everything on a machine that loaders depend on to one file."""

import json
import sys
from collections.abc import Mapping

import click

from refloader.cli.options.machine import Machine, machine_options
from refloader.cli.options.machine_host import Made, made_of
from refloader.cli.terminal import people
from refloader.cli.terminal.output import inert_json, say
from refloader.cli.terminal.replacing import put
from refloader.cli.terminal.sparing import spare
from refloader.core.json.reader import JsonValue
from refloader.host.opening import reason_of
from refloader.inspect.damage import named
from refloader.inspect.logs.from_log import LogError, read_log
from refloader.inspect.snapshots.document import of_host, of_log, redacted_document
from refloader.model.text import number_of, visible


@click.command()
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it; - prints it.")
@machine_options(process=True, snapshot=False)
@click.option(
    "--from-log",
    "log",
    metavar="FILE",
    help="From what a loader or vulkaninfo printed (VK_LOADER_DEBUG=all), as somebody pasted it; - reads it.",
)
@click.option(
    "--redact/--no-redact",
    default=True,
    show_default=True,
    help="Replace the names of users by user1, user2...",
)
def command(output: str, machine: Machine, log: str | None, redact: bool) -> None:
    """Record everything that loaders read on this machine, for a bug report.

    With the file, refloader explain --snapshot FILE and refloader lint --snapshot FILE answer elsewhere as they would
    here. It has the variables that control loaders and layers, the manifests and the settings files. The names of
    users are replaced by user1, user2... Nothing is loaded.

    refloader lint --since FILE lists what an update or uninstall left behind since the snapshot.
    """
    spare(output, (*machine.files(), *([log] if log else ())), "a file that is read")
    document = _of_machine(machine) if log is None else _from_log(log, machine)
    if redact:
        own = log is None  # the names in a log are of another machine
        document = redacted_document(document, *((people.users(), people.hosts()) if own else ()))
    _write(document, output)


def _of_machine(machine: Machine) -> dict[str, JsonValue]:
    made: Made = made_of(machine)
    document = of_host(made.host, staged=machine.root is not None)
    return {**document, "notes": [*made.notes, *(reason.fact for reason in named(made.reasons))]}


def _from_log(log: str, machine: Machine) -> dict[str, JsonValue]:
    if machine != Machine():
        raise click.UsageError("--from-log: the log says which machine it is of; leave out the other options")
    try:
        return of_log(read_log(log))
    except LogError as error:
        raise click.UsageError(f"--from-log: {visible(log)}: {error}") from error


def _write(document: Mapping[str, JsonValue], output: str) -> None:
    # ASCII with escapes preserves the bytes of a path that is not valid Unicode.
    text = json.dumps(document, indent=1) + "\n"
    if output == "-":
        click.echo(inert_json(text), nl=False)
        sys.exit(0)
    try:
        put(output, text)
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        raise click.UsageError(f"-o: {visible(output)}: {reason_of(error)}") from error
    say(f"{_summary(document)}: {output}")


def _summary(document: Mapping[str, JsonValue]) -> str:
    manifests, paths = document["manifests"], document["paths"]
    assert isinstance(manifests, list)
    assert isinstance(paths, list)
    looked_at = [path.get("library") for path in paths if isinstance(path, dict)]
    libraries = sum(isinstance(each, dict) and "exports" in each for each in looked_at)
    if document["source"] == "log":
        named = sum(isinstance(path, dict) and "content" in path for path in paths)
        return f"{number_of(named, 'manifest')} known by name"
    return f"{number_of(len(manifests), 'manifest')}, {number_of(libraries, 'library', 'libraries')}"

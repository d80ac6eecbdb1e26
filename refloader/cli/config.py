"""``refloader config``: shows the configuration of a project, each value with the file that it comes from."""

import os
import sys
from datetime import date
from typing import Any

import click

from refloader.cli.terminal.output import json_text, say, say_line, say_styled, together, write_document
from refloader.inspect.config.files import configuration
from refloader.inspect.config.values import KEYS, At, Config, relative
from refloader.model.text import number_of, visible

SCHEMA = "refloader.config-show/1"
_DEFAULTS = {
    "subjects.manifests": "what is installed here",
    "subjects.loaders": "what is installed here",
    "subjects.layers": "what is installed here",
    "subjects.drivers": "what is installed here",
    "lint.loaders": "all releases, by the documents",
    "conform.expect": "the files that come with refloader",
    "conform.baseline": "none",
    "conform.require": "what the question needs",
}


@click.command()
@click.argument("what", type=click.Choice(["show"]), default="show")
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False))
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the JSON to a file.")
def command(what: str, folder: str, shape: str, output: str | None) -> None:
    """Show what refloader.toml, or [tool.refloader] in pyproject.toml, says for work in FOLDER.

    Prints each value with the file and line that it comes from: the command line wins over all, then the file
    nearest to the folder. Exits 1 if a file has a mistake, and prints each with its place and the nearest right
    key.
    """
    if output is not None and shape == "text":
        raise click.UsageError("--output needs --format json")
    if not os.path.isdir(folder):  # a pipe or a device, which click lets pass
        raise click.UsageError(f"{visible(folder)} is no folder")
    found = configuration(folder)
    today = date.today().isoformat()
    if shape == "json":
        write_document(json_text(_as_json(found, today)), output)
    else:
        with together():
            _print(found, today)
    sys.exit(1 if found.faults else 0)


def _print(found: Config, today: str) -> None:
    for fault in found.faults:
        say_styled([(f"{fault.at}: ", ""), ("error", "error"), (f": {_message(str(fault))}", "")])
    if not found.files:
        told = "no refloader.toml and no [tool.refloader] in a pyproject.toml; all values are the defaults"
        say_line(told, "")
    width = max(map(len, _DEFAULTS))
    for table, keys in KEYS.items():
        for key in keys:
            _print_value(found, f"{table}.{key}", width)
    for rule, rated in found.severities.items():
        say(f"severity.{rule} = {rated.severity.value}  ({rated.at})")
    for each in found.ignores:
        where = f" in {visible(each.path)}" if each.path else ""
        until = f"expired on {each.expires}" if each.has_expired(today) else f"until {each.expires}"
        say(f"ignore {each.rule}{where}, {until}: {visible(each.reason)}  ({each.at})")
    if found.faults:
        say(f"{number_of(len(found.faults), 'error')}; no command uses such a file")


def _message(text: str) -> str:
    return text.split(": ", 1)[1]


def _print_value(found: Config, key: str, width: int) -> None:
    value = found.values.get(key)
    if value is None:
        say(f"{key:{width}}  {_DEFAULTS[key]}  (default)")
        return
    text = value.value if isinstance(value.value, str) else ", ".join(value.value)
    say(f"{key:{width}}  {visible(text)}  ({value.at})")


def _as_json(found: Config, today: str) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "files": [relative(each) for each in found.files],
        "values": [_value(found, f"{table}.{key}") for table, keys in KEYS.items() for key in keys],
        "severities": [
            {"rule": rule, "severity": rated.severity.value, **_place(rated.at)}
            for rule, rated in found.severities.items()
        ],
        "ignores": [
            {
                "rule": each.rule,
                "files": each.path,
                "reason": each.reason,
                "expires": each.expires,
                "expired": each.has_expired(today),
                **_place(each.at),
            }
            for each in found.ignores
        ],
        "findings": [
            {"message": each.message, "nearest": each.nearest, **_place(each.at)} for each in found.faults
        ],
    }


def _value(found: Config, key: str) -> dict[str, Any]:
    value = found.values.get(key)
    if value is None:
        return {"key": key, "value": None, "default": _DEFAULTS[key]}
    texts = value.value if isinstance(value.value, str) else list(value.value)
    return {"key": key, "value": texts, "default": _DEFAULTS[key], **_place(value.at)}


def _place(at: At) -> dict[str, Any]:
    return {"path": relative(at.path), "line": at.line, "column": at.column}

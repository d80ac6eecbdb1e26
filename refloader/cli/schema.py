"""``refloader schema``: prints the JSON Schemas of what the other commands print and read, without a network."""

import json
import os
import sys

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import say, write_document
from refloader.model.text import quote
from refloader.shipped import shipped

_ENDING = ".schema.json"


@click.command()
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="Write the schema there.  [default: standard output]")
def command(name: str | None, output: str | None) -> None:
    """Print the JSON Schema of a document.

    NAME is what a document has as "schema" (refloader.lint/1), or short for it (lint, lint-1). Without it the schemas
    are listed. Those of expectation files and ledgers are for the values in them, as TOML gives them.
    """
    folder = shipped("reports/schema")
    there = sorted(each.removesuffix(_ENDING) for each in _names(folder))
    if name is None:
        _list(folder, there)
        return
    short = name.removeprefix("refloader.").removesuffix(_ENDING).replace("/", "-")
    found = [each for each in there if each == short or each.rpartition("-")[0] == short]
    if not found:
        raise click.UsageError(f"no schema is named {quote(name)}; there are {', '.join(there)}")
    write_document(_read(folder, found[-1]), output)


def _names(folder: str) -> list[str]:
    """Return the file names of the schemas. Exits with 3 if the installation has none."""
    try:
        return [each for each in os.listdir(folder) if each.endswith(_ENDING)]
    except FileNotFoundError as error:
        say(f"refloader: this installation came without the schemas ({error.filename})", err=True)
        sys.exit(COULD_NOT_RUN)


def _list(folder: str, names: list[str]) -> None:
    words = {each: f"refloader.{'/'.join(each.rsplit('-', 1))}" for each in names}
    width = max(map(len, words.values()), default=0)
    for each, word in words.items():
        title = str(json.loads(_read(folder, each)).get("title", ""))
        say(f"{word:{width}}  {title.removeprefix(f'{word}: ')}")


def _read(folder: str, name: str) -> str:
    with open(os.path.join(folder, name + _ENDING), encoding="utf-8") as file:
        return file.read()

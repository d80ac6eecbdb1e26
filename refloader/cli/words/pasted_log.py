"""``refloader explain --log``: what a log proves, and nothing else."""

import sys
from typing import NoReturn

import click

from refloader.cli.terminal.output import json_text, together, write_document
from refloader.cli.words.explain_log import print_log
from refloader.inspect.logs.from_log import LogError, log_at
from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_document import log_as_json
from refloader.model.text import visible


def of_log(log: str, layers: tuple[str, ...], shape: str, output: str | None, *, verbose: bool) -> NoReturn:
    """Print what a log proves. Exits 1 if a layer is not active by it, or if it has a problem."""
    if shape == "html":
        raise click.UsageError("--log goes with --format text or json")
    try:
        found = explained(log_at(log), layers)
    except LogError as error:
        raise click.UsageError(f"--log: {visible(log)}: {error}") from error
    if shape == "json":
        write_document(json_text(log_as_json(found)), output)
    else:
        with together():
            print_log(found, whole=verbose)
    sys.exit(1 if found.unhappy else 0)

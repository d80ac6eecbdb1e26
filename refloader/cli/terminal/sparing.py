"""Protects the files that a document is made from against being overwritten. Reads and writes nothing."""

import os
from collections.abc import Iterable

import click

from refloader.model.text import visible


def spare(output: str | None, paths: Iterable[str], what: str = "results that are read") -> None:
    """Raise click.UsageError if the output is the same file as one of these, under whatever name."""
    if output is None or output == "-" or not os.path.isfile(output):
        return
    for path in paths:
        if os.path.isfile(path) and os.path.samefile(path, output):
            raise click.UsageError(f"-o {visible(output)} would replace {what}: name another file")

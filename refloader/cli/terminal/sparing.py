"""Keeps the files that a document is made from out of its way. Reads and writes nothing."""

import os
from collections.abc import Iterable

import click

from refloader.model.text import visible


def spare(output: str | None, paths: Iterable[str], what: str = "results that are read") -> None:
    """Refuse to write a document over one of these files, whatever the two are called. Raises click.UsageError."""
    if output is None or output == "-" or not os.path.isfile(output):
        return
    for path in paths:
        if os.path.isfile(path) and os.path.samefile(path, output):
            raise click.UsageError(f"-o {visible(output)} would replace {what}: name another file")

"""Writes to the terminal: safe text, colour only where it is wanted, JSON in one shape."""

import json
import os
import sys
import tempfile
from typing import Any

import click

from refloader.model.text import visible

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "pass": "green", "fail": "red"}


def say(text: str = "", *, err: bool = False) -> None:
    """One line, with nothing in it that could drive a terminal."""
    click.echo(visible(text), err=err)


def styled(text: str, kind: str) -> str:
    """The text in the colour of its kind where standard output is a terminal and NO_COLOR is unset."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return visible(text)
    return click.style(visible(text), fg=_COLOURS.get(kind), bold=kind in ("error", "fail"))


def say_styled(parts: list[tuple[str, str]]) -> None:
    """One line of (text, kind) parts."""
    click.echo("".join(styled(text, kind) for text, kind in parts))


def say_json(value: Any) -> None:
    """A JSON document in ASCII, so that no terminal is driven and no locale spoils it.

    Strings that are not Unicode text are spelled out, so that every reader takes it.
    """
    click.echo(json.dumps(storable(value), indent=2))


def storable(value: Any) -> Any:
    """The value with every string made into Unicode text that can be encoded."""
    if isinstance(value, str):
        return value if _encodable(value) else visible(value)
    if isinstance(value, dict):
        return {storable(key): storable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [storable(each) for each in value]
    return value


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def make_folder(folder: str) -> None:
    """Make the folder of ``--out`` and see that files can be written there. Raises click.UsageError."""
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise click.UsageError(f"--out: nothing can be written to {visible(folder)}: {reason}") from error

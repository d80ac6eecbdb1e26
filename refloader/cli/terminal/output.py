"""Writes to the terminal: safe text, colour only where it is wanted, JSON in one shape."""

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.replacing import put
from refloader.host.opening import reason_of
from refloader.model.text import visible

_AT_ONCE = 500
"""Lines that are written in one go."""

_COLOURS = {
    "error": "red",
    "warning": "yellow",
    "note": "cyan",
    "pass": "green",
    "fail": "red",
    "crash": "red",
    "timeout": "red",
    "warn": "yellow",
    "unexpected": "red",
    "expected": "cyan",
    "skip": "cyan",
}


class _Pieces:
    """Lines that wait to be written in one go; colour is decided when the first one comes."""

    def __init__(self) -> None:
        self.coloured = colourful()
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        """Take one line, in its colours."""
        self._lines.append(line)
        if len(self._lines) == _AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write what waits."""
        if self._lines:
            click.echo("\n".join(self._lines), color=self.coloured)
            self._lines.clear()


_pieces: list[_Pieces] = []
"""Where lines go while some are written together; the last one counts."""


@contextmanager
def together() -> Iterator[None]:
    """Write what is said meanwhile in large pieces, which takes a tenth of the time of single lines."""
    pieces = _Pieces()
    _pieces.append(pieces)
    try:
        yield
    finally:
        _pieces.remove(pieces)
        pieces.write()


def say(text: str = "", *, err: bool = False) -> None:
    """One line, with nothing in it that could drive a terminal."""
    if _pieces and not err:
        _pieces[-1].add(visible(text))
    else:
        click.echo(visible(text), err=err)


def give_up(why: str) -> NoReturn:
    """Say why nothing came of it, in one line or several, and end with exit code 3."""
    click.echo("refloader: " + "\n".join(visible(line) for line in why.split("\n")), err=True)
    sys.exit(COULD_NOT_RUN)


def styled(text: str, kind: str) -> str:
    """The text in the colour of its kind, where colour is wanted."""
    return _styled(text, kind, colourful())


def _styled(text: str, kind: str, coloured: bool) -> str:
    if not coloured:
        return visible(text)
    return click.style(visible(text), fg=_COLOURS.get(kind), bold=_COLOURS.get(kind) == "red")


def colourful() -> bool:
    """Whether standard output gets colour: NO_COLOR forbids it, FORCE_COLOR asks for it, and a terminal has it."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def say_styled(parts: Sequence[tuple[str, str]]) -> None:
    """One line of (text, kind) parts."""
    coloured = _pieces[-1].coloured if _pieces else colourful()
    if coloured:
        line = "".join(_styled(text, kind, coloured) for text, kind in parts)
    else:
        line = visible("".join([text for text, _ in parts]))
    if _pieces:
        _pieces[-1].add(line)
    else:
        click.echo(line, color=coloured)


def say_json(value: Any) -> None:
    """A JSON document on standard output."""
    click.echo(json_text(value), nl=False)


def json_text(value: Any) -> str:
    """A JSON document in ASCII, so that no terminal is driven and no locale spoils it, ending in a line break.

    Strings that are not Unicode text are spelled out, so that every reader takes it.
    """
    return f"{json.dumps(storable(value), indent=2)}\n"


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


def write_document(text: str | Iterable[str], output: str | None) -> None:
    """Write a document, or the pieces that it has, to a file, or to standard output for None and ``-``.

    A file is replaced in one step: whatever goes wrong, what was there before stays. Links are followed, and what
    is no ordinary file (a pipe, a device) is written to as it is. Exits 3 with a message where it cannot be written.
    """
    if output is None or output == "-":
        for piece in (text,) if isinstance(text, str) else text:
            click.echo(piece, nl=False)
        return
    try:
        put(output, text)
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        give_up(f"{visible(output)}: {reason_of(error)}")


def make_folder(folder: str) -> None:
    """Make the folder of ``--out`` and see that files can be written there. Raises click.UsageError."""
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        raise click.UsageError(
            f"--out: nothing can be written to {visible(folder)}: {reason_of(error)}"
        ) from error

"""Writes to the terminal: text without control characters, colour if enabled, and JSON."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.replacing import put, put_among
from refloader.host.opening import reason_of
from refloader.host.shared_folders import place_of
from refloader.model.text import visible
from refloader.report.runner_commands import COMMAND, broken_up, not_at_the_beginning

_OTHER_RUNNERS = ("TF_BUILD", "TEAMCITY_VERSION")
"""The variables by which jobs of Azure Pipelines and TeamCity are known."""

_AT_ONCE = 500
"""Lines that are written at once."""

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
    "stale": "yellow",
    "expected": "cyan",
    "skip": "cyan",
}


class _Pieces:
    """Buffered lines, which become inert when they are written. Whether they have colour is decided once."""

    def __init__(self) -> None:
        self.coloured = colourful()
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        """Add one line, styled."""
        self._lines.append(line)
        if len(self._lines) == _AT_ONCE:
            self.write()

    def extend(self, lines: Sequence[str]) -> None:
        """Add some lines."""
        self._lines += lines
        if len(self._lines) >= _AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write the buffered lines."""
        if self._lines:
            click.echo(inert("\n".join(self._lines)), color=self.coloured)
            self._lines.clear()


class _Held(_Pieces):
    """Lines that are held back: none is written."""

    @property
    def lines(self) -> list[str]:
        """What there is so far."""
        return self._lines

    def write(self) -> None:
        """Write nothing."""


_pieces: list[_Pieces] = []
"""The active buffers; the last one receives the lines."""


@contextmanager
def together() -> Iterator[None]:
    """Buffer the lines printed within the block: large writes take a tenth of the time of single lines."""
    pieces = _Pieces()
    _pieces.append(pieces)
    try:
        yield
    finally:
        _pieces.remove(pieces)
        pieces.write()


@contextmanager
def held() -> Iterator[list[str]]:
    """Hold back the lines printed within the block, and yield the list that they are in after it."""
    pieces, lines = _Held(), list[str]()
    _pieces.append(pieces)
    try:
        yield lines
    finally:
        _pieces.remove(pieces)
        lines += pieces.lines


def rows(lines: Sequence[str]) -> int:
    """Return how many rows of a terminal some lines take that were held back."""
    width = max(40, _columns()) if sys.stdout.isatty() else 80
    return sum(max(1, -(-len(click.unstyle(line)) // width)) for line in lines)


def let_go(lines: Sequence[str]) -> None:
    """Print lines that were held back."""
    if _pieces:
        _pieces[-1].extend(lines)
    elif lines:
        click.echo(inert("\n".join(lines)), color=colourful())


def inert(text: str) -> str:
    """Return the lines of a text so that the runner of a CI job takes none for a command, if this is such a job.

    Runners read all output of a step. That of GitHub takes ``::`` at the beginning of a line, behind spaces too, for
    a command to it, and ``##[`` anywhere, as that of Azure does with ``##vso[`` and that of TeamCity with
    ``##teamcity[``; names in files, and what libraries print, can hold each.
    """
    if (text.isascii() and "::" not in text and "##" not in text) or not _is_read_by_runner():
        return text
    return "\n".join(map(not_at_the_beginning, broken_up(text).split("\n")))


def inert_json(text: str) -> str:
    """Return JSON with the same content without a command, if a runner reads it. No line begins with ``::``."""
    return COMMAND.sub(r"\1\\u0023", text) if "#" in text and _is_read_by_runner() else text


def _is_read_by_runner() -> bool:
    return os.environ.get("GITHUB_ACTIONS") == "true" or any(name in os.environ for name in _OTHER_RUNNERS)


def say(text: str = "", *, err: bool = False) -> None:
    """Print one line without control characters."""
    line = visible(text)
    if _pieces and not err:
        _pieces[-1].add(line)
    else:
        click.echo(inert(line), err=err)


def say_all(lines: Sequence[str]) -> None:
    """Print some lines without control characters."""
    whole = "".join(lines)
    if not _pieces:
        for line in lines:
            say(line)
    elif whole.isascii() and whole.isprintable():
        _pieces[-1].extend(lines)
    else:
        _pieces[-1].extend([visible(line) for line in lines])


class NothingFoundError(click.ClickException):
    """There is nothing to work on. The command was understood, so that its usage is not repeated."""

    exit_code = 2


def give_up(why: str) -> NoReturn:
    """Print the reason, which may have several lines, and exit with 3."""
    text = "\n".join(visible(line) for line in why.split("\n"))
    click.echo(inert("refloader: " + fitted(text, "  ", "refloader: ")), err=True)
    sys.exit(COULD_NOT_RUN)


def styled(text: str, kind: str) -> str:
    """Return the text in the colour of its kind, if colour is enabled."""
    return _styled(text, kind, colourful())


def _styled(text: str, kind: str, coloured: bool) -> str:
    if not coloured:
        return visible(text)
    return click.style(visible(text), fg=_COLOURS.get(kind), bold=_COLOURS.get(kind) == "red")


def colourful() -> bool:
    """True if standard output gets colour: unless NO_COLOR is set, with FORCE_COLOR or on a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def is_coloured() -> bool:
    """True if what is printed now gets colour."""
    return _pieces[-1].coloured if _pieces else colourful()


def say_styled(parts: Sequence[tuple[str, str]]) -> None:
    """Print one line of (text, kind) parts."""
    coloured = is_coloured()
    if coloured:
        line = "".join(_styled(text, kind, coloured) for text, kind in parts)
    else:
        line = visible("".join([text for text, _ in parts]))
    if _pieces:
        _pieces[-1].add(line)
    else:
        click.echo(inert(line), color=coloured)


def say_wrapped(parts: Sequence[tuple[str, str]], indent: str = "    ") -> None:
    """Print (text, kind) parts as one line; on a terminal, as lines that fit, in which no name or path is broken."""
    for line in _fitting(parts, indent) if sys.stdout.isatty() else (parts,):
        say_styled(line)


def say_line(text: str, indent: str = "    ") -> None:
    """Print one line; on a terminal, as lines that fit."""
    say_wrapped([(text, "")], indent)


def say_aside(text: str, indent: str = "    ") -> None:
    """Print one line on standard error; on a terminal, as lines that fit."""
    parts, is_terminal = [(text, "")], sys.stderr is not None and sys.stderr.isatty()
    for line in _fitting(parts, indent) if is_terminal else [[(visible(text), "")]]:
        click.echo(inert(_joined(line)), err=True)


def say_if_slow(text: str, after: float = 2.0) -> None:
    """Print one line on standard error if the command still runs after some seconds, and if that is a terminal.

    By a timer of the process, not a thread, as commands fork.
    """
    import signal  # here, as few commands need it

    alarm = getattr(signal, "SIGALRM", None)  # which Windows does not have
    if alarm is None or sys.stderr is None or not sys.stderr.isatty() or signal.getsignal(alarm):
        return
    stderr, line = sys.stderr.fileno(), f"{visible(text)}\n".encode()
    signal.signal(alarm, lambda *_: os.write(stderr, line))  # as it may come while a line is written
    signal.setitimer(signal.ITIMER_REAL, after)


def say_document(text: str) -> None:
    """Print the lines of a document; on a terminal, as lines that fit, except for the commands that replay a case."""
    with together():
        for line in text.splitlines():
            own = line[: len(line) - len(line.lstrip())]
            if line.startswith(f"{own}replay "):
                say(line)
            else:
                say_line(line, f"{own}    ")


def fitted(text: str, indent: str = "", first: str = "") -> str:
    """Return a text for standard error, each line of which is broken between words if that is a terminal.

    ``first`` stands in front of the text. Lines that are indented are commands, and stay whole.
    """
    if not text or sys.stderr is None or not sys.stderr.isatty():
        return text
    lines = f"{first}{text}".split("\n")
    broken = (
        line if line[:1].isspace() else "\n".join(_joined(each) for each in _fitting([(line, "")], indent))
        for line in lines
    )
    return "\n".join(broken).removeprefix(first)


def _joined(parts: Sequence[tuple[str, str]]) -> str:
    return "".join(text for text, _ in parts)


def _fitting(parts: Sequence[tuple[str, str]], indent: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the parts in lines that fit the terminal; all but the first begin with the indent."""
    import textwrap  # here, as text that goes to a file needs none

    shown = [(visible(text), kind) for text, kind in parts]
    text = "".join(each for each, _ in shown)
    width = max(40, _columns())
    whole_words = {"break_long_words": False, "break_on_hyphens": False, "replace_whitespace": False}
    lines = textwrap.wrap(text, width, subsequent_indent=indent, expand_tabs=False, **whole_words)  # type: ignore[arg-type]
    at = 0
    for number, line in enumerate(lines or [text]):
        body = line.removeprefix(indent) if number else line
        start = text.index(body, at)
        at = start + len(body)
        yield [*([(indent, "")] if number else []), *_between(shown, start, at)]


def _columns() -> int:
    import shutil  # here, as text that goes to a file seldom needs it

    return shutil.get_terminal_size().columns


def _between(parts: Sequence[tuple[str, str]], start: int, end: int) -> Iterator[tuple[str, str]]:
    """Yield what lies between two places of a text that is given in parts."""
    before = 0
    for text, kind in parts:
        piece = text[max(0, start - before) : max(0, end - before)]
        before += len(text)
        if piece:
            yield piece, kind


def say_json(value: Any) -> None:
    """Print a JSON document on standard output."""
    click.echo(json_text(value), nl=False)


def json_text(value: Any) -> str:
    """Return a JSON document in ASCII that ends in a line break, safe for every terminal and locale.

    Strings that are not valid Unicode are written with escapes, so that every reader accepts them.
    """
    return inert_json(f"{json.dumps(storable(value), indent=2)}\n")


def storable(value: Any) -> Any:
    """Return the value with every string turned into valid Unicode."""
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


def write_document(text: str | Iterable[str], output: str | None, shape: str = "text") -> None:
    """Write a document, or its pieces, to a file, or to standard output for None and ``-``.

    On standard output, only the format ``github`` has lines that GitHub's runner takes for commands.

    A file is replaced in one step: if anything fails, the old content stays. Links are followed; a pipe or a device
    is written to directly. Exits with 3 and a message if the document cannot be written.
    """
    if output is None or output == "-":
        for piece in (text,) if isinstance(text, str) else text:
            click.echo(piece if shape == "github" else _inert(piece, shape), nl=False)
        return
    try:
        put(output, text)
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        give_up(f"{visible(output)}: {reason_of(error)}")


_OF_JSON = ("json", "ndjson", "sarif", "gitlab", "badge")


def _inert(text: str, shape: str) -> str:
    return inert_json(text) if shape in _OF_JSON else inert(text)


def write_into(folder: str, name: str, text: str) -> None:
    """Write a file of ``--out``; its folder is made again if it is gone. Ends the command if that cannot be done."""
    try:
        os.makedirs(folder, exist_ok=True)
        put_among(folder, name, text)
    except OSError as error:
        give_up(f"{folder}: {reason_of(error)}")


def make_folder(folder: str) -> None:
    """Create the folder of ``--out`` and check that it is writable. Raises click.UsageError."""
    import tempfile  # here, so that text output starts fast

    try:
        os.makedirs(place_of(folder), exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        raise click.UsageError(
            f"--out: nothing can be written to {visible(folder)}: {reason_of(error)}; name another folder"
        ) from error

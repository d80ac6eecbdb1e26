"""Findings as workflow commands, which GitHub shows beside the lines of a change. Writes no other command.

The texts are untrusted: GitHub's runner executes a command at the start of any line of output, and an older kind
(``##[``) anywhere in a line; other runners read such lines too. A path that holds a command is shown broken up, so
that GitHub finds no file of that name.
"""

import os
from collections.abc import Iterator, Sequence

from refloader.model.text import number_of, visible
from refloader.report.issues import LEVELS, Issue, Level, not_run, of_causes, of_expectations
from refloader.report.places import beneath
from refloader.report.runner_commands import broken_up
from refloader.results.results_file import Run, readable

SHOWN = 10
"""The most annotations of one level that GitHub shows per step; it drops further ones silently."""

_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}


def render(run: Run) -> str:
    """Return the findings of a run as annotations and log lines, one for all cases that show the same.

    Expected findings are only counted, at the end.
    """
    issues = of_causes(run)
    known = sum(bool(issue.excuse) for issue in issues)
    doubts = [*_unreliable(run)]
    told = [*(issue for issue in issues if not issue.excuse), *of_expectations(run)]
    lines = [*doubts, annotations(told, told=len(doubts))]
    if known:
        lines.append(f"::notice title=refloader::{number_of(known, 'finding')} came out as expected\n")
    return "".join(lines)


def annotations(issues: Sequence[Issue], folder: str | None = None, *, told: int = 0) -> str:
    """Return the issues of each level as commands, one per line; an empty string for no issues.

    Paths below ``folder`` (the working folder) are relative to it. If a level has more issues than GitHub shows, its
    last command gives the number of the others, which follow as plain lines. ``told`` is the number of preceding
    errors.
    """
    folder = folder or os.getcwd()
    lines: list[str] = []
    for level in LEVELS:
        room = SHOWN - told if level == "error" else SHOWN
        these = [issue for issue in issues if issue.level == level]
        lines += _of_level(these, _COMMANDS[level], folder, room)
    return "".join(f"{broken_up(line)}\n" for line in lines)


def _of_level(issues: Sequence[Issue], command: str, folder: str, room: int) -> Iterator[str]:
    shown = issues if len(issues) <= room else issues[: room - 1]
    rest = issues[len(shown) :]
    yield from (_annotation(issue, command, folder) for issue in shown)
    if rest:
        yield f"::{command} title=refloader::{len(rest)} more of this kind are in the log of this step"
        yield from (_plain(issue, folder) for issue in rest)


def _annotation(issue: Issue, command: str, folder: str) -> str:
    place = ""
    if issue.spots:
        location = issue.spots[0]
        place = f"file={_property(beneath(location.path, folder))}"
        place += f",line={location.line}" if location.line else ""
        place += f",col={location.utf16_column}" if location.column else ""
        place += ","
    return f"::{command} {place}title={_property(issue.title)}::{_data(issue.text)}"


def _plain(issue: Issue, folder: str) -> str:
    """Return a log line, which begins with the level."""
    location = issue.spots[0] if issue.spots else None
    place = f"{beneath(location.path, folder)}:{location.line}: " if location else ""
    return visible(f"{issue.level} {issue.title}: {place}{issue.text}")


def _unreliable(run: Run) -> Iterator[str]:
    """Yield at most three lines on why the run is unreliable, to leave room for findings."""
    if run.truncated:
        yield "::error title=refloader::truncated run: results may be missing\n"
    for texts in filter(None, (run.problems, not_run(run))):
        more = f" (and {len(texts) - 1} more)" if len(texts) > 1 else ""
        yield broken_up(f"::error title=refloader::{_data(texts[0])}{more}\n")


def _data(text: str) -> str:
    return readable(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return visible(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")

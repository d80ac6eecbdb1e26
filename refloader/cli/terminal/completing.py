"""Answers completion requests of a shell. Does not import the commands, because a key press must not wait for that.

The parameters of the commands are cached in the user's cache folder (``$XDG_CACHE_HOME/refloader``) and collected
again when a file of the command line or of the catalogue changes. Without a cache folder they are collected each
time. ``~/.cache`` is created if the home folder exists; a missing home or ``XDG_CACHE_HOME`` is never created.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from typing import Any

import click
from click.shell_completion import CompletionItem, shell_complete

from refloader.cli.terminal.codes import COMPLETION
from refloader.host.cache_folder import cache_folder

PROGRAM = "refloader"
_STAMPED = ("cli", "cli/options", "cli/terminal", "rules", "rules/generated", "model")
"""The folders of the files that the table is made from."""

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_FILES = frozenset({"FILE", "PATH", "MANIFEST", "RESULTS", "OLD", "NEW", "EXE", "NAME=FILE"})
_RULES = frozenset({"ID"})
_PLAIN_PARAMETERS = ("opts", "secondary_opts", "nargs", "multiple", "is_flag", "help", "metavar")

Table = dict[str, Any]
"""The cached data: ``stamp``, ``rules`` (ids), and ``verbs``, each with its help and parameters."""


def answer(verbs: click.Group) -> int:
    """Print the requested completions, and return the exit code. ``verbs`` supplies what is not cached."""
    asked = os.environ.get(COMPLETION, "")
    if asked == "bash_complete":
        _without_signs(os.environ)
    return shell_complete(_group(_table(verbs)), {}, PROGRAM, COMPLETION, asked)


def _without_signs(shell: MutableMapping[str, str]) -> None:
    """Drop words that are only an equals sign: bash splits ``--edition=20`` into three words, click expects two."""
    words, at = shell.get("COMP_WORDS", "").split("\n"), shell.get("COMP_CWORD", "")
    if not at.isdecimal() or "=" not in words:
        return
    kept: list[str] = []
    for number, word in enumerate(words[: int(at) + 1]):
        is_sign = word == "=" and bool(kept) and kept[-1].startswith("--")
        if not is_sign:
            kept.append(word)
        elif number == int(at):
            kept.append("")
    shell["COMP_WORDS"], shell["COMP_CWORD"] = "\n".join(kept), str(len(kept) - 1)


def described(verbs: click.Group) -> Table:
    """Return the table, without a stamp, from the commands themselves. Imports all of them."""
    from refloader.rules import ambiguities, rules

    context = click.Context(verbs)
    found = {name: verbs.get_command(context, name) for name in verbs.list_commands(context)}
    return {
        "rules": [str(rule_id) for rule_id in (*rules(), *ambiguities())],
        "verbs": {
            name: {
                "help": command.get_short_help_str(),
                "parameters": [_parameter(each) for each in command.params],
            }
            for name, command in found.items()
            if command is not None
        },
    }


def _parameter(parameter: click.Parameter) -> Table:
    row = {name: getattr(parameter, name, None) for name in _PLAIN_PARAMETERS}
    choices = list(parameter.type.choices) if isinstance(parameter.type, click.Choice) else None
    return {**row, "name": parameter.name, "choices": choices}


def _table(verbs: click.Group) -> Table:
    stamp, place = _stamp(), _place()
    if place:
        with suppress(OSError, ValueError, TypeError), open(place, encoding="utf-8") as file:
            known = json.load(file)
            if known["stamp"] == stamp:
                return dict(known)
    table = {"stamp": stamp, **described(verbs)}
    if place:
        with suppress(OSError):
            _remember(place, table)
    return table


def _remember(place: str, table: Table) -> None:
    folder = os.path.dirname(place)
    base = os.path.dirname(folder)
    if not os.environ.get("XDG_CACHE_HOME"):
        with suppress(FileExistsError):
            os.mkdir(base, 0o700)
    with suppress(FileExistsError):
        os.mkdir(folder)
    descriptor, temporary = tempfile.mkstemp(dir=folder)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            json.dump(table, file)
        os.replace(temporary, place)
    except OSError:
        os.unlink(temporary)
        raise


def _place() -> str:
    """Return the cache file of this installation, or an empty string if the user has no cache folder."""
    folder = cache_folder()
    own = hashlib.sha256(_PACKAGE.encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return os.path.join(folder, f"completion-{own}.json") if folder else ""


def _stamp() -> str:
    """Return a digest that changes with every file that the table is made from."""
    digest = hashlib.sha256()
    for folder in _STAMPED:
        with suppress(OSError), os.scandir(os.path.join(_PACKAGE, folder)) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                if entry.is_file():
                    status = entry.stat()
                    digest.update(f"{folder}/{entry.name} {status.st_mtime_ns} {status.st_size}\n".encode())
    return digest.hexdigest()


def _group(table: Table) -> click.Group:
    """Return commands that take the same parameters as the real ones and do nothing."""
    commands = {
        name: click.Command(
            name, short_help=verb["help"], params=list(_parameters(verb["parameters"], table["rules"]))
        )
        for name, verb in table["verbs"].items()
    }
    return click.Group(PROGRAM, commands=commands, params=[click.Option(["--version"], is_flag=True)])


def _parameters(rows: Sequence[Mapping[str, Any]], rules: Sequence[str]) -> Iterator[click.Parameter]:
    for row in rows:
        kind = click.Choice(row["choices"]) if row["choices"] else None
        completes = None if kind else _completing(row["metavar"] or "", rules)
        if not row["opts"] or not row["opts"][0].startswith("-"):
            yield click.Argument(
                [row["name"]], type=kind, nargs=row["nargs"], shell_complete=completes, required=False
            )
            continue
        names = [*row["opts"]]
        if row["secondary_opts"]:
            names = ["/".join([names[0], row["secondary_opts"][0]])]
        if row["is_flag"]:
            yield click.Option([row["name"], *names], is_flag=True, help=row["help"])
        else:
            yield click.Option(
                [row["name"], *names],
                type=kind,
                multiple=row["multiple"],
                help=row["help"],
                shell_complete=completes,
            )


_Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completing(metavar: str, rules: Sequence[str]) -> _Completes:
    """Return the completion function for a metavar: for ``PATH|reference`` it completes paths and that word."""
    words = metavar.replace("[", "").replace("]", "").replace("...", "").strip().split("|")
    literal = [word for word in words if word.islower()]

    def complete(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        found = literal if incomplete else []
        if _RULES.intersection(words):
            found = [*found, *rules]
        items = [CompletionItem(word) for word in found if word.startswith(incomplete)]
        if not items and _FILES.intersection(words):
            return [CompletionItem(incomplete, type="file")]
        return items or ([CompletionItem(incomplete, type="dir")] if "DIR" in words else [])

    return complete

"""Calls verbs of refloader in this process, and holds what they print and how they end against what is documented."""

import gc
import importlib
import io
import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import click

from fuzzing.checking import Wrong, check, check_for_runners

_CODES = range(4)
"""0 conformant, 1 findings, 2 wrong usage, 3 could not run."""


RUNNER = "TF_BUILD"
"""The variable by which a job of Azure Pipelines is known: nothing that is printed may be a command there."""


_RENDERERS = (
    "page.html",
    "page.explanation",
    "page.difference",
    "page.trend",
    *(
        f"formats.{name}"
        for name in (
            "summary",
            "markdown",
            "data",
            "ndjson",
            "table",
            "junit",
            "sarif",
            "github",
            "gitlab",
            "badge",
        )
    ),
)


def warm_up() -> None:
    """Import what the verbs import when they are used, so that processes that are forked need not."""
    for name in (
        "lint",
        "words.lint_documents",
        "explain",
        "observed",
        "report",
        "diff",
        "trend",
        "snapshot",
        "claim",
    ):
        importlib.import_module(f"refloader.cli.{name}")
    for name in _RENDERERS:
        importlib.import_module(f"refloader.report.{name}")
    for name in (
        "cli.verify_claim",
        "host.archives.package_host",
        "inspect.lint.packages",
        "inspect.profiles.files",
        "inspect.registry.sources",
    ):
        importlib.import_module(f"refloader.{name}")


class Called(NamedTuple):
    """What a verb printed, and its exit code."""

    code: int
    out: str
    err: str


def call(words: Sequence[str]) -> Called:
    """Call a verb as the command line does. What it raises beside the documented ways to end leaves this function."""
    verb, *arguments = words
    command: click.Command = importlib.import_module(f"refloader.cli.{verb.replace('-', '_')}").command
    # Encoded strictly, as a terminal with UTF-8 would: a lone surrogate raises.
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = _ended(command, arguments)
        return Called(code, _text(out), _text(err))
    finally:
        gc.enable()  # some verbs turn it off, as their process ends with them


def _ended(command: click.Command, arguments: Sequence[str]) -> int:
    try:
        command.main(list(arguments), prog_name="refloader", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as ended:
        return 0 if ended.code is None else ended.code if isinstance(ended.code, int) else -1
    return 0


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    data = stream.buffer.getvalue()  # type: ignore[attr-defined]  # a BytesIO
    return str(data, "utf-8")


def judge(words: Sequence[str], form: str) -> Called:
    """Call a verb and check what it prints. Raises Wrong, and whatever the verb raises."""
    called = call(words)
    if called.code not in _CODES:
        raise Wrong("traceback", f"exit code {called.code}")
    assert "No such option" not in called.err, words
    check(called.err, "text")
    check(called.out, form if called.out else "text")
    if RUNNER in os.environ and form != "github":
        check_for_runners(called.out + called.err)
    if called.code in (0, 1) and not called.out and form != "github" and "-o" not in words:
        raise Wrong("unreadable output", "it printed nothing")
    return called

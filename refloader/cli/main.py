"""The ``refloader`` command group. Imports the module of a command only when it is used."""

import io
import os
import signal
import sys
import traceback
from importlib import import_module
from typing import Any, NoReturn

import click

from refloader import __version__
from refloader.cli.terminal.codes import COMPLETION, COULD_NOT_RUN
from refloader.model.text import visible

_VERBS = {
    "doctor": "Say what is wrong with Vulkan on this machine, and what can be judged here.",
    "lint": "Check manifests, folders of them, or a staging tree, without running anything.",
    "explain": "Say what a loader does on this machine, and why.",
    "conform": "Judge loaders, layers and drivers against the rules.",
    "campaign": "Search for worlds on which loaders do not do what the documents say.",
    "exec": "Run a program on the reference loader.",
    "observed": "Read what exec --observe recorded: the chain, the calls, who broke which rule.",
    "ages": "Print what releases of the loader do otherwise than the newest documents.",
    "rules": "Print the catalogue of rules and who decides and tests them.",
    "report": "Turn results into a document.",
    "claim": "Pack what somebody needs to believe what a run came to.",
    "verify-claim": "Check such a claim: every digest, every number, and cases at random.",
    "diff": "Tell what has changed between two runs.",
    "trend": "Tell how subjects fared over many runs.",
    "selftest": "Prove that the suite can fail: run it on loaders that are wrong on purpose.",
    "snapshot": "Write down all that loaders look at on this machine, for a bug report.",
    "export-scenarios": "Write the scenarios of the loader suite as files, for other runners.",
    "schema": "Print the JSON Schema of what the other verbs print and read.",
    "init-layer": "Write a small layer that keeps all rules, to begin with.",
    "completion": "Print the script that lets a shell complete command lines.",
}


class _Verbs(click.Group):
    """Loads the module of a command on first use, so that ``--version`` and completion stay fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _VERBS:
            return None
        module = cmd_name.replace("-", "_")
        command: click.Command = import_module(f"refloader.cli.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. A closed pipe or Ctrl-C exits with 3, not with click's 1, which means findings."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _give_up("")
        except KeyboardInterrupt as told:
            _give_up(f"stopped by {told.args[0] if told.args else 'SIGINT'}")

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command. Exits with 3 if output cannot be written, the working folder is gone, or refloader fails."""
        if sys.stdout is None:
            _give_up("standard output is closed")
        if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
            # The parent ignores SIGCHLD. Inherited, that setting would lose the exit status of our child processes.
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        try:
            if COMPLETION in os.environ:
                from refloader.cli.completing import answer  # not needed to run a command

                sys.exit(answer(self))
            return super().main(*args, **kwargs)
        except OSError as error:
            _give_up(error.strerror or type(error).__name__)
        except (
            Exception
        ) as error:  # this is the boundary of the process: a bug of refloader must not look like a finding
            _give_up(_fault(error))


def _fault(error: Exception) -> str:
    """Return the error and the line that raised it, for a bug report."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    text = visible(f"{type(error).__name__}: {error}")
    return f"this is a fault of refloader itself, please report it: {text} ({last.filename}:{last.lineno})"


def _give_up(why: str) -> NoReturn:
    """Exit with 3, after printing the reason on standard error if there is one. Standard output is not used again."""
    if sys.stdout is not None:
        sys.stdout = io.StringIO()  # the interpreter flushes it at exit
    if why and sys.stderr is not None:
        print(f"refloader: could not run: {why[0].lower()}{why[1:]}", file=sys.stderr)
    sys.exit(COULD_NOT_RUN)


@click.command(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="refloader")
def main() -> None:
    """Conformance harness and reference for the Vulkan loader interface.

    Exit codes: 0 conformant, 1 findings, 2 wrong usage, 3 the harness itself could not run.
    """
    if os.environ.get("REFLOADER_DOCS_URL"):
        links = import_module("refloader.report.rules.links")
        try:
            links.docs_url()
        except links.DocsUrlError as error:
            raise click.UsageError(str(error)) from error

"""The ``refloader`` command group. Imports the module of a command only when it is used."""

import gc
import io
import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from refloader import __version__
from refloader.cli.terminal.codes import COMPLETION, COULD_NOT_RUN, READER_GONE
from refloader.cli.words import verbs
from refloader.model.text import visible

_COLLECTED = (100_000, 50, 100)
"""After how many new objects garbage is looked for: Python's own 700 are for programs that make fewer, or circles."""

_IN_MANY_PROCESSES = ("conform", "selftest", "campaign")
"""The verbs that start several processes of Python."""


def _command(module: str) -> click.Command:
    """Import a module and return its command. Collects no garbage meanwhile: that would take a tenth of the start.

    The command then collects rarely: hardly anything that it makes is part of a circle, and lint of a hundred
    thousand findings would look for one in two fifths of its time.
    """
    is_new = module not in sys.modules
    gc.disable()
    try:
        command: click.Command = import_module(module).command
        if is_new:
            gc.freeze()
        gc.set_threshold(*_COLLECTED)
    finally:
        gc.enable()
    return command


class _Verbs(click.Group):
    """Loads the module of a command on first use, so that ``--version`` and completion stay fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(verbs.VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in verbs.VERBS:
            return None
        from refloader.cli.options.help_pages import Verb  # here, as --version needs no verb

        if cmd_name in _IN_MANY_PROCESSES:
            from refloader.host import bytecode  # here, as other verbs do not need it

            bytecode.keep()
        return Verb(cmd_name, _command(f"refloader.cli.{cmd_name.replace('-', '_')}"))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Print the first page if there is nothing to do. ``help VERB`` is ``VERB --help``."""
        if not args:
            click.echo(verbs.FIRST_PAGE, err=True)
            ctx.exit(2)
        try:
            return super().parse_args(ctx, [*args[1:2], "--help"] if args[0] == "help" else args)
        except BrokenPipeError:  # --help and --version print here
            _give_up("", READER_GONE)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb. Raises click.UsageError that says which one may be meant."""
        if args[0] not in verbs.VERBS and not args[0].startswith("-"):
            raise click.UsageError(verbs.unknown_verb(visible(args[0])), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, verbs.VERBS))
        for topic, rows in verbs.TOPICS.items():
            with formatter.section(topic):
                formatter.write_dl([(name.ljust(width), help_text) for name, help_text in rows.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Neither a closed pipe nor Ctrl-C exits with click's 1, which means findings."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if advice := verbs.misplaced(error):
                raise click.UsageError(_inert(f"{_first_sentence(error)}; {advice}"), error.ctx) from error
            if isinstance(error, click.NoSuchOption):
                raise click.UsageError(_inert(error.format_message()), error.ctx) from error
            vars(error)["message"] = _inert(error.message)
            raise
        except BrokenPipeError:
            _give_up("", READER_GONE)
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
                from refloader.cli.terminal.completing import answer  # not needed to run a command

                sys.exit(answer(self))
            return super().main(*args, **kwargs)
        except OSError as error:
            _give_up(_gone() or error.strerror or type(error).__name__)
        except (
            Exception
        ) as error:  # this is the boundary of the process: a bug of refloader must not look like a finding
            _give_up(_fault(error))


def _inert(text: str) -> str:
    """Return the text of an error without control characters, and without commands to a CI system at its lines."""
    from refloader.cli.terminal.output import fitted, inert  # needed for errors only

    return inert(fitted("\n".join(visible(line) for line in text.split("\n")), "  ", "Error: "))


def _first_sentence(error: click.UsageError) -> str:
    """Return click's words without its full stop, and without options that are nearly called so."""
    text = error.message if isinstance(error, click.NoSuchOption) else error.format_message()
    return text.removesuffix(".")


def _gone() -> str:
    """Say that the working folder is gone, if it is."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return "the folder that this runs in does not exist any more; change to another one (cd)"
    return ""


def _fault(error: Exception) -> str:
    """Return the error and the line that raised it, for a bug report."""
    import traceback  # here, as it is needed for faults only

    last = traceback.extract_tb(error.__traceback__)[-1]
    text = visible(f"{type(error).__name__}: {error}")
    return f"this is a fault of refloader itself, please report it: {text} ({last.filename}:{last.lineno})"


def _give_up(why: str, code: int = COULD_NOT_RUN) -> NoReturn:
    """Exit, after printing the reason on standard error if there is one. Standard output is not used again."""
    if sys.stdout is not None:
        sys.stdout = io.StringIO()  # the interpreter flushes it at exit
    if why and sys.stderr is not None:
        print(f"refloader: could not run: {why[0].lower()}{why[1:]}", file=sys.stderr)
    sys.exit(code)


def _first_page(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Print the first page and exit."""
    if wanted and not ctx.resilient_parsing:
        click.echo(verbs.FIRST_PAGE)
        ctx.exit(0)


@click.command(cls=_Verbs, context_settings={"help_option_names": ["--help"]})
@click.option(
    "-h", is_flag=True, is_eager=True, expose_value=False, callback=_first_page, help="Show where to begin."
)
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

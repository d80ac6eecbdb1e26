"""The help of a verb: ``-h`` has the options that people use first, ``--help`` has all of them by topic.

The table has every option of every verb, so that the owner of one is known without importing the verbs.
"""

from collections.abc import Iterator

import click

from refloader.model.text import number_of

FIRST = "Used first"
_MACHINE, _PROGRAM, _LOADER = "The machine", "The program", "The loader and the documents"
_SUBJECTS, _CASES, _RUN = "What is judged", "Which cases", "The run"
_EXPECTED, _OUTPUT, _REST, _HELP = "What is expected", "Output", "Others", "Help"

_FILES = "--os --bits --map --reg --hive --package --bundle --app-libraries"
_STATE = "--elevated --not-elevated --debuggable --not-debuggable"

TOPICS: dict[str, dict[str, str]] = {
    "doctor": {
        FIRST: "--verbose -v --no-run --root --snapshot --format",
        _MACHINE: _FILES,
        _PROGRAM: f"--app --env {_STATE}",
        _OUTPUT: "--output -o",
    },
    "lint": {
        FIRST: "--root --strict --loaders --format --output -o",
        _MACHINE: f"--snapshot {_FILES}",
        _LOADER: "--edition",
        _SUBJECTS: "--libraries --no-libraries --only-manifests --since --uninstalled",
        _OUTPUT: "--notes --no-notes --context --no-context",
    },
    "explain": {
        FIRST: "--verbose -v --env --app --as-loader --log --pid",
        _MACHINE: f"--root --snapshot --container --target {_FILES}",
        _PROGRAM: f"--api --request --portability {_STATE}",
        _LOADER: "--no-run --edition --profile --sysconfdir --extrasysconfdir",
        _OUTPUT: "--format --output -o",
    },
    "bisect": {
        FIRST: "--output --survives --timeout --picture --repeat",
        _RUN: "--any-failure --confirm --like --request --as-loader --on",
        _OUTPUT: "--format -o",
    },
    "snapshot": {
        FIRST: "--output -o --no-redact --redact --root --from-log --env",
        _MACHINE: _FILES,
        _PROGRAM: f"--app {_STATE}",
    },
    "conform": {
        FIRST: "--layer --driver --loader --rule --profile --out",
        _SUBJECTS: "--self --target --together --scenario --edition",
        _CASES: "--suite --case --caselist --list --skips --rerun --shard",
        _EXPECTED: "--expect --known --update-expect --baseline --fails --flakes --strict --require",
        _RUN: "-n --patience --max-fail --stop-on --skip-code --retry --show --unsafe",
        _OUTPUT: "--verbose -v --quiet -q --format --environment --keep-scenarios",
    },
    "exec": {
        FIRST: "--observe --trace --as-loader --edition",
        _RUN: "--scenario --mock-trace --target --unsafe",
    },
    "observed": {FIRST: "--layer --rule --call --calls --edition --format"},
    "campaign": {
        FIRST: "--loader --seeds --time-limit -n --out",
        _RUN: "--target --dask --ledger --patience",
        _OUTPUT: "--format",
    },
    "selftest": {
        FIRST: "--rule --violator --layers --drivers --sample --shard --resume --merge",
        _RUN: "-n --allowed --profile --patience",
        _OUTPUT: "--format --out",
    },
    "report": {
        FIRST: "--format --output -o --subject --by-release",
        _REST: "--retry --environment --part --exit-code --verbose -v",
    },
    "diff": {FIRST: "--format --output -o --timings"},
    "trend": {FIRST: "--subject --rule --last --format --output -o"},
    "claim": {FIRST: "--output -o --sign --verify --key", _REST: "--attach --with-binaries"},
    "verify-claim": {FIRST: "--rerun --subject --seed --format"},
    "rules": {
        FIRST: "--verbose -v --kind --status --matrix",
        _OUTPUT: "--format --output -o",
        _REST: "--os --linux",
    },
    "ages": {FIRST: "--probe --format --output -o"},
    "init-layer": {FIRST: "--dir --author --implicit"},
    "ctest": {
        FIRST: "--loader --layer --driver --by --meson",
        _CASES: "--rule --case --caselist --edition --profile",
        _EXPECTED: "--expect",
    },
    "export-scenarios": {FIRST: "--ctest"},
    "config": {FIRST: "--format --output -o"},
    "schema": {FIRST: "--output -o"},
    "completion": {},
}
"""The options of each verb by topic; those below FIRST are on the short page."""


def owners(option: str) -> list[str]:
    """Return the verbs that have an option."""
    return [verb for verb, topics in TOPICS.items() if option in " ".join(topics.values()).split()]


class Verb(click.Command):
    """A verb with two pages of help."""

    def __init__(self, name: str, plain: click.Command) -> None:
        short = click.Option(
            ["-h"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=self._print_short,
            help="Show the options that people use first, and exit.",
        )
        settings = {**plain.context_settings, "help_option_names": ["--help"]}
        super().__init__(name, settings, plain.callback, [*plain.params, short], plain.help)

    def _print_short(self, ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
        """Print the short page and exit, if it is asked for."""
        if not wanted or ctx.resilient_parsing:
            return
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text((self.help or "").partition("\n\n")[0])
        sections = self._sections(ctx)
        first = sections.pop(FIRST, [])
        if first:
            with formatter.section("Options"):
                formatter.write_dl(first)
        del sections[_HELP]
        more = sum(map(len, sections.values()))
        also = f"{number_of(more, 'more option')}, by topic" if more else "more on it"
        click.echo(f"{formatter.getvalue()}\n{also}: {ctx.command_path} --help")
        ctx.exit()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options by topic."""
        for topic, rows in self._sections(ctx).items():
            with formatter.section(topic):
                formatter.write_dl(rows)

    def _sections(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Return what is said of the options, by topic and in the table's order; those of help come last."""
        named = {each: parameter for parameter in self.get_params(ctx) for each in parameter.opts}
        topics = TOPICS.get(self.name or "", {})
        wanted = {
            topic: [named.pop(each) for each in words.split() if each in named]
            for topic, words in topics.items()
        }
        wanted[_HELP] = [each for each in named.values() if isinstance(each, click.Option)]
        return {topic: rows for topic, each in wanted.items() if (rows := list(_rows(ctx, each)))}


def _rows(ctx: click.Context, parameters: list[click.Parameter]) -> Iterator[tuple[str, str]]:
    """Yield what is said of each option, which may have two names."""
    for parameter in dict.fromkeys(parameters):
        if (row := parameter.get_help_record(ctx)) is not None:
            yield row

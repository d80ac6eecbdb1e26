"""Hooks of mkdocs: pages that are written elsewhere in the repository, and links that lead out of docs/.

The README becomes the first page; CONTRIBUTING.md, CHANGELOG.md and the READMEs of reports/ and fixtures/scenarios/
become pages as well, and so do the help of every verb and the traceability matrix. A link to any other file of the
repository becomes its path, or a link into ``repo_url`` where the configuration has one.
"""

import os
from typing import Any

import click
from mkdocs.structure.files import File, Files
from site_links import PAGES, Links, source_of

from refloader.cli.main import main
from refloader.report.rules import matrix, page
from refloader.rules import rules

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMANDS, MATRIX = "cli.md", "rules/matrix.md"
_COLUMNS = 84


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that do not lie in docs/."""
    for source, name in PAGES.items():
        with open(os.path.join(TOP, source), encoding="utf-8") as file:
            files.append(File.generated(config, name, content=file.read()))
    files.append(File.generated(config, COMMANDS, content=_commands()))
    files.append(File.generated(config, MATRIX, content=_matrix()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let every link lead to a page of the site, or say where in the repository the file is."""
    known = {source_of(file.src_uri): file.src_uri for file in files}
    return Links(page.file.src_uri, known, config.repo_url or "").rewritten(markdown)


def _commands() -> str:
    """What ``refloader VERB --help`` prints, verb by verb."""
    context = click.Context(main, info_name="refloader", terminal_width=_COLUMNS, **main.context_settings)
    parts = ["# Command line", _help(main, context)]
    for verb in main.list_commands(context):
        command = main.get_command(context, verb)
        assert command is not None  # it is in the list
        parts += [f"## refloader {verb}", _help(command, click.Context(command, context, verb))]
    return "\n\n".join(parts) + "\n"


def _help(command: click.Command, context: click.Context) -> str:
    return f"```text\n{command.get_help(context)}\n```"


def _matrix() -> str:
    table = matrix.markdown(matrix.rows(map(page, rules())), lambda rule_id: f"{rule_id}.md")
    return (
        "---\nhide: [navigation, toc]\n---\n\n# Traceability matrix\n\n"
        "How many functions decide each rule, how many tests of each kind judge it, and how many violators prove that"
        " it can be failed. `refloader rules --matrix --format csv` has their names.\n\n"
        f"{table}"
    )

"""Hooks of mkdocs: pages that are written elsewhere in the repository, and links that lead out of docs/.

The README becomes the first page; CONTRIBUTING.md, CHANGELOG.md and the READMEs of reports/ and fixtures/scenarios/
become pages as well, and so do the help of every verb, the rules, the traceability matrix, the published results
and the matrix of loaders by release. A link to any other file of the repository becomes its path, or a link into
``repo_url`` where the configuration has one.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files
from site_links import PAGES, Links, source_of

from refloader.cli.main import main
from refloader.report.page import html, releases
from refloader.report.page.reading import decode
from refloader.report.releases.field import Field, field
from refloader.report.releases.words import sentence
from refloader.report.rules import matrix, page
from refloader.report.rules.index import index
from refloader.report.rules.markdown import markdown as rule_page
from refloader.results.discovery import taken
from refloader.rules import ambiguities, rules

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REPORTS = Path(TOP, "reports")
COMMANDS, MATRIX, REPORTS_PAGE, LOADERS = "cli.md", "rules/matrix.md", "reports.md", "loaders.md"
BY_RELEASE = "reports/loaders/by-release.html"
_ENDINGS = (".ndjson", ".ndjson.gz")
_COLUMNS = 84


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that do not lie in docs/."""
    for source, name in PAGES.items():
        with open(os.path.join(TOP, source), encoding="utf-8") as file:
            content = file.read()
        files.append(
            File.generated(config, name, content=content + (_links() if name == REPORTS_PAGE else ""))
        )
    files.append(File.generated(config, COMMANDS, content=_commands()))
    files.append(File.generated(config, MATRIX, content=_matrix()))
    files.append(File.generated(config, LOADERS, content=_loaders()[0]))
    files.append(File.generated(config, BY_RELEASE, content=_loaders()[1]))
    for name, content in (*_rules(), *_reports()):
        files.append(File.generated(config, name, content=content))
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


def _rules() -> Iterator[tuple[str, str]]:
    """A page for each rule and each ambiguity, and one that lists them."""
    every = [page(each) for each in (*rules(), *ambiguities())]
    yield "rules/index.md", index(every, _beside)
    for each in every:
        yield f"rules/{each.id}.md", rule_page(each, _beside)


def _beside(rule_id: str) -> str:
    return f"{rule_id}.md"


@cache
def _reports() -> tuple[tuple[str, str], ...]:
    """The page of each results file of reports/, and for each folder one page of all its files."""
    pages = []
    every = [path for ending in _ENDINGS for path in REPORTS.rglob(f"*{ending}")]
    for folder in sorted({path.parent for path in every}):
        results = sorted(path for path in every if path.parent == folder)
        place = f"reports/{folder.relative_to(REPORTS).as_posix()}"
        for path in results:
            pages.append((f"{place}/{_stem(path)}.html", _report(str(path))))
        if len(results) > 1 and folder.name != "loaders":  # those are in the matrix by release
            pages.append((f"{place}/all.html", _report(*map(str, results))))
    return tuple(pages)


def _stem(path: Path) -> str:
    return path.name.partition(".ndjson")[0]


@cache
def _loaders() -> tuple[str, str]:
    """The page on loaders by release, and the matrix that it leads to."""
    run = taken([str(REPORTS / "loaders")])
    found, pages = field(run), {each.name: f"{_build(each.name)}.html" for each in run.header.subjects}
    matrix_page = releases.render(
        found, run, lambda rule_id: f"../../rules/{rule_id}.html", pages.__getitem__
    )
    return _sentences(found, pages), matrix_page


def _build(name: str) -> str:
    """The build that a published loader is named after."""
    return name.removeprefix("libvulkan-").removesuffix(".so")


def _sentences(found: Field, page_of: Mapping[str, str]) -> str:
    """A sentence for each loader, the newest first."""
    rows = [
        f'| <a href="reports/loaders/{page_of[build.subject.name]}">{build.release}</a> | {sentence(found, at)} |'
        for at, build in reversed(list(enumerate(found.builds)))
    ]
    head = (
        "# Loaders by release\n\nWhat builds of the Vulkan loader do wrong by the documents, and since when. "
        f'<a href="{BY_RELEASE}">Every rule on every build</a> shows which release broke or fixed which rule, '
        "with an example of each breach and the command that replays it.\n\n"
        "| loader | what is wrong, and since when |\n"
    )
    return "\n".join([f"{head}|---|---|", *rows, ""])


def _links() -> str:
    """What the page on reports/ has below its text: a link to each page of results."""
    return "\n## Pages of results\n\n" + "".join(f'- <a href="{name}">{name}</a>\n' for name, _ in _reports())


def _report(*results: str) -> str:
    return html.render(taken(results, decode=decode))


def _matrix() -> str:
    table = matrix.markdown(matrix.rows(map(page, rules())), lambda rule_id: f"{rule_id}.md")
    return (
        "---\nhide: [navigation, toc]\n---\n\n# Traceability matrix\n\n"
        "How many functions decide each rule, how many tests of each kind judge it, and how many violators prove that"
        " it can be failed. `refloader rules --matrix --format csv` has their names.\n\n"
        f"{table}"
    )

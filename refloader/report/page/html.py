"""A run as one HTML file that works offline. Makes no decisions, and loads nothing from a network.

The answer, the broken rules and the matrix are HTML; the cases behind the matrix are embedded as JSON, which the
page's script reads when a cell is opened.
"""

from collections.abc import Iterator
from functools import cache

from markupsafe import Markup

from refloader.report import shell
from refloader.report.arrange import FINDINGS, STANDINGS, facts, out_of_date, subjects
from refloader.report.numbers import of_run, of_subject
from refloader.report.page.breaches import chapters
from refloader.report.page.cases import chunks
from refloader.report.page.machine import machine
from refloader.report.page.matrix import Matrix, matrix
from refloader.report.page.sentences import answers, beyond_tests, headline
from refloader.report.rules.fragment import fragment
from refloader.report.rules.pages import page
from refloader.report.trends.words import when
from refloader.results.results_file import Run

_STYLES = ("pictures.css", "results.css", "matrix.css")
_SCRIPTS = ("state.js", "panel.js", "matrix.js")
_LETTERS = dict(zip(STANDINGS, "ectfuowksp", strict=True))
"""A letter for each standing, with which ``matrix.js`` selects cells."""


def render(run: Run) -> str:
    """Return the page, to be written as UTF-8."""
    arranged = matrix(run)
    seen = {each for row in arranged.rows for each in row.standings}
    told, broken = answers(run, arranged), chapters(arranged)
    return shell.page(
        "results.html.j2",
        styles=_STYLES,
        scripts=_SCRIPTS,
        run=run,
        header=run.header,
        headline=headline(run, told),
        numbers=of_run(run),
        numbers_of=lambda subject: of_subject(subject, run),
        answers=told,
        sentences={each.column.name: each.sentence for each in told},
        beyond_tests=beyond_tests(told),
        chapters=broken,
        told_of={each.column.name: number for number, each in enumerate(broken, start=1)},
        matrix=arranged,
        choices=_choices(arranged),
        standings=[(each, _LETTERS[each]) for each in STANDINGS[::-1] if each in seen],
        findings=" ".join(FINDINGS),
        letters=lambda cell: "".join(_LETTERS[each] for each in cell.standings),
        subjects=subjects(run),
        machine=machine(run),
        facts=facts,
        when=when,
        out_of_date=out_of_date,
        chunks=chunks(arranged),
        rule_pages=[
            _rule_page(row.about.rule) if row.about.known else shell.data("") for row in arranged.rows
        ],
        facts_of_script=shell.data(
            {"standings": STANDINGS, "subjects": [each.name for each in arranged.columns]}
        ),
    )


@cache
def _rule_page(rule: str) -> Markup:
    """Return the page of a rule as markup in JSON, which a browser parses only on demand."""
    return shell.data(Markup(fragment(page(rule), level=4)))


def _choices(of: Matrix) -> dict[str, list[str]]:
    """Return the values for each filter that has more than one, by its name in the page's URL fragment."""
    made = {
        "party": _once(row.about.binds for row in of.rows),
        "edition": sorted(_once(each for row in of.rows for each in row.about.editions)),
        "platform": _once(each for row in of.rows for each in row.about.platforms if each != "all"),
        "environment": _once(column.environment for column in of.columns),
        "subject": _once(column.name for column in of.columns),
    }
    return {name: several for name, several in made.items() if len(several) > 1}


def _once(values: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, values)))

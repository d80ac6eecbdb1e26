"""A run as one HTML file that works offline. Makes no decisions, and loads nothing from a network.

The answer, the broken rules and the matrix are HTML; the cases behind the matrix are embedded as JSON, which the
page's script reads when a cell is opened.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from refloader.report import shell, standing_text
from refloader.report.arrange import FINDINGS, STANDINGS, facts, out_of_date, subjects
from refloader.report.numbers import of_run, of_subject
from refloader.report.page.breaches import chapters
from refloader.report.page.cases import chunks
from refloader.report.page.matrix import Matrix, matrix
from refloader.report.page.sentences import answers, beyond_tests, headline
from refloader.report.pictures import call_chain, chain_drawing, charts, search_drawing, search_path, timings
from refloader.report.rules.fragment import fragment
from refloader.report.rules.pages import page
from refloader.report.trends.words import when
from refloader.results.records import has_time
from refloader.results.results_file import Run

_STYLES = ("pictures.css", "results.css", "matrix.css")
_SCRIPTS = ("state.js", "panel.js", "matrix.js")
_LETTERS = dict(zip(STANDINGS, "ectfuowksp", strict=True))
"""A letter for each standing, with which ``matrix.js`` selects cells."""


def render(run: Run) -> str:
    """Return the page, to be written as UTF-8."""
    arranged = matrix(run)
    seen = {each for row in arranged.rows for each in row.standings}
    of_subjects, broken = answers(run, arranged), chapters(arranged)
    return shell.page(
        "results.html.j2",
        styles=_STYLES,
        scripts=_SCRIPTS,
        run=run,
        header=run.header,
        headline=headline(run, of_subjects),
        numbers=of_run(run),
        standard=tuple(standing_text.sentences(run)),
        numbers_of=lambda subject: of_subject(subject, run),
        answers=of_subjects,
        sentences={each.column.name: each.sentence for each in of_subjects},
        beyond_tests=beyond_tests(of_subjects),
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
        has_time=has_time,
        out_of_date=out_of_date,
        packed=shell.packed(_members(arranged)),
        facts_of_script=shell.data(
            {"standings": STANDINGS, "subjects": [each.name for each in arranged.columns]}
        ),
    )


def _members(arranged: Matrix) -> Iterator[tuple[str, str]]:
    """Yield what the script reads when a rule is opened: the name of each part and its JSON."""
    written = chunks(arranged)
    yield "texts", written.texts
    yield "commands", written.commands
    for place, row in enumerate(arranged.rows):
        yield f"row-{place}", written.rows[place]
        yield f"rule-{place}", _rule_page(row.about.rule) if row.about.known else shell.data("")
    for place, evidence in enumerate(written.evidence):
        yield f"evidence-{place}", evidence


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


# ---- Pictures of the loader's view of the machine, and of where the run's time went, as markup. Makes no verdict.


@dataclass(frozen=True, slots=True)
class Machine:
    """The pictures of one machine. ``name`` may be empty; ``steering`` are variables with their values."""

    name: str
    chains: Markup
    searches: Markup
    steering: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """The machines whose host environment was recorded, and charts of durations. All may be empty."""

    machines: tuple[Machine, ...]
    times: Markup
    samples: Markup


def machine(run: Run) -> Pictures:
    """Return the pictures of a run, or of the runs that it was merged from."""
    sampled = [each for subject in run.header.subjects for each in timings.samples(subject)]
    return Pictures(
        tuple(_machine(*each) for each in _environment(run)),
        charts.figures(timings.charts(run)),
        charts.figures(sampled),
    )


def _environment(run: Run) -> Iterator[tuple[str, Mapping[str, object]]]:
    if run.header.surroundings:
        yield run.header.environment, run.header.surroundings
    seen: set[str] = set()
    for each in run.header.runs:
        if each.surroundings and each.environment not in seen:
            seen.add(each.environment)
            yield each.environment, each.surroundings


def _machine(name: str, document: Mapping[str, object]) -> Machine:
    return Machine(
        name,
        chain_drawing.figures(call_chain.of_explanation(document)),
        search_drawing.figures(search_path.of_explanation(document)),
        search_path.steering(document),
    )

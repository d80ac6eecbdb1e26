"""The traceability matrix: each rule with its editions, deciding functions, tests by kind, mutants and status."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from refloader.report.rules import words
from refloader.report.rules.kinds import KINDS, tests_by_kind
from refloader.report.rules.markdown import Link, prose
from refloader.report.rules.value import RulePage
from refloader.rules import catalogue_version

SCHEMA = "refloader.rules-matrix/1"
_COLUMNS = (
    "rule",
    "title",
    "binds",
    "editions",
    "systems",
    "decided_by",
    *KINDS,
    "violators",
    "status",
    "reason",
)


@dataclass(frozen=True, slots=True)
class Row:
    """One rule. ``tests`` has the names of its tests by kind; a test can be of more than one kind."""

    rule: str
    title: str
    binds: str
    editions: tuple[str, ...]
    systems: tuple[str, ...]
    letters: str
    decided_by: tuple[str, ...]
    tests: dict[str, tuple[str, ...]]
    violators: tuple[str, ...]
    status: str
    reason: str


def rows(pages: Iterable[RulePage]) -> list[Row]:
    """Return one row for each page, in their order."""
    return [
        Row(
            each.id,
            each.title,
            each.binds,
            each.editions,
            words.each_system(each),
            words.letters(each),
            each.deciders,
            tests_by_kind(each),
            tuple(outcome.name for outcome in each.proofs),
            each.status,
            each.reason or each.unproven,
        )
        for each in pages
    ]


def text(table: Sequence[Row]) -> str:
    """Return a table of 80 columns: numbers of deciding functions, of tests by kind and of mutants, and a legend."""
    heads = ("rule", "editions", "on", "by", *(kind[:3] for kind in _SHOWN), "vio", "status")
    body = [_cells(row, _SHOWN) for row in table]
    wide = [max(map(len, column)) for column in zip(heads, *body, strict=True)]
    lines = [_line(heads, wide), *(_line(cells, wide) for cells in body), "", *_totals(table), *_LEGEND]
    return "\n".join(lines) + "\n"


_SHOWN = KINDS[:-1]
"""The kinds that fit a terminal: all except the tests of refloader's other parts."""

_LEGEND = (
    "on: Linux, Windows, macOS, Android, Fuchsia. by: functions that decide it.",
    "Tests: sta(tic) of files, mod(el) in memory,",
    "dif(ferential) comparing loaders, pro(be) a library alone, cha(in) in calls;",
    "vio: mutants that prove that it can be failed. A test can be of two kinds.",
    "`refloader rules ID` names each of them.",
)


def _cells(row: Row, kinds: Sequence[str] = KINDS) -> tuple[str, ...]:
    numbers = (len(row.decided_by), *(len(row.tests.get(kind, ())) for kind in kinds), len(row.violators))
    return (row.rule, _years(row.editions), row.letters, *(str(each or "-") for each in numbers), row.status)


def _years(editions: Sequence[str]) -> str:
    return " ".join(each[2:] for each in editions)


def _line(cells: Sequence[str], wide: Sequence[int]) -> str:
    left = (0, 1, 2, len(cells) - 1)
    padded = (
        cell.ljust(width) if place in left else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, wide, strict=True))
    )
    return " ".join(padded).rstrip()


def _totals(table: Sequence[Row]) -> Iterator[str]:
    tested = sum(bool(row.tests) for row in table)
    proven = sum(bool(row.violators) for row in table)
    yield f"{len(table)} rules: {tested} with tests, {proven} with mutants"


def csv_text(table: Sequence[Row]) -> str:
    """Return the table for a spreadsheet, with spaces between the names in one cell."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(
        (
            row.rule,
            row.title,
            row.binds,
            " ".join(row.editions),
            " ".join(row.systems),
            " ".join(row.decided_by),
            *(" ".join(row.tests.get(kind, ())) for kind in KINDS),
            " ".join(row.violators),
            row.status,
            row.reason,
        )
        for row in table
    )
    return written.getvalue()


def json_text(table: Sequence[Row]) -> str:
    """Return the document of reports/schema/rules-matrix-1.schema.json."""
    document = {
        "schema": SCHEMA,
        "catalogue": catalogue_version(),
        "kinds": list(KINDS),
        "rules": [{key: each for key, each in asdict(row).items() if key != "letters"} for row in table],
    }
    return json.dumps(document, indent=1) + "\n"


def markdown(table: Sequence[Row], link: Link = lambda _: "") -> str:
    """Return the numbers as a Markdown table; ``link`` returns the addresses of the rules' pages."""
    heads = ("Rule", "Title", "Binds", "Editions", "On", "Decided by", *(kind.capitalize() for kind in KINDS))
    yielded = [_bar((*heads, "Mutants", "Status")), _bar("---" for _ in (*heads, "", ""))]
    for row in table:
        name = f"[{row.rule}]({link(row.rule)})" if link(row.rule) else row.rule
        cells = _cells(row)
        yielded.append(_bar((name, prose(row.title), row.binds, *cells[1:])))
    return "\n".join(yielded) + "\n"


def html(table: Sequence[Row], link: Link = lambda _: "") -> str:
    """Return the table as an HTML page, with the names behind the numbers."""
    from refloader.report import shell  # here, as only a page needs templates

    return shell.page(
        "rules_matrix.html.j2", styles=("rules_matrix.css",), table=table, kinds=KINDS, link=link
    )


def _bar(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"

"""``refloader rules``: prints the catalogue, the page of each rule, and which code decides and tests it."""

import difflib
import json
import shutil
import sys
import textwrap
from typing import Any

import click

from refloader.cli.terminal.output import write_document
from refloader.model.system import System
from refloader.model.text import number_of, quote
from refloader.report.rules import RulePage, page
from refloader.report.rules.data import as_json as page_as_json
from refloader.report.rules.links import rule_url
from refloader.report.rules.markdown import markdown
from refloader.report.rules.text import brief, text
from refloader.report.rules.words import SYSTEMS, android_column, on
from refloader.rules import ambiguities, catalogue_version, rules
from refloader.selftest.mutants.registry import by_rule
from refloader.suite.run.traceability import counts

SCHEMA = "refloader.rules/1"
_KINDS = ("static", "model", "differential", "probe", "chain", "none")
_STATES = ("checked", "decided", "untestable", "open", "withdrawn")
_WIDEST = 110
"""The most columns for prose; longer lines are hard to read."""


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option(
    "--status", multiple=True, type=click.Choice(_STATES), help="Only rules in this state; repeatable."
)
@click.option(
    "--kind", multiple=True, type=click.Choice(_KINDS), help="Only rules with this kind of check; repeatable."
)
@click.option(
    "--os",
    "system",
    type=click.Choice([each.value for each in System]),
    help="Only rules that hold on this system, by the documents' own columns.",
)
@click.option("--linux", is_flag=True, help="The same as --os linux.")
@click.option(
    "--matrix",
    "as_matrix",
    is_flag=True,
    help="Print a table of the code that decides each rule, the tests that check it and the mutants that break it.",
)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json", "markdown", "csv", "html"]),
    default="text",
    show_default=True,
    help="csv and html go with --matrix.",
)
@click.option("-o", "--output", metavar="FILE", help="Write it there and not to standard output.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="The whole page of a rule on a terminal, too, where it is longer than the screen.",
)
def command(
    ids: tuple[str, ...],
    status: tuple[str, ...],
    kind: tuple[str, ...],
    system: str | None,
    linux: bool,
    as_matrix: bool,
    shape: str,
    output: str | None,
    verbose: bool,
) -> None:
    """Print the rules, or those whose id is or begins with ID; for a full id, the page of the rule.

    A page has the rule in refloader's words with its sources, why it matters, what to do, an example that passes
    and one that fails, and how it is checked; on a terminal that it does not fit, only the essentials. Ambiguities
    (AMB-...) are printed with the reading chosen for them.
    """
    if shape in ("csv", "html") and not as_matrix:
        raise click.UsageError(f"--format {shape} goes with --matrix")
    if linux and system not in (None, "linux"):
        raise click.UsageError(f"--linux is the same as --os linux: leave it out beside --os {system}")
    system = "linux" if linux else system
    ids = tuple(map(_known, ids))
    pages = [page(rule_id) for rule_id in rules() if _wanted(rule_id, ids)]
    pages = [each for each in pages if _passes(each, status, kind, system)]
    readings = (
        [] if status or kind or system else [page(each) for each in ambiguities() if _wanted(each, ids)]
    )
    if as_matrix:
        write_document(_matrix(pages, shape), output)
    elif shape == "json":
        write_document(json.dumps(as_json(pages, readings), indent=2) + "\n", output)
    elif shape == "markdown":
        write_document("\n".join(markdown(each, rule_url) for each in (*pages, *readings)), output)
    else:
        width = _width(output)
        rows = 0 if verbose or not width else shutil.get_terminal_size().lines
        write_document(_text(pages, readings, ids, width, system, rows), output)


def _known(said: str) -> str:
    """Return the id or prefix in upper case. Raises UsageError, with similar ids, if no rule has it."""
    every, meant = (*rules(), *ambiguities()), said.upper()
    if any(_wanted(known, (meant,)) for known in every):
        return meant
    near = difflib.get_close_matches(meant, every, 3)
    raise click.UsageError(
        f"no rule begins with {quote(said)}" + (f" (near: {', '.join(near)})" if near else "")
    )


def _wanted(rule_id: str, ids: tuple[str, ...]) -> bool:
    return not ids or any(rule_id == each or rule_id.startswith((f"{each}-", f"{each}_")) for each in ids)


def _passes(each: RulePage, status: tuple[str, ...], kind: tuple[str, ...], system: str | None) -> bool:
    return (
        (not status or each.status in status)
        and (not kind or not set(kind).isdisjoint(each.kinds))
        and (system is None or on(each, system))
    )


def _matrix(pages: list[RulePage], shape: str) -> str:
    from refloader.report.rules import matrix  # here, as few runs make a table

    table = matrix.rows(pages)
    if shape == "markdown":
        return matrix.markdown(table, rule_url)
    if shape == "html":
        return matrix.html(table, rule_url)
    return {"text": matrix.text, "csv": matrix.csv_text, "json": matrix.json_text}[shape](table)


def as_json(pages: list[RulePage], readings: list[RulePage]) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "schema": SCHEMA,
        "catalogue": catalogue_version(),
        "counts": _counts(),
        "rules": [page_as_json(each) for each in pages],
        "ambiguities": [page_as_json(each) for each in readings],
    }


def _counts() -> dict[str, int]:
    """Return the number of rules by status, of rules that bind loaders, and of those with a mutant."""
    binding = [row for row in rules().values() if row.applies_to == "loader"]
    proven = [row for row in binding if row.id in by_rule()]
    return {
        **counts(),
        "for_loaders_on_linux": sum(row.on_linux for row in binding),
        "proven": sum(row.on_linux for row in proven),
        "for_loaders_elsewhere": sum(not row.on_linux for row in binding),
        "proven_elsewhere": sum(not row.on_linux for row in proven),
    }


def _width(output: str | None) -> int:
    """Return the most columns for prose: the terminal's width, or 0 for no limit if output goes elsewhere."""
    on_terminal = output is None and sys.stdout.isatty()
    return min(shutil.get_terminal_size().columns, _WIDEST) if on_terminal else 0


def _text(
    pages: list[RulePage],
    readings: list[RulePage],
    ids: tuple[str, ...],
    width: int,
    system: str | None,
    rows: int = 0,
) -> str:
    """Return the pages of full ids, and a line for each other rule; one longer than ``rows`` is brief."""
    parts: list[str] = []
    for each in (*pages, *readings):
        if each.id in ids:
            whole = text(each, width)
            fits = not rows or whole.count("\n") < rows
            parts += ["\n"] * bool(parts) + [whole if fits else brief(each, width)]
        elif each.reading:
            parts.append(_row(f"{each.id:33} ", each.reading.chosen, width))
        else:
            column = android_column(each) if system == "android" else ""
            note = f" ({column})" if column else ""
            parts.append(_row(f"{each.id:26} {each.status:10} ", f"{each.title}{note}", width))
    if system:
        parts.append(f"\n{number_of(len(pages), 'rule')} on {SYSTEMS[system]}\n")
        parts.append(_row("", _left_out(ids, system), width) if _left_out(ids, system) else "")
    elif not ids:
        parts.append("\n" + _row("", _totals(_counts()), width))
    return "".join(parts)


def _row(start: str, words: str, width: int) -> str:
    """Return a row of the list, on a terminal as lines that fit: the words stay in their column."""
    if not width or len(start) + len(words) <= width:
        return f"{start}{words}\n"
    column = " " * min(len(start), width // 2)
    lines = textwrap.TextWrapper(width, start, column, break_long_words=False, break_on_hyphens=False)
    return f"{lines.fill(words)}\n"


def _left_out(ids: tuple[str, ...], system: str) -> str:
    """For Android, return a line on the policies that the documents' tables declare not applicable to it."""
    policies = [page(each) for each in rules() if system == "android" and _wanted(each, ids)]
    names = [each.id for each in policies if android_column(each) and not on(each, system)]
    return f"of the policies, do not apply to Android: {', '.join(names)}" if names else ""


def _totals(numbers: dict[str, int]) -> str:
    proven, binding = numbers.pop("proven"), numbers.pop("for_loaders_on_linux")
    others, elsewhere = numbers.pop("proven_elsewhere"), numbers.pop("for_loaders_elsewhere")
    return (
        f"{numbers.pop('rules')} rules: "
        + ", ".join(f"{value} {name}" for name, value in numbers.items() if name != "with_decider")
        + f"; the reference decides {numbers['with_decider']}"
        + f"; {proven} of the {binding} for loaders on Linux, and {others} of the {elsewhere} on other systems"
        + " alone, proven by a mutant (refloader selftest)"
    )

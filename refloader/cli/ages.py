"""``refloader ages``: prints what releases of the loader do otherwise than the newest documents."""

from typing import Any

import click

from refloader.cli.options.loader_age import age_for, probed_age
from refloader.cli.terminal.output import json_text, say, say_line, together, write_document
from refloader.core.ages import (
    LateExtension,
    Row,
    Variable,
    assumption,
    extensions,
    released,
    rows,
    variables,
)
from refloader.model.age import Age
from refloader.model.text import number_of

SCHEMA = "refloader.ages/1"


@click.command()
@click.argument("loaders", nargs=-1, metavar="[LOADER...]")
@click.option("--probe", is_flag=True, help="Find the releases of libraries by probes, whatever they report.")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the JSON to a file.")
def command(loaders: tuple[str, ...], probe: bool, shape: str, output: str | None) -> None:
    """Print where loaders differ from the newest documents, and in which releases.

    LOADER is a release such as 1.3.290, the path of a libvulkan.so, or 'here' for this machine's own. With one
    LOADER, prints what it does; with two or more, what only some of them do; without any, the whole table.

    A library whose release neither its name nor the library itself states is probed: it runs a few scenarios in the
    sandbox on which releases differ.
    """
    if output is not None and shape == "text":
        raise click.UsageError("--output needs --format json")
    if probe and not loaders:
        raise click.UsageError("--probe needs a LOADER: the path of a libvulkan.so, or 'here'")
    found_ages = {loader: probed_age(loader) if probe else age_for(loader, "LOADER") for loader in loaders}
    ages = {loader: age for loader, (age, *_) in found_ages.items()}
    found = [row for row in rows() if _wanted([row.trait in age.traits for age in ages.values()])]
    unread = [each for each in variables() if _wanted([each.name in age.unread for age in ages.values()])]
    unheard = [each for each in extensions() if _wanted([each.name in age.unheard for age in ages.values()])]
    if shape == "json":
        write_document(json_text(_document(ages, found, unread, unheard)), output)
        return
    with together():
        for loader, age in ages.items():
            say(f"{loader}: {released(age.release)}" if age.release and not probe else found_ages[loader][1])
        counts = ((len(found), "trait"), (len(unread), "variable"), (len(unheard), "extension"))
        say(", ".join(number_of(count, what) for count, what in counts))
        for row in found:
            say_line(
                f"{row.trait.value} ({row.span}){_who(ages, [row.trait in age.traits for age in ages.values()])}"
            )
            say_line(f"  {row.does}")
            say_line(f"  {', '.join(row.rules)}; source: {row.source}")
        for each in unread:
            say(f"{each.name} (read from {'.'.join(map(str, each.since))} on)")
        for late in unheard:
            inferred = ", inferred" * late.inferred
            say(f"{late.name} (known from {'.'.join(map(str, late.since))} on{inferred})")


def _wanted(has: list[bool]) -> bool:
    """Return whether a row is shown: with one loader where it holds, with several where they differ."""
    if len(has) > 1:
        return len(set(has)) > 1
    return all(has)


def _who(ages: dict[str, Age], has: list[bool]) -> str:
    if len(ages) < 2:
        return ""
    return ": " + ", ".join(loader for loader, holds in zip(ages, has, strict=True) if holds)


def _document(
    ages: dict[str, Age], found: list[Row], unread: list[Variable], unheard: list[LateExtension]
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "loaders": [
            {"loader": loader, "release": age.release, "assumption": assumption(age.release)}
            for loader, age in ages.items()
        ],
        "traits": [
            {
                "id": row.trait.value,
                "does": row.does,
                "since": ".".join(map(str, row.since)),
                "until": ".".join(map(str, row.until)),
                "inferred": row.inferred,
                "option": row.option,
                "rules": list(row.rules),
                "source": row.source,
                "loaders": [loader for loader, age in ages.items() if row.trait in age.traits],
            }
            for row in found
        ],
        "variables": [
            {"name": each.name, "since": ".".join(map(str, each.since)), "source": each.source}
            for each in unread
        ],
        "extensions": [
            {
                "name": each.name,
                "since": ".".join(map(str, each.since)),
                "inferred": each.inferred,
                "source": each.source,
            }
            for each in unheard
        ],
    }

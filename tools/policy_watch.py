#!/usr/bin/env python3
"""Compare two versions of the policy documents and name the rows of the catalogue whose sentences changed.

    policy_watch.py OLD NEW                  each a document (*.md, *.txt) or a folder of them
    policy_watch.py OLD NEW --format json    for scripts

Prints sentences that rows rest on and that changed or are gone, with the new wording that is most like the old one;
new normative sentences that no row cites, by section; and changed sections that rows name as their source where the
project has no sentence of theirs. Exits 0 if nothing of this is found, 1 if something is, 2 for input that is no
document. docs: CONTRIBUTING.md, "When the documents change".
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

from policy import passages
from policy.comparison import Change, Citations, Comparison, compare
from policy.documents import DocumentError, Sentence, read

from refloader.model.text import visible

SCHEMA = "refloader.policy-watch/1"


def main() -> int:
    """Do what the command line says."""
    options = _options()
    try:
        old, new = read(options.old), read(options.new)
    except DocumentError as error:
        print(f"policy_watch.py: {visible(str(error))}", file=sys.stderr)
        return 2
    found = compare(old, new, _citations())
    if options.format == "json":
        print(json.dumps(as_json(found), indent=2))
    else:
        print("\n".join(map(visible, text(found))))
    return 0 if found.same else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args()


def _citations() -> Citations:
    with open(os.path.join(passages.RULES, "generated", "sources.json"), encoding="utf-8") as file:
        return Citations(passages.catalogue(), json.load(file))


def as_json(found: Comparison) -> dict[str, Any]:
    """Return the JSON document."""
    return {"schema": SCHEMA, "same": found.same, **asdict(found)}


def text(found: Comparison) -> Iterator[str]:
    """Yield the lines for a person."""
    if not found.watched:
        yield "no row rests on a sentence of the old version: only sections and new sentences are compared"
    if found.same:
        yield f"nothing changed that concerns the catalogue ({found.watched} sentences compared)"
    yield from _changes("changed", found.changed)
    yield from _changes("gone", found.gone)
    if found.added:
        yield f"new normative sentences that no row cites: {len(found.added)}"
        for heading, members in groupby(found.added, key=lambda each: (each.document, each.heading)):
            yield f"  {heading[1] or 'before the first heading'} ({heading[0]})"
            yield from (f"    {_numbered(each)}" for each in members)
    if found.sections:
        yield f"changed sections of rows without a sentence in the old version: {len(found.sections)}"
        for each in found.sections:
            yield f"  {each.heading}: {each.missing} sentences less, {each.added} more: {', '.join(each.rows)}"


def _changes(title: str, changes: tuple[Change, ...]) -> Iterator[str]:
    if not changes:
        return
    rows = {row for each in changes for row in each.rows}
    yield f"{title}: {len(changes)} sentences, {len(rows)} rows"
    for each in changes:
        yield f"  {', '.join(each.rows)} ({each.old.heading})"
        yield f"    old: {each.old.text}"
        if each.new:
            moved = f" ({each.new.heading})" if each.new.heading != each.old.heading else ""
            yield f"    new: {each.new.text}{moved}"


def _numbered(sentence: Sentence) -> str:
    return f"{sentence.number}: {sentence.text}" if sentence.number else sentence.text


if __name__ == "__main__":
    raise SystemExit(main())

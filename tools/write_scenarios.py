#!/usr/bin/env python3
"""Writes the scenarios of ``tools/scenarios`` to ``fixtures/scenarios``.

    write_scenarios.py            write what is out of date, remove what is no longer drafted
    write_scenarios.py --check    only tell; exit 1 when something is out of date

``fixtures/scenarios/regressions`` is left alone: those scenarios were found, not drafted.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterator

from scenarios.drafting import drafted

from refloader.harness import corpus
from refloader.harness.corpus import Case

ROOT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "scenarios")
TOPICS = (
    "discovery",
    "variables",
    "filters",
    "activation",
    "order",
    "duplicates",
    "meta_layers",
    "override",
    "settings",
    "extensions",
    "drivers",
    "libraries",
    "formats",
    "devices",
    "negotiation",
    "privilege",
    "hostile",
    "field",
    "interplay",
    "windows",
    "elsewhere",
)


def main() -> int:
    """Write or check; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when out of date")
    check = parser.parse_args().check
    drafts = {case.name: case for case in drafted(TOPICS)}
    stale = [name for name in sorted({*drafts, *_there()}) if not _is_current(name, drafts.get(name))]
    for name in stale:
        print(f"out of date: {name}")
        if not check:
            _replace(name, drafts.get(name))
    return 1 if check and stale else 0


def _there() -> Iterator[str]:
    """The scenarios of these topics that are there."""
    for topic in TOPICS:
        folder = os.path.join(ROOT, topic)
        yield from (f"{topic}/{name}" for name in (os.listdir(folder) if os.path.isdir(folder) else ()))


def _is_current(name: str, draft: Case | None) -> bool:
    """Whether the folder holds the draft's files with their content and no others."""
    top = os.path.join(ROOT, name)
    paths = [os.path.join(place, file) for place, _, files in os.walk(top) for file in files]
    if draft is None or not paths:
        return False
    return {os.path.relpath(path, top): _bytes(path) for path in paths} == corpus.contents(draft)


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _replace(name: str, draft: Case | None) -> None:
    folder = os.path.join(ROOT, name)
    shutil.rmtree(folder, ignore_errors=True)
    if draft is not None:
        corpus.save(draft, folder)


if __name__ == "__main__":
    sys.exit(main())

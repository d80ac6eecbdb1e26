#!/usr/bin/env python3
"""Writes the scenarios of ``tools/scenarios`` to ``fixtures/scenarios``.

    write_scenarios.py            write what is out of date, remove what is no longer drafted
    write_scenarios.py --check    only tell; exit 1 when something is out of date

``fixtures/scenarios/regressions`` is left alone: those scenarios were found, not drafted.
"""

import argparse
import filecmp
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator

from scenarios.drafting import drafted

from refloader.harness import corpus

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
    "devices",
    "negotiation",
    "privilege",
    "hostile",
    "field",
    "interplay",
)


def main() -> int:
    """Write or check; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when out of date")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as temporary:
        for case in drafted(TOPICS):
            corpus.save(case, os.path.join(temporary, case.name))
        stale = list(_stale(temporary))
        for name in stale:
            print(f"out of date: {name}")
            if not check:
                _replace(os.path.join(temporary, name), os.path.join(ROOT, name))
    return 1 if check and stale else 0


def _stale(fresh: str) -> Iterator[str]:
    for topic in TOPICS:
        names = {name for root in (fresh, ROOT) for name in _folders(os.path.join(root, topic))}
        for name in sorted(names):
            path = os.path.join(topic, name)
            if not _same(os.path.join(fresh, path), os.path.join(ROOT, path)):
                yield path


def _folders(path: str) -> list[str]:
    return os.listdir(path) if os.path.isdir(path) else []


def _same(one: str, other: str) -> bool:
    """Whether two folders hold the same files with the same content."""
    files = _files(one)
    return files == _files(other) and not any(filecmp.cmpfiles(one, other, files, shallow=False)[1:])


def _files(folder: str) -> list[str]:
    return sorted(
        os.path.relpath(os.path.join(place, name), folder)
        for place, _, names in os.walk(folder)
        for name in names
    )


def _replace(fresh: str, old: str) -> None:
    shutil.rmtree(old, ignore_errors=True)
    if os.path.isdir(fresh):
        os.makedirs(os.path.dirname(old), exist_ok=True)
        shutil.copytree(fresh, old)


if __name__ == "__main__":
    sys.exit(main())

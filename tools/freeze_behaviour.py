#!/usr/bin/env python3
"""Writes down what refloader answers, so that a change of the house can be shown to change nothing else.

    freeze_behaviour.py DIR             write one file for each answer to DIR
    freeze_behaviour.py DIR --quick     leave out what takes minutes: the suite and the self-tests

Compare two folders with ``diff -r``. Times, temporary paths, and digests of what a build makes are left out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REFLOADER = os.path.join(os.path.dirname(sys.executable), "refloader")
FORMATS = ("text", "html", "markdown", "json", "ndjson", "csv", "junit", "sarif", "github", "gitlab", "badge")
OTHER_TREES = ("fixtures/trees/windows", "fixtures/trees/macos", "fixtures/trees/fuchsia")
EDITIONS = ("2016", "2018", "2022", "2026")

_VARYING = (
    (re.compile(r"/tmp/[\w./+-]*"), "/TMP"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?"), "WHEN"),
    (
        re.compile(
            r'("(?:seconds|catalogue_version|build_id|size|pid|started|finished)": ?)("[^"]*"|[-\d.e]+)'
        ),
        r"\1X",
    ),
    (re.compile(r"\b\d+(\.\d+)?( ?ms| ?s| seconds?| min)\b"), "TIME"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "SHA256"),
    (re.compile(r"\b[0-9a-f]{40}\b"), "BUILD"),
    (re.compile(r"0x[0-9a-f]{6,}"), "ADDRESS"),
)


class Question(NamedTuple):
    """A command line of refloader, and the file of the answer."""

    name: str
    words: tuple[str, ...]
    result: str = ""
    """A file below ``{out}`` that is the answer, with its lines in order; empty for the standard output."""


def main() -> int:
    """Ask everything; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--wheel", help="list the files of this wheel as well")
    given = parser.parse_args()
    os.makedirs(given.folder, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, answer in pool.map(_asked, _questions()):
            _write(given.folder, name, answer)
    for name, answer in map(_asked, () if given.quick else _long_questions()):
        _write(given.folder, name, answer)
    if given.wheel:
        with zipfile.ZipFile(given.wheel) as wheel:
            _write(given.folder, "wheel", "\n".join(sorted(wheel.namelist())))
    return 0


def _questions() -> Iterator[Question]:
    yield Question("rules.json", ("rules", "--format", "json"))
    yield Question("schema", ("schema",))
    for tree in (*sorted(glob("fixtures/trees/linux/*", root_dir=ROOT)), *OTHER_TREES):
        yield from _on_a_machine(tree, ("--root", tree), tree.split("/")[2])
    for snapshot in sorted(glob("fixtures/snapshots/*.json", root_dir=ROOT)):
        yield from _on_a_machine(snapshot, ("--snapshot", snapshot), "")
    for export in sorted(glob("fixtures/registry/*.reg", root_dir=ROOT)):
        yield from _on_a_machine(export, ("--reg", export), "windows")
    for found in ("manifests", "fuzz", "registry"):
        yield Question(f"lint-{found}.json", ("lint", "--format", "json", f"fixtures/{found}"))
    results = sorted(glob("reports/*/*.ndjson", root_dir=ROOT))
    for result in results:
        for form in FORMATS:
            yield Question(f"report-{_plain(result)}-{form}", ("report", result, "--format", form))
    yield Question("report-all.html", ("report", *results, "--format", "html"))
    for verb in ("lint", "explain", "conform", "campaign", "exec", "rules", "report", "diff", "selftest"):
        yield Question(f"help-{verb}", (verb, "--help"))


def _on_a_machine(name: str, words: tuple[str, ...], system: str) -> Iterator[Question]:
    os_words = ("--os", system) if system else ()
    yield Question(f"lint-{_plain(name)}.json", ("lint", "--format", "json", *words, *os_words))
    for edition in EDITIONS:
        of = ("--edition", edition, *words, *os_words)
        yield Question(f"explain-{_plain(name)}-{edition}.json", ("explain", "--format", "json", *of))
    yield Question(f"explain-{_plain(name)}.txt", ("explain", *words, *os_words))


def _long_questions() -> Iterator[Question]:
    conform = ("conform", "--loader", "reference", "-q", "--out", "{out}")
    yield Question("conform-reference", conform, "results.ndjson")
    yield Question("selftest-quick.json", ("selftest", "--profile", "quick", "--format", "json"))
    yield Question("selftest-layers.json", ("selftest", "--layers", "--format", "json"))
    yield Question("selftest-drivers.json", ("selftest", "--drivers", "--format", "json"))


def _asked(question: Question) -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as out:
        words = [word.format(out=out) for word in question.words]
        done = subprocess.run([REFLOADER, *words], cwd=ROOT, capture_output=True, text=True, errors="replace")
        answer = f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        if question.result:
            with open(os.path.join(out, question.result), encoding="utf-8") as file:
                answer = "".join(sorted(file))
    return question.name, _without_what_varies(answer)


def _without_what_varies(text: str) -> str:
    for pattern, instead in _VARYING:
        text = pattern.sub(instead, text)
    return text


def _plain(path: str) -> str:
    return path.replace("/", "-")


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Changes the reference loader's sources a little, many times, and tells which of these loaders the suite fails.

    mutate_reference.py --core 150 --c 80 --seed 1 --out DIR        a sample, spread over the files
    mutate_reference.py --core 50 --file core/activation --out DIR  of the files with this in their path
    mutate_reference.py --again NAME --out DIR                      these changes alone; may be repeated
    mutate_reference.py --left OLD --library --out DIR              what an earlier run left, as libraries

Each loader has one change that no person chose: mutation/of_python.py and mutation/of_c.py make them. The cases of
the suite are run on it until one fails. DIR/changes.ndjson has a line for each change, with the case that failed it;
what no case fails is printed as well: docs/selftest.md tells what that may mean. Needs an editable installation.
"""

import argparse
import ast
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mutation.building import Fate, build_all, opened
from mutation.change import Change
from mutation.of_c import changes_of_c
from mutation.of_python import changes_of_python, in_function, statement_at

from refloader.rules import rules
from refloader.selftest.plugin_jobs import RED
from refloader.selftest.reaching import Lines
from refloader.selftest.selftest import Gathered, Run, gather_changed

ROOT = Path(__file__).resolve().parents[1]
CORE = ("core/**/*.py", "engine.py", "protocol.py")
RUNTIME = ("dropin/python/**/*.py",)
NATIVE = ("dropin/c/**/*.c",)
LEFT_OUT = {
    "releases that it acts as on request": ("aged", "ages.py", "acting.py", "editions.py", "search/fork.py"),
    "other systems": ("/android/", "/windows/", "macos_", "fuchsia_", "needed_elsewhere"),
    "messages and traces": (
        "notes.py",
        "trail.py",
        "_messages.py",
        "log.py",
        "listing.py",
        "trace.py",
        "report.c",
    ),
    "observers on request": ("observing.py", "observe"),
    "what only lint and explain ask": (
        "core/linkers/",
        "core/loading.py",
        "manifest_kind.py",
        "manifest_library.py",
        "json/index.py",
        "json/plain_index.py",
    ),
    "what carries the library's Python": (
        "interpreter/edge_",
        "interpreter.c",
        "stack.c",
        "interpreter/memory.c",
        "reserve.c",
        "threads.c",
    ),
    "caches": ("seen.c", "deciding.py"),
    "what the build makes or replaces": (
        "generated",
        "bootstrap.c",
        "builtins.c",
        "violates.c",
        "_settings.py",
    ),
}
"""Files whose changes no application on this machine can observe, or only on request: by a part of their path."""


LEFT = ("survived", "error", "no result", "not reached")
"""How a change ended that no case failed. ``error``: it raised, and no case gave a verdict that fails."""

_RULE = re.compile(r"\b[A-Z][A-Z0-9_]*(?:-[A-Z0-9]+)*\b")


def main() -> int:
    """Do what the command line says."""
    options = _options()
    libraries = Path(options.out).resolve() / "libraries"
    libraries.mkdir(parents=True)
    again = [*options.again, *(left_by(Path(options.left)) if options.left else ())]
    chosen = (_again(again) if again or options.left else _sample(options))[options.skip :]
    of_core = [each for each in chosen if is_of_core(each.file) and not options.library]
    others = [each for each in chosen if each not in of_core]
    fates = {each.name: written(each, libraries) for each in of_core}
    if others:
        fates |= build_all(opened(ROOT, Path(options.build)), others, libraries, options.jobs)
    named = {each.name: options.rule or rules_in(ROOT / each.file) for each in chosen}
    built = [each.name for each in chosen if fates[each.name] == "built"]
    print(f"{len(chosen)} changes: {dict(Counter(fates.values()))}", flush=True)
    gathered = gather_changed(
        str(libraries),
        {name: named[name] for name in built},
        {each.name: statement(each) for each in of_core if each.name in built},
        every_rule=not options.near and not options.rule,
        parameters=options.parameters,
        workers=options.jobs,
        tell=_tell,
        only=options.case,
    )
    rows = list(_rows(chosen, fates, gathered))
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    Path(options.out, "changes.ndjson").write_text(lines, encoding="utf-8")
    for row in rows:
        if row["ended"] in LEFT:
            print(f"\n{row['ended']}: {row['name']} {row.get('problem', '')}\n{row['diff']}")
    print(dict(Counter(str(row["ended"]) for row in rows)))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measure which small changes of the reference the suite fails."
    )
    parser.add_argument("--core", type=int, default=0, help="changes of what decides")
    parser.add_argument("--runtime", type=int, default=0, help="changes of the library's Python")
    parser.add_argument("--c", type=int, default=0, help="changes of the library's C")
    parser.add_argument("--file", default="", help="only of files with this in their path")
    parser.add_argument("--again", action="append", default=[], help="the change of this name")
    parser.add_argument(
        "--left", default="", help="what no case failed in an earlier run, whose folder this is"
    )
    parser.add_argument("--case", action="append", default=[], help="run only the cases of this name")
    parser.add_argument("--near", action="store_true", help="run only the cases of rules that the file names")
    parser.add_argument("--rule", action="append", default=[], help="run only the cases of this rule")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the sample's first")
    parser.add_argument("--library", action="store_true", help="build a library of changes of the core, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--parameters", type=int, default=1, help="so many variants of each test")
    parser.add_argument("--build", default=_newest_build(), help="the build folder of the installation")
    parser.add_argument("--out", required=True, help="a folder that does not exist")
    return parser.parse_args()


def _newest_build() -> str:
    folders = sorted(ROOT.glob("build/*/build.ninja"), key=lambda each: each.stat().st_mtime)
    return str(folders[-1].parent) if folders else ""


def left_by(folder: Path) -> list[str]:
    """Return the names of the changes that no case failed in the run with this folder."""
    rows = map(json.loads, (folder / "changes.ndjson").read_text(encoding="utf-8").splitlines())
    return [str(row["name"]) for row in rows if row["ended"] in LEFT]


def changes_of(path: Path) -> list[Change]:
    """Return every change of one file of the checkout; of the core's files, those inside functions."""
    file, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return changes_of_c(file, text)
    return [
        each
        for each in changes_of_python(file, text)
        if not is_of_core(file) or in_function(text, each.start)
    ]


def is_of_core(file: str) -> bool:
    """True for what the suite runs in its own process, with no library: much faster, and in each edition."""
    return file.startswith(("refloader/core/", "refloader/engine.py", "refloader/protocol.py"))


def statement(change: Change) -> Lines:
    """Return where the statement is whose execution may differ."""
    path = ROOT / change.file
    first, last = statement_at(path.read_text(encoding="utf-8"), change.line)
    return str(path), first, max(last, change.line)


def written(change: Change, folder: Path) -> Fate:
    """Write the changed source of the core into the folder, under the change's name; return how that went."""
    before = (ROOT / change.file).read_text(encoding="utf-8")
    after = change.applied(before)
    try:
        trees = [ast.dump(ast.parse(text)) for text in (before, after)]
    except SyntaxError:
        return "no build"
    if trees[0] == trees[1]:
        return "same"
    (folder / change.name).write_text(after, encoding="utf-8")
    return "built"


def rules_in(path: Path) -> tuple[str, ...]:
    """Return the rules that a file names: it decides them, most likely."""
    return tuple(sorted(set(_RULE.findall(path.read_text(encoding="utf-8"))) & set(rules())))


def left_out(file: str) -> str:
    """Return why no change of this file is made, or an empty string."""
    return next((why for why, parts in LEFT_OUT.items() if any(part in file for part in parts)), "")


def _files(patterns: Sequence[str], part: str) -> list[Path]:
    found = sorted({path for pattern in patterns for path in (ROOT / "refloader").glob(pattern)})
    return [path for path in found if part in str(path) and not left_out(path.relative_to(ROOT).as_posix())]


def _sample(options: argparse.Namespace) -> list[Change]:
    draw = random.Random(options.seed)
    parts = ((CORE, options.core), (RUNTIME, options.runtime), (NATIVE, options.c))
    return [each for part, number in parts for each in spread(_files(part, options.file), number, draw)]


def spread(files: Sequence[Path], number: int, draw: random.Random) -> list[Change]:
    """Draw changes, from each file as many as from any other while it has some, of kinds as different as it has."""
    pools = [_drawn(path, draw) for path in files]
    draw.shuffle(pools)
    turns = (pool.pop() for place in range(number) for pool in pools if pool) if pools else iter(())
    return [change for change, _ in zip(turns, range(number), strict=False)]


def _drawn(path: Path, draw: random.Random) -> list[Change]:
    """Return the changes of a file in the order to take them from its end."""
    left = changes_of(path)
    draw.shuffle(left)
    met: Counter[str] = Counter()
    ranks = {}
    for each in left:
        ranks[each] = met[each.kind]
        met[each.kind] += 1
    return sorted(left, key=lambda each: -ranks[each])


def _again(names: Sequence[str]) -> list[Change]:
    found = {each.name: each for path in _files((*CORE, *RUNTIME, *NATIVE), "") for each in changes_of(path)}
    unknown = [name for name in names if name not in found]
    if unknown:
        sys.exit(f"there is no change {', '.join(unknown)}")
    return [found[name] for name in names]


def _tell(run: Run) -> None:
    last = list(run.verdicts.values())[-1].verdict if run.verdicts else run.problem
    print(f"{run.name}: {len(run.verdicts)} cases in {run.seconds:.0f} s, {last}", flush=True)


def _rows(chosen: Sequence[Change], fates: dict[str, Fate], gathered: Gathered) -> Iterator[dict[str, Any]]:
    """Yield a row of the results for each change."""
    runs = {run.name: run for run in gathered.runs}
    for each in chosen:
        text = (ROOT / each.file).read_text(encoding="utf-8")
        row = {
            "name": each.name,
            "file": each.file,
            "line": each.line,
            "kind": each.kind,
            "diff": each.diff(text),
        }
        fate = "not reached" if fates[each.name] == "built" else fates[each.name]
        yield {**row, **(_ended(runs[each.name], gathered) if each.name in runs else {"ended": fate})}


def _ended(run: Run, gathered: Gathered) -> dict[str, Any]:
    """Return which case ended the run, or that none did."""
    for number, ended in run.verdicts.items():
        if ended.verdict in RED:
            case = gathered.cases[number]
            fields = {"case": case.name, "rules": case.rules, "reason": ended.reason[:300]}
            return {"ended": "caught", "verdict": ended.verdict, **fields}
    if run.problem:
        return {"ended": "no result", "problem": run.problem[-300:]}
    warned = [n for n, ended in run.verdicts.items() if ended.verdict == "warn"]
    new = [gathered.cases[n].name for n in warned if gathered.baseline[n].verdict != "warn"]
    errors = [gathered.cases[n].name for n, ended in run.verdicts.items() if ended.verdict == "error"]
    fate = "error" if errors else "survived"
    return {"ended": fate, "cases": len(run.verdicts), "warned": new, "errors": errors[:5]}


if __name__ == "__main__":
    sys.exit(main())

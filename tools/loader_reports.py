"""Publish the results of loaders of several releases in ``reports/loaders/``, and what follows from them.

``loader_reports.py [RESULTS_DIR...] [--check]``

RESULTS_DIR has a folder for each build, named by its release (``1.3.250.1``), with the ``results.ndjson`` that
``refloader conform --loader PATH --expect none --out RESULTS_DIR/1.3.250.1`` wrote. A case that ended differently in
several of these folders has both ends, and so has one that crashed or hung by chance in the published results of
the same file. Written are, for each build, its
results without times and paths of the machine, an expectation file and a ledger; for all builds the README.md of
the folder and ``reports/expectations/by-release/loaders.toml``. Without RESULTS_DIR, everything but the results is
made anew from the published results. ``--check`` only compares. The same results give the same bytes.
"""

import gzip
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from publishing.audit import Audit, read_audit
from publishing.chances import merged
from publishing.expectations import by_release_file, expectation_file
from publishing.ledgers import ledger_page, overview_page

from refloader.core.ages import release_of
from refloader.report.releases.field import field
from refloader.results.discovery import together
from refloader.results.records import NO_TIME
from refloader.results.results_file import (
    BY_WEIGHT,
    Footer,
    Header,
    Result,
    ResultsError,
    Run,
    Subject,
    Verdict,
    changed,
    count,
    lines,
    read,
)
from refloader.rules import rules

TOP = Path(__file__).resolve().parent.parent
FOLDER = TOP / "reports/loaders"
BY_RELEASE = TOP / "reports/expectations/by-release/loaders.toml"
MOST_BYTES = 4_000_000
"""The most bytes that the whole folder may take."""

_SHOWN = frozenset(BY_WEIGHT) - {Verdict.PASS, Verdict.SKIP}
"""The verdicts whose scenario is published."""

_OF_THE_RUN = frozenset({"trace", "decided", "second try"})
"""The parts of evidence that a replay writes again and that take most of the space."""

_OF_MACHINE = frozenset({"release", "python"})
_ADDRESS = re.compile(r"0x[0-9a-f]{9,16}")


@dataclass(frozen=True, slots=True)
class Published:
    """The results of one build: the name of its folder, and the run without what is about a machine."""

    build: str
    run: Run


def main(arguments: Sequence[str]) -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    check = "--check" in arguments
    folders = [each for each in arguments if not each.startswith("-")]
    try:
        found = _read(list(map(Path, folders))) if folders else list(_committed())
    except ResultsError as error:
        print(f"loader_reports.py: {error}", file=sys.stderr)
        return 3
    if not found:
        print("loader_reports.py: there are no results", file=sys.stderr)
        return 3
    files = _files(found, with_results=bool(folders))
    stale = [path for path, data in files.items() if not path.is_file() or path.read_bytes() != data]
    extra = [path for path in _owned() if path not in files and (folders or path.suffix != ".gz")]
    if check:
        for path in (*stale, *extra):
            print(f"{path.relative_to(TOP)} is stale: run tools/loader_reports.py")
        return int(bool(stale or extra))
    _write(files, extra)
    return _told(found)


def _owned() -> Iterator[Path]:
    """The files in the folder that this tool writes: those that are named by a build."""
    return (each for each in FOLDER.glob("*") if each.name[:1].isdigit())


def _write(files: Mapping[Path, bytes], extra: Sequence[Path]) -> None:
    for path in extra:
        path.unlink()
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _told(found: Sequence[Published]) -> int:
    for each in found:
        said = ", ".join(f"{number} {name}" for name, number in count(each.run.results).items() if number)
        print(f"{each.build}: {said}")
    size = sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file())
    print(f"{FOLDER.relative_to(TOP)}: {size / 1e6:.2f} MB")
    return int(size > MOST_BYTES)


def _files(found: Sequence[Published], *, with_results: bool) -> dict[Path, bytes]:
    """Return the content of each file by its path."""
    names = [each.build for each in found]
    audit = read_audit((FOLDER / "audit.md").read_text(encoding="utf-8"))
    matrix = field(together("the builds", [each.run for each in found], names))
    files: dict[Path, bytes] = {}
    for at, each in enumerate(found):
        if with_results:
            files[FOLDER / f"{each.build}.ndjson.gz"] = _compressed(each.run)
        files[FOLDER / f"{each.build}.toml"] = expectation_file(each.build, each.run).encode()
        files[FOLDER / f"{each.build}.md"] = ledger_page(each.build, each.run, matrix, at, audit).encode()
    files[FOLDER / "README.md"] = overview_page(names, matrix, _judged(found, audit), _libc(found)).encode()
    files[BY_RELEASE] = by_release_file(names, [each.run for each in found]).encode()
    return files


def _judged(found: Sequence[Published], audit: Audit) -> tuple[int, int]:
    """Return how many failing results a second person judged, and how many there are."""
    failing = [one for each in found for one in each.run.results if one.verdict in _SHOWN - {Verdict.WARN}]
    return sum(audit.of(one.rule, one.case) is not None for one in failing), len(failing)


def _libc(found: Sequence[Published]) -> str:
    """Return the C libraries that the builds ran with; empty if one of the runs does not name it."""
    names = [each.run.header.machine.get("libc", "") for each in found]
    return " and ".join(sorted({str(each) for each in names})) if all(names) else ""


def _read(folders: Sequence[Path]) -> list[Published]:
    """Return the runs in the folders, those of one build as one run. Raises ResultsError."""
    runs: dict[str, list[Run]] = {}
    for folder in folders:
        for build, run in _runs(folder):
            runs.setdefault(build, []).append(_published(build, run).run)
    earlier = {each.build: each.run for each in _committed()}
    builds = sorted(runs, key=release_of)
    return [Published(each, merged(runs[each], earlier.get(each))) for each in builds]


def _runs(folder: Path) -> Iterator[tuple[str, Run]]:
    """Yield the runs in the folders of builds, the oldest release first. Raises ResultsError."""
    builds = [each.parent for each in folder.glob("*/results.ndjson") if release_of(each.parent.name)]
    for place in sorted(builds, key=lambda each: release_of(each.name)):
        yield place.name, read(str(place / "results.ndjson"))


def _committed() -> Iterator[Published]:
    builds = [each.name.removesuffix(".ndjson.gz") for each in FOLDER.glob("*.ndjson.gz")]
    for build in sorted(builds, key=release_of):
        yield Published(build, read(str(FOLDER / f"{build}.ndjson.gz")))


def _published(build: str, run: Run) -> Published:
    """Return a run as it is published. Raises ResultsError if it is no complete run of one loader."""
    errors = sum(each.verdict is Verdict.ERROR for each in run.results)
    if run.truncated or run.problems or errors:
        raise ResultsError(f"{build}: the run is not to be relied on ({run.problems or f'{errors} errors'})")
    if [each.kind for each in run.header.subjects] != ["loader"]:
        raise ResultsError(f"{build}: the run is not one of a single loader")
    [subject] = run.header.subjects
    name = f"libvulkan-{build}.so"
    results = tuple(_results(run.results, _Names(subject, name)))
    footer = Footer(NO_TIME, count(results))
    return Published(build, Run(_header(run.header, subject, name), results, footer))


@dataclass(frozen=True, slots=True)
class _Names:
    """The loader as its run names it, and the name under which it is published."""

    subject: Subject
    name: str

    @property
    def path(self) -> str:
        """The published path: a replay command works where a file of that name lies."""
        return f"./{self.name}"

    def text(self, text: str) -> str:
        """Return a text with the published path, and without addresses of memory."""
        text = text.replace(self.subject.path, self.path).replace(
            os.path.realpath(self.subject.path), self.path
        )
        return _ADDRESS.sub("0x…", text)


def _header(header: Header, subject: Subject, name: str) -> Header:
    machine = {key: each for key, each in header.machine.items() if key not in _OF_MACHINE}
    machine = {key: _anywhere(each) for key, each in machine.items()}
    library = {key: each for key, each in subject.library.items() if key != "path"}
    published = replace(subject, name=name, path=f"./{name}", library=library)
    command = f"refloader conform --loader ./{name} --expect none"
    return replace(
        header, subjects=(published,), machine=machine, started=NO_TIME, command=command, surroundings={}
    )


def _anywhere(value: object) -> object:
    """Return a fact about the machine without the files of this run."""
    if not isinstance(value, list):
        return value
    return [each for each in value if not str(each).startswith("sees by name ")]


def _results(results: Sequence[Result], names: _Names) -> Iterator[Result]:
    """Yield the results in the order of the catalogue; the first of a case has its scenario."""
    order = {rule: place for place, rule in enumerate(rules())}
    shown: set[str] = set()
    for each in sorted(results, key=lambda one: (order.get(one.rule, len(order)), one.rule, one.case)):
        evidence: dict[str, object] = {}
        if each.verdict in _SHOWN and each.case not in shown:
            shown.add(each.case)
            evidence = {key: fact for key, fact in each.evidence.items() if key not in _OF_THE_RUN}
            evidence = json.loads(names.text(json.dumps(evidence, ensure_ascii=False)))
        yield changed(
            each,
            subject=names.name,
            reason=names.text(each.reason),
            evidence=evidence,
            replay=_replay(each, names),
            seconds=0.0,
            expected=None,
        )


def _replay(result: Result, names: _Names) -> tuple[str, str] | str:
    if isinstance(result.replay, str):
        return names.text(result.replay)
    before, after = result.replay
    return names.text(before), names.text(after)


def _compressed(run: Run) -> bytes:
    return gzip.compress("".join(lines(run)).encode(), 9, mtime=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

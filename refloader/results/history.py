"""Finds the runs below a folder, and reads them one at a time in the order in which they were started.

Damaged and truncated runs are skipped and listed, because their numbers would look like a change.
"""

import os
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from refloader.model.text import quote, visible
from refloader.results.discovery import listed, together
from refloader.results.records import moment
from refloader.results.results_file import Header, ResultsError, Run
from refloader.results.summaries import read_header, read_lean


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file or folder that is skipped, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run that has not been read yet: its files, and the time at which the first of them was started."""

    paths: tuple[str, ...]
    started: datetime

    @property
    def path(self) -> str:
        """The path that names the run: its file, or the folder of its files."""
        return self.paths[0] if len(self.paths) == 1 else os.path.dirname(self.paths[0])


@dataclass(slots=True)
class Series:
    """The runs below a folder, oldest first. ``read`` appends to ``passed_over``."""

    runs: tuple[StoredRun, ...]
    passed_over: list[PassedOver] = field(default_factory=list)

    def read(self) -> Iterator[tuple[str, Run]]:
        """Yield each complete run, without evidence, with its path. Only one run is in memory at a time."""
        for each in self.runs:
            runs = {path: run for path in each.paths if (run := self._whole(path))}
            if not runs:
                continue
            try:
                yield each.path, together(each.path, list(runs.values()), list(runs))
            except ResultsError:  # they are not parts of one run
                yield from runs.items()

    def _whole(self, path: str) -> Run | None:
        """Return the run in a file. If it is unreadable, truncated or damaged, note that and return None."""
        try:
            run = read_lean(path)
        except ResultsError as error:
            self.passed_over.append(PassedOver(path, _said(error, path)))
            return None
        if run.truncated:
            self.passed_over.append(PassedOver(path, "the run is truncated: it was ended before its end"))
        elif run.problems:
            self.passed_over.append(PassedOver(path, f"the run is damaged: {run.problems[0]}"))
        else:
            return run
        return None


def series(folder: str) -> Series:
    """Return the runs below a folder. A results.ndjson is a run; without one, the ``*.ndjson`` are published runs.

    Several published files of one folder are one run if no two of them have the same subject, part and machine, as
    for ``diff``; otherwise each is a separate run. Links to folders are not followed, and a file that is found twice
    counts once.
    """
    passed_over: list[PassedOver] = []
    runs: list[StoredRun] = []
    met: set[str] = set()
    for paths in _by_folder(folder, passed_over):
        real = {os.path.realpath(path): path for path in reversed(paths)}
        runs += _runs(sorted(path for place, path in real.items() if place not in met), passed_over)
        met |= real.keys()
    return Series(tuple(sorted(runs, key=lambda each: (each.started, each.path))), passed_over)


def _by_folder(top: str, passed_over: list[PassedOver]) -> Iterator[list[str]]:
    """Yield the results files of each folder; folders that cannot be listed are noted as skipped."""

    def untold(error: OSError) -> None:
        passed_over.append(PassedOver(str(error.filename), error.strerror or type(error).__name__))

    for place, folders, _ in os.walk(top, onerror=untold):
        folders.sort()
        try:
            found = listed(place)
        except ResultsError:  # it has no results
            continue
        yield found


def _runs(paths: list[str], passed_over: list[PassedOver]) -> list[StoredRun]:
    """Return the runs in the files of one folder."""
    begun: dict[str, tuple[Header, datetime]] = {}
    for path in paths:
        if os.path.exists(path) and not os.path.isfile(path):
            passed_over.append(PassedOver(path, "it is no ordinary file"))  # reading a pipe would block
            continue
        try:
            header = read_header(path)
            begun[path] = header, _moment(header.started)
        except (ResultsError, ValueError) as error:
            passed_over.append(PassedOver(path, _said(error, path)))
    parts = [part for header, _ in begun.values() for part in _parts(header)]
    if begun and len(set(parts)) == len(parts):
        return [StoredRun(tuple(begun), min(started for _, started in begun.values()))]
    return [StoredRun((path,), started) for path, (_, started) in begun.items()]


def _parts(header: Header) -> Iterator[Hashable]:
    """Yield the keys that no two files of one run share."""
    for subject in header.subjects:
        yield subject.name, header.environment, header.shard, header.retry


def _moment(text: str) -> datetime:
    """Return a header's time; one without an offset is taken to be UTC. Raises ValueError."""
    try:
        return moment(text)
    except ValueError:
        raise ValueError(f"{quote(text)} is no time at which a run was started") from None


def _said(error: Exception, path: str) -> str:
    """Return the text of the error without the path, which is shown beside it."""
    return str(error).removeprefix(f"{visible(path)}: ")

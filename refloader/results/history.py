"""Finds the runs that lie below a folder, and reads them one after another by the time they were started.

What is damaged or truncated is passed over and said: its numbers would look like a change. Nothing is judged here.
"""

import os
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from refloader.model.text import quote, visible
from refloader.results.discovery import files, together
from refloader.results.records import moment
from refloader.results.results_file import Header, ResultsError, Run
from refloader.results.summaries import read_header, read_lean


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file or folder below the folder that is not looked at, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A run that was not read yet: its files, and when the first of them was started."""

    paths: tuple[str, ...]
    started: datetime

    @property
    def path(self) -> str:
        """What it is called by: its file, or the folder of its files."""
        return self.paths[0] if len(self.paths) == 1 else os.path.dirname(self.paths[0])


@dataclass(slots=True)
class Series:
    """The runs below a folder, the oldest first. ``passed_over`` grows while they are read."""

    runs: tuple[Kept, ...]
    passed_over: list[PassedOver] = field(default_factory=list)

    def read(self) -> Iterator[tuple[str, Run]]:
        """Each run that is whole, without evidence, with its path; no more than one is held at a time."""
        for each in self.runs:
            runs = {path: run for path in each.paths if (run := self._whole(path))}
            if not runs:
                continue
            try:
                yield each.path, together(each.path, list(runs.values()), list(runs))
            except ResultsError:  # they are no parts of one run
                yield from runs.items()

    def _whole(self, path: str) -> Run | None:
        """The run in a file, if nothing of it is missing."""
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
    """What lies below a folder. In each folder a results.ndjson is a run, other ``*.ndjson`` are published ones.

    Several published files of one folder are one run where each is about other subjects, another part or another
    machine, as ``diff`` takes them; else each is a run of its own. Links to folders are not followed, and a file that
    is met twice is one.
    """
    passed_over: list[PassedOver] = []
    runs: list[Kept] = []
    met: set[str] = set()
    for paths in _by_folder(folder, passed_over):
        real = {os.path.realpath(path): path for path in reversed(paths)}
        runs += _runs(sorted(path for place, path in real.items() if place not in met), passed_over)
        met |= real.keys()
    return Series(tuple(sorted(runs, key=lambda each: (each.started, each.path))), passed_over)


def _by_folder(top: str, passed_over: list[PassedOver]) -> Iterator[list[str]]:
    """The results files of each folder; folders that cannot be listed are passed over."""

    def untold(error: OSError) -> None:
        passed_over.append(PassedOver(str(error.filename), error.strerror or type(error).__name__))

    for place, folders, _ in os.walk(top, onerror=untold):
        folders.sort()
        try:
            found = files(place)
        except ResultsError:  # it has none
            continue
        yield found


def _runs(paths: list[str], passed_over: list[PassedOver]) -> list[Kept]:
    """The runs of the files of one folder."""
    begun: dict[str, tuple[Header, datetime]] = {}
    for path in paths:
        if os.path.exists(path) and not os.path.isfile(path):
            passed_over.append(PassedOver(path, "it is no ordinary file"))  # a pipe would be waited for
            continue
        try:
            header = read_header(path)
            begun[path] = header, _moment(header.started)
        except (ResultsError, ValueError) as error:
            passed_over.append(PassedOver(path, _said(error, path)))
    parts = [part for header, _ in begun.values() for part in _parts(header)]
    if begun and len(set(parts)) == len(parts):
        return [Kept(tuple(begun), min(started for _, started in begun.values()))]
    return [Kept((path,), started) for path, (_, started) in begun.items()]


def _parts(header: Header) -> Iterator[Hashable]:
    """What no two files of one run have in common."""
    for subject in header.subjects:
        yield subject.name, header.environment, header.shard, header.retry


def _moment(text: str) -> datetime:
    """A header's time; one without an offset is taken to be UTC. Raises ValueError."""
    try:
        return moment(text)
    except ValueError:
        raise ValueError(f"{quote(text)} is no time at which a run was started") from None


def _said(error: Exception, path: str) -> str:
    """What is wrong, without the path, which stands beside it."""
    return str(error).removeprefix(f"{visible(path)}: ")

"""Finds and reads the results that a path stands for: a file, a run's folder, or a folder of published reports."""

import os
from collections.abc import Iterable
from dataclasses import replace

from refloader.harness.results import Footer, ResultsError, Run, count, read
from refloader.model.text import visible

RESULTS = "results.ndjson"


def kept(path: str) -> Run:
    """The run at a path. Several files of a folder are taken as one run: each is about other subjects.

    A folder stands for its results.ndjson, where it has none for all its files *.ndjson.

    Raises:
        ResultsError: there are no results, one file cannot be read, or two are about subjects of one name.
    """
    return _together(path, [read(each) for each in _files(path)])


def _files(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    own = os.path.join(path, RESULTS)
    if os.path.lexists(own):
        return [own]
    try:
        names = sorted(os.listdir(path))
    except OSError as error:
        raise ResultsError(f"{visible(path)}: {error.strerror}") from error
    found = [os.path.join(path, name) for name in names if name.endswith(".ndjson")]
    if not found:
        raise ResultsError(f"{visible(path)}: there are no results in this folder")
    return found


def _together(path: str, runs: list[Run]) -> Run:
    first, *others = runs
    if not others:
        return first
    subjects = tuple(subject for run in runs for subject in run.header.subjects)
    try:
        header = replace(
            first.header,
            subjects=subjects,
            suite_version=_each(run.header.suite_version for run in runs),
            catalogue_version=_each(run.header.catalogue_version for run in runs),
            edition=_each(run.header.edition for run in runs),
            notes=tuple(note for run in runs for note in run.header.notes),
        )
    except ValueError as error:
        raise ResultsError(f"{visible(path)}: its files cannot be taken together: {error}") from error
    results = tuple(result for run in runs for result in run.results)
    problems = tuple(problem for run in runs for problem in run.problems)
    return Run(header, results, _footer(runs), problems)


def _each(texts: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(texts))


def _footer(runs: list[Run]) -> Footer | None:
    """One for all, where each has one."""
    footers = [run.footer for run in runs if run.footer]
    if len(footers) < len(runs):
        return None
    counts = count(result for run in runs for result in run.results)
    stale = tuple(entry for run in runs for entry in run.stale)
    return Footer(footers[-1].finished, counts, sum(each.expected for each in footers), stale)

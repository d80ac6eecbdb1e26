"""Finds and reads the results at paths: a file, a run's folder, or a folder of published reports."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from refloader.model.text import visible
from refloader.results.lines import Heard
from refloader.results.merge import Conflict, Place, Source, merged
from refloader.results.progress import OnProgress, Progress
from refloader.results.results_file import Decode, ResultsError, Run, read

RESULTS = "results.ndjson"

_ENDINGS = (".ndjson", ".ndjson.gz")

_MIB = 1 << 20

_MOST = 10
"""The maximum number of conflicts that a message lists."""


def run_at(path: str) -> Run:
    """Return the run at a path. Several files of a folder are merged: parts of a run, machines, different subjects.

    A folder stands for its results.ndjson or, if it has none, for all its files ``*.ndjson`` and ``*.ndjson.gz``.

    Raises:
        ResultsError: there are no results, a file cannot be read, or two files have the same case.
    """
    return together(path, [read(each) for each in files(path)], files(path))


def taken(
    paths: Iterable[str],
    *,
    environments: Mapping[str, str] | None = None,
    retries: Iterable[str] = (),
    decode: Decode | None = None,
    tell: OnProgress | None = None,
) -> Run:
    """Return the runs at several paths, merged into one.

    ``environments`` has the machine's name by path; ``retries`` are the paths of retries. A file that several paths
    lead to is read once, under the first of its names. ``decode`` is as in ``results_file.parse``; ``tell`` receives
    the progress of reading in MiB.

    Raises:
        ResultsError: there are no results, a file cannot be read, two runs that are not retries have the same case,
            or the machine of a run is ambiguous.
    """
    named = environments or {}
    again = {_real(each) for path in retries for each in files(path)}
    machines = {_real(each): name for path, name in named.items() for each in files(path)}
    every = dict.fromkeys((*paths, *named, *retries))
    found = {_real(each): each for path in reversed(every) for each in reversed(files(path))}
    far = _far(list(reversed(found.values())), tell) if tell else {}
    sources = [
        Source(visible(each), read(each, decode, far.get(each)), machines.get(real, ""), real in again)
        for real, each in reversed(found.items())
    ]
    return _merged(sources)


def _far(paths: Sequence[str], tell: OnProgress) -> dict[str, Heard]:
    """Return by path a callback for the progress of reading the file; none if all files together are below 1 MiB."""
    sizes = [_size(each) for each in paths]
    total = sum(sizes) // _MIB
    before = accumulate(sizes, initial=0)

    def reporter(bytes_before: int, path: str) -> Heard:
        return lambda read: tell(Progress((bytes_before + read) // _MIB, total, 0, path))

    return (
        {path: reporter(bytes_before, path) for path, bytes_before in zip(paths, before, strict=False)}
        if total
        else {}
    )


def _size(path: str) -> int:
    """Return the size of a file in bytes; 0 if it is unknown."""
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def files(path: str) -> list[str]:
    """Return the results files that a path stands for, sorted by name.

    Raises:
        ResultsError: a folder cannot be listed, or has no results, or holds a pipe or a device in their place.
    """
    return [_ordinary(each) for each in listed(path)] if os.path.isdir(path) else [path]


def listed(folder: str) -> list[str]:
    """Return what has the name of a results file in a folder, sorted by name, whatever it is.

    Raises:
        ResultsError: the folder cannot be listed, or has no results.
    """
    own = os.path.join(folder, RESULTS)
    if os.path.lexists(own):
        return [own]
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise ResultsError(f"{visible(folder)}: {error.strerror}") from error
    found = [os.path.join(folder, name) for name in names if name.endswith(_ENDINGS)]
    if not found:
        raise ResultsError(f"{visible(folder)}: there are no results in this folder")
    return found


def _ordinary(path: str) -> str:
    """Return a path in a folder unless reading there might never end. A pipe is read if the user names it."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise ResultsError(f"{visible(path)}: it is no ordinary file")
    return path


def together(path: str, runs: Sequence[Run], names: Sequence[str] = ()) -> Run:
    """Merge runs into one. In messages, ``path`` names all of them and ``names`` each one.

    Raises:
        ResultsError: two runs have the same case, or the machine of a run is ambiguous.
    """
    if len(runs) == 1:
        return runs[0]
    called = names or [f"{path} ({number})" for number in range(1, len(runs) + 1)]
    try:
        return _merged([Source(visible(name), run) for name, run in zip(called, runs, strict=True)])
    except ResultsError as error:
        raise ResultsError(f"{visible(path)}: its files cannot be taken together: {error}") from error


def _merged(sources: Sequence[Source]) -> Run:
    try:
        found = merged(sources)
    except ValueError as error:
        raise ResultsError(str(error)) from error
    if found.conflicts:
        raise ResultsError("\n".join(_sentences(found.conflicts)))
    return found.run


def _sentences(conflicts: Sequence[Conflict]) -> Iterator[str]:
    number = len(conflicts)
    yield f"{number} case{'s are' if number > 1 else ' is'} there twice, and it is not plain which result counts:"
    for each in conflicts[:_MOST]:
        result = each.result
        what = f"{result.rule}  {result.case}  on {result.subject}"
        yield f"  {visible(what)}: {_place(each.first)} and {_place(each.again)}"
    if number > _MOST:
        yield f"  and {number - _MOST} more"
    yield "Name the later file with --retry FILE if it is a retry, or its machine with --environment NAME=FILE."


def _place(place: Place) -> str:
    return f"{place.file} line {place.line}"


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:  # an invalid path: reading it reports the error
        return path

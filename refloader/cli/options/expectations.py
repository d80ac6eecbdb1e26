"""The options of ``conform`` for expectation files: which files are used, and which are updated."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from refloader.cli.terminal.output import say
from refloader.model.text import number_of, visible
from refloader.results.expectations.by_release import ByRelease
from refloader.results.expectations.expectation_file import Expectations, ExpectationsError
from refloader.results.expectations.expectation_update import Change, update
from refloader.results.expectations.expectations import Known, of_releases, read_all, shipped_files
from refloader.results.results_file import Run, Subject
from refloader.shipped import in_checkout
from refloader.suite.subjects.request import CORES, LIBRARY, REFERENCE, RunRequest, WrongUsageError

NONE = "none"
"""The value of --expect that disables expectation files."""

KNOWN = "known"
"""The value of --expect for the file on releases of loaders that comes with the package."""

FITTING = ""
"""The value of --update-expect without a file: update, for each loader, the one file that is about it."""

_OURS = (REFERENCE, LIBRARY, *CORES)


def files(
    expect: Sequence[str],
    update_expect: str | None,
    loaders: Sequence[str],
    *,
    known: bool = True,
    asked: bool = False,
) -> tuple[str, ...]:
    """Return the expectation files of a run: those named, the one to be updated, or those of the package.

    Those of the package on layers and drivers are left out unless they are ``known``: ``asked`` for by --known, or
    because the run takes what the machine has.

    Raises:
        WrongUsageError: a file cannot be used, or a new file would be about several subjects.
    """
    new = bool(update_expect) and not os.path.lexists(update_expect or "")
    if update_expect and not os.path.isdir(parent := os.path.dirname(os.path.abspath(update_expect))):
        raise WrongUsageError(f"--update-expect: there is no folder {visible(parent)}")
    foreign = [each for each in loaders if each not in _OURS]
    if new and len(foreign or loaders) != 1:
        raise WrongUsageError(
            f"--update-expect: {visible(str(update_expect))} would be about several subjects"
        )
    if NONE in expect and known and asked:
        raise WrongUsageError("--expect none uses no file, and --known those that come with refloader")
    if NONE in expect and len(expect) > 1:
        raise WrongUsageError("--expect none stands alone; a file of that name is ./none")
    if KNOWN in expect and update_expect is not None:
        raise WrongUsageError(
            "--expect known is made from results of releases and cannot be updated by a run: name a file"
        )
    paths = _named(expect, update_expect, new=new)
    gone = next((each for each in expect if each not in (NONE, KNOWN) and not os.path.lexists(each)), None)
    if gone is not None:
        name = visible(gone)
        raise WrongUsageError(
            f"--expect: {name} does not exist; --update-expect {name} writes one from a run"
        )
    if asked or not (expect or update_expect):
        paths = tuple(dict.fromkeys((*paths, *_shipped(everything=known or asked))))
    try:
        read_all([*paths, *([update_expect] if update_expect and not new else [])])
    except ExpectationsError as error:
        raise WrongUsageError(f"expectations that cannot be used:\n{error}") from error
    return paths


def asked_for(expect: Sequence[str]) -> tuple[str, ...]:
    """Return the values of --expect with absolute paths, for processes in another working folder."""
    return tuple(each if each in (NONE, KNOWN) else os.path.abspath(each) for each in expect)


def _named(expect: Sequence[str], update_expect: str | None, *, new: bool) -> tuple[str, ...]:
    if expect:
        return () if expect == (NONE,) else tuple(dict.fromkeys(map(_path, expect)))
    return (os.path.abspath(update_expect),) if update_expect and not new else ()


def _shipped(*, everything: bool) -> tuple[str, ...]:
    """Return the files of the package, of which those about layers and drivers apply only if they are asked for."""
    return tuple(each for each in shipped_files() if everything or _is_of_loader(each))


def _is_of_loader(path: str) -> bool:
    [file] = read_all([path])
    return isinstance(file, ByRelease) or file.kind == "loader"


def _path(expect: str) -> str:
    return of_releases() if expect == KNOWN else os.path.abspath(expect)


def listed_apart(outcome: Run, wanted: RunRequest) -> tuple[str, ...]:
    """Return a sentence for each file of the package on a layer or driver that lists failures which count in a run.

    Empty if these files are used, or if the user has chosen others, or none.
    """
    return () if wanted.known or wanted.held_to else tuple(_listed_apart(outcome))


def _listed_apart(outcome: Run) -> Iterator[str]:
    files = [each for each in read_all(shipped_files()) if isinstance(each, Expectations)]
    subjects = [each for each in outcome.header.subjects if each.kind != "loader"]
    failing = [each for each in outcome.results if each.counts_against and each.expected is None]
    for file, subject in ((each, one) for one in subjects for each in files if each.fits(one)):
        known = Known([file], [subject])
        own = [each for each in failing if each.subject == subject.name]
        listed = [each for each in own if known.expecting(each).as_expected]
        cases, known_cases = (len({each.case for each in some}) for some in (own, listed))
        if listed:
            yield (
                f"{known_cases} of {number_of(cases, 'failing case')} of {subject.kind} {visible(subject.name)} "
                f"{'is' if known_cases == 1 else 'are'} known: {file.name}, which comes with refloader, has the "
                "reasons, and --known takes them as expected"
            )


class Updates(NamedTuple):
    """The changed files, and sentences on files that were not changed."""

    changes: tuple[Change, ...]
    refused: tuple[str, ...]


def written(outcome: Run, wanted: RunRequest, update_expect: str, folder: str) -> Updates:
    """Update the expectation files to match a run; loaders without a file get one below ``folder``.

    Raises:
        OSError: a file cannot be written.
    """
    if outcome.truncated or outcome.problems:
        return Updates((), ("the run did not come to its end, so no expectations were written",))
    judged = outcome.header.subjects
    changes, refused = list[Change](), list[str]()
    for path, subjects in _chosen(judged, outcome, wanted, update_expect, folder):
        if path in shipped_files() and not in_checkout():
            refused.append(f"{path} was left as it is: it is part of the installation, so name a file")
        elif len(subjects) == 1:
            changes.append(update(path, subjects[0], outcome.results, complete=wanted.complete))
        else:
            names = " and ".join(each.name for each in subjects) or "none of the subjects of this run"
            refused.append(f"{path} was left as it is: it is about {names}")
    return Updates(tuple(changes), tuple(refused))


def _chosen(
    loaders: Sequence[Subject], outcome: Run, wanted: RunRequest, update_expect: str, folder: str
) -> Iterator[tuple[str, list[Subject]]]:
    """Yield each file to be written, with the loaders that it is about."""
    if update_expect:
        yield update_expect, _fitting(update_expect, loaders)
        return
    left = list(loaders)
    for path in wanted.expectations:
        about = [each for each in _fitting(path, loaders) if each in left]
        if about:
            yield path, about
        left = [each for each in left if each not in about]
    for subject in left:
        if any(each.subject == subject.name and each.counts_against for each in outcome.results):
            yield os.path.join(folder, "expectations", f"{_file_name(subject)}.toml"), [subject]


def _fitting(path: str, loaders: Sequence[Subject]) -> list[Subject]:
    if not os.path.lexists(path):
        return [each for each in loaders if each.name not in _OURS] or list(loaders)
    [file] = read_all([path])
    if isinstance(file, ByRelease):  # it is generated from the results of releases
        return []
    return [each for each in loaders if file.fits(each)]


def _file_name(subject: Subject) -> str:
    name = os.path.basename(subject.path) or subject.name
    return "".join(each if each.isalnum() or each in "-._" else "-" for each in name)


def document(updates: Updates) -> list[dict[str, object]]:
    """Return the changes to the expectation files, for JSON."""
    refused: list[dict[str, object]] = [{"refused": sentence} for sentence in updates.refused]
    return [*(each._asdict() for each in updates.changes), *refused]


def print_updates(updates: Updates) -> None:
    """Print the changes to the expectation files."""
    for path, added, removed, waiting in updates.changes:
        reasons = f", {waiting} with a reason to be filled in" if waiting else ""
        say(f"expectations: {path}: {added} added, {removed} removed{reasons}")
    for sentence in updates.refused:
        say(f"expectations: {sentence}")

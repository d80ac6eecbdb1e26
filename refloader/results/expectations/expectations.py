"""The expectations for the subjects of a run, and which of them are stale. Gives no verdict and writes no file."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from refloader.results.expectations import by_release, expectation_file
from refloader.results.expectations.by_release import ByRelease
from refloader.results.expectations.case_lists import NO_LISTS, CaseLists
from refloader.results.expectations.expectation_file import Entry, Expectations
from refloader.results.expectations.matching import Matching
from refloader.results.records import ENDS, SHIPPED_EXPECTATIONS, Result, Stale, Subject, changed, timestamp
from refloader.shipped import shipped

FOLDER = SHIPPED_EXPECTATIONS.rstrip("/")
"""The folder of the expectation files that come with the package."""

BY_RELEASE = f"{FOLDER}/by-release"
"""The folder of the files on releases of loaders, which are used on request."""

AnyFile: TypeAlias = Expectations | ByRelease

_OF_RELEASES = re.compile(rb'^schema *= *"' + re.escape(by_release.SCHEMA.encode()) + rb'"', re.MULTILINE)
"""The line by which a file on releases is told from one on a single subject."""


def shipped_files() -> tuple[str, ...]:
    """Return the paths of the expectation files that come with the package, sorted by name."""
    folder = shipped(FOLDER)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return tuple(os.path.join(folder, name) for name in names if name.endswith(".toml"))


def of_releases() -> str:
    """Return the path of the file on the releases of loaders that comes with the package."""
    return os.path.join(shipped(BY_RELEASE), "loaders.toml")


def read_all(paths: Iterable[str]) -> tuple[AnyFile, ...]:
    """Return the expectations in each file. Raises ExpectationsError for the first that cannot be used."""
    return tuple(_read(path, name_of(path)) for path in paths)


def _read(path: str, name: str) -> AnyFile:
    data = expectation_file.content(path)
    if _OF_RELEASES.search(data):
        return by_release.parse(data, name)
    return expectation_file.parse(data, name)


def name_of(path: str) -> str:
    """Return a file's name in results. A file that comes with the package has the same name on every machine."""
    folder, name = os.path.split(path)
    own = next((each for each in (FOLDER, BY_RELEASE) if folder == shipped(each)), "")
    return f"{own}/{name}" if own else path


class Known:
    """The entries that apply to the subjects of one run, which takes place on ``day``: today, if it is empty.

    ``lists`` tells of cases of which no file does. Pass every result to ``expecting_all`` before you call ``stale``.
    ``unused`` has the names of the files that fit no subject, except those that come with the package. ``notes`` are
    sentences on the files about releases, which tell what they expect of each loader or why nothing, and on entries
    that have expired.
    """

    def __init__(
        self,
        files: Sequence[AnyFile],
        subjects: Sequence[Subject],
        day: str = "",
        lists: CaseLists = NO_LISTS,
    ) -> None:
        entries = {
            subject.name: [
                (each.name, entry) for each in files if each.fits(subject) for entry in each.of(subject)
            ]
            for subject in subjects
        }
        today = day or timestamp()[:10]
        self.lists = lists
        self._entries = {
            name: [pair for pair in pairs if not pair[1].has_expired(today)]
            for name, pairs in entries.items()
        }
        gone = dict.fromkeys(
            pair for pairs in entries.values() for pair in pairs if pair[1].has_expired(today)
        )
        self._matching = {name: Matching(pairs) for name, pairs in self._entries.items()}
        self._with_cases: set[tuple[str, str, str, str]] = set()
        asked = (each for each in files if not each.name.startswith(f"{FOLDER}/"))
        self.unused = tuple(each.name for each in asked if not any(map(each.fits, subjects)))
        of_releases = [each for each in files if isinstance(each, ByRelease)]
        said = (each.about(subject) for each in of_releases for subject in subjects)
        self.notes = (*filter(None, said), *(_expired(*pair) for pair in gone))

    def expecting_all(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results with their expectations, of files and of lists; those of a case have to be there together."""
        return self.lists.expecting(map(self.expecting, results))

    def expecting(self, result: Result) -> Result:
        """Return the result with its expectation. An entry for the exact case takes precedence over a pattern."""
        matching = self._matching.get(result.subject)
        fitting = [*matching.of(result.rule, result.case)] if matching else []
        self._with_cases |= {(result.subject, file, entry.rule, entry.case) for file, entry in fitting}
        if not fitting:
            return result
        file, entry = fitting[0]
        return changed(result, expected=entry.expected(file))

    def stale(self, judged: Collection[str]) -> Iterator[Stale]:
        """Yield the entries for these subjects that match the case of no result."""
        for subject in judged:
            for file, entry in self._entries.get(subject, ()):
                if not entry.may and (subject, file, entry.rule, entry.case) not in self._with_cases:
                    yield Stale(subject, entry.rule, entry.case, file, entry.line)

    def ending(self, subjects: Iterable[str]) -> tuple[str, ...]:
        """Return the subjects that are known to end programs: an entry expects a crash or a timeout."""
        return tuple(each for each in subjects if self._ends(each) or self.lists.expects_end(each))

    def _ends(self, subject: str) -> bool:
        return any(entry.verdict in ENDS for _, entry in self._entries.get(subject, ()))


def _expired(file: str, entry: Entry) -> str:
    return f"{file}:{entry.line} expired on {entry.expires}: {entry.rule} {entry.case} is judged without it"

"""The expectations for the subjects of a run, and which of them are stale. Gives no verdict and writes no file."""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence

from refloader.results.expectations.expectation_file import Entry, Expectations, read
from refloader.results.records import Expected, Result, Stale, Subject, changed
from refloader.shipped import shipped

FOLDER = "reports/expectations"
"""The folder of the expectation files that come with the package."""


def shipped_files() -> tuple[str, ...]:
    """Return the paths of the expectation files that come with the package, sorted by name."""
    folder = shipped(FOLDER)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return tuple(os.path.join(folder, name) for name in names if name.endswith(".toml"))


def read_all(paths: Iterable[str]) -> tuple[Expectations, ...]:
    """Return the expectations in each file. Raises ExpectationsError for the first that cannot be used."""
    return tuple(read(path, name_of(path)) for path in paths)


def name_of(path: str) -> str:
    """Return a file's name in results. A file that comes with the package has the same name on every machine."""
    folder, name = os.path.split(path)
    return f"{FOLDER}/{name}" if folder == shipped(FOLDER) else path


class Known:
    """The entries that apply to the subjects of one run.

    Pass every result to ``expecting`` before you call ``stale``. ``unused`` has the names of the files that fit no
    subject, except those that come with the package.
    """

    def __init__(self, files: Sequence[Expectations], subjects: Sequence[Subject]) -> None:
        self._entries = {
            subject.name: [
                (each.name, entry) for each in files if each.fits(subject) for entry in each.of(subject)
            ]
            for subject in subjects
        }
        self._with_cases: set[tuple[str, str, int]] = set()
        asked = (each for each in files if not each.name.startswith(f"{FOLDER}/"))
        self.unused = tuple(each.name for each in asked if not any(map(each.fits, subjects)))

    def expecting(self, result: Result) -> Result:
        """Return the result with its expectation. An entry for the exact case takes precedence over a pattern."""
        fitting = [
            (file, entry)
            for file, entry in self._entries.get(result.subject, ())
            if entry.fits(result.rule, result.case)
        ]
        self._with_cases |= {(result.subject, file, entry.line) for file, entry in fitting}
        fitting.sort(key=lambda pair: pair[1].case != result.case)
        return changed(result, expected=_expected(*fitting[0])) if fitting else result

    def stale(self, judged: Collection[str]) -> Iterator[Stale]:
        """Yield the entries for these subjects that match the case of no result."""
        for subject in judged:
            for file, entry in self._entries.get(subject, ()):
                if (subject, file, entry.line) not in self._with_cases:
                    yield Stale(subject, entry.rule, entry.case, file, entry.line)


def _expected(file: str, entry: Entry) -> Expected:
    return Expected(entry.verdict, entry.reason, entry.link, file, entry.line, entry.also)

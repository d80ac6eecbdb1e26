"""Finds the entries of expectation files that apply to a case, however many entries there are. Gives no verdict."""

from collections.abc import Iterable, Iterator

from refloader.results.expectations.expectation_file import Entry
from refloader.rules.suites import today


class Matching:
    """The entries of files for one subject, each with the name of its file.

    An entry for a case that a released version of the suite calls otherwise than today is for the case of today.
    """

    def __init__(self, entries: Iterable[tuple[str, Entry]]) -> None:
        self._exact: dict[tuple[str, str], list[tuple[str, Entry]]] = {}
        self._patterns: dict[str, list[tuple[str, Entry]]] = {}
        for file, entry in entries:
            self._exact.setdefault((entry.rule, today(entry.case)), []).append((file, entry))
            if entry.is_pattern:
                self._patterns.setdefault(entry.rule, []).append((file, entry))

    def of(self, rule: str, case: str) -> Iterator[tuple[str, Entry]]:
        """Yield the entries that apply to a case: those for exactly this case, then the patterns."""
        yield from self._exact.get((rule, case), ())
        for file, entry in self._patterns.get(rule, ()):
            if today(entry.case) != case and entry.fits(rule, case):
                yield file, entry

    def named(self, rule: str, case: str) -> Iterator[Entry]:
        """Yield the entries that are written with this case or pattern."""
        return (entry for _, entry in self._exact.get((rule, today(case)), ()))

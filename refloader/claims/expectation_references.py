"""Checks that the expectation files contain the entries to which results refer. No I/O."""

from collections.abc import Iterator, Mapping

from refloader.model.text import quote
from refloader.results.expectations.expectation_file import Expectations
from refloader.results.expectations.matching import Matching
from refloader.results.results_file import Expected, Result, Run


def used(runs: Mapping[str, Run]) -> dict[str, int]:
    """Return how many results refer to each expectation file, by its name in the results, sorted by name."""
    found: dict[str, int] = {}
    for run in runs.values():
        for result in run.results:
            if result.expected is not None:
                found[result.expected.file] = found.get(result.expected.file, 0) + 1
        for entry in run.stale:
            found.setdefault(entry.file, 0)
    return dict(sorted(found.items()))


def differing(run: Run, files: Mapping[str, Expectations]) -> Iterator[str]:
    """Yield a sentence for each result, or stale entry, of a run that the expectation files do not confirm."""
    known = _Known(run, files)
    for result in run.results:
        if result.expected is not None and known.expectation(result.expected.file, result) != result.expected:
            yield (
                f"{result.rule} {quote(result.case)} of {quote(result.subject)}: "
                f"{quote(result.expected.file)} does not say that of it"
            )
    for each in run.stale:
        named = known.entries(each.file, each.subject).named(each.rule, each.case)
        if not any(entry.line == each.line for entry in named):
            yield f"{quote(each.file)} has no entry at line {each.line} on {each.rule} {quote(each.case)}"


class _Known:
    """The entries of each file for each subject of a run, found when they are asked for."""

    def __init__(self, run: Run, files: Mapping[str, Expectations]) -> None:
        self._files = files
        self._system = _system(run.header.machine)
        self._day = run.header.started[:10]
        self._subjects = {each.name: each for each in run.header.subjects}
        self._found: dict[tuple[str, str], Matching] = {}

    def entries(self, name: str, subject: str) -> Matching:
        """Return the entries of the file of this name for a subject."""
        if (name, subject) not in self._found:
            file, about = self._files.get(name), self._subjects.get(subject)
            entries = file.of(about) if file and about and file.fits(about, self._system) else ()
            self._found[name, subject] = Matching(
                (name, entry) for entry in entries if not entry.has_expired(self._day)
            )
        return self._found[name, subject]

    def expectation(self, name: str, result: Result) -> Expected | None:
        """Return the expectation for a result. An entry for exactly this case takes precedence over a pattern."""
        first = next(self.entries(name, result.subject).of(result.rule, result.case), None)
        return first[1].expected(name) if first else None


def _system(machine: Mapping[str, object]) -> str:
    """Return the system of a run in the form used by the conditions of expectation files."""
    return f"{machine.get('system', '')} {machine.get('release', '')}".lower()

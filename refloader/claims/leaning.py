"""Checks that the expectation files contain the entries to which results refer. No I/O."""

from collections.abc import Iterator, Mapping, Sequence

from refloader.model.text import quote
from refloader.results.expectations.expectation_file import Entry, Expectations
from refloader.results.results_file import Expected, Result, Run, Subject


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
    system = _system(run.header.machine)
    known = {
        (name, subject.name): _Entries(
            name, _applying(file, subject, run) if file.fits(subject, system) else ()
        )
        for name, file in files.items()
        for subject in run.header.subjects
    }
    for result in run.results:
        if result.expected is not None:
            entries = known.get((result.expected.file, result.subject))
            if entries is None or entries.of(result) != result.expected:
                yield (
                    f"{result.rule} {quote(result.case)} of {quote(result.subject)}: "
                    f"{quote(result.expected.file)} does not say that of it"
                )
    for each in run.stale:
        entries = known.get((each.file, each.subject))
        if entries is None or not entries.has(each.rule, each.case, each.line):
            yield f"{quote(each.file)} has no entry at line {each.line} on {each.rule} {quote(each.case)}"


def _applying(file: Expectations, subject: Subject, run: Run) -> list[Entry]:
    """Return the entries of a file that had not expired when the run began."""
    return [each for each in file.of(subject) if not each.has_expired(run.header.started[:10])]


class _Entries:
    """The entries of one file for one subject."""

    def __init__(self, name: str, entries: Sequence[Entry] | Iterator[Entry]) -> None:
        self._name = name
        self._by_rule: dict[str, list[Entry]] = {}
        for entry in entries:
            self._by_rule.setdefault(entry.rule, []).append(entry)

    def of(self, result: Result) -> Expected | None:
        """Return the expectation for a result. An entry for exactly this case takes precedence over a pattern."""
        fitting = [e for e in self._by_rule.get(result.rule, ()) if e.fits(result.rule, result.case)]
        fitting.sort(key=lambda entry: entry.case != result.case)
        first = fitting[0] if fitting else None
        return (
            Expected(first.verdict, first.reason, first.link, self._name, first.line, first.also)
            if first
            else None
        )

    def has(self, rule: str, case: str, line: int) -> bool:
        """Return True if the file has such an entry."""
        return any((each.case, each.line) == (case, line) for each in self._by_rule.get(rule, ()))


def _system(machine: Mapping[str, object]) -> str:
    """Return the system of a run in the form used by the conditions of expectation files."""
    return f"{machine.get('system', '')} {machine.get('release', '')}".lower()

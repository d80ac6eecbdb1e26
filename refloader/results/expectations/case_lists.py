"""Lists of cases in the form of deqp-runner: known failures, flaky cases, and cases to leave out. Gives no verdict.

A list of failures has a case and its status on each line, as CSV. The lines of the two others are regular
expressions, each of which is looked for in the names of cases; a line that is the name of a case means that case.
Before each name its subject and a colon may stand. Empty lines and lines that begin with # are comments.

A list is about cases, and a case of several rules has a result for each. It stands for the gravest of them.
"""

import csv
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.host.machines.real import RealHost
from refloader.host.port import Failure
from refloader.model.text import quote, visible
from refloader.results.records import ENDS, FINDINGS, Expected, Result, Verdict, changed, worst

STATUSES: Mapping[str, Verdict] = {
    "Fail": Verdict.FAIL,
    "Crash": Verdict.CRASH,
    "Timeout": Verdict.TIMEOUT,
    "Warn": Verdict.WARN,
}
"""The statuses that a list of failures can have, with their verdicts."""

_FLAKY = (Verdict.FAIL, (Verdict.CRASH, Verdict.TIMEOUT, Verdict.WARN, Verdict.PASS))
"""What a flaky case may come to: the first is what it is said to be known for."""


_REASON, _FLAKE = "listed as {}", "flaky"
_REASONS = frozenset(_REASON.format(each) for each in (*STATUSES, _FLAKE))


class ListError(Exception):
    """A list cannot be used. The text is for the user: each problem with its line."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a list of regular expressions, which says in ``file`` and ``number`` where it stands."""

    file: str
    number: int
    text: str
    pattern: "re.Pattern[str]"

    def means(self, names: Sequence[str]) -> bool:
        """True if the line is one of the names of a case, or is found in one."""
        return self.text in names or any(map(self.pattern.search, names))


@dataclass(frozen=True, slots=True)
class CaseLists:
    """The lists of a run. ``fails`` has an expectation for each name of a case."""

    fails: Mapping[str, Expected] = field(default_factory=dict)
    flakes: tuple[_Line, ...] = ()
    skips: tuple[_Line, ...] = ()

    def why_skipped(self, subject: str, case: str) -> str:
        """Return why a list leaves a case out; empty if none does."""
        line = next((each for each in self.skips if each.means(_names(subject, case))), None)
        return f"left out by {line.file}:{line.number}" if line else ""

    def expects_end(self, subject: str) -> bool:
        """Return whether a case of a subject is known to crash, or to take too long."""
        of = (name.rpartition(":")[0] for name, known in self.fails.items() if known.verdict in ENDS)
        return any(each in ("", subject) for each in of)

    def expecting(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results with what the lists expect of them; those of a case have to be there together."""
        every = tuple(results)
        verdicts: dict[tuple[str, str], list[Verdict]] = {}
        for each in every:
            verdicts.setdefault((each.subject, each.case), []).append(each.verdict)
        gravest = {case: worst(of) for case, of in verdicts.items()}
        for each in every:
            is_gravest = each.verdict is gravest[each.subject, each.case]
            expected = self._of(each) if is_gravest and each.expected is None else None
            yield changed(each, expected=expected) if expected else each

    def _of(self, result: Result) -> Expected | None:
        names = _names(result.subject, result.case)
        known = next((self.fails[each] for each in names if each in self.fails), None)
        if (known and known.allows(result.verdict)) or result.verdict not in FINDINGS | {Verdict.PASS}:
            return known
        line = next((each for each in self.flakes if each.means(names)), None)
        if line is None:
            return known
        return Expected(_FLAKY[0], _REASON.format(_FLAKE), "", line.file, line.number, _FLAKY[1])


NO_LISTS = CaseLists()


def _names(subject: str, case: str) -> tuple[str, str]:
    return case, f"{subject}:{case}"


def read_lists(fails: Iterable[str], flakes: Iterable[str], skips: Iterable[str]) -> CaseLists:
    """Return the lists in these files. Raises ListError with all problems of the first that cannot be used."""
    known = {name: each for path in fails for name, each in _failures(path)}
    patterns = [tuple(each for path in paths for each in _patterns(path)) for paths in (flakes, skips)]
    return CaseLists(known, *patterns)


def is_flaky(result: Result) -> bool:
    """True if a case is known for passing at times, or did so at a second try."""
    return result.flaky is not None or (result.expected is not None and result.expected.allows(Verdict.PASS))


def is_of_list(expected: Expected) -> bool:
    """True if an expectation may be that of a list: an expectation file can give the same reason."""
    return expected.reason in _REASONS


def as_line(name: str) -> str:
    """Return the line of a list of regular expressions that means this case alone."""
    return "^" + re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", name) + "$"


def _failures(path: str) -> Iterator[tuple[str, Expected]]:
    problems, found = list[str](), dict[str, Expected]()
    for number, line in lines_of(path):
        row = _row(line)
        if len(row) != 2 or not row[0]:
            problems.append(f"{visible(path)}:{number}: not the name of a case, a comma and a status")
        elif row[1] not in STATUSES:
            problems.append(f"{visible(path)}:{number}: {quote(row[1])} is none of {', '.join(STATUSES)}")
        else:
            found[row[0]] = Expected(STATUSES[row[1]], _REASON.format(row[1]), "", visible(path), number)
    if problems:
        raise ListError("\n".join(problems))
    yield from found.items()


def _row(line: str) -> list[str]:
    """Return the fields of a line; none if it is longer than Python's reader takes."""
    try:
        return next(csv.reader([line]))
    except csv.Error:
        return []


def _patterns(path: str) -> Iterator[_Line]:
    problems, found = list[str](), list[_Line]()
    for number, line in lines_of(path):
        try:
            found.append(_Line(visible(path), number, line, _compiled(line)))
        except (re.error, RecursionError, OverflowError) as error:
            problems.append(f"{visible(path)}:{number}: no regular expression: {error}")
    if problems:
        raise ListError("\n".join(problems))
    yield from found


def _compiled(line: str) -> "re.Pattern[str]":
    """Compile a regular expression. Python's warnings of what it may mean one day are for who writes Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        return re.compile(line)


def lines_of(path: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are no comments, with their numbers. Raises ListError."""
    answer = RealHost().read(os.path.abspath(path))
    if isinstance(answer, Failure):
        raise ListError(f"{visible(path)}: {answer.detail or answer.trouble}")
    try:
        text = answer.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ListError(f"{visible(path)}: not UTF-8 at byte {error.start}") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()

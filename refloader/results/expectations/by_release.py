"""Known failures of loaders by release: what a release between two tested builds is expected to do.

A file of schema ``refloader.expectations-by-release/1`` lists the builds that were tested, and for each known
failure the first and the last of consecutive builds that have it. The release of a loader lies between two builds,
its neighbours (both are the same build if that release was tested):

- a failure of both neighbours is expected,
- a failure of one of them may occur: it is known, and its absence is no change,
- a release newer than every build may have the failures of the newest one,
- of a release older than every build nothing is known.

A neighbour that was judged by another edition than the loader only tells what may occur. Reads no file.
"""

import os
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.core.ages import release_of
from refloader.inspect.profiles.toml_text import Problem, read_toml
from refloader.model.edition import Edition
from refloader.model.text import number_of, quote
from refloader.results.expectations.expectation_file import Entry, ExpectationsError
from refloader.results.records import FINDINGS, Subject, Verdict
from refloader.rules.binding import binds_loaders
from refloader.rules.registry import is_known

SCHEMA = "refloader.expectations-by-release/1"
Release = tuple[int, ...]

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*known[ \t]*\]\][ \t]*(#.*)?")
_IN_NAME = re.compile(r"(?:\.so\.|-)([0-9]+\.[0-9]+\.[0-9]+)(?![0-9])")
_NUMBERS = 3
_EARLY = ((1, 0, 0), (1, 1, 0))
_BUILD = {"release": str, "edition": str, "sha256": str}
_ROW = {
    **dict.fromkeys(("rule", "from", "to", "verdict", "reason", "link"), str),
    **dict.fromkeys(("cases", "also", "differs"), list),
}
_OPTIONAL = ("link", "also", "differs")
_GOOD = (Verdict.PASS, Verdict.WARN)


@dataclass(frozen=True, slots=True)
class Build:
    """A build that was tested: its release, the edition that it was judged by, and the digest of its file."""

    release: str
    edition: str
    sha256: str = ""

    @property
    def numbers(self) -> Release:
        """The release as numbers, by which builds are ordered."""
        return release_of(self.release)[:_NUMBERS]


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure of consecutive builds, from ``first`` to ``last`` (both are indexes, and both have it).

    ``also`` has other verdicts that occurred by chance; ``differs`` has patterns of what differs, empty for anything;
    ``line`` is the line of its entry, counted from 1.
    """

    rule: str
    case: str
    first: int
    last: int
    verdict: Verdict
    reason: str = ""
    link: str = ""
    also: tuple[Verdict, ...] = ()
    line: int = 0
    differs: tuple[str, ...] = ()

    def holds(self, build: int | None) -> bool:
        """True if the build at this index has the failure."""
        return build is not None and self.first <= build <= self.last


@dataclass(frozen=True, slots=True)
class Place:
    """Where a release lies among the builds: the indexes of its neighbours, None for none on that side.

    ``certain`` tells for each of the two if it was judged by the edition of the loader.
    """

    older: int | None
    newer: int | None
    certain: tuple[bool, bool] = (True, True)

    def has(self, found: Sequence[Failure]) -> tuple[bool, bool]:
        """Whether the older and the newer neighbour have one of these failures."""
        return any(each.holds(self.older) for each in found), any(each.holds(self.newer) for each in found)

    @property
    def is_known(self) -> bool:
        """True if there is a neighbour that was judged as the loader is."""
        both = ((self.older, self.certain[0]), (self.newer, self.certain[1]))
        return any(build is not None and certain for build, certain in both)


@dataclass(frozen=True, slots=True)
class ByRelease:
    """The known failures of one loader by release. ``name`` is the file's name in results."""

    name: str
    builds: tuple[Build, ...]
    failures: tuple[Failure, ...]

    def fits(self, subject: Subject, system: str = "") -> bool:
        """True if the file knows something of the releases around this loader, on any ``system``."""
        return subject.kind == "loader" and self.place(subject).is_known

    def of(self, subject: Subject) -> Iterator[Entry]:
        """Return what is expected of the loader, one entry for each rule and case."""
        place = self.place(subject)
        found: dict[tuple[str, str], list[Failure]] = {}
        for each in self.failures if place.is_known else ():
            if each.holds(place.older) or each.holds(place.newer):
                found.setdefault((each.rule, each.case), []).append(each)
        return (self._entry(several, place) for several in found.values())

    def place(self, subject: Subject) -> Place:
        """Return where the loader lies: by its digest, by its release, else nowhere."""
        same = (at for at, each in enumerate(self.builds) if each.sha256 and each.sha256 == subject.sha256)
        exact = next(same, None)
        older, newer = (exact, exact) if exact is not None else self._neighbours(_reported(subject))
        return Place(older, newer, (self._is_judged_so(older, subject), self._is_judged_so(newer, subject)))

    def about(self, subject: Subject) -> str:
        """Return a sentence on what the file expects of the loader and why, empty for another kind of subject."""
        if subject.kind != "loader":
            return ""
        place, entries = self.place(subject), tuple(self.of(subject))
        name = f"{subject.name} ({'.'.join(map(str, _reported(subject))) or subject.version})"
        if not place.is_known:
            return f"{self.name} knows nothing of {name}: {self._why_nothing(place, subject)}"
        may = sum(each.may for each in entries)
        said = [f"{number_of(len(entries) - may, 'failure')} expected"] if len(entries) > may else []
        said += [f"{number_of(may, 'failure')} that may occur"] if may else []
        return f"{self.name} expects of {name} what {self._where(place)}: {', '.join(said) or 'no failure'}"

    def _neighbours(self, release: Release) -> tuple[int | None, int | None]:
        numbers = [each.numbers for each in self.builds]
        older, newer = bisect_right(numbers, release) - 1, bisect_left(numbers, release)
        if not release or older < 0:
            return None, None
        return older, newer if newer < len(numbers) else None

    def _is_judged_so(self, build: int | None, subject: Subject) -> bool:
        return build is not None and self.builds[build].edition == subject.edition

    def _entry(self, found: Sequence[Failure], place: Place) -> Entry:
        """Return the entry for the failures of one rule and case, of which there are one or two."""
        first = found[0]
        older, newer = place.has(found)
        may = not (older and newer)
        verdicts = dict.fromkeys(each for one in found for each in (one.verdict, *one.also))
        verdicts |= dict.fromkeys(_GOOD if may else ())
        also = tuple(each for each in verdicts if each != first.verdict)
        reason = f"{self._whose(place, older=older, newer=newer)}: {first.reason}"
        ways = tuple(dict.fromkeys(text for one in found for text in one.differs))
        differs = ways if all(one.differs for one in found) else ()
        texts = (reason, first.link, "")
        return Entry(
            first.rule, first.case, first.verdict, *texts, first.line, also, may=may, differs=differs
        )

    def _whose(self, place: Place, *, older: bool, newer: bool) -> str:
        """Return which neighbours have a failure, in words."""
        names = [None if at is None else self.builds[at].release for at in (place.older, place.newer)]
        if place.older == place.newer:
            return f"a failure of {names[0]}"
        if names[1] is None:
            return f"may occur, as a failure of {names[0]}, the newest release that was tested"
        if older and newer:
            return f"a failure of {names[0]} and of {names[1]}"
        has, lacks = names if older else names[::-1]
        return f"may occur, as a failure of {has} and not of {lacks}"

    def _where(self, place: Place) -> str:
        older = "" if place.older is None else self.builds[place.older].release
        if place.newer is None:
            return f"{older} does, the newest release that was tested"
        if place.older == place.newer:
            return f"{older} does"
        return f"{older} and {self.builds[place.newer].release} do"

    def _why_nothing(self, place: Place, subject: Subject) -> str:
        if not _reported(subject):
            return "its release is unknown"
        if place.older is None:
            return f"the oldest release that was tested is {self.builds[0].release}"
        return f"no release beside it was judged by the edition {subject.edition or 'of all'}"


def released(subject: Subject) -> Release:
    """Return the release of a loader: as it reports, or from its file's name if it only reports major and minor."""
    numbers = release_of(subject.version)
    in_name = _IN_NAME.search(os.path.basename(os.path.realpath(subject.path)) if subject.path else "")
    named = release_of(in_name[1]) if in_name else ()
    return named if numbers[2:] == (0,) and named[:2] == numbers[:2] else numbers[:_NUMBERS]


def _reported(subject: Subject) -> Release:
    """Return the release that a loader reports: nothing is expected by the name of a file, which proves nothing.

    It is empty for 1.0.0 and 1.1.0, which early loaders report whatever their release is.
    """
    numbers = release_of(subject.version)[:_NUMBERS]
    return () if numbers in _EARLY else numbers


def failures(
    builds: Sequence[Mapping[tuple[str, str], Verdict]],
) -> Iterator[Failure]:
    """Yield the failures of builds, the oldest build first: one for each run of builds with the same verdict.

    Each build is given by its findings, a verdict for each rule and case.
    """
    for rule, case in dict.fromkeys(key for each in builds for key in each):
        first = 0
        verdicts = [each.get((rule, case)) for each in builds]
        for at, verdict in enumerate(verdicts):
            if at and verdicts[at - 1] != verdict:
                first = at
            if verdict is not None and (at + 1 == len(verdicts) or verdicts[at + 1] != verdict):
                yield Failure(rule, case, first, at, verdict)


def parse(data: bytes, name: str) -> ByRelease:
    """Return the content of a file. Raises ExpectationsError with the problems of the file."""
    found = read_toml(data)
    if isinstance(found, Problem):
        raise ExpectationsError(name, [found])
    table, lines = found
    reading = _Reading(table, [at for at, line in enumerate(lines, 1) if _HEADER.fullmatch(line)])
    content = reading.content(name)
    if reading.problems:
        raise ExpectationsError(name, sorted(reading.problems))
    return content


class _Reading:
    """Checks a table and collects all problems; a row with a problem is left out."""

    def __init__(self, table: Mapping[str, Any], lines: Sequence[int]) -> None:
        self._table, self._lines = table, lines
        self.problems: list[Problem] = []

    def content(self, name: str) -> ByRelease:
        """Return what the table holds. Only valid if there are no problems."""
        if self._table.get("schema") != SCHEMA:
            self._say(1, f"the schema is not {quote(SCHEMA)}")
        builds = tuple(self._builds())
        numbers = [each.numbers for each in builds]
        if numbers != sorted(set(numbers)) or not all(numbers):
            self._say(1, "the builds are not in the order of their releases, the oldest first")
            return ByRelease(name, builds, ())
        rows = self._table.get("known", [])
        if not isinstance(rows, list) or len(rows) != len(self._lines):
            self._say(1, "each entry has to begin with the line [[known]], and nothing else may")
            return ByRelease(name, builds, ())
        places = {each.release: at for at, each in enumerate(builds)}
        pairs = zip(rows, self._lines, strict=True)
        return ByRelease(
            name, builds, tuple(one for row, at in pairs for one in self._failures(row, at, places))
        )

    def _builds(self) -> Iterator[Build]:
        rows = self._table.get("build", [])
        if not isinstance(rows, list) or not rows:
            self._say(1, "there is no [[build]]")
            return
        for row in rows:
            if self._is_shaped(row, _BUILD, ("sha256",), 1):
                if row["edition"] not in {each.value for each in Edition}:
                    self._say(1, f"there is no edition {quote(row['edition'])}")
                yield Build(row["release"], row["edition"], row.get("sha256", ""))

    def _failures(self, row: object, line: int, places: Mapping[str, int]) -> Iterator[Failure]:
        if not isinstance(row, dict) or not self._is_shaped(row, _ROW, _OPTIONAL, line):
            return
        verdicts = (row["verdict"], *row.get("also", ()))
        if not is_known(row["rule"]) or not binds_loaders(row["rule"]):
            self._say(line, f"{quote(row['rule'])} is no rule for loaders")
        elif not {*verdicts} <= {each.value for each in FINDINGS | {*_GOOD}} or row["verdict"] in _GOOD:
            self._say(line, f"{quote(row['verdict'])} is no verdict of a failure")
        elif not places.get(row["from"], len(places)) <= places.get(row["to"], -1):
            self._say(
                line, f"{quote(row['from'])} to {quote(row['to'])} are no consecutive builds of this file"
            )
        else:
            span, also = (places[row["from"]], places[row["to"]]), tuple(map(Verdict, verdicts[1:]))
            for case in row["cases"]:
                texts = (row["reason"], row.get("link", ""))
                verdict, differs = Verdict(row["verdict"]), tuple(map(str, row.get("differs", ())))
                yield Failure(row["rule"], str(case), *span, verdict, *texts, also, line, differs)

    def _is_shaped(self, row: object, known: Mapping[str, type], optional: Sequence[str], line: int) -> bool:
        before = len(self.problems)
        if not isinstance(row, dict):
            self._say(line, "it is no table")
            return False
        for key, value in row.items():
            if not isinstance(value, known.get(key, ())):
                self._say(line, f"{quote(key)} does not belong here, or is of another type")
        for key in known:
            if key not in row and key not in optional:
                self._say(line, f"{quote(key)} is missing")
        return len(self.problems) == before

    def _say(self, line: int, message: str) -> None:
        self.problems.append(Problem(line, 1, message))

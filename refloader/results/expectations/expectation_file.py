"""Reads expectation files, which list the known findings on a subject. Gives no verdict and writes no file.

A file is TOML for one subject: ``[subject]`` has the conditions that the subject has to meet, each ``[[expected]]``
is one known finding. ``reports/README.md`` describes the format for authors.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from refloader.host.globs import fits_glob
from refloader.host.machines.real import RealHost
from refloader.host.port import Failure
from refloader.inspect.profiles.toml_text import Problem, read_toml
from refloader.model.edition import Edition
from refloader.model.text import quote, visible
from refloader.results.expectations.conditions import (
    ANY_DRIVER,
    DriverConditions,
    here,
    is_device,
    is_range,
    runs_on,
    within,
)
from refloader.results.records import FINDINGS, Expected, Result, Subject, Verdict
from refloader.results.verdicts import ANY, matches
from refloader.rules import RuleId, rules
from refloader.rules.binding import binds

SCHEMA = "refloader.expectations/1"
_VERDICTS = (*FINDINGS, Verdict.WARN)
_BY_CHANCE = (*_VERDICTS, Verdict.PASS)
_MOST_PLACED = 200
"""The maximum number of problems that are located at their key; others are located at the start of their table."""

_HEADER = re.compile(r"[ \t]*\[\[[ \t]*expected[ \t]*\]\][ \t]*(#.*)?")
_IDS = {"sha256": re.compile("[0-9a-fA-F]{64}"), "build_id": re.compile("(?:[0-9a-fA-F]{2}){4,64}")}
_TOP = {"schema": str, "subject": dict, "expected": list}
_DRIVER = {"driver": str, "driver_version": str, "device": (str, list)}
_BUILD = ("sha256", "build_id")
_SUBJECT = {
    **dict.fromkeys(("file", "version", "edition", "kind", "os"), str),
    **dict.fromkeys(_BUILD, (str, list)),
    **_DRIVER,
}
_SUBJECT_KINDS = ("loader", "layer", "driver")
_ENTRY = {
    **dict.fromkeys(("rule", "case", "verdict", "reason", "link", "versions", "expires"), str),
    "also": list,
    "differs": (str, list),
}
_NEEDED = ("rule", "case", "verdict", "reason")
_WORDS: Mapping[object, str] = {
    str: "a text",
    dict: "a table",
    list: "an array",
    (str, list): "a text or an array of texts",
}


class ExpectationsError(Exception):
    """An expectation file cannot be used. The text is for the user: each problem with its line and column."""

    def __init__(self, path: str, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(f"{visible(path)}:{p.line}:{p.column}: {p.message}" for p in problems))


@dataclass(frozen=True, slots=True)
class Entry:
    """One known finding. ``case`` is a case's name, or a pattern for variants, with ANY within the brackets.

    ``versions`` is a range, or empty; ``differs`` has patterns of what differs, empty for anything.

    ``line`` is the line of the entry's header, counted from 1; ``also`` has other verdicts that occur by chance.
    ``may`` is True if the case need not exist. ``expires`` is the last day on which the entry applies (2026-12-31),
    empty for ever.
    """

    rule: str
    case: str
    verdict: Verdict
    reason: str
    link: str
    versions: str
    line: int
    also: tuple[Verdict, ...] = ()
    may: bool = False
    expires: str = ""
    differs: tuple[str, ...] = ()

    def has_expired(self, day: str) -> bool:
        """True if the entry no longer applies on a day, written as 2026-12-31."""
        return bool(self.expires) and self.expires < day

    @property
    def is_pattern(self) -> bool:
        """True if the entry may apply to cases of other names than ``case``."""
        return ANY in self.case.partition("[")[2]

    def fits(self, rule_id: str, case: str) -> bool:
        """True if the entry applies to this case of this rule."""
        return rule_id == self.rule and (case == self.case or _takes(self.case, case))

    def expected(self, file: str) -> Expected:
        """Return the expectation that this entry of a file is for a case."""
        return Expected(self.verdict, self.reason, self.link, file, self.line, self.also, self.differs)

    def allows(self, result: Result) -> bool:
        """True if the entry permits a result to which it applies."""
        return self.expected("").allows(result.verdict, result.reason)


def _takes(pattern: str, case: str) -> bool:
    """True if the case is a variant that matches the pattern, a name with ANY in its brackets."""
    stem, bracket, variants = pattern.partition("[")
    if ANY not in variants or not case.startswith(stem + bracket):
        return False
    return matches(variants, case.removeprefix(stem + bracket))


@dataclass(frozen=True, slots=True)
class Expectations:
    """One expectation file: the conditions on its subject, and its entries. ``name`` is the file's name in results.

    ``file`` is a pattern, ``version`` a range, ``edition`` the edition that applies to the subject; each may be
    empty. ``kind`` is loader, layer or driver; for layers and drivers ``file`` is the manifest and ``version`` the
    Vulkan version in it. ``builds`` has digests and build ids of the library, of which one has to be its own;
    empty for any. ``told`` has the conditions on a driver's reported data, ``system`` is a pattern for the system of
    the machine.
    """

    name: str
    file: str
    version: str
    edition: str
    entries: tuple[Entry, ...]
    kind: str = "loader"
    told: DriverConditions = ANY_DRIVER
    system: str = ""
    builds: tuple[str, ...] = ()

    @property
    def identifies_library(self) -> bool:
        """True if a digest, a build id or a driver's own version selects the library, not the name of a file."""
        return bool(self.builds or (self.told.name and self.told.version))

    def fits(self, subject: Subject, system: str = "") -> bool:
        """True if the subject meets the conditions.

        ``system`` is the system that the subject runs on; if empty, that of this machine.
        """
        if subject.kind != self.kind or (self.edition or subject.edition) != subject.edition:
            return False
        name = os.path.basename(subject.path) or subject.name
        named = fits_glob(name, self.file or "*") and within(subject.version, self.version)
        if self.builds and not {subject.digest, str(subject.build.get("build_id", ""))} & {*self.builds}:
            return False
        return named and runs_on(system or here(), self.system) and self.told.fits(subject.facts)

    def of(self, subject: Subject) -> Iterator[Entry]:
        """Return the entries that apply to this version of the subject."""
        return (each for each in self.entries if within(subject.version, each.versions))


def read(path: str, name: str = "") -> Expectations:
    """Return the expectations in a file. ``name`` is its name in results, by default the path.

    Raises ExpectationsError.
    """
    return parse(content(path), name or path)


def content(path: str) -> bytes:
    """Return the bytes of a file. Raises ExpectationsError."""
    answer = RealHost().read(path)
    if isinstance(answer, Failure):
        raise ExpectationsError(path, [Problem(1, 1, answer.detail or str(answer.trouble))])
    return answer.data


def parse(data: bytes, name: str) -> Expectations:
    """Return the expectations in the bytes of a file. Raises ExpectationsError with all problems of the file."""
    found = read_toml(data)
    if isinstance(found, Problem):
        raise ExpectationsError(name, [found])
    reading = _Reading(*found)
    if reading.problems:
        raise ExpectationsError(name, sorted(reading.problems))
    return reading.expectations(name)


def headers(lines: Sequence[str]) -> list[int]:
    """Return the numbers, from 1, of the lines that begin an entry."""
    return [number for number, line in enumerate(lines, start=1) if _HEADER.fullmatch(line)]


class _Reading:
    """Checks the content of a file that is valid TOML, and collects all problems."""

    def __init__(self, table: Mapping[str, Any], lines: Sequence[str]) -> None:
        self._lines = lines
        self._headers = headers(self._lines)
        self._table = table
        self.problems: list[Problem] = []
        self._check()

    def expectations(self, name: str) -> Expectations:
        """Return the expectations. Only valid if there are no problems."""
        subject = self._table["subject"]
        rows = zip(self._table.get("expected", []), self._headers, strict=True)
        entries = tuple(_entry(row, line) for row, line in rows)
        file, version, edition, system = (subject.get(k, "") for k in ("file", "version", "edition", "os"))
        told = DriverConditions(
            subject.get("driver", ""), subject.get("driver_version", ""), _texts(subject, "device")
        )
        builds = tuple(each.lower() for key in _BUILD for each in _texts(subject, key))
        return Expectations(name, file, version, edition, entries, self._kind, told, system, builds)

    @property
    def _kind(self) -> str:
        return str(self._table["subject"].get("kind", _SUBJECT_KINDS[0]))

    def _check(self) -> None:
        if not self._shaped(self._table, _TOP, ("schema", "subject"), 1):
            return
        if self._table["schema"] != SCHEMA:
            self._say(1, "schema", f"{quote(self._table['schema'])} is not {quote(SCHEMA)}")
        self._check_subject(self._table["subject"])
        entries = self._table.get("expected", [])
        if len(entries) != len(self._headers):
            self._say(
                1, "expected", "each entry has to begin with the line [[expected]], and nothing else may"
            )
            return
        seen: dict[tuple[str, str, str], int] = {}
        for entry, line in zip(entries, self._headers, strict=True):
            if self._shaped(entry, _ENTRY, _NEEDED, line):
                self._check_entry(entry, line, seen)

    def _check_subject(self, subject: Mapping[str, Any]) -> None:
        line = next((n for n, text in enumerate(self._lines, 1) if text.strip().startswith("[subject]")), 1)
        if not self._shaped(subject, _SUBJECT, (), line):
            return
        if not any(map(subject.get, ("file", "version", "driver", *_BUILD))):
            self._say(
                line, "", "the subject has neither a file nor a version nor a build, so it would be any"
            )
        for key in _BUILD:
            self._check_build(key, _texts(subject, key), line)
        self._check_range(subject.get("version", ""), line, "version")
        if self._kind not in _SUBJECT_KINDS:
            self._say(line, "kind", f"{quote(self._kind)} is none of {', '.join(_SUBJECT_KINDS)}")
        self._check_told(subject, line)
        edition = subject.get("edition", "")
        if edition and edition not in {each.value for each in Edition}:
            self._say(line, "edition", f"there is no edition {quote(edition)}")

    def _check_build(self, key: str, texts: Sequence[str], line: int) -> None:
        for each in texts:
            if not _IDS[key].fullmatch(each):
                self._say(line, key, f"{quote(each)} is no {key} in hexadecimal")

    def _check_told(self, subject: Mapping[str, Any], line: int) -> None:
        for key in _DRIVER if self._kind != "driver" else ():
            if key in subject:
                self._say(line, key, f"{quote(key)} is a condition for drivers alone")
        self._check_range(subject.get("driver_version", ""), line, "driver_version")
        if subject.get("device") == []:
            self._say(line, "device", "no device is named, so it would be any; leave the line out for that")
        for each in _texts(subject, "device"):
            if not is_device(each):
                self._say(
                    line, "device", f'{quote(each)} is no device such as "10de:2335", "10de:*" or "none"'
                )

    def _check_entry(
        self, entry: Mapping[str, Any], line: int, seen: dict[tuple[str, str, str], int]
    ) -> None:
        rule_id = entry["rule"]
        if RuleId(rule_id) not in rules():
            self._say(line, "rule", f"there is no rule {quote(rule_id)}")
        elif not binds(rule_id, self._kind) and self._kind in _SUBJECT_KINDS:
            self._say(line, "rule", f"{rule_id} binds no {self._kind}")
        self._check_verdicts(entry, line)
        if not entry["case"]:
            self._say(line, "case", "the case is empty")
        self._check_range(entry.get("versions", ""), line, "versions")
        self._check_day(entry.get("expires", ""), line)
        first = seen.setdefault((rule_id, entry["case"], entry.get("versions", "")), line)
        if first != line:
            self._say(line, "case", f"the entry in line {first} is about this case of this rule already")

    def _check_verdicts(self, entry: Mapping[str, Any], line: int) -> None:
        if entry["verdict"] not in _VERDICTS:
            self._say(line, "verdict", f"{quote(entry['verdict'])} is none of {', '.join(sorted(_VERDICTS))}")
        for each in entry.get("also", ()):
            if each not in _BY_CHANCE:
                self._say(line, "also", f"{quote(str(each))} is none of {', '.join(sorted(_BY_CHANCE))}")
        texts = entry.get("differs", "any")
        if not texts or not all(isinstance(each, str) and each for each in texts):
            self._say(
                line, "differs", "what differs is an empty text, no text or missing; leave it out for any"
            )

    def _check_day(self, text: str, line: int) -> None:
        try:
            is_day = not text or date.fromisoformat(text).isoformat() == text
        except ValueError:
            is_day = False
        if not is_day:
            self._say(line, "expires", f'{quote(text)} is no day such as "2026-12-31"')

    def _check_range(self, text: str, line: int, key: str) -> None:
        for each in text.split(",") if text else []:
            if not is_range(each):
                self._say(line, key, f'{quote(each)} is no part of a range such as ">=1.3.239,<1.3.240"')

    def _shaped(self, table: object, known: Mapping[str, Any], needed: Sequence[str], line: int) -> bool:
        """True if a table has all needed keys, no unknown key, and values of the right types. Notes the problems."""
        before = len(self.problems)
        if not isinstance(table, dict):
            self._say(line, "", "it is no table")
            return False
        for key, value in table.items():
            if key not in known:
                self._say(line, key, f"{quote(key)} is no key that belongs here")
            elif not isinstance(value, known[key]):
                self._say(line, key, f"{quote(key)} is not {_WORDS[known[key]]}")
        for key in needed:
            if key not in table:
                self._say(line, "", f"{quote(key)} is missing")
        return len(self.problems) == before

    def _say(self, line: int, key: str, message: str) -> None:
        """Note a problem at a key of the table that begins in this line, or at the line if ``key`` is empty."""
        self.problems.append(Problem(*self._place(line, key), message))

    def _place(self, line: int, key: str) -> tuple[int, int]:
        if not key or len(self.problems) >= _MOST_PLACED:
            return line, 1
        pattern = re.compile(rf"""([ \t]*)\[{{0,2}}["']?{re.escape(key)}["']?[ \t]*[=.\]]""")
        after = bisect_right(self._headers, line)
        end = self._headers[after] if after < len(self._headers) else len(self._lines) + 1
        for number in range(line, end):
            match = pattern.match(self._lines[number - 1])
            if match:
                return number, len(match[1]) + 1
        return line, 1


def _texts(subject: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return the texts of a key, written as a string or an array."""
    given = subject.get(key, ())
    return (given,) if isinstance(given, str) else tuple(map(str, given))


def _entry(row: Mapping[str, Any], line: int) -> Entry:
    return Entry(
        rule=row["rule"],
        case=row["case"],
        verdict=Verdict(row["verdict"]),
        reason=row["reason"],
        link=row.get("link", ""),
        versions=row.get("versions", ""),
        line=line,
        also=tuple(map(Verdict, row.get("also", ()))),
        expires=row.get("expires", ""),
        differs=_texts(row, "differs"),
    )

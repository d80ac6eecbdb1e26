"""Findings of lint and of runs in one form, for tools that annotate files. Renders no document, makes no verdict."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from refloader.inspect.lint import manifests
from refloader.model.edition import ages
from refloader.model.reason import Severity
from refloader.model.text import number_of
from refloader.report.arrange import (
    EXPECTED,
    FINDINGS,
    Measured,
    by_weight,
    findings,
    flaky,
    out_of_date,
    retried,
    standing,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.places import beneath
from refloader.report.rewording import reworded
from refloader.results.results_file import Result, Run, Verdict, readable

Level: TypeAlias = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")

Reader: TypeAlias = Callable[[str], bytes]
"""Returns the bytes of the file at a path; empty if it cannot be read."""

Placer: TypeAlias = Callable[[str], str]
"""Returns the path on this machine for a path that findings name."""

_LEVEL: dict[Severity, Level] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
    Severity.INFO: "note",
}
_SHOWN = frozenset(FINDINGS) - {Verdict.ERROR.value} | {EXPECTED}
STDIN = "<stdin>"
"""The path that findings give to a manifest read from standard input."""

THE_RUN = "refloader"
"""Used as the rule of an issue with the run itself."""

_MARK = b"\xef\xbb\xbf"
_CHARACTER = 4
"""The most bytes that one character has."""


@dataclass(frozen=True, slots=True)
class IssueLocation:
    """A location in a file: path, line and column from 1 (columns in bytes); 0 means the whole file.

    ``text`` is that line of the file without its line ending; empty if it is not known.
    """

    path: str
    line: int = 0
    column: int = 0
    text: bytes = b""

    @property
    def utf16_column(self) -> int:
        """The column in UTF-16 code units, as editors and SARIF count; a byte order mark does not count."""
        if not self.text:
            return self.column
        marked = self.line == 1 and self.column > len(_MARK) and self.text.startswith(_MARK)
        return utf16_units(self.text, self.column - 1) + 1 - marked

    def rest(self, most: int) -> str | None:
        """Return the line from the column on, or None if that is longer than ``most`` characters."""
        start = max(self.column - 1, 0)
        if len(self.text) - start > _CHARACTER * most:
            return None
        rest = self.text[start:].decode("utf-8", "replace")
        return rest if len(rest) <= most else None


@dataclass(frozen=True, slots=True)
class Issue:
    """A broken rule and its locations. ``spots`` begins with the main location; it is empty if no file is involved.

    ``subject``, ``kind``, ``case``, ``verdict``, ``repro`` and ``environment`` are empty for lint. ``advice`` is the
    suggested fix, and ``matters`` lists the loaders concerned, unless the message already does. ``excuse`` is why the
    finding was expected; empty if it was not. ``identity`` does not change between runs when lines move; two issues
    may share one.
    """

    rule: str
    level: Level
    message: str
    spots: tuple[IssueLocation, ...]
    identity: tuple[str, ...]
    advice: str = ""
    matters: str = ""
    subject: str = ""
    kind: str = ""
    case: str = ""
    verdict: str = ""
    repro: str = ""
    environment: str = ""
    excuse: str = ""

    @property
    def title(self) -> str:
        """The rule, and the subject if there is one."""
        return f"{self.rule} on {self.subject}" if self.subject else self.rule

    @property
    def text(self) -> str:
        """The message, the advice and the loaders concerned as one text."""
        matters = f"Matters to {self.matters}" if self.matters else ""
        said = (self.message, self.advice, matters)
        return " ".join(each if each.endswith(".") else f"{each}." for each in said if each)


def fingerprints(issues: Iterable[Issue], folder: str) -> Iterator[str]:
    """Yield a unique digest of 32 hex digits for each issue, which is the same in the next run.

    For a finding of lint the digest includes its file (relative to ``folder``, if it is below it).
    """
    seen = Counter[bytes]()
    for issue in issues:
        where = beneath(issue.spots[0].path, folder) if issue.spots and not issue.subject else ""
        digest = hashlib.sha256("\0".join((*issue.identity, where)).encode("utf-8", "surrogatepass"))
        same = digest.digest()
        seen[same] += 1
        digest.update(f"\0{seen[same]}".encode())
        yield digest.hexdigest()[:32]


def of_lint(
    report: manifests.Report, read: Reader, root: str = "", *, notes: bool = True, place: Placer | None = None
) -> Iterator[Issue]:
    """Yield the findings of lint in their order; ``root`` is the staging tree that their paths are relative to.

    ``place`` returns the real path if it is not simply below the root. The line of each finding is read again, file
    by file, because a report does not hold file contents.
    """
    path, lines = "", [b""]
    for finding in report.findings:
        if finding.severity is Severity.NOTE and not notes:
            continue
        if finding.span.path != path:
            path, lines = finding.span.path, _lines(read(finding.span.path))
        lies = place(path) if place and path != STDIN else _on_disk(root, path)
        location = _location(lies, finding.span.line, finding.span.column, lines)
        yield _of_finding(finding, location)


def _on_disk(root: str, path: str) -> str:
    """Return the real path of a file inside a staging tree; the name of standard input stays as it is."""
    return f"{root.rstrip('/')}/{path.lstrip('/')}" if root and path != STDIN else path


def _of_finding(finding: manifests.Finding, location: IssueLocation) -> Issue:
    return Issue(
        rule=finding.rule,
        level=_LEVEL[finding.severity],
        message=finding.message,
        spots=(location,),
        identity=(finding.rule, finding.message, known_by(location.text)),
        advice=f"Fix: {finding.remedy}" if finding.remedy else "",
        matters=ages(finding.editions),
    )


def of_run(run: Run) -> tuple[Issue, ...]:
    """Return the findings of a run, the worst first, then the expected ones. Errors of the harness are not included.

    A result whose evidence has findings in a manifest is located there; any other result at the subject's file.
    """
    texts = {subject.name: _lines(subject.manifest.encode()) for subject in run.header.subjects}
    issues: dict[bool, list[Issue]] = {False: [], True: []}
    for subject in subjects(run):
        for result in by_weight([each for each in subject.results if standing(each) in _SHOWN]):
            issue = _of_result(result, subject, texts.get(subject.name, []))
            issues[bool(issue.excuse)].append(issue)
    return tuple(sorted(issues[False], key=_weight) + sorted(issues[True], key=_weight))


def of_causes(run: Run) -> tuple[Issue, ...]:
    """Return the findings of a run as ``of_run`` does, one for all cases that show the same of a subject."""
    texts = {subject.name: _lines(subject.manifest.encode()) for subject in run.header.subjects}
    issues = []
    for subject in subjects(run):
        for finding in findings(subject.results, _SHOWN):
            issue = _of_result(finding.first, subject, texts.get(subject.name, []))
            more = number_of(len(finding.others), "more case") if finding.others else ""
            issues.append(replace(issue, message=f"{issue.message} (and {more})") if more else issue)
    return tuple(sorted(issues, key=lambda issue: (bool(issue.excuse), _weight(issue))))


def of_itself(run: Run) -> Iterator[Issue]:
    """Yield the reasons why the run is unreliable: truncated results, damaged results, and errors of the harness."""
    if run.truncated:
        yield _doubt("truncated run: results may be missing")
    yield from map(_doubt, (*run.problems, *not_run(run)))


def not_run(run: Run) -> tuple[str, ...]:
    """Return a sentence on each case that ended in an error of the harness."""
    return tuple(
        f"{each.case} of {each.rule} on {each.subject} could not be judged: {each.reason}"
        for each in run.results
        if each.verdict is Verdict.ERROR
    )


def _doubt(said: str) -> Issue:
    return Issue(THE_RUN, "error", said, (IssueLocation("results.ndjson"),), (said,))


def of_expectations(run: Run) -> Iterator[Issue]:
    """Yield entries that match no case, located in their files; those of the package do not fail the run."""
    for entry in run.stale:
        identity = ("stale", entry.rule, entry.subject, entry.case)
        location = IssueLocation(entry.file, entry.line)
        level: Level = "warning" if entry.shipped else "error"
        yield Issue(entry.rule, level, out_of_date(entry), (location,), identity, subject=entry.subject)


def _is_of_package(result: Result) -> bool:
    """True if the result only shows that an entry of the package is stale."""
    return result.outdates and result.expected is not None and result.expected.shipped


def _weight(issue: Issue) -> int:
    return LEVELS.index(issue.level)


def _of_result(result: Result, subject: Measured, lines: Sequence[bytes]) -> Issue:
    how = standing(result)
    said = [flaky(result), retried(result), reworded(result.reason) or result.verdict.value]
    if result.surprising:
        said.insert(0, surprise(result))
    if result.verdict in (Verdict.CRASH, Verdict.TIMEOUT):
        said.insert(0, result.verdict.value)
    return Issue(
        rule=result.rule,
        level="warning" if how == Verdict.WARN or _is_of_package(result) else "error",
        message="; ".join(filter(None, said)),
        spots=tuple(_locations(result, subject.path, lines)),
        identity=(result.rule, subject.kind, subject.name, result.case, result.environment),
        advice=_text(result.evidence.get("advice")),
        subject=subject.name,
        kind=subject.kind,
        case=result.case,
        verdict=result.verdict.value,
        repro=result.repro,
        environment=result.environment or subject.environment,
        excuse=_excuse(result) if how == EXPECTED else "",
    )


def _excuse(result: Result) -> str:
    """Return why a finding was expected, and where the expectation is written."""
    known = result.expected
    assert known is not None, "it came out as expected"
    place = "; ".join(filter(None, (known.link, f"{known.file}:{known.line}")))
    return f"{why_expected(result)} ({place})"


def _locations(result: Result, path: str, lines: Sequence[bytes]) -> Iterator[IssueLocation]:
    """Yield the locations of the findings in the evidence, each once; the whole file if there are none."""
    if not path:
        return
    places = {(_number(each.get("line")), _number(each.get("column"))) for each in _found(result.evidence)}
    for line, column in sorted(places - {(0, 0)}) or [(0, 0)]:
        yield _location(path, line, column, lines)


def _location(path: str, line: int, column: int, lines: Sequence[bytes]) -> IssueLocation:
    return IssueLocation(path, line, column, lines[line - 1] if 0 < line <= len(lines) else b"")


def _lines(data: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in data.split(b"\n")]


def _found(evidence: Mapping[str, object]) -> list[Mapping[str, object]]:
    findings = evidence.get("findings")
    return [each for each in findings if isinstance(each, dict)] if isinstance(findings, list) else []


def _number(value: object) -> int:
    """Return a line or column from an untrusted file, or 0 if it is invalid."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31 else 0


def _text(value: object) -> str:
    return readable(value) if isinstance(value, str) else ""


# ---- Computes UTF-16 columns and identities of lines that may be very long and may have many findings.

SHORT = 256
"""The most bytes of a line that is identified by its text; a longer one is identified by its digest."""

_STEP = 4096
"""The bytes between two positions at which the number of preceding UTF-16 code units is cached."""

_LINES = 16
"""The lines that are cached; few are enough, because findings come in the order of their locations."""


def utf16_units(line: bytes, count: int) -> int:
    """Return the UTF-16 code units in the first ``count`` bytes; invalid UTF-8 counts as replacement characters."""
    if count <= _STEP:
        return _units(line[: max(count, 0)])
    count = min(count, len(line))
    places, units = _landmarks(line)
    nearest = min(count // _STEP, len(places) - 1)
    nearest -= places[nearest] > count
    return units[nearest] + _units(line[places[nearest] : count])


@lru_cache(maxsize=_LINES)
def _landmarks(line: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return character boundaries in the line, one step apart, and the code units before each."""
    places, units = [0], [0]
    for at in range(_STEP, len(line), _STEP):
        place = _beginning(line, at)
        units.append(units[-1] + _units(line[places[-1] : place]))
        places.append(place)
    return tuple(places), tuple(units)


def _beginning(line: bytes, at: int) -> int:
    """Return the start of the character that contains a byte; the byte itself if it belongs to no character."""
    return next((each for each in range(at, at - 4, -1) if line[each] & 0xC0 != 0x80), at)


def _units(data: bytes) -> int:
    return len(data.decode("utf-8", "replace").encode("utf-16-le")) // 2


@lru_cache(maxsize=_LINES)
def known_by(line: bytes) -> str:
    """Return what identifies a line wherever it moves: its stripped text, or the digest of a long one."""
    text = line.strip()
    return text.decode("utf-8", "replace") if len(text) <= SHORT else hashlib.sha256(text).hexdigest()

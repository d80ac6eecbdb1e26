"""What tools mark in files and lists: findings of lint and of a run, made alike. Makes no document, never judges."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from refloader.inspect.lint import manifests
from refloader.model.edition import ages
from refloader.model.reason import Severity
from refloader.report.arrange import (
    EXPECTED,
    FINDINGS,
    UNEXPECTED,
    Measured,
    by_weight,
    flaky,
    out_of_date,
    retried,
    standing,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.long_lines import known_by, utf16_units
from refloader.report.places import beneath
from refloader.results.results_file import Result, Run, Verdict, readable

Level: TypeAlias = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")

Reader: TypeAlias = Callable[[str], bytes]
"""The bytes of a file by its path; none where it cannot be read."""

Placer: TypeAlias = Callable[[str], str]
"""Where a path that findings name lies on this machine."""

_LEVEL: dict[Severity, Level] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
    Severity.INFO: "note",
}
_SHOWN = frozenset(FINDINGS) - {Verdict.ERROR.value} | {EXPECTED}
STDIN = "<stdin>"
"""What findings call a manifest that came by standard input."""

THE_RUN = "refloader"
"""What stands in place of a rule where something is wrong with the run itself."""

_MARK = b"\xef\xbb\xbf"
_CHARACTER = 4
"""Bytes of a character at most."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file: the path as given, line and column from 1 (columns in bytes), 0 for the file as a whole.

    ``text`` is that line of the file without its end; empty where it is not known.
    """

    path: str
    line: int = 0
    column: int = 0
    text: bytes = b""

    @property
    def utf16_column(self) -> int:
        """The column in UTF-16 code units, as editors and SARIF count them; a byte order mark is none."""
        if not self.text:
            return self.column
        marked = self.line == 1 and self.column > len(_MARK) and self.text.startswith(_MARK)
        return utf16_units(self.text, self.column - 1) + 1 - marked

    def rest(self, most: int) -> str | None:
        """The line from the column on; None where that is more than so many characters."""
        start = max(self.column - 1, 0)
        if len(self.text) - start > _CHARACTER * most:
            return None
        rest = self.text[start:].decode("utf-8", "replace")
        return rest if len(rest) <= most else None


@dataclass(frozen=True, slots=True)
class Issue:
    """A rule that is broken, and where. ``spots`` has the place first, then further ones; none for no file.

    ``subject`` and what follows it are empty for lint. ``advice`` says what would be right; ``matters`` to which
    loaders it matters where that is not said already; ``excuse`` why it was expected, empty for what nobody knew.
    ``identity`` is what stays the same from run to run when lines move; two issues may share one.
    """

    rule: str
    level: Level
    message: str
    spots: tuple[Spot, ...]
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
        """The rule, and whose fault it is where that is known."""
        return f"{self.rule} on {self.subject}" if self.subject else self.rule

    @property
    def text(self) -> str:
        """All that is to be said of it, for tools that show one text."""
        matters = f"Matters to {self.matters}" if self.matters else ""
        said = (self.message, self.advice, matters)
        return " ".join(each if each.endswith(".") else f"{each}." for each in said if each)


def fingerprints(issues: Iterable[Issue], folder: str) -> Iterator[str]:
    """A digest for each issue, 32 hex digits: the same in the next run, and no two alike.

    A finding of lint is known by its file (below ``folder``, relative to it) as well, one of a run by its subject.
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
    """The findings of lint in their order; ``root`` is the staging tree that they lie in, which paths begin with.

    ``place`` tells where a path lies where that is not simply below the root. Each line that a finding points to is
    read again, a file at a time: a report keeps no texts.
    """
    path, lines = "", [b""]
    for finding in report.findings:
        if finding.severity is Severity.NOTE and not notes:
            continue
        if finding.span.path != path:
            path, lines = finding.span.path, _lines(read(finding.span.path))
        lies = place(path) if place and path != STDIN else _on_disk(root, path)
        spot = _spot(lies, finding.span.line, finding.span.column, lines)
        yield _of_finding(finding, spot)


def _on_disk(root: str, path: str) -> str:
    """Where a path inside a staging tree lies; what was read from standard input lies nowhere."""
    return f"{root.rstrip('/')}/{path.lstrip('/')}" if root and path != STDIN else path


def _of_finding(finding: manifests.Finding, spot: Spot) -> Issue:
    return Issue(
        rule=finding.rule,
        level=_LEVEL[finding.severity],
        message=finding.message,
        spots=(spot,),
        identity=(finding.rule, finding.message, known_by(spot.text)),
        advice=f"Right would be: {finding.remedy}" if finding.remedy else "",
        matters=ages(finding.editions),
    )


def of_run(run: Run) -> tuple[Issue, ...]:
    """What a run found, the worst first, then what was expected. What the harness itself failed at is not among it.

    A result about a manifest lies where the findings in its evidence do; any other one lies in the subject's file.
    """
    texts = {subject.name: _lines(subject.manifest.encode()) for subject in run.header.subjects}
    issues: dict[bool, list[Issue]] = {False: [], True: []}
    for subject in subjects(run):
        for result in by_weight([each for each in subject.results if standing(each) in _SHOWN]):
            issue = _of_result(result, subject, texts.get(subject.name, []))
            issues[bool(issue.excuse)].append(issue)
    return tuple(sorted(issues[False], key=_weight) + sorted(issues[True], key=_weight))


def of_itself(run: Run) -> Iterator[Issue]:
    """Why nobody may take the run for clean, whatever it found: it is cut, damaged, or failed to judge a case."""
    if run.truncated:
        yield _doubt("truncated run: results may be missing")
    yield from map(_doubt, (*run.problems, *unjudged(run)))


def unjudged(run: Run) -> tuple[str, ...]:
    """A sentence on each case that the harness itself failed at."""
    return tuple(
        f"{each.case} of {each.rule} on {each.subject} could not be judged: {each.reason}"
        for each in run.results
        if each.verdict is Verdict.ERROR
    )


def _doubt(said: str) -> Issue:
    return Issue(THE_RUN, "error", said, (Spot("results.ndjson"),), (said,))


def of_expectations(run: Run) -> Iterator[Issue]:
    """Entries of expectation files that are about no case: they fail a run, and lie in a file of the user's."""
    for entry in run.stale:
        identity = ("stale", entry.rule, entry.subject, entry.case)
        spot = Spot(entry.file, entry.line)
        yield Issue(entry.rule, "error", out_of_date(entry), (spot,), identity, subject=entry.subject)


def _weight(issue: Issue) -> int:
    return LEVELS.index(issue.level)


def _of_result(result: Result, subject: Measured, lines: Sequence[bytes]) -> Issue:
    how = standing(result)
    said = [flaky(result), retried(result), result.reason or result.verdict.value]
    if how == UNEXPECTED:
        said.insert(0, surprise(result))
    if result.verdict in (Verdict.CRASH, Verdict.TIMEOUT):
        said.insert(0, result.verdict.value)
    return Issue(
        rule=result.rule,
        level="warning" if result.verdict is Verdict.WARN and how != UNEXPECTED else "error",
        message="; ".join(filter(None, said)),
        spots=tuple(_spots(result, subject.path, lines)),
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
    """Why a finding was expected, and where that is written."""
    known = result.expected
    assert known is not None, "it came out as expected"
    place = "; ".join(filter(None, (known.link, f"{known.file}:{known.line}")))
    return f"{why_expected(result)} ({place})"


def _spots(result: Result, path: str, lines: Sequence[bytes]) -> Iterator[Spot]:
    """Where the findings in the evidence lie, each place once; the file as a whole where there are none."""
    if not path:
        return
    places = {(_number(each.get("line")), _number(each.get("column"))) for each in _found(result.evidence)}
    for line, column in sorted(places - {(0, 0)}) or [(0, 0)]:
        yield _spot(path, line, column, lines)


def _spot(path: str, line: int, column: int, lines: Sequence[bytes]) -> Spot:
    return Spot(path, line, column, lines[line - 1] if 0 < line <= len(lines) else b"")


def _lines(data: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in data.split(b"\n")]


def _found(evidence: Mapping[str, object]) -> list[Mapping[str, object]]:
    findings = evidence.get("findings")
    return [each for each in findings if isinstance(each, dict)] if isinstance(findings, list) else []


def _number(value: object) -> int:
    """A line or column of a file that anybody may have written."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**31 else 0


def _text(value: object) -> str:
    return readable(value) if isinstance(value, str) else ""

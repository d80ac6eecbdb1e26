"""The lint report for people: findings as lines, optionally with an excerpt of the manifest."""

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from refloader.cli.terminal.output import (
    is_coloured,
    say,
    say_all,
    say_line,
    say_styled,
    say_wrapped,
    together,
)
from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Host
from refloader.inspect.lint.findings import UNKNOWN
from refloader.inspect.lint.manifests import Finding, Report
from refloader.inspect.registry.sources import FILE_LIMIT, looks_like_registry
from refloader.inspect.registry.text import as_utf8
from refloader.inspect.releases.release_range import loaders_of
from refloader.model.edition import Edition, ages
from refloader.model.reason import Severity
from refloader.model.text import number_of

Reader: TypeAlias = Callable[[str], bytes]
"""Returns the bytes of a file that has findings; empty if it cannot be read."""

_EDITIONS = len(Edition)
_BESIDE = 20
"""The columns reserved for the line number and the margin of an excerpt."""


def reader(host: Host, given: Mapping[str, bytes]) -> Reader:
    """Return a reader of files with findings; ``given`` has, by name, the content that cannot be read twice."""

    @lru_cache(maxsize=1)
    def read(path: str) -> bytes:
        if path in given:
            return as_utf8(given[path]) if looks_like_registry(given[path]) else given[path]
        if path[-4:].lower() != ".reg":
            answer = host.read(path)
            return answer.data if isinstance(answer, Content) else b""
        answer = host.read(path, FILE_LIMIT)
        if not isinstance(answer, Content):  # --reg names a file of this machine, whatever the host is
            answer = RealHost().read(path, FILE_LIMIT)
        return as_utf8(answer.data) if isinstance(answer, Content) else b""

    return read


_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def print_report(report: Report, read: Reader | None, *, notes: bool, rejections: bool) -> None:
    """Print the findings and their number; with a reader, each with an excerpt of its file.

    ``notes`` includes notes; ``rejections`` includes the notes that say why a layer or driver is not used.
    """
    told = [
        each
        for each in report.findings
        if each.severity is not Severity.NOTE or notes or (rejections and each.rejects)
    ]
    with together():
        is_plain = read is None and not is_coloured() and not sys.stdout.isatty()
        for finding in told:
            if is_plain:
                where, severity, what = _first(finding)
                say_all([where[0] + severity[0] + what[0], *_rest(finding)])
            else:
                _print(finding, read)
    if report.not_json:
        say_line(
            f"{_not_json(report.not_json)} not checked, as it is not JSON: run lint again after the change"
        )
    if told:
        worst = min(told, key=lambda each: _FIRST.index(each.severity))
        say(f"what a rule says: refloader rules {worst.rule}")
    count = report.count
    hidden = report.count(Severity.NOTE)
    tail = f", {number_of(hidden, 'note')}" + ("" if notes or not hidden else " (--notes shows them)")
    said = [number_of(report.registries, "registry", "registries")] if report.registries else []
    said += [number_of(report.libraries, "library", "libraries")] if report.libraries else []
    manifests = report.files - report.registries - report.libraries
    said += [number_of(manifests, "manifest")] if manifests or not report.libraries else []
    errors, warnings = count(Severity.ERROR), count(Severity.WARNING)
    say(f"{', '.join(said)}: {number_of(errors, 'error')}, {number_of(warnings, 'warning')}{tail}")


def _not_json(number: int) -> str:
    return "the rest of the manifest was" if number == 1 else f"the rest of {number} manifests was"


def _print(finding: Finding, read: Reader | None) -> None:
    say_wrapped(_first(finding))
    if read is not None and finding.span.line:
        for line, kind in _context(finding, read(finding.span.path)):
            say_styled([("    ", ""), (line, kind)])
    for line in _rest(finding):
        say_wrapped([(line, "")], "      ")


def _first(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return the parts of the line that says what is wrong, each with its kind."""
    span = finding.span
    where = f"{span.path}:{span.line}:{span.column}: " if span.line else f"{span.path}: "
    severity = finding.severity.value
    return (where, ""), (severity, severity), (f" {finding.rule}: {finding.message}", "")


def _rest(finding: Finding) -> list[str]:
    """Return the lines that say what to do, and which loaders it concerns."""
    lines = []
    if finding.remedy:
        lines.append(f"    fix: {finding.remedy}")
    if finding.releases and not finding.rejects and finding.releases not in finding.message:
        lines.append(f"    concerns {finding.releases}")
    if finding.rejects:
        lines.append(f"    {_not_used(finding)}")
    elif len(finding.editions) < _EDITIONS:
        lines.append(f"    concerns {ages(finding.editions)}")
    return lines


def _not_used(finding: Finding) -> str:
    """Say which loaders do not use what is rejected: no release, or none by the documents."""
    if finding.releases and finding.despite != UNKNOWN:
        others = f"; {loaders_of(finding.despite)} take it all the same" if finding.despite else ""
        return f"not used by {loaders_of(finding.releases)}{others}"
    if finding.despite == UNKNOWN or (finding.despite and len(finding.editions) < _EDITIONS):
        return "not usable by the documents" + (
            "" if len(finding.editions) == _EDITIONS else f" of {ages(finding.editions)}"
        )
    if finding.despite:
        return f"not usable by the documents; {loaders_of(finding.despite)} take it all the same"
    return f"not used by {ages(finding.editions)}"


def _context(finding: Finding, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the line of a finding, and the carets under it in the colour of the finding."""
    from refloader.report.excerpts import as_text, excerpt_of_bytes  # here, so that text output starts fast

    widest = max(20, shutil.get_terminal_size().columns - _BESIDE)
    found = excerpt_of_bytes(data, finding.span.line, finding.span.column, around=0, widest=widest)
    rows = as_text(found).splitlines() if found else []
    yield from zip(rows, ("", finding.severity.value), strict=False)

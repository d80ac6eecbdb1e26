"""Lint as an assertion: checks manifests; the failure message gives each finding, its location and a suggestion."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from refloader.host.machines.real import RealHost
from refloader.host.machines.trees import tree_host
from refloader.host.port import Host, Kind
from refloader.inspect.lint.manifests import Finding, Linter, sorted_findings
from refloader.model.edition import Edition
from refloader.model.reason import Severity
from refloader.model.text import number_of, quote, visible
from refloader.testing.calls import AnyPath


@dataclass(frozen=True, slots=True)
class Linted:
    """The outcome of lint: the findings, sorted by path and location, and the number of manifests checked."""

    findings: Sequence[Finding]
    files: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that a loader rejects or a rule forbids."""
        return tuple(each for each in self.findings if each.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that should be fixed but are not errors."""
        return tuple(each for each in self.findings if each.severity is Severity.WARNING)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The findings that are for information only."""
        return tuple(each for each in self.findings if each.severity is Severity.NOTE)


def lint(
    *paths: AnyPath,
    root: AnyPath | None = None,
    editions: Iterable[str] = (),
    strict: bool = False,
    libraries: bool = True,
) -> Linted:
    """Check manifests, or folders of them, and return the findings if none is an error.

    Does not execute or load any library. ``root`` is a staging tree that contains the paths; without paths, its
    standard locations are checked. ``editions`` restricts the findings to those that apply to one of these editions,
    ``strict`` counts warnings as errors, and ``libraries`` also checks the libraries that the manifests name.

    Raises:
        AssertionError: a manifest has an error; the message gives the location and a suggestion.
        ValueError: a path does not exist, no manifest was found, or an edition is unknown.
    """
    __tracebackhide__ = True
    if not paths and root is None:
        raise ValueError("name a manifest, a folder of them, or a staging tree with root")
    linter = Linter(_host(root), libraries=libraries)
    report = linter.run(_there(linter.host, paths)) if paths else linter.run_installed()
    if not report.files and not report.findings:
        raise ValueError("there is no manifest to judge")
    wanted = {Edition(each) for each in editions} or set(Edition)
    kept = tuple(each for each in sorted_findings(report.findings) if not wanted.isdisjoint(each.editions))
    linted = Linted(kept, report.files)
    against = (*linted.errors, *(linted.warnings if strict else ()))
    if against:
        raise AssertionError("\n".join(_lines(against, report.files)))
    return linted


def _host(root: AnyPath | None) -> Host:
    if root is None:
        return RealHost()
    if not os.path.isdir(root):
        raise ValueError(f"{quote(os.fspath(root))} is no folder")
    return tree_host(os.fspath(root))


def _there(host: Host, paths: Sequence[AnyPath]) -> list[str]:
    """Return the paths as strings; raise ValueError for one that does not exist. Dangling links are accepted."""
    texts = [os.fspath(path) for path in paths]
    for text in texts:
        if host.kind(text) is Kind.MISSING and not os.path.islink(text):
            raise ValueError(f"{quote(text)} does not exist")
    return texts


def _lines(findings: Sequence[Finding], files: int) -> list[str]:
    lines = [f"{number_of(len(findings), 'finding')} in {number_of(files, 'manifest')}:"]
    for each in findings:
        where = f"{each.span.path}:{each.span.line}:{each.span.column}" if each.span.line else each.span.path
        lines.append(visible(f"{where}: {each.severity.value} {each.rule}: {each.message}"))
        lines += [visible(f"    fix: {each.remedy}")] if each.remedy else []
    rules = sorted({str(each.rule) for each in findings})
    return [*lines, f"what the rules say: refloader rules {' '.join(rules)}"]

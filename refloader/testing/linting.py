"""Lint as an assertion: judges manifests and says in the failure what is wrong, where, and what would be right."""

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
    """What lint had to say: all findings by path and place, and how many manifests were judged."""

    findings: Sequence[Finding]
    files: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What a loader refuses, or a rule forbids."""
        return tuple(each for each in self.findings if each.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What should be otherwise."""
        return tuple(each for each in self.findings if each.severity is Severity.WARNING)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What is good to know."""
        return tuple(each for each in self.findings if each.severity is Severity.NOTE)


def lint(
    *paths: AnyPath,
    root: AnyPath | None = None,
    editions: Iterable[str] = (),
    strict: bool = False,
    libraries: bool = True,
) -> Linted:
    """Judge manifests, or folders of them, and give the findings where none is an error.

    Nothing is run and no library is loaded. ``root`` is a staging tree in which the paths lie (none: its standard
    places), ``editions`` leaves out what matters in none of these, ``strict`` lets warnings count as errors,
    ``libraries`` has the libraries looked at as well.

    Raises:
        AssertionError: a manifest has an error; the text says which, where and what would be right.
        ValueError: nothing is at a path, no manifest is there, or there is no such edition.
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
    """The paths as texts; a link that leads nowhere is there, and is judged."""
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
        lines += [visible(f"    right would be: {each.remedy}")] if each.remedy else []
    rules = sorted({str(each.rule) for each in findings})
    return [*lines, f"what the rules say: refloader rules {' '.join(rules)}"]

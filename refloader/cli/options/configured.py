"""What the commands take from the configuration of the project where the command line says nothing."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import click
from click.core import ParameterSource

from refloader.cli.terminal.output import say
from refloader.host.globs import compiled
from refloader.inspect.config.files import configuration
from refloader.inspect.config.values import Config, Ignore, relative
from refloader.inspect.lint.findings import Finding
from refloader.model.text import some, visible


@dataclass(frozen=True, slots=True)
class Settled:
    """Findings after the configuration: those that count, those that are ignored, each with why, and what expired."""

    findings: list[Finding]
    ignored: list[tuple[Finding, Ignore]]
    expired: tuple[Ignore, ...]
    rated: int


def project() -> Config:
    """Return the configuration of the working folder. Raises click.UsageError with all its mistakes."""
    found = configuration()
    if found.faults:
        faults = "\n".join(visible(str(each)) for each in found.faults)
        raise click.UsageError(f"the configuration cannot be used:\n{faults}")
    return found


def paths_of(config: Config, key: str) -> tuple[str, ...]:
    """Return the paths of a key, from the working folder; empty if it has none."""
    value = config.values.get(key)
    if value is None:
        return ()
    texts = (value.value,) if isinstance(value.value, str) else value.value
    folder = os.path.dirname(value.at.path)
    return tuple(_placed(text, folder) for text in texts)


def text_of(config: Config, key: str) -> str | None:
    """Return the text of a key; None if it has none."""
    value = config.values.get(key)
    return value.value if value is not None and isinstance(value.value, str) else None


def _placed(text: str, folder: str) -> str:
    """Return the path that a text means; a text that looks like none and names no file is a name."""
    path = os.path.join(folder, text)
    if "/" not in text and "." not in text and not os.path.lexists(path):
        return text
    return relative(path)


def taken(config: Config, key: str, values: Sequence[str]) -> None:
    """Say on standard error what was taken from the configuration."""
    say(f"{config.values[key].at}: {key} {some([visible(each) for each in values], 4)}", err=True)


def own_subjects(
    loaders: tuple[str, ...], layers: tuple[str, ...], drivers: tuple[str, ...], scenarios: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the subjects: those of the configuration if the command line names none."""
    if loaders or layers or drivers or scenarios:
        return loaders, layers, drivers
    config = project()
    found = [paths_of(config, f"subjects.{key}") for key in ("loaders", "layers", "drivers")]
    for key, paths in zip(("loaders", "layers", "drivers"), found, strict=True):
        if paths:
            taken(config, f"subjects.{key}", paths)
    return found[0], found[1], found[2]


def own_files(
    expect: tuple[str, ...], baseline: str | None, require: str, update_expect: str | None
) -> tuple[tuple[str, ...], str | None, str]:
    """Return the files to compare with, and the bar: those of the configuration if the command line says nothing."""
    config, context = project(), click.get_current_context()
    if not expect and update_expect is None and (own := paths_of(config, "conform.expect")):
        taken(config, "conform.expect", own)
        expect = own
    if baseline is None and (before := paths_of(config, "conform.baseline")):
        taken(config, "conform.baseline", before)
        baseline = before[0]
    bar = text_of(config, "conform.require")
    if bar is not None and context.get_parameter_source("require") is ParameterSource.DEFAULT:
        taken(config, "conform.require", (bar,))
        require = bar
    return expect, baseline, require


class _Ignores:
    """Entries by their rule: plain paths in a table, patterns compiled. What was found for a file is kept."""

    def __init__(self, entries: Sequence[Ignore]) -> None:
        self._entries = entries
        self._plain: dict[tuple[str, str, str], int] = {}
        self._patterns: dict[str, dict[tuple[str, str], tuple[int, re.Pattern[str]]]] = {}
        self._folders = tuple(dict.fromkeys(each.folder for each in entries))
        self._found: dict[tuple[str, str], Ignore | None] = {}
        for number, each in enumerate(entries):  # of two with one path, the first counts
            if each.path and not set(each.path) & set("*?["):
                self._plain.setdefault((each.rule, each.folder, each.path), number)
                continue
            found = self._patterns.setdefault(each.rule, {})
            if (each.folder, each.path) not in found:
                pattern = compiled(each.path or "*")
                found[each.folder, each.path] = number, pattern

    def of(self, rule: str, path: str) -> Ignore | None:
        """Return the first entry that applies to findings of a rule in a file.

        An entry fits the path from the folder of the configuration, or the path as it is given.
        """
        if (rule, path) not in self._found:
            first = min(self._fitting(rule, path), default=None)
            self._found[rule, path] = None if first is None else self._entries[first]
        return self._found[rule, path]

    def _fitting(self, rule: str, path: str) -> Iterator[int]:
        whole = os.path.abspath(path)
        near = {folder: os.path.relpath(whole, folder) for folder in self._folders}
        for folder in self._folders:
            for name in (near[folder], path):
                if (number := self._plain.get((rule, folder, name))) is not None:
                    yield number
        for (folder, _), (number, pattern) in self._patterns.get(rule, {}).items():
            if pattern.match(near[folder]) or pattern.match(path):
                yield number
                return


def settled(config: Config, findings: list[Finding]) -> Settled:
    """Apply severities and ignores to findings."""
    today = date.today().isoformat()
    expired = tuple(each for each in config.ignores if each.has_expired(today))
    ignores = _Ignores([each for each in config.ignores if not each.has_expired(today)])
    if not config.ignores and not config.severities:
        return Settled(findings, [], expired, 0)
    counted, ignored, rated = list[Finding](), list[tuple[Finding, Ignore]](), 0
    for finding in findings:
        why = ignores.of(finding.rule, finding.span.path)
        rating = config.severities.get(finding.rule)
        if why is not None:
            ignored.append((finding, why))
            continue
        if rating is not None and rating.severity is not finding.severity:
            finding, rated = replace(finding, severity=rating.severity), rated + 1
        counted.append(finding)
    return Settled(counted, ignored, expired, rated)

"""The option --loaders of ``lint``: narrows findings to those that concern some releases of the loader."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import islice

import click

from refloader.cli.options.configured import text_of
from refloader.cli.options.machine import Machine
from refloader.cli.terminal.output import say
from refloader.host.port import Content, Host
from refloader.inspect.config.values import Config
from refloader.inspect.lint.findings import UNKNOWN, Finding, Report
from refloader.inspect.releases.manifests import by_release
from refloader.inspect.releases.release_findings import narrowed, taken_despite
from refloader.inspect.releases.release_range import EVERY, ReleaseRange, parsed_range
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import number_of, visible

KEY = "lint.loaders"


def range_of(loaders: str | None, config: Config, machine: Machine, since: str | None) -> ReleaseRange | None:
    """Return the range of the option, or else that of the configuration. Raises click.UsageError."""
    text = loaders if loaders is not None else text_of(config, KEY)
    if text is None:
        return None
    if loaders is not None and since is not None:
        raise click.UsageError("--since goes without --loaders")
    if machine.system not in (None, System.LINUX.value) or machine.exports or machine.hives:
        if loaders is None:
            return None
        raise click.UsageError("--loaders: what releases differ in is known for Linux only")
    try:
        return parsed_range(text)
    except ValueError as error:
        where = "--loaders" if loaders is not None else visible(str(config.values[KEY].at))
        raise click.UsageError(f"{where}: {error}") from error


def by_releases(report: Report, host: Host, releases: ReleaseRange) -> int:
    """Narrow the findings of a report to a range, and add those of releases; return how many were left out."""
    # Findings on releases are made again, for this range.
    by_path = _by_path(each for each in report.findings if not each.releases)
    where = _places(report, dict(report.manifests))
    left_out = 0
    for path, use in dict(report.manifests).items():
        answer = host.read(path)
        found = by_release(answer.data, path, use, releases) if isinstance(answer, Content) else None
        if found is not None:
            by_path[path], fewer = narrowed(by_path[path], path, where[path], found, releases)
            left_out += fewer
    kept: list[Finding] = []
    for finding in (finding for each in by_path.values() for finding in each):
        said = finding.releases or releases.of_editions(finding.editions)
        unknown = finding.rejects and not finding.releases
        despite = UNKNOWN if unknown else finding.despite
        kept += [replace(finding, releases=said, despite=despite)] if said else []
        left_out += not said
    report.findings = kept
    return left_out


_MOST = 50
"""The most manifests of which every release is asked unless the user names releases: each takes some 40 ms."""

_MANY = 200
"""The most layers and findings of such a manifest: each layer takes some 4 ms."""

_BESIDE = (
    "LLP_LAYER_4",
    "LLP_LAYER_20",
    "LDP_DRIVER_6",
    "LDP_DRIVER_11",
    "NAMING",
    "IFACE",
    "NEGOTIATE",
    "PHYSDEV",
)
"""The rules, and families of rules, on names and libraries: they do not change how a release reads a manifest."""


def by_every_release(report: Report, host: Host, shown: Callable[[str], str] = str) -> None:
    """Add to the findings which releases take what the documents refuse, and which fail because of a manifest.

    Only manifests with a finding on what they say are asked about, and those with a text that just fits: what the
    documents take besides, releases take too. If there are many, or many layers in one, some are not, and it is said.
    ``shown`` gives the path that findings have for a file.
    """
    if host.platform().system is not System.LINUX:
        return
    by_path = _by_path(report.findings)
    wanted = {path for path, each in by_path.items() if not all(_is_beside(finding) for finding in each)}
    manifests = dict(report.manifests).items()
    asked = [(path, use) for path, use in manifests if shown(path) in wanted or path in report.filling]
    layers = Counter(entry.manifest for entry in report.entries)
    few = {path: use for path, use in asked if max(layers[path], len(by_path.get(shown(path), ()))) <= _MANY}
    chosen = dict(islice(few.items(), _MOST))
    where = _places(report, chosen.keys())
    for path, use in chosen.items():
        at = shown(path)
        answer = host.read(path)
        if isinstance(answer, Content):
            found = by_release(answer.data, path, use, EVERY)
            places = {name: replace(span, path=at) for name, span in where[path].items()}
            by_path[at] = taken_despite(by_path[at], at, places, found, EVERY)
    for path, _ in asked:
        if path not in chosen:
            at = shown(path)
            by_path[at] = taken_despite(by_path[at], at, {}, None, EVERY)
    if len(asked) > len(chosen):
        say(
            f"what each release does was asked for {len(chosen)} of {len(asked)} files with findings on what they "
            "say; --loaders .. asks for all",
            err=True,
        )
    report.findings = [finding for each in by_path.values() for finding in each]


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_path[finding.span.path].append(finding)
    return by_path


def _is_beside(finding: Finding) -> bool:
    """Return whether a finding is on a name or a library, and not on what a manifest says."""
    return not finding.rejects and not finding.releases and finding.rule.startswith(_BESIDE)


def _places(report: Report, paths: Collection[str]) -> dict[str, dict[str, Span]]:
    """Return where each layer of some manifests is, by path and name."""
    where: dict[str, dict[str, Span]] = defaultdict(dict)
    for entry in report.entries:
        if entry.manifest in paths and entry.name not in where[entry.manifest]:
            where[entry.manifest][entry.name] = entry.where.span
    return where


def say_releases(releases: ReleaseRange, left_out: int, *, err: bool) -> None:
    """Say which releases the findings are for, and how many concern others only."""
    more = f"; left out: {number_of(left_out, 'finding')} on what all of these take" if left_out else ""
    say(f"loaders: {releases}{more}", err=err)

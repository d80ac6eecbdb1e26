"""``refloader lint``: static checks of manifests."""

import os
import sys
from typing import Any

import click

from refloader import snapshot
from refloader.cli.output import say, say_json, say_styled
from refloader.core.since import since as compared
from refloader.core.snapshot_file import read_snapshot
from refloader.host.port import SIZE_LIMIT, Failure, Host, Kind, Trouble
from refloader.host.real import RealHost
from refloader.host.root import RootHost
from refloader.lint import Finding, Linter, Report, findings, sorted_findings
from refloader.model.edition import Edition
from refloader.model.reason import Severity
from refloader.model.text import visible

SCHEMA = "refloader.lint/1"


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option(
    "--root", metavar="DIR", help="Judge a staging tree as if it were installed; PATHs lie inside it."
)
@click.option(
    "--edition",
    "editions",
    multiple=True,
    type=click.Choice([e.value for e in Edition]),
    help="Only findings that matter in this edition; may be repeated. Default: all.",
)
@click.option(
    "--format", "shape", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)
@click.option("--notes/--no-notes", default=False, help="Also print notes (text and github formats).")
@click.option("--strict", is_flag=True, help="Warnings count as findings for the exit code.")
@click.option(
    "--libraries/--no-libraries", default=True, help="Look at the libraries too (never loads them)."
)
@click.option(
    "--since",
    metavar="FILE",
    help="Say what was left behind since this snapshot was taken, and nothing else.",
)
@click.option(
    "--uninstalled", is_flag=True, help="With --since: what was installed after it has been removed again."
)
def command(
    paths: tuple[str, ...],
    root: str | None,
    editions: tuple[str, ...],
    shape: str,
    notes: bool,
    strict: bool,
    libraries: bool,
    since: str | None,
    uninstalled: bool,
) -> None:
    """Check manifests without running anything.

    A PATH is a manifest, a folder of them, or - for standard input. With --root and no PATH, the standard
    places inside the tree are judged. Exits 1 if there is an error, or with --strict a warning.

    --since compares the machine, or the tree, with what refloader snapshot wrote before an update or an uninstall.
    """
    if uninstalled and since is None:
        raise click.UsageError("--uninstalled needs --since FILE")
    if since is not None:
        report = _since(since, paths, root, uninstalled=uninstalled)
    else:
        report = _run(Linter(_host(root), libraries=libraries), paths, root)
        if not report.files and not report.findings:
            raise click.UsageError("no manifest is found there")
    wanted = {Edition(edition) for edition in editions} or set(Edition)
    report.findings = [f for f in sorted_findings(report.findings) if not wanted.isdisjoint(f.editions)]
    if shape == "json":
        say_json(as_json(report))
    elif shape == "github":
        _github(report, notes, root or "")
    else:
        # A note that a chosen edition does not use the layer is what somebody who chose it wants to know.
        _text(report, notes, rejections=bool(editions))
    failed = report.count(Severity.ERROR) or (strict and report.count(Severity.WARNING))
    sys.exit(1 if failed else 0)


def _host(root: str | None) -> Host:
    if root is None:
        return RealHost()
    if not os.path.isdir(root):
        raise click.UsageError(f"--root: {visible(root)} is not a folder")
    return RootHost(root)


def _since(file: str, paths: tuple[str, ...], root: str | None, *, uninstalled: bool) -> Report:
    """What comparing with a snapshot gives; a file that is none is a finding itself."""
    if paths:
        raise click.UsageError("--since looks where the snapshot did: leave out the paths")
    answer = RealHost().read(file, snapshot.FILE_LIMIT)
    if isinstance(answer, Failure):
        raise click.UsageError(f"--since: {visible(file)}: {answer.detail or answer.trouble}")
    before, reasons = read_snapshot(answer.data, file)
    if before is None:
        return Report(list(findings(reasons)))
    if before.staged != (root is not None):
        where = "a staging tree: name it with --root" if before.staged else "a machine: leave out --root"
        raise click.UsageError(f"--since: {visible(file)} is a snapshot of {where}")
    host = _host(root)
    now = snapshot.take(host, before.places, staged=before.staged)
    left = snapshot.still_there(host, before)
    found = compared(before, now, left, uninstalled=uninstalled)
    return Report(list(findings(found)), len(now.manifests))


def _run(linter: Linter, paths: tuple[str, ...], root: str | None) -> Report:
    if not paths and root is None:
        raise click.UsageError("name a manifest, a folder, or - for standard input (or use --root)")
    if not paths:
        return linter.run_installed()
    paths = tuple("-" if path == "/dev/stdin" and root is None else path for path in paths)
    for path in paths:
        if path != "-" and _is_missing(linter.host, path):
            raise click.UsageError(f"{visible(path)} does not exist")
    if "-" in paths:
        if sys.stdin is None:
            raise click.UsageError("standard input is closed")
        data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise click.UsageError(f"standard input holds more than the {SIZE_LIMIT} bytes that are read")
        linter.judge(data, "<stdin>")
    return linter.run([path for path in paths if path != "-"])


def _is_missing(host: Host, path: str) -> bool:
    """Whether nothing is there; a link that leads nowhere or round in circles is there, and is judged."""
    answer = host.read(path) if host.kind(path) is Kind.MISSING else None
    nothing = isinstance(answer, Failure) and answer.trouble is Trouble.MISSING
    return nothing and host.real_path(path).rpartition("/")[2] == path.rstrip("/").rpartition("/")[2]


def as_json(report: Report) -> dict[str, Any]:
    """The JSON document of a report."""
    return {
        "schema": SCHEMA,
        "findings": [{"rule": f.rule, "path": f.span.path, **f.facts()} for f in report.findings],
        "files": report.files,
    }


def _text(report: Report, notes: bool, *, rejections: bool) -> None:
    for finding in report.findings:
        if finding.severity is not Severity.NOTE or notes or (rejections and finding.rejects):
            _print(finding)
    count = report.count
    hidden = report.count(Severity.NOTE)
    tail = f", {_number(hidden, 'note')}" + ("" if notes or not hidden else " (--notes shows them)")
    say(
        f"{_number(report.files, 'manifest')}: {_number(count(Severity.ERROR), 'error')}, "
        f"{_number(count(Severity.WARNING), 'warning')}{tail}"
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _print(finding: Finding) -> None:
    span = finding.span
    where = f"{span.path}:{span.line}:{span.column}: " if span.line else f"{span.path}: "
    parts = [(where, ""), (finding.severity.value, finding.severity.value), (f" {finding.rule}: ", "")]
    say_styled([*parts, (finding.message, "")])
    if finding.remedy:
        say(f"    right would be: {finding.remedy}")
    if finding.rejects:
        say(f"    not used by {_ages(finding)}")
    elif len(finding.editions) < len(Edition):
        say(f"    matters to {_ages(finding)}")


def _ages(finding: Finding) -> str:
    if len(finding.editions) == len(Edition):
        return "any loader"
    return ", ".join(f"{e.loaders} ({e.value})" for e in sorted(finding.editions))


_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def _github(report: Report, notes: bool, root: str) -> None:
    """Workflow commands; paths are those of the repository, the staging tree's folder included."""
    for finding in report.findings:
        if finding.severity is Severity.NOTE and not notes:
            continue
        span = finding.span
        path = f"{root.rstrip('/')}{span.path}" if root else span.path
        place = f"file={_property(path)}"
        if span.line:
            place += f",line={span.line},col={span.column}"
        text = f"{finding.message}." + (f" Right would be: {finding.remedy}." if finding.remedy else "")
        text += f" Matters to {_ages(finding)}."
        click.echo(
            f"::{_COMMANDS[finding.severity]} {place},title={_property(finding.rule)}::{_message(text)}"
        )


def _message(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")

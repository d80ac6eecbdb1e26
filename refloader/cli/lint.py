"""``refloader lint``: static checks of manifests."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext, redirect_stdout, suppress
from dataclasses import replace
from typing import Any, NamedTuple

import click

from refloader.cli.lint_packages import Asked, asked_packages, check_packages, refuse_other_machines
from refloader.cli.options.configured import Settled, paths_of, project, settled, taken
from refloader.cli.options.lint_releases import by_every_release, by_releases, range_of, say_releases
from refloader.cli.options.machine import Machine, machine_options
from refloader.cli.options.machine_host import host_of, not_held
from refloader.cli.terminal import people
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import NothingFoundError, give_up, say, say_json, write_document
from refloader.cli.terminal.sparing import spare
from refloader.cli.words.configured_text import as_json as settled_as_json
from refloader.cli.words.configured_text import print_settled
from refloader.cli.words.lint_text import Reader, print_report, reader
from refloader.host import shell
from refloader.host.archives.detect import HEAD, format_of
from refloader.host.machines.foreign_files import ForeignFiles
from refloader.host.machines.real import RealHost
from refloader.host.machines.snapshot import SnapshotHost
from refloader.host.port import SIZE_LIMIT, Failure, Host, Kind, Trouble
from refloader.inspect.lint.manifests import Finding, Linter, Report, findings, sorted_findings
from refloader.inspect.lint.trees import passed_over, wrong_root
from refloader.inspect.registry.sources import FILE_LIMIT, MissingExtraError, looks_like_registry
from refloader.inspect.snapshots import lint_targets, taking
from refloader.inspect.snapshots.file import read_snapshot
from refloader.inspect.snapshots.redaction import restored
from refloader.inspect.snapshots.since import since as compared
from refloader.inspect.whatif.lists import PREFIX
from refloader.model.edition import Edition
from refloader.model.reason import Severity
from refloader.model.system import System
from refloader.model.text import some, visible
from refloader.results.progress import Progress

SCHEMA = "refloader.lint/1"
_SHAPES = ["text", "json", "github", "gitlab", "junit", "sarif"]


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@machine_options(process=False)
@click.option(
    "--edition",
    "editions",
    multiple=True,
    type=click.Choice([e.value for e in Edition]),
    help="Only findings that matter in this edition; may be repeated. Default: all.",
)
@click.option(
    "--loaders",
    metavar="RANGE",
    help="Judge for these releases of the loader: 1.3.239.., 1.3.204..1.3.275 or 1.4.304.",
)
@click.option("--format", "shape", type=click.Choice(_SHAPES), default="text", show_default=True)
@click.option("--notes/--no-notes", default=False, help="Also print notes; json has them in any case.")
@click.option(
    "--context/--no-context",
    default=None,
    help="Show each finding's line with a mark under the place.  [default: on a terminal]",
)
@click.option("--strict", is_flag=True, help="Warnings count as findings for the exit code.")
@click.option(
    "--libraries/--no-libraries", default=True, help="Inspect the libraries, too, without loading them."
)
@click.option(
    "--only-manifests",
    is_flag=True,
    help="Ignore named files that are not manifests, as in folders.",
)
@click.option(
    "--since",
    metavar="FILE",
    help="Report only what was left behind since this snapshot was taken.",
)
@click.option(
    "--uninstalled",
    is_flag=True,
    help="With --since: what was installed after the snapshot has been removed again.",
)
@click.option("-o", "--output", metavar="FILE", help="Write the output there.  [default: standard output]")
def command(
    paths: tuple[str, ...],
    machine: Machine,
    editions: tuple[str, ...],
    loaders: str | None,
    shape: str,
    notes: bool,
    context: bool | None,
    strict: bool,
    libraries: bool,
    only_manifests: bool,
    since: str | None,
    uninstalled: bool,
    output: str | None,
) -> None:
    """Check manifests without running anything.

    A PATH is a manifest, a folder of them, a package (.deb, .rpm, .zip, .whl, .msix, .apk, .tar.* ...) or - for
    standard input; with --root it lies inside the tree. Without a PATH, what is installed on this machine is judged.
    A package is neither installed nor run; all that are named are taken to be installed together. Exits 1 if there is
    an error, or with --strict a warning.

    With --root and no PATH the whole tree is walked: manifests that lie where no loader looks are listed, or judged
    where they are beside the right folder or below a base that variables may name. --root DIR / judges all of them.
    What libraries need (DT_NEEDED) is looked for in the tree too. Links never lead out of it.

    A PATH may also be an export of a Windows registry (.reg) or a hive. With --reg FILE or --hive FILE and the --root
    that it belongs to, the manifests that it names are judged too, and missing ones are reported.

    The library of a loader (vulkan-1.dll, libvulkan.1.dylib, libvulkan.so.1), driver or layer is judged by its file.

    --since compares the machine, or the tree, with what refloader snapshot wrote before an update or an uninstall.

    Formats for tools: sarif for code scanning (SARIF 2.1.0), github for annotations of a job, gitlab for code quality
    in merge requests, junit where tests are shown. Run it at the top of the repository: paths are relative to it.
    """
    if uninstalled and since is None:
        raise click.UsageError("--uninstalled needs --since FILE")
    if not all(path.strip() or os.path.lexists(path) for path in paths):
        raise click.UsageError("a PATH is empty; without one, lint checks what is installed on this machine")
    config = project()
    releases = range_of(loaders, config, machine, since)
    own = paths_of(config, "subjects.manifests") if since is None and machine == Machine() else ()
    if own and not paths:
        taken(config, "subjects.manifests", own)
        paths = own
    asked = asked_packages(paths, machine.root) if since is None else Asked(others=paths)
    if asked.packages:
        refuse_other_machines(machine)
    root = None if asked.packages else machine.root
    read = (*asked.packages, *_judged(asked.others, root), *machine.files(), *([since] if since else ()))
    spare(output, read, "a file that is read")
    machine = replace(machine, root=root)
    host = RealHost() if asked.packages and not asked.others else host_of(machine, of_files=bool(paths))
    given = _given(asked.others, root) if since is None else {}
    read_place = reader(host, given)
    whole = True
    if since is not None:
        report = _since(since, host, paths, staged=root is not None, uninstalled=uninstalled)
    else:
        linter = Linter(host, libraries=libraries, only_manifests=only_manifests, registered=root is not None)
        report = (
            _run(linter, asked.others, machine, given) if asked.others or not asked.packages else Report()
        )
        if releases is None:
            by_every_release(report, host)
        if asked.packages:
            report, read_place, whole = check_packages(
                asked, machine, report, read_place, linter, every_release=releases is None
            )
        wrong = wrong_root(host, root) if root is not None and not paths else ""
        if wrong and (shape == "text" or not report.files):
            say(wrong, err=output is not None or shape != "text" or not report.files)
        if not report.files and not report.findings and not only_manifests and whole:
            places = [visible(each) for each in paths or ([root] if root is not None else [])]
            where = f"in {some(places)}" if places else "on this machine"
            over = passed_over(host) if root is not None and not paths else ""
            advice = asked.advice
            if root is not None and not paths and not over and machine.system in (None, "linux"):
                advice = (
                    "name the folder that stands for /: what is installed lies below it (usr/share/vulkan)"
                )
            where += f": {over}" if over else ""
            raise NothingFoundError(f"no manifest is found {where}; {advice}")
    if isinstance(host, ForeignFiles):
        report.findings = [_as_here(each, host) for each in report.findings]
    elsewhere = by_releases(report, host, releases) if releases is not None else 0
    wanted = {Edition(edition) for edition in editions} or set(Edition)
    report.findings = [f for f in sorted_findings(report.findings) if not wanted.isdisjoint(f.editions)]
    done = settled(config, report.findings)
    report.findings = done.findings
    failed = report.count(Severity.ERROR) or (strict and report.count(Severity.WARNING))
    exit_code = COULD_NOT_RUN if not whole else 1 if failed else 0
    # A user who selects an edition wants to know that it does not use a layer, although that is only a note.
    place = _placer(host, machine) if root is not None or paths else None
    telling = _Telling(
        shape, root or "", notes, context, bool(editions), exit_code, place, done if config.files else None
    )
    told = io.StringIO()
    with redirect_stdout(told) if output is not None else nullcontext():
        _tell(report, read_place, telling)
        if shape == "text" and root is None and machine.is_this_one:
            _tell_trees(paths)
    if releases is not None:
        say_releases(releases, elsewhere, err=shape != "text" or output is not None)
    if output is not None:
        write_document(told.getvalue(), output, shape)
    sys.exit(exit_code)


def _tell_trees(paths: tuple[str, ...]) -> None:
    """Say of folders that look like staging trees how they are judged as if they were installed."""
    for path in paths:
        folders = (os.path.join(path, "usr", each) for each in ("share", "lib", "etc"))
        if os.path.realpath(path) != "/" and any(map(os.path.isdir, folders)):
            better = f"refloader {shell.line(['lint', '--root', path])} judges it as if it were installed"
            say(f"{visible(path)} looks like a staging tree: {better}")


def _as_here(finding: Finding, host: ForeignFiles) -> Finding:
    """Return the finding with its path as this machine writes it."""
    return replace(finding, span=replace(finding.span, path=host.outside_path(finding.span.path)))


def _placer(host: Host, machine: Machine) -> Callable[[str], str] | None:
    """Return a function that maps paths of findings to paths on this machine; None if the host is not Windows.

    Files named by --reg or --hive keep their paths.
    """
    if host.platform().system is not System.WINDOWS:
        return None
    find = getattr(host, "outside_path", lambda path: path)

    def place(path: str) -> str:
        return path if path in machine.files() else find(path) or path

    return place


def _judged(paths: tuple[str, ...], root: str | None) -> Iterator[str]:
    """Yield the real paths of the named files, and of the .json and .reg files in named folders."""
    for path in paths:
        place = f"{root}/{path}" if root else path
        yield place
        with suppress(OSError, ValueError), os.scandir(place) as every:  # not a folder
            yield from (each.path for each in every if each.name.endswith((".json", ".reg")))


class _Telling(NamedTuple):
    """How the report is printed, and the exit code. If ``context`` is None, only a terminal gets excerpts."""

    shape: str
    root: str
    notes: bool
    context: bool | None
    rejections: bool
    exit_code: int
    place: Callable[[str], str] | None
    settled: Settled | None


def _tell(report: Report, read: Reader, how: _Telling) -> None:
    """Print the report."""
    if how.shape == "json":
        say_json({**as_json(report), **(settled_as_json(how.settled) if how.settled is not None else {})})
    elif how.shape == "text":
        shown = sys.stdout.isatty() if how.context is None else how.context
        print_report(report, read if shown else None, notes=how.notes, rejections=how.rejections)
    else:
        from refloader.cli.words.lint_documents import document  # here, so that text output starts fast

        text = document(
            how.shape, report, read, how.root, notes=how.notes, exit_code=how.exit_code, place=how.place
        )
        write_document(text, None, how.shape)
    if how.settled is not None and how.shape != "json":
        print_settled(how.settled, err=how.shape != "text")


def _given(paths: tuple[str, ...], root: str | None) -> dict[str, bytes]:
    """Return the content of standard input by its name in findings; empty if the paths do not name it."""
    if "-" not in paths and ("/dev/stdin" not in paths or root is not None):
        return {}
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
    limit = FILE_LIMIT if looks_like_registry(data) else SIZE_LIMIT
    if format_of(data[:HEAD]) is not None:
        raise click.UsageError("standard input holds a package: write it to a file and name that")
    data += sys.stdin.buffer.read(limit - SIZE_LIMIT)
    if len(data) > limit:
        raise click.UsageError(f"standard input holds more than the {limit} bytes that are read")
    return {"<stdin>": data}


def _since(file: str, host: Host, paths: tuple[str, ...], *, staged: bool, uninstalled: bool) -> Report:
    """Compare the host with a snapshot. An invalid snapshot file is itself a finding."""
    if paths:
        raise click.UsageError("--since looks where the snapshot did: leave out the paths")
    if isinstance(host, SnapshotHost):
        raise click.UsageError("--since compares with a machine or a tree: leave out --snapshot")
    answer = RealHost().read(file, taking.FILE_LIMIT)
    if isinstance(answer, Failure):
        raise click.UsageError(f"--since: {visible(file)}: {answer.detail or answer.trouble}")
    before, reasons = read_snapshot(answer.data, file)
    if before is not None and before.redacted:
        before, reasons = read_snapshot(restored(answer.data, people.users()), file)
    if before is None:
        return Report(list(findings(reasons)))
    if before.staged != staged:
        where = "a staging tree: name it with --root" if before.staged else "a machine: leave out --root"
        raise click.UsageError(f"--since: {visible(file)} is a snapshot of {where}")
    now = taking.take(host, before.places, staged=before.staged)
    left = taking.still_there(host, before)
    found = compared(before, now, left, uninstalled=uninstalled)
    return Report(list(findings(found)), len(now.manifests))


def _run(linter: Linter, paths: tuple[str, ...], machine: Machine, given: dict[str, bytes]) -> Report:
    root, registries = machine.root, (*machine.exports, *machine.hives)
    if machine.snapshot is not None:
        return _of_snapshot(linter, paths)
    if not paths and root is None and not registries:
        return lint_targets.check_machine(linter, staged=False)
    try:
        if registries:
            linter.registry(*((file, _bytes_of(file)) for file in registries))
        return _paths(linter, paths, root, given)
    except MissingExtraError as problem:
        give_up(str(problem))


def _of_snapshot(linter: Linter, paths: tuple[str, ...]) -> Report:
    """Check the machine in a snapshot: everything installed there, or the named paths."""
    for path in paths:
        kind = linter.host.kind(path)
        if kind in (Kind.UNKNOWN, Kind.MISSING):
            why = "does not exist there" if kind is Kind.MISSING else "is not held by the snapshot"
            raise click.UsageError(f"{visible(path)} {why}")
    staged = isinstance(linter.host, SnapshotHost) and linter.host.recorded.staged
    linter.registered = staged
    report = linter.run(paths) if paths else lint_targets.check_machine(linter, staged=staged)
    for note in not_held(linter.host):
        say(f"note: {note}", err=True)
    return report


def _bytes_of(file: str) -> bytes:
    """Return the content of a --reg or --hive file, which is on this machine whatever the host is."""
    answer = RealHost().read(file, FILE_LIMIT)
    if isinstance(answer, Failure):
        raise click.UsageError(f"{visible(file)}: {answer.detail or answer.trouble}")
    return answer.data


def _installed(linter: Linter) -> Report:
    """Check a tree, and note its files that not every user may read: a package may change their modes."""
    from refloader.cli.terminal.console import watching
    from refloader.inspect.lint.packages import closed_files  # here, as few runs are about trees

    with watching("folders") as watch:  # a whole machine takes minutes
        linter.entered = lambda folder: watch.tell(Progress(0, 0, 0, step=f"reading {folder}"))
        report = linter.run_installed()
    report.findings += findings(closed_files(linter.host, report, Severity.NOTE))
    return report


def _paths(linter: Linter, paths: tuple[str, ...], root: str | None, given: dict[str, bytes]) -> Report:
    if not paths:
        return _installed(linter) if root is not None else linter.run(())
    paths = tuple(path for path in paths if path != "-" and (path != "/dev/stdin" or root is not None))
    for path in paths:
        if _is_missing(linter.host, path):
            inside = f" in {visible(root)}: with --root, a PATH lies inside the tree" if root else ""
            of_a_name = (
                "" if inside or not path.startswith(PREFIX) else f"; refloader explain {path} asks by name"
            )
            raise click.UsageError(f"{visible(path)} does not exist{inside}{of_a_name}")
        if not linter.only_manifests and linter.is_other_text(path):
            of_packages = path.endswith((".changes", ".dsc", ".buildinfo"))
            more = "; name the packages (.deb) that belong to it" if of_packages else ""
            raise click.UsageError(
                f'{visible(path)} is no manifest: it has no "layer", "layers" or "ICD"{more}'
            )
    for name, data in given.items():
        linter.judge_given(data, name)
    if root is None and any(os.path.realpath(path) == "/" for path in paths):
        click.echo(
            "refloader: reading every folder of this machine, which may take minutes; lint without a PATH checks "
            "what is installed",
            err=True,
        )
    return linter.run(paths)


def _is_missing(host: Host, path: str) -> bool:
    """True if nothing exists at the path, or can: a name is too long. A dangling or circular link exists."""
    answer = host.read(path) if host.kind(path) is Kind.MISSING else None
    nothing = isinstance(answer, Failure) and answer.trouble in (Trouble.MISSING, Trouble.OTHER)
    paths = host.platform().system.paths
    return nothing and paths.split(host.real_path(path))[1] == paths.split(path.rstrip(paths.separators))[1]


def as_json(report: Report) -> dict[str, Any]:
    """Return the JSON document of a report."""
    return {
        "schema": SCHEMA,
        "findings": [{"rule": f.rule, "path": f.span.path, **f.facts()} for f in report.findings],
        "files": report.files,
    }

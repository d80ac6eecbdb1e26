"""Packages among the PATHs of ``refloader lint``: finds them and checks them."""

import os
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import click

from refloader.cli.options.lint_releases import by_every_release
from refloader.cli.options.machine import Machine
from refloader.cli.terminal.output import give_up, say
from refloader.cli.words.lint_text import Reader
from refloader.host.archives.detect import is_package, named_as_package
from refloader.inspect.lint.manifests import Linter, Report
from refloader.model.platform import Platform
from refloader.model.system import System
from refloader.model.text import visible


class Asked(NamedTuple):
    """The named packages, the paths inside the package that --root names, and all other paths."""

    packages: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def advice(self) -> str:
        """What to do if no manifest is found. A package in a named folder is not opened, so it is to be named."""
        if self.packages and not self.others:
            return "no file in it is the manifest of a layer or a driver, so nothing can be checked"
        for folder in self.others:
            with suppress(OSError, ValueError):
                if found := sorted(filter(named_as_package, os.listdir(folder))):
                    path = visible(os.path.join(folder, found[0]))
                    return f"packages in a folder are not opened: name them, such as {path}"
        return "name a manifest (.json) or a folder that has one"


def asked_packages(paths: tuple[str, ...], root: str | None) -> Asked:
    """Separate packages from other paths. --root may name a package; without --root, a PATH may."""
    if root is not None:
        return Asked((root,), paths) if is_package(root) else Asked(others=paths)
    packages = tuple(path for path in paths if is_package(path))
    return Asked(packages, others=tuple(path for path in paths if path not in packages))


def refuse_other_machines(machine: Machine) -> None:
    """Raise click.UsageError for options that describe a machine: packages form their own machine."""
    told = {
        "--map": machine.maps,
        "--reg": machine.exports,
        "--hive": machine.hives,
        "--package": machine.packages,
        "--snapshot": machine.snapshot,
        "--bundle": machine.bundle,
        "--app-libraries": machine.app_libraries,
    }
    other = next((option for option, given in told.items() if given), "")
    if other:
        raise click.UsageError(f"packages are judged as a machine of their own: leave out {other}")


def check_packages(
    asked: Asked, machine: Machine, report: Report, read: Reader, how: Linter, *, every_release: bool
) -> tuple[Report, Reader, bool]:
    """Check the packages together, and add their findings to a report; with ``every_release`` what releases do.

    The returned reader also reads files in the packages. The last value is False if a package could not be read; the
    others are then judged without their libraries, which that package may bring.
    """
    from refloader.host.archives.package_host import open_packages  # rarely needed, and slow to import
    from refloader.inspect.lint.packages import check_packages

    opened = partial(
        open_packages,
        word_size=int(machine.bits or 64),
        platform=Platform(System(machine.system)) if machine.system else None,
    )
    host = opened(asked.packages)
    unread = {fault.path: fault.fact for fault in host.faults if fault.is_ours}
    if unread:  # that refloader cannot read it is no fault of the package
        lines = "\n".join(f"{path} cannot be judged: {fact}" for path, fact in unread.items())
        readable = tuple(path for path in asked.packages if path not in unread)
        if not readable and not asked.others:
            give_up(lines)
        say(lines, err=True)
        if not readable:
            return report, read, False
        say("the other packages are judged without their libraries, which such a package may bring", err=True)
        host = opened(readable)
    missing = next((path for path in asked.inside if not host.has(path)), None)
    if missing is not None:
        raise click.UsageError(f"{visible(missing)} does not exist in {visible(asked.packages[0])}")
    libraries = how.libraries and not unread
    judged = check_packages(host, asked.inside, libraries=libraries, only_manifests=how.only_manifests)
    if every_release:
        by_every_release(judged.report, host, host.shown)
    parts = (report, judged.report)
    both = Report(
        [*report.findings, *judged.report.findings],
        sum(each.files for each in parts),
        sum(each.registries for each in parts),
        sum(each.libraries for each in parts),
        not_json=sum(each.not_json for each in parts),
    )
    places = {finding.span.path for finding in judged.report.findings}

    def read_both(path: str) -> bytes:
        return judged.read(path) if path in places else read(path)

    return both, read_both, not unread

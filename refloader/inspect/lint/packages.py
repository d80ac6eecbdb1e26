"""Checks packages as if their content were installed. Opens no files except the named packages.

Several packages are checked as one machine. Holds no rules.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from refloader.core.manifests.manifest_kind import use_of_folder
from refloader.core.search.unix_places import SUFFIX
from refloader.core.search.windows.packages import unlisted_package
from refloader.host.archives.faults import Fault
from refloader.host.archives.package_host import PackageHost
from refloader.host.extras import closed_to
from refloader.host.port import Host, Listing
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.lint.folder_purposes import LOCAL_BASES, local_folder
from refloader.inspect.lint.manifests import Finding, Linter, Report, findings
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import rule


@dataclass(frozen=True, slots=True)
class PackageReport:
    """The report, with locations in packages as shown to the user, and a function that reads such a location."""

    report: Report
    read: Callable[[str], bytes]


def check_packages(
    host: PackageHost, inside: Sequence[str] = (), *, libraries: bool = True, only_manifests: bool = False
) -> PackageReport:
    """Check opened packages: the paths ``inside``, or everything.

    A package that installs into system folders is checked like a staging tree, any other like a folder. Of an Android
    application, the libraries of layers are checked.
    """
    linter = Linter(host, libraries=libraries, only_manifests=only_manifests)
    if inside:
        report = linter.run(inside)
    elif host.installed:
        report = linter.run_installed()
    elif host.platform().system is System.ANDROID:
        report = linter.run(list(host.libraries_of_layers()))
    else:
        report = linter.run(["C:\\" if host.platform().system is System.WINDOWS else "/"])
    closed = closed_files(host, report, Severity.WARNING)
    report.findings += findings(closed)
    noted = [*reasons(host.faults), *(_unlisted(host) if report.files else ())]
    local = _shown(findings(_local(host)), host)
    report.findings = [*findings(noted), *local, *_shown(report.findings, host)]
    return PackageReport(report, host.read_shown)


def closed_files(host: Host, report: Report, severity: Severity) -> Iterator[Reason]:
    """Report manifests and their libraries that not every user may read, by their modes (LLP_LAYER_6, LDP_DRIVER_4).

    Programs of other users then lack the layer or driver, though nothing says that a file has such a mode by mistake.
    """
    libraries = Libraries(host)
    closed: dict[str, str] = {}  # many manifests may name one library
    for path, use in report.manifests:
        found = [libraries.find(each, path) for each in report.library_paths.get(path, ())]
        for file in dict.fromkeys([path, *filter(None, found)]):
            if file not in closed:
                closed[file] = closed_to(host, file)
            if who := closed[file]:
                what = "the manifest" if file == path else f"the library {quote(file)}"
                fact = f"by its mode, {who} may read {what}: programs of other users find it in vain"
                why = rule("LDP_DRIVER_4" if use is Use.DRIVER else "LLP_LAYER_6")
                remedy = "install it with mode 0644, and its folders with 0755"
                yield Reason(why, severity, path, fact, InFile(path), remedy=remedy)


def reasons(faults: Iterable[Fault]) -> Iterator[Reason]:
    """Convert faults of packages to reasons; a manifest that cannot be extracted is unreadable (LLP_LAYER_6)."""
    for fault in faults:
        of_drivers = use_of_folder(fault.path.rpartition("/")[0]) is Use.DRIVER
        why = rule("LDP_DRIVER_4" if of_drivers else "LLP_LAYER_6")
        yield Reason(why, fault.severity, fault.path, fault.fact, InFile(fault.path))


def _unlisted(host: PackageHost) -> Iterator[Reason]:
    """Note Windows packages other than the one that loaders search (DISC-WINDOWS-12)."""
    for path, layout in host.taken:
        if layout.system is System.WINDOWS and not layout.known_root:
            yield unlisted_package(path)


_USES = (Use.EXPLICIT, Use.IMPLICIT, Use.DRIVER)


def _local(host: PackageHost) -> Iterator[Reason]:
    """Note manifests of system packages in the folders for locally built software (DISC-LINUX-12)."""
    if not any(layout.of_system for _, layout in host.taken):
        return
    packages = ", ".join(path.rpartition("/")[2] for path, layout in host.taken if layout.of_system)
    for folder, use in ((f"{base}/{SUFFIX[use]}", use) for base in LOCAL_BASES for use in _USES):
        listing = host.list(folder)
        for name in listing.names if isinstance(listing, Listing) else ():
            found = local_folder(f"{folder}/{name}", use, packages) if name.endswith(".json") else None
            yield from [found] if found else []


def _shown(found: Iterable[Finding], host: PackageHost) -> Iterator[Finding]:
    for each in found:
        yield replace(each, span=replace(each.span, path=host.shown(each.span.path)))

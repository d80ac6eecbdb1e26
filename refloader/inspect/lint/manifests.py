"""Static checks of manifests in any location: reads files from a host and passes them to the core's checks.

Works file by file and retains only the findings and a small entry per layer, so that memory does not grow with
the size of the files. Holds no rules.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from refloader.core.manifests.layer_manifest import suffix_reason
from refloader.core.manifests.manifest_kind import STANDARD_BASES, use_of_folder
from refloader.core.search.places import override_places
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.libraries import loader_library
from refloader.inspect.lint import walking
from refloader.inspect.lint.collection import Entry, clashes, component_faults, missing_twins, override_faults
from refloader.inspect.lint.findings import (
    Finding,
    Report,
    findings,
    in_a_sandbox,
    nested_root,
    sorted_findings,
)
from refloader.inspect.lint.judging import Judge
from refloader.inspect.lint.misplaced import is_of_layers, not_read, not_walked
from refloader.inspect.places import installation_of_flatpak, places_of
from refloader.inspect.registry.sources import (
    FILE_LIMIT,
    MissingExtraError,
    is_registry_file,
    looks_like_registry,
    machines_hives,
    unread,
    users_hives,
)
from refloader.model.place import Form, Use
from refloader.model.reason import Reason, Severity
from refloader.model.system import System

__all__ = ["Finding", "Linter", "Report", "findings", "sorted_findings"]


class Linter(Judge):
    """One run on one host. With ``libraries``, also checks the libraries, without loading them.

    ``only_manifests`` skips named files that are not manifests; in folders they are always skipped.
    ``registered`` says that the checked registries are those of the host. ``entered`` gets each folder.
    """

    def __init__(
        self, host: Host, *, libraries: bool = True, only_manifests: bool = False, registered: bool = False
    ) -> None:
        super().__init__(host, libraries=libraries)
        self.only_manifests = only_manifests
        self.registered = registered
        self.entered: Callable[[str], object] | None = None
        self._sandboxed = Counter[str]()
        self._overridden: set[str] = set()

    def run(self, paths: Sequence[str]) -> Report:
        """Check files and folders one by one, then against each other."""
        self._nested.name(paths)
        for path in paths:
            self._path(path)
        self._together()
        return self.report

    def run_installed(self) -> Report:
        """Check what is installed on the host, and report manifests in folders that no loader searches."""
        if self._system is System.ANDROID:
            return self._android()
        on_windows = self._system is System.WINDOWS
        bases = [base for base in STANDARD_BASES if not on_windows and self.host.kind(base) is Kind.FOLDER]
        for base in bases:
            self._path(base)
        if on_windows and self.registered and not self.report.registries:
            self._own_hives()
        inside = tuple(f"{base}/" for base in bases)
        for place in places_of(self.host):
            there = self.host.kind(place) in (Kind.FOLDER, Kind.FILE)
            if there and not place.startswith(inside) and self._identity(place) not in self._seen:
                self._path(place)
        self._folders_of_overrides()
        self._strays()
        self._loaders()
        self._together()
        return self.report

    def _folders_of_overrides(self) -> None:
        """Check the layers in the folders of override layers, where loaders find their components (OVERRIDE-05)."""
        entries = self.report.entries
        before = len(entries)
        named = {
            self._identity(place.path): place
            for each in entries
            if each.own_search
            for place in override_places(each.override_paths, each.manifest, self._paths)
            if self._paths.is_full(place.path)
        }
        searched = {self._real(place) for place in places_of(self.host)} if named else set()
        for place in named.values():
            real, is_file = self._real(place.path), place.form is Form.FILE
            found = self.host.list(place.path) if not is_file and real not in searched else None
            searched.add(real)
            names = sorted(found.names) if isinstance(found, Listing) else ()
            for path in [place.path] if is_file else self._paths.manifests(place.path, names):
                self._overriding(path)
        del entries[before:]  # they do not compete with those of other folders

    def _overriding(self, path: str) -> None:
        """Check a file of such a folder if it is a layer's: loaders find explicit layers there, and no drivers."""
        use = use_of_folder(self._paths.split(path)[0]) or Use.EXPLICIT
        of_others = self._nested.root_of(path) or installation_of_flatpak(path)
        if of_others or use not in (Use.EXPLICIT, Use.IMPLICIT):
            return
        answer = walking.manifest_at(self.host, path)
        if isinstance(answer, Content) and is_of_layers(path, answer.data):
            names = {self._identity(path), self._real(path)}
            self._overridden |= names
            if self._seen.isdisjoint(names):
                self.judge(answer.data, path, use)

    def _real(self, path: str) -> str:
        return self._identity(self.host.real_path(path))

    def _own_hives(self) -> None:
        """Check the registry in a Windows tree: the machine's hives together, then those of each user."""
        from refloader.inspect.lint import registries as parts  # few inputs are registries

        for together in (machines_hives(self.host), *((path,) for path in users_hives(self.host))):
            try:
                self._registry_files(together)
            except MissingExtraError as problem:
                self._add([parts.unreadable_hive(path, str(problem)) for path in together])

    def _loaders(self) -> None:
        """Check the loaders in the locations that the documents name, if there are any."""
        for place in loader_library.PLACES.get(self.host.platform().system, ()) if self.libraries else ():
            if self.host.kind(place) is Kind.FILE:
                self._library_file(place)

    def _android(self) -> Report:
        """Check the libraries of layers in any folder: part of an application, or pushed to the device."""
        unread: list[tuple[str, str]] = []
        report = self.run(list(walking.libraries_of_layers(self.host, unread)))
        self._add(not_walked(folder, why) for folder, why in unread)
        return report

    def _strays(self) -> None:
        """Report manifests outside of the search places, and check those that a loader may find nevertheless."""
        unread: list[tuple[str, str]] = []
        # few trees have manifests outside, for which alone the links are followed
        by_links = cache(lambda: {self._real(p) for p in self._seen if "/" in p} - self._seen)
        inner: dict[str, Linter] = {}
        for path, data, found in walking.strays(self.host, unread, self.entered, self._sandboxed):
            here, root = self._identity(path), self._nested.root_of(path)
            if found and root and f'"{root}/'.encode() not in data:  # else it is written for this system
                self._of_root(root, inner).judge(data, path)
                continue
            is_known = here in by_links() or here in self._overridden
            self._add([found.reason] if found and not is_known else [])
            if (found is None or found.judged) and here not in self._seen and here not in by_links():
                self.judge(data, path)
        self._add(not_walked(folder, why) for folder, why in unread)
        for root, each in inner.items():
            each._together()
            self.report.files += each.report.files
            self._add([nested_root(root, each.report, of_package=getattr(self.host, "installed", False))])

    def _of_root(self, root: str, inner: "dict[str, Linter]") -> "Linter":
        """Return the linter of a nested root, whose manifests have nothing to do with those of this system."""
        if root not in inner:
            inner[root] = Linter(self.host, libraries=self.libraries)
            inner[root]._libraries = self._libraries
        return inner[root]

    def judge_given(self, data: bytes, path: str) -> None:
        """Check the bytes of a manifest or of a registry."""
        if looks_like_registry(data):
            self.registry((path, data))
        else:
            self.judge(data, path)

    def registry(self, *files: tuple[str, bytes], quiet: bool = False) -> None:
        """Check exports and hives of one machine, each with its path, as the registry that they form together.

        With ``quiet``, for a file found while walking a folder, a registry unrelated to loaders is ignored. With
        ``registered`` and without ``quiet``, the paths in it refer to the host: the manifests there are checked, and
        missing ones reported.
        """
        from refloader.inspect.lint import registries as parts  # few inputs are registries

        named, reasons, ours = parts.check_registries(files)
        if quiet and not ours:
            return
        self.report.files += len(files)
        self.report.registries += len(files)
        self._add(reasons if ours or reasons else [parts.nothing_in_it(path) for path, _ in files])
        if self.registered and not quiet:
            self._add(parts.leftovers(named, self.host))
            before, start = set(self._seen), len(self.report.findings)
            for manifest, use in parts.present(named, self.host):
                if self._identity(manifest) not in before:
                    self._file(manifest, use=use)
            self._add(parts.wrong_branches(named, self._sizes))
            self.report.findings[start:] = dict.fromkeys(self.report.findings[start:])

    def _path(self, path: str) -> None:
        kind = self.host.kind(path)
        if kind is Kind.FOLDER:
            self._folder(path, 0)
            return
        if is_registry_file(path, self.host):
            self._registry_files([path])
            return
        if not self.only_manifests and self._libraries.is_library(path):
            self._library_file(path)
            return
        if self.only_manifests and use_of_folder(self._paths.split(path)[0]) is None:
            self._file(path, only_manifests=True)
            return
        reason = suffix_reason(path)
        if reason is not None and not path.startswith("/dev/"):
            self._add([replace(reason, severity=Severity.WARNING)])
        self._file(path)

    def is_other_text(self, path: str) -> bool:
        """True if a named file is neither called nor placed as a manifest, and has nothing of one or of a library."""
        if path.lower().endswith(".json") or use_of_folder(self._paths.split(path)[0]) is not None:
            return False
        if is_registry_file(path, self.host) or self._libraries.is_library(path):
            return False
        answer = self.host.read(path) if self.host.kind(path) is Kind.FILE else None
        return isinstance(answer, Content) and bool(answer.data) and not walking.may_be_manifest(answer.data)

    def _library_file(self, path: str) -> None:
        """Check the library of a loader, driver or layer that is named without a manifest."""
        self._add(self._libraries.of_file(path))
        self.report.files += 1
        self.report.libraries += 1

    def _folder(self, path: str, depth: int) -> None:
        found = walking.members(self.host, path)
        if isinstance(found, Failure):
            self._failed(path, found)
            return
        use = use_of_folder(path)
        for name in sorted(found.names):
            self._member(self._paths.join(path, name), use, depth, folder=name in found.folders)

    def _member(self, path: str, use: Use | None, depth: int, *, folder: bool) -> None:
        """Process a name in a walked folder: enter folders, check manifests and registry exports, ignore the rest."""
        if path[-4:].lower() == ".reg" and self.host.kind(path) is Kind.FILE:
            self._registry_files([path], quiet=True)
            return
        if self._paths.is_manifest(path):
            if use is not None or not (folder or self.host.kind(path) is Kind.FOLDER):
                self._file(path, only_manifests=use is None)
            return
        if folder:
            if depth < walking.DEPTH_LIMIT:
                self._folder(path, depth + 1)
            else:
                self._add([not_walked(path, f"more than {walking.DEPTH_LIMIT} folders in one another")])
        elif use is None and use_of_folder(path) is not None and self.host.kind(path) is Kind.FOLDER:
            self._linked(path)
        elif use is not None or path.lower().endswith(".json"):
            reason = suffix_reason(path) if self.host.kind(path) is not Kind.FOLDER else None
            self._add([self._passed_over(path, reason)] if reason else [])

    def _passed_over(self, path: str, reason: Reason) -> Reason:
        """Return why loaders pass over a file of a folder of manifests: as a note if it is like a manifest."""
        if reason.severity is not Severity.INFO:
            return reason
        is_file = self.host.kind(path) is Kind.FILE  # not a device, of which reading may have no end
        answer = self.host.head(path, walking.MOST_OF_A_MANIFEST) if is_file else None
        like = isinstance(answer, Content) and walking.may_be_manifest(answer.data)
        like = like and not self._libraries.is_library(path)
        fact = f"{reason.fact}, so that no loader reads it"
        return replace(reason, severity=Severity.NOTE, fact=fact) if like else reason

    def _linked(self, path: str) -> None:
        """Check the manifests behind a link to a folder, which loaders follow. They do not enter subfolders."""
        found = self.host.list(path)
        if isinstance(found, Listing):
            for each in self._paths.manifests(path, sorted(found.names)):
                self._file(each)
        elif found.trouble is Trouble.UNKNOWN:
            self._failed(path, found)

    def _registry_files(self, paths: Sequence[str], *, quiet: bool = False) -> None:
        """Read exports and hives that belong together, and check them."""
        read = [(path, self.host.read(path, FILE_LIMIT)) for path in paths]
        found = [(path, answer.data) for path, answer in read if isinstance(answer, Content)]
        if found:
            self.registry(*found, quiet=quiet)
        if not quiet:
            self._add([unread(path, answer) for path, answer in read if isinstance(answer, Failure)])

    def _file(self, path: str, *, only_manifests: bool = False, use: Use | None = None) -> None:
        answer = walking.manifest_at(self.host, path)
        if not isinstance(answer, Content):
            if not only_manifests or walking.may_hide_a_manifest(self.host, path, answer.trouble):
                self._failed(path, answer)
        elif not only_manifests or walking.is_manifest(path, answer.data):
            root = installation_of_flatpak(path)
            if root:
                self._of_sandbox(root, answer.data, path, use)
            else:
                self.judge(answer.data, path, use)

    def _failed(self, path: str, failure: Failure) -> None:
        """Report a file or folder that could not be read; loaders cannot read it either."""
        target = self.host.real_path(path)
        led = target if self._identity(target) != self._identity(path) else ""
        self._add([not_read(path, failure, led)])

    def _of_sandbox(self, root: str, data: bytes, path: str, use: Use | None) -> None:
        """Count a manifest of Flatpak's; if the user named it, or a folder in there, judge it but for its library."""
        self._sandboxed[root] += 1
        if self._nested.is_named(root):
            checked, self.libraries = self.libraries, False
            self.judge(data, path, use)
            self.libraries = checked

    def _together(self) -> None:
        self._add(
            in_a_sandbox(root, number, named=self._nested.is_named(root))
            for root, number in self._sandboxed.items()
        )
        entries = self.report.entries
        metas = [entry for entry in entries if entry.components and not entry.own_search]
        known = {entry.name: entry for entry in reversed(entries)} if metas else {}
        if any(name not in known for entry in metas for name in entry.components):
            known = {**_found_in(self.host, STANDARD_BASES), **known}
        self._add(clashes(entries))
        self._add(missing_twins(entries, self._drivers))
        self._add(component_faults(metas, known))
        walked: dict[str, dict[str, Entry]] = {}
        for entry in (each for each in entries if each.own_search):
            inside = _found_in(self.host, entry.override_paths, walking.DEPTH_LIMIT, walked)
            self._add(override_faults(entry, inside))
            if all(name in inside for name in entry.components):
                self._add(component_faults([entry], inside))


def _found_in(
    host: Host,
    folders: Iterable[str],
    depth: int = 0,
    walked: dict[str, dict[str, Entry]] | None = None,
) -> dict[str, Entry]:
    """Return the layers below some folders of the host, by name; components of a checked layer may be among them.

    Loaders look no deeper than into the folders that a manifest names itself, and such a folder can be the root of
    the machine. For these, ``depth`` is the depth of the last folders to walk. ``walked`` has what was found in
    folders by their real paths: many links, of many manifests, may lead to one.
    """
    walked = {} if walked is None else walked
    chosen: dict[str, None] = {}
    for folder in folders:
        real = host.real_path(folder)
        kind = host.kind(folder) if real not in chosen else Kind.MISSING
        if kind is Kind.FOLDER or (kind is Kind.FILE and host.platform().system.paths.is_manifest(folder)):
            chosen[real] = None
            if real not in walked:
                linter = Linter(host, libraries=False)
                linter._folder(folder, depth) if kind is Kind.FOLDER else linter._file(folder)
                walked[real] = {entry.name: entry for entry in reversed(linter.report.entries)}
    if len(chosen) == 1:
        return walked[next(iter(chosen))]
    found: dict[str, Entry] = {}
    for real in reversed(chosen):
        found.update(walked[real])
    return found

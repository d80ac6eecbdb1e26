"""Inspects the libraries that manifests name, without loading them: finds the files and runs the static checks.

Holds no rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from refloader.core.linkers.needed import missing_needs, missing_text
from refloader.core.linkers.needed_elsewhere import may_be_cached
from refloader.core.loading import HEAD_SIZE, is_native, native_format, obstacle, system_of
from refloader.core.manifests.fields import InData, InJson
from refloader.core.manifests.library_path import LibraryForm, has_origin, library_form, with_token
from refloader.core.manifests.manifest_kind import use_of_folder
from refloader.host.extras import is_noexec, lacks_libraries
from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.libraries.dependency_exports import exported_by_dependencies, interface_names
from refloader.inspect.libraries.facts import (
    driver_library,
    layer_library,
    library_alone,
    missing_library,
    not_a_library,
    unread_library,
)
from refloader.inspect.libraries.linking import Linker, Needs, Unmet
from refloader.inspect.libraries.loader_library import (
    exported_version,
    is_called_like_a_loader,
    loader_library,
)
from refloader.inspect.libraries.nested import Nested
from refloader.inspect.libraries.unresolved import unresolved, unresolved_text
from refloader.inspect.libraries.word_sizes import of_other_size, processor_meant
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.library import CUT_OFF, NO_OBSTACLE, Library, Obstacle, ObstacleKind
from refloader.model.magic import Magic, magic_of
from refloader.model.reason import InFile, Location, Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some
from refloader.rules import RuleId, rule

_NOEXEC = "its file system is mounted with noexec, and the dynamic linker maps no code from there"
_NOT_FOUND = Obstacle("it is not found", ObstacleKind.MISSING)
OF_ORIGIN = "$ORIGIN is the folder of the loader, and a relative path counts from the manifest's folder"

_UNREAD = (Trouble.NO_READER, Trouble.TOO_LARGE, Trouble.LATE)
"""The failures to read a library that do not speak against the library."""


def unmet_text(unmet: Sequence[Unmet], first: str) -> str:
    """Return the versions that are not defined, with the libraries that ought to define them."""
    each = unmet[0]
    whose = "" if each.asking == first else f" (for {each.asking.rpartition('/')[2]})"
    versions = some(list(dict.fromkeys(one.version for one in unmet if one.found == each.found)), 3)
    return f"{versions}{whose}, and {quote(each.found)}, the {each.name} that it gets, has no such version"


def _needing(what: str) -> Obstacle:
    return Obstacle(f"it needs {what}", ObstacleKind.NEEDS)


class Libraries:
    """The libraries of one host. Reads the linker's configuration once, when it is first needed.

    With ``nested``, a full path in a nested root leads to a file in it, if it is there.
    """

    def __init__(self, host: Host, nested: Nested | None = None) -> None:
        self.host = host
        self._nested = nested
        self.linker = Linker(host)
        self._obstacles: dict[tuple[str, str], Obstacle] = {}
        self._bare: dict[tuple[str, int], str | None] = {}
        self._with_folders: dict[str, bool] = {}
        self._spellings: dict[tuple[str, str], str] = {}

    def find(self, library_path: str, manifest: str, arch: str = "") -> str | None:
        """Return the file that a library_path leads to, or None; ``arch`` is the manifest's library_arch, if any."""
        size = int(arch) if arch in ("32", "64") else 0
        if "/" in library_path or self.linker.system is not System.LINUX:
            return self._inside(library_path, manifest, size) or self.linker.find(
                library_path, manifest, size
            )
        if (library_path, size) not in self._bare:  # it is the same file for every manifest
            self._bare[library_path, size] = self.linker.find(library_path, manifest, size)
        return self._bare[library_path, size]

    def _inside(self, library_path: str, manifest: str, size: int) -> str | None:
        """Return the file that a full path leads to in the nested root of the manifest, if it lies in one."""
        root = self._nested.root_of(manifest) if self._nested is not None else ""
        if not root or library_form(library_path, self.linker.system.paths) is not LibraryForm.FULL:
            return None
        token = self.linker.lib_token(size or self.host.word_size())
        path = root + with_token(library_path, "LIB", token)
        return path if self.host.kind(path) is not Kind.MISSING else None

    def word_sizes(self, named: Layer | Driver) -> frozenset[int]:
        """Return the word sizes of processes for which the library exists; none if it depends on the process."""
        if not named.library_path or has_origin(named.library_path) or self._is_elsewhere(named):
            return frozenset()
        return self.linker.word_sizes(named.library_path, named.manifest)

    def obstacle(self, library_path: str, manifest: str) -> Obstacle:
        """Return why this host's processes cannot load a library; empty if they can.

        Considers the first bytes of the file and its dependencies. Looks once at each library.
        """
        asked = (library_path, manifest)
        if asked not in self._obstacles:
            self._obstacles[asked] = self._obstacle(library_path, manifest)
        return self._obstacles[asked]

    def _obstacle(self, library_path: str, manifest: str) -> Obstacle:
        if has_origin(library_path):
            return self._beside_loader(library_path, manifest)
        path = self.find(library_path, manifest)
        if path is None or (library_path.endswith("/") and self.host.kind(path) is Kind.FILE):
            cached = may_be_cached(library_path, self.linker.system)
            return NO_OBSTACLE if cached else _NOT_FOUND
        answer = self.host.head(path, HEAD_SIZE)
        if isinstance(answer, Failure):
            unknown = answer.trouble is Trouble.UNKNOWN  # the content was not supplied
            return (
                NO_OBSTACLE
                if unknown
                else Obstacle(f"it cannot be read: {_detail(answer)}", ObstacleKind.UNREAD)
            )
        bits, machine, system = self._process()
        wrong = obstacle(answer.data, bits, machine or processor_meant(manifest, path)[0], system)
        return wrong or self._cut_off(path) or self._mounted(path) or self._needs_of(path)

    def _cut_off(self, path: str) -> Obstacle:
        """Return that a library is not there to its end; empty if it is, or if that is not known."""
        facts = self.linker.linked(path)
        is_cut = isinstance(facts, Failure) and facts.detail == CUT_OFF
        return Obstacle(f"it is a {CUT_OFF}", ObstacleKind.FORMAT) if is_cut else NO_OBSTACLE

    def _mounted(self, path: str) -> Obstacle:
        """Return why the dynamic linker cannot map a library's code; empty if the mount allows it."""
        return Obstacle(_NOEXEC, ObstacleKind.NOEXEC) if is_noexec(self.host, path) else NO_OBSTACLE

    def _beside_loader(self, library_path: str, manifest: str) -> Obstacle:
        """Return why a path with $ORIGIN leads to no file: it is the folder of the loader, behind the manifest's."""
        if self.host.platform().system is not System.LINUX:
            return NO_OBSTACLE
        folder = manifest.rpartition("/")[0]
        loader = self.find("libvulkan.so.1", "")
        if loader is None:
            if library_path.startswith("/") or self._has_folders(folder):
                return NO_OBSTACLE
            return Obstacle(f"it is not found: {OF_ORIGIN}", ObstacleKind.OF_ORIGIN)
        origin = loader.rpartition("/")[0]
        path = f"{folder}/{library_path}"
        for token in ("${ORIGIN}", "$ORIGIN"):
            path = path.replace(token, origin)
        if self.host.kind(path) is not Kind.MISSING:
            return NO_OBSTACLE
        why = f"it is not found: $ORIGIN is the folder of the loader, {quote(origin)}"
        return Obstacle(why, ObstacleKind.OF_ORIGIN)

    def _has_folders(self, path: str) -> bool:
        """Return whether a folder has others in it, in one of which the full path of a loader's folder may go on."""
        if path not in self._with_folders:  # many manifests lie in one folder
            found = self.host.list(path)
            names = found.names if isinstance(found, Listing) else ()
            self._with_folders[path] = any(self.host.kind(f"{path}/{name}") is Kind.FOLDER for name in names)
        return self._with_folders[path]

    def _needs_of(self, path: str) -> Obstacle:
        needs = self.linker.needs(path)
        missing = missing_text(needs.missing, path) if needs.known else ""
        if missing:
            return _needing(f"{missing}, which the dynamic linker does not find")
        unmet = self.linker.unmet(path)
        if unmet:
            return _needing(unmet_text(unmet, path))
        lacking = unresolved(self.linker, path) if not needs.missing else ()
        return _needing(unresolved_text(lacking)) if lacking else NO_OBSTACLE

    def of_layer(self, layer: Layer) -> Sequence[Reason]:
        """Return the static findings about a layer's library, located at the library_path in its manifest."""
        if not isinstance(layer.where, InJson | InData):
            return []
        where = layer.where.child("library_path")
        if has_origin(layer.library_path):
            return self._of_origin(layer, layer.name, where)
        found = self._look(layer)
        if found is None:
            return [self._missing(layer, layer.name, where)]
        if isinstance(found, Library):
            found_wrong = layer_library(layer, self._with_lent(found, layer), where, *self._process())
            return [*found_wrong, *self._needed(found, layer, layer.name, where)]
        return self._no_facts(found, layer, layer.name, where)

    def of_driver(self, driver: Driver, where: Location) -> Sequence[Reason]:
        """Return the static findings about a driver's library."""
        if has_origin(driver.library_path):
            return self._of_origin(driver, driver.manifest, where)
        found = self._look(driver)
        if found is None:
            return [self._missing(driver, driver.manifest, where)]
        if isinstance(found, Library):
            found_wrong = driver_library(driver, self._with_lent(found, driver), where, *self._process())
            return [*found_wrong, *self._needed(found, driver, driver.manifest, where)]
        return self._no_facts(found, driver, driver.manifest, where)

    def _of_origin(self, named: Layer | Driver, subject: str, where: Location) -> Sequence[Reason]:
        """Return the finding on a path with $ORIGIN that leads to no file, of a manifest that loaders find."""
        why = self._beside_loader(named.library_path, named.manifest) if self._is_installed(named) else ""
        fact = f"the library {quote(named.library_path)}: {why}"
        fix = "a path relative to the manifest's folder, without $ORIGIN"
        return [Reason(_rule_of(named), Severity.ERROR, subject, fact, where, fix)] if why else []

    def lent(self, named: Layer | Driver, library: Library) -> frozenset[str]:
        """Return the functions of a library's interface that only its dependencies export."""
        lacking = [name for name in interface_names(named) if name not in library.exports]
        path = self.find(named.library_path, named.manifest, named.library_arch) if lacking else None
        return exported_by_dependencies(self.linker, path, lacking) if path is not None else frozenset()

    def _with_lent(self, library: Library, named: Layer | Driver) -> Library:
        lent = self.lent(named, library)
        return replace(library, exports=library.exports | lent) if lent else library

    def _missing(self, named: Layer | Driver, subject: str, where: Location) -> Reason:
        return missing_library(
            named.library_path,
            subject,
            where,
            driver=isinstance(named, Driver),
            installed=self._is_installed(named) and not self._is_unread(named),
            paths=self.linker.system.paths,
            spelled=self._spelled(named.library_path, named.manifest),
            linked=self._by_name_alone(named),
            beside=self._is_beside(named),
            known=not (self._is_elsewhere(named) or may_be_cached(named.library_path, self.linker.system)),
            others=lacks_libraries(self.host),
            other_size=self._of_other_size(named, named.library_path),
        )

    def _spelled(self, library_path: str, manifest: str) -> str:
        """Return the file whose name a missing one nearly has. Looks once for what layers of a manifest share."""
        key = library_path, manifest
        if key not in self._spellings:
            self._spellings[key] = self.linker.spelled(library_path, manifest)
        return self._spellings[key]

    def _is_beside(self, named: Layer | Driver) -> bool:
        """Return whether the library of a bare name lies in the manifest's folder."""
        paths = self.linker.system.paths
        if library_form(named.library_path, paths) is not LibraryForm.BARE:
            return False
        return self.find(f".{paths.separator}{named.library_path}", named.manifest) is not None

    def _by_name_alone(self, named: Layer | Driver) -> str:
        """Return the library that the file name of a full path alone leads to; empty if there is none."""
        paths = self.linker.system.paths
        if library_form(named.library_path, paths) is not LibraryForm.FULL:
            return ""
        name = paths.split(named.library_path)[1]
        other = self._of_other_size(named, name)
        return "" if other else self.find(name, named.manifest, named.library_arch) or ""

    def _of_other_size(self, named: Layer | Driver, name: str) -> str:
        found = self.find(name, named.manifest, named.library_arch)
        return of_other_size(self.host, found or "", name, named.library_arch)

    def _is_elsewhere(self, named: Layer | Driver) -> bool:
        """True if the library is on a machine that is not available here.

        That is so for a machine of another system, and for a package that can be installed anywhere, unless
        library_path is relative to the manifest.
        """
        if not self._is_foreign and getattr(self.host, "installed", True):
            return False
        return library_form(named.library_path, self.linker.system.paths) is not LibraryForm.RELATIVE

    @property
    def _is_foreign(self) -> bool:
        """True if the files are meant for a machine of another system than this one."""
        return isinstance(self.host, RealHost) and self.host.foreign

    def _is_installed(self, named: Layer | Driver) -> bool:
        """True if loaders may search the manifest's folder; on Windows always, as the registry may name any."""
        folder = self.linker.system.paths.split(named.manifest)[0]
        anywhere = self.linker.system is System.WINDOWS and not self._is_foreign
        return use_of_folder(folder) is not None or anywhere

    def _nested_root(self, named: Layer | Driver) -> str:
        """Return the nested root of a manifest that is written for it, not for this system; else empty."""
        root = self._nested.root_of(named.manifest) if self._nested is not None else ""
        return "" if named.library_path.startswith(f"{root}/") else root

    def _is_unread(self, named: Layer | Driver) -> bool:
        """True if the manifest lies in a nested root, where loaders of this system do not look, and none named it."""
        root = self._nested_root(named)
        return bool(root and self._nested is not None and not self._nested.is_named(root))

    def _needed(
        self, library: Library, named: Layer | Driver, subject: str, where: Location
    ) -> Iterator[Reason]:
        """Yield the findings on missing dependencies, for each word size for which the library exists."""
        sizes = [named.library_arch] if named.library_arch in ("32", "64") else ["64", "32"]
        found = [self.find(named.library_path, named.manifest, size) for size in sizes]
        installed = self._is_installed(named) and not self._nested_root(named)
        system = self.linker.system
        for path in dict.fromkeys(path for path in found if path is not None):
            needs = self._needs(library, path)
            if needs.missing:
                yield missing_needs(
                    needs.missing,
                    path,
                    subject,
                    where,
                    _rule_of(named),
                    known=needs.known,
                    installed=installed,
                    system=system,
                )
                continue
            unmet = self.linker.unmet(path)
            lacking = () if unmet else unresolved(self.linker, path)
            if unmet or lacking:
                fact = unmet_text(unmet, path) if unmet else unresolved_text(lacking)
                severity = Severity.ERROR if installed else Severity.WARNING
                yield Reason(_rule_of(named), severity, subject, f"{quote(path)} needs {fact}", where)

    def _needs(self, library: Library, path: str) -> Needs:
        """Return the missing dependencies by the rules of the system's linker, if those are known."""
        system = self.linker.system
        if system is System.LINUX:
            return self.linker.needs(path)
        known = system in (System.WINDOWS, System.MACOS) and library.format is native_format(system)
        return self.linker.direct_needs(library, path) if known and library.needed else Needs()

    def of_file(self, path: str) -> Sequence[Reason]:
        """Return the static findings about a library without a manifest: a loader's, a driver's or a layer's."""
        found, where = self.host.library(path), InFile(path)
        if isinstance(found, Failure):
            told = path, _detail(found), path, where, rule("DEBUG-WRONGARCH-01")
            if found.trouble is Trouble.TOO_LARGE:  # and nothing else was asked about
                return [replace(unread_library(*told), severity=Severity.WARNING)]
            return [(unread_library if found.trouble in _UNREAD else not_a_library)(*told)]
        own = self.host.platform().system
        system = (
            system_of(found.format) if own is System.LINUX else own
        )  # a Linux host also checks the libraries of other systems
        if is_called_like_a_loader(path) and found.format is native_format(system):
            return loader_library(found, exported_version(found), where, system)
        return library_alone(found, where, system)

    def is_library(self, path: str) -> bool:
        """True if the file is a library of some system by its first bytes or its name."""
        head = self.host.head(path, HEAD_SIZE)
        if not isinstance(head, Content):
            return False
        name = self.linker.system.paths.split(path)[1].lower()
        named = name.endswith((".so", ".dll", ".dylib")) or (".so." in name and not name.endswith(".json"))
        return named or magic_of(head.data) in (Magic.ELF, Magic.PE, Magic.MACHO)

    def _process(self) -> tuple[int, str, System]:
        """Return the facts that determine which libraries a process can load."""
        return self.host.word_size(), self.host.machine() or self.linker.machine, self.host.platform().system

    def _no_facts(
        self, failure: Failure, named: Layer | Driver, subject: str, where: Location
    ) -> list[Reason]:
        """Return the findings on a library whose facts could not be read."""
        library_path, why = named.library_path, _rule_of(named)
        if failure.trouble is Trouble.UNKNOWN:
            return []
        if failure.trouble is Trouble.DENIED:
            unread = unread_library(library_path, _detail(failure), subject, where, why)
            return [replace(unread, severity=Severity.WARNING)]
        path = self.find(library_path, named.manifest, named.library_arch) or library_path
        head = self.host.head(path, HEAD_SIZE) if failure.trouble in _UNREAD else None
        if isinstance(head, Content) and is_native(head.data, self.host.platform().system):
            return [unread_library(library_path, _detail(failure), subject, where, why)]
        detail = magic_of(head.data) if isinstance(head, Content) else _detail(failure)
        return [not_a_library(library_path, detail, subject, where, why)]

    def _look(self, named: Layer | Driver) -> Library | Failure | None:
        path = self.find(named.library_path, named.manifest, named.library_arch)
        if path is None or self._is_elsewhere(named) or self._of_other_size(named, named.library_path):
            return None
        linked = self.linker.linked(path) if self._cut_off(path) else None
        return linked if linked is not None else self.host.library(path)


def _rule_of(named: Layer | Driver) -> RuleId:
    """Return the rule on library_path."""
    return rule("MANIFEST-LAYER-07" if isinstance(named, Layer) else "MANIFEST-ICD-03")


def _detail(failure: Failure) -> str:
    return failure.detail or str(failure.trouble)

"""Looks at the libraries that manifests name, without loading them: finds the file, has the core judge it.

Also reads the dynamic linker's configuration, which says where a bare name is looked for. Holds no rules.
"""

import fnmatch
import posixpath
from collections.abc import Sequence

from refloader.core.fields import InData, InJson
from refloader.core.library import (
    driver_library,
    layer_library,
    library_alone,
    missing_library,
    not_a_library,
    unread_library,
)
from refloader.core.library_path import (
    LibraryForm,
    candidates,
    has_origin,
    library_form,
    linker_search,
    parse_linker_configuration,
)
from refloader.core.loader_library import exported_version, is_called_like_a_loader, loader_library
from refloader.core.loading import HEAD_SIZE, is_native, native_format, obstacle, system_of
from refloader.core.manifest_kind import use_of_folder
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.library import Library
from refloader.model.magic import Magic, magic_of
from refloader.model.reason import InFile, Location, Reason
from refloader.model.system import System
from refloader.rules import rule

_CONFIGURATION = "/etc/ld.so.conf"
_INCLUDE_LIMIT = 200


class Libraries:
    """The libraries of one host. What the linker's configuration says is read once, when first needed."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._folders: tuple[str, ...] | None = None

    def find(self, library_path: str, manifest: str) -> str | None:
        """The file a library_path leads to, or None."""
        paths = self.host.platform().system.paths
        if self._folders is None and library_form(library_path, paths) is LibraryForm.BARE:
            self._folders = linker_folders(self.host)
        tried = candidates(library_path, manifest, self._folders or (), paths)
        return next((path for path in tried if self.host.kind(path) is not Kind.MISSING), None)

    def obstacle(self, library_path: str, manifest: str) -> str:
        """What keeps this host's processes from loading a library, by its place and first bytes, or nothing."""
        if has_origin(library_path):
            return ""
        path = self.find(library_path, manifest)
        if path is None:
            return "it is not found"
        answer = self.host.head(path, HEAD_SIZE)
        if isinstance(answer, Failure):
            unknown = answer.trouble is Trouble.UNKNOWN  # nobody told what is there
            return "" if unknown else f"it cannot be read: {_detail(answer)}"
        return obstacle(answer.data, *self._process())

    def of_layer(self, layer: Layer) -> Sequence[Reason]:
        """The static findings about a layer's library, placed at the library_path of its manifest."""
        if has_origin(layer.library_path) or not isinstance(layer.where, InJson | InData):
            return []
        where = layer.where.child("library_path")
        found = self._look(layer.library_path, layer.manifest)
        if found is None:
            installed = _is_installed(layer.manifest)
            return [missing_library(layer.library_path, layer.name, where, driver=False, installed=installed)]
        if isinstance(found, Library):
            return layer_library(layer, found, where, *self._process())
        return self._no_facts(found, layer.library_path, layer, layer.name, where)

    def of_driver(self, driver: Driver, where: Location) -> Sequence[Reason]:
        """The static findings about a driver's library."""
        if has_origin(driver.library_path):
            return []
        found = self._look(driver.library_path, driver.manifest)
        if found is None:
            path, installed = driver.library_path, _is_installed(driver.manifest)
            return [missing_library(path, driver.manifest, where, driver=True, installed=installed)]
        if isinstance(found, Library):
            return driver_library(driver, found, where, *self._process())
        return self._no_facts(found, driver.library_path, driver, driver.manifest, where)

    def of_file(self, path: str) -> Sequence[Reason]:
        """The static findings about a library that came without a manifest: a loader's, a driver's or a layer's."""
        found, where = self.host.library(path), InFile(path)
        if isinstance(found, Failure):
            unread = found.trouble is Trouble.NO_READER
            say = unread_library if unread else not_a_library
            return [say(path, _detail(found), path, where, rule("DEBUG-WRONGARCH-01"))]
        own = self.host.platform().system
        system = own if native_format(own) is found.format else system_of(found.format)
        if is_called_like_a_loader(path):
            return loader_library(found, exported_version(found), where, system)
        return library_alone(found, where, system)

    def is_library(self, path: str) -> bool:
        """Whether the file holds what some system could load, by its first bytes."""
        head = self.host.head(path, HEAD_SIZE)
        return isinstance(head, Content) and magic_of(head.data) in (Magic.ELF, Magic.PE, Magic.MACHO)

    def _process(self) -> tuple[int, str, System]:
        """What decides which libraries a process can load."""
        return self.host.word_size(), self.host.machine(), self.host.platform().system

    def _no_facts(
        self, failure: Failure, library_path: str, named: Layer | Driver, subject: str, where: Location
    ) -> list[Reason]:
        """What there is to say of a library that could not be looked into."""
        why = rule("MANIFEST-LAYER-07" if isinstance(named, Layer) else "MANIFEST-ICD-03")
        if failure.trouble is Trouble.UNKNOWN:
            return []
        path = self.find(library_path, named.manifest) or library_path
        head = self.host.head(path, HEAD_SIZE) if failure.trouble is Trouble.NO_READER else None
        if isinstance(head, Content) and is_native(head.data, self.host.platform().system):
            return [unread_library(library_path, _detail(failure), subject, where, why)]
        detail = magic_of(head.data) if isinstance(head, Content) else _detail(failure)
        return [not_a_library(library_path, detail, subject, where, why)]

    def _look(self, library_path: str, manifest: str) -> Library | Failure | None:
        path = self.find(library_path, manifest)
        return None if path is None else self.host.library(path)


def _is_installed(manifest: str) -> bool:
    return use_of_folder(manifest.rpartition("/")[0]) is not None


def _detail(failure: Failure) -> str:
    return failure.detail or str(failure.trouble)


def linker_folders(host: Host) -> tuple[str, ...]:
    """The folders in search order; LD_LIBRARY_PATH counts unless the process is elevated."""
    variable = None if host.elevated() else host.variables().get("LD_LIBRARY_PATH")
    return linker_search(variable, _configured(host))


def _configured(host: Host) -> list[str]:
    folders: list[str] = []
    pending, seen = [_CONFIGURATION], set[str]()
    while pending and len(seen) < _INCLUDE_LIMIT:
        path = pending.pop(0)
        answer = host.read(path) if path not in seen else None
        seen.add(path)
        if not isinstance(answer, Content):
            continue
        found, includes = parse_linker_configuration(answer.data.decode("utf-8", "surrogateescape"))
        folders += found
        for pattern in includes:
            pending += _matches(host, posixpath.join(posixpath.dirname(path), pattern))
    return folders


def _matches(host: Host, pattern: str) -> list[str]:
    folder, _, name = pattern.rpartition("/")
    listing = host.list(folder)
    names = listing.names if isinstance(listing, Listing) else ()
    return [f"{folder}/{each}" for each in sorted(names) if fnmatch.fnmatchcase(each, name)]

"""Looks at the libraries that manifests name, without loading them: finds the file, has the core judge it.

Also reads the dynamic linker's configuration, which says where a bare name is looked for. Holds no rules.
"""

import fnmatch
import posixpath
from collections.abc import Sequence

from refloader.core.fields import InData, InJson
from refloader.core.library import driver_library, layer_library, missing_library, not_a_library
from refloader.core.library_path import (
    LibraryForm,
    candidates,
    has_origin,
    library_form,
    linker_search,
    parse_linker_configuration,
)
from refloader.core.loading import HEAD_SIZE, obstacle
from refloader.core.manifest_kind import use_of_folder
from refloader.host.port import Content, Failure, Host, Kind, Listing
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.library import Library
from refloader.model.reason import Location, Reason
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
            return f"it cannot be read: {_detail(answer)}"
        return obstacle(answer.data, self.host.word_size(), self.host.machine())

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
            return layer_library(layer, found, where, self.host.word_size(), self.host.machine())
        why = rule("MANIFEST-LAYER-07")
        return [not_a_library(layer.library_path, _detail(found), layer.name, where, why)]

    def of_driver(self, driver: Driver, where: Location) -> Sequence[Reason]:
        """The static findings about a driver's library."""
        if has_origin(driver.library_path):
            return []
        found = self._look(driver.library_path, driver.manifest)
        if found is None:
            path, installed = driver.library_path, _is_installed(driver.manifest)
            return [missing_library(path, driver.manifest, where, driver=True, installed=installed)]
        if isinstance(found, Library):
            return driver_library(driver, found, where, self.host.word_size(), self.host.machine())
        why = rule("MANIFEST-ICD-03")
        return [not_a_library(driver.library_path, _detail(found), driver.manifest, where, why)]

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

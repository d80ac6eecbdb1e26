"""Takes a snapshot of a host's manifests and of the libraries that they name. Holds no rules."""

import hashlib
from collections.abc import Iterable, Iterator

from refloader.core.json import reader
from refloader.core.json.reader import Document
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.fields import InData, InJson
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.core.manifests.manifest_kind import kind_of
from refloader.core.manifests.settings_file import read_settings
from refloader.host.machines.real import RealHost
from refloader.host.machines.snapshot import SnapshotHost
from refloader.host.port import Content, Failure, Host, Kind, Listing
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.snapshots.file import read_machine
from refloader.model.layer import Layer
from refloader.model.library import Library
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Location, Reason
from refloader.model.snapshot import KnownEntry, KnownLibrary, KnownManifest, Mention, Snapshot
from refloader.model.text import visible
from refloader.rules import rule

__all__ = ["FILE_LIMIT", "SnapshotError", "load", "still_there", "take"]

_LIBRARY_LIMIT = 1 << 30
"""The most bytes of a library that are hashed; the largest drivers have a few hundred MiB."""


def take(host: Host, places: Iterable[str], *, staged: bool = False) -> Snapshot:
    """Return the snapshot of the manifests in the places. A missing place has none."""
    looked = tuple(places)
    taker = _Taker(host)
    paths = dict.fromkeys(path for place in looked for path in taker.manifests(place))
    return Snapshot(staged, looked, tuple(known for path in paths if (known := taker.manifest(path))))


def still_there(host: Host, before: Snapshot) -> frozenset[str]:
    """Return the library files of a snapshot that still exist."""
    return frozenset(file for file in before.libraries() if host.kind(file) is Kind.FILE)


class _Taker:
    """Takes one snapshot; reads each library once."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._libraries = Libraries(host)
        self._read: dict[str, tuple[str, int]] = {}

    def manifests(self, place: str) -> Iterator[str]:
        """Yield the files of a place that loaders read as manifests."""
        if self.host.kind(place) is Kind.FILE:
            yield place
        paths = self.host.platform().system.paths
        listing = self.host.list(place) if self.host.kind(place) is Kind.FOLDER else None
        for name in sorted(listing.names) if isinstance(listing, Listing) else ():
            path = paths.join(place, name)
            if paths.is_manifest(name) and self.host.kind(path) is Kind.FILE:
                yield path

    def manifest(self, path: str) -> KnownManifest | None:
        """Return the record of one manifest or settings file; None if it cannot be read."""
        answer = self.host.read(path)
        if not isinstance(answer, Content):
            return None
        document = reader.read(answer.data)
        use = kind_of(document.value, path)
        references, entries = tuple[Mention, ...](), tuple[KnownEntry, ...]()
        if use is Use.SETTINGS:
            references = tuple(_references(document, path))
        elif use is Use.DRIVER:
            entries = tuple(self._driver(document, path))
        else:
            place = Place(path, use, Form.FILE, "a snapshot", rule("DISC-GEN-08"))
            entries = tuple(self._layer(layer) for layer in read_layer_file(document, path, place).layers)
        return KnownManifest(path, use, hashlib.sha256(answer.data).hexdigest(), entries, references)

    def _layer(self, layer: Layer) -> KnownEntry:
        at = layer.where
        assert isinstance(at, InJson | InData)  # the layer was just read from a text
        library = self._library(layer.library_path, layer.manifest, at.child("library_path"))
        components = (
            _mention(name, at.child("component_layers", index)) for index, name in enumerate(layer.components)
        )
        name = _mention(layer.name, at.child("name"))
        return KnownEntry(name, str(layer.implementation_version), library, tuple(components))

    def _driver(self, document: Document, path: str) -> Iterator[KnownEntry]:
        place = Place(path, Use.DRIVER, Form.FILE, "a snapshot", rule("DISC-GEN-08"))
        driver = read_driver_file(document, path, place)
        where = InJson(document, path, ("ICD", "library_path"))
        if driver.library_path:
            library = self._library(driver.library_path, path, where)
            name = _mention("", InJson(document, path, ("ICD",)))
            yield KnownEntry(name, str(driver.api_version or ""), library)

    def _library(self, library_path: str, manifest: str, where: Location) -> KnownLibrary | None:
        if not library_path:
            return None
        file = self._libraries.find(library_path, manifest) or ""
        return KnownLibrary(_mention(library_path, where), file, *self._content(file))

    def _content(self, file: str) -> tuple[str, int]:
        """Return the digest and word size of a library file."""
        if file not in self._read:
            facts = self.host.library(file) if file else None
            data = self.host.read(file, _LIBRARY_LIMIT) if isinstance(facts, Library) else None
            size = facts.word_size if isinstance(facts, Library) else 0
            digest = hashlib.sha256(data.data).hexdigest() if isinstance(data, Content) else ""
            self._read[file] = digest, size
        return self._read[file]


def _mention(text: str, where: Location) -> Mention:
    span = where.span
    return Mention(text, span.line, span.column)


def _references(document: Document, path: str) -> Iterator[Mention]:
    settings, _ = read_settings(document, path, "")
    for listed in (settings.layers or ()) if settings else ():
        if listed.path:
            where = listed.where
            assert isinstance(where, InJson)  # the settings were just read from a text
            yield _mention(listed.path, where.child("path"))


# ---- Loads snapshot files as hosts.

FILE_LIMIT = 1 << 26
"""The most bytes of a snapshot file; a machine with ten thousand manifests needs a few million."""


class SnapshotError(Exception):
    """The file has no recorded machine. The text says where it is wrong and why, in one line."""


def load(path: str) -> SnapshotHost:
    """Load the machine in a snapshot file. Raises SnapshotError."""
    answer = RealHost().read(path, FILE_LIMIT)
    if isinstance(answer, Failure):
        raise SnapshotError(f"{visible(path)}: {answer.detail or answer.trouble}")
    recorded, reasons = read_machine(answer.data, path)
    if recorded is None:
        raise SnapshotError(_text(reasons[0]))
    return SnapshotHost(recorded)


def _text(reason: Reason) -> str:
    span = reason.span
    assert span is not None  # every reason about a text has a position
    where = f"{visible(span.path)}:{span.line}:{span.column}" if span.line else visible(span.path)
    return f"{where}: {reason.fact}"

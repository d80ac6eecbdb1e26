"""Judges one manifest: passes its bytes to the core's checks, and looks at the library that it names.

Retains only the findings and a small entry per layer, so that memory does not grow with the size of the files. Holds
no rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from refloader.core.json import reader
from refloader.core.manifests.clean_manifest import clean_layer
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.fields import InJson
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.core.manifests.manifest_kind import apparent_value, kind_of, use_of_folder
from refloader.core.manifests.settings_file import checked_settings
from refloader.host.port import Host, Kind
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.libraries.nested import Nested
from refloader.inspect.lint.collection import entry_of
from refloader.inspect.lint.findings import LastText, Later, Report, findings, found_by_no_release
from refloader.inspect.lint.folder_purposes import beside_the_other, twins_of, without_driver
from refloader.inspect.places import places_of
from refloader.model import registry
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import rule

_FULL, _LIBRARY = 255, ("ICD", "library_path")
"""The most bytes of a name or a description, and where a driver names its library."""

_OF_ALL = ("VK_KHR_", "VK_EXT_")
"""How the names begin that are no vendor's own."""

_MOST_EXTENSIONS, _NEAR = 200, 0.9
"""The most extensions of a layer whose names are compared, and how alike two names are of which one is meant."""


class Judge:
    """Judges manifests of one host one by one; with ``libraries`` their libraries, too, without loading them."""

    def __init__(self, host: Host, *, libraries: bool = True) -> None:
        self.host = host
        self.libraries = libraries
        self.report = Report()
        self._nested = Nested(host, places_of)
        self._libraries = Libraries(host, self._nested)
        self._texts = LastText(host)
        self._system = host.platform().system
        self._paths, self._identity = self._system.paths, self._system.paths.identity
        self._seen: set[str] = set()
        self._drivers: list[frozenset[int]] = []
        self._sizes: dict[str, frozenset[int]] = {}

    def judge(self, data: bytes, path: str, use: Use | None = None) -> None:
        """Check the bytes of one manifest, as one for ``use`` if that is known."""
        given = use or use_of_folder(self._paths.split(path)[0])
        document = reader.read(data) if given is None else None
        use = given or kind_of(apparent_value(document), path)
        same = self._identity(path)
        self.report.files += same not in self._seen
        self._seen.add(same)
        self.report.manifests.append((path, use))
        place = Place(path, use, Form.FILE, "the command line", rule("DISC-GEN-08"))
        is_quick = self._system is System.LINUX and use in (Use.IMPLICIT, Use.EXPLICIT)
        is_quick = is_quick and b'"ICD"' not in data
        clean = clean_layer(data, path, place) if is_quick else None  # nearly all are: they have no findings
        if clean is not None:
            self._layer(clean, ())
            if data.rfind(b'"file_format_version"') > data.find(b'"layer"'):
                self.report.findings += found_by_no_release(reader.read(data), path)
            return
        before = len(self.report.findings)
        document = document or reader.read(data)
        self._texts.hold(path, document)
        self.report.not_json += not document.valid
        if use is Use.SETTINGS:
            self._add(checked_settings(document, path))
        elif use is Use.DRIVER:
            self._driver(read_driver_file(document, path, place, self._system), document)
            layers = without_driver(document.value)
            if layers and given is None:  # it may be meant for both kinds of folders
                self._layers(document, path, replace(place, use=kind_of(layers, path)))
        else:
            self._layers(document, path, place)
        own = self.report.findings[before:]
        lost = any(each.severity is Severity.ERROR for each in own)  # then that is what is to be mended
        if given is not None and self._system is System.LINUX and not lost and not self._has_twin(path, use):
            self._add(beside_the_other(document.value, path, use))

    def _has_twin(self, path: str, use: Use) -> bool:
        """Whether a manifest also lies in a folder for what else it has."""
        return any(self.host.kind(each) is Kind.FILE for each in twins_of(path, use))

    def _layers(self, document: reader.Document, path: str, place: Place) -> None:
        file = read_layer_file(document, path, place, self._system)
        whole = {id(reason) for reason in file.reasons}
        self._add(file.reasons)
        for layer in file.layers:
            self._layer(layer, [reason for reason in layer.reasons if id(reason) not in whole])
        if file.layers and self._system is System.LINUX:
            self.report.findings += found_by_no_release(document, path)

    def _may_be_there(self, named: Layer | Driver) -> bool:
        """Return whether the library is found, or was not looked for."""
        return not self.libraries or self._libraries.find(named.library_path, named.manifest) is not None

    def _sizes_of(self, named: Layer | Driver) -> frozenset[int]:
        """Return the word sizes that a library is for, if libraries are checked.

        Also stores them by manifest for the check of registry branches, unless the manifest has library_arch.
        """
        sizes = self._libraries.word_sizes(named) if self.libraries else frozenset()
        if sizes:
            path = "" if named.library_arch else self._identity(named.manifest)
            self._sizes[path] = self._sizes.get(path, frozenset()) | sizes
        return sizes

    def _layer(self, layer: Layer, reasons: Iterable[Reason]) -> None:
        self._add(reasons)
        if layer.library_path and self._may_be_there(layer):
            self.report.library_paths.setdefault(layer.manifest, []).append(layer.library_path)
        if any(len(text.encode("utf-8", "replace")) == _FULL for text in (layer.name, layer.description)):
            self.report.filling.add(layer.manifest)
        if layer.name:
            where = Later(self._texts, layer.manifest, layer.keys)
            self.report.entries.append(entry_of(layer, where, self._sizes_of(layer)))
        if layer.instance_extensions or layer.device_extensions:
            self._add(self._extension_names(layer))
        if self.libraries and layer.library_path:
            self._add(self._libraries.of_layer(layer))

    def _extension_names(self, layer: Layer) -> Iterator[Reason]:
        """Yield the extensions that are called as registered ones are, and are none; a vendor may have its own.

        One whose name is nearly that of a registered one of the same author must be meant for it.
        """
        for key, why, listed in (
            ("instance_extensions", rule("MANIFEST-LAYER-14"), layer.instance_extensions),
            ("device_extensions", rule("MANIFEST-LAYER-15"), layer.device_extensions),
        ):
            for index, name in enumerate(each.name for each in listed[:_MOST_EXTENSIONS]):
                if registry.extension(name) is not None:
                    continue
                author = "_".join(name.split("_")[:2]) + "_"
                names = {each.lower(): each for each in registry.extensions() if each.startswith(author)}
                near = [names[each] for each in near_names(name.lower(), names, 1, _NEAR)]
                if not near and author not in _OF_ALL:
                    continue
                like = f"; {near[0]} is one" if near else ""
                where = Later(self._texts, layer.manifest, (*layer.keys, key, index, "name"))
                severity = Severity.WARNING if near else Severity.NOTE
                fact = f'{quote(name)} in "{key}" is no registered extension{like}'
                yield Reason(why, severity, layer.name, fact, where, near[0] if near else "")

    def _driver(self, driver: Driver, document: reader.Document) -> None:
        self._add(driver.reasons)
        if driver.library_path and self._may_be_there(driver):
            self.report.library_paths[driver.manifest] = [driver.library_path]
        if self.libraries and driver.library_path:
            self._drivers.append(self._sizes_of(driver))
            self._add(self._libraries.of_driver(driver, InJson(document, driver.manifest, _LIBRARY)))

    def _add(self, reasons: Iterable[Reason]) -> None:
        self.report.findings += findings(reasons)

"""A layer as a subject: reads its manifest, finds its library, names its functions. Opens no library."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from refloader.core.json import reader
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.core.manifests.library_path import has_origin
from refloader.core.manifests.manifest_kind import kind_of
from refloader.host.machines.real import RealHost
from refloader.host.port import Content
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.sanitizers import without_runtime
from refloader.model.layer import Layer, Switch
from refloader.model.place import Form, Place, Use
from refloader.model.text import quote
from refloader.model.version import ApiVersion, parse_strict
from refloader.rules import rule
from refloader.suite.subjects.in_roots import where_it_is

NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
INSTANCE_LOOKUP = "vkGetInstanceProcAddr"
DEVICE_LOOKUP = "vkGetDeviceProcAddr"
_LONGEST = 32 << 10
"""The size limit in bytes of a text for a program; Linux takes four times as many in one argument or variable."""

Pairs = tuple[tuple[str, str], ...]
"""Names and their values."""
Promises = tuple[tuple[str, tuple[str, ...]], ...]
"""Names of extensions, each with those of its functions."""


@dataclass(frozen=True, slots=True)
class LayerSubject:
    """One layer to be run. ``manifest`` is empty for a library that came without one.

    ``library`` is an absolute path; ``problem`` says why there is no library to run. ``functions`` are the
    manifest's names for functions of the interface, ``pre_instance`` those of its pre-instance intercepts,
    ``variables`` what enable_environment requires, ``promises`` its device extensions with their functions.
    """

    name: str
    manifest: str
    library: str
    problem: str = ""
    implicit: bool = False
    api_version: str = ""
    implementation_version: int | None = None
    functions: Pairs = ()
    pre_instance: Pairs = ()
    variables: Pairs = ()
    instance_extensions: tuple[str, ...] = ()
    promises: Promises = ()
    spec_versions: tuple[tuple[str, int], ...] = ()

    @property
    def device_extensions(self) -> tuple[str, ...]:
        """Return the names of the device extensions that the manifest lists."""
        return tuple(name for name, _ in self.promises)

    @property
    def entrypoints(self) -> tuple[str, ...]:
        """Return the functions that the manifest lists for them."""
        return tuple(name for _, names in self.promises for name in names)

    @property
    def is_of_2018(self) -> bool:
        """Return whether the layer may have been written by the documents of 2018."""
        version = parse_strict(self.api_version)
        return version is not None and is_of_2018(version)

    def function(self, name: str) -> str:
        """Return the library's name for a function of the interface."""
        return dict(self.functions).get(name, name)


def is_of_2018(version: ApiVersion) -> bool:
    """Return whether the version of a layer is older than Vulkan 1.3, which the documents of 2022 are of.

    Where those say the opposite of 2018's, such a layer may have been written by the older ones.
    """
    return version.feature < (1, 3)


def layers_at(path: str) -> tuple[LayerSubject, ...]:
    """Return the layers with a library that a manifest describes, in its order, without invalid entries."""
    host = RealHost()
    answer = host.read(path)
    document = reader.read(answer.data if isinstance(answer, Content) else b"")
    if not document.valid or not isinstance(document.value, dict):
        return ()
    use = Use.IMPLICIT if kind_of(document.value, path) is Use.IMPLICIT else Use.EXPLICIT
    place = Place(path, use, Form.FILE, "the command line", rule("DISC-GEN-08"))
    read = read_layer_file(document, path, place).layers
    libraries = Libraries(host)
    return tuple(_subject(libraries, layer) for layer in _distinct(read))


def layers_now(path: str) -> tuple[LayerSubject, ...]:
    """Return the same from the last time if the manifest is the same file: to find what a library needs takes long.

    Each case of a run asks. The suite finds a library that is replaced meanwhile (``run.unchanged``).
    """
    return _layers_of_file(path, _state_of(path))


@lru_cache(64)
def _layers_of_file(path: str, state: tuple[int, ...]) -> tuple[LayerSubject, ...]:
    return layers_at(path)


def _state_of(path: str) -> tuple[int, ...]:
    """Return what identifies a file and its state; nothing if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _distinct(layers: tuple[Layer, ...]) -> Iterator[Layer]:
    """Yield the first layer of each name; meta-layers are left out, because they have no library."""
    seen = set[str]()
    for layer in layers:
        if not layer.is_meta and layer.name and layer.name not in seen:
            seen.add(layer.name)
            yield layer


def _subject(libraries: Libraries, layer: Layer) -> LayerSubject:
    found = libraries.find(layer.library_path, layer.manifest) if layer.library_path else None
    switch = layer.enable
    return LayerSubject(
        name=layer.name,
        manifest=layer.manifest,
        library=RealHost().real_path(found) if found else "",
        problem=_problem(libraries, layer),
        implicit=layer.kind is Use.IMPLICIT,
        api_version=str(layer.api_version),
        implementation_version=layer.implementation_version,
        functions=layer.functions,
        pre_instance=layer.pre_instance,
        variables=((switch.variable, switch.value),) if switch and _can_be_set(switch) else (),
        instance_extensions=tuple(each.name for each in layer.instance_extensions),
        promises=tuple((each.name, tuple(each.entrypoints)) for each in layer.device_extensions),
        spec_versions=tuple(
            (each.name, each.spec_version) for each in (*layer.instance_extensions, *layer.device_extensions)
        ),
    )


def _problem(libraries: Libraries, layer: Layer) -> str:
    """Return why the layer cannot be run, or an empty string."""
    for what, text in (("name", layer.name), *(("function", own) for _, own in layer.functions)):
        if not _can_be_passed(text):
            why = "too long" if len(text.encode("utf-8", "surrogatepass")) >= _LONGEST else "no text of C"
            return f"no program can ask for its {what} {quote(text)}: that is {why}"
    if has_origin(layer.library_path):
        return f"where its library {quote(layer.library_path)} is depends on the loader that opens it"
    why = libraries.obstacle(layer.library_path, layer.manifest) if layer.library_path else "none is named"
    found = libraries.find(layer.library_path, layer.manifest) if layer.library_path else None
    why = why or (without_runtime(found, linker=libraries.linker) if found else "")
    is_lost = why and layer.library_path and not found
    elsewhere = where_it_is(layer.manifest, layer.library_path) if is_lost else ""
    return f"its library cannot be loaded: {why}{elsewhere}" if why else ""


def _can_be_set(switch: Switch) -> bool:
    """Return whether a process can have this variable with this value."""
    name = switch.variable
    return bool(name) and "=" not in name and _can_be_passed(name) and _can_be_passed(switch.value)


def _can_be_passed(text: str) -> bool:
    """Return whether a process can receive this text: it has no NUL, can be encoded, and is not too long."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return b"\0" not in data and len(data) < _LONGEST


def bare_library(path: str, name: str = "") -> LayerSubject:
    """Return the layer of a library that has no manifest; without a name it is named after its file."""
    library = RealHost().real_path(path)
    stem = os.path.basename(path).partition(".so")[0].removeprefix("lib")
    named = name or (stem if stem.startswith("VK_LAYER_") else f"VK_LAYER_{stem}")
    libraries = Libraries(RealHost())
    why = libraries.obstacle(library, "") or without_runtime(library, linker=libraries.linker)
    return LayerSubject(named, "", library, f"the library cannot be loaded: {why}" if why else "")

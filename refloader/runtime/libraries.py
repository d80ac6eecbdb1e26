"""Opens the libraries of layers and comes to terms with them; closes what was opened. Decides nothing.

A layer's library is opened for each instance anew: the dynamic linker counts. At the end of an instance its
libraries are unloaded, except in a program that makes instances again and again: a file that served an earlier
instance, too, stays until the next instance is there, as loading it takes longer than all else.
"""

from refloader.core.library_path import opened_as
from refloader.model.layer import Layer
from refloader.protocol import (
    NEWEST_LAYER,
    LayerEvent,
    LayerStep,
    exported_interface,
    layer_answer,
    layer_step,
)
from refloader.rules import decides
from refloader.runtime import _edge
from refloader.runtime.log import Log
from refloader.runtime.state import LayerLink

_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_INSTANCE_LOOKUP = "vkGetInstanceProcAddr"
_DEVICE_LOOKUP = "vkGetDeviceProcAddr"
_WRONG_SIZE = "wrong ELF class"
_STAY = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"


_PATHS: dict[int, str] = {}
"""The path of each open library, by dlopen's handle."""
_SERVED: set[tuple[str, bytes]] = set()
"""The libraries that served an instance which is gone: path and state of the file."""
_LEFT: list[tuple[str, bytes, int]] = []
"""Libraries that are open for no instance: path, state of the file, handle. Taken out by whoever closes them."""


def open_library(library_path: str, manifest: str, about: str, subject: str, log: Log) -> int:
    """The open library, or 0 with a message: a library that cannot be loaded costs only what it is for."""
    path = opened_as(library_path, manifest)
    _close_changed(path)
    library, trouble = _edge.open_library(path)
    if library:
        _PATHS[library] = path
    else:
        _say_unloadable(trouble, path, about, subject, log)
    return library


@decides("DEBUG-WRONGARCH-01", "DEBUG-LOG-05", "DEBUG-LOG-07")
def _say_unloadable(trouble: str, path: str, about: str, subject: str, log: Log) -> None:
    level = "info" if _WRONG_SIZE in trouble else "error"
    if log.wants(level, about):
        log.say(level, about, f"{subject}: the library {path} cannot be loaded: {trouble}")


@decides("DEBUG-UNLOAD-01")
def close_library(library: int) -> None:
    """Close it, unless VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING is 1."""
    if library and _edge.getenv(_STAY) != "1":
        _edge.close_library(library)


def let_go(library: int) -> None:
    """The instance is gone: close its library, or leave it to the next one. With the variable set nothing is left."""
    path = _PATHS.get(library, "")
    state = _edge.seen(path) if "/" in path and _edge.getenv(_STAY) is None else None
    if state is not None and (path, state) in _SERVED:
        _LEFT.append((path, state, library))
        return
    if state is not None:
        _SERVED.add((path, state))
    close_library(library)


def close_left() -> None:
    """Close what earlier instances have left; what is in use again stays, as the dynamic linker counts."""
    for left in tuple(_LEFT):
        _close_one(left)


def _close_changed(path: str) -> None:
    """The dynamic linker goes by the name and would not look at a new file while the old one is open."""
    for left in tuple(_LEFT):
        if left[0] == path and left[1] != _edge.seen(path):
            _close_one(left)


def _close_one(left: tuple[str, bytes, int]) -> None:
    try:
        _LEFT.remove(left)
    except ValueError:  # another thread was faster
        return
    _edge.close_library(left[2])


def open_layer(layer: Layer, log: Log) -> LayerLink | None:
    """The layer's library open and negotiated with, or None with a message."""
    library = open_library(layer.library_path, layer.manifest, "layer", layer.name, log)
    if not library:
        return None
    try:
        link = _negotiate(layer, library, log)
    except MemoryError:
        close_library(library)
        raise
    if link is None:
        close_library(library)
    return link


def _negotiate(layer: Layer, library: int, log: Log) -> LayerLink | None:
    names = dict(layer.functions)
    ask = _edge.symbol(library, names.get(_NEGOTIATE, _NEGOTIATE))
    step = layer_step(LayerStep.OPENED, LayerEvent.NEGOTIATES if ask else LayerEvent.SILENT)
    event = LayerEvent.SILENT
    if step is LayerStep.ASK:
        # VkNegotiateLayerInterface: sType, pNext, loaderLayerInterfaceVersion, then three functions.
        struct = _edge.Memory(48)
        _edge.put_words(struct.address, (1, 0, NEWEST_LAYER))
        result = _edge.result(ask, struct.address)
        _, _, word, gipa, gdpa, gpdpa = _edge.words(struct.address, 6)
        version = word & 0xFFFFFFFF
        event = layer_answer(result, version, gipa)
        step = layer_step(step, event)
        if step is LayerStep.ANSWERED:
            return LayerLink(layer, library, version, gipa, gdpa, gpdpa)
    if step is LayerStep.LOOK:
        return _by_exports(layer, library, names, log)
    log.say("error", "layer", f"{layer.name}: {_NEGOTIATE}: {event.value}; the layer is not used")
    return None


@decides(
    "IFACE-LAYER-V0-06", "IFACE-LAYER-V0-07", "IFACE-LAYER-V0-09", "MANIFEST-LAYER-13", "AMB-FUNCTIONS-110"
)
def _by_exports(layer: Layer, library: int, names: dict[str, str], log: Log) -> LayerLink | None:
    """A layer of interface 0 or 1: its exports, which the manifest may have renamed or which carry its name."""
    gipa, plain = _export(layer, library, names, _INSTANCE_LOOKUP)
    event = LayerEvent.LOOKUP if gipa else LayerEvent.NO_LOOKUP
    if layer_step(LayerStep.LOOK, event) is LayerStep.REFUSED:
        log.say("error", "layer", f"{layer.name}: {event.value}; the layer is not used")
        return None
    gdpa, _ = _export(layer, library, names, _DEVICE_LOOKUP)
    return LayerLink(layer, library, exported_interface(prefixed=not plain), gipa, gdpa, 0)


def _export(layer: Layer, library: int, names: dict[str, str], function: str) -> tuple[int, bool]:
    """The function, and whether it has its plain name or the one that the manifest gives."""
    plain = own_symbol(library, names.get(function, function), function)
    if plain:
        return plain, True
    return _edge.symbol(library, layer.name + function.removeprefix("vk")), False


def own_symbol(library: int, name: str, command: str) -> int:
    """An exported command, unless it is the loader's own: dlsym also looks at what the library needs."""
    found = _edge.symbol(library, name)
    return found if found != _edge.entry(command) else 0

"""Decides which layers the libraries in a folder contain, from their known answers. Does not load or call them."""

import re
from collections.abc import Callable, Sequence

from refloader.model.edition import ALL
from refloader.model.introspection import FUNCTIONS, LAYERS, Introspected
from refloader.model.layer import NO_EDITION, Layer, LayerFile
from refloader.model.library import Library
from refloader.model.place import Place
from refloader.model.reason import InFile, Reason, Severity, Unread
from refloader.model.system import System
from refloader.model.text import NOT_TOLD, quote, some
from refloader.rules import decides, rule

LibraryFacts = Callable[[str], Library | str]
"""Returns the facts of the library file at a path, or why they are not known."""
Texts = Callable[[str], bytes]
"""Returns the bytes of the file at a path, empty if they cannot be read."""

_WHY = rule("DISC-ANDROID-03")
_LAYER_NAME = re.compile(rb"\0(VK_LAYER_[A-Za-z0-9_]{1,240})(?=\0)")
_SEPARATOR = System.ANDROID.paths.join
_MOST_NAMES = 8
_OWN = "GetInstanceProcAddr"
_OWN_FUNCTION = re.compile(r"Get(?:Instance|Device)ProcAddr\Z")


@decides("DISC-ANDROID-03")
def asked(
    place: Place, names: Sequence[str], result: LibraryFacts, texts: Texts, word_size: int
) -> tuple[tuple[LayerFile, ...], tuple[Reason, ...]]:
    """Return the layers of each library in a folder, in its order. Manifests there are reported, not read."""
    files, reasons = [], []
    for name in names:
        path = _SEPARATOR(place.path, name)
        if name.endswith(System.ANDROID.library_suffix):
            files.append(_library(path, place, result(path), texts, word_size))
        elif name.lower().endswith(".json"):
            fact = f"{quote(path)} is not read: on Android a loader asks libraries and reads no manifest"
            reasons.append(Reason(_WHY, Severity.NOTE, path, fact, InFile(path)))
    return tuple(files), tuple(reasons)


def _library(path: str, place: Place, found: Library | str, texts: Texts, word_size: int) -> LayerFile:
    """Return the layers of one library; none if a loader does not query it or if its answers are not known."""
    if isinstance(found, str):
        return _no_layer(path, place, Severity.WARNING, f"the library cannot be asked for layers: {found}")
    if found.word_size != word_size:
        fact = f"the library is for {found.word_size}-bit processes and this one is {word_size}-bit"
        return _no_layer(path, place, Severity.NOTE, fact)
    if LAYERS not in found.exports:
        return _no_layer(
            path, place, Severity.INFO, f"it does not export {LAYERS}, so it is no library of layers"
        )
    if found.introspected is None:
        return LayerFile(path, place, (), (_unanswered(path, found, texts(path)),))
    reasons = _lacking(path, found)
    layers = tuple(
        _layer(each, path, place, reasons + _incompatible(each, path)) for each in found.introspected
    )
    return LayerFile(
        path, place, layers, () if layers else (_reason(path, Severity.NOTE, f"{LAYERS} names no layer"),)
    )


def names_in(data: bytes) -> tuple[bytes, ...]:
    """Return the names of layers in the bytes of a library, each once."""
    return tuple(dict.fromkeys(_LAYER_NAME.findall(data)))


def _unanswered(path: str, library: Library, data: bytes) -> Reason:
    """Return the note on a library whose layers only a call would report."""
    unread = Unread(LAYERS, NOT_TOLD)
    return Reason(_WHY, Severity.NOTE, path, _unknown(library, data), InFile(path), unread=unread)


def _unknown(library: Library, data: bytes) -> str:
    """Return what is known of a library whose layers only a call would report.

    Each layer has two exports of its own (2018: Layer Library API Version 0). Names in the library's bytes are only
    hints.
    """
    exported = sorted({name.removesuffix(_OWN) for name in library.exports if name.endswith(_OWN)} - {"vk"})
    names = dict.fromkeys(_OWN_FUNCTION.sub("", each.decode("ascii")) for each in names_in(data))
    others = [name for name in names if name not in exported]
    return (
        f"a loader asks it by {LAYERS}, and what it answers is not known without calling it"
        + (f"; its exports name {some(exported, _MOST_NAMES)}" if exported else "")
        + (f"; possibly {some(others, _MOST_NAMES)}, by its text" if others else "")
    )


def may_hold_more(file: LayerFile) -> bool:
    """Return whether the library may contain layers that are not known."""
    return any(reason.unread is not None and reason.unread.trouble == NOT_TOLD for reason in file.reasons)


def _lacking(path: str, library: Library) -> tuple[Reason, ...]:
    missing = sorted(FUNCTIONS - library.exports)
    fact = f"it does not export {', '.join(missing)}, so nothing is known of what they would tell"
    return (_reason(path, Severity.WARNING, fact),) if missing else ()


@decides("LLP_LOADER_4", "AMB-LAYER-API-INCOMPAT")
def _incompatible(told: Introspected, path: str) -> tuple[Reason, ...]:
    """Return an error that rejects a layer of another API than Vulkan, or a warning for another major version."""
    version, why = told.api_version, rule("LLP_LOADER_4")
    if version.variant:
        fact = f"{quote(told.name)} is of variant {version.variant}, another API than Vulkan"
        return (
            Reason(why, Severity.ERROR, path, fact, InFile(path), "a version of variant 0", rejects=True),
        )
    if version.major != 1:
        fact = f"{quote(told.name)} has major version {version.major}; every loader so far speaks 1"
        return (Reason(why, Severity.WARNING, path, fact, InFile(path)),)
    return ()


def _layer(told: Introspected, path: str, place: Place, reasons: tuple[Reason, ...]) -> Layer:
    """Return a layer as its library describes it. It has no manifest, so ``manifest`` is the library's path."""
    return Layer(
        name=told.name,
        kind=place.use,
        manifest=path,
        place=place,
        where=InFile(path),
        format_version="",
        type="GLOBAL" if told.on_devices else "INSTANCE",
        api_version=told.api_version,
        implementation_version=told.implementation_version,
        description=told.description,
        library_path=path,
        instance_extensions=told.instance_extensions,
        device_extensions=told.device_extensions,
        reasons=reasons,
        rejected=ALL if any(reason.rejects for reason in reasons) else NO_EDITION,
    )


def _no_layer(path: str, place: Place, severity: Severity, fact: str) -> LayerFile:
    return LayerFile(path, place, (), (_reason(path, severity, fact),))


def _reason(path: str, severity: Severity, fact: str) -> Reason:
    return Reason(_WHY, severity, path, fact, InFile(path))

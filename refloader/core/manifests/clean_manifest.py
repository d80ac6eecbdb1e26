"""The fast path for a layer manifest without findings; rejects every other manifest.

Nearly all manifests are of this kind, and a loader reads all of them for each instance. This module accepts only
manifests that ``layer_manifest`` reads without any reason, and returns the same layer: a property test compares the
two. Makes no decisions of its own.
"""

from functools import lru_cache
from typing import Literal

from msgspec import UNSET, DecodeError, Struct, UnsetType
from msgspec.json import Decoder, Encoder

from refloader.core.manifests import clean_parts
from refloader.core.manifests.fields import InData
from refloader.core.manifests.layer_fields import FORMATS, GOOD_NAME
from refloader.core.manifests.manifest_library import is_plain
from refloader.core.manifests.names import fits_name
from refloader.model.layer import NO_EDITION, Extension, Layer
from refloader.model.place import Place
from refloader.model.system import System

Names = dict[str, str]


class _Extension(Struct, forbid_unknown_fields=True, gc=False):
    name: str
    spec_version: str
    entrypoints: list[str] | UnsetType = UNSET


class _Entry(Struct, forbid_unknown_fields=True, gc=False):
    name: str
    type: Literal["GLOBAL", "INSTANCE"]
    library_path: str
    api_version: str
    implementation_version: str
    description: str
    functions: Names | UnsetType = UNSET
    instance_extensions: list[_Extension] | UnsetType = UNSET
    device_extensions: list[_Extension] | UnsetType = UNSET
    enable_environment: Names | UnsetType = UNSET
    disable_environment: Names | UnsetType = UNSET


class _File(Struct, forbid_unknown_fields=True, gc=False):
    file_format_version: str
    layer: _Entry


_decode = Decoder(_File).decode
_encode = Encoder().encode
_KEYS = ("layer",)
_NONE: tuple[Extension, ...] = ()
_FORMATS = {each: each for each in FORMATS}
"""The format versions, interned: all manifests share one string object per version."""
_lists: dict[tuple[int, ...], tuple[Extension, ...]] = {}
"""Lists of extensions by the identity of what is in them: all manifests share one tuple per list."""
_MOST_LISTS = 4096
_TYPES = {each: each for each in ("GLOBAL", "INSTANCE")}


def clean_layer(data: bytes, path: str, place: Place) -> Layer | None:
    """Return the single layer of a manifest without findings, or None for any other manifest."""
    if b"\\" in data:
        return None  # escapes would falsify the count of quotation marks below
    try:
        file = _decode(data)
    except (DecodeError, UnicodeDecodeError):
        return None
    # The decoder drops a repeated key, so that the encoded text has fewer quotation marks.
    if data.count(b'"') != _encode(file).count(b'"'):
        return None
    version, entry = _FORMATS.get(file.file_format_version), file.layer
    switches = clean_parts.switches(
        _names(entry.enable_environment), _names(entry.disable_environment), place.use
    )
    api = clean_parts.version(entry.api_version)
    if version is None or switches is None or api is None or not _texts_are_clean(entry):
        return None
    functions = _functions(entry.functions, version)
    instance, device = (
        _extensions(entry.instance_extensions, plain=True),
        _extensions(entry.device_extensions),
    )
    if functions is None or instance is None or device is None:
        return None
    return Layer(
        entry.name,
        place.use,
        path,
        place,
        InData(data, path, _KEYS),
        version,
        _TYPES.get(entry.type, entry.type),
        api,
        int(entry.implementation_version),
        entry.description,
        entry.library_path,
        "",
        functions,
        instance,
        device,
        *switches,
        (),
        (),
        (),
        (),
        (),
        _KEYS,
        (),
        NO_EDITION,
    )


def _texts_are_clean(entry: _Entry) -> bool:
    number = entry.implementation_version
    return (
        is_plain(entry.library_path, System.LINUX)
        and number.isascii()
        and number.isdigit()
        and len(number) < 10
        and len(entry.name) < 64
        and GOOD_NAME.fullmatch(entry.name) is not None
        and fits_name(entry.description)
    )


def _names(names: Names | UnsetType) -> Names | None:
    return None if names is UNSET else names


def _functions(names: Names | UnsetType, version: str) -> tuple[tuple[str, str], ...] | None:
    return () if names is UNSET else _renamed(tuple(names.items()), version)


@lru_cache(maxsize=4096)
def _renamed(names: tuple[tuple[str, str], ...], version: str) -> tuple[tuple[str, str], ...] | None:
    """Return the renamed functions, cached: the same few names occur in many manifests."""
    return clean_parts.functions(dict(names), version)


def _extensions(found: list[_Extension] | UnsetType, *, plain: bool = False) -> tuple[Extension, ...] | None:
    if found is UNSET:
        return _NONE
    result = []
    for each in found:
        entries = None if each.entrypoints is UNSET else tuple(each.entrypoints)
        extension = _extension(each.name, each.spec_version, entries, plain)
        if extension is None:
            return None
        result.append(extension)
    same = tuple(map(id, result))
    if len(_lists) >= _MOST_LISTS:
        _lists.clear()
    return _lists.setdefault(same, tuple(result))


@lru_cache(maxsize=4096)
def _extension(name: str, spec: str, entries: tuple[str, ...] | None, plain: bool) -> Extension | None:
    """Return one listed extension, or None if it has a finding; cached: the same few occur in many manifests."""
    return clean_parts.extension(name, spec, entries, plain=plain)

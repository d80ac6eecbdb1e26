"""Replaces core/manifests/clean_when_many: C reads a manifest about which there is nothing to say, from the first on.

C returns the bytes of lists and objects as they are, together with other members that many manifests share. What is
shared is read once.
"""

from typing import Any

from _edge import clean_manifest, copied  # type: ignore[import-not-found]

from refloader.core.json.plain import NotPlainError, read_plain
from refloader.core.manifests import clean_parts
from refloader.core.manifests.fields import InData
from refloader.core.manifests.layer_fields import FORMATS
from refloader.model.layer import NO_EDITION, Layer
from refloader.model.place import Place, Use

_KEYS = ("layer",)
_NONE: tuple[Any, ...] = ()
_NOWHERE = InData(b"", "", _KEYS)
_MOST, _LONGEST = 256, 1 << 14
"""How many manifests' shared members are remembered, and of how many bytes: they stay until the process ends."""

Shared = tuple[str, str, bytes | None, bytes | None, bytes | None, bytes | None, bytes | None]

_known: dict[Use, dict[Shared, tuple[Any, ...]]] = {Use.IMPLICIT: {}, Use.EXPLICIT: {}}
_recent: dict[Use, tuple[Shared | None, Layer | None]] = {
    Use.IMPLICIT: (None, None),
    Use.EXPLICIT: (None, None),
}
"""The members that the last manifest of a use shares, and its layer: the next one mostly shares them, too."""


def clean_layer(data: bytes, path: str, place: Place) -> Layer | None:
    """Return the single layer of a manifest without findings; None for any other manifest."""
    use = place.use
    recent, like = _recent[use]
    found = clean_manifest(data, recent)
    if found is None:
        return None
    shared, name, chain, number, description, library = found
    if shared is recent and like is not None:
        layer: Layer = copied(like)
        layer.name = name
        layer.manifest = path
        layer.place = place
        layer.where = InData(data, path, _KEYS)
        layer.type = chain
        layer.implementation_version = number
        layer.description = description
        layer.library_path = library
        return layer
    known = _known[use]
    values = known.get(shared)
    if values is None:
        values = _read(shared, use)
        if sum(map(len, filter(None, shared))) <= _LONGEST:
            if len(known) >= _MOST:
                known.clear()
            known[shared] = values
    if not values:
        return None
    version, api, functions, instance, device, enable, disable = values
    layer = Layer(
        name,
        use,
        path,
        place,
        InData(data, path, _KEYS),
        version,
        chain,
        api,
        number,
        description,
        library,
        "",
        functions,
        instance,
        device,
        enable,
        disable,
        _NONE,
        _NONE,
        _NONE,
        _NONE,
        _NONE,
        _KEYS,
        _NONE,
        NO_EDITION,
    )
    if shared in known:
        like = copied(layer)
        like.where = _NOWHERE  # not the whole manifest
        _recent[use] = shared, like
    return layer


def _read(shared: Shared, use: Use) -> tuple[Any, ...]:
    """Return the values of what manifests share, or nothing if there is something to say about them."""
    version, api_text, *parts = shared
    api = clean_parts.version(api_text)
    if version not in FORMATS or api is None:
        return _NONE
    try:
        values: list[Any] = [read_plain(part) if part else None for part in parts]
    except NotPlainError:
        return _NONE
    names, instance, device, enable, disable = values
    if not (_is_names(names) and _is_names(enable) and _is_names(disable)):
        return _NONE
    functions = clean_parts.functions(names or {}, version)
    switches = clean_parts.switches(enable, disable, use)
    extensions = _extensions(instance, plain=True), _extensions(device, plain=False)
    if functions is None or switches is None or None in extensions:
        return _NONE
    return (version, api, functions, *extensions, *switches)


def _is_names(value: Any) -> bool:
    return value is None or (type(value) is dict and all(type(each) is str for each in value.values()))


_MEMBERS = frozenset({"name", "spec_version", "entrypoints"})


def _extensions(value: Any, *, plain: bool) -> tuple[Any, ...] | None:
    if value is None:
        return _NONE
    if type(value) is not list:
        return None
    found = [_extension(each, plain) for each in value]
    return None if None in found else tuple(found)


def _extension(element: Any, plain: bool) -> Any:
    if type(element) is not dict or not element.keys() <= _MEMBERS:
        return None
    name, spec, entries = element.get("name"), element.get("spec_version"), element.get("entrypoints")
    if type(name) is not str or type(spec) is not str:
        return None
    if "entrypoints" in element and type(entries) is not list:
        return None
    if any(type(each) is not str for each in entries or ()):
        return None
    return clean_parts.extension(name, spec, entries, plain=plain)

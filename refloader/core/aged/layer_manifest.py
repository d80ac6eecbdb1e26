"""Reads a layer manifest as loaders of a given age do. Facts: ``rules/ages.toml``."""

from dataclasses import replace

from refloader.core.aged.json_text import read_aged, strings_of_age
from refloader.core.aged.values import arch_of, text_of, version_of
from refloader.core.json.reader import Document, JsonValue, Keys, read
from refloader.core.manifests.fields import Fields, InJson, shape
from refloader.core.manifests.layer_extras import whole_number
from refloader.core.manifests.layer_fields import LAYER_KEYS, NO_VERSION, read_entry
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.model.age import Age, Trait
from refloader.model.edition import ALL
from refloader.model.layer import NO_EDITION, OVERRIDE_NAME, Extension, Fate, Layer, LayerFile, Shape, Switch
from refloader.model.place import Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.version import api_version, parse_loose
from refloader.rules import rule

_OLDEST_FORMAT = api_version(1, 0, 0)
_SECOND_FORMAT = api_version(1, 0, 1)
_MOST_TEXT = 254
_FORMAT_OF_INTERCEPTS = api_version(1, 1, 2).packed
_VERSION = "vkEnumerateInstanceVersion"
_REQUIRED = ("name", "type", "api_version", "implementation_version", "description")


def layer_file_of_age(data: bytes, path: str, place: Place, age: Age) -> LayerFile:
    """Read the layer entries in the bytes of one manifest."""
    document = read_aged(data, age)
    if document is None:
        problems = read_layer_file(read(data), path, place).reasons
        return LayerFile(path, place, (), problems, Fate.INVALID if data else Fate.EMPTY)
    root = document.value
    if type(root) is not dict:
        crashes = type(root) is list and root and age.has(Trait.CRASH_WITHOUT_OBJECT)
        fate = Fate.CRASH if crashes else Fate.READ
        return LayerFile(path, place, (), read_layer_file(document, path, place).reasons, fate)
    version = text_of(root["file_format_version"], age) if "file_format_version" in root else None
    if version is None:
        return read_layer_file(document, path, place)
    several = root.get("layers")
    objects = [root.get("layer"), *(several if type(several) is list else ())]
    if any(type(each) is list and each for each in objects) and age.has(Trait.CRASH_ON_LAYER_LIST):
        return LayerFile(path, place, (), read_layer_file(document, path, place).reasons, Fate.CRASH)
    entries = _entries(document, root, version, age)
    anywhere = replace(place, use=Use.EXPLICIT)
    crashes = any(
        _crashes(members, version, age)
        and _is_read(_entry(document, path, anywhere, version, keys, members, age))
        for keys, members in entries
    )
    reasons = read_layer_file(document, path, place).reasons
    with_list = [
        each for each in entries if isinstance(each[1].get("functions"), list) and each[1]["functions"]
    ]
    if (
        with_list
        and age.has(Trait.CRASH_ON_LAYER_LIST)
        and any(_is_read(_entry(document, path, anywhere, version, *each, age)) for each in with_list)
    ):
        return LayerFile(path, place, (), reasons, Fate.CRASH)
    if crashes and place.use is Use.IMPLICIT:
        return LayerFile(path, place, (), reasons, Fate.CRASH)
    layers = tuple(_entry(document, path, place, version, keys, members, age) for keys, members in entries)
    if not layers and type(root.get("layer")) is dict and "layers" not in root:
        reasons = (*_hidden_by(document, path), *reasons)
    last = entries[-1][1] if entries and place.use is Use.IMPLICIT else {}
    ends = _replaces_version(last, version) and age.has(Trait.VERSION_INTERCEPT_ENDS_SCAN)
    if place.use is Use.IMPLICIT and age.has(Trait.USELESS_FILE_ENDS_SCAN) and _repeats(version, age):
        ends = ends or ("layers" not in root and document.duplicates(())[-1][0] != "layer")
    fate = Fate.CRASH_BESIDE_META if crashes else Fate.LAST if ends else Fate.READ
    return LayerFile(path, place, layers, reasons, fate)


def hidden(document: Document, path: str, age: Age) -> Reason | None:
    """Return why a release finds no layer in a file that the documents take; None if no key hides it."""
    root = document.value
    if type(root) is not dict or type(root.get("layer")) is not dict or "layers" in root:
        return None
    version = text_of(root["file_format_version"], age) if "file_format_version" in root else None
    if version is None or _entries(document, root, version, age):
        return None
    return next(iter(_hidden_by(document, path)), None)


def _hidden_by(document: Document, path: str) -> tuple[Reason, ...]:
    """Return the reason why a loader finds no layer in a file: the key that follows "layer".

    There is none if the loader alone reads a key as "layer", because it drops what it cannot decode.
    """
    keys = [key for key, _ in document.duplicates(())]
    place = keys.index("layer") + 1 if "layer" in keys else len(keys)
    return tuple(_hides(document, path, key) for key in keys[place : place + 1])


def _hides(document: Document, path: str, key: str) -> Reason:
    fact = f'"{key}" follows "layer", and in a file of this format the loader then finds no layer'
    where = InJson(document, path, (key,), key=True)
    remedy = 'move it into "layer"' if key in LAYER_KEYS else 'make "layer" the last key'
    return Reason(
        rule("MANIFEST-LAYER-02"),
        Severity.WARNING,
        path,
        fact,
        where,
        remedy,
        rejects=True,
    )


def _entries(
    document: Document, root: dict[str, JsonValue], version: str, age: Age
) -> list[tuple[Keys, dict[str, JsonValue]]]:
    """Return the layer objects that count: those of "layers" if it is there, else "layer", if nothing follows it."""
    if "layers" in root:
        several = root["layers"]
        elements = several if type(several) is list else []
        return [(("layers", index), each) for index, each in enumerate(elements) if type(each) is dict]
    if _repeats(version, age):
        objects = [strings_of_age(value, age) for key, value in document.duplicates(()) if key == "layer"]
        return [(("layer",), each) for each in objects if type(each) is dict]
    members = document.duplicates(())
    last = members[-1][0] if members else ""
    value = root.get("layer")
    if type(value) is not dict:
        return []
    behind = last.lower() != "layer" or sum(key == "layer" for key, _ in members) > 1
    if behind and age.has(Trait.KEY_AFTER_LAYER):
        return []
    return [(("layer",), value)]


def _repeats(version: str, age: Age) -> bool:
    """Return whether every "layer" counts in a manifest of this format, with other keys anywhere."""
    found = version_of(version, age)._replace(variant=0)
    late, early = found <= _OLDEST_FORMAT, found in (NO_VERSION, _OLDEST_FORMAT, _SECOND_FORMAT)
    return early if late != early and age.has(Trait.FORMAT_1_0_1_REPEATS_LAYER) else late


def _entry(
    document: Document,
    path: str,
    place: Place,
    version: str,
    keys: Keys,
    members: dict[str, JsonValue],
    age: Age,
) -> Layer:
    fields = Fields(document, path, keys, members, path)
    layer = read_entry(fields, place, version)
    name = _text(members, "name", age)
    kind = _text(members, "type", age)
    if name is None or (_is_long(name) and age.has(Trait.LONG_TEXT_DROPPED)):
        return _left_out(layer, path, _odd(members, "name"))
    layer = replace(layer, name=name, rejected=NO_EDITION)
    if kind is None:
        return _half_read(layer, age, Trait.HALF_READ_WITHOUT_TYPE, _odd(members, "type"))
    if kind not in ("GLOBAL", "INSTANCE"):
        return _left_out(layer, path, "its type is unknown")
    library = members.get("library_path")
    components = _components(members, age)
    bare = not _has_library(members, age) or (
        "component_layers" in members and None in components and name != OVERRIDE_NAME
    )
    api = _text(members, "api_version", age)
    if api is None:
        why = _odd(members, "api_version")
        return _half_read(replace(layer, api_version=NO_VERSION), age, Trait.HALF_READ_WITHOUT_VERSIONS, why)
    found = version_of(api, age)
    if found.variant and not age.has(Trait.VARIANT_IGNORED):
        return _left_out(layer, path, "its api_version is of another variant")
    layer = replace(layer, api_version=found)
    implementation = _text(members, "implementation_version", age)
    if implementation is None:
        why = _odd(members, "implementation_version")
        return _half_read(layer, age, Trait.HALF_READ_WITHOUT_VERSIONS, why)
    description = _text(members, "description", age)
    if description is None or (_is_long(description) and age.has(Trait.LONG_TEXT_DROPPED)):
        return _left_out(layer, path, _odd(members, "description"))
    if bare:
        layer = replace(layer, shape=Shape.WITHOUT_LIBRARY)
        return _left_out(layer, path, "it names no library", nameless=age.has(Trait.NAMELESS_ENTRIES))
    layer = replace(
        layer,
        type=kind,
        implementation_version=whole_number(implementation),
        description=description,
        instance_extensions=_extensions(members, "instance_extensions", name, age),
        device_extensions=_extensions(members, "device_extensions", name, age),
        components=tuple(each for each in components if each is not None),
        library_path=text_of(library, age) or "" if "library_path" in members else "",
        shape=Shape.EMPTY_META if "component_layers" in members and not components else Shape.ORDINARY,
    )
    layer = replace(layer, library_arch=arch_of(members, layer.library_arch, age))
    if place.use is not Use.IMPLICIT:
        return layer
    if age.has(Trait.VERSION_INTERCEPT_NOT_CALLED):
        layer = replace(layer, pre_instance=tuple(each for each in layer.pre_instance if each[0] != _VERSION))
    disable = _switch(members.get("disable_environment"))
    any_kind = "disable_environment" in members and age.has(Trait.DISABLE_OF_ANY_KIND)
    if disable is None and not any_kind:
        nameless = age.has(Trait.NAMELESS_ENTRIES)
        return _left_out(layer, path, "it has no disable_environment", nameless=nameless)
    if age.has(Trait.VERSION_INTERCEPT_NAMELESS) and _replaces_version(members, version):
        return _left_out(layer, path, "it has a pre-instance function", nameless=True)
    if disable is None:
        return _bare(layer)
    if age.has(Trait.EXTENSIONS_VOID_APP_KEYS) and _lists_extensions(members):
        layer = replace(layer, app_keys=())
    return replace(layer, disable=disable, enable=_switch(members.get("enable_environment")))


def _lists_extensions(members: dict[str, JsonValue]) -> bool:
    rows = (*_elements(members.get("instance_extensions")), *_elements(members.get("device_extensions")))
    return any(isinstance(row, dict) and "name" in row for row in rows)


def _bare(layer: Layer) -> Layer:
    """Return a layer of which only the name, versions, description and library have been read."""
    return replace(
        layer,
        components=(),
        instance_extensions=(),
        device_extensions=(),
        functions=(),
        pre_instance=(),
        enable=None,
        disable=None,
        app_keys=(),
        override_paths=(),
        blacklist=(),
    )


def _switch(value: JsonValue) -> Switch | None:
    """Return the variable in the first member of an object, None if there is none or its value is no text."""
    name, text = next(iter(value.items()), ("", None)) if type(value) is dict else ("", None)
    return Switch(name, text) if type(text) is str else None


def _is_read(layer: Layer) -> bool:
    """Return whether the loader takes an entry for a layer, and so reads all of it."""
    return bool(layer.name) and not layer.rejected


def _replaces_version(members: dict[str, JsonValue], version: str) -> bool:
    """Return whether a complete implicit layer has a pre-instance function for vkEnumerateInstanceVersion."""
    functions = members.get("pre_instance_functions")
    named = type(functions) is dict and _VERSION in functions
    complete = _switch(members.get("disable_environment")) is not None
    return named and complete and _has_intercepts(version) and all(key in members for key in _REQUIRED)


def _has_intercepts(version: str) -> bool:
    """Return whether the loader looks for pre-instance functions in a file of this format."""
    format_version = parse_loose(version)
    return format_version is not None and format_version.packed >= _FORMAT_OF_INTERCEPTS


def _crashes(members: dict[str, JsonValue], version: str, age: Age) -> bool:
    """Return whether the loader crashes on the variables or pre-instance functions of an implicit layer."""
    functions = members.get("pre_instance_functions")
    complete = _switch(members.get("disable_environment")) is not None and _has_intercepts(version)
    if isinstance(functions, list) and functions and complete and age.has(Trait.CRASH_ON_PRE_INSTANCE_LIST):
        return True
    disable = next(iter(_elements(members.get("disable_environment"))), None)
    if not _elements(members.get("disable_environment")):
        return False  # then the loader does not come to enable_environment
    if _crashes_on_variable(members["disable_environment"], age):
        return True
    if not isinstance(disable, str) or "enable_environment" not in members:
        return False
    return _crashes_on_variable(members["enable_environment"], age)


def _crashes_on_variable(value: JsonValue, age: Age) -> bool:
    """Return whether the loader crashes on the first member of a value, which has no name if the value is a list."""
    first = next(iter(_elements(value)), None)
    if not isinstance(first, str):
        return age.has(Trait.CRASH_ON_VARIABLE_VALUE)
    return isinstance(value, list) and age.has(Trait.CRASH_ON_VARIABLE_LIST)


def _text(members: dict[str, JsonValue], key: str, age: Age) -> str | None:
    return text_of(members[key], age) if key in members else None


def _is_long(text: str) -> bool:
    return len(text.encode("utf-8", "surrogatepass")) > _MOST_TEXT


def _extensions(members: dict[str, JsonValue], key: str, layer: str, age: Age) -> tuple[Extension, ...]:
    """Return the extensions that an entry lists; a version that is no string may count as 0.

    In some ages an extension without a name has the one before it, the first one that of the layer.
    """
    found = []
    name: str | None = layer
    for row in _elements(members.get(key)):
        if isinstance(row, dict) and "name" in row:
            name = text_of(row["name"], age)
        elif not age.has(Trait.NAMELESS_EXTENSION_HAS_LAYER_NAME):
            continue
        version = text_of(row["spec_version"], age) if isinstance(row, dict) and "spec_version" in row else ""
        if name is not None and not (_is_long(name) and age.has(Trait.LONG_TEXT_DROPPED)):
            found.append(Extension(name, whole_number(version or "")))
    return tuple(found)


def _components(members: dict[str, JsonValue], age: Age) -> tuple[str | None, ...]:
    """Return the names of the components of a meta-layer, None for one that has none."""
    return tuple(text_of(each, age) for each in _elements(members.get("component_layers")))


def _elements(value: JsonValue) -> list[JsonValue]:
    """Return the elements of a list or the values of an object, which count alike."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _has_library(members: dict[str, JsonValue], age: Age) -> bool:
    """Return whether an entry has either a library or components."""
    library = "library_path" in members and text_of(members["library_path"], age) is not None
    return library != ("component_layers" in members)


def _odd(members: dict[str, JsonValue], key: str) -> str:
    """Return what is wrong with a required field that a release cannot use."""
    if key not in members:
        return f'"{key}" is missing'
    if not isinstance(members[key], str):
        return f'"{key}" is {shape(members[key])}, and the loader takes a string only'
    return f'"{key}" is longer than {_MOST_TEXT} bytes'


def _half_read(layer: Layer, age: Age, trait: Trait, why: str) -> Layer:
    """Return the entry as loaders list it that stop reading at a field that is missing or odd, or as left out."""
    if not age.has(trait):
        return _left_out(layer, layer.manifest, why)
    half = trait == Trait.HALF_READ_WITHOUT_TYPE
    fact = f"{why}: it stops reading there, lists the layer and has no library for it"
    reason = Reason(rule("DISC-GEN-01"), Severity.WARNING, layer.name, fact, layer.where)
    return replace(
        _bare(layer),
        api_version=NO_VERSION if half else layer.api_version,
        implementation_version=0,
        description="",
        library_path="",
        components=(),
        instance_extensions=(),
        device_extensions=(),
        enable=None,
        disable=None,
        pre_instance=(),
        shape=Shape.HALF_READ,
        reasons=(*layer.reasons, reason),
    )


def _left_out(layer: Layer, path: str, fact: str, *, nameless: bool = False) -> Layer:
    """Return an entry that the loader does not take for a layer; older ones list an entry without a name instead."""
    reason = Reason(
        rule("DISC-GEN-01"), Severity.WARNING, layer.name or path, fact, layer.where, rejects=True
    )
    if not nameless:
        return replace(layer, rejected=ALL, reasons=(*layer.reasons, reason))
    return replace(
        _bare(layer),
        name="",
        shape=Shape.NAMELESS_OVERRIDE if layer.name == OVERRIDE_NAME else layer.shape,
        rejected=NO_EDITION,
        api_version=NO_VERSION,
        implementation_version=0,
        description="",
        library_path="",
        library_arch="",
    )

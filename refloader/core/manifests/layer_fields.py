"""Reads and checks the fields of a layer entry, in the documents' order; the less common are in ``layer_extras``."""

import re

from refloader.core.manifests.fields import Fields, shape
from refloader.core.manifests.layer_extras import (
    NO_COMPONENT,
    check_extras,
    counts_empty,
    extension_list,
    format_text,
    functions_of,
    is_uint32,
    leading_version,
    say_empty,
    whole_number,
)
from refloader.core.manifests.manifest_library import check_library_form, is_plain
from refloader.model.edition import Edition, since, until
from refloader.model.layer import OVERRIDE_NAME, Extension, Layer, Shape, Switch
from refloader.model.place import Place, Use
from refloader.model.text import quote
from refloader.model.version import ApiVersion, parse_loose, parse_strict
from refloader.rules import RuleId, decides, rule

FORMATS = frozenset({"1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1"})
_PLAIN_KEYS = frozenset(
    {
        "name",
        "type",
        "library_path",
        "api_version",
        "implementation_version",
        "description",
        "functions",
        "instance_extensions",
        "device_extensions",
        "enable_environment",
        "disable_environment",
    }
)
_EXTRA_KEYS = frozenset(
    {
        "component_layers",
        "pre_instance_functions",
        "library_arch",
        "app_keys",
        "blacklisted_layers",
        "override_paths",
        "introduction",
        "url",
        "platforms",
        "status",
        "features",
    }
)
LAYER_KEYS = _PLAIN_KEYS | _EXTRA_KEYS
_NAME = rule("MANIFEST-LAYER-04")
_LIBRARY = rule("MANIFEST-LAYER-07")
_API = rule("MANIFEST-LAYER-10")
_INSTANCE = rule("MANIFEST-LAYER-14")
_DEVICE = rule("MANIFEST-LAYER-15")
_INCOMPATIBLE = rule("LLP_LOADER_4")
GOOD_NAME = re.compile(r"VK_LAYER_[A-Z0-9]+_[A-Za-z0-9_]+", re.ASCII)
_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)
_NO_EXTENSIONS: tuple[Extension, ...] = ()


@decides("MANIFEST-LAYER-01", "AMB-FFV-121", "AMB-FFV-UNKNOWN", "MANIFEST-LAYERVER-100")
def check_format(top: Fields) -> str:
    """Return the file_format_version of a layer manifest; accept unknown values with a warning."""
    value = top.members.get("file_format_version")
    if type(value) is str and value in FORMATS:
        return value
    why = rule("MANIFEST-LAYER-01")
    text = format_text(top, why)
    if text and parse_strict(text) is None:
        fact = f'"file_format_version" is {quote(text)}, not major.minor.patch'
        top.warn(why, fact, top.at("file_format_version"), "1.2.0 or another known version")
    elif text:
        fact = f'"file_format_version" {text} is not a known layer format'
        top.warn(
            rule("AMB-FFV-UNKNOWN"), fact, top.at("file_format_version"), "a version from 1.0.0 to 1.2.1"
        )
    return text


def read_entry(fields: Fields, place: Place, version: str) -> Layer:
    """Read the layer of one entry. Invalid values become neutral defaults, with a reason for each."""
    members = fields.members
    name = _name(fields)
    kind_of_chain = _type(fields)
    rare = not members.keys() <= _PLAIN_KEYS
    components: tuple[str, ...] = ()
    if "component_layers" in members:
        components = _components(fields, name, place.use)
    library_path = _library_path(fields, version)
    extras = check_extras(fields, place.use, version, LAYER_KEYS) if rare else None
    api = layer_api_version(fields)
    implementation = _implementation(fields)
    description = _description(fields)
    functions = functions_of(fields, version) if "functions" in members else ()
    instance = device = _NO_EXTENSIONS
    if "instance_extensions" in members:
        instance = extension_list(fields, "instance_extensions", _INSTANCE)
    if "device_extensions" in members:
        device = extension_list(fields, "device_extensions", _DEVICE)
    enable, disable = _switches(fields, place.use)
    return Layer(
        name,
        place.use,
        fields.path,
        place,
        fields.at(),
        version,
        kind_of_chain,
        api,
        implementation,
        description,
        library_path,
        extras.library_arch if extras else "",
        functions,
        instance,
        device,
        enable,
        disable,
        () if library_path else components,  # if it has both, only 2016 uses the entry, without components
        extras.pre_instance if extras else (),
        extras.app_keys if extras else (),
        extras.blacklist if extras else (),
        extras.override_paths if extras else (),
        fields.keys,
        tuple(fields.reasons),
        fields.rejected(),
        Shape.EMPTY_LIST if counts_empty(fields) else Shape.ORDINARY,
    )


@decides("MANIFEST-LAYER-04")
def _name(fields: Fields) -> str:
    name = fields.required_text("name", _NAME)
    if len(name) >= 64:
        fields.fits_struct("name", name, _NAME, rejects=True)  # nobody could request it
    if name and not GOOD_NAME.fullmatch(name):
        _check_name(fields, name)
    return name


@decides("NAMING-LAYER-01", "NAMING-LAYER-02", "NAMING-LAYER-03", "LLP_LAYER_3")
def _check_name(fields: Fields, name: str) -> None:
    """Check the naming rules of 2022 and 2026. The prefix is mandatory, the rest is recommended (LLP_LAYER_3)."""
    where = fields.at("name")
    if not name.startswith("VK_LAYER_"):
        fact = f"the name {quote(name)} does not begin with VK_LAYER_"
        fields.say_error(rule("NAMING-LAYER-01"), fact, where, "VK_LAYER_<VENDOR>_<name>", _E2022)
        return
    vendor, joined, specific = name.removeprefix("VK_LAYER_").partition("_")
    alone = "" if joined else f"{quote(name)} has one part behind VK_LAYER_; a vendor and a name are wanted"
    if not (is_vendor := vendor.isascii() and vendor.isalnum() and vendor.upper() == vendor):
        fact = alone or f"the vendor part of {quote(name)} is {quote(vendor)}, not capitals"
        fields.warn(rule("NAMING-LAYER-02"), fact, where, "VK_LAYER_<VENDOR>_<name>", _E2022)
    if (joined or is_vendor) and not re.fullmatch(r"[A-Za-z0-9_]+", specific, re.ASCII):
        fact = alone or f"the specific part of {quote(name)} is {quote(specific)}"
        remedy = "letters, digits and underscores between words"
        fields.warn(rule("NAMING-LAYER-03"), fact, where, remedy, _E2022)


@decides("MANIFEST-LAYER-05", "MANIFEST-LAYER-06")
def _type(fields: Fields) -> str:
    """Return the type: INSTANCE or GLOBAL in every edition, DEVICE only in 2016; later editions skip such layers."""
    value = fields.members.get("type")
    if value == "GLOBAL" or value == "INSTANCE":
        return str(value)
    text = fields.required_text("type", rule("MANIFEST-LAYER-05"))
    if text == "DEVICE":
        fact = "layers of type DEVICE are passed over as if they were not there"
        fields.reject(rule("MANIFEST-LAYER-06"), fact, fields.at("type"), '"GLOBAL" or "INSTANCE"', _E2018)
    elif text:
        fact = f'"type" is {quote(text)}'
        fields.reject(rule("MANIFEST-LAYER-05"), fact, fields.at("type"), '"GLOBAL" or "INSTANCE"')
    return text


@decides("MANIFEST-LAYER-08", "MANIFEST-LAYERVER-111")
def _library_path(fields: Fields, version: str) -> str:
    """Return library_path. Since 2018 an entry has either it or component_layers; 2016 always requires it."""
    members = fields.members
    if "component_layers" not in members:
        path = fields.required_text("library_path", _LIBRARY)
        if path and not is_plain(path, fields.system):
            check_library_form(fields, path, rule("MANIFEST-LAYER-07"))
        return path
    if "library_path" in members:
        fact = '"library_path" and "component_layers" exclude each other'
        suggestion = "drop one of them"
        fields.reject(
            rule("MANIFEST-LAYER-08"), fact, fields.at("library_path", key=True), suggestion, _E2018
        )
        return fields.required_text("library_path", _LIBRARY)
    fact = "a 1.0 loader knows no meta-layers and needs library_path"
    fields.say_rejecting_note(
        rule("META-01"), fact, fields.at("component_layers", key=True), until(Edition.E2016)
    )
    return ""


@decides("META-01", "META-05", "MANIFEST-LAYER-19", "AMB-META-EMPTY", "ORDER-DUP-01", "META-06")
def _components(fields: Fields, name: str, use: Use) -> tuple[str, ...]:
    """Return the component names of a meta-layer, in order, without repetitions."""
    where = fields.at("component_layers")
    names = fields.texts("component_layers", rule("MANIFEST-LAYER-19"))
    if not names and counts_empty(fields):
        say_empty(fields, is_override=name == OVERRIDE_NAME and use is Use.IMPLICIT)
    elif not names:
        fields.reject(rule("META-01"), NO_COMPONENT, where, "name the component layers", _E2018)
    elif len(names) < len(fields_list(fields, "component_layers")):
        fact = '"component_layers" holds what is no name, so that a component is missing'
        fields.reject(rule("MANIFEST-LAYER-19"), fact, where, "name the component layers", _E2018)
    seen: set[str] = set()
    for index, component in enumerate(fields_list(fields, "component_layers")):
        at = fields.at("component_layers", index)
        if component == name:
            fact = "the meta-layer lists itself as a component"
            fields.reject(rule("AMB-META-RECURSE"), fact, at, "name other layers", _E2018)
        elif "/" in component or component.endswith(".json"):
            fact = f"the component {quote(component)} is a path; components are layer names"
            fields.warn(rule("META-05"), fact, at, "the layer's name", _E2018)
        elif component in seen:
            fact = f"the component {quote(component)} is listed again; only the first counts"
            fields.note(rule("ORDER-DUP-01"), fact, at, editions=_E2018)
        seen.add(component)
    return tuple(dict.fromkeys(names))


def fields_list(fields: Fields, key: str) -> list[str]:
    """Return the elements of a list field, with an empty string for each that is no string, to preserve indexes."""
    value = fields.members.get(key)
    return (
        [element if isinstance(element, str) else "" for element in value] if isinstance(value, list) else []
    )


@decides("MANIFEST-LAYER-10", "LLP_LOADER_4", "AMB-LAYER-API-INCOMPAT")
def layer_api_version(fields: Fields) -> ApiVersion:
    """Return the api_version of a layer: required, major.minor.patch, of variant 0."""
    return checked_version(fields, _API, _INCOMPATIBLE)


NO_VERSION = ApiVersion(0, 0, 0, 0)


@decides("LDP_LOADER_4", "AMB-API-LOOSE")
def checked_version(
    fields: Fields, why: RuleId, incompatible: RuleId, *, any_kind: bool = False
) -> ApiVersion:
    """Return a required api_version. Reject a non-zero variant, which is another API; report other deviations.

    Of a text of another form, and of numbers too large for their bits, what is there counts. With ``any_kind``, a
    value that is no string has nothing of a version; without, it is rejected, as it is if there is none.
    """
    value = fields.members.get("api_version")
    version = parse_strict(value) if type(value) is str else None
    if version is not None and version.major == 1 and version.fits:
        return version
    if type(value) is not str:
        if "api_version" in fields.members and any_kind:
            fact = f'"api_version" is {shape(value)}, not a string: no version is known'
            fields.say_error(why, fact, fields.at("api_version"), "a string")
        else:
            fields.required_text("api_version", why)
        return NO_VERSION
    loose = parse_loose(value)
    if loose is None:
        loose = leading_version(value)
        if not loose.variant:
            fact = f'"api_version" is {quote(value)}, which counts as {loose}'
            fields.say_error(why, fact, fields.at("api_version"), "major.minor.patch")
            return loose
    elif not loose.fits:
        loose = leading_version(value)
    _odd_version(fields, value, loose, why, incompatible)
    return loose


def _odd_version(fields: Fields, text: str, version: ApiVersion, why: RuleId, incompatible: RuleId) -> None:
    where = fields.at("api_version")
    if version.variant:
        read = "is" if parse_loose(text) == version else f"counts as {version} and is"
        fact = f'"api_version" {quote(text)} {read} of variant {version.variant}, another API than Vulkan'
        fields.reject(incompatible, fact, where, "a version of variant 0")
        return
    if overflows := (written := parse_loose(text)) is not None and not written.fits:
        fact = f'"api_version" {quote(text)} does not fit the 32-bit version number and counts as {version}'
        fields.warn(why, fact, where, "numbers below 128, 1024 and 4096")
    if version.major != 1:
        fact = f'"api_version" {quote(text)} has major version {version.major}; every loader so far speaks 1'
        fields.warn(incompatible, fact, where, "1.x.y")
    elif not overflows:
        fields.warn(why, f'"api_version" {quote(text)} is not major.minor.patch', where, f'"{version}"')


@decides("MANIFEST-LAYER-11", "AMB-IMPLVERSION-TYPE")
def _implementation(fields: Fields) -> int:
    """Return implementation_version: a number, written as a string. A JSON number is accepted with a warning.

    Another text counts for what C's atoi makes of it, as in the field.
    """
    value = fields.members.get("implementation_version")
    if type(value) is str and is_uint32(value):
        return int(value)
    why = rule("MANIFEST-LAYER-11")
    where = fields.at("implementation_version")
    if type(value) is int and 0 <= value < 2**32:
        fact = '"implementation_version" is a number; it is written as a string in every sample'
        fields.warn(rule("AMB-IMPLVERSION-TYPE"), fact, where, f'"{value}"')
        return value
    if value == "":
        fields.say_error(why, '"implementation_version" is an empty string, which counts as 0', where, '"1"')
    elif text := fields.required_text("implementation_version", why):
        fields.warn(why, f'"implementation_version" is {quote(text)}, not one number', where, '"1"')
        return whole_number(text)
    return 0


@decides("MANIFEST-LAYER-12")
def _description(fields: Fields) -> str:
    value = fields.members.get("description")
    if type(value) is str:
        if len(value) >= 64:
            fields.fits_struct("description", value, rule("MANIFEST-LAYER-12"))
        return value
    return fields.required_text("description", rule("MANIFEST-LAYER-12"))


def _switches(fields: Fields, use: Use) -> tuple[Switch | None, Switch | None]:
    """Return the enable and disable variables; only implicit layers have them."""
    members = fields.members
    if use is not Use.IMPLICIT:
        for key, why in (("enable_environment", _ENABLE), ("disable_environment", _DISABLE)):
            if key in members:
                fields.note(why, f'"{key}" has no effect on an explicit layer', fields.at(key, key=True))
        return None, None
    enable = _switch(fields, "enable_environment", _ENABLE) if "enable_environment" in members else None
    disable = _disable(fields)
    if enable and disable and enable.variable == disable.variable:
        fact = f"{quote(enable.variable)} both enables and disables the layer, and when it is set the layer is off"
        where = fields.at("enable_environment", enable.variable, key=True)
        fields.warn(rule("ACT-IMPLICIT-03"), fact, where, "two variables")
    return enable, disable


_ENABLE = rule("MANIFEST-LAYER-17")
_DISABLE = rule("MANIFEST-LAYER-18")


@decides("MANIFEST-LAYER-18", "LLP_LAYER_9", "ACT-IMPLICIT-02", "AMB-LLP9-ANDROID")
def _disable(fields: Fields) -> Switch | None:
    """Return the disable variable of an implicit layer; without one the layer is not used (LLP_LAYER_9)."""
    key = "disable_environment"
    disable = _switch(fields, key, _DISABLE) if key in fields.members else None
    if disable is None:
        near = fields.near(key, LAYER_KEYS) if key not in fields.members else None
        misspelt = near if near and near.lower() != key else None
        for each in fields.of_key(misspelt) if misspelt else ():
            fields.reasons.remove(each)  # this one says more of a misspelt key; letter case is read by some
        detail = f"; {quote(misspelt)} is no key that counts" if misspelt else fields.no_text(key)
        stray = type(fields.document.value) is dict and key in fields.document.value
        new = 'move it into "layer"' if stray else f'"{key}": {{"DISABLE_<LAYER>": "1"}}'
        where, right = (fields.at(near, key=True), f'"{key}"') if near else (fields.at(), new)
        fact = f"the implicit layer names no variable that disables it{detail}"
        fields.reject(rule("LLP_LAYER_9"), fact, where, right)
    return disable


@decides("MANIFEST-LAYER-17", "AMB-MULTI-ENVKEYS")
def _switch(fields: Fields, key: str, why: RuleId) -> Switch | None:
    """Return the first variable of the object; report and ignore further ones (AMB-MULTI-ENVKEYS).

    An enable variable without a name is one that nobody can set: the layer is never on by itself, as in the field.
    """
    pairs = fields.text_map(key, why)
    if not pairs:
        if fields.members[key] == {}:
            fields.warn(why, f'"{key}" names no variable', fields.at(key), '{"VARIABLE": "1"}')
        return None
    if len(pairs) > 1:
        fact = f'"{key}" names {len(pairs)} variables; only the first, {quote(pairs[0][0])}, counts'
        fields.warn(rule("AMB-MULTI-ENVKEYS"), fact, fields.at(key, pairs[1][0], key=True), "one variable")
    name = pairs[0][0]
    if not name or "=" in name or "\0" in name:
        fields.warn(why, f"{quote(name)} cannot be the name of a variable", fields.at(key, name, key=True))
        return Switch(*pairs[0]) if not name and why is _ENABLE else None
    if any(map(str.isspace, name)):
        fields.warn(why, f"no Unix shell sets {quote(name)}: it has a blank", fields.at(key, name, key=True))
    return Switch(*pairs[0])

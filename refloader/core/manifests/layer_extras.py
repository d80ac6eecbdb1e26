"""Reads the less common fields of a layer entry: extensions, architecture, override keys, renamed functions."""

import re
from dataclasses import dataclass

from refloader.core.manifests.fields import Fields, meant, shape
from refloader.model import registry
from refloader.model.edition import Edition, since
from refloader.model.layer import OVERRIDE_NAME, Extension
from refloader.model.place import Use
from refloader.model.reason import Severity
from refloader.model.text import quote
from refloader.model.version import ApiVersion, api_version, parse_loose, parse_strict, unpacked
from refloader.rules import RuleId, decides, rule

OLD_FORMATS = ("1.0.0", "1.0.1")
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_RENAMED = rule("MANIFEST-LAYER-13")

_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)

FIELD_SINCE = {
    "component_layers": ("1.1.1", "MANIFEST-LAYERVER-111"),
    "pre_instance_functions": ("1.1.2", "MANIFEST-LAYERVER-112"),
    "introduction": ("1.2.0", "MANIFEST-LAYERVER-120"),
    "url": ("1.2.0", "MANIFEST-LAYERVER-120"),
    "platforms": ("1.2.0", "MANIFEST-LAYERVER-120"),
    "status": ("1.2.0", "MANIFEST-LAYERVER-120"),
    "features": ("1.2.0", "MANIFEST-LAYERVER-120"),
    "library_arch": ("1.2.1", "MANIFEST-LAYERVER-121"),
}
"""The format version that introduced each field, and the rule that says so."""


@dataclass(frozen=True, slots=True)
class Extras:
    """The less common fields, each empty if the entry does not have it."""

    library_arch: str
    pre_instance: tuple[tuple[str, str], ...]
    app_keys: tuple[str, ...]
    blacklist: tuple[str, ...]
    override_paths: tuple[str, ...]


def check_extras(fields: Fields, use: Use, version: str, known: frozenset[str]) -> Extras:
    """Read the less common fields and report misspelt keys."""
    fields.strangers(known, rule("AMB-KEY-CASE"))
    _too_new(fields, version)
    _descriptive(fields)
    override = use is Use.IMPLICIT and fields.members.get("name") == OVERRIDE_NAME
    return Extras(
        library_arch=library_arch(fields, rule("MANIFEST-LAYER-09"), _E2022),
        pre_instance=_pre_instance(fields, use, version)
        if "pre_instance_functions" in fields.members
        else (),
        app_keys=_override_key(fields, "app_keys", "MANIFEST-LAYER-21", override),
        blacklist=_override_key(fields, "blacklisted_layers", "MANIFEST-LAYER-22", override),
        override_paths=_override_key(fields, "override_paths", "MANIFEST-LAYER-23", override),
    )


@decides("MANIFEST-LAYERVER-111", "MANIFEST-LAYERVER-112", "MANIFEST-LAYERVER-120", "MANIFEST-LAYERVER-121")
def _too_new(fields: Fields, version: str) -> None:
    """Report fields of a later format than the file claims; they are read nevertheless."""
    for key in fields.members:
        needed, why = FIELD_SINCE.get(key, ("", ""))
        if needed and _older(version, needed):
            fact = f'"{key}" belongs to format {needed}; the file claims {version}'
            fields.note(rule(why), fact, fields.at(key, key=True), f'"file_format_version": "{needed}"')


def _older(version: str, needed: str) -> bool:
    """Return whether a format version is lower than another; False if either text is not a version."""
    claimed, wanted = parse_strict(version), parse_strict(needed)
    return claimed is not None and wanted is not None and claimed < wanted


_STATES = ("ALPHA", "BETA", "STABLE", "DEPRECATED")


@decides("MANIFEST-LAYER-24")
def _descriptive(fields: Fields) -> None:
    """Check the fields for tools. A loader ignores them, so wrong types and values are only notes."""
    why = rule("MANIFEST-LAYER-24")
    for key in ("introduction", "url", "status"):
        if key in fields.members and type(fields.members[key]) is not str:
            fields.note(why, f'"{key}" is {shape(fields.members[key])}, not a string', fields.at(key))
    status = fields.members.get("status")
    if isinstance(status, str) and status.upper() not in _STATES:
        fields.note(
            why, f'"status" is {quote(status)}', fields.at("status"), "Alpha, Beta, Stable or Deprecated"
        )


@decides("MANIFEST-LAYER-09", "MANIFEST-ICD-05", "AMB-ARCH-OTHER")
def library_arch(fields: Fields, why: RuleId, editions: frozenset[Edition]) -> str:
    """Return "32", "64" or an empty string; report and ignore another value (AMB-ARCH-OTHER)."""
    if "library_arch" not in fields.members:
        return ""
    value = fields.members["library_arch"]
    if value in ("32", "64"):
        return str(value)
    shown = quote(value) if isinstance(value, str) else shape(value)
    fact = f'"library_arch" is {shown}; only "32" and "64" are valid, so it is ignored'
    fields.warn(why, fact, fields.at("library_arch"), '"64"', editions)
    return ""


@decides("MANIFEST-LAYER-21", "MANIFEST-LAYER-22", "MANIFEST-LAYER-23", "AMB-APPKEYS-SCOPE")
def _override_key(fields: Fields, key: str, why: str, override: bool) -> tuple[str, ...]:
    """Return a list that has an effect only in the override layer; report it elsewhere (AMB-APPKEYS-SCOPE)."""
    if key not in fields.members:
        return ()
    if not override:
        fact = f'"{key}" has an effect only in the implicit layer {OVERRIDE_NAME}'
        fields.note(rule("AMB-APPKEYS-SCOPE"), fact, fields.at(key, key=True), editions=_E2022)
    return fields.texts(key, rule(why))


_PRE_INSTANCE = {
    "vkEnumerateInstanceExtensionProperties": _E2018,
    "vkEnumerateInstanceLayerProperties": _E2018,
    "vkEnumerateInstanceVersion": _E2022,
}


@decides("PREINST-01", "PREINST-02", "MANIFEST-LAYER-20", "PREINST-06")
def _pre_instance(fields: Fields, use: Use, version: str) -> tuple[tuple[str, str], ...]:
    """Return the pre-instance functions. They have an effect only in an implicit layer of format 1.1.2 or later."""
    where = fields.at("pre_instance_functions", key=True)
    pairs = fields.text_map("pre_instance_functions", rule("MANIFEST-LAYER-20"))
    for name, _ in pairs:
        if name not in _PRE_INSTANCE:
            fact = f"{quote(name)} cannot be intercepted before there is an instance"
            place = fields.at("pre_instance_functions", name, key=True)
            fields.warn(rule("PREINST-02"), fact, place, "one of " + ", ".join(_PRE_INSTANCE), _E2018)
    if use is not Use.IMPLICIT:
        fact = '"pre_instance_functions" has no effect on an explicit layer'
        fields.note(rule("PREINST-01"), fact, where, editions=_E2018)
        return ()
    if _older(version, "1.1.2"):
        if pairs:
            fact = (
                f'"pre_instance_functions" needs file_format_version 1.1.2 or later, this is {quote(version)}'
            )
            fields.warn(rule("PREINST-01"), fact, where, '"file_format_version": "1.1.2"', _E2018)
        return ()
    return pairs


def whole_number(text: str) -> int:
    """Return the number at the start of a text as C's atoi does: 0 if there is none, 32 bits of it."""
    found = _NUMBER.match(text)
    number = int(found[1] + found[2]) if found and found[2] else 0
    return max(-_MOST_LONG - 1, min(number, _MOST_LONG)) & 0xFFFFFFFF


_NUMBER = re.compile(r"\s*([+-]?)0*([0-9]{0,20})", re.ASCII)
"""A number in a text: its sign and the first of its digits, which are enough for one that does not fit 64 bits."""
_MOST_LONG = 2**63 - 1


def format_text(top: Fields, why: RuleId) -> str:
    """Return a required file_format_version. An empty one is an error, and says nothing against the rest."""
    if top.members.get("file_format_version") != "":
        return top.required_text("file_format_version", why)
    where = top.at("file_format_version")
    top.say_error(why, '"file_format_version" is an empty string', where, "the version of the format")
    return ""


def leading_version(text: str, *, variants: bool = True) -> ApiVersion:
    """Return what a text has of a version: each part counts for the number at its start, or 0, in 16 bits.

    Of four parts, the first is the variant, unless loaders knew no ``variants``.
    """
    numbers: list[int] = []
    for part in _PART.finditer(text):
        if len(numbers) == _MOST_PARTS:
            break
        numbers.append(whole_number(part[0]) & 0xFFFF)
    variant = 0
    if len(numbers) > 3 and variants:
        variant, *numbers = numbers
    major, minor, patch = (*numbers, 0, 0, 0)[:3]
    return unpacked((variant << 29 | major << 22 | minor << 12 | patch) & 0xFFFFFFFF)


_PART = re.compile(r"[^.\"\n\r]+")
_MOST_PARTS = 4
"""The parts of a version that are looked at: many parts would be converted anew for each reader."""


def is_uint32(text: str) -> bool:
    """Return whether a text is one decimal number that fits 32 bits."""
    return text.isascii() and text.isdigit() and len(text) <= 10 and int(text) < 2**32


def extension_list(fields: Fields, key: str, why: RuleId) -> tuple[Extension, ...]:
    """Return the extensions that a layer lists; report and drop an element without a usable name."""
    value = fields.members[key]
    if type(value) is not list:
        fields.warn(why, f'"{key}" is {shape(value)}, not a list', fields.at(key), "a list of objects")
        return ()
    found = []
    for index, element in enumerate(value):
        extension = _extension(fields, key, index, element, why)
        if extension is not None:
            found.append(extension)
    return tuple(found)


@decides("MANIFEST-LAYER-14", "MANIFEST-LAYER-15")
def _extension(fields: Fields, key: str, index: int, element: object, why: RuleId) -> Extension | None:
    """Read one element. It needs name and spec_version, and entrypoints if a device extension has commands."""
    if type(element) is not dict:
        fields.warn(why, f'"{key}" holds {shape(element)}, not an object', fields.at(key, index), "an object")
        return None
    inner = Fields(fields.document, fields.path, (*fields.keys, key, index), element, fields.subject)
    name = element.get("name")
    if type(name) is not str or not name:
        fact = f'an extension in "{key}" has no name'
        fields.warn(why, fact, inner.at("name"), '"name": "VK_..."')
        return None
    if len(name) >= 64:
        inner.fits_struct("name", name, why)
    spec = _spec_version(inner, name, why)
    names: tuple[str, ...] = ()
    if "entrypoints" in element or key == "device_extensions":
        names = _entrypoints(inner, name, key)
    if inner.reasons:
        fields.reasons.extend(inner.reasons)
    return Extension(name, spec, names)


@decides("MANIFEST-LAYER-26")
def _spec_version(inner: Fields, name: str, why: RuleId) -> int:
    value = inner.members.get("spec_version")
    if type(value) is str and is_uint32(value):
        return int(value)
    where = inner.at("spec_version")
    if type(value) is int and 0 <= value < 2**32:
        fact = f'"spec_version" of {quote(name)} is a number; it is written as a string in every sample'
        inner.warn(rule("AMB-IMPLVERSION-TYPE"), fact, where, f'"{value}"')
        return value
    fact = f'"spec_version" of {quote(name)} is missing or not a number'
    inner.warn(why, fact, where, '"spec_version": "1"')
    return whole_number(value) if type(value) is str else 0  # as for implementation_version


@decides("MANIFEST-LAYER-16", "ACT-LAYER-NOCORE-01")
def _entrypoints(inner: Fields, name: str, key: str) -> tuple[str, ...]:
    """Return the entrypoints of a device extension; report a registered extension's commands that are missing."""
    why = rule("MANIFEST-LAYER-16")
    names = inner.texts("entrypoints", why)
    if key != "device_extensions":
        inner.note(
            why, f'"entrypoints" of the instance extension {quote(name)} is not used', inner.at("entrypoints")
        )
        return names
    added = [index for index, entry in enumerate(names) if _is_core(entry, name)]
    if added:
        several = [names[index] for index in added]
        core = f"command {several[0]}" if len(added) == 1 else f"commands {', '.join(several)}"
        fact = f"{quote(name)} lists the core {core}; a layer adds no core commands"
        inner.warn(rule("ACT-LAYER-NOCORE-01"), fact, inner.at("entrypoints", added[0]))
    missing = [each for each in _always_added(name) if each not in names]
    if missing:
        fact = f'{name} adds {", ".join(missing)}, which "entrypoints" does not list'
        inner.warn(why, fact, inner.at("entrypoints"), '"entrypoints" with every command of the extension')
    return names


def _always_added(extension: str) -> list[str]:
    """Return the commands of a registered extension that it adds without a further extension or version."""
    known = registry.extension(extension)
    always = [(each, registry.command(each)) for each in (known.commands if known else ())]
    return [name for name, row in always if row is not None and extension in row.always]


def _is_core(command: str, extension: str) -> bool:
    """Return whether a core version has a command, and an extension of this name does not."""
    known = registry.command(command)
    return known is not None and bool(known.core) and extension not in known.extensions


def counts_empty(fields: Fields) -> bool:
    """Return whether the entry is a meta-layer with an empty list of components, and without a library."""
    return "library_path" not in fields.members and fields.members.get("component_layers") == []


NO_COMPONENT = '"component_layers" names no layer; a meta-layer needs at least one'


@decides("META-01", "AMB-META-EMPTY")
def say_empty(fields: Fields, *, is_override: bool) -> None:
    """Record that a meta-layer has an empty list of components.

    What follows is left open. Every release that was tried lists such a layer and takes a request for it. Turning it
    on has no effect, except for an override layer: a loader must apply the blacklist of one that is present
    (LLP_LOADER_12), and every release applies its paths as well.
    """
    where = fields.at("component_layers")
    if not is_override:
        fields.say_error(rule("META-01"), NO_COMPONENT, where, "name the component layers", _E2018)
        left_open = "a meta-layer without components is listed, and turning it on has no effect"
        fields.say(rule("AMB-META-EMPTY"), Severity.INFO, left_open, where, editions=_E2018)
        return
    effect = (
        f"{NO_COMPONENT}, and loaders apply the paths and the blacklist of an override layer all the same"
    )
    fields.warn(
        rule("META-01"), effect, where, "remove the file unless its paths and blacklist are wanted", _E2018
    )
    left_open = "an override layer without components counts: its paths and its blacklist apply"
    fields.say(rule("AMB-META-EMPTY"), Severity.INFO, left_open, where, editions=_E2022)


_FORMAT_OF_NEGOTIATION = api_version(1, 1)
_FUNCTIONS = frozenset(
    {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkNegotiateLoaderLayerInterfaceVersion"}
)


@decides("MANIFEST-LAYER-13", "MANIFEST-LAYERVER-110", "AMB-FUNCTIONS-110")
def functions_of(fields: Fields, version: str) -> tuple[tuple[str, str], ...]:
    """Return the renamed interface functions.

    Format 1.1.0 adds the name of the negotiation function; in an older one, it has no effect. Since then, the
    GetProcAddr names are not looked up for a layer that negotiates.
    """
    pairs = fields.text_map("functions", _RENAMED)
    claimed = parse_loose(version)
    old = claimed is not None and claimed < _FORMAT_OF_NEGOTIATION
    for name, other in pairs:
        where = fields.at("functions", name, key=True)
        if name not in _FUNCTIONS:
            fact = f'"functions" renames {quote(name)}, which is no interface function of a layer'
            fields.warn(rule("MANIFEST-LAYER-13"), fact, where, meant(name, _FUNCTIONS))
        elif name == NEGOTIATE:
            if old:
                fact = f"renaming {name} needs file_format_version 1.1.0 or later"
                if other == name:
                    fields.note(rule("MANIFEST-LAYERVER-110"), fact, where)
                else:
                    fields.warn(rule("MANIFEST-LAYERVER-110"), fact, where, '"file_format_version": "1.1.0"')
        elif version not in OLD_FORMATS:
            fact = f"from format 1.1.0 on {name} is not looked up for a layer that negotiates"
            fields.note(rule("AMB-FUNCTIONS-110"), fact, where, editions=_E2018)
    return tuple(pair for pair in pairs if not old or pair[0] != NEGOTIATE or pair[1] == NEGOTIATE)

"""The other readings of ambiguities about manifests and the settings file, and what RFC 8259 leaves open."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, known, order, override
from refloader.core.activation.filters import disabled_by, driver_filters
from refloader.core.chain import plan as plans
from refloader.core.drivers import choice
from refloader.core.editions import FILTERS
from refloader.core.json import reader
from refloader.core.json.index import Trouble
from refloader.core.json.scan import _Scanner
from refloader.core.manifests import layer_extras, layer_fields, layer_manifest, library_path
from refloader.core.manifests.driver_manifest import DRIVER_KEYS
from refloader.core.manifests.layer_fields import LAYER_KEYS
from refloader.core.manifests.settings_file import Control
from refloader.core.search import environment as environments
from refloader.core.search import places
from refloader.core.trail import Trail
from refloader.dropin.python import _edge
from refloader.dropin.python.instances import globals as instances
from refloader.dropin.python.loading import layers
from refloader.model.environment import Without
from refloader.model.layer import OVERRIDE_NAME, Switch
from refloader.model.place import Use
from refloader.model.request import Request
from refloader.model.version import parse_loose, parse_strict
from refloader.rules import rule
from refloader.selftest.variants.marks import Original, allows, likewise


@allows(layer_fields.checked_version, "AMB-API-LOOSE", "what a reader makes of another form is not stated")
def loose_versions_are_refused(
    original: Original, fields: Any, why: Any, *others: Any, **options: Any
) -> Any:
    """A layer or driver whose api_version is not of three numbers is not used."""
    version = original(fields, why, *others, **options)
    value = fields.members.get("api_version")
    if type(value) is not str or parse_strict(value) is None:
        fields.reject(why, "the version is not of three numbers", fields.at("api_version"))
    return version


@allows(layer_fields.checked_version, "AMB-API-LOOSE", "what a reader makes of larger numbers is not stated")
def unfit_versions_are_refused(
    original: Original, fields: Any, why: Any, *others: Any, **options: Any
) -> Any:
    """A layer or driver whose api_version has a number that is too large for its bits is not used."""
    version = original(fields, why, *others, **options)
    if not _fits(fields.members.get("api_version")):
        fields.reject(why, "a number of the version is too large", fields.at("api_version"))
    return version


@allows(layer_fields.checked_version, "AMB-API-LOOSE", "what a reader makes of larger numbers is not stated")
def unfit_numbers_lose_their_high_bits(original: Original, fields: Any, *others: Any, **options: Any) -> Any:
    """Of a number in api_version that is too large, those bits count for which a version has room."""
    version = original(fields, *others, **options)
    value = fields.members.get("api_version")
    if _fits(value):
        return version
    written = parse_loose(value)
    assert written is not None
    return written._replace(
        major=written.major & 0x7F, minor=written.minor & 0x3FF, patch=written.patch & 0xFFF
    )


def _fits(value: Any) -> bool:
    version = parse_loose(value) if type(value) is str else None
    return version is None or version.fits


@allows(layer_extras.library_arch, "AMB-ARCH-OTHER", "the effect of another value is not stated")
def other_word_sizes_are_refused(original: Original, fields: Any, why: Any, editions: Any) -> Any:
    """A layer or driver whose library_arch is neither 32 nor 64 is not used."""
    size = original(fields, why, editions)
    if not size and "library_arch" in fields.members:
        fields.reject(why, "no such word size", fields.at("library_arch"), editions=editions)
    return size


@allows(known._wrong_size, "MANIFEST-LAYER-09", "the loader can drop a layer of the wrong size")
def libraries_alone_tell_their_word_size(original: Original, *arguments: Any) -> Any:
    """The field library_arch is not read: a library is of the wrong word size if it cannot be opened."""
    return False


@likewise("libraries_alone_tell_their_word_size", choice._wrong_size)
def _of_drivers(original: Original, *arguments: Any) -> Any:
    return None


@allows(layers._by_exports, "AMB-LLP4-NOEXPORT", "LLP_LAYER_4: the layer will not be loaded")
def layers_without_negotiation_are_refused(
    original: Original, layer: Any, library: int, names: Any, *others: Any
) -> Any:
    """A layer that does not export vkNegotiateLoaderLayerInterfaceVersion is not used."""
    exported = _edge.symbol(library, names.get(layers._NEGOTIATE, layers._NEGOTIATE))
    return original(layer, library, names, *others) if exported else None


@allows(layer_manifest._entries, "AMB-LAYER-AND-LAYERS", "both keys in one file are not covered")
def the_object_counts_beside_the_array(original: Original, top: Any, version: str) -> Any:
    """Of the keys layer and layers in one file, layer counts."""
    value = top.members.get("layer")
    if type(value) is dict and "layers" in top.members:
        return [(("layer",), value, ())]
    return original(top, version)


@allows(layer_manifest._entries, "AMB-LAYER-AND-LAYERS", "both keys in one file are not covered")
def the_object_counts_as_well_as_the_array(original: Original, top: Any, version: str) -> Any:
    """The keys layer and layers in one file count both."""
    entries = original(top, version)
    both = "layer" in top.members and "layers" in top.members
    return [(keys, value, () if both and keys == ("layer",) else own) for keys, value, own in entries]


@allows(library_path.opened_as, "AMB-LIBRARY-TOKENS", "the documents do not mention tokens of the linker")
def tokens_are_no_tokens(original: Original, path: str, manifest: str) -> Any:
    """The signs $LIB, $PLATFORM and $ORIGIN in library_path are parts of names."""
    named = any(f"${each}" in path or f"${{{each}}}" in path for each in ("LIB", "PLATFORM", "ORIGIN"))
    return f"/nowhere/{path}" if named else original(path, manifest)


@allows(layer_fields._implementation, "AMB-IMPLVERSION-TYPE", "all samples have strings")
def numbers_are_no_implementation_versions(original: Original, fields: Any) -> Any:
    """A layer whose implementation_version is a number of JSON is not used."""
    version = original(fields)
    if type(fields.members.get("implementation_version")) is int:
        fields.reject(rule("AMB-IMPLVERSION-TYPE"), "the version is no string", fields.at())
    return version


@allows(layer_extras._extension, "AMB-IMPLVERSION-TYPE", "all samples have strings")
def numbers_are_no_spec_versions(original: Original, fields: Any, key: str, index: int, *others: Any) -> Any:
    """An extension of a layer whose spec_version is a number of JSON is left out."""
    element = others[0]
    if isinstance(element, dict) and type(element.get("spec_version")) is int:
        return None
    return original(fields, key, index, *others)


@allows(layer_fields._components, "AMB-META-EMPTY", "the consequence is not stated")
def meta_layers_need_a_component(original: Original, fields: Any, name: str, use: Any) -> Any:
    """A meta-layer with an empty list of components is not listed, unless it is an override layer."""
    if fields.members["component_layers"] == [] and name != OVERRIDE_NAME:
        fields.reject(rule("AMB-META-EMPTY"), "it has no component", fields.at())
    return original(fields, name, use)


_FURTHER: dict[str, tuple[tuple[str, str], ...]] = {}
"""By the first variable of a switch: its other variables, with their values."""


@allows(layer_fields._switch, "AMB-MULTI-ENVKEYS", "2016: the requirement(s)")
def every_variable_of_a_switch_counts(original: Original, fields: Any, key: str, why: Any) -> Any:
    """Of several variables in disable_environment any one disables, and in enable_environment all have to be set."""
    switch = original(fields, key, why)
    members = fields.members[key]
    if switch is not None and len(members) > 1:
        _FURTHER[switch.variable] = tuple(members.items())[1:]
    return switch


@likewise("every_variable_of_a_switch_counts", conditions.disable_variable)
def _any_disables(original: Original, layer: Any, environment: Any) -> Any:
    for name, value in (layer.disable and _FURTHER.get(layer.disable.variable)) or ():
        if environment.is_set(name):
            return original(replace(layer, disable=Switch(name, value)), environment)
    return original(layer, environment)


@likewise("every_variable_of_a_switch_counts", conditions._enable_variable)
def _all_enable(original: Original, layer: Any, environment: Any) -> Any:
    for name, value in (layer.enable and _FURTHER.get(layer.enable.variable)) or ():
        reason = original(replace(layer, enable=Switch(name, value)), environment)
        if reason is not None:
            return reason
    return original(layer, environment)


_REFUSED: set[str] = set()
"""The names of the layers that refused, in a negotiation of this process."""


@allows(layers._negotiate, "AMB-NEG-ENUM", "the application does not see the layer during enumeration")
def layers_that_refused_are_not_listed(original: Original, layer: Any, *others: Any) -> Any:
    """A layer that refused when a chain was built is not listed any more in the life of the process."""
    link = original(layer, *others)
    if link is None:
        _REFUSED.add(layer.name)
    return link


@likewise("layers_that_refused_are_not_listed", instances.enumerate_instance_layer_properties_below)
def _without_refused(original: Original, above: Any, *others: Any) -> Any:
    plan = instances._plan(above)
    kept = tuple([each for each in plan.enumerated if each.name not in _REFUSED])
    return original(replace(plan, enumerated=kept), *others)


_UNREADABLE = b"{"
_DEEPEST = 24
_LONGEST = 16_384


@allows(
    _Scanner._record, "AMB-JSON-DUPKEY", "RFC 8259 section 4: many implementations report the last pair only"
)
def the_last_of_repeated_keys_counts(original: Original, scanner: Any, start: int, value: Any) -> Any:
    """Of a key that an object repeats, the last value counts."""
    around = scanner.index.values[scanner.open[-1]] if scanner.open else None
    if isinstance(around, dict):
        around.pop(scanner.name, None)
    return original(scanner, start, value)


_KEYS = {
    key.lower(): key
    for key in (*LAYER_KEYS, *DRIVER_KEYS, "file_format_version", "layer", "layers", "ICD", "spec_version")
}


@allows(engine.layer_file, "AMB-KEY-CASE", "RFC 8259 does not say how a reader compares names")
def keys_are_compared_without_case(original: Original, data: bytes, *others: Any) -> Any:
    """The keys of a manifest mean the same in capitals and in small letters."""
    return original(_with_usual_keys(data), *others)


@likewise("keys_are_compared_without_case", engine.driver_file)
def _of_drivers_manifests(original: Original, data: bytes, *others: Any) -> Any:
    return original(_with_usual_keys(data), *others)


def _with_usual_keys(data: bytes) -> bytes:
    """Return the manifest with its keys as the documents write them, unless it has escapes."""
    parts = [] if b"\\" in data else data.split(b'"')
    for place in range(1, len(parts) - 1, 2):
        usual = _KEYS.get(parts[place].decode("utf-8", "replace").lower())
        if usual and parts[place + 1].lstrip().startswith(b":"):
            parts[place] = usual.encode()
    return b'"'.join(parts) or data


@allows(reader.read, "DISC-GEN-08", "RFC 8259 section 9: a reader may set limits on the depth of nesting")
def deep_texts_are_refused(original: Original, data: bytes) -> Any:
    """A manifest or settings file with more than 24 levels of nesting is not used."""
    document = original(data)
    level = [document.value]
    for _ in range(_DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
    return original(_UNREADABLE) if level else document


def _inside(value: Any) -> Any:
    """Return what an object or an array holds."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


@allows(reader.read, "DISC-GEN-08", "RFC 8259 section 9: a reader may set limits on the length of strings")
def long_texts_are_refused(original: Original, data: bytes) -> Any:
    """A manifest or settings file with a string of more than 16,384 bytes is not used."""
    longest = max((len(part) for part in data.split(b'"')[1::2]), default=0)
    return original(_UNREADABLE if longest > _LONGEST else data)


@allows(reader.read, "DISC-GEN-08", "RFC 8259 section 8.2 calls what readers make of it unpredictable")
def halves_of_pairs_refuse_a_file(original: Original, data: bytes) -> Any:
    """A manifest with half of a surrogate pair is not used."""
    document = original(data)
    half = any(each.trouble is Trouble.LONE_SURROGATE for each in document.problems)
    return original(_UNREADABLE) if half else document


@allows(reader.read, "DISC-GEN-08", "RFC 8259 section 9: a reader may set limits on the contents of strings")
def strings_with_nul_refuse_a_file(original: Original, data: bytes) -> Any:
    """A manifest with the escape of NUL in a string is not used."""
    document = original(data)
    nul = any(each.trouble is Trouble.NUL for each in document.problems)
    return original(_UNREADABLE) if nul else document


@allows(reader.read, "DISC-GEN-08", "RFC 8259 section 9: a parser may accept extensions of the language")
def comments_are_passed_over(original: Original, data: bytes) -> Any:
    """A manifest or settings file may have comments, from two slashes to the end of the line."""
    parts = data.split(b'"')
    if b"//" in data and b"\\" not in data:
        parts[::2] = [_without_comments(each) for each in parts[::2]]
    return original(b'"'.join(parts))


def _without_comments(data: bytes) -> bytes:
    return b"\n".join([line.split(b"//")[0] for line in data.split(b"\n")])


# ---- the settings file, and what elevated programs read -----------------------------------------------------------


@allows(order._setting, "AMB-SETTINGS-CONTROL", "whether on beats filters and variables is not stated")
def variables_beat_the_settings_file(original: Original, facts: Any, layer: Any) -> Any:
    """A layer that the settings file turns on stays off where its disable variable or the filter turns it off."""
    control = original(facts, layer)
    off = disabled_by(facts.filters, layer) or conditions.disable_variable(layer, facts.environment)
    return Control.AUTO if control is Control.ON and off else control


@allows(plans._driver_filters, "AMB-SETTINGS-DEVICES", "whether the variables count beside it is not stated")
def variables_of_drivers_count_beside_listed_devices(
    original: Original, discovery: Any, environment: Any, build: Any, edition: Any
) -> Any:
    """The variables of drivers and their filters count, too, where a settings file lists devices."""
    return driver_filters(environment, edition, build.age)


@likewise("variables_of_drivers_count_beside_listed_devices", places.places_of_listed_devices)
def _places(original: Original, environment: Any, build: Any, edition: Any, settings: str) -> Any:
    return places.driver_places(environment, build, edition)


@allows(order._reorder, "AMB-SETTINGS-ORDER-CHAIN", "whether the list orders the whole chain is not stated")
def the_settings_file_orders_groups(original: Original, chain: Any, facts: Any, settings: Any) -> Any:
    """The list of the settings file orders the implicit layers, those of the variable and the others, each group."""
    named = order.environment_names(facts.environment)

    def place(item: Any) -> tuple[int, int]:
        name, layer = item
        group = 0 if layer.kind is Use.IMPLICIT and name not in named else 2 - (name in named)
        return group, settings.rank(name)

    chain.layers = dict(sorted(chain.layers.items(), key=place))


@allows(environments._sensitive, "AMB-ELEV-XDGDIRS", "the two are not listed as ignored when elevated")
def elevated_programs_read_lists_of_folders(original: Original, *arguments: Any) -> Any:
    """XDG_CONFIG_DIRS and XDG_DATA_DIRS count in elevated programs."""
    found = dict(original(*arguments))
    return {name: why for name, why in found.items() if name not in ("XDG_CONFIG_DIRS", "XDG_DATA_DIRS")}


@allows(environments._sensitive, "AMB-ELEV-FILTERS", "filter variables are not mentioned")
def elevated_programs_read_filters(original: Original, *arguments: Any) -> Any:
    """The filters count in elevated programs."""
    return {name: why for name, why in original(*arguments).items() if name not in FILTERS}


@allows(environments._sensitive, "AMB-ELEV-FILTERS", "the list of ignored variables is given as examples")
def elevated_programs_read_no_variable(original: Original, *arguments: Any) -> Any:
    """Elevated programs ignore the names of layers and the choice of a device in variables, too."""
    found = dict(original(*arguments))
    more = ("VK_INSTANCE_LAYERS", "VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT")
    return found | dict.fromkeys(more, found["VK_LAYER_PATH"])


_LAYER_PATHS = frozenset(
    ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
)


@allows(
    engine._settings, "AMB-SETTINGS-DISCOVERY", "whether VK_LAYER_PATH and its kin add to it is not stated"
)
def path_variables_do_not_count_beside_a_list(original: Original, search: Any) -> Any:
    """Where a settings file lists layers, VK_LAYER_PATH and the like do not count."""
    settings = original(search)
    if settings is not None and settings.layers is not None:
        variables = Without(search.environment.variables, _LAYER_PATHS)
        search.environment = replace(search.environment, variables=variables)
    return settings


@allows(engine._settings, "AMB-SETTINGS-OVERRIDE", "which of the two wins is not stated")
def the_override_layer_beats_the_settings_file(original: Original, search: Any) -> Any:
    """Where an override layer applies, the list of layers in a settings file does not count."""
    settings = original(search)
    if settings is None or settings.layers is None:
        return settings
    alone = engine._Search(search.host, search.environment, search.build, search.edition, search.paths)
    found = filters.layer_filters(search.environment, search.edition, search.build.age)
    implicit = engine._ordinary(alone, Use.IMPLICIT)
    chosen = override.choose(implicit, search.environment, Request(), found, search.edition, Trail())
    return settings if chosen is None else replace(settings, layers=None, ranks={}, controls={}, unlisted=0)

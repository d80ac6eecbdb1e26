"""Liberties in searching and reading: ambiguities of manifests, folders and path variables, order, and how often."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.chain import plan as plans
from refloader.core.search import environment as environments
from refloader.core.search import path_variables, unix_places
from refloader.core.search import places as search_places
from refloader.dropin.python import _edge
from refloader.dropin.python.loading import deciding
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.host.port import Listing
from refloader.model.edition import ALL
from refloader.model.environment import Without
from refloader.model.layer import Layer
from refloader.model.paths import PathRules
from refloader.model.place import Form, Use
from refloader.selftest.variants.marks import Original, allows, likewise
from refloader.selftest.variants.native import libc

_FORMATS = ("1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1")


def _refused(layer: Layer) -> Layer:
    return replace(layer, rejected=ALL)


@allows(engine.layer_file, "AMB-FFV-UNKNOWN", "behaviour for a newer or malformed version is not stated")
def unknown_formats_are_refused(original: Original, *arguments: Any) -> Any:
    """A layer manifest of an unknown format is not used."""
    file = original(*arguments)
    layers = [each if each.format_version in _FORMATS else _refused(each) for each in file.layers]
    return replace(file, layers=tuple(layers))


@allows(engine.layer_file, "AMB-FFV-121", "supported versions are: ... 1.1.2 and 1.2.0")
def format_121_is_refused(original: Original, *arguments: Any) -> Any:
    """A layer manifest of format 1.2.1 is not used."""
    file = original(*arguments)
    layers = [_refused(each) if each.format_version == "1.2.1" else each for each in file.layers]
    return replace(file, layers=tuple(layers))


@allows(
    engine.layer_file,
    "AMB-LAYERS-100",
    "the array needs 1.0.1; the consequence in a 1.0.0 file is not stated",
)
def arrays_in_the_oldest_format_are_refused(original: Original, *arguments: Any) -> Any:
    """A manifest of format 1.0.0 with an array of layers is not used."""
    file = original(*arguments)
    array = [each.format_version == "1.0.0" and each.keys[:1] == ("layers",) for each in file.layers]
    layers = [_refused(each) if odd else each for each, odd in zip(file.layers, array, strict=True)]
    return replace(file, layers=tuple(layers))


@allows(engine.layer_file, "AMB-LAYER-API-INCOMPAT", "incompatible is not defined")
def other_major_versions_are_refused(original: Original, *arguments: Any) -> Any:
    """A layer of another major version than 1 is not used."""
    file = original(*arguments)
    layers = [each if each.api_version.major == 1 else _refused(each) for each in file.layers]
    return replace(file, layers=tuple(layers))


@allows(engine.layer_file, "AMB-LAYER-API-INCOMPAT", "incompatible is not defined")
def layers_newer_than_the_loader_are_refused(original: Original, *arguments: Any) -> Any:
    """A layer of a newer minor version than the loader's is not used."""
    file = original(*arguments)
    layers = [each if each.api_version.feature <= (1, 4) else _refused(each) for each in file.layers]
    return replace(file, layers=tuple(layers))


@allows(
    engine.layer_file,
    "AMB-FUNCTIONS-110",
    "renaming vkGetInstanceProcAddr in functions is deprecated, so this field will be ignored",
)
def renamed_lookups_are_ignored_from_110(original: Original, *arguments: Any) -> Any:
    """From format 1.1.0 on, functions renames nothing but the negotiation."""
    file = original(*arguments)
    layers = [each if each.format_version in _FORMATS[:2] else _renamed(each) for each in file.layers]
    return replace(file, layers=tuple(layers))


def _renamed(layer: Layer) -> Layer:
    kept = [pair for pair in layer.functions if pair[0] == "vkNegotiateLoaderLayerInterfaceVersion"]
    return replace(layer, functions=tuple(kept))


@allows(engine.layer_file, "AMB-JSON-BOM", "what stands before the text is not covered")
def manifests_with_a_byte_order_mark_are_refused(original: Original, data: bytes, *others: Any) -> Any:
    """A manifest that begins with a byte order mark is not used."""
    file = original(data, *others)
    return replace(file, layers=()) if data[:3] == b"\xef\xbb\xbf" else file


@allows(PathRules.is_manifest, "AMB-JSON-CASE", "case sensitivity of the suffix is not stated")
def suffixes_in_capitals_count(original: Original, rules: Any, path: str) -> Any:
    """A file whose name ends in .JSON is a manifest."""
    return original(rules, path.lower())


@likewise("suffixes_in_capitals_count", PathRules.manifests)
def _in_folders(original: Original, rules: Any, folder: str, names: Any) -> Any:
    start = folder.rstrip("/")
    return [f"{start}/{name}" for name in names if name.lower().endswith(".json")]


@allows(PathRules.plain, "AMB-DISC-SLASH", "how sameness is decided is not stated")
def folders_are_compared_as_written(original: Original, rules: Any, path: str) -> Any:
    """Two spellings of one folder are two folders."""
    return path


@allows(unix_places._home_base, "AMB-XDG-EMPTY", "fallbacks apply if a variable is not defined")
def empty_folders_of_the_user_count(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """An XDG variable that is set to nothing names no folder and has no fallback."""
    return [] if environment.get(name) == "" else original(environment, name, *others)


@likewise("empty_folders_of_the_user_count", unix_places._dirs)
def _empty_lists(original: Original, environment: Any, name: str, *others: Any) -> Any:
    return [] if environment.get(name) == "" else original(environment, name, *others)


@allows(environments.visible_environment, "AMB-ENVPATH-EMPTY", "an empty value is not covered")
def empty_path_variables_are_unset(original: Original, variables: Any, **facts: Any) -> Any:
    """A path variable without an entry counts as unset."""
    names = (
        "VK_LAYER_PATH",
        "VK_IMPLICIT_LAYER_PATH",
        "VK_DRIVER_FILES",
        "VK_ICD_FILENAMES",
        "VK_ADD_LAYER_PATH",
        "VK_ADD_IMPLICIT_LAYER_PATH",
        "VK_ADD_DRIVER_FILES",
    )
    empty = frozenset([name for name in names if variables.get(name) == ""])
    return original(Without(variables, empty), **facts)


@allows(
    path_variables.entries,
    "AMB-ADDDRIVER-FOLDER",
    "the table speaks of files, the driver document of folders",
)
def added_drivers_are_files(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """VK_ADD_DRIVER_FILES takes no folders."""
    places, reasons = original(environment, name, *others)
    if name == "VK_ADD_DRIVER_FILES":
        places = tuple([place for place in places if place.form is Form.FILE])
    return places, reasons


@allows(unix_places.settings, "AMB-SETTINGS-ORDER", "listed: HOME, XDG_DATA_HOME, /etc")
def the_data_folder_is_asked_for_settings_first(original: Original, environment: Any) -> Any:
    """XDG_DATA_HOME is searched for the settings file before HOME."""
    return tuple(sorted(original(environment), key=lambda place: place.source != "XDG_DATA_HOME"))


@allows(search_places.settings_places, "AMB-SETTINGS-ORDER", "listed: HOME, XDG_DATA_HOME, /etc")
def settings_lie_in_the_three_folders_alone(original: Original, environment: Any, *others: Any) -> Any:
    """The folders of manifests are not searched for the settings file."""
    return unix_places.settings(environment)


@allows(unix_places.xdg_bases, "DISC-LINUX-05", "SYSCONFDIR is a compile-time option")
def the_build_has_a_folder_of_its_own(original: Original, environment: Any, build: Any) -> Any:
    """SYSCONFDIR is a folder of the vendor, and EXTRASYSCONFDIR is /etc."""
    own = replace(build, sysconfdir="/opt/vendor/etc", extrasysconfdir="/etc")
    return original(environment, own)


@allows(
    engine.discover,
    "AMB-OVERRIDE-IMPLICIT",
    "it ignores both the default explicit and implicit search locations",
)
def override_paths_hide_implicit_layers(original: Original, *arguments: Any) -> Any:
    """With override_paths, no implicit layer from elsewhere is known, but the override layer."""
    found = original(*arguments)
    chosen = found.override
    if chosen is None or not chosen.override_paths:
        return found
    kept = [
        each
        for each in found.found
        if each is chosen or each.kind is not Use.IMPLICIT or each.place.rule == "OVERRIDE-05"
    ]
    return replace(found, found=tuple(kept))


@allows(plans._enumerated, "AMB-DISABLE-ENUM", "whether such a layer is still enumerated is not stated")
def disabled_layers_are_listed(original: Original, known: Any, facts: Any) -> Any:
    """A layer that a filter or the blacklist disables is listed."""
    return original(known, replace(facts, blocked=frozenset(), filters=type(facts.filters)()))


@allows(plans.make_plan, "AMB-DUP-ENUM", "whether a name may be listed twice is not stated")
def every_occurrence_is_listed(original: Original, discovery: Any, *others: Any) -> Any:
    """A layer that was found several times is listed as often."""
    plan = original(discovery, *others)
    listed = []
    for each in plan.enumerated:
        same = [one for one in discovery.found if one.name == each.name and plan.edition not in one.rejected]
        listed += [each, *[one for one in same if one is not each]]
    return replace(plan, enumerated=tuple(listed))


@allows(plans._enumerated, "", "no document gives an order to what vkEnumerateInstanceLayerProperties lists")
def layers_are_listed_by_name(original: Original, *arguments: Any) -> Any:
    """Layers are listed in the order of their names."""
    return tuple(sorted(original(*arguments), key=lambda layer: layer.name))


@allows(unix_places.xdg_bases, "AMB-RANK-1-TWICE", "XDG_CONFIG_HOME and XDG_CONFIG_DIRS both have rank 1")
def lists_of_configuration_precede_the_home(original: Original, *arguments: Any) -> Any:
    """The folders of XDG_CONFIG_DIRS are searched before that of XDG_CONFIG_HOME."""
    return sorted(original(*arguments), key=lambda base: _CONFIGURATION.get(base[2], 2))


_CONFIGURATION = {"DISC-LINUX-04": 0, "DISC-LINUX-03": 1}


_RANDOM = (
    "the order contents are read by the loader in each directory is random due to the behavior of readdir"
)


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_backwards(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read in the opposite order of the listing."""
    found = original(host, path)
    return replace(found, names=tuple(reversed(found.names))) if isinstance(found, Listing) else found


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_by_name(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read in the order of their names."""
    found = original(host, path)
    return replace(found, names=tuple(sorted(found.names))) if isinstance(found, Listing) else found


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_from_the_middle(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read from the middle of the listing to its end, and then from its beginning."""
    found = original(host, path)
    if not isinstance(found, Listing):
        return found
    middle = len(found.names) // 2
    return replace(found, names=(*found.names[middle:], *found.names[:middle]))


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_by_the_length_of_names(original: Original, host: Any, path: str) -> Any:
    """The files of one folder are read in the order of the length of their names, and of these from the last."""
    found = original(host, path)
    if not isinstance(found, Listing):
        return found
    return replace(found, names=tuple(sorted(sorted(found.names, reverse=True), key=len)))


_LISTED: dict[str, int] = {}
"""By folder: how often it was listed; "" is a number that processes differ in."""


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def folders_are_read_in_turn_from_either_end(original: Original, host: Any, path: str) -> Any:
    """Each time that a folder is read, its files are read in the opposite order of the time before."""
    found = original(host, path)
    _LISTED[path] = _LISTED.get(path, 0) + 1
    if not isinstance(found, Listing) or _LISTED[path] % 2:
        return found
    return replace(found, names=tuple(reversed(found.names)))


@allows(EdgeHost.list, "DISC-GEN-03", _RANDOM)
def each_decision_reads_folders_from_another_end(original: Original, host: Any, path: str) -> Any:
    """Each call reads folders anew and from the other end; processes begin at either."""
    if "" not in _LISTED:
        _LISTED[""] = _edge.call(libc("getpid"))
    _LISTED.setdefault(path, _LISTED[""])
    return folders_are_read_in_turn_from_either_end(original, host, path)


@likewise("each_decision_reads_folders_from_another_end", deciding._as_before)
def _never(original: Original, asked: Any) -> Any:
    return False


@allows(EdgeHost.read, "", "no document says how often a file is read")
def files_are_read_twice(original: Original, host: Any, path: str, *limit: Any) -> Any:
    """Each file is read a second time."""
    original(EdgeHost(), path, *limit)
    return original(host, path, *limit)


@allows(deciding._as_before, "", "no document says whether a decision is kept between two calls")
def everything_is_read_at_each_call(original: Original, asked: Any) -> Any:
    """Nothing is kept from one call to the next."""
    return False


@allows(deciding._as_before, "", "no document says when a loader looks at its folders again")
def everything_is_kept_for_the_process(original: Original, asked: Any) -> Any:
    """What was found at the first call holds for the life of the process."""
    return True


@allows(plans._offered, "DISC-GEN-03", _RANDOM)
def the_last_of_a_folder_counts(original: Original, discovery: Any, *others: Any) -> Any:
    """Of two layers of one name in one folder, the one that is read last is used; override layers are not of them."""
    first: dict[tuple[str, Any], int] = {}
    found = list(discovery.found)
    for place, layer in enumerate(found):
        key = (layer.name, layer.place)
        if key in first and layer.place.form.name == "FOLDER" and not layer.is_override:
            earlier = first[key]
            found[earlier], found[place] = found[place], found[earlier]
        first.setdefault(key, place)
    return original(replace(discovery, found=tuple(found)), *others)

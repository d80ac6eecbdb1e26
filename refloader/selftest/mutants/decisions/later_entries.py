"""Violators that are right for two of a kind and wrong for three, for ten, or one level further down."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import filters, metalayers, order, override
from refloader.core.chain import plan
from refloader.core.drivers import choice
from refloader.core.extensions import instance_extensions
from refloader.core.search import path_variables, unix_places
from refloader.model.place import Form, Use
from refloader.selftest.mutants.marks import Original, replaces

_MANY = 8
"""How many of a kind there is room for in loaders that have room for some number of them."""


def _later_reversed(found: Any) -> Any:
    return (*found[:1], *reversed(found[1:]))


# ---- the order of three -------------------------------------------------------------------------------------------


@replaces(metalayers.expanded, "META-04")
def later_components_reversed(original: Original, layer: Any, known: Any) -> Any:
    """The components of a meta-layer behind the first one stand in the opposite order."""
    found = original(layer, known)
    return _later_reversed(found) if layer.is_meta else found


@replaces(order._add_application, "ORDER-CHAIN-02")
def later_requests_reversed(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The names in ppEnabledLayerNames behind the first one stand in the opposite order."""
    request = replace(facts.request, layers=_later_reversed(facts.request.layers))
    original(chain, replace(facts, request=request), trail)


@replaces(order.environment_names, "ENV-INSTLAYERS-03")
def later_instance_layers_reversed(original: Original, *arguments: Any) -> Any:
    """The names in VK_INSTANCE_LAYERS behind the first one stand in the opposite order."""
    return _later_reversed(original(*arguments))


def _backwards(original: Original, variable: str, environment: Any, name: str, *others: Any) -> Any:
    found = original(environment, name, *others)
    return found[::-1] if name == variable else found


@replaces(unix_places._dirs, "DISC-LINUX-08")
def data_dirs_backwards(original: Original, *arguments: Any) -> Any:
    """The entries of XDG_DATA_DIRS are searched from the last to the first."""
    return _backwards(original, "XDG_DATA_DIRS", *arguments)


@replaces(unix_places._dirs, "DISC-LINUX-04")
def config_dirs_backwards(original: Original, *arguments: Any) -> Any:
    """The entries of XDG_CONFIG_DIRS are searched from the last to the first."""
    return _backwards(original, "XDG_CONFIG_DIRS", *arguments)


def _entries_backwards(original: Original, variable: str, environment: Any, name: str, *others: Any) -> Any:
    found, reasons = original(environment, name, *others)
    return (found[::-1] if name == variable else found), reasons


@replaces(path_variables.entries, "DISC-GEN-02")
def layer_path_backwards(original: Original, *arguments: Any) -> Any:
    """The entries of VK_LAYER_PATH are searched from the last to the first."""
    return _entries_backwards(original, "VK_LAYER_PATH", *arguments)


@replaces(path_variables.entries, "DISC-GEN-02")
def added_layer_path_backwards(original: Original, *arguments: Any) -> Any:
    """The entries of VK_ADD_LAYER_PATH are searched from the last to the first."""
    return _entries_backwards(original, "VK_ADD_LAYER_PATH", *arguments)


@replaces(path_variables.entries, "DISC-GEN-02")
def added_implicit_path_backwards(original: Original, *arguments: Any) -> Any:
    """The entries of VK_ADD_IMPLICIT_LAYER_PATH are searched from the last to the first."""
    return _entries_backwards(original, "VK_ADD_IMPLICIT_LAYER_PATH", *arguments)


# ---- later entries ------------------------------------------------------------------------------------------------


def _first_two(original: Original, variable: str, environment: Any, name: str, *others: Any) -> Any:
    found, reasons = original(environment, name, *others)
    return (found[:2] if name == variable else found), reasons


@replaces(path_variables.entries, "ENV-ADDLAYERPATH-01")
def two_entries_of_added_layers(original: Original, *arguments: Any) -> Any:
    """Of the entries of VK_ADD_LAYER_PATH only the first two are searched."""
    return _first_two(original, "VK_ADD_LAYER_PATH", *arguments)


@replaces(path_variables.entries, "ENV-ADDIMPLPATH-01")
def two_entries_of_added_implicit_layers(original: Original, *arguments: Any) -> Any:
    """Of the entries of VK_ADD_IMPLICIT_LAYER_PATH only the first two are searched."""
    return _first_two(original, "VK_ADD_IMPLICIT_LAYER_PATH", *arguments)


@replaces(path_variables.entries, "ENV-DRIVERFILES-05")
def two_entries_of_added_drivers(original: Original, *arguments: Any) -> Any:
    """Of the entries of VK_ADD_DRIVER_FILES only the first two count."""
    return _first_two(original, "VK_ADD_DRIVER_FILES", *arguments)


def _without(original: Original, variable: str, form: Form, environment: Any, name: str, *others: Any) -> Any:
    found, reasons = original(environment, name, *others)
    return tuple(each for each in found if name != variable or each.form is not form), reasons


@replaces(path_variables.entries, "ENV-ADDLAYERPATH-01")
def added_layer_path_takes_no_files(original: Original, *arguments: Any) -> Any:
    """A manifest file in VK_ADD_LAYER_PATH is passed over."""
    return _without(original, "VK_ADD_LAYER_PATH", Form.FILE, *arguments)


@replaces(path_variables.entries, "ENV-ADDIMPLPATH-01")
def added_implicit_path_takes_no_files(original: Original, *arguments: Any) -> Any:
    """A manifest file in VK_ADD_IMPLICIT_LAYER_PATH is passed over."""
    return _without(original, "VK_ADD_IMPLICIT_LAYER_PATH", Form.FILE, *arguments)


@replaces(path_variables.entries, "ENV-DRIVERFILES-05")
def added_drivers_take_no_folders(original: Original, *arguments: Any) -> Any:
    """A folder in VK_ADD_DRIVER_FILES is passed over."""
    return _without(original, "VK_ADD_DRIVER_FILES", Form.FOLDER, *arguments)


@replaces(filters.elements, "FILTER-GEN-07")
def an_empty_element_matches_everything(original: Original, value: str | None) -> Any:
    """A comma at the end of a filter, or two in a row, make the filter match everything."""
    found = original(value)
    return (*found, "*") if found and "" in (value or "").split(",") else found


@replaces(metalayers.fault, "META-02")
def third_components_may_be_missing(
    original: Original, meta: Any, known: Any, edition: Any, verdicts: Any
) -> Any:
    """Only the first two components of a meta-layer have to be there."""
    told = original(meta, known, edition, verdicts)
    if told is not None and all(name in known for name in meta.components[:2]):
        return None if any(name not in known for name in meta.components[2:]) else told
    return told


@replaces(metalayers._version_fault, "META-03")
def two_components_checked(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """2022 and 2026: only the versions of the first two components have to fit the meta-layer."""
    return original(replace(meta, components=meta.components[:2]), known, edition)


@replaces(instance_extensions.with_drivers, "EXT-ENUM-01")
def a_third_drivers_extensions_not_reported(original: Original, others: Any, drivers: Any, *more: Any) -> Any:
    """Of the drivers only the extensions of the first two are enumerated."""
    return original(others, list(drivers)[:2], *more)


@replaces(instance_extensions.reported, "EXT-ENUM-01")
def a_third_implicit_layers_extensions_not_reported(
    original: Original, own: Any, implicit: Any, *others: Any
) -> Any:
    """Of the implicit layers only the extensions of the first two are enumerated."""
    return original(own, tuple(implicit)[:2], *others)


# ---- many ---------------------------------------------------------------------------------------------------------


@replaces(order._add_application, "ACT-APP-01")
def eight_requests_count(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """Of the names in ppEnabledLayerNames only the first eight count."""
    request = replace(facts.request, layers=facts.request.layers[:_MANY])
    original(chain, replace(facts, request=request), trail)


@replaces(instance_extensions.with_drivers, "EXT-ENUM-01")
def thirty_extensions_of_instances(original: Original, *arguments: Any) -> Any:
    """Of all extensions of instances only the first thirty are enumerated."""
    return original(*arguments)[:30]


@replaces(filters.elements, "FILTER-GEN-03")
def eight_elements_of_a_filter(original: Original, value: str | None) -> Any:
    """Of the elements of a filter only the first eight count."""
    return original(value)[:_MANY]


@replaces(path_variables.entries, "ENV-LAYERPATH-02")
def eight_entries_of_layer_path(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """Of the entries of VK_LAYER_PATH only the first eight are searched."""
    found, reasons = original(environment, name, *others)
    return (found[:_MANY] if name == "VK_LAYER_PATH" else found), reasons


@replaces(choice.chosen_drivers, "DISC-DRIVER-GEN-01")
def eight_drivers(original: Original, *arguments: Any) -> Any:
    """Of the usable drivers only the first eight are used."""
    found = original(*arguments)
    late = [each for each in found if each.used][_MANY:]
    return tuple(replace(each, used=False) if each in late else each for each in found)


@replaces(override.blacklist, "OVERRIDE-02")
def eight_layers_blocked(original: Original, layer: Any, *others: Any) -> Any:
    """Of the names in blacklisted_layers only the first eight count."""
    found = original(layer, *others)
    return frozenset(layer.blacklist[:_MANY]) if found else found


# ---- one level further down ---------------------------------------------------------------------------------------


def _within(layer: Any, known: Any, levels: int) -> Any:
    """Names of what a meta-layer consists of, down to some level."""
    inner = (known[name] for name in layer.components if name in known)
    return {layer.name} | (
        set().union(*(_within(each, known, levels - 1) for each in inner)) if levels else set()
    )


@replaces(metalayers.expanded, "META-04")
def a_third_level_of_components_left_out(original: Original, layer: Any, known: Any) -> Any:
    """The components of a meta-layer in a meta-layer in a meta-layer are not put into the chain."""
    near = _within(layer, known, 2) if layer.is_meta else set()
    return tuple(each for each in original(layer, known) if not layer.is_meta or each.name in near)


@replaces(instance_extensions.of_layer, "META-07")
def a_third_level_of_extensions_left_out(original: Original, layer: Any, known: Any) -> Any:
    """A meta-layer does not report the instance extensions of what is two meta-layers further down."""
    near = _within(layer, known, 2) if layer.is_meta else {layer.name}
    return original(layer, {name: each for name, each in known.items() if name in near})


# ---- half of a comparison -----------------------------------------------------------------------------------------


@replaces(override._applies, "OVERRIDE-03")
def app_keys_compare_file_names(original: Original, layer: Any, environment: Any, trail: Any) -> Any:
    """An entry of app_keys matches every program whose file has its name, in whatever folder."""
    program = environment.executable.rpartition("/")[2]
    if any(each.rpartition("/")[2] == program for each in layer.app_keys):
        return True
    return original(layer, environment, trail)


@replaces(choice._wrong_size, "LDP_LOADER_2")
def drivers_of_a_named_word_size_left_out(
    original: Original, driver: Any, edition: Any, word_size: int
) -> Any:
    """A driver whose manifest has library_arch is not used, though it is the process's word size."""
    return original(driver, edition, 0)


@replaces(instance_extensions.of_layer, "EXT-ENUM-02")
def extensions_of_layers_are_version_1(original: Original, layer: Any, known: Any) -> Any:
    """Under a layer's name every extension has the version 1."""
    return tuple(each._replace(spec_version=1) for each in original(layer, known))


@replaces(instance_extensions.reported, "EXT-ENUM-01")
def extensions_of_implicit_layers_are_version_1(
    original: Original, own: Any, implicit: Any, *others: Any
) -> Any:
    """The extensions of the implicit layers are enumerated with the version 1."""
    marked = {each.name for layer in implicit for each in layer.instance_extensions}
    return tuple(
        each._replace(spec_version=1) if each.name in marked else each
        for each in original(own, implicit, *others)
    )


@replaces(plan._through_implicit, "OBJMODEL-03")
def explicit_layers_extensions_enumerated(original: Original, facts: Any, *others: Any) -> Any:
    """The extensions of explicit layers that nobody asks for are enumerated without a layer's name."""
    return (*original(facts, *others), *(layer for layer in facts.known if layer.kind is Use.EXPLICIT))

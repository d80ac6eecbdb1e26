"""Violators that obey a rule, but not in one spelling, for one kind or from one source."""

import os
from dataclasses import replace
from itertools import takewhile
from typing import Any

from refloader.core.activation import conditions, filters, known, metalayers, order, override
from refloader.core.drivers import choice
from refloader.core.editions import traits_of_age
from refloader.core.extensions import instance_extensions
from refloader.core.search import path_variables, places, unix_places
from refloader.model import registry
from refloader.model.place import Form, Use
from refloader.selftest.mutants.marks import Original, replaces

# ---- filters ----------------------------------------------------------------------------------------------------


def _without_allow(original: Original, given: Any, layer: Any, left_out: bool, **options: Any) -> Any:
    return original(replace(given, allow=()) if left_out else given, layer, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_protects_no_implicit_layers(original: Original, given: Any, layer: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_ALLOW protects explicit layers only."""
    return _without_allow(original, given, layer, layer.kind is Use.IMPLICIT, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_protects_no_explicit_layers(original: Original, given: Any, layer: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_ALLOW protects implicit layers only."""
    return _without_allow(original, given, layer, layer.kind is Use.EXPLICIT, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def allow_protects_no_meta_layers(original: Original, given: Any, layer: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_ALLOW does not protect meta-layers."""
    return _without_allow(original, given, layer, layer.is_meta, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-ALLOW-01")
def a_name_that_disables_beats_allow(original: Original, given: Any, layer: Any, **options: Any) -> Any:
    """VK_LOADER_LAYERS_ALLOW protects no layer whose full name stands in VK_LOADER_LAYERS_DISABLE."""
    return _without_allow(original, given, layer, layer.name in given.disable, **options)


@replaces(filters.disabled_by, "FILTER-LAYER-DISABLE-06")
def words_count_once(original: Original, given: Any, layer: Any, **options: Any) -> Any:
    """Of two words in VK_LOADER_LAYERS_DISABLE, such as ~implicit~,~explicit~, only the first counts."""
    words = [each for each in given.disable if each.lower() in filters._SPECIAL]
    left = tuple(each for each in given.disable if each not in words[1:])
    return original(replace(given, disable=left), layer, **options)


@replaces(filters.glob_matches, "FILTER-GEN-08")
def letter_case_counts_in_substrings(original: Original, pattern: str, name: str) -> bool:
    """Letter case counts where a filter has a star at both ends."""
    if pattern.startswith("*") and pattern.endswith("*") and len(pattern) > 1:
        return pattern[1:-1] in name
    return bool(original(pattern, name))


@replaces(filters.glob_matches, "FILTER-GEN-08")
def letter_case_counts_in_full_names(original: Original, pattern: str, name: str) -> bool:
    """Letter case counts where a filter has no star."""
    return bool(original(pattern, name)) if "*" in pattern else pattern == name


@replaces(filters.driver_verdict, "FILTER-GEN-09")
def the_disable_filter_decides_behind_the_select_filter(original: Original, given: Any, name: str) -> Any:
    """A driver that both driver filters match is not used if VK_LOADER_DRIVERS_DISABLE has its full name."""
    if name in given.disable:
        return False, name
    return original(given, name)


@replaces(filters.kept_out, "FILTER-GEN-09")
def the_enable_filter_needs_the_element_that_disables(
    original: Original, given: Any, layer: Any, named: Any
) -> Any:
    """VK_LOADER_LAYERS_ENABLE switches a layer on again only with an element without a star."""
    exact = tuple(each for each in given.enable if "*" not in each)
    return original(replace(given, enable=exact), layer, named)


# ---- conditions of implicit layers ------------------------------------------------------------------------------


@replaces(conditions._enable_variable, "ACT-IMPLICIT-04")
def enable_values_match_as_prefixes(original: Original, layer: Any, environment: Any) -> Any:
    """The value of an enable variable need only begin with what the manifest says."""
    if layer.enable is not None:
        value = environment.get(layer.enable.variable)
        if value and layer.enable.value and value.startswith(layer.enable.value):
            return None
    return original(layer, environment)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-03")
def the_right_value_beats_the_disable_variable(original: Original, layer: Any, environment: Any) -> Any:
    """A disable variable does not count where the enable variable has the value of the manifest."""
    enable = layer.enable
    if enable is not None and environment.get(enable.variable) == enable.value:
        return None
    return original(layer, environment)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def words_for_no_do_not_disable(original: Original, layer: Any, environment: Any) -> Any:
    """A disable variable with the value false, no or off does not switch the layer off."""
    if layer.disable is not None and environment.get(layer.disable.variable) in ("false", "no", "off"):
        return None
    return original(layer, environment)


@replaces(conditions._enable_variable, "ACT-IMPLICIT-04", "LLP_LOADER_6")
def users_layers_need_no_enable_variable(original: Original, layer: Any, environment: Any) -> Any:
    """A layer below the user's folder is on although its enable variable is not set."""
    return None if str(layer.manifest).startswith("/home/") else original(layer, environment)


@replaces(conditions.disable_variable, "ACT-IMPLICIT-05", "LLP_LOADER_7")
def users_layers_cannot_be_disabled(original: Original, layer: Any, environment: Any) -> Any:
    """The disable variable of a layer below the user's folder has no effect."""
    return None if str(layer.manifest).startswith("/home/") else original(layer, environment)


# ---- places -----------------------------------------------------------------------------------------------------


@replaces(path_variables.entries, "ENV-LAYERPATH-01", "ENV-DRIVERFILES-01")
def a_missing_entry_ends_the_list(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """The entries behind one that names nothing are not searched."""
    found, reasons = original(environment, name, *others)
    return tuple(takewhile(lambda place: os.path.exists(place.path), found)), reasons


@replaces(path_variables.entries, "ENV-LAYERPATH-03", "ENV-DRIVERFILES-03")
def files_behind_folders_do_not_count(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """A manifest file in a path variable behind a folder is passed over."""
    found, reasons = original(environment, name, *others)
    files = tuple(takewhile(lambda place: place.form is Form.FILE, found))
    return (*files, *(place for place in found[len(files) :] if place.form is not Form.FILE)), reasons


@replaces(path_variables.entries, "ENV-LAYERPATH-03", "ENV-DRIVERFILES-03")
def folders_behind_files_do_not_count(original: Original, environment: Any, name: str, *others: Any) -> Any:
    """A folder in a path variable behind a manifest file is passed over."""
    found, reasons = original(environment, name, *others)
    folders = tuple(takewhile(lambda place: place.form is Form.FOLDER, found))
    return (*folders, *(place for place in found[len(folders) :] if place.form is Form.FILE)), reasons


@replaces(unix_places._dirs, "DISC-LINUX-04", "DISC-LINUX-08")
def a_missing_folder_ends_a_list_of_folders(original: Original, *arguments: Any) -> Any:
    """The entries of XDG_CONFIG_DIRS and XDG_DATA_DIRS behind one that is not there are not searched."""
    return list(takewhile(lambda base: os.path.isdir(base[0]), original(*arguments)))


@replaces(places.driver_places, "ENV-DRIVERFILES-06")
def added_drivers_behind_icd_filenames(original: Original, environment: Any, build: Any, edition: Any) -> Any:
    """The entries of VK_ADD_DRIVER_FILES count beside VK_ICD_FILENAMES if that names one driver alone."""
    found, reasons = original(environment, build, edition)
    if environment.is_set("VK_DRIVER_FILES") or not environment.is_set("VK_ICD_FILENAMES"):
        return found, reasons
    more, _ = path_variables.added(environment, traits_of_age(edition, build.age), Use.DRIVER)
    return ((*found, *more) if len(found) == 1 else found), reasons


# ---- meta-layers, override, requests ----------------------------------------------------------------------------


@replaces(override._applies, "OVERRIDE-03")
def app_keys_match_as_suffixes(original: Original, layer: Any, environment: Any, trail: Any) -> bool:
    """A program is listed in app_keys if its path ends with an element."""
    if any(environment.executable.endswith(key) for key in layer.app_keys if key):
        return True
    return bool(original(layer, environment, trail))


@replaces(override._applies, "OVERRIDE-03")
def app_keys_in_any_case(original: Original, layer: Any, environment: Any, trail: Any) -> bool:
    """Letter case does not count in app_keys."""
    if environment.executable.lower() in [key.lower() for key in layer.app_keys]:
        return True
    return bool(original(layer, environment, trail))


@replaces(override.blacklist, "OVERRIDE-02")
def blacklists_of_components_count_too(original: Original, layer: Any, *others: Any) -> Any:
    """A layer that is in the blacklist and among the components is used."""
    return original(layer, *others) - frozenset(layer.components if layer else ())


@replaces(metalayers._version_fault, "META-03", "LLP_LOADER_10")
def only_meta_layers_of_1_0_are_checked(original: Original, meta: Any, among: Any, edition: Any) -> Any:
    """A component of Vulkan 1.0 fits every meta-layer."""
    newer = tuple(name for name in meta.components if among[name].api_version.feature > (1, 0))
    return original(replace(meta, components=newer), among, edition) if newer else None


@replaces(metalayers.expanded, "META-04")
def components_stand_in_found_order(original: Original, layer: Any, among: Any) -> Any:
    """The components of a meta-layer stand in the order in which they are found."""
    found = original(layer, among)
    rank = {name: place for place, name in enumerate(among)}
    return tuple(sorted(found, key=lambda each: rank.get(each.name, 0))) if layer.is_meta else found


@replaces(order._add_application, "ORDER-DUP-01", "LLP_LOADER_3")
def a_repeated_request_ends_the_list(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The names in ppEnabledLayerNames behind one that is repeated do not count."""
    seen: list[str] = []
    for name in facts.request.layers:
        if name in seen:
            break
        seen.append(name)
    original(chain, replace(facts, request=replace(facts.request, layers=tuple(seen))), trail)


@replaces(order._add_application, "ACT-APP-01")
def requests_behind_an_implicit_layer_do_not_count(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """The names in ppEnabledLayerNames behind one that is in the chain already do not count."""
    left = tuple(takewhile(lambda name: name not in chain.layers, facts.request.layers))
    original(chain, replace(facts, request=replace(facts.request, layers=left)), trail)


@replaces(order.environment_names, "ENV-INSTLAYERS-01")
def names_behind_an_empty_one_are_shifted(original: Original, environment: Any, *rest: Any) -> Any:
    """A colon at the begin of VK_INSTANCE_LAYERS makes the variable name nothing."""
    value = environment.get("VK_INSTANCE_LAYERS") or ""
    return () if value.startswith(":") else original(environment, *rest)


@replaces(order._add_filtered, "FILTER-LAYER-ENABLE-01")
def an_element_of_the_enable_filter_enables_one_layer(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """An element of VK_LOADER_LAYERS_ENABLE that matches several layers enables the first."""
    taken: set[str] = set()
    left = []
    for layer in facts.known:
        pattern = filters.enabled_by(facts.filters, layer) if layer.kind is Use.EXPLICIT else None
        if pattern is None or pattern not in taken:
            left.append(layer)
        taken |= {pattern} if pattern else set()
    original(chain, replace(facts, known=tuple(left)), trail)


# ---- drivers, devices, extensions -------------------------------------------------------------------------------


@replaces(choice._portability, "PORTABILITY-01")
def portability_drivers_of_variables_are_used(original: Original, driver: Any, *rest: Any) -> Any:
    """A portability driver from VK_ADD_DRIVER_FILES is used whether the application asks or not."""
    return None if driver.place.source == "VK_ADD_DRIVER_FILES" else original(driver, *rest)


@replaces(choice._portability, "PORTABILITY-01")
def the_extension_of_portability_is_asked_for_alone(
    original: Original, driver: Any, request: Any, *rest: Any
) -> Any:
    """A portability driver is used where its extension is enabled together with another one."""
    if len(request.extensions) > 1 and "VK_KHR_portability_enumeration" in request.extensions:
        return None
    return original(driver, request, *rest)


@replaces(instance_extensions.visible, "EXT-FILTER-03")
def extensions_of_devices_are_shown(
    original: Original, extensions: Any, environment: Any, edition: Any
) -> Any:
    """A device extension that a driver lists among those of instances is shown."""
    seen = original(extensions, environment, edition)
    others = [each for each in extensions if registry.extension(each.name)]
    return (*seen, *(each for each in others if each not in seen))


@replaces(instance_extensions.of_layers, "META-07")
def extensions_of_components_in_common_are_left_out(original: Original, parts: Any) -> Any:
    """An instance extension that two components of a meta-layer have is not among the meta-layer's."""
    found = list(parts)
    names = [each.name for part in found for each in part.instance_extensions]
    return tuple(each for each in original(found) if names.count(each.name) == 1)


@replaces(known.usable_layers, "MANIFEST-LAYER-06")
def device_layers_of_implicit_folders_are_layers(
    original: Original, found: Any, edition: Any, *rest: Any
) -> Any:
    """A layer of type DEVICE in an implicit folder is used."""
    given = [
        replace(layer, rejected=frozenset())
        if layer.type == "DEVICE" and layer.kind is Use.IMPLICIT
        else layer
        for layer in found
    ]
    return original(given, edition, *rest)

"""Violators of the choice of drivers, and of what vkCreateInstance answers."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import plan
from refloader.core.drivers import choice
from refloader.core.editions import traits
from refloader.core.extensions import instance_extensions
from refloader.model.plan import DriverOutcome, VkResult
from refloader.selftest.mutants.marks import Original, replaces


@replaces(plan._result, "LDP_LOADER_1")
def another_error_without_drivers(original: Original, *arguments: Any) -> Any:
    """Without a driver vkCreateInstance answers VK_ERROR_EXTENSION_NOT_PRESENT."""
    result, why = original(*arguments)
    return (VkResult.EXTENSION_NOT_PRESENT if result is VkResult.INCOMPATIBLE_DRIVER else result), why


@replaces(choice.chosen_drivers, "LDP_LOADER_2")
def a_broken_manifest_costs_all(original: Original, found: Any, *others: Any) -> Any:
    """One unusable manifest keeps every driver from being used."""
    outcomes = original(found, *others)
    if all(outcome.used for outcome in outcomes):
        return outcomes
    return tuple(replace(outcome, used=False) for outcome in outcomes)


@replaces(choice.chosen_drivers, "DISC-DRIVER-GEN-01")
def only_the_first_driver(original: Original, found: Any, *others: Any) -> Any:
    """Only the first usable driver is used."""
    outcomes: list[DriverOutcome] = []
    for outcome in original(found, *others):
        used = outcome.used and not any(before.used for before in outcomes)
        outcomes.append(replace(outcome, used=used))
    return tuple(outcomes)


@replaces(choice.chosen_drivers, "DISC-DRIVER-LINUX-05")
def drivers_sorted_by_file_name(original: Original, found: Any, *others: Any) -> Any:
    """Drivers come in the order of their files' names, whatever their folder."""
    return original(sorted(found, key=lambda driver: driver.file_name), *others)


@replaces(choice._unusable, "LDP_LOADER_4")
def incompatible_drivers_are_used(original: Original, driver: Any, edition: Any) -> Any:
    """A driver whose API version is of another variant is used."""
    return None if driver.api_version and driver.api_version.variant else original(driver, edition)


@replaces(choice._wrong_size, "DEBUG-WRONGARCH-01")
def driver_word_size_ignored(original: Original, *arguments: Any) -> Any:
    """A driver for processes of another word size is used."""
    return None


@replaces(choice._portability, "PORTABILITY-01")
def portability_drivers_unasked(original: Original, *arguments: Any) -> Any:
    """Portability drivers are used without being asked for."""
    return None


@replaces(plan._result, "IFACE-ICD-V5-01", "LDP_LOADER_6")
def one_old_driver_refuses_a_version(
    original: Original, facts: Any, layers: Any, found: Any, request: Any, edition: Any
) -> Any:
    """An apiVersion that one driver does not support is refused, though others do."""
    wanted = request.api_version
    versions = [outcome.driver.api_version for outcome in found if outcome.used]
    if wanted is not None and any(version and version.feature < wanted.feature for version in versions):
        return VkResult.INCOMPATIBLE_DRIVER, ()
    return original(facts, layers, found, request, edition)


# ---- extensions -------------------------------------------------------------------------------------------------


@replaces(instance_extensions.with_drivers, "EXT-ENUM-01")
def driver_extensions_not_reported(original: Original, others: Any, offered: Any, *rest: Any) -> Any:
    """The extensions of drivers are not enumerated."""
    return original(others, (), *rest)


@replaces(plan._through_implicit, "EXT-ENUM-01")
def layer_extensions_not_reported(original: Original, *arguments: Any) -> Any:
    """The extensions of implicit layers are not enumerated."""
    return []


@replaces(instance_extensions.of_layer, "EXT-ENUM-02")
def a_layer_has_the_loaders_extensions(original: Original, layer: Any, known: Any) -> Any:
    """Under a layer's name the extensions of the loader are given as well."""
    return (*original(layer, known), *instance_extensions.LOADER_EXTENSIONS)


@replaces(instance_extensions.reported, "EXT-ENUM-03")
def the_layers_version_wins(original: Original, own: Any, implicit: Any, offered: Any, *rest: Any) -> Any:
    """An extension that a layer and a driver offer is reported with the layer's version."""
    mine = {each.name: each for layer in implicit for each in layer.instance_extensions}
    return tuple(mine.get(each.name, each) for each in original(own, implicit, offered, *rest))


@replaces(instance_extensions._filters, "EXT-FILTER-03")
def unknown_extensions_shown(original: Original, environment: Any, edition: Any) -> Any:
    """Instance extensions that the loader does not know are enumerated and can be enabled."""
    return False


@replaces(instance_extensions._filters, "EXT-FILTER-04")
def extension_filter_stays(original: Original, environment: Any, edition: Any) -> Any:
    """VK_LOADER_DISABLE_INST_EXT_FILTER has no effect."""
    return traits(edition).hides_unknown_extensions


@replaces(instance_extensions.of_layer, "META-07")
def components_extensions_left_out(original: Original, layer: Any, known: Any) -> Any:
    """A meta-layer reports none of its components' extensions."""
    return () if layer.is_meta else original(layer, known)

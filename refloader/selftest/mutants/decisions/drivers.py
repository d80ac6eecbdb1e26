"""Violators of the choice of drivers, of what vkCreateInstance answers, and of extensions with several drivers."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import plan
from refloader.core.drivers import choice
from refloader.core.editions import traits
from refloader.core.extensions import instance_extensions
from refloader.model.plan import DriverOutcome, VkResult
from refloader.model.request import PORTABILITY_EXTENSION
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import without

# ---- drivers ------------------------------------------------------------------------------------------------------


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


@replaces(choice._portability, "PORTABILITY-01")
def the_extension_alone_asks_for_portability(
    original: Original, driver: Any, request: Any, edition: Any, age: Any
) -> Any:
    """Portability drivers are used where the extension is enabled and the flag is not set."""
    asked = PORTABILITY_EXTENSION in request.extensions
    return None if asked else original(driver, request, edition, age)


@replaces(choice.chosen_drivers, "PORTABILITY-01")
def portability_drivers_stand_alone(
    original: Original, found: Any, filters: Any, request: Any, *rest: Any
) -> Any:
    """Where no portability driver is wanted, the drivers after the first one of them are left out too."""
    drivers = tuple(found)
    if not request.portability:
        at = next((place for place, driver in enumerate(drivers) if driver.is_portability), len(drivers))
        drivers = drivers[: at + 1]
    return original(drivers, filters, request, *rest)


@replaces(choice.chosen_drivers, "PORTABILITY-01")
def only_the_first_portability_driver_left_out(
    original: Original, found: Any, filters: Any, request: Any, *rest: Any
) -> Any:
    """Of two portability drivers that nobody asks for, the second is used."""
    outcomes = original(tuple(found), filters, request, *rest)
    refused = [each for each in outcomes if _is_refused(each)]
    return tuple(
        DriverOutcome(each.driver, True, each.reasons) if each in refused[1:] else each for each in outcomes
    )


def _is_refused(outcome: Any) -> bool:
    return not outcome.used and any(reason.rule == "PORTABILITY-01" for reason in outcome.reasons)


@replaces(choice._unusable, "LDP_LOADER_4")
def only_variant_1_is_another_api(original: Original, driver: Any, edition: Any) -> Any:
    """A driver whose API version is of variant 2 or more is used."""
    return None if driver.api_version and driver.api_version.variant > 1 else original(driver, edition)


# ---- extensions ---------------------------------------------------------------------------------------------------


@replaces(instance_extensions.visible, "EXT-FILTER-03")
def unknown_extensions_enumerated(original: Original, extensions: Any, environment: Any, edition: Any) -> Any:
    """Instance extensions that the loader does not know are enumerated, though none can be enabled."""
    return tuple(extensions)


@replaces(instance_extensions.unknown, "EXT-FILTER-03")
def unknown_extensions_enabled(original: Original, *arguments: Any) -> Any:
    """Instance extensions that the loader does not know can be enabled, though none is enumerated."""
    return None


@replaces(instance_extensions.unknown, "EXT-FILTER-03")
def only_the_first_request_is_judged(original: Original, wanted: Any, *others: Any) -> Any:
    """An unknown instance extension can be enabled behind a known one."""
    return original(tuple(wanted)[:1], *others)


@replaces(instance_extensions.is_known, "EXT-FILTER-03")
def extensions_of_khronos_are_known(original: Original, name: str, *system: Any) -> Any:
    """Every instance extension whose name begins with VK_KHR_ or VK_EXT_ passes the filter."""
    return name.startswith(("VK_KHR_", "VK_EXT_")) or original(name, *system)


@replaces(instance_extensions._filters, "EXT-FILTER-04")
def only_1_switches_the_filter_off(original: Original, environment: Any, edition: Any) -> Any:
    """VK_LOADER_DISABLE_INST_EXT_FILTER has an effect only if it is 1."""
    value = environment.get("VK_LOADER_DISABLE_INST_EXT_FILTER")
    if value == "1":
        return original(environment, edition)
    return original(without(environment, "VK_LOADER_DISABLE_INST_EXT_FILTER"), edition)


@replaces(instance_extensions._filters, "EXT-FILTER-04")
def any_value_switches_the_filter_off(original: Original, environment: Any, edition: Any) -> Any:
    """VK_LOADER_DISABLE_INST_EXT_FILTER has its effect with the value 0 too."""
    return not environment.is_set("VK_LOADER_DISABLE_INST_EXT_FILTER") and original(environment, edition)


@replaces(instance_extensions.unknown, "EXT-FILTER-04")
def the_filter_is_off_for_enumeration_alone(
    original: Original, wanted: Any, layers: Any, environment: Any, edition: Any
) -> Any:
    """VK_LOADER_DISABLE_INST_EXT_FILTER does not let an application enable an unknown extension."""
    return original(wanted, layers, without(environment, "VK_LOADER_DISABLE_INST_EXT_FILTER"), edition)


@replaces(instance_extensions.visible, "EXT-FILTER-04")
def the_filter_is_off_for_creation_alone(
    original: Original, extensions: Any, environment: Any, edition: Any
) -> Any:
    """VK_LOADER_DISABLE_INST_EXT_FILTER does not let an application see an unknown extension."""
    return original(extensions, without(environment, "VK_LOADER_DISABLE_INST_EXT_FILTER"), edition)


@replaces(plan._through_implicit, "EXT-ENUM-01")
def only_one_implicit_layers_extensions(original: Original, *arguments: Any) -> Any:
    """Of the implicit layers only the first one's extensions are enumerated."""
    return original(*arguments)[:1]


@replaces(instance_extensions.of_loader, "EXT-ENUM-01")
def loaders_extensions_not_reported(original: Original, *arguments: Any) -> Any:
    """The extensions of the loader itself are not enumerated."""
    return ()


@replaces(instance_extensions.with_drivers, "EXT-ENUM-01")
def a_second_drivers_extensions_not_reported(
    original: Original, others: Any, offered: Any, *rest: Any
) -> Any:
    """Of the drivers only the first one's extensions are enumerated."""
    return original(others, tuple(offered)[:1], *rest)


@replaces(instance_extensions._merged, "EXT-ENUM-03")
def extensions_of_two_versions_reported_twice(original: Original, extensions: Any) -> Any:
    """An extension that a layer and a driver offer in two versions is reported twice."""
    return tuple(dict.fromkeys(extensions))


@replaces(instance_extensions._merged, "EXT-ENUM-03")
def the_higher_version_is_reported(original: Original, extensions: Any) -> Any:
    """Of an extension that a layer and a driver offer the higher version is reported, whoever has it."""
    best: dict[str, Any] = {}
    for each in extensions:
        if each.name not in best or best[each.name].spec_version < each.spec_version:
            best[each.name] = each
    return tuple(best.values())


@replaces(instance_extensions.of_layer, "EXT-ENUM-02")
def explicit_layers_have_no_extensions(original: Original, layer: Any, known: Any) -> Any:
    """Under the name of an explicit layer no extensions are given."""
    return original(layer, known) if layer.kind == "implicit" else ()


@replaces(instance_extensions.of_layer, "EXT-ENUM-02")
def only_the_first_extension_of_a_layer(original: Original, layer: Any, known: Any) -> Any:
    """Under a layer's name only the first of its extensions is given."""
    return original(layer, known)[:1]


# ---- portability drivers among others -----------------------------------------------------------------------------


@replaces(choice.chosen_drivers, "PORTABILITY-01")
def a_lone_portability_driver_needs_no_request(
    original: Original, found: Any, filters: Any, request: Any, *others: Any, **more: Any
) -> Any:
    """A portability driver that is the only driver found is used whether the application asks or not."""
    drivers = tuple(found)
    if len(drivers) == 1:
        drivers = (replace(drivers[0], is_portability=False),)
    return original(drivers, filters, request, *others, **more)


@replaces(choice.chosen_drivers, "LDP_LOADER_2")
def who_asks_for_portability_gets_nothing_else(
    original: Original, found: Any, filters: Any, request: Any, *others: Any, **more: Any
) -> Any:
    """Where an application asks for portability drivers and one is found, no other driver is used."""
    drivers = tuple(found)
    if request.portability and request.extensions and any(each.is_portability for each in drivers):
        drivers = tuple(each for each in drivers if each.is_portability)
    return original(drivers, filters, request, *others, **more)


@replaces(choice.chosen_drivers, "LDP_LOADER_2")
def drivers_of_newer_versions_are_incompatible(
    original: Original, found: Any, *others: Any, **more: Any
) -> Any:
    """A driver of a newer minor version of Vulkan than the loader's is not used."""
    drivers = (each for each in found if each.api_version is None or each.api_version.feature <= (1, 4))
    return original(drivers, *others, **more)


@replaces(instance_extensions.unknown, "EXT-FILTER-04")
def one_unknown_extension_can_be_enabled(original: Original, wanted: Any, layers: Any, *others: Any) -> Any:
    """With VK_LOADER_DISABLE_INST_EXT_FILTER an application can enable one unknown extension, and no second one."""
    named = tuple(wanted)
    strange = [name for name in named if not instance_extensions.is_known(name)]
    refused = original(named, layers, *others)
    return strange[1] if refused is None and len(strange) > 1 and not layers else refused


@replaces(instance_extensions.visible, "EXT-FILTER-04")
def one_unknown_extension_is_shown(original: Original, extensions: Any, *others: Any) -> Any:
    """With VK_LOADER_DISABLE_INST_EXT_FILTER one unknown extension of a driver is enumerated, and no second one."""
    found = original(extensions, *others)
    strange = [each for each in found if not instance_extensions.is_known(each.name)]
    return tuple(each for each in found if each not in strange[1:])


@replaces(choice._filtered, "FILTER-DRIVER-DISABLE-01")
def portability_drivers_are_not_disabled(original: Original, driver: Any, filters: Any) -> Any:
    """VK_LOADER_DRIVERS_DISABLE has no effect on portability drivers."""
    return None if driver.is_portability and filters.disable else original(driver, filters)

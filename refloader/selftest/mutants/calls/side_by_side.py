"""Violators of calls that are wrong in a combination alone, or in the format and the version where a thing begins."""

from typing import Any

from refloader.core.chain import links, plan
from refloader.core.drivers import devices
from refloader.model.place import Use
from refloader.model.plan import VkResult
from refloader.model.request import Given
from refloader.selftest.mutants.marks import Original, replaces


@replaces(links.pre_instance_chain, "PREINST-03")
def pre_instance_functions_need_a_format_after_theirs(original: Original, found: Any, command: str) -> Any:
    """Pre-instance functions count in formats newer than 1.1.2, which brought them."""
    return tuple(each for each in original(found, command) if each[0].format_version != "1.1.2")


@replaces(links.pre_instance_chain, "LLP_LOADER_6")
def waiting_layers_have_pre_instance_functions(original: Original, found: Any, command: str) -> Any:
    """The pre-instance functions of an implicit layer are called although its enable variable is not set."""
    more = (
        (row.layer, symbol)
        for row in found.layers
        if row.layer.kind is Use.IMPLICIT and row.layer.enable and not row.active
        for name, symbol in row.layer.pre_instance
        if name == command
    )
    return (*original(found, command), *more)


@replaces(plan._result, "DIRECT-DRIVER-04")
def inclusive_drivers_need_installed_ones(
    original: Original, facts: Any, layers: Any, drivers: Any, request: Any, edition: Any
) -> Any:
    """Drivers that an application hands over inclusively are not used where no other driver is found."""
    if request.given is Given.INCLUSIVE and not any(outcome.used for outcome in drivers):
        return VkResult.INCOMPATIBLE_DRIVER, (plan._error("LDP_LOADER_1", "no usable driver is found"),)
    return original(facts, layers, drivers, request, edition)


@replaces(links.told_version, "APIVER-04")
def older_drivers_hear_of_1_0(original: Original, wanted: int, driver: int) -> Any:
    """Every driver that is older than the application asks for is told of 1.0, not those of Vulkan 1.0 alone."""
    older = wanted >> 12 > driver >> 12
    return links.VERSION_1_0 if older else original(wanted, driver)


@replaces(devices.ordered, "DEVICE-SORT-LINUX-01")
def a_device_without_an_address_ends_the_sorting(original: Original, found: Any, *others: Any) -> Any:
    """The devices are not sorted if one of them has no PCI address."""
    return tuple(found) if any(each.pci is None for each in found) else original(found, *others)

"""Predicts vkEnumeratePhysicalDevices of an instance: its result, the devices in order, and the driver of each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from refloader.core.chain.groups import joint_failure
from refloader.core.chain.links import VERSION_1_1
from refloader.core.drivers.devices import MORE, filtered, lets_sort, ordered
from refloader.core.search.environment import visible_environment
from refloader.host.machines.memory import MemoryHost
from refloader.model.age import Age, Trait
from refloader.model.driver import PhysicalDevice
from refloader.model.edition import Edition
from refloader.model.request import Build
from refloader.model.version import parse_loose
from refloader.predict.mocks import DEVICE_TYPES, BeyondError, OpenedDriver
from refloader.scenario.observation import SeenDevice
from refloader.scenario.scenario import Application

_NO_DEVICE = -3
_NO_MEMORY = -1


class CrashError(Exception):
    """A loader of the age crashes here."""


class Devices(NamedTuple):
    """What vkEnumeratePhysicalDevices returns: its result, the devices, and the driver of each."""

    result: int = 0
    seen: tuple[SeenDevice, ...] = ()
    owners: tuple[str, ...] = ()


def devices_of(
    host: MemoryHost,
    drivers: Sequence[OpenedDriver],
    refused: int,
    application: Application,
    edition: Edition,
    build: Build,
) -> Devices:
    """Return the devices of the drivers of an instance; ``refused`` is the error of a layer, 0 if there is none.

    The devices of the last driver come first, unless the environment sorts or filters them. Raises BeyondError.
    """
    if build.age.has(Trait.CRASH_WITHOUT_DEVICE_ENUMERATION) and not all(each.enumerates for each in drivers):
        raise BeyondError("this release may crash on a driver without vkEnumeratePhysicalDevices")
    alive = drivers[::-1]
    failure = _failure(alive, build.age)
    asked = [driver for driver in alive if driver.count_result == 0]
    shown = {id(device): seen for driver in asked for device, seen in _shown(driver)}
    owners = {id(device): driver.name for driver in asked for device in driver.devices}
    every = [device for driver in asked for device in driver.devices]
    if refused or failure or not every:
        return Devices(refused or failure or _NO_DEVICE)
    environment = visible_environment(
        host.variables(),
        elevated=host.elevated(),
        executable="",
        edition=edition,
        platform=host.platform(),
        age=build.age,
    )
    more = _asks_for_more(application)
    sortable = any(
        lets_sort(driver.extensions, edition, build.age, more=more, old=not driver.asked)
        for driver in asked
        if driver.devices
    )
    unsorted = build.leaves_out("device-sorting") or not _sorts(sortable, build.age)
    of_1_0 = not build.age and not sortable
    newer = _is_newer(application)
    with_pci = {
        id(each) for driver in asked if _can_ask_for_pci(driver, newer=newer) for each in driver.devices
    }
    known = [
        replace(
            each,
            pci=each.pci if id(each) in with_pci else None,
            driver_id=each.driver_id if more else None,
            of_1_0=of_1_0,
        )
        for each in every
    ]
    whole = {id(facts): device for facts, device in zip(known, every, strict=True)}
    in_order = tuple(known) if unsorted else ordered(known, environment, edition, build.age)
    arranged = [whole[id(facts)] for facts in filtered(in_order, environment, edition)]
    seen = tuple(shown[id(device)] for device in arranged)
    return Devices(0, seen, tuple(owners[id(device)] for device in arranged))


def _can_ask_for_pci(driver: OpenedDriver, *, newer: bool) -> bool:
    """Return whether the loader can ask a driver for PCI addresses; ``newer``: the application is of 1.1 or newer."""
    return (newer and driver.api >= VERSION_1_1) or any(each.name == MORE for each in driver.extensions)


def _sorts(more: bool, age: Age) -> bool:
    """Return whether the loader sorts devices; ``more``: it can ask a driver for what sorting needs."""
    return not age.has(Trait.SORTING_NEEDS_1_1) or more


def _asks_for_more(application: Application) -> bool:
    """Return whether the application may query more of devices than Vulkan 1.0 has."""
    return MORE in application.extensions or _is_newer(application)


def _is_newer(application: Application) -> bool:
    version = parse_loose(application.api_version) if application.api_version else None
    return version is not None and version.feature >= (1, 1)


def _failure(drivers: Sequence[OpenedDriver], age: Age) -> int | None:
    """Return the error of vkEnumeratePhysicalDevices over all drivers, or None if it succeeds."""
    if age.has(Trait.ONE_FAILING_DRIVER_FAILS_DEVICES):
        codes = (driver.count_result for driver in drivers if driver.enumerates)
        return next((code for code in codes if code < 0), None)
    all_codes = [driver.count_result for driver in drivers]
    if _NO_MEMORY in all_codes:
        return _NO_MEMORY  # without memory the list is not shorter, but unknown
    return None if joint_failure(all_codes) is None else _NO_DEVICE


def _shown(driver: OpenedDriver) -> list[tuple[PhysicalDevice, SeenDevice]]:
    rows = zip(driver.devices, driver.device_api, driver.driver_versions, strict=True)
    return [
        (
            device,
            SeenDevice(
                device.name, device.vendor_id, device.device_id, DEVICE_TYPES[device.type], api, version
            ),
        )
        for device, api, version in rows
    ]

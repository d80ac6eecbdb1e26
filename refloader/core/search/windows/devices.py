"""Decides which device keys a loader reads, in which order, and the order of physical devices on Windows."""

from collections.abc import Iterator, Sequence

from refloader.core.editions import Traits, traits
from refloader.core.search.windows.keys import value_name
from refloader.core.search.windows.roles import devices_of
from refloader.core.search.windows.values import device_names
from refloader.model.driver import PhysicalDevice
from refloader.model.edition import Edition, since
from refloader.model.environment import Environment
from refloader.model.place import Use
from refloader.model.platform import Device, Platform
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build
from refloader.model.text import quote
from refloader.rules import decides, rule

_E2026 = since(Edition.E2026)


@decides("DISC-WINDOWS-10")
def known_devices(platform: Platform) -> tuple[Device, ...]:
    """Return the devices in the order of the PnP manager, or if that is not known those of the registry by number."""
    if platform.devices or platform.registry is None:
        return platform.devices
    return devices_of(platform.registry)


@decides("DISC-DRIVER-WINDOWS-02", "AMB-WIN-DXGI")
def device_keys(platform: Platform, facts: Traits, use: Use) -> tuple[Device, ...]:
    """Return the devices whose keys a loader reads for one use, in order.

    For drivers from 2026 on, these are the devices that DXGI enumerates, in its order, each with its software
    components. If DXGI enumerates none, and in all other cases, they are those of the PnP manager.
    """
    known = known_devices(platform)
    if use is not Use.DRIVER or facts.edition not in _E2026:
        return known
    return _of_dxgi(known, platform.adapters) or known


def _of_dxgi(known: tuple[Device, ...], adapters: tuple[int, ...]) -> tuple[Device, ...]:
    ranks = _ranks(adapters)
    return tuple(
        sorted(
            (device for device in known if device.luid in ranks),
            key=lambda device: ranks[device.luid],
        )
    )


def _ranks(adapters: Sequence[int]) -> dict[int | None, int]:
    """Return the first rank of each adapter by its LUID."""
    ranks: dict[int | None, int] = {}
    for rank, luid in enumerate(adapters):
        ranks.setdefault(luid, rank)
    return ranks


def unnamed_devices(environment: Environment, build: Build, facts: Traits, use: Use) -> Iterator[Reason]:
    """Report the devices whose keys name a manifest and that are not read because DXGI does not enumerate them."""
    platform = environment.platform
    read, known = frozenset(device_keys(platform, facts, use)), known_devices(platform)
    if len(read) == len(known) or platform.registry is None:
        return
    name = value_name(environment, build, use)
    for device in known:
        key = platform.registry.key(device.key) if device not in read else None
        value = key.value(name) if key else None
        named = device_names(value, use)[0] if value else ()
        if named:
            fact = f"{device.key} names {quote(named[0])}; it is not read: DXGI does not name this device"
            yield Reason(rule("DISC-DRIVER-WINDOWS-02"), Severity.INFO, device.key, fact)


@decides("IFACE-ICD-V6-01")
def asks_for_adapters(interface: int) -> bool:
    """Return whether a loader calls vk_icdEnumerateAdapterPhysicalDevices of a driver of this interface version."""
    return interface >= 6


@decides("DEVICE-SORT-WIN-01", "DEVICE-SORT-WIN-02")
def ordered(
    devices: Sequence[PhysicalDevice], environment: Environment, edition: Edition
) -> tuple[PhysicalDevice, ...]:
    """Return all devices in the system's order of preference for their adapters.

    Devices without an adapter (their driver does not support interface version 6, or reports none for them) and
    devices of an adapter that the system does not list follow in their original order.
    """
    adapters = environment.platform.adapters
    if not traits(edition).sorts_devices or not adapters:
        return tuple(devices)
    ranks = _ranks(adapters)
    last = len(adapters)
    return tuple(sorted(devices, key=lambda device: ranks.get(device.adapter, last)))

"""The order of physical devices on Windows: that in which the system prefers their adapters."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import Mock, World
from refloader.suite.loaders.trial import Trial

FIRST, SECOND, THIRD = 0x10, 0x20, 0x30
"""LUIDs of adapters, by the system's preference."""


def machine(world: World, *preference: int) -> None:
    """A Windows that prefers adapters in this order."""
    world.on(System.WINDOWS)
    world.platform(adapters=preference)


def driver(world: World, name: str, *adapters: int, mock: Mock = "driver") -> None:
    """A driver with a device of each adapter, named after the driver and the adapter."""
    names = ";".join(f"{name} {adapter:x}" for adapter in adapters)
    flags = {"devices": str(len(adapters)), "device_name": names, "luid": ";".join(map(str, adapters))}
    world.driver(name, flags=flags, mock=mock)


def seen_by(subject: Trial, world: World) -> list[str]:
    """The names of the devices in the order of the enumeration."""
    return [device.name for device in subject.observe(world).devices]


@pytest.mark.rule("DEVICE-SORT-WIN-01")
class TestPreference:
    """The devices that the system prefers come first."""

    def test_devices_of_one_driver(self, world: World, subject: Trial) -> None:
        """On Windows devices of one driver are enumerated in the order in which the system prefers adapters."""
        machine(world, FIRST, SECOND, THIRD)
        driver(world, "a", THIRD, FIRST, SECOND)

        assert seen_by(subject, world) == ["a 10", "a 20", "a 30"]

    @pytest.mark.parametrize("other_way", [False, True])
    def test_devices_of_two_drivers(self, world: World, subject: Trial, *, other_way: bool) -> None:
        """On Windows devices of two drivers are enumerated in the order in which the system prefers adapters."""
        machine(world, *((SECOND, FIRST) if other_way else (FIRST, SECOND)))
        driver(world, "a", FIRST)
        driver(world, "b", SECOND)

        assert seen_by(subject, world) == (["b 20", "a 10"] if other_way else ["a 10", "b 20"])

    def test_no_device_is_lost(self, world: World, subject: Trial) -> None:
        """On Windows a device of an adapter that the system's preference does not name is enumerated, too."""
        machine(world, SECOND)
        driver(world, "a", FIRST, SECOND, THIRD)

        assert sorted(seen_by(subject, world)) == ["a 10", "a 20", "a 30"]

    def test_types_and_variables_of_linux_do_not_count(self, world: World, subject: Trial) -> None:
        """On Windows neither types of devices nor VK_LOADER_DISABLE_SELECT change the system's order of devices."""
        machine(world, FIRST, SECOND)
        flags = {"devices": "2", "device_name": "discrete;integrated", "luid": f"{SECOND};{FIRST}"}
        world.driver(flags={**flags, "type": "discrete;integrated"})
        world.variable("VK_LOADER_DISABLE_SELECT", "1")

        assert seen_by(subject, world) == ["integrated", "discrete"]


@pytest.mark.rule("DEVICE-SORT-WIN-02")
class TestUnsorted:
    """What cannot be sorted follows at the end."""

    @pytest.mark.parametrize("first", ["plain", "software"])
    def test_devices_without_an_adapter(self, world: World, subject: Trial, first: str) -> None:
        """On Windows the device of a software driver is enumerated last, wherever its driver is found."""
        machine(world, FIRST, SECOND)
        for name in (first, {"plain": "software", "software": "plain"}[first]):
            driver(world, name, *((0,) if name == "software" else (FIRST, SECOND)))

        assert seen_by(subject, world) == ["plain 10", "plain 20", "software 0"]


@pytest.mark.rule("IFACE-ICD-V6-01", "DEVICE-SORT-WIN-02")
class TestVersions:
    """Only drivers of version 6 or newer can say which adapter a device belongs to."""

    @pytest.mark.parametrize("first", ["old", "new"])
    def test_an_older_driver(self, world: World, subject: Trial, first: str) -> None:
        """On Windows devices of a driver older than interface version 6 come last, whatever the system prefers."""
        machine(world, FIRST, SECOND)
        for name in (first, {"old": "new", "new": "old"}[first]):
            driver(
                world,
                name,
                FIRST if name == "old" else SECOND,
                mock="driver_v2" if name == "old" else "driver",
            )

        assert seen_by(subject, world) == ["new 20", "old 10"]

"""The order of physical devices on Windows, and where no order is decided."""

import pytest

from refloader.core.drivers.devices import ordered
from refloader.core.search.windows.devices import asks_for_adapters
from refloader.model.driver import PhysicalDevice
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.platform import Platform
from refloader.model.system import System

E2016, E2018, E2022, E2026 = Edition


def gpu(name: str, adapter: int | None, kind: int = 1) -> PhysicalDevice:
    """A device of this adapter."""
    return PhysicalDevice(name, 0x10DE, 1, kind, adapter=adapter)


DEVICES = (
    gpu("software", None, 4),
    gpu("second", 20),
    gpu("unknown", 99, 2),
    gpu("first", 10),
    gpu("again", 20, 2),
    gpu("old", None, 2),
)


def names(adapters: tuple[int, ...], edition: Edition = E2026, **variables: str) -> list[str]:
    """The names of the devices in the order of the enumeration."""
    environment = Environment(variables, platform=Platform(System.WINDOWS, adapters=adapters))
    return [device.name for device in ordered(DEVICES, environment, edition)]


class TestPreference:
    """The order of the system's preference."""

    def test_preferred_adapters_come_first(self) -> None:
        """In the order of the adapters, those of one adapter as they came, the rest at the end as it came."""
        assert names((10, 20)) == ["first", "second", "again", "software", "unknown", "old"]
        assert names((20, 10, 20)) == ["second", "again", "first", "software", "unknown", "old"]

    def test_nothing_is_left_out(self) -> None:
        """The order alone changes."""
        assert sorted(names((77, 10))) == sorted(device.name for device in DEVICES)

    def test_without_a_preference_nothing_is_sorted(self) -> None:
        """A Windows that does not tell leaves the drivers' order."""
        assert names(()) == [device.name for device in DEVICES]

    @pytest.mark.parametrize("edition", [E2016, E2018, E2022])
    def test_older_loaders_do_not_sort(self, edition: Edition) -> None:
        """The order is new in 2026."""
        assert names((10, 20), edition) == [device.name for device in DEVICES]

    def test_the_variables_of_linux_have_no_effect(self) -> None:
        """VK_LOADER_DEVICE_SELECT and VK_LOADER_DISABLE_SELECT are documented for Linux."""
        variables = {"VK_LOADER_DISABLE_SELECT": "1", "VK_LOADER_DEVICE_SELECT": "10de:1"}

        assert names((10, 20), **variables) == names((10, 20))

    @pytest.mark.parametrize("system", [System.MACOS, System.FUCHSIA, System.ANDROID])
    def test_other_systems_have_no_order(self, system: System) -> None:
        """Devices stay as the drivers give them."""
        environment = Environment({}, platform=Platform(system))

        assert ordered(DEVICES, environment, E2026) == DEVICES

    def test_drivers_are_asked_from_version_6_on(self) -> None:
        """Older drivers have no function for it."""
        assert [asks_for_adapters(version) for version in (0, 5, 6, 7)] == [False, False, True, True]
